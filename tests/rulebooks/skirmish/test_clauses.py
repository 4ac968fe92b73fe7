"""Every clause has its text, its mark, and a test that asserts a value it produces."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rulebooks.skirmish.fights import Course, fight, man, play, side
from voevoda.i18n import LANGUAGES, Language, has_text, text
from voevoda.rulebooks.skirmish.book import BOOK
from voevoda.rulebooks.skirmish.clauses import CLAUSES, READINGS

HERE = Path(__file__).parent


def marked() -> Iterator[str]:
    """The clauses that the tests of this folder name in their marks."""
    for path in HERE.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause":
                yield from (str(arg.value) for arg in node.args if isinstance(arg, ast.Constant))


def test_every_clause_is_named_by_a_test_and_no_other() -> None:
    """A new clause brings its test."""
    assert sorted(clause.id for clause in CLAUSES) == sorted(set(marked()))


def test_the_clauses_stand_in_the_order_of_the_book() -> None:
    """Each once."""
    order = [tuple(map(int, clause.id.removeprefix("C-").split("."))) for clause in CLAUSES]

    assert sorted(set(order)) == order


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_clause_and_reading_has_its_text(lang: Language) -> None:
    """The clause, the question of a reading, and each of its options."""
    keys = [f"skirmish.clause.{clause.id}" for clause in CLAUSES]
    keys += [f"skirmish.reading.{reading.id}" for reading in READINGS]
    keys += [f"skirmish.reading.{reading.id}.{option}" for reading in READINGS for option in reading.options]

    assert [] == [key for key in keys if not has_text(lang, key) or not text(lang, key, {})]


def test_a_reading_belongs_to_a_clause_and_to_a_field_of_the_file() -> None:
    """To the one that it reads, with its default first."""
    fields = BOOK.readings_of(fight())

    assert [] == [reading.id for reading in READINGS if BOOK.clause(reading.cite) is None]
    assert {reading.id: reading.options[0] for reading in READINGS} == fields


def test_house_values_show_where_they_act() -> None:
    """Modes, the field, ties and amounts are the house's; the tests, and who wins by the dice, the text's."""
    lines = Course(fight()).answer([5], [5], [9], [1], [5], [5], [9], [1]).to_end().lines
    found = {line.key: BOOK.house_of(line) for line in lines}

    assert {"C-2"} == {found[key] for key in ("skirmish.modes.contest", "skirmish.modes.again")}
    assert "C-3" == found["skirmish.winner.again"]
    assert {None} == {
        found[key] for key in ("skirmish.winner", "skirmish.winner.contest", "skirmish.out.test")
    }
    assert "C-7" == found["skirmish.field"]


def test_a_capability_is_the_texts_and_an_answer_to_the_enemy_the_houses() -> None:
    """C-2.9 stands in the text, though it is a part of C-2; an answer and a half are C-2 itself."""
    bowmen = (
        man("One", modes={"long": 6, "close": {"value": 5, "priority": 2}}),
        man("Two", modes={"long": 6}),
    )
    lines = play(fight(birch=side("Birch", *bowmen)), [10], [1]).lines
    told = [(line.key, line.cite, BOOK.house_of(line)) for line in lines if line.cite == "C-2.9"]

    assert [
        ("skirmish.mode", "C-2.9", None),
        ("skirmish.mode.answers", "C-2.9", "C-2"),
        ("skirmish.mode.halved", "C-2.9", "C-2"),
    ] == told


def test_odds_rest_on_no_clause_that_only_refuses_files_or_orders_dice() -> None:
    """Not on C-1 and C-9.5."""
    assert ("C-2", "C-3", "C-7", "C-8") == BOOK.house_in_odds()
