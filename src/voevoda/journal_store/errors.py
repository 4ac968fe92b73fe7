"""Everything the store can refuse, as one tree.

::

    StoreError
    ├── NoBattle         no battle has this id or title
    ├── StaleSequence    somebody else has written since; nothing was
    └── Repeated         this very command was done already; nothing was done twice

A refusal carries a message key and facts, never text.  What it does not name is told by its key alone: a
database that is full, read-only, locked, damaged, newer than the program, or out of reach.  In every case the
battle is as it was.
"""

from __future__ import annotations


class StoreError(Exception):
    """What the store refuses, or the database did.  ``key`` names the message, ``facts`` fill it."""

    def __init__(self, key: str, /, **facts: object) -> None:
        super().__init__(key, facts)
        self.key = key
        self.facts = facts


class NoBattle(StoreError):
    """There is no such battle (any more)."""

    def __init__(self, given: str) -> None:
        super().__init__("store.no_battle", given=given)


class StaleSequence(StoreError):
    """The battle has grown, or shrunk to nothing, since the writer read it."""

    def __init__(self, head: int) -> None:
        super().__init__("store.stale", head=head)
        self.head = head
        """How many entries there are now: the sequence of the next."""


class Repeated(StoreError):
    """The command was done before."""

    def __init__(self, head: int) -> None:
        super().__init__("store.repeated", head=head)
        self.head = head
        """How many entries there were when it was done."""
