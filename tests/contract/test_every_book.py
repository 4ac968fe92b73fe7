"""What every book promises the table: plays end, states have a notation, and the record can be trusted."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.contract.books import Case, books
from tests.contract.plays import AnyMinds, Dice, any_reply, look_and_choose, random_play
from tests.contract.records import move, recorded
from voevoda.play.drive import fold, law_of_step, play_out, simulate
from voevoda.play.journal import (
    Answered,
    Closed,
    Overridden,
    answered,
    begin,
    history,
    replay,
    thrown,
    verify,
)
from voevoda.play.position import Place, Position, Rulebook
from voevoda.play.questions import Chance, Reply, Rule
from voevoda.play.seats import canonical, commander

BATTLES = [
    pytest.param(case, state, id=f"{case.id}-{number}")
    for case in books()
    for number, state in enumerate(case.states)
]
CASES = [pytest.param(case, id=case.id) for case in books()]


@pytest.mark.parametrize(("case", "state"), BATTLES)
def test_a_play_ends_and_stays_ended(case: Case, state: Any) -> None:
    """Whatever is thrown and chosen, the play ends: then nothing is asked and there is an outcome."""
    for seed in range(10):
        *before, end = random_play(case, state, seed)

        assert all(at.open and at.outcome is None for at in before)
        assert () == end.waits()
        assert end.outcome == case.book.finished(end.state)
        assert end.outcome is not None
        assert Position.at(case.book, end.state).outcome == end.outcome


@pytest.mark.parametrize(("case", "state"), BATTLES)
def test_every_kind_of_seat_has_a_view(case: Case, state: Any) -> None:
    """What any seat sees is canonical JSON at every moment, and does not depend on how often it looks."""
    for at in random_play(case, state, "views"):
        for seat in case.seats():
            assert at.seen(seat).bytes() == at.seen(seat).bytes()


@pytest.mark.parametrize(("case", "state"), BATTLES)
def test_a_state_is_what_its_notation_says(case: Case, state: Any) -> None:
    """``parse(print(x)) == x`` wherever a step begins, hash and notation alike."""
    for at in random_play(case, state, "notation"):
        text = case.book.print(at.state)
        parsed = case.book.parse(text, case.book.schema)

        assert at.state == parsed
        assert hash(at.state) == hash(parsed)
        assert text == case.book.print(parsed)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("text", ["", "nonsense", "[]", "{}", "null"])
def test_nonsense_is_no_state(case: Case, text: str) -> None:
    """A damaged notation raises ``ValueError``, and so does one of a schema that never was."""
    assert is_refused(case, text, case.book.schema)
    assert is_refused(case, case.book.print(case.small), case.book.schema + 1)


def is_refused(case: Case, text: str, schema: int) -> bool:
    """Whether a text is no state, and is said to be none in the agreed way."""
    try:
        case.book.parse(text, schema)
    except ValueError:
        return True
    return False


@pytest.mark.parametrize(("case", "state"), BATTLES)
def test_what_is_only_told_never_reaches_the_state(case: Case, state: Any) -> None:
    """With other answers to the idle questions every step ends in the same state."""
    for seed in range(15):
        dice, at = Dice(seed), Position.at(case.book, state)
        replies: dict[Place, Reply] = {}
        while at.open:
            before, asked = at, at.asked()
            replies[asked.place] = any_reply(asked.question, dice)
            at = at.answer(replies[asked.place])
            if at.passed:
                assert at.passed[0].state == step_otherwise(before, replies, Dice(f"{seed} other"))


def step_otherwise(before: Position[Any], replies: Mapping[Place, Reply], dice: Dice) -> Any:
    """What the step of a position ends in when its idle questions are answered anew and no others."""
    at = Position.at(before.book, before.state, before.number)
    while not at.passed:
        place, question = at.asked()
        at = at.answer(any_reply(question, dice) if question.idle else replies[place])
    return at.passed[0].state


@pytest.mark.parametrize(("case", "state"), BATTLES)
def test_the_table_can_say_where_it_is(case: Case, state: Any) -> None:
    """The breadcrumb names the rules that wait for an answer; an ended play waits for none."""
    *before, end = random_play(case, state, "where")

    assert all(at.where() for at in before)
    assert () == end.where()


@pytest.mark.parametrize(("case", "state"), BATTLES)
def test_what_a_seat_imagines_it_cannot_tell_from_what_is(case: Case, state: Any) -> None:
    """An imagined state looks the same from the seat, can be written down, and can be played to its end."""
    for at in random_play(case, state, "imagined"):
        for seat in case.seats():
            imagined = case.book.imagine(at.state, seat, Dice(at.number))

            assert canonical(case.book.view(at.state, seat)) == canonical(case.book.view(imagined, seat))
            assert imagined == case.book.parse(case.book.print(imagined), case.book.schema)
            assert simulate(case.book, imagined, Dice(0), AnyMinds(Dice(1))) is not None


@pytest.mark.parametrize("case", CASES)
def test_simulated_battles_follow_the_exact_law(case: Case) -> None:
    """2,000 simulated battles end as often in each state as the exact law of the rules says, within 5 σ."""
    law = fold(case.book, case.small, case.policy)
    dice, trials = Dice("simulated"), 2000
    counts: dict[Any, int] = {}
    for _ in range(trials):
        end = simulate(case.book, case.small, dice, AnyMinds(dice))
        counts[end] = counts.get(end, 0) + 1

    assert 0 == law.missing
    assert set(counts) <= set(law.values)
    for state, chance in law:
        expected = trials * chance
        assert (counts.get(state, 0) - expected) ** 2 <= 25 * max(expected * (1 - chance), Fraction(1))


class Counted:
    """A book that counts how often its rules are run."""

    def __init__(self, book: Rulebook[Any]) -> None:
        self._book = book
        self.runs = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._book, name)

    def step(self, state: Any, /) -> Rule[Any]:
        """One run more."""
        self.runs += 1
        return self._book.step(state)


@pytest.mark.parametrize("case", CASES)
def test_what_can_happen_is_counted(case: Case) -> None:
    """So many ends and so many runs of the rules, one a leaf: a rule that offers more is seen here."""
    counted: Any = Counted(case.book)
    law = fold(counted, case.small, case.policy)

    assert case.counts == (len(law), counted.runs)


@pytest.mark.parametrize("case", CASES)
def test_one_step_of_the_law_is_whole_and_positive(case: Case) -> None:
    """The law of the first steps sums to 1; every state in it can be reached by its notation."""
    state = case.small
    for _ in range(4):
        law = law_of_step(case.book, state, case.policy)

        assert 0 == law.missing
        assert all(weight > 0 for _, weight in law.outcomes)
        state = max(law.values, key=case.book.print)
        if case.book.finished(state) is not None:
            break


@pytest.mark.parametrize(("case", "state"), BATTLES)
def test_simulation_and_positions_are_two_ways_through_the_same_rules(case: Case, state: Any) -> None:
    """The same faces and choices lead to the same end, and a mind that looks sees the same either way."""
    for seed in range(5):
        one, two = Dice(seed), Dice(seed)
        minds = {seat: look_and_choose(one) for seat in case.seats()}

        ended = simulate(case.book, state, one, minds)

        at = Position.at(case.book, state)
        while at.open:
            at = at.answer(any_reply(at.asked().question, two))
        assert at.state == ended


@pytest.mark.parametrize("case", CASES)
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**9), moves=st.integers(5, 40))
def test_the_record_can_be_read_from_anywhere(case: Case, seed: int, moves: int) -> None:
    """After any undo, correction, ruling, override: from the last checkpoint and from the start alike."""
    dice = Dice(seed)
    record = recorded(case, case.states[seed % len(case.states)], f"seed {seed}")
    for _ in range(moves):
        move(record, dice)

        assert record.at == replay(case.book, record.journal)
        assert record.at == replay(case.book, record.journal, whole=True)
        rounds = [number for number, _ in history(record.journal)]
        assert sorted(rounds) == rounds
    verdict = verify(case.book, (*record.journal, Closed(record.seed)))
    assert verdict.good
    sources = [entry.source for entry in record.journal if isinstance(entry, Answered)]
    assert sources.count("seed") == verdict.seeded
    assert len(sources) == verdict.seeded + sum(verdict.other.values())


@pytest.mark.parametrize(("case", "state"), BATTLES)
def test_a_battle_played_out_is_the_battle_recorded(case: Case, state: Any) -> None:
    """Dice from a seed fall the same, played out at once or written entry by entry."""
    at, journal = begin(case.book, state, "written")
    dice = Dice("choices")
    while at.open:
        asked = at.asked()
        chance = isinstance(asked.question, Chance)
        reply = thrown(asked, "written") if chance else any_reply(asked.question, dice)
        at, entries = answered(at, reply, asked.place, "seed")
        journal = (*journal, *entries)

    assert at == play_out(Position.at(case.book, state), "written", AnyMinds(Dice("choices")))
    assert not [entry for entry in journal if isinstance(entry, Overridden)]
    seats = [commander(side) for side in case.sides]
    assert all(replay(case.book, journal, whole=True).seen(seat) == at.seen(seat) for seat in seats)
