"""The page that explains how rules are read runs as it stands."""

from __future__ import annotations

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "reading-rules.md"


def test_the_examples_of_the_page_are_true() -> None:
    """Every example gives what the page says."""
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")

    assert 0 == failed
    assert tried > 10
