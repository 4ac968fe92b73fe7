"""The record under which ``savage`` is registered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from voevoda.play.law import Source
from voevoda.play.position import Asked
from voevoda.play.questions import Note, Reply
from voevoda.play.seats import EVERYONE, REFEREE, Fact, Facts, Line, Seat
from voevoda.rulebooks.book import Book
from voevoda.rulebooks.savage.clauses import CLAUSES, READINGS
from voevoda.rulebooks.savage.luck import grade
from voevoda.rulebooks.savage.parts import parts
from voevoda.rulebooks.savage.report import extras, mattered, sides
from voevoda.rulebooks.savage.rules import Savage
from voevoda.rulebooks.savage.setup import SavageFile, first_state
from voevoda.rulebooks.savage.state import Battle
from voevoda.rulebooks.savage.tables import TOKENS_A_CARD
from voevoda.rulebooks.savage.why import why

if TYPE_CHECKING:  # NumPy takes its time, and a battle can be fought without it
    from voevoda.odds import Odds

POLICIES = ("greedy", "random", "safe")
"""Who can make the choices, the default first."""


def warnings(battle: Battle) -> tuple[Note, ...]:
    """What stands in the file and does nothing."""
    return tuple(_warnings(battle))


def _warning(key: str, cite: str, **facts: Fact) -> Note:
    return Note(f"savage.warning.{key}", cite, EVERYONE, facts)


def _warnings(battle: Battle) -> Iterator[Note]:
    for side in battle.terms.sides:
        leader = side.commander
        if leader.edges and not battle.terms.cards:
            yield _warning("idle_edges", "S-3.1", side=side.name)
        skilled = leader.battle is not None
        if leader.deputy is not None and (skilled or battle.terms.readings.no_skill != "deputy"):
            yield _warning("idle_deputy", "S-6.1", side=side.name, skilled=skilled)


def idle(battle: Battle) -> frozenset[str]:
    """Clauses of cards where there are none, of edges and characters likewise."""
    without: set[str] = set()
    sides = battle.terms.sides
    edges = {edge for side in sides for edge in side.commander.edges if battle.terms.cards}
    if not battle.terms.cards:
        without |= {"S-1.3", "S-2.2", "S-4.1", "S-7.4", "S-7.5"}
    if not edges & {"perceptive", "resourceful"}:
        without |= {"S-4.2", "S-4.3"}
    if not edges & {"calculating", "caring", "pushing"}:
        without.add("S-8.1")
    if not any(side.characters for side in sides):
        without |= {"S-5.1", "S-5.2", "S-5.3"}
    return frozenset(without)


def is_sampled(battle: Battle) -> bool:
    """Whether cards, or characters that bring too much to follow, leave no exact odds."""
    if battle.terms.cards:
        return True
    from voevoda.rulebooks.savage.odds import is_followed

    return not is_followed(battle)


def odds(battle: Battle, *, seat: Seat = REFEREE, **sampling: Any) -> Odds[Any]:
    """The odds from here to the end, by what a seat may know: exact without cards, sampled with them."""
    from voevoda.rulebooks.savage.odds import odds

    return odds(battle, seat=seat, **sampling)


def decide(policy: str, battle: Battle, asked: Asked, source: Source) -> Reply:
    """What a policy chooses."""
    from voevoda.rulebooks.savage.robot import decide

    return decide(policy, battle, asked, source)


def advice(battle: Battle, seat: Seat) -> Facts | None:
    """The cards that ``safe`` would lay, with their weights, and the chance to win that this guarantees."""
    from voevoda.rulebooks.savage.robot import advice

    return advice(battle, seat)


def is_printed(line: Line) -> bool:
    """A full hand for full threes (S-2.2), and a deck shuffled for a joker (S-7.4), are the text's own."""
    match line.key:
        case "savage.deal.hand":
            tokens = line.facts.get("tokens")
            return isinstance(tokens, int) and tokens % TOKENS_A_CARD == 0
        case "savage.cards.shuffled":
            return line.cite == "S-7.4"
    return False


BOOK: Book[Battle] = Book(
    rules=Savage(),
    model=SavageFile,
    table_models={},
    first_state=first_state,
    title=lambda battle: battle.terms.title,
    sides=sides,
    extras=extras,
    readings_of=lambda battle: asdict(battle.terms.readings),
    mattered=mattered,
    replaced=lambda _battle: (),
    why=why,
    warnings=warnings,
    odds=odds,
    parts=parts,
    is_sampled=is_sampled,
    modifiers=frozenset(
        {"support", "terrain", "plan", "undead", "fortified", "no_retreat", "edges", "characters"}
    ),
    clauses=CLAUSES,
    grade=grade,
    readings=READINGS,
    house_keys=frozenset(
        {
            "savage.deal.hand",
            "savage.cards.none",
            "savage.cards.shuffled",
            "savage.clash.two_jokers",
            "savage.joker.suit",
            "savage.joker.rank",
            "savage.aftermath.recovery",
        }
    ),
    is_printed=is_printed,
    idle=idle,
    policies=POLICIES,
    decide=decide,
    advice=advice,
)
