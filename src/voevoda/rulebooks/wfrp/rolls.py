"""The book's own questions: a test of points, a roll on the influence table, and wounds."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, NamedTuple, TypeVar

from voevoda.play.law import Law, Source
from voevoda.play.questions import Reply, Roll, Ruled, faces, frozen, sum_of_dice
from voevoda.play.seats import Fact, Facts
from voevoda.rulebooks.wfrp.tables import Dice, Row, row_of

A_co = TypeVar("A_co", bound=Hashable, covariant=True)


class Rolled(NamedTuple):
    """What a test of points shows."""

    level: int
    """Success level: tens of the points less tens of the roll (W-3.2, W-3.3)."""
    double: int
    """1 for a critical, −1 for a fumble, else 0 (W-3.6)."""


def rolled(target: int, roll: int) -> Rolled:
    """Read a d100 ``roll`` (00 is 100) against ``target`` points."""
    level = target // 10 - roll // 10
    success = roll <= target
    if roll <= 5:
        success, level = True, max(level, 1)
    elif roll >= 96:
        success, level = False, min(level, -1)
    if roll % 11 and roll != 100:
        return Rolled(level, 0)
    return Rolled(level, 1 if success else -1)


@lru_cache(maxsize=1024)
def every_roll(target: int) -> tuple[Rolled, ...]:
    """What each roll from 1 to 100 shows against ``target`` points."""
    return tuple(rolled(target, roll) for roll in range(1, 101))


@dataclass(frozen=True, slots=True, kw_only=True)
class D100(Roll[A_co]):
    """A single d100, whatever is read from it."""

    kind: ClassVar[str] = "d100"

    def normal(self, reply: object) -> Reply:
        return (reply,) if type(reply) is int else frozen(reply)

    def throw(self, source: Source, /) -> Reply:
        return (source.below(100) + 1,)

    def take(self, faces: Iterator[int], /) -> Reply:
        return (next(faces),)

    def shape(self) -> Fact:
        return self.kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Percent(D100[Rolled]):
    """One d100 against a side's points (W-3.1)."""

    target: int

    def read(self, reply: Reply, /) -> Rolled:
        (roll,) = faces(self, reply, 1, 100)
        return every_roll(self.target)[roll - 1]

    def law(self) -> Law[Rolled]:
        return Law.even(every_roll(self.target))

    def prompt(self) -> Facts:
        return {"dice": 1, "sides": 100, "target": self.target}

    def told(self, answer: Rolled, reply: Reply, /) -> Facts:
        said: dict[str, Fact] = {"target": self.target, "sl": answer.level}
        if not isinstance(reply, Ruled):
            said = {"roll": faces(self, reply, 1, 100)[0], **said}
        if answer.double:
            said["double"] = "critical" if answer.double > 0 else "fumble"
        return said


@dataclass(frozen=True, slots=True, kw_only=True)
class Influence(D100[Row]):
    """One d100 on the influence table (W-4)."""

    table: tuple[Row, ...]
    plus: int
    """What is added to the roll."""

    def read(self, reply: Reply, /) -> Row:
        (roll,) = faces(self, reply, 1, 100)
        return row_of(self.table, roll + self.plus)

    def law(self) -> Law[Row]:
        return law_of_influence(self.table, self.plus)

    def prompt(self) -> Facts:
        return {"dice": 1, "sides": 100, "plus": self.plus}

    def told(self, answer: Row, reply: Reply, /) -> Facts:
        said: dict[str, Fact] = {"plus": self.plus}
        if not isinstance(reply, Ruled):
            (roll,) = faces(self, reply, 1, 100)
            said |= {"roll": roll, "result": roll + self.plus}
        return {**said, "low": answer.low, "high": answer.high}


@lru_cache(maxsize=512)
def law_of_influence(table: tuple[Row, ...], plus: int) -> Law[Row]:
    """The law of the row that a d100 with ``plus`` added finds."""
    return Law.even(row_of(table, roll + plus) for roll in range(1, 101))


@dataclass(frozen=True, slots=True, kw_only=True)
class Wounds(Roll[int]):
    """The wounds of one character.  A d5 is a d10 halved and rounded up (W-4.2)."""

    kind: ClassVar[str] = "wounds"

    dice: Dice

    @property
    def sides(self) -> int:
        """Sides of the die in the hand."""
        return 10 if self.dice.sides == 5 else self.dice.sides

    def normal(self, reply: object) -> Reply:
        return (reply,) if type(reply) is int else frozen(reply)

    def read(self, reply: Reply, /) -> int:
        thrown = faces(self, reply, self.dice.count, self.sides)
        return sum((face + 1) // 2 for face in thrown) if self.dice.sides == 5 else sum(thrown)

    def throw(self, source: Source, /) -> Reply:
        return tuple(source.below(self.sides) + 1 for _ in range(self.dice.count))

    def take(self, faces: Iterator[int], /) -> Reply:
        return tuple(next(faces) for _ in range(self.dice.count))

    def law(self) -> Law[int]:
        return sum_of_dice(self.dice.count, self.dice.sides)

    def prompt(self) -> Facts:
        return {"dice": self.dice.count, "sides": self.sides}

    def told(self, answer: int, reply: Reply, /) -> Facts:
        if isinstance(reply, Ruled):
            return {"wounds": answer}
        return {"thrown": faces(self, reply, self.dice.count, self.sides), "wounds": answer}

    def shape(self) -> Fact:
        return ("wounds", self.dice.count, self.sides)
