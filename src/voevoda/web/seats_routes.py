"""Who sits where: links and their QR codes, robots for empty seats, the referee in the place of others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import segno
from fastapi import APIRouter, Request, Response
from starlette.datastructures import FormData

from voevoda.export.told import policies_of, policy_text
from voevoda.i18n import Language, text
from voevoda.play.seats import REFEREE, SPECTATOR, Seat
from voevoda.table import Command, Refusal, Release, Robot, Sight, Sitter, TakeOver
from voevoda.table.links import join_path
from voevoda.web import pages
from voevoda.web.parts import Action, Choosing, SeatRow
from voevoda.web.requests import (
    FORM_ID,
    Told,
    field_of,
    form_of,
    frame,
    in_thread,
    language_of,
    once,
    refused,
    seat_path,
    see,
    server_of,
    shown,
    sitter_of,
    status_of,
    token_of,
    told_by,
)
from voevoda.web.seat_names import arrived, called, headed, side_of
from voevoda.web.server import Server

router = APIRouter()

LINK, LINKS = "link", "links"
"""What a form asks for: a new link to one seat, or to every seat where nobody sits."""


@router.get("/seat/{id}/seats")
async def seats(request: Request, id: str) -> Response:  # noqa: A002 (as in the address)
    """Who sits where."""
    sitter = await sitter_of(request, id)
    return await shown(request, await in_thread(_page, request, sitter))


@router.post("/seat/{id}/seats")
async def change(request: Request, id: str) -> Response:  # noqa: A002 (as in the address)
    """Deal out a link, or say who answers for a seat."""
    form = await form_of(request)
    return await once(request, form, lambda: _change(request, id, form))


async def _change(request: Request, id: str, form: FormData) -> Response:  # noqa: A002
    sitter = await sitter_of(request, id)
    what, seat = field_of(form, "what"), Seat.parse(field_of(form, "seat", 1000))
    server, token = server_of(request), token_of(request)
    if what in (LINK, LINKS):
        refusal = await in_thread(deal, server, token, sitter, [seat] if what == LINK else None, again=True)
        if refusal is None and what == LINK and seat == sitter.seat:
            return await _moved(request, sitter)
    else:
        command = _command(what, str(seat), field_of(form, "policy"))
        done = await in_thread(server.tables.do, token, field_of(form, "form"), command)
        refusal = done if isinstance(done, Refusal) else None
    if refusal is not None:
        page = await in_thread(_page, request, sitter, refusal)
        return await shown(request, page, status_of(refusal), refusal.key)
    return see(f"{seat_path(sitter)}/seats")


def _command(what: str, seat: str, policy: str) -> Command:
    commands: Mapping[str, Command] = {
        "take-over": TakeOver(seat),
        "release": Release(seat),
        "robot": Robot(seat, policy or None),
    }
    if what not in commands:
        raise Told("server.unreadable", status=400)
    return commands[what]


def _is_empty(row: Mapping[str, Any]) -> bool:
    """Whether somebody could sit here and nobody does; the spectators' seat is never full, nor empty."""
    return not row["sitter"] and row["seat"] != str(SPECTATOR)


def deal(
    server: Server, token: str, sitter: Sitter, seats: list[Seat] | None = None, *, again: bool = False
) -> Refusal | None:
    """Make links to these seats, or to all where nobody sits, and keep them to be shown.

    ``again``: there are links already, and whoever watches by the spectators' is to go on watching.
    """
    if seats is None:
        sight = server.tables.sight(token)
        if isinstance(sight, Refusal):
            return sight
        free = [row for row in sight.seats if _is_empty(row) or not (row["sitter"] or again)]
        seats = [Seat.parse(str(row["seat"])) for row in free]
    made = server.tables.reissue_all(token, seats)
    if isinstance(made, Refusal):
        return made
    for seat, link in made.items():
        server.links.put(sitter.battle, seat, link)
    return None


async def _moved(request: Request, sitter: Sitter) -> Response:
    """A new link to one's own seat: the browser that asked for it does not sit there any more."""
    server, lang = server_of(request), language_of(request)
    link = server.links.of(sitter.battle, sitter.seat)
    assert link is not None
    title = text(lang, "server.moved.title", {})
    row = _linked(request, SeatRow(headed(lang, sitter.seat), text(lang, "server.moved.state", {})), link)
    page = pages.Seats(
        frame=frame(request, title),
        title=title,
        about=sitter.title,
        rows=(row,),
        notes=(text(lang, "server.moved", {}), *_near(request)),
    )
    return await shown(request, page)


def _page(request: Request, sitter: Sitter, refusal: Refusal | None = None) -> pages.Seats:
    """The page of the seats, as a sitter may see and change them.  Raises ``Told``."""
    server, lang = server_of(request), language_of(request)
    sight = server.tables.sight(token_of(request))
    if isinstance(sight, Refusal):
        raise told_by(sight)
    base = seat_path(sitter)
    is_referee = sitter.seat.kind == REFEREE.kind
    title = text(lang, "seat.hand.seats", {})
    actions = [Action(text(lang, "server.seats.back", {}), base, "link")]
    if is_referee:
        if any(map(_is_empty, sight.seats)):
            label = text(lang, "server.seats.links", {})
            actions.append(_does(base, label, LINKS, sitter.seat))
        actions.append(Action(text(lang, "server.battle", {}), f"{base}/battle", "link"))
    return pages.Seats(
        frame=frame(request, title, seated=pages.Seated(headed(lang, sitter.seat))),
        title=title,
        about=sight.title,
        rows=tuple(_row(request, sight, row, base) for row in sight.seats),
        notes=(
            *((text(lang, "server.seats.note", {}), *_near(request)) if is_referee else ()),
            *(f"{text(lang, 'seat.notice.arrived', {})} {each}." for each in arrived(sight, lang)),
        ),
        actions=tuple(actions),
        refusal=None if refusal is None else refused(lang, refusal),
    )


def _row(request: Request, sight: Sight, row: Mapping[str, Any], base: str) -> SeatRow:
    """One seat: who is there, the link if it is still to be used, and what may be done."""
    server, lang = server_of(request), language_of(request)
    seat = Seat.parse(str(row["seat"]))
    # Whoever looks at this page has perhaps no other open, and is here.
    here = bool(row["here"]) or (seat == sight.seat and seat != SPECTATOR)
    found = SeatRow(headed(lang, seat), _state(lang, {**row, "here": here}, seat), side_of(sight, seat))
    if sight.seat.kind != REFEREE.kind:
        if seat != sight.seat or seat == SPECTATOR:
            return found
        return replace(found, actions=(_does(base, text(lang, "server.seats.move", {}), LINK, seat),))
    link = server.links.of(sight.battle, seat)
    if link is not None and (seat == SPECTATOR or not row["sitter"]) and _opens(server, link, seat):
        found = _linked(request, found, link)
    return replace(
        found, actions=_actions(lang, sight, row, seat, base), choosing=_robot(lang, sight, row, base)
    )


def _opens(server: Server, link: str, seat: Seat) -> bool:
    """Whether a link is still good: it may have been dealt out anew by a command."""
    sitter = server.tables.sitter(link)
    return isinstance(sitter, Sitter) and sitter.seat == seat


def _actions(
    lang: Language, sight: Sight, row: Mapping[str, Any], seat: Seat, base: str
) -> tuple[Action, ...]:
    """What the referee may do about a seat."""
    key = "move" if seat == sight.seat else "again" if row["sitter"] else "link"
    found = [_does(base, text(lang, f"server.seats.{key}", {}), LINK, seat)]
    if _is_played(sight, seat):
        if row["robot"]:
            found.append(_does(base, text(lang, "server.seats.no_robot", {}), "robot", seat))
        elif row["sitter"] and row["holder"] == "referee":
            found.append(_does(base, text(lang, "server.seats.release", {}), "release", seat))
        elif row["sitter"]:
            found.append(_does(base, text(lang, "server.seats.take_over", {}), "take-over", seat))
    return tuple(found)


def _robot(lang: Language, sight: Sight, row: Mapping[str, Any], base: str) -> Choosing | None:
    """The robots that may answer for an empty seat."""
    seat = Seat.parse(str(row["seat"]))
    if row["robot"] or row["sitter"] or not _is_played(sight, seat):
        return None
    policies = policies_of(sight.book)
    options = tuple((each, policy_text(sight.book, each, lang)) for each in policies)
    return Choosing(_does(base, text(lang, "server.seats.robot", {}), "robot", seat), "policy", options)


def _is_played(sight: Sight, seat: Seat) -> bool:
    """Whether a seat is one of those that answer, and the battle goes on."""
    return seat.kind in ("commander", "player") and sight.current and sight.seed is None


def _does(base: str, label: str, what: str, seat: Seat, **more: str) -> Action:
    hidden = (("form", FORM_ID), ("what", what), ("seat", str(seat)), *more.items())
    return Action(label, f"{base}/seats", post=True, hidden=hidden)


def _linked(request: Request, row: SeatRow, token: str) -> SeatRow:
    """A row with a link, and its picture where a phone could open it."""
    link = _address(request) + join_path(token)
    if _is_near(link):
        return replace(row, link=link)
    code = segno.make(link, error="m", micro=False)
    return replace(row, link=link, qr=tuple(tuple(map(bool, each)) for each in code.matrix))


def _address(request: Request) -> str:
    """What links for others begin with."""
    return server_of(request).address or f"{request.url.scheme}://{request.headers['host']}"


def _is_near(address: str) -> bool:
    """Whether an address leads nowhere but to the machine on which it is opened."""
    name = urlsplit(address).hostname or ""
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def _near(request: Request) -> tuple[str, ...]:
    """What to do where the links open on this machine alone."""
    if not _is_near(_address(request)):
        return ()
    lang, lan = language_of(request), server_of(request).lan
    key = "server.seats.near" if lan else "server.seats.no_network"
    return (text(lang, key, {"command": lan}),)


def _state(lang: Language, row: Mapping[str, Any], seat: Seat) -> str:
    """Who is there, in words."""
    if seat == SPECTATOR:
        return text(lang, "server.seats.watched" if row["here"] else "server.seats.unwatched", {})
    sitter, holder = called(lang, str(row["sitter"])), text(lang, f"table.holder={row['holder']}", {})
    if not sitter:
        return holder
    here = text(lang, "server.seats.here" if row["here"] else "server.seats.away", {})
    said = [sitter, here]
    if row["holder"] != "person" and seat.kind != REFEREE.kind:
        said.append(holder)
    return ", ".join(said)
