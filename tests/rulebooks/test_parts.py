"""What a side's number is made of comes to that number, and each part says truly where the file has it."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Any

import pytest

from voevoda.files.battle import Battle
from voevoda.files.examples import example, examples
from voevoda.rulebooks import BOOKS
from voevoda.rulebooks.book import Part
from voevoda.rulebooks.savage.tables import Die

EXAMPLES = [(book, name) for book in BOOKS for name in examples(book)]


def battle_of(book: str, name: str) -> Battle:
    """An example."""
    return example(book, name, "en")[0]


@pytest.mark.parametrize("name", examples("gurps"))
def test_strategy_is_the_sum_of_its_parts(name: str) -> None:
    """The leader's own number and every modifier."""
    for *lines, last in battle_of("gurps", name).book.parts(battle_of("gurps", name).state):
        assert sum(line.value for line in lines if isinstance(line.value, int)) == last.value


@pytest.mark.parametrize("name", examples("wfrp"))
def test_points_are_the_sum_of_the_units_times_the_field(name: str) -> None:
    """Rounded down once, perhaps scaled; of a unit stand its heads and then its factors."""
    battle = battle_of("wfrp", name)
    for side, (*lines, last) in zip(battle.model.sides, battle.book.parts(battle.state), strict=True):
        units = {line.of: Fraction(line.value) for line in lines if line.what == "unit"}
        field = prod(Fraction(line.value) for line in lines if line.times and not line.of)
        whole = next((line.value for line in lines if line.what == "whole"), last.value)
        assert int(sum(count * _factors(lines, unit) for unit, count in units.items()) * field) == whole
        assert {unit.name: unit.count for unit in side.units} == units


def _factors(lines: list[Part], unit: str) -> Fraction:
    return prod((Fraction(line.value) for line in lines if line.times and line.of == unit), start=Fraction(1))


@pytest.mark.parametrize("name", examples("skirmish"))
def test_a_score_is_the_sum_of_its_parts(name: str) -> None:
    """Capability and Tactics of every card."""
    for *lines, last in battle_of("skirmish", name).book.parts(battle_of("skirmish", name).state):
        assert sum(line.value for line in lines if isinstance(line.value, int)) == last.value


@pytest.mark.parametrize("name", examples("savage"))
def test_a_battle_roll_is_its_die_and_what_is_added(name: str) -> None:
    """Tokens are no part of it, only what one has more of them."""
    for *lines, last in battle_of("savage", name).book.parts(battle_of("savage", name).state):
        (die,) = (Die.parse(str(line.value)) for line in lines if line.what == "die")
        added = sum(int(line.value) for line in lines if line.what not in ("die", "start"))
        assert Die(die.sides, die.plus + added) == Die.parse(str(last.value))


@pytest.mark.parametrize(("book", "name"), EXAMPLES)
def test_every_part_has_its_clause_and_its_place(book: str, name: str) -> None:
    """The clause is one of the book, and the place is there in the file (or its default holds)."""
    battle = battle_of(book, name)
    for index, parts in enumerate(battle.book.parts(battle.state)):
        for part in parts:
            assert battle.book.clause(part.clause) is not None
            assert part.at[:1] in ((), ("sides",))
            here: Any = battle.model
            for step in part.at:
                here = here[step] if isinstance(step, int) else getattr(here, step)
            if part.of and part.at:
                named = [here, getattr(battle.model.sides[index], "name", None)]
                unit = part.at[:4]
                if len(unit) == 4 and isinstance(unit[3], int):
                    named.append(
                        getattr(getattr(battle.model.sides[index], str(unit[2]))[unit[3]], "name", None)
                    )
                assert part.of in named
