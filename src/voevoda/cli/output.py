"""What a command has found, written in the format that was asked for."""

from __future__ import annotations

import json
import sys
from typing import Literal, TypeAlias, get_args

from voevoda.cli.refusals import BadInput
from voevoda.cli.streams import can_show, shown
from voevoda.export import Record, as_json, as_markdown, as_short
from voevoda.i18n import Language
from voevoda.play.journal import Journal

Format: TypeAlias = Literal["text", "json", "markdown", "short"]
FORMATS: tuple[Format, ...] = get_args(Format)


def format_of(words: str) -> Format:
    """The format that ``--format`` names.  Raises ``BadInput``."""
    for name in FORMATS:
        if words == name:
            return name
    raise BadInput("cli.bad_format", given=words, options=FORMATS)


def write(words: str) -> None:
    """Write a text on standard output, without what would move a terminal's cursor."""
    words = shown(words)
    _ = sys.stdout.write(words if words.endswith("\n") else words + "\n")


def write_json(value: object) -> None:
    """Write JSON, in ASCII where the console has nothing more; what cannot be seen is escaped."""
    words = json.dumps(value, ensure_ascii=not can_show(sys.stdout, "яé漢"), indent=2)
    write("".join(each if shown(each) == each else json.dumps(each)[1:-1] for each in words))


def write_record(
    record: Record, journal: Journal, wanted: Format, lang: Language, *, told: bool = False
) -> None:
    """Write the record of a battle.  ``told``: its log has been written already."""
    match wanted:
        case "json":
            write_json(as_json(record, lang))
        case "markdown":
            write(as_markdown(record, lang))
        case "short":
            write(as_short(record, lang))
        case "text":
            from voevoda.cli import report
            from voevoda.cli.screen import Screen

            screen = Screen(lang)
            if told:
                report.ending(screen, record)
            else:
                report.whole(screen, record, journal)
