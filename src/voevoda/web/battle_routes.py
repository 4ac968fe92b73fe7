"""A battle as a whole, for its referee: its title, the archive, its file, and its end for ever."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from voevoda.i18n import text
from voevoda.journal_store import StoreError
from voevoda.play.seats import REFEREE
from voevoda.table import Refusal, Sitter
from voevoda.web import pages
from voevoda.web.fields import Field, Group
from voevoda.web.parts import Action
from voevoda.web.requests import (
    FORM_ID,
    Told,
    field_of,
    file_name,
    form_of,
    frame,
    in_thread,
    language_of,
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
from voevoda.web.seat_names import headed

router = APIRouter()


async def _referee_of(request: Request, id: str) -> Sitter:  # noqa: A002 (as in the address)
    """Who asks, if he is the referee.  Raises ``Told``."""
    sitter = await sitter_of(request, id)
    if sitter.seat.kind != REFEREE.kind:
        raise told_by(Refusal("table.refused.referee_only"))
    return sitter


@router.get("/seat/{id}/battle")
async def battle(request: Request, id: str) -> Response:  # noqa: A002
    """What can be done with the battle."""
    sitter = await _referee_of(request, id)
    return await shown(request, await in_thread(_page, request, sitter))


def _page(
    request: Request, sitter: Sitter, refusal: Refusal | None = None, title: str | None = None
) -> pages.Form:
    lang, base = language_of(request), seat_path(sitter)
    try:
        found = server_of(request).store.battle(sitter.battle)
    except StoreError as error:
        raise told_by(Refusal(error.key, error.facts)) from error
    heading = text(lang, "server.battle", {})
    archived = found.archived
    # Who commands a side has the whole battle once it is closed.
    whole = Action(text(lang, "server.battle.file", {}), f"{base}/battle.jsonl")
    put = "server.battle.back" if archived else "server.battle.away"
    field = Field(
        "title",
        text(lang, "server.battle.title", {}),
        sitter.title if title is None else title,
        numeric=False,
        wide=True,
    )
    return pages.Form(
        frame=frame(request, heading, seated=pages.Seated(headed(lang, sitter.seat))),
        title=heading,
        lead=f"{sitter.title}. {text(lang, 'server.battle.file.says', {})}",
        action=f"{base}/battle",
        groups=(Group(rows=((field,),)),),
        submit=text(lang, "server.battle.rename", {}),
        back=Action(text(lang, "server.seats.back", {}), base, "link"),
        refusal=None if refusal is None else refused(lang, refusal),
        hidden=(("form", FORM_ID),),
        actions=(
            *((whole,) if found.closed or not sitter.seat.name else ()),
            Action(
                text(lang, put, {}),
                f"{base}/archive",
                post=True,
                hidden=(("away", "no" if archived else "yes"),),
            ),
            Action(text(lang, "server.battle.delete", {}), f"{base}/delete", "danger"),
        ),
    )


@router.post("/seat/{id}/battle")
async def rename(request: Request, id: str) -> Response:  # noqa: A002
    """Give the battle another title."""
    sitter = await _referee_of(request, id)
    title = field_of(await form_of(request), "title", 1000)
    done = await in_thread(tables_of(request).rename, sitter.battle, title)
    if isinstance(done, Refusal):
        page = await in_thread(_page, request, sitter, done, title)
        return await shown(request, page, status_of(done), done.key)
    return see(f"{seat_path(sitter)}/battle")


@router.post("/seat/{id}/archive")
async def put_away(request: Request, id: str) -> Response:  # noqa: A002
    """Put the battle into the archive, or take it out."""
    sitter = await _referee_of(request, id)
    away = field_of(await form_of(request), "away") == "yes"
    try:
        await in_thread(lambda: server_of(request).store.archive(sitter.battle, archived=away))
    except StoreError as error:
        raise told_by(Refusal(error.key, error.facts)) from error
    return see("/archive" if away else "/")


@router.get("/seat/{id}/battle.jsonl")
async def export(request: Request, id: str) -> Response:  # noqa: A002
    """The whole battle as a file; without its seed, unless that is shown already."""
    sitter = await _referee_of(request, id)
    content = await in_thread(tables_of(request).journal, token_of(request))
    if isinstance(content, Refusal):
        raise told_by(content)
    headers = {"content-disposition": file_name(sitter.title, "jsonl")}
    return Response(content, media_type="application/jsonl", headers=headers)


@router.get("/seat/{id}/delete")
async def ask_delete(request: Request, id: str) -> Response:  # noqa: A002
    """Whether the battle shall really go."""
    sitter = await _referee_of(request, id)
    lang, base = language_of(request), seat_path(sitter)
    title = text(lang, "server.delete", {"title": sitter.title})
    page = pages.Form(
        frame=frame(request, title, seated=pages.Seated(headed(lang, sitter.seat))),
        title=title,
        lead=text(lang, "server.delete.lead", {}),
        action=f"{base}/delete",
        groups=(),
        submit=text(lang, "server.delete.sure", {}),
        danger=True,
        hidden=(("sure", "yes"),),
        back=Action(text(lang, "server.delete.not", {}), f"{base}/battle", "link"),
    )
    return await shown(request, page)


@router.post("/seat/{id}/delete")
async def delete(request: Request, id: str) -> Response:  # noqa: A002
    """Delete the battle for ever."""
    sitter = await _referee_of(request, id)
    form = await form_of(request)
    if form.get("sure") != "yes":
        raise Told("server.unreadable", status=400)
    done = await in_thread(tables_of(request).delete, sitter.battle)
    if isinstance(done, Refusal):
        raise told_by(done)
    return see("/")
