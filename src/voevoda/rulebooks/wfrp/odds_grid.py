"""The exact engine of ``wfrp``: every pair of current points, round by round, as arrays.

A round depends on the points only through their tens, through whether the double of those very tens
succeeds, and, when the tens are equal, through who has more.  The grid of points is therefore cut into tiles
of at most ten by ten, and what a tile holds is moved by a product with a small matrix.  Seen from the winner
of the opposed roll, a round is a sum of four products: his own extra damage (none, the enemy's critical, his
own fumble, both) times what befalls the loser.  Far above 100 points only the difference of the tens
matters, so that few matrices serve many tiles.

Knows plain numbers; sides, units and characters are the business of ``odds.py``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from math import prod
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from voevoda.odds.laws import ArrayLaw, Floats, grid_law
from voevoda.rulebooks.wfrp.rolls import rolled

Flags: TypeAlias = NDArray[np.bool_]

CUT_TILE = 1e-18
"""A tile that weighs less in a round is left behind; all of them together stay far below 1e-12."""

CUT_ROUNDS = 1e-13
"""A battle still undecided with less probability than this is left behind."""

CHUNK = 128
"""Columns multiplied at once: so few that the product stays on one core.  Handing it to two gains little when
both are free and costs a hundredfold when the other one is busy."""

NONE, CRITICAL, FUMBLE = 0, 1, 2
"""What a roll is beside its success level (W-3.6)."""

Mode: TypeAlias = Literal["more", "as-many", "level"]
"""What is looked at: the winner's higher level; also an equal one; only the equal one, which hurts nobody."""

SPAN = np.arange(-10, 11)
"""The loser's tens rolled less the winner's."""


class Extra(NamedTuple):
    """Laws of the damage column at +50 and at −50 (W-3.6); entry n is the probability of damage n."""

    critical: tuple[float, ...]
    fumble: tuple[float, ...]


class Duel(NamedTuple):
    """A battle in plain numbers."""

    start: tuple[int, int]
    now: tuple[int, int]
    rounds_left: int | None
    higher_wins: bool
    """Reading ``tie``: an equal success level goes to the side with more points."""
    extra: Extra
    top: int
    """Difference of success levels from which on the ordinary influence roll has always the same law."""


@dataclass(frozen=True, slots=True, eq=False)
class Totals:
    """What a battle comes to, exact or sampled."""

    win: tuple[float, float]
    mutual: float
    stopped: float
    rounds: ArrayLaw
    left: tuple[ArrayLaw, ArrayLaw]
    """Points left to each side."""
    won: Floats
    """[side, difference up to ``top``]: expected number of opposed rolls won by so much."""
    doubles: Floats
    """[side, NONE, CRITICAL or FUMBLE]: expected number of such rolls."""
    missing: float = 0.0


class Faces(NamedTuple):
    """Some of the hundred: their level is ``level`` or, if None, the tens of points less those rolled."""

    level: int | None
    share: Floats
    """[NONE, CRITICAL or FUMBLE; tens rolled]: probability."""


class Band(NamedTuple):
    """Neighbouring points that roll alike: indices from ``first`` to before ``last``."""

    first: int
    last: int
    tens: int
    kind: int
    """Index into the tables of ``faces_of``."""


def kind_of(points: int) -> int:
    """Which table of rolls these points use: 0 below ten, two for each ten to 89, 17 from 90 on."""
    tens = points // 10
    return 0 if tens == 0 else 17 if tens >= 9 else 2 * tens - 1 + (points >= 11 * tens)


@lru_cache(maxsize=18)
def faces_of(kind: int) -> tuple[Faces, ...]:
    """The hundred rolls of a side (W-3.1 to W-3.3, W-3.6), those with a forced level apart."""
    points = (0, *(p for tens in range(1, 9) for p in (10 * tens, 10 * tens + 9)), 100)[kind]
    parts: dict[int | None, Floats] = {}
    for roll in range(1, 101):
        level, double = rolled(points, roll)
        forced = None if level == points // 10 - roll // 10 else level
        share = parts.setdefault(forced, np.zeros((3, 11)))
        share[(NONE, CRITICAL, FUMBLE)[double], roll // 10 if forced is None else 0] += 0.01
    return tuple(Faces(level, share) for level, share in parts.items())


def bands_of(low: int, high: int) -> list[Band]:
    """The points from ``low`` to ``high``, cut into bands; index 0 is ``low``."""
    tens = range(low - low % 10 + 10, high + 1, 10)
    halves = (11 * ten for ten in range(1, 9) if low < 11 * ten <= high)
    edges = sorted({low, *tens, *halves, high + 1})
    return [Band(a - low, b - low, a // 10, kind_of(a)) for a, b in pairwise(edges)]


class Window:
    """What some of the rolls do to the loser of a round."""

    def __init__(self, hurt: Floats) -> None:
        self.hurt = hurt
        """[winner's extra; damage, from the smallest]: probability."""

    @cached_property
    def matrix(self) -> Floats:
        """Where each of ten places goes."""
        return toeplitz(self.hurt)


class Move(NamedTuple):
    """How a tile goes down the loser's points."""

    first: int
    """Lowest target."""
    last: int
    """One above the highest."""
    matrix: Floats
    """[place in the tile; winner's extra and target, flat]."""


class Blows:
    """What belongs to one damage column, made when first needed and kept."""

    def __init__(self, extra: Extra) -> None:
        size = len(extra.critical) + len(extra.fumble) - 1
        self.extra = np.zeros((4, size))
        self.extra[0, 0] = 1.0
        self.extra[1, : len(extra.critical)] = extra.critical
        self.extra[2, : len(extra.fumble)] = extra.fumble
        self.extra[3] = np.convolve(extra.critical, extra.fumble)
        self.reach = size - 1
        """The most that extra damage takes from a side in a round."""
        self.spread = np.ascontiguousarray(toeplitz(self.extra).transpose(2, 0, 1))
        """[target; place in the tile; winner's extra]: where the winner's own extra damage takes a tile."""
        self._windows: dict[tuple[int, int, int, int, int, Mode], tuple[int, Window] | None] = {}

    def between(self, winner: Band, loser: Band, mode: Mode) -> list[tuple[int, Window]]:
        """The windows of a tile, each with its smallest damage (W-3.2 to W-3.5)."""
        found = []
        for m, mine in enumerate(faces_of(winner.kind)):
            for t, theirs in enumerate(faces_of(loser.kind)):
                base = base_of(winner, mine, loser, theirs)
                key = (winner.kind, m, loser.kind, t, max(-11, min(11, base)), mode)
                if key not in self._windows:
                    self._windows[key] = self._window(mine.share, theirs.share, key[4], mode)
                if window := self._windows[key]:
                    found.append((window[0] + (0 if mode == "level" else winner.tens + base), window[1]))
        return found

    def _window(self, mine: Floats, theirs: Floats, base: int, mode: Mode) -> tuple[int, Window] | None:
        """Bring two parts of the rolls together (W-3.4 to W-3.6); damage counts from bonus and base."""
        pairs = paired(mine, theirs)
        difference = base + SPAN
        held = {"more": difference > 0, "as-many": difference >= 0, "level": difference == 0}[mode]
        pairs[:, :, ~held] = 0.0
        if mode == "level":  # whatever was rolled, there is no opposed damage
            pairs[:, :, 0], pairs[:, :, 1:] = pairs.sum(axis=2), 0.0
        hurt = np.zeros((4, SPAN.size + self.reach))
        for m, t in np.ndindex(3, 3):
            to_winner = (t == CRITICAL) + 2 * (m == FUMBLE)
            to_loser = (m == CRITICAL) + 2 * (t == FUMBLE)
            hurt[to_winner] += np.convolve(pairs[m, t], self.extra[to_loser])
        damages = np.flatnonzero(hurt.any(axis=0)).tolist()
        if not damages:
            return None
        return damages[0] - (0 if mode == "level" else 10), Window(hurt[:, damages[0] : damages[-1] + 1])


def base_of(winner: Band, mine: Faces, loser: Band, theirs: Faces) -> int:
    """The difference of levels when neither rolls any tens."""
    level = winner.tens if mine.level is None else mine.level
    return level - (loser.tens if theirs.level is None else theirs.level)


def paired(mine: Floats, theirs: Floats) -> Floats:
    """[my nature; theirs; their tens rolled less mine, + 10]: probability."""
    pairs = np.zeros((3, 3, SPAN.size))
    for tens in range(11):
        pairs[:, :, 10 - tens : 21 - tens] += mine[:, tens, None, None] * theirs
    return pairs


def toeplitz(laws: Floats) -> Floats:
    """[place; law; target]: ten places go down by a law; target 0 is place 0 after the greatest loss."""
    length = laws.shape[1]
    matrix = np.zeros((10, laws.shape[0], length + 9))
    for place in range(10):
        matrix[place, :, place : place + length] = laws[:, ::-1]
    return matrix


def joined(windows: list[tuple[int, Window]]) -> list[tuple[int, Window]]:
    """The windows, each with its smallest damage; those that meet made one."""
    found: list[tuple[int, Window]] = []
    for least, window in sorted(windows, key=lambda pair: pair[0]):
        if not found or least > found[-1][0] + found[-1][1].hurt.shape[1]:
            found.append((least, window))
            continue
        start, before = found.pop()
        size = max(before.hurt.shape[1], least - start + window.hurt.shape[1])
        both = np.zeros((4, size))
        both[:, : before.hurt.shape[1]] += before.hurt
        both[:, least - start : least - start + window.hurt.shape[1]] += window.hurt
        found.append((start, Window(both)))
    return found


def without(targets: Floats, cut: int, *, kept: bool) -> Floats:
    """The targets from ``cut`` up; those below are dropped or, if ``kept``, added to the lowest left."""
    if not cut or not kept:
        return targets[cut:]
    return np.concatenate((targets[: cut + 1].sum(axis=0, keepdims=True), targets[cut + 1 :]))


@cache
def levels_of(winner: int, mine: int, loser: int, theirs: int) -> Floats:
    """Probability of each difference from the base − 10 to the base + 10, for parts of two rolls."""
    return np.asarray(paired(faces_of(winner)[mine].share, faces_of(loser)[theirs].share).sum(axis=(0, 1)))


@lru_cache(maxsize=4)
def blows_of(extra: Extra) -> Blows:
    """What belongs to a damage column, shared by all battles that use it."""
    return Blows(extra)


class Front:
    """The grid of points as the winner of a round sees it: his own points down, the loser's across."""

    def __init__(self, duel: Duel, blows: Blows, winner: int) -> None:
        self.blows = blows
        self.low = third_of(duel.start[winner]), third_of(duel.start[1 - winner])
        """Points of each side at index 0: the fewest with which it still fights."""
        self.mine, self.theirs = (
            bands_of(low, duel.now[side]) for low, side in zip(self.low, (winner, 1 - winner), strict=True)
        )
        self.higher_wins = duel.higher_wins
        self.first = winner == 0
        """Rounds that nobody wins are moved here."""
        self._moves: dict[tuple[int, int, tuple[Mode, ...], bool], list[Move]] = {}

    def move(self, mass: Floats, active: Flags, after: Floats, *, to_the_end: bool) -> None:
        """Add to ``after`` where a round takes ``mass``.

        Either to those who fight on: both arrays begin with the fewest points, and the fallen are dropped.
        Or to the end: ``after`` begins with no points, below which nobody falls (W-3.5).
        """
        down, across = self.low if to_the_end else (0, 0)
        for row in np.flatnonzero(active.any(axis=1)).tolist():
            mine = self.mine[row]
            columns = np.flatnonzero(active[row]).tolist()
            rows = mine.last - mine.first
            strip = np.zeros((rows, 4, self.theirs[columns[-1]].last + across))
            for column in columns:
                theirs = self.theirs[column]
                tile = mass[mine.first : mine.last, theirs.first : theirs.last]
                for part, modes in self._parts(tile, mine, theirs):
                    for first, last, matrix in self._moves_of(row, column, modes, to_the_end=to_the_end):
                        strip[:, :, first:last] += (part @ matrix).reshape(rows, 4, -1)
            height = self.blows.reach + rows
            cut = max(0, height - mine.last - down)
            spread = without(self.blows.spread[:height, :rows], cut, kept=to_the_end).reshape(
                height - cut, -1
            )
            for left in range(0, strip.shape[2], CHUNK):
                piece = strip[:, :, left : left + CHUNK].reshape(4 * rows, -1)
                lowest = mine.last + down - spread.shape[0]
                after[lowest : mine.last + down, left : left + piece.shape[1]] += spread @ piece

    def _parts(self, tile: Floats, mine: Band, theirs: Band) -> list[tuple[Floats, tuple[Mode, ...]]]:
        """Part a tile by what an equal level means there (W-3.4, reading ``tie``)."""
        if not self.higher_wins:
            return [(tile, ("more", "level") if self.first else ("more",))]
        if mine.tens != theirs.tens:
            return [(tile, ("as-many",) if mine.tens > theirs.tens else ("more",))]
        lead = np.arange(mine.first, mine.last)[:, None] - np.arange(theirs.first, theirs.last)
        lead += self.low[0] - self.low[1]
        even: tuple[Mode, ...] = ("more", "level") if self.first else ("more",)
        return [(tile * (lead > 0), ("as-many",)), (tile * (lead < 0), ("more",)), (tile * (lead == 0), even)]

    def won(self, visits: Floats, active: Flags, top: int) -> Floats:
        """Expected number of rounds won by each difference of levels, the last ``top`` or more (W-3.4)."""
        won = np.zeros(top + 1)
        for row, column in np.argwhere(active).tolist():
            mine, theirs = self.mine[row], self.theirs[column]
            tile = visits[mine.first : mine.last, theirs.first : theirs.last]
            for part, modes in self._parts(tile, mine, theirs):
                weight, least = float(part.sum()), 0 if "as-many" in modes else 1
                for m, t in np.ndindex(len(faces_of(mine.kind)), len(faces_of(theirs.kind))):
                    base = base_of(mine, faces_of(mine.kind)[m], theirs, faces_of(theirs.kind)[t])
                    from_ = max(0, 10 + least - base)
                    levels = levels_of(mine.kind, m, theirs.kind, t)[from_:]
                    won += weight * np.bincount(np.minimum(base + SPAN[from_:], top), levels, top + 1)
        return won

    def _moves_of(self, row: int, column: int, modes: tuple[Mode, ...], *, to_the_end: bool) -> list[Move]:
        key = (row, column, modes, to_the_end)
        if key not in self._moves:
            mine, theirs = self.mine[row], self.theirs[column]
            windows = [window for mode in modes for window in self.blows.between(mine, theirs, mode)]
            places = theirs.last - theirs.first
            self._moves[key] = []
            for least, window in joined(windows):
                last = theirs.last + (self.low[1] if to_the_end else 0) - least
                width = window.hurt.shape[1] + places - 1
                if last > 0 or to_the_end:
                    last = max(1, last)
                    matrix = window.matrix[:places, :, :width].transpose(2, 0, 1)
                    matrix = without(matrix, max(0, width - last), kept=to_the_end).transpose(1, 2, 0)
                    self._moves[key].append(Move(last - matrix.shape[2], last, matrix.reshape(places, -1)))
        return self._moves[key]


def third_of(start: int) -> int:
    """The fewest points with which a side still fights (W-3.9)."""
    return -(-start // 3)


def effort(duel: Duel) -> int:
    """How much work and memory the battle takes: tiles of the grid, weighed by the reach of a round."""
    grid = (
        len(range(third_of(start), now + 1, 10)) + 1 for start, now in zip(duel.start, duel.now, strict=True)
    )
    return prod(grid) * (100 + sum(map(len, duel.extra))) ** 2 // 100


def resolve(duel: Duel) -> Totals:
    """What the battle comes to, exact to the last digits of floating point."""
    fronts = Front(duel, blows_of(duel.extra), 0), Front(duel, blows_of(duel.extra), 1)
    edges = [band.first for band in fronts[0].mine], [band.first for band in fronts[1].mine]
    visits, mass, ended, missing = march(fronts, edges, duel.rounds_left)
    fighting = float(mass.sum())
    stopped = fighting if len(ended) - 1 == duel.rounds_left else 0.0
    ended[-1] += stopped

    # One more round for all visits at once says where those land who do not fight on.
    ends = np.zeros((duel.now[0] + 1, duel.now[1] + 1))
    active = tiles(visits, edges) > CUT_TILE
    fronts[0].move(visits, active, ends, to_the_end=True)
    fronts[1].move(visits.T, active.T, ends.T, to_the_end=True)
    one, two = fronts[0].low
    ends[one:, two:] = mass if stopped else 0.0
    return Totals(
        win=(float(ends[one:, :two].sum()), float(ends[:one, two:].sum())),
        mutual=float(ends[:one, :two].sum()),
        stopped=stopped,
        rounds=grid_law(0, np.array(ended)),
        left=(grid_law(0, ends.sum(axis=1)), grid_law(0, ends.sum(axis=0))),
        won=np.array([fronts[0].won(visits, active, duel.top), fronts[1].won(visits.T, active.T, duel.top)]),
        doubles=np.array([doubles(visits.sum(axis=1 - side), fronts[side].mine) for side in (0, 1)]),
        missing=missing + fighting - stopped,
    )


def march(
    fronts: tuple[Front, Front], edges: tuple[list[int], list[int]], rounds_left: int | None
) -> tuple[Floats, Floats, list[float], float]:
    """Round after round: visits of each state, who still fights, endings by round, what was left behind.

    A round that changes nothing needs an equal level, so that it is never much more likely than one in ten:
    waiting is spent after some rounds more, and the expected visits of a state are its mass over all rounds.
    """
    mass = np.zeros((fronts[0].mine[-1].last, fronts[1].mine[-1].last))
    mass[-1, -1] = 1.0
    visits = np.zeros_like(mass)
    fighting, missing, ended = 1.0, 0.0, [0.0]
    while fighting > CUT_ROUNDS and len(ended) - 1 != rounds_left:
        weights = tiles(mass, edges)
        active = weights > CUT_TILE
        missing += float(weights[~active].sum())
        visits += mass
        after = np.zeros_like(mass)
        fronts[0].move(mass, active, after, to_the_end=False)
        fronts[1].move(mass.T, active.T, after.T, to_the_end=False)
        mass, still = after, float(after.sum())
        ended.append(max(0.0, fighting - still))
        fighting = still
    return visits, mass, ended, missing


def tiles(mass: Floats, edges: tuple[list[int], list[int]]) -> Floats:
    """The weight of each tile."""
    return np.add.reduceat(np.add.reduceat(mass, edges[0], axis=0), edges[1], axis=1)


def doubles(visits: Floats, bands: list[Band]) -> Floats:
    """Expected number of rolls of each nature, from the visits of each of a side's points (W-3.6)."""
    found = np.zeros(3)
    for band in bands:
        for face in faces_of(band.kind):
            found += visits[band.first : band.last].sum() * face.share.sum(axis=1)
    return found
