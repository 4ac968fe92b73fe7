"""How good a roll was for its side, for who wonders about his luck."""

from __future__ import annotations

from typing import Any

from voevoda.play.questions import Question, Total
from voevoda.rulebooks.book import Grade
from voevoda.rulebooks.gurps.rolls import Damage, Ladder, Losses, Luck, Reaction, Test
from voevoda.rulebooks.gurps.tables import REACTIONS

BANDS = (*(band for _, band in REACTIONS), "excellent")
"""Of a reaction, the worst first."""

TOTALS = {
    "gurps.contest": "contest",
    "gurps.luck.reroll": "contest",
    "gurps.mission.contest": "plots",
    "gurps.mission.guard": "plots",
    "gurps.rout": "rout",
}
"""Sums of dice of which less is better."""

TESTS = {
    "gurps.survival": "survival",
    "gurps.second_survival": "survival",
    "gurps.glory": "glory",
    "gurps.morale": "morale",
    "gurps.second_roll": "morale",
    "gurps.order": "morale",
    "gurps.treason": "morale",
    "gurps.mission": "mission",
}


def grade(question: Question[Any], answer: Any) -> Grade | None:
    """The dice of the contest and of a rout, rungs of success rolls, hits taken, men lost, reactions."""
    match question:
        case Total(key=key) if key in TOTALS:
            return Grade(TOTALS[key], answer, -1)
        case Luck():
            return Grade("luck", answer, -1)
        case Test(key=key, ladder=ladder) if key in TESTS:
            return Grade(TESTS[key], _height(ladder, answer))
        case Damage():
            return Grade("damage", answer, -1)
        case Losses():
            return Grade("losses", answer, -1)
        case Reaction():
            return Grade("reaction", BANDS.index(answer))
    return None


def _height(ladder: Ladder, rung: str) -> int:
    """How many rungs there are below one."""
    rungs = [ladder.below, *(name for _, name in reversed(ladder.rungs))]
    return rungs.index(rung) if rung in rungs else len(rungs)
