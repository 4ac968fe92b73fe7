"""Around every request: where it comes from, how much it may bring and how long that may take.

And around every answer: what a browser may do with it.  What is refused here is told as a page, and writes a
line of the log; an address in the log has no tokens in it.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection, Request

from voevoda.web.limits import BATTLE_FILE, FORM, KB, PATIENCE, SET_UP, WHOLE_BATTLE
from voevoda.web.messages import told_page
from voevoda.web.requests import Told, note_refused, server_of, shown_line

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]

CONTENT: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

HEADERS: Final = (
    (b"content-security-policy", CONTENT.encode()),
    (b"x-robots-tag", b"noindex, nofollow"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)

FILES: Final = (WHOLE_BATTLE + 16 * KB, 4 * FORM)
"""The most with a whole battle, and with a file in a form: three bytes for each beyond ASCII."""

LARGEST: Final = (
    ("/import", FILES[0]),
    ("/new", FILES[1]),
    ("/begin", FILES[1]),
    # All fields of a battle file, each with its name.
    ("/setup", SET_UP),
)
"""Where more may be sent than a form."""

TOKEN: Final = re.compile(r"((?:join|owner)[^0-9a-z]+).*|[0-9a-f]{20,}", re.IGNORECASE | re.DOTALL)
"""What is, or may be, the secret part of an address."""

DRAINED: Final = 8 * WHOLE_BATTLE
"""So much is read and thrown away, so that who has sent too much can read why it was refused."""


def shown_path(path: str) -> str:
    """A path for the log: without a token, wherever it stands, and without what acts on a screen."""
    return shown_line(TOKEN.sub(r"\1…", path))


class Guard:
    """The outermost layer of the application."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Let a request through, or say why not."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        told = _refused(connection)
        if scope["type"] == "websocket":
            if told is None:
                await self._app(scope, receive, send)
                return
            note_refused(connection, f"socket {shown_path(scope['path'])}: {told.key}")
            await send({"type": "websocket.close", "code": 1008})
            return
        body, sending = Body(receive, _largest(scope["path"])), _with_headers(send, scope["path"])
        if told is not None or (told := body.refused(connection)) is not None:
            await body.drain()
            answer = await told_page(Request(scope), told)
            await answer(scope, body, sending)
            return
        if scope["method"] == "HEAD":  # what GET would get; the server leaves out what is not for it
            scope = {**scope, "method": "GET"}
        await self._app(scope, body, sending)


def _refused(connection: HTTPConnection) -> Told | None:
    """What is wrong with where a request comes from."""
    host = connection.headers.get("host", "")
    if not _is_ours(host, server_of(connection).hosts):
        return Told("server.host", {"given": host[:60]}, status=421)
    origin = connection.headers.get("origin")
    if connection.scope["type"] == "websocket":
        return None if origin and _netloc(origin) == host.lower() else Told("server.origin")
    if connection.scope["method"] in ("GET", "HEAD"):
        return None
    # A browser of old, or one without scripts, may say nothing; then what it came from has to be ours.
    said = origin if origin is not None else connection.headers.get("referer")
    return None if said is None or _netloc(said) == host.lower() else Told("server.origin")


def _netloc(address: str) -> str:
    with suppress(ValueError):
        return urlsplit(address).netloc.lower()
    return ""


def _is_ours(host: str, names: frozenset[str]) -> bool:
    """Whether a server is called so.

    A foreign name that somebody has led to this machine would make a page of his one of ours.
    """
    name = (
        host.lower().rpartition("]")[0].removeprefix("[") if "]" in host else host.lower().partition(":")[0]
    )
    if name in ("localhost", *names) or name.endswith(".localhost"):
        return True
    with suppress(ValueError):
        _ = ipaddress.ip_address(name)
        return True
    return False


def _largest(path: str) -> int:
    return next((most for start, most in LARGEST if path == start or path.startswith(f"{start}/")), FORM)


def _too_much(most: int) -> Told:
    """What is accepted, where a file is brought: that and not how long a request may be."""
    if most in FILES:
        facts = {"file": BATTLE_FILE // KB, "whole": WHOLE_BATTLE // KB // KB}
        return Told("server.too_much.file", facts, status=413)
    return Told("server.too_much", {"most": most // KB}, status=413)


class Body:
    """What a request brings, as far as it is taken."""

    def __init__(self, receive: Receive, most: int, patience: float = PATIENCE) -> None:
        self._receive = receive
        self._most = most
        self._got = 0
        self._more = True
        self._until = asyncio.get_running_loop().time() + patience

    def refused(self, connection: HTTPConnection) -> Told | None:
        """What is wrong with its length, as far as the request says it."""
        said = connection.headers.get("content-length", "0")
        if not said.isdecimal():
            return Told("server.unreadable", status=400)
        return _too_much(self._most) if int(said) > self._most else None

    async def __call__(self) -> Message:
        """The next part.  Raises ``Told`` for one too many, or too late."""
        if not self._more:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            self._more = False
            raise Told("server.too_slow", status=408) from None
        self._more = bool(message.get("more_body", False))
        self._got += len(message.get("body", b""))
        if self._got > self._most:
            await self.drain()
            raise _too_much(self._most)
        return message

    async def drain(self) -> None:
        """Read what comes and throw it away, while that is not too much."""
        with suppress(TimeoutError):
            async with asyncio.timeout_at(self._until):
                while self._more and self._got < DRAINED:
                    message = await self._receive()
                    self._more = bool(message.get("more_body", False))
                    self._got += len(message.get("body", b""))


def _with_headers(send: Send, path: str) -> Send:
    """Say with each answer what a browser may do with it.

    What a page loads is told the address of the page, unless that has a token in it; with no word of where it
    comes from, a form would be one of another site.
    """
    referrer = b"strict-origin" if TOKEN.search(path) else b"same-origin"

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = list(message.get("headers", ()))
            names = {name.lower() for name, _ in given}
            extra = [] if b"cache-control" in names else [(b"cache-control", b"no-store")]
            all_of_them = [*given, *HEADERS, (b"referrer-policy", referrer), *extra]
            message = {**message, "headers": all_of_them}
        await send(message)

    return sending
