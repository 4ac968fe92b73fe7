"""The referee's hand: which numbers of a fight may be set by hand, when, and to what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from voevoda.play.errors import Illegal
from voevoda.play.paths import parse_path, print_step
from voevoda.play.position import Number
from voevoda.play.seats import Fact
from voevoda.rulebooks.skirmish.fates import is_death
from voevoda.rulebooks.skirmish.order import turn
from voevoda.rulebooks.skirmish.state import (
    MOST_CARRIED,
    MOST_VALUE,
    PHASES,
    Card,
    Fight,
    Phase,
    Spot,
    span,
)


class Settable(NamedTuple):
    """A number of a fighter that the referee may set."""

    last: Phase
    """The last step of the book that reads it."""
    least: int
    most: int
    now: Callable[[Card], Fact]
    change: Callable[[Card, int], Card]
    own: bool = False
    """Whether only the fighter's own turn reads it, and nobody else's."""


def _damage(card: Card, n: int) -> Card:
    return replace(card, modes=tuple(replace(mode, damage=n) for mode in card.modes))


def _carried(card: Card, n: int) -> Card:
    return replace(card, modes=tuple(replace(mode, carried=n) for mode in card.modes))


def _alike(values: Iterable[int | None]) -> Fact:
    """The value of all modes; each, where they differ."""
    one, *others = found = tuple(values)
    return one if all(each == one for each in others) else found


SETTABLE: Mapping[str, Settable] = {
    "tactics": Settable(
        "winner",
        0,
        MOST_VALUE,
        lambda card: card.tactics.value,
        lambda card, n: replace(card, tactics=replace(card.tactics, value=n)),
    ),
    "defence": Settable(
        "wounded",
        0,
        MOST_VALUE,
        lambda card: card.defence.value,
        lambda card, n: replace(card, defence=replace(card.defence, value=n)),
        own=True,
    ),
    "composure": Settable(
        "surrender",
        0,
        MOST_VALUE,
        lambda card: card.composure.value,
        lambda card, n: replace(card, composure=replace(card.composure, value=n)),
    ),
    "damage": Settable(
        "wounded", 0, MOST_VALUE, lambda card: _alike(mode.damage for mode in card.modes), _damage
    ),
    "death_threshold": Settable(
        "out",
        -MOST_VALUE,
        0,
        lambda card: card.death_threshold,
        lambda card, n: replace(card, death_threshold=n),
        own=True,
    ),
    "carried": Settable(
        "ammunition",
        0,
        MOST_CARRIED,
        lambda card: _alike(mode.carried for mode in card.modes),
        _carried,
        own=True,
    ),
}
"""By the name of the field; damage and ammunition carried are set in all modes."""


STYLED = frozenset({"tactics", "defence", "composure"})
"""Those that may have points of style: what is set is the value, on top of which they come."""


def overridden(fight: Fight, path: str, value: Fact) -> Fight:
    """The fight with one number of a fighter set by hand.

    Raises ``Illegal`` with the paths or values accepted, or where it is too late.
    """
    match tuple(step.text for step in parse_path(path) or ()):
        case ("sides", side, "fighters", who, "state"):
            spot = _fighter(fight, path, side, who)
            _in_time(fight, path, "ammunition")
            return _state_set(fight, path, spot, value)
        case ("sides", side, "fighters", who, "modes", mode) | (
            "sides",
            side,
            "fighters",
            who,
            "modes",
            mode,
            "value",
        ):
            return _mode_set(fight, path, _fighter(fight, path, side, who), mode, value)
        case ("sides", side, "fighters", who, what) | ("sides", side, "fighters", who, what, "value") if (
            what in SETTABLE
        ):
            spot, number = _fighter(fight, path, side, who), SETTABLE[what]
            _in_time(fight, path, number.last)
            if _is_past(fight, spot, number):
                raise Illegal("skirmish.illegal.turn", given=path, phase=fight.phase)
            card = number.change(_card(fight, spot), _within(path, value, number.least, number.most))
            return _with_card(fight, spot, card)
    raise Illegal("skirmish.illegal.path", given=path, accepted=_paths(fight))


def numbers(fight: Fight) -> tuple[Number, ...]:
    """The numbers of all fighters that can be set now, with what they are."""
    found = list[Number]()
    for index, side in enumerate(fight.terms.sides):
        for place, (name, card) in enumerate(side.fighters()):
            at = f"sides.{print_step(side.name)}.fighters.{print_step(name)}"
            found += _numbers_of(fight, Spot(index, place), at, (side.name, name), card)
    return tuple(found)


def _numbers_of(fight: Fight, spot: Spot, at: str, whose: tuple[str, ...], card: Card) -> list[Number]:
    found = list[Number]()
    fighter = fight.fighters[spot.side][spot.place]
    if _is_in_time(fight, "ammunition") and not _falls(fight, spot):
        least, most = _states(fight, spot)
        found.append(Number(f"{at}.state", "skirmish.number.state", whose, fighter.state, least, most))
    for what, number in SETTABLE.items():
        if _is_in_time(fight, number.last) and not _is_past(fight, spot, number):
            path = f"{at}.{what}{'.value' if what in STYLED else ''}"
            now = number.now(card)
            found.append(Number(path, f"skirmish.number.{what}", whose, now, number.least, number.most))
    if _is_in_time(fight, "winner"):
        found += [
            Number(
                f"{at}.modes.{mode.name}.value",
                f"skirmish.mode={mode.name}",
                whose,
                mode.value,
                0,
                MOST_VALUE,
            )
            for mode in card.modes
        ]
    return found


def _paths(fight: Fight) -> tuple[str, ...]:
    """The paths of each side's first fighter; those of the others are alike."""
    first = [(side.name, side.cards[0].names[0]) for side in fight.terms.sides]
    return tuple(each.path for each in numbers(fight) if each.whose in first)


def _in_time(fight: Fight, path: str, last: Phase) -> None:
    if not _is_in_time(fight, last):
        raise Illegal("skirmish.illegal.late", given=path, phase=fight.phase)


def _is_in_time(fight: Fight, last: Phase) -> bool:
    return PHASES.index(fight.phase) <= PHASES.index(last)


def _is_past(fight: Fight, spot: Spot, number: Settable) -> bool:
    """Whether only the fighter's own turn reads a number, and it is over."""
    return number.own and fight.phase == number.last and spot < fight.spot


def _falls(fight: Fight, spot: Spot) -> bool:
    """Whether the replies of this step say what becomes of a fighter."""
    return fight.phase == "out" and any(one.spot == spot for one in turn(fight))


def _states(fight: Fight, spot: Spot) -> tuple[int, int]:
    """The least and the highest State of a fighter, as far as it can be what C-4 has made of him."""
    fighter = fight.fighters[spot.side][spot.place]
    if not fighter.is_out:
        return -MOST_VALUE, MOST_VALUE
    card, dead = _card(fight, spot), fighter.fate == "dead"
    fitting = [n for n in range(-MOST_VALUE, 0) if is_death(card, n, fight.terms.readings) == dead]
    # The lowest death threshold leaves a dead man only what a wound took him to.
    return (fitting[0], fitting[-1]) if fitting else (fighter.state, fighter.state)


def _state_set(fight: Fight, path: str, spot: Spot, value: Fact) -> Fight:
    """The fight with another State of one fighter, as far as it can be what C-4 has made of him."""
    if _falls(fight, spot):
        # The replies of this step are read anew after it, and whoever falls gets his State from them.
        raise Illegal("skirmish.illegal.falling", given=path)
    fighter = fight.fighters[spot.side][spot.place]
    least, most = _states(fight, spot)
    if fighter.is_out and (type(value) is not int or not least <= value <= most):
        about = {"path": path, "given": value, "least": least, "most": most}
        raise Illegal("skirmish.illegal.fate", fate=fighter.fate, **about)
    return fight.with_fighter(spot, fighter._replace(state=_within(path, value, least, most)))


def _mode_set(fight: Fight, path: str, spot: Spot, name: str, value: Fact) -> Fight:
    card = _card(fight, spot)
    names = tuple(mode.name for mode in card.modes)
    place = _named(path, name, names, "skirmish.illegal.mode")
    _in_time(fight, path, "winner")
    mode = replace(card.modes[place], value=_within(path, value, 0, MOST_VALUE))
    return _with_card(fight, spot, replace(card, modes=(*card.modes[:place], mode, *card.modes[place + 1 :])))


def _card(fight: Fight, spot: Spot) -> Card:
    return next(islice(fight.terms.sides[spot.side].fighters(), spot.place, None))[1]


def _with_card(fight: Fight, spot: Spot, card: Card) -> Fight:
    """The fight with another card for one fighter; who had filled in the old one with him keeps it.

    A card that is left to one alone goes by his name.
    """
    side = fight.terms.sides[spot.side]
    cards = list[Card]()
    place = spot.place
    for each in side.cards:
        if 0 <= place < len(each.names):
            name = each.names[place]
            before, after = each.names[:place], each.names[place + 1 :]
            parts = (
                replace(each, names=before),
                replace(card, names=(name,)),
                replace(each, names=after),
            )
            cards += [
                replace(part, name=part.names[0]) if len(part.names) == 1 else part
                for part in parts
                if part.names
            ]
        else:
            cards.append(each)
        place -= len(each.names)
    return fight.with_side(spot.side, replace(side, cards=tuple(cards)))


def _fighter(fight: Fight, path: str, side: str, who: str) -> Spot:
    index = _named(path, side, tuple(each.name for each in fight.terms.sides), "skirmish.illegal.side")
    names = tuple(name for name, _ in fight.terms.sides[index].fighters())
    accepted = tuple(span(card.names) for card in fight.terms.sides[index].cards)
    return Spot(index, _named(path, who, names, "skirmish.illegal.fighter", accepted))


def _named(path: str, name: str, names: tuple[str, ...], key: str, accepted: tuple[str, ...] = ()) -> int:
    """The place of a name, or of its number counted from 0."""
    if name in names:
        return names.index(name)
    if name.isdecimal() and len(name) < 10 and int(name) < len(names):
        return int(name)
    raise Illegal(key, given=path, accepted=accepted or tuple(map(print_step, names)))


def _within(path: str, value: Fact, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise Illegal("skirmish.illegal.number", path=path, given=value, least=least, most=most)
    return value
