"""The pages of the rulebook tell what the program does, in both languages."""

from __future__ import annotations

import re
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, get_args

import pytest

from voevoda.export import line_text
from voevoda.files import battle_of, parse_document, read_battle
from voevoda.i18n import LANGUAGES, Language
from voevoda.play.position import Position
from voevoda.rulebooks.savage import setup
from voevoda.rulebooks.savage.book import BOOK
from voevoda.rulebooks.savage.clauses import CLAUSES, READINGS
from voevoda.rulebooks.savage.tables import RANKS, TRAIT_OF_EDGE, WAYS, Skill, Support, Terrain

ROOT = Path(__file__).parents[3]
PAGES: dict[Language, str] = {
    "en": (ROOT / "docs" / "savage.md").read_text("utf-8"),
    "ru": (ROOT / "docs" / "savage.ru.md").read_text("utf-8"),
}
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8")
EXAMPLE: dict[Language, str] = {"en": "bridge", "ru": "bridge.ru"}
EXAMPLES = files("voevoda.rulebooks") / "savage" / "data" / "examples"
NAMES = ("bridge", "ford", "forlorn", "pass")
MODELS = (setup.SavageFile, setup.SideModel, setup.CommanderModel, setup.CharacterModel)

REPLIES: tuple[Any, ...] = (
    *(("KS", "5C", "9D"), ("AH", "7S"), "fight", "fighting", (6, 3), (3, 4), (3, 2), (5, 4), "KS", "7S"),
    *((5, 3), (8, 3, 2)),
    *((7, 4), (9, 1), "ask", ("2S", "JD"), "hearts", (), "stay", (1, 2), (2, 2), "5C", "AH", (6, 4), (6, 3)),
    *((5, 2, 6, 1), (6, 1, 3, 2, 2, 5)),
)
"""The battle on the page: two rounds, and who comes back."""


def example(name: str) -> Any:
    """An example's battle."""
    with as_file(EXAMPLES / f"{name}.yaml") as path:
        return read_battle(path)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_plays_a_battle(lang: Language) -> None:
    """With the words of the log, every line, in order."""
    at = Position.at(BOOK.rules, example(EXAMPLE[lang]).state)
    told = [line_text(lang, line) for passed in at.passed for line in passed.lines]
    for reply in REPLIES:
        at = at.answer(reply, at.asked().place)
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
def test_the_page_names_every_field_option_and_clause(lang: Language) -> None:
    """By the names that the file has for them."""
    fields = {name for model in MODELS for name in model.model_fields}
    readings = {reading.id for reading in READINGS} | {each for one in READINGS for each in one.options}
    steps = {*RANKS, *TRAIT_OF_EDGE, *WAYS, *get_args(Skill), *get_args(Support), *get_args(Terrain)}

    assert [] == sorted(
        word for word in fields | readings | steps | {*BOOK.policies} if f"`{word}`" not in PAGES[lang]
    )
    assert [] == [clause.id for clause in CLAUSES if not named(clause.id, PAGES[lang])]


def named(clause: str, page: str) -> bool:
    """Whether a page names a clause, by itself or within a range such as S-7.1 to S-7.5."""
    section, _, number = clause.removeprefix("S-").partition(".")
    ranges = re.findall(rf"S-{section}\.(\d+)(?: to |–)S-{section}\.(\d+)", page)
    within = bool(number) and any(int(low) <= int(number) <= int(high) for low, high in ranges)
    return within or re.search(rf"\b{re.escape(clause)}\b(?!\.\d)", page) is not None


def test_the_languages_say_the_same() -> None:
    """Heading for heading, table row for table row."""

    def shape(page: str) -> list[str]:
        return [line.split(" ")[0][:4] for line in page.splitlines() if line.startswith(("#", "|", "```"))]

    assert shape(PAGES["en"]) == shape(PAGES["ru"])


def test_every_reading_is_accounted_for() -> None:
    """Its question, its options, and why this default; every house clause with its reason."""
    page = (Path(setup.__file__).parent / "READINGS.md").read_text("utf-8")
    house = [clause.id for clause in CLAUSES if "house" in clause.marks]

    for reading in READINGS:
        section = page.partition(f"## `{reading.id}`")[2].partition("\n## ")[0]
        assert f"({reading.cite})" in section
        assert f"- `{reading.options[0]}` (default)" in section
        assert all(f"- `{option}`" in section for option in reading.options)
        assert "**Why this default.**" in section
    ruled = {clause for row in page.splitlines() if row.startswith("| S-") for clause in row.split(" ")}
    assert [] == [clause for clause in house if not {clause, f"{clause},"} & ruled]
    assert "must have his three cards" in page
    assert "draws run before exchanges" in page


def test_the_examples_beside_the_package_are_those_within() -> None:
    """So that who has only the folder has the same."""
    within = {
        each.name: each.read_text("utf-8") for each in EXAMPLES.iterdir() if each.name.endswith(".yaml")
    }
    beside = {path.name: path.read_text("utf-8") for path in (ROOT / "examples" / "savage").iterdir()}

    assert beside == within
    assert {f"{name}{twin}.yaml" for name in NAMES for twin in ("", ".ru")} == set(beside)


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_of_an_example_are_the_same_battle(name: str) -> None:
    """But for names and words."""

    def shape(battle: Any) -> Any:
        terms = battle.state.terms
        return (
            terms.cards,
            terms.readings,
            battle.state.rounds_left,
            [
                (
                    *(side.tokens, side.strength, side.support, side.terrain, side.plan),
                    *(side.undead, side.fortified, side.no_retreat),
                    *(
                        getattr(side.commander, each)
                        for each in ("battle", "spirit", "wild_card", "edges", "deputy")
                    ),
                    [(each.rank, each.wild_card, each.skills, each.toughness) for each in side.characters],
                )
                for side in terms.sides
            ],
        )

    assert shape(example(name)) == shape(example(f"{name}.ru"))


def test_the_start_shows_every_field() -> None:
    """As it stands there or as a comment, so that nobody has to look elsewhere."""
    for twin in ("", ".ru"):
        text = (EXAMPLES / f"bridge{twin}.yaml").read_text("utf-8")
        missing = {
            name
            for model in MODELS
            for name in model.model_fields
            if not re.search(rf"\b{name}\b", text) and name != "tables"
        }
        assert set() == missing


def test_the_glossary_has_the_words_of_the_battle_file() -> None:
    """Fields that are words of the game, and the named steps that they take."""
    words = {name for model in MODELS[1:] for name in model.model_fields} - {"name", "tables"}
    steps = {*RANKS, *TRAIT_OF_EDGE, *WAYS, *get_args(Support), *get_args(Terrain)}

    assert [] == sorted(word for word in words if f"`{word}`" not in GLOSSARY)
    assert [] == sorted(step for step in steps if step not in GLOSSARY)
