"""Armies and fields for the tests of wfrp."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from voevoda.files.battle import Battle, battle_of
from voevoda.files.document import parse_document
from voevoda.play.journal import thrown
from voevoda.play.position import Asked, Position
from voevoda.play.questions import Question
from voevoda.play.seats import Line
from voevoda.rulebooks.wfrp.report import sides
from voevoda.rulebooks.wfrp.rules import Wfrp
from voevoda.rulebooks.wfrp.state import Field, Readings, Side, Terms, Unit
from voevoda.rulebooks.wfrp.tables import Row

WFRP = Wfrp()
EXAMPLES = files("voevoda.rulebooks") / "wfrp" / "data" / "examples"


def battle(text: str) -> Battle:
    """The battle that a file with this text would hold."""
    return battle_of(parse_document(text.encode(), "battle.yaml"))


def example(name: str) -> Field:
    """The first state of an example."""
    field: Field = battle((EXAMPLES / f"{name}.yaml").read_text("utf-8")).state
    return field


@cache
def house_rows() -> tuple[Row, ...]:
    """The influence table of the house."""
    return example("tunnels").terms.influence


def side(name: str, *units: Unit, **more: Any) -> Side:
    """A side; one man of militia where no units are given."""
    return Side(name, units or (Unit("Men", 1),), **more)


def field(
    now: tuple[int, int],
    start: tuple[int, int] | None = None,
    *,
    characters: tuple[tuple[str, ...], tuple[str, ...]] = ((), ()),
    influence: tuple[Row, ...] | None = None,
    rounds_left: int | None = None,
    **readings: Any,
) -> Field:
    """A battle of Ash and Birch before a round, with these points."""
    ash, birch = (
        side(name, Unit("Men", 10), characters=named)
        for name, named in zip(("Ash", "Birch"), characters, strict=True)
    )
    terms = Terms("Trial", (ash, birch), influence or house_rows(), Readings(**readings))
    return Field(terms, "round", start or now, now, rounds_left)


def mustered(*sides: Side, **readings: Any) -> Field:
    """What two sides have once their points are counted."""
    one, two = sides
    first = Field(Terms("Trial", (one, two), house_rows(), Readings(**readings)), "muster", (0, 0), (0, 0))
    return Position.at(WFRP, first).state


def strength(*units: Unit, **field_of: Any) -> int:
    """The starting points of a side of these units."""
    return mustered(side("Ash", *units, **field_of), side("Birch")).start[0]


def log_of(at: Position[Field]) -> tuple[Line, ...]:
    """The lines of the steps that the last reply ended."""
    return tuple(line for passed in at.passed for line in passed.lines)


def told(at: Position[Field], key: str) -> list[dict[str, Any]]:
    """The facts of each line with this key in the steps that the last reply ended."""
    return [dict(line.facts) for line in log_of(at) if line.key == key]


def play(state: Field, *replies: object) -> Position[Field]:
    """The position after these replies, in the order asked."""
    at = Position.at(WFRP, state)
    for reply in replies:
        at = at.answer(reply)
    return at


def fought(state: Field, seed: str) -> tuple[Position[Field], tuple[Line, ...], tuple[Question[Any], ...]]:
    """A battle thrown to its end: where it stands, its whole log, and everything that was asked."""
    at = Position.at(WFRP, state)
    lines = list(log_of(at))
    asked: list[Question[Any]] = []
    while at.open:
        asked.append(due(at).question)
        at = throw(at, seed)
        lines.extend(log_of(at))
    return at, tuple(lines), tuple(asked)


def due(at: Position[Field]) -> Asked:
    """The first open question that has no reply yet."""
    laid = dict(at.laid)
    return next(each for each in at.open if each.place not in laid)


def throw(at: Position[Field], seed: str) -> Position[Field]:
    """The position after one roll or draw more, thrown from a seed."""
    return at.answer(thrown(due(at), seed), due(at).place, "seed")


def reported(state: Field) -> list[dict[str, Any]]:
    """What a report says of each side."""
    return [dict(each) for each in sides(state, ())]


GUARD = Fraction(2)
REGULAR = Fraction(3, 2)
HALF = Fraction(1, 2)
