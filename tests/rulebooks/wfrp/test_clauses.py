"""Every clause has its text, its mark, and a test that asserts a value it produces."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from voevoda.i18n import LANGUAGES, Language, has_text, text
from voevoda.rulebooks.wfrp.book import BOOK
from voevoda.rulebooks.wfrp.clauses import CLAUSES, READINGS

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
    """Each once: W-3.9 before W-3.10."""
    order = [tuple(map(int, clause.id.removeprefix("W-").split("."))) for clause in CLAUSES]

    assert sorted(set(order)) == order


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_clause_and_reading_has_its_text(lang: Language) -> None:
    """The clause, the question of a reading, and each of its options."""
    expected = [f"wfrp.clause.{clause.id}" for clause in CLAUSES]
    expected += [f"wfrp.reading.{reading.id}" for reading in READINGS]
    expected += [f"wfrp.reading.{reading.id}.{option}" for reading in READINGS for option in reading.options]

    assert [] == [key for key in expected if not has_text(lang, key)]
    assert [] == [key for key in expected if len(text(lang, key, {})) < 15]


def test_a_reading_belongs_to_a_clause() -> None:
    """To the one that it reads."""
    assert [] == [reading.id for reading in READINGS if BOOK.clause(reading.cite) is None]


def test_what_the_house_adds_to_a_clause_of_the_text_is_marked_where_it_shows() -> None:
    """A clause that is partly the house's has a line of its own for that part, or is an error at set-up."""
    partly = {clause.id for clause in CLAUSES if "house" in clause.marks and clause.marks != ("house",)}

    assert {"W-2.5", "W-3.9", "W-3.10"} == partly
    assert frozenset({"wfrp.mutual_ruin", "wfrp.round.spread"}) == BOOK.house_keys
