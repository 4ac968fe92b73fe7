"""The odds of a fight under ``skirmish``, exact, from any state between two steps.

The rules stand beside it; this package's ``odds*`` modules read a ``Fight`` and never play one.  Tests hold
them against the rules.  ``odds_dice`` has the laws of the dice, ``odds_fates`` and ``odds_field`` say what
becomes of the fighters; here it is found who chooses and who wins, and the report is put together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace

import numpy as np

from voevoda.odds import ArrayLaw, Odds, grid_law
from voevoda.rulebooks.skirmish.cards import dice_of_winner, in_use, leading, score, summed_tactics, worth
from voevoda.rulebooks.skirmish.odds_dice import Floats, contest, mean_spent
from voevoda.rulebooks.skirmish.odds_fates import Scene, Tally, ahead, tallies
from voevoda.rulebooks.skirmish.state import Fight

ENDING = "decided"


@dataclass(frozen=True, slots=True)
class FighterOdds:
    """What a fighter is to expect: the five fates make 1."""

    name: str
    stands: float
    out: float
    """Out of action and alive (C-4)."""
    dead: float
    captured: float
    retreated: float
    wounded: float
    """Wounded and not out (C-5)."""
    left_on_field: float
    """Out or dead, and nobody of his own side brings him off (C-7)."""
    spent_mean: float
    """Expected ammunition spent (C-8)."""


@dataclass(frozen=True, slots=True)
class SideOdds:
    """What a side is to expect."""

    name: str
    fighters: tuple[FighterOdds, ...]
    out_of_action: ArrayLaw
    """Law of how many are out, dead ones among them (C-4)."""
    dead: ArrayLaw
    """Law of how many are dead."""

    def to_json(self) -> dict[str, object]:
        """The side as in a report of odds."""
        return {
            "name": self.name,
            "fighters": [asdict(fighter) for fighter in self.fighters],
            "out_of_action": self.out_of_action.to_json(),
            "dead": self.dead.to_json(),
        }


def odds(fight: Fight, **_sampling: object) -> Odds[SideOdds]:
    """The odds from here to the end; they are exact, so ``samples`` and ``seed`` are not used."""
    ways = tuple(scenes(fight))
    # The last digits of a sum may pass 1.
    win = tuple(min(1.0, sum(scene.chance for scene in ways if scene.winner == side)) for side in (0, 1))
    return Odds(
        win=win,
        no_winner=0.0,
        endings=((ENDING, 1.0),),
        rounds=None,
        sides=tuple(side_odds(fight, index, tally, ways) for index, tally in enumerate(tallies(fight, ways))),
    )


# Who chooses, who wins (C-2, C-3)


def scenes(fight: Fight) -> Iterator[Scene]:
    """The ways to the clash that are possible from here."""
    for chance, chooser in choosers(fight):
        for part, winner in winners(fight, chooser):
            if chance * part > 0:
                yield Scene(chance * part, chooser, winner)


def choosers(fight: Fight) -> tuple[tuple[float, int | None], ...]:
    """Who has his choice of modes (C-2), and how likely."""
    if fight.phase != "modes" or fight.terms.readings.modes == "own_choice":
        return ((1.0, fight.chooser),)
    readings = fight.terms.readings
    one, two = (worth(leading(side, readings).tactics, readings) for side in fight.terms.sides)
    first = contest(one - two, 1, sign(one - two))
    return (first, 0), (1 - first, 1)


def winners(fight: Fight, chooser: int | None) -> tuple[tuple[float, int], ...]:
    """Who wins (C-3), and how likely."""
    if fight.winner is not None:
        return ((1.0, fight.winner),)
    then = replace(fight, chooser=chooser)
    lead = score(then, 0) - score(then, 1)
    first = contest(lead, dice_of_winner(fight), sign(summed_tactics(fight, 0) - summed_tactics(fight, 1)))
    return (first, 0), (1 - first, 1)


def sign(number: int) -> int:
    """−1, 0 or 1."""
    return (number > 0) - (number < 0)


# A side


def side_odds(fight: Fight, index: int, tally: Tally, ways: tuple[Scene, ...]) -> SideOdds:
    """What one side is to expect."""
    side = fight.terms.sides[index]
    names = [name for name, _ in side.fighters()]
    columns = (*tally.fates, tally.wounded, tally.left, spent(fight, index, ways))
    fighters = tuple(
        FighterOdds(name, *row) for name, row in zip(names, np.array(columns).T.tolist(), strict=True)
    )
    return SideOdds(side.name, fighters, grid_law(0, tally.out_of_action), grid_law(0, tally.dead))


def spent(fight: Fight, index: int, ways: tuple[Scene, ...]) -> Floats:
    """Expected ammunition of each fighter: what is spent already, or what is still to be thrown for (C-8)."""
    now = np.array([fighter.spent for fighter in fight.fighters[index]], dtype=np.float64)
    to_come, expected = ahead(fight, index, "ammunition"), np.zeros(len(now))
    heads = [len(card.names) for card in fight.terms.sides[index].cards]
    for scene in ways:
        modes = [each.mode for each in in_use(replace(fight, chooser=scene.chooser), index)]
        means = np.repeat([mean_spent(mode.ammunition, mode.carried) for mode in modes], heads)
        expected += scene.chance * np.where(to_come, means, now)
    return expected
