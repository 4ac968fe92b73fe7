"""The modifiers of Strategy (G-2 … G-7, and what G-8 and G-9 add), each a line with its clause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

from voevoda.play.seats import Fact, Facts
from voevoda.rulebooks.gurps.state import Day, Leader, Seer, Side, Terms, Unit
from voevoda.rulebooks.gurps.strength import force_ts
from voevoda.rulebooks.gurps.tables import (
    ABOVE_RATIO,
    CIRCUMSTANCE,
    GLORY,
    NONE_AT_ALL,
    ORDERS_LOST,
    RATIO,
    SAPPED,
    SCOUTING,
    SEER,
    STARRED,
    SUPERIORITY,
    TL_LEAD,
    WHOLE_FORCE,
)

LOW_TECH = 5
"""G-5.2: up to this tech level the old kinds of special troops count, above it the modern ones."""

KINDS = ("artillery", "cavalry", "missile", "armour", "aircraft")
"""G-5.2: the kinds that the book knows."""


class Modifier(NamedTuple):
    """A line of the account of effective Strategy."""

    clause: str
    what: str
    value: int
    of: str = ""
    """Which position, kind of troops, circumstance, reason or character."""
    made: tuple[tuple[str, Fact], ...] = ()
    """What the value was reckoned from, by name; empty where it stands in a table or a file."""

    def facts(self) -> Facts:
        """The line in no language."""
        return {"clause": self.clause, "what": self.what, "value": self.value, "of": self.of or None}


@dataclass(frozen=True, slots=True)
class Account:
    """A side's effective Strategy or Tactics, line by line."""

    skill: Literal["strategy", "tactics"]
    leader: str
    """Who leads; empty: the deputy."""
    base: int
    """The leader's own number."""
    modifiers: tuple[Modifier, ...]

    @property
    def effective(self) -> int:
        """What is thrown against; it may be anything (G-10.2)."""
        return self.base + sum(modifier.value for modifier in self.modifiers)


# G-2, G-3


def ratio_bonus(ratio: Fraction, lead: int) -> int:
    """What being so many times stronger is worth, with so much more tech level (G-2.1, G-2.2)."""
    if ratio > RATIO[-1][0]:
        return RATIO[-1][1] + int(ratio / 10) if lead > TL_LEAD else ABOVE_RATIO
    return next(bonus for most, bonus in RATIO if ratio <= most)


def strength_modifiers(day: Day, index: int) -> Iterator[Modifier]:
    """The ratio of TS (G-2) and the higher tech level (G-3.1)."""
    ours, theirs = (
        force_ts(day.terms.tables, day.terms.sides[each], day.engaged(each)) for each in (index, 1 - index)
    )
    lead = day.terms.sides[index].tech_level - day.terms.sides[1 - index].tech_level
    bonus = ratio_bonus(ours / theirs, lead) if ours > theirs else 0
    if bonus:
        uncapped = lead > TL_LEAD and ours / theirs > RATIO[-1][0]
        made: tuple[tuple[str, Fact], ...] = (("ours", ours), ("theirs", theirs))
        yield Modifier("G-2.2" if uncapped else "G-2.1", "ratio", bonus, made=made)
    if lead > 0:
        levels = (day.terms.sides[each].tech_level for each in (index, 1 - index))
        made = tuple(zip(("ours", "theirs"), levels, strict=True))
        yield Modifier("G-3.1", "tech", lead + TL_LEAD, made=made)


# G-4


def breaches_walls(day: Day, attacker: int) -> str:
    """What the attacker has against starred positions: ``artillery``, ``engineers`` or nothing (G-4.2)."""
    if any(unit.arms == "artillery" for unit in day.engaged(attacker)):
        return "artillery"
    return "engineers" if day.terms.sides[attacker].engineers else ""


def position_modifiers(day: Day, index: int) -> Iterator[Modifier]:
    """What the defender's ground is worth, and what the attacker takes from it (G-4)."""
    by = breaches_walls(day, 1 - index)
    for ground in day.terms.sides[index].position:
        yield Modifier("G-4.1", "position", ground.value, ground.kind)
        if ground.kind in STARRED and by:
            sapped = -min(SAPPED, ground.value)
            yield Modifier("G-4.2", by, sapped, ground.kind, (("ground", ground.value),))


def shelter(day: Day, index: int) -> int:
    """What starred positions, as reduced, add to the row of the defender's losses (G-13.1)."""
    return sum(line.value for line in position_modifiers(day, index) if line.of in STARRED)


# G-5


def kinds_of(terms: Terms) -> tuple[str, ...]:
    """The kinds of special troops that count in this battle (G-5.2)."""
    if max(side.tech_level for side in terms.sides) > LOW_TECH:
        known: tuple[str, ...] = ("artillery", "armour", "aircraft")
    else:
        known = ("artillery", "missile") if terms.siege else ("cavalry", "missile")
    own = (kind for side in terms.sides for unit in side.units for kind in unit.special)
    return tuple(dict.fromkeys((*known, *own)))


def is_special(unit: Unit, kind: str) -> bool:
    """Say whether a unit is of this kind, whatever it serves as."""
    if kind == "missile":
        return unit.missile != "none" and unit.arms != "artillery"
    return unit.arms == kind or kind in unit.special


def counted(units: Iterable[Unit], kind: str) -> tuple[int, int]:
    """Heads of the kind, and of those who neutralise it; each unit serves as one or the other (G-5.4)."""
    special = counter = 0
    for unit in units:
        if is_special(unit, kind) and unit.serves_as != "counter":
            special += unit.heads
        if kind in unit.counters and unit.serves_as != "special":
            counter += unit.heads
    return special, counter


def superiority_bonus(ours: int, theirs: int) -> int:
    """What so many against so many are worth (G-5.1)."""
    if not theirs:
        return NONE_AT_ALL if ours else 0
    return next((bonus for times, bonus in SUPERIORITY if ours >= times * theirs), 0)


def superiority_modifiers(day: Day, index: int) -> Iterator[Modifier]:
    """Superiority in each kind of special troops, less what neutralises it (G-5)."""
    for kind in kinds_of(day.terms):
        ours, _ = counted(day.engaged(index), kind)
        theirs, counters = counted(day.engaged(1 - index), kind)
        if ours <= theirs:
            continue
        against = min(ours, theirs + counters)
        bonus = superiority_bonus(ours, against)
        if bonus:
            made = (("ours", ours), ("theirs", against))
            yield Modifier("G-5.3" if counters else "G-5.1", "superiority", bonus, kind, made)


# G-6, G-7


def circumstance_modifiers(side: Side) -> Iterator[Modifier]:
    """Circumstances, the referee's own modifiers, and the plan (G-6)."""
    for circumstance in side.circumstances:
        yield Modifier("G-6.1", "circumstance", CIRCUMSTANCE[circumstance], circumstance)
    for ruling in side.referee:
        yield Modifier("G-6.2", "referee", ruling.value, ruling.why)
    if side.plan:
        yield Modifier("G-6.3", "plan", side.plan)


def seer_bonus(terms: Terms, seer: Seer, right: str, own: int) -> int:
    """What a seer's word does to the leader's own number (G-7.2)."""
    if right in SEER:
        # Reading: dismissed_seer.
        ignored = seer.belief == "dismisses" and terms.readings.dismissed_seer == "ignored"
        return 0 if ignored else SEER[right]
    if right == "failure" and seer.belief == "blind":
        return seer.strategy - own
    if right == "failure" and seer.belief == "trusts":
        return (seer.strategy + own) // 2 - own
    return 0


def intelligence_modifiers(day: Day, index: int, own: int) -> Iterator[Modifier]:
    """Scouts and the seer (G-7); what a mission did is no modifier of Strategy."""
    side = day.terms.sides[index]
    if SCOUTING[side.scouting]:
        yield Modifier("G-7.1", "scouting", SCOUTING[side.scouting], side.scouting)
    if side.seer is not None:
        bonus = seer_bonus(day.terms, side.seer, day.forces[index].seer, own)
        if bonus:
            yield Modifier("G-7.2", "seer", bonus)


# G-8, G-9


def commander_glory(terms: Terms, bonus: int) -> int:
    """What a showing is worth of one who commands the whole force (G-9.5)."""
    if bonus > 0:
        return bonus + WHOLE_FORCE
    if bonus < 0:
        # Reading: commander_penalty.
        return bonus + (-WHOLE_FORCE if terms.readings.commander_penalty == "deeper" else WHOLE_FORCE)
    return 0


def glory_bonus(day: Day, index: int, number: int) -> int:
    """What a character's showing does to his side's Strategy, if he commands there today (G-9.5)."""
    side, force = day.terms.sides[index], day.forces[index]
    character, glory = side.characters[number], force.people[number].glory
    bonus = GLORY[glory].strategy if glory else 0
    if character.leads_force:
        return 0 if force.commander_lost else commander_glory(day.terms, bonus)
    standing = {unit.name: company.now for unit, company in zip(side.units, force.units, strict=True)}
    return bonus if character.commands and standing[character.commands] != "left" else 0


def fate_modifiers(day: Day, index: int) -> Iterator[Modifier]:
    """Orders lost (G-8) and what the characters' showing did (G-9.5)."""
    if day.forces[index].orders_lost:
        yield Modifier("G-8", "orders-lost", ORDERS_LOST)
    for number, character in enumerate(day.terms.sides[index].characters):
        bonus = glory_bonus(day, index, number)
        if bonus:
            showing = GLORY[day.forces[index].people[number].glory].strategy
            made = (("showing", showing), ("whole", character.leads_force))
            yield Modifier("G-9.5", "glory", bonus, character.name, made)


def leader_of(day: Day, index: int) -> Leader:
    """Who leads today: the commander, or the deputy of a fallen one (G-8.5)."""
    side = day.terms.sides[index]
    return side.deputy if day.forces[index].commander_lost else side.commander


def account_of(day: Day, index: int) -> Account:
    """A side's effective Strategy or Tactics, line by line, in the order of the book."""
    leader, skill = leader_of(day, index), day.terms.skill
    own = leader.strategy if skill == "strategy" else leader.tactics
    assert own is not None  # the battle file and the referee's hand see to it
    modifiers = (
        *strength_modifiers(day, index),
        *position_modifiers(day, index),
        *superiority_modifiers(day, index),
        *circumstance_modifiers(day.terms.sides[index]),
        *intelligence_modifiers(day, index, own),
        *fate_modifiers(day, index),
    )
    return Account(skill, leader.name, own, modifiers)
