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
"""The law of rounds ends where a battle goes on with less probability than this."""

MOST_ROUNDS = 20_000
"""So many rounds the law of rounds follows; what then goes on is missing from it."""

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


class Landing(NamedTuple):
    """Where a round leads: from codes of stands to codes that fight on and to indices of ends."""

    source: Integers
    on: Integers
    chance: Floats
    end_source: Integers
    end: Integers
    end_chance: Floats


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
        self.codes = np.arange(wounds * tokens[0] * tokens[1]).reshape(wounds, *tokens)
        """[state of the wounds, lost by the first, by the second]."""
        self._ends = np.arange(np.prod(self.ends)).reshape(self.ends)

    def _bare(self, lost: tuple[int, int]) -> Cell:
        """A round without characters."""
        lead = self.duel.start[0] - lost[0] - self.duel.start[1] + lost[1]
        fall = fall_of(self.duel, lead, [{(ALONE, ALONE): 1.0}])
        return Cell(np.zeros(1, np.int64), np.zeros(1, np.int64), settle(self.duel, lost, fall))

    def landing(self, lost: tuple[int, int], cell: Cell) -> Landing:
        """Where a round (or the rest of one) leads that began here."""
        one, two = lost
        source = self.codes[cell.before, one, two]
        fighting = cell.joint[:, :-1, :-1, STANDS, STANDS]
        on = np.nonzero(fighting)
        over = cell.joint.copy()
        over[:, :-1, :-1, STANDS, STANDS] = 0
        end = np.nonzero(over)
        return Landing(
            source[on[0]],
            self.codes[cell.after, one:-1, two:-1][on],
            fighting[on],
            source[end[0]],
            self._ends[one:, two:][end[1:]],
            over[end],
        )


@dataclass(frozen=True, slots=True, eq=False)
class Moves:
    """All rounds that a battle may come to, as parallel arrays ordered by where they begin."""

    codes: Integers
    """Stands that may be visited, ascending.  Below, stands are indices of this array."""
    source: Integers
    """Where each move begins."""
    on: Integers
    """Where it leads."""
    chance: Floats
    end_source: Integers
    end: Integers
    """Index of the end."""
    end_chance: Floats

    def after(self, chances: Floats) -> Floats:
        """How likely each stand is a round later."""
        return np.bincount(self.on, chances[self.source] * self.chance, chances.size).astype(np.float64)

    def before(self, values: Floats) -> Floats:
        """What going on is worth at each stand, from what every stand is worth a round later."""
        return np.bincount(self.source, self.chance * values[self.on], values.size).astype(np.float64)

    def bounds(self) -> Integers:
        """[stand]: where its moves begin; one more at the end."""
        return np.searchsorted(self.source, np.arange(self.codes.size + 1))

    def left(self) -> tuple[Floats, Floats]:
        """The chances of the moves without those that stay, and how likely each stand is left in a round."""
        moving = np.where(self.on == self.source, 0.0, self.chance)
        size = self.codes.size
        leaving: Floats = np.bincount(self.end_source, self.end_chance, size).astype(np.float64)
        return moving, leaving + np.bincount(self.source, moving, size)


def moves(board: Board, starts: Integers) -> Moves:
    """All rounds that may follow from some stands."""
    shape = board.codes.shape[1:]
    reached = np.zeros(shape, dtype=bool)
    reached.flat[starts % reached.size] = True
    landings = list[Landing]()
    for lost in np.ndindex(shape):
        if reached[lost]:
            landings.append(board.landing(lost, board.cell(lost)))
            reached.flat[landings[-1].on % reached.size] = True
    nothing, never = np.zeros(0, np.int64), np.zeros(0)
    parts = zip(Landing(nothing, nothing, never, nothing, nothing, never), *landings, strict=True)
    found = Landing(*map(np.concatenate, parts))
    order = np.argsort(found.source, kind="stable")
    codes = np.unique(np.concatenate([found.source, found.end_source]))
    return Moves(
        codes,
        np.searchsorted(codes, found.source[order]),
        np.searchsorted(codes, found.on[order]),
        found.chance[order],
        np.searchsorted(codes, found.end_source),
        found.end,
        found.end_chance,
    )


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
    rounds: ArrayLaw
    """From here on, with the round that is being fought; what goes on beyond ``MOST_ROUNDS`` is missing."""


def march(board: Board, lost: tuple[int, int], first: Cell, rounds_left: int | None) -> Totals:
    """Fight to the end from where so many tokens are lost; ``first`` is the round that is being fought.

    ``rounds_left`` counts that round too.
    """
    opening = board.landing(lost, first)
    found = moves(board, opening.on)
    start: Floats = np.zeros(found.codes.size)
    np.add.at(start, np.searchsorted(found.codes, opening.on), opening.chance)
    now, visits, going = start, np.zeros(start.size), [1.0, float(start.sum())]
    most = MOST_ROUNDS if rounds_left is None else rounds_left
    while going[-1] > CUT_ROUNDS and len(going) <= most:
        visits += now
        now = found.after(now)
        going.append(float(now.sum()))
    stopped: Floats = np.zeros(board.codes.size)
    law: Floats = np.maximum(-np.diff(going), 0.0)
    if rounds_left is None:
        visits = visits_of(found, start)
    elif len(going) > rounds_left:
        stopped[found.codes] = now
        law[-1] += going[-1]
    ends: Floats = np.zeros(int(np.prod(board.ends)))
    np.add.at(ends, opening.end, opening.end_chance)
    np.add.at(ends, found.end, visits[found.end_source] * found.end_chance)
    return Totals(ends.reshape(board.ends), stopped.reshape(board.codes.shape).sum(axis=0), grid_law(1, law))


def visits_of(found: Moves, start: Floats) -> Floats:
    """How often each stand is visited on average; what is waited is solved and not iterated."""
    bounds, (moving, leaving) = found.bounds(), found.left()
    visits = start.copy()
    for place in range(start.size):
        visits[place] /= leaving[place]
        part = slice(bounds[place], bounds[place + 1])
        visits[found.on[part]] += visits[place] * moving[part]
    return visits


def winners(start: tuple[int, int]) -> Floats:
    """[end as in ``Totals``, who wins]: 1 where he does (S-10.2, S-10.3, S-10.5)."""
    one, two, first, second = np.ogrid[: start[0] + 1, : start[1] + 1, :FATES, :FATES]
    beaten = (one == start[0]) | (first != STANDS), (two == start[1]) | (second != STANDS)
    return np.stack([beaten[1] & ~beaten[0], beaten[0] & ~beaten[1], beaten[0] == beaten[1]], axis=-1) * 1.0


def win_table(duel: Duel, rounds_left: int | None = None) -> Floats:
    """What every pair of tokens is worth at the start of a round: who wins from there without cards.

    [tokens of the first, tokens of the second, FIRST or SECOND or NOBODY]: probability.  Characters take no
    part.
    """
    table = winners(duel.start)[..., STANDS, STANDS, :]
    table[:-1, :-1] = worth(Board(duel), rounds_left).reshape(*duel.start, NOBODY + 1)
    return np.ascontiguousarray(table[::-1, ::-1])


def worth(board: Board, rounds_left: int | None = None) -> Floats:
    """[stand where both have tokens, who wins]: probability at the start of a round."""
    found = moves(board, board.codes[:, :-1, :-1].ravel())
    size, reward = found.codes.size, winners(board.duel.start).reshape(-1, NOBODY + 1)[found.end]
    sides = [found.end_chance * reward[:, who] for who in range(NOBODY + 1)]
    ending: Floats = np.stack([np.bincount(found.end_source, part, size) for part in sides], axis=-1)
    value: Floats = np.zeros(ending.shape)
    if rounds_left is not None:
        value[:, NOBODY] = 1
        for _ in range(rounds_left):
            value = ending + np.stack([found.before(part) for part in value.T], axis=-1)
        return value
    bounds, (moving, leaving) = found.bounds(), found.left()
    for place in range(size - 1, -1, -1):
        part = slice(bounds[place], bounds[place + 1])
        value[place] = (ending[place] + moving[part] @ value[found.on[part]]) / leaving[place]
    return value
