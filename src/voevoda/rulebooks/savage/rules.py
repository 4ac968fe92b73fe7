"""The rulebook: which chapter's rule each step of a battle runs, and how a battle ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from voevoda.play.law import Source
from voevoda.play.position import Number, Outcome
from voevoda.play.questions import Rule
from voevoda.play.seats import Fact, Facts, Seat
from voevoda.rulebooks.savage import battle_roll, cards, characters, edges, morale, tactics
from voevoda.rulebooks.savage.imagine import imagine
from voevoda.rulebooks.savage.order import proceed
from voevoda.rulebooks.savage.referee import numbers, overridden
from voevoda.rulebooks.savage.state import Battle, Phase, parse_battle, print_battle
from voevoda.rulebooks.savage.view import view

STEPS: Mapping[Phase, Callable[[Battle], Rule[Battle]]] = {
    "deal": cards.deal,
    "cards": cards.new_cards,
    "questions": cards.question,
    "characters": characters.take_part,
    "battle": battle_roll.battle_rolls,
    "lay": tactics.lay,
    "scout": tactics.scout,
    "clash": tactics.clash,
    "edges": edges.edges,
    "losses": morale.losses,
    "morale": morale.morale,
    "aftermath": morale.aftermath,
}
"""The rule of each step that has one; ``opening`` only opens a round."""


def step(battle: Battle) -> Rule[Battle]:
    """Do what is next, and go on to what follows."""
    if battle.phase in STEPS:
        battle = yield from STEPS[battle.phase](battle)
    return proceed(battle)


def outcome(battle: Battle) -> Outcome | None:
    """How the battle ended (S-10)."""
    if battle.phase != "over":
        return None
    standing = [morale.standing_of(battle, index) for index in (0, 1)]
    beaten = [index for index in (0, 1) if standing[index] != "won"]
    if not beaten:
        return Outcome(None, "stopped")
    if len(beaten) == 2:
        destroyed = standing == ["destroyed", "destroyed"]
        return Outcome(None, "both-destroyed" if destroyed else "both-left")
    ending = {"withdrew": "withdrawn"}.get(standing[beaten[0]], standing[beaten[0]])
    return Outcome(battle.terms.sides[1 - beaten[0]].name, ending)


class Savage:
    """The rulebook ``savage``."""

    id = "savage"
    revision = 1
    schema = 1
    reveals = frozenset({"savage.lay.shown", "savage.perceptive.answer"})

    def step(self, battle: Battle, /) -> Rule[Battle]:
        """One step of a round."""
        return step(battle)

    def finished(self, battle: Battle, /) -> Outcome | None:
        """A side has no tokens or no courage left, or the agreed rounds are over (S-10)."""
        return outcome(battle)

    def opens_round(self, battle: Battle, /) -> bool:
        """A round begins with new cards, or without them (S-3)."""
        return battle.phase in {"opening", "cards"}

    def view(self, battle: Battle, seat: Seat, /) -> Facts:
        """What ``seat`` sees: all, but for the other side's cards."""
        return view(battle, seat)

    def imagine(self, battle: Battle, seat: Seat, source: Source, /) -> Battle:
        """The same battle with the cards that ``seat`` does not see dealt anew."""
        return imagine(battle, seat, source)

    def override(self, battle: Battle, path: str, value: Fact, /) -> Battle:
        """Set one of the numbers that ``referee`` lists."""
        return overridden(battle, path, value)

    def numbers(self, battle: Battle, /) -> tuple[Number, ...]:
        """Those that ``referee`` lists."""
        return numbers(battle)

    def print(self, battle: Battle, /) -> str:
        """The notation of a battle."""
        return print_battle(battle)

    def parse(self, text: str, schema: int, /) -> Battle:
        """The battle that ``print`` wrote; there is one schema so far.  Raises ``ValueError``."""
        if schema != self.schema:
            raise ValueError(f"schema {schema}")
        return parse_battle(text)
