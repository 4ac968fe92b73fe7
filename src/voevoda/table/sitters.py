"""Who sits at a seat, the token by which he is known, and who is told what a seat sees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from voevoda.play.seats import Seat
from voevoda.table.sight import Sight

Heard: TypeAlias = Callable[[Sight | None], None]
"""Called with what a seat sees now, or with None once the seat is no longer the listener's.

It must not wait: others are told after it.
"""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who a token stands for."""

    battle: str
    seat: Seat
    title: str
    taken: bool
    """Whether somebody sits here already: whose token this is.  If not, the token is that of a link."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A seat that was taken."""

    sitter: Sitter
    token: str = field(repr=False)
    """What the sitter shows from now on; the link opens nothing any more, except a spectator's."""


@dataclass(eq=False, slots=True)
class Subscription:
    """Someone who is told what a seat sees."""

    seat: Seat
    mark: str
    """Of the token by which it was opened."""
    heard: Heard
    leave: Callable[[Subscription], None]
    sent: int = 0
    """The version that was sent last."""

    def close(self) -> None:
        """Hear no more."""
        self.leave(self)
