"""The record of a battle: all that a report is made from, taken from its journal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from voevoda.export.by_hand import set_text
from voevoda.i18n import Language, has_text, text
from voevoda.play.journal import OVERRIDDEN, Begun, Closed, Journal, history
from voevoda.play.position import POLICY, Outcome, Position
from voevoda.play.seats import REFEREE, Fact, Facts, Line, Seat, canonical
from voevoda.rulebooks.book import Book

_BREAKS = re.compile(r"\s*[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]\s*")


@dataclass(frozen=True, slots=True)
class Record:
    """A battle as far as it has gone."""

    book: Book[Any]
    revision: int
    """Of the rules that it was played by."""
    state: Any
    """The last state."""
    log: tuple[tuple[int, Line], ...]
    """Every line that the seat may read, with its round; 0 before the first."""
    outcome: Outcome | None
    """None while the battle goes on."""
    seed: str | None
    """None where no seed threw, or where it is not shown yet."""
    commitment: str | None
    seat: Seat = REFEREE
    """For whom it is."""

    @property
    def policies(self) -> tuple[str, ...]:
        """The policies that made choices, by name, sorted."""
        sources = {line.source for _, line in self.log}
        return tuple(sorted(each.removeprefix(POLICY) for each in sources if each.startswith(POLICY)))

    @property
    def rounds(self) -> int:
        """Rounds of which something was rolled or chosen, the one under way included."""
        return max((number for number, line in self.log if line.source), default=0)

    @property
    def sides(self) -> tuple[Facts, ...]:
        """What the book reports of each side."""
        return self.book.sides(self.state, self.log, self.seat)

    @property
    def extras(self) -> Facts:
        """What the book reports beside the sides."""
        return self.book.extras(self.state, self.log, self.seat)

    @property
    def readings(self) -> dict[str, str]:
        """The readings that differ from the default."""
        return self.book.other_readings(self.state)

    @property
    def mattered(self) -> tuple[str, ...]:
        """The readings that another option of which could have changed something."""
        return self.book.mattered(self.state, self.log)

    @property
    def house(self) -> tuple[str, ...]:
        """The house clauses that acted, in the order of the book."""
        acted = {self.house_of(line) for _, line in self.log}
        return tuple(clause.id for clause in self.book.clauses if clause.id in acted)

    @property
    def replaced(self) -> tuple[str, ...]:
        """The house tables that the battle file replaced."""
        return self.book.replaced(self.state)

    @property
    def overrides(self) -> tuple[dict[str, Fact], ...]:
        """What the referee set or ruled by hand, in the order of the log, with the round and the reason."""
        return tuple(
            {**line.facts, "round": number}
            if line.key == OVERRIDDEN
            else {**line.facts, "round": number, "key": self.key_of(line), "seat": line.by.name}
            for number, line in self.log
            if line.key == OVERRIDDEN or line.source == "ruled"
        )

    def key_of(self, line: Line) -> str:
        """The message of a line without the book's name, which goes without saying."""
        return line.key.removeprefix(f"{self.book.id}.")

    def house_of(self, line: Line) -> str | None:
        """The house clause that acts in a line, or None."""
        return self.book.house_of(line, self.replaced)


def record(book: Book[Any], journal: Journal, at: Position[Any], seat: Seat = REFEREE) -> Record:
    """The record for a seat of the battle that ``journal`` tells and that now stands ``at`` this position."""
    begun = journal[0]
    assert isinstance(begun, Begun)
    closed = next((entry.seed for entry in reversed(journal) if isinstance(entry, Closed)), None)
    lines = (*history(journal), *((at.round, line) for line in at.lines()))
    return Record(
        book=book,
        revision=begun.revision,
        state=at.state,
        log=tuple((round_, line) for round_, line in lines if line.seen_by.holds(seat)),
        outcome=at.outcome,
        seed=closed,
        commitment=begun.commitment,
        seat=seat,
    )


def line_facts(line: Line) -> Mapping[str, Fact]:
    """What the text of a line may speak of: its facts, the name of its seat, and the dice as they fell."""
    facts: dict[str, Fact] = {"seat": line.by.name, **line.facts}
    dice = dice_of(line)
    if dice:
        facts["dice"] = dice
    return facts


def line_text(lang: Language, line: Line) -> str:
    """One line of the log as a sentence; what older rules said in a way that is forgotten, as bare facts."""
    try:
        if line.key == OVERRIDDEN:
            return one_line(set_text(lang, line.facts))
        return one_line(text(lang, line.key, line_facts(line)))
    except (KeyError, TypeError):
        return one_line(f"{line.key} {canonical(line.facts)}")


def short_text(lang: Language, line: Line) -> str | None:
    """A line in a few words, for where its arithmetic stands beside it.

    None where all of it must be said: there is no such text, or the line has more to tell than numbers, such
    as a reading or a critical roll.
    """
    key = f"{line.key}.brief"
    told = ((name, str(fact).lower()) for name, fact in line.facts.items() if isinstance(fact, str | bool))
    if not has_text(lang, key) or any(has_text(lang, f"{line.key}.{name}={word}") for name, word in told):
        return None
    try:
        return one_line(text(lang, key, line_facts(line)))
    except (KeyError, TypeError):  # an older line
        return None


def one_line(words: str) -> str:
    """The words with a space for whatever would break their line: the referee's reason may have several."""
    return _BREAKS.sub(" ", words).strip()


def dice_of(line: Line) -> tuple[int, ...]:
    """The faces that an answered roll shows, in the order thrown; nothing for anything else."""
    return faces_of(line.reply) if line.source in {"seed", "typed"} else ()


def faces_of(reply: object) -> tuple[int, ...]:
    """The faces in a reply, in the order thrown."""
    if isinstance(reply, tuple):
        return tuple(face for each in reply for face in faces_of(each))
    return (reply,) if isinstance(reply, int) else ()
