"""The record under which ``wfrp`` is registered."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from voevoda.play.questions import Note
from voevoda.play.seats import EVERYONE, REFEREE, Seat
from voevoda.rulebooks.book import Book
from voevoda.rulebooks.wfrp.clauses import CLAUSES, READINGS
from voevoda.rulebooks.wfrp.report import mattered, sides
from voevoda.rulebooks.wfrp.rules import Wfrp, is_large
from voevoda.rulebooks.wfrp.setup import InfluenceTable, WfrpFile, first_state
from voevoda.rulebooks.wfrp.state import Field
from voevoda.rulebooks.wfrp.why import why

if TYPE_CHECKING:
    from voevoda.odds import Odds


def warnings(field: Field) -> tuple[Note, ...]:
    """Above 100 points the higher side wins nearly always: name the other reading."""
    if is_large(field.terms) and field.terms.readings.large_armies == "as_printed":
        return (
            Note("wfrp.large_armies", "W-2.6", EVERYONE, {"reading": "large_armies", "option": "as_printed"}),
        )
    return ()


def odds(field: Field, *, seat: Seat = REFEREE, **sampling: Any) -> Odds[Any]:
    """The odds from here to the end, by the engine beside the rules: the same for every seat."""
    from voevoda.rulebooks.wfrp.odds import odds

    _ = seat
    return odds(field, **sampling)


BOOK: Book[Field] = Book(
    rules=Wfrp(),
    model=WfrpFile,
    table_models={"influence": InfluenceTable},
    first_state=first_state,
    title=lambda field: field.terms.title,
    sides=sides,
    readings_of=lambda field: asdict(field.terms.readings),
    mattered=mattered,
    replaced=lambda field: field.terms.replaced,
    why=why,
    warnings=warnings,
    odds=odds,
    modifiers=frozenset(
        {"ranged", "manoeuvre", "conditions", "ambushed", "size", "experience", "equipment", "leader"}
    ),
    clauses=CLAUSES,
    readings=READINGS,
    house_keys=frozenset({"wfrp.mutual_ruin", "wfrp.round.spread"}),
)
