"""The server itself: one process, and no patience with whoever is slow."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import MutableMapping
from contextlib import suppress
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from voevoda.i18n import LANGUAGES, text
from voevoda.web.limits import CONNECTIONS, KB, NEIGHBOURS, PATIENCE, SPARE, AtOnce

OPEN = AtOnce()
"""The connections of this process, by the network that each comes from."""


def neighbourhood(transport: asyncio.Transport) -> str:
    """Whose a connection is: an address, or of IPv6 the network that one household has whole."""
    peer = transport.get_extra_info("peername")
    try:
        address = ip_address(str(peer[0]).partition("%")[0])
    except (TypeError, ValueError, IndexError):
        return "?"
    if isinstance(address, IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or ip_network((address, 64), strict=False))


async def crowded(scope: MutableMapping[str, Any], _receive: object, send: Any) -> None:
    """Say in all languages that there are too many connections, and end this one."""
    if scope["type"] != "http":
        return
    words = "\n".join(text(lang, "server.crowded", {}) for lang in LANGUAGES).encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(words)).encode()),
        (b"retry-after", b"30"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": words})


class PatientHttp(H11Protocol):
    """Ends a connection that takes too long to say what it wants, or to read what it gets."""

    patience = PATIENCE
    """Seconds."""

    _asking: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a request, unless there are too many who do."""
        super().connection_made(transport)
        who = neighbourhood(transport)
        here = OPEN.enter(who, transport) - NEIGHBOURS
        over = max(here, OPEN.all() - CONNECTIONS)
        if over > SPARE:
            transport.abort()
        elif over > 0:
            self.app = crowded
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Wait for the rest of it."""
        super().data_received(data)
        if self.transport.get_protocol() is not self:  # it is a socket's now
            return
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()
        elif self._asking is None and self.timeout_keep_alive_task is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        OPEN.leave(neighbourhood(self.transport), self.transport)
        self._stop_waiting()
        self.resume_writing()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """The connection is a socket's now, unless there are too many."""
        self._stop_waiting()
        if self.app is crowded:
            self.transport.abort()
        else:
            super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        """Nothing more can be sent until something is read."""
        super().pause_writing()
        self._reading = self.loop.call_later(self.patience, self.transport.abort)

    def resume_writing(self) -> None:
        """It was read."""
        super().resume_writing()
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _wait(self) -> None:
        self._asking = self.loop.call_later(self.patience, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None


class PatientSocket(WebSocketsSansIOProtocol):
    """Ends a socket that does not read what it gets."""

    _reading: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Nothing more can be sent until something is read."""
        super().pause_writing()
        self._reading = self.loop.call_later(PATIENCE, self.transport.abort)

    def resume_writing(self) -> None:
        """It was read."""
        super().resume_writing()
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        OPEN.leave(neighbourhood(self.transport), self.transport)
        self.resume_writing()
        super().connection_lost(exc)


def configured(app: FastAPI, *, behind_proxy: bool = False) -> uvicorn.Config:
    """How the server runs: its log is that of the program, and has no addresses with tokens in it.

    ``behind_proxy``: who asks, and how, is what a proxy on this machine says; else nobody is believed.
    """
    return uvicorn.Config(
        app,
        http=PatientHttp,
        ws=PatientSocket,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=behind_proxy,
        forwarded_allow_ips=["127.0.0.1", "::1"],
        h11_max_incomplete_event_size=16 * KB,
        timeout_keep_alive=20,
        timeout_graceful_shutdown=3,
        ws_max_size=KB,
        ws_per_message_deflate=False,  # it would take a sixth of all that is computed for a table
        # A socket that has gone without a word is noticed within PATIENCE.
        ws_ping_interval=PATIENCE / 2,
        ws_ping_timeout=PATIENCE / 2,
    )


def run(app: FastAPI, sockets: list[socket.socket], *, behind_proxy: bool = False) -> None:
    """Serve until the person, or the system, ends it."""
    # So that what only waits does not wait for what computes.
    sys.setswitchinterval(0.001)
    # What is there by now stays; looking through all of it for what has gone would halt every table.
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)
    # The server takes its leave of everybody, and then passes the signal on to whoever had it before.
    _ = signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        uvicorn.Server(configured(app, behind_proxy=behind_proxy)).run(sockets)
