"""Everything the table can refuse, as one tree.

::

    PlayError
    ├── Refused            what a person sent was not taken; nothing changed
    │   ├── Illegal        the reply is none that the question accepts
    │   └── Stale          the question is not open (any more), or its dice are thrown
    ├── Diverged           a journal asks something else than the rules do today
    └── RuleError          a rulebook broke its contract (a bug, never the person's fault)

A refusal carries a message key and facts, never text: what was given and what is accepted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from voevoda.play.seats import Fact, Facts


class PlayError(Exception):
    """The root of the tree."""


class Refused(PlayError):
    """What was sent is not taken and nothing has changed.  ``key`` names the message, ``facts`` fill it."""

    key: str
    """Message id, such as ``play.illegal.faces``."""
    facts: Facts
    """Always ``given``, where something was given; what is accepted under names that the message knows."""

    def __init__(self, key: str, /, **facts: Fact) -> None:
        super().__init__(key, facts)
        self.key = key
        self.facts = facts


class Illegal(Refused):
    """The reply is none that the question accepts."""


class Stale(Refused):
    """The question named is not open, or its dice lie on the table already."""


class Diverged(PlayError):
    """The journal and today's rules part ways at entry ``seq``."""

    def __init__(self, seq: int, asked: object, recorded: object) -> None:
        super().__init__(f"entry {seq}: the rules ask {asked!r}, the journal has {recorded!r}")
        self.seq = seq
        self.asked = asked
        self.recorded = recorded


class RuleError(PlayError):
    """A rulebook broke its contract."""
