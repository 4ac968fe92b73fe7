"""Who has the choice of modes, and in which each fights (C-2)."""

from __future__ import annotations

import pytest

from tests.rulebooks.skirmish.fights import Course, fight, man, play, side
from voevoda.rulebooks.skirmish.cards import in_use

RIDER = man(
    "Rider",
    tactics=7,
    modes={
        "medium": {"value": 9, "priority": 1},
        "close": {"value": 6, "priority": 2},
        "dense": {"value": 5, "priority": 3},
    },
)
WOLF = man("Wolf", count=2, tactics=3, modes={"dense": {"value": 7, "style": 2, "priority": 1}})


def modes(course: Course) -> list[tuple[str, str, int]]:
    """Each side's modes with their capability, as they are in use."""
    state = course.state
    return [
        (card.name, used.mode.name, used.capability)
        for index in (0, 1)
        for card, used in zip(state.terms.sides[index].cards, in_use(state, index), strict=True)
    ]


@pytest.mark.clause("C-2")
def test_both_leaders_throw_tactics_and_a_d10() -> None:
    """The leader's own, though another of his side has more; without a leader the best of the side."""
    captain = man("Captain", tactics={"value": 4, "style": 1})
    state = fight(side("Ash", RIDER, captain, leader="Captain"), side("Birch", man("Cub", tactics=1), WOLF))
    course = Course(state)

    assert ("skirmish.modes.contest", "Captain", 5) == (
        course.asks()[0],
        course.asks()[1]["who"],
        course.asks()[1]["plus"],
    )
    assert ["commander:Ash", "commander:Birch"] == [str(each.place.by) for each in course.at.open]
    assert ["Captain", "Wolf 1"] == [each.question.about["who"] for each in course.at.open]
    course = course.answer(3, 6)
    assert [8, 9] == [each["total"] for each in course.told("skirmish.modes.contest")]
    assert [{"side": "Birch"}] == course.told("skirmish.modes.won")
    assert 1 == course.state.chooser


@pytest.mark.clause("C-2")
def test_who_has_not_the_choice_fights_where_an_enemy_stands() -> None:
    """Wolves choose to be at grips: the rider's third mode is the only one of his in which one stands."""
    course = play(fight(side("Ash", RIDER), side("Birch", WOLF)), 1, 10)

    assert [("Rider", "dense", 5), ("Wolf", "dense", 9)] == modes(course)
    (answers,) = course.told("skirmish.mode.answers")
    assert (3, "dense", 1, "modes") == tuple(answers[name] for name in ("priority", "mode", "n", "reading"))


@pytest.mark.clause("C-2")
def test_of_several_modes_that_would_do_he_uses_the_one_he_likes_best() -> None:
    """Enemies stand at grips and hand to hand: hand to hand is his priority 2."""
    birch = side("Birch", WOLF, man("Dog", modes={"close": 4}))

    assert ("Rider", "close", 6) == modes(play(fight(side("Ash", RIDER), birch), 1, 10))[0]


@pytest.mark.clause("C-2")
def test_who_stands_where_no_enemy_does_has_half_the_value() -> None:
    """Style first: (7 + 2) / 2, rounded down."""
    course = play(fight(side("Ash", RIDER), side("Birch", WOLF)), 10, 1)

    assert [("Rider", "medium", 9), ("Wolf", "dense", 4)] == modes(course)
    (halved,) = course.told("skirmish.mode.halved")
    assert ("Wolf", 2, 7, 2, 4) == tuple(
        halved[name] for name in ("who", "n", "value", "style", "capability")
    )


@pytest.mark.clause("C-2")
def test_a_tie_goes_to_the_higher_tactics() -> None:
    """7 + 1 against 3 + 5."""
    course = play(fight(side("Ash", RIDER), side("Birch", WOLF)), 1, 5)

    assert 0 == course.state.chooser
    assert [{"side": "Ash", "total": 8, "tactics": 7, "other": 3}] == course.told("skirmish.modes.tie")


@pytest.mark.clause("C-2")
def test_equal_tactics_throw_again() -> None:
    """As often as it takes."""
    course = play(fight(), 4, 4, 9, 9)

    assert ("modes", None) == (course.state.phase, course.state.chooser)
    assert [8, 13] == [each["total"] for each in course.told("skirmish.modes.again")]
    assert 1 == course.answer(2, 3).state.chooser


@pytest.mark.clause("C-2.9")
def test_the_value_of_the_mode_is_the_capability_in_this_fight() -> None:
    """With its style, and with what it is fought with."""
    archer = man("Archer", modes={"long": {"value": 8, "style": 3, "weapon": "лук"}})
    (told, *_) = play(fight(side("Ash", archer)), 10, 1).told("skirmish.mode")

    assert {
        "side": "Ash",
        "who": "Archer",
        "n": 1,
        "mode": "long",
        "priority": 1,
        "weapon": "лук",
        "value": 8,
        "style": 3,
        "capability": 11,
    } == told


@pytest.mark.clause("C-2")
def test_reading_modes() -> None:
    """With ``own_choice`` nothing is thrown, and everybody fights as he likes best."""
    course = Course(fight(side("Ash", RIDER), side("Birch", WOLF), modes="own_choice"))

    assert ("winner", None) == (course.state.phase, course.state.chooser)
    assert [("Rider", "medium", 9), ("Wolf", "dense", 9)] == modes(course)
    assert [{"reading": "modes", "option": "own_choice"}] == course.told("skirmish.modes.own")


@pytest.mark.clause("C-2")
def test_reading_modes_does_not_matter_where_all_meet_anyway() -> None:
    """Then no line names it, whichever holds."""
    for course in (Course(fight(modes="own_choice")), play(fight(), 10, 1)):
        assert [] == [line for line in course.lines if line.facts.get("reading") == "modes"]


@pytest.mark.clause("C-2.9")
@pytest.mark.parametrize(("option", "capability", "halved"), [("added", 9, 4), ("included", 7, 3)])
def test_reading_style(option: str, capability: int, halved: int) -> None:
    """Two points in a mode of 7: on top of it, or already in it; the same in what is halved."""
    state = fight(side("Ash", RIDER), side("Birch", WOLF), style=option)

    assert capability == modes(play(state, 1, 10))[1][2]
    assert halved == modes(play(state, 10, 1))[1][2]


@pytest.mark.clause("C-2")
@pytest.mark.parametrize(("option", "plus"), [("added", 6), ("included", 4)])
def test_reading_style_in_tactics(option: str, plus: int) -> None:
    """The same in what the leader throws for; the line says that there is style in it."""
    _, asked = Course(fight(side("Ash", man("A", tactics={"value": 4, "style": 2})), style=option)).asks()

    assert (plus, 2) == (asked["plus"], asked["style"])
