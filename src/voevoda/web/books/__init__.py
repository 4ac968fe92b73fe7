"""What each rulebook puts on the screen of its table, one module a book; the rest of a page is alike for all.

A ``Screen`` is made of what a seat sees and of the messages of its book, and knows no rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from voevoda.play.seats import Line
from voevoda.web.fields import Roster
from voevoda.web.parts import Ask, Die, Hand, Score, Tell
from voevoda.web.scene import Scene


def _nothing(*_: object) -> tuple[()]:
    return ()


def _none(*_: object) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Screen:
    """What a book puts on the screen."""

    steps: tuple[str, ...]
    """The steps of a round, or of the day, in the order of the book; texts: ``seat.<book>.step.<step>``."""
    step_of: Callable[[str], str | None]
    """The step that the message of a line or a question belongs to; None: with what stands before it."""
    now: Callable[[Scene], str | None]
    """The step under way, where the view tells; None: that of what is asked, or of the last line."""
    score: Callable[[Scene], Score]
    """The numbers of both sides."""
    dice_of: Callable[[Scene, Line], tuple[Die, ...]]
    """The dice of a line that was thrown or typed."""
    put: Callable[[Scene, Mapping[str, Any], Ask], Ask] = lambda _scene, _ask, form: form
    """A choice as a form: what its options show beside their names."""
    hands: Callable[[Scene], tuple[Hand, ...]] = _nothing
    """Cards, this seat's own first."""
    rosters: Callable[[Scene], tuple[Roster, ...]] = _nothing
    """Units, characters, fighters."""
    tell: Callable[[Scene], Tell | None] = _none
    """What the referee says to the table now."""
    advised: Callable[[Scene], bool] = lambda _scene: False
    """Whether advice comes with the odds now."""
    without: Callable[[Scene], frozenset[str]] = lambda _scene: frozenset()
    """The steps that a battle has not."""


def screen_of(book: str) -> Screen:
    """The screen of a book."""
    found: Screen = import_module(f"voevoda.web.books.{book}").SCREEN
    return found


def stepping(book: str, prefixes: Mapping[str, tuple[str, ...]]) -> Callable[[str], str | None]:
    """The step of a message, by the beginnings of the keys of each step, without the book's name."""

    def step_of(key: str) -> str | None:
        name = key.removeprefix(f"{book}.")
        for step, begun in prefixes.items():
            if any(name == each or name.startswith(f"{each}.") for each in begun):
                return step
        return None

    return step_of


def flat(reply: object) -> tuple[int, ...]:
    """All faces of a reply, in a row."""
    if isinstance(reply, tuple):
        return tuple(face for each in reply for face in flat(each))
    return (reply,) if isinstance(reply, int) else ()
