"""What a draft of a battle file comes to: the odds of what is right in it, and where something is wrong."""

from __future__ import annotations

import copy
from contextlib import suppress
from typing import Any

import pytest

from voevoda.files import BadFile
from voevoda.files.battle import battle_of
from voevoda.files.drafts import judge
from voevoda.files.examples import example, examples
from voevoda.files.forms import print_draft, read_draft
from voevoda.rulebooks import BOOKS
from voevoda.study import odds_of
from voevoda.study.prospects import Question, prospect


def ford() -> Any:
    """The values of an example."""
    return example("gurps", "ford", "en")[0].document.data


def test_a_battle_without_faults_is_what_it_is() -> None:
    """All of it counts, and it is the last that was right."""
    text = print_draft(ford())
    found = judge(text)
    assert found.battle is not None
    assert found.battle.model == example("gurps", "ford", "en")[0].model
    assert (found.problems, found.left_out, found.older, found.valid) == ((), (), False, text)


def test_a_modifier_that_is_wrong_is_left_out() -> None:
    """The rest counts; what is left out is named, and what is wrong is told where it stands."""
    data = ford()
    data["sides"][1]["referee"] = [{"why": "morning mist", "value": -1}, {"why": "they know it", "value": 7}]
    data["sides"][0]["plan"] = "much"
    found = judge(print_draft(data), valid=print_draft(ford()))
    right = ford()
    del right["sides"][0]["plan"]
    assert found.battle is not None
    assert found.battle.model == battle_of(read_draft(print_draft(right), "")).model
    assert {problem.loc for problem in found.problems} == {
        ("sides", 0, "plan"),
        ("sides", 1, "referee", 1, "value"),
    }
    assert set(found.left_out) == {("sides", 0, "plan"), ("sides", 1, "referee", 1)}
    assert not found.older


def test_where_more_is_wrong_the_last_that_was_right_stands() -> None:
    """A unit without a number cannot be left out in silence."""
    data = ford()
    data["sides"][0]["units"][0]["count"] = "many"
    before = print_draft(ford())
    found = judge(print_draft(data), valid=before)
    assert found.battle is not None
    assert found.battle.model == battle_of(read_draft(before, "")).model
    assert (found.older, found.left_out, found.valid) == (True, (), before)


def test_nothing_right_is_nothing_to_reckon_with() -> None:
    """A draft that never was a battle has no odds."""
    found = judge(print_draft({"rulebook": "wfrp", "sides": [{}, {}]}))
    assert found.battle is None
    assert found.problems


@pytest.mark.parametrize("book", BOOKS)
def test_the_same_draft_gives_the_same_numbers(book: str) -> None:
    """Whether it is computed here or there, once or twice; sampled ones come from a seed of their own."""
    battle = example(book, examples(book)[-1], "en")[0]
    assert isinstance(battle.document.data, dict)
    question = Question(print_draft(battle.document.data), each=False)
    assert prospect(question).odds.win == prospect(question).odds.win == odds_of(battle).win


def test_what_each_modifier_is_worth_has_its_place() -> None:
    """So that it can stand beside the line that it is about."""
    found = prospect(Question(print_draft(ford()), each=True))
    places = {worth.loc for worth in found.worths}
    assert ("sides", 0, "circumstances") in places
    assert ("sides", 1, "position", 1) in places


def test_what_whole_armies_give_is_left_out_as_if_the_commander_were_so_much_worse() -> None:
    """The ratio of strength, superiority in arms: each alone, with all else as it is."""
    data = ford()
    parts = example("gurps", "ford", "en")[0]
    numbers = parts.book.parts(parts.state)
    found = prospect(Question(print_draft(data), each=True)).parts
    assert {(side, numbers[side][place].what) for side, place, _ in found} == {(0, "ratio"), (1, "artillery")}
    for side, place, odds in found:
        weaker = copy.deepcopy(data)
        weaker["sides"][side]["commander"]["strategy"] -= numbers[side][place].value
        assert odds.win == prospect(Question(print_draft(weaker), each=False)).odds.win


@pytest.mark.parametrize(("book", "units"), [("wfrp", "units"), ("skirmish", "fighters")])
def test_a_unit_or_a_fighter_is_left_out_as_if_it_were_not_there(book: str, units: str) -> None:
    """Unless a side would have nobody then, or a leader who is none of its own."""
    data: Any = example(book, examples(book)[0], "en")[0].document.data
    found = prospect(Question(print_draft(data), each=True)).parts
    fewer = list[tuple[float, ...]]()
    for side in (0, 1):
        for number in range(len(data["sides"][side][units])):
            without = copy.deepcopy(data)
            del without["sides"][side][units][number]
            with suppress(BadFile):
                fewer.append(prospect(Question(print_draft(without), each=False)).odds.win)
    assert fewer
    assert [odds.win for _, _, odds in found] == fewer
