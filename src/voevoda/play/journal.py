"""What is true of a battle: an append-only row of entries.

``Undone`` is the only entry that takes anything back.  A correction is an undo, the new reply, and the later
replies carried over, all ordinary entries: the record shows plainly what was kept.  A *referee's number* is
an undo to the start of the step, the new state, and the replies carried over.

An entry's ``seq`` is its index in the journal.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from voevoda.play.drive import SeededSource
from voevoda.play.errors import Diverged, Illegal, Refused, Stale
from voevoda.play.position import Asked, Place, Position, Rulebook, source_of
from voevoda.play.questions import Chance, Note, Reply, mark_of
from voevoda.play.seats import EVERYONE, Fact, Facts, Line, Seat, Seen

S = TypeVar("S", bound=Hashable)

OVERRIDDEN = "play.overridden"
"""Message id of the line that tells of a number set by the referee."""

LONGEST_REASON = 500
"""The most characters of a reason: every line of a journal can be read again, and shown whole."""


@dataclass(frozen=True, slots=True)
class Begun(Generic[S]):
    """A battle begins."""

    book: str
    revision: int
    """Of the rules."""
    state: S
    commitment: str | None
    """``sha256:…`` of the seed, announced before the first roll; None where no seed throws."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A reply to a question."""

    place: Place
    asking: int
    """Index of the asking within its step, so that questions asked together are known."""
    mark: str
    """``mark_of`` the question; replay compares it."""
    reply: Reply
    source: str
    """``seed``, ``typed``, ``chosen``, ``ruled`` or ``policy:NAME``."""
    kept: int | None = None
    """The seq of the entry whose reply was carried over here."""


@dataclass(frozen=True, slots=True)
class Saved(Generic[S]):
    """A step has ended: its log lines with their audiences, and the state to go on from."""

    number: int
    round: int
    state: S
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Overridden(Generic[S]):
    """The referee set a number: the state at the start of the current step is now ``state``."""

    number: int
    """Of the step."""
    state: S
    path: str
    value: Fact
    reason: str
    about: Facts = field(default_factory=dict, hash=False)
    """Its ``name``, ``whose`` it is, what it was ``before``, whether it is ``signed``.

    Empty in older journals, and where the book lists no such number.
    """


@dataclass(frozen=True, slots=True)
class Undone:
    """Entry ``to`` and all that stood after it are taken back."""

    to: int
    reason: str


@dataclass(frozen=True, slots=True)
class Closed:
    """The battle is over (or left): the seed is shown."""

    seed: str


Entry: TypeAlias = Begun[Any] | Answered | Saved[Any] | Overridden[Any] | Undone | Closed
Journal: TypeAlias = tuple[Entry, ...]


def commitment_to(seed: str) -> str:
    """What is announced of a seed before the first roll."""
    return "sha256:" + sha256(seed.encode()).hexdigest()


def begin(book: Rulebook[S], state: S, seed: str | None) -> tuple[Position[S], Journal]:
    """The first entries of a battle, and where it stands.  Steps that ask nothing are passed at once."""
    at = Position.at(book, state)
    begun = Begun(book.id, book.revision, state, None if seed is None else commitment_to(seed))
    return at, (begun, *saved(at))


def saved(at: Position[S]) -> list[Entry]:
    """The checkpoints of the steps that ``at`` has just passed."""
    return [Saved(passed.number, passed.round, passed.state, passed.lines) for passed in at.passed]


def answered(
    at: Position[S], reply: object, place: Place | None = None, source: str = "typed", kept: int | None = None
) -> tuple[Position[S], list[Entry]]:
    """The one way forward: the next position, and the entries to append.

    The arguments are those of ``Position.answer``.  Raises ``Stale`` or ``Illegal``.
    """
    place, question = at.asked(place)
    normal = question.normal(reply)
    after = at.answer(normal, place, source)
    entry = Answered(
        place, len(at.given), mark_of(question, normal), normal, source_of(question, normal, source), kept
    )
    return after, [entry, *saved(after)]


def standing(journal: Iterable[Entry]) -> list[tuple[int, Entry]]:
    """The entries that count, with their seqs: a stack from which ``Undone`` pops."""
    stack: list[tuple[int, Entry]] = []
    for seq, entry in enumerate(journal):
        if isinstance(entry, Undone):
            while stack and stack[-1][0] >= entry.to:
                _ = stack.pop()
        else:
            stack.append((seq, entry))
    return stack


def replay(book: Rulebook[S], journal: Journal, *, whole: bool = False) -> Position[S]:
    """Where a journal stands: from its last checkpoint, or from the beginning with every checkpoint compared.

    Its ``passed`` are the steps whose checkpoint is still missing: ``saved`` makes the entries.  Raises
    ``Diverged`` where the rules ask something else than the journal answers, or end a step in another state.
    """
    stand = standing(journal)
    if not stand or not isinstance(stand[0][1], Begun):
        raise Diverged(stand[0][0] if stand else 0, "the beginning", stand[0][1] if stand else "nothing")
    saves = [index for index, (_, entry) in enumerate(stand) if isinstance(entry, Saved)]
    start = saves[-1] if saves and not whole else 0
    at = _start(book, stand[0][1], *stand[start])
    for seq, entry in stand[start + 1 :]:
        at = _next(at, seq, entry)
    return at


def _start(book: Rulebook[S], begun: Begun[S], seq: int, entry: Entry) -> Position[S]:
    """Where to read from: a checkpoint, or the beginning, if these are the very rules it began by."""
    if begun.book == book.id and isinstance(entry, Saved):
        return Position.at(book, entry.state, entry.number + 1, entry.round)
    if (begun.book, begun.revision) == (book.id, book.revision):
        return Position.at(book, begun.state)
    raise Diverged(seq, (book.id, book.revision), (begun.book, begun.revision))


def _next(at: Position[S], seq: int, entry: Entry) -> Position[S]:
    """Read one entry on; raises ``Diverged`` where it is not what the rules have there."""
    if isinstance(entry, Closed):
        return at
    if isinstance(entry, Saved) or at.passed:
        due = saved(at)[:1]
        if not due or not _agree(due[0], entry):
            raise Diverged(seq, due, entry)
        return replace(at, passed=at.passed[1:])
    if isinstance(entry, Answered):
        return _replayed(at, seq, entry)
    if isinstance(entry, Overridden) and _at_start(at, entry):
        return _overridden(at, entry)
    raise Diverged(seq, tuple(each.place for each in at.open), entry)


def _agree(due: Entry, entry: Entry) -> bool:
    """Whether a checkpoint is what is due.  A line may tell more today than it told then, and no less."""
    if not isinstance(due, Saved) or not isinstance(entry, Saved) or len(due.lines) != len(entry.lines):
        return due == entry
    then = tuple(
        replace(now, facts={name: fact for name, fact in now.facts.items() if name in told.facts})
        for now, told in zip(due.lines, entry.lines, strict=True)
    )
    return replace(due, lines=then) == entry


def _at_start(at: Position[Any], entry: Overridden[Any]) -> bool:
    """A number is set at the start of its step, before any reply."""
    return entry.number == at.number and not at.given and not at.laid


def _replayed(at: Position[S], seq: int, entry: Answered) -> Position[S]:
    try:
        place, question = at.asked(entry.place)
        after = at.answer(entry.reply, place, entry.source)
    except Refused as refused:
        raise Diverged(seq, tuple(each.place for each in at.open), refused) from refused
    mark = mark_of(question, entry.reply)
    if (mark, len(at.given)) != (entry.mark, entry.asking):
        raise Diverged(seq, (place, mark, len(at.given)), (place, entry.mark, entry.asking))
    return after


def _overridden(at: Position[S], entry: Overridden[S]) -> Position[S]:
    facts = {"path": entry.path, "value": entry.value, "reason": entry.reason, **entry.about}
    note = Note(OVERRIDDEN, "", EVERYONE, facts)
    round_ = at.round - (bool(at.open) and at.book.opens_round(at.state))
    return Position.at(at.book, entry.state, at.number, round_, (*at.before, note))


def history(journal: Iterable[Entry]) -> tuple[tuple[int, Line], ...]:
    """Each line of the finished steps that stand, with its round: no rule is needed to read them."""
    return tuple(
        (entry.round, line)
        for _, entry in standing(journal)
        if isinstance(entry, Saved)
        for line in entry.lines
    )


def seen(journal: Journal, at: Position[S], seat: Seat) -> Seen:
    """All that ``seat`` receives of a battle: its view, what it is asked, its own log from the beginning."""
    return at.seen(seat, [line for _, line in history(journal)])


def carry(
    at: Position[S], tail: Iterable[tuple[int, Entry]], *, choices: bool = True
) -> tuple[Position[S], list[Entry]]:
    """Give the later replies again while the same question is asked in the same place; a misfit stops.

    Same question: the same seat is to throw or choose from the same things.  What is *added* to a roll may
    differ: a changed modifier does not make a read die false.  A ruling is carried only to the same law.
    Without ``choices`` it stops at the first of them as well: who chose, chose by what was known then.
    """
    entries: list[Entry] = []
    for seq, entry in tail:
        if isinstance(entry, Answered):
            if not _fits(at, entry) or (entry.source == "chosen" and not choices):
                break
            try:
                at, more = answered(at, entry.reply, entry.place, entry.source, seq)
            except Refused:
                break
            entries += more
        elif isinstance(entry, Overridden):
            if not _at_start(at, entry):
                break
            try:
                at, more = _set(at, entry.path, entry.value, entry.reason)
            except Illegal:
                break
            entries += more
    return at, entries


def _fits(at: Position[S], entry: Answered) -> bool:
    return any(
        each.place == entry.place and mark_of(each.question, entry.reply) == entry.mark for each in at.open
    )


def undo(journal: Journal, seq: int, reason: str) -> Journal:
    """Take back entry ``seq`` and all after it; a reply takes along those asked together with it.

    Raises ``Stale`` where no such entry stands, or it is none that can be taken back; ``Illegal`` for a
    reason that is too long.
    """
    _check_length(reason)
    stand = standing(journal)
    entry = dict(stand).get(seq)
    if not isinstance(entry, Answered | Overridden):
        raise Stale("play.stale.undo", given=seq)
    return (*journal, Undone(_group(stand, seq, entry), reason))


def last_done(journal: Journal) -> tuple[int, Answered | Overridden[Any]] | None:
    """What ``take_back`` takes back, with its seq; None where nothing stands that can be."""
    done = [(seq, entry) for seq, entry in standing(journal) if isinstance(entry, Answered | Overridden)]
    # What was only carried over is not what was done last, but a number set before it is.
    for seq, entry in reversed(done):
        if isinstance(entry, Overridden):
            return seq, entry
        if entry.kept is None:
            break
    return done[-1] if done else None


def take_back(book: Rulebook[S], journal: Journal, reason: str) -> tuple[Position[S], Journal]:
    """Take back what was done last: a number set, the replies carried over; or a reply, as ``undo`` does.

    Raises ``Stale`` where nothing stands that can be taken back, ``Illegal`` for a reason that is too long.
    """
    done = [(seq, entry) for seq, entry in standing(journal) if isinstance(entry, Answered | Overridden)]
    found = last_done(journal)
    if found is None:
        raise Stale("play.stale.undo", given=0)
    last, _ = found
    after = undo(journal, last, reason)
    at = replay(book, after)
    after = (*after, *saved(at))
    at, carried = carry(at, [(seq, entry) for seq, entry in done if seq > last])
    return at, (*after, *carried)


def _group(stand: list[tuple[int, Entry]], seq: int, entry: Entry) -> int:
    """The seq of the first reply of the asking that ``entry`` belongs to."""
    if not isinstance(entry, Answered):
        return seq
    return min(other for other, each in stand if _together(entry, each))


def correct(
    book: Rulebook[S], journal: Journal, seq: int, reply: object, reason: str, *, choices: bool = True
) -> tuple[Position[S], Journal]:
    """Put another reply in the place of entry ``seq`` and carry the later ones over, as ``carry`` does.

    What was asked together with it was answered without knowing it, and is kept in any case.  Raises
    ``Stale`` where no reply that counts stands at ``seq``, ``Illegal`` where the new one is not accepted or
    the reason is too long.
    """
    _check_length(reason)
    stand = standing(journal)
    entry = dict(stand).get(seq)
    replies = [(other, each) for other, each in stand if isinstance(each, Answered)]
    same = [other for other, each in replies if isinstance(entry, Answered) and each.place == entry.place]
    if not isinstance(entry, Answered) or seq != same[-1]:
        raise Stale("play.stale.undo", given=seq)
    to = _group(stand, seq, entry)
    tail = [(other, each) for other, each in stand if other >= to and other not in same]
    after: Journal = (*journal, Undone(to, reason))
    at = replay(book, after)
    at, kept = carry(at, [(other, each) for other, each in tail if other < seq])
    at, corrected = answered(at, reply, entry.place)
    beside = [(other, each) for other, each in tail if other > seq and _together(entry, each)]
    at, same_time = carry(at, beside)
    later = [(other, each) for other, each in tail if other > seq and not _together(entry, each)]
    at, carried = carry(at, later, choices=choices)
    return at, (*after, *kept, *corrected, *same_time, *carried)


def _together(one: Answered, other: Entry) -> bool:
    """Whether two replies are to questions asked together."""
    return isinstance(other, Answered) and (one.place.step, one.asking) == (other.place.step, other.asking)


def override(
    book: Rulebook[S], journal: Journal, path: str, value: Fact, reason: str, *, choices: bool = True
) -> tuple[Position[S], Journal]:
    """Set a number in the state at the start of the current step, and carry the step's replies over.

    Raises ``Illegal`` where the book does not take it.
    """
    stand = standing(journal)
    at = replay(book, journal)
    tail = [
        (seq, entry) for seq, entry in stand if isinstance(entry, Answered) and entry.place.step == at.number
    ]
    after = journal
    if tail:
        after = (*journal, Undone(tail[0][0], reason))
        at = replay(book, after)
    at, entries = _set(at, path, value, reason)
    at, later = carry(at, tail, choices=choices)
    return at, (*after, *entries, *later)


def _set(at: Position[S], path: str, value: Fact, reason: str) -> tuple[Position[S], list[Entry]]:
    if not reason.strip():
        raise Illegal("play.illegal.reason", given=reason)
    _check_length(reason)
    state = at.book.override(at.state, path, value)
    entry = Overridden(at.number, state, path, value, reason, _about(at, state, path))
    after = _overridden(at, entry)
    return after, [entry, *saved(after)]


def _about(at: Position[S], state: S, path: str) -> Facts:
    """What the log says of a number beside its path, which may name it by indices as well."""
    listed = {each.path: each for each in at.book.numbers(at.state)}
    after = {each.path: each.now for each in at.book.numbers(state)}
    named = [listed[path]] if path in listed else []
    changed = named or [each for each in listed.values() if after.get(each.path, each.now) != each.now]
    if len(changed) != 1:
        return {}
    number = changed[0]
    signed: Facts = {"signed": True} if number.signed else {}
    return {"name": number.name, "whose": number.whose, "before": number.now, **signed}


def _check_length(reason: str) -> None:
    if len(reason) > LONGEST_REASON:
        raise Illegal("play.illegal.long_reason", size=len(reason), most=LONGEST_REASON)


class Verdict(NamedTuple):
    """What ``verify`` found."""

    seeded: int
    """Rolls and draws thrown from the seed, those taken back included."""
    other: dict[str, int]
    """Replies that came otherwise, by source."""
    committed: bool | None
    """Whether the seed shown is the one announced; None where none was announced or it is not shown yet."""
    false: tuple[tuple[int, Reply, Reply], ...]
    """Seq, what the journal has, what the seed throws there."""
    diverged: Diverged | None
    """Where the rules and the journal part ways, if they do."""

    @property
    def good(self) -> bool:
        """Everything that a seed threw is what the announced seed throws."""
        return self.committed is True and not self.false and self.diverged is None


def verify(book: Rulebook[S], journal: Journal) -> Verdict:
    """Throw every seeded roll again and hold it against the journal, what was taken back included."""
    begun = journal[0] if journal else None
    closed = next((entry for entry in reversed(journal) if isinstance(entry, Closed)), None)
    announced = begun.commitment if isinstance(begun, Begun) else None
    committed = None if announced is None or closed is None else commitment_to(closed.seed) == announced
    seeded = 0
    other: dict[str, int] = {}
    false = list[tuple[int, Reply, Reply]]()
    diverged = None
    try:
        for seq, entry, asked in _asked_ever(book, journal):
            if entry.source != "seed":
                other[entry.source] = other.get(entry.source, 0) + 1
                continue
            seeded += 1
            if closed is not None:
                due = thrown(asked, closed.seed)
                if due != entry.reply:
                    false.append((seq, entry.reply, due))
    except Diverged as error:
        diverged = error
    return Verdict(seeded, other, committed, tuple(false), diverged)


def thrown(asked: Asked, seed: str) -> Reply:
    """What ``seed`` throws or draws at a place: the same whenever it is asked there."""
    if not isinstance(asked.question, Chance):
        raise asked.question.refuses("seed")
    return asked.question.throw(SeededSource(seed, asked.place))


def answered_questions(book: Rulebook[S], journal: Journal) -> Iterator[tuple[Answered, Asked]]:
    """Every reply that stands with the question it answers; raises ``Diverged`` as ``replay`` does."""
    stand = {seq for seq, _ in standing(journal)}
    return ((entry, question) for seq, entry, question in _asked_ever(book, journal) if seq in stand)


def _asked_ever(book: Rulebook[S], journal: Journal) -> Iterator[tuple[int, Answered, Asked]]:
    """Every reply ever given with the question it answered; raises ``Diverged`` as ``replay`` does."""
    at = replay(book, journal[:1])
    stand: list[tuple[int, Position[Any]]] = []  # the entries that stand, with the position before each
    for seq, entry in enumerate(journal[1:], 1):
        if isinstance(entry, Undone):
            if entry.to < 1:
                raise Diverged(seq, "what can be taken back", entry)
            while stand and stand[-1][0] >= entry.to:
                at = stand.pop()[1]
            continue
        stand.append((seq, at))
        before, at = at, _next(at, seq, entry)
        if isinstance(entry, Answered):
            yield seq, entry, before.asked(entry.place)
