"""Numbers that are drawn or stand in columns: odds, laws, ledgers, losses, luck."""

from __future__ import annotations

from dataclasses import dataclass

from voevoda.web.fields import Arms
from voevoda.web.parts import Addend, Clause, Die, Figure, Side, Which, Words


@dataclass(frozen=True, slots=True)
class Chance:
    """One share of an outcome: as text (without the per cent sign), and as a share of 1."""

    name: str
    text: str
    share: float


@dataclass(frozen=True, slots=True)
class Odds:
    """Who wins."""

    title: str
    one: Chance
    nobody: Chance
    two: Chance
    says: Words
    """Exact or sampled with its error, and every policy assumed."""
    fact: Words = ""
    error: float = 0.0
    """A share of 1; 0 when exact."""
    of: str = ""
    """The moment that they are of; stands at the head."""
    computing: bool = False
    """These are the last, and others are on their way; the bar is dimmed."""
    old: bool = False
    """The table has gone on since, as `says` says; the bar is dimmed."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One value of a law, or one row of a chart."""

    name: str
    """On the axis a positive number; in the table of numbers the value as it is."""
    text: str
    """Its probability, written out."""
    share: float
    which: Which = ""
    tick: str = ""
    """What the axis shows under it; mostly nothing."""


@dataclass(frozen=True, slots=True)
class Histogram:
    """A law, bar by bar; the bars of neither side are one band."""

    title: str
    bars: tuple[Bar, ...]
    band: str = ""
    """The name of the band: "no winner"."""
    open: bool = True


@dataclass(frozen=True, slots=True)
class Bars:
    """Named shares below each other."""

    title: str
    rows: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A curve: the chance of at most each value."""

    name: str
    which: Which
    points: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """Cumulative curves over the same values."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A grid of shares; rows of as many cells as there are columns."""

    title: str
    across: str
    down: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Bar, ...]], ...]


# Tables of numbers


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """A cause, what it gives either side, and what the first side's chance would be without it."""

    words: Words
    one: str = ""
    two: str = ""
    cite: Clause | None = None
    without: str = ""
    one_dice: tuple[Die, ...] = ()
    two_dice: tuple[Die, ...] = ()


@dataclass(frozen=True, slots=True)
class Ledger:
    """What two numbers are made of."""

    title: str
    one: str
    two: str
    """The sides' names."""
    rows: tuple[LedgerRow, ...]
    total: LedgerRow | None = None
    without: str = ""
    """The heading of the last column; without it there is none."""
    notes: tuple[Words, ...] = ()
    fact: Words = ""
    between: bool = False
    """The cause stands between the two sides, as in set-up; else before them."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of any numbers."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Words, ...], ...]
    numeric: tuple[bool, ...]
    fact: Words = ""
    note: Words = ""


# What it cost


@dataclass(frozen=True, slots=True)
class Losses:
    """A unit in the report; counts as text, their shares of those who marched as floats."""

    name: str
    about: str
    arms: Arms
    marched: str
    lost: Figure
    how: str
    """Its roll and row."""
    unhurt_share: float
    wounded_share: float
    dead: str
    wounded: str
    stand: str
    state: Words
    captured: str = ""
    id: str = ""
    sum: tuple[Addend, ...] = ()
    """How the loss came about: the number opens to it."""


@dataclass(frozen=True, slots=True)
class SideLosses:
    """The units of a side in the report, and their sum."""

    side: Side
    about: str
    rows: tuple[Losses, ...]
    marched: str
    dead: str
    wounded: str
    stand: str
    captured: str = ""


@dataclass(frozen=True, slots=True)
class LossTable:
    """What the day cost."""

    sides: tuple[SideLosses, ...]
    fact: Words = ""
    note: Words = ""
    captured: bool = False
    """Whether somebody was, and there is a column of it."""
    out: bool = False
    """The book does not tell dead from wounded: who is out has one column, and a unit no state."""


@dataclass(frozen=True, slots=True)
class Person:
    """What a character went through."""

    name: str
    role: str
    which: Which
    fate: Words
    rolls: tuple[tuple[Words, Words], ...] = ()


@dataclass(frozen=True, slots=True)
class Luck:
    """How good a roll was for its side, 0 the worst and 1 the best."""

    name: str
    which: Which
    share: float
    text: str
    far: bool = False
    """Whether it lies outside of what so many such rolls usually give: only then it has its side's colour."""
