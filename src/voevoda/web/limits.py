"""How much is taken from one person, and in which time."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from voevoda.files.journal_text import LARGEST

KB: Final = 1024

FORM: Final = 64 * KB
"""The largest form, in bytes."""

BATTLE_FILE: Final = 64 * KB
"""The largest battle file, in bytes."""

SET_UP: Final = 1024 * KB
"""The largest form of set-up, in bytes: all fields of a battle file, each with its name."""

WHOLE_BATTLE: Final = LARGEST
"""The largest file of a whole battle, in bytes: as a journal may grow, so that each comes in again."""

PATIENCE: Final = 30.0
"""Seconds that a browser has to send what it sends, to take what it is sent, and to answer."""

WAITING: Final = 64
"""With so many frames waiting for it a socket is closed."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many in so many seconds."""

    most: int
    seconds: float


ACTIONS: Final = Rate(20, 10)
"""What one seat may do."""

TRIES: Final = Rate(20, 60)
"""What one address may try: links, and battles begun or brought."""


LINES: Final = Rate(60, 60)
"""How many lines of the log one address may cause; of what comes beyond none is written."""

EDITS: Final = Rate(100, 20)
"""How often the drafts of set-up may change from one address: while one types, two come in a second."""


PAGES: Final = 8
"""How many pages of one seat listen at once."""

WATCHING: Final = 40
"""How many listen at once from one address by the spectators' link."""

CONNECTIONS: Final = 900
"""The most connections at once: most systems let a process have about a thousand."""

NEIGHBOURS: Final = 300
"""The most at once from one address."""

SPARE: Final = 20
"""So many more are told that there are too many; what comes beyond is ended without a word."""


class AtOnce:
    """What is open at once, by whose it is."""

    def __init__(self) -> None:
        self._open: dict[str, set[object]] = {}

    def enter(self, who: str, what: object) -> int:
        """Count one more, or one that is counted already; how many of ``who`` there are now."""
        there = self._open.setdefault(who, set())
        there.add(what)
        return len(there)

    def leave(self, who: str, what: object) -> None:
        """Count it no more."""
        there = self._open.get(who, set())
        there.discard(what)
        if not there:
            _ = self._open.pop(who, None)

    def all(self) -> int:
        """How many there are of everybody."""
        return sum(map(len, self._open.values()))


class Limits:
    """Who has done how much lately."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lately: OrderedDict[tuple[Rate, str], deque[float]] = OrderedDict()

    def allow(self, rate: Rate, who: str) -> bool:
        """Say whether ``who`` may do it once more, and count it if so."""
        now = self._clock()
        lately = self._lately.setdefault((rate, who), deque())
        self._lately.move_to_end((rate, who))
        while lately and lately[0] <= now - rate.seconds:
            _ = lately.popleft()
        if len(lately) >= rate.most:
            return False
        lately.append(now)
        while len(self._lately) > 10_000:
            _ = self._lately.popitem(last=False)
        return True
