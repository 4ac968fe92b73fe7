"""The table against a journal in memory, whatever happens to it: undo, correction, crash, restart."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.contract.plays import Dice, any_reply
from tests.contract.toy import usual
from tests.table.tables import ASH, BIRCH, BOOK, BOOKS, IDS, Group
from voevoda.journal_store import Store
from voevoda.journal_store.opening import opened
from voevoda.play.journal import (
    Answered,
    Entry,
    Journal,
    answered,
    correct,
    override,
    replay,
    seen,
    standing,
    take_back,
    thrown,
    undo,
)
from voevoda.play.position import Asked, Position
from voevoda.play.questions import Chance
from voevoda.play.seats import REFEREE, SPECTATOR, Seat
from voevoda.table import Answer, Command, Correct, Done, Override, Refusal, Release, TakeOver, Throw, Undo
from voevoda.table.board import print_place

RULES = BOOK.rules


class Crash(Exception):
    """The program ends here."""


class Crashing(Store):
    """A store whose program can die right after a commit, before anybody hears of it."""

    crashes = False

    def append(self, battle: str, expected: int, new: Sequence[Entry], *given: Any, **named: Any) -> int:
        """Append, and perhaps not live to tell."""
        head = super().append(battle, expected, new, *given, **named)
        if self.crashes:
            raise Crash
        return head


class Machine(RuleBasedStateMachine):
    """Both commanders, a referee and a spectator do what they may, and what they may not."""

    def __init__(self, where: str) -> None:
        super().__init__()
        self.where = where

    @initialize()
    def begin(self) -> None:
        """A new table; the model is its journal, grown by the functions of ``play`` alone."""
        engine, name = opened(self.where)
        self.store = Crashing(engine, name, BOOKS)
        self.group = Group(self.store, usual(), seed="the same whenever it is tried again")
        self.group.everybody()
        loaded = self.store.load(self.group.battle)
        assert loaded.seed is not None
        self.seed = loaded.seed
        self.journal: Journal = loaded.journal
        self.at: Position[Any] = replay(RULES, self.journal)
        self.taken: set[Seat] = set()

    def teardown(self) -> None:
        """Let go of the database."""
        if hasattr(self, "store"):
            self.store.close()

    # What the model does

    def grow(self, at: Position[Any], entries: Sequence[Entry]) -> None:
        """Go on."""
        self.at, self.journal = at, (*self.journal, *entries)

    def become(self, at: Position[Any], journal: Journal) -> None:
        """Go on with a journal that has grown."""
        self.at, self.journal = at, journal

    def waiting(self) -> list[Asked]:
        """The questions without a reply."""
        laid = {place for place, _ in self.at.laid}
        return [asked for asked in self.at.open if asked.place not in laid]

    def answerer(self, asked: Asked) -> Seat:
        """Who is to answer a question."""
        by = asked.question.by
        return by if by in (ASH, BIRCH) and by not in self.taken else REFEREE

    def send(self, seat: Seat, command: Command, *, crash: bool = False) -> None:
        """Send a command that must be taken, twice; perhaps the program dies in between."""
        name = f"command {next(IDS)}"
        if crash:
            self.store.crashes = True
            with suppress(Crash):
                _ = self.group.do(seat, command, name)
            self.store.crashes = False
            self.group.restart()
        first = self.group.do(seat, command, name)
        assert isinstance(first, Done), first
        assert first == self.group.do(seat, command, name)

    # What happens

    @precondition(lambda self: self.at.open)
    @rule(seed=st.integers(0, 10**6), crash=st.booleans())
    def answer(self, seed: int, crash: bool) -> None:
        """Somebody answers or has dice thrown."""
        asked = self.waiting()[seed % len(self.waiting())]
        place, seat = print_place(asked.place), self.answerer(asked)
        hidden = asked.question.kind == "draw"
        if isinstance(asked.question, Chance) and (hidden or seed % 2):
            self.send(seat, Throw(place), crash=crash)
            self.grow(*answered(self.at, thrown(asked, self.seed), asked.place, "seed"))
        else:
            reply = any_reply(asked.question, Dice(seed))
            self.send(seat, Answer(place, reply), crash=crash)
            self.grow(*answered(self.at, reply, asked.place))

    @precondition(lambda self: self.at.laid)
    @rule(seed=st.integers(0, 10**6))
    def think_again(self, seed: int) -> None:
        """Who has laid a card lays another; dice are final."""
        laid = [asked for asked in self.at.open if asked.place in dict(self.at.laid)]
        asked = laid[seed % len(laid)]
        seat, reply = self.answerer(asked), any_reply(asked.question, Dice(seed))
        if isinstance(asked.question, Chance):
            refused = self.group.do(seat, Answer(print_place(asked.place), reply))
            assert Refusal("play.stale.thrown", {"question": asked.question.key}) == refused
        else:
            self.send(seat, Answer(print_place(asked.place), reply))
            self.grow(*answered(self.at, reply, asked.place))

    @rule(seat=st.sampled_from((ASH, BIRCH, SPECTATOR)), seed=st.integers(0, 10**6))
    def meddle(self, seat: Seat, seed: int) -> None:
        """Who is not asked answers; it is refused with whom the table waits for."""
        others = [asked for asked in self.at.open if self.answerer(asked) != seat]
        if not others:
            return
        place = print_place(others[seed % len(others)].place)
        refused = self.group.do(seat, Answer(place, 1))
        waits = tuple({by.kind: by.name} for by in self.at.waits())
        assert Refusal("table.refused.not_now", {"waits": waits}) == refused

    @rule(crash=st.booleans())
    def take_back(self, crash: bool) -> None:
        """The referee takes back what was done last."""
        if self.given():
            self.send(REFEREE, Undo(reason="a slip"), crash=crash)
            self.become(*take_back(RULES, self.journal, "a slip"))

    @rule(seat=st.sampled_from((ASH, BIRCH)))
    def take_back_own(self, seat: Seat) -> None:
        """A commander takes back his own last choice, or is told why not."""
        stand = self.given()
        own = stand and stand[-1][1].place.by == seat and stand[-1][1].source == "chosen"
        if not own or seat in self.taken:
            assert isinstance(self.group.do(seat, Undo()), Refusal)
            return
        before = len(self.store.load(self.group.battle).journal)
        done = self.group.do(seat, Undo())
        if isinstance(done, Done):
            self.journal = undo(self.journal, stand[-1][0], "")
            self.at = replay(RULES, self.journal)
        else:
            assert before == len(self.store.load(self.group.battle).journal)

    @rule(seed=st.integers(0, 10**6), crash=st.booleans())
    def correct(self, seed: int, crash: bool) -> None:
        """The referee corrects a typed die or a choice; choices that came later are asked again."""
        last = {entry.place: (seq, entry) for seq, entry in self.given()}
        typed = [(seq, entry) for seq, entry in last.values() if entry.source != "seed"]
        if not typed:
            return
        seq, entry = typed[-1 - seed % min(4, len(typed))]
        before = replay(RULES, self.journal[:seq])
        question = next(asked.question for asked in before.open if asked.place == entry.place)
        reply = any_reply(question, Dice(seed))
        self.send(REFEREE, Correct(print_place(entry.place), reply, "misread"), crash=crash)
        self.become(*correct(RULES, self.journal, seq, reply, "misread", choices=False))

    @precondition(lambda self: self.at.open)
    @rule(tents=st.integers(0, 9))
    def override(self, tents: int) -> None:
        """The referee sets a number; that a camp has no tents cannot be."""
        command = Override("Ash.tents", str(tents), "house")
        if not tents:
            facts = {"given": 0, "least": 1, "most": 9}
            assert Refusal("toy.illegal.tents", facts) == self.group.do(REFEREE, command)
            return
        self.send(REFEREE, command)
        self.become(*override(RULES, self.journal, "Ash.tents", tents, "house", choices=False))

    @rule(seat=st.sampled_from((ASH, BIRCH)))
    def take_over(self, seat: Seat) -> None:
        """The referee answers for somebody, or lets him answer again."""
        command = Release(str(seat)) if seat in self.taken else TakeOver(str(seat))
        self.send(REFEREE, command)
        self.taken ^= {seat}

    @rule()
    def restart(self) -> None:
        """The program ends and begins again."""
        self.group.restart()

    def given(self) -> list[tuple[int, Answered]]:
        """The replies that stand."""
        return [(seq, entry) for seq, entry in standing(self.journal) if isinstance(entry, Answered)]

    @invariant()
    def the_journal_is_that_of_the_model(self) -> None:
        """Entry by entry, in the database."""
        if hasattr(self, "journal"):
            assert self.journal == self.store.load(self.group.battle).journal

    @invariant()
    def every_seat_sees_what_the_model_shows_it(self) -> None:
        """The view, the log and whom the table waits for."""
        if not hasattr(self, "journal"):
            return
        for seat in (REFEREE, ASH, BIRCH, SPECTATOR):
            shown, expected = self.group.sight(seat).seen, seen(self.journal, self.at, seat)
            assert (expected.view, expected.waits, expected.log) == (shown.view, shown.waits, shown.log)
        asked = [ask["key"] for seat in (REFEREE, ASH, BIRCH) for ask in self.group.sight(seat).seen.asks]
        assert sorted(map(str, asked)) == sorted(each.question.key for each in self.at.open)


def test_the_table_is_its_journal_whatever_happens(where: str) -> None:
    """Undo, correction, numbers set, seats taken over, death between commit and publishing, restart."""
    tried = settings(max_examples=8, stateful_step_count=25, deadline=None)
    machine: Any = partial(Machine, where)
    run_state_machine_as_test(machine, settings=tried)
