"""The record under which ``skirmish`` is registered."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from voevoda.play.questions import Note
from voevoda.play.seats import EVERYONE, REFEREE, Seat
from voevoda.rulebooks.book import Book
from voevoda.rulebooks.skirmish.clauses import CLAUSES, READINGS
from voevoda.rulebooks.skirmish.form import forms
from voevoda.rulebooks.skirmish.luck import grade
from voevoda.rulebooks.skirmish.order import AT_ONCE
from voevoda.rulebooks.skirmish.parts import parts
from voevoda.rulebooks.skirmish.report import mattered, sides
from voevoda.rulebooks.skirmish.rules import Skirmish
from voevoda.rulebooks.skirmish.setup import SkirmishFile, first_state
from voevoda.rulebooks.skirmish.state import Fight, print_fight
from voevoda.rulebooks.skirmish.why import why

if TYPE_CHECKING:
    from voevoda.odds import Odds

MEGABYTE = 2**20

MOST_JOURNAL = 3 * MEGABYTE
"""The most bytes of a journal."""

TOLD = 2700
"""About so many bytes of a journal does a fighter take: his dice, and what is told of him."""


def warnings(fight: Fight) -> tuple[Note, ...]:
    """Whether so many fighters with so many different cards are too large a fight for a journal.

    What it comes to is known within a tenth: each step of the rules leaves a state with all the cards.
    """
    people = [card for side in fight.terms.sides for _, card in side.fighters()]
    shooters = sum(any(mode.ammunition for mode in card.modes) for card in people)
    steps = 5 + (2 * len(people) + shooters) // AT_ONCE
    size = TOLD * len(people) + steps * len(print_fight(fight).encode())
    if size <= MOST_JOURNAL:
        return ()
    facts = {"size": -(-size // MEGABYTE), "most": MOST_JOURNAL // MEGABYTE}
    return (Note("skirmish.warning.large", "C-1", EVERYONE, facts),)


def odds(fight: Fight, *, seat: Seat = REFEREE, **sampling: Any) -> Odds[Any]:
    """The odds from here to the end, by the engine beside the rules: the same for every seat."""
    from voevoda.rulebooks.skirmish.odds import odds

    _ = seat
    return odds(fight, **sampling)


BOOK: Book[Fight] = Book(
    rules=Skirmish(),
    model=SkirmishFile,
    table_models={},
    first_state=first_state,
    title=lambda fight: fight.terms.title,
    sides=sides,
    readings_of=lambda fight: asdict(fight.terms.readings),
    mattered=mattered,
    replaced=lambda _fight: (),
    why=why,
    warnings=warnings,
    odds=odds,
    parts=parts,
    modifiers=frozenset({"leader", "style"}),
    clauses=CLAUSES,
    grade=grade,
    readings=READINGS,
    house_keys=frozenset(
        {
            "skirmish.mode.answers",
            "skirmish.mode.halved",
            "skirmish.winner.tie",
            "skirmish.winner.again",
            "skirmish.ammunition",
        }
    ),
    has_rounds=False,
    cards=forms,
)
