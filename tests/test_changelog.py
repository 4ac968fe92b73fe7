"""scripts/changelog.py: fragments in, a changelog out."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
CHANGELOG: dict[str, Any] = runpy.run_path(str(ROOT / "scripts" / "changelog.py"))


@pytest.fixture
def fragments(tmp_path: Path) -> Path:
    """Return a folder ``changelog.d`` with only its README."""
    folder = tmp_path / "changelog.d"
    folder.mkdir()
    (folder / "README.md").write_text("How to write one.\n")
    return folder


def test_a_release_gathers_the_fragments_by_kind_before_the_earlier_ones(fragments: Path) -> None:
    """The fragments are used up; the README stays."""
    (fragments / "dice.fixed.md").write_text("A die counts once.\n")
    CHANGELOG["release"](fragments.parent, "1.0")
    (fragments / "b.added.md").write_text("Undo,\nand redo.\n")
    (fragments / "a.added.md").write_text("Odds.\n")
    (fragments / "old.removed.md").write_text("The old way.\n")

    CHANGELOG["release"](fragments.parent, "1.1")

    assert (
        "# What has changed\n\n"
        "## 1.1\n\n### Added\n\n- Odds.\n- Undo,\n  and redo.\n\n### Removed\n\n- The old way.\n\n"
        "## 1.0\n\n### Fixed\n\n- A die counts once.\n"
    ) == (fragments.parent / "CHANGELOG.md").read_text()
    assert ["README.md"] == [path.name for path in fragments.iterdir()]


@pytest.mark.parametrize("name", ["dice.md", "dice.mended.md", "fixed.md", "dice.fixed.txt", ".fixed.md"])
def test_a_fragment_of_another_name_is_refused(fragments: Path, name: str) -> None:
    """Otherwise it would be forgotten silently."""
    (fragments / name).write_text("A die counts once.\n")

    with pytest.raises(ValueError, match=name):
        CHANGELOG["read_fragments"](fragments)


def test_the_fragments_that_wait_are_named_rightly() -> None:
    """Those of this repository."""
    assert set(CHANGELOG["read_fragments"](ROOT / "changelog.d").values()) <= set(CHANGELOG["KINDS"])
