"""The stylesheet: sizes of text, what it loads, how large it is."""

from __future__ import annotations

import gzip
import re

import pytest

from tests.web.samples import home
from voevoda.web.assets import address, asset
from voevoda.web.templating import render

CSS = asset("voevoda.css").decode()
SCREEN, PRINT = CSS[: CSS.index("@page")], CSS[CSS.index("@page") :]
DRAWN = {"14px", "15px", "24px", "26px", "58px", "68px"}
"""Sizes inside drawings, in units of the drawing."""


def test_no_text_is_smaller_than_thirteen_pixels() -> None:
    """Every step of text is 13 px at least, on a phone too."""
    steps = {
        name: float(size) * 16
        for name, size in re.findall(r"--(n\d[\w-]*|t\d|lead|h|p|l|b2?|s|c): ([\d.]+)rem;", SCREEN)
    }

    assert 13 == steps["c"] == min(steps.values())


def test_text_has_no_size_but_a_step() -> None:
    """Where a size is set, it is one of the steps; only drawings have sizes of their own."""
    sizes = set(re.findall(r"font-size: ([^;]+);", SCREEN))
    sizes |= {found[1] for found in re.findall(r"font: (\d+ )?([^/\s]+)[/\s]", SCREEN)}

    assert set() == {size for size in sizes if not size.startswith("var(--")} - DRAWN - {
        "inherit",
        "inherit;",
    } - {"100%"}


def test_nothing_is_loaded_from_elsewhere() -> None:
    """System fonts, no pictures: the style asks for nothing."""
    assert [] == re.findall(r"url\(|@import|@font-face|https?:", CSS)


def test_a_reader_may_want_no_motion_and_a_system_its_own_colours() -> None:
    """Both movements stop; bars and tokens get an outline."""
    moving = re.findall(r"animation:", CSS)
    allowed = re.search(r"@media \(prefers-reduced-motion: no-preference\) \{(.*?)\n\}\n", CSS, re.DOTALL)

    assert allowed
    assert 2 == len(moving) == allowed[1].count("animation:")
    assert "transition" not in CSS
    assert "@media (forced-colors: active)" in CSS


def test_on_paper_there_is_nothing_to_press() -> None:
    """And no masthead."""
    hidden = re.search(r"([^}]*) \{ display: none !important; \}", PRINT)

    assert hidden
    assert {".masthead", ".button", ".actions", ".dock"} <= set(hidden[1].strip().split(", "))


def test_a_first_page_is_small() -> None:
    """Page, style and mark together, as they travel, are well under 40 KB."""
    travel = [render(home(), "ru").encode(), asset("voevoda.css"), asset("mark.svg")]

    assert sum(len(gzip.compress(each)) for each in travel) < 20_000


def test_there_are_fewer_than_150_lines_of_script() -> None:
    """Pages work without; what they do with it is to be read in a minute."""
    lines = [len(asset(name).decode().splitlines()) for name in ("voevoda.js", "setup.js")]
    assert sum(lines) < 150


def test_the_address_of_a_file_changes_with_it() -> None:
    """So that it may be kept for ever."""
    assert re.fullmatch(r"/static/voevoda\.css\?[0-9a-f]{12}", address("voevoda.css"))


@pytest.mark.parametrize("name", ["tokens.css", "../templating.py", "nothing.js", ""])
def test_only_what_is_meant_to_be_served_is(name: str) -> None:
    """No part of the style by itself, nothing outside the folder."""
    with pytest.raises(FileNotFoundError):
        asset(name)
