"""The models of the replaceable house tables: checked as strictly as a battle file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Literal, Protocol, cast, get_args

from pydantic import Field as Named
from pydantic import PlainValidator, WithJsonSchema, model_validator
from pydantic_core import PydanticCustomError

from voevoda.rulebooks.fields import BattleModel, Between, Exact, Listed, Whole
from voevoda.rulebooks.gurps.tables import (
    COLUMNS,
    QUALITIES,
    Armour,
    Blows,
    Catastrophe,
    Effect,
    Firearm,
    Grade,
    Missile,
    Quality,
    Share,
    Strength,
    Weapon,
    Wounding,
)

Points = Annotated[Whole, Between(-1000, 1000)]
Added = Annotated[Whole, Between(0, 1000)]
"""What only adds: with less than nothing a force could have a TS under 0."""
Bound = Annotated[Whole, Between(-1000, 1000)]


class _Row(Protocol):
    @property
    def low(self) -> int | None: ...
    @property
    def high(self) -> int | None: ...


def no_gap(rows: Sequence[_Row], first: int | None) -> None:
    """Every result falls into exactly one row; the first begins at ``first``, the last has no end."""
    due: int | None = first
    for index, row in enumerate(rows):
        if index and due is None:
            _refuse("open_row", index, "from")
        if row.low != due:
            _refuse("first_open" if due is None else "row" if index else "first_row", index, "from", due=due)
        if row.low is not None and row.high is not None and row.high < row.low:
            _refuse("upside_down", index, "to", low=row.low)
        due = None if row.high is None else row.high + 1
    if due is not None:
        _refuse("last_row", len(rows) - 1, "to")


def _refuse(key: str, index: int, field: str, **facts: object) -> None:
    context = {**facts, "at": ("rows", index, field)}
    raise PydanticCustomError(f"gurps.error.{key}", f"gurps.error.{key}", context)


# G-1.3


class ArmourModel(BattleModel):
    """A number for each armour."""

    none: Points
    light: Points
    medium: Points
    heavy: Points

    def table(self) -> tuple[tuple[Armour, int], ...]:
        """The numbers by armour."""
        return tuple((armour, getattr(self, armour)) for armour in get_args(Armour))


class MissileModel(BattleModel):
    """A number for each missile weapon but firearms."""

    thrown: Points
    sling: Points
    bow: Points
    crossbow: Points

    def table(self) -> tuple[tuple[Missile, int], ...]:
        """The numbers by weapon."""
        known = (missile for missile in get_args(Missile) if missile in type(self).model_fields)
        return tuple((missile, getattr(self, missile)) for missile in known)


class FirearmModel(BattleModel):
    """Firearms at some tech levels."""

    low: Bound = Named(alias="from")
    high: Bound | None = Named(default=None, alias="to")
    ts: Points | Literal["TL"]

    def row(self) -> Firearm:
        """The row as the rules take it."""
        return Firearm(self.low, self.high, self.ts)


class StrengthTable(BattleModel):
    """TS of a man (G-1.3)."""

    base: Points
    armour: ArmourModel
    missile: MissileModel
    mounted: ArmourModel
    without_stirrups: Points = Named(alias="without-stirrups")
    pikes: Points
    firearms: Annotated[Listed[FirearmModel], Named(min_length=1, max_length=20)]

    def table(self) -> Strength:
        """The table as the rules take it."""
        return Strength(
            self.base,
            self.armour.table(),
            self.missile.table(),
            self.mounted.table(),
            self.without_stirrups,
            self.pikes,
            tuple(row.row() for row in self.firearms),
        )

    @model_validator(mode="after")
    def _whole(self) -> StrengthTable:
        """No gap between the rows of firearms."""
        try:
            no_gap(self.firearms, self.firearms[0].low)
        except PydanticCustomError as error:
            _, *rest = (error.context or {})["at"]
            context = {**(error.context or {}), "at": ("firearms", *rest)}
            raise PydanticCustomError(error.type, error.type, context) from None
        return self


# G-1.4


class WeaponTable(BattleModel):
    """What each piece adds (G-1.4)."""

    light_chariot: Added = Named(alias="light-chariot")
    medium_chariot: Added = Named(alias="medium-chariot")
    heavy_chariot: Added = Named(alias="heavy-chariot")
    elephant: Added
    small_ballista: Added = Named(alias="small-ballista")
    large_ballista: Added = Named(alias="large-ballista")
    small_siege_engine: Added = Named(alias="small-siege-engine")
    light_artillery: Added = Named(alias="light-artillery")
    large_siege_engine: Added = Named(alias="large-siege-engine")
    heavy_artillery: Added = Named(alias="heavy-artillery")
    light_tank: Added = Named(alias="light-tank")
    medium_tank: Added = Named(alias="medium-tank")
    heavy_tank: Added = Named(alias="heavy-tank")
    fighter: Added
    bomber: Added
    helicopter: Added
    modern_artillery: Added = Named(alias="modern-artillery")

    def table(self) -> tuple[tuple[Weapon, int], ...]:
        """The table as the rules take it."""
        return tuple((weapon, getattr(self, weapon.replace("-", "_"))) for weapon in get_args(Weapon))


# G-1.6


class GradeModel(BattleModel):
    """A quality of troops."""

    quality: Quality
    battles: Annotated[Whole, Between(0, 10**6)]
    ts: Annotated[Exact, Between(Fraction(1, 100), 100)]
    morale: Annotated[Whole, Between(3, 30)]
    pay: Annotated[Exact, Between(0, 100)]

    def row(self) -> Grade:
        """The row as the rules take it."""
        return Grade(self.quality, self.battles, self.ts, self.morale, self.pay)


class QualityTable(BattleModel):
    """Quality of troops (G-1.6)."""

    rows: Annotated[Listed[GradeModel], Named(min_length=6, max_length=6)]

    def table(self) -> tuple[Grade, ...]:
        """The table as the rules take it."""
        return tuple(row.row() for row in self.rows)

    @model_validator(mode="after")
    def _whole(self) -> QualityTable:
        """Each quality once, in order, and more battles each time, from none."""
        for index, (row, quality) in enumerate(zip(self.rows, QUALITIES, strict=True)):
            if row.quality != quality:
                _refuse("quality_row", index, "quality", due=quality)
            if index == 0 and row.battles != 0:
                _refuse("first_row", index, "battles", due=0)
            if index and row.battles <= self.rows[index - 1].battles:
                _refuse("quality_battles", index, "battles", more=self.rows[index - 1].battles)
        return self


# G-8


class CatastropheModel(BattleModel):
    """What some results bring."""

    low: Bound | None = Named(default=None, alias="from")
    high: Bound | None = Named(default=None, alias="to")
    effect: Effect


class CatastropheTable(BattleModel):
    """Catastrophes (G-8)."""

    rows: Annotated[Listed[CatastropheModel], Named(min_length=1, max_length=50)]

    def table(self) -> tuple[Catastrophe, ...]:
        """The table as the rules take it."""
        return tuple(Catastrophe(row.low, row.high, row.effect) for row in self.rows)

    @model_validator(mode="after")
    def _whole(self) -> CatastropheTable:
        """No gap, no overlap, no end."""
        no_gap(self.rows, None)
        return self


# G-9.3

_BLOWS = re.compile(
    r"(?:(?P<blows>[1-9]) x )?"
    r"(?:(?P<dice>[1-9][0-9]?)|\((?P<times>[1-9])?TL(?:/(?P<part>[1-9]))?(?P<more>[+-][1-9][0-9]?)?\))"
    r"d(?P<plus>[+-][1-9][0-9]{0,2})?"
)


def _blows(value: object) -> Blows:
    """Blows as a table writes them: 1d+2, 2 x (TL/2)d."""
    found = _BLOWS.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        raise PydanticCustomError("gurps.error.blows", "gurps.error.blows")
    per_tl = Fraction(0) if found["dice"] else Fraction(int(found["times"] or 1), int(found["part"] or 1))
    return Blows(
        int(found["blows"] or 1), per_tl, int(found["dice"] or found["more"] or 0), int(found["plus"] or 0)
    )


BlowsField = Annotated[
    Blows, PlainValidator(_blows), WithJsonSchema({"type": "string", "pattern": _BLOWS.pattern})
]


class WoundingModel(BattleModel):
    """Damage at some tech levels of the enemy."""

    low: Bound = Named(alias="from")
    high: Bound | None = Named(default=None, alias="to")
    A: BlowsField
    B: BlowsField
    C: BlowsField
    D: BlowsField
    dr: Annotated[Whole, Between(1, 100)] = 1

    def row(self) -> Wounding:
        """The row as the rules take it."""
        columns = cast("tuple[Blows, Blows, Blows, Blows]", tuple(getattr(self, each) for each in COLUMNS))
        return Wounding(self.low, self.high, columns, self.dr)


class WoundTable(BattleModel):
    """Damage of failed Survival (G-9.3)."""

    rows: Annotated[Listed[WoundingModel], Named(min_length=1, max_length=20)]

    def table(self) -> tuple[Wounding, ...]:
        """The table as the rules take it."""
        return tuple(row.row() for row in self.rows)

    @model_validator(mode="after")
    def _whole(self) -> WoundTable:
        """No gap from tech level 0 on."""
        no_gap(self.rows, 0)
        return self


# G-13.2

_SHARE = re.compile(r"([1-4])d([+-][1-9][0-9]?)?")


def _share(value: object) -> tuple[int, int]:
    """Dice and a number as the table writes them: 4d+20."""
    found = _SHARE.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        raise PydanticCustomError("gurps.error.share", "gurps.error.share")
    return int(found[1]), int(found[2] or 0)


class ShareModel(BattleModel):
    """What a row loses."""

    row: Annotated[Whole, Between(-100, 100)]
    lost: Annotated[
        tuple[int, int], PlainValidator(_share), WithJsonSchema({"type": "string", "pattern": _SHARE.pattern})
    ]


class LossTable(BattleModel):
    """Losses in per cent (G-13.2)."""

    rows: Annotated[Listed[ShareModel], Named(min_length=2, max_length=201)]

    def table(self) -> tuple[Share, ...]:
        """The table as the rules take it."""
        return tuple(Share(row.row, *row.lost) for row in self.rows)

    @model_validator(mode="after")
    def _whole(self) -> LossTable:
        """A row for each number from the first to the last."""
        for index, row in enumerate(self.rows[1:], 1):
            if row.row != self.rows[index - 1].row + 1:
                _refuse("row", index, "row", due=self.rows[index - 1].row + 1)
        return self
