"""What characters do and what it brings: the ways of S-5 by a policy, as laws for a whole round.

*greedy* does what promises most of this round: the tokens that the enemy is to lose less those that his own
side is to lose, as if no other character took part; of equals the first offered, and he stays out where
nothing promises anything.  He uses the skills of the way's list and powers, and asks for no others.
*random* takes each offer alike.  Under both the referee allows what he is asked.  Nobody spares himself for
the rounds to come.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache, reduce
from itertools import product
from math import prod
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

import numpy as np

from voevoda.odds.laws import Floats, Integers
from voevoda.play.questions import Choose
from voevoda.play.seats import REFEREE
from voevoda.rulebooks.savage.odds_base import Cell
from voevoda.rulebooks.savage.odds_duel import duel_of
from voevoda.rulebooks.savage.odds_rolls import Dice, rungs, wounds
from voevoda.rulebooks.savage.odds_round import (
    ALONE,
    Aid,
    Fall,
    Pair,
    fall_of,
    fallen,
    lost_mean,
    settle,
)
from voevoda.rulebooks.savage.state import Battle, Character
from voevoda.rulebooks.savage.tables import ARCANE, OUT, RANKS, UNSKILLED, WAYS, WORST_WOUNDS, Die, Skill, Way

Policy: TypeAlias = Literal["greedy", "random", "safe"]
"""Without cards there is nothing for *safe* to mix: it does as *greedy* does."""

T = TypeVar("T")

TWO_RAISES = 3
"""After failure, success and raise."""

ALIKE = 1e-12
"""What promises more by no more than this promises the same."""


class Deed(NamedTuple):
    """A way of taking part, and what is rolled for it."""

    way: Way
    skill: Skill
    die: Die


def offered(character: Character, way: Way) -> tuple[Deed, ...]:
    """The skills for a way: those of its list, his own first, then his others (S-5)."""
    own = dict(character.skills)
    listed = sorted(WAYS[way].skills, key=lambda skill: skill not in own)
    skills = (*listed, *(skill for skill in own if skill not in listed))
    return tuple(Deed(way, skill, own.get(skill, UNSKILLED)) for skill in skills)


def is_fitting(deed: Deed) -> bool:
    """Whether a skill is of the way's list, or powers (S-5)."""
    return deed.skill in WAYS[deed.way].skills or deed.skill == ARCANE


@cache
def brought(way: Way, tier: int) -> tuple[Pair, ...]:
    """What a roll brings a character's own side and the enemy, but for cards (S-5).

    Where there are several, one is chosen (S-5.3).
    """
    match way, tier:
        case _, 0:
            return ((ALONE, ALONE),)
        case "fight", 3:
            return (ALONE, Aid(noted=1)), (Aid(noted=-1), ALONE)
        case "rescue", 3:
            return ((Aid(rescued=True), ALONE),)
        case "rally", 3:
            return (Aid(unbowed=True), ALONE), (ALONE, Aid(forced=True))
        case _, 3:
            return ((ALONE, ALONE),)
        case "rally", _:
            return (Aid(morale=1), ALONE), (ALONE, Aid(morale=-1))
    bonus = WAYS[way].bonus[tier - 1]
    return ((Aid(battle=bonus), ALONE),) if bonus > 0 else ((ALONE, Aid(battle=bonus)),)


class Actor(NamedTuple):
    """A character before his turn."""

    turn: int
    side: int
    wounds: int


Done: TypeAlias = Mapping[tuple[int, Pair], float]
"""How likely a turn leaves a character with so many wounds, and what it brings the first and second side."""


class Upshot(NamedTuple):
    """What some turns come to together."""

    pairs: Integers
    """[what it brings, field of both aids]: added up, what is true or false too."""
    chances: Floats
    """[wounds before, wounds after, what it brings]: probability."""

    def then(self, later: Upshot) -> Upshot:
        """And what other turns come to after them."""
        pairs, places = summed(self.pairs, later.pairs)
        before, after, _ = self.chances.shape
        shape = before, later.chances.shape[0], after, later.chances.shape[1]
        chances = np.zeros((*shape, len(pairs)))
        for at, place in enumerate(places.T):  # no two of a place are the same
            chances[..., place] += (
                self.chances[:, None, :, None] * later.chances[:, :, at, None][None, :, None]
            )
        return Upshot(pairs, chances.reshape(shape[0] * shape[1], shape[2] * shape[3], -1))


def summed(one: Integers, two: Integers) -> tuple[Integers, Integers]:
    """The sums of each row of the one with each of the other, each once, and [row, row]: which sum it is."""
    sums = (one[:, None] + two).reshape(-1, one.shape[1])
    least = sums.min(axis=0)
    codes = np.ravel_multi_index(tuple((sums - least).T), tuple(sums.max(axis=0) - least + 1))
    _, first, places = np.unique(codes, return_index=True, return_inverse=True)
    return sums[first], places.reshape(len(one), len(two))


class Company:
    """All characters of a battle, acting by a policy: what a round comes to with them."""

    def __init__(self, battle: Battle, policy: Policy) -> None:
        """Take the characters and what they know of the battle."""
        self.duel = duel_of(battle)
        self.policy = policy
        self.cards = battle.terms.cards
        self.characters = [character for _, _, character in battle.characters()]
        self.actors = [
            Actor(turn, side, battle.forces[side].wounds[place])
            for turn, (side, place, _) in enumerate(battle.characters())
        ]
        self.done = cache(self._done)
        self.skills = cache(self._skills)
        self.promise = cache(self._promise)
        self.balance = cache(self._balance)
        self.gains = cache(self._gains)
        self._falls: dict[object, tuple[Integers, Integers, Fall]] = {}

    def levels(self, actor: Actor) -> range:
        """The wounds that a character may come to; without a Toughness they stay as they are."""
        followed = self.characters[actor.turn].toughness is not None
        return range(actor.wounds, (self.out(actor) if followed else actor.wounds) + 1)

    def out(self, actor: Actor) -> int:
        """The wounds that put a character out of action (S-5.1)."""
        return max(actor.wounds, OUT[self.characters[actor.turn].wild_card])

    @property
    def wounds(self) -> int:
        """How many states the wounds of all may come to; the first is that of now."""
        return prod(len(self.levels(actor)) for actor in self.actors)

    def effort(self, lost: tuple[int, int], most: int) -> int:
        """About how many microseconds the exact engine takes from here; once above ``most``, any such number.

        That is the moves from stand to stand (of L levels of wounds, which only grow, L (L + 1) / 2 pairs
        count), and a thousand for each sum of what the characters may bring.
        """
        found = prod(start * (start + 1) // 2 for start in self.duel.start)
        found *= prod(len(levels) * (len(levels) + 1) // 2 for levels in map(self.levels, self.actors))
        sums = np.zeros((1, 2 * len(ALONE)), np.int64)
        for actor in self.actors:
            if found + 1000 * len(sums) > most:
                break
            sums, _ = summed(sums, self.turn(actor, lost).pairs)
        return found + 1000 * len(sums)

    def best(self, way: Way) -> int:
        """The best result of a roll: without cards it may be a raise (S-3.1)."""
        return TWO_RAISES if self.cards or way not in {"sabotage", "scout"} else TWO_RAISES - 1

    def round(self, lost: tuple[int, int]) -> Cell:
        """A whole round from where so many tokens are lost, whatever the wounds."""
        return self._cell(lost, (ALONE, ALONE), [self.turn(actor, lost) for actor in self.actors])

    def rest(self, lost: tuple[int, int], turn: int, pair: Pair) -> Cell:
        """The round that is being fought, from this turn on, where ``pair`` already acts on the two sides."""
        turns = [self.turn(actor, lost) if actor.turn >= turn else self.past(actor) for actor in self.actors]
        return self._cell(lost, pair, [Upshot(pairs, chances[:1]) for pairs, chances in turns])

    def _cell(self, lost: tuple[int, int], pair: Pair, turns: Sequence[Upshot]) -> Cell:
        lead = self.duel.start[0] - lost[0] - self.duel.start[1] + lost[1]
        key = lead, pair, tuple((each.pairs.tobytes(), each.chances.tobytes()) for each in turns)
        if key not in self._falls:
            start = Upshot(np.array([[*pair[0], *pair[1]]]), np.ones((1, 1, 1)))
            pairs, chances = reduce(Upshot.then, turns, start)
            before, after = np.nonzero(chances.sum(axis=-1))
            brought = [(Aid.of(row[: len(ALONE)]), Aid.of(row[len(ALONE) :])) for row in pairs.tolist()]
            self._falls[key] = before, after, fall_of(self.duel, lead, brought, chances[before, after])
        before, after, fall = self._falls[key]
        return Cell(before, after, settle(self.duel, lost, fall))

    def past(self, actor: Actor) -> Upshot:
        """A turn that is over."""
        return Upshot(np.zeros((1, 2 * len(ALONE)), np.int64), np.eye(len(self.levels(actor)))[..., None])

    def turn(self, actor: Actor, lost: tuple[int, int]) -> Upshot:
        """What a character's turn comes to, whatever his wounds."""
        levels = self.levels(actor)
        turns = [self.done(actor._replace(wounds=before), lost) for before in levels]
        pairs = list(dict.fromkeys(pair for done in turns for _, pair in done))
        chances = np.zeros((len(levels), len(levels), len(pairs)))
        for before, done in enumerate(turns):
            for (after, pair), chance in done.items():
                chances[before, after - actor.wounds, pairs.index(pair)] += chance
        return Upshot(np.array([[*one, *two] for one, two in pairs], np.int64), chances)

    # One turn

    def _done(self, actor: Actor, lost: tuple[int, int]) -> Done:
        """What a character's turn comes to; out of action he has none (S-5.1)."""
        found: dict[tuple[int, Pair], float] = defaultdict(float)
        ways = (None,) if actor.wounds >= self.out(actor) else self.ways(actor, lost)
        for way in ways:
            skills = self.skills(actor, lost, way) if way else ()
            for deed in skills:
                for key, chance in self._tried(actor, lost, deed).items():
                    found[key] += chance / len(ways) / len(skills)
            if way is None:
                found[actor.wounds, (ALONE, ALONE)] += 1 / len(ways)
        return found

    def _tried(self, actor: Actor, lost: tuple[int, int], deed: Deed) -> Done:
        """What a deed comes to."""
        found: dict[tuple[int, Pair], float] = defaultdict(float)
        for tier, chance in enumerate(self.tiers(actor, lost, deed).tolist()):
            pairs = self.chosen(actor.side, lost, deed.way, tier)
            hurt = self._hurt(actor, WAYS[deed.way].damage[tier] if tier < TWO_RAISES else 0)
            for (more, part), pair in product(enumerate(hurt), pairs):
                both = pair if actor.side == 0 else (pair[1], pair[0])
                found[actor.wounds + more, both] += chance * part / len(pairs)
        return found

    def tiers(self, actor: Actor, lost: tuple[int, int], deed: Deed) -> Floats:
        """How likely failure, success and so on are, up to the best result (S-5)."""
        one, two = (start - gone for start, gone in zip(self.duel.start, lost, strict=True))
        character, lead = self.characters[actor.turn], one - two if actor.side == 0 else two - one
        plus = lead + RANKS.index(character.rank) - min(actor.wounds, WORST_WOUNDS)
        return rungs(Dice(deed.die.sides, character.wild_card), deed.die.plus + plus, self.best(deed.way))

    def _hurt(self, actor: Actor, dice: int) -> list[float]:
        """How likely damage gives a character 0, 1, … wounds more (S-5.1)."""
        character = self.characters[actor.turn]
        if dice == 0 or character.toughness is None:
            return [1.0]
        return [float(part) for part in wounds(dice, character.toughness, self.out(actor) - actor.wounds)]

    # What the policy takes

    def ways(self, actor: Actor, lost: tuple[int, int]) -> tuple[Way | None, ...]:
        """The ways that the policy takes, each alike; None is staying out."""
        if self.policy == "random":
            return (None, *WAYS)
        promises = [0.0]
        for way in WAYS:
            (deed,) = self.skills(actor, lost, way)
            promises.append(self.promise(actor, lost, deed))
        return (first_best((None, *WAYS), promises),)

    def _skills(self, actor: Actor, lost: tuple[int, int], way: Way) -> tuple[Deed, ...]:
        """The skills that the policy takes for a way, each alike."""
        deeds = offered(self.characters[actor.turn], way)
        if self.policy == "random":
            return deeds
        fitting = [deed for deed in deeds if is_fitting(deed)]
        return (first_best(fitting, [self.promise(actor, lost, deed) for deed in fitting]),)

    def chosen(self, side: int, lost: tuple[int, int], way: Way, tier: int) -> tuple[Pair, ...]:
        """What the policy takes of what a roll brings, each alike."""
        pairs = brought(way, tier)
        if self.policy == "random":
            return pairs
        return (first_best(pairs, [self.gain(side, lost, pair) for pair in pairs]),)

    def _promise(self, actor: Actor, lost: tuple[int, int], deed: Deed) -> float:
        """What a deed gains on average."""
        return float(self.tiers(actor, lost, deed) @ self.gains(actor.side, lost, deed.way))

    def _gains(self, side: int, lost: tuple[int, int], way: Way) -> Floats:
        """What each result of a way's roll gains."""
        tiers = range(self.best(way) + 1)
        return np.array([max(self.gain(side, lost, pair) for pair in brought(way, tier)) for tier in tiers])

    def gain(self, side: int, lost: tuple[int, int], pair: Pair) -> float:
        """How many tokens more than without it the enemy loses, less those that this side loses more."""
        both = pair if side == 0 else (pair[1], pair[0])
        gained = self.balance(lost, both) - self.balance(lost, (ALONE, ALONE))
        return gained if side == 0 else -gained

    def _balance(self, lost: tuple[int, int], pair: Pair) -> float:
        """Tokens that the second side is to lose this round, less those that the first is to lose."""
        lead = self.duel.start[0] - lost[0] - self.duel.start[1] + lost[1]
        return sum(
            chance * (lost_mean(self.duel, 1, lost[1], two) - lost_mean(self.duel, 0, lost[0], one))
            for one, two, chance in fallen(self.duel, lead, pair)
        )


def first_best(offers: Sequence[T], promises: Sequence[float]) -> T:
    """The offer that promises most; the first of those that promise the same."""
    best = max(promises) - ALIKE
    return next(offer for offer, promise in zip(offers, promises, strict=True) if promise >= best)


# At the table


def choice(policy: Policy, battle: Battle, question: Choose[Any]) -> tuple[str, ...]:
    """Of a choice that S-5 or S-10.3 asks for, the options that the policy takes, each alike."""
    options = tuple(option for option, _ in question.among)
    if question.by == REFEREE:
        return options[:1]
    if policy == "random":
        return options
    company, lost = Company(battle, policy), lost_of(battle)
    actor = company.actors[battle.turn]
    if question.key == "savage.characters.way":
        return tuple(way or "stay" for way in company.ways(actor, lost))
    if question.key == "savage.characters.skill":
        way = next(way for way in WAYS if way == question.about["way"])
        return tuple(deed.skill for deed in company.skills(actor, lost, way))
    pairs = brought(*ASKED[question.key])
    taken = company.chosen(actor.side, lost, *ASKED[question.key])
    return tuple(option for option, pair in zip(options, pairs, strict=True) if pair in taken)


ASKED: Mapping[str, tuple[Way, int]] = {
    "savage.characters.token": ("fight", TWO_RAISES),
    "savage.characters.rally": ("rally", 1),
    "savage.characters.nerve": ("rally", TWO_RAISES),
}
"""The way and the result of its roll after which each question is asked; its options are ``brought``'s."""


def lost_of(battle: Battle) -> tuple[int, int]:
    """Tokens that each side lacks of its start."""
    one, two = battle.forces
    return one.start - one.tokens, two.start - two.tokens
