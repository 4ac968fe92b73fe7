"""The commands about the database of battles: a battle as one file, and back; join links; backup."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TypeVar
from unicodedata import normalize

from voevoda.cli.called import command, quoted
from voevoda.cli.output import format_of, write, write_json
from voevoda.cli.refusals import BadInput
from voevoda.cli.screen import SOFT, Screen, styled
from voevoda.cli.streams import warn
from voevoda.export import as_seen
from voevoda.export.markdown import escape
from voevoda.files.journals import read_content, reason_of
from voevoda.files.seed_file import kept_seed
from voevoda.i18n import Language, text
from voevoda.journal_store import (
    Battle,
    Loaded,
    Store,
    StoreError,
    import_battle,
    open_store,
    print_battle,
)
from voevoda.play.journal import seen
from voevoda.play.seats import Seat
from voevoda.table import Refusal, Tables
from voevoda.table.board import position_of
from voevoda.table.links import HOST, PORT, join_path
from voevoda.table.tables import chairs_of

T = TypeVar("T")

KINDS = ("referee", "commander", "player", "spectator", "table")
"""The order in which seats are shown."""

MEMORY = ("sqlite://", "sqlite:///", "sqlite:///:memory:")
"""Databases that are gone with the command that has made them."""

DATABASE = b"SQLite format 3\0"
"""How a backup begins."""


def place(given: str | None) -> str:
    """Where the database is: as ``--data`` says, else ``VOEVODA_DATA``, else the person's folder for data."""
    said = given or os.environ.get("VOEVODA_DATA")
    if said:
        return said
    from platformdirs import user_data_dir

    return user_data_dir("voevoda", appauthor=False)


@contextmanager
def opened(data: str | None, *, make: bool = False) -> Iterator[Store]:
    """The database, while it is needed.  Raises ``BadInput`` for whatever it refuses."""
    try:
        with open_store(place(data), make=make) as store:
            yield store
    except StoreError as error:
        raise BadInput(error.key, **error.facts) from error


def backup(file: str | None, data: str | None, lang: Language) -> None:
    """Write the whole database into a new file."""
    name = file or f"voevoda-{datetime.now().astimezone():%Y-%m-%d-%H%M%S}.sqlite3"
    with opened(data) as store:
        store.backup(name)
        n = len(store.battles()) + len(store.battles(archived=True))
    write(text(lang, "cli.backup.done", {"file": name, "n": n}))


def export(battle: str, to: str | None, seat: str | None, data: str | None, lang: Language) -> None:
    """Write a battle as one file, or what one seat has seen of it."""
    with opened(data) as store:
        loaded = store.load(store.find(battle).id)
    if seat is None:
        content = print_battle(loaded)
        secret = not loaded.battle.closed and loaded.seed is not None
    else:
        content, secret = _seen(loaded, seat, lang), False
    if to is None:
        _ = sys.stdout.buffer.write(content.encode())
    else:
        _write_new(to, content)
    if secret:
        warn(text(lang, "cli.export.secret", {}))


def _seen(loaded: Loaded, words: str, lang: Language) -> str:
    """What a seat has seen of a battle."""
    book = loaded.found.book
    chairs = chairs_of(book, loaded.found.begun.state, None)
    seat = _named(words, chairs)
    at, _ = position_of(loaded)
    return as_seen(book.id, loaded.battle.title, seat, seen(loaded.journal, at, seat), lang)


def _named(words: str, chairs: list[Seat]) -> Seat:
    """The seat that somebody means, by its kind and name or by its name alone.  Raises ``BadInput``.

    A seat called whole goes before one with such a name: "referee" is never the side that is called so.
    """
    words = normalize("NFC", words)
    whole = [chair for chair in chairs if words == str(chair)]
    found = whole or [chair for chair in chairs if words == chair.name]
    if len(found) == 1:
        return found[0]
    key = "cli.no_seat.several" if found else "cli.no_seat"
    raise BadInput(key, given=words, options=tuple(quoted(str(chair)) for chair in found or chairs))


def _write_new(path: str, content: str) -> None:
    """Write a new file that only its owner can read.  Raises ``BadInput``."""
    try:
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as error:
        raise BadInput("store.exists", file=path) from error
    except (OSError, ValueError) as error:
        raise BadInput("store.unwritable", file=path, reason=reason_of(error)) from error
    try:
        with os.fdopen(number, "wb") as file:
            _ = file.write(content.encode())
    except OSError as error:
        Path(path).unlink(missing_ok=True)
        raise BadInput("store.unwritable", file=path, reason=reason_of(error)) from error


def import_file(file: str, title: str | None, data: str | None, lang: Language) -> None:
    """Take a battle from its file, or what is missing from a backup, into the database."""
    content = read_content(file)
    if place(data) in MEMORY:
        raise BadInput("cli.import.memory", given=place(data))
    with opened(data, make=True) as store:
        if content.startswith(DATABASE):
            new, there = store.restore(file)
            write(text(lang, "cli.import.restored", {"n": new, "there": there}))
            return
        came = import_battle(store, content, file, lang, title=title, seed=kept_seed(file))
    battle = came.battle
    if came.torn:
        warn(text(lang, "journal.torn", {"bytes": came.torn}))
    if not came.current:
        warn(text(lang, "cli.import.old_rules", {}))
    elif not battle.verified:
        warn(text(lang, "cli.import.unverified", {}))
    if came.seedless:
        warn(text(lang, "cli.import.seedless", {}))
    where = "" if data is None else f" --data {shlex.quote(data)}"
    facts = {"title": battle.title, "id": battle.id, "voevoda": command(lang), "where": where}
    write(text(lang, "cli.import.done", facts))


def seats(
    battle: str, names: list[str], address: str | None, data: str | None, wanted: str, lang: Language
) -> None:
    """Make new join links and show them."""
    how = format_of(wanted)
    base = (address or f"http://{HOST}:{PORT}").rstrip("/")
    with opened(data) as store:
        found = store.find(battle)
        links = _links(store, found, names)
    rows = [(str(seat), _label(seat, lang), base + join_path(token)) for seat, token in links.items()]
    if how == "json":
        write_json([dict(zip(("seat", "text", "link"), row, strict=True)) for row in rows])
    elif how == "markdown":
        write("\n".join(f"- **{escape(label)}** {link}" for _, label, link in rows))
    elif how == "short":
        write("\n".join(f"{label}: {link}" for _, label, link in rows))
    else:
        _show(rows, found, lang)


def _links(store: Store, battle: Battle, names: list[str]) -> dict[Seat, str]:
    """New tokens for the seats named, or for all; a battle that has no table yet gets one."""
    tables = Tables(store)
    if not store.seats(battle.id):
        _ = _unless_refused(tables.adopt(battle.id))
    chairs = sorted((row.seat for row in store.seats(battle.id)), key=lambda seat: KINDS.index(seat.kind))
    return _unless_refused(tables.links(battle.id, [_named(name, chairs) for name in names] or chairs))


def _unless_refused(answer: T | Refusal) -> T:
    if isinstance(answer, Refusal):
        raise BadInput(answer.key, **answer.facts)
    return answer


def _label(seat: Seat, lang: Language) -> str:
    kind = f"{seat.kind}_plays" if seat.kind == "referee" and seat.name else seat.kind
    return text(lang, f"cli.seat.{kind}", {"name": seat.name})


def _show(rows: list[tuple[str, str, str]], battle: Battle, lang: Language) -> None:
    from rich.table import Table

    grid = Table.grid(padding=(0, 2, 0, 0))
    for _, label, link in rows:
        grid.add_row(styled(label, SOFT), styled(link))
    Screen(lang).write(
        styled(text(lang, "cli.seats.title", {"title": battle.title}), "bold"),
        grid,
        styled(text(lang, "cli.seats.before", {}), SOFT),
    )
