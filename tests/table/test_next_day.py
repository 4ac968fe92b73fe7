"""The day after has a title of its own."""

from __future__ import annotations

import pytest

from voevoda.i18n import Language
from voevoda.table.next_day import TITLE, next_title


@pytest.mark.parametrize(
    ("title", "lang", "expected"),
    [
        ("The ford", "en", "The ford, day 2"),
        ("The ford, day 2", "en", "The ford, day 3"),
        ("The ford, day 9", "en", "The ford, day 10"),
        ("Брод", "ru", "Брод, день 2"),
        ("Брод, день 2", "ru", "Брод, день 3"),
        ("Hastings 1066", "en", "Hastings 1066, day 2"),
        ("x" * TITLE, "en", "x" * TITLE),
    ],
)
def test_the_day_after_has_the_next_number(title: str, lang: Language, expected: str) -> None:
    """Unless the title has no room for it."""
    assert expected == next_title(title, lang)
