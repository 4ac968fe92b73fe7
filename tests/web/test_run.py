"""The server itself, over real connections: whom it cuts off, and whom it does not."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from contextlib import closing
from typing import Any

import uvicorn
from websockets.asyncio.client import connect

from voevoda.web.run import PatientHttp, PatientSocket

PATIENCE = 0.2


class Impatient(PatientHttp):
    """Waits for a moment only."""

    patience = PATIENCE


async def listens(
    scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
) -> None:
    """An application that takes sockets, and says nothing."""
    assert scope["type"] == "websocket"
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


class Server(uvicorn.Server):
    """Says when it listens, and where."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.port = asyncio.get_running_loop().create_future()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        self.port.set_result(self.servers[0].sockets[0].getsockname()[1])


async def served(ask: Callable[[int], Awaitable[bytes]]) -> bytes:
    """What somebody gets who asks at the port of a server."""
    config = uvicorn.Config(
        listens, port=0, http=Impatient, ws=PatientSocket, lifespan="off", log_config=None, access_log=False
    )
    server = Server(config)
    serving = asyncio.create_task(server.serve())
    try:
        return await ask(await server.port)
    finally:
        server.should_exit = True
        await serving


def test_a_socket_lasts_longer_than_a_request_may_take() -> None:
    """A page is not cut off from its table for saying nothing: it is never asked to."""

    async def ask(port: int) -> bytes:
        async with connect(f"ws://127.0.0.1:{port}/") as page:
            await asyncio.sleep(3 * PATIENCE)
            await (await page.ping())
        return b"open"

    assert b"open" == asyncio.run(served(ask))


def test_who_connects_and_asks_nothing_is_cut_off() -> None:
    """After a while; the connection is for others."""

    async def ask(port: int) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        with closing(writer):
            return await reader.read()

    assert b"" == asyncio.run(asyncio.wait_for(served(ask), 10))
