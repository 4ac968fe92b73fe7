"""What all pages share while the program serves: the tables, the database, who runs it, and its workers.

What takes long is computed by other processes and kept by its question, so that nobody waits for it twice and
the loop that serves everybody never waits for arithmetic.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import secrets
import signal
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import Any, TypeVar

from starlette.responses import Response

from voevoda.journal_store import Store
from voevoda.play.errors import Refused
from voevoda.play.seats import Seat
from voevoda.table import Tables
from voevoda.web.limits import AtOnce, Limits

Q = TypeVar("Q", bound=Hashable)
A = TypeVar("A")

LOG = logging.getLogger("voevoda.web")

KEPT = 500
"""So many answers are kept, and so many links that nobody has used yet."""

LATELY = 600.0
"""Seconds for which the answer to a form is kept, for the same form sent again."""


def _begin_work() -> None:
    """Let a worker be ended by the program that started it, and stand back behind that."""
    _ = signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        _ = os.nice(10)


@dataclass(eq=False, slots=True)
class _Asked:
    """A question that was given to the workers."""

    answer: Future[Any]
    waiting: int = 0
    """How many wait for it now."""
    kept: bool = False
    """Whether it is computed even if they all go."""


class Workers:
    """Other processes that compute; each question once, however many ask."""

    def __init__(self, processes: int = 1) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._asked: OrderedDict[Hashable, _Asked] = OrderedDict()

    async def compute(self, function: Callable[[Q], A], question: Q, *, keep: bool = True) -> A:
        """What ``function``, one of a module, answers; from memory if it was asked before.

        Unless somebody says ``keep``, what nobody waits for any more is not begun.  Raises what the function
        raises, and ``Refused`` where no process can be had.
        """
        for _ in range(2):
            try:
                return await self._answered(function, question, keep=keep)
            except BrokenProcessPool:  # a worker was killed, for want of memory perhaps: once more
                self.close()
            except OSError:  # there is no memory for another process, or none is allowed
                break
        LOG.error("no worker could answer %r", function.__qualname__)
        raise Refused("server.no_worker")

    async def _answered(self, function: Callable[[Q], A], question: Q, *, keep: bool) -> A:
        key = (function, question)
        asked = self._asked.get(key)
        if asked is None:
            asked = self._asked[key] = _Asked(self._started().submit(function, question))
            while len(self._asked) > KEPT:
                _ = self._asked.popitem(last=False)
        self._asked.move_to_end(key)
        asked.kept |= keep
        asked.waiting += 1
        try:
            found: A = await asyncio.shield(asyncio.wrap_future(asked.answer))
        except Exception:
            _ = self._asked.pop(key, None)
            raise
        finally:
            asked.waiting -= 1
            if not (asked.waiting or asked.kept) and asked.answer.cancel():
                _ = self._asked.pop(key, None)
        return found

    def known(self, function: Callable[[Q], A], question: Q) -> A | None:
        """What has been computed already; None if it has not."""
        asked = self._asked.get((function, question))
        if asked is None or not asked.answer.done() or asked.answer.cancelled() or asked.answer.exception():
            return None
        found: A = asked.answer.result()
        return found

    def is_computing(self, function: Callable[[Q], A], question: Q) -> bool:
        """Whether that has been asked and is not answered yet."""
        asked = self._asked.get((function, question))
        return asked is not None and not asked.answer.done()

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Not by fork: this process has threads, which may hold locks.
            self._pool = ProcessPoolExecutor(
                self._processes, multiprocessing.get_context("spawn"), _begin_work
            )
        return self._pool

    def close(self) -> None:
        """End the processes, whatever they are at; the next question begins new ones."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in multiprocessing.active_children():
                worker.terminate()


class Links:
    """The join links that were dealt out and not used yet, to be shown again.

    The database keeps their hashes alone; after a restart the referee makes new ones.
    """

    def __init__(self) -> None:
        self._tokens: OrderedDict[tuple[str, Seat], str] = OrderedDict()

    def put(self, battle: str, seat: Seat, token: str) -> None:
        """Remember a link's token."""
        self._tokens[battle, seat] = token
        while len(self._tokens) > KEPT:
            _ = self._tokens.popitem(last=False)

    def of(self, battle: str, seat: Seat) -> str | None:
        """The token of the link to a seat, if it was dealt out here; it may be spent."""
        return self._tokens.get((battle, seat))


class Answers:
    """What forms were answered lately, so that one which comes twice counts once and is told the same."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._given: OrderedDict[str, tuple[float, asyncio.Future[Response]]] = OrderedDict()

    async def once(self, form: str, answer: Callable[[], Coroutine[Any, Any, Response]]) -> Response:
        """The answer to a form: that of before, if the very same came ``LATELY``; a refusal is not kept."""
        self._forget()
        known = self._given.get(form)
        if known is None:
            known = self._given[form] = self._clock(), asyncio.ensure_future(answer())
            known[1].add_done_callback(lambda done: None if _was_done(done) else self._given.pop(form, None))
        given = await asyncio.shield(known[1])
        # A copy: what is sent is written over on its way, by what compresses it.
        again = Response(given.body, given.status_code, background=given.background)
        again.raw_headers = [*given.raw_headers]
        return again

    def _forget(self) -> None:
        while self._given:
            came, _ = next(iter(self._given.values()))
            if len(self._given) <= KEPT and came > self._clock() - LATELY:
                return
            _ = self._given.popitem(last=False)


def _was_done(answer: asyncio.Future[Response]) -> bool:
    """Whether an answer refuses nothing."""
    return not answer.cancelled() and answer.exception() is None and answer.result().status_code < 400


@dataclass(eq=False, slots=True)
class Server:
    """What all pages share."""

    tables: Tables
    store: Store
    owner: str = field(default="", repr=False)
    """The secret by which a browser shows that it is of whoever runs the server; empty: nobody is."""
    address: str = ""
    """Where others reach the server, for links; empty for the address under which it was asked."""
    lan: str = ""
    """What to type for a server that phones reach; empty if that is what was typed."""
    hosts: frozenset[str] = frozenset()
    """Names it goes by, beside numbers and localhost."""
    guests_begin: bool = False
    """Whether battles may be begun by others than the owner."""
    limits: Limits = field(default_factory=Limits)
    listening: AtOnce = field(default_factory=AtOnce)
    """The pages that are told of changes."""
    links: Links = field(default_factory=Links)
    answers: Answers = field(default_factory=Answers)
    workers: Workers = field(default_factory=Workers)

    def is_owner(self, secret: str) -> bool:
        """Say whether this is the secret of whoever runs the server."""
        return bool(self.owner) and secrets.compare_digest(
            secret.encode(errors="replace"), self.owner.encode()
        )

    def close(self) -> None:
        """Let go of the workers."""
        self.workers.close()
