"""Seats, and what a seat may know.

A view is built up from nothing: what is not put into ``Seen`` for a seat does not reach it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from typing import NamedTuple, TypeAlias, Union

Fact: TypeAlias = Union[bool, int, str, Fraction, "tuple[Fact, ...]", "Mapping[str, Fact]", None]
Facts: TypeAlias = Mapping[str, Fact]
"""What is said of something, in no language: names, exact numbers, lists of them.  Never a float."""


class Seat(NamedTuple):
    """A place at the table.

    ``name`` is a side's (of a commander, or of a referee who commands one himself) or a character's.
    """

    kind: str
    """One of ``table``, ``referee``, ``commander``, ``player``, ``spectator``."""
    name: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}" if self.name else self.kind

    @staticmethod
    def parse(text: str) -> Seat:
        """The seat that ``str`` wrote."""
        kind, _, name = text.partition(":")
        return Seat(kind, name)


TABLE = Seat("table")
"""Nobody's own: dice and draws that the table's settings say who throws.  The referee answers for it."""
REFEREE = Seat("referee")
SPECTATOR = Seat("spectator")


def commander(side: str) -> Seat:
    """The seat that commands ``side``."""
    return Seat("commander", side)


def player(character: str) -> Seat:
    """The seat of the player whose character this is."""
    return Seat("player", character)


@dataclass(frozen=True, slots=True)
class Audience:
    """Which seats something is for.  ``seats`` is None for everyone."""

    seats: tuple[Seat, ...] | None

    def holds(self, seat: Seat) -> bool:
        """Say whether ``seat`` may know.

        A referee knows everything, unless he commands a side (``Seat("referee", side)``): then what is
        only for others than that side stays hidden from him as from any commander.
        """
        if self.seats is None or seat in self.seats:
            return True
        if seat.kind != "referee":
            return False
        return not seat.name or commander(seat.name) in self.seats or REFEREE in self.seats

    def __str__(self) -> str:
        return "everyone" if self.seats is None else ", ".join(map(str, self.seats)) or "nobody"


EVERYONE = Audience(None)


def only(*seats: Seat) -> Audience:
    """An audience of these seats (and of a referee who plays no side)."""
    return Audience(tuple(sorted(seats)))


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log: a note of the rule, or a question with its answer."""

    key: str
    """Message id."""
    cite: str
    """Clause of the rulebook."""
    facts: Facts
    seen_by: Audience = EVERYONE
    by: Seat = TABLE
    """Whose question it was; the table's for a note."""
    reply: object = None
    """What the table said; None for a note."""
    source: str = ""
    """``seed``, ``typed``, ``chosen``, ``ruled`` or ``policy:NAME``; empty for a note."""


@dataclass(frozen=True, slots=True)
class Seen:
    """All that a seat receives, built for it."""

    view: Facts
    """The state as the rulebook shows it to this seat."""
    asks: tuple[Facts, ...]
    """The questions put to this seat, with what it has laid."""
    waits: tuple[str, ...]
    """The seats the table waits for: names only."""
    log: tuple[Line, ...]
    """The lines this seat may read; their numbers are its own."""

    def bytes(self) -> bytes:
        """Canonical JSON: equal content, equal bytes."""
        log = [
            {
                "cite": line.cite,
                "facts": line.facts,
                "key": line.key,
                "reply": line.reply,
                "seat": str(line.by),
            }
            for line in self.log
        ]
        return canonical({"asks": self.asks, "log": log, "view": self.view, "waits": self.waits}).encode()


def canonical(value: object) -> str:
    """JSON with sorted keys and no spaces; a fraction is written as ``"a/b"``, a ruling by its fields."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=_plain)


def _plain(value: object) -> object:
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return dict(value)
    if is_dataclass(value):
        return {each.name: getattr(value, each.name) for each in fields(value)}
    raise TypeError(f"not a fact: {value!r}")
