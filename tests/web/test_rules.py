"""The rulebooks as pages: every clause can be linked, read and traced, and every house table taken away."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.drafts import Desk, desk
from tests.web.html import Element
from voevoda.export.told import clauses_of
from voevoda.files import house_table, parse_document
from voevoda.files.validation import validate
from voevoda.i18n import LANGUAGES, Language, text
from voevoda.rulebooks import BOOKS
from voevoda.web.scene import CLAUSE, clause, resolved

RULEBOOKS = Path(__file__).parents[2] / "src" / "voevoda" / "rulebooks"


@pytest.fixture(params=LANGUAGES)
def at(request: pytest.FixtureRequest) -> Iterator[Desk]:
    """Somebody who reads in this language."""
    with desk(request.param) as found:
        yield found


def ids(page: Element) -> set[str]:
    """The places of a page that can be linked."""
    return {each.attributes["id"] for each in page.walk() if "id" in each.attributes}


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_reading_and_table_is_there_to_be_read(at: Desk, book: str) -> None:
    """Clauses by their numbers, with their words; each reading under its clause with all that it may be."""
    page, lang = at.get(f"/rules/{book}"), language(at)
    assert clauses_of(book) <= ids(page)
    words = re.sub(r"\s+", " ", page.text)
    for each in BOOKS[book].clauses:
        told = text(lang, f"{book}.clause.{each.id}", {})
        assert re.sub(r"\s+", " ", told) in words
        assert text(lang, f"rules.{book}.{each.id}", {}) in words
    for reading in BOOKS[book].readings:
        (article,) = (each for each in page.walk() if each.attributes.get("id") == reading.cite)
        for option in reading.options:
            assert text(lang, f"{book}.reading.{reading.id}.{option}", {}) in article.text
    tables = [each for each in page.walk() if each.attributes.get("class") == "house-table"]
    assert len(tables) == len(BOOKS[book].table_models)


def language(at: Desk) -> Language:
    """The language of the reader."""
    return "ru" if at.client.cookies["lang"] == "ru" else "en"


@pytest.mark.parametrize("book", BOOKS)
def test_every_link_of_the_page_leads_somewhere(at: Desk, book: str) -> None:
    """To a clause of it, to another book, or to a table."""
    page = at.get(f"/rules/{book}")
    links = [each.attributes["href"] for each in page.walk() if each.tag == "a"]
    here = [link.partition("#")[2] for link in links if link.startswith((f"/rules/{book}#", "#"))]
    assert set(here) - {"content"} <= ids(page)
    others = {link for link in links if link.startswith("/rules/") and "#" not in link}
    assert {f"/rules/{each}" for each in BOOKS} <= others
    assert all(at.client.get(link).status_code == 200 for link in others)


@pytest.mark.parametrize("book", BOOKS)
def test_a_house_table_is_taken_away_as_the_file_that_could_replace_it(at: Desk, book: str) -> None:
    """It is one, and is saved and not shown."""
    for name, model in BOOKS[book].table_models.items():
        answer = at.client.get(f"/rules/{book}/{name}.yaml")
        assert answer.text == house_table(book, name)
        assert answer.headers["content-disposition"] == f'attachment; filename="{name}.yaml"'
        _ = validate(parse_document(answer.content, name), model)
    assert at.client.get(f"/rules/{book}/nothing.yaml").status_code == 404


def test_a_book_that_there_is_not_is_told(at: Desk) -> None:
    """And the address of all rules leads to the first."""
    assert at.client.get("/rules/chess").status_code == 404
    assert at.client.get("/rules/chess/influence.yaml").status_code == 404
    assert (
        at.client.get("/rules", follow_redirects=False).headers["location"] == f"/rules/{next(iter(BOOKS))}"
    )


def cites(book: str) -> set[str]:
    """Every clause that the rules of a book speak of, wherever in their code."""
    found = set[str]()
    for path in (RULEBOOKS / book).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and CLAUSE.fullmatch(node.value)
            ):
                found.add(node.value)
    return found


@pytest.mark.parametrize("book", BOOKS)
def test_what_the_log_cites_leads_to_a_clause(book: str) -> None:
    """A part of a clause leads to the clause that it is a part of."""
    cited = cites(book)
    assert len(cited) > 10
    assert {resolved(book, each) for each in cited} <= clauses_of(book)
    for each in cited:
        link = clause(book, each)
        assert link is not None
        assert (link.id, link.href) == (each, f"/rules/{book}#{resolved(book, each)}")


def test_a_part_of_a_clause_is_found_in_it() -> None:
    """However deep; what is of no clause stays as it is."""
    assert resolved("wfrp", "W-3.8.1") == "W-3.8"
    assert resolved("wfrp", "W-3.8.1.2") == "W-3.8"
    assert resolved("wfrp", "W-3.10") == "W-3.10"
    assert resolved("wfrp", "W-9.9") == "W-9.9"
