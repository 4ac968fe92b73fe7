"""Everything that the rules can say has its text, in both languages, and everyone may read it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import voevoda
from tests.contract.books import SKIRMISH
from tests.rulebooks.skirmish.fights import FIRM, GRIM, TRAPPED, fight, man, side
from voevoda.cli.questions import prompt_text
from voevoda.export import Record, explanation, line_text
from voevoda.i18n import LANGUAGES, Language
from voevoda.i18n.catalogues import catalogue
from voevoda.play.journal import thrown
from voevoda.play.position import Asked, Position
from voevoda.play.questions import ruled_as
from voevoda.play.seats import EVERYONE, Line
from voevoda.rulebooks.skirmish.book import BOOK
from voevoda.rulebooks.skirmish.state import Fight

CODE = Path(voevoda.__file__).parent / "rulebooks" / "skirmish"
LEFTOVER = re.compile(r"\bskirmish\.|\{|\}|\bNone\b|\bTrue\b|\bFalse\b|\bdense\b")


@cache
def played() -> tuple[tuple[Asked, ...], tuple[tuple[Fight, tuple[Line, ...]], ...]]:
    """What many fights ask, and their last states with all that they tell."""
    asked = list[Asked]()
    fights = list[tuple[Fight, tuple[Line, ...]]]()
    for number, state in enumerate(battles()):
        for seed in range(12):
            at = Position.at(BOOK.rules, state)
            lines = [line for passed in at.passed for line in passed.lines]
            while at.open:
                one = at.asked()
                asked.append(one)
                reply: object = thrown(one, f"{number} {seed}")
                if seed == 0:  # the referee's hand
                    reply = ruled_as(one.question, reply, "it fell off the table")
                at = at.answer(reply, one.place, "ruled" if seed == 0 else "seed")
                lines += [line for passed in at.passed for line in passed.lines]
            fights.append((at.state, tuple(lines)))
    return tuple(asked), tuple(fights)


def battles() -> Iterator[Fight]:
    """Fights that come upon everything there is."""
    yield from SKIRMISH.states
    bow = {"medium": {"value": 5, "style": 1, "weapon": "bow", "ammunition": "sparing"}}
    mixed = (
        man("Bowman", modes=bow, extra=["rescue"], death_threshold=-10, on_defeat=FIRM),
        man("Grim", on_defeat=GRIM, composure={"value": 5, "style": 2}),
        man("Tove", on_defeat=TRAPPED, state=7),
    )
    for more in (
        {"score": "capability_and_leader", "death": "at_or_below", "style": "included"},
        {"score": "tactics", "equal_wound": "falls", "state_roll": "test"},
        {"score": "capability", "surrender_against": "winners", "modes": "own_choice"},
    ):
        yield fight(side("Ash", *mixed, leader="Grim"), side("Birch", man("Man", count=4, state=5)), **more)
    weak = man("Twin", tactics=1, modes={"close": 1}, death_threshold=-7)
    yield fight(side("Ash", weak), side("Birch", weak))
    for ahead in range(2, 5):
        yield fight(side("Ash", {**weak, "tactics": ahead}), side("Birch", weak), score="capability")


def test_the_fights_come_upon_every_question_and_note() -> None:
    """All that the code names is told."""
    told = {line.key for _, lines in played()[1] for line in lines}
    named = {
        str(node.value)
        for name in ("contest", "fates", "aftermath")
        for node in ast.walk(ast.parse((CODE / f"{name}.py").read_text("utf-8")))
        if isinstance(node, ast.Constant) and re.fullmatch(r"skirmish(\.\w+)+", str(node.value))
    }

    assert len(named) > 25
    assert named == told


def test_everything_is_for_everyone() -> None:
    """Nothing is hidden in this book."""
    asked, fights = played()

    assert {EVERYONE} == {each.question.seen_by for each in asked}
    assert {EVERYONE} == {line.seen_by for _, lines in fights for line in lines}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_question_is_asked_in_words(lang: Language) -> None:
    """With its clause; no word of the rules is left as it stands in the code."""
    said = {prompt_text(each, lang) for each in played()[0]}

    assert [] == [words for words in said if LEFTOVER.search(words)]
    assert [] == [words for words in said if not re.search(r"\(C-\d(\.\d)?\)$", words)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_line_is_a_sentence(lang: Language) -> None:
    """And nothing is missing from it."""
    said = {line_text(lang, line) for _, lines in played()[1] for line in lines}

    assert len(said) > 300
    assert [] == [words for words in said if LEFTOVER.search(words)]
    assert [] == [words for words in said if words.endswith((": ", ":", ", ", "()"))]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_line_can_be_explained(lang: Language) -> None:
    """Ruled ones too."""
    for state, lines in played()[1][::5]:
        told = Record(BOOK, 1, state, tuple((0, line) for line in lines), None, None, None)
        said = [words for n in range(1, len(lines) + 1) for _, words in explanation(told, n, lang)]

        assert [] == [words for words in said if LEFTOVER.search(words)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_has_its_text(lang: Language) -> None:
    """And no text is left of one that is gone."""
    keys = set[str]()
    for node in ast.walk(ast.parse((CODE / "setup.py").read_text("utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "refuse":
            keys.add(f"skirmish.error.{ast.literal_eval(node.args[0])}")

    assert len(keys) > 5
    assert keys == {key for key in catalogue(lang, "skirmish") if key.startswith("skirmish.error.")}
