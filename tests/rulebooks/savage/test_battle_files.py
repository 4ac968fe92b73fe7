"""What a battle file of savage says, and what it is refused for."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.rulebooks.savage.armies import battle, file_of, hero, model
from voevoda.files.problems import BadFile
from voevoda.rulebooks.savage.setup import SavageFile, tokens_of
from voevoda.rulebooks.savage.tables import Die

WHOLE = """
rulebook: savage
title: The bridge at Novy Zamok
sides:
  - name: Duchy
    strength: 1000
    commander:
      name: Wanda
      battle: d8
      spirit: d8
      wild_card: true
      edges: [perceptive, caring]
      deputy: d6
    support: medium
    terrain: minor
    plan: 1
    undead: false
    fortified: true
    no_retreat: false
    characters:
      - name: Orlik
        rank: seasoned
        wild_card: true
        skills: {fighting: d10, notice: d6, stealth: d8}
        toughness: 7
  - name: Horde
    strength: 600
    commander: {name: Ruk, battle: d10, notice: d4, smarts: d4}
cards: true
max_rounds: null
readings: {}
"""


def problems(text: str) -> list[tuple[str, str]]:
    """The key and the field of everything that is wrong with a battle file."""
    with pytest.raises(BadFile) as bad:
        model(text)
    return [(problem.key, problem.field) for problem in bad.value.told]


@pytest.mark.clause("S-2", "S-2.1")
def test_a_whole_file_is_read() -> None:
    """1000 against 600: ten tokens and six."""
    one, two = model(WHOLE).terms().sides

    assert (10, 6) == (one.tokens, two.tokens)
    assert (Die(8), Die(8), Die(6)) == (one.commander.battle, one.commander.spirit, one.commander.deputy)
    assert ("perceptive", "caring") == one.commander.edges
    assert {"fighting": Die(10), "notice": Die(6), "stealth": Die(8)} == dict(one.characters[0].skills)
    assert ("seasoned", True, 7) == (
        one.characters[0].rank,
        one.characters[0].wild_card,
        one.characters[0].toughness,
    )
    assert (Die(6), True, "none", 0) == (two.commander.spirit, two.commander.wild_card, two.support, two.plan)


@pytest.mark.clause("S-2.1")
@pytest.mark.parametrize(
    ("strengths", "expected"),
    [
        ((1000, 600), (10, 6)),
        ((10_000, 7_000), (10, 7)),
        ((12_000, 2_000), (10, 2)),
        ((10_000, 300), (10, 1)),
        ((10_000, 6_500), (10, 7)),
        ((1, 10**6), (1, 10)),
        ((5, 5), (10, 10)),
    ],
)
def test_tokens_are_in_proportion_rounded_up(strengths: tuple[int, int], expected: tuple[int, int]) -> None:
    """The larger side has ten; 1.67 is two, 6.5 is seven, and nobody has none."""
    assert expected == tokens_of(Fraction(strengths[0]), Fraction(strengths[1]))


@pytest.mark.clause("S-2.1")
def test_tokens_may_be_said_as_they_are() -> None:
    """From 1 to 30, and they are not scaled."""
    state = battle("tokens: 30", "tokens: 1")

    assert [(30, 30), (1, 1)] == [(force.start, force.tokens) for force in state.forces]


@pytest.mark.clause("S-1.1")
@pytest.mark.parametrize("die", ["d1", "d7", "d20", "d8+", "8", "d8+2d6", "D8", "d12+21", "d6 +1", "", "d"])
def test_a_die_that_there_is_not_is_refused(die: str) -> None:
    """By the list of those there are."""
    text = file_of(f'commander: {{name: W, battle: "{die}"}}')

    assert [("savage.error.die", "sides.Ash.commander.battle")] == problems(text)


@pytest.mark.parametrize(
    ("ash", "birch", "more", "expected"),
    [
        ("strength: -5", "strength: 5", "", ("savage.error.strength", "sides.Ash.strength")),
        ("strength: 0", "strength: 5", "", ("savage.error.strength", "sides.Ash.strength")),
        ("tokens: 31", "", "", ("files.range", "sides.Ash.tokens")),
        ("tokens: 0", "", "", ("files.range", "sides.Ash.tokens")),
        ("tokens: 2.5", "", "", ("files.whole", "sides.Ash.tokens")),
        ("strength: 5\ntokens: 5", "", "", ("savage.error.two_sizes", "sides.Ash")),
        ("strength: 5", "tokens: 5", "", ("savage.error.mixed_sizes", "sides.Birch.tokens")),
        ("tokens: 5", "strength: 5", "", ("savage.error.mixed_sizes", "sides.Birch.strength")),
        ("plan: 5", "", "", ("files.range", "sides.Ash.plan")),
        ("support: huge", "", "", ("files.options", "sides.Ash.support")),
        ("terrain: hills", "", "", ("files.options", "sides.Ash.terrain")),
        ("undead: 1", "", "", ("files.type", "sides.Ash.undead")),
        ("name: Birch", "", "", ("files.same_name", "sides.Birch.name")),
        (hero("Mila", more=", rank: knight"), "", "", ("files.options", "sides.Ash.characters.Mila.rank")),
        (hero("Mila", "fencing: d8"), "", "", ("files.options", "sides.Ash.characters.Mila.skills.fencing")),
        (
            hero("Mila", "fighting: d3"),
            "",
            "",
            ("savage.error.die", "sides.Ash.characters.Mila.skills.fighting"),
        ),
        (hero("Mila", more=", toughness: 0"), "", "", ("files.range", "sides.Ash.characters.Mila.toughness")),
        (hero("Mila"), hero("Mila"), "", ("files.same_name", "sides.Birch.characters.Mila.name")),
        ("", "", "max_rounds: 0", ("files.range", "max_rounds")),
        ("", "", "cards: maybe", ("files.type", "cards")),
        ("", "", "readings: {decks: many}", ("files.options", "readings.decks")),
        ("commander: {battle: d8}", "", "", ("files.required", "sides.Ash.commander.name")),
    ],
)
def test_what_cannot_be_is_refused_by_its_field(
    ash: str, birch: str, more: str, expected: tuple[str, str]
) -> None:
    """One thing wrong, one problem."""
    text = file_of(ash, birch, more)
    if ash.startswith("name:"):
        text = file_of().replace("name: Ash", ash)

    assert [expected] == problems(text)


def test_a_side_without_a_size_is_refused() -> None:
    """Neither strength nor tokens."""
    text = file_of().replace("    tokens: 10\n", "", 1)

    assert [("savage.error.no_size", "sides.Ash")] == problems(text)


@pytest.mark.clause("S-8")
@pytest.mark.parametrize(
    ("leader", "trait"),
    [
        ("battle: d6, edges: [caring]", "battle"),
        ("edges: [caring]", "battle"),
        ("battle: d8, notice: d4, edges: [perceptive]", "notice"),
        ("battle: d8, smarts: d4, edges: [resourceful]", "smarts"),
        ("battle: d8, smarts: d4, edges: [caring]", "smarts"),
        ("battle: d8, spirit: d4, edges: [calculating]", "spirit"),
        ("battle: d8, spirit: d4, edges: [pushing]", "spirit"),
    ],
)
def test_an_edge_asks_for_traits(leader: str, trait: str) -> None:
    """What is given and too low is an error."""
    text = file_of(f"commander: {{name: Wanda, {leader}}}")
    with pytest.raises(BadFile) as bad:
        model(text)
    (problem,) = bad.value.told

    assert ("savage.error.edge", "sides.Ash.commander.edges.0") == (problem.key, problem.field)
    assert trait == problem.facts["trait"]
    assert ("d8" if trait == "battle" else "d6") == problem.facts["least"]


@pytest.mark.clause("S-8")
@pytest.mark.parametrize("edge", ["perceptive", "resourceful", "calculating", "caring", "pushing"])
def test_what_is_not_given_is_trusted(edge: str) -> None:
    """Notice and Smarts left out, Spirit as everyone's."""
    assert (edge,) == battle(f"commander: {{name: W, battle: d8, edges: [{edge}]}}").terms.sides[
        0
    ].commander.edges


def test_edges_are_known_and_different() -> None:
    """An edge is there once."""
    unknown = file_of("commander: {name: W, battle: d8, edges: [lucky]}")
    twice = file_of("commander: {name: W, battle: d8, edges: [caring, caring]}")

    assert [("files.options", "sides.Ash.commander.edges.0")] == problems(unknown)
    assert [("savage.error.same_edge", "sides.Ash.commander.edges.1")] == problems(twice)


def test_the_model_has_a_schema() -> None:
    """For editors of battle files."""
    assert "sides" in SavageFile.model_json_schema()["properties"]
