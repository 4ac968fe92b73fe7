"""The rulebooks as pages: every clause can be linked, read and traced, and every house table taken away."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.battles import EXAMPLES, REFEREE, begun
from tests.web.drafts import Desk, desk
from tests.web.house import house
from tests.web.html import Element, read
from voevoda.export.acted import acted
from voevoda.export.rules_text import clause_texts
from voevoda.export.told import clauses_of
from voevoda.files import house_table, parse_document
from voevoda.files.validation import validate
from voevoda.i18n import LANGUAGES, Language, text
from voevoda.play.seats import EVERYONE
from voevoda.rulebooks import BOOKS
from voevoda.web.pages import Frame
from voevoda.web.rules_page import rules_page
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
def test_all_books_stand_above_the_clauses(at: Desk, book: str) -> None:
    """In one row of links, of which this one is marked."""
    (row,) = (e for e in at.get(f"/rules/{book}").walk() if e.attributes.get("class") == "books-row")
    links = [e.attributes for e in row.walk() if e.tag == "a"]
    assert {each["href"] for each in links} == {f"/rules/{each}" for each in BOOKS}
    assert [each["href"] for each in links if "aria-current" in each] == [f"/rules/{book}"]


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


PRINTED = {
    ("wfrp", "influence"): ["31 … 40", "71 … 80", "101 … 125"],
    ("gurps", "losses"): ["−3", "3"],
    ("gurps", "quality"): ["veterans"],
}
"""The rows of house tables that stand in the texts."""


@pytest.mark.parametrize(("book", "table"), PRINTED)
def test_rows_that_stand_in_the_book_say_so(book: str, table: str) -> None:
    """And no others of these tables do."""
    page = rules_page(Frame("", ""), book, "en")
    (found,) = (
        each.table
        for each in page.clauses
        if each.table and each.table.replace and f"/{table}." in each.table.replace.href
    )
    assert PRINTED[book, table] == [str(row.cells[0]) for row in found.rows if row.printed]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_weapons_are_of_the_game_but_for_the_light_chariot(lang: Language) -> None:
    """So are all wounds: ours is only whose tech level counts."""
    tables = {
        each.table.replace.href.rpartition("/")[2]: each.table.rows
        for each in rules_page(Frame("", ""), "gurps", lang).clauses
        if each.table and each.table.replace
    }
    assert [False] + [True] * 16 == [bool(row.printed) for row in tables["weapons.yaml"]]
    assert all(row.printed for row in tables["wounds.yaml"])
    assert not any(row.printed for row in tables["strength.yaml"])


@pytest.mark.parametrize("book", BOOKS)
def test_options_of_a_reading_are_counted_for_all_or_for_none(at: Desk, book: str) -> None:
    """An example of what each gives stands beside each, so that they can be compared."""
    lang = language(at)
    words = re.sub(r"\s+", " ", at.get(f"/rules/{book}").text)
    for told in clause_texts(book, lang):
        for reading in told.readings:
            assert all(reading.gives) or not any(reading.gives), reading.id
            assert all(re.sub(r"\s+", " ", each) in words for each in reading.gives)


@pytest.mark.parametrize("book", BOOKS)
def test_a_page_has_the_name_of_the_game_over_it(at: Desk, book: str) -> None:
    """As its only heading of the first level."""
    (heading,) = (each for each in at.get(f"/rules/{book}").walk() if each.tag == "h1")
    assert text(language(at), f"{book}.name", {}) == heading.text.strip()


def test_who_runs_the_server_is_told_where_clauses_acted_lately() -> None:
    """In the last battle by this book, by what all may read; anybody else is told of no battle."""
    with house() as at:
        played = begun(at.store, EXAMPLES / "wfrp/tunnels.yaml").to_end()
        rounds = played.sight(REFEREE).round
        mine, theirs = (read(browser.get("/rules/wfrp")) for browser in (at.owner(), at.browser()))
        journal = at.store.load(played.battle).journal
    told = dict(acted(journal, "en"))
    assert "before the battle" == told["W-1.1"]
    assert told["W-3.1"].startswith("in round")
    assert str(rounds) in told["W-3.1"]
    for page, is_mine in ((mine, True), (theirs, False)):
        assert is_mine is any(each.attributes.get("class") == "acted" for each in page.walk())
        assert is_mine is ("Ambush in the tunnels" in page.text)


def test_what_not_all_may_read_acted_nowhere() -> None:
    """The cards in a hand are nobody's business."""
    with desk("en") as at:
        played = begun(at.store, EXAMPLES / "savage/bridge.yaml").to_end()
        journal = at.store.load(played.battle).journal
        hidden = {line.cite for line in played.sight(REFEREE).seen.log if line.seen_by != EVERYONE}
        public = {line.cite for line in played.sight(REFEREE).seen.log if line.seen_by == EVERYONE}
    assert hidden
    assert set(dict(acted(journal, "en"))) <= {resolved("savage", each) for each in public}


def test_a_part_of_a_clause_is_found_in_it() -> None:
    """However deep; what is of no clause stays as it is."""
    assert resolved("wfrp", "W-3.8.1") == "W-3.8"
    assert resolved("wfrp", "W-3.8.1.2") == "W-3.8"
    assert resolved("wfrp", "W-3.10") == "W-3.10"
    assert resolved("wfrp", "W-9.9") == "W-9.9"
