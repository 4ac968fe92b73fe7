"""What a battle file of gurps is refused for, what it leaves out, and its house tables."""

from __future__ import annotations

import pytest

from tests.rulebooks.gurps.forces import BOOKS, battle, day, file_of
from voevoda.files.problems import BadFile
from voevoda.files.tables import house_table
from voevoda.rulebooks.gurps.book import BOOK
from voevoda.rulebooks.gurps.state import Inherited, Leader
from voevoda.rulebooks.gurps.strength import force_ts


def problems(text: str) -> list[tuple[str, str]]:
    """The key and the field of everything that is wrong with a battle file."""
    with pytest.raises(BadFile) as bad:
        _ = battle(text)
    return [(problem.key, problem.field) for problem in bad.value.problems]


def units(unit: str) -> str:
    """The units of a side that has one man too and this unit."""
    return f"units: [{{name: Men, count: 100}}, {{name: B, count: 100, {unit}}}]"


def test_what_is_left_out() -> None:
    """Average foot without armour; TL3; a deputy of 8; nobody attacks; no siege."""
    ash = day().terms.sides[0]
    unit = ash.units[0]

    assert ("infantry", "none", "none", "average", 3) == (
        unit.arms,
        unit.armour,
        unit.missile,
        unit.quality,
        unit.battles,
    )
    assert (3, "meets", Leader(8, 8), 0, Inherited()) == (
        ash.tech_level,
        ash.role,
        ash.deputy,
        ash.plan,
        ash.inherited,
    )
    assert (False, True, False, 0) == (
        day().terms.siege,
        day().terms.assault,
        day().terms.catastrophes,
        day().terms.fierce,
    )
    character = day("characters: [{name: X, battle: 12}]").terms.sides[0].characters[0]
    assert (0, 0, 10, 0, None, False, None) == (
        character.risk,
        character.dr,
        character.hp,
        character.reputation,
        character.commands,
        character.leads_force,
        character.unit,
    )


@pytest.mark.parametrize(
    ("ash", "expected"),
    [
        (units("arms: knights"), ("files.options", "sides.Ash.units.B.arms")),
        (units("armor: heavy"), ("files.unknown", "sides.Ash.units.B.armor")),
        (units("pieces: 4"), ("gurps.error.pieces", "sides.Ash.units.B.pieces")),
        (units("stirrups: false"), ("gurps.error.stirrups", "sides.Ash.units.B.stirrups")),
        (units("missile: firearm"), ("gurps.error.firearm_tech", "sides.Ash.units.B.missile")),
        (units("quality: elite, battles: 3"), ("gurps.error.quality", "sides.Ash.units.B.quality")),
        (units("special: [cavalry]"), ("gurps.error.known_kind", "sides.Ash.units.B.special.0")),
        (units("special: [undead, undead]"), ("gurps.error.twice", "sides.Ash.units.B.special.1")),
        (units("counters: [dragons]"), ("gurps.error.no_kind", "sides.Ash.units.B.counters.0")),
        (
            units("counters: [cavalry], missile: bow"),
            ("gurps.error.serves_as", "sides.Ash.units.B.serves_as"),
        ),
        (units("serves_as: special"), ("gurps.error.serves_as_idle", "sides.Ash.units.B.serves_as")),
        (units("weapon: light-tank"), ("gurps.error.weapon_tech", "sides.Ash.units.B.weapon")),
        (
            "tech_level: 6\n" + units("weapon: helicopter"),
            ("gurps.error.weapon_tech", "sides.Ash.units.B.weapon"),
        ),
        ("units: [{name: force, count: 10}]", ("gurps.error.force_name", "sides.Ash.units.force.name")),
        ("units: [{name: A, count: 0}]", ("files.range", "sides.Ash.units.A.count")),
        ("units: [{name: A, count: 100, ts: 0}]", ("gurps.error.no_strength", "sides.Ash.units")),
        (
            "units: [{name: A, count: 100}, {name: A, count: 1}]",
            ("files.same_name", "sides.Ash.units.A.name"),
        ),
        ("units: []", ("files.few", "sides.Ash.units")),
        ("tech_level: 17", ("files.range", "sides.Ash.tech_level")),
        ("plan: 4", ("files.range", "sides.Ash.plan")),
        ("referee: [{why: fog, value: 6}]", ("files.range", "sides.Ash.referee.0.value")),
        ("referee: [{value: 2}]", ("files.required", "sides.Ash.referee.0.why")),
        ("role: attacker", ("gurps.error.roles", "sides.Birch.role")),
        ("position: [{kind: works}]", ("gurps.error.not_defender", "sides.Ash.position")),
        ("circumstances: [foraging, foraging]", ("gurps.error.twice", "sides.Ash.circumstances.1")),
        (
            "circumstances: [complete-surprise, partial-surprise]",
            ("gurps.error.surprises", "sides.Ash.circumstances.1"),
        ),
        ("circumstances: [foraging, no-supplies]", ("gurps.error.supplies", "sides.Ash.circumstances.1")),
        ("morale: [spy-net, spy-net]", ("gurps.error.twice", "sides.Ash.morale.1")),
        ("morale: [spy-net, spy-net-deadly]", ("gurps.error.spy_nets", "sides.Ash.morale.1")),
        ("missions: [{kind: rumours, skill: 12}]", ("files.options", "sides.Ash.missions.0.kind")),
        ("seer: {skill: 12, strategy: 9, belief: half}", ("files.options", "sides.Ash.seer.belief")),
        ("seer: {skill: 12}", ("files.required", "sides.Ash.seer.strategy")),
        ("extra_pay: -1", ("files.range", "sides.Ash.extra_pay")),
        ("commander: {name: Ada}", ("files.required", "sides.Ash.commander.strategy")),
        ("characters: [{name: X, battle: 12, risk: 4}]", ("files.range", "sides.Ash.characters.X.risk")),
        ("characters: [{name: X, battle: 12, risk: -4}]", ("files.range", "sides.Ash.characters.X.risk")),
        ("characters: [{name: X, battle: 12, hp: 0}]", ("files.range", "sides.Ash.characters.X.hp")),
        (
            "characters: [{name: X, battle: 12, commands: Axes}]",
            ("gurps.error.no_unit", "sides.Ash.characters.X.commands"),
        ),
        (
            "characters: [{name: X, battle: 12, unit: force}]",
            ("gurps.error.no_unit", "sides.Ash.characters.X.unit"),
        ),
        (
            "characters: [{name: X, battle: 12, commands: Men, unit: Men}]",
            ("gurps.error.commands_and_serves", "sides.Ash.characters.X.unit"),
        ),
        (
            "characters: [{name: X, battle: 12, commands: force}, {name: Y, battle: 12, commands: force}]",
            ("gurps.error.two_commanders", "sides.Ash.characters.Y.commands"),
        ),
    ],
)
@pytest.mark.clause("G-2.3")
def test_a_wrong_field_of_a_side_is_named(ash: str, expected: tuple[str, str]) -> None:
    """One message, for the field that is wrong."""
    assert [expected] == problems(file_of(ash))


@pytest.mark.parametrize(
    ("birch", "expected"),
    [
        ("position: [{kind: passage}]", ("gurps.error.passage", "sides.Birch.position.0.value")),
        ("position: [{kind: passage, value: 9}]", ("files.range", "sides.Birch.position.0.value")),
        ("position: [{kind: higher-ground, value: -2}]", ("files.range", "sides.Birch.position.0.value")),
        (
            "position: [{kind: castle, value: 9}]",
            ("gurps.error.position_value", "sides.Birch.position.0.value"),
        ),
        ("position: [{kind: works}, {kind: works}]", ("gurps.error.twice", "sides.Birch.position.1")),
        (
            "position: [{kind: gentle-slope}, {kind: steep-slope}]",
            ("gurps.error.slopes", "sides.Birch.position.1"),
        ),
        (
            "position: [{kind: manor}]\ncircumstances: [home-ground]",
            ("gurps.error.home_fortified", "sides.Birch.circumstances.0"),
        ),
    ],
)
@pytest.mark.clause("G-4.1", "G-6.1")
def test_a_wrong_position_is_named(birch: str, expected: tuple[str, str]) -> None:
    """Only the defender has one; two slopes are none."""
    assert [expected] == problems(file_of("role: attacker", f"role: defender\n{birch}"))


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("assault: false", ("gurps.error.no_siege", "assault")),
        ("siege: true", ("gurps.error.siege_roles", "siege")),
        ("fierce: -1", ("files.range", "fierce")),
        ("next_day: [{side: Cedar}]", ("gurps.error.no_side", "next_day.0.side")),
        ("next_day: [{side: Ash}, {side: Ash}]", ("gurps.error.twice", "next_day.1.side")),
        ("readings: {luck: often}", ("files.options", "readings.luck")),
        ("tables: {loses: l.yaml}", ("files.table.unknown", "tables.loses")),
    ],
)
def test_a_wrong_field_at_the_top_is_named(more: str, expected: tuple[str, str]) -> None:
    """As any other."""
    assert [expected] == problems(file_of("", "", more))


@pytest.mark.clause("G-10.1")
def test_tactics_may_be_left_out_only_where_nobody_asks_for_them() -> None:
    """199 people ask, 200 do not."""
    ada = "commander: {name: Ada, strategy: 12}"
    few = file_of(ada, units=("{name: Men, count: 99}", "{name: Men, count: 100}"))

    assert None is day(ada).terms.sides[0].commander.tactics
    assert [("gurps.error.tactics", "sides.Ash.commander.tactics")] == problems(few)


def test_two_characters_of_a_battle_have_two_names() -> None:
    """Also on both sides."""
    one = "characters: [{name: X, battle: 12}]"

    assert [("files.same_name", "sides.Birch.characters.X.name")] == problems(file_of(one, one))


def test_three_million_men_of_a_thousand_are_exact() -> None:
    """3,000,000,000; against as many less one man the ratio is over 1."""
    state = day(units=("{name: Men, count: 3000000, ts: 1000}", "{name: Men, count: 2999999, ts: 1000}"))
    one, two = (force_ts(state.terms.tables, side, side.units) for side in state.terms.sides)

    assert 3 * 10**9 == one
    assert 1000 == one - two


# Warnings


def warned(ash: str = "", birch: str = "", **more: tuple[str, str]) -> list[str]:
    """The keys of what a person is warned of."""
    return [note.key.removeprefix("gurps.warning.") for note in BOOK.warnings(day(ash, birch, **more))]


@pytest.mark.clause("G-1.1")
@pytest.mark.parametrize(
    ("men", "expected"), [(10, []), (500, []), (501, ["unit_size"]), (9, ["unit_size", "below_scale"])]
)
def test_units_of_unusual_size(men: int, expected: list[str]) -> None:
    """10 to 500 men; a force under ten is below the scale of these rules."""
    own = f"{{name: Men, count: {men}, ts: {100 if men < 100 else 1}}}"

    assert expected == [key for key in warned(units=(own, "{name: Men, count: 300}")) if key != "hopeless"]


def test_a_force_of_named_heroes_is_below_the_scale() -> None:
    """Eight of them against 25."""
    heroes = ", ".join(f"{{name: H{number}, battle: 15, unit: Heroes}}" for number in range(12))

    assert ["below_scale"] == warned(
        f"units: [{{name: Heroes, count: 12, ts: 5}}]\ncharacters: [{heroes}]",
        "units: [{name: Bandits, count: 40}]",
    )


@pytest.mark.clause("G-1.4")
def test_weapons_out_of_their_time() -> None:
    """A chariot at TL3, a ballista at TL6; and none of both in their time."""
    assert ["weapon_tech"] == warned("units: [{name: C, count: 100, weapon: light-chariot, pieces: 1}]")
    assert [] == warned("units: [{name: C, count: 100, weapon: small-ballista, pieces: 1}]")
    assert "weapon_tech" in warned(
        "tech_level: 6\nunits: [{name: C, count: 100, weapon: small-ballista, pieces: 1}]"
    )


@pytest.mark.clause("G-10.2")
def test_a_hopeless_contest_is_told_of() -> None:
    """More than 15 between them; or a skill under 3."""
    assert [] == warned("commander: {name: Ada, strategy: 20}", "commander: {name: Bo, strategy: 5}")
    assert ["hopeless"] == warned(
        "commander: {name: Ada, strategy: 20}", "commander: {name: Bo, strategy: 4}"
    )
    assert ["low_skill"] == warned("commander: {name: Ada, strategy: 2}")


# House tables


@pytest.mark.parametrize("table", sorted(BOOK.table_models))
def test_a_house_table_may_stand_in_the_file_itself(table: str) -> None:
    """And is no longer the house's."""
    inner = "\n".join(f"    {line}" for line in house_table("gurps", table).splitlines())
    state = battle(file_of("", "", f"tables:\n  {table}:\n{inner}")).state

    assert (table,) == state.terms.replaced
    assert day().terms.tables == state.terms.tables


@pytest.mark.parametrize(
    ("table", "given", "instead", "expected"),
    [
        ("strength", "base: 1", "base: one", ("files.whole", "base")),
        ("strength", "heavy: 3}", "heavy: 3, plate: 5}", ("files.unknown", "armour.plate")),
        ("strength", "from: 5,", "from: 6,", ("gurps.error.row", "firearms.1.from")),
        ("strength", "ts: TL", "ts: TS", ("files.whole_or", "firearms.4.ts")),
        ("strength", "from: 8,", "from: 8, to: 9,", ("gurps.error.last_row", "firearms.4.to")),
        ("weapons", "elephant: 100\n", "", ("files.required", "elephant")),
        ("weapons", "elephant: 100", "elephant: -1", ("files.range", "elephant")),
        ("quality", "quality: raw", "quality: green", ("gurps.error.quality_row", "rows.0.quality")),
        ("quality", "battles: 1,", "battles: 0,", ("gurps.error.quality_battles", "rows.1.battles")),
        ("quality", "battles: 0,", "battles: 1,", ("gurps.error.first_row", "rows.0.battles")),
        ("catastrophes", "to: 13,", "from: 3, to: 13,", ("gurps.error.first_open", "rows.0.from")),
        ("catastrophes", "from: 15,", "from: 16,", ("gurps.error.row", "rows.2.from")),
        ("catastrophes", "from: 14, to: 14", "from: 14, to: 13", ("gurps.error.upside_down", "rows.1.to")),
        ("catastrophes", "from: 17, to: 17", "from: 17", ("gurps.error.open_row", "rows.5.from")),
        ("catastrophes", "from: 18,", "from: 18, to: 18,", ("gurps.error.last_row", "rows.5.to")),
        ("wounds", "A: 1d+2", "A: d+2", ("gurps.error.blows", "rows.0.A")),
        ("wounds", "from: 4,", "from: 5,", ("gurps.error.row", "rows.1.from")),
        ("losses", "lost: 4d+59", "lost: 5d", ("gurps.error.share", "rows.0.lost")),
        ("losses", "row: 0,", "row: 1,", ("gurps.error.row", "rows.20.row")),
    ],
)
@pytest.mark.clause("G-1.3", "G-1.6", "G-8", "G-9.3", "G-13.2")
def test_a_replaced_table_is_checked_as_strictly(
    table: str, given: str, instead: str, expected: tuple[str, str]
) -> None:
    """No gap, no overlap, no missing row."""
    text = house_table("gurps", table)
    assert given in text
    inner = "\n".join(f"    {line}" for line in text.replace(given, instead, 1).splitlines())
    key, field = expected

    assert (key, f"tables.{table}.{field}") in problems(file_of("", "", f"tables:\n  {table}:\n{inner}"))


def test_a_replaced_table_acts() -> None:
    """Men of 2, veterans of one battle, a catastrophe every day."""
    more = """
tables:
  catastrophes: {rows: [{effect: commander-falls}]}
catastrophes: true
"""
    course_state = battle(file_of("", "", more)).state

    assert "commander-falls" == course_state.terms.tables.catastrophe(3)
    assert {"gurps"} == set(BOOKS)
