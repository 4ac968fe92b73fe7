"""Retreat, rescue and the field (C-7, C-9.4), and the ammunition spent (C-8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.rulebooks.skirmish.fights import GRIM, SKIRMISH, Course, at_step, fight, man, play, side
from voevoda.play.seats import SPECTATOR
from voevoda.rulebooks.skirmish.state import Fate, Fight, Fighter

RESCUER = {"extra": ["rescue"]}


def after(ash: dict[str, Any], *fates: Fate, winner: int = 1) -> Course:
    """What the end of a fight makes of Ash, of whom these have become so; Birch stands."""
    begun = at_step(fight(ash), "field", winner=winner)
    fallen = tuple(Fighter(fate, -3 if fate in {"out", "dead"} else 20) for fate in fates)
    return Course(begun.with_fighters(0, fallen))


def seen(state: Fight, index: int = 0) -> list[dict[str, Any]]:
    """What the table sees of a side's fighters."""
    sides: Any = SKIRMISH.view(state, SPECTATOR)["sides"]
    return [dict(each) for each in sides[index]["fighters"]]


def carriers(course: Course) -> list[str | None]:
    """By whom each of Ash was carried off."""
    return [each["carried_by"] for each in seen(course.state)]


def left(course: Course) -> list[bool]:
    """Which of Ash lie on the field."""
    return [each["left_on_field"] for each in seen(course.state)]


@pytest.mark.clause("C-7")
def test_beaten_fighters_who_can_leave_the_field() -> None:
    """Not the captured, the fallen; and the winners hold it."""
    course = after(side("Ash", man("A", count=4)), "stands", "captured", "out", "stands")

    assert ["retreated", "captured", "out", "retreated"] == [each.fate for each in course.fighters(0)]
    assert ["stands"] == [each.fate for each in course.fighters(1)]
    assert [{"side": "Ash", "n": 2, "names": ("A 1", "A 4")}] == course.told("skirmish.retreat")
    assert [{"side": "Birch"}] == course.told("skirmish.field")


@pytest.mark.clause("C-7")
def test_each_rescuer_carries_one_the_living_first() -> None:
    """In the order of the file; he who finds nobody left carries nobody."""
    ash = side("Ash", man("A", count=3), man("Help", count=2, **RESCUER))
    course = after(ash, "dead", "out", "out", "stands", "stands")

    assert [None, "Help 1", "Help 2", None, None] == carriers(course)
    assert [True, False, False, False, False] == left(course)
    assert ["dead", "out", "out"] == [each.fate for each in course.fighters(0)[:3]]
    assert [("A 2", "Help 1"), ("A 3", "Help 2")] == [
        (each["who"], each["by"]) for each in course.told("skirmish.carried")
    ]
    assert [("C-7", ("A 1",))] == [
        (line.cite, line.facts["names"]) for line in course.lines if line.key == "skirmish.left"
    ]


@pytest.mark.clause("C-7")
def test_the_dead_are_carried_after_the_living() -> None:
    """A third rescuer takes him."""
    ash = side("Ash", man("A", count=2), man("Help", count=2, **RESCUER))

    assert ["Help 2", "Help 1", None, None] == carriers(after(ash, "dead", "out", "stands", "stands"))


@pytest.mark.clause("C-7")
@pytest.mark.parametrize("fate", ["out", "dead", "captured"])
def test_a_rescuer_who_does_not_leave_carries_nobody(fate: Fate) -> None:
    """Captured, or out himself."""
    course = after(side("Ash", man("A"), man("Help", **RESCUER)), "out", fate)

    assert [None, None] == carriers(course)
    assert [True, fate != "captured"] == left(course)


@pytest.mark.clause("C-7")
def test_winners_who_rescue_keep_all_their_own() -> None:
    """They hold the field; one of them standing is enough."""
    course = after(
        side("Ash", man("A", count=3), man("Help", **RESCUER)), "out", "dead", "out", "stands", winner=0
    )

    assert [False] * 4 == left(course)
    assert ["out", "dead", "out", "stands"] == [each.fate for each in course.fighters(0)]
    assert [("A 1", "A 2", "A 3")] == [each["names"] for each in course.told("skirmish.kept")]


@pytest.mark.clause("C-9.4")
@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("fate", ["out", "stands"])
def test_where_nobody_standing_wants_to_rescue_all_stay_on_the_field(winner: int, fate: Fate) -> None:
    """Of either side: the only one who wanted to is out, or none ever did."""
    other = man("Help", **RESCUER) if fate == "out" else man("B")
    course = after(side("Ash", man("A"), other), "dead", fate, winner=winner)

    assert [True, fate == "out"] == left(course)
    assert ["C-9.4"] == [line.cite for line in course.lines if line.key == "skirmish.left"]


@pytest.mark.clause("C-9.4")
def test_a_goal_across_the_field_lets_even_the_grim_rescue() -> None:
    """Which helps those who win; it does nothing else."""
    ash = side("Ash", man("A"), man("Grim", on_defeat=GRIM, **RESCUER), goal="cross")

    assert [False, False] == left(after(ash, "out", "stands", winner=0))


@pytest.mark.clause("C-7")
def test_nothing_lies_on_the_field_before_the_end() -> None:
    """The view says it only once it is so."""
    begun = at_step(fight(), "surrender", winner=1).with_fighters(1, (Fighter("out", -3),))

    assert [False] == [each["left_on_field"] for each in seen(begun, 1)]
    assert [True] == [each["left_on_field"] for each in seen(Course(begun).to_end().state, 1)]


# C-8


def archer(name: str = "Archer", **mode: Any) -> dict[str, Any]:
    """One who shoots."""
    return man(name, modes={"long": {"value": 6, "weapon": "лук", **mode}})


def after_volley(*fighters: dict[str, Any], fates: Sequence[Fighter] | None = None) -> Course:
    """Ash before C-8."""
    begun = at_step(fight(side("Ash", *fighters)), "ammunition")
    return Course(begun if fates is None else begun.with_fighters(0, tuple(fates)))


@pytest.mark.clause("C-8")
@pytest.mark.parametrize(
    ("ammunition", "dice", "sides", "faces"),
    [("sparing", 1, 4, [3]), ("normal", 2, 4, [3, 4]), ("heavy", 3, 6, [3, 4, 6])],
)
def test_ammunition_is_spent_by_its_rate(ammunition: str, dice: int, sides: int, faces: list[int]) -> None:
    """1d4, 2d4, 3d6."""
    course = after_volley(archer(ammunition=ammunition))
    key, asked = course.asks()

    assert ("skirmish.ammunition", dice, sides, "лук") == (
        key,
        asked["dice"],
        asked["sides"],
        asked["weapon"],
    )
    assert sum(faces) == course.answer(faces).fighters(0)[0].spent
    assert [(tuple(faces), sum(faces))] == [
        (each["thrown"], each["spent"]) for each in course.told("skirmish.ammunition")
    ]


@pytest.mark.clause("C-8")
@pytest.mark.parametrize(("carried", "spent"), [(4, 4), (7, 7), (8, 7)])
def test_nobody_spends_more_than_he_carried(carried: int, spent: int) -> None:
    """7 thrown."""
    course = after_volley(archer(ammunition="normal", carried=carried)).answer([3, 4])

    assert spent == course.fighters(0)[0].spent
    assert [carried] == [each["carried"] for each in course.told("skirmish.ammunition")]


@pytest.mark.clause("C-8")
def test_whoever_has_nothing_to_spend_is_not_asked() -> None:
    """No ammunition in the mode he used, or none carried."""
    modes = {"close": {"value": 6, "priority": 1}, "long": {"value": 6, "priority": 2, "ammunition": "heavy"}}
    course = after_volley(man("Fencer", modes=modes), archer("Empty", ammunition="normal", carried=0))

    assert [0, 0] == [each.spent for each in course.fighters(0)]
    assert SKIRMISH.finished(course.state) is not None


@pytest.mark.clause("C-8")
def test_the_fallen_and_the_dead_have_spent_theirs_too() -> None:
    """In the order of the file, those of the first side first."""
    course = after_volley(
        archer("One", ammunition="sparing"),
        archer("Two", ammunition="sparing"),
        fates=(Fighter("dead", -16), Fighter("out", -2)),
    ).answer(1, 4)

    assert [1, 4] == [each.spent for each in course.fighters(0)]
    assert ["One", "Two"] == [each["who"] for each in course.told("skirmish.ammunition")]


@pytest.mark.clause("C-8")
def test_it_is_the_mode_in_use_that_counts() -> None:
    """The archer is driven to his knife, and spends nothing."""
    modes = {
        "long": {"value": 6, "priority": 1, "ammunition": "normal"},
        "close": {"value": 3, "priority": 2},
    }
    state = fight(side("Ash", man("Archer", modes=modes)))

    assert ["Archer"] == [each["who"] for each in play(state, 10, 1).to_end().told("skirmish.ammunition")]
    assert [] == play(state, 1, 10).to_end().told("skirmish.ammunition")
