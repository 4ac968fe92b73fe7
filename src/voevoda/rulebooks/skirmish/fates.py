"""Who is out of action (C-4), wounded (C-5) or captured (C-6), each as his task on defeat has it (C-9)."""

from __future__ import annotations

from fractions import Fraction

from voevoda.play.questions import Rule, ask, tell
from voevoda.play.seats import Fact, Facts
from voevoda.rulebooks.skirmish.cards import Opposed, average_damage, composure_of, edge, opposed, worth
from voevoda.rulebooks.skirmish.contest import styled
from voevoda.rulebooks.skirmish.order import One, proceed, turn
from voevoda.rulebooks.skirmish.rolls import StateDie, Test, Tested
from voevoda.rulebooks.skirmish.state import Card, Fight, Readings
from voevoda.rulebooks.skirmish.tables import TEST

FACES = range(1, TEST + 1)


def defence_test(fight: Fight, one: One, key: str, cite: str, damage: Fraction) -> Test:
    """Own Defence + d20 against the enemy's mean damage + d20, numbers on the side of the many (C-4)."""
    defence = worth(one.card.defence, fight.terms.readings)
    more = edge(fight, one.spot.side)
    numbers: Facts = {"more": more} if more > 0 else {"fewer": -more} if more < 0 else {}
    # Reading: state_roll.
    return Test(
        key=key,
        cite=cite,
        by=one.side.seat,
        about={
            "side": one.side.name,
            "who": one.name,
            "defence": defence,
            **styled(one.card.defence.style),
            "damage": damage,
            **numbers,
        },
        own=Fraction(defence + max(0, more)),
        enemy=damage + max(0, -more),
        keeps=fight.terms.readings.state_roll == "test",
    )


def damage_to(fight: Fight) -> tuple[Fraction, Fraction]:
    """The enemy's mean damage, for the fighters of either side."""
    return average_damage(fight, 1), average_damage(fight, 0)


def read_again(fight: Fight) -> Facts:
    """The facts of the reading ``state_roll``, where a failed test comes before State is set."""
    return {"reading": "state_roll", "option": fight.terms.readings.state_roll}


# C-4 Out of action


def out_of_action(fight: Fight) -> Rule[Fight]:
    """Test who is out of action (C-4)."""
    damage, those = damage_to(fight), turn(fight)
    for one in those:
        fight = yield from stand_or_fall(fight, one, damage[one.spot.side])
    return proceed(fight, those)


def stand_or_fall(fight: Fight, one: One, damage: Fraction) -> Rule[Fight]:
    """One fighter's test; who has lost and would neither retreat nor surrender is out without it (C-9)."""
    about: dict[str, Fact] = {"side": one.side.name, "who": one.name}
    tested = Tested(failed=True)
    if one.spot.side == fight.loser and not one.card.retreat and not one.card.surrender:
        yield from tell("skirmish.out.untested", "C-9", **about)
    else:
        tested = yield from ask(defence_test(fight, one, "skirmish.out.test", "C-4", damage))
        about |= read_again(fight)
    if not tested.failed:
        return fight
    state = -tested.die
    if tested.die:
        yield from tell("skirmish.out.kept", "C-4", **about, state=state)
    else:
        state = yield from ask(
            StateDie(
                key="skirmish.out.state",
                cite="C-4",
                by=one.side.seat,
                about=about,
                after=tuple(-face for face in FACES),
            )
        )
    died = yield from death(fight, one, state)
    fallen = one.fighter._replace(fate="dead" if died else "out", state=state)
    return fight.with_fighter(one.spot, fallen)


def death(fight: Fight, one: One, state: int) -> Rule[bool]:
    """Tell whether this State is death (C-4)."""
    # Reading: death.
    option, threshold = fight.terms.readings.death, one.card.death_threshold
    dies = is_death(one.card, state, fight.terms.readings)
    if dies or state == threshold:
        mattered: Facts = {"reading": "death", "option": option} if state == threshold else {}
        yield from tell(
            "skirmish.dead" if dies else "skirmish.dead.spared",
            "C-4",
            side=one.side.name,
            who=one.name,
            state=state,
            threshold=threshold,
            **mattered,
        )
    return dies


def is_death(card: Card, state: int, readings: Readings) -> bool:
    """Whether a fighter out of action with this State is dead (C-4)."""
    return state < card.death_threshold or (readings.death == "at_or_below" and state == card.death_threshold)


# C-5 Wounded


def wounds(fight: Fight) -> Rule[Fight]:
    """Test who of those not out of action is wounded (C-5)."""
    damage, those = damage_to(fight), turn(fight)
    for one in those:
        fight = yield from wound(fight, one, damage[one.spot.side])
    return proceed(fight, those)


def wound(fight: Fight, one: One, damage: Fraction) -> Rule[Fight]:
    """One fighter's test, and the State that a wound leaves him (C-5)."""
    tested = yield from ask(defence_test(fight, one, "skirmish.wound.test", "C-5", damage))
    if not tested.failed:
        return fight
    was, readings = one.fighter.state, fight.terms.readings
    about: Facts = {"side": one.side.name, "who": one.name, **read_again(fight)}
    if tested.die:
        state = after_wound(was, tested.die, readings)
        equal: Facts = {"equal": True} if tested.die == was else {}
        yield from tell("skirmish.wound.kept", "C-5", **about, roll=tested.die, was=was, **equal, state=state)
    else:
        state = yield from ask(
            StateDie(
                key="skirmish.wound.state",
                cite="C-5",
                by=one.side.seat,
                about=about,
                after=tuple(after_wound(was, face, readings) for face in FACES),
                was=was,
            )
        )
    return fight.with_fighter(one.spot, one.fighter._replace(wounded=True, state=state))


def after_wound(was: int, roll: int, readings: Readings) -> int:
    """The State that a wound leaves: the roll, unless it was already lower; then it falls by 1 (C-5)."""
    if was == roll:
        # Reading: equal_wound.
        return was - 1 if readings.equal_wound == "falls" else was
    return was - 1 if was < roll else roll


# C-6 Surrender


def surrenders(fight: Fight) -> Rule[Fight]:
    """Test who of the losers gives himself up (C-6)."""
    against, those = opposed(fight), turn(fight)
    whose = told_of(fight, against)
    for one in those:
        fight = yield from surrender(fight, one, against.composure, whose)
    return proceed(fight, those)


def told_of(fight: Fight, against: Opposed) -> Facts:
    """Whose Composure is to be beaten, and whether the other reading would have another to beat."""
    leader: Facts = {} if against.leader is None else {"leader": against.leader}
    whose = {"of": fight.terms.sides[against.side].name, **leader}
    if against.composure == composure_of(fight, 1 - against.side).composure:
        return whose
    return {**whose, "reading": "surrender_against", "option": fight.terms.readings.surrender_against}


def surrender(fight: Fight, one: One, against: Fraction, whose: Facts) -> Rule[Fight]:
    """One fighter's test of Composure; who would not retreat is captured without it (C-9)."""
    captured = fight.with_fighter(one.spot, one.fighter._replace(fate="captured"))
    if not one.card.retreat:
        yield from tell("skirmish.captured", "C-9", side=one.side.name, who=one.name)
        return captured
    composure = one.card.composure
    tested = yield from ask(
        Test(
            key="skirmish.surrender.test",
            cite="C-6",
            by=one.side.seat,
            about={"side": one.side.name, "who": one.name, **styled(composure.style), **whose},
            own=Fraction(worth(composure, fight.terms.readings)),
            enemy=against,
        )
    )
    return captured if tested.failed else fight
