"""Who fights in which mode (C-2), and who wins (C-3)."""

from __future__ import annotations

from dataclasses import replace

from voevoda.play.questions import Rule, tell, together
from voevoda.play.seats import Fact, Facts
from voevoda.rulebooks.skirmish.cards import (
    dice_of_winner,
    in_use,
    leading,
    score_parts,
    summed_tactics,
    worth,
)
from voevoda.rulebooks.skirmish.order import next_phase
from voevoda.rulebooks.skirmish.rolls import Contest
from voevoda.rulebooks.skirmish.state import Fight
from voevoda.rulebooks.skirmish.tables import CONTEST

# C-2 Modes


def modes(fight: Fight) -> Rule[Fight]:
    """Find out who has the choice of modes, and tell in which each fights (C-2)."""
    # Reading: modes.
    if fight.terms.readings.modes == "own_choice":
        yield from tell("skirmish.modes.own", "C-2", **_own_choice_mattered(fight))
    else:
        chooser = yield from choice_of_modes(fight)
        if chooser is None:
            return fight
        fight = replace(fight, chooser=chooser)
    for index in (0, 1):
        yield from tell_modes(fight, index)
    return next_phase(fight)


def _own_choice_mattered(fight: Fight) -> Facts:
    """The reading's facts, if one side's choice would have bound the other."""
    free = in_use(fight, 0), in_use(fight, 1)
    bound = in_use(replace(fight, chooser=1), 0), in_use(replace(fight, chooser=0), 1)
    return {} if free == bound else {"reading": "modes", "option": "own_choice"}


def choice_of_modes(fight: Fight) -> Rule[int | None]:
    """Both leaders throw Tactics + d10 (C-2); returns the side that has the choice, or None: throw again."""
    sides, readings = fight.terms.sides, fight.terms.readings
    leaders = [leading(side, readings) for side in sides]
    tactics = [worth(leader.tactics, readings) for leader in leaders]
    totals = yield from together(
        *(
            Contest(
                key="skirmish.modes.contest",
                cite="C-2",
                by=side.seat,
                about={"side": side.name, "who": leader.who, **styled(leader.tactics.style)},
                dice=1,
                sides=CONTEST,
                plus=plus,
            )
            for side, leader, plus in zip(sides, leaders, tactics, strict=True)
        )
    )
    if totals[0] != totals[1]:
        first = 0 if totals[0] > totals[1] else 1
        yield from tell("skirmish.modes.won", "C-2", side=sides[first].name)
        return first
    if tactics[0] == tactics[1]:
        yield from tell("skirmish.modes.again", "C-2", total=totals[0], tactics=tactics[0])
        return None
    first = 0 if tactics[0] > tactics[1] else 1
    yield from tell(
        "skirmish.modes.tie",
        "C-2",
        side=sides[first].name,
        total=totals[0],
        tactics=tactics[first],
        other=tactics[1 - first],
    )
    return first


def tell_modes(fight: Fight, index: int) -> Rule[None]:
    """Tell in which mode each card of a side is used, and its capability (C-2.9)."""
    side = fight.terms.sides[index]
    for card, used in zip(side.cards, in_use(fight, index), strict=True):
        key, mattered = "skirmish.mode", dict[str, Fact]()
        if used.halved or used.priority > 1:
            key = "skirmish.mode.halved" if used.halved else "skirmish.mode.answers"
            mattered = {"reading": "modes", "option": "tactics_contest"}
        yield from tell(
            key,
            "C-2.9",
            side=side.name,
            who=card.name,
            n=len(card.names),
            mode=used.mode.name,
            priority=used.priority,
            **({"weapon": used.mode.weapon} if used.mode.weapon else {}),
            value=used.mode.value,
            **styled(used.mode.style),
            capability=used.capability,
            **mattered,
        )


def styled(points: int) -> Facts:
    """The fact that style points are in a number, so that the reading ``style`` matters."""
    return {"style": points} if points else {}


# C-3 The winner


def winner(fight: Fight) -> Rule[Fight]:
    """Both sides throw for their score; the higher wins (C-3)."""
    sides = fight.terms.sides
    totals = yield from together(throw_for_winner(fight, 0), throw_for_winner(fight, 1))
    if totals[0] != totals[1]:
        won = 0 if totals[0] > totals[1] else 1
        yield from tell("skirmish.winner", "C-3", side=sides[won].name, loser=sides[1 - won].name)
        return next_phase(replace(fight, winner=won))
    tactics = summed_tactics(fight, 0), summed_tactics(fight, 1)
    if tactics[0] == tactics[1]:
        yield from tell("skirmish.winner.again", "C-3", total=totals[0], tactics=tactics[0])
        return fight
    won = 0 if tactics[0] > tactics[1] else 1
    yield from tell(
        "skirmish.winner.tie",
        "C-3",
        side=sides[won].name,
        loser=sides[1 - won].name,
        total=totals[0],
        tactics=tactics[won],
        other=tactics[1 - won],
    )
    return next_phase(replace(fight, winner=won))


def throw_for_winner(fight: Fight, index: int) -> Contest:
    """A side's score + N d10 (C-3)."""
    side, parts = fight.terms.sides[index], score_parts(fight, index)
    return Contest(
        key="skirmish.winner.contest",
        cite="C-3",
        by=side.seat,
        about={"side": side.name, **parts, "reading": "score", "option": fight.terms.readings.score},
        dice=dice_of_winner(fight),
        sides=CONTEST,
        plus=sum(parts.values()),
    )
