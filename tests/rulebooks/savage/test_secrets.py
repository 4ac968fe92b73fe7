"""Nobody can tell hidden cards apart, and what is imagined fits what a seat sees and was told, evenly."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.contract.books import Case
from tests.contract.keyhole import Difference, Move, follow, log_of, peek, play, shown
from tests.contract.plays import Dice
from tests.rulebooks.savage.armies import SAVAGE, Course, battle, hero, leader, middle
from voevoda.play.position import Position
from voevoda.play.seats import EVERYONE, REFEREE, SPECTATOR, Seat, commander, player
from voevoda.rulebooks.savage.state import Battle, Word
from voevoda.rulebooks.savage.tables import PACK, in_pack_order, matches

STUBBORN = "undead: true\nfortified: true\nno_retreat: true"
ALL = leader("perceptive", "resourceful", "calculating", "caring", "pushing")
SPY = hero("Mila", "notice: d12+8, stealth: d12+8", ", rank: legendary")
EYE = hero("Osk", "notice: d12+8, stealth: d12+8", ", rank: legendary")

STATES = (
    battle(f"{ALL}\n{STUBBORN}\n{SPY}", f"{ALL}\n{STUBBORN}\n{EYE}"),
    battle(f"{ALL}\n{STUBBORN}\ntokens: 30", f"{ALL}\n{STUBBORN}\ntokens: 30"),
    battle(f"{ALL}\n{STUBBORN}\n{SPY}", f"{ALL}\n{STUBBORN}", "readings: {decks: own}"),
    battle(f"tokens: 3\n{SPY}", "tokens: 3"),
)

CASE = Case(
    book=SAVAGE,
    states=STATES,
    small=STATES[-1],
    counts=(0, 0),
    sides=("Ash", "Birch"),
    policy=None,
    numbers=lambda _: (),
    cards=lambda _: PACK,
)

SEATS = (commander("Ash"), commander("Birch"), SPECTATOR, player("Mila"), Seat("referee", "Birch"))


def told_to(seat: Seat, positions: list[Position[Battle]]) -> list[tuple[str, ...]]:
    """What a seat has heard yes or no to."""
    heard = []
    for line in log_of(positions):
        if line.key == "savage.perceptive.answer" and line.seen_by.holds(seat):
            named = line.facts["named"]
            assert isinstance(named, tuple)
            heard.append(tuple(map(str, named)))
    return heard


def order_within(seat: Seat, state: Battle, moves: list[Move], dice: Dice) -> list[int]:
    """An order of hidden cards that changes no answer which the seat was given."""
    positions = follow(CASE, state, moves)
    asked = told_to(seat, positions)
    hidden = sorted(set(PACK) - shown(CASE, seat, positions))
    classes: dict[tuple[bool, ...], list[int]] = {}
    for place, card in enumerate(hidden):
        classes.setdefault(tuple(matches(card, named) for named in asked), []).append(place)
    order = [0] * len(hidden)
    for places in classes.values():
        left = list(places)
        for place in places:
            order[place] = left.pop(dice.below(len(left)))
    return order


def leak(book_case: Case, state: Battle, seat: Seat, seed: int) -> Difference | None:
    """What a seat can tell in one play, if anything."""
    moves = play(book_case, state, seed, 70)
    return peek(book_case, state, seat, moves, order_within(seat, state, moves, Dice(f"order {seed}")), seed)


@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 10**6), number=st.integers(0, len(STATES) - 1), seat=st.sampled_from(SEATS))
def test_a_seat_cannot_tell_hidden_cards_apart(seed: int, number: int, seat: Seat) -> None:
    """With cards it was never shown relabelled, as far as it was told nothing of them, it sees the same."""
    assert leak(CASE, STATES[number], seat, seed) is None


def test_plays_come_upon_what_is_hidden() -> None:
    """Else the test above would see nothing: scouts, questions, exchanges, buried cards."""
    reached: set[str] = set()
    for number, state in enumerate(STATES):
        for seed in range(25):
            reached |= {
                line.key for line in log_of(follow(CASE, state, play(CASE, state, f"{number} {seed}", 200)))
            }

    assert set() == OWN - reached


OWN = {
    "savage.deal.draw",
    "savage.cards.draw",
    "savage.cards.exchange",
    "savage.cards.random",
    "savage.perceptive.what",
    "savage.perceptive.ranks",
    "savage.perceptive.answer",
    "savage.lay.card",
    "savage.lay.two",
    "savage.scout.card",
    "savage.edges.caring.cards",
    "savage.edges.pushing.cards",
}
"""All that only one commander may know, to be read beside the paragraph on secrets."""


def test_only_that_is_for_one_commander() -> None:
    """Everything else is for everyone."""
    for number, state in enumerate(STATES):
        for seed in range(15):
            for line in log_of(follow(CASE, state, play(CASE, state, f"{number} {seed}", 200))):
                assert (line.key in OWN) == (line.seen_by != EVERYONE), line.key
                assert line.key not in OWN or len(line.seen_by.seats or ()) == 1


def test_a_referee_who_plays_a_side_sees_no_more_than_its_commander() -> None:
    """One who plays none sees both hands."""
    state = middle(STATES[0], "battle", ("2C J1", "AS KH"))
    view = SAVAGE.view

    assert view(state, commander("Ash")) == view(state, Seat("referee", "Ash"))
    assert "AS" in str(view(state, REFEREE))
    assert "AS" not in str(view(state, Seat("referee", "Ash")))
    assert not any(card in str(view(state, SPECTATOR)) for card in ("2C", "J1", "AS", "KH"))
    assert "'hand_size': 2" in str(view(state, SPECTATOR))


# What is imagined


class Enumerated:
    """A source that takes every way in turn."""

    def __init__(self, picks: tuple[int, ...]) -> None:
        self.picks = picks
        self.bounds: list[int] = []

    def below(self, bound: int, /) -> int:
        """The next pick given, or the first."""
        at = len(self.bounds)
        self.bounds.append(bound)
        return self.picks[at] if at < len(self.picks) else 0


def law_of_imagined(state: Battle, seat: Seat) -> dict[Battle, Fraction]:
    """Every battle that a seat may imagine, with its chance, by trying all that a source can say."""
    law: dict[Battle, Fraction] = {}
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        picks = waiting.pop()
        source = Enumerated(picks)
        imagined = SAVAGE.imagine(state, seat, source)
        chance = Fraction(1)
        for bound in source.bounds:
            chance /= bound
        law[imagined] = law.get(imagined, Fraction()) + chance
        given_ = picks + (0,) * (len(source.bounds) - len(picks))
        for at in range(len(picks), len(given_)):
            waiting.extend((*given_[:at], pick) for pick in range(1, source.bounds[at]))
    return law


def knowing(hands: tuple[str, str], buried: str, free: str, told: tuple[Word, ...]) -> Battle:
    """Ash knows something of Birch's hand; what is neither there nor free lies face up."""
    state = middle(battle(leader("perceptive")), "battle", hands)
    placed = {*" ".join((*hands, buried, free)).split()}
    up = tuple(card for card in PACK if card not in placed)
    state = replace(state, discards=(up,)).with_cards(1, buried=in_pack_order(buried.split()))
    state = state.with_cards(0, told=told)
    assert state == SAVAGE.parse(SAVAGE.print(state), SAVAGE.schema)
    return state


SPADE, TWO, CLUB, RED = (
    Word(("spades",), held=True),
    Word(("2",), held=True),
    Word(("clubs",), held=False),
    Word(("hearts",), held=False),
)


@pytest.mark.parametrize(
    ("told", "free"),
    [
        ((), "3S 4S 5C J1"),
        ((SPADE,), "3S J1"),
        ((CLUB, SPADE), "3S 4C 5C"),
        ((TWO, SPADE), "2C 4S J1"),
        ((CLUB, RED, SPADE), "3C 6H"),
    ],
)
def test_what_is_imagined_is_even_over_all_deals_that_fit(told: tuple[Word, ...], free: str) -> None:
    """Counted by hand: every choice of hand and buried card from what Ash does not see, filtered."""
    state = knowing(("QD", "2S 7D"), "8D", free, tuple(sorted(told)))
    unseen = ["2S", "7D", "8D", *free.split()]
    fitting = [
        (in_pack_order(hand), buried)
        for hand in combinations(unseen, 2)
        for buried in unseen
        if buried not in hand
        and all(word.held == any(matches(card, word.named) for card in hand) for word in told)
    ]

    law = law_of_imagined(state, commander("Ash"))

    assert {(imagined.forces[1].cards.hand, imagined.forces[1].cards.buried[0]) for imagined in law} == set(
        fitting
    )
    assert {Fraction(1, len(fitting))} == set(law.values())
    assert all(imagined.forces[0] == state.forces[0] for imagined in law)


def test_the_covered_cards_of_a_scout_are_imagined_with_his_hand() -> None:
    """What was told of the hand holds for hand and covered cards together; a card shown stays where it is."""
    state = knowing(("QD", "2S 7D 8D"), "", "3S 4C", (SPADE,))
    state = replace(state, phase="scout").with_cards(1, hand=("7D",), laid=in_pack_order(["2S", "8D"]))
    state = state.with_round(1, scouts=True).with_cards(0, hand=(), laid=("QD",))

    law = law_of_imagined(state, commander("Ash"))

    def covered(imagined: Battle) -> tuple[str, ...]:
        return imagined.forces[1].cards.laid

    fitting = [hand for hand in combinations(["2S", "7D", "8D", "3S", "4C"], 3) if {"2S", "3S"} & set(hand)]
    assert len(fitting) * 3 == len(law)
    assert {Fraction(1, 3 * len(fitting))} == set(law.values())
    assert all(len(covered(imagined)) == 2 for imagined in law)
    assert {("QD",)} == {imagined.forces[0].cards.laid for imagined in law}
    birch = {imagined.forces[0].cards.laid for imagined in law_of_imagined(state, commander("Birch"))}
    assert {("QD",)} == birch


def test_what_the_enemy_was_told_is_imagined_away() -> None:
    """Even that he asked; the referee who sees all imagines nothing."""
    state = middle(battle(), "battle", ("2S", "3S")).with_cards(1, told=(SPADE,))

    assert () == SAVAGE.imagine(state, commander("Ash"), Dice(0)).forces[1].cards.told
    assert state is SAVAGE.imagine(state, REFEREE, Dice(0))


def test_with_decks_of_their_own_each_hand_is_imagined_from_its_own() -> None:
    """A card that Ash holds may be in Birch's hand too."""
    state = middle(battle(more="readings: {decks: own}"), "battle", ("2S", "3S"))
    hands = {SAVAGE.imagine(state, commander("Ash"), Dice(seed)).forces[1].cards.hand for seed in range(400)}

    assert ("2S",) in hands


def test_a_spectator_imagines_both_hands_apart() -> None:
    """From one deck no card twice."""
    state = middle(battle(), "battle", ("2S 3S 4S", "5S 6S 7S"))
    for seed in range(50):
        imagined = SAVAGE.imagine(state, SPECTATOR, Dice(seed))

        assert imagined == SAVAGE.parse(SAVAGE.print(imagined), SAVAGE.schema)


def test_an_answer_is_known_to_what_is_imagined_next() -> None:
    """The step ends with it."""
    state = middle(battle(leader("perceptive")), "questions", ("KH", "2S 3D"), asks=(1, 0))
    course = Course(state).answer("spades", [])

    for seed in range(60):
        hand = SAVAGE.imagine(course.state, commander("Ash"), Dice(seed)).forces[1].cards.hand
        assert any(card.endswith("S") for card in hand)
