"""What all pages share while the program serves: the tables, the database, who runs it, and its workers.

What takes long is computed by other processes and kept by its question, so that nobody waits for it twice and
the loop that serves everybody never waits for arithmetic.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import secrets
import signal
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import Any, TypeVar

from voevoda.journal_store import Store
from voevoda.play.seats import Seat
from voevoda.table import Tables
from voevoda.web.limits import Limits

Q = TypeVar("Q", bound=Hashable)
A = TypeVar("A")

KEPT = 500
"""So many answers are kept, and so many links that nobody has used yet."""


def _ignore_interrupts() -> None:
    """Let the program that started a worker be the one that ends it."""
    _ = signal.signal(signal.SIGINT, signal.SIG_IGN)


class Workers:
    """Other processes that compute; each question once, however many ask."""

    def __init__(self, processes: int = 1) -> None:
        self._processes = processes
        self._pool: Executor | None = None
        self._answers: OrderedDict[Hashable, asyncio.Future[Any]] = OrderedDict()

    async def compute(self, function: Callable[[Q], A], question: Q) -> A:
        """What ``function``, one of a module, answers; from memory if it was asked before.

        Raises what it raises.
        """
        key = (function, question)
        answer = self._answers.get(key)
        if answer is None:
            answer = asyncio.ensure_future(self._asked(function, question))
            self._answers[key] = answer
            answer.add_done_callback(lambda done: self._forget_failure(key, done))
            while len(self._answers) > KEPT:
                _ = self._answers.popitem(last=False)
        self._answers.move_to_end(key)
        found: A = await asyncio.shield(answer)
        return found

    def known(self, function: Callable[[Q], A], question: Q) -> A | None:
        """What has been computed already; None if it has not."""
        answer = self._answers.get((function, question))
        if answer is None or not answer.done() or answer.cancelled() or answer.exception() is not None:
            return None
        found: A = answer.result()
        return found

    async def _asked(self, function: Callable[[Q], A], question: Q) -> A:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._started(), function, question)
        except BrokenProcessPool:  # a worker was killed, for want of memory perhaps
            self.close()
            return await loop.run_in_executor(self._started(), function, question)

    def _started(self) -> Executor:
        if self._pool is None:
            # Not by fork: this process has threads, which may hold locks.
            self._pool = ProcessPoolExecutor(
                self._processes, multiprocessing.get_context("spawn"), _ignore_interrupts
            )
        return self._pool

    def _forget_failure(self, key: Hashable, done: asyncio.Future[Any]) -> None:
        if done.cancelled() or done.exception() is not None:
            _ = self._answers.pop(key, None)

    def close(self) -> None:
        """End the processes, whatever they are at."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


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


@dataclass(eq=False, slots=True)
class Server:
    """What all pages share."""

    tables: Tables
    store: Store
    owner: str = field(default="", repr=False)
    """The secret by which a browser shows that it is of whoever runs the server; empty: nobody is."""
    address: str = ""
    """Where others reach the server, for links; empty for the address under which it was asked."""
    hosts: frozenset[str] = frozenset()
    """Names it goes by, beside numbers and localhost."""
    guests_begin: bool = False
    """Whether battles may be begun by others than the owner."""
    limits: Limits = field(default_factory=Limits)
    links: Links = field(default_factory=Links)
    workers: Workers = field(default_factory=Workers)

    def is_owner(self, secret: str) -> bool:
        """Say whether this is the secret of whoever runs the server."""
        return bool(self.owner) and secrets.compare_digest(
            secret.encode(errors="replace"), self.owner.encode()
        )

    def close(self) -> None:
        """Let go of the workers."""
        self.workers.close()
