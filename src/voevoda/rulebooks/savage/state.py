"""What a battle is between two steps, and its notation.

``Terms`` are what the battle file says; ``Battle`` is what the rules change.  It holds no history and nothing
that no later rule reads, so that equal battles are equal states; what was rolled stands in the log.

There is no deck: what can be drawn is what is nowhere else.  Discards face down lie with their owner, who
alone knows them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, get_args

from pydantic import TypeAdapter, ValidationError

from voevoda.play.seats import Audience, Seat, commander, only, player
from voevoda.rulebooks.savage.tables import (
    CARD_RANKS,
    MOST_PLAN,
    MOST_TOKENS,
    ORDINARY,
    OUT,
    PACK,
    STARTING_TOKENS,
    SUITS,
    Die,
    Edge,
    Fate,
    Rank,
    Skill,
    Support,
    Terrain,
    in_pack_order,
    matches,
)

MOST_MORALE = 10
"""The most that a side's standing morale modifier may be set to, either way."""

MOST_ROUNDS = 10**6
"""The most rounds that can be agreed."""

MOST_CHARACTERS = 50
"""The most characters of a side: each is asked about anew in every round."""

BOTH_SIDES = 2 * MOST_CHARACTERS
"""The most characters of a battle."""

MOST_TOUGHNESS = 100

MOST_MORE = 5
"""The most losses of a round beyond the tokens of a side and what characters add: by cards and edges."""

Phase = Literal[
    "deal",
    "opening",
    "cards",
    "questions",
    "characters",
    "battle",
    "lay",
    "scout",
    "clash",
    "edges",
    "losses",
    "morale",
    "aftermath",
    "over",
]
"""The steps of a battle in their order (S-3); a round opens with ``opening`` or ``cards``."""

ENDED = frozenset({"aftermath", "over"})

PHASES: tuple[Phase, ...] = get_args(Phase)

WITH_CARDS = frozenset({"cards", "questions", "lay", "scout", "clash", "edges"})


@dataclass(frozen=True, slots=True)
class Commander:
    """Who commands a side."""

    name: str
    battle: Die | None = None
    """Knowledge (Battle); None: without it."""
    spirit: Die = ORDINARY
    wild_card: bool = True
    edges: tuple[Edge, ...] = ()
    deputy: Die | None = None
    """Of who rolls for a commander without ``battle``, where the reading says so."""


@dataclass(frozen=True, slots=True)
class Character:
    """A player character who may take part (S-5)."""

    name: str
    rank: Rank = "novice"
    wild_card: bool = True
    skills: tuple[tuple[Skill, Die], ...] = ()
    toughness: int | None = None
    """None: what his damage does, the referee says."""

    @property
    def seat(self) -> Seat:
        """Who plays him."""
        return player(self.name)


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two armies, as the battle file says it."""

    name: str
    commander: Commander
    tokens: int
    """At the start (S-2.1)."""
    strength: Fraction | None = None
    """From which the tokens were made; None where the file says tokens."""
    support: Support = "none"
    terrain: Terrain = "none"
    plan: int = 0
    undead: bool = False
    fortified: bool = False
    no_retreat: bool = False
    characters: tuple[Character, ...] = ()

    @property
    def seat(self) -> Seat:
        """Who commands it."""
        return commander(self.name)

    @property
    def alone(self) -> Audience:
        """Who may know its secrets."""
        return only(self.seat)


@dataclass(frozen=True, slots=True)
class Readings:
    """How the ambiguous clauses are read; ``READINGS.md`` says why there is a choice."""

    battle_roll: Literal["each", "opposed"] = "each"
    raise_cards: Literal["each_raise", "one"] = "each_raise"
    decks: Literal["common", "own"] = "common"
    empty_hand_reversal: Literal["on", "off"] = "on"
    new_cards_first_round: Literal["no", "yes"] = "no"
    no_skill: Literal["d4-2", "deputy"] = "d4-2"


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed before the battle."""

    title: str
    sides: tuple[Side, Side]
    cards: bool = True
    """Without them it is the base game (S-3.1)."""
    readings: Readings = Readings()


class Word(NamedTuple):
    """What the perceptive was told of the enemy's hand (S-4.2)."""

    named: tuple[str, ...]
    """A suit, or up to three ranks in their order."""
    held: bool
    """Whether the hand held a card of those."""


@dataclass(frozen=True, slots=True)
class Cards:
    """What a side has of tactics cards, each in the order of the pack."""

    hand: tuple[str, ...] = ()
    """Only its commander sees them; how many they are, everyone."""
    buried: tuple[str, ...] = ()
    """Its own discards face down: the enemy never saw them."""
    laid: tuple[str, ...] = ()
    """In the phase ``scout`` alone: two cards face down, or the one that the other side has shown."""
    told: tuple[Word, ...] = ()
    """What its commander was told of the enemy's hand, as long as it is sure; sorted."""


@dataclass(frozen=True, slots=True)
class Round:
    """What this round has brought a side so far; each field goes back to nothing where it is spent."""

    asks: int = 0
    """Questions of the perceptive that are still to be put."""
    help: int = 0
    """Characters' modifiers to its battle roll, before they are held to ±4."""
    cheer: int = 0
    """Characters' modifiers to its morale, likewise."""
    scouts: bool = False
    """Its commander lays two cards."""
    rescues: bool = False
    """Each token that it loses has one chance in three."""
    unbowed: bool = False
    """Its lost tokens do not count in morale."""
    forced: bool = False
    """It must roll morale even without a loss."""
    noted: int = 0
    """Losses noted so far; less than 0 where more tokens are kept than lost."""
    shown: str | None = None
    """The card that it has shown; empty: it had none.  None before."""
    by_suits: bool = False
    """It lost a token by suits, and that may be used against it."""
    by_ranks: bool = False
    """It lost a token by ranks, likewise."""
    sacrificed: bool = False
    """It gave up a token of its own."""
    lost: bool = False
    """It lost a token this round."""


BROUGHT: Mapping[str, tuple[Phase, Phase]] = MappingProxyType(
    {
        "asks": ("questions", "questions"),
        "help": ("characters", "battle"),
        "cheer": ("characters", "morale"),
        "scouts": ("characters", "scout"),
        "rescues": ("characters", "losses"),
        "unbowed": ("characters", "morale"),
        "forced": ("characters", "morale"),
        "noted": ("characters", "losses"),
        "shown": ("clash", "morale"),
        "by_suits": ("edges", "edges"),
        "by_ranks": ("edges", "edges"),
        "sacrificed": ("losses", "morale"),
        "lost": ("morale", "morale"),
    }
)
"""The first and the last step at whose start a field of ``Round`` may hold something."""


@dataclass(frozen=True, slots=True)
class Force:
    """A side as it stands."""

    start: int
    """Tokens at the start."""
    tokens: int
    """Tokens left."""
    cards: Cards = Cards()
    round: Round = Round()
    wounds: tuple[int, ...] = ()
    """Of each character."""
    morale: int = 0
    """A modifier to its morale rolls to the end of the battle."""
    cared_for: bool = False
    """Its next morale roll is the better for a caring commander."""
    fate: Fate = "fights"


@dataclass(frozen=True, slots=True)
class Battle:
    """The battle between two steps."""

    terms: Terms = field(hash=False)
    phase: Phase
    forces: tuple[Force, Force]
    discards: tuple[tuple[str, ...], ...] = ((),)
    """Cards face up: one pile, or with decks of their own one a side; each in the order of the pack."""
    turn: int = 0
    """Whose turn it is in the phase ``characters``, counted through both sides."""
    rounds_left: int | None = None
    """Rounds until the battle is broken off; None: no limit."""

    def __str__(self) -> str:
        both = zip(self.terms.sides, self.forces, strict=True)
        return f"Battle({self.phase}: {' | '.join(f'{s.name} {f.tokens}/{f.start}' for s, f in both)})"

    def difference(self, index: int) -> int:
        """A side's tokens less the enemy's: those at the start of the round until ``losses``."""
        return self.forces[index].tokens - self.forces[1 - index].tokens

    def with_force(self, index: int, force: Force) -> Battle:
        """The battle with one side as it now stands."""
        one, two = self.forces
        return replace(self, forces=(force, two) if index == 0 else (one, force))

    def with_round(self, index: int, **changes: Any) -> Battle:
        """The battle with something that this round has brought a side."""
        force = self.forces[index]
        return self.with_force(index, replace(force, round=replace(force.round, **changes)))

    def with_cards(self, index: int, **changes: Any) -> Battle:
        """The battle with other cards of a side."""
        force = self.forces[index]
        return self.with_force(index, replace(force, cards=replace(force.cards, **changes)))

    def characters(self) -> tuple[tuple[int, int, Character], ...]:
        """Every character with his side and his place in it, in the order of their turns."""
        return tuple(
            (index, place, character)
            for index, side in enumerate(self.terms.sides)
            for place, character in enumerate(side.characters)
        )

    def is_out(self, index: int, place: int) -> bool:
        """Say whether wounds have put a character out of action (S-5.1)."""
        character = self.terms.sides[index].characters[place]
        return self.forces[index].wounds[place] >= OUT[character.wild_card]

    def pile(self, index: int) -> int:
        """Which of the discards face up are those of this side's deck."""
        return index % len(self.discards)

    def deck(self, index: int) -> tuple[str, ...]:
        """What a side can draw: what is nowhere else (S-1.3)."""
        gone = {*self.discards[self.pile(index)]}
        for each, force in enumerate(self.forces):
            if self.pile(each) == self.pile(index):
                gone.update(force.cards.hand, force.cards.buried, force.cards.laid)
        return tuple(card for card in PACK if card not in gone)


# Notation


@cache
def _notation() -> TypeAdapter[Battle]:
    return TypeAdapter(Battle)


def print_battle(battle: Battle) -> str:
    """The notation of a battle: JSON, one line."""
    return _notation().dump_json(battle).decode()


def parse_battle(text: str) -> Battle:
    """The battle that ``print_battle`` wrote.

    Raises ``ValueError``, also for one that no battle comes to (the rules or odds would break on it), and for
    what ``print_battle`` does not write: unknown fields, or a number as text.
    """
    try:
        battle = _notation().validate_json(text)
    except ValidationError as error:
        raise ValueError(str(error)) from error
    if json.loads(print_battle(battle)) != json.loads(text):
        raise ValueError("not as it is written")
    if not (_are_possible(battle.terms) and _is_possible(battle)):
        raise ValueError("no battle comes to this")
    return battle


def _are_possible(terms: Terms) -> bool:
    names = [character.name for side in terms.sides for character in side.characters]
    return (
        terms.sides[0].name != terms.sides[1].name
        and len(set(names)) == len(names)
        and all(_is_possible_side(side) for side in terms.sides)
        and (terms.sides[0].strength is None) == (terms.sides[1].strength is None)
    )


def _is_possible_side(side: Side) -> bool:
    leader = side.commander
    dice = [leader.spirit, *(die for die in (leader.battle, leader.deputy) if die is not None)]
    for character in side.characters:
        dice += [die for _, die in character.skills]
    return (
        1 <= side.tokens <= MOST_TOKENS
        and abs(side.plan) <= MOST_PLAN
        and all(die.is_possible for die in dice)
        and len(set(leader.edges)) == len(leader.edges)
        and (side.strength is None or (side.strength > 0 and side.tokens <= STARTING_TOKENS))
        and len(side.characters) <= MOST_CHARACTERS
        and all(each.toughness is None or 1 <= each.toughness <= MOST_TOUGHNESS for each in side.characters)
    )


def _is_possible(battle: Battle) -> bool:
    turns = battle.characters()
    return (
        (battle.terms.cards or battle.phase not in WITH_CARDS)
        and all(_can_stand(battle, index) for index in (0, 1))
        and _are_apart(battle)
        and _fits_phase(battle)
        and (battle.rounds_left is None or 1 <= battle.rounds_left <= MOST_ROUNDS)
        and (battle.rounds_left is None or battle.phase not in ENDED)
        and (0 <= battle.turn < len(turns) if battle.phase == "characters" else battle.turn == 0)
    )


def _can_stand(battle: Battle, index: int) -> bool:
    side, force = battle.terms.sides[index], battle.forces[index]
    enemy = battle.forces[1 - index].cards
    hidden = (*enemy.hand, *(enemy.laid if len(enemy.laid) == 2 else ()))
    return (
        max(1, force.tokens) <= force.start <= MOST_TOKENS
        and (force.tokens > 0 or (force.tokens == 0 and battle.phase in ENDED))
        and (force.fate == "fights" or (battle.phase in ENDED and force.tokens > 0))
        and -MOST_ROUNDS <= force.morale <= MOST_MORALE
        and (battle.phase not in ENDED or (force.morale, force.cared_for) == (0, False))
        and len(force.wounds) == len(side.characters)
        and all(0 <= n <= OUT[c.wild_card] for n, c in zip(force.wounds, side.characters, strict=True))
        and _is_possible_round(battle, index)
        and force.cards.told == ordered_words(force.cards.told)
        and all(_is_word(word) for word in force.cards.told)
        and all(word.held == any(matches(card, word.named) for card in hidden) for word in force.cards.told)
    )


def _is_possible_round(battle: Battle, index: int) -> bool:
    """Whether a round can have brought a side this much by now."""
    now, phase = battle.forces[index].round, PHASES.index(battle.phase)
    for name, (first, last) in BROUGHT.items():
        if getattr(now, name) != getattr(Round(), name) and not (
            PHASES.index(first) <= phase <= PHASES.index(last)
        ):
            return False
    return (
        0 <= now.asks <= len(PACK)
        and (not now.asks or "perceptive" in battle.terms.sides[index].commander.edges)
        and abs(now.help) <= 2 * BOTH_SIDES
        and abs(now.cheer) <= BOTH_SIDES
        and abs(now.noted) <= MOST_TOKENS + MOST_MORE + BOTH_SIDES
        and (battle.terms.cards or not (now.scouts or now.sacrificed or now.shown is not None))
        and (not now.shown or now.shown in battle.discards[battle.pile(index)])
    )


def _fits_phase(battle: Battle) -> bool:
    """Whether there is what the phase speaks of, and no more."""
    laid = [len(force.cards.laid) for force in battle.forces]
    rounds = [force.round for force in battle.forces]
    if battle.phase == "scout":
        scouts = [each.scouts for each in rounds]
        return sorted(scouts) == [False, True] and laid[scouts.index(True)] == 2 > laid[scouts.index(False)]
    if any(laid):
        return False
    if battle.phase == "questions":
        return any(each.asks for each in rounds)
    return battle.phase not in {"clash", "edges"} or all(each.shown is not None for each in rounds)


def _is_word(word: Word) -> bool:
    if len(word.named) == 1 and word.named[0] in SUITS:
        return True
    ranks = tuple(rank for rank in CARD_RANKS if rank in word.named)
    return 1 <= len(ranks) <= 3 and ranks == word.named


def _are_apart(battle: Battle) -> bool:
    """Whether every card lies in one place, in order, and is a card."""
    if len(battle.discards) != (2 if battle.terms.readings.decks == "own" else 1):
        return False
    for pile in range(len(battle.discards)):
        places = [battle.discards[pile]]
        for index, force in enumerate(battle.forces):
            if battle.pile(index) == pile:
                places += [force.cards.hand, force.cards.buried, force.cards.laid]
        cards = [card for place in places for card in place]
        if not set(cards) <= set(PACK) or len(set(cards)) < len(cards):
            return False
        if any(place != in_pack_order(place) for place in places):
            return False
    return True


def ordered_words(words: Iterable[Word]) -> tuple[Word, ...]:
    """Words in their one order, each once."""
    return tuple(sorted(set(words)))
