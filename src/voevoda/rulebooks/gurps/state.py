"""What a day of battle is between two steps, and its notation.

``Terms`` are what the battle file says; ``Day`` is what the rules change.  It holds no history and nothing
that no later rule reads, so that equal battles are equal states; what was rolled stands in the log.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from typing import Literal, NamedTuple

from pydantic import TypeAdapter, ValidationError

from voevoda.play.seats import Seat, commander, player
from voevoda.rulebooks.gurps.tables import (
    IN_PIECES,
    STARRED,
    STRATEGY_FROM,
    Armour,
    Arms,
    Belief,
    Circumstance,
    Missile,
    MoraleFlag,
    Position,
    Quality,
    Scouting,
    Tables,
    Weapon,
)

Role = Literal["attacker", "defender", "meets"]


@dataclass(frozen=True, slots=True)
class Race:
    """What sets a race apart from men (G-1.5)."""

    st: int = 0
    ht: int = 0
    hits: int = 0
    superhuman_strength: int = 0


@dataclass(frozen=True, slots=True)
class Unit:
    """Men of one kind (G-1)."""

    name: str
    count: int
    arms: Arms = "infantry"
    armour: Armour = "none"
    quality: Quality = "average"
    missile: Missile = "none"
    weapon: Weapon | None = None
    pieces: int | None = None
    """None: as many as men."""
    pikes: bool = False
    stirrups: bool = True
    race: Race = Race()
    ts: Fraction | None = None
    """In the place of the TS of a man that the tables give."""
    special: tuple[str, ...] = ()
    """Kinds of special troops of the referee's own."""
    counters: tuple[str, ...] = ()
    """Kinds that it neutralises (G-5.3)."""
    serves_as: Literal["counter", "special"] | None = None
    """Where it could be both (G-5.4)."""
    morale: int = 0
    battles: int = 0
    """Fought before today."""
    deadly_order: bool = False
    """The referee calls a morale roll for what it is told to do (G-12.2)."""

    @property
    def machines(self) -> int:
        """How many weapons, engines or beasts it has."""
        return self.count if self.pieces is None else self.pieces

    @property
    def heads(self) -> int:
        """How many it is where special troops are counted (G-5.1)."""
        return self.machines if self.arms in IN_PIECES else self.count


@dataclass(frozen=True, slots=True)
class Character:
    """A player character in the battle (G-9)."""

    name: str
    battle: int
    """The skill that Survival and Glory are thrown against."""
    risk: int = 0
    dr: int = 0
    hp: int = 10
    reputation: int = 0
    commands: str | None = None
    """The unit that he commands."""
    leads_force: bool = False
    """He commands the whole force."""
    unit: str | None = None
    """Where he serves who commands nothing."""

    @property
    def serves_in(self) -> str | None:
        """The unit whose fate he shares (G-13.6)."""
        return self.commands or self.unit

    @property
    def seat(self) -> Seat:
        """Whose dice these are."""
        return player(self.name)


@dataclass(frozen=True, slots=True)
class Leader:
    """Who leads a force in the contest."""

    strategy: int
    tactics: int | None = None
    """None where it is not asked for (G-10.1)."""
    name: str = ""
    """Empty for a deputy."""
    luck: bool = False


@dataclass(frozen=True, slots=True)
class Seer:
    """The seer who is believed (G-7.2)."""

    skill: int
    strategy: int
    belief: Belief = "trusts"


@dataclass(frozen=True, slots=True)
class Mission:
    """An attempt on the enemy's commander (G-7.3)."""

    skill: int
    executed_if_caught: bool = False


@dataclass(frozen=True, slots=True)
class Ground:
    """A position of the defender (G-4.1)."""

    kind: Position
    value: int


@dataclass(frozen=True, slots=True)
class Ruling:
    """A modifier of the referee's own (G-6.2)."""

    why: str
    value: int


@dataclass(frozen=True, slots=True)
class Inherited:
    """What yesterday left to a side (G-14.1)."""

    morale: int = 0
    commander_lost: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two forces."""

    name: str
    commander: Leader
    units: tuple[Unit, ...]
    role: Role = "meets"
    deputy: Leader = Leader(8, 8)
    tech_level: int = 3
    engineers: bool = False
    position: tuple[Ground, ...] = ()
    circumstances: tuple[Circumstance, ...] = ()
    plan: int = 0
    referee: tuple[Ruling, ...] = ()
    scouting: Scouting = "none"
    seer: Seer | None = None
    missions: tuple[Mission, ...] = ()
    guard: int | None = None
    morale: tuple[MoraleFlag, ...] = ()
    extra_pay: Fraction = Fraction(0)
    no_escape: bool = False
    never_surrenders: bool = False
    characters: tuple[Character, ...] = ()
    inherited: Inherited = Inherited()

    @property
    def seat(self) -> Seat:
        """Whose dice this side's are."""
        return commander(self.name)

    @property
    def people(self) -> int:
        """The men of all units; characters apart (G-10.1)."""
        return sum(unit.count for unit in self.units)


@dataclass(frozen=True, slots=True)
class Readings:
    """How the ambiguous clauses are read; ``READINGS.md`` says why there is a choice."""

    blows: Literal["separate", "once"] = "separate"
    commander_penalty: Literal["deeper", "milder"] = "deeper"
    hopeless: Literal["roll", "refuse"] = "roll"
    luck: Literal["best_of_three", "reroll"] = "best_of_three"
    losses_rolled: Literal["per_unit", "per_side"] = "per_unit"
    dismissed_seer: Literal["helps", "ignored"] = "helps"
    second_roll: Literal["plus_two", "added"] = "plus_two"


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed before the battle."""

    title: str
    sides: tuple[Side, Side]
    tables: Tables
    siege: bool = False
    assault: bool = True
    catastrophes: bool = False
    fierce: int = 0
    readings: Readings = Readings()
    replaced: tuple[str, ...] = ()
    """House tables that the battle file replaced."""

    @property
    def skill(self) -> Literal["strategy", "tactics"]:
        """What the commanders' contest is thrown against (G-10.1)."""
        people = sum(side.people for side in self.sides)
        return "strategy" if people >= STRATEGY_FROM else "tactics"

    @property
    def defender(self) -> int | None:
        """The index of the side that defends; None in a meeting."""
        return next((index for index, side in enumerate(self.sides) if side.role == "defender"), None)

    @property
    def hides_totals(self) -> bool:
        """Whether a seer's word is in some total, which players may not know before the report (G-7.2)."""
        return any(side.seer is not None for side in self.sides)


Now = Literal[
    "holds", "passed", "failed", "retreats", "routs", "surrenders", "last-stand", "not-engaged", "left"
]
"""What a unit does; ``passed`` and ``failed`` are morale rolls that wait for the others' (G-11.7)."""


@dataclass(frozen=True, slots=True)
class Company:
    """How a unit stands today."""

    now: Now = "holds"
    morale: int = 0
    """What catastrophes did to its morale."""
    lost: int = 0
    """Dead and wounded."""
    rallied: bool = False
    """Routed, and gathered again (G-14.3)."""

    @property
    def engaged(self) -> bool:
        """Whether it fights today (G-8)."""
        return self.now not in {"not-engaged", "left"}


@dataclass(frozen=True, slots=True)
class Person:
    """How a character stands today."""

    hits: int = 0
    glory: str = ""
    """The row of G-9.4; empty before the roll."""


@dataclass(frozen=True, slots=True)
class Force:
    """How a side stands today."""

    units: tuple[Company, ...]
    people: tuple[Person, ...]
    commander_lost: bool = False
    """Fallen before the contest, today or earlier: the deputy leads (G-8.5)."""
    orders_lost: bool = False
    anger: int = 0
    """What the enemy's failed missions did to all its morale (G-7.3)."""
    seer: str = ""
    """``critical``, ``success``, ``failure``; empty before he spoke.  Only for the referee's eyes."""
    dice: tuple[int, ...] = ()
    """Dice of losses thrown once for the side (reading ``losses_rolled``)."""

    def with_unit(self, index: int, company: Company) -> Force:
        """The force with a unit's standing changed."""
        return replace(self, units=(*self.units[:index], company, *self.units[index + 1 :]))

    def with_person(self, index: int, person: Person) -> Force:
        """The force with a character's standing changed."""
        return replace(self, people=(*self.people[:index], person, *self.people[index + 1 :]))


Phase = Literal[
    "opening",
    "intrigue",
    "catastrophe",
    "treason",
    "fate",
    "orders",
    "contest",
    "morale",
    "half",
    "second_roll",
    "shared_dice",
    "losses",
    "second_survival",
    "career",
    "rally",
    "report",
    "over",
]
"""Steps of a day; their order stands in the rules (G-15)."""


class Spot(NamedTuple):
    """A unit or character by side and place in the file."""

    side: int
    place: int


@dataclass(frozen=True, slots=True)
class Day:
    """A day of battle."""

    terms: Terms = field(hash=False)
    phase: Phase
    spot: Spot
    """Which side, unit or character it is the turn of."""
    forces: tuple[Force, Force]
    difference: int | None = None
    """The first side's margin less the second's; None before the contest."""
    rolls: tuple[int, int] | None = None
    """What stood in the contest; kept only where totals are hidden until the report."""

    def __str__(self) -> str:
        sides = (
            f"{side.name}: {', '.join(company.now for company in force.units)}"
            for side, force in zip(self.terms.sides, self.forces, strict=True)
        )
        return f"Day({self.phase} {self.spot.side}.{self.spot.place}; {'; '.join(sides)})"

    def units(self) -> Iterator[tuple[Spot, Side, Unit, Company]]:
        """Every unit with its side and standing, in the order of the file."""
        for one, (side, force) in enumerate(zip(self.terms.sides, self.forces, strict=True)):
            for index, (unit, company) in enumerate(zip(side.units, force.units, strict=True)):
                yield Spot(one, index), side, unit, company

    def characters(self) -> Iterator[tuple[Spot, Side, Character, Person]]:
        """Every character with his side and standing, in the order of the file."""
        for one, (side, force) in enumerate(zip(self.terms.sides, self.forces, strict=True)):
            for index, (character, person) in enumerate(zip(side.characters, force.people, strict=True)):
                yield Spot(one, index), side, character, person

    def with_side(self, index: int, side: Side) -> Day:
        """The day with one side's terms changed."""
        one, two = self.terms.sides
        return replace(self, terms=replace(self.terms, sides=(side, two) if index == 0 else (one, side)))

    def with_force(self, index: int, force: Force) -> Day:
        """The day with one side's standing changed."""
        return replace(self, forces=(force, self.forces[1]) if index == 0 else (self.forces[0], force))

    def with_company(self, spot: Spot, company: Company) -> Day:
        """The day with one unit's standing changed."""
        return self.with_force(spot.side, self.forces[spot.side].with_unit(spot.place, company))

    def with_person(self, spot: Spot, person: Person) -> Day:
        """The day with one character's standing changed."""
        return self.with_force(spot.side, self.forces[spot.side].with_person(spot.place, person))

    def engaged(self, index: int) -> tuple[Unit, ...]:
        """The units of a side that fight today."""
        pairs = zip(self.terms.sides[index].units, self.forces[index].units, strict=True)
        return tuple(unit for unit, company in pairs if company.engaged)

    @property
    def winner(self) -> int | None:
        """Who won the contest, also in name only; in the open nobody at a tie (G-10.4)."""
        if self.difference is None:
            return None
        if self.difference == 0:
            return self.terms.defender if is_stormed(self.terms) else None
        return 0 if self.difference > 0 else 1


def is_stormed(terms: Terms) -> bool:
    """Whether a starred position is attacked, so that tables B and C are used (G-4.3)."""
    return any(ground.kind in STARRED for side in terms.sides for ground in side.position)


def first_day(terms: Terms) -> Day:
    """The day before anything has happened."""
    one, two = (
        Force(
            units=tuple(Company() for _ in side.units),
            people=tuple(Person() for _ in side.characters),
            commander_lost=side.inherited.commander_lost,
        )
        for side in terms.sides
    )
    return Day(terms, "opening", Spot(0, 0), (one, two))


@cache
def _notation() -> TypeAdapter[Day]:
    return TypeAdapter(Day)


def print_day(day: Day) -> str:
    """The notation of a day: JSON, one line."""
    return _notation().dump_json(day).decode()


def parse_day(text: str) -> Day:
    """The day that ``print_day`` wrote.  Raises ``ValueError``."""
    try:
        return _notation().validate_json(text)
    except ValidationError as error:
        raise ValueError(str(error)) from error
