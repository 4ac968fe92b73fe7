"""The book's own questions: success rolls read by a ladder of margins, reactions, blows, losses."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import ClassVar, NamedTuple, TypeVar

from voevoda.play.law import Law, Source
from voevoda.play.questions import Reply, Roll, Ruled, faces, frozen, sum_of_dice
from voevoda.play.seats import Fact, Facts
from voevoda.rulebooks.gurps.tables import Catastrophe, Effect, reaction_to

A_co = TypeVar("A_co", bound=Hashable, covariant=True)


class Check(NamedTuple):
    """What a success roll shows (G-9.7)."""

    margin: int
    """Skill less roll: at least 0 for a success, at most −1 for a failure."""
    critical: int
    """1 for a critical success, −1 for a critical failure, else 0."""


def check(skill: int, roll: int) -> Check:
    """Read 3d against a skill (G-9.7)."""
    if roll <= 4 or (roll <= 6 and roll <= skill - 10):
        return Check(max(0, skill - roll), 1)
    if roll == 18 or roll >= skill + 10 or (roll == 17 and skill <= 15):
        return Check(min(-1, skill - roll), -1)
    if roll == 17:
        return Check(-1, 0)
    return Check(skill - roll, 0)


@dataclass(frozen=True, slots=True)
class Ladder:
    """What the margins of a success roll mean."""

    rungs: tuple[tuple[int, str], ...]
    """The least margin of each rung, the highest first."""
    below: str
    """Under the last rung."""
    best: str = ""
    """For a critical success, whatever the margin; empty: as the margin has it."""
    worst: str = ""
    """For a critical failure, likewise."""

    def read(self, shown: Check) -> str:
        """The rung that a roll reaches."""
        if shown.critical > 0 and self.best:
            return self.best
        if shown.critical < 0 and self.worst:
            return self.worst
        return next((name for least, name in self.rungs if shown.margin >= least), self.below)


SURVIVAL = Ladder(
    ((5, "unhurt"), (1, "one-hit"), (0, "two-hits"), (-2, "A"), (-4, "B"), (-6, "C")), "D", worst="D"
)
"""G-9.2."""

GLORY = Ladder(
    ((10, "10+"), (7, "7-9"), (4, "4-6"), (0, "0-3"), (-3, "-1..-3"), (-6, "-4..-6")),
    "-7",
    best="10+",
    worst="-7",
)
"""G-9.4."""

MORALE = Ladder(((0, "passed"),), "failed")
"""G-11: where it only matters whether it is passed."""

MORALE_IN_THE_OPEN = Ladder(((0, "passed"), (-4, "failed")), "failed-badly")
"""G-11, table A without a clear winner: failure by 5 or more is worse."""

PROPHECY = Ladder(((0, "success"),), "failure", best="critical")
"""G-7.2."""

ATTEMPT = Ladder(((0, "success"),), "failure")
"""G-7.3."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dice(Roll[A_co]):
    """Some six-sided dice, whatever is read from them."""

    @property
    def count(self) -> int:
        """How many dice are in the hand."""
        return 3

    def normal(self, reply: object) -> Reply:
        return (reply,) if type(reply) is int else frozen(reply)

    def throw(self, source: Source, /) -> Reply:
        return tuple(source.below(6) + 1 for _ in range(self.count))

    def take(self, faces: Iterator[int], /) -> Reply:
        return tuple(next(faces) for _ in range(self.count))

    def prompt(self) -> Facts:
        return {"dice": self.count, "sides": 6}

    def shape(self) -> Fact:
        return (self.kind, self.count)

    def thrown(self, reply: Reply) -> tuple[int, ...]:
        """The faces of a reply.  Raises ``Illegal``."""
        return faces(self, reply, self.count, 6)


@dataclass(frozen=True, slots=True, kw_only=True)
class Test(Dice[str]):
    """A success roll: 3d against a skill, read by a ladder (G-9.7)."""

    kind: ClassVar[str] = "test"

    skill: int
    ladder: Ladder

    def read(self, reply: Reply, /) -> str:
        return self.ladder.read(check(self.skill, sum(self.thrown(reply))))

    def law(self) -> Law[str]:
        return law_of_test(self.skill, self.ladder)

    def prompt(self) -> Facts:
        return {"dice": 3, "sides": 6, "skill": self.skill}

    def told(self, answer: str, reply: Reply, /) -> Facts:
        if isinstance(reply, Ruled):
            return {"skill": self.skill, "result": answer}
        roll = sum(self.thrown(reply))
        shown = check(self.skill, roll)
        said: dict[str, Fact] = {"skill": self.skill, "roll": roll, "margin": shown.margin, "result": answer}
        if shown.critical:
            said["critical"] = "success" if shown.critical > 0 else "failure"
        return said


@lru_cache(maxsize=1024)
def law_of_test(skill: int, ladder: Ladder) -> Law[str]:
    """The law of the rung that 3d against a skill reach."""
    return sum_of_dice(3, 6).map(lambda roll: ladder.read(check(skill, roll)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Disaster(Dice[Effect]):
    """3d on the table of catastrophes (G-8)."""

    kind: ClassVar[str] = "disaster"

    table: tuple[Catastrophe, ...]

    def read(self, reply: Reply, /) -> Effect:
        return self._effect(sum(self.thrown(reply)))

    def _effect(self, roll: int) -> Effect:
        return next(
            row.effect
            for row in self.table
            if (row.low is None or row.low <= roll) and (row.high is None or roll <= row.high)
        )

    def law(self) -> Law[Effect]:
        return sum_of_dice(3, 6).map(self._effect)

    def told(self, answer: Effect, reply: Reply, /) -> Facts:
        return {"result": answer} | ({} if isinstance(reply, Ruled) else {"roll": sum(self.thrown(reply))})


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaction(Dice[str]):
    """A reaction of the command: 3d and Reputation, high is good (G-9.6)."""

    kind: ClassVar[str] = "reaction"

    plus: int

    def read(self, reply: Reply, /) -> str:
        return reaction_to(sum(self.thrown(reply)) + self.plus)

    def law(self) -> Law[str]:
        return sum_of_dice(3, 6).map(lambda roll: reaction_to(roll + self.plus))

    def prompt(self) -> Facts:
        return {"dice": 3, "sides": 6, "plus": self.plus}

    def told(self, answer: str, reply: Reply, /) -> Facts:
        if isinstance(reply, Ruled):
            return {"plus": self.plus, "result": answer}
        roll = sum(self.thrown(reply))
        return {"plus": self.plus, "roll": roll, "total": roll + self.plus, "result": answer}


@dataclass(frozen=True, slots=True, kw_only=True)
class Luck(Dice[int]):
    """Two rolls more of a lucky commander: the better of them, which is the lower (G-10.3)."""

    kind: ClassVar[str] = "luck"

    @property
    def count(self) -> int:
        """Two times three dice."""
        return 6

    def read(self, reply: Reply, /) -> int:
        thrown = self.thrown(reply)
        return min(sum(thrown[:3]), sum(thrown[3:]))

    def law(self) -> Law[int]:
        three = sum_of_dice(3, 6)
        return Law.of(
            (
                (min(one, two), first * second)
                for one, first in three.outcomes
                for two, second in three.outcomes
            ),
            three.whole**2,
        )

    def told(self, answer: int, reply: Reply, /) -> Facts:
        if isinstance(reply, Ruled):
            return {"best": answer}
        thrown = self.thrown(reply)
        return {"rolls": (sum(thrown[:3]), sum(thrown[3:])), "best": answer}


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage(Dice[int]):
    """The hits of some blows, DR off each, none of them negative (G-9.3)."""

    kind: ClassVar[str] = "damage"

    blows: int
    dice: int
    """Of each blow."""
    plus: int
    dr: int
    at_once: bool
    """One roll, multiplied by the number of blows, DR off once (reading ``blows``)."""

    @property
    def count(self) -> int:
        """The dice of all blows."""
        return self.dice if self.at_once else self.dice * self.blows

    def _hits(self, sums: tuple[int, ...]) -> int:
        if self.at_once:
            return max(0, self.blows * (sums[0] + self.plus) - self.dr)
        return sum(max(0, each + self.plus - self.dr) for each in sums)

    def _sums(self, reply: Reply) -> tuple[int, ...]:
        thrown = self.thrown(reply)
        return tuple(sum(thrown[at : at + self.dice]) for at in range(0, self.count, self.dice))

    def read(self, reply: Reply, /) -> int:
        return self._hits(self._sums(reply))

    def law(self) -> Law[int]:
        blow = sum_of_dice(self.dice, 6).map(lambda each: self._hits((each,)))
        law = blow
        for _ in range(1, 1 if self.at_once else self.blows):
            law = Law.of(
                ((one + two, first * second) for one, first in law.outcomes for two, second in blow.outcomes),
                law.whole * blow.whole,
            )
        return law

    def prompt(self) -> Facts:
        return {"dice": self.count, "sides": 6, "blows": self.blows, "plus": self.plus, "dr": self.dr}

    def told(self, answer: int, reply: Reply, /) -> Facts:
        said: dict[str, Fact] = {"blows": self.blows, "plus": self.plus, "dr": self.dr, "hits": answer}
        return said if isinstance(reply, Ruled) else {"thrown": self._sums(reply), **said}

    def shape(self) -> Fact:
        return (self.kind, self.blows, self.dice, self.at_once)


@dataclass(frozen=True, slots=True, kw_only=True)
class Months(Dice[int]):
    """How long a change of Reputation lasts: at least a month (G-9.4)."""

    kind: ClassVar[str] = "months"

    less: int

    @property
    def count(self) -> int:
        """One die."""
        return 1

    def read(self, reply: Reply, /) -> int:
        return max(1, self.thrown(reply)[0] - self.less)

    def law(self) -> Law[int]:
        return sum_of_dice(1, 6).map(lambda face: max(1, face - self.less))

    def told(self, answer: int, reply: Reply, /) -> Facts:
        return {"less": self.less, "months": answer} if self.less else {"months": answer}


def men_lost(count: int, per_cent: int) -> int:
    """What so many per cent of a unit are, in whole men rounded up, and never more than it has (G-13.4)."""
    return -(-count * min(100, max(0, per_cent)) // 100)


@lru_cache(maxsize=1024)
def law_of_losses(dice: int, plus: int, men: int) -> Law[int]:
    """The law of the men that a unit loses by the dice of a row."""
    return sum_of_dice(dice, 6).map(lambda total: men_lost(men, total + plus))


@dataclass(frozen=True, slots=True, kw_only=True)
class Losses(Dice[int]):
    """The men that a unit loses, by the dice of its row (G-13.2, G-13.4)."""

    kind: ClassVar[str] = "losses"

    dice: int
    plus: int
    men: int

    @property
    def count(self) -> int:
        """The dice of the row."""
        return self.dice

    def read(self, reply: Reply, /) -> int:
        return men_lost(self.men, sum(self.thrown(reply)) + self.plus)

    def law(self) -> Law[int]:
        return law_of_losses(self.dice, self.plus, self.men)

    def prompt(self) -> Facts:
        return {"dice": self.dice, "sides": 6, "plus": self.plus, "men": self.men}

    def told(self, answer: int, reply: Reply, /) -> Facts:
        said: dict[str, Fact] = {"plus": self.plus, "men": self.men, "lost": answer}
        if not isinstance(reply, Ruled):
            said["percent"] = min(100, max(0, sum(self.thrown(reply)) + self.plus))
        return said


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedDice(Dice[tuple[int, ...]]):
    """Four dice for all units of a side: a row uses the first that it needs (reading ``losses_rolled``)."""

    kind: ClassVar[str] = "shared"

    @property
    def count(self) -> int:
        """As many as the longest row."""
        return 4

    def read(self, reply: Reply, /) -> tuple[int, ...]:
        return self.thrown(reply)

    def law(self) -> Law[tuple[int, ...]]:
        return Law.even(product(range(1, 7), repeat=4))

    def told(self, answer: tuple[int, ...], reply: Reply, /) -> Facts:
        return {"thrown": answer}
