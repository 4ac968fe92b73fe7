"""The notation of a field: what no battle comes to is refused before a rule breaks on it or never ends."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.rulebooks.wfrp.armies import WFRP, example, field, play
from voevoda.rulebooks.wfrp.state import parse_field, print_field

UNIT = ("terms", "sides", 0, "units", 0)
FIRST_ROW, LAST_ROW = ("terms", "influence", 0), ("terms", "influence", -1)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("start", 0), 0),
        (("now", 1), -1),
        (("now", 1), 99),
        (("rounds_left",), -1),
        (("terms", "sides", 0, "name"), "Greenskins"),
        (("terms", "sides", 1, "units"), []),
        (("terms", "sides", 1, "conditions"), "-1/2"),
        ((*UNIT, "count"), 0),
        ((*UNIT, "leader"), "0"),
        (("terms", "influence"), []),
        ((*FIRST_ROW, "low"), -50),
        ((*FIRST_ROW, "high"), -1),
        ((*FIRST_ROW, "high"), None),
        ((*LAST_ROW, "high"), 200),
        ((*LAST_ROW, "wounds"), {"count": 10**9, "sides": 10}),
        ((*LAST_ROW, "wounds"), {"count": 1, "sides": 1}),
        (("phase",), "later"),
    ],
)
def test_what_no_battle_comes_to_is_refused(path: tuple[str | int, ...], value: object) -> None:
    """Each number by itself looks like one; a forged journal may hold it."""
    notation = json.loads(print_field(play(example("tunnels")).state))
    here: Any = notation
    for step in path[:-1]:
        here = here[step]
    here[path[-1]] = value

    with pytest.raises(ValueError, match=r"no battle|error for Field"):
        parse_field(json.dumps(notation))


def test_what_the_referee_may_set_can_be_written_and_read() -> None:
    """The lowest and the highest that he may set are possible."""
    before = field((10, 4), (30, 30))
    for path, value in (("sides.Ash.points", 0), ("sides.Ash.start", 10**18), ("rounds_left", 1)):
        state = WFRP.override(before, path, value)
        assert state == parse_field(print_field(state))
