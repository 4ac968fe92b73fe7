"""The numbers of the book, each table with its clause.

The influence table (W-4) is the house's and lives in ``data/influence.yaml``; a game master who owns the
book can replace it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from types import MappingProxyType
from typing import Literal

from voevoda.play.seats import Fact

SIZE = MappingProxyType(
    {
        "tiny": Fraction(1, 8),
        "little": Fraction(1, 4),
        "small": Fraction(1, 2),
        "average": Fraction(1),
        "large": Fraction(2),
        "enormous": Fraction(4),
        "monstrous": Fraction(8),
    }
)
"""W-1.2: a step doubles, counted from average."""

EXPERIENCE = MappingProxyType(
    {"green": Fraction(1, 2), "militia": Fraction(1), "regular": Fraction(3, 2), "guard": Fraction(2)}
)
"""W-1.3."""

EQUIPMENT = MappingProxyType(
    {"improvised": Fraction(1, 2), "standard": Fraction(1), "reinforced": Fraction(3, 2)}
)
"""W-1.4."""

LEADER = MappingProxyType({"none": Fraction(1, 2), "present": Fraction(1), "outstanding": Fraction(3, 2)})
"""W-1.5."""

ADVANTAGE = MappingProxyType(
    {
        "none": Fraction(1),
        "full": Fraction(13, 10),
        "partly-countered": Fraction(12, 10),
        "countered": Fraction(11, 10),
    }
)
"""W-2.1, W-2.2: archers or riders against an enemy who has no, some or full means against them."""

CONDITIONS = (Fraction(1), Fraction(2))
"""W-2.3: the least and the most that favourable conditions are worth."""

AMBUSHED = Fraction(1, 2)
"""W-2.4."""

SCALED = 95
"""The larger side's starting points under the reading ``large_armies: scaled``."""

DOUBLE = 50
"""W-3.6: added to the influence roll for a critical, taken from it for a fumble."""

LEVEL = 5
"""W-3.7: added to the winner's influence roll for a level of difference."""


@dataclass(frozen=True, slots=True)
class Dice:
    """A number of dice to be thrown.  A d5 is a d10 halved and rounded up (W-4.2)."""

    count: int
    sides: int

    @property
    def can_be_thrown(self) -> bool:
        """Whether they are neither none nor too many: the law of their sum is computed."""
        return 1 <= self.count <= 20 and 2 <= self.sides <= 100

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}"


Target = Literal["all-own", "one-own", "nobody", "one-enemy", "all-enemy"]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the influence table (W-4)."""

    low: int | None
    """The lowest final result of the row; None: no lower end."""
    high: int | None
    """The highest; None: no upper end."""
    on: Target
    """Whom it strikes, seen from the side that rolls."""
    damage: int
    """What the enemy (critical) or the side itself (fumble) loses in points; of no account on other rolls."""
    wounds: int | Dice = 0
    lose_advantage: int | Literal["all"] = 0
    fear: int = 0
    """The rating of the Fear to be tested against; 0: no test."""
    penalty: int = 0
    """To all tests until the rolls of the next round."""

    @property
    def strikes_one(self) -> bool:
        """Whether it strikes one character and not all."""
        return self.on.startswith("one")

    def holds(self, result: int) -> bool:
        """Say whether the final ``result`` falls into this row."""
        return (self.low is None or self.low <= result) and (self.high is None or result <= self.high)


def is_whole(table: tuple[Row, ...]) -> bool:
    """Say whether every result falls into exactly one row, the rows ascending, and no row throws too much."""
    ends = [(above.high, row.low) for above, row in pairwise(table)]
    return (
        table[:1] != ()
        and (table[0].low, table[-1].high) == (None, None)
        and all(high is not None and high + 1 == low for high, low in ends)
        and all(row.low is None or row.high is None or row.low <= row.high for row in table)
        and all(not isinstance(row.wounds, Dice) or row.wounds.can_be_thrown for row in table)
    )


def row_of(table: tuple[Row, ...], result: int) -> Row:
    """The row of ``table``, which has no gap, for a final result."""
    return next(row for row in table if row.holds(result))


def effects_of(row: Row, wounds: int | Dice) -> dict[str, Fact]:
    """What a row does to a character, without what it does not do; ``wounds`` once their dice are thrown."""
    effects: dict[str, Fact] = {
        **({"count": wounds.count, "die": wounds.sides} if isinstance(wounds, Dice) else {"wounds": wounds}),
        "lose_advantage": row.lose_advantage,
        "fear": row.fear,
        "penalty": row.penalty,
    }
    return {name: value for name, value in effects.items() if value}
