"""The deck, starting hands, new cards, and the two edges that stand in for them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rulebooks.savage.armies import Course, battle, leader, middle
from voevoda.play.errors import Illegal
from voevoda.play.questions import Draw
from voevoda.play.seats import REFEREE, SPECTATOR, commander
from voevoda.rulebooks.savage.state import Battle, Phase, Word
from voevoda.rulebooks.savage.tables import PACK, in_pack_order

SPADES = " ".join(card for card in PACK if card.endswith("S"))
RED = " ".join(card for card in PACK if card[-1] in "DH")


def dealt(course: Course) -> tuple[int, ...]:
    """How many cards both hands have."""
    return tuple(len(force.cards.hand) for force in course.state.forces)


@pytest.mark.clause("S-1.3")
def test_the_deck_has_54_cards_with_two_jokers() -> None:
    """Thirteen of each suit; what is drawn is what is nowhere else."""
    state = middle(battle(), "battle", ("2C J1", "AS"))

    assert 54 == len(set(PACK))
    assert ("2C", "10H", "AS", "J1", "J2") == in_pack_order(["J2", "AS", "10H", "2C", "J1"])
    assert state.deck(0) == state.deck(1) == tuple(card for card in PACK if card not in {"2C", "J1", "AS"})


@pytest.mark.clause("S-2.2")
@pytest.mark.parametrize(("tokens", "cards"), [(10, 3), (7, 2), (2, 1), (1, 1), (30, 10)])
def test_a_starting_hand_has_a_card_for_each_three_tokens(tokens: int, cards: int) -> None:
    """Rounded down, at least one."""
    course = Course(battle(f"tokens: {tokens}")).till("battle")

    assert (cards, 3) == dealt(course)
    assert {"side": "Ash", "n": cards, "tokens": tokens} in course.told("savage.deal.hand")
    assert {"side": "Ash", "n": cards, "deck": 54 - cards} in course.told("savage.cards.drawn")


@pytest.mark.clause("S-1.3")
def test_a_draw_is_asked_for_and_only_its_commander_sees_it() -> None:
    """The prompt says how many there are and not which; others read that he drew."""
    course = Course(battle())
    question = course.question
    assert isinstance(question, Draw)

    assert {"count": 3, "of": 54} == question.prompt()
    course.answer(["AS", "2C", "J1"])
    for seat, seen in (
        (commander("Ash"), True),
        (REFEREE, True),
        (commander("Birch"), False),
        (SPECTATOR, False),
    ):
        log = course.at.seen(seat, course.lines).log
        assert seen == any(line.key == "savage.deal.draw" for line in log)
        assert any(line.key == "savage.cards.drawn" for line in log)


def short_of(deck: str, hands: tuple[str, str], buried: str) -> Battle:
    """New cards with these cards left to draw; what is neither in a hand nor buried lies face up."""
    state = middle(battle(), "cards", hands)
    placed = {*deck.split(), *hands[0].split(), *hands[1].split(), *buried.split()}
    state = replace(state, discards=(tuple(card for card in PACK if card not in placed),))
    return state.with_cards(1, buried=in_pack_order(buried.split()))


@pytest.mark.clause("S-1.3")
def test_when_the_deck_runs_out_the_discards_are_shuffled_in() -> None:
    """First what is left, then the rest of a deck of all discards, face down ones too; hands stay."""
    course = Course(short_of("2C 3C", ("KH", "QH"), "AS")).answer([8, 4, 2], [2, 2])

    assert (2, 2) == (course.question.prompt()["count"], course.question.prompt()["of"])
    course.answer(["2C", "3C"])
    assert [{"n": 50}] == course.told("savage.cards.shuffled")
    assert (1, 50) == (course.question.prompt()["count"], course.question.prompt()["of"])
    course.answer(["AS"])
    assert ("2C", "3C", "KH", "AS") == course.state.forces[0].cards.hand
    assert () == course.state.forces[1].cards.buried
    assert ((),) == course.state.discards


@pytest.mark.clause("S-1.3")
def test_with_nothing_left_in_either_no_card_is_drawn() -> None:
    """All 54 in hands: there is no limit to a hand."""
    whole = " ".join(PACK[:40]), " ".join(PACK[40:])
    course = Course(middle(battle(), "cards", whole)).answer([5, 2], [2, 2])

    assert [{"side": "Ash", "n": 1}] == course.told("savage.cards.none")
    assert [] == course.told("savage.cards.shuffled")
    assert (40, 14) == dealt(course)


@pytest.mark.clause("S-4", "S-4.1")
@pytest.mark.parametrize(
    ("faces", "cards"), [([3, 2], 0), ([4, 2], 1), ([7, 2], 1), ([8, 1, 2], 2), ([8, 7, 2], 3), ([1, 1], 0)]
)
def test_a_card_for_a_success_and_for_each_raise(faces: list[int], cards: int) -> None:
    """A plain roll: neither tokens nor support nor plan are added."""
    state = middle(battle("support: heavy\nplan: 4", "tokens: 3"), "cards", ("KH", "QH"))
    course = Course(state).answer(faces, [2, 2])

    assert 0 == course.questions[0].prompt()["plus"]
    assert {"side": "Ash", "n": cards} in [
        {name: said[name] for name in ("side", "n")} for said in course.told("savage.cards.earned")
    ]
    assert (1 + cards, 1) == dealt(course.till("battle"))


@pytest.mark.clause("S-4.3")
def test_both_roll_and_both_say_before_anyone_draws() -> None:
    """One card after the other, at the same time; then the first side's draws, then the other's."""
    edges = leader("perceptive", "resourceful")
    state = middle(battle(edges, edges), "cards", ("KH QH JH", "2C 3C 4C 5C"))
    course = Course(state).answer([4, 4], [8 + 1, 6, 6, 1])
    assert ["Ash", "Birch"] == [asked.question.by.name for asked in course.at.open]

    course.answer("exchange", "draw")
    assert [{"side": "Birch", "nth": 2, "earned": 3}] == [
        dict(asked.question.about) for asked in course.at.open
    ]
    course.answer("ask", "exchange")
    assert ("savage.cards.exchange", "Ash") == (course.key, course.question.by.name)
    course.answer(["KH", "QH", "JH"])
    assert ("savage.cards.draw", "Ash", 2) == (
        course.key,
        course.question.by.name,
        course.question.prompt()["count"],
    )
    course.answer(["AS", "KS"])
    assert ("savage.cards.draw", "Birch", 1) == (
        course.key,
        course.question.by.name,
        course.question.prompt()["count"],
    )
    course.answer(["2H"]).answer(["2C", "3C", "4C"]).answer(["3H", "4H"])
    assert ("savage.perceptive.what", "Birch") == (course.key, course.question.by.name)
    assert (2, 4) == dealt(course)


@pytest.mark.clause("S-4.3")
def test_none_earned_none_used() -> None:
    """Who fails is asked nothing."""
    state = middle(battle(leader("perceptive"), leader("perceptive")), "cards", ("KH", "2C"))
    course = Course(state).answer([2, 2], [2, 2])

    assert "savage.battle.roll" == course.key
    assert [] == course.told("savage.cards.use")


@pytest.mark.clause("S-4.2")
@pytest.mark.parametrize(
    ("hand", "offered"),
    [("KH QH", ("draw",)), ("KH QH JH", ("draw", "exchange")), ("", ("draw",))],
)
def test_an_exchange_is_offered_to_who_has_three_cards(hand: str, offered: tuple[str, ...]) -> None:
    """The number of cards decides, which everyone knows; with nothing to choose there is no question."""
    state = middle(battle(leader("resourceful")), "cards", (hand, "2C"))
    course = Course(state).answer([5, 2], [2, 2])

    if len(offered) == 1:
        assert "savage.cards.draw" == course.key
    else:
        assert offered == course.question.prompt()["options"]


@pytest.mark.clause("S-4.2")
def test_each_exchange_takes_a_card_away() -> None:
    """With four cards two exchanges can be said, with three one."""
    for hand, said in (("KH QH JH 10H", 2), ("KH QH JH", 1)):
        state = middle(battle(leader("resourceful")), "cards", (hand, "2C"))
        course = Course(state).answer([10, 2, 5], [2, 2])
        while course.key == "savage.cards.use":
            course.answer("exchange")

        assert said == len(course.told("savage.cards.use"))
        assert "savage.cards.draw" == course.key


@pytest.mark.clause("S-4.2")
def test_cards_exchanged_lie_face_down() -> None:
    """Everyone sees three go and two come; the enemy sees none of them."""
    state = middle(battle(leader("resourceful")), "cards", ("KH QH JH", "2C"))
    course = Course(state).answer([5, 2], [2, 2]).answer("exchange").answer(["KH", "QH", "JH"])
    birch = course.at.seen(commander("Birch"), course.lines)

    assert [{"side": "Ash", "n": 3, "drawn": 2}] == course.told("savage.cards.exchanged")
    assert not any(card in birch.bytes().decode() for card in ('"KH"', '"QH"', '"JH"'))
    course.answer(["2S", "3S"])
    assert ("JH", "QH", "KH") == course.state.forces[0].cards.buried
    assert ((),) == course.state.discards


def asked(hand: str, *replies: object) -> Course:
    """A question of Ash's about this hand of Birch's."""
    state = middle(battle(leader("perceptive")), "questions", ("KH", hand), asks=(1, 0))
    return Course(state).answer(*replies)


@pytest.mark.clause("S-4.2")
@pytest.mark.parametrize(
    ("hand", "replies", "named", "held"),
    [
        ("2S 3H", ("spades", []), ("spades",), True),
        ("2S 3H", ("clubs", []), ("clubs",), False),
        ("2S 3H", ("ranks", ["K", "3", "10"]), ("3", "10", "K"), True),
        ("2S 3H", ("ranks", ["A"]), ("A",), False),
        ("J1 J2", ("spades", []), ("spades",), False),
        ("J1 J2", ("ranks", ["J"]), ("J",), False),
        ("", ("hearts", []), ("hearts",), False),
    ],
)
def test_the_perceptive_names_a_suit_or_ranks_and_hears_yes_or_no(
    hand: str, replies: tuple[object, ...], named: tuple[str, ...], held: bool
) -> None:
    """Jokers count for none."""
    course = asked(hand, *replies)

    assert [{"side": "Ash", "enemy": "Birch", "named": named, "held": held}] == course.told(
        "savage.perceptive.answer"
    )
    assert (Word(named, held),) == course.state.forces[0].cards.told


@pytest.mark.clause("S-4.2")
def test_question_and_answer_are_his_alone() -> None:
    """The enemy's bytes are the same whatever is asked and answered."""
    seen = {
        asked(hand, *replies).at.seen(commander("Birch"), ()).bytes().replace(hand.encode(), b"HAND")
        for hand, replies in (("2S", ("spades", [])), ("2S", ("ranks", ["K", "Q"])))
    }

    assert 1 == len(seen)
    assert [] == [
        line
        for line in asked("2S", "spades", []).at.seen(SPECTATOR, asked("2S", "spades", []).lines).log
        if line.key.startswith("savage.perceptive")
    ]


@pytest.mark.clause("S-4.2")
def test_up_to_three_ranks() -> None:
    """Four are refused, and so is none."""
    for reply in (["2", "3", "4", "5"], [], ["2", "2"], ["spades"]):
        with pytest.raises(Illegal):
            asked("2S", "ranks", reply)


@pytest.mark.clause("S-4.2")
def test_a_step_ends_with_each_answer() -> None:
    """So that the next question, and what is imagined, knows of it."""
    state = middle(battle(leader("perceptive")), "questions", ("KH", "2S"), asks=(2, 0))
    course = Course(state).answer("spades", [])

    now = course.state
    assert "questions" == now.phase
    assert (Word(("spades",), held=True),) == now.forces[0].cards.told
    later = course.answer("ranks", ["2"]).state
    assert "battle" == later.phase
    assert (Word(("2",), held=True), Word(("spades",), held=True)) == later.forces[0].cards.told


def knowing(state: Battle) -> Battle:
    """Ash knows that Birch holds a spade, and no 2, 3 or 4."""
    return state.with_cards(0, told=(Word(("2", "3", "4"), held=False), Word(("spades",), held=True)))


NEW_AND_LAY: tuple[Phase, Phase] = ("cards", "lay")


def words(course: Course) -> list[bool]:
    """What Ash is still sure of: what the enemy lacks is False, what he holds True."""
    return [word.held for word in course.steps[-1].forces[0].cards.told]


@pytest.mark.clause("S-4.2")
def test_what_he_was_told_is_kept_as_long_as_it_is_sure() -> None:
    """A card drawn may be what was lacking; a spade shown, or a card gone unseen, may have been the one."""
    first = battle(leader("perceptive", "pushing"), leader("resourceful"))
    hands = "5C 6C 7C", "KH AS QD"
    cards, lay = (knowing(middle(first, phase, hands)) for phase in NEW_AND_LAY)
    edges = knowing(middle(first, "edges", hands, ("9S", "9D"), by_suits=(False, True)))

    assert [True] == words(Course(cards).answer([2, 2], [5, 2]).answer("draw", ["2H"]))
    exchanged = Course(cards).answer([2, 2], [5, 2]).answer("exchange", ["AS", "KH", "QD"], ["2H", "3H"])
    assert [] == words(exchanged)
    assert [False] == words(Course(lay).answer("5C", "AS"))
    assert [False, True] == words(Course(lay).answer("5C", "KH"))
    assert [False] == words(Course(edges).answer("use", ["5C", "6C"], ["QD"]))


@pytest.mark.clause("S-7.4")
def test_a_joker_shown_leaves_what_he_was_told() -> None:
    """It counts for no suit, so it was not the spade."""
    state = middle(battle(leader("perceptive")), "lay", ("5C", "AS J1")).with_cards(
        0, told=(Word(("spades",), held=True),)
    )

    assert [True] == words(Course(state).answer("5C", "J1"))
