"""The odds of whole battles, held against the rules, against straight enumeration, and against plain dice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Literal

import icepool  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voevoda.odds import ArrayLaw, Odds, course, duration, error
from voevoda.play.drive import law_of_step
from voevoda.rulebooks.wfrp.odds import SideOdds, odds, opposed
from voevoda.rulebooks.wfrp.rules import Wfrp
from voevoda.rulebooks.wfrp.state import Field, Readings, Side, Terms, Unit
from voevoda.rulebooks.wfrp.tables import Dice, Row, Target

D5, D10 = Dice(1, 5), Dice(1, 10)
MEANS = {D5: Fraction(3), D10: Fraction(11, 2)}

HOUSE = (
    Row(None, -50, "all-own", 20, D10, "all", 2, -10),
    Row(-49, -25, "all-own", 15, D10, "all", 2),
    Row(-24, 0, "all-own", 10, D5, "all", 1),
    Row(1, 10, "all-own", 8, 1, penalty=-10),
    Row(11, 20, "one-own", 6, D5, "all"),
    Row(21, 30, "one-own", 4, 1),
    Row(31, 40, "one-own", 3, penalty=-10),
    Row(41, 45, "one-own", 2, lose_advantage=1),
    Row(46, 55, "nobody", 1),
    Row(56, 60, "one-enemy", 2, lose_advantage=1),
    Row(61, 70, "one-enemy", 3, penalty=-10),
    Row(71, 80, "one-enemy", 4, 1),
    Row(81, 90, "one-enemy", 6, D5, "all"),
    Row(91, 100, "all-enemy", 8, 1, penalty=-10),
    Row(101, 125, "all-enemy", 10, D5, "all", 1),
    Row(126, 150, "all-enemy", 15, D10, "all", 2),
    Row(151, None, "all-enemy", 20, D10, "all", 2, -10),
)
"""W-4, written from the printed specification and not read from the data."""

Tie = Literal["higher_points", "nobody"]
Bonus = Literal["per_level", "flat"]
TIES: tuple[Tie, ...] = ("higher_points", "nobody")
SIZES = st.integers(1, 130)


def battle(
    one: int,
    two: int,
    *,
    tie: Tie = "higher_points",
    sl_bonus: Bonus = "per_level",
    rounds: int | None = None,
    now: tuple[int, int] | None = None,
    table: tuple[Row, ...] = HOUSE,
) -> Field:
    """A battle of so many militia, a point each, with one character here and two there."""
    sides = (
        Side("Red", (Unit("Pikes", one),), characters=("Anna",)),
        Side("Blue", (Unit("Bows", two // 3), Unit("Axes", two - two // 3)), characters=("Boris", "Vera")),
    )
    terms = Terms("A test", sides, table, Readings(sl_bonus=sl_bonus, tie=tie))
    return Field(terms, "round", (one, two), now or (one, two), rounds)


def law(found: ArrayLaw) -> dict[int, float]:
    """A law as a dictionary."""
    return dict(zip(found.values.tolist(), found.weights.tolist(), strict=True))


def near(expected: dict[int, Fraction]) -> dict[int, object]:
    """Exact probabilities, to twelve digits."""
    return {n: pytest.approx(float(p), abs=1e-12) for n, p in expected.items() if p}


# A twin, by loops over all faces and fractions


@cache
def faces(points: int) -> tuple[tuple[int, int], ...]:
    """(Success level, +1 for a critical or −1 for a fumble) of each of the hundred rolls."""
    found = []
    for roll in range(1, 101):
        success, level = roll <= points, points // 10 - roll // 10
        if roll <= 5:
            success, level = True, max(level, 1)
        if roll > 95:
            success, level = False, min(level, -1)
        double = roll == 100 or roll % 10 == roll // 10
        found.append((level, 0 if not double else 1 if success else -1))
    return tuple(found)


def outcome(a: int, b: int, tie: Tie) -> Iterator[tuple[Fraction, int | None, int, tuple[int, int]]]:
    """(Probability, winner, difference, doubles) of an opposed test, over all pairs of rolls."""
    counts: dict[tuple[int | None, int, tuple[int, int]], int] = {}
    for (one, first), (two, second) in product(faces(a), faces(b)):
        winner = None if one == two else int(two > one)
        if winner is None and tie == "higher_points" and a != b:
            winner = int(b > a)
        key = winner, abs(one - two), (first, second)
        counts[key] = counts.get(key, 0) + 1
    for (winner, difference, doubles), count in counts.items():
        yield Fraction(count, 10_000), winner, difference, doubles


@cache
def damage_column(plus: int) -> tuple[tuple[int, Fraction], ...]:
    """The damage of an influence roll."""
    damages = [next(row.damage for row in HOUSE if row.holds(roll + plus)) for roll in range(1, 101)]
    return tuple((damage, Fraction(damages.count(damage), 100)) for damage in sorted(set(damages)))


def round_law(a: int, b: int, tie: Tie) -> dict[tuple[int, int], Fraction]:
    """Where one round takes two sides with so many points."""
    found: dict[tuple[int, int], Fraction] = {}
    for weight, winner, difference, doubles in outcome(a, b, tie):
        losses = {(0, 0): weight}
        if winner is not None:
            hit = difference + (a, b)[winner] // 10
            losses = {(0, hit) if winner == 0 else (hit, 0): weight}
        for side, double in enumerate(doubles):
            if double:
                victim = 1 - side if double > 0 else side
                losses = add_extra(losses, victim, damage_column(50 * double))
        for (red, blue), chance in losses.items():
            after = max(0, a - red), max(0, b - blue)
            found[after] = found.get(after, Fraction()) + chance
    return found


def add_extra(
    losses: dict[tuple[int, int], Fraction], victim: int, column: tuple[tuple[int, Fraction], ...]
) -> dict[tuple[int, int], Fraction]:
    """Losses after one more influence roll."""
    found: dict[tuple[int, int], Fraction] = {}
    for (red, blue), chance in losses.items():
        for damage, part in column:
            key = (red + damage, blue) if victim == 0 else (red, blue + damage)
            found[key] = found.get(key, Fraction()) + chance * part
    return found


def expected_wounds(plus: int, roller: int) -> tuple[Fraction, Fraction]:
    """Expected wounds of Anna and of Boris from one influence roll."""
    wounds = [Fraction(), Fraction()]
    for roll in range(1, 101):
        row = next(row for row in HOUSE if row.holds(roll + plus))
        if row.on != "nobody":
            side = roller if row.on.endswith("own") else 1 - roller
            share = Fraction(1, 1 + side) if row.on.startswith("one") else Fraction(1)
            mean = MEANS[row.wounds] if isinstance(row.wounds, Dice) else Fraction(row.wounds)
            wounds[side] += share * mean / 100
    return wounds[0], wounds[1]


class Twin:
    """A whole battle by enumeration."""

    def __init__(self, start: tuple[int, int], tie: Tie, bonus: Bonus) -> None:
        def step(state: tuple[int, int]) -> dict[tuple[int, int], Fraction] | None:
            out = [3 * now < begun for now, begun in zip(state, start, strict=True)]
            return None if any(out) else rounds(state)

        rounds = cache(lambda state: round_law(state[0], state[1], tie))
        visits, ends = course({start: Fraction(1)}, step, sum)
        fallen = {end: tuple(3 * now < begun for now, begun in zip(end, start, strict=True)) for end in ends}
        self.win = [
            sum(p for e, p in ends.items() if fallen[e] == out) for out in ((False, True), (True, False))
        ]
        self.ruin = sum(p for e, p in ends.items() if fallen[e] == (True, True))
        self.left = [
            {n: sum((p for e, p in ends.items() if e[side] == n), Fraction()) for n in range(start[side] + 1)}
            for side in (0, 1)
        ]
        self.mean_rounds = sum(visits.values())
        self.rounds, _ = duration({start: 1.0}, lambda s: floats(step(s)))
        self.wounds = [Fraction(), Fraction()]
        for state, times in visits.items():
            for weight, winner, difference, doubles in outcome(*state, tie):
                rolls = [(50 * double, side) for side, double in enumerate(doubles) if double]
                if winner is not None:
                    rolls.append((5 * (difference if bonus == "per_level" else min(1, difference)), winner))
                for plus, roller in rolls:
                    for side in (0, 1):
                        self.wounds[side] += times * weight * wounds_of(plus, roller)[side]


wounds_of = cache(expected_wounds)


def floats(moves: dict[tuple[int, int], Fraction] | None) -> dict[tuple[int, int], float] | None:
    """The same moves in floating point."""
    return None if moves is None else {state: float(p) for state, p in moves.items()}


@pytest.mark.parametrize(
    ("start", "tie", "bonus"),
    [
        ((9, 8), "higher_points", "per_level"),
        ((9, 9), "nobody", "flat"),
        ((1, 1), "nobody", "per_level"),
        ((1, 12), "higher_points", "flat"),
        ((14, 12), "higher_points", "per_level"),
        ((11, 14), "nobody", "per_level"),
    ],
)
def test_small_battles_are_as_enumerated(start: tuple[int, int], tie: Tie, bonus: Bonus) -> None:
    """Every number of the engine against loops over all rolls, in fractions, to twelve digits (W-3)."""
    twin = Twin(start, tie, bonus)
    found = odds(battle(*start, tie=tie, sl_bonus=bonus))

    assert [pytest.approx(float(p), abs=1e-12) for p in twin.win] == list(found.win)
    assert pytest.approx(float(twin.ruin), abs=1e-12) == found.no_winner
    assert [near(left) for left in twin.left] == [law(side.points) for side in found.sides]
    assert found.rounds is not None
    assert float(twin.mean_rounds) == pytest.approx(found.rounds.mean, abs=1e-11)
    assert dict(enumerate(twin.rounds[1:], 1)) == {
        n: pytest.approx(law(found.rounds).get(n, 0), abs=1e-12) for n in range(1, len(twin.rounds))
    }
    for side, wounds in zip(found.sides, twin.wounds, strict=True):
        assert [pytest.approx(float(wounds), abs=1e-10)] * len(side.characters) == [
            c.wounds for c in side.characters
        ]
    assert found.missing < 1e-12


# The rules


@pytest.mark.parametrize(
    ("start", "now"),
    [
        ((30, 41), (30, 41)),
        ((30, 41), (24, 26)),
        ((9, 7), (8, 7)),
        ((60, 55), (57, 55)),
        ((99, 120), (95, 101)),
    ],
)
@pytest.mark.parametrize("tie", ["higher_points", "nobody"])
def test_a_round_is_as_the_rules_play_it(start: tuple[int, int], now: tuple[int, int], tie: Tie) -> None:
    """One round of the engine against the exact law of the rules' own step (W-3)."""
    field = battle(*start, now=now, tie=tie, rounds=1)
    after = law_of_step(Wfrp(), field)
    found = odds(field)

    for side in (0, 1):
        assert near(dict(after.map(lambda f: f.now[side]))) == law(found.sides[side].points)  # noqa: B023
    for ending, chance in found.endings:
        expected = after.chance(lambda f: getattr(Wfrp().finished(f), "ending", None) == ending)  # noqa: B023
        assert float(expected) == pytest.approx(chance, abs=1e-12)
    for side, chance in enumerate(found.win):
        expected = after.chance(lambda f: not f.is_out(side) and f.is_out(1 - side))  # noqa: B023
        assert float(expected) == pytest.approx(chance, abs=1e-12)
    assert {1: 1.0} == law(found.rounds) if found.rounds else False


# Known figures


def test_the_tunnels_have_their_known_odds() -> None:
    """30 against 41 from full strength."""
    found = odds(battle(30, 41))

    assert (0.19947, 0.79389) == tuple(round(chance, 5) for chance in found.win)
    assert 0.00664 == round(found.no_winner, 5)
    assert found.rounds is not None
    assert 4.17726 == round(found.rounds.mean, 5)


def test_equal_armies_have_equal_odds() -> None:
    """60 against 60."""
    assert (0.49871, 0.49871) == tuple(round(chance, 5) for chance in odds(battle(60, 60)).win)


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        (45, 38, (5491, 900, 3609)),
        (40, 40, (4509, 982, 4509)),
        (9, 30, (2159, 700, 7141)),
        (95, 45, (8451, 500, 1049)),
        (95, 95, (4529, 942, 4529)),
    ],
)
def test_one_opposed_test_has_its_known_figures(one: int, two: int, expected: tuple[int, int, int]) -> None:
    """Won, level and lost of 10,000, before any reading of a tie; icepool agrees (W-3.2 to W-3.4)."""
    mine, theirs = (icepool.d(100).map(lambda roll, p=points: faces(p)[roll - 1][0]) for points in (one, two))
    witness = (mine - theirs).map(lambda lead: (lead > 0) - (lead < 0))

    assert expected == opposed(one, two)
    assert expected == tuple(int(witness.probability(lead) * 10_000) for lead in (1, 0, -1))


# Plain dice


def fight(source: random.Random, start: tuple[int, int]) -> tuple[int, int, int]:
    """One battle with dice: points left and rounds."""
    now, rounds = list(start), 0
    while all(3 * points >= begun for points, begun in zip(now, start, strict=True)):
        rounds += 1
        rolls = [faces(points)[source.randrange(100)] for points in now]
        lead = rolls[0][0] - rolls[1][0] or now[0] - now[1]
        losses = [0, 0]
        if lead:
            winner = int(lead < 0)
            losses[1 - winner] = abs(rolls[0][0] - rolls[1][0]) + now[winner] // 10
        for side, (_, double) in enumerate(rolls):
            if double:
                result = source.randint(1, 100) + 50 * double
                damage = next(row.damage for row in HOUSE if row.holds(result))
                losses[1 - side if double > 0 else side] += damage
        now = [max(0, points - loss) for points, loss in zip(now, losses, strict=True)]
    return now[0], now[1], rounds


@pytest.mark.parametrize("start", [(30, 41), (98, 105), (230, 226)])
def test_twenty_thousand_battles_with_dice_agree(start: tuple[int, int]) -> None:
    """A plain loop, within four times the standard error."""
    source, battles = random.Random(7), 20_000  # noqa: S311
    found = odds(battle(*start))
    ends = [fight(source, start) for _ in range(battles)]

    for side in (0, 1):
        won = (
            sum(3 * end[1 - side] < start[1 - side] and 3 * end[side] >= start[side] for end in ends)
            / battles
        )
        assert won == pytest.approx(found.win[side], abs=2.1 * error(0.5, battles))
        mean = sum(end[side] for end in ends) / battles
        assert mean == pytest.approx(found.sides[side].points.mean, rel=0.02)
    assert found.rounds is not None
    assert sum(end[2] for end in ends) / battles == pytest.approx(found.rounds.mean, rel=0.02)


# What must hold for every battle


@settings(max_examples=25, deadline=None)
@given(SIZES, SIZES, st.sampled_from(TIES), st.none() | st.integers(1, 6))
def test_every_law_is_whole_and_swapping_sides_swaps_the_odds(
    one: int, two: int, tie: Tie, rounds: int | None
) -> None:
    """Sums are 1 within 1e-9 and no part is negative; the mirror image of a battle has mirrored odds."""
    field = battle(one, two, tie=tie, rounds=rounds)
    found, mirrored = odds(field), odds(mirror(field))

    assert 1 == pytest.approx(sum(found.win) + found.no_winner + found.missing, abs=1e-12)
    assert 1 == pytest.approx(sum(chance for _, chance in found.endings) + found.missing, abs=1e-12)
    for whole in (found.rounds, *(side.points for side in found.sides)):
        assert whole is not None
        assert 1 == pytest.approx(float(whole.weights.sum()), abs=1e-9)
        assert whole.weights.min() > 0
    assert found.win == pytest.approx(mirrored.win[::-1], abs=1e-13)
    assert found.sides[0].points.mean == pytest.approx(mirrored.sides[1].points.mean, abs=1e-10)
    assert found == odds(field)


def mirror(field: Field) -> Field:
    """The same battle with the sides the other way round."""
    one, two = field.terms.sides
    return replace(
        field, terms=replace(field.terms, sides=(two, one)), start=field.start[::-1], now=field.now[::-1]
    )


def test_a_battle_cut_short_is_stopped() -> None:
    """After one round most battles are undecided, and none has had two."""
    found = odds(battle(60, 55, rounds=1))

    assert found.rounds is not None
    assert {1: pytest.approx(1.0)} == law(found.rounds)
    assert 0.9 < dict(found.endings)["stopped"] == pytest.approx(found.no_winner, abs=1e-12)


@pytest.mark.parametrize(
    ("now", "rounds", "ending", "win"),
    [
        ((9, 20), None, "out-of-action", (0.0, 1.0)),
        ((9, 9), None, "mutual-ruin", (0.0, 0.0)),
        ((20, 20), 0, "stopped", (0.0, 0.0)),
    ],
)
def test_a_battle_that_is_over_has_no_odds_left(
    now: tuple[int, int], rounds: int | None, ending: str, win: tuple[float, float]
) -> None:
    """The end is certain and takes no round (W-3.9)."""
    found = odds(battle(30, 30, now=now, rounds=rounds))

    assert win == found.win
    assert 1.0 == dict(found.endings)[ending]
    assert found.rounds is not None
    assert {0: 1.0} == law(found.rounds)


def test_soldiers_left_are_rounded_down_in_each_outcome() -> None:
    """The mean of the floors, not the floor of the mean (W-3.10)."""
    found = odds(battle(30, 41))
    red, blue = found.sides

    for side, start, units in ((red, 30, (30,)), (blue, 41, (13, 28))):
        for unit, count in zip(side.units, units, strict=True):
            expected = sum(count * n // start * p for n, p in law(side.points).items())
            assert expected == pytest.approx(unit.left_mean, abs=1e-12)


def test_the_odds_before_the_muster_are_those_after_it() -> None:
    """Points are counted by the rules' own function (W-2.6)."""
    field = battle(30, 41)

    assert odds(field) == odds(replace(field, phase="muster", start=(0, 0), now=(0, 0)))


def test_a_replaced_table_is_the_one_that_counts() -> None:
    """With a table that only ever takes a thousand points, the first double ends the battle (W-3.6)."""
    on: Target = "nobody"
    found = odds(battle(30, 30, table=(Row(None, 0, on, 1000), Row(1, None, on, 1000)), tie="nobody"))

    assert law(found.sides[0].points)[0] > 0.3
    assert 1 == pytest.approx(sum(found.win) + found.no_winner, abs=1e-12)
    assert all(character.wounds == 0 for side in found.sides for character in side.characters)


def test_a_handful_against_a_host_is_still_exact() -> None:
    """The grid is long but narrow; the blow of the host goes far below zero and stops there (W-3.5)."""
    found = odds(battle(3, 20_000))

    assert "exact" == found.method
    assert 1 == pytest.approx(sum(found.win) + found.no_winner, abs=1e-12)
    assert found.win[1] > 0.99
    assert law(found.sides[0].points)[0] > 0.99


# Too large to be exact


def test_a_sample_agrees_with_the_exact_odds_and_owns_up() -> None:
    """The same battle both ways: within twice the stated error."""
    exact = odds(battle(230, 226, tie="nobody"))
    found = odds(battle(230, 226, tie="nobody"), exact=0, samples=100_000, seed="7")

    assert ("sampled", 100_000, "7", 0.0) == (found.method, found.samples, found.seed, found.missing)
    assert found.error is not None
    for share, true, half in zip(found.win, exact.win, found.error[0], strict=True):
        assert share == pytest.approx(true, abs=2 * half)
    assert all_means(found) == pytest.approx(all_means(exact), rel=0.03)
    assert ("exact", None, None, None) == (exact.method, exact.samples, exact.seed, exact.error)


def all_means(found: Odds[SideOdds]) -> list[float]:
    """Rounds, points, soldiers and what characters are to expect."""
    assert found.rounds is not None
    means = [found.rounds.mean]
    for side in found.sides:
        character = side.characters[0]
        means += [side.points.mean, *(unit.left_mean for unit in side.units), character.wounds]
        means += [character.lose_advantage, character.lose_all_advantage, character.fear, character.penalty]
    return means


def test_armies_of_a_million_million_are_sampled() -> None:
    """Equal hosts of 10^12 have equal chances, and every soldier is counted."""
    found = odds(battle(10**12, 10**12), samples=20_000)

    assert "sampled" == found.method
    assert found.error is not None
    assert found.win[0] == pytest.approx(0.5, abs=2 * found.error[0][0])
    assert found.sides[0].points.mean == pytest.approx(found.sides[0].units[0].left_mean, rel=1e-9)
    assert odds(battle(10**12, 10**12), samples=20_000) == found


@pytest.mark.slow
def test_nothing_jumps_at_a_thousand_points() -> None:
    """999, 1000 and 1001 on both sides, and three times as many, which is sampled: within 0.2 points."""
    sizes = (999, 1000, 1001)
    wins = [odds(battle(size, size)).win[0] for size in sizes]
    sampled = odds(battle(3000, 3000))

    assert max(wins) - min(wins) < 0.002
    assert "sampled" == sampled.method
    assert sampled.win[0] == pytest.approx(wins[1], abs=0.002)
