"""The service: many tables over one store; commands in, and out to every seat what it may see.

Synchronous, for calls from any thread.  Each table has one writer at a time; what is done is in the database
before anybody hears of it, so that a crash in between loses nothing: who comes back is sent the whole view.
Nothing that leaves here holds a state, a position or a seed that is not shown yet; tokens are kept as hashes
and never logged.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import wraps
from threading import RLock
from typing import Any, ParamSpec, TypeVar

from voevoda.export import Record
from voevoda.export.luck import Luck, luck_of
from voevoda.i18n import Language
from voevoda.journal_store import (
    Agreed,
    Battle,
    Repeated,
    StaleSequence,
    Store,
    StoreError,
    mark_of,
    name_of,
    print_battle,
)
from voevoda.play.errors import Diverged, Refused, RuleError
from voevoda.play.journal import Verdict, begin, saved, verify
from voevoda.play.seats import REFEREE, SPECTATOR, Facts, Line, Seat, commander
from voevoda.rulebooks import BOOKS
from voevoda.rulebooks.book import Book
from voevoda.table.acts import act, last, numbers
from voevoda.table.board import Board, came, position_of
from voevoda.table.commands import Command, Done, Leave, Refusal
from voevoda.table.next_day import next_day
from voevoda.table.outlook import Question, first_question, question, record_for
from voevoda.table.remembered import Lately
from voevoda.table.settings import Settings, players_of
from voevoda.table.sight import Sight, line_bytes, sight
from voevoda.table.sitters import Heard, Sitter, Subscription, Taken

LOG = logging.getLogger("voevoda.table")

P = ParamSpec("P")
R = TypeVar("R")

LONGEST_COMMAND = 64
"""The most characters of a command's id."""

NAMELESS = "?"
"""Who sits down without saying who he is."""

KEPT = 200
"""So many tables are kept in memory when nobody looks at them."""


def told(method: Callable[P, R]) -> Callable[P, R | Refusal]:
    """Let a method answer with a ``Refusal`` where it would raise what a person is to be told."""

    @wraps(method)
    def tell(*given: P.args, **named: P.kwargs) -> R | Refusal:
        try:
            return method(*given, **named)
        except (Refused, StoreError) as error:
            return Refusal(error.key, error.facts)
        except (RuleError, Diverged):
            LOG.exception("%s failed", method.__name__)
            return Refusal("table.refused.failed")

    return tell


@dataclass(frozen=True, slots=True)
class _Look:
    """What a seat saw when it was last looked for."""

    board: Board
    here: frozenset[Seat]
    written: bytes
    sight: Sight


@dataclass(eq=False, slots=True)
class _Table:
    """One table in memory."""

    battle: str
    first_version: int
    lock: RLock = field(default_factory=RLock)
    board: Board | None = None
    subscriptions: list[Subscription] = field(default_factory=list)
    looks: dict[Seat, _Look] = field(default_factory=dict)
    lines: dict[int, tuple[Line, bytes]] = field(default_factory=dict)
    """Lines as they are written, by identity: a journal's lines stay the same objects."""

    def line(self, line: Line) -> bytes:
        """A line of the log, written once."""
        known = self.lines.get(id(line))
        if known is None or known[0] is not line:
            known = self.lines[id(line)] = (line, line_bytes(line))
        return known[1]


class Tables:
    """All tables of one store."""

    def __init__(
        self,
        store: Store,
        books: Mapping[str, Book[Any]] = BOOKS,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._store = store
        self._books = books
        self._clock = clock
        self._lock = RLock()
        self._tables: OrderedDict[str, _Table] = OrderedDict()
        self._taking = RLock()
        self._just_taken = Lately[Taken](KEPT)
        self._just_left = Lately[Done](KEPT)

    # Battles

    @told
    def begin(
        self,
        book: Book[Any],
        state: Any,
        *,
        title: str,
        lang: str,
        referee: str = "",
        plays: str | None = None,
        file: str | None = None,
        settings: Settings | None = None,
    ) -> Taken:
        """Begin a battle from its first state; whoever begins it is its referee, and may play a side.

        The seed is 128 random bits; what is announced of it stands in the journal from the first.
        """
        referee = _sitter_of(referee)
        seed = secrets.token_hex(16)
        _, journal = begin(book.rules, state, seed)
        chairs = chairs_of(book, state, plays)
        agreed = replace(settings or Settings(), sides=players_of(book, state))
        battle = self._store.create(
            title=title, journal=journal, seed=seed, lang=lang, file=file, settings=agreed.to_json()
        )
        return self._set(battle, chairs, referee)

    @told
    def adopt(self, battle: str, *, referee: str = "", plays: str | None = None) -> Taken:
        """Set a table for a battle that is in the store without one: it came from a file."""
        referee = _sitter_of(referee)
        loaded = self._store.load(battle)
        book, state = loaded.found.book, loaded.found.begun.state
        chairs = chairs_of(book, state, plays)
        agreed = replace(
            Settings.from_json(loaded.battle.settings), sides=players_of(book, state), imported=True
        )
        self._store.set_settings(battle, agreed.to_json())
        return self._set(loaded.battle, chairs, referee)

    def _set(self, battle: Battle, chairs: Iterable[Seat], referee: str) -> Taken:
        """Make the seats of a battle, the referee's first, and let him sit down."""
        own, *others = chairs
        self._store.add_seats(battle.id, others)
        return self._sit(battle, own, referee)

    def _sit(self, battle: Battle, seat: Seat, name: str) -> Taken:
        """Give somebody a seat, and a new token for it; what opened it before opens nothing any more."""
        token = self._store.issue(battle.id, seat, sitter=_sitter_of(name))
        return Taken(Sitter(battle.id, seat, battle.title, taken=True), token)

    @told
    def links(self, battle: str, seats: Iterable[Seat] | None = None) -> dict[Seat, str]:
        """New tokens for these seats, or for all: for who runs the server, who needs no token himself.

        Whoever sat there has to come in again.
        """
        wanted = [row.seat for row in self._store.seats(battle)] if seats is None else list(seats)
        return self._links(battle, wanted)

    def _links(self, battle: str, seats: Sequence[Seat]) -> dict[Seat, str]:
        """New tokens; the table is read again, and others told, once for all of them."""
        table = self._table(battle)
        with table.lock:
            chairs = self._board(table).chairs
            for seat in seats:
                if seat not in chairs:
                    raise Refused("table.refused.no_seat", given=str(seat))
            try:
                return self._store.issue_links(battle, {seat: chairs[seat].robot for seat in seats})
            finally:
                table.board = None
                self._publish(table)

    @told
    def rename(self, battle: str, title: str) -> None:
        """Give a battle another title: for its referee, or for who runs the server."""
        self._store.rename(battle, title)
        self._read_again(battle)

    @told
    def delete(self, battle: str) -> None:
        """Delete a battle for ever, as ``rename``; whoever sits there is told that his seat is gone."""
        self._store.delete(battle)
        self._read_again(battle)

    def _read_again(self, battle: str) -> None:
        table = self._table(battle)
        with table.lock:
            table.board = None
            self._publish(table)

    # Seats

    @told
    def sitter(self, token: str) -> Sitter:
        """What a token opens.  Nothing is spent by asking."""
        return self._sitter(token)

    def _sitter(self, token: str) -> Sitter:
        """Raises ``Refused`` for a token that opens nothing."""
        found = self._store.seat_of(token) if len(token) <= LONGEST_COMMAND and token.isascii() else None
        if found is None:
            raise Refused("table.refused.token")
        battle, seat = found
        board = self._board(self._table(battle))
        row = board.chairs.get(seat)
        return Sitter(battle, seat, board.title, taken=row is not None and bool(row.sitter))

    @told
    def take(self, token: str, command: str, name: str = "") -> Taken:
        """Take the seat that a link's token opens.  The same command again gives the same answer.

        A spectator's link goes on opening for others.
        """
        _check_id(command)
        with self._taking:
            taken = self._just_taken.get(token, command)
            return taken or self._just_taken.keep(token, command, self._take(token, name))

    def _take(self, token: str, name: str) -> Taken:
        table = self._table(self._sitter(token).battle)
        with table.lock:
            table.board = None  # somebody else may have dealt out links
            sitter = self._sitter(token)
            if sitter.taken:
                raise Refused("table.refused.token")
            if sitter.seat == SPECTATOR:
                return Taken(sitter, token)
            name, board = _sitter_of(name), self._board(table)
            table.board = self._write(table, board, came(board, sitter.seat, name), None)
            taken = self._sit(self._store.battle(sitter.battle), sitter.seat, name)
            table.board = None
            self._publish(table)
            return taken

    @told
    def reissue(self, token: str, seat: Seat) -> str:
        """A new link for a seat: for the referee any, for a sitter his own, to go on at another device.

        What opened the seat before opens nothing any more.
        """
        return self._reissued(token, [seat])[seat]

    @told
    def reissue_all(self, token: str, seats: Sequence[Seat]) -> dict[Seat, str]:
        """New links for these seats, as ``reissue``: all, or none if one of them is refused."""
        return self._reissued(token, seats)

    def _reissued(self, token: str, seats: Sequence[Seat]) -> dict[Seat, str]:
        sitter = self._taken(token)
        # The link of spectators is that of many.
        own = all(seat == sitter.seat != SPECTATOR for seat in seats)
        if not own and sitter.seat.kind != REFEREE.kind:
            raise Refused("table.refused.referee_only")
        return self._links(sitter.battle, seats)

    def _taken(self, token: str) -> Sitter:
        """Who sits where this token says; raises ``Refused`` for that of a link not taken yet."""
        sitter = self._sitter(token)
        if not sitter.taken and sitter.seat != SPECTATOR:
            raise Refused("table.refused.token")
        return sitter

    # Commands

    @told
    def do(self, token: str, command_id: str, command: Command) -> Done:
        """Carry out a command of whoever has ``token``, once, however often it comes with this id."""
        _check_id(command_id)
        # Whoever has left has no token any more by which his command could be known.
        left = self._just_left.get(token, command_id)
        if left is not None:
            return left
        sitter = self._taken(token)
        table = self._table(sitter.battle)
        with table.lock:
            done = self._do(table, sitter.seat, f"{sitter.seat} {command_id}", command)
        return self._just_left.keep(token, command_id, done) if isinstance(command, Leave) else done

    def _do(self, table: _Table, seat: Seat, name: str, command: Command) -> Done:
        for _ in range(3):
            board = self._board(table)
            try:
                after = act(board, seat, command)
                left = (seat,) if isinstance(command, Leave) else ()
                table.board = self._write(table, board, after, name, left)
            except StaleSequence:  # another process has written
                table.board = None
                continue
            except Repeated:  # perhaps by another process, of which we know nothing
                table.board = None
            except Refused:
                if self._store.done(table.battle, name) is None:
                    raise
                table.board = None
            except StoreError:
                table.board = None
                raise
            self._publish(table)
            break
        else:
            raise Refused("table.refused.busy")
        return Done(self._look(table, seat).version)

    def _write(
        self, table: _Table, board: Board, after: Board, name: str | None, left: tuple[Seat, ...] = ()
    ) -> Board:
        """Keep what is new, all of it or nothing; ``left`` are seats that no token opens any more."""
        chairs = tuple(row for seat, row in after.chairs.items() if row != board.chairs[seat])
        settings = after.settings.to_json() if after.settings != board.settings else None
        agreed = Agreed(board.agreements, settings, chairs, left)
        head = len(board.journal)
        _ = self._store.append(table.battle, head, after.journal[head:], name, agreed)
        return replace(after, agreements=board.agreements + bool(settings or chairs or left))

    # What seats see

    @told
    def sight(self, token: str) -> Sight:
        """What the sitter sees now."""
        sitter = self._taken(token)
        table = self._table(sitter.battle)
        with table.lock:
            return self._look(table, sitter.seat)

    @told
    def glance(self, mark: str) -> Sight:
        """What a sitter sees, for a list of battles: told by the mark of his token, which opens nothing."""
        found = self._store.seat_marked(mark)
        if found is None:
            raise Refused("table.refused.token")
        battle, seat = found
        table = self._table(battle)
        with table.lock:
            if not self._board(table).chairs[seat].sitter and seat != SPECTATOR:
                raise Refused("table.refused.token")
            return self._look(table, seat)

    @told
    def public(self, battle: str) -> Sight:
        """What everybody may see of a battle, for a list of them: for who runs the server."""
        table = self._table(battle)
        with table.lock:
            return self._look(table, SPECTATOR)

    @told
    def question(self, token: str, policy: str | None = None) -> Question:
        """What ``outlook`` answers for the sitter: his odds from here on.  Worth keeping answers by."""
        sitter = self._taken(token)
        return question(self._board(self._table(sitter.battle)), sitter.seat, policy)

    @told
    def first_question(self, token: str) -> Question | None:
        """What ``outlook`` answers of the odds before the first roll, for who may see the record.

        None where the battle was begun by other rules than today's.
        """
        sitter, board = self._over(token)
        return first_question(board, sitter.seat) if board.current else None

    @told
    def record(self, token: str) -> Record:
        """All that a report is made from: the sitter's log, and a state like the true one to him."""
        sitter, board = self._over(token)
        return record_for(board, sitter.seat)

    @told
    def luck(self, token: str) -> tuple[Luck, ...]:
        """How lucky the dice were, for who may see the record.  It replays the whole battle."""
        sitter, board = self._over(token)
        try:
            return luck_of(board.book, board.journal, board.at.state, sitter.seat) if board.current else ()
        except Diverged as diverged:  # something that was taken back was never asked: the file is forged
            LOG.warning("battle %r: no luck can be told: %s", board.title, diverged)
            raise Refused("table.refused.luck") from None

    @told
    def verdict(self, token: str) -> Verdict:
        """Whether the dice are those of the announced seed, for who may see the record; it replays too."""
        board = self._over(token)[1]
        return verify(board.book.rules, board.journal)

    @told
    def next_day(self, token: str, lang: Language) -> str:
        """The battle file of the day after: as the journal, it holds what both sides hide."""
        sitter, board = self._whole(token)
        return next_day(record_for(board, REFEREE), self._store.battle(sitter.battle).file, lang)

    def _over(self, token: str) -> tuple[Sitter, Board]:
        """Who asks for what is told after a battle; before its end or ``Close``, only a lone referee may."""
        sitter = self._taken(token)
        board = self._board(self._table(sitter.battle))
        if board.at.open and board.shown_seed is None and sitter.seat != REFEREE:
            raise Refused("table.refused.early")
        return sitter, board

    @told
    def mending(self, token: str) -> tuple[Facts, tuple[Facts, ...]]:
        """For the referee: what ``Undo`` would take back, and what he may set now, as ``acts`` tells them."""
        sitter = self._referee(token)
        board = self._board(self._table(sitter.battle))
        return last(board, sitter.seat), numbers(board)

    def _referee(self, token: str) -> Sitter:
        sitter = self._taken(token)
        if sitter.seat.kind != REFEREE.kind:
            raise Refused("table.refused.referee_only")
        return sitter

    @told
    def journal(self, token: str) -> str:
        """The whole battle as a file, which has the seed only once that is shown."""
        sitter, _ = self._whole(token)
        return print_battle(replace(self._store.load(sitter.battle), seed=None))

    def _whole(self, token: str) -> tuple[Sitter, Board]:
        """The referee, who may have everything; one who commands a side has to wait until it is closed."""
        sitter = self._referee(token)
        board = self._board(self._table(sitter.battle))
        if sitter.seat.name and board.shown_seed is None:
            raise Refused("table.refused.not_closed")
        return sitter, board

    @told
    def subscribe(self, token: str, heard: Heard) -> Subscription:
        """Call ``heard`` with what the sitter sees: now, and whenever it is another."""
        sitter = self._taken(token)
        table = self._table(sitter.battle)
        with table.lock:
            subscription = Subscription(
                sitter.seat, mark_of(token), heard, lambda gone: self._leave(table, gone)
            )
            table.subscriptions.append(subscription)
            self._publish(table)
        return subscription

    def _leave(self, table: _Table, gone: Subscription) -> None:
        with table.lock:
            if gone in table.subscriptions:
                table.subscriptions.remove(gone)
                self._publish(table)

    def _publish(self, table: _Table) -> None:
        """Send each listener what his seat sees, if it is another than what he has.

        What was done is done, whether it can be told now or not: the next time, everything is sent.
        """
        with suppress(StoreError):  # of which the store has written a line
            for each in self._listeners(table):
                seen = self._look(table, each.seat)
                if seen.version != each.sent:
                    each.sent = seen.version
                    self._tell(table, each, seen)

    def _listeners(self, table: _Table) -> list[Subscription]:
        """Those whose token still opens their seat; the others are told that it does not."""
        marks = self._store.marks(table.battle) if table.subscriptions else {}
        for each in list(table.subscriptions):
            if marks.get(each.seat) != each.mark:
                table.subscriptions.remove(each)
                self._tell(table, each, None)
        return list(table.subscriptions)

    def _tell(self, table: _Table, subscription: Subscription, seen: Sight | None) -> None:
        try:
            subscription.heard(seen)
        except Exception:  # a page that has gone must not keep others from hearing
            LOG.exception("a listener at %s failed", subscription.seat)
            if subscription in table.subscriptions:
                table.subscriptions.remove(subscription)

    def _look(self, table: _Table, seat: Seat) -> Sight:
        """What a seat sees, with a version of its own that grows when it is another."""
        board = self._board(table)
        here = frozenset(each.seat for each in table.subscriptions)
        known = table.looks.get(seat)
        if known is not None and known.board is board and known.here == here:
            return known.sight
        found = sight(board, seat, here)
        written = found.bytes(table.line)
        if known is not None and known.written == written:
            found = known.sight
        else:
            found = replace(found, version=known.sight.version + 1 if known else table.first_version)
        table.looks[seat] = _Look(board, here, written, found)
        return found

    # Tables in memory

    def _table(self, battle: str) -> _Table:
        with self._lock:
            table = self._tables.get(battle)
            if table is None:
                # Greater than any version before a restart: pages drop older ones.
                table = self._tables[battle] = _Table(battle, int(self._clock() * 1000))
            self._tables.move_to_end(battle)
            idle = (name for name, each in self._tables.items() if not each.subscriptions)
            while len(self._tables) > KEPT and (name := next(idle, None)) is not None:
                del self._tables[name]
                idle = (name for name, each in self._tables.items() if not each.subscriptions)
            return table

    def _board(self, table: _Table) -> Board:
        """Where a table stands, read from the store if it is not known.  Raises ``StoreError``."""
        with table.lock:
            if table.board is None:
                table.board = self._read(table.battle)
                table.lines.clear()
            return table.board

    def _read(self, battle: str) -> Board:
        loaded = self._store.load(battle)
        rows = {row.seat: row for row in self._store.seats(battle)}
        book, begun = loaded.found.book, loaded.found.begun
        own = next((seat.name for seat in rows if seat.kind == REFEREE.kind), "")
        at, current = position_of(loaded)
        board = Board(
            id=battle,
            title=loaded.battle.title,
            book=book,
            journal=loaded.journal,
            at=at,
            seed=loaded.seed,
            settings=Settings.from_json(loaded.battle.settings),
            chairs={seat: rows[seat] for seat in chairs_of(book, begun.state, own or None) if seat in rows},
            current=current,
            agreements=loaded.battle.agreed,
        )
        if at.passed:  # checkpoints that a crash kept from being written
            new = saved(at)
            _ = self._store.append(battle, len(board.journal), new)
            board = board.after(replace(at, passed=()), new)
        return board


def chairs_of(book: Book[Any], state: Any, plays: str | None) -> list[Seat]:
    """The seats of a battle, the referee's first.  Raises ``Refused`` for a side that there is not."""
    sides = tuple(str(side["name"]) for side in book.sides(state, (), SPECTATOR))
    if plays is not None and plays not in sides:
        raise Refused("table.refused.no_side", given=plays[:60], options=sides)
    own = Seat(REFEREE.kind, plays or "")
    return [own, *(commander(side) for side in sides if side != plays), *players_of(book, state), SPECTATOR]


def _sitter_of(name: str) -> str:
    """Who sits down, as he says.  Raises ``StoreError`` for a name that is none."""
    return name_of(name.strip() or NAMELESS)


def _check_id(command: str) -> None:
    if not 1 <= len(command) <= LONGEST_COMMAND or not command.isprintable():
        raise Refused("table.refused.malformed")
