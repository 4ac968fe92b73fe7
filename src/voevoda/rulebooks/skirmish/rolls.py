"""The book's own questions: a contest, a test of two d20, the die that sets State, and ammunition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import ClassVar, NamedTuple

from voevoda.play.law import Law, Source
from voevoda.play.questions import Reply, Roll, Ruled, Total, faces, frozen, sum_of_dice
from voevoda.play.seats import Fact, Facts
from voevoda.rulebooks.skirmish.tables import TEST, Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest(Total):
    """Some d10 and what is added to them (C-2, C-3); the answer is the sum."""

    plus: int

    def read(self, reply: Reply, /) -> int:
        return self.plus + sum(faces(self, reply, self.dice, self.sides))

    def law(self) -> Law[int]:
        return law_of_contest(self.dice, self.sides, self.plus)

    def prompt(self) -> Facts:
        return {"dice": self.dice, "sides": self.sides, "plus": self.plus}

    def told(self, answer: int, reply: Reply, /) -> Facts:
        return {"roll": answer - self.plus, "plus": self.plus, "total": answer}


@lru_cache(maxsize=64)
def law_of_contest(dice: int, sides: int, plus: int) -> Law[int]:
    """The law of some dice and ``plus``."""
    return sum_of_dice(dice, sides).map(lambda total: total + plus)


class Tested(NamedTuple):
    """What a test shows."""

    failed: bool
    die: int = 0
    """The fighter's own d20, where a failure sets his State by it (reading ``state_roll``); else 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Test(Roll[Tested]):
    """A fighter's number + d20 against the enemy's + d20: his own die, then the enemy's; lower fails."""

    kind: ClassVar[str] = "test"

    own: Fraction
    enemy: Fraction
    keeps: bool = False
    """Whether a failure also tells his own die."""

    def normal(self, reply: object) -> Reply:
        return frozen(reply)

    def read(self, reply: Reply, /) -> Tested:
        own, enemy = faces(self, reply, 2, TEST)
        failed = self.own + own < self.enemy + enemy
        return Tested(failed, own if failed and self.keeps else 0)

    def throw(self, source: Source, /) -> Reply:
        return source.below(TEST) + 1, source.below(TEST) + 1

    def take(self, faces: Iterator[int], /) -> Reply:
        return next(faces), next(faces)

    def law(self) -> Law[Tested]:
        return law_of_test(self.own - self.enemy, keeps=self.keeps)

    def prompt(self) -> Facts:
        return {"dice": 2, "sides": TEST, "own": self.own, "enemy": self.enemy}

    def told(self, answer: Tested, reply: Reply, /) -> Facts:
        said: dict[str, Fact] = {"own": self.own, "enemy": self.enemy}
        if not isinstance(reply, Ruled):
            own, enemy = faces(self, reply, 2, TEST)
            said |= {
                "roll": own,
                "enemy_roll": enemy,
                "total": self.own + own,
                "enemy_total": self.enemy + enemy,
            }
        return {**said, "result": "failed" if answer.failed else "passed"}


@lru_cache(maxsize=1024)
def law_of_test(lead: Fraction, *, keeps: bool) -> Law[Tested]:
    """The law of a test by one whose number is so much higher than the enemy's."""
    fails = {own: min(TEST, max(0, TEST - floor(own + lead))) for own in range(1, TEST + 1)}
    passes = TEST**2 - sum(fails.values())
    failed = ((Tested(True, own if keeps else 0), count) for own, count in fails.items())
    return Law.of([(Tested(False), passes), *failed], TEST**2)


@dataclass(frozen=True, slots=True, kw_only=True)
class StateDie(Roll[int]):
    """A d20 that sets State (C-4, C-5); the answer is the State after it."""

    kind: ClassVar[str] = "state"

    after: tuple[int, ...]
    """The State for each face from 1 to 20."""
    was: int | None = None
    """The State before; None: of no account."""

    def normal(self, reply: object) -> Reply:
        return (reply,) if type(reply) is int else frozen(reply)

    def read(self, reply: Reply, /) -> int:
        (face,) = faces(self, reply, 1, TEST)
        return self.after[face - 1]

    def throw(self, source: Source, /) -> Reply:
        return (source.below(TEST) + 1,)

    def take(self, faces: Iterator[int], /) -> Reply:
        return (next(faces),)

    def law(self) -> Law[int]:
        return Law.even(self.after)

    def prompt(self) -> Facts:
        return {"dice": 1, "sides": TEST}

    def told(self, answer: int, reply: Reply, /) -> Facts:
        was: dict[str, Fact] = {} if self.was is None else {"was": self.was}
        if isinstance(reply, Ruled):
            return {**was, "state": answer}
        (roll,) = faces(self, reply, 1, TEST)
        equal = {"equal": True} if roll == self.was else {}
        return {"roll": roll, **was, **equal, "state": answer}


@dataclass(frozen=True, slots=True, kw_only=True)
class Spending(Roll[int]):
    """What a fighter has spent of his ammunition (C-8): never more than he carried."""

    kind: ClassVar[str] = "spending"

    dice: Dice
    carried: int | None
    """None: no upper end."""

    def normal(self, reply: object) -> Reply:
        return (reply,) if type(reply) is int else frozen(reply)

    def read(self, reply: Reply, /) -> int:
        return self._capped(sum(faces(self, reply, self.dice.count, self.dice.sides)))

    def throw(self, source: Source, /) -> Reply:
        return tuple(source.below(self.dice.sides) + 1 for _ in range(self.dice.count))

    def take(self, faces: Iterator[int], /) -> Reply:
        return tuple(next(faces) for _ in range(self.dice.count))

    def law(self) -> Law[int]:
        return sum_of_dice(self.dice.count, self.dice.sides).map(self._capped)

    def prompt(self) -> Facts:
        return {"dice": self.dice.count, "sides": self.dice.sides, "carried": self.carried}

    def told(self, answer: int, reply: Reply, /) -> Facts:
        carried: dict[str, Fact] = {} if self.carried is None else {"carried": self.carried}
        if isinstance(reply, Ruled):
            return {"spent": answer, **carried}
        return {"thrown": faces(self, reply, self.dice.count, self.dice.sides), "spent": answer, **carried}

    def shape(self) -> Fact:
        return ("spending", self.dice.count, self.dice.sides)

    def _capped(self, total: int) -> int:
        return total if self.carried is None else min(total, self.carried)
