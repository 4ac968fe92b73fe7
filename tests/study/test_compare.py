"""Battles changed, and what each modifier is worth."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from voevoda.files.battle import Battle, battle_of
from voevoda.files.document import parse_document
from voevoda.files.problems import BadFile, problem_text
from voevoda.odds import Worth
from voevoda.play.drive import fold
from voevoda.rulebooks.wfrp.rules import Wfrp
from voevoda.study import Change, changed, odds_of, worth_of_each

FORD = """\
rulebook: wfrp
title: The ford
sides:
  - name: Ash
    units: [{name: Pikes, count: 2, equipment: reinforced}]
    ranged: none
  - name: Birch
    units:
      - {name: Axes, count: 4, leader: none, experience: militia}
    ambushed: false
max_rounds: 1
"""


def battle(text: str = FORD) -> Battle:
    """The battle in a text."""
    return battle_of(parse_document(text.encode(), "ford.yaml"))


def worths(before: Battle) -> tuple[Worth, ...]:
    """What each modifier of a battle is worth."""
    return worth_of_each(before, odds_of(before))


def refused(*changes: Change) -> list[str]:
    """The sentences that refuse a change."""
    with pytest.raises(BadFile) as bad:
        changed(battle(), changes)
    return [problem_text("en", problem) for problem in bad.value.problems]


# Changes


def test_a_field_is_set_by_its_path() -> None:
    """By names or by numbers; the battle itself stays as it was."""
    before = battle()

    by_name = changed(before, (Change("sides.Ash.units.Pikes.count", "7"),))
    by_index = changed(before, (Change("sides.0.units.0.count", "7"),))

    assert 7 == by_name.state.terms.sides[0].units[0].count
    assert by_name.state == by_index.state
    assert battle().state == before.state


def test_several_changes_are_one_battle() -> None:
    """In their order; the later one sees what the earlier one has named."""
    changes = (Change("sides.Ash.name", "Oak"), Change("sides.Oak.ranged", "full"), Change("max_rounds", "3"))
    after = changed(battle(), changes).state

    assert ("Oak", Fraction(13, 10), 3) == (
        after.terms.sides[0].name,
        after.terms.sides[0].ranged,
        after.rounds_left,
    )
    assert battle().state == changed(battle(), ()).state


def test_lists_and_tables_can_be_set_in_place() -> None:
    """A value is read like the file."""
    rows = '{rows: [{"on": all-own, damage: 1, wounds: 1}]}'
    after = changed(battle(), (Change("tables.influence", rows), Change("sides.1.characters", "[Grim]")))

    assert ("influence",) == after.state.terms.replaced
    assert ("Grim",) == after.state.terms.sides[1].characters


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("sides.Ahs.ranged", "full", "Ash"),
        ("sides.Ash.units.Pike.count", "3", "Pikes"),
        ("sides.Ash.rangd", "full", "ranged"),
        ("sides.Ash.ranged", "ful", "full"),
        ("sides.7.ranged", "full", "7"),
        ("sides.Ash.units.0.count", "0", "0"),
        ("sides.Ash.units.0.count", "many", "many"),
        ("sides.Ash.name.first", "x", "first"),
        ("sides..ranged", "full", "sides..ranged"),
        ("", "full", ""),
        ("sides.Ash.ranged", "[full", "full"),
        ("sides.Ash.ranged", "", "an empty value"),
        ("rulebook", "wrfp", "wfrp"),
        ("max_rounds", "1e99", "1e99"),
    ],
)
def test_a_wrong_path_or_value_is_refused_with_what_was_meant(path: str, value: str, words: str) -> None:
    """What was given, or what it probably should have been."""
    told = refused(Change(path, value))

    assert any(words in sentence for sentence in told)


def test_one_wrong_change_of_several_is_enough() -> None:
    """Nothing is compared by half."""
    assert refused(Change("max_rounds", "3"), Change("sides.Ash.rangd", "full"))


# Worth


def test_worth_by_hand() -> None:
    """The chance with the modifier less that without it, by the rules themselves and not the engine."""
    without = {
        "sides.Ash.units.Pikes.equipment": FORD.replace(", equipment: reinforced", ""),
        "sides.Birch.units.Axes.leader": FORD.replace("leader: none, ", ""),
    }
    found = worths(battle())

    assert without.keys() == {each.path for each in found}
    for each in found:
        expected = by_rules(FORD)[each.side] - by_rules(without[each.path])[each.side]
        assert float(expected) == pytest.approx(each.worth, abs=1e-9)
        assert each.worth == odds_of(battle()).win[each.side] - each.without.win[each.side]


@cache
def by_rules(text: str) -> tuple[Fraction, ...]:
    """Each side's chance of victory, by every way that the battle can go."""
    state = battle(text).state
    law = fold(Wfrp(), state)

    def chance(name: str) -> Fraction:
        ends = ((Wfrp().finished(end), weight) for end, weight in law)
        return sum((weight for outcome, weight in ends if outcome and outcome.winner == name), Fraction())

    return tuple(chance(side.name) for side in state.terms.sides)


def test_what_says_what_holds_anyway_is_worth_nothing_and_left_out() -> None:
    """``none``, ``militia`` and ``false`` are the defaults: the battle is the same without them."""
    paths = [each.path for each in worths(battle())]

    assert not {"sides.Ash.ranged", "sides.Birch.units.Axes.experience", "sides.Birch.ambushed"} & set(paths)
    assert () == worths(battle(FORD.replace(", equipment: reinforced", "").replace("leader: none, ", "")))


MANY = """\
rulebook: wfrp
title: The ridge
sides:
  - name: Ash
    units:
      - {name: Pikes, count: 20, equipment: reinforced, experience: guard}
      - {name: Boys, count: 3, experience: green}
    ranged: full
    ambushed: true
  - name: Birch
    units: [{name: Axes, count: 30, size: large}]
    conditions: 1.5
    manoeuvre: countered
"""


def test_those_worth_most_come_first() -> None:
    """Whether they help or harm; each has its side, and what the file says."""
    found = worths(battle(MANY))
    sizes = [abs(each.worth) for each in found]

    assert sorted(sizes, reverse=True) == sizes
    assert 8 == len(found)
    by_path = {each.path: each for each in found}
    assert (True, 0) == (by_path["sides.Ash.ambushed"].given, by_path["sides.Ash.ambushed"].side)
    assert (Fraction(3, 2), 1) == (
        by_path["sides.Birch.conditions"].given,
        by_path["sides.Birch.conditions"].side,
    )
    assert by_path["sides.Ash.ambushed"].worth < 0 < by_path["sides.Ash.ranged"].worth
    assert by_path["sides.Ash.units.Boys.experience"].worth < 0 < by_path["sides.Birch.units.Axes.size"].worth


def test_each_is_left_out_alone() -> None:
    """The odds without one are those of the file without that one line."""
    found = {each.path: each for each in worths(battle(MANY))}
    for path, text in (
        ("sides.Ash.ranged", MANY.replace("    ranged: full\n", "")),
        ("sides.Birch.units.Axes.size", MANY.replace(", size: large", "")),
    ):
        assert odds_of(battle(text)).win == found[path].without.win


def test_a_table_in_place_stays_and_is_no_modifier() -> None:
    """It has words like those of modifiers nowhere that counts."""
    rows = '{rows: [{"on": all-own, damage: 1, wounds: 1}]}'
    before = changed(battle(), (Change("tables.influence", rows),))

    found = worths(before)

    assert 2 == len(found)
    assert all(not each.path.startswith("tables") for each in found)
    usual = {each.path: each.without.win for each in worths(battle())}
    assert all(usual[each.path] != each.without.win for each in found)


def test_a_modifier_is_also_what_was_set() -> None:
    """A change adds the field, and it is worth something like one of the file's."""
    before = changed(battle(), (Change("sides.Birch.ranged", "full"),))

    assert "sides.Birch.ranged" in {each.path for each in worths(before)}


def test_of_a_battle_already_decided_nothing_is_worth_anything() -> None:
    """The higher side wins whatever is left out."""
    before = battle(MANY.replace("count: 30", "count: 900000"))
    found = worths(before)

    assert found
    assert {True} == {abs(each.worth) < 1e-9 for each in found}


def test_a_modifier_without_which_nobody_could_fight_is_left_out() -> None:
    """A side of half a point has no battle."""
    before = battle(FORD.replace("count: 2, equipment: reinforced", "count: 1, size: large, leader: none"))

    paths = [each.path for each in worths(before)]

    assert ["sides.Ash.units.Pikes.leader"] == [path for path in paths if "Pikes" in path]


def test_samples_and_seed_reach_every_column() -> None:
    """The same twice, with as many battles as were asked for."""
    before = battle(MANY.replace("count: 20", "count: 2000").replace("count: 30", "count: 2900"))
    odds = odds_of(before, 500, "x")
    found: Any = [worth_of_each(before, odds, 500, "x") for _ in range(2)]

    assert ("sampled", 500, "x") == (odds.method, odds.samples, odds.seed)
    assert [each.worth for each in found[0]] == [each.worth for each in found[1]]
    assert {("sampled", 500, "x")} == {
        (each.without.method, each.without.samples, each.without.seed) for each in found[0]
    }
