"""The notation of a fight, and what no fight comes to."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.rulebooks.skirmish.fights import SKIRMISH, Course, at_step, fight, man, side
from voevoda.rulebooks.skirmish.order import ONE_BY_ONE
from voevoda.rulebooks.skirmish.state import PHASES, Phase, parse_fight, print_fight

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
        ((*CARD, "modes", 0, "value"), 10**30),
        ((*CARD, "modes", 0, "style"), -5),
        ((*CARD, "modes", 0, "damage"), -1),
        ((*CARD, "modes", 0, "carried"), 10**30),
        ((*CARD, "modes", 0, "weapon"), ""),
        ((*CARD, "modes"), [{"name": "long", "value": 1, "style": 0, "damage": 1}] * 2),
        ((*CARD, "defence", "value"), 10**30),
        ((*CARD, "tactics", "value"), 1.5),
        ((*CARD, "composure", "value"), "5"),
        ((*CARD, "composure", "style"), 5),
        ((*CARD, "action_points"), -1),
        ((*CARD, "action_points"), 10**30),
        ((*CARD, "death_threshold"), 50),
        ((*CARD, "death_threshold"), -1001),
        ((*CARD, "state"), -1),
        ((*CARD, "wants"), ["out", "out"]),
        ((*CARD, "extra"), ["rescue", "rescue"]),
        ((*CARD, "retreat"), "perhaps"),
        ((*CARD, "names"), ["", "Лучник 2"]),
        ((*CARD, "name"), ""),
        (("terms", "title"), " "),
        (("terms", "sides", 1, "name"), ""),
        (("fighters", 0, 0, 1), 10**30),
        (("fighters", 0, 0, 1), -(10**30)),
        (("fighters", 0, 0, 3), 10**30),
        (("fighters", 0, 0, 3), -1),
        (("fighters", 0, 0, 3), 1),
        (("fighters", 0, 0), ["dead", -20, False, 0]),
        (("fighters", 0, 0), ["captured", 20, False, 0]),
        (("fighters", 0, 0), ["stands", 20, True, 0]),
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


@pytest.mark.parametrize(
    ("fate", "phases"),
    [
        (["out", -5, False, 0], {"out", "wounded", "surrender", "field", "ammunition", "over"}),
        (["dead", -20, False, 0], {"out", "wounded", "surrender", "field", "ammunition", "over"}),
        (["stands", 3, True, 0], {"wounded", "surrender", "field", "ammunition", "over"}),
        (["captured", 20, False, 0], {"surrender", "field", "ammunition", "over"}),
        (["captured", 3, True, 0], {"surrender", "field", "ammunition", "over"}),
        (["retreated", 20, False, 0], {"ammunition", "over"}),
        (["stands", 20, False, 3], {"ammunition", "over"}),
        (["out", -5, False, 3], {"ammunition", "over"}),
        (["out", -5, True, 0], set()),
        (["stands", 20, False, 19], set()),
    ],
)
def test_a_fate_is_of_the_steps_that_have_been(fate: list[Any], phases: set[str]) -> None:
    """Nobody is dead before C-4, wounded before C-5, captured before C-6, or has shot before C-8."""
    notation = json.loads(print_fight(at_step(fight(birch=side("Birch", man("B", count=2))), "out")))
    notation["fighters"][1][0] = fate

    assert phases == {phase for phase in PHASES if is_taken(notation, phase)}


def test_only_the_beaten_are_captured_or_retreat() -> None:
    """The winners stand, or are out."""
    for fate in ("captured", "retreated"):
        for index in (0, 1):
            notation = json.loads(print_fight(at_step(fight(), "over")))
            notation["fighters"][index][0][0] = fate

            assert (index == 1) == is_taken(notation, "over")


def is_taken(notation: dict[str, Any], phase: Phase) -> bool:
    """Whether a fight comes to this at a step, where it goes through the fighters before the last of them."""
    winner = None if phase in {"modes", "winner"} else 0
    spot = (1, len(notation["fighters"][1]) - 1) if phase in ONE_BY_ONE else (0, 0)
    try:
        _ = parse_fight(json.dumps({**notation, "phase": phase, "winner": winner, "spot": spot}))
    except ValueError:
        return False
    return True


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
