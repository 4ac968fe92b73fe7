"""Battles come in: from an example, a battle file, or the file of a whole battle.

A battle file is asked who is its referee and whether he plays, and then begins; a whole battle goes on where
it was left.
"""

from __future__ import annotations

import json

from fastapi import APIRouter, Request, Response
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException

from voevoda.files import BadFile, Battle, Problem, battle_of, parse_document
from voevoda.files.examples import example
from voevoda.i18n import Language, text
from voevoda.journal_store import StoreError, import_battle
from voevoda.play.seats import SPECTATOR
from voevoda.table import Refusal, Settings, Taken
from voevoda.table.settings import DICE
from voevoda.web import pages, parts
from voevoda.web.drafts import battle_of_file, is_too_large, refused_file
from voevoda.web.fields import Check, Choice, Control, Field, Group, Upload
from voevoda.web.limits import BATTLE_FILE, KB, WHOLE_BATTLE
from voevoda.web.parts import Action
from voevoda.web.requests import (
    FORM_ID,
    Told,
    check_may_begin,
    field_of,
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
    sit_down,
    status_of,
)
from voevoda.web.seats_routes import deal
from voevoda.web.server import Server

router = APIRouter()


@router.get("/begin/{book}/{name}")
async def begin_example(request: Request, book: str, name: str) -> Response:
    """Who sits where in an example."""
    if not may_begin(request):
        raise Told("server.owner_only")
    if book not in server_of(request).store.books:
        raise HTTPException(404)
    try:
        battle, file = await in_thread(example, book, name, language_of(request))
    except KeyError:
        raise HTTPException(404) from None
    return await shown(request, who_sits(request, battle, file))


@router.post("/begin/file")
async def begin_file(request: Request) -> Response:
    """Who sits where in the battle of a file that comes as ``file``, a text."""
    if not may_begin(request):
        raise Told("server.owner_only")
    form = await form_of(request)
    file = _file_of(form)
    try:
        battle = await in_thread(read, file)
    except BadFile as bad:
        return await _refused(request, bad)
    return await shown(request, who_sits(request, battle, file))


@router.post("/begin")
async def begin(request: Request) -> Response:
    """Begin the battle of a file; whoever begins it is its referee."""
    form = await form_of(request)
    return await once(request, form, lambda: _begin(request, form))


async def _begin(request: Request, form: FormData) -> Response:
    await check_may_begin(request)
    file = _file_of(form)
    try:
        battle = await in_thread(read, file)
    except BadFile as bad:
        return await _refused(request, bad)
    lang = language_of(request)
    dice = field_of(form, "dice")
    settings = Settings(
        dice="table" if dice == "table" else "typed" if dice == "typed" else "either",
        at_once=form.get("at_once") == "yes",
    )
    name = field_of(form, "name", 1000).strip() or text(lang, "server.referee", {})
    plays = field_of(form, "plays") or None
    server = server_of(request)
    taken = await in_thread(_begun, server, battle, file, lang, name, plays, settings)
    if isinstance(taken, Refusal):
        return await shown(request, who_sits(request, battle, file, taken), status_of(taken), taken.key)
    return await _at_table(request, taken)


def _begun(
    server: Server,
    battle: Battle,
    file: str,
    lang: Language,
    referee: str,
    plays: str | None,
    settings: Settings,
) -> Taken | Refusal:
    return server.tables.begin(
        battle.book,
        battle.state,
        title=battle.book.title(battle.state),
        lang=lang,
        referee=referee,
        plays=plays,
        file=file,
        settings=settings,
    )


async def _at_table(request: Request, taken: Taken) -> Response:
    """Sit down as the referee, with links to the other seats ready."""
    _ = await in_thread(deal, server_of(request), taken.token, taken.sitter)
    answer = see(seat_path(taken.sitter))
    sit_down(request, answer, taken)
    return answer


def read(file: str) -> Battle:
    """The battle of a file's text.  Raises ``BadFile``."""
    return battle_of(parse_document(file.encode(errors="replace"), "voevoda.yaml"))


def _file_of(form: FormData) -> str:
    file = form.get("file", "")
    if not isinstance(file, str) or len(file.encode(errors="replace")) > BATTLE_FILE:
        raise Told("server.too_much", {"most": BATTLE_FILE // KB}, status=413)
    return file


def who_sits(request: Request, battle: Battle, file: str, refusal: Refusal | None = None) -> pages.Form:
    """A page that asks who is the referee, whether he plays, and who throws the dice."""
    lang = language_of(request)
    sides = [str(side["name"]) for side in battle.book.sides(battle.state, (), SPECTATOR)]
    plays = (
        ("", text(lang, "server.begin.only", {})),
        *((side, text(lang, "server.begin.plays", {"name": side})) for side in sides),
    )
    dice = tuple((each, text(lang, f"server.dice.{each}", {})) for each in DICE)
    rows: tuple[tuple[Control, ...], ...] = (
        (Field("name", text(lang, "server.join.name", {}), "", numeric=False, wide=True),),
        (Choice("plays", text(lang, "server.begin.who", {}), "", plays),),
        (Choice("dice", text(lang, "server.dice", {}), "either", dice),),
        (Check("at_once", text(lang, "server.dice.at_once", {}), checked=False),),
    )
    title = battle.book.title(battle.state)
    book = text(lang, f"{battle.book.id}.name", {})
    warned = [text(lang, note.key, note.facts) for note in battle.book.warnings(battle.state)]
    return pages.Form(
        frame=frame(request, title, here="battles"),
        title=title,
        lead=" ".join([text(lang, "server.begin.lead", {"book": book}), *warned]),
        action="/begin",
        groups=(Group(rows=rows),),
        submit=text(lang, "server.begin", {}),
        hidden=(("form", FORM_ID), ("file", file)),
        back=Action(text(lang, "server.home", {}), "/", "link"),
        refusal=None if refusal is None else refused(lang, refusal),
        actions=(Action(text(lang, "server.begin.change", {}), "/new", post=True, hidden=(("file", file),)),),
    )


# Files


@router.get("/import")
async def ask_file(request: Request) -> Response:
    """The page on which a file is chosen."""
    if not may_begin(request):
        raise Told("server.owner_only")
    return await shown(request, bring(request))


@router.post("/import")
async def take_file(request: Request) -> Response:
    """A file comes in: a battle file, or a whole battle."""
    form = await form_of(request, files=1)
    try:
        return await once(request, form, lambda: _take_file(request, form))
    finally:
        await form.close()


async def _take_file(request: Request, form: FormData) -> Response:
    await check_may_begin(request)
    upload = form.get("file")
    lang = language_of(request)
    if not isinstance(upload, UploadFile) or not upload.filename:
        none = parts.Refusal(text(lang, "server.not_done", {}), text(lang, "server.import.none", {}))
        page = bring(request, none)
        return await shown(request, page, 400, "server.import.none")
    content, name = await upload.read(WHOLE_BATTLE + 1), upload.filename[:100]
    try:
        if await in_thread(is_whole, content):
            return await _at_table(
                request, await in_thread(_imported, server_of(request), content, name, lang)
            )
        battle = await in_thread(battle_of_file, content, name)
    except BadFile as bad:
        return await _refused(request, bad)
    return await shown(request, who_sits(request, battle, content.decode("utf-8-sig", "replace")))


def is_whole(content: bytes) -> bool:
    """Say whether a file means to be a whole battle: lines of JSON that begin with an entry."""
    first = content.lstrip()[:WHOLE_BATTLE].partition(b"\n")[0]
    if not first.startswith(b"{") or b'"entry"' not in first:
        return False
    try:
        return "entry" in json.loads(first)
    except (ValueError, RecursionError):
        return True


def _imported(server: Server, content: bytes, name: str, lang: Language) -> Taken:
    """A whole battle, with whoever brought it as its referee.  Raises ``BadFile`` and ``Told``."""
    try:
        battle = import_battle(server.store, content, name, lang).battle
    except StoreError as error:
        raise Told(error.key, error.facts, status=409) from error
    except RecursionError:
        raise BadFile([Problem(key="journal.foreign", facts={}, file=name, line=1)]) from None
    taken = server.tables.adopt(battle.id, referee=text(lang, "server.referee", {}))
    if isinstance(taken, Refusal):
        raise Told(taken.key, taken.facts, status=409)
    return taken


def bring(request: Request, refusal: parts.Refusal | None = None) -> pages.Form:
    """The page on which a file is chosen, with what was wrong with the one before."""
    lang = language_of(request)
    title = text(lang, "server.import", {})
    facts = {"file": BATTLE_FILE // KB, "whole": WHOLE_BATTLE // KB // KB}
    accept = ".yaml,.yml,.json,.jsonl"
    upload = Upload(
        "file", text(lang, "server.import.file", {}), accept, text(lang, "server.import.hint", facts)
    )
    return pages.Form(
        frame=frame(request, title, here="battles"),
        title=title,
        lead=text(lang, "server.import.lead", {}),
        action="/import",
        groups=(Group(rows=((upload,),)),),
        submit=title,
        hidden=(("form", FORM_ID),),
        back=Action(text(lang, "server.home", {}), "/", "link"),
        refusal=refusal,
        files=True,
    )


async def _refused(request: Request, bad: BadFile) -> Response:
    """The page on which a file is chosen, with what was wrong with the one before."""
    status = 413 if is_too_large(bad) else 400
    page = bring(request, refused_file(language_of(request), bad))
    return await shown(request, page, status, bad.problems[0].key)
