"""What a battle comes to, exact or sampled, as a report of odds: who wins, how, and what is left (S-10)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from voevoda.odds import ArrayLaw, Odds, error, grid_law
from voevoda.odds.laws import Floats
from voevoda.rulebooks.savage.odds_base import FIRST, NOBODY, SECOND, Totals, winners
from voevoda.rulebooks.savage.odds_rolls import ROUTS, WITHDRAWS
from voevoda.rulebooks.savage.state import Battle
from voevoda.rulebooks.savage.tables import RETURNS


@dataclass(frozen=True, slots=True)
class SideOdds:
    """What a side is to expect."""

    name: str
    tokens: ArrayLaw
    """Tokens at the end, before lost ones come back."""
    withdraws: float
    """How likely it withdraws in order, also where both leave (S-10.3)."""
    routs: float
    destroyed: float
    recovered: float
    """How many lost tokens come back on average (S-10.4)."""

    def to_json(self) -> dict[str, object]:
        """The side as in a report of odds."""
        return {
            "name": self.name,
            "tokens": self.tokens.to_json(),
            "withdraws": self.withdraws,
            "routs": self.routs,
            "destroyed": self.destroyed,
            "recovered": self.recovered,
        }


@dataclass(frozen=True, slots=True)
class Sample:
    """Where the numbers of a sample come from."""

    size: int
    seed: str


def report(
    battle: Battle, totals: Totals, *, policy: str | None, sample: Sample | None = None
) -> Odds[SideOdds]:
    """The odds that these totals are; exact, unless a sample is named."""
    won = winners((battle.forces[0].start, battle.forces[1].start))
    win = [float((totals.ends * won[..., who]).sum()) for who in (FIRST, SECOND, NOBODY)]
    no_winner = win[NOBODY] + float(totals.stopped.sum())
    error_of = None
    if sample:
        size = sample.size
        error_of = tuple(error(share, size) for share in win[:NOBODY]), error(no_winner, size)
    return Odds(
        win=(win[FIRST], win[SECOND]),
        no_winner=no_winner,
        endings=tuple(endings(totals).items()),
        rounds=totals.rounds,
        sides=(side_odds(battle, totals, FIRST), side_odds(battle, totals, SECOND)),
        method="sampled" if sample else "exact",
        samples=sample.size if sample else None,
        seed=sample.seed if sample else None,
        policy=policy,
        missing=totals.missing,
        error=error_of,
        extras={"rounds": {"mean": totals.mean_rounds, "law": None}} if totals.mean_rounds else {},
    )


def endings(totals: Totals) -> dict[str, float]:
    """How likely each ending is."""
    ends, fates = totals.ends, np.arange(ROUTS + 1)
    left, gone = ends[:-1, :-1], (ends[-1, :].sum(), ends[:, -1].sum(), ends[-1, -1].sum())
    worst = np.where(np.minimum.outer(fates, fates) > 0, 0, np.maximum.outer(fates, fates))
    alone = [float(left[..., worst == fate].sum()) for fate in fates]
    return {
        "withdrawn": alone[WITHDRAWS],
        "routed": alone[ROUTS],
        "destroyed": float(gone[0] + gone[1] - 2 * gone[2]),
        "both-left": float(left[..., WITHDRAWS:, WITHDRAWS:].sum()),
        "both-destroyed": float(gone[2]),
        "stopped": float(totals.stopped.sum()),
    }


def side_odds(battle: Battle, totals: Totals, index: int) -> SideOdds:
    """What one side is to expect."""
    start, others = battle.forces[index].start, (1 - index, 3 - index)
    won = winners((battle.forces[0].start, battle.forces[1].start))[..., index]
    fates: Floats = totals.ends.sum(axis=others)  # [lost, fate]
    wins: Floats = (totals.ends * won).sum(axis=others)
    loses, lost = fates - wins, np.arange(start + 1)
    back = {name: (7 - least) / 6 * lost for name, least in RETURNS.items()}
    ways = zip(("destroyed", "withdrew", "routed"), loses.T, strict=True)
    return SideOdds(
        battle.terms.sides[index].name,
        grid_law(0, (fates.sum(axis=1) + totals.stopped.sum(axis=1 - index))[::-1]),
        withdraws=float(fates[:, WITHDRAWS].sum()),
        routs=float(fates[:, ROUTS].sum()),
        destroyed=float(fates[-1].sum()),
        recovered=float(back["won"] @ wins.sum(axis=1) + sum(back[way] @ chances for way, chances in ways)),
    )
