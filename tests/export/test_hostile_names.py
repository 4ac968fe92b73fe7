"""Exports of a battle whose names try to be formulas, markup, scripts and paths."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from tests.web.battles import REFEREE, Game, begun
from tests.web.html import read
from tests.web.test_report import report_of
from voevoda.export import Record, as_json, as_markdown, as_short
from voevoda.export.csv_text import as_csv, plain
from voevoda.i18n import LANGUAGES, Language
from voevoda.journal_store import open_store
from voevoda.table import Refusal
from voevoda.web.requests import file_name
from voevoda.web.templating import render_alone

SIDE = "=HYPERLINK('http://x')|**bold**"
OTHER = "<script>alert(1)</script> [a](javascript:b)"
UNIT = "@SUM(A1:A9) `code` | cell"
TITLE = "../../etc/passwd *x* <b>"

FILE = {
    "rulebook": "wfrp",
    "title": TITLE,
    "sides": [
        {"name": SIDE, "units": [{"name": UNIT, "count": 10}], "characters": ["-1+cmd|' /C calc'!A0"]},
        {"name": OTHER, "units": [{"name": "+7", "count": 12}], "characters": ["# Heading"]},
    ],
}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    """A battle with such names, played to its end."""
    path: Path = tmp_path_factory.mktemp("hostile") / "battle.yaml"
    _ = path.write_text(json.dumps(FILE, ensure_ascii=False), "utf-8")
    with open_store("sqlite://") as store:
        yield begun(store, path, alone=True).to_end()


@pytest.fixture
def record(played: Game) -> Record:
    """What its exports are made from."""
    found = played.tables.record(played.tokens[REFEREE])
    assert not isinstance(found, Refusal)
    return found


def test_a_spreadsheet_computes_nothing(record: Record) -> None:
    """Every name is there, as words, and rows have as many cells as there are headings."""
    rows = list(csv.reader(io.StringIO(as_csv(record))))
    assert {5} == {len(row) for row in rows}
    cells = {cell for row in rows for cell in row}
    assert {f"'{SIDE}", f"'{UNIT}", OTHER, "'-1+cmd|' /C calc'!A0"} <= cells
    assert not any(cell[:1] in "=+@" for cell in cells if cell)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_markdown_has_no_markup_of_theirs(record: Record, lang: Language) -> None:
    """Read by a parser, the names come out as they went in: no link, no code, no script, no cell more."""
    parser = MarkdownIt("commonmark", {"html": True}).enable("table")
    tokens = parser.parse(as_markdown(record, lang))
    inner = [each for token in tokens for each in token.children or ()]
    assert not [each.type for each in (*tokens, *inner) if "html" in each.type or each.type == "code_inline"]
    assert not [each for each in inner if each.type in ("link_open", "image")]
    told = [token.content for token in tokens if token.type == "inline"]
    texts = ["".join(child.content for child in token.children or ()) for token in tokens if token.children]
    assert told
    for name in (SIDE, OTHER, TITLE):
        assert any(name in each for each in texts)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_runs_nothing_of_theirs(played: Game, lang: Language) -> None:
    """In the file that holds the whole report."""
    html = render_alone(report_of(played, lang=lang, log=True, opened=True, alone=True), lang)
    assert "<script" not in html
    assert not [each for each in read(html).walk() if "javascript" in each.attributes.get("href", "")]
    assert OTHER in read(html).text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_json_and_the_short_form_keep_them_as_they_are(record: Record, lang: Language) -> None:
    """Whoever reads these reads words."""
    found: dict[str, Any] = json.loads(json.dumps(as_json(record, lang)))
    assert [SIDE, OTHER] == [side["name"] for side in found["sides"]]
    assert TITLE == as_short(record, lang).splitlines()[0]


@pytest.mark.parametrize("ending", ["md", "html", "json", "csv", "yaml", "jsonl"])
def test_a_file_is_named_in_one_place_without_a_path(ending: str) -> None:
    """However the battle is called."""
    for title in (TITLE, 'a"; filename="b.exe', "..", "con", "a\r\nX-Evil: 1", "\u202egpj.exe", "\u2028"):
        header = file_name(title, ending)
        assert header.isprintable()
        assert 2 == header.count('"')
        name = header.split('"')[1]
        assert name.endswith(f".{ending}")
        assert not set(name[: -len(ending) - 1]) & set("/\\:;*?<>|.\r\n")


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("=1+1", "'=1+1"),
        ("+7 men", "'+7 men"),
        ("-cmd|' /C calc'!A0", "'-cmd|' /C calc'!A0"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        (" =1", "' =1"),
        ("\uff1d1", "'\uff1d1"),
        ("-5", "-5"),
        ("-2.5", "-2.5"),
        ("Ala I", "Ala I"),
        ("", ""),
    ],
)
def test_no_cell_is_a_formula(given: str, kept: str) -> None:
    """Numbers stay numbers, words stay words, and what a spreadsheet would compute gets an apostrophe."""
    assert kept == plain(given)
