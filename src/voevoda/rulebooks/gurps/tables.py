"""The numbers of the book, each table with its clause.

What is the house's stands in ``data/*.yaml`` and can be replaced by a game master who owns the book; here are
the types of those tables, and the numbers that are not the house's.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

Arms = Literal["infantry", "cavalry", "artillery", "armour", "aircraft"]
Armour = Literal["none", "light", "medium", "heavy"]
Missile = Literal["none", "thrown", "sling", "bow", "crossbow", "firearm"]
Quality = Literal["raw", "green", "average", "seasoned", "veteran", "elite"]
Weapon = Literal[
    "light-chariot",
    "medium-chariot",
    "heavy-chariot",
    "elephant",
    "small-ballista",
    "large-ballista",
    "small-siege-engine",
    "light-artillery",
    "large-siege-engine",
    "heavy-artillery",
    "light-tank",
    "medium-tank",
    "heavy-tank",
    "fighter",
    "bomber",
    "helicopter",
    "modern-artillery",
]
Position = Literal[
    "higher-ground",
    "cover",
    "gentle-slope",
    "steep-slope",
    "hampering-slope",
    "passage",
    "works",
    "manor",
    "walled-town",
    "castle",
]
Circumstance = Literal[
    "complete-surprise",
    "partial-surprise",
    "forced-march",
    "no-supplies",
    "short-supplies",
    "foraging",
    "home-ground",
]
MoraleFlag = Literal[
    "hereditary-enemy",
    "defends-home",
    "beat-them-this-year",
    "beaten-by-them",
    "spy-net",
    "spy-net-deadly",
    "spies-executed",
    "own-spies-succeeded",
    "own-spies-killed",
]
Scouting = Literal["none", "some", "many"]
Belief = Literal["blind", "trusts", "dismisses"]
Effect = Literal["nothing", "leader-wounded", "orders-lost", "does-not-engage", "treason", "commander-falls"]
Column = Literal["A", "B", "C", "D"]

QUALITIES: tuple[Quality, ...] = ("raw", "green", "average", "seasoned", "veteran", "elite")
COLUMNS: tuple[Column, ...] = ("A", "B", "C", "D")


# G-1 Troop Strength


@dataclass(frozen=True, slots=True)
class Firearm:
    """What firearms add to a man's TS at some tech levels (G-1.3)."""

    low: int
    high: int | None
    """The last tech level of the row; None: no upper end."""
    ts: int | Literal["TL"]
    """``TL``: as much as the tech level."""


@dataclass(frozen=True, slots=True)
class Strength:
    """What makes the TS of a man (G-1.3)."""

    base: int
    armour: tuple[tuple[Armour, int], ...]
    missile: tuple[tuple[Missile, int], ...]
    """Firearms stand apart."""
    mounted: tuple[tuple[Armour, int], ...]
    without_stirrups: int
    pikes: int
    firearms: tuple[Firearm, ...]

    def firearm(self, tech_level: int) -> int | None:
        """What firearms add at a tech level; None where there are none yet."""
        for row in self.firearms:
            if row.low <= tech_level and (row.high is None or tech_level <= row.high):
                return tech_level if row.ts == "TL" else row.ts
        return None


MISSILE_OF_CHARIOTS: Missile = "bow"
"""G-1.4: what the missile man of a chariot shoots with."""

CHARIOTS: MappingProxyType[str, Armour] = MappingProxyType(
    {"light-chariot": "light", "medium-chariot": "medium", "heavy-chariot": "heavy"}
)
"""G-1.4: each brings the TS of one missile man of its weight."""

LEAST_TL = MappingProxyType(
    {
        "light-tank": 6,
        "medium-tank": 6,
        "heavy-tank": 6,
        "fighter": 6,
        "bomber": 6,
        "helicopter": 7,
        "modern-artillery": 6,
    }
)
"""G-1.4: the tech level that a weapon needs."""

MOST_TL = MappingProxyType(
    {
        "light-chariot": 2,
        "medium-chariot": 2,
        "heavy-chariot": 2,
        "elephant": 5,
        "small-ballista": 5,
        "large-ballista": 5,
        "small-siege-engine": 5,
        "light-artillery": 5,
        "large-siege-engine": 5,
        "heavy-artillery": 5,
    }
)
"""G-1.4: the last tech level at which a weapon is at home; above it there is a warning."""

IN_PIECES = frozenset({"artillery", "armour", "aircraft"})
"""G-5.1: the arms that are counted in pieces and not in men."""

UNIT_SIZES = (10, 500)
"""G-1.1."""


@dataclass(frozen=True, slots=True)
class Grade:
    """A row of the table of quality (G-1.6)."""

    quality: Quality
    battles: int
    """Fought at least; the next row's number is where it ends."""
    ts: Fraction
    """By which the TS is multiplied."""
    morale: int
    pay: Fraction
    """By which pay is multiplied."""


# G-2 … G-7 Modifiers of Strategy

RATIO: tuple[tuple[Fraction, int], ...] = (
    (Fraction(6, 5), 0),
    (Fraction(7, 5), 1),
    (Fraction(17, 10), 2),
    (Fraction(2), 3),
    (Fraction(3), 4),
    (Fraction(5), 5),
    (Fraction(7), 6),
    (Fraction(10), 7),
)
"""G-2.1: the upper end of each row, which belongs to it, and the bonus."""

ABOVE_RATIO = 8
"""G-2.1: beyond the last row."""

TL_LEAD = 2
"""G-2.2: above so much more tech level the cap of the ratio goes.  G-3.1: added to the difference."""

POSITION: MappingProxyType[Position, int] = MappingProxyType(
    {
        "higher-ground": -3,
        "cover": -1,
        "gentle-slope": 1,
        "steep-slope": 2,
        "hampering-slope": 3,
        "passage": 2,
        "works": 3,
        "manor": 4,
        "walled-town": 6,
        "castle": 8,
    }
)
"""G-4.1."""

PASSAGE = (2, 8)
"""G-4.1: the least and the most that a passage is worth."""

STARRED = frozenset({"passage", "works", "manor", "walled-town", "castle"})
"""G-4.1: behind these the attacker storms (G-4.3)."""

FORTIFIED = frozenset({"works", "manor", "walled-town", "castle"})
"""G-6.1: these bar the bonus for home ground."""

SLOPES = frozenset({"gentle-slope", "steep-slope", "hampering-slope"})

SAPPED = 2
"""G-4.2: what engineers or artillery take from each starred modifier."""

SUPERIORITY = ((5, 3), (3, 2), (2, 1))
"""G-5.1: so many times the enemy's, and the bonus."""

NONE_AT_ALL = 3
"""G-5.1: against an enemy who has none of the kind."""

CIRCUMSTANCE: MappingProxyType[Circumstance, int] = MappingProxyType(
    {
        "complete-surprise": -5,
        "partial-surprise": -2,
        "forced-march": -3,
        "no-supplies": -3,
        "short-supplies": -2,
        "foraging": -1,
        "home-ground": 2,
    }
)
"""G-6.1."""

SURPRISES = frozenset({"complete-surprise", "partial-surprise"})
SUPPLIES = frozenset({"no-supplies", "short-supplies", "foraging"})

REFEREE_MOST = 5
"""G-6.2: the most that each of the referee's own modifiers is worth, for or against."""

PLAN_MOST = 3
"""G-6.3."""

SCOUTING: MappingProxyType[Scouting, int] = MappingProxyType({"none": 0, "some": 1, "many": 2})
"""G-7.1."""

SEER = MappingProxyType({"critical": 2, "success": 1})
"""G-7.2."""

CAUGHT = 1
"""G-7.3: what the enemy's morale gains from an attempt that failed; as much again from an execution."""


# G-8 Catastrophes


@dataclass(frozen=True, slots=True)
class Catastrophe:
    """A row of the table of catastrophes."""

    low: int | None
    high: int | None
    effect: Effect


LEADER_WOUNDED = -1
"""G-8, result 14: to the morale of one unit."""

ORDERS_LOST = -1
"""G-8, result 15: to Strategy."""

DEPUTY = 8
"""G-8.5: a deputy's Strategy and Tactics, where the file names none."""

COMMANDER_LOST = -2
"""G-8.5: to the morale of all units."""

CLEAR_VICTORY = 8
"""G-8.5: won by so much, the loss of a commander is forgotten."""


# G-9 Survival and Glory

RISK = (-3, 3)
"""G-9.1."""

HITS = MappingProxyType({"one-hit": 1, "two-hits": 2})
"""G-9.2."""

SECOND_SURVIVAL = -2
"""G-13.6."""


@dataclass(frozen=True, slots=True)
class Blows:
    """Blows of the same dice (G-9.3): ``3 x (TL+3)d+2`` are three blows."""

    blows: int
    per_tl: Fraction
    """Dice for a tech level."""
    dice: int
    """Dice beside those."""
    plus: int

    def dice_at(self, tech_level: int) -> int:
        """How many dice are thrown for a blow: rounded down, at least one."""
        return max(1, int(self.per_tl * tech_level + self.dice))


@dataclass(frozen=True, slots=True)
class Wounding:
    """A row of the table of damage: what each column does at some tech levels of the enemy (G-9.3)."""

    low: int
    high: int | None
    columns: tuple[Blows, Blows, Blows, Blows]
    dr: int
    """DR is divided by this, rounded down."""


@dataclass(frozen=True, slots=True)
class Fame:
    """What a showing in battle brings (G-9.4)."""

    reputation: int
    dice: int
    """For so many d6 months …"""
    less: int
    """… less this, at least one month."""
    strategy: int
    appraised: Literal["", "promotion", "reaction"]
    """What the command does about it."""


GLORY = MappingProxyType(
    {
        "10+": Fame(2, 1, 0, 2, "promotion"),
        "7-9": Fame(1, 1, 2, 1, "promotion"),
        "4-6": Fame(0, 0, 0, 1, "promotion"),
        "0-3": Fame(0, 0, 0, 0, ""),
        "-1..-3": Fame(0, 0, 0, 0, ""),
        "-4..-6": Fame(-1, 1, 2, -1, "reaction"),
        "-7": Fame(-2, 1, 0, -3, "reaction"),
    }
)
"""G-9.4, by the margin."""

WHOLE_FORCE = 1
"""G-9.5: by so much a bonus is larger, and a penalty deeper, for who commands the whole force."""

REACTIONS = (
    (0, "disastrous"),
    (3, "very-bad"),
    (6, "bad"),
    (9, "poor"),
    (12, "neutral"),
    (15, "good"),
    (18, "very-good"),
)
"""G-9.6: the highest result of each band; above the last it is ``excellent``."""


# G-10 The contest

STRATEGY_FROM = 200
"""G-10.1: under so many people in all it is Tactics."""

LEAST_SKILL = 3
"""G-10.2: under this the reading ``hopeless`` matters."""


# G-11 Results

NAMES = ((3, "no-clear-winner"), (7, "minor"), (12, "significant"), (16, "great"))
"""G-11.10: the highest difference of each row; above the last it is ``overwhelming``."""

NEXT_DAY = -2
"""G-11: to morale on the next day, in rows B 0–3 and C 4–7."""

Fate = Literal["rolls", "holds-half", "retreats-or-routs", "surrenders-too", "retreats", "routs", "holds"]
"""What a row of the results asks of the loser's units; ``holds-half``: all hold if half of the men pass."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a row of tables A, B and C does to the loser's units (G-11)."""

    fate: Fate
    morale: int = 0
    """To their morale rolls."""


RESULTS = MappingProxyType(
    {
        ("A", "no-clear-winner"): Result("rolls"),
        ("A", "minor"): Result("retreats-or-routs"),
        ("A", "significant"): Result("retreats-or-routs", -2),
        ("A", "great"): Result("retreats-or-routs", -4),
        ("A", "overwhelming"): Result("routs"),
        ("B", "no-clear-winner"): Result("retreats"),
        ("B", "minor"): Result("holds-half"),
        ("B", "significant"): Result("holds-half", -2),
        ("B", "great"): Result("retreats-or-routs"),
        ("B", "overwhelming"): Result("retreats-or-routs", -2),
        ("C", "no-clear-winner"): Result("holds"),
        ("C", "minor"): Result("holds"),
        ("C", "significant"): Result("holds-half"),
        ("C", "great"): Result("surrenders-too"),
        ("C", "overwhelming"): Result("surrenders-too", -2),
    }
)
"""By table and row; in A no-clear-winner the units of both sides roll."""

SECOND_ROLL = 2
"""G-11.6: to the second morale roll of who has nowhere to go."""


# G-12 Morale

MORALE: MappingProxyType[MoraleFlag, int] = MappingProxyType(
    {
        "hereditary-enemy": 1,
        "defends-home": 2,
        "beat-them-this-year": 1,
        "beaten-by-them": -2,
        "spy-net": -1,
        "spy-net-deadly": -2,
        "spies-executed": 2,
        "own-spies-succeeded": 1,
        "own-spies-killed": -1,
    }
)

EXTRA_PAY = ((100, 2), (50, 1))
"""G-12, G-14.2: per cent above the month's pay, and what morale gains."""


# G-13 Losses


@dataclass(frozen=True, slots=True)
class Share:
    """A row of the table of losses: dice and a number, in per cent of the unit (G-13.2)."""

    row: int
    dice: int
    plus: int


ROWS_BETTER = MappingProxyType({"none": 0, "light": 1, "medium": 2, "heavy": 4})
"""G-13.3: by armour."""

PIKES_BETTER = 1
"""G-13.3: pikes are so many rows better at least."""


# G-14 Afterwards

WEAKER = 10
"""G-14.1: an enemy so many times weaker teaches nothing."""

MONTHS_PAY = Fraction(1, 10)
"""G-14.2: of the cost of hiring."""

HIRING_COST = 1000
"""G-14.2: for each point of a man's TS."""


@dataclass(frozen=True, slots=True)
class Tables:
    """The house tables in force."""

    strength: Strength
    weapons: tuple[tuple[Weapon, int], ...]
    """What a piece adds to its crew's TS (G-1.4)."""
    quality: tuple[Grade, ...]
    catastrophes: tuple[Catastrophe, ...]
    wounds: tuple[Wounding, ...]
    losses: tuple[Share, ...]

    def grade(self, quality: Quality) -> Grade:
        """The row of a quality (G-1.6)."""
        return next(grade for grade in self.quality if grade.quality == quality)

    def grade_after(self, battles: int) -> Grade:
        """The row that so many battles make (G-1.6)."""
        return next(grade for grade in reversed(self.quality) if grade.battles <= battles)

    def weapon(self, weapon: Weapon) -> int:
        """What a piece adds to its crew's TS (G-1.4)."""
        return dict(self.weapons)[weapon]

    def catastrophe(self, total: int) -> Effect:
        """What a roll of 3d brings upon a side (G-8)."""
        return next(
            row.effect
            for row in self.catastrophes
            if (row.low is None or row.low <= total) and (row.high is None or total <= row.high)
        )

    def wounding(self, tech_level: int) -> Wounding:
        """The row of damage for an enemy of this tech level (G-9.3)."""
        return next(
            row
            for row in self.wounds
            if row.low <= tech_level and (row.high is None or tech_level <= row.high)
        )

    def share(self, row: int) -> Share:
        """The row of losses; beyond the ends the end row (G-13.2)."""
        first, last = self.losses[0].row, self.losses[-1].row
        return self.losses[min(max(row, first), last) - first]


def name_of(difference: int) -> str:
    """The name of a victory won by so much (G-11.10)."""
    return next((name for most, name in NAMES if difference <= most), "overwhelming")


def reaction_to(total: int) -> str:
    """The band of a reaction roll (G-9.6)."""
    return next((band for most, band in REACTIONS if total <= most), "excellent")


def extra_pay_morale(per_cent: int | Fraction) -> int:
    """What pay above the month's pay is worth in morale (G-14.2)."""
    return next((morale for least, morale in EXTRA_PAY if per_cent >= least), 0)
