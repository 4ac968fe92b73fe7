"""The odds of fates: what C-4 to C-7 make of each fighter, once it is known who has won and in which modes.

Given that, the fighters are independent of each other, but for one thing: to whom the losers give themselves
up hangs on whether a leader is out (C-6).  A ``Branch`` has that settled, and in it they are independent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from voevoda.rulebooks.skirmish.cards import average_damage, edge, worth
from voevoda.rulebooks.skirmish.odds_dice import (
    Floats,
    Integers,
    count_laws,
    faces_from,
    failures,
    failures_from,
)
from voevoda.rulebooks.skirmish.odds_field import left_behind
from voevoda.rulebooks.skirmish.state import PHASES, Fate, Fight, Phase

FATES: tuple[Fate, ...] = get_args(Fate)
"""What becomes of a fighter, in the order of the arrays below: fates by fighters."""

STANDS, OUT, DEAD, CAPTURED, RETREATED = range(len(FATES))


class Scene(NamedTuple):
    """A way to the clash (C-4): whose choice of modes it was, and who has won."""

    chance: float
    chooser: int | None
    winner: int


class Branch(NamedTuple):
    """A way from there to the end, in which the fighters are independent of each other."""

    chance: float
    winner: int
    fates: tuple[Floats, Floats]
    """For each side, how likely each fate is."""


class Tally:
    """What one side is to expect, added up over all branches."""

    def __init__(self, heads: int) -> None:
        self.fates = np.zeros((len(FATES), heads))
        self.wounded = np.zeros(heads)
        self.left = np.zeros(heads)
        """How likely each is out, or dead, and left on the field."""
        self.out_of_action = np.zeros(heads + 1)
        """How likely 0, 1, … are out, dead ones among them."""
        self.dead = np.zeros(heads + 1)


def ahead(fight: Fight, index: int, phase: Phase) -> NDArray[np.bool_]:
    """For which fighters of a side this step of the book is still ahead."""
    places, at, asked = np.arange(len(fight.fighters[index])), PHASES.index(fight.phase), PHASES.index(phase)
    if at == asked and index == fight.spot.side:
        return np.asarray(places >= fight.spot.place)
    return np.full(len(places), at < asked or (at == asked and index > fight.spot.side))


class Ranks:
    """The fighters of one side in plain numbers, in the order of the file."""

    def __init__(self, fight: Fight, index: int) -> None:
        side, readings, now = fight.terms.sides[index], fight.terms.readings, fight.fighters[index]
        cards, heads = side.cards, [len(card.names) for card in side.cards]
        self.defence = np.repeat([worth(card.defence, readings) for card in cards], heads)
        self.composure = np.repeat([worth(card.composure, readings) for card in cards], heads)
        self.retreat = np.repeat([card.retreat for card in cards], heads)
        self.surrender = np.repeat([card.surrender for card in cards], heads)
        self.rescues = np.repeat([card.rescues for card in cards], heads)
        # Reading: death.  The face of the State d20 from which it is death.
        self.dies_from = np.repeat([-card.death_threshold for card in cards], heads)
        self.dies_from += readings.death == "below"
        self.now = np.array([[each.fate == fate for each in now] for fate in FATES], dtype=np.float64)
        self.wounded = np.array([each.wounded for each in now])
        names = [name for name, _ in side.fighters()]
        self.leader = None if side.leader is None else names.index(side.leader)


def tallies(fight: Fight, scenes: Sequence[Scene]) -> tuple[Tally, Tally]:
    """What both sides are to expect."""
    ranks = Ranks(fight, 0), Ranks(fight, 1)
    found = Tally(len(fight.fighters[0])), Tally(len(fight.fighters[1]))
    branches = list[Branch]()
    for scene in scenes:
        then = replace(fight, chooser=scene.chooser, winner=scene.winner)
        clashes = list[Floats]()
        for index in (0, 1):
            short = shortfall(then, ranks[index], index)
            clashed = clash(then, ranks[index], index, short)
            wounded = np.where(ahead(fight, index, "wounded"), clashed[STANDS] * failures(short), 0)
            found[index].wounded += scene.chance * np.where(ranks[index].wounded, 1, wounded)
            clashes.append(clashed)
        branches += branches_of(then, ranks, scene, (clashes[0], clashes[1]))
    for index in (0, 1):
        add_fates(found[index], ranks[index], index, branches)
    return found


# The clash (C-4)


def shortfall(fight: Fight, ranks: Ranks, index: int) -> Integers:
    """By how much each is below what the enemy throws for, rounded up (C-4, C-5)."""
    return np.asarray(ceil(average_damage(fight, 1 - index)) - edge(fight, index) - ranks.defence)


def clash(fight: Fight, ranks: Ranks, index: int, short: Integers) -> Floats:
    """How likely each is out or dead after C-4; what else has become of him stays."""
    fails, dies = failures(short), faces_from(ranks.dies_from)
    # Reading: state_roll.
    kept = fight.terms.readings.state_roll == "test"
    dead = failures_from(short, ranks.dies_from) if kept else fails * dies
    if index == fight.loser:  # who neither retreats nor surrenders is out without a test (C-9)
        untested = ~(ranks.retreat | ranks.surrender)
        fails, dead = np.where(untested, 1, fails), np.where(untested, dies, dead)
    tested = ranks.now[STANDS] * ahead(fight, index, "out")
    fates = ranks.now.copy()
    fates[STANDS] -= tested * fails
    fates[OUT] += tested * np.maximum(fails - dead, 0)
    fates[DEAD] += tested * dead
    return fates


# Surrender and retreat (C-6, C-7)


def branches_of(
    fight: Fight, ranks: tuple[Ranks, Ranks], scene: Scene, clashes: tuple[Floats, Floats]
) -> Iterator[Branch]:
    """The branches of a scene: whether the leader whose Composure counts is out (C-6)."""
    assert fight.loser is not None
    # Reading: surrender_against.
    index = fight.loser if fight.terms.readings.surrender_against == "losers" else 1 - fight.loser
    composure, leader = ranks[index].composure, ranks[index].leader
    mean = Fraction(int(composure.sum()), len(composure))
    if leader is None:
        yield branch(fight, ranks, scene.chance, clashes, mean)
        return
    down = float(clashes[index][OUT, leader] + clashes[index][DEAD, leader])
    for part, is_down in ((1 - down, False), (down, True)):
        if part <= 0:
            continue
        settled = clashes[0].copy(), clashes[1].copy()
        his = settled[index][:, leader]
        his[[STANDS, CAPTURED, RETREATED] if is_down else [OUT, DEAD]] = 0
        his /= his.sum()
        against = mean if is_down else Fraction(int(composure[leader]))
        yield branch(fight, ranks, scene.chance * part, settled, against)


def branch(
    fight: Fight, ranks: tuple[Ranks, Ranks], chance: float, clashes: tuple[Floats, Floats], against: Fraction
) -> Branch:
    """The branch in which the losers have so much Composure against them."""
    assert fight.winner is not None
    lost = 1 - fight.winner
    fates, side = clashes[lost].copy(), ranks[lost]
    # C-9: who would not retreat is captured without a test, who would not surrender is not tested.
    gives_up = np.where(side.retreat, failures(ceil(against) - side.composure), 1)
    captured = np.where(ahead(fight, lost, "surrender") & side.surrender, fates[STANDS] * gives_up, 0)
    fates[STANDS] -= captured
    fates[CAPTURED] += captured
    retreated = np.where(ahead(fight, lost, "field"), fates[STANDS], 0)
    fates[STANDS] -= retreated
    fates[RETREATED] += retreated
    return Branch(chance, fight.winner, (fates, clashes[1]) if lost == 0 else (clashes[0], fates))


# The field (C-7)


def add_fates(tally: Tally, ranks: Ranks, index: int, branches: Sequence[Branch]) -> None:
    """Add up a side's fates, how many are out, and who of it is left on the field."""
    for won in (True, False):
        those = [each for each in branches if (each.winner == index) == won]
        if not those:
            continue
        chances = np.array([each.chance for each in those])
        fates = np.array([each.fates[index] for each in those])
        tally.fates += np.tensordot(chances, fates, 1)
        tally.out_of_action += chances @ count_laws(fates[:, OUT] + fates[:, DEAD])
        tally.dead += chances @ count_laws(fates[:, DEAD])
        if won:
            left = (fates[:, OUT] + fates[:, DEAD]) * none_of_the_others(fates[:, STANDS] * ranks.rescues)
        else:
            left = left_behind(fates[:, OUT], fates[:, DEAD], fates[:, RETREATED] * ranks.rescues)
        tally.left += chances @ left


def none_of_the_others(chances: Floats) -> Floats:
    """For each column, how likely it happens to no other; rows by columns."""
    ones = np.ones((len(chances), 1))
    before = np.cumprod(np.hstack([ones, 1 - chances[:, :-1]]), axis=1)
    after = np.cumprod(np.hstack([ones, 1 - chances[:, :0:-1]]), axis=1)[:, ::-1]
    return np.asarray(before * after)
