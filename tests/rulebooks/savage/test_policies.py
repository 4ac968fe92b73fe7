"""Who plays an empty seat of savage, and what a commander is advised to lay."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from tests.rulebooks.savage.armies import SAVAGE, battle, hero, leader, middle
from tests.rulebooks.savage.picks import Fixed, Picks
from voevoda.play.drive import law_of_step
from voevoda.play.law import Law
from voevoda.play.position import Asked, Position
from voevoda.play.questions import Chance, Question, Reply
from voevoda.play.seats import REFEREE, SPECTATOR, Seat, canonical, commander
from voevoda.rulebooks.savage.odds_cards import sampled
from voevoda.rulebooks.savage.odds_report import report
from voevoda.rulebooks.savage.policies import NAMES, Name
from voevoda.rulebooks.savage.robot import PARTS, advice, decide
from voevoda.rulebooks.savage.state import Battle
from voevoda.rulebooks.savage.tables import PACK, is_joker

ASH, BIRCH = commander("Ash"), commander("Birch")


def asked(state: Battle, key: str, nth: int = 0) -> Asked:
    """A question that the step from this state asks at once."""
    return [each for each in Position.at(SAVAGE, state).open if each.place.key == key][nth]


def reply(policy: Name, state: Battle, key: str, nth: int = 0) -> Reply:
    """What a policy replies to it."""
    return decide(policy, state, asked(state, key, nth), Picks("reply"))


def all_edges() -> Battle:
    """A battle in which everything may be asked."""
    edges = leader("perceptive", "resourceful", "calculating", "caring", "pushing", more=", spirit: d12")
    return battle(
        f"{edges}\nfortified: true\n{hero('O', 'fighting: d10, notice: d12', ', rank: legendary')}",
        f"{edges}\nundead: true\n{hero('P', 'taunt: d12, arcane: d8', ', rank: legendary, toughness: 7')}",
    )


@pytest.mark.parametrize("policy", NAMES)
def test_a_policy_answers_every_choice_and_knows_no_more_than_its_seat(policy: Name) -> None:
    """It replies alike where its seat cannot tell the states apart, and what it replies is accepted."""
    met = set[str]()
    for play in range(2 if policy == "safe" else 6):
        at, source = Position.at(SAVAGE, all_edges()), Picks(f"dice {play}")
        while at.open and at.round < 8:
            each = at.asked()
            question, seat = each.question, each.question.by
            if isinstance(question, Chance):
                at = at.answer(question.throw(source), each.place)
                continue
            met.add(question.key)
            imagined = SAVAGE.imagine(at.state, seat, source)
            mine, theirs = (decide(policy, state, each, Picks("mind")) for state in (at.state, imagined))
            assert mine == theirs
            at = at.answer(decide("random", at.state, each, source) if play % 2 else mine, each.place)

    assert {"savage.lay.card", "savage.characters.way", "savage.cards.use"} <= met


def test_a_policy_answers_no_roll() -> None:
    """Dice are not its business."""
    with pytest.raises(TypeError, match=r"greedy: savage.cards.roll is no choice"):
        decide(
            "greedy",
            middle(battle(), "cards"),
            asked(middle(battle(), "cards"), "savage.cards.roll"),
            Fixed(0),
        )


# random


def test_random_takes_each_offer_alike() -> None:
    """A card for each pick of the source, and of a pick any two."""
    state = middle(battle(), "lay", ("2C 9S J1", "AC"))
    laid = [decide("random", state, asked(state, "savage.lay.card"), Fixed(pick)) for pick in range(3)]
    assert ["2C", "9S", "J1"] == laid

    scouts = middle(battle(), "lay", ("2C 9S J1", "AC"), scouts=(True, False))
    source = Picks("two")
    pairs = Counter(decide("random", scouts, asked(scouts, "savage.lay.two"), source) for _ in range(900))
    assert {("2C", "9S"), ("2C", "J1"), ("9S", "J1")} == set(pairs)
    assert all(abs(count - 300) < 5 * sqrt(200) for count in pairs.values())


# greedy


def promised(state: Battle, index: int, card: str) -> Fraction:
    """Tokens that the enemy loses this round less the side's own, over all cards unseen, by the rules."""
    seen = {*state.forces[index].cards.hand, *(each for pile in state.discards for each in pile)}
    unseen = [each for each in PACK if each not in seen]
    return Fraction(sum(best(state, index, card, other) for other in unseen), len(unseen))


def best(state: Battle, index: int, mine: str, theirs: str) -> int:
    """The same against one card; a joker is named best by whose it is."""
    shown = (mine, theirs) if index == 0 else (theirs, mine)
    names = [(suit, rank) for suit in "CDHS" for rank in ("2", "5", "Q", "A")]
    jokers = [is_joker(card) for card in (mine, theirs)]
    if not any(jokers) or all(jokers):
        return net(clashed(state, shown), index)
    nets = [net(clashed(state, shown, named), index) for named in names]
    return max(nets) if jokers[0] else min(nets)


def clashed(state: Battle, shown: tuple[str, str], named: tuple[str, str] = ("C", "2")) -> Battle:
    """The state after these cards are compared, a joker being so named."""
    before = replace(state, phase="clash")
    for index in (0, 1):
        before = before.with_round(index, shown=shown[index])

    def name(_state: Battle, question: Question[Any]) -> Law[Any]:
        suit = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}[named[0]]
        return Law.sure(suit if question.key == "savage.joker.suit" else named[1])

    (after,) = law_of_step(SAVAGE, before, name).values
    return after


def net(state: Battle, index: int) -> int:
    """Tokens that the enemy has noted less the side's own, none more than it has."""
    lost = [min(max(0, force.round.noted), force.tokens) for force in state.forces]
    return lost[1 - index] - lost[index]


@pytest.mark.parametrize(
    "state",
    [
        middle(battle(), "lay", ("2C 9S KD", "AC 3H")),
        middle(battle(), "lay", ("2C 9S 3H", "AC KH 2D"), noted=(3, 1)),
        middle(battle(), "lay", ("2C QC AS", "9C JD J2"), noted=(1, 4)),
        middle(battle(), "lay", ("J1 2S", "AC 10H 8D"), noted=(9, 1), tokens=(10, 2)),
        middle(battle(), "lay", ("4C 4D 4H 4S", "AC AD AH AS"), noted=(-1, 0)),
    ],
)
def test_greedy_lays_what_promises_most(state: Battle) -> None:
    """Every card against every card unseen, by the rules; the first of equals."""
    for index in (0, 1):
        hand = state.forces[index].cards.hand
        promises = [promised(state, index, card) for card in hand]
        expected = hand[promises.index(max(promises))]
        assert expected == reply("greedy", state, "savage.lay.card", index)


def test_greedy_reckons_with_a_two_of_hearts_where_the_enemy_has_no_card() -> None:
    """A court card beats it for sure, a two of spades never."""
    state = middle(battle(), "lay", ("2S AD QH", ""))

    assert "QH" == reply("greedy", state, "savage.lay.card")


def test_greedy_plays_the_better_of_a_scouts_two() -> None:
    """Clubs withstand spades."""
    state = middle(battle(), "lay", ("9C 9D", "3S 4H"), scouts=(True, False))
    assert ("9C", "9D") == reply("greedy", state, "savage.lay.two")
    at = Position.at(SAVAGE, state).answer(("9C", "9D")).answer("3S")

    assert "9C" == decide("greedy", at.state, at.asked(), Fixed(0))


def test_greedy_names_a_joker_for_the_most_tokens() -> None:
    """Against the king of spades: clubs by suit, a jack by rank."""
    state = middle(battle(), "clash", shown=("J1", "9S"))

    assert "clubs" == reply("greedy", state, "savage.joker.suit")
    assert "J" == reply("greedy", state, "savage.joker.rank")


def test_greedy_keeps_a_token_for_the_worst_three_cards_only_if_that_keeps_one() -> None:
    """Two losses of a side with one token are one more than it can lose."""
    shown, more = ("3H", "KH"), {"by_ranks": (True, False)}
    state = middle(battle(leader("caring")), "edges", ("2C 3C KS AS", ""), shown, noted=(1, 0), **more)
    assert "use" == reply("greedy", state, "savage.edges.caring")
    at = Position.at(SAVAGE, state).answer("use")
    discarded = decide("greedy", at.state, at.asked(), Fixed(0))
    assert isinstance(discarded, tuple)
    assert len(discarded) == 3
    assert {"2C", "3C"} <= {*discarded}

    lost = middle(
        battle(leader("caring")), "edges", ("2C 3C KS", ""), shown, noted=(2, 0), tokens=(1, 10), **more
    )
    assert "pass" == reply("greedy", lost, "savage.edges.caring")


def test_greedy_gives_no_token_for_a_token_and_no_cards_for_a_card() -> None:
    """Neither promises anything this round."""
    leads = leader("calculating", "pushing")
    state = middle(
        battle(leads), "edges", ("2C 3C", "4D"), ("JS", "3D"), by_ranks=(False, True), by_suits=(False, True)
    )
    at = Position.at(SAVAGE, state)

    assert "pass" == decide("greedy", at.state, at.asked(), Fixed(0))
    assert "pass" == decide("greedy", at.state, at.answer("pass").asked(), Fixed(0))


# safe


def test_safe_sacrifices_where_that_betters_its_chance() -> None:
    """The last token of the enemy for one of many."""
    state = middle(
        battle(leader("calculating")),
        "edges",
        ("2C", "4D"),
        ("JH", "3H"),
        tokens=(10, 2),
        noted=(0, 1),
        by_ranks=(False, True),
    )
    assert "use" == reply("safe", state, "savage.edges.calculating")

    few = middle(
        battle(leader("calculating")),
        "edges",
        ("2C", "4D"),
        ("JH", "3H"),
        tokens=(1, 9),
        noted=(0, 1),
        by_ranks=(False, True),
    )
    assert "pass" == reply("safe", few, "savage.edges.calculating")


def test_the_robot_lays_by_the_weights_of_the_advice() -> None:
    """Each thousandth of the weights is one pick of the source."""
    state = middle(battle(), "lay", ("2C 9S KD 5H", "AC 3H 7D"), noted=(1, 0))
    advised = advice(state, ASH)
    assert advised is not None

    laid = Counter(
        decide("safe", state, asked(state, "savage.lay.card"), Fixed(pick)) for pick in range(0, PARTS, 20)
    )

    options: Any = advised["options"]
    for option in options:
        assert abs(laid[option["cards"][0]] - 50 * option["weight"]) <= 1


def test_advice_says_weights_and_what_they_guarantee() -> None:
    """The mixture guarantees no less than any card alone; nothing in it is a float."""
    state = middle(battle(), "lay", ("2C 9S KD 5H", "AC 3H 7D"), noted=(1, 0))

    found: Any = advice(state, ASH)

    assert canonical(found)
    assert ("safe", 200) == (found["policy"], found["hands"])
    assert sum(option["weight"] for option in found["options"]) == 1
    assert {("2C",), ("9S",), ("KD",), ("5H",)} == {option["cards"] for option in found["options"]}
    assert found["guarantee"] >= max(option["alone"] for option in found["options"]) - Fraction(1, 1000)
    assert 0 < found["worst"] <= found["guarantee"] < 1
    assert 0 < found["error"] < Fraction(1, 20)
    assert found == advice(SAVAGE.imagine(state, ASH, Picks("other")), ASH)
    assert found == advice(state, Seat("referee", "Ash"))


def test_advice_to_a_scout_is_two_cards() -> None:
    """One of them is played with the enemy's in sight, which is worth more."""
    state = middle(battle(), "lay", ("2C 9S KD 5H", "AC 3H 7D"), noted=(1, 0))
    scouts: Any = advice(state.with_round(0, scouts=True), ASH)
    usual: Any = advice(state, ASH)
    hunted: Any = advice(state.with_round(1, scouts=True), ASH)

    assert {2} == {len(option["cards"]) for option in scouts["options"]}
    assert scouts["guarantee"] > usual["guarantee"] > hunted["guarantee"]


def test_there_is_no_advice_where_there_is_nothing_to_lay() -> None:
    """To those who lay nothing, before it is time, and with an empty hand."""
    state = middle(battle(), "lay", ("2C 9S", ""))

    assert advice(state, BIRCH) is None
    assert advice(state, SPECTATOR) is None
    assert advice(state, REFEREE) is None
    assert advice(replace(state, phase="battle"), ASH) is None
    assert advice(state, ASH) is not None


@pytest.mark.slow
def test_safe_wins_against_random_and_does_not_lose_against_greedy() -> None:
    """From even forces; benchmarks/odds_savage_cards.py measures it over more battles."""
    enemies: tuple[tuple[Name, float], ...] = (("random", 3.0), ("greedy", -3.0))
    for enemy, least in enemies:
        found = report(battle(), sampled(battle(), ("safe", enemy), 1000, "even"), policy=None)
        win, lose = found.win
        assert (win - lose) / sqrt((win + lose) / 1000) > least
