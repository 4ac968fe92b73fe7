"""What befalls units and characters before the contest: catastrophes (G-8), Survival and Glory (G-9)."""

from __future__ import annotations

from dataclasses import replace

from voevoda.play.questions import Draw, Rule, ask, tell
from voevoda.play.seats import EVERYONE, Fact
from voevoda.rulebooks.gurps.intrigue import fall
from voevoda.rulebooks.gurps.modifiers import glory_bonus
from voevoda.rulebooks.gurps.morale import morale_of, told_lines
from voevoda.rulebooks.gurps.rolls import GLORY as GLORY_LADDER
from voevoda.rulebooks.gurps.rolls import MORALE, SURVIVAL, Damage, Disaster, Months, Test
from voevoda.rulebooks.gurps.state import Character, Day, Side, Spot
from voevoda.rulebooks.gurps.strength import force_ts
from voevoda.rulebooks.gurps.tables import COLUMNS, GLORY, HITS, LEADER_WOUNDED, ORDERS_LOST, SECOND_SURVIVAL

# G-8 Catastrophes


def catastrophe(day: Day, at: int) -> Rule[Day]:
    """3d for a side, high is bad (G-8)."""
    side = day.terms.sides[at]
    effect = yield from ask(
        Disaster(
            key="gurps.catastrophe",
            cite="G-8",
            by=side.seat,
            about={"side": side.name},
            table=day.terms.tables.catastrophes,
        )
    )
    if effect == "nothing":
        return day
    if effect == "orders-lost":
        return (yield from lose_orders(day, at))
    if effect == "commander-falls":
        return (yield from fall(day, at))
    spot = yield from random_unit(day, at)
    unit, company = side.units[spot.place], day.forces[at].units[spot.place]
    if effect == "leader-wounded":
        yield from tell(
            "gurps.catastrophe.wounded", "G-8", side=side.name, unit=unit.name, morale=LEADER_WOUNDED
        )
        return day.with_company(spot, replace(company, morale=company.morale + LEADER_WOUNDED))
    gone = replace(company, now="left" if effect == "treason" else "not-engaged")
    after = day.with_company(spot, gone)
    if not force_ts(day.terms.tables, side, after.engaged(at)):
        yield from tell("gurps.catastrophe.instead", "G-8", side=side.name, effect=effect)
        return (yield from lose_orders(day, at))
    key = "gurps.catastrophe.treason" if effect == "treason" else "gurps.catastrophe.idle"
    yield from tell(key, "G-8", side=side.name, unit=unit.name)
    return after


def lose_orders(day: Day, at: int) -> Rule[Day]:
    """Orders go astray (G-8, result 15)."""
    yield from tell("gurps.catastrophe.orders", "G-8", side=day.terms.sides[at].name, strategy=ORDERS_LOST)
    return day.with_force(at, replace(day.forces[at], orders_lost=True))


def random_unit(day: Day, at: int) -> Rule[Spot]:
    """Draw one of a side's units; a side of one needs no draw."""
    side = day.terms.sides[at]
    names = tuple(unit.name for unit in side.units)
    if len(names) == 1:
        return Spot(at, 0)
    (name,) = yield from ask(
        Draw(
            key="gurps.catastrophe.whom",
            cite="G-8",
            seen_by=EVERYONE,
            pile=names,
            about={"side": side.name, "among": names},
        )
    )
    return Spot(at, names.index(name))


def is_shaken(day: Day, spot: Spot) -> bool:
    """Whether a unit of this side has left by treason, and this one has not."""
    force = day.forces[spot.side]
    return force.units[spot.place].engaged and any(company.now == "left" for company in force.units)


def treason(day: Day, spot: Spot) -> Rule[Day]:
    """A unit hears of the treason of another: its morale sinks, or rises in anger (G-8, G-12.1)."""
    side, company = day.terms.sides[spot.side], day.forces[spot.side].units[spot.place]
    unit = side.units[spot.place]
    result = yield from ask(
        Test(
            key="gurps.treason",
            cite="G-12.1",
            by=side.seat,
            about={"side": side.name, "unit": unit.name, "lines": told_lines(day, spot)},
            skill=morale_of(day, spot),
            ladder=MORALE,
        )
    )
    return day.with_company(spot, replace(company, morale=company.morale + (1 if result == "passed" else -1)))


# G-9 Survival and Glory


def fate(day: Day, spot: Spot) -> Rule[Day]:
    """A character's Survival, then his Glory, also for the fallen (G-9)."""
    day = yield from survive(day, spot)
    return (yield from win_glory(day, spot))


def survive(day: Day, spot: Spot, *, again: bool = False) -> Rule[Day]:
    """Throw for what the battle does to a character (G-9.2); ``again`` when his unit is beaten (G-13.6)."""
    side, person = day.terms.sides[spot.side], day.forces[spot.side].people[spot.place]
    character = side.characters[spot.place]
    result = yield from ask(
        Test(
            key="gurps.second_survival" if again else "gurps.survival",
            cite="G-13.6" if again else "G-9.2",
            by=character.seat,
            about={
                "side": side.name,
                "who": character.name,
                "risk": character.risk,
                "battle": character.battle,
            },
            skill=character.battle - character.risk + (SECOND_SURVIVAL if again else 0),
            ladder=SURVIVAL,
        )
    )
    if result == "unhurt":
        return day
    hits = HITS.get(result, 0)
    if result in COLUMNS:
        hits = yield from wound(day, spot, character, COLUMNS.index(result))
    person = replace(person, hits=person.hits + hits)
    left = character.hp - person.hits
    yield from tell(
        "gurps.hurt", "G-9.2", side=side.name, who=character.name, hits=hits, hp=character.hp, left=left
    )
    if left <= 0:
        yield from fallen(day, side, character, left)
    return day.with_person(spot, person)


def wound(day: Day, spot: Spot, character: Character, column: int) -> Rule[int]:
    """The hits of a column of the table of damage, by the enemy's tech level (G-9.3)."""
    tech_level = day.terms.sides[1 - spot.side].tech_level
    row = day.terms.tables.wounding(tech_level)
    blows = row.columns[column]
    mattered = blows.blows > 1
    # Reading: blows.
    option = day.terms.readings.blows
    return (
        yield from ask(
            Damage(
                key="gurps.damage",
                cite="G-9.3",
                by=character.seat,
                about={
                    "who": character.name,
                    "column": COLUMNS[column],
                    "tech": tech_level,
                    **({"reading": "blows", "option": option} if mattered else {}),
                },
                blows=blows.blows,
                dice=blows.dice_at(tech_level),
                plus=blows.plus,
                dr=character.dr // row.dr,
                at_once=option == "once" and mattered,
            )
        )
    )


def fallen(day: Day, side: Side, character: Character, left: int) -> Rule[None]:
    """Tell that a character is down; who commands the force still leads this day's contest (G-9.3)."""
    yield from tell("gurps.fallen", "G-9.3", side=side.name, who=character.name, left=left)
    if character.leads_force and day.difference is None:
        yield from tell("gurps.fallen.leads", "G-9.3", side=side.name, who=character.name)


def win_glory(day: Day, spot: Spot) -> Rule[Day]:
    """Throw for how a character showed himself, and tell what it brings (G-9.4)."""
    side, person = day.terms.sides[spot.side], day.forces[spot.side].people[spot.place]
    character = side.characters[spot.place]
    result = yield from ask(
        Test(
            key="gurps.glory",
            cite="G-9.4",
            by=character.seat,
            about={
                "side": side.name,
                "who": character.name,
                "risk": character.risk,
                "battle": character.battle,
            },
            skill=character.battle + character.risk,
            ladder=GLORY_LADDER,
        )
    )
    fame = GLORY[result]
    day = day.with_person(spot, replace(person, glory=result))
    yield from tell_strategy(day, spot)
    if fame.reputation:
        months = yield from ask(
            Months(
                key="gurps.glory.months",
                cite="G-9.4",
                by=character.seat,
                about={"who": character.name, "reputation": fame.reputation},
                less=fame.less,
                idle=True,
            )
        )
        yield from tell(
            "gurps.glory.reputation",
            "G-9.4",
            side=side.name,
            who=character.name,
            reputation=fame.reputation,
            months=months,
        )
        if fame.reputation < 0:
            yield from tell("gurps.glory.culture", "G-9.4", who=character.name)
    return day


def tell_strategy(day: Day, spot: Spot) -> Rule[None]:
    """Tell what a commander's showing does to his side's Strategy (G-9.5)."""
    side = day.terms.sides[spot.side]
    character = side.characters[spot.place]
    showing = GLORY[day.forces[spot.side].people[spot.place].glory].strategy
    if not showing or not (character.leads_force or character.commands):
        return
    # Reading: commander_penalty.
    mattered: dict[str, Fact] = (
        {"reading": "commander_penalty", "option": day.terms.readings.commander_penalty}
        if character.leads_force and showing < 0
        else {}
    )
    yield from tell(
        "gurps.glory.strategy",
        "G-9.5",
        side=side.name,
        who=character.name,
        whole=character.leads_force,
        value=glory_bonus(day, spot.side, spot.place),
        showing=showing,
        **mattered,
    )
