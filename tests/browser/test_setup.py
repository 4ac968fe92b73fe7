"""From the first page to the table: a battle is begun, changed, mended and played, also without scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.houses import House, house
from voevoda.files.examples import example_text
from voevoda.rulebooks import BOOKS

FIELDS = {
    "gurps": "sides.0.commander.strategy",
    "savage": "sides.0.tokens",
    "skirmish": "sides.0.fighters.0.count",
    "wfrp": "sides.0.units.0.count",
}
"""A number of each book that cannot be many."""


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server."""
    with house(tmp_path_factory.mktemp("setup")) as found:
        yield found


def new(page: Page, book: str) -> None:
    """Go from the first page to the set-up of a book's first example."""
    _ = page.goto("/")
    page.locator(f'a[href="/new/{book}"]').click()
    page.locator("#form button.main").click()
    page.wait_for_url("**/setup/*")


def to_the_table(page: Page) -> None:
    """Begin the battle that is set up, and sit down."""
    page.locator('button[name="do"][value="begin"]').click()
    page.locator('input[name="name"]').fill("Rita")
    page.locator("#form button.main").click()
    page.wait_for_url("**/seat/*")


def opened(page: Page, name: str) -> None:
    """Open what a field is in, from the outside in."""
    folds = page.locator(f'details:has([name="{name}"])')
    for index in range(folds.count()):
        if folds.nth(index).get_attribute("open") is None:
            folds.nth(index).locator("> summary").click()


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_a_battle_is_begun_from_each_books_column_changed_and_played(at: House, book: str) -> None:
    """What was changed is what lies on the table."""
    with at.person() as context:
        page = context.new_page()
        new(page, book)
        with page.expect_response("**/rail"):
            page.locator('[name="title"]').fill(f"Mine: {book}")
            page.locator('[name="title"]').blur()
        to_the_table(page)
        expect(page.locator("h1").first).to_contain_text(f"Mine: {book}")


@pytest.mark.slow
def test_a_battle_file_that_came_in_is_changed_and_played(at: House) -> None:
    """By way of the page that asks who sits where."""
    with at.person("ru") as context:
        page = context.new_page()
        _ = page.goto("/import")
        text = example_text("wfrp", "ford", "ru").encode()
        page.locator('input[type="file"]').set_input_files(
            {"name": "брод.yaml", "mimeType": "application/yaml", "buffer": text}
        )
        page.locator("#form button.main").click()
        page.locator('form[action="/new"] button').click()
        page.wait_for_url("**/setup/*")
        page.locator('[name="title"]').fill("Другой брод")
        to_the_table(page)
        expect(page.locator("h1").first).to_contain_text("Другой брод")


def told(page: Page, name: str) -> str:
    """Fill in what cannot be, in a field of a battle; what was there before."""
    page.locator('[name="title"]').fill("Kept")
    opened(page, name)
    field = page.locator(f'[id="{name}"]')
    before = field.input_value()
    field.press("Control+a")
    field.press_sequentially("as many as there are")
    expect(page.locator(f'[id="{name}-wrong"]')).to_have_count(0)
    return before


def begins_not(page: Page, name: str) -> None:
    """Try to begin; what is wrong is told, beside its field too, and nothing is lost."""
    page.locator('button[name="do"][value="begin"]').click()
    page.wait_for_url(re.compile("check=yes"))
    expect(page.locator('[role="alert"]')).to_be_visible()
    expect(page.locator(f'[id="{name}-wrong"]')).to_be_visible()
    expect(page.locator(f'[id="{name}"]')).to_have_value("as many as there are")
    expect(page.locator('[name="title"]')).to_have_value("Kept")


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_a_wrong_value_is_told_beside_its_field_and_loses_nothing(at: House, book: str) -> None:
    """Once it is left; the battle does not begin until it is mended, and everything else is kept."""
    name = FIELDS[book]
    with at.person() as context:
        page = context.new_page()
        new(page, book)
        before = told(page, name)
        page.locator(f'[id="{name}"]').blur()
        expect(page.locator(f'[id="{name}-wrong"]')).to_contain_text("as many as there are")
        begins_not(page, name)
        page.locator(f'[id="{name}"]').fill(before)
        to_the_table(page)
        expect(page.locator("h1").first).to_contain_text("Kept")


@pytest.mark.slow
def test_the_same_holds_without_scripts(at: House) -> None:
    """Every unit opens, and what is wrong is told when the battle is to begin."""
    with at.person(scripts=False) as context:
        page = context.new_page()
        new(page, "wfrp")
        _ = told(page, FIELDS["wfrp"])
        begins_not(page, FIELDS["wfrp"])
