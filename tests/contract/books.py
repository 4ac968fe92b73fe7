"""The books that the contract suite holds to their promises: the registered ones, and the toy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.contract import toy
from voevoda.play.drive import Policy
from voevoda.play.position import Rulebook
from voevoda.play.seats import REFEREE, SPECTATOR, TABLE, Seat, commander, player
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

    @property
    def id(self) -> str:
        """The book's."""
        return self.book.id

    def seats(self) -> tuple[Seat, ...]:
        """One of every kind, and both of what each side has."""
        both = ((commander(side), Seat("referee", side)) for side in self.sides)
        return (TABLE, REFEREE, SPECTATOR, player("Nobody"), *(seat for pair in both for seat in pair))


def books() -> tuple[Case, ...]:
    """Every case, the toy first."""
    return (TOY, WFRP)


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
