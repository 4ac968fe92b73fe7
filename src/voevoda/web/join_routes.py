"""A join link: to look at it spends nothing, and the button on its page takes the seat."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter, Request, Response
from starlette.datastructures import FormData

from voevoda.i18n import text
from voevoda.play.seats import SPECTATOR
from voevoda.table import Refusal, Sitter
from voevoda.table.links import join_path
from voevoda.web import pages
from voevoda.web.fields import Field, Group
from voevoda.web.limits import TRIES
from voevoda.web.requests import (
    FORM_ID,
    Told,
    check_rate,
    client_of,
    field_of,
    form_of,
    frame,
    in_thread,
    language_of,
    once,
    refused,
    seat_path,
    see,
    shown,
    sit_down,
    status_of,
    tables_of,
    told_by,
)
from voevoda.web.seat_names import named

router = APIRouter()


@router.get("/join/{token}")
async def look(request: Request, token: str) -> Response:
    """What seat a link opens.  Link previews look here, too."""
    sitter = await _seat_of(request, token)
    return await shown(request, _page(request, token, sitter))


@router.post("/join/{token}")
async def take(request: Request, token: str) -> Response:
    """Take the seat."""
    form = await form_of(request)
    return await once(request, form, lambda: _take(request, token, form))


async def _take(request: Request, token: str, form: FormData) -> Response:
    sitter = await _seat_of(request, token)
    name = field_of(form, "name", 1000)
    taken = await in_thread(tables_of(request).take, token, field_of(form, "form"), name)
    if isinstance(taken, Refusal):
        if taken.key == "table.refused.token":
            raise _spent()
        page = _page(request, token, sitter, taken, name)
        return await shown(request, page, status_of(taken), taken.key)
    answer = see(seat_path(taken.sitter))
    sit_down(request, answer, taken)
    return answer


async def _seat_of(request: Request, token: str) -> Sitter:
    """What a link opens.  Raises ``Told`` for one that opens nothing, and where too many are tried."""
    check_rate(request, TRIES, client_of(request), "server.too_many_tries")
    sitter = await in_thread(tables_of(request).sitter, token)
    if isinstance(sitter, Refusal):
        raise _spent() if sitter.key == "table.refused.token" else told_by(sitter)
    if sitter.taken and sitter.seat != SPECTATOR:  # it is what a sitter has, and no link
        raise _spent()
    return sitter


def _spent() -> Told:
    return Told("server.spent", status=410, title="server.spent.title")


def _page(
    request: Request, token: str, sitter: Sitter, refusal: Refusal | None = None, name: str = ""
) -> pages.Form:
    lang = language_of(request)
    watches = sitter.seat == SPECTATOR
    title = text(lang, "server.join.watch" if watches else "server.join", {})
    field = Field("name", text(lang, "server.join.name", {}), name, numeric=False, wide=True)
    facts = {"seat": named(lang, sitter.seat), "title": sitter.title}
    return pages.Form(
        frame=replace(frame(request, title), path=join_path(token)),
        title=title,
        lead=text(lang, "server.join.lead", facts),
        action=join_path(token),
        groups=() if watches else (Group(rows=((field,),)),),
        submit=title,
        hidden=(("form", FORM_ID),),
        refusal=None if refusal is None else refused(lang, refusal),
    )
