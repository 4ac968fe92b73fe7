"""Positions: what a half-played step means."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.contract.toy import Camp, Toy, ToyBook, usual
from voevoda.play.errors import Illegal, RuleError, Stale
from voevoda.play.position import Position, answers
from voevoda.play.questions import Rule, Total, ask, tell, together
from voevoda.play.seats import REFEREE, SPECTATOR, TABLE, Seat, commander, player

BOOK = ToyBook()
ASH, BIRCH = commander("Ash"), commander("Birch")


def toy(phase: str, one: tuple[str, ...] = ("a1", "b2"), two: tuple[str, ...] = ("a3", "c5")) -> Toy:
    """A toy with these hands."""
    return Toy(phase, (Camp("Ash", 3, hand=one), Camp("Birch", 3, hand=two)))


def at(game: Toy) -> Position[Toy]:
    """A position at the start of a step."""
    return Position.at(BOOK, game)


def test_replies_to_what_is_asked_together_come_in_any_order() -> None:
    """The order in which replies are laid is not in the truth, neither while they lie nor after."""
    start = at(toy("lay"))
    first, second = (asked.place for asked in start.open)

    there = start.answer("a1", first).answer("c5", second)
    back = start.answer("c5", second).answer("a1", first)

    assert there == back
    assert "clash" == there.state.phase
    two = Toy("clash", start.state.camps, laid=("a1", "b1"))
    tie = at(two).answer("both")
    one, other = (asked.place for asked in tie.open)
    assert tie.answer([1], one).laid != tie.answer([1], other).laid


def test_a_seat_may_think_again_until_the_last_is_in() -> None:
    """A second thought replaces the first, and nobody else can tell it from one."""
    start = at(toy("lay"))
    ash, birch = (asked.place for asked in start.open)

    first = start.answer("a1", ash)
    second = first.answer("b2", ash)

    assert second == start.answer("b2", ash)
    assert first.seen(ASH) != second.seen(ASH)
    for seat in (BIRCH, SPECTATOR, Seat("referee", "Birch")):
        assert first.seen(seat).bytes() == second.seen(seat).bytes()
    assert ("commander:Birch",) == second.seen(SPECTATOR).waits
    assert ("b2", "c5") == second.answer("c5", birch).state.laid
    assert '"b2"' == second.seen(ASH).asks[0]["laid"]


def test_dice_are_final_once_thrown() -> None:
    """Also among others still to be thrown; who wants another die must have it corrected."""
    tie = at(replace(toy("clash"), laid=("a1", "b1"))).answer("both")
    ash, birch = (asked.place for asked in tie.open)
    thrown = tie.answer([2], ash)

    with pytest.raises(Stale) as refusal:
        thrown.answer([4, 1], ash)

    assert "play.stale.thrown" == refusal.value.key
    assert "toy.weather" == thrown.answer([1], birch).open[0].place.key


def test_a_stale_answer_is_refused_and_tells_only_whom_the_table_waits_for() -> None:
    """Not what they are asked, which may be nobody's business; an ended battle says that it is over."""
    start = at(replace(usual(), phase="first spy"))
    asked = start.answer("send")

    with pytest.raises(Stale) as refusal:
        asked.answer("pass", start.open[0].place)
    assert ("play.stale", {"open": ("commander:Ash",)}) == (refusal.value.key, refusal.value.facts)

    over = at(replace(usual(), rounds_left=0))
    with pytest.raises(Stale) as refusal:
        over.answer("pass")
    assert "play.stale.over" == refusal.value.key


def test_a_refused_reply_changes_nothing() -> None:
    """The position is a value: it stays what it was."""
    start = at(toy("lay"))
    before = repr(start)

    with pytest.raises(Illegal):
        start.answer("c5")

    assert before == repr(start)


def test_without_a_place_the_first_that_has_no_reply_is_answered() -> None:
    """So that a script need not name places."""
    start = at(toy("lay"))

    assert start.answer("a1").answer("c5") == start.answer("c5", start.open[1].place).answer("a1")
    assert start.open[1] == start.answer("a1").asked()


def test_steps_that_ask_nothing_are_passed_at_once() -> None:
    """Each is listed with its round, its lines, and the state it ended in; the muster opens a round."""
    after = Position.at(BOOK, replace(toy("save", one=()), struck=(1, 0)), 5, 1)

    assert [(5, 1, "tidy"), (6, 1, "muster")] == [
        (passed.number, passed.round, passed.state.phase) for passed in after.passed
    ]
    assert ["toy.tents"] == [line.key for line in after.passed[1].lines]
    assert (7, 2, "toy.draw") == (after.number, after.round, after.open[0].place.key)


def test_one_state_is_one_state_in_every_round() -> None:
    """Rounds are counted outside: the same state at another number has the same law and the same hash."""
    early, late = Position.at(BOOK, usual()), Position.at(BOOK, usual(), 70, 10)

    assert early.state == late.state
    assert (1, 11) == (early.round, late.round)
    assert early.open[0].question == late.open[0].question
    assert early.open[0].place != late.open[0].place


def test_the_breadcrumb_names_the_rules_and_not_the_verbs() -> None:
    """``ask`` and ``together`` are how rules speak, not where the table is."""
    assert ("lays",) == at(toy("lay")).where()
    assert ("outer", "inner") == Position.at(Nested(), usual()).where()


class Nested(ToyBook):
    """A rule within a rule."""

    def step(self, toy: Toy, /) -> Rule[Toy]:
        """Ask inside."""

        def inner() -> Rule[int]:
            return (yield from ask(Total(key="x", cite="X", dice=1)))

        def outer() -> Rule[Toy]:
            number = yield from inner()
            return replace(toy, rounds_left=number)

        return outer()


def test_an_answered_question_is_its_own_line() -> None:
    """What was said of it, what was replied, and how; a note has no reply."""
    after = at(replace(toy("clash"), laid=("a3", "b1"))).answer([4, 1], source="seed")
    (line,) = after.lines()

    assert ("toy.strike", "T-4", ASH, (4, 1), "seed", {"rungs": 1}) == (
        line.key, line.cite, line.by, line.reply, line.source, line.facts,
    )  # fmt: skip
    (note,) = after.answer([6]).passed[0].lines[-1:]
    assert ("toy.storm", None, "") == (note.key, note.reply, note.source)


def test_how_a_reply_came_is_said_of_dice_alone() -> None:
    """A choice is chosen and a ruling is ruled, whatever the caller says; the reason stands in the line."""
    tie = at(replace(toy("clash"), laid=("a1", "b1"))).answer("both", source="seed")
    ruled = tie.answer({"ruled": 0, "reason": "cocked"}, source="seed").answer([2])

    assert ["chosen", "ruled", "typed"] == [line.source for line in ruled.lines()]
    assert "cocked" == ruled.lines()[1].facts["reason"]
    assert b'{"reason":"cocked","ruled":0,"said":[]}' in ruled.seen(SPECTATOR).bytes()


@pytest.mark.parametrize(
    ("seat", "asked"),
    [
        (ASH, ["toy.lay"]),
        (Seat("referee", "Ash"), ["toy.lay"]),
        (REFEREE, []),
        (SPECTATOR, []),
        (player("Ash"), []),
        (TABLE, []),
    ],
)
def test_a_question_is_put_to_its_seat(seat: Seat, asked: list[str]) -> None:
    """To the commander of that side, or to the referee who commands it himself."""
    assert asked == [ask["key"] for ask in at(toy("lay")).seen(seat).asks]


@pytest.mark.parametrize("seat", [REFEREE, Seat("referee", "Ash"), Seat("referee", "Birch")])
def test_a_referee_answers_for_the_table_and_for_himself(seat: Seat) -> None:
    """Also one who plays a side."""
    tie = at(replace(toy("clash"), laid=("a1", "b1")))
    weather = tie.answer("neither")

    assert answers(seat, tie.open[0].question)
    assert answers(seat, weather.open[0].question)
    assert not answers(BIRCH, tie.open[0].question)
    assert not answers(BIRCH, weather.open[0].question)


def test_who_has_nothing_to_lay_is_not_asked() -> None:
    """Of those asked together there may be two, one or none; with none the rule goes on by itself."""
    assert [ASH] == [asked.place.by for asked in at(toy("lay", two=())).open]
    assert "clash" == at(toy("lay", (), ())).state.phase


class Broken(ToyBook):
    """A toy whose every step is another rule."""

    def __init__(self, rule: Callable[[Toy], Rule[Any]]) -> None:
        self._rule = rule

    def step(self, toy: Toy, /) -> Rule[Toy]:
        """The rule."""
        return self._rule(toy)


def asks_nothing(toy: Toy) -> Rule[Toy]:
    """Tells something, asks nothing, changes nothing."""
    yield from tell("x.nothing", "X-1")
    return toy


def turns_in_a_circle(toy: Toy) -> Rule[Toy]:
    """Changes the state there and back."""
    yield from tell("x.circle", "X-1")
    return replace(toy, full=3 - toy.full)


def forgets_its_state(toy: Toy) -> Rule[None]:
    """Returns nothing."""
    _ = yield from together(Total(key="x", cite=str(toy.full), dice=1))


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        (asks_nothing, "asked nothing and changed nothing"),
        (turns_in_a_circle, "1000 steps without a question"),
    ],
)
def test_a_rule_that_would_loop_for_ever_is_a_bug(rule: Callable[[Toy], Rule[Any]], why: str) -> None:
    """It raises ``RuleError``, so that the table does not hang."""
    with pytest.raises(RuleError, match=why):
        Position.at(Broken(rule), usual())


def test_a_rule_that_ends_in_no_state_is_a_bug() -> None:
    """A forgotten ``return``."""
    with pytest.raises(RuleError, match="without a state"):
        Position.at(Broken(forgets_its_state), usual()).answer([1])


def test_positions_are_values() -> None:
    """Equal and of equal hash when the same was said, whatever the way."""
    start = at(toy("lay"))
    one = start.answer("a1")
    two = start.answer("b2").answer("a1", start.open[0].place)

    assert one == two
    assert hash(one) == hash(two)
    assert one != start
