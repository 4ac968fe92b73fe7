"""What a fight is between two steps, and its notation.

``Terms`` are what the battle cards say; ``Fight`` is what the rules change.  It holds no
roll and nothing that can be told from the rest, so that equal fights are equal states.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Annotated, Literal, NamedTuple, get_args

from pydantic import StringConstraints, TypeAdapter, ValidationError

from voevoda.play.seats import Seat, commander
from voevoda.rulebooks.fields import NAME_LENGTH, Between, Name, Whole
from voevoda.rulebooks.skirmish.tables import SPENT, Ammunition, ModeName

MOST_VALUE = 1000
"""The highest number of a card."""

MOST_CARRIED = 10**6
"""The most ammunition."""

MOST_FIGHTERS = 300
"""The most fighters of a side: each is tested and told of by name, and a journal has to hold that."""

Number = Annotated[Whole, Between(0, MOST_VALUE)]
"""A number of a card."""

Threshold = Annotated[Whole, Between(-MOST_VALUE, 0)]
"""A death threshold."""

Carried = Annotated[Whole, Between(0, MOST_CARRIED)]
"""Ammunition carried."""

Numbered = Annotated[str, StringConstraints(pattern=r"\S", max_length=NAME_LENGTH + len(f" {MOST_FIGHTERS}"))]
"""A name, perhaps with a number."""

# What the battle cards say


@dataclass(frozen=True, slots=True)
class Trait:
    """A number of the card, and the points of fighting style (стиль боя) put into it."""

    value: Number
    style: Number = 0


@dataclass(frozen=True, slots=True)
class Mode:
    """A way in which a fighter is ready to fight."""

    name: ModeName
    value: Number
    style: Number
    damage: Number
    weapon: Name | None = None
    ammunition: Ammunition | None = None
    """How freely he spends it; None: nothing to spend."""
    carried: Carried | None = None
    """The most that he can spend; None: no upper end."""


def span(names: Sequence[str]) -> str:
    """The names of a card's fighters in a list of names: the first and the last, where there are several."""
    return names[0] if len(names) == 1 else f"{names[0]} … {names[-1]}"


Want = Literal["out", "retreat", "surrender"]
"""What a fighter may seek for the enemy."""

Extra = Literal["rescue", "stealth", "disguise"]
"""What a fighter may seek beside the outcome; only ``rescue`` does anything."""


@dataclass(frozen=True, slots=True)
class Card:
    """A battle card (карта боя), and everybody who filled it in alike."""

    name: Numbered
    names: tuple[Numbered, ...]
    """Of the fighters: the card's name, numbered where there are several."""
    tactics: Trait
    modes: tuple[Mode, ...]
    """The one he likes best first: priority 1, 2, …"""
    defence: Trait
    composure: Trait
    state: Number
    death_threshold: Threshold
    action_points: Number
    retreat: bool = True
    """Whether he retreats if the fight is lost (C-9)."""
    surrender: bool = True
    """Whether he gives himself up if the fight is lost (C-9)."""
    wants: tuple[Want, ...] = ()
    """Recorded only."""
    extra: tuple[Extra, ...] = ()

    @property
    def rescues(self) -> bool:
        """Whether he brings off those who are out of action (C-7)."""
        return "rescue" in self.extra


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two parties to the fight."""

    name: Name
    cards: tuple[Card, ...]
    leader: Numbered | None = None
    """One of its fighters."""
    goal: Literal["none", "cross"] = "none"

    @property
    def seat(self) -> Seat:
        """The seat whose dice this side's are."""
        return commander(self.name)

    @property
    def heads(self) -> int:
        """How many fighters it has at the start."""
        return sum(len(card.names) for card in self.cards)

    def fighters(self) -> Iterator[tuple[str, Card]]:
        """Each fighter's name and card, in the order of the file."""
        return ((name, card) for card in self.cards for name in card.names)


@dataclass(frozen=True, slots=True)
class Readings:
    """How the ambiguous clauses are read; ``READINGS.md`` says why there is a choice."""

    score: Literal["capability_and_tactics", "capability", "tactics", "capability_and_leader"] = (
        "capability_and_tactics"
    )
    modes: Literal["tactics_contest", "own_choice"] = "tactics_contest"
    style: Literal["added", "included"] = "added"
    surrender_against: Literal["losers", "winners"] = "losers"
    death: Literal["below", "at_or_below"] = "below"
    equal_wound: Literal["unchanged", "falls"] = "unchanged"
    state_roll: Literal["fresh", "test"] = "fresh"


@dataclass(frozen=True, slots=True)
class Terms:
    """What stood fast before the fight."""

    title: Name
    sides: tuple[Side, Side]
    readings: Readings = Readings()


# What the rules change

Fate = Literal["stands", "out", "dead", "captured", "retreated"]


class Fighter(NamedTuple):
    """What has become of one fighter."""

    fate: Fate
    state: Annotated[Whole, Between(-MOST_VALUE - 1, MOST_VALUE)]
    """State (состояние), whole at first; below 0 for who is out of action.

    The referee may set −``MOST_VALUE``, and a wound takes one more.
    """
    wounded: bool = False
    spent: Annotated[Whole, Between(0, max(dice.count * dice.sides for dice in SPENT.values()))] = 0
    """Ammunition (C-8)."""

    @property
    def is_out(self) -> bool:
        """Whether he is out of action, dead or not (C-4)."""
        return self.fate in {"out", "dead"}


Phase = Literal["modes", "winner", "out", "wounded", "surrender", "field", "ammunition", "over"]
"""The steps of the book, in its order: C-2 to C-8."""

PHASES: tuple[Phase, ...] = get_args(Phase)


class Spot(NamedTuple):
    """A fighter by his side and his place in it."""

    side: int
    place: int


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight, and whose turn it is in it."""

    terms: Terms = field(hash=False)
    phase: Phase
    spot: Spot
    """The fighter from whom the phase goes on; the first of all where it concerns them together."""
    fighters: tuple[tuple[Fighter, ...], tuple[Fighter, ...]]
    chooser: int | None = None
    """The side that has its choice of modes; None before C-2, and where everybody has (reading ``modes``)."""
    winner: int | None = None
    """The side that has won (C-3)."""

    def __str__(self) -> str:
        sides = (
            f"{side.name}: {', '.join(f'{each.fate} {each.state}' for each in fighters)}"
            for side, fighters in zip(self.terms.sides, self.fighters, strict=True)
        )
        return f"Fight({self.phase} {self.spot.side}.{self.spot.place}; {'; '.join(sides)})"

    @property
    def loser(self) -> int | None:
        """The side that has lost."""
        return None if self.winner is None else 1 - self.winner

    def side_of(self, index: int) -> Iterator[tuple[str, Card, Fighter]]:
        """A side's fighters: name, card, and what has become of each."""
        pairs = zip(self.terms.sides[index].fighters(), self.fighters[index], strict=True)
        return ((name, card, fighter) for (name, card), fighter in pairs)

    def with_fighters(self, index: int, fighters: tuple[Fighter, ...]) -> Fight:
        """The fight with what has become of one side changed."""
        other = self.fighters[1 - index]
        return replace(self, fighters=(fighters, other) if index == 0 else (other, fighters))

    def with_fighter(self, spot: Spot, fighter: Fighter) -> Fight:
        """The fight with what has become of one fighter changed."""
        all_of = self.fighters[spot.side]
        return self.with_fighters(spot.side, (*all_of[: spot.place], fighter, *all_of[spot.place + 1 :]))

    def with_side(self, index: int, side: Side) -> Fight:
        """The fight with one side's cards changed."""
        other = self.terms.sides[1 - index]
        return replace(self, terms=replace(self.terms, sides=(side, other) if index == 0 else (other, side)))


def first_fight(terms: Terms) -> Fight:
    """The fight before anything has happened."""
    one, two = (tuple(Fighter("stands", card.state) for _, card in side.fighters()) for side in terms.sides)
    return Fight(terms, "modes", Spot(0, 0), (one, two))


@cache
def _notation() -> TypeAdapter[Fight]:
    return TypeAdapter(Fight)


def print_fight(fight: Fight) -> str:
    """The notation of a fight: JSON, one line."""
    return _notation().dump_json(fight).decode()


def parse_fight(text: str) -> Fight:
    """The fight that ``print_fight`` wrote.

    Raises ``ValueError``, also for one that no fight comes to: the rules would break on it.
    """
    try:
        fight = _notation().validate_json(text)
    except ValidationError as error:
        raise ValueError(str(error)) from error
    if not _is_possible(fight):
        raise ValueError("no fight comes to this")
    return fight


def _is_possible(fight: Fight) -> bool:
    one, two = fight.terms.sides
    has_winner = fight.phase not in {"modes", "winner"}
    return (
        one.name != two.name
        and all(map(_can_fight, (one, two), fight.fighters))
        and fight.spot.side in {0, 1}
        and 0 <= fight.spot.place < len(fight.fighters[fight.spot.side])
        and fight.chooser in {None, 0, 1}
        and (fight.chooser is not None)
        == (fight.phase != "modes" and fight.terms.readings.modes == "tactics_contest")
        and fight.winner in ({0, 1} if has_winner else {None})
        and all(
            _can_be(fight, Spot(index, place), fighter)
            for index in (0, 1)
            for place, fighter in enumerate(fight.fighters[index])
        )
    )


def _can_fight(side: Side, fighters: tuple[Fighter, ...]) -> bool:
    names = [name for name, _ in side.fighters()]
    return (
        1 <= len(names) == len(set(names)) == len(fighters) <= MOST_FIGHTERS
        and all(_holds_together(card, side) for card in side.cards)
        and (side.leader is None or side.leader in names)
    )


def _holds_together(card: Card, side: Side) -> bool:
    """As a card of a battle file does (C-1, C-9.4)."""
    modes = [mode.name for mode in card.modes]
    styled: tuple[Trait | Mode, ...] = (card.tactics, card.defence, card.composure, *card.modes)
    return (
        1 <= len(modes) == len(set(modes))
        and len(card.names) > 0
        and sum(number.style for number in styled) <= card.action_points
        and all(len(words) == len(set(words)) for words in (card.wants, card.extra))
        and (not card.rescues or card.retreat or card.surrender or side.goal == "cross")
    )


def _can_be(fight: Fight, spot: Spot, fighter: Fighter) -> bool:
    """Whether the steps of the book that have been can have left this of a fighter."""

    def past(phase: Phase) -> bool:
        return (PHASES.index(fight.phase), fight.spot) > (PHASES.index(phase), spot)

    come: Mapping[Fate, bool] = {
        "stands": True,
        "out": past("out") and not fighter.wounded,
        "dead": past("out") and not fighter.wounded,
        "captured": past("surrender") and spot.side == fight.loser,
        "retreated": past("field") and spot.side == fight.loser,
    }
    return (
        come[fighter.fate]
        and (past("wounded") or not fighter.wounded)
        and (past("ammunition") or fighter.spent == 0)
    )
