"""Where answers come from: seeds, minds, policies, scripts."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from typing import Any

import pytest

from tests.contract.plays import AnyMinds, Dice, any_reply
from tests.contract.toy import Camp, Toy, ToyBook, evenly, rank, small, usual
from voevoda.play.drive import Mind, SeededSource, fold, law_of_step, play_out, scripted, simulate
from voevoda.play.errors import RuleError
from voevoda.play.law import Law
from voevoda.play.position import Asked, Place, Position
from voevoda.play.questions import Choose, Question, Rule, ask
from voevoda.play.seats import EVERYONE, REFEREE, TABLE, commander

BOOK = ToyBook()
ASH, BIRCH = commander("Ash"), commander("Birch")
HERE = Place(3, "x.roll", TABLE, 0)


def test_a_seed_throws_the_same_at_the_same_place_for_ever() -> None:
    """These figures may never change: old journals are verified by them."""
    source = SeededSource("Azov", HERE)

    assert [1, 2, 2, 6, 1, 6] == [source.below(6) + 1 for _ in range(6)]
    assert [53, 87, 59] == [SeededSource("Azov", HERE._replace(nth=nth)).below(100) + 1 for nth in range(3)]


def test_anyone_can_throw_the_dice_of_a_seed_himself() -> None:
    """SHA-256 of seed, step, key, seat, number and count, a line each: the first 64 bits, by the sides."""
    source = SeededSource("Azov", HERE._replace(by=ASH))

    for count in range(20):
        text = f"Azov\n3\nx.roll\ncommander:Ash\n0\n{count}"
        assert int(sha256(text.encode()).hexdigest()[:16], 16) % 6 == source.below(6)


@pytest.mark.parametrize(
    "place",
    [
        HERE._replace(step=4),
        HERE._replace(key="x.other"),
        HERE._replace(by=ASH),
        HERE._replace(nth=1),
    ],
)
def test_every_part_of_a_place_is_its_own_dice(place: Place) -> None:
    """Another step, key, seat or number: other dice."""
    one, two = SeededSource("seed", HERE), SeededSource("seed", place)

    assert [one.below(100) for _ in range(8)] != [two.below(100) for _ in range(8)]


@pytest.mark.parametrize("bound", [1, 2, 6, 10, 100, 2**64 - 1, 2**64, 2**64 + 1, 10**30])
def test_picks_stay_below_their_bound_and_reach_both_halves(bound: int) -> None:
    """Also where the bound is larger than a block of the hash."""
    source = SeededSource("wide", HERE)
    picks = [source.below(bound) for _ in range(64)]

    assert all(0 <= pick < bound for pick in picks)
    if bound > 1:
        assert min(picks) < bound / 2 <= max(picks)


def test_faces_from_seeds_are_even() -> None:
    """6,000 dice of as many places: each face within 5 σ of 1,000."""
    faces = [SeededSource("even", HERE._replace(step=step)).below(6) for step in range(6000)]

    assert all(abs(faces.count(face) - 1000) < 5 * 29 for face in range(6))


def never_asked(mind: Mind, keys: Container[str]) -> Mind:
    """A mind that passes by itself where its seat has said «never ask me this»."""
    return lambda asked, look: "pass" if asked.place.key in keys else mind(asked, look)


def test_a_window_is_passed_for_who_said_never_ask_me_this() -> None:
    """The answer is an ordinary one, in the same place: nothing tells it from a pass by hand."""
    dice = Dice("choices")

    def first(asked: Asked, _: object) -> str:
        options = asked.question.prompt()["options"]
        assert isinstance(options, tuple)
        return str(options[0])

    def seldom(asked: Asked, _: object) -> Any:
        return any_reply(asked.question, dice)

    windows = {"toy.spy", "toy.save"}
    by_hand = {ASH: first, BIRCH: first, REFEREE: first}
    by_rule = {**by_hand, ASH: never_asked(first, windows)}
    stubborn = {seat: never_asked(seldom, windows) for seat in by_hand}

    start = Position.at(BOOK, usual())
    assert play_out(start, "seed", by_hand) == play_out(start, "seed", by_rule)
    end = play_out(start, "seed", {**stubborn, REFEREE: first})
    assert () == end.state.camps[0].buried == end.state.camps[1].buried


def test_a_choice_without_a_mind_is_a_bug() -> None:
    """It says whose it is."""
    with pytest.raises(RuleError, match=r"toy\.lay.*commander:Ash"):
        play_out(Position.at(BOOK, small()), "seed", {})
    with pytest.raises(RuleError, match="no policy"):
        law_of_step(BOOK, replace(small(), phase="lay", camps=hands()))


def hands() -> tuple[Camp, Camp]:
    """Camps of the small game with a card each."""
    return Camp("Ash", 2, hand=("a1",)), Camp("Birch", 1, hand=("a2",))


def boldly(toy: Toy, question: Question[Any]) -> Law[Any]:
    """A mixed policy that depends on the state: two times in three what it likes best, else evenly."""
    assert isinstance(question, Choose)
    answers = [answer for _, answer in question.among]
    if question.key == "toy.save" and toy.struck == (1, 0):
        return Law.sure(answers[0])
    return Law.of([(answers[-1], 2), *((answer, 1) for answer in answers)])


def test_a_mixed_policy_is_one_law_in_the_fold_and_in_simulation() -> None:
    """Minds that draw from the policy, 2,000 battles: within 5 σ of the exact chance of each end."""
    dice = Dice("mixed")
    law = fold(BOOK, small(), boldly)
    names = ("Ash", "Birch", None)
    exact = dict.fromkeys(names, Fraction())
    for toy, chance in law:
        exact[winner(toy)] += chance

    won: dict[str | None, int] = dict.fromkeys(names, 0)
    for _ in range(2000):
        won[winner(simulate(BOOK, small(), dice, _Policed(dice)))] += 1

    assert 1 == sum(exact.values())
    assert exact["Ash"] != fold(BOOK, small(), evenly).chance(lambda toy: winner(toy) == "Ash")
    for name in names:
        assert abs(won[name] - 2000 * exact[name]) <= 5 * Fraction(23)


def winner(toy: Toy) -> str | None:
    """Who has won."""
    outcome = BOOK.finished(toy)
    assert outcome is not None
    return outcome.winner


class _Policed(AnyMinds):
    """Minds that draw from ``boldly``, looking at what is public of the state."""

    def __getitem__(self, seat: Any) -> Mind:
        def mind(asked: Asked, look: Any) -> str:
            assert isinstance(asked.question, Choose)
            struck = look().view["struck"]
            answer = boldly(replace(small(), struck=struck), asked.question).sample(self._dice)
            return next(option for option, meaning in asked.question.among if meaning == answer)

        return mind


def test_a_mind_in_a_simulation_is_asked_at_the_place_of_the_play() -> None:
    """The how-manieth question of its key and seat, and what its seat sees then."""
    places: list[list[Place]] = [[], []]

    def noting(into: list[Place], dice: Dice) -> Mind:
        def mind(asked: Asked, look: Any) -> Any:
            into.append(asked.place)
            assert look().asks
            return any_reply(asked.question, dice)

        return mind

    one, two = Dice(0), Dice(0)
    end = simulate(BOOK, usual(), one, dict.fromkeys((ASH, BIRCH, REFEREE), noting(places[0], one)))
    at = Position.at(BOOK, usual())
    while at.open:
        asked = at.asked()
        if isinstance(asked.question, Choose):
            places[1].append(asked.place)
        at = at.answer(any_reply(asked.question, two))

    assert at.state == end
    assert places[1] == places[0]


class TwiceAsked(ToyBook):
    """A toy whose tie the referee decides, and decides again, after a word of each commander."""

    def step(self, toy: Toy, /) -> Rule[Toy]:
        """Ask the same three, twice."""
        for _ in range(2):
            for seat in (ASH, BIRCH, REFEREE):
                _ = yield from ask(
                    Choose(key="x.word", cite="X", by=seat, seen_by=EVERYONE, among=(("aye", 1), ("nay", 2)))
                )
        return replace(toy, rounds_left=0)


def test_a_question_asked_again_has_a_place_of_its_own() -> None:
    """Also in a simulation: the second of its key and seat."""
    places: list[Place] = []

    def aye(asked: Asked, _: object) -> str:
        places.append(asked.place)
        return "aye"

    minds = dict.fromkeys((ASH, BIRCH, REFEREE), aye)
    _ = simulate(TwiceAsked(), usual(), Dice(0), minds)
    _ = play_out(Position.at(TwiceAsked(), usual()), "seed", minds)

    assert [(seat, nth) for nth in (0, 1) for seat in (ASH, BIRCH, REFEREE)] == [
        (place.by, place.nth) for place in places[:6]
    ]
    assert places[:6] == places[6:]


def test_a_chain_of_maxima_has_a_finite_law() -> None:
    """The die may go on for ever, but the rungs end where the tents do."""
    game = replace(small(), phase="clash", camps=(Camp("Ash", 3), Camp("Birch", 3)), laid=("a2", "b1"))
    law = law_of_step(BOOK, game)

    struck = {toy.struck[1]: chance for toy, chance in law}
    assert {1: Fraction(1, 2), 2: Fraction(5, 16), 3: Fraction(3, 16)} == struck
    assert 0 == law.missing


def test_a_battle_that_may_wait_is_cut_and_says_so() -> None:
    """States that are not finished are among the values."""
    law = fold(BOOK, small(), evenly, steps=8)

    assert 1 == law.chance(lambda _: True)
    assert 0 < law.chance(lambda toy: BOOK.finished(toy) is None) < 1


TIE = (
    ("toy.lay", "Ash", "a1"),
    ("toy.lay", "Birch", "b1"),
    ("toy.tie", "both"),
    ("toy.strike", "Ash", [4, 2]),
    ("toy.strike", "Birch", [1]),
)


def test_a_script_is_a_printed_example() -> None:
    """Every question is compared by its key and, where given, its seat."""
    game = Toy("lay", (Camp("Ash", 3, hand=("a1",)), Camp("Birch", 3, hand=("b1",))))
    at = scripted(BOOK, game, *TIE, ("toy.weather", 3))

    assert (3 - 1, 3 - 3) == tuple(camp.tents for camp in at.state.camps)
    assert rank("a1") == 1


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ([*TIE[:2], ("toy.strike", "Ash", [1])], "asked now: toy.tie of referee"),
        ([("toy.lay", "Birch", "b1")], "asked so far:\n  nothing\nasked now: toy.lay of commander:Ash"),
        ([("toy.lay", "Ash", "b1")], "which refuses"),
        ([*TIE, ("toy.weather", 3), ("toy.draw", "a1")], "asked now: nothing: the battle is over"),
    ],
)
def test_a_script_that_is_not_played_says_what_was(script: list[tuple[Any, ...]], said: str) -> None:
    """What was asked so far, what came, and what the script expects."""
    game = Toy("lay", (Camp("Ash", 3, hand=("a1",)), Camp("Birch", 3, hand=("b1",))))
    with pytest.raises(AssertionError) as failure:
        scripted(BOOK, game, *script)

    assert said in str(failure.value)
    assert f"the script expects: {script[-1]}" in str(failure.value)
