"""Which language is spoken."""

import pytest

from voevoda.i18n import Language, language


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "ru"}, "ru"),
        ({"LANG": "ru@latin"}, "ru"),
        ({"LANG": "rup_MK"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": "", "LC_MESSAGES": "en_GB"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "ru_UA.KOI8-U"}, "ru"),
    ],
)
def test_the_locale_decides(environ: dict[str, str], expected: Language) -> None:
    """LC_ALL before LC_MESSAGES before LANG; empty ones do not count."""
    assert expected == language(None, environ)


def test_what_is_asked_for_goes_first() -> None:
    """An explicit language overrides any locale."""
    assert "en" == language("en", {"LC_ALL": "ru_RU.UTF-8"})
