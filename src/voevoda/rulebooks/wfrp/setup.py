"""From a battle file to the first state: the file's model, and that of the replaceable influence table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import Field as Named
from pydantic import PlainValidator, WithJsonSchema, model_validator
from pydantic_core import PydanticCustomError

from voevoda.rulebooks.fields import (
    BattleFile,
    BattleModel,
    Between,
    DifferentNames,
    Exact,
    Listed,
    Name,
    Steps,
    Whole,
    repeated,
)
from voevoda.rulebooks.wfrp.rules import field_points
from voevoda.rulebooks.wfrp.state import Field, Readings, Side, Terms, Unit
from voevoda.rulebooks.wfrp.tables import (
    ADVANTAGE,
    CONDITIONS,
    EQUIPMENT,
    EXPERIENCE,
    LEADER,
    SIZE,
    Dice,
    Row,
    Target,
    effects_of,
)

MOST_MEN = 10**12
MOST_UNITS = 500
"""The most units of a side: more would fill screens with their soldiers in every round."""
MOST_NAMED = 100
"""The most characters of a side: each can be asked about anew in every round."""
Advantage = Literal["none", "full", "partly-countered", "countered"]


class UnitModel(BattleModel):
    """Men of one kind (W-1)."""

    name: Name
    count: Annotated[Whole, Between(1, MOST_MEN)]
    size: Literal["tiny", "little", "small", "average", "large", "enormous", "monstrous"] = "average"
    experience: Annotated[Fraction, Steps(EXPERIENCE)] = EXPERIENCE["militia"]
    equipment: Annotated[Fraction, Steps(EQUIPMENT)] = EQUIPMENT["standard"]
    leader: Annotated[Fraction, Steps(LEADER)] = LEADER["present"]

    def unit(self) -> Unit:
        """The unit as the rules take it."""
        return Unit(self.name, self.count, SIZE[self.size], self.experience, self.equipment, self.leader)


class SideModel(BattleModel):
    """One army, and what the field is worth to it (W-2)."""

    name: Name
    units: Annotated[Listed[UnitModel], Named(min_length=1, max_length=MOST_UNITS), DifferentNames()]
    ranged: Advantage = "none"
    manoeuvre: Advantage = "none"
    conditions: Annotated[Exact, Between(*CONDITIONS)] = Fraction(1)
    ambushed: bool = False
    characters: Annotated[Listed[Name], Named(max_length=MOST_NAMED)] = ()

    def side(self) -> Side:
        """The side as the rules take it."""
        return Side(
            self.name,
            tuple(unit.unit() for unit in self.units),
            ADVANTAGE[self.ranged],
            ADVANTAGE[self.manoeuvre],
            self.conditions,
            self.ambushed,
            self.characters,
        )


class ReadingsModel(BattleModel):
    """How the ambiguous clauses are to be read."""

    sl_bonus: Literal["per_level", "flat"] = "per_level"
    tie: Literal["higher_points", "nobody"] = "higher_points"
    large_armies: Literal["as_printed", "scaled"] = "as_printed"


class WfrpFile(BattleFile):
    """A battle file of ``wfrp``."""

    rulebook: Literal["wfrp"]
    title: Name
    sides: Annotated[Listed[SideModel], Named(min_length=2, max_length=2), DifferentNames()]
    max_rounds: Annotated[Whole, Between(1, 10**6)] | None = None
    readings: ReadingsModel = ReadingsModel()

    def terms(self, influence: InfluenceTable) -> Terms:
        """What the rules take for agreed."""
        one, two = (side.side() for side in self.sides)
        readings = Readings(**self.readings.model_dump())
        return Terms(self.title, (one, two), influence.table(), readings, tuple(sorted(self.tables)))

    @model_validator(mode="after")
    def _characters_differ(self) -> WfrpFile:
        """No two characters of a battle have the same name."""
        places = [(side, index) for side in (0, 1) for index in range(len(self.sides[side].characters))]
        names = [self.sides[side].characters[index] for side, index in places]
        twice = repeated(names)
        if twice is not None:
            side, index = places[twice]
            facts = {"name": names[twice], "at": ("sides", side, "characters", index)}
            raise PydanticCustomError("files.same_name", "files.same_name", facts)
        return self

    @model_validator(mode="after")
    def _one_advantage(self) -> WfrpFile:
        """Both sides cannot have the advantage of the same arm (W-2.5)."""
        for arm in ("ranged", "manoeuvre"):
            if all(getattr(side, arm) != "none" for side in self.sides):
                facts = {"arm": arm, "at": ("sides", 1, arm)}
                raise PydanticCustomError("wfrp.error.both", "wfrp.error.both", facts)
        return self

    @model_validator(mode="after")
    def _points(self) -> WfrpFile:
        """Who has no whole point cannot fight (W-2.6)."""
        for index, model in enumerate(self.sides):
            points = field_points(model.side())
            if points < 1:
                facts = {"side": model.name, "points": points, "at": ("sides", index, "units")}
                raise PydanticCustomError("wfrp.error.no_points", "wfrp.error.no_points", facts)
        return self


# The influence table (W-4)

_DICE = re.compile(r"([1-9][0-9]?)d([1-9][0-9]{0,2})")


def _wounds(value: object) -> int | Dice:
    """A number of wounds, or dice for it."""
    found = _DICE.fullmatch(value) if isinstance(value, str) else None
    if found and (dice := Dice(int(found[1]), int(found[2]))).can_be_thrown:
        return dice
    if type(value) is int and 0 <= value <= 1000:
        return value
    raise PydanticCustomError("wfrp.error.wounds", "wfrp.error.wounds")


Wounds = Annotated[
    int | Dice,
    PlainValidator(_wounds),
    WithJsonSchema(
        {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": _DICE.pattern}]}
    ),
]


class RowModel(BattleModel):
    """A row of the influence table."""

    low: Annotated[Whole, Between(-1000, 1000)] | None = Named(default=None, alias="from")
    high: Annotated[Whole, Between(-1000, 1000)] | None = Named(default=None, alias="to")
    on: Target
    damage: Annotated[Whole, Between(0, 10**6)]
    wounds: Wounds = 0
    lose_advantage: Annotated[Whole, Between(0, 100)] | Literal["all"] = Named(
        default=0, alias="lose-advantage"
    )
    fear: Annotated[Whole, Between(0, 20)] = 0
    penalty: Annotated[Whole, Between(-100, 100)] = 0

    @model_validator(mode="after")
    def _strikes(self) -> RowModel:
        """Who strikes nobody does nothing, and who strikes does something."""
        row = self.row()
        if (row.on == "nobody") == bool(effects_of(row, row.wounds)):
            key = "wfrp.error.nobody_row" if row.on == "nobody" else "wfrp.error.idle_row"
            raise PydanticCustomError(key, key, {"on": row.on, "at": ("on",)})
        return self

    def row(self) -> Row:
        """The row as the rules take it."""
        return Row(
            self.low,
            self.high,
            self.on,
            self.damage,
            self.wounds,
            self.lose_advantage,
            self.fear,
            self.penalty,
        )


class InfluenceTable(BattleModel):
    """The influence table: every result falls into exactly one row."""

    rows: Annotated[Listed[RowModel], Named(min_length=1, max_length=200)]

    def table(self) -> tuple[Row, ...]:
        """The table as the rules take it."""
        return tuple(row.row() for row in self.rows)

    @model_validator(mode="after")
    def _whole(self) -> InfluenceTable:
        """No gap, no overlap, no end."""
        ends: list[int | None] = [
            None,
            *(None if row.high is None else row.high + 1 for row in self.rows[:-1]),
        ]
        for index, (row, due) in enumerate(zip(self.rows, ends, strict=True)):
            first = index == 0
            if (row.low != due) or (not first and due is None):
                facts = {"at": ("rows", index, "from"), "due": due}
                key = (
                    "wfrp.error.first_row"
                    if first
                    else "wfrp.error.open_row"
                    if due is None
                    else "wfrp.error.row"
                )
                raise PydanticCustomError(key, key, facts)
            if row.low is not None and row.high is not None and row.high < row.low:
                facts = {"at": ("rows", index, "to"), "low": row.low}
                raise PydanticCustomError("wfrp.error.upside_down", "wfrp.error.upside_down", facts)
        if self.rows[-1].high is not None:
            facts = {"at": ("rows", len(self.rows) - 1, "to")}
            raise PydanticCustomError("wfrp.error.last_row", "wfrp.error.last_row", facts)
        return self


def first_state(model: WfrpFile, tables: Mapping[str, InfluenceTable]) -> Field:
    """The battle before the points are counted."""
    return Field(model.terms(tables["influence"]), "muster", (0, 0), (0, 0), model.max_rounds)
