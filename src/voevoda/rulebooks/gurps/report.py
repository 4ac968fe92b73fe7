"""What the report says of a day: sides, result, what the next day inherits, and the campaign's ledger."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

from voevoda.play.seats import REFEREE, Fact, Facts, Line, Seat
from voevoda.rulebooks.gurps.aftermath import is_down, next_day
from voevoda.rulebooks.gurps.clauses import READINGS
from voevoda.rulebooks.gurps.intrigue import SECRET
from voevoda.rulebooks.gurps.losses import toll_of
from voevoda.rulebooks.gurps.morale import morale_of
from voevoda.rulebooks.gurps.results import reading_of
from voevoda.rulebooks.gurps.state import Day, Side, Spot
from voevoda.rulebooks.gurps.strength import force_ts, months_pay, unit_ts
from voevoda.rulebooks.gurps.tables import WEAKER, extra_pay_morale

Log = Sequence[tuple[int, Line]]


WHOSE = ("side", "unit", "who")
"""The facts that say of whom a line speaks."""


@dataclass(frozen=True, slots=True)
class Told:
    """The log, by what it speaks of."""

    lines: Mapping[tuple[str, str, Fact], Sequence[tuple[int, Line]]]
    """By key and by each of the facts ``WHOSE``; with the place in the log."""

    def all(self, *keys: str, **of: str) -> Iterator[Line]:
        """The lines with these keys and facts ``WHOSE``."""
        found = list[tuple[int, Line]]()
        for key in keys:
            rows: list[Sequence[tuple[int, Line]]] = [self.lines.get((key, *fact), ()) for fact in of.items()]
            fewest = min(rows, key=len)
            found += fewest
        for _, line in sorted(found, key=itemgetter(0)):
            if all(line.facts.get(name) == value for name, value in of.items()):
                yield line

    def last(self, *keys: str, **of: str) -> Facts:
        """The facts of the last of them; none, where there is none."""
        found: Facts = {}
        for line in self.all(*keys, **of):
            found = line.facts
        return found


def told(log: Log) -> Told:
    """The log without its rounds, of which a day has none."""
    lines = defaultdict[tuple[str, str, Fact], list[tuple[int, Line]]](list)
    for place, (_, line) in enumerate(log):
        for name in WHOSE:
            if name in line.facts:
                lines[line.key, name, line.facts[name]].append((place, line))
    return Told(lines)


def sides(day: Day, log: Log, seat: Seat = REFEREE) -> tuple[Facts, ...]:
    """Strategy line by line, units and characters of each side; what is hidden is in lines that are."""
    _ = seat
    said = told(log)
    return tuple(_side(day, index, said) for index in (0, 1))


def _side(day: Day, index: int, said: Told) -> Facts:
    side = day.terms.sides[index]
    account, margin = said.last("gurps.account", side=side.name), said.last("gurps.margin", side=side.name)
    strength = said.last("gurps.strength", side=side.name).get("strength")
    return {
        "name": side.name,
        "role": side.role,
        "strength": force_ts(day.terms.tables, side, side.units) if strength is None else strength,
        "skill": day.terms.skill,
        "leader": account.get("leader", side.commander.name),
        "base": account.get("base"),
        "modifiers": tuple(
            {
                "clause": line.cite,
                "what": line.facts["what"],
                "of": line.facts["of"],
                "value": line.facts["value"],
            }
            for line in said.all("gurps.modifier", side=side.name)
        ),
        "effective_skill": account.get("effective"),
        "roll": margin.get("roll"),
        "margin": margin.get("margin"),
        "commander_lost": day.forces[index].commander_lost,
        "units": tuple(_unit(day, spot, said) for spot, *_ in day.units() if spot.side == index),
        "characters": tuple(
            _character(day, spot, said) for spot, *_ in day.characters() if spot.side == index
        ),
    }


def _unit(day: Day, spot: Spot, said: Told) -> Facts:
    side, company = day.terms.sides[spot.side], day.forces[spot.side].units[spot.place]
    unit = side.units[spot.place]
    lost = said.last("gurps.losses", "gurps.shared.losses", side=side.name, unit=unit.name)
    toll = toll_of(day, spot)
    return {
        "name": unit.name,
        "start": unit.count,
        "strength": unit_ts(day.terms.tables, unit, side.tech_level),
        "morale": morale_of(day, spot),
        "state": "holds" if company.now in {"passed", "failed"} else company.now,
        "row": lost.get("row"),
        "percent": lost.get("percent"),
        **toll._asdict(),
        "rallied": company.rallied,
    }


def _character(day: Day, spot: Spot, said: Told) -> Facts:
    character, person = (
        day.terms.sides[spot.side].characters[spot.place],
        day.forces[spot.side].people[spot.place],
    )
    glory = said.last("gurps.glory", who=character.name)
    return {
        "name": character.name,
        "survival": _survival(said, character.name, 0),
        "glory": _glory(said, character.name, glory) if glory else None,
        "second_survival": _survival(said, character.name, 1),
        "promotion": said.last("gurps.promotion", "gurps.reaction", who=character.name).get("result"),
        "hp_left": character.hp - person.hits,
        "fallen": is_down(day, spot),
    }


def _survival(said: Told, who: str, again: int) -> Facts | None:
    """A Survival roll, with the hits that followed it."""
    keys = ("gurps.survival", "gurps.second_survival")
    found = said.last(keys[again], who=who)
    if not found:
        return None
    damage: Fact = 0
    rolled = None
    for line in said.all(*keys, "gurps.hurt", who=who):
        if line.key in keys:
            rolled = line.key
        elif rolled == keys[again]:
            damage = line.facts["hits"]
    return {"margin": found.get("margin"), "class": found["result"], "damage": damage}


def _glory(said: Told, who: str, found: Facts) -> Facts:
    fame = said.last("gurps.glory.reputation", who=who)
    return {
        "margin": found.get("margin"),
        "class": found["result"],
        "reputation": fame.get("reputation", 0),
        "months": fame.get("months", 0),
        "strategy": said.last("gurps.glory.strategy", who=who).get("value", 0),
    }


# The result


def extras(day: Day, log: Log, seat: Seat = REFEREE) -> Facts:
    """What stands beside the sides: the difference, the table, tomorrow and the ledger."""
    known = SECRET.holds(seat) or day.phase == "over" or not day.terms.hides_totals
    found = None if day.difference is None else reading_of(day)
    names = [side.name for side in day.terms.sides]
    winner = found.winner if found else None
    return {
        "difference": abs(day.difference) if known and day.difference is not None else None,
        "table": found.table if found else None,
        "contest": None if winner is None else names[winner],
        "next_day": next_day(day) if day.phase == "over" else (),
        "ledger": ledger(day, told(log)) if day.phase == "over" and found else (),
    }


# G-14.1 The ledger


def learns(day: Day, index: int) -> bool:
    """Whether the battle taught a side anything: not against an enemy ten times weaker (G-14.1)."""
    ours, theirs = (
        force_ts(day.terms.tables, day.terms.sides[each], day.engaged(each)) for each in (index, 1 - index)
    )
    return ours < WEAKER * theirs


def ledger(day: Day, said: Told) -> tuple[Facts, ...]:
    """What the campaign keeps of the day, unit by unit and character by character (G-14.1)."""
    taught = (learns(day, 0), learns(day, 1))
    return (
        *(_unit_entry(day, spot, taught=taught[spot.side]) for spot, *_ in day.units()),
        *(_character_entry(day, spot, said) for spot, *_ in day.characters()),
        *(_pay_entry(side) for side in day.terms.sides if side.extra_pay),
    )


def _pay_entry(side: Side) -> Facts:
    return {"side": side.name, "extra_pay": side.extra_pay, "morale": extra_pay_morale(side.extra_pay)}


def _unit_entry(day: Day, spot: Spot, *, taught: bool) -> Facts:
    side, company = day.terms.sides[spot.side], day.forces[spot.side].units[spot.place]
    unit, toll = side.units[spot.place], toll_of(day, spot)
    dispersed = company.now == "routs" and not company.rallied
    fought = company.engaged and taught
    battles = unit.battles + fought
    men = 0 if dispersed else toll.left
    return {
        "side": side.name,
        "unit": unit.name,
        "men": men,
        "on_roster": men > 0,
        "dispersed": dispersed,
        "battles": battles,
        "quality": day.terms.tables.grade_after(battles).quality,
        "pay": months_pay(day.terms.tables, unit, side.tech_level) * men / unit.count,
    }


def _character_entry(day: Day, spot: Spot, said: Told) -> Facts:
    side, person = day.terms.sides[spot.side], day.forces[spot.side].people[spot.place]
    character = side.characters[spot.place]
    fame = said.last("gurps.glory.reputation", who=character.name)
    follows = said.last("gurps.career", who=character.name).get("follows", ())
    assert isinstance(follows, tuple)
    return {
        "side": side.name,
        "character": character.name,
        "hp": character.hp - person.hits,
        "fallen": is_down(day, spot),
        "reputation": fame.get("reputation", 0),
        "months": fame.get("months", 0),
        "rank": "may-rise" if "rank" in follows else "may-fall" if "demotion" in follows else None,
        "elite_offer": "elite" in follows,
        "favour": "favour" in follows,
    }


def mattered(day: Day, log: Log) -> tuple[str, ...]:
    """The readings that decided something: the lines where one did name it."""
    _ = day
    named = {line.facts.get("reading") for _, line in log}
    return tuple(reading.id for reading in READINGS if reading.id in named)
