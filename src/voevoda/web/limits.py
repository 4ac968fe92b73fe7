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
