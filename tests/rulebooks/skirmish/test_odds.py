"""The odds of fights, held against the rules step by step, against a twin that enumerates, and play."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import ceil, prod
from typing import Any

import icepool  # type: ignore[import-untyped]
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rulebooks.skirmish.odds_twin import Numbers, Twin
from voevoda.files.document import parse_document
from voevoda.odds import ArrayLaw, Odds, error
from voevoda.play.drive import fold, law_of_step, simulate
from voevoda.rulebooks.skirmish.aftermath import left_on_field
from voevoda.rulebooks.skirmish.odds import SideOdds, odds
from voevoda.rulebooks.skirmish.odds_dice import contest, faces_from, failures, failures_from, mean_spent
from voevoda.rulebooks.skirmish.odds_field import left_behind
from voevoda.rulebooks.skirmish.rolls import Spending, law_of_test
from voevoda.rulebooks.skirmish.rules import Skirmish
from voevoda.rulebooks.skirmish.setup import SkirmishFile, first_state
from voevoda.rulebooks.skirmish.state import Fate, Fight, Fighter, Phase, Spot
from voevoda.rulebooks.skirmish.tables import SPENT

SKIRMISH = Skirmish()

READINGS = {
    "score": ("capability_and_tactics", "capability", "tactics", "capability_and_leader"),
    "modes": ("tactics_contest", "own_choice"),
    "style": ("added", "included"),
    "surrender_against": ("losers", "winners"),
    "death": ("below", "at_or_below"),
    "equal_wound": ("unchanged", "falls"),
    "state_roll": ("fresh", "test"),
}

WOLVES = """
rulebook: skirmish
title: Wolves on the road
sides:
  - name: Party
    leader: Стрелок
    fighters:
      - name: Стрелок
        tactics: {value: 8, style: 2}
        modes:
          dense: {value: 4, priority: 3, weapon: кастет}
          close: {value: 4, priority: 2, weapon: меч}
          short: {value: 5, priority: 4, weapon: нож}
          medium: {value: 12, style: 2, priority: 1, weapon: лук, ammunition: normal, carried: 20}
        defence: 5
        composure: 4
        damage: 6
        state: 20
        death_threshold: -20
        action_points: 4
        on_defeat: {retreat: true, surrender: false}
        extra: [rescue]
      - name: Мечник
        tactics: 6
        modes:
          dense: {value: 6, style: 2, priority: 2, weapon: кастет}
          close: {value: 8, style: 2, priority: 1, weapon: меч}
          short: {value: 4, priority: 3, weapon: нож}
        defence: 7
        composure: 5
        damage: 6
        state: 20
        death_threshold: -20
        action_points: 4
        on_defeat: {retreat: true, surrender: false}
        extra: [rescue]
  - name: Wolves
    fighters:
      - name: Волк
        count: 3
        tactics: 3
        modes: {dense: {value: 7, priority: 2}, close: {value: 7, priority: 1}}
        defence: 4
        composure: 4
        damage: 6
        state: 12
        death_threshold: -10
        action_points: 4
        on_defeat: {retreat: true, surrender: false}
readings: {score: capability, style: included, modes: own_choice}
"""

CONVOY = """
rulebook: skirmish
title: The convoy is taken
sides:
  - name: Convoy
    leader: Anna
    fighters:
      - {name: Anna, tactics: 6, modes: {close: 9}, defence: 8, composure: 11, damage: 7,
         state: 18, death_threshold: -12, action_points: 2}
      - {name: Guard, count: 2, tactics: 4, defence: 6, composure: 5, damage: 5, state: 15,
         modes: {close: {value: 6, priority: 1}, short: {value: 5, priority: 2}},
         death_threshold: -12, action_points: 2, extra: [rescue]}
      - {name: Carter, tactics: 2, modes: {dense: 3}, defence: 3, composure: 2, damage: 2,
         state: 12, death_threshold: -8, action_points: 1, on_defeat: {retreat: false}}
      - {name: Zealot, tactics: 3, modes: {close: 7}, defence: 5, composure: 9, damage: 8,
         state: 15, death_threshold: -15, action_points: 1, on_defeat: {retreat: false, surrender: false}}
  - name: Raiders
    leader: Boris
    fighters:
      - {name: Boris, tactics: 7, modes: {close: 10}, defence: 7, composure: 8, damage: 9,
         state: 20, death_threshold: -14, action_points: 3}
      - name: Raider
        count: 2
        tactics: 5
        modes:
          short: {value: 9, priority: 1, ammunition: heavy, carried: 9}
          close: {value: 6, priority: 2}
        defence: 5
        composure: 6
        damage: 6
        state: 16
        death_threshold: -11
        action_points: 2
        extra: [rescue]
"""


def file_of(text: str) -> Any:
    """A battle file as plain data."""
    return parse_document(text.encode(), "battle.yaml").data


def fight_of(file: Any) -> Fight:
    """The first state of such a file."""
    return first_state(SkirmishFile.model_validate(file), {})


def any_file(seed: int, most: int) -> dict[str, Any]:
    """A battle file of at most so many fighters, all else left to a seed."""
    rng = random.Random(seed)  # noqa: S311
    heads = rng.randint(1, most - 1)
    file: dict[str, Any] = {"rulebook": "skirmish", "title": f"Fight {seed}"}
    file["sides"] = [
        any_side(rng, name, count) for name, count in (("A", heads), ("B", rng.randint(1, most - heads)))
    ]
    file["readings"] = {reading: rng.choice(options) for reading, options in READINGS.items()}
    return file


def any_side(rng: random.Random, name: str, heads: int) -> dict[str, Any]:
    """A side of so many fighters."""
    goal, cards = rng.choice(["none", "cross"]), list[dict[str, Any]]()
    while heads:
        count = rng.randint(1, heads)
        cards.append(any_card(rng, f"{name}{len(cards)}", count, goal))
        heads -= count
    names = [
        card["name"] if card["count"] == 1 else f"{card['name']} {number + 1}"
        for card in cards
        for number in range(card["count"])
    ]
    leader = {"leader": rng.choice(names)} if rng.random() < 0.7 else {}
    return {"name": name, "goal": goal, **leader, "fighters": cards}


def any_card(rng: random.Random, name: str, count: int, goal: str) -> dict[str, Any]:
    """A card that so many have filled in."""

    def number(low: int, high: int) -> dict[str, Any]:
        return {"value": rng.randint(low, high), "style": rng.randint(0, 1)}

    modes = dict[str, dict[str, Any]]()
    for mode in rng.sample(["dense", "close", "short", "medium", "long"], rng.randint(1, 3)):
        modes[mode] = {**number(0, 12), "priority": len(modes) + 1}
        if rng.random() < 0.4:
            modes[mode]["damage"] = rng.randint(0, 10)
        if rng.random() < 0.4:
            modes[mode]["ammunition"] = rng.choice(list(SPENT))
        if rng.random() < 0.5:
            modes[mode]["carried"] = rng.randint(0, 9)
    retreat, surrender = rng.random() < 0.7, rng.random() < 0.7
    may_rescue = retreat or surrender or goal == "cross"
    return {
        "name": name,
        "count": count,
        "tactics": number(3, 5),
        "modes": modes,
        "defence": number(0, 9),
        "composure": number(0, 9),
        "damage": rng.randint(0, 12),
        "state": rng.randint(0, 20),
        "death_threshold": -rng.randint(0, 21),
        "action_points": 6,
        "on_defeat": {"retreat": retreat, "surrender": surrender},
        "extra": ["rescue"] if may_rescue and rng.random() < 0.6 else [],
    }


# Tellings


def numbers(found: Odds[SideOdds]) -> Numbers:
    """Everything that the odds tell, by name; what is impossible is left out."""
    told: Numbers = {("win", index): chance for index, chance in enumerate(found.win)}
    for side in found.sides:
        for name, counted in (("out", side.out_of_action), ("dead", side.dead)):
            told |= {(side.name, name, number): chance for number, chance in law(counted).items()}
        for each in side.fighters:
            row = {"wounded": each.wounded, "left_on_field": each.left_on_field, "spent": each.spent_mean}
            row |= {"stands": each.stands, "out": each.out, "dead": each.dead}
            row |= {"captured": each.captured, "retreated": each.retreated}
            told |= {(side.name, each.name, what): number for what, number in row.items()}
    return {name: number for name, number in told.items() if number}


def law(found: ArrayLaw) -> dict[int, float]:
    """A law as a dictionary."""
    return dict(zip(found.values.tolist(), found.weights.tolist(), strict=True))


def outcome(over: Fight) -> Numbers:
    """The same of a fight that is over, read by the rules' own means."""
    ended = SKIRMISH.finished(over)
    assert ended is not None
    names = [side.name for side in over.terms.sides]
    told: Numbers = {("win", names.index(str(ended.winner))): 1}
    for index, name in enumerate(names):
        told[name, "out", sum(each.is_out for each in over.fighters[index])] = 1
        told[name, "dead", sum(each.fate == "dead" for each in over.fighters[index])] = 1
        left = left_on_field(over, index)
        for place, (who, _, each) in enumerate(over.side_of(index)):
            told |= {(name, who, each.fate): 1, (name, who, "wounded"): each.wounded}
            told |= {(name, who, "spent"): each.spent, (name, who, "left_on_field"): place in left}
    return {name: number for name, number in told.items() if number}


def mean(parts: Iterable[tuple[Numbers, float | Fraction]]) -> Numbers:
    """The mean of what is told."""
    total: Numbers = defaultdict(float)
    for told, chance in parts:
        for name, number in told.items():
            total[name] += float(chance) * number
    return total


def furthest(one: Numbers, two: Numbers) -> tuple[float, object]:
    """The greatest difference between two tellings, and in what."""
    return max((abs(one.get(name, 0) - two.get(name, 0)), str(name)) for name in {*one, *two})


# The rules


def stateless(fight: Fight) -> Fight:
    """The fight without its numbers of State, which move no fate."""
    one, two = (
        tuple(each._replace(state=-1 if each.is_out else 0) for each in fighters)
        for fighters in fight.fighters
    )
    return replace(fight, fighters=(one, two))


@pytest.mark.parametrize("seed", range(12))
def test_the_odds_are_the_mean_of_the_odds_after_each_step(seed: int) -> None:
    """From the cards to the end, what is told before a step is the mean of what is told after it."""
    rng = random.Random(seed)  # noqa: S311
    now = fight_of(any_file(seed, 2 + (seed % 3 == 0)))
    while SKIRMISH.finished(now) is None:
        after = law_of_step(SKIRMISH, now)
        expected = mean((numbers(odds(each)), chance) for each, chance in after.map(stateless))
        assert furthest(expected, numbers(odds(now)))[0] < 1e-12, now.phase
        others = [each for each in after.values if each.phase != now.phase]
        now = rng.choice(others)
    assert furthest(outcome(now), numbers(odds(now)))[0] < 1e-12


def test_a_turn_that_begins_in_the_middle_of_a_side_goes_on_from_there() -> None:
    """Where only the last of many are still to be tested, the others keep what they have (C-9.5)."""
    file = file_of(CONVOY)
    file["sides"][0]["fighters"][1]["count"] = 60
    file["sides"][1]["fighters"][0]["damage"] = 200  # so that three can hurt sixty
    begun = fight_of({**file, "sides": file["sides"][::-1]})
    before = [Fighter("out", -3), Fighter("stands", 3), Fighter("dead", -13)] * 20
    cases: tuple[tuple[Phase, Fate], ...] = (("out", "stands"), ("wounded", "dead"), ("surrender", "dead"))
    for phase, zealot in cases:
        last = Fighter("stands", 15), Fighter("stands", 12), Fighter(zealot, -20)
        convoy = *before, *last
        now = replace(
            begun, phase=phase, spot=Spot(1, 60), fighters=(begun.fighters[0], convoy), chooser=1, winner=0
        )
        after = law_of_step(SKIRMISH, now)
        assert len(after) > 1
        expected = mean((numbers(odds(each)), chance) for each, chance in after.map(stateless))
        assert furthest(expected, numbers(odds(now)))[0] < 1e-12, phase


DUEL = """
rulebook: skirmish
title: A duel
sides:
  - {name: Red, leader: Rosa, fighters: [{name: Rosa, tactics: 5, modes: {close: 8}, defence: 5,
     composure: 6, damage: 6, state: 20, death_threshold: -11, action_points: 0}]}
  - {name: Blue, fighters: [{name: Bela, tactics: 4, modes: {short: 9}, defence: 4,
     composure: 3, damage: 7, state: 9, death_threshold: -6, action_points: 0}]}
readings: {state_roll: %s, surrender_against: winners}
"""


@pytest.mark.parametrize("state_roll", READINGS["state_roll"])
def test_a_duel_agrees_with_its_whole_enumeration(state_roll: str) -> None:
    """Every course of a duel, weighed in fractions, tells the same."""
    start = fight_of(file_of(DUEL % state_roll))
    ends = fold(SKIRMISH, start)
    assert ends.missing == 0
    assert furthest(mean((outcome(each), chance) for each, chance in ends), numbers(odds(start)))[0] < 1e-12


class Picks:
    """Even picks for the rules."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311

    def below(self, bound: int, /) -> int:
        """A pick from 0 … ``bound`` − 1."""
        return self._random.randrange(bound)


PLAYED = 3000


@pytest.mark.parametrize("text", [WOLVES, CONVOY], ids=["wolves", "convoy"])
def test_fights_that_were_played_agree_within_their_error(text: str) -> None:
    """A fight fought many times by the rules."""
    start, picks = fight_of(file_of(text)), Picks(5)
    played = mean((outcome(simulate(SKIRMISH, start, picks, {})), Fraction(1, PLAYED)) for _ in range(PLAYED))
    for name, number in numbers(odds(start)).items():
        if "spent" in name:  # type: ignore[operator]
            assert played[name] == pytest.approx(number, abs=0.3)
            continue
        # Twice the 95 % interval: of some eighty numbers none should lie outside.
        assert played[name] == pytest.approx(number, abs=2 * error(number, PLAYED) + 3 / PLAYED), name


# The twin


@pytest.mark.parametrize("seed", range(100, 124))
def test_a_fight_agrees_with_its_twin(seed: int) -> None:
    """Cards, readings, leaders and rescuers at random: an enumeration that shares no code tells the same."""
    file = any_file(seed, 5)
    assert furthest(Twin(file).numbers(), numbers(odds(fight_of(file))))[0] < 1e-12


@pytest.mark.parametrize(
    ("reading", "option"), [(each, option) for each, options in READINGS.items() for option in options]
)
def test_each_reading_agrees_with_its_twin(reading: str, option: str) -> None:
    """A fight in which both leaders count, styles are used and somebody may die: each reading on its own."""
    file = any_file(7, 4)
    file["readings"] = {reading: option}
    assert furthest(Twin(file).numbers(), numbers(odds(fight_of(file))))[0] < 1e-12


# By hand


def test_the_worked_example_has_its_printed_odds() -> None:
    """Party against wolves, to four digits, and the same from a library of dice."""
    found = odds(fight_of(file_of(WOLVES)))
    lead = icepool.map(lambda a, b: 20 + a - 21 - b, 3 @ icepool.d10, 3 @ icepool.d10)
    wins, ties = float((lead > 0).mean()), float((lead == 0).mean())
    assert [0.4176, 0.5276, 0.0547] == [round(part, 4) for part in (wins, 1 - wins - ties, ties)]
    assert (wins + ties, 1 - wins - ties) == pytest.approx(found.win, abs=1e-12)
    out = [each.out + each.dead for side in found.sides for each in side.fighters]
    assert [0.5725, 0.475, 0.525, 0.525, 0.525] == pytest.approx(out, abs=1e-12)
    dice = [(5, 7), (7, 7), (5, 6)]
    pools = [float((icepool.d20 + own < icepool.d20 + enemy).mean()) for own, enemy in dice]
    assert [0.5725, 0.475, 0.525] == pytest.approx(pools, abs=1e-12)
    # With a death threshold of −20 nobody can be below it; of a wolf's ten faces above 10 each is death.
    assert [0, 0, 0.2625] == pytest.approx([each.dead for side in found.sides for each in side.fighters][:3])
    assert found.sides[0].fighters[0].spent_mean == 5


def test_captives_by_hand() -> None:
    """Whoever tests, the Composure against him hangs on whether Anna is still up (C-6)."""
    begun = fight_of(file_of(CONVOY))
    lost = replace(begun, phase="out", chooser=0, winner=1)
    fighters = {each.name: each for each in odds(lost).sides[0].fighters}
    # Anna chose, so all Raiders fight hand to hand: damage (9 + 6 + 6) / 3 = 7.  The convoy is two more.
    anna, guard, carter = (chance(defence + 2, Fraction(7)) for defence in (8, 6, 3))
    own_average = Fraction(11 + 5 + 5 + 2 + 9, 5)
    captured = (1 - guard) * ((1 - anna) * chance(5, Fraction(11)) + anna * chance(5, own_average))
    assert float(captured) == pytest.approx(fighters["Guard 1"].captured, abs=1e-12)
    assert float((1 - anna) * chance(11, Fraction(11))) == pytest.approx(fighters["Anna"].captured, abs=1e-12)
    assert float(1 - carter) == pytest.approx(fighters["Carter"].captured, abs=1e-12)
    assert (1, 0.25) == pytest.approx(
        (fighters["Zealot"].out + fighters["Zealot"].dead, fighters["Zealot"].dead), abs=1e-12
    )
    # Under the other reading it is Boris: the convoy's average damage is 27/5, and he has two men too few.
    winners = replace(
        lost, terms=replace(lost.terms, readings=replace(lost.terms.readings, surrender_against="winners"))
    )
    boris = chance(7, Fraction(27, 5) + 2)
    by_winners = (1 - guard) * (
        (1 - boris) * chance(5, Fraction(8)) + boris * chance(5, Fraction(8 + 6 + 6, 3))
    )
    assert float(by_winners) == pytest.approx(odds(winners).sides[0].fighters[1].captured, abs=1e-12)


def chance(own: int, enemy: Fraction) -> Fraction:
    """How likely a test is failed, over all pairs of d20."""
    return Fraction(sum(own + a < enemy + b for a, b in product(range(1, 21), repeat=2)), 400)


def test_how_many_are_out_by_hand() -> None:
    """The law of a convoy's fallen, over all subsets of its five."""
    begun = replace(fight_of(file_of(CONVOY)), phase="out", chooser=0, winner=0)
    falls = [chance(defence + 2, Fraction(7)) for defence in (8, 6, 6, 3, 5)]
    expected: dict[int, float] = defaultdict(float)
    for out in product((True, False), repeat=5):
        expected[sum(out)] += float(prod(p if fell else 1 - p for p, fell in zip(falls, out, strict=True)))
    assert expected == pytest.approx(law(odds(begun).sides[0].out_of_action), abs=1e-12)


# What always holds


@pytest.mark.parametrize(("one", "two"), [(200, 200), (300, 3)])
def test_many_fighters_keep_all_sums(one: int, two: int) -> None:
    """Fates make 1, laws make 1, the mean of the fallen is the sum of their chances."""
    file = file_of(CONVOY)
    file["sides"][0]["fighters"][1]["count"] = one - 3
    file["sides"][1]["fighters"][1]["count"] = two - 1
    file["sides"][1]["fighters"][1]["death_threshold"] = -19
    found = odds(fight_of(file))
    assert ("exact", None, 0.0) == (found.method, found.policy, found.no_winner)
    assert sum(found.win) == pytest.approx(1, abs=1e-12)
    for side, heads in zip(found.sides, (one, two), strict=True):
        assert heads == len(side.fighters)
        assert float(side.out_of_action.weights.sum()) == pytest.approx(1, abs=1e-12)
        assert side.out_of_action.mean == pytest.approx(sum(each.out + each.dead for each in side.fighters))
        assert side.dead.mean == pytest.approx(sum(each.dead for each in side.fighters))
        for each in side.fighters:
            fates = each.stands, each.out, each.dead, each.captured, each.retreated
            assert min(fates) >= 0
            assert sum(fates) == pytest.approx(1, abs=1e-12)
            assert 0 <= each.left_on_field <= each.out + each.dead + 1e-12


def test_state_moves_no_fate() -> None:
    """State is set and told; who falls, dies or flees hangs on the dice alone (C-4, C-5)."""
    begun = fight_of(file_of(CONVOY))
    phases: tuple[Phase, ...] = "out", "wounded"
    for phase in phases:
        now = replace(begun, phase=phase, chooser=1, winner=0)
        assert numbers(odds(stateless(now))) == numbers(odds(now))


# Dice


@given(st.fractions(-25, 25, max_denominator=7), st.integers(0, 21))
def test_a_test_fails_as_the_rules_say(lead: Fraction, face: int) -> None:
    """The chance of a failure, and of one with at least this face on the fighter's own die."""
    rolled = law_of_test(lead, keeps=True)
    short = np.array([ceil(-lead)])
    fails = rolled.chance(lambda tested: tested.failed)
    assert float(fails) == pytest.approx(failures(short)[0], abs=1e-15)
    kept = rolled.chance(lambda tested: tested.failed and tested.die >= face)
    assert float(kept) == pytest.approx(failures_from(short, np.array([face]))[0], abs=1e-15)
    assert sum(n >= face for n in range(1, 21)) / 20 == faces_from(np.array([face]))[0]


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_a_contest_is_won_as_often_as_counted(dice: int) -> None:
    """Over all throws: ties to the first, to the second, and thrown again."""
    sums = [sum(faces) for faces in product(range(1, 11), repeat=dice)]
    counts = {total: sums.count(total) for total in set(sums)}
    for lead in range(-12, 13):
        differences = {(a, b): m * n for (a, m), (b, n) in product(counts.items(), counts.items())}
        above = sum(ways for (a, b), ways in differences.items() if a + lead > b)
        equal = sum(ways for (a, b), ways in differences.items() if a + lead == b)
        whole = 100**dice
        expected = (above + equal) / whole, above / whole, above / (whole - equal)
        found = contest(lead, dice, 1), contest(lead, dice, -1), contest(lead, dice, 0)
        assert expected == pytest.approx(found, abs=1e-13)


@pytest.mark.parametrize("rate", SPENT)
@pytest.mark.parametrize("carried", [None, 0, 3, 100])
def test_ammunition_is_spent_as_the_rules_say(rate: Any, carried: int | None) -> None:
    """The mean of the rules' own roll (C-8)."""
    rolled = Spending(key="s", cite="C-8", dice=SPENT[rate], carried=carried).law()
    assert float(rolled.mean(int)) == mean_spent(rate, carried)


SHARES = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3), st.integers(1, 3)),
    min_size=1,
    max_size=5,
)


@given(SHARES)
def test_who_is_left_on_the_field_is_counted_over_all_that_may_happen(shares: list[tuple[int, ...]]) -> None:
    """Rescuers carry off the living first, then in order of the file (C-7)."""
    chances = np.array(shares) / np.array(shares).sum(axis=1, keepdims=True)
    expected = np.zeros(len(shares))
    living, dead, carries, _ = range(4)
    for fates in product(range(4), repeat=len(shares)):
        queue = [place for fate in (living, dead) for place, each in enumerate(fates) if each == fate]
        weight = prod(chances[place, fate] for place, fate in enumerate(fates))
        expected[queue[fates.count(carries) :]] += weight
    found = left_behind(*(chances[None, :, fate] for fate in (living, dead, carries)))
    assert expected == pytest.approx(found[0], abs=1e-14)
