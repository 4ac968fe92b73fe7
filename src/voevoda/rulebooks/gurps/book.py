"""The record under which ``gurps`` is registered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from voevoda.play.questions import Note
from voevoda.play.seats import EVERYONE, REFEREE, Fact, Line, Seat
from voevoda.rulebooks.book import Book, Muster
from voevoda.rulebooks.gurps.clauses import CLAUSES, READINGS
from voevoda.rulebooks.gurps.house import (
    CatastropheTable,
    LossTable,
    QualityTable,
    StrengthTable,
    WeaponTable,
    WoundTable,
)
from voevoda.rulebooks.gurps.luck import grade
from voevoda.rulebooks.gurps.modifiers import account_of
from voevoda.rulebooks.gurps.muster import CLAUSES as MUSTER_CLAUSES
from voevoda.rulebooks.gurps.muster import muster, recruited
from voevoda.rulebooks.gurps.parts import parts, without
from voevoda.rulebooks.gurps.report import extras, mattered, sides
from voevoda.rulebooks.gurps.rules import Gurps
from voevoda.rulebooks.gurps.setup import GurpsFile, first_state
from voevoda.rulebooks.gurps.state import Day
from voevoda.rulebooks.gurps.tables import LEAST_SKILL, MOST_TL, UNIT_SIZES
from voevoda.rulebooks.gurps.tomorrow import tomorrow
from voevoda.rulebooks.gurps.why import why

if TYPE_CHECKING:
    from voevoda.odds import Odds

WIDEST = 15
"""The most that one roll of 3d can be better than another: with more between them, a contest is hopeless."""


def warnings(day: Day) -> tuple[Note, ...]:
    """What is unusual about a battle, though it is no error."""
    return tuple(_warnings(day))


def _warning(key: str, cite: str, **facts: Fact) -> Note:
    return Note(f"gurps.warning.{key}", cite, EVERYONE, facts)


def _warnings(day: Day) -> Iterator[Note]:
    least, most = UNIT_SIZES
    for _, side, unit, _ in day.units():
        if not least <= unit.count <= most:
            yield _warning(
                "unit_size", "G-1.1", side=side.name, unit=unit.name, n=unit.count, least=least, most=most
            )
        latest = MOST_TL.get(unit.weapon or "")
        if latest is not None and side.tech_level > latest:
            yield _warning(
                "weapon_tech",
                "G-1.4",
                side=side.name,
                unit=unit.name,
                weapon=unit.weapon,
                latest=latest,
                tech=side.tech_level,
            )
    for side in day.terms.sides:
        if side.people < least or side.people <= len(side.characters):
            yield _warning("below_scale", "G-1.1", side=side.name, n=side.people)
    if day.terms.assault or not day.terms.siege:
        yield from _hopeless(day)


def _hopeless(day: Day) -> Iterator[Note]:
    """A contest that one side cannot win, as far as the file tells; seers and characters may change it."""
    one, two = (account_of(day, index).effective for index in (0, 1))
    names = [side.name for side in day.terms.sides]
    if abs(one - two) > WIDEST:
        loser = names[0 if one < two else 1]
        yield _warning("hopeless", "G-10.2", side=loser, skill=min(one, two), other=max(one, two))
    for name, effective in zip(names, (one, two), strict=True):
        if effective < LEAST_SKILL:
            option = day.terms.readings.hopeless
            yield _warning(
                "low_skill", "G-10.2", side=name, skill=effective, reading="hopeless", option=option
            )


def odds(day: Day, *, seat: Seat = REFEREE, **_sampling: Any) -> Odds[Any]:
    """The odds from here to the end of the day as ``seat`` may know them, by the engine beside the rules.

    They are exact, so that ``samples`` and ``seed`` are not used.
    """
    from voevoda.rulebooks.gurps.odds_seat import odds

    return odds(day, seat)


def is_printed(line: Line) -> bool:
    """Rows +3 and −3 of the loss table are the text's own (G-13.2)."""
    return line.key in {"gurps.losses", "gurps.shared.losses"} and line.facts.get("row") in {3, -3}


BOOK: Book[Day] = Book(
    rules=Gurps(),
    model=GurpsFile,
    table_models={
        "strength": StrengthTable,
        "weapons": WeaponTable,
        "quality": QualityTable,
        "catastrophes": CatastropheTable,
        "wounds": WoundTable,
        "losses": LossTable,
    },
    first_state=first_state,
    title=lambda day: day.terms.title,
    sides=sides,
    extras=extras,
    readings_of=lambda day: asdict(day.terms.readings),
    mattered=mattered,
    replaced=lambda day: day.terms.replaced,
    why=why,
    warnings=warnings,
    odds=odds,
    parts=parts,
    without=without,
    modifiers=frozenset(
        {
            "luck",
            "engineers",
            "counters",
            "special",
            "position",
            "circumstances",
            "plan",
            "referee",
            "scouting",
            "seer",
            "missions",
            "guard",
            "morale",
            "extra_pay",
            "no_escape",
            "characters",
        }
    ),
    clauses=CLAUSES,
    readings=READINGS,
    house_keys=frozenset(
        {
            "gurps.mission.failed",
            "gurps.unit.chariots",
            "gurps.unit.quality",
            "gurps.commander.falls",
            "gurps.commander.gone",
            "gurps.damage",
            "gurps.half",
            "gurps.losses",
            "gurps.shared.losses",
            "gurps.unit.last_stand",
            "gurps.rally",
        }
    ),
    is_printed=is_printed,
    has_rounds=False,
    grade=grade,
    muster=Muster(muster, recruited, MUSTER_CLAUSES),
    tomorrow=tomorrow,
)
