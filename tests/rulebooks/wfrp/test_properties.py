"""What holds of every battle."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rulebooks.wfrp.armies import WFRP, house_rows, mustered, reported, side, throw
from voevoda.play.errors import Illegal
from voevoda.play.position import Position
from voevoda.rulebooks.wfrp.rules import field_points, points_of
from voevoda.rulebooks.wfrp.state import Field, Readings, Side, Terms, Unit
from voevoda.rulebooks.wfrp.tables import EQUIPMENT, EXPERIENCE, LEADER, SIZE, Dice, Row

NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=12)
FACTORS = st.fractions(Fraction(1, 2), 2, max_denominator=1000)


def several(names: st.SearchStrategy[str], least: int, most: int) -> st.SearchStrategy[tuple[str, ...]]:
    """Different names."""
    return st.lists(names, min_size=least, max_size=most, unique=True).map(tuple)


@st.composite
def units(draw: st.DrawFn) -> Unit:
    """A unit by the printed steps, or by a number between them."""
    return Unit(
        draw(NAMES),
        draw(st.integers(1, 10**12) | st.integers(1, 60)),
        draw(st.sampled_from(list(SIZE.values()))),
        draw(st.sampled_from(list(EXPERIENCE.values())) | FACTORS),
        draw(st.sampled_from(list(EQUIPMENT.values())) | FACTORS),
        draw(st.sampled_from(list(LEADER.values())) | FACTORS),
    )


@st.composite
def armies(draw: st.DrawFn) -> Side:
    """A side that can fight."""
    named = draw(several(NAMES, 1, 3))
    return Side(
        draw(NAMES),
        (*(replace(draw(units()), name=name) for name in named), Unit("\u2060", 2)),
        draw(st.sampled_from([Fraction(1), Fraction(13, 10)])),
        draw(st.sampled_from([Fraction(1), Fraction(11, 10)])),
        draw(st.fractions(1, 2, max_denominator=100)),
        draw(st.booleans()),
        draw(several(NAMES, 0, 3)),
    )


READINGS = st.builds(
    Readings,
    st.sampled_from(["per_level", "flat"]),
    st.sampled_from(["higher_points", "nobody"]),
    st.sampled_from(["as_printed", "scaled"]),
)

ROWS = st.builds(
    Row,
    st.none(),
    st.none(),
    st.sampled_from(["all-own", "one-enemy"]),
    st.integers(0, 50),
    st.integers(0, 9) | st.builds(Dice, st.integers(1, 3), st.integers(2, 10)),
    st.integers(0, 3) | st.just("all"),
    st.integers(0, 3),
    st.integers(-30, 30),
)


@st.composite
def battles(draw: st.DrawFn) -> Field:
    """A battle before its points are counted."""
    one, two = draw(armies()), draw(armies())
    two = replace(two, name=two.name + "\u2060", characters=tuple(name + "\u2060" for name in two.characters))
    rows = draw(st.just(house_rows()) | ROWS.map(lambda row: (row,)))
    terms = Terms(draw(NAMES), (one, two), rows, draw(READINGS), draw(several(NAMES, 0, 1)))
    return Field(terms, "muster", (0, 0), (0, 0), draw(st.none() | st.integers(1, 9)))


def sound(field: Field) -> bool:
    """No side has lost less than nothing or more than it had."""
    points = all(0 <= now <= start for now, start in zip(field.now, field.start, strict=True))
    men = [unit for each in reported(field) for unit in each["units"]]
    return points and all(0 <= unit["left"] <= unit["start"] for unit in men)


SETTINGS = settings(deadline=None, max_examples=60)


@given(battles(), st.integers(0, 10**6), st.lists(st.integers(0, 10**15), max_size=4))
@SETTINGS
def test_losses_are_never_less_than_nothing_nor_more_than_there_was(
    state: Field, seed: int, numbers: list[int]
) -> None:
    """After any rounds and anything the referee sets between them; every state can be written down."""
    at = Position.at(WFRP, state)
    for _ in range(60):
        if not at.open:
            break
        if numbers and not at.given and not at.laid:
            number = numbers.pop()
            path = f"sides.{number % 2}.{'points' if number % 3 else 'start'}"
            try:
                at = Position.at(WFRP, WFRP.override(at.state, path, number), at.number, at.round - 1)
            except Illegal:
                continue
            assert sound(at.state)
            continue
        at = throw(at, str(seed))
        assert sound(at.state)
        assert at.state == WFRP.parse(WFRP.print(at.state), WFRP.schema)


@given(battles())
@SETTINGS
def test_what_is_printed_is_parsed_again(state: Field) -> None:
    """Before and after the muster, with whatever names, tables and readings."""
    for each in (state, Position.at(WFRP, state).state):
        assert each == WFRP.parse(WFRP.print(each), WFRP.schema)
        assert each.terms == WFRP.parse(WFRP.print(each), WFRP.schema).terms


@given(battles(), st.integers(0, 10**6))
@SETTINGS
def test_no_battle_is_longer_than_agreed(state: Field, seed: int) -> None:
    """Nor does any end without one of the three endings."""
    rounds = 3
    at = Position.at(WFRP, replace(state, rounds_left=rounds))
    for _ in range(200):
        if not at.open:
            break
        assert at.round <= rounds
        at = throw(at, str(seed))

    assert at.outcome is not None
    assert at.outcome.ending in {"out-of-action", "mutual-ruin", "stopped"}


@given(units(), st.data())
@SETTINGS
def test_splitting_a_unit_keeps_its_points(unit: Unit, data: st.DataObject) -> None:
    """However it is split, and in whatever order the parts stand."""
    part = data.draw(st.integers(0, unit.count))
    parts = [
        replace(unit, name=str(n), count=count) for n, count in enumerate((part, unit.count - part)) if count
    ]

    assert points_of(unit) == sum(map(points_of, parts))
    assert field_points(side("Ash", unit)) == field_points(side("Ash", *parts))
    assert field_points(side("Ash", *parts)) == field_points(side("Ash", *parts[::-1]))


@given(armies(), armies())
@SETTINGS
def test_swapping_the_sides_swaps_the_points(one: Side, two: Side) -> None:
    """Also when both are scaled down."""
    for reading in ("as_printed", "scaled"):
        assert (
            mustered(one, two, large_armies=reading).start
            == mustered(two, one, large_armies=reading).start[::-1]
        )
