"""The pages of the rulebook tell what the program does, in both languages."""

from __future__ import annotations

import re
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import pytest

from voevoda.export import line_text
from voevoda.files import battle_of, parse_document, read_battle
from voevoda.i18n import LANGUAGES, Language
from voevoda.play.position import Position
from voevoda.rulebooks.gurps import setup
from voevoda.rulebooks.gurps.book import BOOK
from voevoda.rulebooks.gurps.clauses import CLAUSES, READINGS

ROOT = Path(__file__).parents[3]
PAGES: dict[Language, str] = {
    "en": (ROOT / "docs" / "gurps.md").read_text("utf-8"),
    "ru": (ROOT / "docs" / "gurps.ru.md").read_text("utf-8"),
}
EXAMPLE: dict[Language, str] = {"en": "patrol", "ru": "patrol.ru"}
EXAMPLES = files("voevoda.rulebooks") / "gurps" / "data" / "examples"

DICE: tuple[Any, ...] = (
    *((1, 3, 4), (1, 4, 3), (3, 1, 4), (1, 4, 4), (3, 2, 6), (1, 2, 3), (2,)),
    *((1, 3, 4), (2, 3, 1), "keep"),
    *((6, 6, 5), (3, 2, 3), (1, 2, 2), (1, 3, 6)),
    *((1, 6, 1, 1), (3, 4, 2, 4), (6, 3, 4, 4), (1, 5, 3, 6)),
    *((6, 3, 1), (2, 5, 5), (4, 5, 6)),
)
"""The day on the page: Survival, Glory, contest, morale, losses, reactions."""


def example(name: str) -> Any:
    """An example's battle."""
    with as_file(EXAMPLES / f"{name}.yaml") as path:
        return read_battle(path)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_plays_a_day(lang: Language) -> None:
    """With the words of the log, every line, in order."""
    at = Position.at(BOOK.rules, example(EXAMPLE[lang]).state)
    told = [line_text(lang, line) for passed in at.passed for line in passed.lines]
    for reply in DICE:
        at = at.answer(reply)
        told += [line_text(lang, line) for passed in at.passed for line in passed.lines]
    quoted = [line.strip() for line in PAGES[lang].splitlines() if line.startswith("    ")]

    assert at.outcome is not None
    assert told == [line for line in quoted if line in told]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_battle_file_of_the_page_is_the_example(lang: Language) -> None:
    """It can be copied."""
    (file, *_) = re.findall(r"```yaml\n(rulebook.*?)```", PAGES[lang], re.DOTALL)

    assert example(EXAMPLE[lang]).state == battle_of(parse_document(file.encode(), "page")).state


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_names_every_field_reading_table_and_clause(lang: Language) -> None:
    """By the names that the file has for them."""
    models = [each for name, each in vars(setup).items() if name.endswith(("Model", "File"))]
    fields = {
        field.alias or name
        for model in models
        if hasattr(model, "model_fields")
        for name, field in model.model_fields.items()
    }
    words = fields | {reading.id for reading in READINGS} | {each for one in READINGS for each in one.options}

    assert [] == sorted(word for word in words | set(BOOK.table_models) if f"`{word}`" not in PAGES[lang])
    assert [] == [clause.id for clause in CLAUSES if not named(clause.id, PAGES[lang])]


def named(clause: str, page: str) -> bool:
    """Whether a page names a clause, by itself or within a range such as G-4.1 to G-4.3."""
    section, _, number = clause.removeprefix("G-").partition(".")
    ranges = re.findall(rf"G-{section}\.(\d+)(?: to |–)G-{section}\.(\d+)", page)
    within = bool(number) and any(int(low) <= int(number) <= int(high) for low, high in ranges)
    return within or re.search(rf"\b{re.escape(clause)}\b", page) is not None


def test_the_examples_beside_the_package_are_those_within() -> None:
    """So that who has only the folder has the same."""
    within = {
        each.name: each.read_text("utf-8") for each in EXAMPLES.iterdir() if each.name.endswith(".yaml")
    }
    beside = {path.name: path.read_text("utf-8") for path in (ROOT / "examples" / "gurps").iterdir()}

    assert beside == within
    assert {f"{name}.ru.yaml" for name in ("ford", "walls", "modern", "patrol", "omens")} <= set(beside)


@pytest.mark.parametrize("name", ["ford", "walls", "modern", "patrol", "omens"])
def test_both_languages_of_an_example_are_the_same_battle(name: str) -> None:
    """But for names and words."""

    def shape(terms: Any) -> Any:
        return [
            (
                side.role,
                side.commander.strategy,
                side.tech_level,
                side.position,
                side.circumstances,
                side.morale,
                [(unit.count, unit.arms, unit.armour, unit.quality, unit.missile) for unit in side.units],
                [(each.battle, each.risk, each.dr, each.hp, each.leads_force) for each in side.characters],
            )
            for side in terms.sides
        ]

    assert shape(example(name).state.terms) == shape(example(f"{name}.ru").state.terms)


def test_the_glossary_has_the_words_of_the_battle_file() -> None:
    """Fields of a side and of a unit that are words of the game."""
    glossary = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    words = set(setup.SideModel.model_fields) | set(setup.UnitModel.model_fields) | {"battle", "risk"}

    assert [] == sorted(word for word in words - {"name", "count", "units"} if f"`{word}`" not in glossary)
