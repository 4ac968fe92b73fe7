"""Battle cards as forms to print: as JSON, as Markdown, and as a page of HTML that needs nothing beside it.

A form is what the book says of a card, laid out by ``sheets``: its first table stands left, the others right.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape as quoted
from typing import Any, NamedTuple

from voevoda.export.jsonable import jsonable
from voevoda.export.markdown import escape, table_text
from voevoda.export.sheets import Sheet, facts_of, sheets_of
from voevoda.i18n import Language, text
from voevoda.play.seats import Facts
from voevoda.rulebooks.book import Book

STYLE = """
@page { size: A4; margin: 12mm 14mm }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 182mm; padding: 6mm 2mm; color: #1a1c1f; background: #fff;
  font: 9.5pt/1.25 "Noto Sans", "Segoe UI", "Liberation Sans", Arial, sans-serif }
h1, h2, h3 { font-family: "Noto Serif", Georgia, "Liberation Serif", serif; margin: 0 }
h1 { font-size: 18pt }
h2 { font-size: 12pt; margin: 5mm 0 2mm; break-after: avoid }
article { break-inside: avoid; margin: 0 0 6mm; border-top: 3px solid #1a1c1f; padding-top: 1.5mm }
header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 5mm;
  margin-bottom: 1.5mm }
h3 { font-size: 14pt; overflow-wrap: anywhere }
header p { margin: 0; color: #565a5f }
.blocks { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 0 6mm }
.tasks { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 0 5mm; margin-top: 3mm;
  align-items: start }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums lining-nums }
caption { text-align: left; font-weight: bold; padding-bottom: .5mm }
th, td { border-bottom: 1px solid #d3d0c6; padding: .7mm 1mm; text-align: center; overflow-wrap: anywhere }
th { font-weight: normal; font-size: 8pt; color: #565a5f; vertical-align: bottom; white-space: nowrap }
th:first-child, td:first-child { text-align: left; padding-left: 0; overflow-wrap: break-word }
thead th { border-bottom-color: #7d7b73 }
@media screen and (max-width: 560px) { .blocks, .tasks { grid-template-columns: 1fr; gap: 3mm } }
@media print { body { padding: 0; max-width: none } }
"""


class Form(NamedTuple):
    """A card laid out."""

    title: str
    facts: tuple[tuple[str, str], ...]
    """What stands beside the title: heading and value."""
    left: Sheet
    right: tuple[Sheet, ...]


def forms_of(book: Book[Any], side: Facts, lang: Language) -> tuple[Form, ...]:
    """The forms of a side, from what the book says of its cards."""
    cards = side["cards"]
    assert isinstance(cards, tuple)
    return tuple(_form(book.id, card, lang) for card in cards)


def _form(book: str, card: Any, lang: Language) -> Form:
    left, *right = sheets_of(book, card, lang, "card")
    return Form(
        text(lang, f"{book}.card.title", card), facts_of(book, card, lang, "card"), left, tuple(right)
    )


def card_json(book: Book[Any], title: str, sides: tuple[Facts, ...]) -> dict[str, Any]:
    """The cards as the book says them."""
    return {"rulebook": book.id, "title": title, "sides": jsonable(sides)}


def card_markdown(book: Book[Any], title: str, sides: tuple[Facts, ...], lang: Language) -> str:
    """The cards as Markdown, the blocks of a form below each other."""
    return "\n".join(_paragraphs(book, title, sides, lang))


def _paragraphs(book: Book[Any], title: str, sides: tuple[Facts, ...], lang: Language) -> Iterator[str]:
    yield f"# {escape(title)}\n"
    for side in sides:
        yield f"## {escape(str(side['name']))}\n"
        yield from _listed(facts_of(book.id, side, lang, "card"))
        for form in forms_of(book, side, lang):
            yield f"### {escape(form.title)}\n"
            yield from _listed(form.facts)
            for sheet in (form.left, *form.right):
                yield f"#### {escape(sheet.title)}\n"
                yield table_text(sheet)


def _listed(facts: tuple[tuple[str, str], ...]) -> Iterator[str]:
    if facts:
        yield "".join(f"- {escape(heading)}: {escape(value)}\n" for heading, value in facts)


def card_html(book: Book[Any], title: str, sides: tuple[Facts, ...], lang: Language) -> str:
    """The cards as a page of its own, to be printed on A4."""
    return "\n".join(_page(book, title, sides, lang)) + "\n"


def _page(book: Book[Any], title: str, sides: tuple[Facts, ...], lang: Language) -> Iterator[str]:
    yield "<!doctype html>"
    yield f'<html lang="{lang}">'
    yield f'<head><meta charset="utf-8"><title>{_plain(title)}</title>'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<style>{STYLE}</style></head>"
    yield f"<body>\n<h1>{_plain(title)}</h1>"
    for side in sides:
        goal = "".join(
            f" ({_plain(heading)}: {_plain(value)})"
            for heading, value in facts_of(book.id, side, lang, "card")
        )
        yield f"<section>\n<h2>{_plain(str(side['name']))}{goal}</h2>"
        for form in forms_of(book, side, lang):
            yield from _article(form)
        yield "</section>"
    yield "</body>\n</html>"


def _article(form: Form) -> Iterator[str]:
    beside = "; ".join(f"{_plain(heading)}: {_plain(value)}" for heading, value in form.facts)
    above, *below = form.right
    yield f"<article>\n<header><h3>{_plain(form.title)}</h3><p>{beside}</p></header>"
    yield f'<div class="blocks">\n<div>{_table(form.left)}</div>\n<div>{_table(above)}'
    yield f'<div class="tasks">{"".join(map(_table, below))}</div></div>\n</div>\n</article>'


def _table(sheet: Sheet) -> str:
    head = "".join(f'<th scope="col">{_plain(cell)}</th>' for cell in sheet.columns)
    rows = "".join(f"<tr>{''.join(f'<td>{_plain(cell)}</td>' for cell in row)}</tr>\n" for row in sheet.rows)
    caption = f"<caption>{_plain(sheet.title)}</caption>"
    return f"<table>{caption}\n<thead><tr>{head}</tr></thead>\n<tbody>{rows}</tbody></table>"


def _plain(words: str) -> str:
    """Words of any origin as text that is only text."""
    return quoted(words)
