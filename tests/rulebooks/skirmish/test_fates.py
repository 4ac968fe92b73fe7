"""Out of action (C-4), wounded (C-5), surrendered (C-6), and the task on defeat (C-9)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rulebooks.skirmish.fights import FIRM, GRIM, TRAPPED, Course, at_step, fight, man, play, side
from voevoda.play.questions import Ruled
from voevoda.rulebooks.skirmish.order import AT_ONCE
from voevoda.rulebooks.skirmish.state import Fighter

PASS, FAIL = [20, 1], [1, 20]

# C-4


def numbers(course: Course) -> tuple[Any, Any]:
    """What the fighter's die and the enemy's are added to."""
    _, asked = course.asks()
    return asked["own"], asked["enemy"]


@pytest.mark.clause("C-4")
def test_defence_against_the_enemys_mean_damage() -> None:
    """4, 4 and 9 in the modes they use make 17/3, exactly; the numbers decide nothing here."""
    birch = side(
        "Birch", man("Cub", count=2, damage=4), man("Bear", modes={"close": {"value": 6, "damage": 9}})
    )
    course = Course(
        at_step(fight(side("Ash", man("Ash", count=3, defence={"value": 5, "style": 2})), birch), "out")
    )

    assert (7, Fraction(17, 3)) == numbers(course)
    assert {"defence": 7, "style": 2, "damage": Fraction(17, 3)}.items() <= course.asks()[1].items()


@pytest.mark.clause("C-4")
def test_damage_is_that_of_the_mode_in_use() -> None:
    """A mode's own goes before the card's."""
    modes = {"long": {"value": 5, "priority": 1}, "dense": {"value": 5, "priority": 2, "damage": 2}}
    state = fight(
        side("Ash", man("Imp", modes={"dense": 5})), side("Birch", man("Bow", modes=modes, damage=8))
    )

    chosen_by_birch = play(state, 1, 10, 1, 10)
    chosen_by_ash = play(state, 10, 1, 10, 1)

    assert [8, 2] == [numbers(each)[1] for each in (chosen_by_birch, chosen_by_ash)]


@pytest.mark.clause("C-4")
def test_numbers_help_the_many() -> None:
    """Three against one: 2 on their Defence, and 2 on the damage that the one must withstand."""
    course = Course(at_step(fight(side("Ash", man("Ash", count=3))), "out"))

    assert ((7, 6), 2) == (numbers(course), course.asks()[1]["more"])
    assert ((5, 8), 2) == (numbers(course.answer(PASS, PASS, PASS)), course.asks()[1]["fewer"])


@pytest.mark.clause("C-4")
@pytest.mark.parametrize(("faces", "fate"), [([10, 8], "stands"), ([10, 9], "stands"), ([10, 10], "out")])
def test_only_lower_is_out(faces: list[int], fate: str) -> None:
    """5 + 10 against 6 + 9 is equal."""
    course = play(at_step(fight(), "out"), faces, *([7] if fate == "out" else []))

    assert fate == course.answer(PASS).fighters(0)[0].fate
    (test, *_) = course.told("skirmish.out.test")
    assert (15, 6 + faces[1]) == (test["total"], test["enemy_total"])
    assert ("failed" if fate == "out" else "passed") == test["result"]


@pytest.mark.clause("C-4")
def test_state_falls_to_the_die_below_nothing() -> None:
    """Whatever it was."""
    course = play(at_step(fight(), "out"), FAIL, 13, PASS)

    assert Fighter("out", -13) == course.fighters(0)[0]
    assert [-13] == [each["state"] for each in course.told("skirmish.out.state")]


@pytest.mark.clause("C-4")
def test_below_the_death_threshold_he_is_dead() -> None:
    """−15: with −16."""
    course = play(at_step(fight(), "out"), FAIL, 16, PASS)

    assert Fighter("dead", -16) == course.fighters(0)[0]
    assert [{"side": "Ash", "who": "Ash man", "state": -16, "threshold": -15}] == course.told("skirmish.dead")


@pytest.mark.clause("C-4")
@pytest.mark.parametrize(
    ("option", "fate", "key"),
    [("below", "out", "skirmish.dead.spared"), ("at_or_below", "dead", "skirmish.dead")],
)
def test_reading_death(option: str, fate: str, key: str) -> None:
    """At −15 exactly; elsewhere no line names the reading."""
    state = at_step(fight(death=option), "out")
    course = play(state, FAIL, 15, PASS)

    assert fate == course.fighters(0)[0].fate
    assert [("death", option)] == [(each["reading"], each["option"]) for each in course.told(key)]
    assert [] == [each for each in play(state, FAIL, 16, PASS).told("skirmish.dead") if "reading" in each]
    assert [] == play(state, FAIL, 14, PASS).told(key)


@pytest.mark.clause("C-4")
@pytest.mark.parametrize(("option", "dies"), [("below", False), ("at_or_below", True)])
def test_with_a_threshold_of_minus_20_death_is_a_matter_of_reading(option: str, dies: bool) -> None:
    """Nobody falls lower than the die can show."""
    course = play(
        at_step(fight(side("Ash", man("A", death_threshold=-20)), death=option), "out"), FAIL, 20, PASS
    )

    assert dies == (course.fighters(0)[0].fate == "dead")


@pytest.mark.clause("C-4")
@pytest.mark.parametrize(("option", "state"), [("fresh", -11), ("test", -3)])
def test_reading_state_roll(option: str, state: int) -> None:
    """A new die, or the own d20 of the failed test; then none is asked for."""
    course = play(
        at_step(fight(state_roll=option), "out"), [3, 20], *([11] if option == "fresh" else []), PASS
    )

    assert Fighter("out", state) == course.fighters(0)[0]
    assert [option] == [
        line.facts["option"] for line in course.lines if line.facts.get("reading") == "state_roll"
    ]


@pytest.mark.clause("C-4")
def test_a_ruled_failure_says_with_which_die_where_that_counts() -> None:
    """The referee rules an answer of the law: passed, or failed with a die; there is no face to tell."""
    state = at_step(fight(state_roll="test"), "out")
    answers = Course(state).at.asked().question.law().values  # type: ignore[attr-defined]
    course = play(state, Ruled(answers.index((True, 9)), "a fall"), PASS)

    assert Fighter("out", -9) == course.fighters(0)[0]
    (test, _) = course.told("skirmish.out.test")
    assert ("failed", "a fall", False) == (test["result"], test["reason"], "roll" in test)


@pytest.mark.clause("C-4")
def test_a_state_can_be_ruled() -> None:
    """−17 without a die."""
    state = at_step(fight(), "out")
    course = play(state, FAIL, Ruled(16, "trampled"), PASS)

    assert Fighter("dead", -17) == course.fighters(0)[0]
    assert [(-17, False)] == [(each["state"], "roll" in each) for each in course.told("skirmish.out.state")]


# C-5


@pytest.mark.clause("C-5")
def test_everybody_not_out_is_tested_again_by_the_same_numbers() -> None:
    """Winners too; who is out is not."""
    state = at_step(fight(side("Ash", man("A", count=2))), "out")
    course = play(state, FAIL, 5, PASS, PASS)

    assert "wounded" == course.state.phase
    assert ("skirmish.wound.test", "A 2", 6, 6) == (
        course.asks()[0],
        course.asks()[1]["who"],
        *numbers(course),
    )
    assert ("skirmish.wound.test", "Birch man", 5, 7) == (
        course.answer(PASS).asks()[0],
        course.asks()[1]["who"],
        *numbers(course),
    )


@pytest.mark.clause("C-5")
@pytest.mark.parametrize(
    ("was", "roll", "state"), [(20, 13, 13), (12, 13, 11), (1, 20, 0), (0, 4, -1), (12, 11, 11)]
)
def test_state_becomes_the_die_unless_it_was_lower(was: int, roll: int, state: int) -> None:
    """Then it falls by 1, below nothing too: nobody dies of it."""
    course = play(
        at_step(fight(side("Ash", man("A", state=was, death_threshold=0))), "wounded"), FAIL, roll, PASS
    )

    assert Fighter("stands", state, wounded=True) == course.fighters(0)[0]
    assert [(was, state, False)] == [
        (each["was"], each["state"], "equal" in each) for each in course.told("skirmish.wound.state")
    ]


@pytest.mark.clause("C-5")
def test_who_passes_keeps_his_state() -> None:
    """And is not wounded."""
    assert Fighter("stands", 20) == play(at_step(fight(), "wounded"), PASS, PASS).fighters(0)[0]


@pytest.mark.clause("C-5")
@pytest.mark.parametrize(("option", "state"), [("unchanged", 12), ("falls", 11)])
@pytest.mark.parametrize("die", ["fresh", "test"])
def test_reading_equal_wound(option: str, state: int, die: str) -> None:
    """12 on 12, by a new die or by the own d20 of the test; the line says that they are equal."""
    wolf = side("Ash", man("A", state=12))
    begun = at_step(fight(wolf, equal_wound=option, state_roll=die), "wounded")
    course = play(begun, [12, 20], *([12] if die == "fresh" else []), PASS)

    assert Fighter("stands", state, wounded=True) == course.fighters(0)[0]
    (told,) = course.told("skirmish.wound.state" if die == "fresh" else "skirmish.wound.kept")
    assert (True, 12, 12, state) == (told["equal"], told["roll"], told["was"], told["state"])


# C-6


def before_surrender(ash: dict[str, Any], birch: dict[str, Any] | None = None, **readings: str) -> Course:
    """Ash has lost, and nobody is out."""
    return Course(at_step(fight(ash, birch, **readings), "surrender", winner=1))


BAND = (man("Old", composure={"value": 6, "style": 2}), man("Young", count=2, composure=3))


@pytest.mark.clause("C-6")
def test_losers_test_against_the_mean_composure_of_their_own_side() -> None:
    """As printed: 8, 3 and 3 make 14/3; lower is captured, equal is not."""
    course = before_surrender(side("Ash", *BAND))

    assert ("skirmish.surrender.test", "Old", 8, Fraction(14, 3)) == (
        course.asks()[0],
        course.asks()[1]["who"],
        *numbers(course),
    )
    # 3 + 3 = 6 against 14/3 + 1; 3 + 2 = 5 against it.
    course = course.answer([1, 4], [3, 1], [2, 1])
    assert ["retreated", "retreated", "captured"] == [each.fate for each in course.fighters(0)]
    assert ["stands"] == [each.fate for each in course.fighters(1)]


@pytest.mark.clause("C-6")
def test_the_composure_of_a_leader_who_is_not_out_goes_before_the_mean() -> None:
    """He himself is tested like the others, against his own."""
    course = before_surrender(side("Ash", *BAND, leader="Young 1"))

    assert (8, 3, "Ash", "Young 1") == (*numbers(course), course.asks()[1]["of"], course.asks()[1]["leader"])
    assert (3, 3) == numbers(course.answer(PASS))


@pytest.mark.clause("C-6")
def test_a_leader_who_is_captured_is_not_out() -> None:
    """Those after him still measure themselves by him."""
    course = before_surrender(side("Ash", *BAND, leader="Old")).answer(FAIL)

    assert (3, 8) == numbers(course)


@pytest.mark.clause("C-6")
def test_a_captured_leader_is_measured_by_in_later_steps_too() -> None:
    """More fighters than one step of the rules takes."""
    ash = side("Ash", man("Old", composure=9), man("Young", count=AT_ONCE + 4), leader="Old")
    course = before_surrender(ash).answer(FAIL, *[PASS] * AT_ONCE)

    assert (1, "captured") == (course.at.number, course.fighters(0)[0].fate)
    assert ((5, 9), "Old") == (numbers(course), course.asks()[1]["leader"])


@pytest.mark.clause("C-6")
@pytest.mark.parametrize("state", [-3, -16])
def test_where_the_leader_is_out_the_mean_of_all_counts(state: int) -> None:
    """Of all at the start, the leader and other fallen among them; dead or not."""
    begun = at_step(fight(side("Ash", *BAND, leader="Old")), "out", winner=1)
    course = play(begun, FAIL, -state, PASS, PASS, PASS).answer(PASS, PASS, PASS)

    assert ("surrender", "Young 1") == (course.state.phase, course.asks()[1]["who"])
    assert ((3, Fraction(14, 3)), False) == (numbers(course), "leader" in course.asks()[1])


@pytest.mark.clause("C-6")
@pytest.mark.parametrize(
    ("option", "of", "enemy"), [("losers", "Ash", Fraction(14, 3)), ("winners", "Birch", 9)]
)
def test_reading_surrender_against(option: str, of: str, enemy: Fraction) -> None:
    """Whose Composure a losing fighter must beat; the winners' by their leader too."""
    birch = side("Birch", man("B", composure=9), man("C", composure=1), leader="B")
    course = before_surrender(side("Ash", *BAND), birch, surrender_against=option)
    _, asked = course.asks()

    assert (of, enemy) == (asked["of"], asked["enemy"])
    assert ("surrender_against", option) == (asked["reading"], asked["option"])


@pytest.mark.clause("C-6")
def test_reading_surrender_against_does_not_matter_where_both_are_as_high() -> None:
    """5 and 5."""
    assert "reading" not in before_surrender(side("Ash")).asks()[1]


# C-9


@pytest.mark.clause("C-9")
def test_who_would_not_retreat_is_captured_without_a_test_if_not_out() -> None:
    """After the test for wounds; the order of the file stays."""
    ash = side("Ash", man("Cornered", on_defeat=TRAPPED), man("Free"))
    course = play(at_step(fight(ash), "wounded", winner=1), FAIL, 9, PASS, PASS)

    assert ("skirmish.surrender.test", "Free") == (course.asks()[0], course.asks()[1]["who"])
    course = course.answer(PASS)
    assert [Fighter("captured", 9, wounded=True), Fighter("retreated", 20)] == list(course.fighters(0))
    assert [{"side": "Ash", "who": "Cornered"}] == course.told("skirmish.captured")
    assert ["C-9"] == [line.cite for line in course.lines if line.key == "skirmish.captured"]


@pytest.mark.clause("C-9")
@pytest.mark.parametrize("on_defeat", [TRAPPED, FIRM])
def test_who_has_one_way_left_on_defeat_is_tested_for_out_of_action(on_defeat: dict[str, bool]) -> None:
    """And may be out, whatever he would have done."""
    course = Course(at_step(fight(side("Ash", man("A", on_defeat=on_defeat))), "out", winner=1))

    assert ("skirmish.out.test", "A") == (course.asks()[0], course.asks()[1]["who"])
    course = course.answer(FAIL, 3, PASS).answer(PASS)
    assert [Fighter("out", -3)] == list(course.fighters(0))
    assert "over" == course.state.phase


@pytest.mark.clause("C-9")
def test_who_would_not_surrender_retreats_without_a_test_if_not_out() -> None:
    """Wounded first, if he is."""
    course = play(
        at_step(fight(side("Ash", man("Proud", on_defeat=FIRM))), "wounded", winner=1), FAIL, 9, PASS
    )

    assert [Fighter("retreated", 9, wounded=True)] == list(course.fighters(0))
    assert [] == course.told("skirmish.surrender.test")
    assert "over" == course.state.phase


@pytest.mark.clause("C-9")
def test_who_would_do_neither_is_out_without_any_test() -> None:
    """His State is rolled all the same, by a new die under either reading; no reading is named for it."""
    for option in ("fresh", "test"):
        begun = at_step(fight(side("Ash", man("Grim", on_defeat=GRIM)), state_roll=option), "out", winner=1)
        course = play(begun, 16, PASS, PASS)

        assert [Fighter("dead", -16)] == list(course.fighters(0))
        assert ["skirmish.out.untested", "skirmish.out.state", "skirmish.dead", "skirmish.out.test"] == (
            course.keys()[:4]
        )
        assert "reading" not in course.told("skirmish.out.state")[0]


@pytest.mark.clause("C-9")
def test_the_task_on_defeat_is_of_no_account_to_the_winners() -> None:
    """The grim are tested like anybody, and nobody of theirs surrenders."""
    ash = side("Ash", man("Grim", on_defeat=GRIM), man("Cornered", on_defeat=TRAPPED))
    course = play(at_step(fight(ash), "out", winner=0), PASS, PASS, PASS).answer(PASS, PASS, PASS)

    assert ("surrender", "Birch man") == (course.state.phase, course.asks()[1]["who"])
    assert ["stands", "stands"] == [each.fate for each in course.answer(PASS).fighters(0)]


@pytest.mark.clause("C-9")
def test_all_captured_without_a_test_need_no_answer() -> None:
    """The fight goes on by itself."""
    ash = side("Ash", man("Cornered", count=3, on_defeat=TRAPPED))
    course = play(at_step(fight(ash), "wounded", winner=1), *[PASS] * 4)

    assert ["captured"] * 3 == [each.fate for each in course.fighters(0)]
    assert "over" == course.state.phase
