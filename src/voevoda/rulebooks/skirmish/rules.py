"""The rulebook: which chapter's rule each step of the book runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from voevoda.play.law import Source
from voevoda.play.position import Number, Outcome
from voevoda.play.questions import Rule
from voevoda.play.seats import Fact, Facts, Seat
from voevoda.rulebooks.skirmish import aftermath, contest, fates
from voevoda.rulebooks.skirmish.referee import numbers, overridden
from voevoda.rulebooks.skirmish.state import Fight, Phase, parse_fight, print_fight
from voevoda.rulebooks.skirmish.view import view

STEPS: Mapping[Phase, Callable[[Fight], Rule[Fight]]] = {
    "modes": contest.modes,
    "winner": contest.winner,
    "out": fates.out_of_action,
    "wounded": fates.wounds,
    "surrender": fates.surrenders,
    "field": aftermath.field,
    "ammunition": aftermath.ammunition,
}
"""The rule of each step, in the order of the book (C-9.5)."""


class Skirmish:
    """The rulebook ``skirmish``."""

    id = "skirmish"
    revision = 1
    schema = 1
    reveals = frozenset[str]()

    def step(self, fight: Fight, /) -> Rule[Fight]:
        """One step of the book; where it goes through the fighters, so many of them at a time."""
        return STEPS[fight.phase](fight)

    def finished(self, fight: Fight, /) -> Outcome | None:
        """Who has won at C-3 has won, whatever became of him afterwards."""
        if fight.phase != "over" or fight.winner is None:
            return None
        return Outcome(fight.terms.sides[fight.winner].name, "decided")

    def opens_round(self, fight: Fight, /) -> bool:
        """A fight is settled in one pass."""
        _ = fight
        return False

    def view(self, fight: Fight, seat: Seat, /) -> Facts:
        """Nothing is hidden in this book."""
        return view(fight, seat)

    def imagine(self, fight: Fight, seat: Seat, source: Source, /) -> Fight:
        """Nothing is hidden: there is no other state that ``seat`` could take this one for."""
        _ = seat, source
        return fight

    def override(self, fight: Fight, path: str, value: Fact, /) -> Fight:
        """Set one of the numbers that ``referee`` lists."""
        return overridden(fight, path, value)

    def numbers(self, fight: Fight, /) -> tuple[Number, ...]:
        """Those that ``referee`` lists."""
        return numbers(fight)

    def print(self, fight: Fight, /) -> str:
        """The notation of a fight."""
        return print_fight(fight)

    def parse(self, text: str, schema: int, /) -> Fight:
        """The fight that ``print`` wrote; there is one schema so far.  Raises ``ValueError``."""
        if schema != self.schema:
            raise ValueError(f"schema {schema}")
        return parse_fight(text)
