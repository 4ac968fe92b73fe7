"""Every clause has its mark and a test that asserts a value it produces."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.rulebooks.gurps.forces import day, fought
from voevoda.play.seats import Line
from voevoda.rulebooks.gurps.book import BOOK
from voevoda.rulebooks.gurps.clauses import CLAUSES, READINGS

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
    """Each once: G-11.9 before G-11.10."""
    order = [tuple(map(int, clause.id.removeprefix("G-").split("."))) for clause in CLAUSES]

    assert sorted(set(order)) == order


def test_a_reading_belongs_to_a_clause() -> None:
    """To the one that it reads."""
    assert [] == [reading.id for reading in READINGS if BOOK.clause(reading.cite) is None]


def test_house_values_show_where_they_act() -> None:
    """A man's TS, quality, losses and who is dead; a replaced table is the house's no more."""
    lines = [line for _, line in fought(day()).log]
    found = {BOOK.house_of(line) for line in lines}
    replaced = {BOOK.house_of(line, ("losses", "strength")) for line in lines}

    assert {"G-1.3", "G-1.6", "G-13.2", "G-13.5", None} <= found
    assert {"G-1.6", "G-13.5"} == replaced & {"G-1.3", "G-1.6", "G-13.2", "G-13.5"}


def test_what_the_text_says_within_a_house_clause_is_not_the_houses() -> None:
    """The commander's fall is a part of G-8; who leads then, and that he falls but once, is ours."""
    falls, gone, other = (
        BOOK.house_of(Line(f"gurps.{key}", "G-8.5", {})) for key in ("commander.falls", "commander.gone", "a")
    )

    assert ("G-8.5", "G-8.5", None) == (falls, gone, other)


def test_odds_rest_on_no_clause_that_only_refuses_files() -> None:
    """A force without TS is refused, so G-2.3 acts in no battle; what a man is worth acts in all."""
    found = BOOK.house_in_odds()

    assert "G-1.3" in found
    assert "G-2.3" not in found
