"""How good a roll was for its side, for who wonders about his luck."""

from __future__ import annotations

from typing import Any

from voevoda.play.questions import Question
from voevoda.rulebooks.book import Grade
from voevoda.rulebooks.wfrp.rolls import Influence, Percent, Wounds


def grade(question: Question[Any], answer: Any) -> Grade | None:
    """Success levels of tests, rows of the influence table, wounds of one's own."""
    match question:
        case Percent():
            return Grade("tests", answer.level)
        case Influence():
            return Grade("influence", question.table.index(answer))
        case Wounds():
            return Grade("wounds", answer, -1)
    return None
