"""The odds of days, held against the rules step by step, against whole enumerations, and against play."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rulebooks.gurps.forces import ASH, GURPS, day
from voevoda.files import read_battle
from voevoda.odds import ArrayLaw, Odds, error
from voevoda.play.drive import fold, law_of_step, simulate
from voevoda.play.law import Law
from voevoda.play.questions import Question
from voevoda.play.seats import REFEREE
from voevoda.rulebooks.gurps import odds_losses
from voevoda.rulebooks.gurps.aftermath import is_down
from voevoda.rulebooks.gurps.losses import toll_of
from voevoda.rulebooks.gurps.odds import SideOdds, damage_law, odds
from voevoda.rulebooks.gurps.odds_contest import roll_law
from voevoda.rulebooks.gurps.odds_units import chance_of_half
from voevoda.rulebooks.gurps.rolls import Damage
from voevoda.rulebooks.gurps.state import Day

Numbers = dict[object, float]

NAMES = {"not-engaged": "not_engaged", "last-stand": "last_stand"}

ALWAYS = "commander: {name: Ash, strategy: 14, tactics: 14, luck: true}"

FEW = "units: [{name: One, count: 3}, {name: Two, count: 2, armour: heavy, quality: green}]"

LEADERS = """
characters:
  - {name: %s, battle: 11, risk: 1, hp: 2, dr: 1, commands: force}
  - {name: %s, battle: 10, hp: 4, commands: One}
  - {name: %s, battle: 9, risk: -2, hp: 1, unit: Two}
"""


def leaders(*names: str) -> str:
    """Three characters: of the force, of a unit, and in one."""
    return LEADERS.strip() % names


WALLED = "role: defender\nposition: [{kind: works}]"

TO_THE_DEATH = f"{FEW}\n{WALLED}\nplan: -2\nno_escape: true\nnever_surrenders: true"

STRONG = f"{FEW}\ncommander: {{name: Ash, strategy: 17, tactics: 17}}\nrole: attacker"

CORNERED = f"""
units: [{{name: One, count: 3}}, {{name: Two, count: 2, quality: green}}, {{name: Three, count: 2}}]
{WALLED}
no_escape: true
characters: [{{name: Ida, battle: 9, hp: 1, commands: force}}, {{name: Ivo, battle: 10, hp: 2, unit: Two}}]
""".strip()

PLOTS = f"""
{FEW}
seer: {{skill: 11, strategy: 6, belief: blind}}
missions: [{{kind: assassinate, skill: 9}}, {{kind: assassinate, skill: 8, executed_if_caught: true}}]
""".strip()

COUNTERPLOTS = f"""
{FEW}
guard: 9
seer: {{skill: 9, strategy: 3, belief: trusts}}
missions: [{{kind: assassinate, skill: 8}}]
deputy: {{strategy: 9, tactics: 10}}
""".strip()

BATTLES: Mapping[str, tuple[str, str, str]] = {
    "in the open": (f"{FEW}\n{ALWAYS}", f"{FEW}\n{leaders('Ida', 'Ivo', 'Ira')}", ""),
    "both lucky, and the roll again stands": (
        f"{FEW}\n{ALWAYS}",
        f"{FEW}\n{ALWAYS.replace('14', '13').replace('Ash', 'Birch')}",
        "readings: {luck: reroll, losses_rolled: per_side}",
    ),
    "hopeless": (
        f"{FEW}\ncommander: {{name: Ash, strategy: 4, tactics: 4, luck: true}}\nplan: -1",
        f"{FEW}\n{leaders('Ida', 'Ivo', 'Ira')}\ncommander: {{name: Birch, strategy: 3, tactics: 3}}",
        "readings: {hopeless: refuse, commander_penalty: milder, blows: once}",
    ),
    "before walls": (f"{FEW}\nrole: attacker\nplan: 2", f"{FEW}\n{WALLED}\nplan: -2", ""),
    "before walls with engines": (
        "units: [{name: One, count: 9}, {name: Guns, count: 4, arms: artillery}]\nrole: attacker\nplan: 3",
        TO_THE_DEATH,
        "catastrophes: true\nfierce: 1",
    ),
    "nowhere to go, and treason": (STRONG, CORNERED, "catastrophes: true\nreadings: {second_roll: added}"),
    "nowhere to go, shared dice, and treason": (
        STRONG,
        f"{FEW}\n{WALLED}\nno_escape: true",
        "catastrophes: true\nreadings: {losses_rolled: per_side}",
    ),
    "intrigue": (PLOTS, COUNTERPLOTS, ""),
    "catastrophes": (f"{FEW}\n{ALWAYS}", f"{FEW}\n{leaders('A', 'B', 'C')}", "catastrophes: true"),
    "an order to die": ("units: [{name: One, count: 3, deadly_order: true}]", FEW, ""),
}


def first(_: object, question: Question[Any]) -> Law[Any]:
    """The policy ``first``."""
    among: Any = question
    return Law.sure(among.among[0][1])


def numbers(found: Odds[SideOdds]) -> Numbers:
    """Everything that the odds tell, by name; what is impossible is left out."""
    told: Numbers = {("win", index): chance for index, chance in enumerate(found.win)}
    told |= {"no winner": found.no_winner} | {("ending", name): chance for name, chance in found.endings}
    difference: Any = found.extras.get("difference", {})
    told |= {("difference", int(number)): chance for number, chance in difference.items()}
    for side in found.sides:
        told[side.name, "mean"] = side.left_mean
        told |= {(side.name, "left", men): chance for men, chance in law(side.left).items()}
        for unit in side.units:
            told |= {(side.name, unit.name, state): chance for state, chance in unit.states.items()}
            told |= {(side.name, unit.name, "lost", men): chance for men, chance in law(unit.losses).items()}
        for character in side.characters:
            told[character.name, "fallen"] = character.fallen
            told |= {(character.name, "glory", row): chance for row, chance in character.glory.items()}
    return {name: number for name, number in told.items() if number}


def law(found: ArrayLaw) -> dict[int, float]:
    """A law as a dictionary."""
    return dict(zip(found.values.tolist(), found.weights.tolist(), strict=True))


def outcome(over: Day) -> Numbers:
    """The same of a day that is over, read by the rules' own means."""
    ended = GURPS.finished(over)
    assert ended is not None
    names = [side.name for side in over.terms.sides]
    won: object = "no winner" if ended.winner is None else ("win", names.index(ended.winner))
    told: Numbers = {won: 1, ("ending", ended.ending): 1, ("difference", over.difference): 1}
    left = [0, 0]
    for spot, side, unit, company in over.units():
        left[spot.side] += toll_of(over, spot).left
        told[side.name, unit.name, NAMES.get(company.now, company.now)] = 1
        told[side.name, unit.name, "lost", company.lost] = 1
    for name, men in zip(names, left, strict=True):
        told |= {(name, "mean"): men, (name, "left", men): 1}
    for spot, _, character, _ in over.characters():
        told[character.name, "fallen"] = is_down(over, spot)
    return {name: number for name, number in told.items() if number}


def mean(parts: list[tuple[Numbers, Fraction]]) -> Numbers:
    """The mean of what is told."""
    total: Numbers = defaultdict(float)
    for told, chance in parts:
        for name, number in told.items():
            total[name] += float(chance) * number
    return total


def furthest(one: Numbers, two: Numbers, *, but: str = "") -> float:
    """The greatest difference between two tellings; what speaks of ``but`` is not compared."""
    return max(
        abs(one.get(name, 0) - two.get(name, 0))
        for name in {*one, *two}
        if not (but and isinstance(name, tuple) and but in name)
    )


MOST = 50
"""States after a step up to which all of them are looked at."""


@pytest.mark.parametrize("name", BATTLES)
def test_the_odds_are_the_mean_of_the_odds_after_each_step(name: str) -> None:
    """From the opening to the end, what is told before a step is the mean of what is told after it."""
    rng = random.Random(name)  # noqa: S311
    now = day(*BATTLES[name])
    while GURPS.finished(now) is None:
        after = list(law_of_step(GURPS, now, first))
        if len(after) <= MOST:
            expected = mean([(numbers(odds(each)), chance) for each, chance in after])
            # What was shown of glory is put away with the report.
            but = "glory" if now.phase == "report" else ""
            assert furthest(expected, numbers(odds(now)), but=but) < 1e-12, now.phase
        now = rng.choice(after)[0]
    assert outcome(now) == pytest.approx(numbers(odds(now)), abs=1e-12)


def test_treason_among_those_who_have_nowhere_to_go_is_followed_whole() -> None:
    """Where a hidden change of morale joins two rolls of a unit, all steps agree in every branch."""
    now = day(*BATTLES["nowhere to go, and treason"])
    while now.phase != "treason":
        after = [each for each, _ in law_of_step(GURPS, now, first)]
        fallen = [each for each in after if any(unit.now == "left" for unit in each.forces[1].units)]
        now = (fallen or after)[0]
    assert now.terms.sides[1].no_escape
    while now.phase in {"treason", "fate", "contest"}:
        after_it = list(law_of_step(GURPS, now, first))
        expected = mean([(numbers(odds(each)), chance) for each, chance in after_it])
        assert furthest(expected, numbers(odds(now))) < 1e-12
        lost = [each for each, _ in after_it if each.difference in {None, 9}]
        now = lost[0]
    assert now.phase == "morale"


@pytest.mark.parametrize(
    ("ash", "birch", "more"),
    [
        ("units: [{name: One, count: 3}]", "units: [{name: One, count: 2, armour: heavy}]", ""),
        (
            f"units: [{{name: One, count: 3}}]\nrole: attacker\n{ALWAYS}",
            f"units: [{{name: One, count: 1}}]\n{WALLED}\nno_escape: true",
            "readings: {luck: reroll}",
        ),
    ],
)
def test_a_small_day_agrees_with_its_whole_enumeration(ash: str, birch: str, more: str) -> None:
    """Every course of the day, weighed in fractions, tells the same."""
    start = day(ash, birch, more)
    ends = [(outcome(each), chance) for each, chance in fold(GURPS, start, first)]
    assert sum(chance for _, chance in ends) == 1
    assert furthest(mean(ends), numbers(odds(start))) < 1e-12


class Picks:
    """Even picks for the rules."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311

    def below(self, bound: int, /) -> int:
        """A pick from 0 … ``bound`` − 1."""
        return self._random.randrange(bound)


PLAYED = 3000


def test_days_that_were_played_agree_within_their_error() -> None:
    """A day with characters, luck, catastrophes and several units, fought many times by the rules."""
    start = day(*BATTLES["catastrophes"])
    seats = (REFEREE, *(side.seat for side in start.terms.sides))
    minds: Any = dict.fromkeys(seats, lambda asked, _: asked.question.among[0][0])
    picks = Picks(7)
    played = mean(
        [(outcome(simulate(GURPS, start, picks, minds)), Fraction(1, PLAYED)) for _ in range(PLAYED)]
    )
    expected = numbers(odds(start))
    for name, number in expected.items():
        if isinstance(name, tuple) and ("mean" in name or "glory" in name):
            continue
        # Twice the 95 % interval: of some hundred numbers none should lie outside.
        assert played[name] == pytest.approx(number, abs=2 * error(number, PLAYED) + 3 / PLAYED), name


@pytest.mark.parametrize(
    ("one", "two", "wins", "ties", "losses"),
    [
        (12, 12, 21162, 4332, 21162),
        (14, 11, 33621, 3431, 9604),
        (15, 10, 39908, 2247, 4501),
        (20, 10, 46194, 252, 210),
    ],
)
def test_a_contest_has_the_known_odds(one: int, two: int, wins: int, ties: int, losses: int) -> None:
    """Of the 46,656 pairs of rolls of 3d so many are won, tied and lost (G-10.2)."""
    found = odds(
        day(
            f"commander: {{name: Ash, strategy: {one}, tactics: {one}}}",
            f"commander: {{name: Birch, strategy: {two}, tactics: {two}}}",
        )
    )
    difference: Any = found.extras["difference"]
    counts = [
        sum(chance for number, chance in difference.items() if np.sign(int(number)) == sign) * 6**6
        for sign in (1, 0, -1)
    ]
    assert counts == pytest.approx([wins, ties, losses], abs=1e-7)


def test_an_average_of_three_rolls_of_luck_by_hand() -> None:
    """One lucky commander, even skills: he rolls twice more unless he is ahead, and keeps the best."""
    totals = [sum(dice) for dice in product(range(1, 7), repeat=3)]
    counts = {total: totals.count(total) for total in set(totals)}
    by_hand: dict[int, Fraction] = defaultdict(Fraction)
    for (mine, a), (theirs, b) in product(counts.items(), counts.items()):
        if mine < theirs:
            by_hand[theirs - mine] += Fraction(a * b, 216**2)
            continue
        for (second, c), (third, d) in product(counts.items(), counts.items()):
            by_hand[theirs - min(mine, second, third)] += Fraction(a * b * c * d, 216**4)
    found = roll_law(0, (True, False), (True, True), reroll=False)
    assert [float(by_hand[number]) for number in range(-15, 16)] == pytest.approx(found.tolist(), abs=1e-15)


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 8)), min_size=1, max_size=7))
def test_half_of_the_men_is_counted_over_all_who_may_pass(units: list[tuple[int, int]]) -> None:
    """Exactly half is enough (G-11.7): the sum over all subsets of units."""
    men, chances = [count for count, _ in units], [Fraction(eighths, 8) for _, eighths in units]
    expected = Fraction()
    for passes in product((True, False), repeat=len(units)):
        chance = Fraction(1)
        for passed, each in zip(passes, chances, strict=True):
            chance *= each if passed else 1 - each
        if 2 * sum(count for count, passed in zip(men, passes, strict=True) if passed) >= sum(men):
            expected += chance
    found = chance_of_half(tuple(map(float, chances)), tuple(men))
    assert float(expected) == pytest.approx(found, abs=1e-12)


@pytest.mark.parametrize("once", [True, False])
@pytest.mark.parametrize("dr", [0, 4, 9])
def test_blows_hit_as_the_rules_say(dr: int, once: bool) -> None:
    """Three blows of two dice and two (G-9.3), DR off each or off all."""
    rolled = Damage(key="d", cite="G-9.3", blows=3, dice=2, plus=2, dr=dr, at_once=once).law()
    expected = {hits: float(chance) for hits, chance in rolled}
    found = {hits: chance for hits, chance in enumerate(damage_law(3, 2, 2, dr, once=once)) if chance}
    assert expected == pytest.approx(found, abs=1e-15)


@pytest.mark.parametrize("name", BATTLES)
def test_everything_sums_to_one(name: str) -> None:
    """Winners, endings, rows, differences, the states of each unit, and each law."""
    found = odds(day(*BATTLES[name]))
    told: Any = found.to_json()
    wholes = [
        [*told["win"].values(), told["no_winner"]],
        told["endings"].values(),
        told["difference"].values(),
        told["rows"].values(),
    ]
    for side, shown in zip(found.sides, told["sides"], strict=True):
        wholes.append(side.left.weights)
        for unit, row in zip(side.units, shown["units"], strict=True):
            assert set(unit.states) <= set(row)
            wholes += [unit.states.values(), unit.losses.weights]
        for character in side.characters:
            wholes += [character.survival.values(), character.glory.values()]
    assert [sum(each) for each in wholes] == pytest.approx([1] * len(wholes), abs=1e-9)


def test_the_report_has_the_agreed_fields() -> None:
    """What a reader of the JSON counts on."""
    told: Any = odds(day(f"{FEW}\n{leaders('A', 'B', 'C')}", FEW)).to_json()
    assert told["method"] == "exact"
    assert told["policy"] is None
    assert "first 4-7" in told["rows"]
    assert "-3" in told["difference"]
    side = told["sides"][0]
    assert set(side) == {"name", "account", "left", "units", "characters"}
    assert set(side["left"]) == {"mean", "p5", "p50", "p95"}
    assert list(side["units"][0]) == [
        *("name", "start", "holds", "retreats", "routs", "surrenders", "not_engaged", "left", "losses")
    ]
    assert set(side["units"][0]["losses"]) == {"mean", "p5", "p50", "p95"}
    assert set(side["characters"][0]) == {"name", "survival", "glory", "fallen"}
    assert set(side["characters"][0]["survival"]) == {"unhurt", "one-hit", "two-hits", "A", "B", "C", "D"}


def test_a_policy_is_named_where_luck_may_be_used() -> None:
    """Who is not ahead uses his Luck: that is what the rules offer first."""
    assert odds(day(f"{FEW}\n{ALWAYS}", FEW)).policy == "first"
    assert odds(day(FEW, FEW)).policy is None


def test_a_siege_without_an_assault_leaves_nothing_to_chance() -> None:
    """Nothing is rolled (G-11.8)."""
    found = odds(day("role: attacker", WALLED, "siege: true\nassault: false"))
    assert found.no_winner == 1
    assert dict(found.endings)["no-assault"] == 1
    assert [side.left_mean for side in found.sides] == [100, 100]


def test_a_replaced_table_of_losses_is_the_one_that_counts() -> None:
    """A table without losses but a flat one die: nobody loses more than 6 per cent."""
    flat = 'tables: {losses: {rows: [{row: 0, lost: "1d"}, {row: 1, lost: "1d"}]}}'
    for side in odds(day(more=flat)).sides:
        assert law(side.units[0].losses) == pytest.approx(dict.fromkeys(range(1, 7), 1 / 6))


def test_catastrophes_of_a_replaced_table_strike_as_it_says() -> None:
    """A table in which the commander always falls: the deputies meet, 8 against 8."""
    falls = "catastrophes: true\ntables: {catastrophes: {rows: [{effect: commander-falls}]}}"
    difference: Any = odds(day(more=falls)).extras["difference"]
    assert difference["0"] == pytest.approx(4332 / 46656)


def test_large_forces_are_told_in_bins_and_say_so() -> None:
    """The mean stays exact, the quantiles are near, and the width of a bin is told."""
    units = "units: [{name: One, count: %d, armour: light}, {name: Two, count: %d}]"
    (fine, _), (coarse, _) = (odds(day(units % (4 * n, n), units % (4 * n, n))).sides for n in (2000, 20000))
    assert (1, 10) == (fine.bin, coarse.bin)
    told: Any = coarse.to_json()
    assert told["left"]["bin"] == 10
    assert 10 * fine.left_mean == pytest.approx(coarse.left_mean, rel=1e-3)
    assert coarse.left.mean == pytest.approx(coarse.left_mean, abs=10)
    for share in (0.05, 0.5, 0.95):
        assert 10 * fine.left.quantile(share) == pytest.approx(coarse.left.quantile(share), abs=20)


def test_a_million_million_men_can_be_reckoned_with() -> None:
    """Counts as large as a file may give them."""
    found = odds(day(f"units: [{{name: All, count: {10**12}}}]", f"units: [{{name: All, count: {10**12}}}]"))
    assert found.sides[0].bin == 10**12 // odds_losses.FINE
    assert 0.5 * 10**12 < found.sides[0].left_mean < 10**12


def test_a_lucky_leader_of_more_skill_is_never_worse_off_for_it() -> None:
    """Luck, used when not ahead, raises the chance of having the better of the contest."""
    ahead = list[float]()
    for commander in (ASH, ASH.replace("}", ", luck: true}")):
        rows: Any = odds(day(f"commander: {commander}")).extras["rows"]
        ahead.append(sum(chance for row, chance in rows.items() if row.startswith("first")))
    assert ahead[0] < ahead[1]


def test_odds_show_what_the_effective_skill_is_made_of() -> None:
    """The leader's own number, every line with its clause, and their sum, which is thrown against."""
    day = read_battle(Path(__file__).parents[3] / "examples" / "gurps" / "walls.yaml").state
    first, second = (side.account for side in odds(day).sides)

    assert ("own", 15) == (first[0].what, first[0].value)
    assert ("effective", 23) == (first[-1].what, first[-1].value)
    for account in (first, second):
        assert account[-1].value == sum(line.value for line in account[:-1])
    assert ("G-4.2", "artillery", -2) == (second[2].clause, second[2].what, second[2].value)
