"""Every refusal of the table is a sentence, in both languages."""

from __future__ import annotations

import pytest

from voevoda.i18n import LANGUAGES, Language, text
from voevoda.i18n.catalogues import catalogue

FACTS = {
    "waits": ({"commander": "Ash"}, {"player": "Mila"}, {"referee": ""}, {"table": ""}),
    "given": "nonsense",
    "options": ("first", "typed"),
    "most": 300,
    "size": 301,
    "problem": "Something is missing.",
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
