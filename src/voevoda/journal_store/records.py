"""What the store keeps, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from voevoda.files.journal_text import Found
from voevoda.play.journal import Journal
from voevoda.play.seats import Seat


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle without its journal: what a list of battles shows.  It holds nothing secret."""

    id: str
    """128 random bits in hexadecimal: nothing that a command line or a chat could take for its own."""
    title: str
    book: str
    """The id of the rulebook."""
    lang: str
    """The language it was set up in."""
    file: str | None
    """The text of the battle file; None where a battle came as a journal without it."""
    settings: Mapping[str, Any]
    """What the table has agreed on, such as who throws dice, as JSON has it.  The store reads none of it."""
    archived: bool
    closed: bool
    """Whether its last word is that it is over and the seed is shown."""
    verified: bool
    """False where it came from outside and its dice are not, or not provably, those of its seed."""
    head: int
    """How many entries its journal has: the sequence of the next."""
    created: int
    """Seconds since 1970, UTC."""
    changed: int
    """When the last entry was written, or the battle renamed; as ``created``."""
    agreed: int = 0
    """How often its settings or its seats were changed."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A battle with its journal."""

    battle: Battle
    found: Found
    """The journal as a file of it would be read."""
    seed: str | None = field(repr=False)
    """What throws the dice.  It tells every roll to come: it is for nobody until the battle is closed."""

    @property
    def journal(self) -> Journal:
        """The typed entries."""
        return self.found.journal


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat at one battle's table, and who sits there."""

    seat: Seat
    sitter: str = ""
    """The name that whoever took it goes by; empty while nobody has."""
    robot: str | None = None
    """The policy that answers for it; None for people."""
    has_token: bool = False
    """Whether a join link leads here."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """What a command changes beside the journal."""

    before: int
    """``Battle.agreed`` as the writer has read it."""
    settings: Mapping[str, Any] | None = None
    """In the place of those before; None leaves them."""
    seats: tuple[SeatRow, ...] = ()
    """Who sits where from now on; links stay."""
    left: tuple[Seat, ...] = ()
    """Seats that no token opens any more."""


@dataclass(frozen=True, slots=True)
class Template:
    """A battle file to begin from again."""

    name: str
    book: str
    file: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A battle file that somebody is at; the store reads none of its texts."""

    id: str
    """128 random bits in hexadecimal: whoever knows it may go on with it."""
    book: str
    text: str
    """As it was left, right or wrong."""
    valid: str | None = None
    """As it was when it was last a battle."""
    before: str | None = None
    """As it was before its last changes, one after another."""
