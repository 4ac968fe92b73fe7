"""What can be asked of the world, and how rules speak.

Two words are kept apart: a *reply* is what the table says (faces, an option's id), an *answer* is what the
rule receives (``question.read(reply)``).  A rule is a generator that yields questions and notes; it says so
with three verbs: ``ask``, ``together``, ``tell``.

A question of chance describes its chance once, in three forms that a contract test holds against each other:
``read`` over all faces, ``throw``, and ``law``.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from itertools import combinations
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar, Union, cast, overload

from voevoda.play.errors import Illegal, RuleError
from voevoda.play.law import Law, Source
from voevoda.play.seats import EVERYONE, TABLE, Audience, Fact, Facts, Seat, canonical

A_co = TypeVar("A_co", bound=Hashable, covariant=True)
A = TypeVar("A", bound=Hashable)
B = TypeVar("B", bound=Hashable)
O_co = TypeVar("O_co", bound=Hashable, covariant=True)


@dataclass(frozen=True, slots=True)
class Ruled:
    """A roll that the referee ruled: which of the answers of its law it shall be, and why."""

    ruled: int
    """Index into ``question.law().values``."""
    reason: str
    said: Reply = ()
    """The faces that the referee named for it; nothing where he named the answer itself."""


Reply: TypeAlias = Union[int, str, Ruled, "tuple[Reply, ...]"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Generic[A_co]):
    """Something a rule asks.  ``A_co`` is the type of the answer that the rule receives."""

    kind: ClassVar[str]
    """The kind of question, for screens and journals."""

    key: str
    """Message id."""
    cite: str
    """Clause of the rulebook."""
    by: Seat = TABLE
    """Whose it is: who chooses, or whose dice.  The table's settings say whether they are thrown or typed."""
    seen_by: Audience
    """Who may know the answer."""
    idle: bool = False
    """The answer is only told and never reaches the state; laws may take any one of its answers."""
    about: Facts = field(default_factory=dict, hash=False)
    """Facts of the message: whom it concerns, against what it is thrown."""

    def normal(self, reply: object) -> Reply:
        """The reply in its one form, from whatever a person, a script or JSON may write for it."""
        return frozen(reply)

    def read(self, reply: Reply, /) -> A_co:
        """What the rule receives.  Raises ``Illegal`` for a reply that this question does not accept."""
        raise self.refuses(reply)

    def prompt(self) -> Facts:
        """What the seat that answers is told: never what it may not know, such as a pile."""
        return {}

    def told(self, answer: Any, reply: Reply, /) -> Facts:
        """What the log says of the answer, beside ``about``."""
        return {}

    def shape(self) -> Fact:
        """What is thrown or offered: what must be the same for a reply to stay good."""
        return self.kind

    def refuses(self, given: object, key: str = "play.illegal.reply", **accepted: Fact) -> Illegal:
        """The refusal of ``given``, with what would be accepted."""
        return Illegal(key, given=shown(given), question=self.key, **accepted)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance(Question[A_co]):
    """A question that chance answers: dice and draws.  All others are choices of a seat."""

    def throw(self, source: Source, /) -> Reply:
        """Throw the dice: a face is an even pick plus 1, in the order in which ``take`` takes them."""
        raise TypeError(f"{self.key}: no throw")

    def law(self) -> Law[A_co]:
        """The exact law of the answer."""
        raise TypeError(f"{self.key}: no law")

    def take(self, faces: Iterator[int], /) -> Reply:
        """Take the faces of this roll from a row of typed ones, as many as it needs.

        Raises ``StopIteration`` where the row ends too soon.
        """
        raise TypeError(f"{self.key}: no faces")


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll(Chance[A_co]):
    """A question of dice, seen by everyone unless it says otherwise.

    A book's own rolls derive from this and say ``read``, ``throw``, ``take`` and ``law``.
    """

    seen_by: Audience = EVERYONE


@dataclass(frozen=True, slots=True, kw_only=True)
class Total(Roll[int]):
    """The sum of some dice."""

    kind: ClassVar[str] = "total"

    dice: int
    """How many."""
    sides: int = 6

    def normal(self, reply: object) -> Reply:
        return (reply,) if type(reply) is int else frozen(reply)

    def read(self, reply: Reply, /) -> int:
        return sum(faces(self, reply, self.dice, self.sides))

    def throw(self, source: Source, /) -> Reply:
        return tuple(source.below(self.sides) + 1 for _ in range(self.dice))

    def take(self, faces: Iterator[int], /) -> Reply:
        return tuple(next(faces) for _ in range(self.dice))

    def law(self) -> Law[int]:
        return sum_of_dice(self.dice, self.sides)

    def prompt(self) -> Facts:
        return {"dice": self.dice, "sides": self.sides}

    def told(self, answer: int, reply: Reply, /) -> Facts:
        return {"total": answer}

    def shape(self) -> Fact:
        return ("total", self.dice, self.sides)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Chance[tuple[str, ...]]):
    """Some of a pile, drawn evenly, all at once.  The answer stands in the order of the pile."""

    kind: ClassVar[str] = "draw"

    pile: tuple[str, ...]
    """What can be drawn, each once, sorted as the book sorts.  No prompt shows it."""
    count: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.count <= len(self.pile):
            raise RuleError(f"{self.key}: {self.count} of {len(self.pile)} to be drawn")

    def normal(self, reply: object) -> Reply:
        """A name alone is a draw of one; a number is the place in the pile, counted from 1."""
        reply = frozen(reply)
        given = reply if isinstance(reply, tuple) else (reply,)
        named = [
            self.pile[item - 1] if type(item) is int and 1 <= item <= len(self.pile) else item
            for item in given
        ]
        return in_order(named, self.pile) or reply

    def read(self, reply: Reply, /) -> tuple[str, ...]:
        drawn = in_order(reply, self.pile)
        if len(drawn) != self.count:
            raise self.refuses(reply, "play.illegal.draw", count=self.count)
        return drawn

    def throw(self, source: Source, /) -> Reply:
        left = list(self.pile)
        return in_order([left.pop(source.below(len(left))) for _ in range(self.count)], self.pile)

    def take(self, faces: Iterator[int], /) -> Reply:
        """Each face names a place in what is left of the pile, counted from 1."""
        left = list(self.pile)
        drawn = list[str]()
        for _ in range(self.count):
            face = next(faces)
            if not 1 <= face <= len(left):
                raise self.refuses(face, "play.illegal.place", of=len(left))
            drawn.append(left.pop(face - 1))
        return in_order(drawn, self.pile)

    def law(self) -> Law[tuple[str, ...]]:
        return Law.even(combinations(self.pile, self.count))

    def prompt(self) -> Facts:
        return {"count": self.count, "of": len(self.pile)}

    def told(self, answer: tuple[str, ...], reply: Reply, /) -> Facts:
        return {"drawn": answer}

    def shape(self) -> Fact:
        return ("draw", self.count, *self.pile)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Question[O_co]):
    """One of several options, chosen by a seat."""

    kind: ClassVar[str] = "choose"

    among: tuple[tuple[str, O_co], ...]
    """Each option: its id, and what the rule receives."""
    brings: Facts = field(default_factory=dict, hash=False)
    """What options come to, by their ids: what the rules fix and the seat that answers may know.

    Of each a mapping, where there is something to tell: ``result``, the numbers of both sides, with ``of``,
    what they count, and ``open``, what may still change them; and ``why``, each cause as ``key``, ``cite``
    and ``facts`` of a message.
    """

    def __post_init__(self) -> None:
        if not self.among:
            raise RuleError(f"{self.key}: nothing to choose from")

    def read(self, reply: Reply, /) -> O_co:
        for option, meaning in self.among:
            if option == reply:
                return meaning
        raise self.refuses(reply, "play.illegal.choice", accepted=tuple(option for option, _ in self.among))

    def prompt(self) -> Facts:
        brings: Facts = {"brings": self.brings} if self.brings else {}
        return {"options": tuple(option for option, _ in self.among), **brings}

    def told(self, answer: Any, reply: Reply, /) -> Facts:
        return {"chosen": str(reply)}

    def shape(self) -> Fact:
        return ("choose", *(option for option, _ in self.among))


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick(Question[tuple[str, ...]]):
    """Several of some options, chosen by a seat.  The answer stands in the order offered."""

    kind: ClassVar[str] = "pick"

    among: tuple[str, ...]
    least: int
    most: int
    brings: Facts = field(default_factory=dict, hash=False)
    """What each option comes to, as in ``Choose``."""

    def __post_init__(self) -> None:
        if not 0 <= self.least <= min(self.most, len(self.among)):
            raise RuleError(f"{self.key}: {self.least} to {self.most} of {len(self.among)} to be picked")

    def normal(self, reply: object) -> Reply:
        """A name alone is a pick of one."""
        reply = frozen(reply)
        return in_order((reply,) if isinstance(reply, str) else reply, self.among) or reply

    def read(self, reply: Reply, /) -> tuple[str, ...]:
        picked = in_order(reply, self.among)
        if (
            not isinstance(reply, tuple)
            or len(picked) != len(reply)
            or not self.least <= len(picked) <= self.most
        ):
            raise self.refuses(
                reply, "play.illegal.pick", accepted=self.among, least=self.least, most=self.most
            )
        return picked

    def prompt(self) -> Facts:
        brings: Facts = {"brings": self.brings} if self.brings else {}
        return {"options": self.among, "least": self.least, "most": self.most, **brings}

    def told(self, answer: tuple[str, ...], reply: Reply, /) -> Facts:
        return {"chosen": answer}

    def shape(self) -> Fact:
        return ("pick", self.least, self.most, *self.among)


class Note(NamedTuple):
    """Something a rule tells: what no answer shows."""

    key: str
    cite: str
    seen_by: Audience
    facts: Facts


Rule: TypeAlias = Generator["tuple[Question[Any], ...] | Note", Any, A]
"""What a rule is: it yields questions and notes and returns what it found."""


def ask(question: Question[A]) -> Rule[A]:
    """Ask one question; a rule says ``yield from`` before it and receives the answer."""
    (answer,) = yield (question,)
    return cast("A", answer)


@overload
def together(one: Question[A], other: Question[B], /) -> Rule[tuple[A, B]]: ...
@overload
def together(*questions: Question[A]) -> Rule[tuple[A, ...]]: ...
def together(*questions: Question[Any]) -> Rule[tuple[Any, ...]]:
    """Several questions at once: answered in any order, and no answer counts before the last is in."""
    answers: tuple[Any, ...] = (yield questions) if questions else ()
    return answers


def tell(key: str, cite: str, seen_by: Audience = EVERYONE, /, **facts: Fact) -> Rule[None]:
    """Tell what no answer shows; a rule says ``yield from`` before it."""
    yield Note(key, cite, seen_by, facts)


def answer_of(question: Question[A], reply: Reply) -> A:
    """What the rule receives for ``reply``, a ruled one included.  Raises ``Illegal``."""
    if not isinstance(reply, Ruled):
        return question.read(reply)
    if not isinstance(question, Roll):
        raise question.refuses(reply, "play.illegal.ruled")
    values = question.law().values
    if not 0 <= reply.ruled < len(values) or not reply.reason.strip():
        raise question.refuses(reply.ruled, "play.illegal.ruling", most=len(values) - 1)
    return cast("A", values[reply.ruled])


def ruled_as(question: Question[Any], reply: object, reason: str) -> Ruled:
    """The ruling that a roll counts as if ``reply`` had been thrown.  Raises ``Illegal``."""
    if not isinstance(question, Roll):
        raise question.refuses(reply, "play.illegal.ruled")
    answer = question.read(question.normal(reply))
    return Ruled(question.law().values.index(answer), reason, question.normal(reply))


def mark_of(question: Question[Any], reply: Reply) -> str:
    """A short hash of what ``reply`` answers: it means the same for every question with the same mark.

    That is who is asked what; for a ruling also the answers that it picks from.
    """
    picks_from = question.law().values if isinstance(reply, Ruled) and isinstance(question, Chance) else ()
    marked = (question.key, str(question.by), question.shape(), *map(repr, picks_from))
    return sha256(canonical(marked).encode()).hexdigest()[:16]


def in_order(given: object, among: tuple[str, ...]) -> tuple[str, ...]:
    """What is given, in the order of ``among``; nothing, where it is not some of those, each once."""
    if not isinstance(given, tuple | list) or any(item not in among for item in given):
        return ()
    found = tuple(item for item in among if item in given)
    return found if len(found) == len(given) else ()


def faces(question: Question[Any], reply: Reply, count: int, sides: int) -> tuple[int, ...]:
    """The faces of ``count`` dice with ``sides`` sides.

    Raises ``Illegal`` where the reply is anything else.
    """
    if not isinstance(reply, tuple) or len(reply) != count:
        raise question.refuses(reply, "play.illegal.faces", dice=count, sides=sides)
    for face in reply:
        if type(face) is not int or not 1 <= face <= sides:
            raise question.refuses(face, "play.illegal.face", sides=sides)
    return cast("tuple[int, ...]", reply)


@lru_cache(maxsize=1024)
def sum_of_dice(dice: int, sides: int) -> Law[int]:
    """The law of the sum of ``dice`` dice with ``sides`` sides."""
    ways = {0: 1}
    for _ in range(dice):
        longer: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, sides + 1):
                longer[total + face] = longer.get(total + face, 0) + count
        ways = longer
    return Law.of(sorted(ways.items()))


def frozen(reply: object) -> Reply:
    """A reply as a value: lists become tuples, ``{"ruled": …, "reason": …}`` becomes ``Ruled``.

    Anything else is written as text, so that the question can refuse it by name.
    """
    if type(reply) is int or isinstance(reply, str | Ruled):
        return reply
    if isinstance(reply, list | tuple):
        return tuple(frozen(item) for item in reply)
    if isinstance(reply, Mapping) and reply.keys() == {"ruled", "reason"} and type(reply["ruled"]) is int:
        return Ruled(reply["ruled"], str(reply["reason"]))
    return str(reply)


def shown(given: object) -> Fact:
    """What was given, short enough to be shown in a refusal."""
    if isinstance(given, bool | int | str) or given is None:
        return given if len(str(given)) <= 60 else f"{str(given)[:57]}…"
    if isinstance(given, tuple):
        return tuple(shown(item) for item in given[:12])
    return shown(str(given))
