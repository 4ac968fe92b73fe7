"""How good a roll was for its side, for who wonders about his luck."""

from __future__ import annotations

from typing import Any

from voevoda.play.questions import Question
from voevoda.rulebooks.book import Grade
from voevoda.rulebooks.savage.rolls import Damage, Opposed, Spared, Trait

TRAITS = {
    "savage.cards.roll": "cards",
    "savage.characters.roll": "skills",
    "savage.battle.roll": "battle",
    "savage.morale.roll": "morale",
}


def grade(question: Question[Any], answer: Any) -> Grade | None:
    """Successes and raises of trait rolls, the margin of an opposed one, damage taken, tokens saved."""
    match question:
        case Trait(key=key) if key in TRAITS:
            return Grade(TRAITS[key], answer)
        case Opposed():
            return Grade("opposed", answer)
        case Damage():
            return Grade("damage", answer, -1)
        case Spared():
            return Grade("spared", answer)
    return None
