"""The record under which ``skirmish`` is registered."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from voevoda.play.seats import REFEREE, Seat
from voevoda.rulebooks.book import Book
from voevoda.rulebooks.skirmish.clauses import CLAUSES, READINGS
from voevoda.rulebooks.skirmish.form import forms
from voevoda.rulebooks.skirmish.report import mattered, sides
from voevoda.rulebooks.skirmish.rules import Skirmish
from voevoda.rulebooks.skirmish.setup import SkirmishFile, first_state
from voevoda.rulebooks.skirmish.state import Fight
from voevoda.rulebooks.skirmish.why import why

if TYPE_CHECKING:
    from voevoda.odds import Odds


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
    warnings=lambda _fight: (),
    odds=odds,
    modifiers=frozenset({"leader", "style"}),
    clauses=CLAUSES,
    readings=READINGS,
    house_keys=frozenset({"skirmish.winner.tie", "skirmish.winner.again", "skirmish.ammunition"}),
    has_rounds=False,
    cards=forms,
)
