"""The report of a battle as JSON: the shapes are a contract."""

from __future__ import annotations

import json
from fractions import Fraction
from types import NoneType
from typing import Any

import pytest
from hypothesis import example as also
from hypothesis import given
from hypothesis import strategies as st

from tests.export.battles import example, fought, named, scene
from voevoda.export import Record, as_json, jsonable, record
from voevoda.files.journal_text import parse_journal, print_journal
from voevoda.play.journal import answered, begin, replay
from voevoda.play.questions import Ruled
from voevoda.rulebooks import BOOKS

REPORT: dict[str, Any] = {
    "rulebook": str,
    "revision": int,
    "title": str,
    "seed": (str, NoneType),
    "commitment": (str, NoneType),
    "policy": (str, NoneType),
    "outcome": {"winner": (str, NoneType), "ending": str},
    "rounds": int,
    "sides": [
        {
            "name": str,
            "points": {"start": int, "now": int},
            "units": [{"name": str, "points": (int, float, str), "start": int, "left": int}],
            "characters": [{"name": str, "wounds": int, "penalty": int, "effects": list}],
        }
    ],
    "log": list,
    "readings": dict,
    "readings_that_mattered": [str],
    "house": [str],
    "replaced": [str],
    "overrides": list,
}
"""Every field of a report, and what it holds."""

LINE: dict[str, Any] = {
    "n": int,
    "round": int,
    "clause": str,
    "key": str,
    "seat": (str, NoneType),
    "text": str,
    "facts": dict,
    "house": bool,
    "replaced": bool,
}
"""Every field of a line of the log; an answered question has two more."""

DICE = {"dice": [int], "source": str}
REPLY = {"reply": object, "source": str}


def misfits(value: Any, shape: Any, where: str = "") -> list[str]:
    """Where a value is not what its shape says: fields too many or too few, other types."""
    if isinstance(shape, dict):
        if not isinstance(value, dict) or value.keys() != shape.keys():
            return [f"{where}: {value!r}"]
        return [bad for name in shape for bad in misfits(value[name], shape[name], f"{where}.{name}")]
    if isinstance(shape, list):
        if not isinstance(value, list):
            return [f"{where}: {value!r}"]
        return [bad for n, each in enumerate(value) for bad in misfits(each, shape[0], f"{where}.{n}")]
    kinds = shape if isinstance(shape, tuple) else (shape,)
    return [] if object in kinds or type(value) in kinds else [f"{where}: {value!r}"]


def through_text(told: Record, lang: Any = "en") -> dict[str, Any]:
    """The report as somebody else reads it."""
    found: dict[str, Any] = json.loads(json.dumps(as_json(told, lang), ensure_ascii=False, allow_nan=False))
    return found


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_a_report_has_the_fields_of_the_contract(lang: str) -> None:
    """All of them, no others, each of its type, for every way to play."""
    for told in (fought(example("tunnels").state), scene("by-hand"), scene("own-table"), scene("stopped")):
        report = through_text(told, lang)

        assert [] == misfits(report, REPORT)
        for line in report["log"]:
            more = {} if "source" not in line else DICE if "dice" in line else REPLY
            assert [] == misfits(line, LINE | more)


def test_the_tunnels() -> None:
    """The example of the rules, by dice that are typed: every number of its first round."""
    report = through_text(fought(example("tunnels").state, "a", 47, 30, 27))

    assert ("wfrp", 1, "Ambush in the tunnels", "a") == tuple(
        report[name] for name in ("rulebook", "revision", "title", "seed")
    )
    assert "sha256:" == report["commitment"][:7]
    assert ["Ironbreakers", "Greenskins"] == [side["name"] for side in report["sides"]]
    assert [30, 41] == [side["points"]["start"] for side in report["sides"]]
    assert [22.5, 15] == [unit["points"] for unit in report["sides"][1]["units"]]
    one, two, influence = [line for line in report["log"] if "dice" in line][:3]
    assert (1, "W-3.1", "round.test", "Ironbreakers", "typed", [47]) == tuple(
        one[name] for name in ("round", "clause", "key", "seat", "source", "dice")
    )
    assert {"side": "Ironbreakers", "roll": 47, "target": 30, "sl": -1} == one["facts"]
    assert ([30], 1) == (two["dice"], two["facts"]["sl"])
    assert ("influence", [27], "W-3.7") == (influence["key"], influence["dice"], influence["clause"])


def test_lines_are_numbered_and_their_keys_go_without_the_book() -> None:
    """Those that belong to no book keep theirs."""
    report = through_text(scene("by-hand"))

    assert list(range(1, len(report["log"]) + 1)) == [line["n"] for line in report["log"]]
    keys = {line["key"] for line in report["log"]}
    assert {"round.test", "unit.points", "influence", "play.overridden"} <= keys
    assert not [key for key in keys if key.startswith("wfrp.")]
    rounds = [line["round"] for line in report["log"]]
    assert sorted(rounds) == rounds
    assert (0, report["rounds"]) == (rounds[0], rounds[-1])


def test_the_referees_hand_is_told_with_its_reasons() -> None:
    """In the order of the log; the ruled line is marked and shows no dice."""
    report = through_text(scene("by-hand"))
    set_, ruled = report["overrides"]

    assert {
        "path": "sides.Greenskins.points",
        "value": 35,
        "reason": "the archers have fled",
        "name": "wfrp.number.points",
        "whose": ["Greenskins"],
        "before": 41,
        "round": 2,
    } == set_
    reason = "it fell off the table, and the dog has it"
    assert ("influence", "Greenskins", 2, reason) == tuple(
        ruled[name] for name in ("key", "seat", "round", "reason")
    )
    (line,) = [line for line in report["log"] if line.get("source") == "ruled"]
    assert {"ruled": 0, "reason": reason} == line["reply"]
    assert "dice" not in line
    assert {"seed", "typed", "ruled"} == {line["source"] for line in report["log"] if "source" in line}


def test_a_draw_shows_whom_it_drew_and_no_dice() -> None:
    """Its reply is a name."""
    replies = [
        line
        for told in (scene("by-hand"), scene("own-table"))
        for line in through_text(told)["log"]
        if line["key"] == "influence.whom"
    ]

    assert replies
    assert all(line["reply"] in (["Grishnak"], ["Snagga"]) and "dice" not in line for line in replies)


def test_house_clauses_are_those_that_acted_in_the_order_of_the_book() -> None:
    """The widest of each; a replaced table is no longer the house's, but how it is applied is."""
    report = through_text(scene("by-hand"))

    assert ["W-3.8", "W-4"] == report["house"]
    assert [] == report["replaced"]
    replaced = through_text(scene("own-table"))
    assert ["W-3.8", "W-3.10", "W-4.1", "W-4.2"] == replaced["house"]
    assert ["influence"] == replaced["replaced"]
    marked = {line["clause"] for line in report["log"] if line["house"]}
    assert {"W-3.8", "W-4", "W-4.1"} <= marked
    assert not {"W-3.1", "W-3.5"} & marked


def test_readings_that_differ_and_readings_that_mattered() -> None:
    """What is as usual is not listed, however much it mattered."""
    usual = through_text(scene("by-hand"))
    other = through_text(scene("stopped"))

    assert ({}, ["sl_bonus", "tie"]) == (usual["readings"], usual["readings_that_mattered"])
    assert {"sl_bonus": "flat", "tie": "nobody"} == other["readings"]
    assert {"winner": None, "ending": "stopped"} == other["outcome"]


def test_an_unfinished_battle_has_no_outcome_and_keeps_its_seed() -> None:
    """The lines of the step under way are told as well."""
    at, journal = begin(BOOKS["wfrp"].rules, example("tunnels").state, "secret")
    at, entries = answered(at, 47)
    at, more = answered(at, 30)
    report = through_text(record(BOOKS["wfrp"], (*journal, *entries, *more), at))

    assert (None, None, None, 1) == tuple(report[name] for name in ("outcome", "seed", "policy", "rounds"))
    assert "round.won" == report["log"][-1]["key"]
    assert "secret" not in json.dumps(report)


def test_names_come_through_everything() -> None:
    """Journal, report, text."""
    name = "Ёжъ-полк № 7 “Щит”"
    at, journal = begin(BOOKS["wfrp"].rules, named(name, name, name, name), None)
    found = parse_journal(print_journal(BOOKS["wfrp"].rules, journal).encode(), "journal").journal
    report = through_text(record(BOOKS["wfrp"], found, replay(BOOKS["wfrp"].rules, found)))

    assert at.state == replay(BOOKS["wfrp"].rules, found).state
    side = report["sides"][0]
    assert [name] * 4 == [
        report["title"],
        side["name"],
        side["units"][0]["name"],
        side["characters"][0]["name"],
    ]
    assert f"{name}, {name}: 30" in report["log"][0]["text"]


@pytest.mark.parametrize(
    ("exact", "written"),
    [
        (Fraction(45, 2), 22.5),
        (Fraction(-1, 8), -0.125),
        (Fraction(3), 3),
        (Fraction(1, 3), "1/3"),
        (Fraction(-22, 7), "-22/7"),
        (Fraction(1, 10**14), 1e-14),
        (Fraction(1, 10**15), "1/1000000000000000"),
        (Fraction(1234567890123456, 10), "617283945061728/5"),
        (Fraction(123456789012345, 10), 12345678901234.5),
        (999_999_999_999_999, 999_999_999_999_999),
        (10**15, "1000000000000000"),
        (-(10**15), "-1000000000000000"),
        (Fraction(10**15), "1000000000000000"),
        (True, True),
        (None, None),
        ("1/2", "1/2"),
        ((1, Fraction(1, 2), ("a",)), [1, 0.5, ["a"]]),
        ({"a": {"b": Fraction(1, 3)}}, {"a": {"b": "1/3"}}),
        (Ruled(2, "cocked"), {"ruled": 2, "reason": "cocked"}),
    ],
)
def test_numbers_are_exact_or_text(exact: Any, written: Any) -> None:
    """Exact decimals of at most 15 digits are numbers, everything else is "a/b"."""
    found = jsonable(exact)

    assert written == found
    assert type(written) is type(found)


@given(st.fractions() | st.decimals(-(10**9), 10**9, places=6).map(Fraction))
@also(Fraction(2**60, 5**30))
def test_every_number_comes_back_exact(value: Fraction) -> None:
    """Whoever reads the decimal as it is written has the number."""
    found = json.loads(json.dumps(jsonable(value)), parse_float=Fraction, parse_int=Fraction)

    assert value == Fraction(found)
