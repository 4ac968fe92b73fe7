"""Tactics cards are laid, shown and compared."""

from __future__ import annotations

from itertools import product

import pytest

from tests.rulebooks.savage.armies import CALM, Course, battle, leader, middle
from voevoda.play.errors import Illegal, Stale
from voevoda.play.seats import SPECTATOR, commander
from voevoda.rulebooks.savage.tables import CARD_RANKS, SUITS


def laid(one: str, two: str, *replies: object, more: str = "") -> Course:
    """Both lay their only card; empty: they have none.  Jokers are named by the replies."""
    course = Course(middle(battle(more=more), "lay", (one, two)))
    return course.answer(*(card for card in (one, two) if card)).answer(*replies)


@pytest.mark.clause("S-7", "S-7.2")
@pytest.mark.parametrize(
    ("first", "second", "lost"),
    [
        ("spades", "spades", (1, 1)),
        ("spades", "clubs", (1, 0)),
        ("spades", "diamonds", (0, 1)),
        ("clubs", "spades", (0, 1)),
        ("clubs", "diamonds", (1, 0)),
        ("diamonds", "spades", (1, 0)),
        ("diamonds", "clubs", (0, 1)),
        ("diamonds", "diamonds", (0, 0)),
        ("hearts", "spades", (0, 0)),
        ("clubs", "hearts", (0, 0)),
        ("hearts", "hearts", (0, 0)),
    ],
)
def test_suits(first: str, second: str, lost: tuple[int, int]) -> None:
    """Attack, defence, manoeuvre; caution on either side switches them off."""
    assert lost == laid(f"4{first[0].upper()}", f"5{second[0].upper()}").noted()


@pytest.mark.clause("S-7.2")
def test_both_clubs_are_safe_from_every_loss() -> None:
    """Battle roll, ranks and extra tokens too."""
    state = middle(battle(), "lay", ("2C 3D", "AC 3S"), noted=(2, 3))
    course = Course(state).answer("2C", "AC").to("savage.cards.roll")

    assert (10, 10) == course.tokens()
    assert [{}] == course.told("savage.clash.both_clubs")


def by_rank(one: str, two: str) -> tuple[int, int]:
    """What S-7.3 says, in its own words."""
    high = ("J", "Q", "K", "A")
    if (one, two) == ("2", "A"):
        return 0, 1
    if (one, two) == ("A", "2"):
        return 1, 0
    if one in high and two not in high:
        return 0, 1
    if two in high and one not in high:
        return 1, 0
    return 0, 0


@pytest.mark.clause("S-7.3")
def test_ranks() -> None:
    """2–10 lose to jack–ace, but an ace to a two; hearts do not switch ranks off."""
    for one, two in product(CARD_RANKS, repeat=2):
        assert by_rank(one, two) == laid(f"{one}H", f"{two}D").noted(), (one, two)


@pytest.mark.clause("S-7.3")
def test_losses_by_suit_and_by_rank_add_up() -> None:
    """A low spade against a high club loses two."""
    course = laid("9S", "KC")

    assert (2, 0) == course.noted()
    assert [("Ash",), ("Ash",)] == [
        said["losers"] for key in ("savage.clash.suits", "savage.clash.ranks") for said in course.told(key)
    ]


@pytest.mark.clause("S-7.1")
def test_both_lay_at_the_same_time_and_may_think_again() -> None:
    """Until both have laid nothing is shown, and others see only that one has laid."""
    course = Course(middle(battle(), "lay", ("4S 5S", "6S 7S")))
    first, second = course.at.open
    one = course.at.answer("4S", first.place)
    again = one.answer("5S", first.place)

    for seat in (commander("Birch"), SPECTATOR):
        assert one.seen(seat).bytes() == again.seen(seat).bytes()
    assert ("commander:Birch",) == again.seen(commander("Birch")).waits
    both = again.answer("7S", second.place)
    assert [{"cards": ({"side": "Ash", "card": "5S"}, {"side": "Birch", "card": "7S"})}] == [
        dict(line.facts) for passed in both.passed for line in passed.lines if line.key == "savage.lay.shown"
    ]
    with pytest.raises(Stale):
        both.answer("4S", first.place)


@pytest.mark.clause("S-7.1")
def test_a_card_that_is_not_in_the_hand_is_refused_and_nothing_changes() -> None:
    """With what is in it, for his eyes only."""
    course = Course(middle(battle(), "lay", ("4S 5S", "6S 7S")))
    with pytest.raises(Illegal) as illegal:
        course.at.answer("6S")

    assert ("play.illegal.choice", ("4S", "5S")) == (illegal.value.key, illegal.value.facts["accepted"])


@pytest.mark.clause("S-7.1")
def test_an_order_for_another_seats_question_is_stale() -> None:
    """There is no such place."""
    course = Course(middle(battle(), "lay", ("4S 5S", "6S 7S")))
    wrong = course.at.open[0].place._replace(by=commander("Cedar"))

    with pytest.raises(Stale):
        course.at.answer("4S", wrong)


@pytest.mark.clause("S-7.1")
def test_a_side_without_a_card_plays_the_two_of_hearts() -> None:
    """Suits do nothing, a high rank beats it, an ace does not; its morale has −2 this round."""
    for card, lost in (("9S", (0, 0)), ("KS", (1, 0)), ("AS", (0, 1))):
        course = laid("", card)
        assert lost == course.noted()
        assert [{"side": "Ash"}] == course.told("savage.lay.empty")

    course = laid("", "KS").to("savage.morale.roll")
    assert (-1, -2) == (course.question.about["lost"], course.question.about["empty"])


@pytest.mark.clause("S-7.1")
def test_two_sides_without_a_card() -> None:
    """Both are cautious and low: nothing happens."""
    course = Course(middle(battle(), "lay"))

    assert "savage.cards.roll" == course.to("savage.cards.roll").key
    assert (10, 10) == course.tokens()


@pytest.mark.clause("S-7.3")
@pytest.mark.parametrize(("option", "lost"), [("on", (0, 1)), ("off", (1, 0))])
def test_empty_hand_reversal(option: str, lost: tuple[int, int]) -> None:
    """Whether a two that nobody holds beats an ace; a two from the hand does in any case."""
    more = f"readings: {{empty_hand_reversal: '{option}'}}"
    course = laid("", "AS", more=more)

    assert lost == course.noted()
    said = [*course.told("savage.clash.ranks"), *course.told("savage.clash.reversal")]
    assert [("empty_hand_reversal", option)] == [(each["reading"], each["option"]) for each in said]
    held = laid("2D", "AH", more=more)
    assert (0, 1) == held.noted()
    assert "reading" not in held.told("savage.clash.reversal")[0]


@pytest.mark.clause("S-7.4")
def test_a_joker_is_named_by_its_owner_after_both_are_shown() -> None:
    """Any suit and any rank."""
    course = laid("J1", "9D")
    assert ["savage.joker.suit", "savage.joker.rank"] == [asked.place.key for asked in course.at.open]
    assert {commander("Ash")} == {asked.question.by for asked in course.at.open}
    assert (SUITS, CARD_RANKS) == tuple(asked.question.prompt()["options"] for asked in course.at.open)

    assert (0, 2) == course.answer("spades", "K").noted()
    assert (1, 1) == laid("J2", "AC", "spades", "2").noted()


@pytest.mark.clause("S-7.4")
def test_two_jokers_do_nothing() -> None:
    """And nobody is asked to name them."""
    course = laid("J1", "J2")

    assert (0, 0) == course.noted()
    assert [{}] == course.told("savage.clash.two_jokers")


@pytest.mark.clause("S-7.4", "S-7.5")
def test_after_a_round_with_a_joker_the_discards_are_shuffled_in() -> None:
    """Face up and face down, the joker among them, without the hands."""
    state = middle(battle(), "lay", ("J1 4H", "9H 5H")).with_cards(1, buried=("7C", "8C"))
    course = Course(state).answer("J1", "9H")
    assert ("9H", "J1") == course.state.discards[0]
    course.answer("hearts", "9").to("savage.cards.roll")

    assert [{"n": 52}] == course.told("savage.cards.shuffled")
    assert ["S-7.4"] == [line.cite for line in course.lines if line.key == "savage.cards.shuffled"]
    assert (((),), (), ("4H",)) == (
        course.state.discards,
        course.state.forces[1].cards.buried,
        course.state.forces[0].cards.hand,
    )


@pytest.mark.clause("S-7.5")
def test_without_a_joker_the_cards_played_stay_in_the_discard() -> None:
    """Before the edges are used."""
    course = laid("9D", "8D")

    assert ("8D", "9D") == course.steps[0].discards[0]
    assert ("8D", "9D") == course.to("savage.cards.roll").state.discards[0]


@pytest.mark.clause("S-1.3", "S-7.4")
def test_decks() -> None:
    """Each commander has his own 54; only the joker's owner's are shuffled."""
    state = middle(battle(more="readings: {decks: own}"), "lay", ("J1 4H", "9H J1"))
    assert (52, 52) == (len(state.deck(0)), len(state.deck(1)))
    assert "J1" not in state.deck(0)
    assert "9H" in state.deck(0)
    course = Course(state).answer("J1", "9H", "hearts", "9").to("savage.cards.roll")

    assert [{"side": "Ash", "n": 53}] == course.told("savage.cards.shuffled")
    assert ((), ("9H",)) == course.state.discards


def scouting(hands: tuple[str, str], scouts: tuple[bool, bool] = (True, False)) -> Course:
    """Cards are laid when someone scouts."""
    return Course(middle(battle(leader("caring")), "lay", hands, scouts=scouts))


@pytest.mark.clause("S-5", "S-7.1")
def test_who_scouts_lays_two_and_plays_one_with_the_enemys_before_him() -> None:
    """The other goes back unshown; what he laid is seen by nobody else."""
    course = scouting(("4S 5S 6S", "7D 8D"))
    assert ["savage.lay.two", "savage.lay.card"] == [asked.place.key for asked in course.at.open]
    course.answer(["4S", "6S"], "7D")

    assert "scout" == course.state.phase
    assert [{"cards": ({"side": "Birch", "card": "7D"},)}] == course.told("savage.lay.shown")
    assert (("4S", "6S"), ("7D",)) == tuple(force.cards.laid for force in course.state.forces)
    birch = course.at.seen(commander("Birch"), course.lines).bytes().decode()
    assert not any(f'"{card}"' in birch for card in ("4S", "5S", "6S"))
    assert ("4S", "6S") == course.question.prompt()["options"]
    course.answer("6S")
    assert {"cards": ({"side": "Ash", "card": "6S"},)} == course.told("savage.lay.shown")[1]
    after = course.steps[1]
    assert (("4S", "5S"), ("8D",)) == tuple(force.cards.hand for force in after.forces)
    assert (("7D", "6S"),) == after.discards
    assert (0, 1) == course.noted()


@pytest.mark.clause("S-7.1")
def test_with_one_card_there_is_nothing_to_choose_from() -> None:
    """The scout helps no one then."""
    course = scouting(("4S", "7D 8D"))

    assert [{"side": "Ash"}] == course.told("savage.lay.one_card")
    assert "savage.lay.card" == course.key


@pytest.mark.clause("S-7.1")
def test_who_scouts_against_an_empty_hand_still_chooses() -> None:
    """Nothing is shown first, for there is nothing."""
    course = scouting(("4S KS", "")).answer(["4S", "KS"])

    assert ("scout", "savage.scout.card") == (course.state.phase, course.key)
    assert (0, 1) == course.answer("KS").noted()


@pytest.mark.clause("S-7.1", "S-7.4")
def test_jokers_are_named_when_the_scouts_card_is_shown_too() -> None:
    """The enemy's joker is still anything while he chooses."""
    course = scouting(("4S KS", "J1 2H")).answer(["4S", "KS"], "J1")

    assert "savage.scout.card" == course.key
    assert ["savage.joker.suit", "savage.joker.rank"] == [
        asked.place.key for asked in course.answer("4S").at.open
    ]


@pytest.mark.clause("S-3.1")
def test_the_base_game_has_no_cards() -> None:
    """No hands, no new cards, nothing laid, no edges; the report says so."""
    edges = leader("caring", "calculating", "pushing", "perceptive", "resourceful")
    course = Course(battle(edges, edges, "cards: false\nmax_rounds: 3")).to("", CALM)

    assert {"savage.battle.roll", "savage.battle.losses", "savage.deal.no_cards", "savage.deal.tokens"} == {
        line.key for line in course.lines
    }
