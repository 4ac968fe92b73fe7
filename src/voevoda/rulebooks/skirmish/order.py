"""The order of a fight (C-9.5): for whom a step of the book has anything to do, and what is next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from voevoda.rulebooks.skirmish.cards import InUse, in_use
from voevoda.rulebooks.skirmish.state import PHASES, Card, Fight, Fighter, Phase, Side, Spot

AT_ONCE = 50
"""The most fighters whose turn it is in one step of the rules: a step runs again with every answer."""

ONE_BY_ONE: frozenset[Phase] = frozenset({"out", "wounded", "surrender", "ammunition"})
"""The steps of the book that go through the fighters; the others concern them all together."""


class One(NamedTuple):
    """A fighter, with all that is known of him."""

    spot: Spot
    side: Side
    name: str
    card: Card
    used: InUse
    fighter: Fighter


def everybody(fight: Fight, index: int) -> Iterator[One]:
    """Each fighter of a side, in the order of the file."""
    side = fight.terms.sides[index]
    modes = [used for card, used in zip(side.cards, in_use(fight, index), strict=True) for _ in card.names]
    for place, ((name, card, fighter), used) in enumerate(zip(fight.side_of(index), modes, strict=True)):
        yield One(Spot(index, place), side, name, card, used, fighter)


def is_due(fight: Fight, one: One) -> bool:
    """Whether the present step of the book has anything to do with this fighter."""
    match fight.phase:
        case "out" | "wounded":
            return one.fighter.fate == "stands"
        case "surrender":
            return one.spot.side == fight.loser and one.fighter.fate == "stands" and one.card.surrender
        case "ammunition":
            return one.used.mode.ammunition is not None and one.used.mode.carried != 0
    return False


def due(fight: Fight) -> Iterator[One]:
    """Everybody whose turn is still to come in the present step of the book (C-9.5)."""
    return (
        one
        for index in (0, 1)
        for one in everybody(fight, index)
        if one.spot >= fight.spot and is_due(fight, one)
    )


def turn(fight: Fight) -> tuple[One, ...]:
    """Those whose turn it is now."""
    return tuple(islice(due(fight), AT_ONCE))


def next_phase(fight: Fight) -> Fight:
    """The fight at the next step of the book that has anything to do."""
    for phase in PHASES[PHASES.index(fight.phase) + 1 :]:
        begun = replace(fight, phase=phase, spot=Spot(0, 0))
        if phase not in ONE_BY_ONE:
            return begun
        for one in due(begun):
            return replace(begun, spot=one.spot)
    return fight


def proceed(fight: Fight, done: Sequence[One]) -> Fight:
    """The fight after the turn of these; of none, where the referee has just left them nothing to do."""
    for one in due(fight) if done else ():
        if one.spot > done[-1].spot:
            return replace(fight, spot=one.spot)
    return next_phase(fight)
