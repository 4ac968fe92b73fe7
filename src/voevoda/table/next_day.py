"""The battle file of the day after, where a book has one."""

from __future__ import annotations

import re
from typing import Final

from voevoda.export import Record
from voevoda.files import BadFile, battle_of, parse_document, problem_text
from voevoda.files.written import print_document
from voevoda.i18n import Language, text
from voevoda.play.errors import Refused

TITLE: Final = 80
"""The most characters of a battle's title."""


def next_day(record: Record, file: str | None, lang: Language) -> str:
    """The text of the file, from that of the day that is over.

    Raises ``Refused`` where there is none: the book has none, the battle came without its file, or nobody is
    left to fight.
    """
    tomorrow = record.book.tomorrow
    if tomorrow is None or file is None or record.outcome is None:
        raise Refused("table.refused.no_tomorrow")
    try:
        data = battle_of(parse_document(file.encode(), "battle.yaml")).document.data
        assert isinstance(data, dict)
        data = tomorrow(data, record.state, record.log)
        words = print_document({**data, "title": next_title(str(data["title"]), lang)})
        _ = battle_of(parse_document(words.encode(), "tomorrow.yaml"))
    except BadFile as bad:
        raise Refused("table.refused.bad_tomorrow", problem=problem_text(lang, bad.problems[0])) from bad
    return words


def next_title(title: str, lang: Language) -> str:
    """The title of the day after: with the number of the day, or the next number where it has one."""
    ending = re.search(r"[0-9]{1,3}$", title)
    day = int(ending[0]) if ending else 1
    base = title.removesuffix(text(lang, "table.next_day", {"title": "", "n": day}))
    made = text(lang, "table.next_day", {"title": base, "n": 2 if base == title else day + 1})
    return made if len(made) <= TITLE else title
