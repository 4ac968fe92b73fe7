"""Records of any book with all in them that a journal can hold: undone, corrected, ruled, set by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.contract.books import Case
from tests.contract.plays import Dice, any_reply
from voevoda.play.errors import Illegal
from voevoda.play.journal import (
    Answered,
    Entry,
    Journal,
    answered,
    begin,
    correct,
    override,
    replay,
    standing,
    thrown,
    undo,
)
from voevoda.play.position import Position
from voevoda.play.questions import Chance, Roll


@dataclass
class Record:
    """A battle with its journal, as it is written."""

    case: Case
    at: Position[Any]
    journal: Journal
    seed: str

    def append(self, at: Position[Any], entries: list[Entry]) -> None:
        """Go on."""
        self.at, self.journal = at, (*self.journal, *entries)


def recorded(case: Case, state: Any, seed: str) -> Record:
    """A battle just begun, its seed announced."""
    at, journal = begin(case.book, state, seed)
    return Record(case, at, journal, seed)


def answer_once(record: Record, dice: Dice) -> None:
    """One reply more: dice from the seed or typed, choices at random, now and then second thoughts."""
    at = record.at
    thoughts = [asked for asked in at.open if not isinstance(asked.question, Chance)]
    if thoughts and dice.below(4) == 0:
        asked = thoughts[dice.below(len(thoughts))]
        record.append(*answered(at, any_reply(asked.question, dice), asked.place))
        return
    asked = at.asked()
    if isinstance(asked.question, Chance) and dice.below(2):
        record.append(*answered(at, thrown(asked, record.seed), asked.place, "seed"))
    else:
        record.append(*answered(at, any_reply(asked.question, dice), asked.place))


def meddle(record: Record, dice: Dice) -> None:
    """Take back, correct, rule, or set a number, whatever may be."""
    case, journal = record.case, record.journal
    replies = [(seq, entry) for seq, entry in standing(journal) if isinstance(entry, Answered)]
    what = dice.below(4)
    if what == 0 or not replies:
        path, value = (numbers := case.numbers(record.at.state))[dice.below(len(numbers))]
        try:
            record.at, record.journal = override(case.book, journal, path, value, "house")
        except Illegal:
            return
        return
    seq, entry = replies[-1 - dice.below(min(8, len(replies)))]
    if what == 1:
        record.journal = undo(journal, seq, "a slip")
        record.at = replay(case.book, record.journal)
        return
    counts = {each.place: other for other, each in replies}
    question = replay(case.book, journal[:seq]).asked(entry.place).question
    reply: object = any_reply(question, dice)
    if what == 3 and isinstance(question, Roll):
        reply = {"ruled": dice.below(len(question.law())), "reason": "house"}
    record.at, record.journal = correct(case.book, journal, counts[entry.place], reply, "misread")


def move(record: Record, dice: Dice) -> None:
    """Mostly a reply, sometimes the referee's hand."""
    if record.at.open and dice.below(5):
        answer_once(record, dice)
    else:
        meddle(record, dice)
