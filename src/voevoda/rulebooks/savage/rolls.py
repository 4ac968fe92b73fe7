"""The book's own questions: dice that ace (trait rolls, damage), and tokens that stay or come back.

A die that shows its maximum is rolled again and added, without limit (S-1.1), so that a total has no largest
value; what is asked is how many rungs of a ladder it reaches, and that has an exact law:
P(total ≥ q·d + r) = (d − r + 1) / d · d^−q for r from 1 to d.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm, prod
from typing import ClassVar, NamedTuple, TypeVar

from voevoda.play.law import Law, Source
from voevoda.play.questions import Reply, Roll, Ruled, faces, frozen
from voevoda.play.seats import Fact, Facts, Seat
from voevoda.rulebooks.savage.tables import WILD, Die

A_co = TypeVar("A_co", bound=Hashable, covariant=True)

Chains = tuple[tuple[int, ...], ...]
"""The faces of each die: all but the last are its maximum."""

CRITICAL = -1
"""The answer of a trait roll that is a critical failure (S-1.2)."""


def at_least(total: int, sides: int) -> Fraction:
    """The chance that a die that aces totals so much or more (S-1.1)."""
    if total <= 1:
        return Fraction(1)
    maxima, rest = divmod(total - 1, sides)
    return Fraction(sides - rest, sides ** (maxima + 1))


def higher_at_least(total: int, dice: tuple[int, ...]) -> Fraction:
    """The chance that the highest of some dice that ace totals so much or more."""
    below = Fraction(1)
    for sides in dice:
        below *= 1 - at_least(total, sides)
    return 1 - below


@dataclass(frozen=True, slots=True, kw_only=True)
class Aces(Roll[A_co]):
    """Dice that are rolled again while they show their maximum; a reply is a chain of faces for each."""

    @property
    def dice(self) -> tuple[int, ...]:
        """The sides of each die, in the order in which they are asked."""
        raise TypeError(f"{self.key}: no dice")

    def normal(self, reply: object) -> Reply:
        """Faces in one row are cut into the chains that they make."""
        row = (reply,) if type(reply) is int else frozen(reply)
        if isinstance(row, tuple) and row and all(type(face) is int for face in row):
            left = iter(row)
            try:
                chains = self.take(left)  # type: ignore[arg-type]
            except StopIteration:
                return row
            return row if next(left, None) is not None else chains
        return row

    def chains(self, reply: Reply) -> Chains:
        """The faces of each die.  Raises ``Illegal`` for a chain that ends too soon or goes on too long."""
        given = reply if isinstance(reply, tuple) else ()
        if len(given) != len(self.dice):
            raise self.refuses(reply, "savage.illegal.chains", dice=self.dice)
        found = []
        for sides, chain in zip(self.dice, given, strict=True):
            shown = faces(self, chain, len(chain) if isinstance(chain, tuple) else 1, sides)
            if not shown or any((face == sides) != (at < len(shown) - 1) for at, face in enumerate(shown)):
                raise self.refuses(chain, "savage.illegal.chain", sides=sides)
            found.append(shown)
        return tuple(found)

    def totals(self, reply: Reply) -> tuple[int, ...]:
        """What each die comes to."""
        return tuple(map(sum, self.chains(reply)))

    def throw(self, source: Source, /) -> Reply:
        return tuple(_thrown(sides, source) for sides in self.dice)

    def take(self, faces: Iterator[int], /) -> Reply:
        """The trait die with its aces first, then the Wild Die with its own (S-1.2)."""
        return tuple([_chain(sides, faces) for sides in self.dice])  # a row that ends too soon ends here

    def shape(self) -> Fact:
        return (self.kind, *self.dice)


def _chain(sides: int, faces: Iterator[int]) -> tuple[int, ...]:
    """The faces of one die, taken until one is not its maximum."""
    chain = [next(faces)]
    while chain[-1] == sides:
        chain.append(next(faces))
    return tuple(chain)


def _thrown(sides: int, source: Source) -> tuple[int, ...]:
    chain = [source.below(sides) + 1]
    while chain[-1] == sides:
        chain.append(source.below(sides) + 1)
    return tuple(chain)


class Skilled(NamedTuple):
    """What someone rolls a trait with."""

    sides: int
    wild: bool
    """Whether a Wild Die is rolled too."""
    plus: int
    """All that is added, to both dice."""

    @property
    def dice(self) -> tuple[int, ...]:
        """The sides of each die."""
        return (self.sides, WILD) if self.wild else (self.sides,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trait(Aces[int]):
    """A trait roll: how many rungs it reaches (S-1.1), or ``CRITICAL``, which fails in any case (S-1.2)."""

    kind: ClassVar[str] = "trait"

    roller: Skilled
    ladder: tuple[int, ...]
    """What the total must reach, ascending."""

    @property
    def dice(self) -> tuple[int, ...]:
        return self.roller.dice

    def read(self, reply: Reply, /) -> int:
        totals = self.totals(reply)
        if self.roller.wild and max(totals) == 1:
            return CRITICAL
        return sum(rung <= max(totals) + self.roller.plus for rung in self.ladder)

    def law(self) -> Law[int]:
        return law_of_trait(self.roller, self.ladder)

    def prompt(self) -> Facts:
        return {
            "die": self.roller.sides,
            "wild": WILD if self.roller.wild else None,
            "plus": self.roller.plus,
            "dice": len(self.dice),
        }

    def told(self, answer: int, reply: Reply, /) -> Facts:
        said: dict[str, Fact] = {"rungs": max(answer, 0)}
        if answer == CRITICAL:
            said["critical"] = True
        if not isinstance(reply, Ruled):
            said = {"total": max(self.totals(reply)) + self.roller.plus, **said}
        return said


def trait(
    key: str,
    cite: str,
    by: Seat,
    about: Facts,
    die: Die,
    modifiers: Mapping[str, int],
    ladder: tuple[int, ...],
    *,
    wild: bool,
) -> Trait:
    """A trait roll with all its modifiers: its facts name the die and each of them."""
    return Trait(
        key=key,
        cite=cite,
        by=by,
        about={**about, "trait": str(die), **modifiers},
        roller=Skilled(die.sides, wild, die.plus + sum(modifiers.values())),
        ladder=ladder,
    )


@lru_cache(maxsize=4096)
def law_of_trait(roller: Skilled, ladder: tuple[int, ...]) -> Law[int]:
    """The law of a trait roll, exact however many aces there may be."""
    reached = [
        Fraction(1),
        *(higher_at_least(rung - roller.plus, roller.dice) for rung in ladder),
        Fraction(),
    ]
    chances = [(rungs, reached[rungs] - reached[rungs + 1]) for rungs in range(len(ladder) + 1)]
    if not roller.wild:
        return Law.mixed(chances)
    # Two dice that show 1 would have reached these rungs, had they not been a critical failure.
    critical = Fraction(1, roller.sides * WILD)
    ones = sum(rung <= 1 + roller.plus for rung in ladder)
    chances = [(rungs, chance - (critical if rungs == ones else 0)) for rungs, chance in chances]
    return Law.mixed([(CRITICAL, critical), *chances])


# Two rolls opposed (reading ``battle_roll: opposed``)

MARGINS = (-4, -1, 0, 1, 4)
"""The classes of the margin: the second side wins by 4 or more, by less; a tie; the first likewise."""


def margin_class(margin: int) -> int:
    """The class of the first side's total less the second's: the member of ``MARGINS`` towards 0 from it."""
    if margin < 0:
        return -4 if margin <= -4 else -1
    return 4 if margin >= 4 else min(margin, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opposed(Aces[int]):
    """Two trait rolls compared as they are: the class of the first side's margin, one of ``MARGINS``."""

    kind: ClassVar[str] = "opposed"

    one: Skilled
    two: Skilled

    @property
    def dice(self) -> tuple[int, ...]:
        return (*self.one.dice, *self.two.dice)

    def read(self, reply: Reply, /) -> int:
        one, two = self.results(reply)
        return margin_class(one - two)

    def results(self, reply: Reply) -> tuple[int, int]:
        """The total of each side, all added."""
        totals, cut = self.totals(reply), len(self.one.dice)
        return max(totals[:cut]) + self.one.plus, max(totals[cut:]) + self.two.plus

    def law(self) -> Law[int]:
        return law_of_margin(self.one, self.two)

    def prompt(self) -> Facts:
        return {"dice": len(self.dice), "each": self.dice}

    def told(self, answer: int, reply: Reply, /) -> Facts:
        said: dict[str, Fact] = {"margin": answer}
        if not isinstance(reply, Ruled):
            plus = (self.one.plus, self.two.plus)
            dice: dict[str, Fact] = {"each": self.dice, "first": len(self.one.dice), "plus": plus}
            said = {**dice, "totals": self.results(reply), **said}
        return said


@lru_cache(maxsize=1024)
def law_of_margin(one: Skilled, two: Skilled) -> Law[int]:
    """The exact law of the class of the margin."""
    by = [ahead_by(one, two, margin) for margin in (-3, 0, 1, 4)]
    chances = [1 - by[0], by[0] - by[1], by[1] - by[2], by[2] - by[3], by[3]]
    return Law.mixed(zip(MARGINS, chances, strict=True))


def ahead_by(one: Skilled, two: Skilled, margin: int) -> Fraction:
    """The chance that the first total exceeds the second by ``margin`` or more (less: falls short of it).

    Where both tails are periodic, one period is added up and the rest is a geometric series.
    """
    need = margin - one.plus + two.plus  # the first dice must reach the second's and so much
    period = lcm(*one.dice, *two.dice)
    # Up to here the first dice reach what they need whatever they show.
    sure = max(0, -need)
    whole = 1 - higher_at_least(sure + 1, two.dice)
    for shown, shrinks in _tails(two.dice, period):
        for reached, shrinks_too in _tails(one.dice, period):
            once = sum(
                (shown(at) - shown(at + 1)) * reached(at + need) for at in range(sure + 1, sure + period + 1)
            )
            whole += once / (1 - shrinks * shrinks_too)
    return whole


class _Tail(NamedTuple):
    """A part of the chance that the highest of some dice totals so much or more."""

    sign: int
    dice: tuple[int, ...]

    def __call__(self, total: int) -> Fraction:
        chance = Fraction(self.sign)
        for sides in self.dice:
            chance *= at_least(total, sides)
        return chance


def _tails(dice: tuple[int, ...], period: int) -> tuple[tuple[_Tail, Fraction], ...]:
    """The parts, and by how much each shrinks over a period: of one die, or of two and what both share."""
    parts = [_Tail(1, (sides,)) for sides in dice]
    if len(dice) == 2:
        parts.append(_Tail(-1, dice))
    return tuple(
        (part, Fraction(1, prod(sides ** (period // sides) for sides in part.dice))) for part in parts
    )


# Damage (S-5.1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage(Aces[int]):
    """Some d6 that ace, added up: how many rungs of ``ladder`` they reach.

    Without a ladder nothing hangs on them here: the total is only told.
    """

    kind: ClassVar[str] = "damage"

    count: int
    ladder: tuple[int, ...] = ()

    @property
    def dice(self) -> tuple[int, ...]:
        return (6,) * self.count

    def read(self, reply: Reply, /) -> int:
        total = sum(self.totals(reply))
        return sum(rung <= total for rung in self.ladder)

    def law(self) -> Law[int]:
        return law_of_damage(self.count, self.ladder)

    def prompt(self) -> Facts:
        return {"dice": self.count, "aces": True}

    def told(self, answer: int, reply: Reply, /) -> Facts:
        said: dict[str, Fact] = {} if isinstance(reply, Ruled) else {"total": sum(self.totals(reply))}
        if not self.ladder:
            return said
        return {**said, "shaken": answer > 0, "wounds": max(0, answer - 1)}


@lru_cache(maxsize=512)
def law_of_damage(dice: int, ladder: tuple[int, ...]) -> Law[int]:
    """The law of the rungs that some d6 that ace reach together."""
    top = max(ladder, default=0)
    one = [Fraction(), *(at_least(total, 6) - at_least(total + 1, 6) for total in range(1, top + 1))]
    exactly = [Fraction(1)] + [Fraction()] * top
    for _ in range(dice):
        exactly = [
            sum((exactly[total - face] * one[face] for face in range(1, total + 1)), Fraction())
            for total in range(top + 1)
        ]
    reached = [Fraction(1), *(1 - sum(exactly[:rung], Fraction()) for rung in ladder), Fraction()]
    return Law.mixed((rungs, reached[rungs] - reached[rungs + 1]) for rungs in range(len(ladder) + 1))


# Tokens that stay or come back (S-5, S-10.4)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spared(Roll[int]):
    """A d6 for each of some tokens: how many show enough."""

    kind: ClassVar[str] = "spared"

    tokens: int
    least: int

    def normal(self, reply: object) -> Reply:
        return (reply,) if type(reply) is int else frozen(reply)

    def read(self, reply: Reply, /) -> int:
        return sum(face >= self.least for face in faces(self, reply, self.tokens, 6))

    def throw(self, source: Source, /) -> Reply:
        return tuple(source.below(6) + 1 for _ in range(self.tokens))

    def take(self, faces: Iterator[int], /) -> Reply:
        return tuple([next(faces) for _ in range(self.tokens)])

    def law(self) -> Law[int]:
        good = 7 - self.least
        return Law.of(
            (back, comb(self.tokens, back) * good**back * (6 - good) ** (self.tokens - back))
            for back in range(self.tokens + 1)
        )

    def prompt(self) -> Facts:
        return {"dice": self.tokens, "sides": 6, "least": self.least}

    def told(self, answer: int, reply: Reply, /) -> Facts:
        return {"n": answer}

    def shape(self) -> Fact:
        return (self.kind, self.tokens)
