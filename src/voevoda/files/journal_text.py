"""The notation of journals: JSON Lines, one entry a line, faces readable as ``[47]``.

The first line begins the battle and names the format's version.  A checkpoint holds only those parts of its
state that differ from the beginning.  A line counts when it is whole, with its line break: whatever a crash
left behind it is a *torn tail*, recognised and never mistaken for an entry.
A battle that leaves its table as one file has its scenario and its seed in the first line.
``docs/journal-format.md`` shows every entry; ``journals.py`` keeps them on the disk.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar, cast

from voevoda.files.problems import BadFile, Problem, guess, short
from voevoda.play.errors import Diverged
from voevoda.play.journal import Answered, Begun, Closed, Entry, Journal, Overridden, Saved, Undone
from voevoda.play.position import Place, Rulebook
from voevoda.play.questions import Reply, Ruled
from voevoda.play.seats import Audience, Fact, Facts, Line, Seat, canonical
from voevoda.rulebooks import BOOKS
from voevoda.rulebooks.book import Book
from voevoda.rulebooks.fields import NAME_LENGTH, is_one_line, is_visible

FORMAT = 1
"""The version of the format that this program writes, and the newest that it reads."""

LARGEST = 3 * 1024 * 1024
"""The most bytes of a journal, each of its checkpoints counted whole, so that it is read in a moment."""

LONGEST = 1024 * 1024
"""The most bytes of one line."""

DEPTH = 50
"""The most lists and mappings within each other."""

DIGITS = 1000
"""The most digits of a number: more than any battle comes to."""

_FRACTION = re.compile(rf"-?[0-9]{{1,{DIGITS}}}(/[0-9]{{1,{DIGITS}}})?")

_SOURCE = re.compile(r"seed|typed|chosen|ruled|policy:[a-z][a-z0-9-]{0,30}")

_DAMAGE = (ValueError, KeyError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""What reading a line raises where it is no entry."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Enclosed:
    """What the first line holds beside the first state, so that one file is all of a battle."""

    title: str | None = None
    """What the table calls the battle."""
    scenario: str | None = None
    """The text of the battle file."""
    seed: str | None = field(default=None, repr=False)
    """What throws the dice to come, for whoever goes on with the battle; it is announced, not shown."""


NOTHING = Enclosed()


@dataclass(frozen=True, slots=True)
class Found:
    """A journal that was read."""

    book: Book[Any]
    journal: Journal
    file: str
    good: int
    """Bytes of the whole lines."""
    torn: int
    """Bytes after the last whole line, that count for nothing."""
    schema: int
    """The notation of the first state, which may be older than today's."""
    size: int
    """Bytes of the whole lines, each checkpoint counted whole."""
    enclosed: Enclosed = NOTHING

    @property
    def begun(self) -> Begun[Any]:
        """The first entry."""
        begun = self.journal[0]
        assert isinstance(begun, Begun)
        return begun

    @property
    def current(self) -> bool:
        """Whether today's rules are those it was played by; else it can be shown, but not gone on with."""
        return self.begun.revision == self.book.rules.revision


# Writing


def print_entry(book: Rulebook[Any], entry: Entry, begun: Mapping[str, Any]) -> str:
    """One entry as a line of JSON, without its line break; ``begun`` is the first state, as JSON."""
    match entry:
        case Begun():
            fields = {
                "voevoda": FORMAT,
                "book": entry.book,
                "revision": entry.revision,
                "schema": book.schema,
                "commitment": entry.commitment,
                "state": json.loads(book.print(entry.state)),
            }
        case Answered():
            step, key, by, nth = entry.place
            fields = {
                "place": {"step": step, "key": key, "by": str(by), "nth": nth},
                "asking": entry.asking,
                "mark": entry.mark,
                "reply": _reply(entry.reply),
                "source": entry.source,
                **({} if entry.kept is None else {"kept": entry.kept}),
            }
        case Saved():
            fields = {
                "number": entry.number,
                "round": entry.round,
                "schema": book.schema,
                "state": _changed(book, entry.state, begun),
                "lines": [_line(line) for line in entry.lines],
            }
        case Overridden():
            fields = {
                "number": entry.number,
                "path": entry.path,
                "value": _fact(entry.value),
                "reason": entry.reason,
                **({"about": _fact(entry.about)} if entry.about else {}),
                "schema": book.schema,
                "state": _changed(book, entry.state, begun),
            }
        case Undone():
            fields = {"to": entry.to, "reason": entry.reason}
        case Closed():
            fields = {"seed": entry.seed}
    return _printed({"entry": type(entry).__name__.lower(), **fields})


def print_journal(book: Rulebook[Any], journal: Journal, enclosed: Enclosed = NOTHING) -> str:
    """A whole journal as a text, one entry a line."""
    begun = state_of(book, journal)
    first, *others = (print_entry(book, entry, begun) for entry in journal)
    more = {name: value for name, value in _enclosed(enclosed) if value is not None}
    if more:
        first = _printed({**json.loads(first), **more})
    return "".join(line + "\n" for line in (first, *others))


def _printed(fields: Mapping[str, Any]) -> str:
    return json.dumps(fields, ensure_ascii=False, separators=(", ", ": "))


def _enclosed(enclosed: Enclosed) -> list[tuple[str, str | None]]:
    return [(name, getattr(enclosed, name)) for name in Enclosed.__slots__]


def bare(first: bytes) -> bytes:
    """A first line without what it encloses, which does not grow with the battle."""
    fields = _fields(first)
    if fields.keys().isdisjoint(Enclosed.__slots__):
        return first
    return _printed({name: fields[name] for name in fields if name not in Enclosed.__slots__}).encode()


def state_of(book: Rulebook[Any], journal: Journal) -> dict[str, Any]:
    """The first state of a journal, as JSON."""
    begun = journal[0]
    assert isinstance(begun, Begun)
    state: dict[str, Any] = json.loads(book.print(begun.state))
    return state


def _changed(book: Rulebook[Any], state: Any, begun: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of a state that differ from the beginning."""
    now: dict[str, Any] = json.loads(book.print(state))
    return {part: value for part, value in now.items() if part not in begun or begun[part] != value}


def _line(line: Line) -> dict[str, Any]:
    seats = line.seen_by.seats
    return {
        "key": line.key,
        "cite": line.cite,
        "facts": _fact(line.facts),
        **({} if seats is None else {"seen_by": [str(seat) for seat in seats]}),
        **(
            {}
            if not line.source
            else {"by": str(line.by), "reply": _reply(line.reply), "source": line.source}
        ),
    }


def _reply(reply: object) -> Any:
    if isinstance(reply, Ruled):
        said = {"said": _reply(reply.said)} if reply.said else {}
        return {"ruled": reply.ruled, "reason": reply.reason, **said}
    return [_reply(item) for item in reply] if isinstance(reply, tuple) else reply


def _fact(fact: Fact) -> Any:
    """A fact as JSON that can be told apart again.

    A fraction is ``{"fraction": "a/b"}``; what stands under this very name for another reason is in a list.
    """
    if isinstance(fact, Fraction):
        return {"fraction": str(fact)}
    if isinstance(fact, Mapping):
        if fact.keys() == {"fraction"}:
            return {"fraction": [_fact(fact["fraction"])]}
        return {name: _fact(value) for name, value in fact.items()}
    return [_fact(item) for item in fact] if isinstance(fact, tuple) else fact


# Reading


def parse_journal(content: bytes, file: str, books: Mapping[str, Book[Any]] = BOOKS) -> Found:
    """Read the journal in ``content``; ``file`` is its name for messages.  Raises ``BadFile``."""
    if len(content) > LARGEST:
        raise large(file)
    if not content.strip():
        raise bad(file, "journal.empty")
    whole, _, tail = content.rpartition(b"\n")
    first, *others = whole.split(b"\n")
    book, begun, schema, enclosed = _first(first, file, books)
    entries: list[Entry] = [begun]
    state = _fields(first)["state"]
    good = size = len(first) + 1
    first = bare(first)
    for number, line in enumerate(others, 2):
        try:
            entry = _entry(book.rules, _fields(line), state, schema)
            _check(entry, number - 1)
        except _DAMAGE as error:
            if number == len(others) + 1 and not tail:
                break  # a last line that was never whole
            raise bad(file, "journal.damaged", number) from error
        entries.append(entry)
        good += len(line) + 1
        size += size_of(entry, line, first)
        if size > LARGEST:
            raise large(file)
    return Found(book, tuple(entries), file, good, len(content) - good, schema, size, enclosed)


def size_of(entry: Entry, line: bytes, first: bytes) -> int:
    """The bytes of an entry, written whole: with them grow the time and the memory that it takes."""
    return len(line) + 1 + (len(first) if isinstance(entry, Saved | Overridden) else 0)


def _fields(line: bytes) -> dict[str, Any]:
    if len(line) > LONGEST:
        raise ValueError("too long")
    fields = json.loads(
        line.decode("utf-8"), parse_int=_whole, parse_float=_no_number, parse_constant=_no_number
    )
    if b"\\u" in line:  # may be half a character, which can never be written again
        _ = json.dumps(fields, ensure_ascii=False).encode()
    return cast("dict[str, Any]", _is(fields, dict))


def _whole(text: str) -> int:
    if len(text) > DIGITS:
        raise ValueError("too many digits")
    return int(text)


def _no_number(text: str) -> object:
    raise ValueError(f"{text}: a journal has no such numbers")


def _first(
    line: bytes, file: str, books: Mapping[str, Book[Any]]
) -> tuple[Book[Any], Begun[Any], int, Enclosed]:
    """The book, the entry, the notation of a first line, and what it encloses."""
    try:
        fields = _fields(line)
        if fields.get("entry") == "seen":
            raise bad(file, "journal.seen", 1)
        version = _is(fields["voevoda"], int)
        if version > FORMAT:
            raise bad(file, "journal.newer", 1, given=version, newest=FORMAT)
        book = _book(file, _is(fields["book"], str), books)
        revision, schema = _is(fields["revision"], int), _is(fields["schema"], int)
        if revision > book.rules.revision or schema > book.rules.schema:
            newest = book.rules.revision
            raise bad(file, "journal.newer_rules", 1, book=book.id, given=revision, newest=newest)
        if version < 1 or fields["entry"] != "begun":
            raise ValueError(version)
        state = book.rules.parse(canonical(_is(fields["state"], dict)), schema)
        commitment = fields["commitment"]
        begun = Begun(book.id, revision, state, None if commitment is None else _is(commitment, str))
        more = {name: _is(fields[name], str) for name in Enclosed.__slots__ if name in fields}
        if any("\0" in each for each in more.values()):
            raise ValueError("no text")
    except _DAMAGE as error:
        raise bad(file, "journal.foreign", 1) from error
    return book, begun, schema, Enclosed(**more)


def check_names(content: bytes, file: str) -> None:
    """Raise ``BadFile`` for a journal whose first state has a name that no battle file could hold."""
    _check_names(file, _fields(content.partition(b"\n")[0])["state"])


def _check_names(file: str, part: Any, *, needed: bool = False) -> None:
    """Refuse a part with a name that no battle file could hold; ``needed``: nor an empty one."""
    if isinstance(part, dict):
        for name, each in part.items():
            _check_names(file, name)
            _check_names(file, each, needed=name == "title" or (needed and name == "name"))
    elif isinstance(part, list):  # of units, characters, sides: each has a name, or is one
        for each in part:
            _check_names(file, each, needed=True)
    elif isinstance(part, str) and not (_FRACTION.fullmatch(part) or _may_be_name(part, needed)):
        raise bad(file, "journal.name", 1, given=short(part), most=NAME_LENGTH)


def _may_be_name(words: str, needed: bool) -> bool:
    return len(words) <= NAME_LENGTH and is_one_line(words) and (is_visible(words) or not needed)


def _book(file: str, name: str, books: Mapping[str, Book[Any]]) -> Book[Any]:
    if name not in books:
        raise bad(
            file, "journal.book", 1, given=short(name), options=tuple(books), **guess(name, tuple(books))
        )
    return books[name]


def _entry(book: Rulebook[Any], fields: dict[str, Any], begun: dict[str, Any], schema: int) -> Entry:
    """One entry after the first from its JSON.  Raises any of ``_DAMAGE``."""

    def state() -> Any:
        now, notation = _is(fields["state"], dict), _is(fields["schema"], int)
        return book.parse(canonical({**begun, **now} if notation == schema else now), notation)

    match fields["entry"]:
        case "answered":
            place = fields["place"]
            return Answered(
                Place(
                    _is(place["step"], int),
                    _is(place["key"], str),
                    Seat.parse(_is(place["by"], str)),
                    _is(place["nth"], int),
                ),
                _is(fields["asking"], int),
                _is(fields["mark"], str),
                _parsed_reply(fields["reply"]),
                _source(fields["source"]),
                _is(fields["kept"], int) if "kept" in fields else None,
            )
        case "saved":
            lines = tuple(_parsed_line(line) for line in _is(fields["lines"], list))
            return Saved(_is(fields["number"], int), _is(fields["round"], int), state(), lines)
        case "overridden":
            return Overridden(
                _is(fields["number"], int),
                state(),
                _is(fields["path"], str),
                _parsed_fact(fields["value"]),
                _is(fields["reason"], str),
                cast("Facts", _parsed_fact(_is(fields.get("about", {}), dict))),
            )
        case "undone":
            return Undone(_is(fields["to"], int), _is(fields["reason"], str))
        case "closed":
            return Closed(_is(fields["seed"], str))
    raise ValueError("no kind of entry")


def _check(entry: Entry, seq: int) -> None:
    """Refuse an undo of what is not there."""
    if isinstance(entry, Undone) and not 0 < entry.to < seq:
        raise ValueError(entry.to)


def _is(value: Any, kind: type[T]) -> T:
    if type(value) is not kind:
        raise TypeError(f"something else where {kind.__name__} belongs")
    return value


def _parsed_line(fields: dict[str, Any]) -> Line:
    seats = _is(fields["seen_by"], list) if "seen_by" in fields else None
    source = _source(fields["source"]) if "source" in fields else ""
    return Line(
        _is(fields["key"], str),
        _is(fields["cite"], str),
        cast("Facts", _parsed_fact(_is(fields["facts"], dict))),
        Audience(None if seats is None else tuple(Seat.parse(_is(seat, str)) for seat in seats)),
        Seat.parse(_is(fields.get("by", "table"), str)),
        _parsed_reply(fields["reply"]) if source else None,
        source,
    )


def _source(source: Any) -> str:
    if isinstance(source, str) and _SOURCE.fullmatch(source):
        return source
    raise ValueError("no source")


def _parsed_reply(reply: Any, levels: int = DEPTH) -> Reply:
    if isinstance(reply, dict):
        said = _parsed_reply(reply.get("said", []), levels - 1) if levels else ()
        return Ruled(_is(reply["ruled"], int), _is(reply["reason"], str), said)
    if isinstance(reply, list) and levels:
        return tuple(_parsed_reply(item, levels - 1) for item in reply)
    return reply if isinstance(reply, str) else _is(reply, int)


def _parsed_fact(fact: Any, levels: int = DEPTH) -> Fact:
    if type(fact) is list and levels:
        return tuple([_parsed_fact(item, levels - 1) for item in fact])
    if type(fact) is dict and levels:
        if fact.keys() == {"fraction"}:
            return _parsed_fraction(fact["fraction"], levels - 1)
        return {name: _parsed_fact(value, levels - 1) for name, value in fact.items()}
    if not levels:
        raise ValueError("too deep")
    plain: Fact = fact
    return plain


def _parsed_fraction(fraction: Any, levels: int) -> Fact:
    if isinstance(fraction, list):
        (value,) = fraction
        return {"fraction": _parsed_fact(value, levels)}
    if not _FRACTION.fullmatch(fraction):
        raise ValueError("no fraction")
    return Fraction(fraction)


# Refusing


def large(file: str) -> BadFile:
    """The refusal of a journal that would not be read in a moment."""
    return bad(file, "journal.large", most=LARGEST // 2**20)


def diverged(file: str, error: Diverged) -> BadFile:
    """The refusal of a journal that today's rules part ways with."""
    return bad(file, "journal.diverged", error.seq + 1)


def bad(file: str, key: str, line: int | None = None, **facts: object) -> BadFile:
    """The refusal of a journal, whole or for one of its lines (from 1)."""
    return BadFile([Problem(key=key, facts=facts, file=file, line=line)])
