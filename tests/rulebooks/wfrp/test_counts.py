"""Counts of answers, leaves and states: whether everything that can happen does, and nothing twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.rulebooks.wfrp.armies import WFRP, field, house_rows
from voevoda.play.drive import law_of_step
from voevoda.play.questions import Chance, Note
from voevoda.rulebooks.wfrp.rolls import every_roll
from voevoda.rulebooks.wfrp.state import Field
from voevoda.rulebooks.wfrp.tables import row_of


class Count(NamedTuple):
    """A line of the data."""

    now: tuple[int, int]
    tie: str
    answers: tuple[int, int]
    leaves: int
    states: int


def counts() -> list[Count]:
    """The lines of ``counts.txt``."""
    text = (Path(__file__).parent / "counts.txt").read_text("utf-8")
    rows = [line.split() for line in text.splitlines() if not line.startswith("#")]
    return [
        Count((int(one), int(two)), tie, (int(first), int(second)), int(leaves), int(states))
        for one, two, tie, first, second, leaves, states in rows
    ]


def leaves(state: Field) -> int:
    """The ends of a round, by walking down every answer but those of idle questions."""
    paths: list[tuple[Any, ...]] = [()]
    found = 0
    while paths:
        path = paths.pop()
        left = list(path)
        rule = WFRP.step(state)
        said = next(rule)
        try:
            while True:
                if isinstance(said, Note):
                    said = next(rule)
                    continue
                answers = []
                for question in said:
                    assert isinstance(question, Chance)
                    values = question.law().values[:1] if question.idle else question.law().values
                    if not left:
                        paths.extend((*path, other) for other in values[1:])
                        path = (*path, values[0])
                        left = [values[0]]
                    answers.append(left.pop(0))
                said = rule.send(tuple(answers))
        except StopIteration:
            found += 1
    return found


def leaves_by_hand(one: int, two: int) -> int:
    """The same from the tables alone: a double has as many ends as rows within its reach, else one."""
    reach = {
        double: len({row_of(house_rows(), roll + 50 * double) for roll in range(1, 101)})
        for double in (1, -1)
    }
    ends = [sum(reach.get(answer.double, 1) for answer in set(every_roll(points))) for points in (one, two)]
    return ends[0] * ends[1]


@pytest.mark.parametrize("count", counts(), ids=lambda count: f"{count.now[0]}-{count.now[1]}-{count.tie}")
def test_a_round_has_as_many_ends_as_are_recorded(count: Count) -> None:
    """By walking, from the tables, and as a law; whoever is named in the foreground."""
    state = field(count.now, tie=count.tie)
    named = field(count.now, tie=count.tie, characters=(("Anna", "Arn"), ("Bert",)))

    assert count.answers == (len(set(every_roll(count.now[0]))), len(set(every_roll(count.now[1]))))
    assert count.leaves == leaves(state)
    assert count.leaves == leaves_by_hand(*count.now)
    assert count.states == len(law_of_step(WFRP, named))
