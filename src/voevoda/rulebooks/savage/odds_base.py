"""The exact engine of ``savage`` without cards: every pair of tokens, round by round.

All that such a battle remembers from one round to the next is the tokens of the two sides (what a side has
lost is what it lacks of its start) and the wounds of characters whose Toughness is known.  Neither ever goes
back, so a battle is a chain that only goes down, and a round in which nothing happens is waiting.  Where both
fail in the same round, both leave (S-10.3).  ``odds_round.py`` says where one round leads.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from voevoda.odds.laws import ArrayLaw, Floats, Integers, grid_law
from voevoda.rulebooks.savage.odds_rolls import STANDS
from voevoda.rulebooks.savage.odds_round import ALONE, FATES, Duel, fall_of, settle

CUT_ROUNDS = 1e-13
"""No round is followed in which a battle goes on with less probability than this."""

LACKING = 1e-9
"""A law of rounds that lacks more than this is none."""

MOST_MOVES = 400_000_000
"""Rounds are followed one by one as long as it takes no more moves than this, some seconds.

Only where both sides can hardly hit (Knowledge d4-20) is there anything beyond.
"""

A_ROUND = 1000
"""So many moves cost as much as any round, whatever happens in it."""

FIRST, SECOND, NOBODY = range(3)
"""Who wins."""


class Cell(NamedTuple):
    """A round from a pair of tokens, whatever the wounds."""

    before: Integers
    """[case]: a state of the wounds, as a number that no round lowers."""
    after: Integers
    """[case]: what the round makes of it."""
    joint: Floats
    """As of ``odds_round.settle``; all cases that begin alike make 1."""


class Moves(NamedTuple):
    """Where rounds lead, as parallel arrays ordered by where they begin."""

    source: Integers
    """Code of the stand where a move begins."""
    on: Integers
    """Code of the stand where it leads."""
    chance: Floats
    end_source: Integers
    end: Integers
    """Index of the end to which it leads."""
    end_chance: Floats

    @property
    def followed(self) -> int:
        """How many rounds can be followed one by one."""
        return MOST_MOVES // (A_ROUND + self.on.size)

    def after(self, chances: Floats) -> Floats:
        """How likely each stand is a round later."""
        return np.bincount(self.on, chances[self.source] * self.chance, chances.size).astype(np.float64)

    def before(self, values: Floats) -> Floats:
        """What going on is worth at each stand, from what every stand is worth a round later."""
        return np.bincount(self.source, self.chance * values[self.on], values.size).astype(np.float64)

    def leaving(self, stands: int) -> tuple[Integers, Floats, Floats]:
        """How waiting is solved: a round that leaves everything as it was is no move.

        Where the moves of each stand begin, with one more at the end; the chances of moves without those that
        stay; and how likely each stand is left in a round, 1 where none begins.
        """
        moving = np.where(self.on == self.source, 0.0, self.chance)
        left = np.bincount(self.end_source, self.end_chance, stands) + np.bincount(
            self.source, moving, stands
        )
        bounds = np.searchsorted(self.source, np.arange(stands + 1))
        return bounds, moving, np.where(left > 0, left, 1.0)


class Board:
    """The stands of a battle by code, an integer that no round lowers, and where their rounds lead."""

    def __init__(
        self, duel: Duel, cell: Callable[[tuple[int, int]], Cell] | None = None, wounds: int = 1
    ) -> None:
        """Take the battle, the rounds by the tokens lost before, and how many states the wounds have.

        Without ``cell`` no characters take part.
        """
        self.duel = duel
        self.cell = cell or self._bare
        tokens = duel.start[0] + 1, duel.start[1] + 1
        self.ends = (*tokens, FATES, FATES)
        """[lost by the first, by the second, fate of the first, of the second]: how a battle ends."""
        self.codes = np.arange(tokens[0] * tokens[1] * wounds).reshape(*tokens, wounds)
        """[lost by the first, by the second, state of the wounds]."""
        self._ends = np.arange(np.prod(self.ends)).reshape(self.ends)

    def _bare(self, lost: tuple[int, int]) -> Cell:
        """A round without characters."""
        lead = self.duel.start[0] - lost[0] - self.duel.start[1] + lost[1]
        fall = fall_of(self.duel, lead, [(ALONE, ALONE)], np.ones((1, 1)))
        return Cell(np.zeros(1, np.int64), np.zeros(1, np.int64), settle(self.duel, lost, fall))

    def landing(self, lost: tuple[int, int], cell: Cell) -> Moves:
        """Where a round (or the rest of one) leads that began here."""
        one, two = lost
        fighting = cell.joint[:, :-1, :-1, STANDS, STANDS]
        case, *more = on = np.nonzero(fighting)
        befores, first = np.unique(cell.before, return_index=True)
        over = np.add.reduceat(cell.joint, first)  # an end is the same whatever the wounds
        over[:, :-1, :-1, STANDS, STANDS] = 0
        end = np.nonzero(over)
        return Moves(
            self.codes[one, two, cell.before[case]],
            self.codes[one + more[0], two + more[1], cell.after[case]],
            fighting[on],
            self.codes[one, two, befores[end[0]]],
            self._ends[one:, two:][end[1:]],
            over[end],
        )

    def moves(self, starts: Integers) -> Moves:
        """All rounds that may follow from some stands."""
        one, two, wounds = self.codes.shape
        reached = np.zeros(one * two, dtype=bool)
        reached[starts // wounds] = True
        parts = list[Moves]()
        for place in range(reached.size):
            if reached[place]:
                lost = divmod(place, two)
                parts.append(self.landing(lost, self.cell(lost)))
                reached[parts[-1].on // wounds] = True
        nothing, never = np.zeros(0, np.int64), np.zeros(0)
        none = Moves(nothing, nothing, never, nothing, nothing, never)
        return Moves(*map(np.concatenate, zip(none, *parts, strict=True)))


@dataclass(frozen=True, slots=True, eq=False)
class Totals:
    """What a battle comes to."""

    ends: Floats
    """[lost by the first, by the second, fate of the first, of the second]: how likely it ends so.

    Lost is what a side's tokens lack of its start, before any come back; a destroyed side stands, and so does
    its enemy.
    """
    stopped: Floats
    """[lost by the first, by the second]: how likely it is stopped so (``max_rounds``)."""
    rounds: ArrayLaw | None
    """From here on, with the round that is being fought; None where there are too many to be followed."""
    mean_rounds: float | None = None
    """Their mean, where the law is None and there is no limit to them."""
    missing: float = 0.0
    """How likely it is to be stopped, where there are too many rounds to be followed till then."""


def march(board: Board, lost: tuple[int, int], first: Cell, rounds_left: int | None) -> Totals:
    """Fight to the end from where so many tokens are lost; ``first`` is the round that is being fought.

    ``rounds_left`` counts that round too.
    """
    opening = board.landing(lost, first)
    found, stands = board.moves(opening.on), board.codes.size
    start: Floats = np.bincount(opening.on, opening.chance, stands).astype(np.float64)
    now, visits, going = start, np.zeros(stands), [1.0, float(start.sum())]
    most = found.followed if rounds_left is None else min(rounds_left, found.followed)
    while going[-1] > CUT_ROUNDS and len(going) <= most:
        visits += now
        now = found.after(now)
        going.append(float(now.sum()))
    law: Floats = np.maximum(-np.diff(going), 0.0)
    stopped, missing = np.zeros(stands), 0.0
    if rounds_left is None:
        visits = visits_of(found, start)
    elif len(going) > rounds_left:
        stopped = now
        law[-1] += going[-1]
    else:
        missing = going[-1]
    is_whole = 1 - float(law.sum()) < LACKING
    ends: Floats = np.zeros(int(np.prod(board.ends)))
    np.add.at(ends, opening.end, opening.end_chance)
    np.add.at(ends, found.end, visits[found.end_source] * found.end_chance)
    return Totals(
        ends.reshape(board.ends),
        stopped.reshape(board.codes.shape).sum(axis=-1),
        grid_law(1, law) if is_whole else None,
        None if is_whole or missing else 1 + float(visits.sum()),
        missing,
    )


def visits_of(found: Moves, start: Floats) -> Floats:
    """How often each stand is visited on average; what is waited is solved and not iterated."""
    bounds, moving, leaving = found.leaving(start.size)
    visits = start.copy()
    for stand in np.flatnonzero(np.diff(bounds)):
        visits[stand] /= leaving[stand]
        part = slice(bounds[stand], bounds[stand + 1])
        visits[found.on[part]] += visits[stand] * moving[part]
    return visits


def winners(start: tuple[int, int]) -> Floats:
    """[end as in ``Totals``, who wins]: 1 where he does (S-10.2, S-10.3, S-10.5)."""
    one, two, first, second = np.ogrid[: start[0] + 1, : start[1] + 1, :FATES, :FATES]
    beaten = (one == start[0]) | (first != STANDS), (two == start[1]) | (second != STANDS)
    return np.stack([beaten[1] & ~beaten[0], beaten[0] & ~beaten[1], beaten[0] == beaten[1]], axis=-1) * 1.0


def win_table(duel: Duel, rounds_left: int | None = None) -> Floats:
    """What every pair of tokens is worth at the start of a round: who wins from there without cards.

    [tokens of the first, tokens of the second, FIRST or SECOND or NOBODY]: probability.  Characters take no
    part.  More rounds left than ``MOST_MOVES`` lets be followed count as no limit.
    """
    table = winners(duel.start)[..., STANDS, STANDS, :]
    table[:-1, :-1] = worth(Board(duel), rounds_left)[:-1, :-1]
    return np.ascontiguousarray(table[::-1, ::-1])


def worth(board: Board, rounds_left: int | None = None) -> Floats:
    """[lost by the first, by the second, who wins]: probability at the start of a round."""
    found, size = board.moves(board.codes[:-1, :-1].ravel()), board.codes.size
    reward = winners(board.duel.start).reshape(-1, NOBODY + 1)[found.end]
    parts = [found.end_chance * reward[:, who] for who in range(NOBODY + 1)]
    ending: Floats = np.stack([np.bincount(found.end_source, part, size) for part in parts], axis=-1)
    value: Floats = np.zeros(ending.shape)
    if rounds_left is None or rounds_left > found.followed:
        bounds, moving, leaving = found.leaving(size)
        for stand in range(size - 1, -1, -1):
            part = slice(bounds[stand], bounds[stand + 1])
            value[stand] = (ending[stand] + moving[part] @ value[found.on[part]]) / leaving[stand]
    else:
        value[:, NOBODY], going = 1, np.ones(size)
        for _ in range(rounds_left):
            value = ending + np.stack([found.before(part) for part in value.T], axis=-1)
            going = found.before(going)
            if going.max() < CUT_ROUNDS:
                break
    return value.reshape(*board.ends[:2], NOBODY + 1)
