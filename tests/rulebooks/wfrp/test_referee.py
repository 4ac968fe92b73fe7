"""The referee's hand: numbers set between rounds with a reason, and rolls ruled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from tests.rulebooks.wfrp.armies import WFRP, example, field, play, told
from voevoda.export import line_text
from voevoda.i18n import LANGUAGES, text
from voevoda.play.errors import Illegal
from voevoda.play.journal import Journal, answered, begin, override, replay
from voevoda.play.position import Outcome, Position
from voevoda.play.questions import Ruled
from voevoda.rulebooks.wfrp.rolls import every_roll
from voevoda.rulebooks.wfrp.state import Field


def begun(state: Field, replies: Iterable[object] = ()) -> tuple[Position[Field], Journal]:
    """A battle with these replies, and its journal."""
    at, journal = begin(WFRP, state, None)
    for reply in replies:
        at, entries = answered(at, reply)
        journal = (*journal, *entries)
    return at, journal


TUNNELS_ROUND_1 = (47, 30, 27, "Snagga")


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        ("sides.Greenskins.points", 20, "Field(Ironbreakers 24/30 | Greenskins 20/41)"),
        ("sides.1.points.now", 0, "Field(Ironbreakers 24/30 | Greenskins 0/41)"),
        ("sides.Ironbreakers.points", 30, "Field(Ironbreakers 30/30 | Greenskins 41/41)"),
        ("sides.Ironbreakers.start", 60, "Field(Ironbreakers 24/60 | Greenskins 41/41)"),
        ("sides.0.points.start", 24, "Field(Ironbreakers 24/24 | Greenskins 41/41)"),
    ],
)
def test_a_number_is_set_between_rounds(path: str, value: int, expected: str) -> None:
    """Points and starting points of a side, by its name or its place; the journal replays it."""
    _, journal = begun(example("tunnels"), TUNNELS_ROUND_1)
    at, journal = override(WFRP, journal, path, value, "fresh troops")

    assert expected == str(at.state)
    assert at == replay(WFRP, journal, whole=True)


def test_the_reason_is_in_the_log_for_everyone() -> None:
    """At the head of the round that follows."""
    _, journal = begun(example("tunnels"), TUNNELS_ROUND_1)
    at, _ = override(WFRP, journal, "sides.Greenskins.points", 20, "they have seen a dragon")
    (line,) = at.lines()

    assert "play.overridden" == line.key
    expected = "The referee set 20 instead of 41 (Greenskins, power points): “they have seen a dragon”."
    assert expected == line_text("en", line)


def test_a_number_may_end_the_battle() -> None:
    """13 of 41 is less than a third."""
    _, journal = begun(example("tunnels"), TUNNELS_ROUND_1)
    at, _ = override(WFRP, journal, "sides.Greenskins.points", 13, "a rout")

    assert Outcome("Ironbreakers", "out-of-action") == at.outcome


def test_the_rounds_left_are_set_and_lifted() -> None:
    """One more round, or no limit."""
    _, journal = begun(example("ford"))
    one, journal = override(WFRP, journal, "rounds_left", 1, "the heroes flee")
    more, _ = override(WFRP, journal, "rounds_left", None, "they come back")

    assert (1, None) == (one.state.rounds_left, more.state.rounds_left)


def test_dice_already_thrown_are_kept() -> None:
    """The first side's 47 is read anew against 40 points: a level of 0 and not of −1."""
    _, journal = begun(example("tunnels"), (47,))
    _, journal = override(WFRP, journal, "sides.Ironbreakers.start", 50, "a miscount")
    at, _ = override(WFRP, journal, "sides.Ironbreakers.points", 40, "a miscount")
    at = at.answer(30).answer(27).answer("Snagga")

    assert [0, 1] == [test["sl"] for test in told(at, "wfrp.round.test")]


@pytest.mark.parametrize(
    ("path", "value", "key", "facts"),
    [
        ("sides.Greenskins.points", 42, "wfrp.illegal.number", {"least": 0, "most": 41}),
        ("sides.Greenskins.points", -1, "wfrp.illegal.number", {"least": 0, "most": 41}),
        ("sides.Greenskins.points", "many", "wfrp.illegal.number", {"given": "many"}),
        ("sides.Greenskins.points", True, "wfrp.illegal.number", {"given": True}),
        ("sides.Greenskins.points", None, "wfrp.illegal.number", {"given": None}),
        ("sides.Ironbreakers.start", 23, "wfrp.illegal.number", {"least": 24}),
        ("rounds_left", 0, "wfrp.illegal.number", {"least": 1}),
        ("sides.Elves.points", 1, "wfrp.illegal.side", {"accepted": ("Ironbreakers", "Greenskins")}),
        ("sides.2.points", 1, "wfrp.illegal.side", {"given": "sides.2.points"}),
        ("sides.Greenskins.morale", 1, "wfrp.illegal.path", {"given": "sides.Greenskins.morale"}),
        ("title", 1, "wfrp.illegal.path", {"given": "title"}),
        ("", 1, "wfrp.illegal.path", {"given": ""}),
    ],
)
def test_what_cannot_be_set_is_refused(path: str, value: Any, key: str, facts: dict[str, Any]) -> None:
    """With what was given and what would be accepted, in both languages; the journal stays as it is."""
    _, journal = begun(example("tunnels"), TUNNELS_ROUND_1)
    with pytest.raises(Illegal) as refused:
        _ = override(WFRP, journal, path, value, "because")

    assert key == refused.value.key
    assert facts == {name: refused.value.facts[name] for name in facts}
    assert all(text(lang, key, refused.value.facts) for lang in LANGUAGES)


@pytest.mark.parametrize("reason", ["", "  "])
def test_no_number_is_set_without_a_reason(reason: str) -> None:
    """Everyone at the table can read why."""
    _, journal = begun(example("tunnels"))
    with pytest.raises(Illegal) as refused:
        _ = override(WFRP, journal, "sides.Greenskins.points", 5, reason)

    assert "play.illegal.reason" == refused.value.key


def test_every_path_that_is_named_as_accepted_is() -> None:
    """A side's name with a dot in it is quoted."""
    state = field((45, 38))
    with pytest.raises(Illegal) as refused:
        _ = WFRP.override(state, "?", 1)
    accepted = refused.value.facts["accepted"]

    assert (
        "sides.Ash.points",
        "sides.Ash.start",
        "sides.Birch.points",
        "sides.Birch.start",
        "rounds_left",
    ) == accepted
    assert [45, 38] == [
        WFRP.override(state, f"sides.{name}.start", points).start[index]
        for index, (name, points) in enumerate((("Ash", 45), ('"Birch"', 38)))
    ]


def test_a_roll_can_be_ruled() -> None:
    """The referee gives one of the answers that the roll could have had, and it counts like a roll."""
    answers = tuple(dict.fromkeys(every_roll(45)))
    at = play(field((45, 38)), Ruled(answers.index((4, 0)), "a heroic charge"), 80)
    at = at.answer(50 - 45)
    (ash, birch) = told(at, "wfrp.round.test")

    assert {"side": "Ash", "target": 45, "sl": 4, "reason": "a heroic charge"} == ash
    assert 80 == birch["roll"]
    assert (45, 38 - 9 - 4) == at.state.now
