"""A new battle: from an example, a template, a battle file or nothing to the page of its set-up."""

from __future__ import annotations

from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException

from voevoda.files import BadFile, problem_text
from voevoda.i18n import text
from voevoda.web import pages
from voevoda.web.drafts import (
    begun,
    data_from,
    data_of_file,
    is_too_large,
    refused_file,
    stored,
    templates_of,
    titles_of,
)
from voevoda.web.fields import Choice, Group, Upload
from voevoda.web.limits import BATTLE_FILE, KB
from voevoda.web.parts import Action
from voevoda.web.requests import (
    Told,
    check_may_begin,
    field_of,
    form_of,
    frame,
    in_thread,
    language_of,
    may_begin,
    see,
    server_of,
    shown,
)

router = APIRouter()


@router.get("/new/{book}")
async def new(request: Request, book: str) -> Response:
    """The page on which one chooses what to begin from."""
    _check_book(request, book)
    return await shown(request, await _page(request, book))


@router.post("/new/{book}")
async def begin(request: Request, book: str) -> Response:
    """Begin a draft from what was chosen; a file goes before the choice."""
    _check_book(request, book)
    await check_may_begin(request)
    form = await form_of(request, files=1)
    lang, store = language_of(request), server_of(request).store
    file = await _uploaded(form)
    try:
        if file is not None:
            data = await in_thread(data_of_file, *file)
        else:
            data = await in_thread(data_from, store, book, field_of(form, "from", 300), lang)
    except BadFile as bad:
        status = 413 if is_too_large(bad) else 400
        return await shown(request, await _page(request, book, bad), status, bad.problems[0].key)
    draft = await in_thread(begun, store, data)
    return see(f"/setup/{draft.id}")


async def _uploaded(form: FormData) -> tuple[bytes, str] | None:
    """The file that came with a form, and its name; None where none was chosen."""
    try:
        upload = form.get("file")
        if not isinstance(upload, UploadFile) or not upload.filename:
            return None
        content = await upload.read(BATTLE_FILE + 1)
    finally:
        await form.close()
    return content, upload.filename[:100]


@router.post("/new")
async def begin_of_file(request: Request) -> Response:
    """Begin a draft of the battle file that comes as ``file``, a text."""
    await check_may_begin(request)
    file = field_of(await form_of(request), "file", BATTLE_FILE)
    try:
        data = await in_thread(data_of_file, file.encode(errors="replace"), "voevoda.yaml")
    except BadFile as bad:
        why = " ".join(problem_text(language_of(request), problem) for problem in bad.problems)
        raise Told("setup.page.no_file", {"why": why}, status=400) from None
    draft = await in_thread(begun, server_of(request).store, data)
    return see(f"/setup/{draft.id}")


def _check_book(request: Request, book: str) -> None:
    if book not in server_of(request).store.books:
        raise HTTPException(404)
    if not may_begin(request):
        raise Told("server.owner_only")


async def _page(request: Request, book: str, bad: BadFile | None = None) -> pages.Form:
    lang = language_of(request)

    def say(key: str, **facts: object) -> str:
        return text(lang, f"setup.page.{key}", facts)

    templates = await in_thread(templates_of, server_of(request).store, book)
    titles = await in_thread(titles_of, book, lang)
    options = (
        *((f"example:{name}", say("from.example", title=title)) for name, title in titles),
        *((f"template:{each.name}", say("from.template", title=each.name)) for each in templates),
        ("", say("from.blank")),
    )
    hint = say("from.file.hint", most=BATTLE_FILE // KB)
    upload = Upload("file", say("from.file"), ".yaml,.yml,.json", hint)
    title = say("new", book=text(lang, f"{book}.name", {}))
    return pages.Form(
        frame=frame(request, title, here="battles"),
        title=title,
        lead=say("new.lead"),
        action=f"/new/{book}",
        groups=(Group(rows=((Choice("from", say("from"), options[0][0], options),), (upload,))),),
        submit=say("new.begin"),
        back=Action(text(lang, "server.home", {}), "/", "link"),
        refusal=refused_file(lang, bad) if bad else None,
        files=True,
        actions=tuple(
            Action(
                say("forget", title=each.name), f"{_forget(book)}?{urlencode({'name': each.name})}", "link"
            )
            for each in templates
        ),
    )


# Templates that are wanted no more


def _forget(book: str) -> str:
    return f"/new/{book}/forget"


@router.get("/new/{book}/forget")
async def forget(request: Request, book: str, name: str = "") -> Response:
    """Ask whether a template is to be deleted."""
    _check_book(request, book)
    lang = language_of(request)
    title = text(lang, "setup.page.forget", {"title": name[:200]})
    page = pages.Form(
        frame=frame(request, title, here="battles"),
        title=title,
        lead=text(lang, "setup.page.forget.lead", {}),
        action=_forget(book),
        groups=(),
        submit=text(lang, "setup.page.forget.sure", {}),
        danger=True,
        hidden=(("name", name[:200]),),
        back=Action(text(lang, "setup.page.back", {}), f"/new/{book}", "link"),
    )
    return await shown(request, page)


@router.post("/new/{book}/forget")
async def forget_surely(request: Request, book: str) -> Response:
    """Delete a template."""
    _check_book(request, book)
    await check_may_begin(request)
    name = field_of(await form_of(request), "name", 300)
    await in_thread(stored, server_of(request).store.delete_template, name)
    return see(f"/new/{book}")
