"""The odds of a day under ``gurps``, exact, from any state between two steps.

The rules stand in their chapters; this package's ``odds*`` modules read a ``Day`` and never play one.  Tests
hold them against the rules.  ``odds_contest`` leads up to the difference, ``odds_units`` says what the units
do about it, ``odds_losses`` adds up what they lose, and here the rest follows: characters and the report.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from voevoda.odds import ArrayLaw, Odds, convolve, dense, die, grid_law, repeated
from voevoda.rulebooks.gurps.modifiers import Modifier, account_of
from voevoda.rulebooks.gurps.odds_contest import Contest, Floats, glories
from voevoda.rulebooks.gurps.odds_losses import Tally, counted_up
from voevoda.rulebooks.gurps.odds_units import (
    HOLDS,
    LAST_STAND,
    LEFT,
    NOT_ENGAGED,
    RETREATS,
    ROUTS,
    SURRENDERS,
    Troops,
)
from voevoda.rulebooks.gurps.odds_ways import Agenda
from voevoda.rulebooks.gurps.order import is_waited_out
from voevoda.rulebooks.gurps.rolls import SURVIVAL, law_of_test
from voevoda.rulebooks.gurps.rules import NO_ASSAULT
from voevoda.rulebooks.gurps.state import Day, Spot, is_stormed
from voevoda.rulebooks.gurps.tables import COLUMNS, HITS, NAMES, SECOND_SURVIVAL, name_of

POLICY = "first"
"""Who is not ahead uses his Luck (G-10.3): the option that the rules offer first."""

ENDINGS = ("no-clear-winner", "minor", "significant", "great", "overwhelming")

ROWS: Mapping[str, str] = dict(zip(ENDINGS, ("0-3", "4-7", "8-12", "13-16", "17+"), strict=True))
"""By name, the differences of each row of results (G-11)."""


@dataclass(frozen=True, slots=True)
class UnitOdds:
    """What a unit is to expect."""

    name: str
    start: int
    states: Mapping[str, float]
    """By the names of the report: holds, retreats, …; they make 1."""
    losses: ArrayLaw
    """Dead and wounded (G-13.4)."""

    def to_json(self) -> dict[str, object]:
        """The unit as in a report of odds."""
        return {"name": self.name, "start": self.start, **self.states, "losses": summary(self.losses)}


@dataclass(frozen=True, slots=True)
class CharacterOdds:
    """What a character is to expect."""

    name: str
    survival: Mapping[str, float]
    """By the class of the first roll (G-9.2); empty once it has been thrown."""
    glory: Mapping[str, float]
    """By its margin (G-9.4); empty once the day is over."""
    fallen: float
    """That he is down in the end, a second Survival roll included (G-13.6)."""

    def to_json(self) -> dict[str, object]:
        """The character as in a report of odds."""
        return {
            "name": self.name,
            "survival": dict(self.survival),
            "glory": dict(self.glory),
            "fallen": self.fallen,
        }


@dataclass(frozen=True, slots=True)
class SideOdds:
    """What a side is to expect."""

    name: str
    left: ArrayLaw
    """Men left, as the report counts them: wounded who were saved are among them (G-13.5)."""
    left_mean: float
    """Exact also where the law is in bins."""
    bin: int
    """Men in a bin of that law; 1: it is exact."""
    units: tuple[UnitOdds, ...]
    characters: tuple[CharacterOdds, ...]
    account: tuple[Modifier, ...] = ()
    """The effective Strategy or Tactics line by line, as far as nothing has to be thrown for it: the leader's
    own number first, their sum last."""

    def to_json(self) -> dict[str, object]:
        """The side as in a report of odds."""
        bins = {"bin": self.bin} if self.bin > 1 else {}
        return {
            "name": self.name,
            "account": [
                {"clause": line.clause, "what": line.what, "of": line.of or None, "value": line.value}
                for line in self.account
            ],
            "left": {**summary(self.left), "mean": self.left_mean, **bins},
            "units": [unit.to_json() for unit in self.units],
            "characters": [character.to_json() for character in self.characters],
        }


def summary(law: ArrayLaw) -> dict[str, float]:
    """Mean and quantiles of a law."""
    return {"mean": law.mean, **{f"p{percent}": law.quantile(percent / 100) for percent in (5, 50, 95)}}


def odds(day: Day) -> Odds[SideOdds]:
    """The odds from here to the end of the day, of what is true of it."""
    if is_waited_out(day.terms):
        return waited_out(day)
    agenda = Agenda(day)
    contest = Contest(day, agenda)
    troops = tuple(Troops(day, agenda, index, tuple(contest.ways[index])) for index in (0, 1))
    rolling = frozenset() if is_stormed(day.terms) else frozenset(range(-NAMES[0][0], NAMES[0][0] + 1))
    at = day.difference or 0
    joint = contest.joint((troops[0].empty(at), troops[1].empty(at)), rolling)
    tallies = list[Tally]()
    for index in (0, 1):
        tally = Tally(day, agenda, troops[index], index)
        tally.add(troops[index].moments(joint.keys[index]))
        tallies.append(tally)
    return report(day, agenda, contest, joint.difference, tallies)


def report(
    day: Day, agenda: Agenda, contest: Contest, difference: Mapping[int, float], tallies: list[Tally]
) -> Odds[SideOdds]:
    """Put together what was found."""
    win, no_winner = [0.0, 0.0], 0.0
    endings = dict.fromkeys((*ENDINGS, NO_ASSAULT), 0.0)
    names = [side.name for side in day.terms.sides]
    rows = {f"{who} {row}": 0.0 for who in ("first", "second") for row in ROWS.values()}
    if not is_stormed(day.terms):
        rows["tie 0-3"] = 0.0
    for number, chance in difference.items():
        ending = name_of(abs(number))
        endings[ending] += chance
        winner = _winner(day, number)
        who = "tie" if winner is None else ("first", "second")[winner]
        rows[f"{who} {ROWS[ending]}"] += chance
        if winner is None or ending == ENDINGS[0]:
            no_winner += chance
        else:
            win[winner] += chance
    return Odds(
        win=tuple(win),
        no_winner=no_winner,
        endings=tuple(endings.items()),
        rounds=None,
        sides=tuple(side_odds(day, agenda, index, names[index], tallies[index]) for index in (0, 1)),
        policy=POLICY if day.difference is None and contest.lucky else None,
        missing=max(tally.cut for tally in tallies),
        extras={
            "difference": {str(number): chance for number, chance in sorted(difference.items())},
            "rows": rows,
        },
    )


def _winner(day: Day, difference: int) -> int | None:
    """Who won the contest, also in name only (G-10.4)."""
    if difference:
        return 0 if difference > 0 else 1
    return day.terms.defender if is_stormed(day.terms) else None


def waited_out(day: Day) -> Odds[SideOdds]:
    """A siege without an assault: nothing is rolled (G-11.8)."""
    sides = list[SideOdds]()
    for side in day.terms.sides:
        units = tuple(
            UnitOdds(unit.name, unit.count, _states(np.eye(LEFT + 1)[HOLDS], last_stand=False), _sure(0))
            for unit in side.units
        )
        people = tuple(CharacterOdds(each.name, {}, {}, 0.0) for each in side.characters)
        sides.append(SideOdds(side.name, _sure(side.people), float(side.people), 1, units, people))
    endings = (*((name, 0.0) for name in ENDINGS), (NO_ASSAULT, 1.0))
    return Odds(win=(0.0, 0.0), no_winner=1.0, endings=endings, rounds=None, sides=tuple(sides))


def _sure(number: int) -> ArrayLaw:
    return grid_law(number, np.ones(1))


# A side


def side_odds(day: Day, agenda: Agenda, index: int, name: str, tally: Tally) -> SideOdds:
    """What one side is to expect."""
    side = day.terms.sides[index]
    units = tuple(
        UnitOdds(unit.name, unit.count, _states(chances, last_stand=side.never_surrenders), losses)
        for unit, chances, losses in zip(side.units, tally.states, tally.losses(), strict=True)
    )
    people = tuple(
        character_odds(day, agenda, Spot(index, place), tally) for place in range(len(side.characters))
    )
    return SideOdds(name, tally.left(), tally.mean_left(), tally.bin, units, people, account(day, index))


def account(day: Day, index: int) -> tuple[Modifier, ...]:
    """What a side's effective skill is made of; what Glory, seers and catastrophes add is thrown later."""
    found = account_of(day, index)
    own = Modifier("G-10.1", "own", found.base, found.leader)
    return (own, *found.modifiers, Modifier("G-10.1", "effective", found.effective))


def _states(chances: Floats, *, last_stand: bool) -> dict[str, float]:
    """A unit's states by name; the last stand only of a side that never surrenders (G-11.9)."""
    named = {
        "holds": HOLDS,
        "retreats": RETREATS,
        "routs": ROUTS,
        "surrenders": SURRENDERS,
        "not_engaged": NOT_ENGAGED,
        "left": LEFT,
        **({"last_stand": LAST_STAND} if last_stand else {}),
    }
    return {name: float(chances[state]) for name, state in named.items()}


# Characters


def character_odds(day: Day, agenda: Agenda, spot: Spot, tally: Tally) -> CharacterOdds:
    """What one character is to expect; his wounds hang together with nothing but his unit's fate."""
    side, person = day.terms.sides[spot.side], day.forces[spot.side].people[spot.place]
    character = side.characters[spot.place]
    survival: dict[str, float] = {}
    hits = np.zeros(character.hp + 1)
    hits[min(person.hits, character.hp)] = 1
    if agenda.ahead("fate", spot):
        law = law_of_test(character.battle - character.risk, SURVIVAL)
        survival = {result: float(part) for result, part in law}
        hits = _capped(hits, hits_law(day, spot, survival), character.hp)
    fallen = float(hits[-1])
    if agenda.ahead("second_survival", spot) and fallen < 1:
        law = law_of_test(character.battle - character.risk + SECOND_SURVIVAL, SURVIVAL)
        again = _capped(
            hits, hits_law(day, spot, {result: float(part) for result, part in law}), character.hp
        )
        beaten = 0.0
        if character.leads_force:
            beaten = tally.all_beaten
        elif character.serves_in is not None:
            names = [unit.name for unit in side.units]
            beaten = float(tally.beaten()[names.index(character.serves_in)])
        fallen += (float(again[-1]) - fallen) * beaten
    return CharacterOdds(character.name, survival, glories(day, agenda, spot), fallen)


def _capped(before: Floats, more: Floats, most: int) -> Floats:
    """The law of hits added up; all that fell a man are alike."""
    total = convolve(before, more)
    return np.append(total[:most], total[most:].sum())


def hits_law(day: Day, spot: Spot, results: Mapping[str, float]) -> Floats:
    """The law of the hits that these results of Survival bring (G-9.2, G-9.3)."""
    row = day.terms.tables.wounding(day.terms.sides[1 - spot.side].tech_level)
    dr = day.terms.sides[spot.side].characters[spot.place].dr // row.dr
    parts: dict[int, float] = defaultdict(float)
    for result, chance in results.items():
        if result not in COLUMNS:
            parts[HITS.get(result, 0)] += chance
            continue
        blows = row.columns[COLUMNS.index(result)]
        once = day.terms.readings.blows == "once"
        law = damage_law(
            blows.blows, blows.dice_at(day.terms.sides[1 - spot.side].tech_level), blows.plus, dr, once=once
        )
        for hits in np.flatnonzero(law).tolist():
            parts[hits] += chance * float(law[hits])
    found = np.zeros(max(parts) + 1)
    for hits, chance in parts.items():
        found[hits] = chance
    return found


@lru_cache(maxsize=1024)
def damage_law(blows: int, dice: int, plus: int, dr: int, *, once: bool) -> Floats:
    """The law of the hits of some blows, DR off each, or multiplied and DR off once (reading ``blows``)."""
    sums = repeated(die(6), dice)
    if once:
        return counted_up(np.maximum(0, blows * (sums.values + plus) - dr), sums.weights)
    blow = counted_up(np.maximum(0, sums.values + plus - dr), sums.weights)
    return dense_from_zero(repeated(grid_law(0, blow), blows))


def dense_from_zero(law: ArrayLaw) -> Floats:
    """The weights of 0, 1, …"""
    return np.concatenate([np.zeros(int(law.values[0])), dense(law)])
