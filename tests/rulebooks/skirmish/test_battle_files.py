"""What stands on a battle card, and what one is refused for (C-1)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebooks.skirmish.fights import (
    FIRM,
    GRIM,
    TRAPPED,
    Filled,
    fight_of,
    file_of,
    man,
    problem,
    side,
)
from voevoda.rulebooks.skirmish.setup import ReadingsModel, SkirmishFile
from voevoda.rulebooks.skirmish.state import MOST_FIGHTERS, Mode, Readings, Trait

ARCHER = man(
    "Стрелок",
    tactics={"value": 8, "style": 2},
    modes={
        "dense": {"value": 4, "priority": 3, "weapon": "кастет"},
        "close": {"value": 4, "priority": 2, "weapon": "меч"},
        "short": {"value": 5, "priority": 4, "weapon": "нож"},
        "medium": {
            "value": 12,
            "style": 2,
            "priority": 1,
            "weapon": "лук",
            "ammunition": "normal",
            "carried": 20,
            "damage": 7,
        },
    },
    death_threshold=-20,
    on_defeat=FIRM,
    wants=["out", "retreat"],
    extra=["rescue", "stealth", "disguise"],
)


def cards(*fighters: Filled, **more: Any) -> Filled:
    """A file with these fighters against one plain man."""
    return file_of(side("Ash", *fighters, **more), side("Birch"))


@pytest.mark.clause("C-1")
def test_a_whole_card() -> None:
    """Everything that the printed one has; the modes stand in the order of their priorities."""
    (card,) = fight_of(cards(ARCHER)).terms.sides[0].cards

    assert (
        Mode("medium", 12, 2, 7, "лук", "normal", 20),
        Mode("close", 4, 0, 6, "меч"),
        Mode("dense", 4, 0, 6, "кастет"),
        Mode("short", 5, 0, 6, "нож"),
    ) == card.modes
    assert (Trait(8, 2), Trait(5), Trait(5)) == (card.tactics, card.defence, card.composure)
    assert (20, -20, 4) == (card.state, card.death_threshold, card.action_points)
    assert (True, False, ("out", "retreat")) == (card.retreat, card.surrender, card.wants)
    assert (True, ("rescue", "stealth", "disguise")) == (card.rescues, card.extra)


@pytest.mark.clause("C-1")
def test_what_is_left_out() -> None:
    """No style, one mode is priority 1, both ways out on defeat, nothing sought, no leader, no goal."""
    one, _ = fight_of(cards(man("A"))).terms.sides
    (card,) = one.cards

    assert (Mode("close", 6, 0, 6),) == card.modes
    assert (True, True, (), ()) == (card.retreat, card.surrender, card.wants, card.extra)
    assert (None, "none") == (one.leader, one.goal)


@pytest.mark.clause("C-1")
def test_several_with_the_same_card_are_numbered() -> None:
    """One alone keeps the plain name; the leader is named with his number."""
    one, _ = fight_of(cards(man("Волк", count=3), man("Вожак", count=1), leader="Волк 2")).terms.sides

    assert ["Волк 1", "Волк 2", "Волк 3", "Вожак"] == [name for name, _ in one.fighters()]
    assert ("Волк 2", 4) == (one.leader, one.heads)


@pytest.mark.clause("C-1")
def test_style_points_may_use_up_the_action_points() -> None:
    """But no more: wherever they are put."""
    styles = {name: {"value": 5, "style": 1} for name in ("tactics", "defence", "composure")}
    modes = {"close": {"value": 6, "style": 1}}

    assert 4 == fight_of(cards(man("A", **styles, modes=modes))).terms.sides[0].cards[0].action_points
    found = problem(cards(man("A", **styles, modes=modes, action_points=3)))
    assert ("skirmish.error.style", 4, 3) == (found.key, found.facts["points"], found.facts["most"])
    assert "sides.Ash.fighters.A.action_points" == found.field


@pytest.mark.clause("C-1")
@pytest.mark.parametrize(
    ("priorities", "found"),
    [((1, 3), (1, 3)), ((1, 1), (1, 1)), ((2, 3), (2, 3)), ((3, 2), (2, 3)), ((5, 1), (1, 5))],
)
def test_priorities_run_from_1_without_gaps_or_repeats(
    priorities: tuple[int, int], found: tuple[int, int]
) -> None:
    """Over the modes that are filled in."""
    modes = {
        name: {"value": 5, "priority": each} for name, each in zip(("dense", "long"), priorities, strict=True)
    }
    wrong = problem(cards(man("A", modes=modes)))

    assert ("skirmish.error.priorities", found, 2) == (wrong.key, wrong.facts["found"], wrong.facts["n"])
    assert "sides.Ash.fighters.A.modes" == wrong.field


@pytest.mark.clause("C-1")
def test_a_number_alone_is_a_value() -> None:
    """For two modes it leaves both the first, which cannot be."""
    assert "skirmish.error.priorities" == problem(cards(man("A", modes={"dense": 5, "close": 6}))).key


@pytest.mark.clause("C-9.4")
@pytest.mark.parametrize(
    ("on_defeat", "goal", "refused"),
    [(GRIM, "none", True), (GRIM, "cross", False), (FIRM, "none", False), (TRAPPED, "none", False)],
)
def test_who_rescues_must_have_a_way_off_the_field(on_defeat: Filled, goal: str, refused: bool) -> None:
    """Retreat, surrender, or a goal across the field."""
    data = cards(man("A"), man("B", on_defeat=on_defeat, extra=["rescue"]), goal=goal)

    if refused:
        found = problem(data)
        assert ("skirmish.error.rescue", "B") == (found.key, found.facts["who"])
        assert "sides.Ash.fighters.B.extra" == found.field
    else:
        assert fight_of(data).terms.sides[0].cards[1].rescues


@pytest.mark.clause("C-1")
@pytest.mark.parametrize(
    ("fighter", "key", "field"),
    [
        (man("A", modes={}), "skirmish.error.no_mode", "modes"),
        (man("A", modes={"long": "x"}), "files.whole", "modes.long"),
        (man("A", modes={"longer": 5}), "files.unknown", "modes.longer"),
        (man("A", modes={"close": {"value": 5, "priority": 6}}), "files.range", "modes.close.priority"),
        (man("A", modes={"close": {"value": 5, "damage": -1}}), "files.range", "modes.close.damage"),
        (
            man("A", modes={"close": {"value": 5, "carried": -1, "ammunition": "normal"}}),
            "files.range",
            "modes.close.carried",
        ),
        (
            man("A", modes={"close": {"value": 5, "ammunition": "lots"}}),
            "files.options",
            "modes.close.ammunition",
        ),
        (man("A", tactics="eight"), "files.whole", "tactics"),
        (man("A", tactics=1001), "files.range", "tactics"),
        (man("A", tactics={"value": 5, "style": -1}), "files.range", "tactics.style"),
        (man("A", tactics={"style": 1}), "files.required", "tactics.value"),
        (man("A", defence=None), "files.whole", "defence"),
        (man("A", count=0), "files.range", "count"),
        (man("A", count=501), "files.range", "count"),
        (man("A", state=-1), "files.range", "state"),
        (man("A", death_threshold=1), "files.range", "death_threshold"),
        (man("A", damage=None), "skirmish.error.no_damage", "modes.close"),
        (man("A", wants=["victory"]), "files.options", "wants.0"),
        (man("A", wants=["out", "retreat", "out"]), "skirmish.error.twice", "wants.2"),
        (man("A", extra=["rescue", "rescue"]), "skirmish.error.twice", "extra.1"),
        (man("A", on_defeat={"flee": True}), "files.unknown", "on_defeat.flee"),
    ],
)
def test_what_a_card_is_refused_for(fighter: Filled, key: str, field: str) -> None:
    """At its place, by the words of the file."""
    found = problem(cards(fighter))

    assert (key, f"sides.Ash.fighters.A.{field}") == (found.key, found.field)


@pytest.mark.clause("C-1")
@pytest.mark.parametrize(
    "field", ["tactics", "modes", "defence", "composure", "state", "death_threshold", "action_points"]
)
def test_what_a_card_must_have(field: str) -> None:
    """Each of its numbers."""
    fighter = {name: value for name, value in man("A").items() if name != field}

    assert ("files.required", f"sides.Ash.fighters.A.{field}") == (
        problem(cards(fighter)).key,
        problem(cards(fighter)).field,
    )


@pytest.mark.clause("C-1")
def test_damage_may_stand_on_every_mode_and_not_on_the_card() -> None:
    """On one mode only it is not enough."""
    both = {name: {"value": 5, "priority": n, "damage": n} for n, name in enumerate(("dense", "close"), 1)}
    only = {"dense": both["dense"], "close": {"value": 5, "priority": 2}}

    assert [1, 2] == [
        mode.damage
        for mode in fight_of(cards(man("A", modes=both, damage=None))).terms.sides[0].cards[0].modes
    ]
    found = problem(cards(man("A", modes=only, damage=None)))
    assert ("skirmish.error.no_damage", "close") == (found.key, found.facts["mode"])


@pytest.mark.clause("C-1")
@pytest.mark.parametrize(
    ("fighters", "twice"),
    [
        ((man("A"), man("A")), "A"),
        ((man("A", count=2), man("A", count=3)), "A 1"),
        ((man("A", count=2), man("A 2")), "A 2"),
        ((man("A 1"), man("A", count=2)), "A 1"),
    ],
)
def test_no_two_fighters_of_a_side_have_the_same_name(fighters: tuple[Filled, ...], twice: str) -> None:
    """Numbers included."""
    found = problem(cards(*fighters))

    assert ("files.same_name", twice) == (found.key, found.facts["name"])
    assert found.field is not None
    assert found.field.endswith(".name")


@pytest.mark.clause("C-1")
def test_fighters_of_the_two_sides_may_have_the_same_name() -> None:
    """Every line of the log says whose they are."""
    sides = fight_of(file_of(side("Ash", man("Man")), side("Birch", man("Man")))).terms.sides

    assert ["Man", "Man"] == [name for each in sides for name, _ in each.fighters()]


@pytest.mark.clause("C-1")
@pytest.mark.parametrize("leader", ["B", "A", "A 3", "a 1"])
def test_the_leader_is_one_of_the_fighters(leader: str) -> None:
    """By his name as it is numbered."""
    found = problem(cards(man("A", count=2), leader=leader))

    assert ("skirmish.error.leader", ("A 1 … A 2",)) == (found.key, found.facts["options"])
    assert "sides.Ash.leader" == found.field


@pytest.mark.clause("C-1")
def test_there_are_not_too_many_fighters() -> None:
    """300 a side, however they are divided among cards; the error names the limit."""
    full = cards(man("A", count=200), man("B", count=100))
    found = problem(cards(man("A", count=200), man("B", count=101)))

    assert MOST_FIGHTERS == fight_of(full).terms.sides[0].heads
    assert ("skirmish.error.many", 301, 300) == (found.key, found.facts["heads"], found.facts["most"])
    assert "sides.Ash.fighters" == found.field
    assert "files.few" == problem({**full, "sides": [{"name": "Ash", "fighters": []}, side("Birch")]}).key


def test_the_defaults_of_the_readings_are_the_same_in_file_and_state() -> None:
    """And nothing else is a reading."""
    defaults = ReadingsModel().model_dump()

    assert defaults == {name: getattr(Readings(), name) for name in Readings.__dataclass_fields__}
    assert "files.options" == problem(file_of(side("Ash"), side("Birch"), score="sum")).key


def test_the_schema_of_a_file_allows_numbers_for_cards() -> None:
    """An editor that knows the schema does not complain of them."""
    defence = SkirmishFile.model_json_schema()["$defs"]["FighterModel"]["properties"]["defence"]

    assert [{"$ref": "#/$defs/TraitModel"}, {"type": "integer"}] == defence["anyOf"]
