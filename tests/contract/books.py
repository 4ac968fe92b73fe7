"""The books that the contract suite holds to their promises: the registered ones, and the toy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.contract import toy
from tests.rulebooks.gurps import forces
from tests.rulebooks.savage import armies
from tests.rulebooks.skirmish import fights
from voevoda.play.drive import Policy
from voevoda.play.law import Law
from voevoda.play.position import Rulebook
from voevoda.play.questions import Choose, Question
from voevoda.play.seats import REFEREE, SPECTATOR, TABLE, Line, Seat, commander, player
from voevoda.rulebooks.book import Book
from voevoda.rulebooks.savage.book import BOOK as SAVAGE_BOOK
from voevoda.rulebooks.savage.tables import PACK, matches
from voevoda.rulebooks.wfrp import rules, state, tables


@dataclass(frozen=True, slots=True)
class Case:
    """A book with battles to try it on."""

    book: Rulebook[Any]
    states: tuple[Any, ...]
    """First states, of all the kinds that ask something different."""
    small: Any
    """A first state small enough to be enumerated whole."""
    counts: tuple[int, int]
    """Ends of the small battle, and runs of the rules (leaves) that its exact law takes."""
    sides: tuple[str, ...]
    policy: Policy | None
    """Even over the options of every choice; None where there is none."""
    numbers: Callable[[Any], tuple[tuple[str, int], ...]]
    """Numbers that the referee may set in a state, each with a value."""
    cards: Callable[[Any], tuple[str, ...]] = lambda _: ()
    """What can be hidden in a battle that begins so, by the names that replies and facts use."""
    players: tuple[str, ...] = ()
    """Characters whose players are asked something."""
    hints: Callable[[Line, str], bool] = lambda _line, _card: False
    """Whether a note among ``reveals`` speaks of a card that it does not name."""
    registered: Book[Any] | None = field(default=None, hash=False)
    """The record of the book, where hidden cards reach its odds, advice and exports."""

    @property
    def id(self) -> str:
        """The book's."""
        return self.book.id

    def seats(self) -> tuple[Seat, ...]:
        """One of every kind, and both of what each side has."""
        both = ((commander(side), Seat("referee", side)) for side in self.sides)
        players = map(player, (*self.players, "Nobody"))
        return (TABLE, REFEREE, SPECTATOR, *players, *(seat for pair in both for seat in pair))


def books() -> tuple[Case, ...]:
    """Every case, the toy first."""
    return (TOY, WFRP, GURPS, SAVAGE, SKIRMISH)


TOY = Case(
    book=toy.ToyBook(),
    states=(toy.usual(), toy.small()),
    small=toy.small(),
    counts=(16, 228),
    sides=("Ash", "Birch"),
    policy=toy.evenly,
    numbers=lambda game: tuple((f"{camp.name}.tents", 3) for camp in game.camps),
    cards=lambda game: game.pack,
)


def _field(one: int, two: int, *, characters: tuple[str, ...] = (), rounds: int | None = None) -> state.Field:
    """A battle of so many points a side, on a table short enough to be enumerated."""
    influence = (
        tables.Row(None, 0, "all-own", 3, wounds=tables.Dice(1, 10), fear=1),
        tables.Row(1, 50, "one-own", 1, wounds=1),
        tables.Row(51, 60, "nobody", 1),
        tables.Row(61, 100, "one-enemy", 1, wounds=tables.Dice(1, 5), lose_advantage="all"),
        tables.Row(101, None, "all-enemy", 2, penalty=-10),
    )
    sides = (
        state.Side("Ravens", (state.Unit("Pikes", one),), characters=characters),
        state.Side("Wolves", (state.Unit("Axes", two),), characters=("Grim",)),
    )
    return state.Field(state.Terms("A ford", sides, influence), "muster", (0, 0), (0, 0), rounds)


WFRP = Case(
    book=rules.Wfrp(),
    states=(_field(30, 41, characters=("Mila", "Osk", "Tove")), _field(9, 8), _field(12, 12, rounds=2)),
    small=_field(3, 2),
    counts=(12, 5767),
    sides=("Ravens", "Wolves"),
    policy=None,
    numbers=lambda _: (("sides.Ravens.start", 40), ("max_rounds", 3)),
)


def evenly(_: Any, question: Question[Any]) -> Law[Any]:
    """Every option of a choice alike."""
    assert isinstance(question, Choose)
    return Law.even(meaning for _, meaning in question.among)


STORM = forces.day(
    """
role: attacker
commander: {name: Ada, strategy: 13, tactics: 12, luck: true}
seer: {skill: 12, strategy: 8}
missions: [{kind: assassinate, skill: 11, executed_if_caught: true}]
units: [{name: Axes, count: 90, armour: light}, {name: Riders, count: 60, arms: cavalry, armour: heavy}]
characters:
  - {name: Mila, battle: 14, risk: 2, dr: 1, commands: Riders}
  - {name: Osk, battle: 12, commands: force}
""",
    """
role: defender
guard: 11
position: [{kind: works}, {kind: gentle-slope}]
no_escape: true
units: [{name: Guard, count: 70, armour: medium, deadly_order: true}, {name: Bows, count: 40, missile: bow}]
characters: [{name: Tove, battle: 13, risk: -1, unit: Bows}]
""",
    "catastrophes: true",
)

MEETING = forces.day(
    """
commander: {name: Ada, strategy: 13, tactics: 12, luck: true}
missions: [{kind: assassinate, skill: 9}]
""",
    """
commander: {name: Bo, strategy: 12, tactics: 12, luck: true}
seer: {skill: 11, strategy: 9, belief: blind}
""",
    "catastrophes: true\nreadings: {luck: reroll, losses_rolled: per_side, blows: once}",
)

GURPS = Case(
    book=forces.GURPS,
    states=(STORM, MEETING, forces.day(), forces.day("role: attacker", "role: defender", "siege: true")),
    small=forces.day(units=("{name: Men, count: 2}", "{name: Men, count: 3}")),
    counts=(360, 1924),
    sides=("Ash", "Birch"),
    policy=evenly,
    numbers=lambda _: (
        ("sides.Ash.plan", 3),
        ("sides.Birch.referee", -2),
        ("sides.Ash.units.0.count", 110),
        ("sides.Birch.units.0.morale", 1),
        ("sides.Birch.units.0.deadly_order", 1),
        ("sides.Ash.characters.Mila.hp", 20),
        ("fierce", 1),
    ),
)

EDGES = armies.leader("perceptive", "resourceful", "calculating", "caring", "pushing")
STUBBORN = "undead: true\nfortified: true\nno_retreat: true"
SPY = armies.hero("Mila", "notice: d12+8, stealth: d12+8, persuasion: d8, healing: d6", ", rank: legendary")
EYE = armies.hero("Osk", "notice: d12+8, stealth: d12+8, arcane: d8, gambling: d6", ", toughness: 6")

SAVAGE = Case(
    book=armies.SAVAGE,
    states=(
        armies.battle(f"{EDGES}\n{STUBBORN}\n{SPY}", f"{EDGES}\n{STUBBORN}\n{EYE}"),
        armies.battle(f"{EDGES}\n{STUBBORN}\ntokens: 30", f"{EDGES}\n{STUBBORN}\ntokens: 30"),
        armies.battle(f"{EDGES}\n{STUBBORN}\n{SPY}", f"{EDGES}\n{STUBBORN}", "readings: {decks: own}"),
        armies.battle(f"tokens: 3\n{SPY}", "tokens: 3", "readings: {battle_roll: opposed, raise_cards: one}"),
        armies.battle(f"tokens: 5\n{SPY}", f"tokens: 5\n{EYE}", "cards: false"),
    ),
    small=armies.battle("tokens: 2", "tokens: 1", "cards: false\nmax_rounds: 2"),
    counts=(8, 70),
    sides=("Ash", "Birch"),
    policy=evenly,
    numbers=lambda _: (
        ("sides.Ash.tokens", 2),
        ("sides.Birch.start", 12),
        ("sides.Birch.plan", -2),
        ("sides.Ash.morale", 3),
        ("rounds_left", 4),
    ),
    cards=lambda battle: PACK if battle.terms.cards else (),
    players=("Mila", "Osk"),
    hints=lambda line, card: line.key == "savage.perceptive.answer" and matches(card, named_in(line)),
    registered=SAVAGE_BOOK,
)


def named_in(line: Line) -> tuple[str, ...]:
    """The suit or the ranks that a perceptive commander has named."""
    named = line.facts["named"]
    assert isinstance(named, tuple)
    return tuple(map(str, named))


ARCHER = fights.man(
    "Archer",
    count=2,
    modes={
        "medium": {
            "value": 8,
            "style": 1,
            "priority": 1,
            "weapon": "bow",
            "ammunition": "heavy",
            "carried": 9,
        },
        "close": {"value": 3, "priority": 2},
    },
    extra=["rescue"],
)
GRIM = fights.man("Grim", on_defeat=fights.GRIM, death_threshold=-3)
TRAPPED = fights.man("Tove", on_defeat=fights.TRAPPED, damage=9)

SKIRMISH = Case(
    book=fights.SKIRMISH,
    states=(
        fights.fight(
            fights.side("Ash", ARCHER, GRIM, leader="Archer 2"),
            fights.side("Birch", TRAPPED, fights.man("Man", count=3), leader="Tove"),
        ),
        fights.fight(
            fights.side("Ash", ARCHER, TRAPPED),
            fights.side("Birch", GRIM),
            modes="own_choice",
            state_roll="test",
            surrender_against="winners",
        ),
        fights.fight(),
    ),
    small=fights.fight(
        fights.side("Ash", fights.man("Grim", tactics=5, state=1, on_defeat=fights.GRIM)),
        fights.side("Birch", fights.man("Wall", defence=40)),
        modes="own_choice",
    ),
    counts=(66, 297),
    sides=("Ash", "Birch"),
    policy=None,
    numbers=lambda _: tuple(
        (f"sides.{side}.fighters.0.{what}", value)
        for side in ("Ash", "Birch")
        for what, value in (("state", 7), ("defence", 3), ("damage", 11), ("composure", 2), ("carried", 1))
    ),
)
