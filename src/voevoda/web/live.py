"""The socket of a table's page: from the server to the page only.

Each frame holds whole parts of the page as HTML, by the ids of their elements, and the version of what the
seat sees.  A page that has just come gets all parts; then those that are another.  Of what changes while a
frame is on its way only the last is sent, so that a slow reader never has more than one to come; who is too
slow all the same is cut off, and gets everything when he comes again.
"""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import replace
from typing import Final

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from voevoda.i18n import Language, text
from voevoda.play.errors import Refused
from voevoda.play.seats import SPECTATOR
from voevoda.table import Refusal, Sight, Subscription
from voevoda.table.outlook import Outlook, outlook
from voevoda.table.remembered import Remembered
from voevoda.web.limits import PAGES, PATIENCE, WAITING, WATCHING
from voevoda.web.odds_panel import Panel, more_of, odds_of
from voevoda.web.pages import Frame, Table
from voevoda.web.requests import (
    Told,
    client_of,
    frame,
    in_thread,
    in_thread_drawing,
    language_of,
    seat_path,
    server_of,
    sitter_of,
    tables_of,
    token_of,
    with_ids,
)
from voevoda.web.scene import Scene, goes_on
from voevoda.web.table_page import table_page
from voevoda.web.table_routes import AT_ONCE
from voevoda.web.templating import render_region

LOG = logging.getLogger("voevoda.web")

router = APIRouter()

GONE: Final = 4403
"""The seat is not this browser's (any more): the page loads again, and says so."""

TOO_OFTEN: Final = 4429
"""As many pages of this seat are open as may be: the page says so, and does not ask again by itself."""

TOO_SLOW: Final = 1013
"""Try again later."""

SILENT: Final = 1003
"""Nothing is taken from a page this way."""

PARTS: Final = {
    "over": ("title", "about", "over"),
    "track": ("track",),
    "score": ("score",),
    "ask": ("asks", "refusal", "watching", "notices", "heard", "over", "says", "leads"),
    "waits": ("waits",),
    "hand": ("throw", "tell", "hands", "rosters"),
    "log": ("log",),
    "odds": ("odds", "odds_more"),
    "offers": ("referee", "referee_title", "referee_note"),
    "dock": ("call", "which"),
}
"""The live regions, and what of the page each is made of."""

QUIET: Final = 1.5
"""Seconds after which odds are computed, if nothing else happens meanwhile."""

DRAWN: Final = Remembered[str](1_000)
"""Regions as HTML."""

IDS: Final = {"ask": "asks"}
"""The ids of elements that are not called like their regions."""


class Newest:
    """What a seat sees, from whatever thread it comes: the last is kept, the others are only counted."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._there = asyncio.Event()
        self._sight: Sight | None = None
        self.waiting = 0
        """How many have come since one was taken."""

    def put(self, sight: Sight | None) -> None:
        """Called by the table, which does not wait."""
        try:
            self._loop.call_soon_threadsafe(self._put, sight)
        except RuntimeError:  # the loop has ended, and the page with it
            return

    def _put(self, sight: Sight | None) -> None:
        self._sight = sight
        self.waiting += 1
        self._there.set()

    async def coming(self) -> None:
        """Wait until another has come."""
        _ = await self._there.wait()

    async def take(self) -> Sight | None:
        """The last that has come; None if the seat is somebody else's now."""
        _ = await self._there.wait()
        self._there.clear()
        self.waiting = 0
        return self._sight


@router.websocket("/seat/{id}/live")
async def live(socket: WebSocket, id: str) -> None:  # noqa: A002 (as in the address)
    """Send what the seat sees, until the page is left."""
    await socket.accept()
    try:
        sitter = await sitter_of(socket, id)
    except Told:
        await socket.close(GONE)
        return
    watches = sitter.seat == SPECTATOR
    who = f"{sitter.battle} {sitter.seat} {client_of(socket) if watches else ''}"
    listening = server_of(socket).listening
    try:
        if listening.enter(who, socket) > (WATCHING if watches else PAGES):
            await socket.close(TOO_OFTEN, text(language_of(socket), "server.too_often", {}))
        else:
            await _told(socket, seat_path(sitter))
    finally:
        listening.leave(who, socket)


async def _told(socket: WebSocket, base: str) -> None:
    """Tell a page what its seat sees."""
    newest = Newest()
    heard = await in_thread(tables_of(socket).subscribe, token_of(socket), newest.put)
    if isinstance(heard, Refusal):
        await socket.close(GONE)
        return
    sender = asyncio.create_task(_send(socket, newest, base))
    listener = asyncio.create_task(_listen(socket))
    try:
        done, _ = await asyncio.wait({sender, listener}, return_when=asyncio.FIRST_COMPLETED)
        code = next(iter(done)).result()
    except WebSocketDisconnect:  # it was left while something was sent
        code = None
    finally:
        sender.cancel()
        listener.cancel()
        await in_thread(_close, heard)
    if code is not None:
        LOG.warning("%s: the socket of a page was closed: %d", client_of(socket), code)
        try:
            async with asyncio.timeout(1):
                await socket.close(code)
        except (TimeoutError, RuntimeError):
            return


def _close(heard: Subscription) -> None:
    heard.close()


async def _listen(socket: WebSocket) -> int | None:
    """Wait until the page is left; anything that it sends is a mistake."""
    try:
        message = await socket.receive()
    except WebSocketDisconnect:
        return None
    return None if message["type"] == "websocket.disconnect" else SILENT


async def _send(socket: WebSocket, newest: Newest, base: str) -> int | None:
    """Send frames until the seat is gone or the reader too slow; why, as the code of the socket's end."""
    lang, around = language_of(socket), frame(socket, "")
    before: Table | None = None
    odds, moment = await _known(socket), ""
    while (sight := await newest.take()) is not None:
        panel = await _meanwhile(socket, sight, odds, moment)
        page, words = await in_thread_drawing(drawn, sight, lang, around, base, before, panel)
        before = page
        if panel is not None and panel.outlook is not None and not panel.since:
            moment = _moment(page)
        if not await _sent(socket, newest, words):
            return TOO_SLOW
        if panel is None or not panel.computing:
            continue
        if (computed := await _odds(socket, newest)) is not None:
            odds = computed.outlook
            before, words = await in_thread_drawing(with_odds, sight, lang, base, page, computed)
            if not await _sent(socket, newest, words):
                return TOO_SLOW
    return GONE


async def _sent(socket: WebSocket, newest: Newest, words: str) -> bool:
    """Send a frame; False if it is not taken while ``WAITING`` others come, or ``PATIENCE`` ends."""
    sending = asyncio.ensure_future(socket.send_text(words))
    until = asyncio.get_running_loop().time() + PATIENCE
    try:
        while not sending.done():
            if newest.waiting >= WAITING or asyncio.get_running_loop().time() > until:
                return False
            _ = await asyncio.wait({sending}, timeout=1)
        sending.result()
    except RuntimeError as error:  # it was left just now
        raise WebSocketDisconnect from error
    finally:
        _ = sending.cancel()
    return True


async def _known(socket: WebSocket) -> Outlook | None:
    """The odds that a page has which has just come, by the policy that its reader asked for; None if none."""
    policy = socket.query_params.get("policy")
    if policy is None:
        return None
    asked = await in_thread(tables_of(socket).question, token_of(socket), policy)
    return None if isinstance(asked, Refusal) else server_of(socket).workers.known(outlook, asked)


async def _meanwhile(socket: WebSocket, sight: Sight, odds: Outlook | None, moment: str) -> Panel | None:
    """What is shown of the odds until there are others: the last, while they still hold and afterwards."""
    if not goes_on(sight):
        return None
    if odds is not None:
        asked = await in_thread(tables_of(socket).question, token_of(socket), odds.asked.policy)
        if asked == odds.asked:
            return Panel(odds)
    if _has_odds(sight):
        return Panel(odds, computing=True)
    return None if odds is None else Panel(odds, since=moment)


def _moment(page: Table) -> str:
    """The round and the step of a page."""
    track = page.track
    if track is None:
        return ""
    return ", ".join([track.round, *track.steps[track.current : track.current + 1]])


def _has_odds(sight: Sight) -> bool:
    """Whether odds are sent without being asked for."""
    return sight.book in AT_ONCE and goes_on(sight)


async def _odds(socket: WebSocket, newest: Newest) -> Panel | None:
    """The odds, once they are computed; None if the table has gone on meanwhile."""
    computing = asyncio.ensure_future(_computed(socket))
    going_on = asyncio.ensure_future(newest.coming())
    try:
        _ = await asyncio.wait({computing, going_on}, return_when=asyncio.FIRST_COMPLETED)
        return computing.result() if computing.done() else None
    finally:
        _ = computing.cancel()
        _ = going_on.cancel()


async def _computed(socket: WebSocket) -> Panel:
    await asyncio.sleep(QUIET)
    asked = await in_thread(tables_of(socket).question, token_of(socket))
    if isinstance(asked, Refusal):
        return Panel(refusal=asked)
    try:
        return Panel(await server_of(socket).workers.compute(outlook, asked, keep=False))
    except Refused as refused:
        return Panel(refusal=Refusal(refused.key, refused.facts))


def drawn(
    sight: Sight,
    lang: Language,
    around: Frame,
    base: str,
    before: Table | None,
    panel: Panel | None = None,
) -> tuple[Table, str]:
    """The page of what a seat sees, and the frame with what is another than ``before``."""
    page = table_page(sight, lang, around, base, odds=panel)
    return page, _frame(sight, lang, page, before)


def with_odds(sight: Sight, lang: Language, base: str, before: Table, panel: Panel) -> tuple[Table, str]:
    """The page with its odds, and the frame with them."""
    scene = Scene(sight, lang, base)
    page = replace(before, odds=odds_of(scene, panel), odds_more=more_of(scene, panel))
    return page, _frame(sight, lang, page, before)


def _frame(sight: Sight, lang: Language, page: Table, before: Table | None) -> str:
    regions = {
        IDS.get(name, name): with_ids(_region(name, page, lang))
        for name, fields in PARTS.items()
        if before is None or any(getattr(page, each) != getattr(before, each) for each in fields)
    }
    title = ("● " if page.frame.asked else "") + page.frame.title
    return json.dumps({"version": sight.version, "title": title, "regions": regions}, ensure_ascii=False)


def _region(name: str, page: Table, lang: Language) -> str:
    """A live region; what several seats see alike is drawn once."""
    made_of = tuple(getattr(page, each) for each in PARTS[name])
    return DRAWN.of(None, (name, lang, made_of), lambda: render_region(name, page, lang))
