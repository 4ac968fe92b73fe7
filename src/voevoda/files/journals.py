"""Journals on disk: JSON Lines, one entry a line, faces readable as ``[47]``.

The first line begins the battle and names the format's version.  A checkpoint holds only those parts of its
state that differ from the beginning.  A line counts when it is whole, with its line break: whatever a crash
left behind it is a *torn tail*, recognised and never mistaken for an entry.
``docs/journal-format.md`` shows every entry.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self, cast

from voevoda.files.problems import BadFile, Problem, guess, short
from voevoda.play.journal import Answered, Begun, Closed, Entry, Journal, Overridden, Saved, Undone
from voevoda.play.position import Place, Rulebook
from voevoda.play.questions import Ruled, frozen
from voevoda.play.seats import Audience, Fact, Facts, Line, Seat, canonical
from voevoda.rulebooks import BOOKS
from voevoda.rulebooks.book import Book

try:
    import fcntl
except ImportError:  # not on every system; there a journal is not locked against a second writer
    fcntl = None  # type: ignore[assignment]

FORMAT = 1
"""The version of the format that this program writes, and the newest that it reads."""

LARGEST = 8 * 1024 * 1024
"""The most bytes of a journal."""

LONGEST = 1024 * 1024
"""The most bytes of one line."""


@dataclass(frozen=True, slots=True)
class Found:
    """A journal that was read."""

    book: Book[Any]
    journal: Journal
    file: str
    good: int
    """Bytes of the whole lines."""
    torn: int = 0
    """Bytes after the last whole line, that count for nothing."""

    @property
    def current(self) -> bool:
        """Whether today's rules are those it was played by; else it can be shown, but not gone on with."""
        begun = self.journal[0]
        return isinstance(begun, Begun) and begun.revision == self.book.rules.revision


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
                "schema": book.schema,
                "state": _changed(book, entry.state, begun),
            }
        case Undone():
            fields = {"to": entry.to, "reason": entry.reason}
        case Closed():
            fields = {"seed": entry.seed}
    name = type(entry).__name__.lower()
    return json.dumps({"entry": name, **fields}, ensure_ascii=False, separators=(", ", ": "))


def print_journal(book: Rulebook[Any], journal: Journal) -> str:
    """A whole journal as a text, one entry a line."""
    begun = _begun_state(book, journal)
    return "".join(print_entry(book, entry, begun) + "\n" for entry in journal)


def _begun_state(book: Rulebook[Any], journal: Journal) -> dict[str, Any]:
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
        return {"ruled": reply.ruled, "reason": reply.reason}
    return [_reply(item) for item in reply] if isinstance(reply, tuple) else reply


def _fact(fact: Fact) -> Any:
    """A fact as JSON that can be told apart again: a fraction is ``{"fraction": "a/b"}``."""
    if isinstance(fact, Fraction):
        return {"fraction": str(fact)}
    if isinstance(fact, Mapping):
        return {name: _fact(value) for name, value in fact.items()}
    return [_fact(item) for item in fact] if isinstance(fact, tuple) else fact


# Reading


def read_journal(path: str | Path) -> Found:
    """Read a journal.  Raises ``BadFile`` for what is none, is damaged, or comes from a newer program."""
    file = str(path)
    with _opened(file, "rb") as stream:
        return parse_journal(stream.read(LARGEST + 1), file)


def parse_journal(content: bytes, file: str) -> Found:
    """Read the journal in ``content``; ``file`` is its name for messages.  Raises ``BadFile``."""
    if len(content) > LARGEST:
        raise _bad(file, "journal.large", None, most=LARGEST // 2**20)
    whole, _, tail = content.rpartition(b"\n")
    lines = whole.split(b"\n") if whole else []
    if not lines:
        raise _bad(file, "journal.empty" if not content.strip() else "journal.foreign", None)
    entries: list[Entry] = []
    book: Book[Any] | None = None
    begun: dict[str, Any] = {}
    good = 0
    for number, line in enumerate(lines, 1):
        try:
            fields = _fields(line)
            if book is None:
                book = _book(file, fields)
                begun = fields["state"]
            entries.append(_entry(book.rules, fields, begun, number == 1))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            if number == 1:
                raise _bad(file, "journal.foreign", 1) from error
            if number == len(lines) and not tail:
                break  # a last line that was never whole
            raise _bad(file, "journal.damaged", number) from error
        good += len(line) + 1
    assert book is not None
    _check(file, entries)
    return Found(book, tuple(entries), file, good, len(content) - good)


def _fields(line: bytes) -> dict[str, Any]:
    if len(line) > LONGEST:
        raise ValueError("too long")
    fields = json.loads(line.decode("utf-8"), parse_float=_no_float, parse_constant=_no_float)
    if not isinstance(fields, dict):
        raise TypeError("not an entry")
    return fields


def _no_float(text: str) -> object:
    raise ValueError(f"{text}: a journal has no such numbers")


def _book(file: str, fields: dict[str, Any]) -> Book[Any]:
    """The book of a journal, from its first line."""
    version, name = fields["voevoda"], fields["book"]
    if type(version) is not int or version < 1 or not isinstance(fields["state"], dict):
        raise ValueError(version)
    if version > FORMAT:
        raise _bad(file, "journal.newer", 1, given=version, newest=FORMAT)
    if name not in BOOKS:
        known = tuple(BOOKS)
        raise _bad(file, "journal.book", 1, given=short(str(name)), options=known, **guess(str(name), known))
    book = BOOKS[name]
    if fields["revision"] > book.rules.revision or fields["schema"] > book.rules.schema:
        raise _bad(
            file, "journal.newer_rules", 1, book=name, given=fields["revision"], newest=book.rules.revision
        )
    return book


def _entry(book: Rulebook[Any], fields: dict[str, Any], begun: dict[str, Any], first: bool) -> Entry:
    """One entry from its JSON.  Raises any of the errors that ``parse_journal`` takes for damage."""

    def state() -> Any:
        return book.parse(canonical({**begun, **_is(fields["state"], dict)}), _is(fields["schema"], int))

    name = fields["entry"]
    if first != (name == "begun"):
        raise ValueError(name)
    match name:
        case "begun":
            commitment = fields["commitment"]
            return Begun(
                _is(fields["book"], str),
                _is(fields["revision"], int),
                state(),
                None if commitment is None else _is(commitment, str),
            )
        case "answered":
            place = fields["place"]
            return Answered(
                Place(
                    _is(place["step"], int),
                    _is(place["key"], str),
                    Seat.parse(place["by"]),
                    _is(place["nth"], int),
                ),
                _is(fields["asking"], int),
                _is(fields["mark"], str),
                frozen(fields["reply"]),
                _is(fields["source"], str),
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
            )
        case "undone":
            return Undone(_is(fields["to"], int), _is(fields["reason"], str))
        case "closed":
            return Closed(_is(fields["seed"], str))
    raise ValueError(name)


def _is(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise TypeError(f"{value!r} where {kind.__name__} belongs")
    return value


def _parsed_line(fields: dict[str, Any]) -> Line:
    seats = fields.get("seen_by")
    return Line(
        _is(fields["key"], str),
        _is(fields["cite"], str),
        cast("Facts", _parsed_fact(_is(fields["facts"], dict))),
        Audience(None if seats is None else tuple(Seat.parse(seat) for seat in seats)),
        Seat.parse(fields.get("by", "table")),
        frozen(fields["reply"]) if "reply" in fields else None,
        _is(fields.get("source", ""), str),
    )


def _parsed_fact(fact: Any) -> Fact:
    if isinstance(fact, dict):
        if fact.keys() == {"fraction"}:
            return Fraction(_is(fact["fraction"], str))
        return {name: _parsed_fact(value) for name, value in fact.items()}
    if isinstance(fact, list):
        return tuple(_parsed_fact(item) for item in fact)
    return cast("Fact", fact)


def _check(file: str, entries: Sequence[Entry]) -> None:
    """Refuse an undo of what is not there."""
    for seq, entry in enumerate(entries):
        if isinstance(entry, Undone) and not 0 < entry.to < seq:
            raise _bad(file, "journal.damaged", seq + 1)


# The file that a battle is written into


class JournalFile:
    """A journal that grows: what ``append`` has returned from is on the disk.

    Locked while it is open, so that two people never write into the same battle.
    """

    def __init__(self, stream: BinaryIO, file: str, book: Rulebook[Any], begun: Mapping[str, Any]) -> None:
        self._stream = stream
        self._file = file
        self._book = book
        self._begun = begun

    @staticmethod
    def create(path: str | Path, book: Rulebook[Any], journal: Journal) -> JournalFile:
        """Begin a new file with ``journal``.  Raises ``BadFile`` where a file has this name already."""
        file = str(path)
        stream = _opened(file, "xb")
        _lock(stream, file)
        grown = JournalFile(stream, file, book, _begun_state(book, journal))
        grown.append(journal)
        return grown

    @staticmethod
    def resume(path: str | Path) -> tuple[JournalFile, Found]:
        """Open a file to go on with it; a torn tail is cut off.  Raises ``BadFile``."""
        file = str(path)
        stream = _opened(file, "r+b")
        try:
            _lock(stream, file)
            found = parse_journal(stream.read(LARGEST + 1), file)
            _refuse_other_rules(found)
            _ = stream.seek(found.good)
            _ = stream.truncate()
        except BaseException:
            stream.close()
            raise
        book = found.book.rules
        return JournalFile(stream, file, book, _begun_state(book, found.journal)), found

    def append(self, entries: Sequence[Entry]) -> None:
        """Write entries and wait until they are on the disk.  Raises ``BadFile`` where the disk refuses."""
        lines = "".join(print_entry(self._book, entry, self._begun) + "\n" for entry in entries)
        try:
            _ = self._stream.write(lines.encode())
            self._stream.flush()
            os.fsync(self._stream.fileno())
        except OSError as error:
            raise _bad(self._file, "journal.unwritable", None, reason=error.strerror or str(error)) from error

    def close(self) -> None:
        """Let others have the file."""
        with suppress(OSError):
            self._stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _refuse_other_rules(found: Found) -> None:
    begun = found.journal[0]
    if isinstance(begun, Begun) and not found.current:
        facts = {"book": found.book.id, "given": begun.revision, "newest": found.book.rules.revision}
        raise _bad(found.file, "journal.revision", 1, **facts)


def _opened(file: str, mode: str) -> BinaryIO:
    """Open a regular file; anything else would block or never end."""
    try:
        if mode != "xb" and not stat.S_ISREG(Path(file).stat().st_mode):
            raise _bad(file, "journal.irregular", None)
        return cast("BinaryIO", Path(file).open(mode))
    except FileExistsError as error:
        raise _bad(file, "journal.exists", None) from error
    except FileNotFoundError as error:
        raise _bad(file, "journal.missing" if mode != "xb" else "journal.no_folder", None) from error
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise _bad(
            file, "journal.unreadable" if mode == "rb" else "journal.unwritable", None, reason=reason
        ) from error


def _lock(stream: BinaryIO, file: str) -> None:
    if fcntl is None:
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        stream.close()
        raise _bad(file, "journal.busy", None) from error


def _bad(file: str, key: str, line: int | None, **facts: object) -> BadFile:
    return BadFile([Problem(key=key, facts=facts, file=file, line=line)])
