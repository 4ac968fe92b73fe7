"""The example battles, and what a battle file of wfrp is refused for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.rulebooks.wfrp.armies import EXAMPLES, battle, example
from voevoda.files.problems import BadFile, problem_text
from voevoda.i18n import LANGUAGES, Language, text
from voevoda.rulebooks.wfrp.rules import starting_points
from voevoda.rulebooks.wfrp.state import Terms

COPIES = Path(__file__).parents[3] / "examples" / "wfrp"
NAMES = sorted(path.name for path in EXAMPLES.iterdir())

BATTLE = """
rulebook: wfrp
title: Trial
sides:
  - {name: Ash, units: [{name: Men, count: 12}], characters: [Anna]}
  - {name: Birch, units: [{name: Men, count: 8}]}
"""


def problems(text_: str) -> list[tuple[str, str]]:
    """The key and the field of everything that is wrong with a battle file."""
    with pytest.raises(BadFile) as bad:
        _ = battle(text_)
    for problem in bad.value.problems:
        assert all(text(lang, problem.key, problem.facts) for lang in LANGUAGES)
    return [(problem.key, problem.field) for problem in bad.value.problems]


def test_the_examples_of_the_repository_are_those_of_the_package() -> None:
    """`voevoda new wfrp --example NAME` gives the same file."""
    assert NAMES == sorted(path.name for path in COPIES.iterdir())
    assert [] == [name for name in NAMES if (EXAMPLES / name).read_bytes() != (COPIES / name).read_bytes()]


def shape(terms: Terms) -> Terms:
    """The terms with every name taken out."""
    one, two = (
        replace(
            side,
            name="",
            units=tuple(replace(unit, name="") for unit in side.units),
            characters=("",) * len(side.characters),
        )
        for side in terms.sides
    )
    return replace(terms, title="", sides=(one, two))


@pytest.mark.parametrize(
    "name", [name.removesuffix(".yaml") for name in NAMES if not name.endswith(".ru.yaml")]
)
def test_an_example_is_the_same_battle_in_both_languages(name: str) -> None:
    """Only names and comments differ."""
    assert shape(example(name).terms) == shape(example(f"{name}.ru").terms)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("tunnels", (30, 41)),
        ("ridge", (63, 81)),
        ("stand", (79, 75)),
        ("tollgate", (42, 38)),
        ("rivers", (95, 90)),
        ("ford", (34, 40)),
    ],
)
def test_the_examples_have_the_points_worked_out_by_hand(name: str, expected: tuple[int, int]) -> None:
    """Ridge: (24 + 8 × 0.5) × 1.5 × 1.5 against (54 + 6 × 1.5 × 1.5) × 1.2 and so on."""
    assert expected == starting_points(example(name).terms)


def test_every_feature_of_the_rules_is_in_some_example() -> None:
    """Small and large men, characters on both sides, good ground, thousands scaled down, other readings."""
    fields = [example(name.removesuffix(".yaml")) for name in NAMES]
    sides = [side for field in fields for side in field.terms.sides]

    assert {"1/2", "1", "2", "4"} == {str(unit.size) for side in sides for unit in side.units}
    assert any(all(side.characters for side in field.terms.sides) for field in fields)
    assert {"1", "6/5", "3/2", "2"} == {str(side.conditions) for side in sides}
    assert {"as_printed", "scaled"} == {field.terms.readings.large_armies for field in fields}
    assert {"higher_points", "nobody"} == {field.terms.readings.tie for field in fields}
    assert {"per_level", "flat"} == {field.terms.readings.sl_bonus for field in fields}
    assert {None, 6, 8} == {field.rounds_left for field in fields}


def test_what_is_left_out_counts_once() -> None:
    """Average, militia, standard, with a leader; no advantage, no end."""
    field = battle(BATTLE).state

    assert (12, 8) == starting_points(field.terms)
    assert (None, ()) == (field.rounds_left, field.terms.replaced)


@pytest.mark.parametrize(
    ("given", "instead", "expected"),
    [
        ("count: 12", "count: 0", ("files.range", "sides.Ash.units.Men.count")),
        ("count: 12", "count: 1000000000001", ("files.range", "sides.Ash.units.Men.count")),
        ("count: 12", "count: 2.5", ("files.whole", "sides.Ash.units.Men.count")),
        ("count: 12", "count: 12, experience: 2.5", ("files.steps", "sides.Ash.units.Men.experience")),
        ("count: 12", "count: 12, equipment: plain", ("files.steps", "sides.Ash.units.Men.equipment")),
        ("count: 12", "count: 12, leader: 2", ("files.steps", "sides.Ash.units.Men.leader")),
        ("count: 12", "count: 12, size: 2", ("files.options", "sides.Ash.units.Men.size")),
        ("count: 12", "count: 12, sise: large", ("files.unknown", "sides.Ash.units.Men.sise")),
        ("name: Birch", "name: Ash", ("files.same_name", "sides.Ash.name")),
        ("name: Birch", "name: Birch, characters: [Anna]", ("files.same_name", "sides.Birch.characters.0")),
        ("name: Birch", "name: Birch, conditions: 2.1", ("files.range", "sides.Birch.conditions")),
        ("name: Birch", "name: Birch, conditions: 0.9", ("files.range", "sides.Birch.conditions")),
        ("name: Birch", "name: Birch, ranged: 1.3", ("files.options", "sides.Birch.ranged")),
        ("name: Birch", "name: Birch, ambushed: 1", ("files.type", "sides.Birch.ambushed")),
        ("title: Trial", "title: Trial\nmax_rounds: 0", ("files.range", "max_rounds")),
        ("title: Trial", "title: Trial\nreadings: {tie: coin}", ("files.options", "readings.tie")),
        ("title: Trial", "title: Trial\ntables: {wounds: w.yaml}", ("files.table.unknown", "tables.wounds")),
    ],
)
def test_a_wrong_field_is_named(given: str, instead: str, expected: tuple[str, str]) -> None:
    """One message, for the field that is wrong."""
    assert [expected] == problems(BATTLE.replace(given, instead, 1))


def test_two_sides_are_needed() -> None:
    """Neither one nor three."""
    one = BATTLE[: BATTLE.index("  - {name: Birch")]

    assert [("files.few", "sides")] == problems(one)
    assert [("files.many", "sides")] == problems(
        BATTLE + "  - {name: Cedar, units: [{name: Men, count: 1}]}\n"
    )


def test_a_side_names_no_more_than_a_table_can_live_with() -> None:
    """Five hundred units and a hundred characters; with thousands, a battle would take minutes."""
    men, people = "{name: Men, count: 12}", "Anna"
    units = [", ".join(f"{{name: Men {n}, count: 1}}" for n in range(size)) for size in (500, 501)]
    names = [", ".join(f"Anna {n}" for n in range(size)) for size in (100, 101)]

    assert 500 == len(battle(BATTLE.replace(men, units[0]).replace(people, names[0])).model.sides[0].units)
    assert [("files.many", "sides.Ash.units"), ("files.many", "sides.Ash.characters")] == problems(
        BATTLE.replace(men, units[1]).replace(people, names[1])
    )


@pytest.mark.parametrize("arm", ["ranged", "manoeuvre"])
@pytest.mark.clause("W-2.5")
def test_both_sides_cannot_have_the_same_advantage(arm: str) -> None:
    """Without a clear advantage it is left out, even if one is the greater."""
    both = BATTLE.replace("name: Ash", f"name: Ash, {arm}: full").replace(
        "name: Birch", f"name: Birch, {arm}: countered"
    )

    assert [("wfrp.error.both", f"sides.Birch.{arm}")] == problems(both)


@pytest.mark.clause("W-2.6")
def test_less_than_a_point_cannot_fight() -> None:
    """One green recruit without a leader is a quarter of a point."""
    weak = BATTLE.replace("count: 8", "count: 1, experience: green, leader: none")

    assert [("wfrp.error.no_points", "sides.Birch.units")] == problems(weak)


ROWS = """
tables:
  influence:
    rows:
      - {to: 0, on: all-own, wounds: 2, damage: 4}
      - {from: 1, to: 50, on: nobody, damage: 1}
      - {from: 51, on: one-enemy, penalty: -10, damage: 4}
"""


@pytest.mark.parametrize(
    ("given", "instead", "expected"),
    [
        ("{to: 0,", "{from: -9, to: 0,", ("wfrp.error.first_row", "tables.influence.rows.0.from")),
        ("from: 1,", "from: 2,", ("wfrp.error.row", "tables.influence.rows.1.from")),
        ("from: 1,", "from: 0,", ("wfrp.error.row", "tables.influence.rows.1.from")),
        ("from: 1, to: 50", "from: 1, to: 0", ("wfrp.error.upside_down", "tables.influence.rows.1.to")),
        ("from: 1, to: 50", "from: 1", ("wfrp.error.open_row", "tables.influence.rows.2.from")),
        ("from: 51,", "from: 51, to: 99,", ("wfrp.error.last_row", "tables.influence.rows.2.to")),
        ("wounds: 2", "wounds: 1d1", ("wfrp.error.wounds", "tables.influence.rows.0.wounds")),
        ("wounds: 2", "wounds: 99d6", ("wfrp.error.wounds", "tables.influence.rows.0.wounds")),
        ("wounds: 2, ", "", ("wfrp.error.idle_row", "tables.influence.rows.0.on")),
        ("on: nobody", "on: nobody, fear: 1", ("wfrp.error.nobody_row", "tables.influence.rows.1.on")),
        ("damage: 1}", "}", ("files.required", "tables.influence.rows.1.damage")),
    ],
)
@pytest.mark.clause("W-4")
def test_a_replaced_table_is_checked_as_strictly(given: str, instead: str, expected: tuple[str, str]) -> None:
    """No gap, no overlap, no end, and no row that says nothing."""
    assert ("influence",) == battle(BATTLE + ROWS).state.terms.replaced
    assert [expected] == problems(BATTLE + ROWS.replace(given, instead, 1))


@pytest.mark.parametrize(
    ("given", "instead", "lang", "expected"),
    [
        ("name: Birch", "name: Birch, ranged: countered", "en", 'The second claim is "countered"'),
        ("name: Birch", "name: Birch, ranged: countered", "ru", 'У второй дано: "countered"'),
        ("from: 1,", "from: 2,", "en", "given: 2."),
        ("from: 1, ", "", "en", "given: an empty value."),
        ("from: 1, ", "", "ru", "дано: пустое значение."),
        ("wounds: 2", "wounds: [1, 2]", "en", "given: a list."),
        ("wounds: 2", "wounds: [1, 2]", "ru", "дано: список."),
        ("wounds: 2", "wounds: ", "ru", "дано: пустое значение."),
    ],
)
def test_a_refusal_says_what_stands_in_the_field(
    given: str, instead: str, lang: Language, expected: str
) -> None:
    """The value at the place that it names, and in the language of the person."""
    file = BATTLE.replace("name: Ash", "name: Ash, ranged: full") + ROWS
    with pytest.raises(BadFile) as bad:
        _ = battle(file.replace(given, instead, 1))

    (told,) = [problem_text(lang, problem) for problem in bad.value.problems]
    assert expected in told
