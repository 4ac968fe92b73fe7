"""The pages of the rulebook tell what the program does, in both languages."""

from __future__ import annotations

import re
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import pytest

from voevoda.export import line_text
from voevoda.export.sheets import sheets_of
from voevoda.files import battle_of, parse_document, read_battle
from voevoda.i18n import LANGUAGES, Language
from voevoda.play.position import Position
from voevoda.play.seats import REFEREE
from voevoda.rulebooks.skirmish import setup
from voevoda.rulebooks.skirmish.book import BOOK
from voevoda.rulebooks.skirmish.clauses import CLAUSES, READINGS

ROOT = Path(__file__).parents[3]
PAGES: dict[Language, str] = {
    "en": (ROOT / "docs" / "skirmish.md").read_text("utf-8"),
    "ru": (ROOT / "docs" / "skirmish.ru.md").read_text("utf-8"),
}
EXAMPLE: dict[Language, str] = {"en": "wolves", "ru": "wolves.ru"}
EXAMPLES = files("voevoda.rulebooks") / "skirmish" / "data" / "examples"
NAMES = ("brawl", "bridge", "caravan", "wolves")

DICE = (
    *([2], [10], [4, 7, 3], [8, 6, 5]),
    *([6, 15], [8], [15, 4], [3, 12], [14], [11, 9], [10, 9]),
    *([5, 18], [13], [2, 17], [16], [18, 2]),
)
"""The fight on the page: modes, winner, who is out and their State, who is wounded and their State."""


def example(name: str) -> Any:
    """An example's battle."""
    with as_file(EXAMPLES / f"{name}.yaml") as path:
        return read_battle(path)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_plays_a_fight(lang: Language) -> None:
    """With the words of the log, every line, in order; and with the story of the first side."""
    at = Position.at(BOOK.rules, example(EXAMPLE[lang]).state)
    told = [line_text(lang, line) for passed in at.passed for line in passed.lines]
    for reply in DICE:
        at = at.answer(reply)
        told += [line_text(lang, line) for passed in at.passed for line in passed.lines]
    quoted = [line.strip() for line in PAGES[lang].splitlines() if line.startswith("    ")]
    _, stories = sheets_of("skirmish", BOOK.sides(at.state, (), REFEREE)[0], lang)

    assert at.outcome is not None
    assert told == [line for line in quoted if line in told]
    assert [] == [row for row in stories.rows if f"| {row[0]} | {row[1]} |" not in PAGES[lang]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_battle_file_of_the_page_is_the_example(lang: Language) -> None:
    """It can be copied."""
    (file, *_) = re.findall(r"```yaml\n(rulebook.*?)```", PAGES[lang], re.DOTALL)

    assert example(EXAMPLE[lang]).state == battle_of(parse_document(file.encode(), "page")).state


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_names_every_field_reading_and_clause(lang: Language) -> None:
    """By the names that the file has for them."""
    models = [each for name, each in vars(setup).items() if name.endswith(("Model", "File"))]
    fields = {name for model in models if hasattr(model, "model_fields") for name in model.model_fields}
    words = fields | {reading.id for reading in READINGS} | {each for one in READINGS for each in one.options}
    words |= {"out", "rescue", "stealth", "disguise", "cross", "sparing", "normal", "heavy"}

    assert [] == sorted(word for word in words if f"`{word}`" not in PAGES[lang])
    assert [] == [each.id for each in CLAUSES if not re.search(rf"\b{re.escape(each.id)}\b", PAGES[lang])]


def test_the_examples_beside_the_package_are_those_within() -> None:
    """So that who has only the folder has the same."""
    within = {
        each.name: each.read_text("utf-8") for each in EXAMPLES.iterdir() if each.name.endswith(".yaml")
    }
    beside = {path.name: path.read_text("utf-8") for path in (ROOT / "examples" / "skirmish").iterdir()}

    assert beside == within
    assert {f"{name}{twin}.yaml" for name in NAMES for twin in ("", ".ru")} == set(beside)


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_of_an_example_are_the_same_fight(name: str) -> None:
    """But for names: the odds are the same to the last fighter."""

    def chances(odds: Any) -> Any:
        return odds.win, [
            [(each.out, each.dead, each.captured, each.retreated, each.wounded) for each in side.fighters]
            for side in odds.sides
        ]

    one, two = (example(each).state for each in (name, f"{name}.ru"))

    assert chances(BOOK.odds(one)) == chances(BOOK.odds(two))
    assert (one.terms.readings, one.phase) == (two.terms.readings, two.phase)


def test_the_glossary_has_the_words_of_the_battle_file() -> None:
    """Fields of a side, a fighter and a mode that are words of the game."""
    glossary = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    words = {
        name
        for model in (setup.SideModel, setup.FighterModel, setup.ModeModel)
        for name in model.model_fields
    }

    assert [] == sorted(word for word in words - {"name", "value"} if f"`{word}`" not in glossary)
