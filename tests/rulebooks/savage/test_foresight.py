"""What options come to is told as far as the rules fix it, to who is asked alone, and it comes true."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.contract.plays import Dice, any_reply
from tests.rulebooks.savage.armies import Course, battle, hero, leader, middle
from tests.rulebooks.savage.test_secrets import CASE, SEATS, leak
from voevoda.i18n import LANGUAGES, Language, text
from voevoda.play.position import Position
from voevoda.play.questions import Choose, Note, Rule
from voevoda.play.seats import REFEREE, SPECTATOR, commander
from voevoda.rulebooks.savage.rules import Savage
from voevoda.rulebooks.savage.state import Battle
from voevoda.rulebooks.savage.tables import SUIT_LOSSES

EDGES = leader("calculating", "caring", "pushing")
STUBBORN = "undead: true\nfortified: true\nno_retreat: true"
EYE = hero("Osk", "notice: d12+8, riding: d12+8", ", rank: legendary")


def brings(course: Course) -> Mapping[str, Any]:
    """What the options of the question come to."""
    found = course.question.prompt().get("brings", {})
    assert isinstance(found, Mapping)
    return found


def told(brought: Mapping[str, Any], lang: Language = "en") -> list[tuple[str, str]]:
    """The reasons of an option, each with its clause."""
    return [(text(lang, each["key"], each["facts"]), each["cite"]) for each in brought.get("why", ())]


def scouted(
    laid: str, enemy: str, sides: tuple[str, str] = ("", ""), rest: str = "", **rounds: tuple[object, object]
) -> Course:
    """Ash has scouted and looks at the enemy's card: 8 tokens against 5, of which 1 and 2 are noted."""
    hands = (f"{laid} {rest}", f"{enemy} 2H 3H")
    brought: dict[str, Any] = {"scouts": (True, False), "noted": (1, 2), **rounds}
    state = middle(battle(*sides), "lay", hands, tokens=(8, 5), **brought)
    return Course(state).answer(laid.split(), enemy)


@pytest.mark.clause("S-7.1")
def test_who_scouts_is_told_what_each_card_comes_to_and_why() -> None:
    """By hand: attack catches manoeuvre, nine under jack; or manoeuvre gets round defence, queen and jack."""
    found = brings(scouted("9S QC", "JD"))

    assert {"9S": (6, 2), "QC": (6, 3)} == {card: each["result"] for card, each in found.items()}
    assert all(("tokens", ()) == (each["of"], each["open"]) for each in found.values())
    nine = [("attack catches manoeuvre: Birch −1", "S-7.2"), ("nine is under jack: Ash −1", "S-7.3")]
    queen = [("manoeuvre gets round defence: Ash −1", "S-7.2"), ("queen and jack: nobody", "S-7.3")]
    assert (nine, queen) == (told(found["9S"]), told(found["QC"]))


@pytest.mark.clause("S-7.2")
def test_defence_on_both_sides_is_foretold_to_undo_every_loss() -> None:
    """Also those that the battle rolls had noted."""
    found = brings(scouted("9C QH", "JC"))
    assert ((8, 5), "S-7.2") == (found["9C"]["result"], found["9C"]["why"][0]["cite"])
    assert (7, 3) == found["QH"]["result"]


@pytest.mark.clause("S-8")
def test_what_an_edge_or_a_rescue_may_still_change_is_named() -> None:
    """The edge of either side that can be paid for, and rescuers of who loses something."""
    sides, rest = (leader("caring"), leader("calculating")), "3D 4D 5D"
    found = brings(scouted("9S QC", "JD", sides, rest, rescues=(False, True)))
    assert ("edges", "rescue") == found["9S"]["open"]
    assert ("rescue",) == found["QC"]["open"]


@pytest.mark.clause("S-7.4")
def test_a_joker_that_is_still_to_be_named_is_not_foretold() -> None:
    """Neither one's own nor the enemy's; but two of them do nothing."""
    own = brings(scouted("9S J1", "JD"))
    assert "result" not in own["J1"]
    assert [("a joker is any card: Ash will name it", "S-7.4")] == told(own["J1"])
    assert (6, 2) == own["9S"]["result"]

    theirs = brings(scouted("9S J1", "J2"))
    assert "result" not in theirs["9S"]
    assert (7, 3) == theirs["J1"]["result"]


@pytest.mark.clause("S-7.1")
def test_what_a_card_comes_to_is_told_before_it_is_laid_only_against_an_empty_hand() -> None:
    """That the enemy has no card, everyone knows."""
    state = battle()
    empty = Course(middle(state, "lay", ("9S AS", "")))
    assert {"9S": (10, 10), "AS": (9, 10)} == {card: each["result"] for card, each in brings(empty).items()}
    assert "result" not in brings(Course(middle(state, "lay", ("9S AS", "JD"))))["9S"]


@pytest.mark.clause("S-7.2")
@pytest.mark.parametrize("scouts", [False, True])
def test_each_card_tells_what_its_suit_does_whatever_the_enemy_holds(scouts: bool) -> None:
    """What beats what as in the table of losses; of another hand of the enemy not a word is other."""
    names = {"spades": "attack", "clubs": "defence", "diamonds": "manoeuvre"}

    def laying(enemy: str) -> Course:
        hands = ("9S JC 4D 5H J1", enemy)
        return Course(middle(battle(), "lay", hands, scouts=(scouts, False)))

    found = brings(laying("JD 2C"))
    assert found == brings(laying("AS J2"))
    for card, suit in (("9S", "spades"), ("JC", "clubs"), ("4D", "diamonds")):
        ((words, cite),) = told(found[card])
        other = {lost: names[foe] for (mine, foe), lost in SUIT_LOSSES.items() if mine == suit != foe}
        assert words.startswith(f"{names[suit]} beats {other[0, 1]}, loses to {other[1, 0]}")
        assert "S-7.2" == cite
    assert [("caution: suits do nothing, ranks alone decide", "S-7.2")] == told(found["5H"])
    assert ["S-7.4"] == [cite for _, cite in told(found["J1"])]


@pytest.mark.clause("S-7.4")
def test_the_owner_of_a_joker_is_told_what_each_suit_and_rank_does() -> None:
    """Against the card that lies before everyone."""
    course = Course(middle(battle(), "clash", ("", ""), ("J1", "JD")))
    asked: list[Any] = [each.question.prompt()["brings"] for each in course.at.open]
    suits, ranks = ({key: told(each)[0][0] for key, each in part.items()} for part in asked)

    assert "attack catches manoeuvre: Birch −1" == suits["spades"]
    assert "caution: suits do nothing" == suits["hearts"]
    assert ("two is under jack: Ash −1", "king and jack: nobody") == (ranks["2"], ranks["K"])


@pytest.mark.clause("S-5")
def test_a_player_is_told_what_each_way_and_skill_may_bring() -> None:
    """The table of ways, and the die of each skill with all that is added."""
    course = Course(middle(battle(hero("Mila", "notice: d10", ", rank: seasoned")), "characters"))
    scouting = [
        ("success +1, raise +1 to your side's battle roll", "S-5"),
        ("two raises: your commander sees the enemy's card, then plays one of two", "S-5"),
        ("damage: on a failure 3d6, on a success 2d6", "S-5.1"),
    ]
    assert scouting == told(brings(course)["scout"])

    found = brings(course.answer("scout"))
    assert [("d10, +1", "S-5")] == told(found["notice"])
    assert [("d4−2, +1", "S-5")] == told(found["tracking"])


@pytest.mark.clause("S-3.1")
def test_without_cards_no_way_promises_what_hangs_on_them() -> None:
    """Two raises of sabotage and scouting give what a raise gives."""
    found = brings(Course(middle(battle(hero("Mila"), "", "cards: false"), "characters")))
    assert (2, 2, 3) == tuple(len(told(found[way])) for way in ("sabotage", "scout", "fight"))


@pytest.mark.clause("S-5.3")
def test_what_is_chosen_within_a_way_says_what_it_does() -> None:
    """Whose morale and how far it is moved by now, whose token, whose losses."""
    wit = hero("Mila", "taunt: d10, fighting: d10")
    rolls = {"savage.characters.way": "rally", "savage.characters.skill": "taunt"}
    state = middle(battle(wit), "characters", tokens=(8, 7), cheer=(4, 2))
    raised = Course(state).to("savage.characters.rally", {**rolls, "savage.characters.roll": [5, 2]})
    assert ["Ash: +4 to morale by characters", "Birch: +1 to morale by characters"] == [
        told(each)[0][0] for each in brings(raised).values()
    ]

    nerve = Course(state).to("savage.characters.nerve", {**rolls, "savage.characters.roll": [[10, 3], [2]]})
    assert "the 2 tokens lost before this round do not count either" == told(brings(nerve)["unbowed"])[0][0]
    assert "Birch must roll morale: −1 so far" == told(brings(nerve)["forced"])[0][0]


@pytest.mark.clause("S-8")
def test_who_may_use_an_edge_is_told_what_either_answer_comes_to() -> None:
    """Tokens of the caring and the calculating, cards of the pushing."""
    hands, shown = ("2H 3H 4H 5H", "6H 7H"), ("9S", "JD")
    nothing = middle(battle(EDGES), "edges", hands, shown, noted=(1, 1), by_ranks=(True, True))
    course = Course(nothing)
    assert [(9, 9), (10, 9)] == [each["result"] for each in brings(course).values()]
    assert ["edges", "edges"] == [each for part in brings(course).values() for each in part["open"]]

    _ = course.answer("pass")
    assert [(9, 9), (8, 8)] == [each["result"] for each in brings(course).values()]

    pushed = Course(middle(battle(EDGES), "edges", hands, shown, noted=(0, 1), by_suits=(False, True)))
    assert [("cards", (4, 2)), ("cards", (2, 1))] == [
        (each["of"], each["result"]) for each in brings(pushed).values()
    ]


def test_only_who_is_asked_is_told() -> None:
    """Not the enemy, not a spectator, nor a referee who plays the other side or none."""
    course = scouted("9S QC", "JD")
    told_to = [
        seat
        for seat in (*SEATS, REFEREE, SPECTATOR)
        if b"brings" in course.at.seen(seat, course.lines).bytes()
    ]
    assert [commander("Ash")] == told_to


def test_nothing_of_it_is_kept() -> None:
    """It is no part of the log, nor of what makes a reply good for its question."""
    course = scouted("9S QC", "JD")
    question: Any = course.question
    bare = replace(question, brings={})
    assert bare.shape() == course.question.shape()
    _ = course.answer("9S")
    assert not any("brings" in line.facts for line in course.lines)


STATES = (
    battle(f"{EDGES}\n{STUBBORN}\n{EYE}", f"{EDGES}\n{STUBBORN}"),
    battle(f"{EDGES}\n{STUBBORN}\ntokens: 30", f"{EDGES}\n{STUBBORN}\ntokens: 30", "readings: {decks: own}"),
)


def passed_on(at: Position[Battle], reply: str) -> tuple[int, ...]:
    """The tokens after the round where this is chosen, no edge is used and nobody is rescued."""
    at = at.answer(reply)
    while at.open and at.state.phase in {"lay", "scout", "clash", "edges", "losses"}:
        question = at.asked().question
        if question.key == "savage.losses.rescue":
            at = at.answer([1] * int(str(question.about["lost"])))
        elif isinstance(question, Choose):
            assert not question.key.startswith("savage.joker")
            at = at.answer("pass" if question.key.startswith("savage.edges") else question.among[0][0])
        else:
            assert question.key.endswith(".cards")
            at = at.answer(question.prompt()["options"][: question.prompt()["least"]])  # type: ignore[index]
    return tuple(force.tokens for force in at.state.forces)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), number=st.integers(0, len(STATES) - 1))
def test_what_is_foretold_comes_true(seed: int, number: int) -> None:
    """Of every option in a random play, by playing it with no edge used and nobody rescued."""
    at, dice = Position.at(CASE.book, STATES[number]), Dice(f"ahead {seed}")
    for _ in range(120):
        if not at.open:
            break
        question = at.asked().question
        found = question.prompt().get("brings", {})
        if len(at.open) == 1 and isinstance(found, Mapping):
            for reply, brought in found.items():
                assert isinstance(brought, Mapping)
                if brought.get("of") == "tokens":
                    assert brought["result"] == passed_on(at, reply), (question.key, reply)
        at = at.answer(any_reply(question, dice))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_is_a_sentence(lang: Language) -> None:
    """Of all that options of random plays come to."""
    words: set[str] = set()
    for number, state in enumerate(STATES):
        for seed in range(30):
            at, dice = Position.at(CASE.book, state), Dice(f"words {number} {seed}")
            for _ in range(60):
                if not at.open:
                    break
                for asked in at.open:
                    found: Any = asked.question.prompt().get("brings", {})
                    words |= {reason for each in found.values() for reason, _ in told(each, lang)}
                at = at.answer(any_reply(at.asked().question, dice))

    assert len(words) > 20
    assert [] == [each for each in words if any(mark in each for mark in ("savage.", "{", "None", "clubs-"))]


class Telling(Savage):
    """A book that tells what a card comes to against the card that the enemy really holds."""

    def step(self, battle: Battle, /) -> Rule[Battle]:
        """Add to the question which card is laid what only the other commander knows."""
        rule, answer = super().step(battle), None
        try:
            while True:
                said: Any = rule.send(answer)
                if not isinstance(said, Note):
                    said = tuple(self._telling(battle, question) for question in said)
                answer = yield said
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]

    @staticmethod
    def _telling(battle: Battle, question: Any) -> Any:
        if question.key != "savage.lay.card":
            return question
        enemy = 1 if question.by == commander("Ash") else 0
        hand = battle.forces[enemy].cards.hand
        return replace(question, brings={question.among[0][0]: {"why": hand}})


def test_a_result_against_a_hidden_card_would_be_found() -> None:
    """The keyhole looks at what options come to."""
    case = replace(CASE, book=Telling())
    found = [leak(case, STATES[0], commander("Ash"), seed) for seed in range(10)]
    assert "bytes" in {each.what for each in found if each is not None}
