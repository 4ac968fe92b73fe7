"""Golden playthroughs: nothing that a person sees changes unnoticed.

After a change that is meant: ``.venv/bin/python scripts/playthroughs.py``, then read the diff.
"""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from voevoda.rulebooks import BOOKS

HERE = Path(__file__).parent
SCRIPT = HERE.parents[1] / "scripts" / "playthroughs.py"
SCRIPTS: dict[str, Any] = runpy.run_path(str(SCRIPT))
EXAMPLES = [(book, example) for book in BOOKS for example in SCRIPTS["examples"](book)]


@pytest.mark.parametrize(("book", "example"), EXAMPLES)
def test_a_playthrough_is_what_it_was(book: str, example: str) -> None:
    """Every question, line and view of an example, byte for byte."""
    golden = (HERE / book / f"{example}.txt").read_text("utf-8")

    assert golden == SCRIPTS["playthrough"](book, example)


@pytest.mark.parametrize(("book", "example"), EXAMPLES)
def test_what_a_seat_reads_is_what_it_was(book: str, example: str) -> None:
    """Of each seat that does not see all: nothing more comes to be seen, and nothing less."""
    golden = {
        path.name.removeprefix(f"{example}.").removesuffix(".txt"): path.read_text("utf-8")
        for path in (HERE / book).glob(f"{example}.*.txt")
    }

    assert golden == SCRIPTS["from_seats"](book, example)


@pytest.mark.parametrize("book", BOOKS)
def test_every_book_has_its_playthroughs(book: str) -> None:
    """One for each example, at least one, and none left over."""
    expected = sorted(f"{example}.txt" for name, example in EXAMPLES if name == book)

    assert expected
    assert expected == sorted(path.name for path in (HERE / book).glob("*") if path.name.count(".") == 1)


def test_a_playthrough_does_not_depend_on_the_hash_seed() -> None:
    """Rules that walked through a set would tell it in another order."""
    book, example = EXAMPLES[0]
    code = (
        f"import runpy; print(runpy.run_path({str(SCRIPT)!r})['playthrough']({book!r}, {example!r}), end='')"
    )
    golden = (HERE / book / f"{example}.txt").read_text("utf-8")

    for hash_seed in ("0", "1"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "utf-8"}
        told = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, check=True, encoding="utf-8", env=environment
        )
        assert golden == told.stdout
