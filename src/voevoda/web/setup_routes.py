"""Set-up: a draft of a battle file is changed, reckoned with, kept as a template and sent to the table.

It is kept in the database with every change, right or wrong, so that nothing is lost by it; only who has
begun it knows its address.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException

from voevoda.files.drafts import Judged, judge
from voevoda.files.forms import fill, form_of, print_draft
from voevoda.i18n import Language, text
from voevoda.journal_store import Draft, StoreError, Template
from voevoda.play.errors import Refused
from voevoda.study.prospects import Prospect, Question, prospect
from voevoda.web import pages
from voevoda.web.begin_routes import who_sits
from voevoda.web.drafts import battle_in, data_of, file_of, kept, pressed, stored, templates_of
from voevoda.web.fields import Field, Group
from voevoda.web.limits import BATTLE_FILE, EDITS
from voevoda.web.parts import Action
from voevoda.web.requests import (
    Told,
    check_may_begin,
    check_rate,
    client_of,
    field_of,
    file_name,
    frame,
    in_thread,
    language_of,
    may_begin,
    see,
    server_of,
    shown,
)
from voevoda.web.requests import form_of as sent_form
from voevoda.web.setup_forms import Filling
from voevoda.web.setup_page import filling_of, setup_page
from voevoda.web.setup_rail import Reckoned
from voevoda.web.templating import render_region, render_wrong

router = APIRouter()

FIELDS: Final = 5_000
"""The most fields of a form."""

PATIENCE: Final = 1.0
"""Seconds for which a page waits for exact odds; the script asks again."""

LITTLE: Final = 0.3
"""Seconds for which it waits for what each modifier is worth."""


@router.get("/setup/{draft}")
async def setup(request: Request, draft: str, seen: str = "", check: str = "", kept_as: str = "") -> Response:
    """The set-up of a draft.

    ``seen`` is the record to be seen, ``check``: the battle was to begin, ``kept_as``: the template that was
    just made of it.
    """
    found = await _draft(request, draft)
    page, _ = await _page(request, found, opened=seen, asked=bool(check))
    templates = await in_thread(templates_of, server_of(request).store, found.book) if kept_as else ()
    if any(each.name == kept_as for each in templates):
        page = replace(page, done=text(language_of(request), "setup.page.template.kept", {"name": kept_as}))
    return await shown(request, page)


@router.post("/setup/{draft}")
async def change(request: Request, draft: str) -> Response:
    """Keep what is filled in, and do what the button says."""
    found, form = await _kept(request, draft)
    match field_of(form, "do"):
        case "sample" | "each" as what:
            await _compute(request, found, each=what == "each")
            return see(f"/setup/{draft}#rail")
        case "file":
            return await _file(found)
        case "template":
            return see(f"/setup/{draft}/template")
        case "begin":
            battle = await in_thread(battle_in, found)
            if battle is None:
                return see(f"/setup/{draft}?check=yes")
            page = who_sits(request, battle, await in_thread(file_of, found))
            back = Action(text(language_of(request), "setup.page.back", {}), f"/setup/{draft}", "link")
            return await shown(request, replace(page, back=back, actions=()))
    buttons = {name: value for name, value in form.items() if isinstance(value, str) and len(value) < 200}
    _, opened = await in_thread(pressed, server_of(request).store, found, buttons)
    anchor = f"unit-{opened}" if opened.rpartition(".")[2].isdecimal() else opened
    return see(f"/setup/{draft}" + (f"?{urlencode({'seen': opened})}#{quote(anchor)}" if opened else ""))


@router.post("/setup/{draft}/rail")
async def rail(request: Request, draft: str, seen: str = "", check: str = "") -> Response:
    """Keep what is filled in; the rail for it, the title, and what is wrong with each field."""
    found, _ = await _kept(request, draft)
    page, filling = await _page(request, found, opened=seen, asked=bool(check))
    lang = language_of(request)
    html = await in_thread(render_region, "rail", page, lang)
    wrong = {name: render_wrong(name, words, lang) for name, words in filling.wrong.items()}
    undo = found.before is not None
    return JSONResponse({"rail": html, "wrong": wrong, "title": page.title, "undo": undo})


async def _draft(request: Request, draft: str) -> Draft:
    if not may_begin(request):
        raise Told("server.owner_only")
    found = await in_thread(stored, server_of(request).store.draft, draft[:64])
    if found is None:
        raise HTTPException(404)
    return found


async def _kept(request: Request, draft: str) -> tuple[Draft, FormData]:
    """The draft with what was filled in, and the form that it came with."""
    found = await _draft(request, draft)
    check_rate(request, EDITS, client_of(request), "server.too_fast")
    form = await sent_form(request, fields=FIELDS)
    filled = defaultdict[str, list[str]](list)
    for name, value in form.multi_items():
        if isinstance(value, str):
            if len(value) > BATTLE_FILE:
                raise Told("server.too_long", {"most": BATTLE_FILE}, status=400)
            filled[name].append(value)
    return await in_thread(kept, server_of(request).store, found, filled), form


async def _file(draft: Draft) -> Response:
    """A draft as a battle file to be saved."""
    content = await in_thread(file_of, draft)
    title = data_of(draft).get("title") or draft.book
    headers = {"content-disposition": file_name(str(title), "yaml")}
    return Response(content, media_type="application/yaml", headers=headers)


# Templates


@router.get("/setup/{draft}/template")
async def name_template(request: Request, draft: str) -> Response:
    """Ask for the name of the template that a draft is to be kept as."""
    found = await _draft(request, draft)
    if await in_thread(battle_in, found) is None:
        return see(f"/setup/{draft}?check=yes")
    return await shown(request, _template_page(request, found, str(data_of(found).get("title", ""))))


@router.post("/setup/{draft}/template")
async def keep_template(request: Request, draft: str) -> Response:
    """Keep a draft as a template."""
    await check_may_begin(request)
    found = await _draft(request, draft)
    name = field_of(await sent_form(request), "name", 300)
    if await in_thread(battle_in, found) is None:
        return see(f"/setup/{draft}?check=yes")
    template = Template(name, found.book, await in_thread(file_of, found))
    try:
        await in_thread(server_of(request).store.set_template, template)
    except StoreError as error:
        wrong = text(language_of(request), error.key, error.facts)
        return await shown(request, _template_page(request, found, name, wrong), 400, error.key)
    return see(f"/setup/{draft}?{urlencode({'kept_as': name.strip()})}")


def _template_page(request: Request, draft: Draft, name: str, wrong: str = "") -> pages.Form:
    lang = language_of(request)
    title, label = text(lang, "setup.page.template", {}), text(lang, "setup.page.template.name", {})
    return pages.Form(
        frame=frame(request, title, here="battles"),
        title=title,
        lead=text(lang, "setup.page.template.lead", {}),
        action=f"/setup/{draft.id}/template",
        groups=(Group(rows=((Field("name", label, name, numeric=False, wide=True, error=wrong),),)),),
        submit=title,
        back=Action(text(lang, "setup.page.back", {}), f"/setup/{draft.id}", "link"),
    )


# What it comes to


@dataclass(frozen=True, slots=True)
class _Read:
    """A draft as it is to be shown."""

    filling: Filling
    judged: Judged
    text: str | None
    """What can be reckoned with."""
    sampled: bool


def _read(draft: Draft, lang: Language, opened: str = "", *, asked: bool = False) -> _Read:
    judged = judge(draft.text, draft.valid)
    filled = fill(form_of(draft.book), data_of(draft))
    filling = filling_of(draft.book, lang, filled, judged, opened, asked=asked)
    battle = judged.battle
    if battle is None:
        return _Read(filling, judged, None, sampled=False)
    assert isinstance(battle.document.data, dict)
    return _Read(filling, judged, print_draft(battle.document.data), battle.book.is_sampled(battle.state))


async def _page(
    request: Request, draft: Draft, *, opened: str = "", asked: bool = False
) -> tuple[pages.Setup, Filling]:
    """The page of a draft, with the odds as far as they are there without long waiting."""
    lang, path = language_of(request), f"/setup/{draft.id}"
    read = await in_thread(_read, draft, lang, opened, asked=asked)
    reckoned = await _reckoned(request, read)
    around = frame(
        request, read.filling.line("title") or text(lang, "setup.page.untitled", {}), here="battles"
    )
    undo = draft.before is not None
    page = await in_thread(
        setup_page, replace(around, path=path), path, read.filling, reckoned, asked=asked, undo=undo
    )
    return page, read.filling


async def _reckoned(request: Request, read: _Read) -> Reckoned:
    """Exact odds are computed here and now; sampled ones are shown if somebody has asked for them."""
    if read.text is None:
        return Reckoned(read.judged)
    workers = server_of(request).workers
    brief, whole = Question(read.text, each=False), Question(read.text, each=True)
    known = workers.known(prospect, whole)
    if known is not None:
        return Reckoned(read.judged, known, sampled=read.sampled)
    if read.sampled:
        to_come = any(workers.is_computing(prospect, each) for each in (brief, whole))
        return Reckoned(read.judged, workers.known(prospect, brief), sampled=True, to_come=to_come)
    try:
        found = await _soon(request, brief, PATIENCE)
        more = await _soon(request, whole, LITTLE) if found else None
    except Refused as error:
        return Reckoned(read.judged, refused=text(language_of(request), error.key, {}))
    return Reckoned(read.judged, more or found, to_come=more is None)


async def _soon(request: Request, question: Question, seconds: float) -> Prospect | None:
    """An answer if it comes so soon; else it is computed for who asks again."""
    answer = asyncio.ensure_future(server_of(request).workers.compute(prospect, question))
    answer.add_done_callback(lambda done: None if done.cancelled() else done.exception())
    done, _ = await asyncio.wait((answer,), timeout=seconds)
    return answer.result() if done else None


async def _compute(request: Request, draft: Draft, *, each: bool) -> None:
    """Have the odds of a draft computed, and with ``each`` what every cause is worth; the page asks again."""
    read = await in_thread(_read, draft, language_of(request))
    if read.text is not None:
        with suppress(Refused):
            _ = await _soon(request, Question(read.text, each=each), PATIENCE)
