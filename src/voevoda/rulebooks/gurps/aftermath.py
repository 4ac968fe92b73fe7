"""After the battle (G-13.6, G-14): beaten characters, careers, rallies, and what the next day inherits."""

from __future__ import annotations

from dataclasses import replace

from voevoda.play.questions import Choose, Rule, ask, tell
from voevoda.play.seats import EVERYONE, REFEREE, Fact, Facts
from voevoda.rulebooks.gurps.contest import margins_of
from voevoda.rulebooks.gurps.fate import survive
from voevoda.rulebooks.gurps.losses import toll_of
from voevoda.rulebooks.gurps.modifiers import account_of
from voevoda.rulebooks.gurps.results import holds_field, next_morale, reading_of
from voevoda.rulebooks.gurps.rolls import Reaction
from voevoda.rulebooks.gurps.state import Day, Person, Spot
from voevoda.rulebooks.gurps.tables import CLEAR_VICTORY, GLORY

# G-13.6


def is_down(day: Day, spot: Spot) -> bool:
    """Whether a character has fallen."""
    person = day.forces[spot.side].people[spot.place]
    return person.hits >= day.terms.sides[spot.side].characters[spot.place].hp


def is_beaten(day: Day, spot: Spot) -> bool:
    """Whether a character's unit, or every unit of the force he commands, routs or is wiped out (G-13.6)."""
    side, force = day.terms.sides[spot.side], day.forces[spot.side]
    character = side.characters[spot.place]
    broken = {
        unit.name: company.now == "routs" or company.lost >= unit.count
        for unit, company in zip(side.units, force.units, strict=True)
        if company.now != "left"
    }
    if character.leads_force:
        return all(broken.values())
    return character.serves_in is not None and broken.get(character.serves_in, False)


def second_survival(day: Day, spot: Spot) -> Rule[Day]:
    """A character whose unit is beaten throws for Survival again (G-13.6)."""
    return (yield from survive(day, spot, again=True))


# G-9.6


def is_appraised(day: Day, spot: Spot) -> bool:
    """Whether the command has something to say to a character who has not fallen."""
    glory = day.forces[spot.side].people[spot.place].glory
    return bool(glory and GLORY[glory].appraised) and not is_down(day, spot)


CONSEQUENCES = {
    ("promotion", "good"): ("favour",),
    ("promotion", "very-good"): ("rank", "favour"),
    ("promotion", "excellent"): ("rank", "elite", "favour"),
    ("reaction", "bad"): ("demotion",),
    ("reaction", "very-bad"): ("demotion",),
    ("reaction", "disastrous"): ("demotion",),
}
"""G-9.6: what may follow."""


def career(day: Day, spot: Spot) -> Rule[Day]:
    """The command's reaction to a good or a bad showing (G-9.4, G-9.6)."""
    side, person = day.terms.sides[spot.side], day.forces[spot.side].people[spot.place]
    character, fame = side.characters[spot.place], GLORY[person.glory]
    result = yield from ask(
        Reaction(
            key="gurps.promotion" if fame.appraised == "promotion" else "gurps.reaction",
            cite="G-9.6",
            by=character.seat,
            about={"side": side.name, "who": character.name},
            plus=character.reputation + fame.reputation,
            idle=True,
        )
    )
    follows = CONSEQUENCES.get((fame.appraised, result), ())
    yield from tell("gurps.career", "G-9.6", side=side.name, who=character.name, follows=follows)
    if person.glory == "-7":
        yield from tell("gurps.coward", "G-9.4", side=side.name, who=character.name)
    return day


# G-14.3


def can_rally(day: Day, spot: Spot) -> bool:
    """Whether there are routed survivors to gather."""
    return day.forces[spot.side].units[spot.place].now == "routs" and toll_of(day, spot).left > 0


def rally(day: Day, spot: Spot) -> Rule[Day]:
    """The referee says whether a routed unit gathers again; what is offered first is the house's (G-14.3)."""
    side, company = day.terms.sides[spot.side], day.forces[spot.side].units[spot.place]
    unit = side.units[spot.place]
    helped: dict[str, bool] = {
        "cavalry": unit.arms == "cavalry",
        "friendly-ground": "home-ground" in side.circumstances or "defends-home" in side.morale,
        "field-held": holds_field(day, spot.side),
    }
    options = (("rallied", True), ("dispersed", False))
    expected = helped["cavalry"] or helped["field-held"]
    rallied = yield from ask(
        Choose(
            key="gurps.rally",
            cite="G-14.3",
            by=REFEREE,
            seen_by=EVERYONE,
            about={
                "side": side.name,
                "unit": unit.name,
                "left": toll_of(day, spot).left,
                "helps": tuple(name for name, helps in helped.items() if helps),
            },
            among=options if expected else options[::-1],
        )
    )
    return day.with_company(spot, replace(company, rallied=rallied))


# G-14.1


def commander_fell(day: Day, index: int) -> bool:
    """Whether the commander leads no more: he has fallen or was taken (G-8.5, G-9.3, G-11)."""
    found = reading_of(day)
    taken = found.loser == index and (found.table, found.row) == ("C", "overwhelming")
    side = day.terms.sides[index]
    leads_down = any(
        character.leads_force and is_down(day, Spot(index, place))
        for place, character in enumerate(side.characters)
    )
    return taken or leads_down or day.forces[index].commander_lost


def commander_lost_tomorrow(day: Day, index: int) -> bool:
    """Whether the next day begins under the loss of the commander: a clear victory lifts it (G-8.5)."""
    won = reading_of(day).winner == index and abs(day.difference or 0) >= CLEAR_VICTORY
    return commander_fell(day, index) and not won


def next_day(day: Day) -> tuple[Facts, ...]:
    """What each side takes into the next day, in the form of a battle file's ``next_day`` (G-14.1)."""
    if day.difference is None:
        return ()
    lower = next_morale(day)
    left = list[Facts]()
    for index, side in enumerate(day.terms.sides):
        entry: dict[str, Fact] = {
            "side": side.name,
            "morale": lower[1] if lower and lower[0] == index else 0,
            "commander_lost": commander_lost_tomorrow(day, index),
        }
        if lower and lower[0] == index and lower[2]:
            entry["if_attacks"] = True
        left.append(entry)
    return tuple(left)


def report(day: Day) -> Rule[Day]:
    """Show what was hidden, and tell what the next day inherits (G-7.2, G-14.1)."""
    if day.terms.hides_totals:
        yield from reveal(day)
    for entry in next_day(day):
        if entry["morale"] or entry["commander_lost"]:
            yield from tell("gurps.next_day", "G-14.1", **entry)
    return finished(day)


def reveal(day: Day) -> Rule[None]:
    """Show who of the seers was right, and every total that contains it (G-7.2)."""
    assert day.rolls is not None
    assert day.difference is not None
    for index, side in enumerate(day.terms.sides):
        if side.seer is None:
            continue
        account = account_of(day, index)
        yield from tell(
            "gurps.revealed",
            "G-7.2",
            side=side.name,
            right=day.forces[index].seer,
            worth=sum(line.value for line in account.modifiers if line.what == "seer"),
            skill=account.effective,
            roll=day.rolls[index],
            margin=account.effective - day.rolls[index],
        )
    margins = [account_of(day, index).effective - day.rolls[index] for index in (0, 1)]
    yield from tell(
        "gurps.revealed.difference",
        "G-7.2",
        n=abs(day.difference),
        difference=day.difference,
        margins=margins_of(day, margins),
    )


def finished(day: Day) -> Day:
    """The day when all is told: what no later rule reads is put away."""
    one, two = (
        replace(force, seer="", orders_lost=False, people=tuple(Person(each.hits) for each in force.people))
        for force in day.forces
    )
    return replace(day, forces=(one, two), rolls=None)
