"""The battle cards of a fight as forms to print: what the fighters of each side have filled in."""

from __future__ import annotations

from voevoda.play.seats import Fact, Facts
from voevoda.rulebooks.skirmish.state import Card, Fight, Mode, Side, Trait
from voevoda.rulebooks.skirmish.tables import MODES, ModeName


def forms(fight: Fight) -> tuple[Facts, ...]:
    """Each side with its ``cards``: a form for each card, however many fighters filled it in alike.

    The first table of a form stands left, the others right.
    """
    return tuple(
        {
            "name": side.name,
            **({} if side.goal == "none" else {"goal": side.goal}),
            "cards": tuple(form(side, card) for card in side.cards),
        }
        for side in fight.terms.sides
    )


def form(side: Side, card: Card) -> Facts:
    """One battle card."""
    modes: dict[ModeName, Mode] = {mode.name: mode for mode in card.modes}
    return {
        "name": card.name,
        "side": side.name,
        **({"n": len(card.names)} if len(card.names) > 1 else {}),
        **({"leader": side.leader} if side.leader in card.names else {}),
        "traits": (
            _trait("tactics", card.tactics),
            {"what": "capability", "value": "blank", "style": "blank"},
            *(_trait(name, modes.get(name)) for name in MODES),
            _trait("defence", card.defence),
            _trait("composure", card.composure),
            {"what": "damage", "value": _damage(card), "style": None},
            {"what": "state", "value": card.state, "style": None},
            {"what": "death_threshold", "value": card.death_threshold, "style": None},
            {"what": "action_points", "value": card.action_points, "style": None},
        ),
        "modes": tuple(_mode(card, name) for name in MODES),
        "main": (
            {"outcome": "out", "enemy": "out" in card.wants, "own": None},
            {"outcome": "retreat", "enemy": "retreat" in card.wants, "own": card.retreat},
            {"outcome": "surrender", "enemy": "surrender" in card.wants, "own": card.surrender},
        ),
        "additional": (
            {"task": "stealth", "chosen": "stealth" in card.extra},
            {"task": "disguise", "chosen": "disguise" in card.extra},
            {"task": "rescue", "chosen": card.rescues},
        ),
    }


def _trait(what: str, number: Trait | Mode | None) -> Facts:
    """A row of the left block: a number and its style points; a mode left out is crossed out."""
    if number is None:
        return {"what": what, "value": "left_out", "style": None}
    return {"what": what, "value": number.value, "style": number.style or None}


def _damage(card: Card) -> Fact:
    """The one damage of a card; where the modes differ, each has its own."""
    damages = {mode.damage for mode in card.modes}
    return damages.pop() if len(damages) == 1 else "by_mode"


def _mode(card: Card, name: ModeName) -> Facts:
    """A row of the modes, with its damage where not all have the same."""
    priorities = {mode.name: (priority, mode) for priority, mode in enumerate(card.modes, 1)}
    priority, mode = priorities.get(name, ("left_out", None))
    spends: Facts | None = None
    if mode is not None and mode.ammunition is not None:
        spends = {"ammunition": mode.ammunition, "carried": mode.carried}
    return {
        "mode": name,
        "priority": priority,
        "weapon": mode.weapon if mode else None,
        "ammunition": spends,
        **({"damage": mode.damage if mode else None} if _damage(card) == "by_mode" else {}),
    }
