"""The odds of a battle under ``savage``: exact without tactics cards, sampled with them, and it says so.

The rules stand in their chapters; this package's ``odds*`` modules read a ``Battle`` and never play one.
Tests hold them against the rules.  ``odds_rolls``, ``odds_round`` and ``odds_base`` are the exact engine,
``odds_ways`` says what characters do in it, and ``odds_report`` what it comes to.  ``odds_cards`` samples.
"""

from __future__ import annotations

import numpy as np

from voevoda.odds import Odds, grid_law
from voevoda.play.seats import Seat
from voevoda.rulebooks.savage.odds_base import Board, Cell, Totals, march
from voevoda.rulebooks.savage.odds_cards import odds as sampled
from voevoda.rulebooks.savage.odds_report import SideOdds, report
from voevoda.rulebooks.savage.odds_round import Aid, Fall, Lot, settle
from voevoda.rulebooks.savage.odds_ways import Company, Policy, lost_of
from voevoda.rulebooks.savage.state import Battle, Round

EXACT = 2_000_000
"""The greatest ``Company.effort`` that is computed and not sampled: two seconds."""


def odds(
    battle: Battle,
    *,
    samples: int | None = None,
    seed: str | None = None,
    seat: Seat | None = None,
    policy: Policy = "greedy",
    exact: int = EXACT,
) -> Odds[SideOdds]:
    """The odds from here to the end, with all choices made by a policy.

    Without cards and characters no seat has a choice, and no policy is named; where both sides fail the
    referee lets both leave (S-10.3).

    Exact without cards, unless characters bring too much to follow: wounds of several, or many ways at once.
    Else ``samples``, ``seed`` and ``seat`` serve: see ``odds_cards.odds``.
    """
    if battle.phase in {"aftermath", "over"}:
        return report(battle, over(battle), policy=None)
    company = Company(battle, policy)
    if battle.terms.cards or not is_followed(battle, policy, exact):
        return sampled(battle, samples, seed, seat, policy)
    acts = any(not battle.is_out(index, place) for index, place, _ in battle.characters())
    return report(battle, computed(battle, company), policy=policy if acts else None)


def is_followed(battle: Battle, policy: Policy = "greedy", exact: int = EXACT) -> bool:
    """Whether what characters may bring to a battle without cards is followed to the end."""
    return Company(battle, policy).effort(lost_of(battle), exact) <= exact


def computed(battle: Battle, company: Company) -> Totals:
    """What a battle without cards comes to."""
    board = Board(company.duel, company.round, company.wounds)
    return march(board, lost_of(battle), opening(battle, company), battle.rounds_left)


def opening(battle: Battle, company: Company) -> Cell:
    """The round that is being fought, from the step that is next (S-3)."""
    lost, (one, two) = lost_of(battle), (aid_of(force.round) for force in battle.forces)
    if battle.phase in {"losses", "morale"}:  # in the phase of morale all that was noted is lost already
        fall = Fall((Lot.of(one),), (Lot.of(two),), np.ones((1, 1, 1)))
        return Cell(np.zeros(1, np.int64), np.zeros(1, np.int64), settle(company.duel, lost, fall))
    turn = len(company.actors) if battle.phase == "battle" else battle.turn
    return company.rest(lost, turn, (one, two))


def aid_of(brought: Round) -> Aid:
    """What has come to act on a side this round."""
    return Aid(
        brought.help,
        brought.cheer,
        brought.noted,
        rescued=brought.rescues,
        forced=brought.forced or brought.lost,
        unbowed=brought.unbowed,
    )


def over(battle: Battle) -> Totals:
    """A battle that has ended: nothing is left to chance but who comes back."""
    one, two = battle.forces
    lost = lost_of(battle)
    stopped = np.zeros((one.start + 1, two.start + 1))
    ends = np.zeros((*stopped.shape, 3, 3))
    fates = tuple(("fights", "withdrew", "routed").index(force.fate) for force in battle.forces)
    if fates == (0, 0) and one.tokens and two.tokens:
        stopped[lost] = 1
    else:
        ends[(*lost, *fates)] = 1
    return Totals(ends, stopped, grid_law(0, np.ones(1)))
