"""Every reading, both ways."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import pytest

import voevoda
from tests.rulebooks.wfrp.armies import battle, example, field, fought, mustered, play, side, told
from voevoda.play.position import Position
from voevoda.rulebooks.wfrp.book import BOOK
from voevoda.rulebooks.wfrp.clauses import READINGS
from voevoda.rulebooks.wfrp.rules import Wfrp
from voevoda.rulebooks.wfrp.setup import ReadingsModel
from voevoda.rulebooks.wfrp.state import Readings, Unit


def test_the_defaults_stand_first() -> None:
    """In the list that is shown, in the battle file and in the state alike."""
    defaults = {reading.id: reading.options[0] for reading in READINGS}

    assert defaults == {each.name: getattr(Readings(), each.name) for each in fields(Readings)}
    assert defaults == ReadingsModel().model_dump()


def test_every_reading_has_its_entry() -> None:
    """READINGS.md says of each what is unclear and why this default."""
    told_of = (Path(voevoda.__file__).parent / "rulebooks/wfrp/READINGS.md").read_text("utf-8")

    assert [] == [reading.id for reading in READINGS if f"## `{reading.id}`" not in told_of]
    assert [] == [
        option for reading in READINGS for option in reading.options if f"`{option}`" not in told_of
    ]


@pytest.mark.clause("W-3.7")
@pytest.mark.parametrize(("option", "plus"), [("per_level", 45), ("flat", 5)])
def test_sl_bonus(option: str, plus: int) -> None:
    """Levels 4 and −5: nine times 5, or 5 once."""
    at = play(field((45, 38), sl_bonus=option), 9, 80)
    about = at.open[0].question.about

    assert plus == at.open[0].question.prompt()["plus"]
    assert ("sl_bonus", option) == (about["reading"], about["option"])


@pytest.mark.clause("W-3.7")
def test_sl_bonus_does_not_matter_at_one_level() -> None:
    """5 either way, so that the report names no reading."""
    about = [
        play(field((45, 38), sl_bonus=option), 31, 37).open[0].question for option in ("flat", "per_level")
    ]

    assert [5, 5] == [question.prompt()["plus"] for question in about]
    assert [] == [question for question in about if "reading" in question.about]


@pytest.mark.clause("W-3.4")
@pytest.mark.parametrize(
    ("option", "replies", "expected"),
    [("higher_points", (41, 42, 50), (45, 37)), ("nobody", (41, 42), (45, 41))],
)
def test_tie(option: str, replies: tuple[int, ...], expected: tuple[int, int]) -> None:
    """45 and 41 at level 0 each: four points by the bonus and an ordinary roll at +0, or nothing."""
    at = play(field((45, 41), tie=option), *replies)

    assert expected == at.state.now
    assert [option] == [tie["option"] for tie in told(at, f"wfrp.round.tie.{option}")]
    assert [0] * (len(replies) - 2) == [roll["plus"] for roll in told(at, "wfrp.influence")]


@pytest.mark.clause("W-3.4", "W-3.6")
@pytest.mark.parametrize("option", ["higher_points", "nobody"])
def test_doubles_count_at_a_tie_either_way(option: str) -> None:
    """44 of 45 against 42 of 41: a critical of 10 + 50 is damage 2."""
    at = play(field((45, 41), tie=option), 44, 42, 10)
    at = at.answer(50) if option == "higher_points" else at

    assert [{"side": "Birch", "damage": 2}] == told(at, "wfrp.double.damage")
    assert {"higher_points": (45, 35), "nobody": (45, 39)}[option] == at.state.now


@pytest.mark.clause("W-3.4")
@pytest.mark.parametrize("option", ["higher_points", "nobody"])
def test_equal_points_at_a_tie_hurt_nobody(option: str) -> None:
    """No ordinary roll, and no reading that would have mattered."""
    at = play(field((45, 45), tie=option), 41, 42)

    assert (45, 45) == at.state.now
    assert [{"points": 45}] == told(at, "wfrp.round.tie.even")


@pytest.mark.clause("W-2.6")
@pytest.mark.parametrize(
    ("men", "expected"),
    [
        ((100, 60), (100, 60)),
        ((101, 60), (95, 56)),
        ((500, 800), (59, 95)),
        ((10**12, 1), (95, 1)),
        ((100, 100), (100, 100)),
    ],
)
def test_large_armies_scaled(men: tuple[int, int], expected: tuple[int, int]) -> None:
    """Above 100 the larger has 95 and the other points × 95 / larger, rounded down, at least 1."""
    one, two = (side(name, Unit("Men", count)) for name, count in zip(("Ash", "Birch"), men, strict=True))

    assert expected == mustered(one, two, large_armies="scaled").start
    assert men == mustered(one, two).start


@pytest.mark.clause("W-2.6")
def test_large_armies_are_warned_of_once() -> None:
    """As printed: one line before the first round and one warning; none at 100 points nor at 100.5."""
    large = example("rivers")
    printed = replace(large, terms=replace(large.terms, readings=Readings()))
    hundred, more = ("100", "101")
    text = "rulebook: wfrp\ntitle: T\nsides:\n"
    text += "".join(
        f"  - {{name: {name}, units: [{{name: Men, count: 100}}]}}\n" for name in ("Ash", "Birch")
    )

    assert 1 == len(told(Position.at(Wfrp(), printed), "wfrp.large_armies"))
    assert ["wfrp.large_armies"] == [note.key for note in BOOK.warnings(printed)]
    assert () == BOOK.warnings(large)
    assert () == BOOK.warnings(battle(text).state)
    assert 1 == len(BOOK.warnings(battle(text.replace(hundred, more, 1)).state))
    assert () == BOOK.warnings(battle(text.replace("count: 100", "count: 67, experience: regular", 1)).state)


@pytest.mark.clause("W-2.6")
def test_scaling_is_told_with_its_arithmetic() -> None:
    """5688 × 95 / 5940 = 90."""
    _, horde = told(Position.at(Wfrp(), example("rivers")), "wfrp.side.scaled")

    assert (5688, 95, 5940, 90) == tuple(horde[name] for name in ("whole", "scale", "larger", "start"))


def test_the_readings_that_mattered_are_found_in_the_log() -> None:
    """In the order of the book; a battle where none decided anything names none."""
    state, lines, _ = fought(example("ford"), "ford")
    at = play(field((1, 1)), 1, 6, 50)

    assert () == BOOK.mattered(at.state, [(1, line) for passed in at.passed for line in passed.lines])
    assert "sl_bonus" in BOOK.mattered(state.state, [(1, line) for line in lines])
