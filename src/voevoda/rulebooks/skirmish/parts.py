"""What a side's score is made of before anything is thrown, card by card, and where the file says so.

Each fights in the mode that he likes best: who has the choice of modes is thrown for (C-2).
"""

from __future__ import annotations

from collections.abc import Iterator

from voevoda.rulebooks.book import Part
from voevoda.rulebooks.skirmish.cards import in_use, leading, score, score_parts, worth
from voevoda.rulebooks.skirmish.state import Fight


def parts(fight: Fight) -> tuple[tuple[Part, ...], ...]:
    """Both sides: capability and Tactics card by card, as the reading ``score`` has it; the score last."""
    return tuple((*_parts(fight, index), Part("C-3", "score", score(fight, index))) for index in (0, 1))


def _parts(fight: Fight, index: int) -> Iterator[Part]:
    side, readings = fight.terms.sides[index], fight.terms.readings
    counted = score_parts(fight, index)
    for number, (card, used) in enumerate(zip(side.cards, in_use(fight, index), strict=True)):
        place, heads = ("sides", index, "fighters", number), len(card.names)
        if "capability" in counted:
            yield Part("C-2.9", "fighter", used.capability * heads, card.name, at=(*place, "name"))
        if "tactics" in counted:
            tactics = worth(card.tactics, readings) * heads
            yield Part("C-3", "tactics", tactics, card.name, at=(*place, "tactics"))
    if "leader" in counted:
        leader = leading(side, readings).who
        yield Part("C-3", "leader", counted["leader"], leader, at=("sides", index, "leader"))
