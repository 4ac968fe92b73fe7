"""The arithmetic behind the numbers of the log, row by row; from the facts of a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from voevoda.play.seats import Fact, Facts, Line
from voevoda.rulebooks.book import Term
from voevoda.rulebooks.wfrp.tables import LEVEL

UNIT = (("size", "W-1.2"), ("experience", "W-1.3"), ("equipment", "W-1.4"), ("leader", "W-1.5"))
FIELD = (("ranged", "W-2.1"), ("manoeuvre", "W-2.2"), ("conditions", "W-2.3"), ("ambushed", "W-2.4"))
"""Factors with their clauses."""


def why(line: Line) -> tuple[Term, ...]:
    """How the numbers of a line came about; nothing for a ruled roll and for what a table or a file says."""
    match line.key, line.facts:
        case "wfrp.unit.points", {"count": int(count), "points": int() | Fraction() as points, **rest}:
            own = Term("wfrp.why.count", "W-1.1", count)
            return own, *_factors(rest, UNIT), Term("wfrp.why.points", "W-1.1", points, how="=")
        case "wfrp.side.points" | "wfrp.side.sum", {"units": int() | Fraction() as units, **rest}:
            return tuple(_side(units, rest))
        case "wfrp.side.scaled", facts:
            return tuple(_scaled(facts))
        case "wfrp.round.test", {"roll": int(roll), "target": int(target), "sl": int(level), **rest}:
            return tuple(_test(roll, target, level, rest.get("double")))
        case "wfrp.round.won", facts:
            return tuple(_won(facts))
        case "wfrp.influence" | "wfrp.influence.critical" | "wfrp.influence.fumble", {"roll": int(), **rest}:
            return tuple(_influence(line.facts, rest.get("difference")))
        case "wfrp.influence.wounds", {"die": die, "thrown": tuple(thrown), "wounds": int(wounds)}:
            return tuple(_wounds(die, thrown, wounds))
        case "wfrp.round.points", facts:
            return tuple(_points(facts))
        case "wfrp.round.left" | "wfrp.round.spread", {"units": tuple(units), "now": now, "of": start}:
            each = {"now": now, "of": start}
            return tuple(_standing({**each, **unit}) for unit in units if isinstance(unit, Mapping))
        case "wfrp.out", {"now": int(now), "start": int(start)}:
            third = Term("wfrp.why.third", "W-3.9", Fraction(start, 3), {"start": start})
            return third, Term("wfrp.why.under", "W-3.9", now, how="=")
    return ()


def _whole(value: Fact) -> int:
    assert isinstance(value, int)
    return value


def _factors(facts: Facts, cites: tuple[tuple[str, str], ...]) -> Iterator[Term]:
    for name, cite in cites:
        value = facts.get(name)
        if isinstance(value, int | Fraction):
            yield Term(f"wfrp.why.{name}", cite, value, how="×")


def _side(units: int | Fraction, facts: Facts) -> Iterator[Term]:
    """All units together, what the field makes of them, and whole points of it (W-2.6)."""
    exact = facts["exact"]
    assert isinstance(exact, int | Fraction)
    yield Term("wfrp.why.units", "W-1.1", units)
    factors = tuple(_factors(facts, FIELD))
    if factors:
        yield from factors
        yield Term("wfrp.why.exact", "W-2.6", exact, how="=")
    yield Term("wfrp.why.whole", "W-2.6", _whole(facts["whole"]), how="=")


def _scaled(facts: Facts) -> Iterator[Term]:
    """Points of a large army brought under 100 (W-2.6)."""
    yield Term("wfrp.why.whole", "W-2.6", _whole(facts["whole"]))
    yield Term("wfrp.why.scale", "W-2.6", _whole(facts["scale"]), how="×")
    yield Term("wfrp.why.larger", "W-2.6", facts={"larger": facts["larger"]})
    yield Term("wfrp.why.start", "W-2.6", _whole(facts["start"]), how="=")


def _test(roll: int, target: int, level: int, double: object) -> Iterator[Term]:
    """Success or failure (W-3.1, W-3.3), the level (W-3.2), and what a double makes of it (W-3.6)."""
    if roll <= 5:
        yield Term("wfrp.why.always", "W-3.3", facts={"roll": roll})
    elif roll >= 96:
        yield Term("wfrp.why.never", "W-3.3", facts={"roll": roll})
    else:
        key = "wfrp.why.success" if roll <= target else "wfrp.why.failure"
        yield Term(key, "W-3.1", facts={"roll": roll, "target": target})
    tens, rolled = target // 10, roll // 10
    yield Term("wfrp.why.tens", "W-3.2", tens, {"target": target})
    yield Term("wfrp.why.rolled", "W-3.2", -rolled, {"roll": roll}, "+")
    yield Term("wfrp.why.level", "W-3.2", tens - rolled, how="=")
    if level != tens - rolled:
        yield Term("wfrp.why.bound", "W-3.3", level, how="=")
    if double:
        yield Term(f"wfrp.why.{double}", "W-3.6")


def _won(facts: Facts) -> Iterator[Term]:
    """The difference of the levels, and a tenth of the winner's points (W-3.5)."""
    if isinstance(levels := facts.get("levels"), tuple):
        one, two = map(_whole, levels)
        yield Term("wfrp.why.winner", "W-3.4", one, {"side": facts["winner"]})
        yield Term("wfrp.why.loser", "W-3.4", -two, {"side": facts["loser"]}, "+")
    yield Term("wfrp.why.difference", "W-3.5", _whole(facts["difference"]), how="=" if levels else "")
    yield Term("wfrp.why.bonus", "W-3.5", _whole(facts["bonus"]), how="+")
    yield Term("wfrp.why.damage", "W-3.5", _whole(facts["damage"]), how="=")


def _influence(facts: Facts, difference: object) -> Iterator[Term]:
    """The roll on the table of influence, and what is added to it (W-3.6, W-3.7)."""
    plus = _whole(facts["plus"])
    yield Term("wfrp.why.roll", "W-4", _whole(facts["roll"]))
    if isinstance(difference, int):
        added = {"levels": plus // LEVEL, "difference": difference}
        yield Term("wfrp.why.levels", "W-3.7", plus, added, "+")
    else:
        yield Term("wfrp.why.doubled", "W-3.6", plus, how="+")
    low, high = facts.get("low"), facts.get("high")
    row = "up" if high is None else "down" if low is None else "row"
    yield Term(f"wfrp.why.influence.{row}", "W-4", _whole(facts["result"]), {"low": low, "high": high}, "=")


def _wounds(die: Fact, thrown: tuple[Fact, ...], wounds: int) -> Iterator[Term]:
    """The dice of wounds; a d5 is half a d10 (W-4.2)."""
    sides = 10 if die == 5 else die
    for at, face in enumerate(thrown):
        yield Term("wfrp.why.die", "W-4.2", _whole(face), {"sides": sides}, "+" if at else "")
    if die == 5:
        yield Term("wfrp.why.halved", "W-4.2")
    yield Term("wfrp.why.wounds", "W-4.2", wounds, how="=")


def _points(facts: Facts) -> Iterator[Term]:
    """What the round has cost a side (W-3.5, W-3.6); points stop at 0."""
    was, now = _whole(facts["was"]), _whole(facts["now"])
    lost = _whole(facts.get("lost", was - now))
    yield Term("wfrp.why.was", "W-3.8", was)
    yield Term("wfrp.why.lost", "W-3.8", -lost, how="+")
    if was - lost != now:
        yield Term("wfrp.why.floor", "W-3.5")
    yield Term("wfrp.why.now", "W-3.8", now, how="=")


def _standing(unit: Facts) -> Term:
    """Who of a unit still stands, as its side's points go (W-3.10)."""
    return Term("wfrp.why.standing", "W-3.10", _whole(unit["left"]), unit)
