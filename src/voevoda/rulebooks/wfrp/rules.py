"""The rules in the order of the book: points (W-1), field (W-2), round (W-3), foreground (W-4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from voevoda.play.law import Source
from voevoda.play.position import Number, Outcome
from voevoda.play.questions import Draw, Rule, ask, tell, together
from voevoda.play.seats import EVERYONE, Fact, Facts, Seat
from voevoda.rulebooks.wfrp.referee import numbers, overridden
from voevoda.rulebooks.wfrp.rolls import Influence, Percent, Rolled, Wounds
from voevoda.rulebooks.wfrp.state import (
    Field,
    Side,
    Terms,
    Unit,
    parse_field,
    print_field,
    soldiers_left,
    view,
)
from voevoda.rulebooks.wfrp.tables import AMBUSHED, DOUBLE, LEVEL, SCALED, Dice, Row, effects_of

FACTORS = ("size", "experience", "equipment", "leader")
"""A unit's, in the order of W-1.2 to W-1.5."""


# W-1 Strength


def points_of(unit: Unit) -> Fraction:
    """The points of a unit, exact and unrounded (W-1.1)."""
    return unit.count * unit.size * unit.experience * unit.equipment * unit.leader


def muster_unit(side: Side, unit: Unit) -> Rule[None]:
    """Tell how a unit's points came about; a factor of 1 plays no part (W-1.6, W-1.7)."""
    factors = {name: value for name in FACTORS if (value := getattr(unit, name)) != 1}
    yield from tell(
        "wfrp.unit.points",
        "W-1.1",
        side=side.name,
        unit=unit.name,
        count=unit.count,
        points=points_of(unit),
        **factors,
    )


# W-2 The field


def field_factors(side: Side) -> dict[str, Fraction]:
    """What the field makes of a side's points: only what plays a part (W-2.1 to W-2.5)."""
    factors = {
        "ranged": side.ranged,
        "manoeuvre": side.manoeuvre,
        "conditions": side.conditions,
        "ambushed": AMBUSHED if side.ambushed else Fraction(1),
    }
    return {name: value for name, value in factors.items() if value != 1}


def field_points(side: Side) -> Fraction:
    """A side's points on this field, before they are rounded (W-1.6, W-2)."""
    points = sum((points_of(unit) for unit in side.units), Fraction())
    for factor in field_factors(side).values():
        points *= factor
    return points


def starting_points(terms: Terms) -> tuple[int, int]:
    """Whole points of each side, rounded down once (W-2.6), and scaled where the reading says so."""
    one, two = (int(field_points(side)) for side in terms.sides)
    larger = max(one, two)
    if terms.readings.large_armies == "scaled" and larger > 100:
        return max(1, one * SCALED // larger), max(1, two * SCALED // larger)
    return one, two


def is_large(terms: Terms) -> bool:
    """Say whether a side has more than 100 points, so that the reading ``large_armies`` matters."""
    return any(field_points(side) >= 101 for side in terms.sides)


def muster(field: Field) -> Rule[Field]:
    """Count the points of both sides (W-1, W-2)."""
    start = starting_points(field.terms)
    for side in field.terms.sides:
        for unit in side.units:
            yield from muster_unit(side, unit)
        factors = field_factors(side)
        yield from tell(
            "wfrp.side.points" if factors else "wfrp.side.sum",
            "W-2.6",
            side=side.name,
            units=sum((points_of(unit) for unit in side.units), Fraction()),
            **factors,
            exact=field_points(side),
            whole=int(field_points(side)),
        )
    if is_large(field.terms):
        yield from large_armies(field.terms, start)
    return replace(field, phase="round", start=start, now=start)


def large_armies(terms: Terms, start: tuple[int, int]) -> Rule[None]:
    """Warn that the higher side wins nearly always, or tell how both were scaled down (W-2.6)."""
    # Reading: large_armies.
    option = terms.readings.large_armies
    if option == "as_printed":
        yield from tell("wfrp.large_armies", "W-2.6", reading="large_armies", option=option)
        return
    whole = tuple(int(field_points(side)) for side in terms.sides)
    for side, points, scaled in zip(terms.sides, whole, start, strict=True):
        yield from tell(
            "wfrp.side.scaled",
            "W-2.6",
            side=side.name,
            whole=points,
            scale=SCALED,
            larger=max(whole),
            start=scaled,
            reading="large_armies",
            option=option,
        )


# W-3 The round


class Contest(NamedTuple):
    """The result of an opposed test."""

    winner: int | None
    """Index of the side that won; None: nobody."""
    difference: int
    """Of the success levels."""


def contest(field: Field, one: Rolled, two: Rolled) -> Contest:
    """Compare the success levels: the higher wins, also when both fail (W-3.4)."""
    if one.level != two.level:
        return Contest(0 if one.level > two.level else 1, abs(one.level - two.level))
    # Reading: tie.
    if field.terms.readings.tie == "nobody" or field.now[0] == field.now[1]:
        return Contest(None, 0)
    return Contest(0 if field.now[0] > field.now[1] else 1, 0)


def test(side: Side, points: int) -> Percent:
    """A side's d100 against its current points (W-3.1)."""
    about: Facts = {"side": side.name}
    return Percent(key="wfrp.round.test", cite="W-3.1", by=side.seat, about=about, target=points)


def fight_round(field: Field) -> Rule[Field]:
    """One round: opposed damage, doubles, the winner's influence, and who is out (W-3; order W-3.8)."""
    sides = field.terms.sides
    one, two = yield from together(
        test(sides[0], field.now[0]),
        test(sides[1], field.now[1]),
    )
    result = contest(field, one, two)
    losses = list((yield from opposed_damage(field, result, (one.level, two.level))))
    for index, rolled in doubles(result, one, two):
        victim, damage = yield from double(field, index, rolled)
        losses[victim] += damage
    if result.winner is not None:
        yield from ordinary_influence(field, result.winner, result.difference)
    after = field.wounded(losses)
    yield from close_round(field, after, losses)
    if after.rounds_left is not None:
        return replace(after, rounds_left=after.rounds_left - 1)
    return after


def opposed_damage(field: Field, result: Contest, levels: tuple[int, int]) -> Rule[tuple[int, int]]:
    """The winner takes the difference and his bonus from the loser (W-3.5); returns each side's loss."""
    if result.difference == 0:
        yield from equal_levels(field)
    if result.winner is None:
        return 0, 0
    loser = 1 - result.winner
    bonus = field.now[result.winner] // 10
    damage = result.difference + bonus
    yield from tell(
        "wfrp.round.won",
        "W-3.5",
        winner=field.terms.sides[result.winner].name,
        loser=field.terms.sides[loser].name,
        difference=result.difference,
        bonus=bonus,
        damage=damage,
        levels=(levels[result.winner], levels[loser]),
    )
    return (damage, 0) if loser == 0 else (0, damage)


def equal_levels(field: Field) -> Rule[None]:
    """Tell who prevails at equal success levels, and by which reading (W-3.4)."""
    one, two = field.now
    if one == two:
        yield from tell("wfrp.round.tie.even", "W-3.4", points=one)
        return
    # Reading: tie.
    option = field.terms.readings.tie
    if option == "nobody":
        yield from tell("wfrp.round.tie.nobody", "W-3.4", reading="tie", option=option)
        return
    winner = field.terms.sides[0 if one > two else 1].name
    points, other = max(one, two), min(one, two)
    yield from tell(
        "wfrp.round.tie.higher_points",
        "W-3.4",
        winner=winner,
        points=points,
        other=other,
        reading="tie",
        option=option,
    )


def doubles(result: Contest, one: Rolled, two: Rolled) -> tuple[tuple[int, Rolled], ...]:
    """The sides that threw a double, the winner first, without one the first side (W-3.8)."""
    rolled = (one, two)
    first = result.winner or 0
    return tuple((index, rolled[index]) for index in (first, 1 - first) if rolled[index].double)


def double(field: Field, index: int, rolled: Rolled) -> Rule[tuple[int, int]]:
    """A separate influence roll for a double; returns who is hit and for how much (W-3.6)."""
    critical = rolled.double > 0
    row = yield from ask(
        Influence(
            key="wfrp.influence.critical" if critical else "wfrp.influence.fumble",
            cite="W-3.6",
            by=field.terms.sides[index].seat,
            about={"side": field.terms.sides[index].name},
            table=field.terms.influence,
            plus=DOUBLE if critical else -DOUBLE,
        )
    )
    victim = 1 - index if critical else index
    # The number is the table's, so the table's clause stands behind it.
    yield from tell("wfrp.double.damage", "W-4", side=field.terms.sides[victim].name, damage=row.damage)
    yield from strike(field, index, row)
    return victim, row.damage


def ordinary_influence(field: Field, winner: int, difference: int) -> Rule[None]:
    """The winner's influence roll; it hurts nobody's points (W-3.7)."""
    # Reading: sl_bonus.
    option = field.terms.readings.sl_bonus
    levels = difference if option == "per_level" else min(difference, 1)
    mattered: Facts = {"reading": "sl_bonus", "option": option} if difference > 1 else {}
    row = yield from ask(
        Influence(
            key="wfrp.influence",
            cite="W-3.7",
            by=field.terms.sides[winner].seat,
            about={"side": field.terms.sides[winner].name, "difference": difference, **mattered},
            table=field.terms.influence,
            plus=LEVEL * levels,
            idle=True,
        )
    )
    yield from strike(field, winner, row)


def close_round(field: Field, after: Field, losses: Sequence[int]) -> Rule[None]:
    """Tell what each side has left, who of its men, and whether it is out (W-3.8, W-3.9, W-3.10)."""
    for index, side in enumerate(field.terms.sides):
        was, now, start = field.now[index], after.now[index], field.start[index]
        if was == now:
            continue
        lost = losses[index]
        yield from tell(
            "wfrp.round.points", "W-3.8", side=side.name, was=was, now=now, start=start, lost=lost
        )
        left: tuple[Fact, ...] = tuple(
            {"unit": unit.name, "left": soldiers_left(unit, now, start), "start": unit.count}
            for unit in side.units
        )
        yield from tell(
            "wfrp.round.spread" if len(left) > 1 else "wfrp.round.left",
            "W-3.10",
            side=side.name,
            units=left,
            now=now,
            of=start,
        )
    for index, side in enumerate(field.terms.sides):
        if after.is_out(index):
            yield from tell(
                "wfrp.out", "W-3.9", side=side.name, now=after.now[index], start=field.start[index]
            )
    if after.is_out(0) and after.is_out(1):
        yield from tell("wfrp.mutual_ruin", "W-3.9")


# W-4 Influence on the foreground


def strike(field: Field, index: int, row: Row) -> Rule[None]:
    """What a row of the influence table does to the characters (W-4); ``index`` is the side that rolled."""
    if row.on == "nobody":
        yield from tell("wfrp.effect.nothing", "W-4")
        return
    side = field.terms.sides[index if row.on.endswith("own") else 1 - index]
    if not side.characters:
        whom = "one" if row.strikes_one else "all"
        effects = effects_of(row, row.wounds)
        yield from tell("wfrp.effect.unnamed", "W-4.1", side=side.name, whom=whom, **effects)
        return
    struck = side.characters
    if row.strikes_one and len(struck) > 1:
        struck = yield from ask(
            Draw(
                key="wfrp.influence.whom",
                cite="W-4.1",
                seen_by=EVERYONE,
                pile=side.characters,
                about={"side": side.name, "among": side.characters},
                idle=True,
            )
        )
    for name in struck:
        wounds = row.wounds
        if isinstance(wounds, Dice):
            wounds = yield from ask(
                Wounds(
                    key="wfrp.influence.wounds",
                    cite="W-4.2",
                    dice=wounds,
                    about={"who": name, "count": wounds.count, "die": wounds.sides},
                    idle=True,
                )
            )
        yield from tell("wfrp.effect", "W-4", side=side.name, who=name, **effects_of(row, wounds))


class Wfrp:
    """The rulebook ``wfrp``."""

    id = "wfrp"
    revision = 1
    schema = 1
    reveals = frozenset[str]()

    def step(self, field: Field, /) -> Rule[Field]:
        """Count the points, then a round at a time."""
        return muster(field) if field.phase == "muster" else fight_round(field)

    def finished(self, field: Field, /) -> Outcome | None:
        """A side under a third is out; both at once is mutual ruin (W-3.9)."""
        if field.phase == "muster":
            return None
        out = field.is_out(0), field.is_out(1)
        if all(out):
            return Outcome(None, "mutual-ruin")
        if any(out):
            return Outcome(field.terms.sides[out.index(False)].name, "out-of-action")
        return Outcome(None, "stopped") if field.rounds_left == 0 else None

    def opens_round(self, field: Field, /) -> bool:
        """Every step but the muster is a round."""
        return field.phase == "round"

    def view(self, field: Field, seat: Seat, /) -> Facts:
        """Nothing is hidden in this book."""
        return view(field, seat)

    def imagine(self, field: Field, seat: Seat, source: Source, /) -> Field:
        """Nothing is hidden: there is no other state that ``seat`` could take this one for."""
        _ = seat, source
        return field

    def override(self, field: Field, path: str, value: Fact, /) -> Field:
        """Set one of the numbers that ``referee`` lists."""
        return overridden(field, path, value)

    def numbers(self, field: Field, /) -> tuple[Number, ...]:
        """Those that ``referee`` lists."""
        return numbers(field)

    def print(self, field: Field, /) -> str:
        """The notation of a field."""
        return print_field(field)

    def parse(self, text: str, schema: int, /) -> Field:
        """The field that ``print`` wrote; there is one schema so far.  Raises ``ValueError``."""
        if schema != self.schema:
            raise ValueError(f"schema {schema}")
        return parse_field(text)
