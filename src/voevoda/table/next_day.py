"""The battle file of the day after, where a book has one."""

from __future__ import annotations

from voevoda.export import Record
from voevoda.files import BadFile, battle_of, parse_document, problem_text
from voevoda.files.written import print_document
from voevoda.i18n import Language
from voevoda.play.errors import Refused


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
        words = print_document(tomorrow(data, record.state, record.log))
        _ = battle_of(parse_document(words.encode(), "tomorrow.yaml"))
    except BadFile as bad:
        raise Refused("table.refused.bad_tomorrow", problem=problem_text(lang, bad.problems[0])) from bad
    return words
