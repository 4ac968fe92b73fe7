"""Before the battle: missions against the enemy's commander, and the seer (G-7.2, G-7.3, G-8.5)."""

from __future__ import annotations

from dataclasses import replace

from voevoda.play.questions import Rule, Total, ask, tell, together
from voevoda.play.seats import EVERYONE, REFEREE, only
from voevoda.rulebooks.gurps.rolls import ATTEMPT, PROPHECY, Test
from voevoda.rulebooks.gurps.state import Day, Mission, Seer
from voevoda.rulebooks.gurps.tables import CAUGHT, COMMANDER_LOST, SEER

SECRET = only(REFEREE)
"""Who may know, before the report, whether a seer was right, and every total that contains it."""


def intrigue(day: Day, at: int) -> Rule[Day]:
    """A side's missions, then its seer."""
    for mission in day.terms.sides[at].missions:
        day = yield from attempt(day, at, mission)
    seer = day.terms.sides[at].seer
    if seer is not None:
        day = yield from consult(day, at, seer)
    return day


def attempt(day: Day, at: int, mission: Mission) -> Rule[Day]:
    """An assassin goes out: the enemy's commander falls, or the enemy's morale rises (G-7.3)."""
    side, enemy = day.terms.sides[at], day.terms.sides[1 - at]
    if (yield from is_done(day, at, mission)):
        yield from tell("gurps.mission.done", "G-7.3", side=side.name, enemy=enemy.name)
        return (yield from fall(day, 1 - at))
    anger = CAUGHT + (CAUGHT if mission.executed_if_caught else 0)
    yield from tell(
        "gurps.mission.failed",
        "G-7.3",
        side=side.name,
        enemy=enemy.name,
        executed=mission.executed_if_caught,
        morale=anger,
    )
    force = day.forces[1 - at]
    return day.with_force(1 - at, replace(force, anger=force.anger + anger))


def is_done(day: Day, at: int, mission: Mission) -> Rule[bool]:
    """Throw for a mission: against a guard it is a Quick Contest, to be won outright (G-7.3)."""
    side, guard = day.terms.sides[at], day.terms.sides[1 - at].guard
    enemy, eyes = day.terms.sides[1 - at].name, only(REFEREE, side.seat)
    if guard is None:
        result = yield from ask(
            Test(
                key="gurps.mission",
                cite="G-7.3",
                by=side.seat,
                seen_by=eyes,
                about={"side": side.name, "enemy": enemy},
                skill=mission.skill,
                ladder=ATTEMPT,
            )
        )
        return result == "success"
    ours, theirs = yield from together(
        Total(
            key="gurps.mission.contest",
            cite="G-7.3",
            by=side.seat,
            seen_by=eyes,
            about={"side": side.name, "enemy": enemy, "skill": mission.skill},
            dice=3,
        ),
        Total(
            key="gurps.mission.guard",
            cite="G-7.3",
            by=REFEREE,
            seen_by=eyes,
            about={"side": enemy, "skill": guard},
            dice=3,
        ),
    )
    return mission.skill - ours > guard - theirs


def fall(day: Day, at: int) -> Rule[Day]:
    """The commander of a side falls: the deputy leads, without Luck, and morale is lower (G-8.5)."""
    side, force = day.terms.sides[at], day.forces[at]
    if force.commander_lost:
        yield from tell("gurps.commander.gone", "G-8.5", side=side.name)
        return day
    yield from tell(
        "gurps.commander.falls",
        "G-8.5",
        side=side.name,
        who=side.commander.name,
        morale=COMMANDER_LOST,
        deputy=side.deputy.strategy if day.terms.skill == "strategy" else side.deputy.tactics,
        skill=day.terms.skill,
    )
    return day.with_force(at, replace(force, commander_lost=True))


def consult(day: Day, at: int, seer: Seer) -> Rule[Day]:
    """The seer speaks; only the referee knows how well (G-7.2)."""
    side = day.terms.sides[at]
    yield from tell("gurps.seer.heard", "G-7.2", EVERYONE, side=side.name, belief=seer.belief)
    right = yield from ask(
        Test(
            key="gurps.seer",
            cite="G-7.2",
            by=REFEREE,
            seen_by=SECRET,
            about={"side": side.name, "belief": seer.belief},
            skill=seer.skill,
            ladder=PROPHECY,
        )
    )
    if seer.belief == "dismisses" and right in SEER:
        # Reading: dismissed_seer.
        option = day.terms.readings.dismissed_seer
        yield from tell(
            "gurps.seer.dismissed", "G-7.2", SECRET, side=side.name, reading="dismissed_seer", option=option
        )
    return day.with_force(at, replace(day.forces[at], seer=right))
