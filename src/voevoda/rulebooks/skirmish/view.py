"""What each seat sees of a fight: nothing is hidden in this book, so the same for all."""

from __future__ import annotations

from voevoda.play.seats import Facts, Seat
from voevoda.rulebooks.skirmish.aftermath import carried, left_on_field
from voevoda.rulebooks.skirmish.cards import score
from voevoda.rulebooks.skirmish.order import everybody
from voevoda.rulebooks.skirmish.state import PHASES, Fight, Phase


def view(fight: Fight, seat: Seat) -> Facts:
    """The fight as ``seat`` sees it."""
    _ = seat
    return {
        "title": fight.terms.title,
        "phase": fight.phase,
        "sides": tuple(
            {
                "name": side.name,
                "leader": side.leader,
                "goal": side.goal,
                "score": score(fight, index) if is_past(fight, "modes") else None,
                "won": None if fight.winner is None else fight.winner == index,
                "fighters": fighters(fight, index),
            }
            for index, side in enumerate(fight.terms.sides)
        ),
    }


def is_past(fight: Fight, phase: Phase) -> bool:
    """Whether a step of the book is over."""
    return PHASES.index(fight.phase) > PHASES.index(phase)


def fighters(fight: Fight, index: int) -> tuple[Facts, ...]:
    """What has become of each fighter of a side.

    The mode is None before C-2; who carried him is None before C-7 or if nobody did.
    """
    armed, settled = is_past(fight, "modes"), is_past(fight, "field")
    left = left_on_field(fight, index) if settled else frozenset[int]()
    carriers = carried(fight, index) if settled else {}
    names = [name for name, _ in fight.terms.sides[index].fighters()]
    return tuple(
        {
            "name": one.name,
            "mode": one.used.mode.name if armed else None,
            "capability": one.used.capability if armed else None,
            "fate": one.fighter.fate,
            "wounded": one.fighter.wounded,
            "state": one.fighter.state,
            "spent": one.fighter.spent,
            "left_on_field": place in left,
            "carried_by": names[carriers[place]] if place in carriers else None,
        }
        for place, one in enumerate(everybody(fight, index))
    )
