"""``card``: the battle cards of a file, on the terminal as the form has them, or to print."""

from __future__ import annotations

import sys
from typing import Literal, TypeAlias, get_args

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from voevoda.cli.output import write, write_json
from voevoda.cli.refusals import BadInput
from voevoda.cli.report import sheet_table
from voevoda.cli.screen import SOFT, Screen, styled
from voevoda.cli.streams import can_show
from voevoda.export.card import Form, card_html, card_json, card_markdown, forms_of
from voevoda.export.sheets import Sheet, facts_of
from voevoda.files import read_battle
from voevoda.i18n import Language

CardFormat: TypeAlias = Literal["text", "json", "markdown", "html"]
LEFT, RIGHT = 4, 5
"""How the two blocks of a form share the width."""

FORMATS: tuple[CardFormat, ...] = get_args(CardFormat)


def card(file: str, wanted: str, lang: Language) -> None:
    """Write the battle cards of a battle file."""
    if wanted not in FORMATS:
        raise BadInput("cli.bad_format", given=wanted, options=FORMATS)
    battle = read_battle(file)
    book, state = battle.book, battle.state
    if book.cards is None:
        raise BadInput("cli.card.none", book=book.id)
    title, sides = book.title(state), book.cards(state)
    if wanted == "json":
        write_json(card_json(book, title, sides))
    elif wanted == "markdown":
        write(card_markdown(book, title, sides, lang))
    elif wanted == "html":
        write(_in_any_encoding(card_html(book, title, sides, lang)))
    else:
        screen = Screen(lang)
        screen.title(title, heavy=True)
        for index, side in enumerate(sides):
            screen.write("", screen.name_of_side(index, str(side["name"])))
            for heading, value in facts_of(book.id, side, lang, "card"):
                screen.write(Text.assemble((f"{heading}: ", SOFT), styled(value)))
            for form in forms_of(book, side, lang):
                _show(screen, form)


def _in_any_encoding(page: str) -> str:
    """A page that says it is UTF-8, by references where the output is in some other encoding."""
    return page if can_show(sys.stdout, "яé漢") else page.encode("ascii", "xmlcharrefreplace").decode("ascii")


def _show(screen: Screen, form: Form) -> None:
    """One form: its blocks beside each other where the page is wide enough."""
    screen.title(form.title)
    if form.facts:
        screen.write(styled("; ".join(f"{heading}: {value}" for heading, value in form.facts), SOFT))
    blocks = [Group(*_block(form.left)), Group(*(part for sheet in form.right for part in _block(sheet)))]
    if screen.abreast:
        grid = Table.grid(expand=True, padding=(0, 0, 0, 2))
        grid.add_column(ratio=LEFT)
        grid.add_column(ratio=RIGHT)
        grid.add_row(*blocks)
        screen.write(grid)
    else:
        screen.write(*blocks)


def _block(sheet: Sheet) -> list[RenderableType]:
    return [styled(sheet.title, "bold"), sheet_table(sheet), Text("")]
