"""The odds of a battle under ``gurps``, sampled by playing the rules themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from voevoda.odds import Odds, error, generator
from voevoda.play.drive import Mind, simulate
from voevoda.play.position import Outcome
from voevoda.play.questions import Choose
from voevoda.play.seats import REFEREE, Seat
from voevoda.rulebooks.gurps.losses import toll_of
from voevoda.rulebooks.gurps.rules import NO_ASSAULT, Gurps
from voevoda.rulebooks.gurps.state import Day

BATTLES = 2000
"""Battles in a sample unless told otherwise."""

SEED = "odds"
"""The seed of a sample unless another is given."""

ENDINGS = ("no-clear-winner", "minor", "significant", "great", "overwhelming", NO_ASSAULT)


@dataclass(frozen=True, slots=True)
class SideOdds:
    """What is left of a side."""

    name: str
    left_mean: float

    def to_json(self) -> dict[str, object]:
        """The side as in a report of odds."""
        return {"name": self.name, "left": {"mean": self.left_mean}}


class _Picks:
    """Even picks from a generator of numbers."""

    def __init__(self, numbers: np.random.Generator) -> None:
        self._numbers = numbers

    def below(self, bound: int, /) -> int:
        """A pick from 0 … ``bound`` − 1."""
        return int(self._numbers.integers(bound))


def odds(day: Day, *, samples: int = BATTLES, seed: str = SEED) -> Odds[SideOdds]:
    """The odds from here to the end of the day; every seat takes the first option that it is offered."""
    book, source = Gurps(), _Picks(generator(seed))
    seats = (REFEREE, *(side.seat for side in day.terms.sides))
    minds: Mapping[Seat, Mind] = dict.fromkeys(seats, lambda asked, _: _first(asked.question))
    outcomes: Counter[Outcome] = Counter()
    left = [0, 0]
    for _ in range(samples):
        end = simulate(book, day, source, minds)
        outcome = book.finished(end)
        assert outcome is not None
        outcomes[outcome] += 1
        for spot, *_ in end.units():
            left[spot.side] += toll_of(end, spot).left
    names = [side.name for side in day.terms.sides]
    win = tuple(_share(outcomes, samples, winner=name) for name in names)
    nobody = _share(outcomes, samples, winner=None)
    return Odds(
        win=win,
        no_winner=nobody,
        endings=tuple(
            (ending, sum(n for each, n in outcomes.items() if each.ending == ending) / samples)
            for ending in ENDINGS
        ),
        rounds=None,
        sides=tuple(SideOdds(name, men / samples) for name, men in zip(names, left, strict=True)),
        method="sampled",
        samples=samples,
        seed=seed,
        policy="first",
        error=(tuple(error(each, samples) for each in win), error(nobody, samples)),
    )


def _first(question: object) -> str:
    assert isinstance(question, Choose)
    option: str = question.among[0][0]
    return option


def _share(outcomes: Counter[Outcome], samples: int, *, winner: str | None) -> float:
    return sum(n for each, n in outcomes.items() if each.winner == winner) / samples
