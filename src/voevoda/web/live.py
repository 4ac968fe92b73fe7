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
from typing import Final

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from voevoda.i18n import Language
from voevoda.table import Refusal, Sight, Subscription
from voevoda.web.limits import PATIENCE, WAITING
from voevoda.web.pages import Frame, Table
from voevoda.web.requests import (
    Told,
    client_of,
    frame,
    in_thread,
    language_of,
    seat_path,
    sitter_of,
    tables_of,
    token_of,
    with_ids,
)
from voevoda.web.table_page import table_page
from voevoda.web.templating import render_region

LOG = logging.getLogger("voevoda.web")

router = APIRouter()

GONE: Final = 4403
"""The seat is not this browser's (any more): the page loads again, and says so."""

TOO_SLOW: Final = 1013
"""Try again later."""

SILENT: Final = 1003
"""Nothing is taken from a page this way."""

PARTS: Final = {
    "track": ("track",),
    "score": ("score",),
    "ask": ("asks", "refusal", "watching", "notices"),
    "waits": ("waits",),
    "hand": ("tell", "hands", "rosters"),
    "log": ("log",),
}
"""The live regions, and what of the page each is made of.  Odds are sent when somebody asks for them."""

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
    newest = Newest()
    try:
        base = seat_path(await sitter_of(socket, id))
        heard = await in_thread(tables_of(socket).subscribe, token_of(socket), newest.put)
    except Told:
        heard = Refusal("table.refused.token")
    if isinstance(heard, Refusal):
        await socket.close(GONE)
        return
    sender = asyncio.create_task(_send(socket, newest, base))
    listener = asyncio.create_task(_listen(socket))
    try:
        done, _ = await asyncio.wait({sender, listener}, return_when=asyncio.FIRST_COMPLETED)
        code = next(iter(done)).result()
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
    while True:
        sight = await newest.take()
        if sight is None:
            return GONE
        page, words = await in_thread(drawn, sight, lang, around, base, before)
        before = page
        sending = asyncio.ensure_future(socket.send_text(words))
        try:
            until = asyncio.get_running_loop().time() + PATIENCE
            while not sending.done():
                if newest.waiting >= WAITING or asyncio.get_running_loop().time() > until:
                    return TOO_SLOW
                _ = await asyncio.wait({sending}, timeout=1)
            sending.result()
        except (WebSocketDisconnect, RuntimeError):
            return None
        finally:
            sending.cancel()


def drawn(sight: Sight, lang: Language, around: Frame, base: str, before: Table | None) -> tuple[Table, str]:
    """The page of what a seat sees, and the frame with what is another than ``before``."""
    page = table_page(sight, lang, around, base)
    regions = {
        IDS.get(name, name): with_ids(render_region(name, page, lang))
        for name, fields in PARTS.items()
        if before is None or any(getattr(page, each) != getattr(before, each) for each in fields)
    }
    title = ("● " if page.frame.asked else "") + page.frame.title
    return page, json.dumps(
        {"version": sight.version, "title": title, "regions": regions}, ensure_ascii=False
    )
