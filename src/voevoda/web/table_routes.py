"""The table's page, what its forms give, the odds beside it, the whole log, the hand's pages, the report."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Final
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException

from voevoda.export import Record, as_json, as_markdown, as_short
from voevoda.export.csv_text import as_csv
from voevoda.i18n import Language
from voevoda.play.errors import Refused
from voevoda.play.seats import REFEREE, Facts
from voevoda.table import Close, Command, Leave, Refusal, Sight, Sitter
from voevoda.table.outlook import outlook
from voevoda.web import pages
from voevoda.web.books import screen_of
from voevoda.web.drafts import begun, data_of_file
from voevoda.web.hand_pages import EMPTY, Filled, hand_page, lain_at, with_number
from voevoda.web.log_page import log_page
from voevoda.web.odds_panel import Panel
from voevoda.web.questions import Given, command_of, refusal_of
from voevoda.web.report_odds import Before
from voevoda.web.report_page import report_page
from voevoda.web.requests import (
    Told,
    check_may_begin,
    file_name,
    form_of,
    frame,
    in_thread,
    language_of,
    may_begin,
    once,
    refused,
    seat_path,
    see,
    server_of,
    shown,
    sitter_of,
    status_of,
    tables_of,
    token_of,
    told_by,
)
from voevoda.web.scene import Scene, goes_on
from voevoda.web.table_page import Sent, seated, table_page
from voevoda.web.templating import render_alone

router = APIRouter()

HAND: Final = ("undo", "correct", "rule", "set", "run", "dice", "appeal", "leave", "close")
"""The pages of the hand."""

AT_ONCE: Final = frozenset({"gurps", "skirmish", "wfrp"})
"""Books whose odds are exact and quick, so that they stand on the page without being asked for."""

GLANCE: Final = 1.5
"""Seconds that a page waits for odds that nobody asked for."""

PATIENCE: Final = 20.0
"""Seconds that it waits for those that somebody did ask for."""


async def sight_of(request: Request) -> Sight:
    """What the sitter sees.  Raises ``Told``."""
    found = await in_thread(tables_of(request).sight, token_of(request))
    if isinstance(found, Refusal):
        raise told_by(found)
    return found


async def scene_of(request: Request, sitter: Sitter) -> Scene:
    """What the parts of a page are made from."""
    return Scene(await sight_of(request), language_of(request), seat_path(sitter))


@router.get("/seat/{id}")
async def table(request: Request, id: str) -> Response:  # noqa: A002 (as in the address)
    """The battle as this seat sees it."""
    sitter = await sitter_of(request, id)
    sight = await sight_of(request)
    # A page whose script has asked is sent the odds by its socket.
    glance = GLANCE if sight.book in AT_ONCE and "prefer" not in request.headers else 0
    return await _shown(request, sitter, sight, await panel_of(request, sight, None, glance))


@router.get("/seat/{id}/odds")
async def odds(request: Request, id: str, policy: str | None = None) -> Response:  # noqa: A002
    """The same with the odds from here on."""
    sitter = await sitter_of(request, id)
    sight = await sight_of(request)
    panel = await panel_of(request, sight, policy, PATIENCE)
    return await _shown(request, sitter, sight, panel)


async def _shown(
    request: Request,
    sitter: Sitter,
    sight: Sight,
    panel: Panel | None,
    sent: Sent | None = None,
    refusal: Refusal | None = None,
) -> Response:
    base = seat_path(sitter)
    live = f"{base}/live"
    if panel is not None and panel.outlook is not None:
        live += f"?{urlencode({'policy': panel.outlook.asked.policy})}"
    around = frame(request, sight.title, here="battles", live=live)
    lang: Language = language_of(request)
    page = await in_thread(table_page, sight, lang, around, base, odds=panel, sent=sent)
    return await _answered(request, page, refusal)


async def _answered(request: Request, page: pages.Page, refusal: Refusal | None) -> Response:
    if refusal is None:
        return await shown(request, page)
    return await shown(request, page, status_of(refusal), refusal.key)


async def panel_of(request: Request, sight: Sight, policy: str | None, wait: float) -> Panel | None:
    """What is known of the odds after so many seconds."""
    if not goes_on(sight):
        return None
    asked = await in_thread(tables_of(request).question, token_of(request), policy)
    if isinstance(asked, Refusal):
        return Panel(refusal=asked)
    workers = server_of(request).workers
    known = workers.known(outlook, asked)
    if known is not None:
        return Panel(known)
    if not wait:
        return None
    try:
        return Panel(await asyncio.wait_for(workers.compute(outlook, asked), wait))
    except TimeoutError:
        return Panel(computing=True)
    except Refused as refused_by:
        return Panel(refusal=Refusal(refused_by.key, refused_by.facts))


@router.post("/seat/{id}/do")
async def do(request: Request, id: str) -> Response:  # noqa: A002
    """Give the command that a form stands for."""
    form = await form_of(request)
    return await once(request, form, lambda: _do(request, id, form))


async def _do(request: Request, id: str, sent: FormData) -> Response:  # noqa: A002
    sitter = await sitter_of(request, id)
    given: Given = {name: [str(each) for each in sent.getlist(name)] for name in sent}
    scene = await scene_of(request, sitter)
    place = _one(given, "place")
    ask = next((ask for ask in scene.sight.seen.asks if ask["place"] == place), None)
    command = command_of(given, ask, lain_at(scene, place))
    if command is None:
        raise Told("server.unreadable", {}, status=400)
    done = await in_thread(tables_of(request).do, token_of(request), _one(given, "form"), command)
    if not isinstance(done, Refusal):
        return see(_after(scene, command))
    if _one(given, "page") in HAND:
        filled = Filled(given, refused(scene.lang, done))
        return await _hand(request, sitter, _one(given, "page"), filled, done)
    sight = await sight_of(request)
    panel = await panel_of(request, sight, None, 0)
    again = Sent(place, given, refusal_of(scene, ask, given, done))
    return await _shown(request, sitter, sight, panel, again, done)


def _after(scene: Scene, command: Command) -> str:
    """Where one goes after a command: to the seed that was asked for, where there is a report to show it."""
    if isinstance(command, Leave):
        return "/"
    if isinstance(command, Close) and (scene.sight.outcome is not None or scene.sight.seat == REFEREE):
        return f"{scene.base}/report#check"
    return scene.base


def _one(given: Given, name: str) -> str:
    values = given.get(name) or ("",)
    return values[0]


@router.get("/seat/{id}/log")
async def whole_log(request: Request, id: str) -> Response:  # noqa: A002
    """The whole log."""
    sitter = await sitter_of(request, id)
    scene = await scene_of(request, sitter)
    around = frame(request, scene.sight.title, here="battles", seated=seated(scene))
    page = await in_thread(log_page, scene, screen_of(scene.book), around)
    return await shown(request, page)


@router.get("/seat/{id}/hand/{name}")
async def hand(request: Request, id: str, name: str) -> Response:  # noqa: A002
    """A page of the hand."""
    return await _hand(request, await sitter_of(request, id), name)


async def _hand(
    request: Request, sitter: Sitter, name: str, filled: Filled = EMPTY, refusal: Refusal | None = None
) -> Response:
    scene = await scene_of(request, sitter)
    last: Facts = {}
    numbers: tuple[Facts, ...] = ()
    if name in ("set", "undo"):
        found = await in_thread(tables_of(request).mending, token_of(request))
        last, numbers = (last, numbers) if isinstance(found, Refusal) else found
    if refusal is not None:
        filled = with_number(scene, filled, refusal, numbers)
    around = frame(request, scene.sight.title, here="battles", seated=seated(scene))
    if not filled.given:
        filled = Filled({name: [value] for name, value in request.query_params.items()})
    page = await in_thread(hand_page, scene, around, name, filled, numbers, last)
    if page is None:
        if refusal is not None:
            raise told_by(refusal)
        raise HTTPException(404) if name not in HAND else Told("seat.hand.not_now", {}, status=409)
    return await _answered(request, page, refusal)


@router.get("/seat/{id}/report")
async def report(
    request: Request,
    id: str,  # noqa: A002
    format: str = "",  # noqa: A002
    print: str = "",  # noqa: A002
    log: str = "",
    odds: str = "",
) -> Response:
    """What the battle came to: as a page, for paper, or as a file; ``odds``: it waits for those before."""
    sitter = await sitter_of(request, id)
    scene = await scene_of(request, sitter)
    if scene.sight.outcome is None and sitter.seat != REFEREE:
        # What it would say of what is still hidden is not so.
        raise told_by(Refusal("table.refused.early"))
    record = await in_thread(tables_of(request).record, token_of(request))
    if isinstance(record, Refusal):
        raise told_by(record)
    if format and format != "html":
        return await _file(request, record, sitter.title, format)
    whole = format == "html"
    luck = await in_thread(tables_of(request).luck, token_of(request))
    verdict = await in_thread(tables_of(request).verdict, token_of(request))
    around = frame(request, sitter.title, here="battles")
    at_once = scene.book in AT_ONCE
    wait = PATIENCE if odds or (at_once and (whole or print)) else GLANCE if at_once else 0
    page = await in_thread(
        report_page,
        scene,
        around,
        record,
        luck,
        None if isinstance(verdict, Refusal) else verdict,
        log=bool(log) or whole,
        opened=bool(print) or whole,
        alone=whole,
        begins=may_begin(request),
        before=await before_of(request, wait),
    )
    if whole:
        content = await in_thread(render_alone, page, language_of(request))
        return Response(
            content, media_type="text/html", headers={"content-disposition": file_name(sitter.title, "html")}
        )
    return await shown(request, page)


async def before_of(request: Request, wait: float) -> Before | None:
    """What is known of the odds before the first roll after so many seconds; None where there are none."""
    asked = await in_thread(tables_of(request).first_question, token_of(request))
    if asked is None or isinstance(asked, Refusal):
        return None
    workers = server_of(request).workers
    known = workers.known(outlook, asked)
    if known is not None or not wait:
        return Before(known)
    try:
        return Before(await asyncio.wait_for(workers.compute(outlook, asked), wait))
    except TimeoutError:
        return Before(computing=True)
    except Refused:
        return None


async def _file(request: Request, record: Record, title: str, name: str) -> Response:
    """The record as a file of this kind."""
    lang = language_of(request)
    kinds: Mapping[str, tuple[str, Callable[[], str]]] = {
        "json": ("application/json", lambda: json.dumps(as_json(record, lang), ensure_ascii=False, indent=2)),
        "md": ("text/markdown; charset=utf-8", lambda: as_markdown(record, lang)),
        "csv": ("text/csv; charset=utf-8", lambda: "\N{BYTE ORDER MARK}" + as_csv(record)),
        "txt": ("text/plain; charset=utf-8", lambda: as_short(record, lang)),
    }
    if name not in kinds:
        raise HTTPException(404)
    kind, write = kinds[name]
    return Response(
        await in_thread(write), media_type=kind, headers={"content-disposition": file_name(title, name)}
    )


@router.post("/seat/{id}/tomorrow")
async def begin_tomorrow(request: Request, id: str) -> Response:  # noqa: A002
    """A draft of the day after, to be looked through and begun; the referee's to make."""
    sitter = await sitter_of(request, id)
    if sitter.seat.kind != REFEREE.kind:
        raise told_by(Refusal("table.refused.referee_only"))
    await check_may_begin(request)
    words = await in_thread(tables_of(request).next_day, token_of(request), language_of(request))
    if isinstance(words, Refusal):
        raise told_by(words)
    data = await in_thread(data_of_file, words.encode(), "tomorrow.yaml")
    draft = await in_thread(begun, server_of(request).store, data)
    return see(f"/setup/{draft.id}")


@router.get("/seat/{id}/tomorrow.yaml")
async def tomorrow(request: Request, id: str) -> Response:  # noqa: A002
    """The battle file of the day after."""
    sitter = await sitter_of(request, id)
    words = await in_thread(tables_of(request).next_day, token_of(request), language_of(request))
    if isinstance(words, Refusal):
        raise told_by(words)
    headers = {"content-disposition": file_name(sitter.title, "yaml")}
    return Response(words, media_type="application/yaml", headers=headers)
