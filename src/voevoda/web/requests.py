"""What every page needs of a request: language, theme, who sits there, what was sent, and how to answer.

Whatever a person is to be told instead of the page that was asked for is raised as ``Told``, from wherever it
turns up; the application makes a page of it, and a line of the log.
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from hashlib import sha256
from pathlib import PurePath
from types import MappingProxyType
from typing import Any, Final, Literal, ParamSpec, TypeVar, cast
from urllib.parse import parse_qsl, quote

import anyio.to_thread
from anyio import CapacityLimiter
from anyio.lowlevel import RunVar
from fastapi import Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.datastructures import FormData, UploadFile
from starlette.requests import HTTPConnection

from voevoda.i18n import LANGUAGES, Language, text
from voevoda.journal_store import mark_of
from voevoda.play.seats import Seat
from voevoda.table import Refusal, Sitter, Tables, Taken
from voevoda.web import pages, parts
from voevoda.web.limits import ACTIONS, LINES, TRIES, WHOLE_BATTLE, Rate
from voevoda.web.server import Server
from voevoda.web.templating import render

P = ParamSpec("P")
R = TypeVar("R")

Theme = Literal["", "light", "dark"]

YEAR: Final = 365 * 24 * 60 * 60

SEAT: Final = "seat"
"""The cookie with a seat's token; its path is the seat's, so that several seats fit in one browser."""

MINE: Final = "seats"
"""The cookie that tells the first page which seats this browser has: by marks that open none of them."""

MOST_SEATS: Final = 40
"""A browser remembers so many seats for its first page; a cookie holds no more."""

FORM_ID: Final = f"form-{secrets.token_hex(16)}"
"""Stands in a page for the id of one form; each becomes another when the page is sent.

Nobody can know it beforehand, so that no name or title can hold it.  A form posts it as ``form``, and a
command that comes twice with the same id is carried out once.
"""


LOG = logging.getLogger("voevoda.web")

DRAWING: Final = RunVar[CapacityLimiter]("drawing")
"""How many pages are drawn at the same time; each loop has its own."""


class Told(Exception):
    """Something the person is to be told instead of the page that was asked for."""

    def __init__(
        self,
        key: str,
        facts: Mapping[str, object] = MappingProxyType({}),
        *,
        status: int = 403,
        title: str = "server.refused",
        actions: tuple[tuple[str, str], ...] = (("server.home", "/"),),
    ) -> None:
        super().__init__(key, facts)
        self.key = key
        """Of the message; ``facts`` fill it."""
        self.facts = facts
        self.status = status
        self.title = title
        """The key of the page's title."""
        self.actions = actions
        """Where to go: keys of labels, with addresses."""


def told_by(refusal: Refusal) -> Told:
    """A refusal as what the person is told instead of a page."""
    return Told(refusal.key, shown_facts(refusal), status=status_of(refusal))


# Who asks, and how


def server_of(request: HTTPConnection) -> Server:
    """What all pages share."""
    return cast("Server", request.app.state.server)


def tables_of(request: HTTPConnection) -> Tables:
    """The tables."""
    return server_of(request).tables


def language_of(request: HTTPConnection) -> Language:
    """As was chosen here; else what the browser prefers of what there is; else English."""
    chosen = request.cookies.get("lang")
    for lang in LANGUAGES:
        if lang == chosen:
            return lang
    return _preferred(request.headers.get("accept-language", ""))


def _preferred(accepted: str) -> Language:
    """The language that an ``Accept-Language`` header prefers; English where it names none of ours."""
    best: Language = "en"
    weight = 0.0
    for each in accepted.split(",")[:20]:
        name, _, rest = each.strip().partition(";")
        found = re.fullmatch(r"\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*", rest)
        its = float(found[1]) if found else 0.0 if rest else 1.0
        for lang in LANGUAGES:
            if name.strip().lower().partition("-")[0] == lang and its > weight:
                best, weight = lang, its
    return best


def theme_of(request: HTTPConnection) -> Theme:
    """As was chosen here; empty for the device's own."""
    chosen = request.cookies.get("theme")
    return "light" if chosen == "light" else "dark" if chosen == "dark" else ""


def frame(
    request: HTTPConnection,
    title: str,
    *,
    here: Literal["", "battles", "rules"] = "",
    seated: pages.Seated | None = None,
    asked: bool = False,
    live: str = "",
    foot: parts.Words = "",
) -> pages.Frame:
    """What is around a page.  ``live`` is the path of its socket; with one, it says when it is offline."""
    lang = language_of(request)
    return pages.Frame(
        title=title,
        path=request.url.path if request.scope.get("method") != "POST" else _back(request),
        theme=theme_of(request),
        here=here,
        seated=seated,
        asked=asked,
        live=live,
        offline=text(lang, "server.offline", {"time": "{time}"}) if live else "",
        foot=foot,
    )


def _back(request: HTTPConnection) -> str:
    """Where a page that answers a form leads back to: the page that the form stood on."""
    referrer = request.headers.get("referer", "")
    found = re.match(r"https?://[^/]+(/[^?#]*)", referrer)
    return found[1] if found else "/"


def client_of(request: HTTPConnection) -> str:
    """The address that the request came from."""
    return request.client.host if request.client else "?"


def owns(request: HTTPConnection) -> bool:
    """Say whether this browser is of whoever runs the server."""
    server = server_of(request)
    return server.is_owner(request.cookies.get(owner_cookie(server.owner), ""))


def owner_cookie(owner: str) -> str:
    """The name of the owner's cookie: another for each server, since browsers do not tell ports apart."""
    return f"owner-{_short(owner)}"


def may_begin(request: HTTPConnection) -> bool:
    """Say whether battles may be begun from this browser."""
    return server_of(request).guests_begin or owns(request)


async def check_may_begin(request: Request) -> None:
    """Raise ``Told`` unless a battle may be begun from this browser now."""
    if not may_begin(request):
        raise Told("server.owner_only")
    check_rate(request, TRIES, client_of(request), "server.too_many_tries")


def check_rate(request: HTTPConnection, rate: Rate, who: str, key: str) -> None:
    """Count what ``who`` does.  Raises ``Told`` where it is too much."""
    if not server_of(request).limits.allow(rate, who):
        raise Told(key, {"n": int(rate.seconds)}, status=429)


# The log


def note_refused(request: HTTPConnection, what: str) -> None:
    """Write a line of what was refused: of one address only so many in a minute."""
    who = client_of(request)
    if server_of(request).limits.allow(LINES, who):
        LOG.warning("%s: %s", who, what)


def note_page(request: Request, status: int, key: str) -> None:
    """Write the line of a page that refuses something: by the pattern of its address, which has no token."""
    where = getattr(request.scope.get("route"), "path", None) or "…"
    note_refused(request, f"{shown_line(request.method)} {where}: {status} {key}")


def shown_line(words: str) -> str:
    """Words from elsewhere as they may stand in the log: short, and without what acts on a screen."""
    return "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in words[:200])


# Seats


def seat_id(battle: str, seat: Seat) -> str:
    """What a seat is called in addresses: no secret, and it tells nothing of other seats."""
    return _short(f"{battle}\n{seat}")


def seat_path(sitter: Sitter) -> str:
    """The address of a seat's table."""
    return f"/seat/{seat_id(sitter.battle, sitter.seat)}"


def token_of(request: HTTPConnection) -> str:
    """What the browser shows for the seat that the address names; empty if it has nothing."""
    return request.cookies.get(SEAT, "")


async def sitter_of(request: HTTPConnection, id: str) -> Sitter:  # noqa: A002 (as in the address)
    """Who asks for a page of the seat ``id``; what he sends is counted.

    Raises ``Told`` where the browser does not hold this seat, and where it sends too much.
    """
    token = token_of(request)
    found = await in_thread(tables_of(request).sitter, token) if token else Refusal("table.refused.token")
    if isinstance(found, Refusal) and found.key != "table.refused.token":
        raise told_by(found)
    if isinstance(found, Refusal) or seat_id(found.battle, found.seat) != id:
        # A browser keeps the cookie back when another site led here; loading again sends it.
        again = (("server.again", request.url.path), ("server.home", "/"))
        raise Told("server.not_your_seat", title="server.not_your_seat.title", actions=again)
    if request.scope.get("method") == "POST":
        check_rate(request, ACTIONS, token, "server.too_fast")
    return found


def sit_down(request: HTTPConnection, response: Response, taken: Taken) -> None:
    """Give a seat to this browser, beside those it has."""
    secure = request.url.scheme in ("https", "wss")
    response.set_cookie(
        SEAT,
        taken.token,
        max_age=YEAR,
        path=seat_path(taken.sitter),
        secure=secure,
        httponly=True,
        samesite="strict",
    )
    marks = [mark_of(taken.token), *marks_of(request)]
    response.set_cookie(
        MINE,
        ".".join(dict.fromkeys(marks[:MOST_SEATS])),
        max_age=YEAR,
        secure=secure,
        httponly=True,
        samesite="strict",
    )


def marks_of(request: HTTPConnection) -> list[str]:
    """The marks of the seats that this browser has had, the last first."""
    found = request.cookies.get(MINE, "").split(".")[:MOST_SEATS]
    return [each for each in found if re.fullmatch("[0-9a-f]{64}", each)]


def _short(words: str) -> str:
    return sha256(words.encode()).hexdigest()[:16]


# What was sent


async def form_of(request: Request, *, fields: int = 1000, files: int = 0) -> FormData:
    """What a form has sent.  The size of a request is limited before it gets here (``guard``).

    Raises ``Told`` for what is no form, or has too many fields or files.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if not kind and not await request.body():  # a button without fields
        return FormData()
    if kind not in ("application/x-www-form-urlencoded", "multipart/form-data"):
        raise Told("server.no_form", status=415)
    if kind == "multipart/form-data":
        return await request.form(max_files=files, max_fields=fields, max_part_size=WHOLE_BATTLE)
    found = await in_thread(_fields_of, await request.body(), fields)
    if found is None:
        raise Told("server.too_many_fields", {"most": fields}, status=400)
    return found


def _fields_of(body: bytes, most: int) -> FormData | None:
    """The fields of a form; None where they are too many, which is known before they are read."""
    if body.count(b"&") >= most:
        return None
    fields: list[tuple[str, str | UploadFile]] = [
        *parse_qsl(body.decode(errors="replace"), keep_blank_values=True)
    ]
    return FormData(fields)


def field_of(form: Mapping[str, object], name: str, most: int = 200) -> str:
    """A line of text from a form; empty if it was not sent.  Raises ``Told`` for one that is too long."""
    value = form.get(name, "")
    words = value if isinstance(value, str) else ""
    if len(words) > most:
        raise Told("server.too_long", {"most": most}, status=400)
    return words


async def once(
    request: Request, form: FormData, answer: Callable[[], Coroutine[Any, Any, Response]]
) -> Response:
    """What ``answer`` gives; if this form of this browser was answered lately, the same again.

    A form is known by its address, the seat's token, its id and all that it says.  One without an id, and one
    that was refused, is answered anew.
    """
    if not form.get("form"):
        return await answer()
    said = [
        (name, value if isinstance(value, str) else (value.filename, value.size))
        for name, value in form.multi_items()
    ]
    whole = repr((request.url.path, token_of(request), said))
    return await server_of(request).answers.once(sha256(whole.encode(errors="replace")).hexdigest(), answer)


# Work that takes time


async def in_thread(function: Callable[P, R], *given: P.args, **named: P.kwargs) -> R:
    """What a call that waits for the disk gives, while the loop serves others."""
    return await anyio.to_thread.run_sync(partial(function, *given, **named))


async def in_thread_drawing(function: Callable[P, R], *given: P.args, **named: P.kwargs) -> R:
    """What a call that only computes gives: few at a time, since they would only be in each other's way."""
    try:
        limiter = DRAWING.get()
    except LookupError:
        limiter = CapacityLimiter(2)
        _ = DRAWING.set(limiter)
    return await anyio.to_thread.run_sync(partial(function, *given, **named), limiter=limiter)


# Answers


async def shown(request: Request, page: pages.Page, status: int = 200, why: str = "") -> Response:
    """A page as the answer.  ``why``: the key of what it refuses, for the log."""
    if why:
        note_page(request, status, why)
    return HTMLResponse(await in_thread_drawing(written, page, language_of(request)), status)


def written(page: pages.Page, lang: Language) -> str:
    """A page as HTML, with an id for each of its forms."""
    return with_ids(render(page, lang))


def with_ids(html: str) -> str:
    """HTML with another id for each ``FORM_ID`` in it."""
    first, *rest = html.split(FORM_ID)
    return first + "".join(secrets.token_hex(8) + each for each in rest)


def see(path: str) -> Response:
    """After something was done: see this page."""
    return RedirectResponse(path, 303)


def refusal_text(lang: Language, refusal: Refusal) -> str:
    """Why something was not done, as a sentence."""
    return text(lang, refusal.key, shown_facts(refusal))


def shown_facts(refusal: Refusal) -> Mapping[str, object]:
    """The facts of a refusal for others than whoever runs the server: not where its files lie."""
    facts = dict(refusal.facts)
    if "database" in facts:
        facts["database"] = PurePath(str(facts["database"])).name
    return facts


def refused(lang: Language, refusal: Refusal) -> parts.Refusal:
    """Why something was not done, for the page that it is shown on."""
    return parts.Refusal(text(lang, "server.not_done", {}), refusal_text(lang, refusal))


def status_of(refusal: Refusal) -> int:
    """The status of an answer that refuses so."""
    known = {"table.refused.referee_only": 403, "table.refused.token": 403, "store.no_battle": 404}
    given = refusal.key in ("store.bad_title", "store.bad_name", "store.ambiguous", "store.stale")
    return known.get(refusal.key, 503 if refusal.key.startswith("store.") and not given else 409)


def file_name(title: str, ending: str) -> str:
    """The header that has a browser keep an answer as a file called like ``title``.

    What a file system or a shell takes for its own is left out.
    """
    kept = "".join(each if each.isalnum() or each in " -_" else " " for each in title)
    name = " ".join(kept.split())[:80].strip(" -") or "voevoda"
    plain = name.encode("ascii", "ignore").decode().strip(" -") or "voevoda"
    return f"attachment; filename=\"{plain}.{ending}\"; filename*=UTF-8''{quote(f'{name}.{ending}')}"
