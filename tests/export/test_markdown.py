"""Markdown, read by another program: names are text and never markup, tables are tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import example as also
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.export.battles import example, named, scene, typed
from voevoda.export import Record, as_markdown, as_short, line_text
from voevoda.export.markdown import escape, table_text
from voevoda.export.odds import Column, compare_markdown, odds_markdown
from voevoda.export.sheets import Sheet
from voevoda.i18n import LANGUAGES, Language, text
from voevoda.rulebooks.fields import name
from voevoda.study import odds_of, worth_of_each

MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])

NASTY = (
    *("# x", "x #", "1. x", "12) x", "- x", "+ x", "* x", "> x", "=", "---", "***", "```", "~~~", "~~x~~"),
    *("`x`", "*x*", "**x**", "_x_", "__x__", "[x](y)", "![x](y)", "[x]", "[ ] x", "[^1]", "<b>x</b>", "<!--"),
    *("<x@y.z>", "&amp;", "&#35;", "a|b", "|", "\\", "\\|", "x\\", "a  b", ":smile:", "$x$", "$$", "@x"),
    *("http://x.y", "www.x.y", "{n}", "{parts}", "x^2^", "Ёжъ-полк № 7 “Щит”", "🐗", "a\u00a0b", "^", "#1"),
)
SIGNS = st.sampled_from([*"#*_`[]()<>|\\~-+=!&:;$@^.1 ab\u00a0", "www", "http://"])
NAMES = st.sampled_from(NASTY) | st.lists(SIGNS, min_size=1, max_size=8).map("".join) | st.text(max_size=8)


def is_name(words: str) -> bool:
    """Whether a battle file may hold it, as it is."""
    try:
        return words == name(words)
    except ValueError:
        return False


def inline(tokens: list[Token]) -> Iterator[tuple[str, Token]]:
    """Each piece of text with the block that it stands in."""
    opened = "start"
    for token in tokens:
        if token.type == "inline":
            yield opened, token
        elif token.nesting == 1:
            opened = token.type


def plain(token: Token) -> str:
    """The text of a piece that holds nothing but text."""
    assert token.children is not None
    assert {"text"} >= {child.type for child in token.children}
    return "".join(child.content for child in token.children)


def texts(markdown: str, block: str) -> list[str]:
    """The texts of all blocks of a kind."""
    return [plain(token) for opened, token in inline(MARKDOWN.parse(markdown)) if opened == block]


def kinds(markdown: str) -> list[str]:
    """The blocks, in order."""
    return [token.type for token in MARKDOWN.parse(markdown)]


@settings(deadline=None, max_examples=200)
@given(words=NAMES.filter(is_name))
def test_escaped_words_are_only_words(words: str) -> None:
    """Wherever they stand: heading, item, paragraph, cell; and they read as they were."""
    escaped = escape(words)
    for markdown, block in (
        (f"# {escaped}\n", "heading_open"),
        (f"- {escaped}\n", "paragraph_open"),
        (f"{escaped}: 5\n", "paragraph_open"),
        (f"| {escaped} | b |\n|---|---|\n| {escaped} | c |\n", "td_open"),
    ):
        assert words == texts(markdown, block)[0].removesuffix(": 5")


@settings(deadline=None, max_examples=50)
@given(cells=st.lists(NAMES.filter(is_name), min_size=6, max_size=6))
def test_a_table_is_a_table_whatever_its_cells(cells: list[str]) -> None:
    """As many rows and columns as it should have, and each cell is what it was."""
    headings, one, two = (tuple(cells[at : at + 2]) for at in (0, 2, 4))

    markdown = table_text(Sheet("", headings, (one, two), (True, False)))

    assert list(headings) == texts(markdown, "th_open")
    assert [*one, *two] == texts(markdown, "td_open")


PLAIN = "Title", "Side", "Unit", "Character", "a reason"


@settings(deadline=None, max_examples=40)
@given(words=st.lists(NAMES.filter(is_name), min_size=5, max_size=5))
@also([*PLAIN[:4], "one\ntwo\r\n# three\u2028- four\n\n    five"])
def test_names_and_reasons_never_become_markup(words: list[str]) -> None:
    """A battle with them has the same blocks and lines as one with plain names, and all of them are text."""
    title, side, unit, character, _ = words
    told, usual = by_hand(words), by_hand(PLAIN)
    markdown = as_markdown(told, "en")

    assert kinds(as_markdown(usual, "en")) == kinds(markdown)
    assert [title, side] == texts(markdown, "heading_open")[:2]
    cells = texts(markdown, "td_open")
    assert unit in cells
    assert character in cells
    assert all(plain(token) is not None for token in said(markdown))
    assert len(as_short(usual, "en").splitlines()) == len(as_short(told, "en").splitlines())


def by_hand(words: Sequence[str]) -> Record:
    """A battle with these names in which the referee rules the first roll for the reason that is the last."""
    title, side, unit, character, reason = words
    return typed(named(title, side, unit, character), {"ruled": 5, "reason": reason})


def said(markdown: str) -> list[Token]:
    """All pieces of text but the one that is in bold, the result."""
    tokens = [token for _, token in inline(MARKDOWN.parse(markdown))]
    bold = [token for token in tokens if "strong_open" in {child.type for child in token.children or ()}]
    assert 1 == len(bold)
    assert bold[0].children is not None
    assert {"strong_open", "text", "strong_close"} == {child.type for child in bold[0].children}
    return [token for token in tokens if token is not bold[0]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_report_says_everything(lang: Language) -> None:
    """Every line of the log, the referee's hand with his reasons, readings, house values, the seed."""
    told = scene("by-hand")
    items = [plain(token) for token in said(as_markdown(told, lang))]

    for _, line in told.log:
        assert any(item.startswith(line_text(lang, line)) for item in items)
    reading = text(lang, "wfrp.reading.sl_bonus", {})
    for words in ("W-3.8, W-4.", reading, "by-hand", "sha256:", "W-3.7, "):
        assert any(words in item for item in items)
    assert 2 == sum("the dog has it" in item for item in items)
    assert 2 == sum("the archers have fled" in item for item in items)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_odds_and_comparisons_are_well_formed(lang: Language) -> None:
    """Tables with headings, and only text in them."""
    battle = example("tunnels")
    odds = odds_of(battle)
    other = example("tunnels", ("sides.Greenskins.ranged", "none"))
    columns = [Column("", battle, odds), Column("a|b = *1*", other, odds_of(other))]
    page = odds_markdown(battle, odds, lang)
    compared = compare_markdown(columns, worth_of_each(battle, odds), lang)

    for markdown in (page, compared):
        assert all(plain(token) is not None for _, token in inline(MARKDOWN.parse(markdown)))
        assert "table_open" in kinds(markdown)
    assert "a|b = *1*" in texts(compared, "th_open")
    assert "Ambush in the tunnels" == texts(page, "heading_open")[0]


def test_numbers_in_tables_stand_to_the_right() -> None:
    """Words to the left."""
    sheet = Sheet("", ("name", "n"), (("a", "1/2"),), (False, True))

    assert "| name | n |\n|---|---:|\n| a | 1/2 |\n" == table_text(sheet)
