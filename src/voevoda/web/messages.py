"""Pages of one sentence: what went wrong, and where to go from here."""

from __future__ import annotations

from fastapi import Request, Response
from fastapi.responses import PlainTextResponse
from starlette.exceptions import HTTPException
from starlette.routing import Match

from voevoda.i18n import text
from voevoda.web.pages import Message
from voevoda.web.parts import Action
from voevoda.web.requests import Told, frame, language_of, note_page, shown

TITLES = {404: "server.nowhere.title", 500: "server.fault.title"}


async def told_page(request: Request, told: Told) -> Response:
    """A page that says it, or to a script that asks for no more the sentence alone; the log gets a line."""
    lang = language_of(request)
    note_page(request, told.status, told.key)
    words = text(lang, told.key, told.facts)
    if "return=minimal" in request.headers.get("prefer", ""):  # a script, which shows it on the page it has
        return PlainTextResponse(f"{text(lang, 'server.not_done', {})} {words}", told.status)
    title = text(lang, told.title, {})
    page = Message(
        frame=frame(request, title),
        title=title,
        words=words,
        actions=tuple(
            Action(text(lang, label, {}), href, "main" if n == 0 else "secondary")
            for n, (label, href) in enumerate(told.actions)
        ),
        code=str(told.status),
    )
    answer = await shown(request, page, told.status)
    if told.status == 408:  # what is still to come is not to be taken for another request
        answer.headers["connection"] = "close"
    return answer


async def on_told(request: Request, told: Exception) -> Response:
    """The answer to what was raised as ``Told``."""
    assert isinstance(told, Told)
    return await told_page(request, told)


async def on_http(request: Request, error: Exception) -> Response:
    """The answer where the framework refuses: no such page, not this way, not to be read."""
    assert isinstance(error, HTTPException)
    key = {404: "server.nowhere", 405: "server.method"}.get(error.status_code, "server.unreadable")
    told = Told(key, status=error.status_code, title=TITLES.get(error.status_code, "server.refused"))
    answer = await told_page(request, told)
    if error.status_code == 405:
        answer.headers["allow"] = ", ".join(_methods(request))
    return answer


def _methods(request: Request) -> list[str]:
    """What may be done at this address."""
    may = [each for each in ("GET", "POST") if _leads(request, each)]
    return ["GET", "HEAD", *may[1:]] if "GET" in may else may


def _leads(request: Request, method: str) -> bool:
    scope = {**request.scope, "method": method}
    return any(route.matches(scope)[0] is Match.FULL for route in request.app.routes)


async def on_unreadable(request: Request, _error: Exception) -> Response:
    """The answer to parts of an address, or fields, that are not what they have to be."""
    return await told_page(request, Told("server.unreadable", status=400))


async def on_fault(request: Request, _error: Exception) -> Response:
    """The answer where the program fails; what failed is in the log."""
    return await told_page(request, Told("server.fault", status=500, title="server.fault.title"))
