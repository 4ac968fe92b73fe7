"""Reports on paper: one sheet for an ordinary day, nothing pressed, nothing cut; with the log on request."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.browser.houses import House, house
from tests.web.battles import EXAMPLES, REFEREE, Game, begun
from voevoda.files.examples import examples
from voevoda.i18n import LANGUAGES, Language
from voevoda.journal_store import Store
from voevoda.rulebooks import BOOKS

PAPER = {"width": 703, "height": 1032}
"""What is left of a sheet of A4 between its margins, in pixels of CSS."""

PAGE = re.compile(rb"/Type\s*/Page\b")


@pytest.fixture(scope="module", params=LANGUAGES)
def shelf(request: pytest.FixtureRequest) -> Iterator[tuple[Language, House, dict[str, Game]]]:
    """A server with the battle of each book that is ready for everybody, played to its end."""
    games = dict[str, Game]()
    end = "" if request.param == "en" else f".{request.param}"

    def prepare(store: Store) -> None:
        for book in BOOKS:
            games[book] = begun(store, EXAMPLES / f"{book}/{examples(book)[0]}{end}.yaml").to_end()

    with TemporaryDirectory() as folder, house(Path(folder), prepare, request.param) as at:
        yield request.param, at, games


@pytest.mark.parametrize("book", BOOKS)
def test_an_ordinary_day_is_one_sheet(shelf: tuple[Language, House, dict[str, Game]], book: str) -> None:
    """And more with the log, which is there to its last line; nothing is cut, and nothing pressed."""
    lang, at, games = shelf
    with at.person(lang) as context:
        page = context.new_page()
        report = f"{at.sit(context, games[book], REFEREE)}/report?print=1"
        _ = page.goto(report)
        assert 1 == len(PAGE.findall(page.pdf(prefer_css_page_size=True)))
        _ = page.goto(f"{report}&log=1")
        assert 1 <= len(PAGE.findall(page.pdf(prefer_css_page_size=True))) <= 5
        page.set_viewport_size({"width": PAPER["width"], "height": PAPER["height"]})
        page.emulate_media(media="print")
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
        for pressed in (".masthead", ".actions", "#export", ".button", "form"):
            assert not any(each.is_visible() for each in page.locator(pressed).all()), pressed
        assert page.locator("#line-1").is_visible()
        assert 0 == page.locator("details:not([open]):visible").count()
        boxes = page.evaluate(
            "[...document.querySelectorAll('.luck .text, .facts dd, .ledger td, .losses td, .sheet td')]"
            ".filter(each => each.scrollWidth > each.clientWidth + 1 && each.clientWidth).length"
        )
        assert 0 == boxes


@pytest.mark.parametrize("width", [1280, 390])
def test_a_loss_opens_to_its_dice_and_no_report_scrolls_sideways(
    shelf: tuple[Language, House, dict[str, Game]], width: int
) -> None:
    """Also on a phone, where the columns of the roll and of the row are left out."""
    lang, at, games = shelf
    with at.person(lang) as context:
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": 900})
        for book in BOOKS:
            _ = page.goto(f"{at.sit(context, games[book], REFEREE)}/report")
            if book == "gurps":
                assert 0 == page.locator(".losses .opened:visible").count()
                page.locator(".losses .lost summary").first.click()
                opened = page.locator(".losses .opened:visible")
                assert 1 == opened.count()
                assert {"G-13.1", "G-13.2", "G-13.4"} <= {*opened.locator("a").all_inner_texts()}
            wide = "[document.documentElement, ...document.querySelectorAll('.scrolls')]"
            assert page.evaluate(f"{wide}.every(each => each.scrollWidth <= each.clientWidth)"), book
