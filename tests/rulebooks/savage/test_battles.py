"""Whole battles: the order of steps, cards that are never lost, and states that no battle comes to."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.contract.plays import Dice, any_reply
from tests.rulebooks.savage.armies import SAVAGE, Course, battle, hero, leader, middle
from tests.rulebooks.savage.test_secrets import ALL, STATES
from voevoda.play.position import Position
from voevoda.rulebooks.savage.order import proceed
from voevoda.rulebooks.savage.state import Battle, Phase, Word
from voevoda.rulebooks.savage.tables import PACK

MANY = (
    *STATES,
    battle(hero("Mila", more=", toughness: 5"), more="cards: false\nreadings: {battle_roll: opposed}"),
    battle(
        f"{ALL}\ntokens: 12", ALL, "readings: {new_cards_first_round: 'yes', raise_cards: one}\nmax_rounds: 9"
    ),
)


def states(start: Battle, seed: int, most: int = 400) -> Iterator[Battle]:
    """The state at the start of each step of a random play."""
    dice, at = Dice(seed), Position.at(SAVAGE, start)
    yield from (passed.state for passed in at.passed)
    for _ in range(most):
        if not at.open:
            return
        at = at.answer(any_reply(at.asked().question, dice))
        yield from (passed.state for passed in at.passed)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), number=st.integers(0, len(MANY) - 1))
def test_cards_and_tokens_add_up(seed: int, number: int) -> None:
    """Each card lies in one place, tokens stay between 0 and the start; every state can be written down."""
    for state in states(MANY[number], seed):
        assert state == SAVAGE.parse(SAVAGE.print(state), SAVAGE.schema)
        for pile in range(len(state.discards)):
            cards = [*state.deck(pile), *state.discards[pile]]
            for index in (0, 1):
                if state.pile(index) == pile:
                    mine = state.forces[index].cards
                    cards += [*mine.hand, *mine.buried, *mine.laid]
            assert sorted(PACK) == sorted(cards)
        assert all(0 <= force.tokens <= force.start for force in state.forces)


@pytest.mark.clause("S-3")
def test_a_round_goes_in_the_order_of_the_book() -> None:
    """Cards, characters, battle rolls, cards laid and compared, edges, losses, morale."""
    state = battle(ALL + "\n" + hero("Mila"), ALL)
    phases: list[Phase] = []
    for seed in range(20):
        phases += [each.phase for each in states(state, seed)]
    following = {(one, two) for one, two in pairwise(phases) if one != "over"}

    assert {two for one, two in following if one == "cards"} == {"questions", "characters"}
    assert {two for one, two in following if one == "battle"} == {"lay"}
    assert {two for one, two in following if one == "lay"} <= {"scout", "clash"}
    assert {two for one, two in following if one == "clash"} == {"edges"}
    assert {two for one, two in following if one == "edges"} == {"losses"}
    assert {two for one, two in following if one == "losses"} <= {"morale", "aftermath"}
    assert {two for one, two in following if one == "morale"} <= {"cards", "aftermath"}


def test_every_phase_leads_on() -> None:
    """Without cards the card steps are passed over."""
    base = battle(more="cards: false")

    assert "losses" == proceed(replace(base, phase="battle")).phase
    assert "opening" == proceed(replace(base, phase="morale")).phase
    assert "over" == proceed(replace(base, phase="aftermath")).phase
    assert "over" == proceed(replace(base, phase="morale", rounds_left=0)).phase


def changed(state: Battle, *path: object, to: object) -> str:
    """The notation of a battle with something else in one place."""
    fields = json.loads(SAVAGE.print(state))
    here = fields
    for step in path[:-1]:
        here = here[step]
    here[path[-1]] = to
    return json.dumps(fields)


ONE = ("forces", 0)


@pytest.mark.parametrize(
    ("path", "to"),
    [
        ((*ONE, "tokens"), 11),
        ((*ONE, "tokens"), 0),
        ((*ONE, "tokens"), -1),
        ((*ONE, "start"), 31),
        ((*ONE, "wounds"), []),
        ((*ONE, "wounds"), [-1]),
        ((*ONE, "cards", "hand"), ["2C", "2C"]),
        ((*ONE, "cards", "hand"), ["3H", "2H"]),
        ((*ONE, "cards", "hand"), ["9X"]),
        ((*ONE, "cards", "hand"), ["KS"]),
        ((*ONE, "cards", "laid"), ["2C"]),
        ((*ONE, "cards", "told"), [[["spades"], False]]),
        ((*ONE, "cards", "told"), [[["nonsense"], False]]),
        ((*ONE, "cards", "told"), [[["K", "2"], True]]),
        ((*ONE, "fate"), "flees"),
        (("phase",), "clash"),
        (("phase",), "scout"),
        (("phase",), "questions"),
        (("phase",), "characters"),
        (("turn",), 1),
        (("discards",), [[], []]),
        (("rounds_left",), -1),
        (("terms", "sides", 1, "name"), "Ash"),
        (("terms", "sides", 0, "tokens"), 0),
        (("terms", "sides", 0, "plan"), 5),
        (("terms", "sides", 0, "commander", "spirit", "sides"), 7),
        (("terms", "cards"), False),
        ((*ONE, "fate"), "routed"),
        ((*ONE, "morale"), 11),
        ((*ONE, "morale"), -(10**7)),
        ((*ONE, "wounds"), [5]),
        ((*ONE, "round", "noted"), 10**9),
        ((*ONE, "round", "noted"), -(10**9)),
        ((*ONE, "round", "help"), 1),
        ((*ONE, "round", "cheer"), 101),
        ((*ONE, "round", "asks"), 1),
        ((*ONE, "round", "shown"), ""),
        ((*ONE, "round", "shown"), "9C"),
        ((*ONE, "round", "lost"), True),
        ((*ONE, "round", "by_ranks"), True),
        ((*ONE, "round", "sacrificed"), True),
        ((*ONE, "tokens"), "10"),
        ((*ONE, "unknown"), 1),
        (("unknown",), 1),
        (("terms", "unknown"), 1),
        (("terms", "sides", 0, "strength"), 1000),
        (("terms", "sides", 0, "commander", "edges"), ["caring", "caring"]),
        (("terms", "sides", 0, "characters", 0, "toughness"), 0),
        (("terms", "sides", 0, "characters", 0, "toughness"), 10**9),
        (("rounds_left",), 0),
    ],
)
def test_a_state_that_no_battle_comes_to_is_refused(path: tuple[object, ...], to: object) -> None:
    """The rules would break on it, or show a seat what is not."""
    state = middle(battle(leader("perceptive") + "\n" + hero("Mila")), "lay", ("2H", "KS"))
    if path == ("phase",) and to == "characters":
        state = middle(battle(), "lay", ("2H", "KS"))
    assert state == SAVAGE.parse(json.dumps(json.loads(SAVAGE.print(state))), 1)

    with pytest.raises(ValueError, match=r"."):
        SAVAGE.parse(changed(state, *path, to=to), 1)


def test_there_is_one_schema() -> None:
    """Another is refused."""
    with pytest.raises(ValueError, match="schema 2"):
        SAVAGE.parse(SAVAGE.print(STATES[0]), 2)


def test_what_was_told_must_be_true() -> None:
    """A word that the hand belies is no state."""
    state = middle(battle(leader("perceptive")), "lay", ("2H", "KS"))

    true = state.with_cards(0, told=(Word(("K",), held=True),))
    assert true == SAVAGE.parse(SAVAGE.print(true), 1)
    with pytest.raises(ValueError, match="no battle"):
        SAVAGE.parse(SAVAGE.print(state.with_cards(0, told=(Word(("Q",), held=True),))), 1)


def test_a_battle_reads_shortly() -> None:
    """For logs of tests."""
    assert "Battle(deal: Ash 10/10 | Birch 7/7)" == str(battle(birch="tokens: 7"))


def test_same_replies_same_battle() -> None:
    """Whatever the order within a question put to both."""
    state = middle(battle(), "battle", ("2H", "3H"))
    one = Course(state).answer([4, 2], [5, 2]).state
    at = Position.at(SAVAGE, state)
    first, second = at.open
    other = at.answer([5, 2], second.place).answer([4, 2], first.place).state

    assert one == other


def test_battles_that_end_alike_are_equal() -> None:
    """Whenever they end, and whatever the round before was like."""
    ends = []
    for more, tokens in (("max_rounds: 3", (9, 9)), ("", (9, 9))):
        state = middle(battle(more=f"cards: false\n{more}"), "losses", tokens=tokens, noted=(1, 0))
        state = state.with_force(0, replace(state.forces[0], morale=1 if more else 0))
        ends.append(replace(Course(state).answer([1, 1]).to().state, terms=battle().terms))

    assert ends[0] == ends[1]
    assert "over" == ends[0].phase
