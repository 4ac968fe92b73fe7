"""The store against lists in memory: whatever is done in whatever order, they hold the same."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, rule

from tests.files.toy_journals import BOOKS, played
from voevoda.journal_store import NoBattle, Repeated, StaleSequence, Store, open_store
from voevoda.play.journal import Closed, Entry, Journal, Undone
from voevoda.play.seats import REFEREE, Seat, commander

GAME = played(99)
SEED = "a seed"
SEATS = (REFEREE, commander("Ash"))


@dataclass
class Kept:
    """What a battle should be."""

    title: str
    journal: Journal
    archived: bool = False
    commands: dict[str, int] = field(default_factory=dict)
    tokens: dict[Seat, str] = field(default_factory=dict)
    sitters: dict[Seat, str] = field(default_factory=dict)

    @property
    def closed(self) -> bool:
        """Whether the last word of its end is that it is over."""
        words = [entry for entry in self.journal if isinstance(entry, Closed | Undone)]
        return bool(words) and isinstance(words[-1], Closed)


class Machine(RuleBasedStateMachine):
    """Writers, some of them late, some of them twice; referees; a program that ends and begins again."""

    battles = Bundle("battles")

    @initialize()
    def begin(self) -> None:
        """An empty database."""
        self.folder = tempfile.TemporaryDirectory(prefix="voevoda-")
        self.store: Store = open_store(self.folder.name, BOOKS)
        self.kept: dict[str, Kept] = {}
        self.dead: list[str] = []

    @rule(target=battles, title=st.sampled_from(["Ёж", "Уж"]))
    def create(self, title: str) -> str:
        """A battle begins."""
        battle = self.store.create(title=title, journal=GAME[:2], seed=SEED, lang="en").id
        self.kept[battle] = Kept(title, GAME[:2])
        return battle

    @rule(
        battle=battles,
        late=st.integers(-1, 1),
        command=st.none() | st.sampled_from("abc"),
        entries=st.lists(st.sampled_from([*GAME[1:], Undone(1, "a reason")]), max_size=3),
    )
    def append(self, battle: str, late: int, command: str | None, entries: list[Entry]) -> None:
        """Somebody writes, at the head or beside it."""
        kept = self.kept[battle]
        head = len(kept.journal)
        if command in kept.commands:
            with pytest.raises(Repeated) as repeated:
                self.store.append(battle, head + late, entries, command)
            assert kept.commands[command] == repeated.value.head
        elif late:
            with pytest.raises(StaleSequence) as stale:
                self.store.append(battle, head + late, entries, command)
            assert head == stale.value.head
        else:
            assert head + len(entries) == self.store.append(battle, head, entries, command)
            kept.journal = (*kept.journal, *entries)
            if command is not None:
                kept.commands[command] = head + len(entries)

    @rule(battle=battles, title=st.sampled_from(["Жук", "Ёж"]), archived=st.booleans())
    def rename(self, battle: str, title: str, archived: bool) -> None:
        """Another title; into the archive or out of it."""
        self.store.rename(battle, title)
        self.store.archive(battle, archived=archived)
        self.kept[battle].title, self.kept[battle].archived = title, archived

    @rule(battle=battles, seat=st.sampled_from(SEATS), sitter=st.sampled_from(["", "Пётр"]))
    def sit(self, battle: str, seat: Seat, sitter: str) -> None:
        """Somebody sits down or gets up."""
        self.store.set_seat(battle, seat, sitter=sitter)
        self.kept[battle].sitters[seat] = sitter

    @rule(battle=battles, seat=st.sampled_from(SEATS))
    def issue(self, battle: str, seat: Seat) -> None:
        """A new link; the one before is dead."""
        kept = self.kept[battle]
        self.dead += [kept.tokens[seat]] if seat in kept.tokens else []
        kept.tokens[seat] = self.store.issue(battle, seat)
        kept.sitters.setdefault(seat, "")

    @rule(battle=consumes(battles))
    def delete(self, battle: str) -> None:
        """A battle goes, for ever."""
        self.store.delete(battle)
        self.dead += self.kept.pop(battle).tokens.values()
        with pytest.raises(NoBattle):
            self.store.append(battle, 2, [])

    @rule()
    def reopen(self) -> None:
        """The program ends and begins again."""
        self.store.close()
        self.store = open_store(self.folder.name, BOOKS)

    @invariant()
    def same(self) -> None:
        """The database holds what the lists hold."""
        for archived in (False, True):
            found = {each.id for each in self.store.battles(archived=archived)}
            assert found == {name for name, each in self.kept.items() if each.archived is archived}
        for battle, kept in self.kept.items():
            loaded = self.store.load(battle)
            assert (kept.title, kept.journal) == (loaded.battle.title, loaded.journal)
            assert (kept.closed, SEED) == (loaded.battle.closed, loaded.seed)
            assert kept.sitters == {each.seat: each.sitter for each in self.store.seats(battle)}
            for seat, token in kept.tokens.items():
                assert (battle, seat) == self.store.seat_of(token)
            assert {name: kept.commands.get(name) for name in "abc"} == {
                name: self.store.done(battle, name) for name in "abc"
            }
        assert [] == [token for token in self.dead if self.store.seat_of(token)]

    def teardown(self) -> None:
        """Leave nothing behind."""
        if hasattr(self, "store"):
            self.store.close()
            self.folder.cleanup()


TestMachine = Machine.TestCase
TestMachine.settings = settings(max_examples=20, stateful_step_count=20, deadline=None)
