"""The numbers and names of the book, each table with its clause; its dice and its cards."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Literal

# Dice (S-1.1)

SIDES = (4, 6, 8, 10, 12)
"""The dice of a trait."""

WILD = 6
"""Sides of the Wild Die."""

SUCCESS = 4
"""What a trait roll must reach; each full 4 above is a raise."""

MOST_PLUS = 20
"""The most that a trait's die has added to it or taken from it."""

_DIE = re.compile(r"d(4|6|8|10|12)([+-][0-9]{1,2})?")


@dataclass(frozen=True, slots=True)
class Die:
    """The die of a trait, with a flat number added to it: d8, d12+1, d4-2."""

    sides: int
    plus: int = 0

    def __str__(self) -> str:
        return f"d{self.sides}{self.plus:+d}" if self.plus else f"d{self.sides}"

    @property
    def is_possible(self) -> bool:
        """Whether there is such a die."""
        return self.sides in SIDES and abs(self.plus) <= MOST_PLUS

    @staticmethod
    def parse(text: str) -> Die:
        """The die that ``str`` wrote.  Raises ``ValueError``."""
        found = _DIE.fullmatch(text)
        die = Die(int(found[1]), int(found[2] or 0)) if found else None
        if die is None or not die.is_possible:
            raise ValueError(text)
        return die


UNSKILLED = Die(4, -2)
"""S-1.2."""

ORDINARY = Die(6)
"""What a commander's Spirit is where nothing else is said (S-10.1)."""


@cache
def ladder(rungs: int) -> tuple[int, ...]:
    """What a success and its raises must reach, ``rungs`` in all: 4, 8, 12 … (S-1.1)."""
    return tuple(SUCCESS * rung for rung in range(1, rungs + 1))


# Cards (S-1.3)

Suit = Literal["clubs", "diamonds", "hearts", "spades"]

SUITS: tuple[Suit, ...] = ("clubs", "diamonds", "hearts", "spades")

CARD_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""The lowest first; a jack and all above it are high (S-7.3)."""

JOKERS = ("J1", "J2")

PACK = (*(f"{rank}{suit[0].upper()}" for suit in SUITS for rank in CARD_RANKS), *JOKERS)
"""The 54 cards by suit and rank: 2C … 10H … AS, and the jokers J1 and J2."""

_PLACE = {card: place for place, card in enumerate(PACK)}
_SUIT_OF = {suit[0].upper(): suit for suit in SUITS}


def in_pack_order(cards: Collection[str]) -> tuple[str, ...]:
    """Cards in their one order, that of the pack."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def is_joker(card: str) -> bool:
    """Say whether a card is any suit and any rank (S-7.4)."""
    return card in JOKERS


def suit_of(card: str) -> Suit:
    """The suit of a card that is no joker."""
    return _SUIT_OF[card[-1]]


def rank_of(card: str) -> str:
    """The rank of a card that is no joker."""
    return card[:-1]


def is_high(rank: str) -> bool:
    """Say whether a rank is jack to ace (S-7.3)."""
    return rank in {"J", "Q", "K", "A"}


def matches(card: str, named: Collection[str]) -> bool:
    """Say whether a card is of one of the suits or ranks named; a joker is of none (S-4.2)."""
    return not is_joker(card) and (suit_of(card) in named or rank_of(card) in named)


SUIT_LOSSES = MappingProxyType(
    {
        ("spades", "spades"): (1, 1),
        ("spades", "clubs"): (1, 0),
        ("spades", "diamonds"): (0, 1),
        ("clubs", "spades"): (0, 1),
        ("clubs", "clubs"): (0, 0),
        ("clubs", "diamonds"): (1, 0),
        ("diamonds", "spades"): (1, 0),
        ("diamonds", "clubs"): (0, 1),
        ("diamonds", "diamonds"): (0, 0),
    }
)
"""S-7.2: tokens that the first and the second side lose by their suits; hearts on either side: none."""

EMPTY_HAND = ("hearts", "2")
"""What a side without a card plays (S-7.1)."""

# Setting up (S-2)

STARTING_TOKENS = 10
"""Of the larger side (S-2.1)."""

MOST_TOKENS = 30

TOKENS_A_CARD = 3
"""A starting hand has a card for each so many tokens (S-2.2)."""

# Edges (S-4.2, S-8)

Edge = Literal["perceptive", "resourceful", "calculating", "caring", "pushing"]

EDGE_BATTLE = 8
"""The least die of Knowledge (Battle) of a commander with an edge (S-8)."""

EDGE_TRAIT = 6
"""The least die of the trait that an edge asks for beside it."""

TRAIT_OF_EDGE = MappingProxyType(
    {
        "perceptive": "notice",
        "resourceful": "smarts",
        "calculating": "spirit",
        "caring": "smarts",
        "pushing": "spirit",
    }
)

EXCHANGED = (3, 2)
"""Cards that the resourceful discards and draws (S-4.2)."""

CARING_CARDS = 3
PUSHING_CARDS = 2

# Characters (S-5)

Rank = Literal["novice", "seasoned", "veteran", "heroic", "legendary"]

RANKS: tuple[Rank, ...] = ("novice", "seasoned", "veteran", "heroic", "legendary")
"""Each above novice is worth 1 more."""

Way = Literal["fight", "sabotage", "scout", "rescue", "rally"]

ARCANE = "arcane"
"""The skill with which a character uses powers; whether they fit the way, the referee says."""

Skill = Literal[
    "fighting",
    "throwing",
    "shooting",
    "lockpicking",
    "climbing",
    "stealth",
    "notice",
    "tracking",
    "streetwise",
    "riding",
    "driving",
    "piloting",
    "boating",
    "healing",
    "intimidation",
    "taunt",
    "persuasion",
    "arcane",
    "gambling",
    "investigation",
    "knowledge",
    "repair",
    "survival",
    "swimming",
]


@dataclass(frozen=True, slots=True)
class WayRow:
    """A way of taking part: what fits it, and what it brings (S-5)."""

    skills: tuple[Skill, ...]
    """Those that need nobody's consent."""
    damage: tuple[int, int, int]
    """Dice of damage on a failure, a success and a raise."""
    bonus: tuple[int, int] = (0, 0)
    """On a success and on a raise; less than 0: to the enemy's battle roll, else to one's own."""


WAYS: MappingProxyType[Way, WayRow] = MappingProxyType(
    {
        "fight": WayRow(("fighting", "throwing", "shooting"), (4, 3, 2), (1, 2)),
        "sabotage": WayRow(("lockpicking", "climbing", "stealth"), (4, 3, 2), (-1, -2)),
        "scout": WayRow(("notice", "tracking", "streetwise"), (3, 2, 0), (1, 1)),
        "rescue": WayRow(("riding", "driving", "piloting", "boating", "healing"), (3, 2, 0), (-1, -1)),
        "rally": WayRow(("intimidation", "taunt", "persuasion"), (3, 2, 0)),
    }
)

MOST_HELP = 4
"""What all characters together can do to one roll, either way (S-5.2)."""

WORST_WOUNDS = 3
"""The most that wounds take from a roll (S-5.1)."""

OUT = MappingProxyType({True: 4, False: 1})
"""Wounds that put a Wild Card, or an Extra, out of action (S-5.1)."""

RESCUED = 5
"""A lost token stays on this much of a d6 (S-5)."""

# The battle roll (S-6.1)

Support = Literal["none", "light", "medium", "heavy"]

SUPPORT = MappingProxyType({"none": 0, "light": 1, "medium": 2, "heavy": 3})

Terrain = Literal["none", "slight", "minor", "major"]

TERRAIN = MappingProxyType({"none": 0, "slight": -1, "minor": -2, "major": -3})

MOST_PLAN = 4

OPPOSED_LOSSES = MappingProxyType({-4: (2, 0), -1: (2, 1), 0: (1, 1), 1: (1, 2), 4: (0, 2)})
"""Reading ``battle_roll: opposed``: what each side loses, by the class of the first side's margin."""

# Morale and what comes after (S-10)

ROUT = 2
"""A morale roll that does not reach this is a rout, one that does not reach ``SUCCESS`` a withdrawal."""

ENTRENCHED = 2
"""What undead, works and having nowhere to go are worth to morale, each."""

EMPTY_HANDED = -2
"""To the morale of a side that had no card to lay (S-7.1)."""

CARED_FOR = 2
"""To the next morale roll of a side whose commander was caring (S-8)."""

SACRIFICED = -1
"""To the morale of a side whose commander was calculating (S-8)."""

FOUGHT_ON = -1
"""To both sides' morale, to the end, when both failed and fight on (S-10.3)."""

Fate = Literal["fights", "withdrew", "routed"]

RETURNS = MappingProxyType({"won": 4, "withdrew": 5, "routed": 6, "destroyed": 6})
"""S-10.4: a lost token comes back on this much of a d6."""
