"""Journals on disk: read whole, or grown entry by entry; what was acknowledged is there.

How an entry is written is ``journal_text.py``'s.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Mapping, Sequence
from contextlib import suppress
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Any, Self, cast

from voevoda.files.journal_text import (
    LARGEST,
    LONGEST,
    Found,
    bad,
    bare,
    diverged,
    large,
    parse_journal,
    print_entry,
    size_of,
    state_of,
)
from voevoda.play.journal import Entry, Journal
from voevoda.play.position import Rulebook
from voevoda.rulebooks import BOOKS
from voevoda.rulebooks.book import Book

try:
    import fcntl
except ImportError:  # not on every system; there a journal is not locked against a second writer
    fcntl = None  # type: ignore[assignment]

__all__ = ["Found", "JournalFile", "diverged", "read_content", "read_journal"]


def read_journal(path: str | Path, books: Mapping[str, Book[Any]] = BOOKS) -> Found:
    """Read a journal.  Raises ``BadFile`` for what is none, is damaged, or comes from a newer program."""
    return parse_journal(read_content(path), str(path), books)


def read_content(path: str | Path) -> bytes:
    """The bytes of a file, and not much more than a journal may have.  Raises ``BadFile``."""
    file = str(path)
    with _opened(file, "rb") as stream:
        return _content(stream, file)


class JournalFile:
    """A journal that grows: what ``append`` has returned from is on the disk.

    Locked while it is open, so that two people never write into the same battle.
    """

    def __init__(self, stream: FileIO, file: str, book: Rulebook[Any]) -> None:
        self._stream = stream
        self._file = file
        self._book = book
        self._begun: dict[str, Any] = {}
        self._first = b""
        self._good = 0
        self._size = 0

    @staticmethod
    def create(path: str | Path, book: Rulebook[Any], journal: Journal) -> JournalFile:
        """Begin a new file with ``journal``.

        Raises ``BadFile`` where a file has this name already, or none can be written.
        """
        file = str(path)
        stream = _opened(file, "xb")
        try:
            _lock(stream, file)
            grown = JournalFile(stream, file, book)
            grown._begun = state_of(book, journal)
            grown.append(journal)
            _keep_name(file)
        except BaseException:
            stream.close()
            Path(file).unlink(missing_ok=True)
            raise
        return grown

    @staticmethod
    def resume(path: str | Path, books: Mapping[str, Book[Any]] = BOOKS) -> tuple[JournalFile, Found]:
        """Open a file to go on with it.  Raises ``BadFile``.

        Nothing is changed yet: the first ``append`` cuts off a torn tail.
        """
        file = str(path)
        stream = _opened(file, "r+b")
        try:
            _lock(stream, file)
            content = _content(stream, file)
            found = parse_journal(content, file, books)
            _refuse_other_rules(found)
        except BaseException:
            stream.close()
            raise
        book = found.book.rules
        grown = JournalFile(stream, file, book)
        if found.schema == book.schema:  # else the checkpoints to come are written whole
            grown._begun = state_of(book, found.journal)
        grown._first = bare(content.partition(b"\n")[0])
        grown._good, grown._size = found.good, found.size
        return grown, found

    def append(self, entries: Sequence[Entry]) -> None:
        """Write entries and wait until they are on the disk.

        Raises ``BadFile`` where the disk refuses, or the journal would become too large to be read again;
        then the file is as it was.
        """
        lines = [print_entry(self._book, entry, self._begun).encode() for entry in entries]
        first = self._first or next(iter(lines), b"")
        size = self._size + sum(map(size_of, entries, lines, [first] * len(lines)))
        if size > LARGEST or any(len(line) > LONGEST for line in lines):
            raise large(self._file)
        rest = memoryview(b"".join(line + b"\n" for line in lines))
        good = self._good + len(rest)
        try:
            self._cut()
            while rest:
                rest = rest[self._stream.write(rest) :]
            os.fsync(self._stream.fileno())
        except OSError as error:
            with suppress(OSError):  # the next append tries it again
                self._cut()
            raise bad(self._file, "journal.unsaved", reason=reason_of(error)) from error
        self._first, self._good, self._size = first, good, size

    def _cut(self) -> None:
        """Cut off whatever stands behind the last whole line."""
        _ = self._stream.seek(self._good)
        _ = self._stream.truncate()

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
    if not found.current:
        facts = {"book": found.book.id, "given": found.begun.revision, "newest": found.book.rules.revision}
        raise bad(found.file, "journal.revision", 1, **facts)


def _opened(file: str, mode: str) -> FileIO:
    """Open a regular file; anything else would block or never end."""
    try:
        if mode != "xb" and not stat.S_ISREG(Path(file).stat().st_mode):
            raise bad(file, "journal.irregular")
        return cast("FileIO", Path(file).open(mode, buffering=0))
    except FileExistsError as error:
        raise bad(file, "journal.exists") from error
    except FileNotFoundError as error:
        raise bad(file, "journal.missing" if mode != "xb" else "journal.no_folder") from error
    except ValueError as error:  # a path with a NUL in it
        raise bad(file, "journal.missing") from error
    except OSError as error:
        key = "journal.unreadable" if mode == "rb" else "journal.unwritable"
        raise bad(file, key, reason=reason_of(error)) from error


def _content(stream: FileIO, file: str) -> bytes:
    """What stands in a file, and never much more than a journal may have."""
    content = bytearray()
    try:
        while len(content) <= LARGEST and (more := stream.read(LARGEST + 1 - len(content))):
            content += more
    except OSError as error:
        raise bad(file, "journal.unreadable", reason=reason_of(error)) from error
    return bytes(content)


def _lock(stream: FileIO, file: str) -> None:
    """Keep others from writing.  Where a disk knows no locks, we go on without."""
    if fcntl is None:
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise bad(file, "journal.busy") from error
    except OSError:
        return


def _keep_name(file: str) -> None:
    """Wait until a new file's name, too, is on the disk, where a system lets us."""
    with suppress(OSError):
        folder = os.open(Path(file).parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def reason_of(error: OSError | ValueError) -> str:
    """What the system said, by the name of its error: the common ones have a text, and a name needs none."""
    if not isinstance(error, OSError):  # a path with a NUL in it, or what cannot be encoded
        return "name"
    return errno.errorcode.get(error.errno or 0, "unknown")
