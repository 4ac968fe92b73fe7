"""What the report says of each side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from voevoda.play.seats import REFEREE, Fact, Facts, Line, Seat
from voevoda.rulebooks.wfrp.clauses import READINGS
from voevoda.rulebooks.wfrp.rules import points_of
from voevoda.rulebooks.wfrp.state import Field, Side, soldiers_left
from voevoda.rulebooks.wfrp.tables import Row, effects_of

EFFECTS = ("wounds", "lose_advantage", "fear", "penalty")


def sides(field: Field, log: Sequence[tuple[int, Line]], seat: Seat = REFEREE) -> tuple[Facts, ...]:
    """Points, units and characters of each side, from the last state and the log with its rounds."""
    _ = seat
    return tuple(
        {
            "name": side.name,
            "points": {"start": start, "now": now},
            "units": tuple(
                {
                    "name": unit.name,
                    "points": points_of(unit),
                    "start": unit.count,
                    "left": soldiers_left(unit, now, start),
                }
                for unit in side.units
            ),
            "characters": _characters(side, log),
        }
        for side, now, start in zip(field.terms.sides, field.now, field.start, strict=True)
    )


def _characters(side: Side, log: Sequence[tuple[int, Line]]) -> tuple[Facts, ...]:
    """All wounds, the penalty in force, and what befell them; a penalty ends with the next round's rolls."""
    effects: dict[str, list[dict[str, Fact]]] = {name: [] for name in side.characters}
    last = max((number for number, line in log if line.source), default=0)
    for number, line in log:
        if line.key == "wfrp.effect":
            effect = {name: line.facts[name] for name in EFFECTS if name in line.facts}
            effects.setdefault(str(line.facts["who"]), []).append({"round": number, **effect})
    return tuple(
        {
            "name": name,
            "wounds": _sum(effects[name], "wounds"),
            "penalty": _sum([each for each in effects[name] if each["round"] == last], "penalty"),
            "effects": tuple(effects[name]),
        }
        for name in side.characters
    )


def _sum(effects: Iterable[Facts], name: str) -> int:
    return sum(value for each in effects if isinstance(value := each.get(name, 0), int))


def mattered(field: Field, log: Sequence[tuple[int, Line]]) -> tuple[str, ...]:
    """The readings that decided something: the lines where one did name it."""
    _ = field
    named = {line.facts.get("reading") for _, line in log}
    return tuple(reading.id for reading in READINGS if reading.id in named)


def row_texts(row: Row) -> tuple[tuple[str, Facts], tuple[str, Facts]]:
    """Keys and facts of a row of the influence table as a person reads it: the results, and what they do."""
    match row.low, row.high:
        case None, None:
            result = "wfrp.row.result.any"
        case None, _:
            result = "wfrp.row.result.most"
        case _, None:
            result = "wfrp.row.result.least"
        case _:
            result = "wfrp.row.result"
    does = "wfrp.row.nothing" if row.on == "nobody" else "wfrp.row.effect"
    return (result, {"low": row.low, "high": row.high}), (does, {"on": row.on, **effects_of(row, row.wounds)})
