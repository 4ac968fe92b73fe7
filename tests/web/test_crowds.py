"""Too many connections at once, at a server that listens: who has too many is told, and keeps nobody out."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import Thread

import httpx
import uvicorn

from voevoda.journal_store import open_store
from voevoda.table import Tables
from voevoda.web.app import application
from voevoda.web.limits import NEIGHBOURS, SPARE, AtOnce
from voevoda.web.run import configured
from voevoda.web.server import Server


@contextmanager
def listening() -> Iterator[int]:
    """A server on a port of its own."""
    with open_store("sqlite://") as store, socket.create_server(("127.0.0.1", 0)) as place:
        server = uvicorn.Server(configured(application(Server(Tables(store), store))))
        serving = Thread(target=server.run, args=([place],))
        serving.start()
        try:
            until(lambda: server.started)
            yield place.getsockname()[1]
        finally:
            server.should_exit = True
            serving.join()


def until(holds: object) -> None:
    """Wait for it a while."""
    assert callable(holds)
    for _ in range(1000):
        if holds():
            return
        time.sleep(0.01)
    raise AssertionError


def silent(port: int, address: str) -> socket.socket:
    """Somebody at this address who connects and says nothing."""
    return socket.create_connection(("127.0.0.1", port), source_address=(address, 0))


def test_one_address_keeps_nobody_else_out() -> None:
    """It is told in both languages that it has too many, and gets in again once it has fewer."""
    with listening() as port, ExitStack() as stack:
        many = [stack.enter_context(silent(port, "127.0.0.2")) for _ in range(NEIGHBOURS)]
        at = f"http://127.0.0.1:{port}/"
        neighbour = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(transport=neighbour) as client:
            refused = client.get(at)
            others = httpx.get(at)
            for each in many[:10]:
                each.close()
            until(lambda: client.get(at).status_code == 200)

    assert (503, 200) == (refused.status_code, others.status_code)
    assert "Слишком" in refused.text or "слишком много" in refused.text
    assert "Too many connections" in refused.text


def test_what_comes_beyond_is_ended_without_a_word() -> None:
    """So that those who are told cannot be too many either."""
    with listening() as port, ExitStack() as stack:
        many = [stack.enter_context(silent(port, "127.0.0.3")) for _ in range(NEIGHBOURS + SPARE + 1)]
        many[-1].settimeout(10)
        try:
            said = many[-1].recv(1)
        except ConnectionResetError:
            said = b""

    assert b"" == said


def test_what_is_counted_twice_is_one_and_what_has_gone_is_none() -> None:
    """A connection that becomes a socket is still one."""
    open_ = AtOnce()
    assert [1, 1, 2] == [open_.enter("a", 1), open_.enter("a", 1), open_.enter("a", 2)]
    assert 1 == open_.enter("b", 3)
    for what in (1, 1, 2):
        open_.leave("a", what)
    open_.leave("nobody", 1)

    assert 1 == open_.all()
