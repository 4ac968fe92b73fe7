"""The odds of a day under ``gurps``, exact, from any state between two steps.

The rules stand in their chapters; this package's ``odds*`` modules read a ``Day`` and never play one.  Tests
hold them against the rules.  ``odds_contest`` leads up to the difference, ``odds_units`` says what the units
do about it, ``odds_losses`` adds up what they lose, and here the rest follows: characters and the report.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from voevoda.odds import ArrayLaw, Odds, convolve, dense, die, grid_law, repeated
from voevoda.rulebooks.gurps.odds_contest import Agenda, Contest, Floats, glories
from voevoda.rulebooks.gurps.odds_losses import Tally
from voevoda.rulebooks.gurps.odds_units import (
    HOLDS,
    LAST_STAND,
    LEFT,
    NOT_ENGAGED,
    RETREATS,
    ROUTS,
    SURRENDERS,
    Troops,
)
from voevoda.rulebooks.gurps.order import is_waited_out
from voevoda.rulebooks.gurps.rolls import SURVIVAL, law_of_test
from voevoda.rulebooks.gurps.rules import NO_ASSAULT
from voevoda.rulebooks.gurps.state import Day, Spot, is_stormed
from voevoda.rulebooks.gurps.tables import COLUMNS, HITS, NAMES, SECOND_SURVIVAL, name_of

POLICY = "first"
"""Who is not ahead uses his Luck (G-10.3): the option that the rules offer first."""

ENDINGS = ("no-clear-winner", "minor", "significant", "great", "overwhelming")

ROWS: Mapping[str, str] = dict(zip(ENDINGS, ("0-3", "4-7", "8-12", "13-16", "17+"), strict=True))
"""By name, the differences of each row of results (G-11)."""


@dataclass(frozen=True, slots=True)
class UnitOdds:
    """What a unit is to expect."""

    name: str
    start: int
    states: Mapping[str, float]
    """By the names of the report: holds, retreats, …; they make 1."""
    losses: ArrayLaw
    """Dead and wounded (G-13.4)."""

    def to_json(self) -> dict[str, object]:
        """The unit as in a report of odds."""
        return {"name": self.name, "start": self.start, **self.states, "losses": summary(self.losses)}


@dataclass(frozen=True, slots=True)
class CharacterOdds:
    """What a character is to expect."""

    name: str
    survival: Mapping[str, float]
    """By the class of the first roll (G-9.2); empty once it has been thrown."""
    glory: Mapping[str, float]
    """By its margin (G-9.4); empty once the day is over."""
    fallen: float
    """That he is down in the end, a second Survival roll included (G-13.6)."""

    def to_json(self) -> dict[str, object]:
        """The character as in a report of odds."""
        return {
            "name": self.name,
            "survival": dict(self.survival),
            "glory": dict(self.glory),
            "fallen": self.fallen,
        }


@dataclass(frozen=True, slots=True)
class SideOdds:
    """What a side is to expect."""

    name: str
    left: ArrayLaw
    """Men left, as the report counts them: wounded who were saved are among them (G-13.5)."""
    left_mean: float
    """Exact also where the law is in bins."""
    bin: int
    """Men in a bin of that law; 1: it is exact."""
    units: tuple[UnitOdds, ...]
    characters: tuple[CharacterOdds, ...]

    def to_json(self) -> dict[str, object]:
        """The side as in a report of odds."""
        bins = {"bin": self.bin} if self.bin > 1 else {}
        return {
            "name": self.name,
            "left": {**summary(self.left), "mean": self.left_mean, **bins},
            "units": [unit.to_json() for unit in self.units],
            "characters": [character.to_json() for character in self.characters],
        }


def summary(law: ArrayLaw) -> dict[str, float]:
    """Mean and quantiles of a law."""
    return {"mean": law.mean, **{f"p{percent}": law.quantile(percent / 100) for percent in (5, 50, 95)}}


def odds(day: Day, **_sampling: object) -> Odds[SideOdds]:
    """The odds from here to the end of the day; they are exact, so ``samples`` and ``seed`` are not used."""
    if is_waited_out(day.terms):
        return waited_out(day)
    agenda = Agenda(day)
    contest = Contest(day, agenda)
    troops = tuple(Troops(day, agenda, index, tuple(contest.ways[index])) for index in (0, 1))
    rolling = frozenset() if is_stormed(day.terms) else frozenset(range(-NAMES[0][0], NAMES[0][0] + 1))
    at = day.difference or 0
    joint = contest.joint((troops[0].empty(at), troops[1].empty(at)), rolling)
    tallies = list[Tally]()
    for index in (0, 1):
        tally = Tally(day, agenda, troops[index], index)
        tally.add(troops[index].moments(joint.keys[index]))
        tallies.append(tally)
    return report(day, agenda, contest, joint.difference, tallies)
