"""``fight --next``: the battle file of the day after."""

from __future__ import annotations

import os
from typing import Any

from voevoda.cli.refusals import BadInput
from voevoda.cli.streams import warn
from voevoda.export import Record
from voevoda.files import Battle
from voevoda.files.written import with_tables, write_battle
from voevoda.i18n import Language, text


def check_next(path: str, file: str | None, book: Any) -> None:
    """Refuse, before anything is rolled, what could not be written after it."""
    if file is None:
        raise BadInput("cli.next.no_file", next=path)
    if os.path.lexists(path):
        raise BadInput("cli.next.exists", next=path)
    if book.tomorrow is None:
        raise BadInput("cli.next.none", book=book.id)


def write_next(path: str, battle: Battle, record: Record, lang: Language) -> None:
    """Write the file of tomorrow's battle, and say what it does not carry over.

    Raises ``Illegal`` where nobody is left to fight, ``BadFile`` where the file would lack something.
    """
    if record.outcome is None:
        raise BadInput("cli.next.not_over", next=path)
    assert battle.book.tomorrow is not None
    assert isinstance(battle.document.data, dict)
    data = battle.book.tomorrow(battle.document.data, record.state, record.log)
    try:
        _ = write_battle(path, with_tables(battle, data))
    except FileExistsError:
        raise BadInput("cli.next.exists", next=path) from None
    warn(text(lang, "cli.next.written", {"next": path, "file": battle.document.file}))
