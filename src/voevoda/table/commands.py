"""What can be asked of a table, and what it says to that.

Commands are values that hold only what a form of a page can send: texts, numbers, lists.  Whose they are is
known from the sitter's token and never from the command.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Answer:
    """Typed dice, or a choice.  A choice may be changed by another ``Answer`` until it is read."""

    place: str
    """As the question says it: ``ask["place"]``."""
    reply: object
    """Faces, an option's id, names: as JSON has them."""


@dataclass(frozen=True, slots=True)
class Throw:
    """Let the table throw.  It goes on with robots, too, where they wait after something was taken back."""

    place: str | None = None
    """None for all the dice that the table waits for and that the sitter may have thrown."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back: a sitter his own last choice, the referee anything."""

    place: str | None = None
    """Of one of ``Sight.answers``, with all after it; None for what was done last."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Correct:
    """Put another reply in the place of a misread one; later dice stay while the same is asked."""

    place: str
    """Of one of ``Sight.answers``."""
    reply: object
    reason: str


@dataclass(frozen=True, slots=True)
class Rule:
    """Say what a roll counts as: one that is asked, or one that lies on the table."""

    place: str
    """Of an open roll, or of one of ``Sight.answers``."""
    reply: object
    """Faces that would give it."""
    reason: str


@dataclass(frozen=True, slots=True)
class Override:
    """Set a number of the state, for all to see."""

    path: str
    value: str
    reason: str


@dataclass(frozen=True, slots=True)
class TakeOver:
    """The referee answers for a seat whose sitter is away."""

    seat: str


@dataclass(frozen=True, slots=True)
class Release:
    """The sitter answers for himself again."""

    seat: str


@dataclass(frozen=True, slots=True)
class Robot:
    """A policy of the book answers for a seat where nobody sits."""

    seat: str
    policy: str | None
    """None: it does not any more."""


@dataclass(frozen=True, slots=True)
class RunToEnd:
    """Go on to the end in one go, or to what somebody who sits here is asked."""

    policy: str | None = None
    """Who chooses for the referee and for empty seats; None for the book's first."""


@dataclass(frozen=True, slots=True)
class Agree:
    """Agree on who throws the dice of a seat, and on whether they are thrown at once."""

    dice: str | None = None
    """``table``, ``typed`` or ``either``; None leaves it."""
    seat: str | None = None
    """None for all seats."""
    at_once: bool | None = None
    """None leaves it."""


@dataclass(frozen=True, slots=True)
class Appeal:
    """Tell the referee something: that a die was misread, say."""

    words: str


@dataclass(frozen=True, slots=True)
class Heard:
    """The referee has read the appeals there are."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Get up from a seat; its link opens nothing any more."""


@dataclass(frozen=True, slots=True)
class Close:
    """The battle is over, or left: the seed is shown and nothing can be changed any more."""


Command: TypeAlias = (
    Answer
    | Throw
    | Undo
    | Correct
    | Rule
    | Override
    | TakeOver
    | Release
    | Robot
    | RunToEnd
    | Agree
    | Appeal
    | Heard
    | Leave
    | Close
)


@dataclass(frozen=True, slots=True)
class Done:
    """A command was carried out, now or when it came the first time."""

    version: int
    """Of what the sitter sees now."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Nothing has changed, and why: a message key with its facts, to be told in the person's language."""

    key: str
    facts: Mapping[str, object] = field(default_factory=dict)
