"""What battle cards come to: the mode each fights in, capability, and the numbers that dice are added to."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from voevoda.rulebooks.skirmish.state import Card, Fight, Mode, Readings, Side, Trait
from voevoda.rulebooks.skirmish.tables import ModeName


def worth(number: Trait | Mode, readings: Readings) -> int:
    """A number of the card with the style points put into it."""
    # Reading: style.
    return number.value + (number.style if readings.style == "added" else 0)


# C-2 Modes


class InUse(NamedTuple):
    """The mode that a fighter uses."""

    mode: Mode
    capability: int
    """Combat capability (боеспособность) in this fight (C-2.9)."""
    priority: int
    halved: bool = False
    """He stands where no enemy does: half the value, rounded down."""


def in_use(fight: Fight, index: int) -> tuple[InUse, ...]:
    """The mode of each card of a side, once it is known who has the choice (C-2)."""
    side, readings = fight.terms.sides[index], fight.terms.readings
    if fight.chooser in {None, index}:
        return tuple(InUse(card.modes[0], worth(card.modes[0], readings), 1) for card in side.cards)
    enemy = frozenset(card.modes[0].name for card in fight.terms.sides[1 - index].cards)
    return tuple(_answering(card, enemy, readings) for card in side.cards)


def _answering(card: Card, enemy: frozenset[ModeName], readings: Readings) -> InUse:
    """The best liked mode in which some enemy stands; where there is none, the first at half value (C-2)."""
    for priority, mode in enumerate(card.modes, 1):
        if mode.name in enemy:
            return InUse(mode, worth(mode, readings), priority)
    return InUse(card.modes[0], worth(card.modes[0], readings) // 2, 1, halved=True)


class Leading(NamedTuple):
    """Who speaks for a side where Tactics is thrown."""

    who: str
    tactics: Trait


def leading(side: Side, readings: Readings) -> Leading:
    """The leader, or who has the best Tactics where there is none (C-2)."""
    everybody = [Leading(name, card.tactics) for name, card in side.fighters()]
    if side.leader is not None:
        return next(each for each in everybody if each.who == side.leader)
    return max(everybody, key=lambda each: worth(each.tactics, readings))


# C-3 The winner


def summed_tactics(fight: Fight, index: int) -> int:
    """The Tactics of all fighters of a side."""
    readings = fight.terms.readings
    return sum(worth(card.tactics, readings) * len(card.names) for card in fight.terms.sides[index].cards)


def summed_capability(fight: Fight, index: int) -> int:
    """The capability of all fighters of a side, each in the mode he uses."""
    cards = fight.terms.sides[index].cards
    return sum(
        used.capability * len(card.names) for card, used in zip(cards, in_use(fight, index), strict=True)
    )


def score_parts(fight: Fight, index: int) -> dict[str, int]:
    """What a side's score is made of (C-3)."""
    # Reading: score.
    readings = fight.terms.readings
    leader = worth(leading(fight.terms.sides[index], readings).tactics, readings)
    match readings.score:
        case "capability_and_tactics":
            return {"capability": summed_capability(fight, index), "tactics": summed_tactics(fight, index)}
        case "capability":
            return {"capability": summed_capability(fight, index)}
        case "tactics":
            return {"tactics": summed_tactics(fight, index)}
        case "capability_and_leader":
            return {"capability": summed_capability(fight, index), "leader": leader}


def score(fight: Fight, index: int) -> int:
    """What a side adds its dice to (C-3)."""
    return sum(score_parts(fight, index).values())


def dice_of_winner(fight: Fight) -> int:
    """How many d10 each side throws: the head count of the larger (C-3)."""
    return max(side.heads for side in fight.terms.sides)


# C-4, C-5 Tests of Defence


def edge(fight: Fight, index: int) -> int:
    """By how many a side is more than the other, at the start; below 0 where it is fewer (C-4)."""
    return fight.terms.sides[index].heads - fight.terms.sides[1 - index].heads


def average_damage(fight: Fight, index: int) -> Fraction:
    """The damage of a side: the mean of all its fighters at the start, each in the mode he uses (C-4)."""
    side = fight.terms.sides[index]
    total = sum(
        used.mode.damage * len(card.names)
        for card, used in zip(side.cards, in_use(fight, index), strict=True)
    )
    return Fraction(total, side.heads)


# C-6 Tests of Composure


class Opposed(NamedTuple):
    """The Composure that a losing fighter must beat."""

    side: int
    """Whose it is."""
    leader: str | None
    """The leader whose own it is; None: the mean of the side."""
    composure: Fraction


def opposed(fight: Fight) -> Opposed:
    """Whose Composure the losers test against, and how high it is (C-6)."""
    assert fight.loser is not None
    # Reading: surrender_against.
    losers = fight.terms.readings.surrender_against == "losers"
    return composure_of(fight, fight.loser if losers else 1 - fight.loser)


def composure_of(fight: Fight, index: int) -> Opposed:
    """A leader's Composure, unless he is out; else the mean of all his side's fighters at the start (C-6)."""
    side, readings = fight.terms.sides[index], fight.terms.readings
    for name, card, fighter in fight.side_of(index):
        if name == side.leader and not fighter.is_out:
            return Opposed(index, name, Fraction(worth(card.composure, readings)))
    total = sum(worth(card.composure, readings) * len(card.names) for card in side.cards)
    return Opposed(index, None, Fraction(total, side.heads))
