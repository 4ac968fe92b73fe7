"""What each seat sees of a battle: numbers for all, cards for who may know them."""

from __future__ import annotations

from voevoda.play.seats import Fact, Facts, Seat
from voevoda.rulebooks.savage.state import Battle


def view(battle: Battle, seat: Seat) -> Facts:
    """The battle as ``seat`` sees it, built up from nothing."""
    cards: dict[str, Fact] = {}
    if battle.terms.cards:
        cards = {
            "decks": tuple(len(battle.deck(index)) for index in range(len(battle.discards))),
            "discards": battle.discards,
        }
    return {
        "title": battle.terms.title,
        "phase": battle.phase,
        "rounds_left": battle.rounds_left,
        **cards,
        "sides": tuple(_side(battle, index, seat) for index in (0, 1)),
    }


def _side(battle: Battle, index: int, seat: Seat) -> Facts:
    side, force = battle.terms.sides[index], battle.forces[index]
    now = force.round
    seen: dict[str, Fact] = {
        "name": side.name,
        "commander": side.commander.name,
        "edges": side.commander.edges,
        "tokens": {"start": force.start, "now": force.tokens},
        "state": force.fate if force.tokens else "destroyed",
        "morale": force.morale,
        "cared_for": force.cared_for,
        "round": {
            "noted": now.noted,
            "battle": now.help,
            "morale": now.cheer,
            "scouts": now.scouts,
            "rescues": now.rescues,
            "unbowed": now.unbowed,
            "forced": now.forced,
            "sacrificed": now.sacrificed,
            "asks": now.asks,
        },
        "characters": tuple(
            {
                "name": character.name,
                "wounds": force.wounds[place],
                "out": battle.is_out(index, place),
            }
            for place, character in enumerate(side.characters)
        ),
    }
    return {**seen, **_cards(battle, index, seat)} if battle.terms.cards else seen


def _cards(battle: Battle, index: int, seat: Seat) -> Facts:
    """Everyone sees how many cards a side has and which it has shown; its commander sees the rest."""
    side, force = battle.terms.sides[index], battle.forces[index]
    cards = force.cards
    face_up = len(cards.laid) < 2
    seen: dict[str, Fact] = {
        "hand_size": len(cards.hand),
        "buried_size": len(cards.buried),
        "laid_size": len(cards.laid),
        "shown": (cards.laid[0] if face_up else None) if cards.laid else force.round.shown,
    }
    if side.alone.holds(seat):
        told: tuple[Fact, ...] = tuple({"named": word.named, "held": word.held} for word in cards.told)
        seen |= {"hand": cards.hand, "buried": cards.buried, "laid": cards.laid, "told": told}
    return seen
