"""``new``, ``check``, ``tables``, ``schema`` and ``rules``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from voevoda.i18n import LANGUAGES, Language
from voevoda.rulebooks import BOOKS

Voevoda: TypeAlias = Callable[..., Any]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("book", BOOKS)
def test_a_new_file_is_good(voevoda: Voevoda, book: str, lang: Language) -> None:
    """It is commented in the person's language, and can be fought as it is."""
    said = voevoda("new", book, "--lang", lang)

    assert (0, "") == (said.code, said.err)
    assert (lang == "ru") == ("имена" in said.out or "стороны" in said.out)
    Path("battle.yaml").write_text(said.out, "utf-8")
    assert 0 == voevoda("check", "battle.yaml").code
    assert 0 == voevoda("fight", "battle.yaml", "--seed", "abc").code


def test_examples(voevoda: Voevoda) -> None:
    """Every example that the refusal of an unknown one names is there in both languages."""
    names = voevoda("new", "wfrp", "--example", "?").err.partition("it has: ")[2].strip(".\n").split(", ")

    assert "tunnels" in names
    for name in names:
        english, russian = (voevoda("new", "wfrp", "--example", name, "--lang", lang) for lang in LANGUAGES)
        assert (0, 0) == (english.code, russian.code)
        assert english.out != russian.out


def test_check_tells_all_problems_of_all_files(voevoda: Voevoda) -> None:
    """And which files are good."""
    wrong = Path("tunnels.yaml").read_text("utf-8").replace("count: 10", "count: -1")
    Path("wrong.yaml").write_text(wrong.replace("ambushed: true", "ambushed: 7"), "utf-8")

    said = voevoda("check", "tunnels.yaml", "none.yaml", "wrong.yaml")

    assert 2 == said.code
    assert "tunnels.yaml: good, nothing is wrong with it.\n" == said.out
    assert 4 == said.err.count("\n")
    assert "3 problems; files with problems: 2 of 3.\n" in said.err
    assert "none.yaml: there is no such file" in said.err
    assert "tunnels.yaml: всё в порядке.\n" == voevoda("check", "tunnels.yaml", "--lang", "ru").out


def test_check_warns(voevoda: Voevoda) -> None:
    """More than 100 points are no error, but there is something to know."""
    Path("large.yaml").write_text(
        Path("tunnels.yaml").read_text("utf-8").replace("count: 30", "count: 300"), "utf-8"
    )

    said = voevoda("check", "large.yaml")

    assert (0, "") == (said.code, said.err)
    assert "good; there is something to know:" in said.out
    assert "Another reading scales both sides down" in said.out


def test_check_as_json(voevoda: Voevoda) -> None:
    """For editors and scripts."""
    said = voevoda("check", "tunnels.yaml", "none.yaml", "--format", "json")

    assert 2 == said.code
    assert [True, False] == [each["ok"] for each in json.loads(said.out)]


def test_check_as_markdown(voevoda: Voevoda) -> None:
    """What is found is the result; nothing goes to standard error."""
    said = voevoda("check", "tunnels.yaml", "absent.yaml", "--format", "markdown")

    assert (2, "") == (said.code, said.err)
    assert ["- tunnels.yaml: good, nothing is wrong with it.", "- absent.yaml: there is no such file"] == [
        line.replace("\\", "") for line in said.out.splitlines()
    ]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("ambushed: true", "ambushed: no", "did you mean false?"),
        ("count: 30, experience: regular", "count: 30, experience: 1,5", "it takes a point: 1.5"),
        ("experience: guard ", "experience: 1,5 ", "did you mean 1.5?"),
        ("conditions: 2 ", "conditions: 1,5 ", "did you mean 1.5?"),
        ("max_rounds: null", "conditions: 2", "did you mean sides.NAME.conditions?"),
        ("max_rounds: null", "leader: none", "did you mean sides.NAME.units.NAME.leader?"),
        (
            "    manoeuvre: none",
            "    equipment: standard",
            "did you mean sides.Greenskins.units.NAME.equipment?",
        ),
    ],
)
def test_check_says_what_was_probably_meant(voevoda: Voevoda, old: str, new: str, words: str) -> None:
    """A word for true or false, a decimal comma, a field that belongs deeper."""
    battle = Path("tunnels.yaml").read_text("utf-8")
    assert old in battle
    Path("wrong.yaml").write_text(battle.replace(old, new), "utf-8")

    said = voevoda("check", "wrong.yaml")

    assert 2 == said.code
    assert words in said.err


def test_a_change_of_a_field_that_lies_deeper(voevoda: Voevoda) -> None:
    """The path is told."""
    said = voevoda("compare", "tunnels.yaml", "--with", "conditions=2")

    assert "did you mean sides.NAME.conditions?" in said.err


def test_a_printed_table_can_replace_itself(voevoda: Voevoda) -> None:
    """Then it is no longer the house's."""
    printed = voevoda("tables", "wfrp", "influence")
    assert (0, "") == (printed.code, printed.err)
    Path("mine.yaml").write_text(printed.out, "utf-8")
    battle = Path("tunnels.yaml").read_text("utf-8") + "\ntables: {influence: mine.yaml}\n"
    Path("replaced.yaml").write_text(battle, "utf-8")

    said = voevoda("fight", "replaced.yaml", "--seed", "abc", "--format", "json")
    assert ["influence"] == json.loads(said.out)["replaced"]
    assert "influence: " in voevoda("tables", "wfrp").out


def test_a_schema_is_a_schema(voevoda: Voevoda) -> None:
    """Of JSON, with the fields of the battle file."""
    schema = json.loads(voevoda("schema", "wfrp").out)

    assert "https://json-schema.org/draft/2020-12/schema" == schema["$schema"]
    assert {"rulebook", "sides", "readings", "tables"} <= schema["properties"].keys()


def described(schema: Any) -> Iterator[tuple[str, Any]]:
    """Every field of a schema with what is said of it."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {}).items()
    for inner in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from described(inner)


@pytest.mark.parametrize("book", BOOKS)
def test_every_field_of_a_schema_is_described_in_the_persons_language(voevoda: Voevoda, book: str) -> None:
    """And nothing of the program's own words is left."""
    russian, english = (json.loads(voevoda("schema", book, "--lang", lang).out) for lang in ("ru", "en"))

    told = {
        lang: [field["description"] for _, field in described(found)]
        for lang, found in (("ru", russian), ("en", english))
    }
    assert len(told["ru"]) == len(told["en"]) > 10
    assert [] == [words for words in (*told["ru"], russian["title"]) if not re.search("[а-я]", words)]
    assert [] == [words for words in told["en"] if re.search("[а-я]", words)]
    assert [] == [name for name, field in described(english) if "title" in field]


def test_a_schema_counts_the_items_of_lists(voevoda: Voevoda) -> None:
    """Two sides, and at least one unit in each; only text has a length."""
    schema = json.loads(voevoda("schema", "wfrp").out)
    sides, units = schema["properties"]["sides"], schema["$defs"]["SideModel"]["properties"]["units"]

    assert (2, 2, 1) == (sides["minItems"], sides["maxItems"], units["minItems"])
    lists = [field for _, field in described(schema) if field.get("type") == "array"]
    assert [] == [field for field in lists if {"minLength", "maxLength"} & field.keys()]


@pytest.mark.parametrize("how", ["text", "json", "markdown", "short"])
@pytest.mark.parametrize("line", [[], ["wfrp"], ["wfrp", "W-3.6"]])
def test_rules_in_every_format(voevoda: Voevoda, line: list[str], how: str) -> None:
    """Something is said, in both languages differently."""
    english, russian = (voevoda("rules", *line, "--format", how, "--lang", lang) for lang in ("en", "ru"))

    assert (0, "") == (english.code, english.err)
    assert english.out != russian.out
    if how == "json":
        json.loads(english.out)


def test_rules_of_a_book(voevoda: Voevoda) -> None:
    """Every clause with where it stands, the readings with their options, the house tables."""
    said = voevoda("rules", "wfrp").out

    for clause in BOOKS["wfrp"].clauses:
        assert f"{clause.id} " in said
    for words in (
        "from the book",
        "house",
        "sl_bonus",
        "per_level (default)",
        "influence:",
        "voevoda tables",
    ):
        assert words in said


def test_a_clause(voevoda: Voevoda) -> None:
    """In our words, with its readings; case does not matter."""
    said = voevoda("rules", "wfrp", "w-3.7").out

    assert "W-3.7 (from the book)" in said
    assert "Reading sl_bonus: per_level, flat" in said
    assert "voevoda tables wfrp influence" in voevoda("rules", "wfrp", "W-4").out
