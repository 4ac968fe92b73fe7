"""How good a roll was for its side, for who wonders about his luck."""

from __future__ import annotations

from typing import Any

from voevoda.play.questions import Question
from voevoda.rulebooks.book import Grade
from voevoda.rulebooks.skirmish.rolls import Contest, StateDie, Test

TESTS = {
    "skirmish.out.test": "out",
    "skirmish.wound.test": "wounded",
    "skirmish.surrender.test": "surrender",
}


def grade(question: Question[Any], answer: Any) -> Grade | None:
    """Totals of the contests, tests passed, State of who was hit; ammunition is neither good nor bad."""
    match question:
        case Contest(key=key):
            return Grade("modes" if key == "skirmish.modes.contest" else "contest", answer)
        case Test(key=key) if key in TESTS:
            return Grade(TESTS[key], int(not answer.failed))
        case StateDie(key=key):
            return Grade("fallen" if key == "skirmish.out.state" else "state", answer)
    return None
