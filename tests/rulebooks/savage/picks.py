"""Even picks for the tests of savage."""

from __future__ import annotations

from voevoda.odds import generator


class Picks:
    """A source of even picks from a seed."""

    def __init__(self, seed: str) -> None:
        self._random = generator(seed)

    def below(self, bound: int, /) -> int:
        """Return an even pick from 0 … ``bound`` − 1."""
        return int(self._random.integers(bound))


class Fixed:
    """A source that always picks the same."""

    def __init__(self, pick: int) -> None:
        self._pick = pick

    def below(self, bound: int, /) -> int:
        """Return the pick."""
        return self._pick % bound
