"""Numbers on the screen say what they are: whose die, which total, who is counted in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest

from tests.web.battles import REFEREE, Game, game
from tests.web.test_report import report_of
from tests.web.test_table_page import page_of
from voevoda.i18n import number
from voevoda.play.journal import Verdict
from voevoda.table import Refusal
from voevoda.web.pages import Frame
from voevoda.web.report_page import report_page
from voevoda.web.scene import Scene

if TYPE_CHECKING:
    from voevoda.web.parts import Words


def plain(words: Words) -> str:
    """Words without their clauses and tags."""
    return words if isinstance(words, str) else "".join(each for each in words if isinstance(each, str))


def test_two_dice_against_each_other_are_named_by_whose_they_are() -> None:
    """In the order in which they are typed."""
    with game("skirmish/bridge", alone=True) as found:
        found.until(lambda now: now.asked("skirmish.out.test") is not None)
        (ask, *_) = (each for each in page_of(found, REFEREE).asks if each.dice)
    assert ["Own die, d20", "Enemy’s die, d20"] == [each.label for each in ask.dice]


def test_the_totals_that_decided_stand_beside_the_sides() -> None:
    """Of both, with the score in them; and State tells what it is when whole."""
    with game("skirmish/wolves") as found:
        found.to_end()
        page, report = page_of(found, REFEREE), report_of(found)
    assert report.contest is not None
    assert report.contest.total is not None
    totals = [report.contest.total.one, report.contest.total.two]
    told = [[plain(note) for note in side.notes if "total" in plain(note)] for side in page.score.sides]
    assert [True, True] == [
        each[0].startswith(f"total {n}, of which") for each, n in zip(told, totals, strict=True)
    ]
    assert {"State (20 when whole)"} == {each.fact for each in page.rosters}


def units(found: Game) -> list[dict[str, Any]]:
    """The units of the first side as they are seen."""
    sides = cast("Any", found.sight(REFEREE).seen.view["sides"])
    return list(sides[0]["units"])


@pytest.mark.parametrize(
    ("over", "words"), [(False, "unhurt / "), (True, "stand, with the wounded who return / ")]
)
def test_who_stands_says_whether_the_wounded_are_counted_in(over: bool, words: str) -> None:
    """Before it is known who holds the field they are not; the numbers add up either way."""
    with game("gurps/ford") as found:
        found.to_end() if over else found.until(lambda now: any(unit["lost"] for unit in units(now)))
        first, seen = page_of(found, REFEREE).rosters[0], units(found)
        losses = report_of(found).losses if over else None
    assert plain(first.fact).startswith(words)
    lost = [unit["dead"] + unit["captured"] if over else unit["lost"] for unit in seen]
    stand = [number("en", unit["start"] - gone) for unit, gone in zip(seen, lost, strict=True)]
    assert stand == [row.numbers[0] for row in first.rows]
    if losses is not None:
        assert "Stand: with the wounded who return" in plain(losses.fact)


@pytest.mark.parametrize(
    ("committed", "words"),
    [
        (None, "None is from the seed; typed, chosen or ruled: 5."),
        (True, "None is from the seed; typed, chosen or ruled: 5."),
        (False, "The seed shown is not the one announced."),
    ],
)
def test_dice_that_were_all_typed_promise_no_check(committed: bool | None, words: str) -> None:
    """Nothing of theirs could be checked by the seed; but a false seed is told all the same."""
    verdict = Verdict(0, {"typed": 5}, committed, (), None)
    with game("wfrp/tunnels") as found:
        token = found.to_end().tokens[REFEREE]
        record = found.tables.record(token)
        assert not isinstance(record, Refusal)
        scene = Scene(found.sight(REFEREE), "en", "/seat/1")
        page = report_page(scene, Frame("", ""), record, (), verdict)
    assert words in [value for _, value in page.checks]
