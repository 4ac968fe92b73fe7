"""People at a table, for tests: who holds which token, and what they do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import count
from typing import Any

from tests.contract.toy import Toy
from tests.files.toy_journals import toy_book
from voevoda.journal_store import Store
from voevoda.play.journal import Journal, begin
from voevoda.play.seats import REFEREE, SPECTATOR, Facts, Seat, commander
from voevoda.rulebooks.book import Book
from voevoda.table import Answer, Command, Done, Refusal, Settings, Sight, Tables, Taken, Throw

BOOK: Book[Toy] = replace(toy_book(), sides=lambda toy, *_: tuple({"name": camp.name} for camp in toy.camps))
BOOKS: Mapping[str, Book[Any]] = {"toy": BOOK}

ASH, BIRCH = commander("Ash"), commander("Birch")

IDS = count()


def taken(found: Taken | Refusal) -> Taken:
    """A seat that was taken, and not refused."""
    assert isinstance(found, Taken), found
    return found


class Group:
    """A table and the people at it, each with his token."""

    def __init__(
        self,
        store: Store,
        state: Any,
        book: Book[Any] = BOOK,
        *,
        plays: str | None = None,
        settings: Settings | None = None,
        books: Mapping[str, Book[Any]] = BOOKS,
        seed: str | None = None,
        journal: Journal | None = None,
    ) -> None:
        self.store = store
        self.books = books
        self.tables = Tables(store, books)
        if seed is None and journal is None:
            begun = self.tables.begin(
                book, state, title="Trial", lang="en", referee="Rita", plays=plays, settings=settings
            )
        else:  # a battle whose dice, or beginning, are given: it came from a file
            kept = {} if settings is None else settings.to_json()
            journal = journal or begin(book.rules, state, seed)[1]
            battle = store.create(title="Trial", journal=journal, seed=seed, lang="en", settings=kept)
            begun = self.tables.adopt(battle.id, referee="Rita", plays=plays)
        first = taken(begun)
        self.battle = first.sitter.battle
        self.tokens = {first.sitter.seat: first.token}

    def join(self, *seats: Seat) -> None:
        """Let people take these seats, by their links."""
        referee = next(token for seat, token in self.tokens.items() if seat.kind == REFEREE.kind)
        for seat in seats:
            link = self.tables.reissue(referee, seat)
            assert isinstance(link, str), link
            self.tokens[seat] = taken(self.tables.take(link, f"take {next(IDS)}", seat.name)).token

    def everybody(self) -> None:
        """Let both commanders and a spectator come in."""
        self.join(ASH, BIRCH, SPECTATOR)

    def restart(self) -> None:
        """Let the program end and begin again: only the database and people's tokens remain."""
        self.tables = Tables(self.store, self.books)

    def do(self, seat: Seat, command: Command, name: str = "") -> Done | Refusal:
        """Send a command."""
        return self.tables.do(self.tokens[seat], name or f"command {next(IDS)}", command)

    def done(self, seat: Seat, command: Command) -> Done:
        """Send a command that is not to be refused."""
        done = self.do(seat, command)
        assert isinstance(done, Done), done
        return done

    def sight(self, seat: Seat) -> Sight:
        """What a seat sees."""
        seen = self.tables.sight(self.tokens[seat])
        assert isinstance(seen, Sight), seen
        return seen

    def ask(self, seat: Seat) -> Facts:
        """The first question put to a seat that has no reply yet."""
        return next(ask for ask in self.sight(seat).seen.asks if ask["laid"] is None)

    def answer(self, seat: Seat, reply: object) -> Done:
        """Answer what a seat is asked."""
        return self.done(seat, Answer(str(self.ask(seat)["place"]), reply))

    def throw(self, seat: Seat) -> Done:
        """Let the table throw what a seat is asked for."""
        return self.done(seat, Throw())
