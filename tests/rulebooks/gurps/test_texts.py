"""Everything that the rules can say has its text, in both languages, with all that it is said of."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import voevoda
from tests.rulebooks.gurps.test_audiences import golden, plays
from voevoda.export import line_text
from voevoda.i18n import LANGUAGES, Language, has_text, text
from voevoda.i18n.catalogues import catalogue
from voevoda.rulebooks.gurps.book import BOOK
from voevoda.rulebooks.gurps.clauses import CLAUSES, READINGS

CODE = Path(voevoda.__file__).parent / "rulebooks" / "gurps"
COMPOSED = {
    "refuse": "gurps.error",
    "_refuse": "gurps.error",
    "_one_of": "gurps.error",
    "_warning": "gurps.warning",
}
"""The functions whose first word is the end of a key."""


def composed() -> Iterator[str]:
    """The keys of refusals and warnings; most are put together of two parts."""
    for path in CODE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and re.fullmatch(r"gurps\.error\.\w+", str(node.value)):
                yield str(node.value)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in COMPOSED:
                inside = (each.value for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant))
                yield from (f"{COMPOSED[node.func.id]}.{word}" for word in inside if isinstance(word, str))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_question_and_note_has_its_text(lang: Language) -> None:
    """A question has two: what is asked, and what the log says."""
    keys = [key for _, key in golden()] + [f"{key}.ask" for kind, key in golden() if kind == "?"]

    assert [] == [key for key in keys if not has_text(lang, key)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_and_warning_has_its_text(lang: Language) -> None:
    """Also those whose keys are put together."""
    keys = set(composed())

    assert len(keys) > 30
    assert [] == sorted(key for key in keys if not has_text(lang, key))
    assert set() == {key for key in catalogue(lang, "gurps") if key.startswith("gurps.error.")} - keys


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_line_of_many_plays_is_a_sentence(lang: Language) -> None:
    """No word of the rules is left as it stands in the code, and nothing is missing."""
    lines = [line for _, told in plays() for line in told]
    said = {line_text(lang, line): line for line in lines}
    words = re.compile(r"\bgurps\.|\{|\}|\bNone\b|\bTrue\b|\bFalse\b|(?<!\w)(none|true|false)(?!\w)")

    assert len(said) > 300
    assert [] == [text for text in said if words.search(text)]
    assert [] == [text for text in said if text.endswith((": ", ":", ", "))]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_clauses_readings_and_tables_have_their_texts(lang: Language) -> None:
    """As the commands show them."""
    keys = [f"gurps.clause.{clause.id}" for clause in CLAUSES]
    keys += [f"gurps.reading.{reading.id}" for reading in READINGS]
    keys += [f"gurps.reading.{each.id}.{option}" for each in READINGS for option in each.options]
    keys += [f"gurps.table.{name}" for name in BOOK.table_models]

    assert [] == [key for key in keys if not text(lang, key, {})]
