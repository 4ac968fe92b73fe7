"""What a battle is between two steps, its notation, and what each seat sees of it (all: nothing is hidden).

``Terms`` never change; ``Field`` is what the rules change.  It holds no history and counts nothing that the
rules do not read, so that equal battles are equal states.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from typing import Literal

from pydantic import TypeAdapter, ValidationError

from voevoda.play.seats import Facts, Seat, commander
from voevoda.rulebooks.wfrp.tables import Row, is_whole


@dataclass(frozen=True, slots=True)
class Unit:
    """Men of one kind, and the factors that make their points (W-1)."""

    name: str
    count: int
    size: Fraction = Fraction(1)
    experience: Fraction = Fraction(1)
    equipment: Fraction = Fraction(1)
    leader: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two armies, with what the field is worth to it (W-2)."""

    name: str
    units: tuple[Unit, ...]
    ranged: Fraction = Fraction(1)
    manoeuvre: Fraction = Fraction(1)
    conditions: Fraction = Fraction(1)
    ambushed: bool = False
    characters: tuple[str, ...] = ()
    """Who of this side stands in the foreground."""

    @property
    def seat(self) -> Seat:
        """The seat whose dice this side's are."""
        return commander(self.name)


@dataclass(frozen=True, slots=True)
class Readings:
    """How the ambiguous clauses are read; ``READINGS.md`` says why there is a choice."""

    sl_bonus: Literal["per_level", "flat"] = "per_level"
    tie: Literal["higher_points", "nobody"] = "higher_points"
    large_armies: Literal["as_printed", "scaled"] = "as_printed"


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed before the battle."""

    title: str
    sides: tuple[Side, Side]
    influence: tuple[Row, ...]
    """The influence table in force."""
    readings: Readings = Readings()
    replaced: tuple[str, ...] = ()
    """House tables that the battle file replaced."""


@dataclass(frozen=True, slots=True)
class Field:
    """The background battle: who has how many points."""

    terms: Terms = field(hash=False)
    phase: Literal["muster", "round"]
    """``muster`` until the points have been counted."""
    start: tuple[int, int]
    """Starting points of each side (W-2.6)."""
    now: tuple[int, int]
    """Current points of each side."""
    rounds_left: int | None = None
    """Rounds until the foreground fight is over; None: no limit."""

    def __str__(self) -> str:
        sides = zip(self.terms.sides, self.now, self.start, strict=True)
        return f"Field({' | '.join(f'{side.name} {now}/{start}' for side, now, start in sides)})"

    def is_out(self, index: int) -> bool:
        """Say whether a side has less than a third of its starting points (W-3.9)."""
        return self.phase == "round" and 3 * self.now[index] < self.start[index]

    def wounded(self, losses: Iterable[int]) -> Field:
        """The field after each side has lost points; they stop at 0 (W-3.5)."""
        one, two = (max(0, now - loss) for now, loss in zip(self.now, losses, strict=True))
        return replace(self, now=(one, two))


def soldiers_left(unit: Unit, now: int, start: int) -> int:
    """How many of a unit still stand when its side has ``now`` of ``start`` points, rounded down (W-3.10).

    All of them, as long as no points have been counted.
    """
    return unit.count * now // start if start else unit.count


def view(field: Field, seat: Seat) -> Facts:
    """What ``seat`` sees of the battle: the same for all."""
    _ = seat
    return {
        "title": field.terms.title,
        "rounds_left": field.rounds_left,
        "sides": tuple(
            {
                "name": side.name,
                "points": {"start": start, "now": now},
                "units": tuple(
                    {
                        "name": unit.name,
                        "start": unit.count,
                        "left": soldiers_left(unit, now, start),
                    }
                    for unit in side.units
                ),
                "characters": side.characters,
            }
            for side, now, start in zip(field.terms.sides, field.now, field.start, strict=True)
        ),
    }


@cache
def _notation() -> TypeAdapter[Field]:
    return TypeAdapter(Field)


def print_field(field: Field) -> str:
    """The notation of a field: JSON, one line."""
    return _notation().dump_json(field).decode()


def parse_field(text: str) -> Field:
    """The field that ``print_field`` wrote.

    Raises ``ValueError``, also for one that no battle comes to: the rules would break on it, or never end.
    """
    try:
        field = _notation().validate_json(text)
    except ValidationError as error:
        raise ValueError(str(error)) from error
    if not _is_possible(field):
        raise ValueError("no battle comes to this")
    return field


def _is_possible(field: Field) -> bool:
    one, two = field.terms.sides
    return (
        one.name != two.name
        and all(_can_fight(side) for side in (one, two))
        and is_whole(field.terms.influence)
        and (field.rounds_left is None or field.rounds_left >= 0)
        and all(
            0 <= now <= start and (start > 0 or field.phase == "muster")
            for now, start in zip(field.now, field.start, strict=True)
        )
    )


def _can_fight(side: Side) -> bool:
    factors = [side.ranged, side.manoeuvre, side.conditions]
    for unit in side.units:
        factors += [Fraction(unit.count), unit.size, unit.experience, unit.equipment, unit.leader]
    return bool(side.units) and min(factors) > 0
