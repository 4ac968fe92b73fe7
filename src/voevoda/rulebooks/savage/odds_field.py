"""Many battles at once as arrays: tokens, losses noted, and cards by kind (``odds_laying``).

What lies in a place is a row of counts, one for each kind; nothing keeps a shuffled deck (S-1.3).  A field is
filled from one battle.  What a seat does not see of it is dealt anew for each row, evenly over all deals that
fit what the perceptive was told.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np

from voevoda.play.seats import Seat
from voevoda.rulebooks.savage.odds_laying import CARDS, JOKER, KIND, KINDS, Flags, Ints
from voevoda.rulebooks.savage.state import Battle, Word
from voevoda.rulebooks.savage.tables import EMPTY_HAND, PACK, matches

Random = np.random.Generator

EMPTY = KINDS
"""Shown by a side without a card."""
NOT_YET = -1
"""Nothing is shown yet."""

_KINDS: Ints = np.array([KIND[card] for card in PACK])
_BY_KIND: Ints = np.eye(KINDS, dtype=np.int64)[_KINDS]


def counted(cards: tuple[str, ...]) -> Ints:
    """[kind]: how many of each there are among some cards."""
    return np.bincount([KIND[card] for card in cards], minlength=KINDS)


def picked(counts: Ints, random: Random) -> Ints:
    """[battle]: the kind of a card picked evenly among those counted; ``counts`` is [battle, kind]."""
    upto = counts.cumsum(axis=1)
    at = (random.random(len(counts)) * upto[:, -1]).astype(np.int64)
    return np.asarray((upto > at[:, None]).argmax(axis=1))


def dealt(eligible: Flags, count: int, random: Random) -> Flags:
    """[battle, card]: some of the eligible cards, all deals alike; ``eligible`` is [battle, card]."""
    hand = np.zeros(eligible.shape, bool)
    if count:
        keys = np.where(eligible, random.random(eligible.shape), 2.0)
        chosen = np.argpartition(keys, count - 1, axis=1)[:, :count]
        np.put_along_axis(hand, chosen, values=True, axis=1)
    return hand


def dealt_as_told(free: Flags, count: int, words: tuple[Word, ...], random: Random) -> Flags:
    """[battle, card]: hands of free cards for which what was told is true, all such hands alike."""
    named = [(np.array([matches(card, word.named) for card in PACK]), word.held) for word in words]
    eligible = free.copy()
    for cards, held in named:
        if not held:
            eligible &= ~cards
    hands = dealt(eligible, count, random)
    while wrong := [cards for cards, held in named if held and not (hands & cards).any(axis=1).all()]:
        again = np.any([~(hands & cards).any(axis=1) for cards in wrong], axis=0)
        hands[again] = dealt(eligible[again], count, random)
    return hands


class Hidden(NamedTuple):
    """What a side has that the enemy does not see, [battle, kind]: how many cards of each."""

    hand: Ints
    laid: Ints
    buried: Ints


def deals(battle: Battle, seat: Seat | None, count: int, random: Random) -> tuple[Hidden, Hidden]:
    """The hidden cards of both sides for so many battles: the true ones where ``seat`` may know them."""
    hidden = [_hidden(battle, index) for index in (0, 1)]
    knows = [seat is None or side.alone.holds(seat) for side in battle.terms.sides]
    # What lies hidden from the seat may as well lie in the deck.
    decks = [set(battle.deck(index)) for index in (0, 1)]
    for index, parts in enumerate(hidden):
        if not knows[index]:
            for other in (0, 1):
                if battle.pile(other) == battle.pile(index):
                    decks[other].update(*parts)
    free = [np.tile(np.isin(PACK, [*deck]), (count, 1)) for deck in decks]
    found = list[Hidden]()
    for index, (hand, laid, buried) in enumerate(hidden):
        if knows[index]:
            found.append(Hidden(*(np.tile(counted(part), (count, 1)) for part in hidden[index])))
            continue
        told = battle.forces[1 - index].cards.told if knows[1 - index] else ()
        held = dealt_as_told(free[index], len(hand) + len(laid), told, random)
        covered = dealt(held, len(laid), random)
        under = dealt(free[index] & ~held, len(buried), random)
        flags = (held & ~covered, covered, under)
        found.append(Hidden(*(part.astype(np.int64) @ _BY_KIND for part in flags)))
        for other in (0, 1):
            if battle.pile(other) == battle.pile(index):
                free[other] &= ~(held | under)
    return found[0], found[1]


def _hidden(battle: Battle, index: int) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """A side's hand, what it has laid and not shown (a scout's two), and what it has buried."""
    force = battle.forces[index]
    return force.cards.hand, force.cards.laid if force.round.scouts else (), force.cards.buried


_OF_ROUND = (
    "help",
    "cheer",
    "scouts",
    "rescues",
    "unbowed",
    "forced",
    "noted",
    "by_suits",
    "by_ranks",
    "sacrificed",
    "lost",
)
"""What is of one round, as in ``state.Round``."""


@dataclass(slots=True)
class Field:
    """The battles that are still being fought.  The first axis of every array is the battle."""

    start: tuple[int, int]
    """Tokens of each side at the start; the same for all battles, as is what follows."""
    empty: int
    """The kind that an empty hand counts for (S-7.1)."""
    rounds_left: int | None
    """Rounds after this one; None: no limit."""
    row: Ints
    """Which battle of the sample it is."""
    tokens: Ints
    """[battle, side], as all below unless they say otherwise."""
    hand: Ints
    """[battle, side, kind]: how many cards."""
    laid: Ints
    """[battle, side, kind]: cards face down on the table."""
    buried: Ints
    """[battle, side, kind]: discards face down."""
    heap: Ints
    """[battle, deck, kind]: discards face up."""
    shown: Ints
    """The kind that lies open, ``EMPTY`` or ``NOT_YET``."""
    name: Ints
    """What counts for ``shown``: a joker as it was named."""
    help: Ints
    """This and what follows, to ``lost``, as in ``state.Round``."""
    cheer: Ints
    scouts: Flags
    rescues: Flags
    unbowed: Flags
    forced: Flags
    noted: Ints
    by_suits: Flags
    by_ranks: Flags
    sacrificed: Flags
    lost: Flags
    """Whether the side lost a token this round."""
    cared_for: Flags
    wounds: Ints
    """[battle, character], the first side's before the second's."""

    def __len__(self) -> int:
        return len(self.row)

    def only(self, rows: Flags | Ints) -> Field:
        """Some of the battles, or the field itself where that is all of them."""
        if rows.dtype == bool:
            rows = np.flatnonzero(rows)
        if len(rows) == len(self):
            return self
        parts: dict[str, Any] = {each.name: getattr(self, each.name) for each in fields(self)}
        for name, part in parts.items():
            if isinstance(part, np.ndarray):
                parts[name] = part[rows]
        return Field(**parts)

    def deck(self, side: int) -> int:
        """Which deck a side draws from."""
        return side % int(self.heap.shape[1])

    def difference(self, side: int) -> Ints:
        """[battle]: a side's tokens less the enemy's."""
        return np.asarray(self.tokens[:, side] - self.tokens[:, 1 - side])

    def held(self, side: int) -> Ints:
        """[battle]: how many cards a side has in hand."""
        return np.asarray(self.hand[:, side].sum(axis=1))

    def left(self, side: int, rows: Ints) -> Ints:
        """[battle of ``rows``, kind]: what a side can draw: what is nowhere else."""
        found = CARDS - self.heap[rows, self.deck(side)]
        for each in (0, 1):
            if self.deck(each) == self.deck(side):
                found -= self.hand[rows, each] + self.laid[rows, each] + self.buried[rows, each]
        return np.asarray(found)

    def within_reach(self, side: int) -> Ints:
        """[battle]: how many cards a side could draw, the discards shuffled in."""
        found = np.full(len(self), CARDS.sum())
        for each in (0, 1):
            if self.deck(each) == self.deck(side):
                found -= self.held(each)
        return found

    def unseen(self, side: int) -> Ints:
        """[battle, kind]: the cards of the enemy's deck that a commander does not see."""
        enemy = self.deck(1 - side)
        seen = self.heap[:, enemy].copy()
        if self.deck(side) == enemy:
            seen += self.hand[:, side] + self.laid[:, side] + self.buried[:, side]
        return np.asarray(CARDS - seen)

    def draw(self, side: int, counts: Ints, random: Random) -> None:
        """Draw so many cards in each battle; when the deck runs out, the discards are shuffled in (S-1.3)."""
        for drawn in range(int(counts.max(initial=0))):
            rows = np.flatnonzero(counts > drawn)
            left = self.left(side, rows)
            empty = rows[~left.any(axis=1)]
            if len(empty):
                self.shuffle(side, empty)
                left = self.left(side, rows)
                rows, left = rows[left.any(axis=1)], left[left.any(axis=1)]
            self.hand[rows, side, picked(left, random)] += 1

    def shuffle(self, side: int, rows: Flags | Ints) -> None:
        """Put the discards of a side's deck back into it."""
        self.heap[rows, self.deck(side)] = 0
        for each in (0, 1):
            if self.deck(each) == self.deck(side):
                self.buried[rows, each] = 0

    def settle_scouts(self) -> None:
        """Two scouts cancel each other; with one card there is nothing to choose from (S-5, S-7.1)."""
        self.scouts = self.scouts & ~self.scouts[:, ::-1] & (self.hand.sum(axis=2) > 1)

    def lacks_cards(self, side: int) -> Flags:
        """[battle]: whether a side has, or had, no card to lay (S-7.1)."""
        waits = (self.shown[:, side] == NOT_YET) & ~self.laid[:, side].any(axis=1)
        return np.asarray((self.shown[:, side] == EMPTY) | (waits & (self.held(side) == 0)))

    def close_round(self) -> None:
        """After a round with a joker its deck is shuffled (S-7.4); nothing of the round is left."""
        for side in (0, 1):
            self.shuffle(side, self.shown[:, side] == JOKER)
        self.shown[:] = self.name[:] = NOT_YET
        for name in _OF_ROUND:
            getattr(self, name)[:] = 0
        self.rounds_left = None if self.rounds_left is None else self.rounds_left - 1

    def bury(self, side: int, rows: Ints, kinds: Ints) -> None:
        """Discard a card face down, in each of these battles."""
        self.hand[rows, side, kinds] -= 1
        self.buried[rows, side, kinds] += 1


def field_of(battle: Battle, seat: Seat | None, count: int, random: Random) -> Field:
    """So many battles that go on from one, as far as ``seat`` knows it; without a seat, as it is."""
    hidden = deals(battle, seat, count, random)
    forces, rounds = battle.forces, [force.round for force in battle.forces]

    def both(name: str) -> Any:
        return np.tile([getattr(each, name) for each in rounds], (count, 1))

    def placed(part: str) -> Ints:
        return np.stack([getattr(side, part) for side in hidden], axis=1)

    heap: Ints = np.array([counted(pile) for pile in battle.discards])
    shown = [_shown(each.shown) for each in rounds]
    for index in (0, 1):
        if battle.phase == "scout" and not rounds[index].scouts:
            cards = forces[index].cards.laid
            heap[battle.pile(index)] += counted(cards)
            shown[index] = KIND[cards[0]] if cards else EMPTY
    empty = empty_kind(battle)
    return Field(
        start=(forces[0].start, forces[1].start),
        empty=empty,
        rounds_left=None if battle.rounds_left is None else battle.rounds_left - 1,
        row=np.arange(count),
        hand=placed("hand"),
        laid=placed("laid"),
        buried=placed("buried"),
        heap=np.tile(heap, (count, 1, 1)),
        shown=np.tile(shown, (count, 1)),
        name=np.tile([empty if kind == EMPTY else kind for kind in shown], (count, 1)),
        help=both("help"),
        cheer=both("cheer"),
        scouts=both("scouts"),
        rescues=both("rescues"),
        unbowed=both("unbowed"),
        forced=both("forced"),
        noted=both("noted"),
        by_suits=both("by_suits"),
        by_ranks=both("by_ranks"),
        sacrificed=both("sacrificed"),
        lost=both("lost"),
        tokens=np.tile([force.tokens for force in forces], (count, 1)),
        cared_for=np.tile([force.cared_for for force in forces], (count, 1)),
        wounds=np.tile(np.array([n for force in forces for n in force.wounds], np.int64), (count, 1)),
    )


def _shown(card: str | None) -> int:
    return NOT_YET if card is None else KIND[card] if card else EMPTY


def empty_kind(battle: Battle) -> int:
    """The kind that an empty hand counts for: a two of hearts, which may be one that beats no ace (S-7.1)."""
    suit, rank = EMPTY_HAND
    # Reading: empty_hand_reversal.
    rank = rank if battle.terms.readings.empty_hand_reversal == "on" else "3"
    return KIND[f"{rank}{suit[0].upper()}"]
