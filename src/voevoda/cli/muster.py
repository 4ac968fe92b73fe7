"""``muster``: what the units of a battle are worth and cost, and what recruits make of one."""

from __future__ import annotations

import re

from voevoda.cli.output import format_of, write, write_json
from voevoda.cli.refusals import BadInput
from voevoda.cli.report import item, sheet_table
from voevoda.cli.screen import Screen, styled
from voevoda.export.muster import clauses_text, muster_json, muster_markdown, muster_short
from voevoda.export.sheets import facts_of, sheets_of
from voevoda.files import read_battle
from voevoda.i18n import Language, text
from voevoda.play.seats import Facts

MOST_RECRUITS = 10**12


def muster(
    file: str, unit: str | None, recruits: str | None, quality: str | None, wanted: str, lang: Language
) -> None:
    """Write the muster of a battle file; with a unit, after it has taken in recruits."""
    how = format_of(wanted)
    given = {"--unit": unit, "--recruits": recruits, "--quality": quality}
    missing = tuple(name for name, value in given.items() if value is None)
    if 0 < len(missing) < len(given):
        raise BadInput("cli.muster.together", options=tuple(given), missing=missing)
    number = None if recruits is None else _number(recruits)
    battle = read_battle(file)
    book, state = battle.book, battle.state
    if book.muster is None:
        raise BadInput("cli.muster.none", book=book.id)
    told: Facts | None = None
    if unit is not None and quality is not None and number is not None:
        state, told = book.muster.recruited(state, unit, number, quality)
    title, sides = book.title(state), book.muster.sides(state)
    if how == "json":
        write_json(muster_json(book, title, sides, told))
    elif how == "markdown":
        write(muster_markdown(book, title, sides, told, lang))
    elif how == "short":
        write(muster_short(book, title, sides, told, lang))
    else:
        screen = Screen(lang)
        screen.title(title, heavy=True)
        if told:
            screen.write(styled(text(lang, f"{book.id}.muster.recruited", told), "bold"))
        for index, side in enumerate(sides):
            screen.write("", screen.name_of_side(index, str(side["name"])))
            for heading, value in facts_of(book.id, side, lang, "muster"):
                screen.write(styled(f"{heading}: {value}"))
            for sheet in sheets_of(book.id, side, lang, "muster"):
                screen.write("", sheet_table(sheet))
        screen.write("", item(clauses_text(book, lang)))


def _number(words: str) -> int:
    number = int(words) if re.fullmatch(r"[0-9]{1,13}", words, re.ASCII) else -1
    if not 0 <= number <= MOST_RECRUITS:
        raise BadInput("cli.muster.bad_recruits", given=words, most=MOST_RECRUITS)
    return number
