"""Battles and their journals in a database; what ``append`` has returned from is there.

All methods may be called from several threads, and several processes may share a database: a writer names the
sequence it writes at, and of two who name the same one gets ``StaleSequence``.  Every method is one
transaction, done whole or not at all, and raises ``StoreError`` where the database cannot.
"""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self
from unicodedata import normalize

from sqlalchemy import Connection, Engine, Row, delete, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from voevoda.files.journal_text import (
    LARGEST,
    LONGEST,
    Enclosed,
    Found,
    parse_journal,
    print_entry,
    print_journal,
    size_of,
)
from voevoda.files.problems import BadFile, short
from voevoda.journal_store.backup import restore, write_backup
from voevoda.journal_store.errors import NoBattle, Repeated, StaleSequence, StoreError
from voevoda.journal_store.failures import LOG, told
from voevoda.journal_store.opening import IMMEDIATE, opened
from voevoda.journal_store.records import Agreed, Battle, Draft, Loaded, SeatRow, Template
from voevoda.journal_store.schema import battles, commands, drafts, entries, seats, templates
from voevoda.play.journal import Begun, Closed, Entry, Journal, Undone, commitment_to
from voevoda.play.position import Rulebook
from voevoda.play.seats import Seat
from voevoda.rulebooks import BOOKS
from voevoda.rulebooks.book import Book
from voevoda.rulebooks.fields import is_one_line, is_visible

LONGEST_NAME = 200
"""The most characters of a title, a template's name, and of who sits somewhere."""

DRAFT_LASTS = 90 * 24 * 60 * 60
"""Seconds after which a draft that nobody has touched is deleted."""

REMEMBERED = 1.0
"""Seconds for which it is remembered what a token opens, if another process deals out links meanwhile."""

_BATTLE = [battles.c[name] for name in Battle.__slots__]
_NEWER = ("journal.newer", "journal.newer_rules", "journal.book")


def open_store(where: str | Path, books: Mapping[str, Book[Any]] = BOOKS, *, make: bool = True) -> Store:
    """Open the database at ``where``, made if it is not there (unless not ``make``) and brought up to date.

    ``where`` is a directory, the file of a database, or a URL: ``postgresql://…``, ``sqlite:///…``, or
    ``sqlite://`` for one in memory.  Raises ``StoreError``.
    """
    engine, name = opened(where, make=make)
    return Store(engine, name, books)


class _Notation(NamedTuple):
    """What is needed to write a battle's entries."""

    rules: Rulebook[Any]
    begun: Mapping[str, Any]
    """The first state as JSON, against which later ones are written."""
    first: bytes
    """The first line."""


class _Opens(NamedTuple):
    """What a token opens, as it was read a moment ago."""

    battle: str
    seat: Seat
    until: float


class Store:
    """An open database."""

    def __init__(self, engine: Engine, name: str, books: Mapping[str, Book[Any]]) -> None:
        self.name = name
        """What messages call the database; without its password."""
        self._engine = engine
        self._writer = engine.execution_options(begin=IMMEDIATE)
        # SQLite lets one write at a time, and whoever waits sleeps longer and longer; here they queue.
        self._turn = threading.Lock() if engine.dialect.name == "sqlite" else nullcontext()
        self.books = books
        """The rulebooks that its battles may be of."""
        self._notations: dict[str, _Notation] = {}
        self._opens: dict[bytes, _Opens] = {}

    # Battles

    def battles(self, *, archived: bool = False) -> tuple[Battle, ...]:
        """The battles in the archive, or those not there; what changed last comes first."""
        wanted = select(*_BATTLE).where(battles.c.archived == archived)
        with self._reading() as connection:
            rows = connection.execute(wanted.order_by(battles.c.changed.desc(), battles.c.created.desc()))
            return tuple(map(_battle, rows))

    def battle(self, battle: str) -> Battle:
        """The battle with this id.  Raises ``NoBattle``."""
        with self._reading() as connection:
            return self._row(connection, battle)

    def find(self, words: str) -> Battle:
        """The battle with this id or this title, archived or not.

        Raises ``NoBattle``, and ``StoreError`` for a title that several have.
        """
        words = normalize("NFC", words)
        if not is_one_line(words):  # no title is like that, and not every database can be asked
            raise NoBattle(words)
        wanted = select(*_BATTLE).where(or_(battles.c.id == words, battles.c.title == words))
        with self._reading() as connection:
            found = [_battle(row) for row in connection.execute(wanted)]
        if not found:
            raise NoBattle(words)
        if len(found) > 1:
            raise StoreError("store.ambiguous", given=words, ids=tuple(each.id for each in found))
        return found[0]

    def create(
        self,
        *,
        title: str,
        journal: Journal,
        seed: str | None,
        lang: str,
        file: str | None = None,
        settings: Mapping[str, Any] | None = None,
        verified: bool = True,
    ) -> Battle:
        """Keep a new battle: its first entries, as ``play.journal.begin`` makes them, or a whole journal.

        ``seed`` is kept as long as no ``Closed`` shows it.  Raises ``StoreError`` for a title that is none.
        """
        begun = journal[0]
        assert isinstance(begun, Begun)
        rules = self.books[begun.book].rules
        first = print_entry(rules, begun, {})
        notation = _Notation(rules, json.loads(first)["state"], first.encode())
        title = _name(title, "store.bad_title")
        lines, size = _lines(notation, journal)
        # As it will be exported, under whatever title.
        whole = print_journal(rules, journal[:1], Enclosed("\U0001f409" * LONGEST_NAME, file, seed)).encode()
        size += len(whole) - len(notation.first)
        if size > LARGEST or len(whole) > LONGEST:
            raise _large()
        battle, now = secrets.token_hex(16), int(time.time())
        closed = _closed(journal, before=False)
        record = Battle(
            id=battle,
            title=title,
            book=begun.book,
            lang=lang,
            file=file,
            settings=settings or {},
            archived=False,
            closed=closed,
            verified=verified,
            head=len(journal),
            created=now,
            changed=now,
        )
        values = {name: getattr(record, name) for name in Battle.__slots__}
        with self._writing() as connection:
            connection.execute(insert(battles).values(**values, size=size, seed=None if closed else seed))
            _insert(connection, battle, 0, journal, lines)
        return record

    def load(self, battle: str) -> Loaded:
        """A battle with its whole journal and its seed.

        Raises ``NoBattle``, and ``StoreError`` for entries that are damaged or newer than the program.
        """
        with self._reading() as connection:
            record = self._row(connection, battle)
            lines = connection.scalars(
                select(entries.c.text)
                .where(entries.c.battle == battle, entries.c.sequence < record.head)
                .order_by(entries.c.sequence)
            ).all()
            seed = connection.scalar(select(battles.c.seed).where(battles.c.id == battle))
        found = self._found(record.title, "".join(f"{line}\n" for line in lines).encode())
        if len(found.journal) != record.head:
            raise self._damaged(record.title, len(found.journal))
        shown = [entry.seed for entry in found.journal if isinstance(entry, Closed)]
        announced = found.begun.commitment
        known = [seed] if seed is not None else shown
        fitting = [each for each in known if announced is None or commitment_to(each) == announced]
        return Loaded(record, found, fitting[-1] if fitting else None)

    def append(
        self,
        battle: str,
        expected: int,
        new: Sequence[Entry],
        command: str | None = None,
        agreed: Agreed | None = None,
    ) -> int:
        """Add entries whose first has the sequence ``expected``; returns the head after them.

        ``command`` is an id of the writer's choice: once done, the same is refused.  ``agreed`` is what
        changes together with the journal.  Raises ``StaleSequence`` where the battle's head is another, or
        its settings and seats are others than those that ``agreed`` goes on from, ``Repeated``,
        ``NoBattle``, or ``StoreError``; then nothing is written.
        """
        lines, size = _lines(self._notation(battle), new)
        head = expected + len(new)
        values: dict[str, Any] = {
            "head": head,
            "size": battles.c.size + size,
            "changed": int(time.time()),
        }
        unchanged = battles.c.head == expected
        changes = agreed is not None and (agreed.settings is not None or bool(agreed.seats or agreed.left))
        if agreed is not None:
            unchanged &= battles.c.agreed == agreed.before
            values |= {"agreed": agreed.before + changes}
            if agreed.settings is not None:
                values |= {"settings": dict(agreed.settings)}
        with self._writing() as connection:
            # Who comes second waits here for the first, and then finds another head.
            grown = connection.execute(
                update(battles)
                .where(battles.c.id == battle, unchanged)
                .values(**values)
                .returning(battles.c.size, battles.c.closed)
            ).one_or_none()
            if command is not None and (before := _done(connection, battle, command)) is not None:
                raise Repeated(before)
            if grown is None:
                raise StaleSequence(self._row(connection, battle).head)
            if grown.size > LARGEST:
                raise _large()
            closed = _closed(new, before=grown.closed)
            if closed != grown.closed:
                now = {"closed": closed, **({"seed": None} if closed else {})}
                connection.execute(update(battles).where(battles.c.id == battle).values(**now))
            _insert(connection, battle, expected, new, lines)
            if agreed is not None:
                self._set_seats(connection, battle, agreed)
            if command is not None:
                connection.execute(insert(commands).values(battle=battle, command=command, head=head))
        if agreed is not None and agreed.left:
            self._opens = {}
        return head

    def _set_seats(self, connection: Connection, battle: str, agreed: Agreed) -> None:
        for row in agreed.seats:
            key = {"battle": battle, "seat": str(row.seat)}
            values = {"sitter": name_of(row.sitter) if row.sitter else "", "robot": row.robot}
            self._upsert(connection, seats, key, values, {})
        gone = seats.c.seat.in_(map(str, agreed.left))
        if agreed.left:
            connection.execute(update(seats).where(seats.c.battle == battle, gone).values(token=None))

    def done(self, battle: str, command: str) -> int | None:
        """The head after a command that was done, or None if it was not."""
        with self._reading() as connection:
            return _done(connection, battle, command)

    def set_settings(self, battle: str, settings: Mapping[str, Any]) -> None:
        """Put these settings in the place of those before.  Raises ``NoBattle``."""
        self._update(battle, settings=dict(settings), agreed=battles.c.agreed + 1)

    def rename(self, battle: str, title: str) -> None:
        """Give a battle another title.  Raises ``NoBattle``, and ``StoreError`` for one that is none."""
        self._update(battle, title=_name(title, "store.bad_title"), changed=int(time.time()))

    def archive(self, battle: str, *, archived: bool = True) -> None:
        """Put a battle into the archive, or take it out.  Raises ``NoBattle``."""
        self._update(battle, archived=archived)

    def delete(self, battle: str) -> None:
        """Delete a battle with its journal, seats and seed, for ever.  Raises ``NoBattle``."""
        with self._writing() as connection:
            if not connection.execute(delete(battles).where(battles.c.id == battle)).rowcount:
                raise NoBattle(battle)
        self._notations.pop(battle, None)
        self._opens = {}

    # Seats

    def seats(self, battle: str) -> tuple[SeatRow, ...]:
        """The seats of a battle, in the order of their names.  Raises ``NoBattle``."""
        with self._reading() as connection:
            _ = self._row(connection, battle)
            rows = connection.execute(select(seats).where(seats.c.battle == battle).order_by(seats.c.seat))
            return tuple(
                SeatRow(Seat.parse(row.seat), row.sitter, row.robot, row.token is not None) for row in rows
            )

    def set_seat(self, battle: str, seat: Seat, *, sitter: str = "", robot: str | None = None) -> None:
        """Say who sits in a seat, which is made if it is not there; its join link stays.

        Raises ``NoBattle``, and ``StoreError`` for a name that is none.
        """
        name = name_of(sitter) if sitter else ""
        self._write_seats(battle, {seat: {"sitter": name, "robot": robot}})

    def add_seats(self, battle: str, empty: Iterable[Seat]) -> None:
        """Make seats where nobody sits.  Raises ``NoBattle``."""
        self._write_seats(battle, {seat: {"sitter": "", "robot": None} for seat in empty})

    def issue(self, battle: str, seat: Seat, *, sitter: str | None = None, robot: str | None = None) -> str:
        """A new token for a seat, which is made if it is not there; the one before opens nothing any more.

        With ``sitter``, also say who sits there, as ``set_seat`` does.  Only the token's hash is kept: what
        is returned here is never to be had again.  Raises ``NoBattle``, and ``StoreError`` for a name that is
        none; then the token before stays.
        """
        row = {} if sitter is None else {"sitter": name_of(sitter) if sitter else "", "robot": robot}
        token = secrets.token_hex(16)
        self._write_seats(battle, {seat: {"token": _hash(token), **row}})
        self._opens = {}
        return token

    def issue_links(self, battle: str, robots: Mapping[Seat, str | None]) -> dict[Seat, str]:
        """New tokens, as ``issue``, for seats that nobody has from now on: all of them or none."""
        tokens = {seat: secrets.token_hex(16) for seat in robots}
        rows = {each: {"token": _hash(tokens[each]), "sitter": "", "robot": robots[each]} for each in robots}
        self._write_seats(battle, rows)
        self._opens = {}
        return tokens

    def seat_of(self, token: str) -> tuple[str, Seat] | None:
        """The battle and the seat that a token opens; None for one that opens nothing."""
        return self._seat_of(_hash(token))

    def seat_marked(self, mark: str) -> tuple[str, Seat] | None:
        """The battle and the seat whose token has this mark (``mark_of``); None if there is none."""
        try:
            hashed = bytes.fromhex(mark)
        except ValueError:
            return None
        return self._seat_of(hashed)

    def marks(self, battle: str) -> dict[Seat, str]:
        """The marks of the tokens that open seats of a battle; nothing where there is no such battle."""
        wanted = select(seats.c.seat, seats.c.token).where(seats.c.battle == battle)
        with self._reading() as connection:
            rows = connection.execute(wanted).all()
        return {Seat.parse(row.seat): row.token.hex() for row in rows if row.token is not None}

    def _seat_of(self, hashed: bytes) -> tuple[str, Seat] | None:
        opens = self._opens  # another one, once links are dealt out
        known = opens.get(hashed)
        if known is not None and known.until > time.monotonic():
            return known.battle, known.seat
        wanted = select(seats.c.battle, seats.c.seat).where(seats.c.token == hashed)
        with self._reading() as connection:
            row = connection.execute(wanted).one_or_none()
        if row is None:
            return None
        seat = Seat.parse(row.seat)
        if len(opens) >= 1000:
            opens.clear()
        opens[hashed] = _Opens(row.battle, seat, time.monotonic() + REMEMBERED)
        return row.battle, seat

    # Templates

    def templates(self) -> tuple[Template, ...]:
        """All templates, by name."""
        with self._reading() as connection:
            rows = connection.execute(select(templates).order_by(templates.c.name))
            return tuple(Template(row.name, row.book, row.file) for row in rows)

    def set_template(self, template: Template) -> None:
        """Keep a template, in the place of one of the same name.  Raises ``StoreError`` for a bad name."""
        values = {"book": template.book, "file": template.file}
        key = {"name": _name(template.name, "store.bad_name")}
        with self._writing() as connection:
            self._upsert(connection, templates, key, values, {})

    def delete_template(self, name: str) -> None:
        """Delete a template, if there is one of this name."""
        with self._writing() as connection:
            connection.execute(delete(templates).where(templates.c.name == name))

    # Drafts

    def draft(self, draft: str) -> Draft | None:
        """The draft with this id, if there is one."""
        with self._reading() as connection:
            row = connection.execute(select(drafts).where(drafts.c.id == draft)).one_or_none()
        return None if row is None else Draft(row.id, row.book, row.text, row.valid, row.before)

    def drafts(self, most: int) -> tuple[Draft, ...]:
        """The drafts, at most so many: those that were changed last come first."""
        with self._reading() as connection:
            rows = connection.execute(select(drafts).order_by(drafts.c.changed.desc()).limit(most))
            return tuple(Draft(row.id, row.book, row.text, row.valid, row.before) for row in rows)

    def set_draft(self, draft: Draft) -> None:
        """Keep a draft, in the place of what it was; those that nobody has touched for long are deleted."""
        now = int(time.time())
        key = {"id": draft.id}
        values = {name: getattr(draft, name) for name in ("book", "text", "valid", "before")}
        with self._writing() as connection:
            self._upsert(connection, drafts, key, {**values, "changed": now}, {})
            connection.execute(delete(drafts).where(drafts.c.changed < now - DRAFT_LASTS))

    # The database

    def backup(self, path: str | Path) -> None:
        """Write all that is here at this moment into a new file, a database of SQLite; others go on writing.

        It holds seeds.  Raises ``StoreError``, and leaves nothing behind, where that cannot be.
        """
        with told(self.name):
            write_backup(self._engine, Path(path))

    def restore(self, path: str | Path) -> tuple[int, int]:
        """Put back what a backup holds and this database lacks: how many battles, and how many it has.

        Raises ``StoreError``; then nothing is put back.
        """
        with told(self.name):
            return restore(self._engine, Path(path))

    def close(self) -> None:
        """Let go of the database; the store is of no use afterwards."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with told(self.name), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A transaction that is committed, and on the disk, when this ends."""
        with self._turn, told(self.name), self._writer.begin() as connection:
            yield connection

    def _row(self, connection: Connection, battle: str) -> Battle:
        row = connection.execute(select(*_BATTLE).where(battles.c.id == battle)).one_or_none()
        if row is None:
            raise NoBattle(battle)
        return _battle(row)

    def _update(self, battle: str, **values: Any) -> None:
        with self._writing() as connection:
            changed = connection.execute(update(battles).where(battles.c.id == battle).values(**values))
            if not changed.rowcount:
                raise NoBattle(battle)

    def _write_seats(self, battle: str, rows: Mapping[Seat, Mapping[str, Any]]) -> None:
        with self._writing() as connection:
            grown = update(battles).where(battles.c.id == battle).values(agreed=battles.c.agreed + 1)
            if not connection.execute(grown).rowcount:
                raise NoBattle(battle)
            for seat, values in rows.items():
                self._upsert(connection, seats, {"battle": battle, "seat": str(seat)}, values, {"sitter": ""})

    def _upsert(
        self,
        connection: Connection,
        table: Any,
        key: Mapping[str, Any],
        values: Mapping[str, Any],
        otherwise: Mapping[str, Any],
    ) -> None:
        """Insert a row, or set its values; ``otherwise`` is what a new row needs beside them."""
        dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
        row = dialect.insert(table).values({**otherwise, **key, **values})
        connection.execute(row.on_conflict_do_update(index_elements=list(key), set_=dict(values)))

    def _notation(self, battle: str) -> _Notation:
        """How the battle's entries are written.  Raises ``NoBattle``, or ``StoreError`` for other rules."""
        notation = self._notations.get(battle)
        if notation is None:
            with self._reading() as connection:
                title = self._row(connection, battle).title
                first = connection.scalar(
                    select(entries.c.text).where(entries.c.battle == battle, entries.c.sequence == 0)
                )
            line = (first or "").encode()
            found = self._found(title, line + b"\n")
            rules = found.book.rules
            if not found.current:
                facts = {"book": found.book.id, "given": found.begun.revision, "newest": rules.revision}
                raise StoreError("journal.revision", **facts)
            # Where the first state has an older schema, the checkpoints to come are written whole.
            begun = json.loads(line)["state"] if found.schema == rules.schema else {}
            notation = _Notation(rules, begun, line)
            self._remember(battle, notation)
        return notation

    def _remember(self, battle: str, notation: _Notation) -> None:
        if len(self._notations) >= 100:  # it is read again when it is needed
            self._notations.clear()
        self._notations[battle] = notation

    def _found(self, title: str, content: bytes) -> Found:
        try:
            found = parse_journal(content, title, self.books)
        except BadFile as bad:
            (problem,) = bad.problems
            if problem.key in _NEWER:
                raise StoreError(problem.key, **problem.facts) from bad
            raise self._damaged(title, (problem.line or 1) - 1) from bad
        if found.torn:
            raise self._damaged(title, len(found.journal))
        return found

    def _damaged(self, title: str, sequence: int) -> StoreError:
        LOG.error("%s: entry %d of %r is damaged", self.name, sequence, title)
        return StoreError("store.damaged_battle", database=self.name, title=title, entry=sequence + 1)


def _battle(row: Row[Any]) -> Battle:
    return Battle(**row._asdict())


def _lines(notation: _Notation, new: Sequence[Entry]) -> tuple[list[str], int]:
    """The entries as lines, and the bytes that they count for.  Raises ``StoreError`` for one too large."""
    lines = [print_entry(notation.rules, entry, notation.begun) for entry in new]
    coded = [line.encode() for line in lines]
    size = sum(size_of(entry, line, notation.first) for entry, line in zip(new, coded, strict=True))
    if size > LARGEST or any(len(line) > LONGEST for line in coded):
        raise _large()
    return lines, size


def _large() -> StoreError:
    return StoreError("journal.large", most=LARGEST // 2**20)


def _insert(
    connection: Connection, battle: str, first: int, new: Sequence[Entry], lines: Sequence[str]
) -> None:
    if new:
        connection.execute(
            insert(entries),
            [
                {"battle": battle, "sequence": sequence, "kind": type(entry).__name__.lower(), "text": line}
                for sequence, (entry, line) in enumerate(zip(new, lines, strict=True), first)
            ],
        )


def _done(connection: Connection, battle: str, command: str) -> int | None:
    wanted = select(commands.c.head).where(commands.c.battle == battle, commands.c.command == command)
    return connection.scalar(wanted)


def _closed(new: Sequence[Entry], *, before: bool) -> bool:
    """Whether a battle is closed after these entries: what is taken back after its end opens it again."""
    words = [isinstance(entry, Closed) for entry in new if isinstance(entry, Closed | Undone)]
    return words[-1] if words else before


def mark_of(token: str) -> str:
    """The mark of a token: it tells that somebody has it, and opens nothing."""
    return _hash(token).hex()


def _hash(token: str) -> bytes:
    return sha256(token.encode(errors="replace")).digest()


def name_of(words: str) -> str:
    """The name of a person as it is kept.  Raises ``StoreError`` for one that is none."""
    return _name(words, "store.bad_name")


def _name(words: str, key: str) -> str:
    """A name as it is kept, by the rule of battle files.  Raises ``StoreError`` for one that is none."""
    name = normalize("NFC", words).strip()
    if not (len(name) <= LONGEST_NAME and is_visible(name) and is_one_line(name)):
        raise StoreError(key, given=short(words), most=LONGEST_NAME)
    return name
