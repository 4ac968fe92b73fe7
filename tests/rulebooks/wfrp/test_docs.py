"""The pages of the rulebook tell what the program does, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.rulebooks.wfrp.armies import WFRP, battle, example, house_rows, log_of
from voevoda.export import line_text
from voevoda.i18n import LANGUAGES, Language, text
from voevoda.play.position import Position
from voevoda.rulebooks.wfrp.clauses import CLAUSES, READINGS
from voevoda.rulebooks.wfrp.report import row_texts
from voevoda.rulebooks.wfrp.setup import RowModel, SideModel, UnitModel, WfrpFile
from voevoda.rulebooks.wfrp.tables import ADVANTAGE, EQUIPMENT, EXPERIENCE, LEADER, SIZE, Row

DOCS = Path(__file__).parents[3] / "docs"
PAGES: dict[Language, str] = {
    "en": (DOCS / "wfrp.md").read_text("utf-8"),
    "ru": (DOCS / "wfrp.ru.md").read_text("utf-8"),
}
EXAMPLE: dict[Language, str] = {"en": "tunnels", "ru": "tunnels.ru"}


def row_text(lang: Language, row: Row) -> str:
    """A row of the influence table as the page has it."""
    cells = [text(lang, key, facts) for key, facts in row_texts(row)]
    return f"| {' | '.join(cells)} | {row.damage} |"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.clause("W-4")
def test_the_page_shows_the_influence_table_in_force(lang: Language) -> None:
    """Row by row."""
    assert [] == [row for row in house_rows() if row_text(lang, row) not in PAGES[lang].splitlines()]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_plays_the_printed_example(lang: Language) -> None:
    """With the words of the log: the muster, then two rounds with typed dice."""
    at = Position.at(WFRP, example(EXAMPLE[lang]))
    one, two = at.state.terms.sides[1].characters
    lines = list(log_of(at))
    for reply in (47, 30, 27, two, 11, 65, 55, 7, 2, 58, one):
        at = at.answer(reply)
        lines.extend(log_of(at))
    quoted = [line.strip() for line in PAGES[lang].splitlines() if line.startswith("    ")]

    assert [] == [told for line in lines if (told := line_text(lang, line)) not in quoted]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_battle_file_of_the_page_is_the_example(lang: Language) -> None:
    """It can be copied."""
    (file, *_) = re.findall(r"```yaml\n(rulebook.*?)```", PAGES[lang], re.DOTALL)

    assert example(EXAMPLE[lang]) == battle(file).state
    assert example(EXAMPLE[lang]).terms == battle(file).state.terms


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_names_every_field_reading_and_clause(lang: Language) -> None:
    """By the names that the file has for them."""
    models = (WfrpFile, SideModel, UnitModel, RowModel)
    fields = {field.alias or name for model in models for name, field in model.model_fields.items()}
    words = fields | {reading.id for reading in READINGS} | {each for one in READINGS for each in one.options}

    assert [] == sorted(word for word in words if f"`{word}`" not in PAGES[lang])
    assert [] == [clause.id for clause in CLAUSES if not named(clause.id, PAGES[lang])]


def named(clause: str, page: str) -> bool:
    """Whether a page names a clause, by itself or within a range such as W-1.1 to W-1.7."""
    section, _, number = clause.removeprefix("W-").partition(".")
    ranges = re.findall(rf"W-{section}\.(\d+)(?: to |–)W-{section}\.(\d+)", page)
    within = bool(number) and any(int(low) <= int(number) <= int(high) for low, high in ranges)
    return within or re.search(rf"\b{re.escape(clause)}\b", page) is not None


def test_the_languages_say_the_same() -> None:
    """Heading for heading, table row for table row."""

    def shape(page: str) -> list[str]:
        return [line.split(" ")[0][:4] for line in page.splitlines() if line.startswith(("#", "|", "```"))]

    assert shape(PAGES["en"]) == shape(PAGES["ru"])


def test_the_glossary_has_every_word_of_the_battle_file() -> None:
    """Fields of sides and units, and the named steps that they take."""
    glossary = (DOCS / "glossary.md").read_text("utf-8")
    words = {name for model in (SideModel, UnitModel) for name in model.model_fields} - {
        "name",
        "units",
        "count",
    }
    steps = {step for table in (SIZE, EXPERIENCE, EQUIPMENT, LEADER, ADVANTAGE) for step in table} - {"none"}

    assert [] == sorted(word for word in words if f"`{word}`" not in glossary)
    assert [] == sorted(step for step in steps if step not in glossary)
