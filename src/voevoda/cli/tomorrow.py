"""``fight --next``: the battle file of the day after."""

from __future__ import annotations

import os

from voevoda.cli.refusals import BadInput
from voevoda.cli.streams import warn
from voevoda.export import Record
from voevoda.files import Battle, read_battle
from voevoda.files.journals import reason_of
from voevoda.files.written import with_tables, write_battle
from voevoda.i18n import Language, text


def battle_before(path: str, file: str | None) -> Battle:
    """The battle whose next day is to be written; refuses, before anything is rolled, what cannot be."""
    if file is None:
        raise BadInput("cli.next.no_file", next=path)
    if os.path.lexists(path):
        raise BadInput("cli.next.exists", next=path)
    folder = os.path.dirname(path) or "."  # noqa: PTH120 (a path as the person wrote it)
    if not os.path.isdir(folder):  # noqa: PTH112
        raise BadInput("store.unwritable", file=path, reason="ENOENT")
    if not os.access(folder, os.W_OK):
        raise BadInput("store.unwritable", file=path, reason="EACCES")
    battle = read_battle(file)
    if battle.book.tomorrow is None:
        raise BadInput("cli.next.none", book=battle.book.id)
    return battle


def write_next(path: str, battle: Battle, record: Record, lang: Language) -> None:
    """Write the file of tomorrow's battle, and say what it does not carry over.

    Raises ``Illegal`` where nobody is left to fight, ``BadFile`` where the file would lack something.
    """
    if record.outcome is None:
        warn(text(lang, "cli.next.not_over", {"next": path}))
        return
    assert battle.book.tomorrow is not None
    assert isinstance(battle.document.data, dict)
    data = battle.book.tomorrow(battle.document.data, record.state, record.log)
    try:
        _ = write_battle(path, with_tables(battle, data))
    except FileExistsError:
        raise BadInput("cli.next.exists", next=path) from None
    except OSError as error:
        raise BadInput("store.unwritable", file=path, reason=reason_of(error)) from error
    warn(text(lang, "cli.next.written", {"next": path, "file": battle.document.file}))
