"""What a half-played battle is: the only meaning of a rule that has stopped to ask.

No generator outlives a call.  A ``Position`` keeps the frozen state at the start of the current *step* (one
phase of the book) and the replies given since; every further reply runs the step again from its beginning,
with one more.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from types import GeneratorType
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from voevoda.play.errors import RuleError, Stale
from voevoda.play.law import Source
from voevoda.play.questions import Chance, Note, Question, Reply, Rule, Ruled, answer_of, ask, together
from voevoda.play.seats import REFEREE, TABLE, Fact, Facts, Line, Seat, Seen, canonical, commander

S = TypeVar("S", bound=Hashable)

ENDLESS = 1000
"""So many steps in a row without a question are taken for a loop."""


class Outcome(NamedTuple):
    """How a battle ended."""

    winner: str | None
    """A side's name, or nobody's."""
    ending: str
    """One of the book's endings, such as ``mutual-ruin``."""


class Number(NamedTuple):
    """A number of the state that the referee may set now."""

    path: str
    name: str
    """Message id of what it is called."""
    whose: tuple[str, ...]
    """The side, and the unit or person in it."""
    now: Fact
    """None where there is no such limit; several where one number is set for several that differ."""
    least: int
    most: int
    signed: bool = False
    """Whether it is added to another, and so shown with its sign."""
    optional: bool = False
    """Whether None is accepted as well: there is no such limit."""


class Rulebook(Protocol[S]):
    """What a game gives the table.  All of it is pure."""

    @property
    def id(self) -> str:
        """The book's short name."""

    @property
    def revision(self) -> int:
        """Rises whenever the rules ask or answer differently.

        Journals of another revision are shown from their lines and never re-executed.
        """

    @property
    def schema(self) -> int:
        """The version of the state's notation."""

    @property
    def reveals(self) -> frozenset[str]:
        """Keys of the notes that show what was hidden."""

    def step(self, state: S, /) -> Rule[S]:
        """One phase of the book."""

    def finished(self, state: S, /) -> Outcome | None:
        """How the battle ended, or None while it goes on."""

    def opens_round(self, state: S, /) -> bool:
        """Whether the step from this state is the first of a round.

        Rounds are counted outside the state, so that equal battles are equal whenever they come about.
        """

    def view(self, state: S, seat: Seat, /) -> Facts:
        """What ``seat`` may know of the state: built up from nothing, never cut down."""

    def imagine(self, state: S, seat: Seat, source: Source, /) -> S:
        """A state that ``seat`` cannot tell from this one, what it does not know drawn anew."""

    def override(self, state: S, path: str, value: Fact, /) -> S:
        """The state with one number set by the referee, checked like a battle file.  Raises ``Illegal``.

        Everyone is told path, value and reason, so that a book lets only what is public be set.
        """

    def numbers(self, state: S, /) -> Sequence[Number]:
        """All that ``override`` takes now, in the order of the battle file."""

    def print(self, state: S, /) -> str:
        """The notation of a state: JSON."""

    def parse(self, text: str, schema: int, /) -> S:
        """The state that ``print`` wrote, lifted from an older ``schema`` where need be.

        Raises ``ValueError``.
        """


class Place(NamedTuple):
    """A question's name, for ever: dice from a seed hang on it, and stale answers are known by it."""

    step: int
    key: str
    by: Seat
    nth: int
    """The how-manieth question of that key and seat in the step, from 0."""


class Given(NamedTuple):
    """A reply, and how it came: ``seed``, ``typed``, ``chosen``, ``ruled`` or ``policy:NAME``."""

    reply: Reply
    source: str


class Asked(NamedTuple):
    """An open question and its place."""

    place: Place
    question: Question[Any]


class Asking(NamedTuple):
    """A question that has been answered in this step."""

    place: Place
    question: Question[Any]
    given: Given
    answer: Any

    def line(self) -> Line:
        """The answered question as its own log line."""
        question = self.question
        facts = {**question.about, **question.told(self.answer, self.given.reply)}
        if isinstance(self.given.reply, Ruled):
            facts["reason"] = self.given.reply.reason
        return Line(
            question.key,
            question.cite,
            facts,
            question.seen_by,
            question.by,
            self.given.reply,
            self.given.source,
        )


class Passed(NamedTuple):
    """A step that has ended."""

    number: int
    round: int
    """The round it belonged to; 0 before the first."""
    lines: tuple[Line, ...]
    state: Any
    """What it ended in."""


@dataclass(frozen=True, slots=True)
class Position(Generic[S]):
    """A battle at a moment: make one with ``Position.at``, go on with ``answer``."""

    book: Rulebook[S] = field(hash=False)
    number: int
    """Of the current step, from 0."""
    round: int
    """Of the current step; 0 before the first round."""
    state: S
    """At the start of the step."""
    before: tuple[Note, ...] = field(hash=False)
    """What the referee did to the state before the step began (numbers set)."""
    given: tuple[tuple[Given, ...], ...] = ()
    """The complete replies since, one tuple for each asking."""
    laid: tuple[tuple[Place, Given], ...] = ()
    """Replies to some of the questions now open."""
    open: tuple[Asked, ...] = field(default=(), hash=False)
    """What is asked now; nothing: the battle is over."""
    trail: tuple[Asking | Note, ...] = field(default=(), hash=False)
    """All that the rule has said in this step."""
    passed: tuple[Passed, ...] = field(default=(), hash=False, compare=False)
    """The steps that ended by the last reply."""

    @staticmethod
    def at(
        book: Rulebook[S], state: S, number: int = 0, round_: int = 0, before: tuple[Note, ...] = ()
    ) -> Position[S]:
        """The position at the start of step ``number``.  ``round_`` is the round of the step before it.

        Steps that ask nothing are passed at once, here and in ``answer``.
        """
        if book.finished(state) is not None:
            return Position(book, number, round_, state, before)
        return _run(book, state, number, round_ + book.opens_round(state), before, ())

    def answer(self, reply: object, place: Place | None = None, source: str = "typed") -> Position[S]:
        """The position after one reply more; without ``place``, to the first question that has none yet.

        A reply to a place that has one replaces it, unless dice lie there.  ``source`` says of dice whether
        they are ``typed`` or of a ``seed``, of a choice whether a policy made it (``by_policy``); a ruling
        says itself what it is.  Raises ``Stale`` or ``Illegal``.
        """
        place, question = self.asked(place)
        normal = question.normal(reply)
        _ = answer_of(question, normal)
        laid = {**dict(self.laid), place: Given(normal, source_of(question, normal, source))}
        in_order = tuple((each.place, laid[each.place]) for each in self.open if each.place in laid)
        if len(in_order) < len(self.open):
            return replace(self, laid=in_order, passed=())
        whole = tuple(given for _, given in in_order)
        return _run(self.book, self.state, self.number, self.round, self.before, (*self.given, whole))

    def asked(self, place: Place | None = None) -> Asked:
        """The open question at ``place``; without one the first that has no reply yet.

        Raises ``Stale`` where nothing is asked there, or dice lie there already.
        """
        laid = {each for each, _ in self.laid}
        for asked in self.open:
            if asked.place == place or (place is None and asked.place not in laid):
                if asked.place in laid and isinstance(asked.question, Chance):
                    raise Stale("play.stale.thrown", question=asked.question.key)
                return asked
        # Whom the table waits for may be known to all, what it asks them may not.
        raise Stale("play.stale" if self.open else "play.stale.over", open=tuple(map(str, self.waits())))

    @property
    def outcome(self) -> Outcome | None:
        """How the battle ended, or None while it goes on."""
        return None if self.open else self.book.finished(self.state)

    def lines(self) -> tuple[Line, ...]:
        """The log of this step so far."""
        return _lines(self.before, self.trail)

    def waits(self) -> tuple[Seat, ...]:
        """The seats that have not answered yet, in the order asked."""
        laid = dict(self.laid)
        return tuple(dict.fromkeys(asked.question.by for asked in self.open if asked.place not in laid))

    def seen(self, seat: Seat, earlier: Sequence[Line] = ()) -> Seen:
        """What ``seat`` receives.

        ``earlier`` is the log of the steps before this one, as ``history`` gives it.
        """
        laid = dict(self.laid)
        return Seen(
            view=self.book.view(self.state, seat),
            asks=tuple(
                put(asked, laid.get(asked.place)) for asked in self.open if answers(seat, asked.question)
            ),
            waits=tuple(map(str, self.waits())),
            log=tuple(line for line in (*earlier, *self.lines()) if line.seen_by.holds(seat)),
        )

    def where(self) -> tuple[str, ...]:
        """The rules that the table is in, outermost first: a breadcrumb."""
        if not self.open:
            return ()
        rule = self.book.step(self.state)
        _ = _follow(rule, self.given, self.number, [])
        names = list[str]()
        inner: object = rule
        while isinstance(inner, GeneratorType) and inner.gi_code not in _VERBS:
            names.append(inner.gi_code.co_name)
            inner = inner.gi_yieldfrom
        rule.close()
        return tuple(names)


_VERBS = {ask.__code__, together.__code__}


POLICY = "policy:"


def by_policy(name: str) -> str:
    """The source of a choice that no person made but the policy of this name."""
    return POLICY + name


def source_of(question: Question[Any], reply: Reply, said: str) -> str:
    """How ``reply`` came: a ruling says it itself, a choice is a person's unless ``said`` names a policy."""
    if isinstance(reply, Ruled):
        return "ruled"
    return said if isinstance(question, Chance) or said.startswith(POLICY) else "chosen"


def answers(seat: Seat, question: Question[Any]) -> bool:
    """Say whether ``question`` is put to this seat.

    A referee answers for the table, also one who commands a side, who answers for that side too.
    """
    if seat.kind != REFEREE.kind:
        return seat == question.by
    return question.by in (seat, REFEREE, TABLE) or (seat.name != "" and question.by == commander(seat.name))


def put(asked: Asked, laid: Given | None) -> Facts:
    """An open question as it is put to the seat that answers it, with the reply that lies there."""
    question = asked.question
    return {
        "key": question.key,
        "cite": question.cite,
        "kind": question.kind,
        "nth": asked.place.nth,
        "step": asked.place.step,
        "seat": str(question.by),
        "about": question.about,
        **question.prompt(),
        "laid": None if laid is None else canonical(laid.reply),
    }


def _lines(before: tuple[Note, ...], trail: tuple[Asking | Note, ...]) -> tuple[Line, ...]:
    return tuple(
        said.line() if isinstance(said, Asking) else Line(said.key, said.cite, said.facts, said.seen_by)
        for said in (*before, *trail)
    )


def _follow(
    rule: Rule[S], given: tuple[tuple[Given, ...], ...], number: int, trail: list[Asking | Note]
) -> tuple[tuple[Asked, ...] | None, S | None]:
    """Run ``rule`` on ``given``: to the first asking without replies, or to its end."""
    names: dict[tuple[str, Seat], int] = {}
    at = 0
    answer: object = None
    try:
        while True:
            said = rule.send(answer)
            if isinstance(said, Note):
                trail.append(said)
                answer = None
                continue
            asked = []
            for question in said:
                name = (question.key, question.by)
                nth = names.get(name, 0)
                names[name] = nth + 1
                asked.append(Asked(Place(number, question.key, question.by, nth), question))
            if at == len(given):
                return tuple(asked), None
            replies = given[at]
            at += 1
            answer = tuple(
                answer_of(each.question, reply.reply) for each, reply in zip(asked, replies, strict=True)
            )
            trail.extend(
                Asking(each.place, each.question, reply, result)
                for each, reply, result in zip(asked, replies, answer, strict=True)
            )
    except StopIteration as done:
        return None, done.value


def _run(
    book: Rulebook[S],
    state: S,
    number: int,
    round_: int,
    before: tuple[Note, ...],
    given: tuple[tuple[Given, ...], ...],
) -> Position[S]:
    """Run a step on ``given``, and on through those after it, until one asks or the battle is over."""
    passed: list[Passed] = []
    while True:
        trail: list[Asking | Note] = []
        asked, after = _follow(book.step(state), given, number, trail)
        if asked is not None:
            return Position(
                book, number, round_, state, before, given, (), asked, tuple(trail), tuple(passed)
            )
        if after is None:
            raise RuleError(f"{book.id}: step {number} ended without a state")
        if after == state and not given:
            raise RuleError(f"{book.id}: step {number} asked nothing and changed nothing")
        passed.append(Passed(number, round_, _lines(before, tuple(trail)), after))
        if len(passed) > ENDLESS:
            raise RuleError(f"{book.id}: {ENDLESS} steps without a question")
        state, number, before, given = after, number + 1, (), ()
        if book.finished(state) is not None:
            return Position(book, number, round_, state, before, passed=tuple(passed))
        round_ += book.opens_round(state)
