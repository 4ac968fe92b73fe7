"""Who sees what: the list written by hand, what plays reach, what the code names, and a seer's secret."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import voevoda
from tests.contract.books import MEETING, STORM
from tests.rulebooks.gurps.forces import GURPS, Course, contested, day, dice, fought
from voevoda.play.position import Position
from voevoda.play.seats import EVERYONE, REFEREE, SPECTATOR, Line, Seat, commander, only, player
from voevoda.rulebooks.gurps.book import BOOK
from voevoda.rulebooks.gurps.results import reading_of
from voevoda.rulebooks.gurps.state import Day

HERE = Path(__file__).parent
CODE = Path(voevoda.__file__).parent / "rulebooks" / "gurps"
SECRET = only(REFEREE)
SEATS = (SPECTATOR, commander("Ash"), commander("Birch"), player("Mila"), Seat("table"))

STORMED = (
    "role: attacker\nreferee: [{why: luck, value: 5}]",
    "role: defender\nposition: [{kind: works}]\nno_escape: true\nnever_surrenders: %s",
)
SEER = "seer: {skill: 11, strategy: 9, belief: dismisses}"


def golden() -> dict[tuple[str, str], str]:
    """The audience of each key, by its kind."""
    lines = (HERE / "audiences.txt").read_text("utf-8").splitlines()
    rows = [line.split() for line in lines if line[:1] in {"?", "!"}]
    return {(kind, key): seen for kind, key, seen in rows}


@cache
def plays() -> tuple[tuple[Day, tuple[Line, ...]], ...]:
    """Days that come upon everything there is, with their first states."""
    return tuple(_plays())


def _plays() -> Iterator[tuple[Day, tuple[Line, ...]]]:
    weak = "commander: {name: Ada, strategy: 1}"
    for state in (STORM, MEETING):
        yield from ((state, tuple(fought(state, seed=str(seed)).lines)) for seed in range(60))
    for surrender, reply in (("false", 18), ("true", 18), ("false", 12)):
        state = day(STORMED[0], STORMED[1] % surrender)
        course = contested(state, 17, {"gurps.morale": dice(reply), "gurps.second_roll": dice(reply)})
        yield state, tuple(course.lines)
    for ash in (weak, f"{weak}\n{SEER}", SEER):
        state = day(ash, "units: [{name: Men, count: 100, weapon: elephant, pieces: 1}]")
        yield state, tuple(fought(state, {"gurps.seer": dice(8)}).lines)
    for catastrophe in range(14, 19):
        state = day("units: [{name: A, count: 50}, {name: B, count: 50}]", "", "catastrophes: true")
        yield state, tuple(fought(state, {"gurps.catastrophe": [dice(catastrophe), dice(16)]}).lines)
    twice = "missions: [{kind: assassinate, skill: 14}, {kind: assassinate, skill: 14}]"
    yield day(twice), tuple(fought(day(twice), {"gurps.mission": dice(8)}).lines)
    yield day(), tuple(contested(day(), 0).lines)
    yield day(SEER), tuple(fought(day(SEER), {"gurps.seer": dice(16), "gurps.contest": dice(10)}).lines)
    chariots = day("units: [{name: Men, count: 100, weapon: light-chariot, pieces: 9}]")
    yield chariots, tuple(fought(chariots).lines)
    hero = "characters: [{name: X, battle: 12, hp: 99, commands: Men}]"
    for roll in (4, 17):
        yield day(hero), tuple(fought(day(hero), {"gurps.glory": dice(roll)}).lines)
    routed = day("", f"{hero}\nunits: [{{name: Men, count: 100}}]")
    yield routed, tuple(contested(routed, 4, {"gurps.morale": dice(18)}).lines)
    siege = day("role: attacker", "role: defender", "siege: true\nassault: false")
    yield siege, tuple(fought(siege).lines)


def due(state: Day, line: Line, seen: str) -> bool:
    """Whether a line has the audience that the list's word stands for."""
    seers = {side.name for side in state.terms.sides if side.seer is not None}
    match seen:
        case "mission":
            names = {side.name for side in state.terms.sides}
            return line.seen_by in [only(REFEREE, commander(name)) for name in names]
        case "referee":
            hidden = True
        case "own":
            hidden = line.facts["side"] in seers
        case "any":
            hidden = bool(seers)
        case "line":
            hidden = line.facts["what"] == "seer"
        case _:
            hidden = False
    return line.seen_by == (SECRET if hidden else EVERYONE)


def test_plays_reach_exactly_what_the_list_says() -> None:
    """Nothing new, nothing lost."""
    found = {("?" if line.source else "!", line.key) for _, lines in plays() for line in lines}

    assert sorted(golden()) == sorted(found)


def test_every_line_has_the_audience_of_the_list() -> None:
    """Nothing for other eyes."""
    seen = golden()
    wrong = {
        (line.key, str(line.seen_by))
        for state, lines in plays()
        for line in lines
        if not due(state, line, seen["?" if line.source else "!", line.key])
    }

    assert set() == wrong


def test_a_mission_is_seen_by_the_side_that_sent_it() -> None:
    """Both rolls of a Quick Contest with the guard; the enemy learns only what came of it."""
    course = fought(day("missions: [{kind: assassinate, skill: 12}]", "guard: 10"))
    rolls = [line for line in course.lines if line.key.startswith("gurps.mission.") and line.source]

    assert [only(REFEREE, commander("Ash"))] * 2 == [line.seen_by for line in rolls]


def test_the_code_names_no_other_key() -> None:
    """A key that no play reached would stand in neither."""
    named = {
        node.value
        for path in CODE.glob("*.py")
        if path.stem not in {"book", "report", "setup", "house", "referee", "muster", "tomorrow", "why"}
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("gurps.")
    }

    assert sorted(key for _, key in golden()) == sorted(named)


def test_every_line_cites_a_clause() -> None:
    """One that the book lists."""
    assert set() == {line.cite for _, lines in plays() for line in lines} - {each.id for each in BOOK.clauses}


# The seer's secret


def shown(state: Day, seer: int, seed: str) -> tuple[Any, list[dict[str, bytes]]]:
    """A day as far as its losses: what is open of its result, and all that seats have seen on the way."""
    course = Course(state)
    stream = []
    while course.at.open and course.at.asked().place.key not in {"gurps.losses", "gurps.rout"}:
        earlier = list(course.lines)
        stream.append({str(seat): course.at.seen(seat, earlier).bytes() for seat in SEATS})
        key = course.at.asked().place.key
        course.to_next({"gurps.seer": dice(seer)} if key == "gurps.seer" else {}, seed)
    led = tuple(each["leads"] for each in course.told("gurps.luck"))
    return (reading_of(course.at.state), led), stream


@pytest.mark.clause("G-7.2")
@pytest.mark.parametrize("seed", range(12))
def test_nobody_can_tell_what_the_seer_was_worth(seed: int) -> None:
    """Where the same side leads, and wins in the same row, others see the same bytes, right or wrong."""
    state = day(
        f"{SEER.replace('dismisses', 'trusts')}\ncommander: {{name: Ada, strategy: 12, luck: true}}",
        "units: [{name: A, count: 60}, {name: B, count: 60}]",
    )
    found: dict[Any, list[list[dict[str, bytes]]]] = {}
    for roll in (3, 9, 16):
        result, stream = shown(state, roll, str(seed))
        found.setdefault(result, []).append(stream)

    assert all(stream == streams[0] for streams in found.values() for stream in streams)


@pytest.mark.clause("G-7.2")
def test_the_report_shows_all() -> None:
    """Who was right, the total, the margin, the difference."""
    state = day(SEER.replace("dismisses", "trusts"))
    course = fought(state, {"gurps.seer": dice(3), "gurps.contest": [dice(10), dice(12)]})

    assert [("critical", 2, 14, 4)] == [
        tuple(each[name] for name in ("right", "worth", "skill", "margin"))
        for each in course.told("gurps.revealed")
    ]
    assert [4] == [each["difference"] for each in course.told("gurps.revealed.difference")]
    assert 4 == GURPS.view(course.at.state, SPECTATOR)["difference"]


def test_a_view_says_what_is_hidden_by_a_question_mark() -> None:
    """The seer's line and the total before the contest, the difference after it; the referee sees both."""
    course = Course(day(SEER)).to("gurps.contest", {"gurps.seer": dice(3)})
    before: Any = GURPS.view(course.at.state, SPECTATOR)["sides"]
    known: Any = GURPS.view(course.at.state, REFEREE)["sides"]
    course.to("gurps.morale", {"gurps.contest": dice(10)})

    assert ("?", {"clause": "G-7.2", "what": "seer", "value": "?", "of": None}) == (
        before[0]["account"]["effective"],
        before[0]["account"]["modifiers"][-1],
    )
    assert 12 == before[1]["account"]["effective"]
    assert 14 == known[0]["account"]["effective"]
    assert "?" == GURPS.view(course.at.state, commander("Ash"))["difference"]
    assert 2 == GURPS.view(course.at.state, REFEREE)["difference"]


@pytest.mark.clause("G-7.2")
def test_what_others_imagine_of_a_seer_is_drawn_anew() -> None:
    """All that could be, and nothing that the open result rules out; the referee imagines what is."""
    course = Course(day(SEER.replace("dismisses", "trusts"))).to("gurps.contest", {"gurps.seer": dice(3)})
    state = course.at.state
    words = {GURPS.imagine(state, SPECTATOR, Picks(pick)).forces[0].seer for pick in range(216)}

    assert {"critical", "success", "failure"} == words
    assert state == GURPS.imagine(state, REFEREE, Picks(0))
    course.to("gurps.morale", {"gurps.contest": [dice(10), dice(10)]})
    imagined = [GURPS.imagine(course.at.state, SPECTATOR, Picks(pick)) for pick in range(10)]
    assert {reading_of(course.at.state)} == {reading_of(each) for each in imagined}
    assert all(Position.at(GURPS, each).open for each in imagined)


class Picks:
    """Always the same pick."""

    def __init__(self, pick: int) -> None:
        self._pick = pick

    def below(self, bound: int, /) -> int:
        """The pick, brought under the bound."""
        return self._pick % bound
