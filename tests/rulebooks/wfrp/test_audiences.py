"""Who sees what: the list written by hand, what plays reach, and what the code names."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import voevoda
from tests.rulebooks.wfrp.armies import WFRP, example, field, fought, mustered, play
from voevoda.i18n import LANGUAGES, Language, text
from voevoda.play.position import Position
from voevoda.play.seats import REFEREE, SPECTATOR, Line, Seat, canonical, commander, player
from voevoda.rulebooks.wfrp.clauses import CLAUSES
from voevoda.rulebooks.wfrp.state import Field

HERE = Path(__file__).parent
CODE = Path(voevoda.__file__).parent / "rulebooks" / "wfrp"
NAMED = (("Anna", "Arn"), ("Bert", "Bo", "Bea"))

STATES: tuple[Field, ...] = (
    example("tunnels"),
    example("rivers"),
    example("ford"),
    field((30, 41), characters=NAMED),
    field((12, 12), (30, 30), characters=(("Anna",), ())),
    field((45, 45), tie="nobody"),
    field((95, 60), tie="nobody", characters=NAMED),
)


def golden() -> list[tuple[str, str, str]]:
    """Kind, key and audience of each line of the list."""
    lines = (HERE / "audiences.txt").read_text("utf-8").splitlines()
    return [
        (kind, key, seen) for kind, key, seen in (line.split() for line in lines if line[:1] in {"?", "!"})
    ]


def plays() -> list[tuple[Line, ...]]:
    """The logs of battles that come upon everything there is."""
    logs = [fought(state, f"{state} {seed}")[1] for state in STATES for seed in range(25)]
    large = mustered(*example("rivers").terms.sides).terms
    both_out = play(field((12, 12), (30, 30)), 99, 99, 1, 1)
    return [*logs, log(Position.at(WFRP, Field(large, "muster", (0, 0), (0, 0)))), log(both_out)]


def log(at: Position[Field]) -> tuple[Line, ...]:
    """What the last steps have said."""
    return tuple(line for passed in at.passed for line in passed.lines)


def test_plays_reach_exactly_what_the_list_says_with_those_audiences() -> None:
    """Nothing new, nothing lost, nothing for other eyes."""
    found = {
        ("?" if line.source else "!", line.key, str(line.seen_by)) for lines in plays() for line in lines
    }

    assert sorted(golden()) == sorted(found)


def test_the_code_names_no_other_key() -> None:
    """A key that no play reached would stand in neither."""
    named = {
        node.value
        for path in (CODE / "rules.py", CODE / "rolls.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("wfrp.")
    }

    assert sorted(key for _, key, _ in golden()) == sorted(named)


def test_every_line_that_plays_reach_has_its_texts_and_its_clause() -> None:
    """In both languages: the line itself, and for a question what is asked."""
    clauses = {clause.id for clause in CLAUSES}
    lines = [line for log in plays() for line in log]

    assert set() == {line.cite for line in lines} - clauses
    for lang in LANGUAGES:
        assert all(text(lang, line.key, line.facts) for line in lines)
        assert all(text(lang, f"{line.key}.ask", line.facts) for line in lines if line.source)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_prompt_can_be_put_before_it_is_answered(lang: Language) -> None:
    """From what the question is about and its dice alone."""
    for state in STATES:
        for question in fought(state, str(state))[2]:
            assert text(lang, f"{question.key}.ask", {**question.about, **question.prompt()})


def test_every_seat_sees_the_same() -> None:
    """View and log, whoever is asked."""
    at = play(field((30, 41), characters=NAMED), 11, 65)
    seats = (REFEREE, SPECTATOR, commander("Ash"), Seat("referee", "Ash"), commander("Birch"), player("Bert"))
    seen = [at.seen(seat) for seat in seats]

    assert 1 == len({canonical(each.view) for each in seen})
    assert [seen[0].log] * len(seats) == [each.log for each in seen]
