"""What the points of a side are made of, factor by factor, and where the battle file says so."""

from __future__ import annotations

from collections.abc import Iterator

from voevoda.rulebooks.book import Part
from voevoda.rulebooks.wfrp.rules import FACTORS, field_factors, field_points, starting_points
from voevoda.rulebooks.wfrp.state import Field, Side

CLAUSES = {
    "size": "W-1.2",
    "experience": "W-1.3",
    "equipment": "W-1.4",
    "leader": "W-1.5",
    "ranged": "W-2.1",
    "manoeuvre": "W-2.2",
    "conditions": "W-2.3",
    "ambushed": "W-2.4",
}


def parts(field: Field) -> tuple[tuple[Part, ...], ...]:
    """Both sides: each unit's heads with its factors, those of the field, and the whole points last."""
    return tuple(
        (*_parts(side, index, start), Part("W-2.6", "points", start))
        for index, (side, start) in enumerate(
            zip(field.terms.sides, starting_points(field.terms), strict=True)
        )
    )


def _parts(side: Side, index: int, start: int) -> Iterator[Part]:
    for number, unit in enumerate(side.units):
        place = ("sides", index, "units", number)
        yield Part("W-1.1", "unit", unit.count, unit.name, at=(*place, "name"))
        for name in FACTORS:
            value = getattr(unit, name)
            if value != 1:
                yield Part(CLAUSES[name], name, value, unit.name, at=(*place, name), times=True)
    for name, value in field_factors(side).items():
        yield Part(CLAUSES[name], name, value, at=("sides", index, name), times=True)
    whole = int(field_points(side))
    if whole != start:  # reading: large_armies
        yield Part("W-2.6", "whole", whole)
