"""What a rulebook brings beside its rules, so that files, commands and screens know none of them by name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from voevoda.play.drive import SeededSource
from voevoda.play.law import Source
from voevoda.play.position import Asked, Position, Rulebook
from voevoda.play.questions import Choose, Note, Pick, Question, Reply
from voevoda.play.seats import Facts, Line, Seat
from voevoda.rulebooks.fields import BattleFile, BattleModel

if TYPE_CHECKING:  # NumPy takes its time, and a battle can be fought without it
    from voevoda.odds import Odds

S = TypeVar("S", bound=Hashable)

Mark = Literal["doc", "core", "house"]
"""Where a clause stands: in the source text, in the game it leans on, or only here."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered clause; its text is the message ``<book>.clause.<id>``."""

    id: str
    marks: tuple[Mark, ...]
    """Several where parts of the clause stand in different places."""
    table: str | None = None
    """The replaceable house table that it speaks of."""
    printed: tuple[str | int, ...] = ()
    """Rows of that table that stand in the text: by their first word, or by a number that they hold."""
    core: tuple[str | int, ...] = ()
    """Rows that are of the basic game."""
    in_odds: bool = True
    """Whether what is the house's in it can move odds: not if it only refuses files or acts afterwards."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A choice between ways to read an ambiguous clause; texts: ``<book>.reading.<id>`` and ``….<option>``.

    A line of the log in which it mattered has the facts ``reading``, its id, and ``option``.
    """

    id: str
    options: tuple[str, ...]
    """The default first."""
    cite: str


class Grade(NamedTuple):
    """How good an answered roll was for the side that it is of, so that rolls can be added up."""

    kind: str
    """Rolls of one kind are added; text: ``<book>.luck.<kind>``."""
    value: int
    better: Literal[1, -1] = 1
    """Whether more of it is better for that side, or less."""


@dataclass(frozen=True, slots=True)
class Muster(Generic[S]):
    """A book's muster of units.  Texts: ``<book>.muster.…``."""

    sides: Callable[[S], tuple[Facts, ...]]
    """Each side with a list of its ``units``."""
    recruited: Callable[[S, str, int, str], tuple[S, Facts]]
    """The state after a unit has taken in so many recruits of a quality, and the facts of ``….recruited``.

    Raises ``Illegal``.
    """
    clauses: Mapping[str, tuple[str, ...]]
    """Where each number of a unit comes from."""


Place: TypeAlias = tuple[str | int, ...]
"""Where in a battle file something stands: keys and indices from the top."""


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that goes into a number of a side; text: ``setup.<book>.part.<what>``."""

    clause: str
    what: str
    value: int | Fraction | str
    """What it adds; text where that is no number, such as a die."""
    of: str = ""
    """Which of several: a unit, a circumstance, a reason."""
    at: Place = field(default=(), kw_only=True)
    """Where the battle file says so; nowhere, where no single field does."""
    times: bool = field(default=False, kw_only=True)
    """It is a factor, and is added to nothing."""


@dataclass(frozen=True, slots=True)
class Term:
    """A row of the arithmetic behind a line of the log: what it comes to, what it is, and its clause."""

    key: str
    """Message that says what it is; with its facts."""
    cite: str
    value: int | Fraction | None = None
    """None for a remark, which adds nothing."""
    facts: Facts = field(default_factory=dict)
    how: Literal["", "+", "×", "="] = ""
    """How the value goes in: as it stands, added with its sign, as a factor, or as what has come of the rows
    above it."""


def _never(_: object) -> bool:
    return False


def _ungraded(_question: Question[Any], _answer: Any) -> None:
    return None


def first_offered(policy: str, _state: Any, asked: Asked, _source: Source, /) -> Reply:
    """What the policy ``first`` chooses: the first that is offered, and no more than must be."""
    question = asked.question
    if isinstance(question, Choose):
        return str(question.among[0][0])
    if isinstance(question, Pick):
        return question.among[: question.least]
    raise TypeError(f"{policy}: {question.key} is no choice")


@dataclass(frozen=True, slots=True)
class Book(Generic[S]):
    """A registered rulebook.  ``S`` is the type of its state."""

    rules: Rulebook[S]
    model: type[BattleFile]
    """The battle file."""
    table_models: Mapping[str, type[BattleModel]]
    """The house tables that a battle file may replace."""
    first_state: Callable[[Any, Mapping[str, Any]], S]
    """The state to begin with, from a battle file's model and its tables."""
    title: Callable[[S], str]
    sides: Callable[[S, Sequence[tuple[int, Line]], Seat], tuple[Facts, ...]]
    """What the report for a seat says of each side, from the last state and its log with rounds."""
    readings_of: Callable[[S], Mapping[str, str]]
    """The readings in force."""
    mattered: Callable[[S, Sequence[tuple[int, Line]]], tuple[str, ...]]
    """The readings that another option of which could have changed something in this battle."""
    replaced: Callable[[S], tuple[str, ...]]
    """The house tables that the battle file replaced."""
    why: Callable[[Line], tuple[Term, ...]]
    """The arithmetic behind a line, from its own facts, so that it is for whoever may read the line.

    Nothing where no number is reckoned; nothing also where the line of an old journal has not the facts.
    """
    warnings: Callable[[S], tuple[Note, ...]]
    """What a person should know before the battle, though it is no error."""
    odds: Callable[..., Odds[Any]]
    """The odds from a state to the end; keywords ``samples`` and ``seed`` serve where they are sampled.

    With ``seat`` only what that seat may know of the state is used.  A book with more than one policy takes
    ``policy``: who is assumed to make the choices.  Raises ``Illegal`` where a seat cannot be told any.
    """
    modifiers: frozenset[str]
    """The fields of a side or unit that can be left out to see what they are worth."""
    clauses: tuple[Clause, ...]
    readings: tuple[Reading, ...]
    house_keys: frozenset[str] = frozenset()
    """Messages that show what is the house's in a clause otherwise the text's, or in the one around it."""
    without: Callable[[S, int, int], S | None] = lambda _state, _side, _place: None
    """The battle in which one of ``parts`` adds nothing, by its side and place; None if there is none."""
    is_printed: Callable[[Line], bool] = _never
    """Whether the text itself gives the numbers of a line whose message is among ``house_keys``."""
    idle: Callable[[S], Collection[str]] = lambda _state: ()
    """The clauses that play no part in such a battle, so that no odds of it rest on them."""
    has_rounds: bool = True
    extras: Callable[[S, Sequence[tuple[int, Line]], Seat], Facts] = lambda _state, _log, _seat: {}
    """What the report says beside the sides, as ``sides`` gets it."""
    grade: Callable[[Question[Any], Any], Grade | None] = _ungraded
    """How good an answer of a roll was for the side it is of; None for what is neither good nor bad."""
    parts: Callable[[S], tuple[tuple[Part, ...], ...]] = lambda _state: ()
    """What the number that each side fights with is made of before anything is thrown; the number last."""
    is_sampled: Callable[[S], bool] = _never
    """Whether the odds from this state can only be sampled."""
    muster: Muster[S] | None = None
    """What units are worth and cost; None where the book has nothing to say of it."""
    cards: Callable[[S], tuple[Facts, ...]] | None = None
    """Each side with its ``cards``: forms to print; None where a book has none.  Texts: ``<book>.card.…``."""
    policies: tuple[str, ...] = ("first",)
    """Who can make choices where nobody is asked, the default first; texts: ``<book>.policy=…``."""
    decide: Callable[[str, S, Asked, Source], Reply] = first_offered
    """What a policy chooses, where the question is asked in a step that began with this state.

    It may be given a state that the seat cannot tell from the true one, and so knows no more than the seat.
    The source serves mixed policies.
    """
    advice: Callable[[S, Seat], Facts | None] | None = None
    """What a seat is advised to choose next, with what weights, and what that guarantees: ``….advice``.

    Uses only what the seat may know.  None where there is nothing to advise on.
    """
    tomorrow: Callable[[Mapping[str, Any], S, Sequence[tuple[int, Line]]], dict[str, Any]] | None = None
    """The battle file of the next day, from this one's, the last state and the log; None where there is none.

    Raises ``Illegal`` where nobody is left to fight.
    """

    def choose(self, policy: str, at: Position[S], asked: Asked, seed: str) -> Reply:
        """What a policy answers to an open choice, knowing no more than the seat that is asked.

        The same for the same seed and place.
        """
        place = asked.place
        source = SeededSource(seed, place._replace(key=f"{place.key} {policy}"))
        return self.decide(policy, self.rules.imagine(at.state, place.by, source), asked, source)

    @property
    def id(self) -> str:
        """The short name, as battle files give it."""
        return self.rules.id

    def clause(self, name: str) -> Clause | None:
        """The clause with this id."""
        return next((clause for clause in self.clauses if clause.id == name), None)

    def other_readings(self, state: S) -> dict[str, str]:
        """The readings in force that are not the default."""
        force = self.readings_of(state)
        return {each.id: force[each.id] for each in self.readings if force[each.id] != each.options[0]}

    def house_clauses(self, replaced: Sequence[str] = ()) -> tuple[str, ...]:
        """The clauses that are wholly the house's, but for a replaced table; none lies within another."""
        found = list[str]()
        for clause in self.clauses:
            house = clause.marks == ("house",) and clause.table not in replaced
            if house and not any(_within(clause.id, wider) for wider in found):
                found.append(clause.id)
        return tuple(found)

    def house_in_odds(self, replaced: Sequence[str] = (), idle: Collection[str] = ()) -> tuple[str, ...]:
        """The clauses that odds rest on and that are the house's, wholly or in part; those idle are none."""
        wholly = self.house_clauses(replaced)
        return tuple(
            clause.id
            for clause in self.clauses
            if clause.in_odds
            and clause.id not in idle
            and (clause.id in wholly or ("house" in clause.marks[1:] and clause.table not in replaced))
        )

    def is_replaced(self, line: Line, replaced: Sequence[str]) -> bool:
        """Say whether a line speaks of a house table that the battle file replaced."""
        clause = self.clause(line.cite)
        return clause is not None and clause.table in replaced

    def house_of(self, line: Line, replaced: Sequence[str] = ()) -> str | None:
        """The house clause that acts in a line of the log: the widest that holds it, or None.

        The nearest clause that is declared says whether it is the house's: one of the text's may be a part of
        one of the house's.
        """
        around = [clause for clause in self.clauses if _within(line.cite, clause.id)]
        nearest = max(around, key=lambda clause: len(clause.id), default=None)
        marks = nearest.marks if nearest else ()
        widest = next((clause for clause in self.house_clauses(replaced) if _within(line.cite, clause)), None)
        if line.key in self.house_keys:
            if self.is_printed(line) or self.is_replaced(line, replaced):
                return None
            return line.cite if "house" in marks else widest
        return widest if marks == ("house",) else None


def _within(cite: str, clause: str) -> bool:
    """Whether what ``cite`` names is this clause or a part of it."""
    return cite == clause or cite.startswith(clause + ".")
