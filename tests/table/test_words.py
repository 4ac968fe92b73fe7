"""Every refusal of the table is a sentence, in both languages."""

from __future__ import annotations

import pytest

from voevoda.i18n import LANGUAGES, Language, has_text, text
from voevoda.i18n.catalogues import catalogue
from voevoda.rulebooks import BOOKS

FACTS = {
    "waits": ({"commander": "Ash"}, {"player": "Mila"}, {"referee": ""}, {"table": ""}),
    "given": "nonsense",
    "options": ("first", "typed"),
    "most": 300,
    "size": 301,
    "problem": "Something is missing.",
    "what": "draw",
    "missing": ("roll", "faces", "number", "value", "reason"),
}
"""Facts as refusals have them."""

REFUSALS = sorted(
    key for key in catalogue("en", "table") if key.startswith("table.refused.") and key.count(".") == 2
)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", REFUSALS)
def test_a_refusal_is_a_sentence(lang: Language, key: str) -> None:
    """With no word of the program in it."""
    said = text(lang, key, FACTS)

    assert said.endswith(".")
    assert [] == [word for word in ("table.refused", "commander:", "{", "}") if word in said]


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "the commander (Ash), the player of Mila, the referee, the table"),
        ("ru", "полководца (Ash), игрока (Mila), ведущего, бросок стола"),
    ],
)
def test_whom_the_table_waits_for_is_named(lang: Language, said: str) -> None:
    """Each by what he is there."""
    assert said in text(lang, "table.refused.not_now", FACTS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whatever_is_shown_has_words_for_who_would_choose_again(lang: Language) -> None:
    """Each note that a book lists as one that shows something hidden, and what the table finds itself."""
    notes = {key for book in BOOKS.values() for key in book.rules.reveals}
    missing = [
        what
        for what in sorted({*notes, "draw", "choice"})
        if not has_text(lang, f"table.refused.looked.what={what}")
    ]
    assert [] == missing
