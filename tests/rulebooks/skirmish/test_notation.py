"""The notation of a fight, and what no fight comes to."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.rulebooks.skirmish.fights import SKIRMISH, Course, fight, man, side
from voevoda.rulebooks.skirmish.state import parse_fight, print_fight

CARD = ("terms", "sides", 0, "cards", 0)


def begun() -> Course:
    """Archers against others, as far as C-4."""
    archers = man("Лучник", count=2, modes={"long": {"value": 5, "ammunition": "heavy", "carried": 3}})
    return Course(fight(side("Ash", archers, leader="Лучник 2"), side("Birch", man("B", count=2)))).until(
        "out"
    )


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("winner",), None),
        (("winner",), 2),
        (("chooser",), None),
        (("chooser",), -1),
        (("spot",), [0, 2]),
        (("spot",), [2, 0]),
        (("spot",), [0, -1]),
        (("phase",), "modes"),
        (("phase",), "winner"),
        (("phase",), "later"),
        (("fighters", 0), []),
        (("fighters", 0, 0, 0), "gone"),
        (("terms", "sides", 0, "name"), "Birch"),
        (("terms", "sides", 0, "cards"), []),
        (("terms", "sides", 0, "leader"), "B 1"),
        (("terms", "readings", "modes"), "own_choice"),
        ((*CARD, "modes"), []),
        ((*CARD, "names"), ["Лучник 1", "Лучник 1"]),
        ((*CARD, "modes", 0, "carried"), -1),
        ((*CARD, "modes", 0, "name"), "far"),
    ],
)
def test_what_no_fight_comes_to_is_refused(path: tuple[str | int, ...], value: object) -> None:
    """Each by itself looks like something; a forged journal may hold it."""
    notation = json.loads(print_fight(begun().state))
    here: Any = notation
    for step in path[:-1]:
        here = here[step]
    here[path[-1]] = value

    with pytest.raises(ValueError, match=r"no fight|error for Fight|errors for Fight"):
        _ = parse_fight(json.dumps(notation))


def test_a_fight_is_what_its_notation_says() -> None:
    """Between any two steps."""
    course = begun()
    while course.at.open:
        state = course.state
        assert state == SKIRMISH.parse(SKIRMISH.print(state), 1)
        assert hash(state) == hash(parse_fight(print_fight(state)))
        course = course.until(SKIRMISH_NEXT[state.phase])
    assert course.state == parse_fight(print_fight(course.state))


SKIRMISH_NEXT: Any = {
    "out": "wounded",
    "wounded": "surrender",
    "surrender": "ammunition",
    "ammunition": "over",
}


def test_an_unknown_schema_is_refused() -> None:
    """There is one so far."""
    with pytest.raises(ValueError, match="schema 2"):
        _ = SKIRMISH.parse(SKIRMISH.print(begun().state), 2)


def test_a_checkpoint_is_short() -> None:
    """What has become of a fighter takes some two dozen bytes, however many fight."""
    one, many = (Course(fight(side("Ash", man("A", count=n)))).until("out").state for n in (2, 202))
    changing = [len(json.dumps(json.loads(print_fight(each))["fighters"])) for each in (one, many)]

    assert 30 * 200 > changing[1] - changing[0]
