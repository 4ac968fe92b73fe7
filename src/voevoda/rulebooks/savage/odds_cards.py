"""The odds of a battle by a sample: many battles at once, step by step as the rules take them.

Each step of a round is a method of ``Sampler`` with the name of its phase; the rules stand in their chapters,
and tests hold the steps against them.  When both sides fail in morale they leave, as where nobody answers
(S-10.3).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from voevoda.odds import Odds, generator, sampled_law
from voevoda.play.seats import Seat
from voevoda.rulebooks.savage.odds_base import Totals
from voevoda.rulebooks.savage.odds_dice import successes, tested, thrown
from voevoda.rulebooks.savage.odds_duel import battle_die, duel_of
from voevoda.rulebooks.savage.odds_field import EMPTY, Field, field_of, picked
from voevoda.rulebooks.savage.odds_laying import (
    JOKER,
    LOST_BY_RANK,
    LOST_BY_SUIT,
    RESULT,
    SHELTER,
    Flags,
    Ints,
)
from voevoda.rulebooks.savage.odds_report import Sample, SideOdds, report
from voevoda.rulebooks.savage.odds_rolls import ROUTS, STANDS, WITHDRAWS, Dice
from voevoda.rulebooks.savage.odds_round import FATES, OPPOSED, held
from voevoda.rulebooks.savage.odds_stakes import tokens_lost
from voevoda.rulebooks.savage.odds_turns import Turns
from voevoda.rulebooks.savage.odds_ways import Company
from voevoda.rulebooks.savage.policies import DRAW, EXCHANGE, NAMES, Name, policy_of
from voevoda.rulebooks.savage.state import WITH_CARDS, Battle, Phase
from voevoda.rulebooks.savage.tables import (
    CARED_FOR,
    CARING_CARDS,
    EMPTY_HANDED,
    EXCHANGED,
    PUSHING_CARDS,
    RESCUED,
    ROUT,
    SACRIFICED,
    SUCCESS,
    TOKENS_A_CARD,
)

SAMPLES = 20_000
"""Battles in a sample unless told otherwise: ±0.7 percentage points at worst."""

SAFE_SAMPLES = 500
"""The same under ``safe``, where every laying is a linear programme: ±4.4 percentage points at worst."""

SEED = "odds"
"""Of every sample unless told otherwise, so that equal knowledge has equal odds."""

ROUND: tuple[Phase, ...] = (
    "cards",
    "characters",
    "battle",
    "lay",
    "scout",
    "clash",
    "edges",
    "losses",
    "morale",
)
"""The steps of a round that do something here."""


def odds(
    battle: Battle,
    samples: int | None = None,
    seed: str | None = None,
    seat: Seat | None = None,
    policy: Name = NAMES[0],
) -> Odds[SideOdds]:
    """The odds from here to the end, both sides choosing by a policy.

    With ``seat`` only what that seat knows is used: each battle has a deal of its own that fits it.
    """
    count = samples or (SAFE_SAMPLES if policy == "safe" else SAMPLES)
    seed = SEED if seed is None else seed
    totals = sampled(battle, (policy, policy), count, seed, seat)
    return report(battle, totals, policy=policy, sample=Sample(count, seed))


def sampled(
    battle: Battle, policies: tuple[Name, Name], count: int, seed: str, seat: Seat | None = None
) -> Totals:
    """So many battles from here, each side choosing by its policy."""
    return Sampler(battle, policies, count, seed, seat).run()


class Ends(NamedTuple):
    """How the battles of a sample ended."""

    lost: Ints
    """[battle, side]: tokens that a side lacks of its start."""
    fate: Ints
    """[battle, side]: what morale made of it."""
    rounds: Ints
    """[battle]: rounds fought, the first one counted from where it stood."""
    stopped: Flags
    """[battle]: whether the agreed rounds were over."""


class Sampler:
    """So many battles that go on from one."""

    def __init__(
        self, battle: Battle, policies: tuple[Name, Name], count: int, seed: str, seat: Seat | None
    ) -> None:
        """Take the battle, who chooses for each side, and what is known of it."""
        self.random = generator(seed)
        self.battle = battle
        self.readings = battle.terms.readings
        self.duel = duel_of(battle)
        self.edges_of = [side.commander.edges for side in battle.terms.sides]
        self.policies = [policy_of(name, self.duel, self.random) for name in policies]
        companies = [Company(battle, name) for name in policies]
        self.turns = [Turns(companies[index], turn) for turn, (index, _, _) in enumerate(battle.characters())]
        self.first_turn = battle.turn
        self.round = [step for step in ROUND if battle.terms.cards or step not in WITH_CARDS]
        self.field = field_of(battle, seat, count, self.random)
        self.number = 0
        self.ends = Ends(
            np.zeros((count, 2), np.int64),
            np.full((count, 2), STANDS),
            np.zeros(count, np.int64),
            np.zeros(count, np.bool_),
        )
        self.steps: dict[Phase, Callable[[], None]] = {
            "cards": self.cards,
            "characters": self.characters,
            "battle": self.battle_rolls,
            "lay": self.lay,
            "scout": self.scout,
            "clash": self.clash,
            "edges": self.edges,
            "losses": self.losses,
            "morale": self.morale,
        }

    def run(self) -> Totals:
        """Fight all battles to their end."""
        phase = self.battle.phase
        if phase == "deal":
            phase = "opening"
            if self.battle.terms.cards:
                self.deal()
                # Reading: new_cards_first_round.
                phase = "cards" if self.readings.new_cards_first_round == "yes" else phase
        first: Phase = "characters" if phase in {"opening", "questions"} else phase
        left = self.round[self.round.index(first) :]
        while len(self.field):
            self.number += 1
            for step in left:
                self.steps[step]()
            left = self.round
        return self.totals()

    def totals(self) -> Totals:
        """What the battles came to."""
        count = len(self.ends.rounds)
        shape = self.duel.start[0] + 1, self.duel.start[1] + 1
        (one, two), (first, second), stopped = self.ends.lost.T, self.ends.fate.T, self.ends.stopped
        ends, broken_off = np.zeros((*shape, FATES, FATES)), np.zeros(shape)
        over = ~stopped
        np.add.at(ends, (one[over], two[over], first[over], second[over]), 1 / count)
        np.add.at(broken_off, (one[stopped], two[stopped]), 1 / count)
        return Totals(ends, broken_off, sampled_law(self.ends.rounds))

    def leave(self, gone: Flags, *, stopped: bool = False) -> None:
        """Note how some battles ended, and go on with the others."""
        field = self.field
        rows = field.row[gone]
        self.ends.lost[rows] = np.array(field.start) - field.tokens[gone]
        self.ends.rounds[rows] = self.number
        self.ends.stopped[rows] = stopped
        self.field = field.only(~gone)

    # Cards (S-1.3, S-2.2, S-4)

    def deal(self) -> None:
        """Starting hands."""
        for side, start in enumerate(self.duel.start):
            count = max(1, start // TOKENS_A_CARD)
            self.field.draw(side, np.full(len(self.field), count), self.random)

    def cards(self) -> None:
        """Both roll and say what they do with each card earned; then draws and exchanges.

        What the perceptive ask is not followed: neither policy makes use of the answer.
        """
        uses = [self.uses(side, self.earned(side)) for side in (0, 1)]
        for side in (0, 1):
            self.field.draw(side, uses[side][:, DRAW], self.random)
            for nth in range(int(uses[side][:, EXCHANGE].max(initial=0))):
                self.exchange(side, uses[side][:, EXCHANGE] > nth)

    def earned(self, side: int) -> Ints:
        """Cards earned by a plain roll of Knowledge (Battle)."""
        field = self.field
        die, wild = battle_die(self.battle, side)
        plus = np.full(len(field), die.plus)
        reached = successes(tested(Dice(die.sides, wild), plus, self.random))
        # Reading: raise_cards.
        if self.readings.raise_cards == "one":
            return np.minimum(reached, 2)
        return np.minimum(reached, np.maximum(1, field.within_reach(side)))

    def uses(self, side: int, earned: Ints) -> Ints:
        """[battle, use]: how often each."""
        edges, field = self.edges_of[side], self.field
        uses = np.zeros((len(field), 3), np.int64)
        if not {"perceptive", "resourceful"} & {*edges}:
            uses[:, DRAW] = earned
            return uses
        discarded, drawn = EXCHANGED
        for nth in range(int(earned.max(initial=0))):
            rows = np.flatnonzero(earned > nth)
            after = field.held(side)[rows] - uses[rows, EXCHANGE] * (discarded - drawn)
            offers = np.stack(
                [
                    np.ones(len(rows), np.bool_),
                    np.full(len(rows), "perceptive" in edges),
                    (after >= discarded) & ("resourceful" in edges),
                ],
                axis=1,
            )
            uses[rows, self.policies[side].uses(field.only(rows), side, offers)] += 1
        return uses

    def exchange(self, side: int, rows: Flags) -> None:
        """Three cards go, two come (S-4.2)."""
        discarded, drawn = EXCHANGED
        self.discard(side, np.flatnonzero(rows), discarded)
        self.field.draw(side, rows * drawn, self.random)

    def discard(self, side: int, rows: Ints, count: int) -> None:
        """A commander discards cards of his choice."""
        for _ in range(count):
            kinds = self.policies[side].discards(self.field.only(rows), side)
            self.field.bury(side, rows, kinds)

    # Characters and battle rolls (S-5, S-6)

    def characters(self) -> None:
        """Every character's turn."""
        for turns in self.turns[self.first_turn :]:
            turns.take(self.field, self.random)
        self.first_turn = 0

    def battle_rolls(self) -> None:
        """Both commanders roll; losses are noted."""
        field, count = self.field, len(self.field)
        plus = [
            army.plus
            + np.maximum(0, field.difference(side))
            + np.clip(field.help[:, side], held(-99), held(99))
            for side, army in enumerate(self.duel.armies)
        ]
        # Reading: battle_roll.
        if self.duel.opposed:
            one, two = (
                plus[side] + thrown(army.battle, count, self.random)
                for side, army in enumerate(self.duel.armies)
            )
            margin = np.select(
                [one - two >= SUCCESS, one > two, one == two, two - one < SUCCESS], [0, 1, 2, 3], 4
            )
            field.noted += np.array(OPPOSED)[margin]
        else:
            most = np.maximum(1, field.tokens - field.noted)  # no roll is read further
            for side, army in enumerate(self.duel.armies):
                reached = successes(tested(army.battle, plus[side], self.random))
                field.noted[:, 1 - side] += np.minimum(reached, most[:, 1 - side])
        field.help[:] = 0

    # Laying (S-7)

    def lay(self) -> None:
        """Both lay; who scouts lays two and sees the other's card."""
        field = self.field
        field.settle_scouts()
        chosen = [self.laid(side) for side in (0, 1)]
        for side, kinds in enumerate(chosen):
            two, one = (np.flatnonzero(field.scouts[:, side] == scouts) for scouts in (True, False))
            for nth in (0, 1):
                field.hand[two, side, kinds[two, nth]] -= 1
                field.laid[two, side, kinds[two, nth]] += 1
            held = one[kinds[one, 0] != EMPTY]
            field.hand[held, side, kinds[held, 0]] -= 1
            self.show(side, one, kinds[one, 0])

    def laid(self, side: int) -> Ints:
        """[battle, 2]: what a side lays; the second of who lays one is no card."""
        field, policy = self.field, self.policies[side]
        kinds = np.full((len(field), 2), EMPTY)
        two = np.flatnonzero(field.scouts[:, side])
        one = np.flatnonzero(~field.scouts[:, side] & (field.held(side) > 0))
        if len(one):
            kinds[one, 0] = policy.lays(field.only(one), side)
        if len(two):
            kinds[two] = policy.lays_two(field.only(two), side)
        return kinds

    def show(self, side: int, rows: Ints, kinds: Ints) -> None:
        """Turn cards up; they lie with the discards (S-7.5)."""
        field = self.field
        field.shown[rows, side] = kinds
        field.name[rows, side] = np.where(kinds == EMPTY, field.empty, kinds)
        cards = kinds != EMPTY
        field.heap[rows[cards], field.deck(side), kinds[cards]] += 1

    def scout(self) -> None:
        """One of the two is played, the other goes back to the hand."""
        field = self.field
        for side in (0, 1):
            rows = np.flatnonzero(field.scouts[:, side])
            if not len(rows):
                continue
            kinds = self.policies[side].plays(field.only(rows), side)
            field.hand[rows, side] += field.laid[rows, side]
            field.laid[rows, side] = 0
            field.hand[rows, side, kinds] -= 1
            field.scouts[rows, side] = False
            self.show(side, rows, kinds)

    def clash(self) -> None:
        """Jokers are named, suits and ranks compared, losses noted."""
        field = self.field
        jokers = field.shown == JOKER
        for side in (0, 1):
            rows = np.flatnonzero(jokers[:, side] & ~jokers[:, 1 - side])
            if len(rows):
                field.name[rows, side] = self.policies[side].names(field.only(rows), side)
        rows = np.flatnonzero(~jokers.all(axis=1))
        one, two = field.name[rows].T
        sheltered = RESULT[one, two] == SHELTER
        field.noted[rows[sheltered]] = 0
        rows, one, two = rows[~sheltered], one[~sheltered], two[~sheltered]
        for side, (mine, theirs) in enumerate(((one, two), (two, one))):
            by_suit, by_rank = LOST_BY_SUIT[mine, theirs], LOST_BY_RANK[mine, theirs]
            field.noted[rows, side] += by_suit + by_rank
            field.by_suits[rows, side] = by_suit > 0
            field.by_ranks[rows, side] = by_rank > 0

    # Edges (S-8)

    def edges(self) -> None:
        """Caring of both, then calculating, then pushing."""
        for edge, use in (("caring", self.care), ("calculating", self.calculate), ("pushing", self.push)):
            for side in (0, 1):
                if edge in self.edges_of[side]:
                    use(side)
        self.field.by_suits[:] = self.field.by_ranks[:] = False

    def willing(self, side: int, can: Flags, wants: Callable[[Field, int], Flags]) -> Ints:
        """The battles in which a side can use an edge and does."""
        rows = np.flatnonzero(can)
        return rows[wants(self.field.only(rows), side)] if len(rows) else rows

    def care(self, side: int) -> None:
        """Three cards keep a token."""
        field = self.field
        can = field.by_ranks[:, side] & (field.held(side) >= CARING_CARDS)
        rows = self.willing(side, can, self.policies[side].cares)
        self.discard(side, rows, CARING_CARDS)
        field.noted[rows, side] -= 1
        field.by_ranks[rows, side] = False
        field.cared_for[rows, side] = True

    def calculate(self, side: int) -> None:
        """A token of one's own takes one of the enemy's."""
        field = self.field
        can = field.by_ranks[:, 1 - side] & (field.noted[:, side] < field.tokens[:, side])
        rows = self.willing(side, can, self.policies[side].calculates)
        field.sacrificed[rows, side] = True
        field.noted[rows, 1 - side] += 1

    def push(self, side: int) -> None:
        """Two cards take one of the enemy's at random."""
        field = self.field
        can = field.by_suits[:, 1 - side] & (field.held(side) >= PUSHING_CARDS) & (field.held(1 - side) > 0)
        rows = self.willing(side, can, self.policies[side].pushes)
        self.discard(side, rows, PUSHING_CARDS)
        if len(rows):
            field.bury(1 - side, rows, picked(field.hand[rows, 1 - side], self.random))

    # Losses and morale (S-9, S-10)

    def losses(self) -> None:
        """All losses of the round together; a side without tokens ends the battle."""
        field = self.field
        for side in (0, 1):
            gone = tokens_lost(field, side)
            rescued = np.flatnonzero(field.rescues[:, side])
            gone[rescued] = self.random.binomial(gone[rescued], (RESCUED - 1) / 6)
            gone = np.minimum(gone + field.sacrificed[:, side], field.tokens[:, side])
            field.tokens[:, side] -= gone
            field.lost[:, side] = gone > 0
        field.noted[:] = field.rescues[:] = 0
        self.leave((field.tokens == 0).any(axis=1))

    def morale(self) -> None:
        """Who lost a token, or is forced to, rolls; who fails leaves; the others go on to the next round."""
        field = self.field
        fates = np.full((len(field), 2), STANDS)
        for side, army in enumerate(self.duel.armies):
            plus = army.steady + np.clip(field.cheer[:, side], held(-99), held(99))
            plus += np.where(field.unbowed[:, side], 0, field.tokens[:, side] - field.start[side])
            plus += EMPTY_HANDED * (field.shown[:, side] == EMPTY) + SACRIFICED * field.sacrificed[:, side]
            plus += CARED_FOR * field.cared_for[:, side]
            total = tested(army.spirit, plus, self.random)
            rolls = field.lost[:, side] | field.forced[:, side]
            failed = np.where(total >= ROUT, WITHDRAWS, ROUTS)
            fates[:, side] = np.where(rolls & (total < SUCCESS), failed, STANDS)
            field.cared_for[:, side] &= ~rolls
        self.ends.fate[field.row] = fates
        last = field.rounds_left == 0
        self.leave((fates != STANDS).any(axis=1))
        if last:
            self.leave(np.ones(len(self.field), np.bool_), stopped=True)
        self.field.close_round()
