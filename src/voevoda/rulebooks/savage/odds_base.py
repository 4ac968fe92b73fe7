"""The exact engine of ``savage`` without cards: every pair of tokens, round by round.

All that such a battle remembers from one round to the next is the tokens of the two sides (what a side has
lost is what it lacks of its start), whether both failed and fought on, and the wounds of characters whose
Toughness is known.  None of these ever goes back, so a battle is a chain that only goes down, and a round in
which nothing happens is waiting.  ``odds_round.py`` says where one round leads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

import numpy as np

from voevoda.odds.laws import ArrayLaw, Floats, Integers, grid_law
from voevoda.rulebooks.savage.odds_rolls import STANDS, WITHDRAWS
from voevoda.rulebooks.savage.odds_round import ALONE, FATES, Aids, Duel, Stand, clash

CUT_ROUNDS = 1e-13
"""A battle that goes on with less probability than this is left behind."""

MOST_ROUNDS = 100_000
"""So many rounds are followed; what then goes on is missing."""

FIRST, SECOND, NOBODY = range(3)
"""Who wins."""

Cell: TypeAlias = Iterable[tuple[tuple[int, ...], Floats]]
"""A round: for each new state of the wounds an array as of ``odds_round.settle``; all of them make 1."""

Company: TypeAlias = Callable[[Stand], Iterable[tuple[tuple[int, ...], Aids]]]
"""What the characters may do in a round: new wounds, and what then acts on the sides."""


def nobody(stand: Stand) -> Iterable[tuple[tuple[int, ...], Aids]]:
    """A company without characters."""
    return ((stand.wounds, {(ALONE, ALONE): 1.0}),)


class Landing(NamedTuple):
    """Where a round leads: codes of stands that fight on, indices of ends, and their chances."""

    on: Integers
    on_chance: Floats
    end: Integers
    end_chance: Floats


class Board:
    """The stands of a battle by code, an integer that no round lowers, and where their rounds lead."""

    def __init__(
        self, duel: Duel, company: Company = nobody, wounds: tuple[int, ...] = (), shaken: int = 0
    ) -> None:
        """Take the battle, its characters, the most wounds of each, and how often both may fight on."""
        self.duel = duel
        self.company = company
        self.most_shaken = shaken
        tokens = duel.start[0] + 1, duel.start[1] + 1
        self.shape = (shaken + 1, *(most + 1 for most in wounds), *tokens)
        self.ends = (*tokens, FATES, FATES)
        """[lost by the first, by the second, fate of the first, of the second]: how a battle ends."""
        self._codes = np.arange(np.prod(self.shape)).reshape(self.shape)
        self._ends = np.arange(np.prod(self.ends)).reshape(self.ends)

    @property
    def size(self) -> int:
        """How many codes there are."""
        return self._codes.size

    def code(self, stand: Stand) -> int:
        """The code of a stand."""
        return int(self._codes[(stand.shaken, *stand.wounds, *stand.lost)])

    def stand(self, code: int) -> Stand:
        """The stand with this code."""
        shaken, *wounds, one, two = (int(part) for part in np.unravel_index(code, self.shape))
        return Stand(shaken, tuple(wounds), (one, two))

    def round(self, stand: Stand) -> Landing:
        """Where a whole round leads that begins here."""
        return self.landing(
            stand, [(wounds, clash(self.duel, stand, aids)) for wounds, aids in self.company(stand)]
        )

    def landing(self, stand: Stand, cell: Cell) -> Landing:
        """Where a round leads that began here (or goes on from within)."""
        on, on_chance, end, end_chance = list[Integers](), list[Floats](), list[Integers](), list[Floats]()
        one, two = stand.lost
        for wounds, joint in cell:
            over = joint.copy()
            over[:-1, :-1, STANDS, STANDS] = 0
            ways = [(stand.shaken, joint[:-1, :-1, STANDS, STANDS])]
            if self.duel.leave < 1:
                both = over[:-1, :-1, WITHDRAWS:, WITHDRAWS:]
                shaken = min(self.most_shaken, stand.shaken + 1)
                ways.append((shaken, both.sum(axis=(-2, -1)) * (1 - self.duel.leave)))
                both *= self.duel.leave
            for shaken, chances in ways:
                held = chances > 0
                on.append(self._codes[(shaken, *wounds)][one:-1, two:-1][held])
                on_chance.append(chances[held])
            held = over > 0
            end.append(self._ends[one:, two:][held])
            end_chance.append(over[held])
        return Landing(_joined(on), _joined(on_chance), _joined(end), _joined(end_chance))

    @cached_property
    def fighting(self) -> Integers:
        """The codes at which both sides have tokens left."""
        return self._codes[..., :-1, :-1].ravel()


def _joined(parts: list[np.ndarray]) -> np.ndarray:
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


class Moves(NamedTuple):
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


def moves(board: Board, starts: Integers) -> Moves:
    """All rounds that may follow from some stands."""
    reached = np.zeros(board.size, dtype=bool)
    reached[starts] = True
    landings = list[Landing]()
    for code in range(board.size):
        if reached[code]:
            landings.append(board.round(board.stand(code)))
            reached[landings[-1].on] = True
    codes = np.flatnonzero(reached)
    places = np.arange(codes.size)
    if not landings:
        nothing, never = np.zeros(0, np.int64), np.zeros(0)
        landings, places = [Landing(nothing, never, nothing, never)], np.zeros(1, np.int64)
    on, on_chance, end, end_chance = (np.concatenate(parts) for parts in zip(*landings, strict=True))
    return Moves(
        codes,
        np.repeat(places, [landing.on.size for landing in landings]),
        np.searchsorted(codes, on),
        on_chance,
        np.repeat(places, [landing.end.size for landing in landings]),
        end,
        end_chance,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Totals:
    """What a battle comes to."""

    ends: Floats
    """[lost by the first, by the second, fate of the first, of the second]: how likely it ends so."""
    stopped: Floats
    """[lost by the first, by the second]: how likely it is stopped so."""
    rounds: ArrayLaw
    missing: float
    """How likely it still goes on after the last round that was followed."""


def march(board: Board, opening: Landing, rounds_left: int | None) -> Totals:
    """Fight to the end after a first round, or the rest of one, that leads to ``opening``.

    ``rounds_left`` counts that round too.
    """
    found = moves(board, opening.on)
    now = np.bincount(np.searchsorted(found.codes, opening.on), opening.on_chance, found.codes.size)
    visits = np.zeros(found.codes.size)
    going = [1.0, float(now.sum())]
    most = MOST_ROUNDS if rounds_left is None else rounds_left
    while going[-1] > CUT_ROUNDS and len(going) <= most:
        visits += now
        now = np.bincount(found.on, now[found.source] * found.chance, now.size)
        going.append(float(now.sum()))
    size = int(np.prod(board.ends))
    ends: Floats = np.zeros(size)
    np.add.at(ends, opening.end, opening.end_chance)
    np.add.at(ends, found.end, visits[found.end_source] * found.end_chance)
    stopped: Floats = np.zeros(board.size)
    law: Floats = np.maximum(-np.diff(going), 0.0)
    is_stopped = rounds_left is not None and len(going) > rounds_left
    if is_stopped:
        stopped[found.codes] = now
        law[-1] += going[-1]
    return Totals(
        ends.reshape(board.ends),
        stopped.reshape(-1, *board.ends[:2]).sum(axis=0),
        grid_law(1, law),
        0.0 if is_stopped else going[-1],
    )


def winners(duel: Duel) -> Floats:
    """[end, who wins]: 1 where he does (S-10.2, S-10.3, S-10.5)."""
    one, two, first, second = np.ogrid[: duel.start[0] + 1, : duel.start[1] + 1, :FATES, :FATES]
    beaten = (one == duel.start[0]) | (first != STANDS), (two == duel.start[1]) | (second != STANDS)
    return np.stack([beaten[1] & ~beaten[0], beaten[0] & ~beaten[1], beaten[0] == beaten[1]], axis=-1) * 1.0


def win_table(duel: Duel, rounds_left: int | None = None) -> Floats:
    """What every pair of tokens is worth at the start of a round: who wins from there without cards.

    [tokens of the first, tokens of the second, FIRST or SECOND or NOBODY]: probability.  Characters take no
    part.
    """
    board = Board(duel)
    table = winners(duel)[..., STANDS, STANDS, :]
    table[:-1, :-1] = worth(board, rounds_left).reshape(*duel.start, NOBODY + 1)
    return np.ascontiguousarray(table[::-1, ::-1])


def worth(board: Board, rounds_left: int | None = None) -> Floats:
    """[code where both have tokens, who wins]: probability at the start of a round."""
    found, sides = moves(board, board.fighting), range(NOBODY + 1)
    size, reward = found.codes.size, winners(board.duel).reshape(-1, NOBODY + 1)[found.end]
    at_once = [np.bincount(found.end_source, found.end_chance * reward[:, who], size) for who in sides]
    value: Floats = np.zeros((size, NOBODY + 1))
    ending: Floats = np.stack(at_once, axis=-1)
    if rounds_left is not None:
        value[:, NOBODY] = 1
        for _ in range(rounds_left):
            after = [np.bincount(found.source, found.chance * value[found.on, who], size) for who in sides]
            value = ending + np.stack(after, axis=-1)
        return value
    bounds = np.searchsorted(found.source, np.arange(size + 1))
    moving = np.where(found.on == found.source, 0.0, found.chance)
    leaving = ending.sum(axis=-1) + np.bincount(found.source, moving, size)
    for place in range(size - 1, -1, -1):
        part = slice(bounds[place], bounds[place + 1])
        value[place] = (ending[place] + moving[part] @ value[found.on[part]]) / leaving[place]
    return value
