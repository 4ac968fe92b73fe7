"""A battle file or a table as it was read: plain values, and where each stands in the file."""

import copy
import errno
import os
import stat
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn

from voevoda.files.paths import print_path
from voevoda.files.problems import BadFile, Problem, given, guess, short
from voevoda.files.yaml_text import Loc, Value, parse_yaml
from voevoda.play.paths import Step, parse_path, print_step

SIZE = 64 * 1024
"""The most bytes of a file."""

NEIGHBOURS = 1_000
"""Files looked at for a name that may have been meant."""

_JOURNAL = b'{"entry":'
"""How a journal begins, which is easily taken for the file of its battle."""

_BOMS = {b"\xff\xfe\0\0": "UTF-32", b"\0\0\xfe\xff": "UTF-32", b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}


@dataclass(frozen=True, slots=True)
class Document:
    """The values of one file; not yet known to be a battle."""

    file: str
    """The file as the person named it, for messages."""
    data: Value
    lines: Mapping[Loc, int | None]
    """The line of each part, counted from 1; None for what was set by hand."""
    path: Path | None = None
    """Where the file is; None for a text that came in another way."""
    loc: Loc = ()
    """Where in the file `data` stands: a table in place is a part of its battle file."""

    def line_of(self, loc: Loc) -> int | None:
        """The line of a part, or of what encloses it."""
        whole = self.loc + loc
        return next(
            (self.lines[whole[:end]] for end in range(len(whole), -1, -1) if whole[:end] in self.lines), None
        )

    def part(self, key: str) -> "Document":
        """One field of the document as a document, with the same file and lines."""
        assert isinstance(self.data, dict)
        return Document(self.file, self.data[key], self.lines, self.path, (*self.loc, key))

    def problem(self, key: str, facts: Mapping[str, object], loc: Loc = ()) -> Problem:
        """Something wrong with a part of the document."""
        field = ".".join(filter(None, (print_path(self.loc, None), print_path(loc, self.data))))
        bounds = {end: given(facts[end]) for end in ("low", "high") if end in facts}  # as files write numbers
        return Problem(
            key=key,
            facts={**facts, **bounds},
            file=self.file,
            line=self.line_of(loc),
            field=field,
            loc=(*self.loc, *loc),
        )

    def with_value(self, path: str, text: str) -> "Document":
        """The document with one field set, as `--with PATH=VALUE` asks; `text` is read like a file.

        A field that is not there is added, with the mappings around it: whether there is such a field is for
        the book's model to say. Raises BadFile for a path that leads nowhere and for a text that is no value.
        """
        steps = parse_path(path)
        if steps is None:
            raise BadFile([Problem(key="files.path", facts={"given": given(path)}, file=self.file)])
        value, _ = parse_yaml(text, f"{path}={short(text)}")
        loc, data = self._set(self.data, steps, value, ())
        lines = {place: line for place, line in self.lines.items() if place[: len(loc)] != loc}
        return Document(self.file, data, {**lines, loc: None}, self.path)

    def without(self, loc: Loc) -> "Document":
        """The document with one field left out, so that the model's default holds."""
        *around, last = loc
        data = copy.deepcopy(self.data)
        here: Any = data
        for step in around:
            here = here[step]
        del here[last]
        return Document(self.file, data, self.lines, self.path)

    def path_of(self, loc: Loc) -> str:
        """The path of a place as a person writes it."""
        return print_path(loc, self.data)

    def _set(self, here: Value, steps: tuple[Step, ...], value: Value, loc: Loc) -> tuple[Loc, Value]:
        """The place that the steps lead to from `here`, and a copy of `here` with the value there."""
        if not steps:
            return loc, value
        step, rest = steps[0], steps[1:]
        if isinstance(here, list):
            index = _index(here, step)
            if index is None:
                raise BadFile([self._no_item(here, step, loc)])
            place, inner = self._set(here[index], rest, value, (*loc, index))
            return place, [*here[:index], inner, *here[index + 1 :]]
        if isinstance(here, dict) or here is None:
            fields = here or {}
            place, inner = self._set(fields.get(step.text), rest, value, (*loc, step.text))
            return place, {**fields, step.text: inner}
        raise BadFile([self.problem("files.path.inside", {"given": given(here), "step": step.text}, loc)])

    def _no_item(self, here: list[Value], step: Step, loc: Loc) -> Problem:
        names = [name for name in map(_name, here) if name is not None]
        facts: dict[str, object] = {"given": given(step.text), **guess(step.text, names)}
        if names:
            facts["options"] = [print_step(name) for name in names[:20]]
            return self.problem("files.path.name", facts, loc)
        return self.problem("files.path.index", {**facts, "n": len(here)}, loc)


def read_document(path: Path | str) -> Document:
    """The document in a file whose top is fields.

    Raises BadFile for a file that cannot be read, is too large, or is neither YAML nor JSON of that kind.
    """
    document = read_values(Path(path), str(path))
    if not isinstance(document.data, dict):
        raise BadFile([document.problem("files.top", {"given": given(document.data)})])
    return document


def read_values(path: Path, file: str) -> Document:
    """The document in a file, whatever stands at its top; `file` is its name in messages.

    Raises BadFile as `read_document` does.
    """
    return parse_document(_read(path, file), file, path)


def parse_document(source: bytes, file: str, path: Path | None = None) -> Document:
    """The document in the bytes of a file; raises BadFile for an empty one and for what is not accepted."""
    if source.startswith(_JOURNAL):
        _refuse(file, "files.journal")
    text = _decode(source, file)
    data, lines = parse_yaml(text, file)
    if data is None:
        _refuse(file, "files.comments" if text.strip() else "files.empty")
    return Document(file, data, lines, path)


def _read(path: Path, file: str) -> bytes:
    """The bytes of a regular file, never more than the limit; pipes and devices are not touched."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            _refuse(file, "files.folder")
        if not stat.S_ISREG(mode):
            _refuse(file, "files.special")
        with path.open("rb") as opened:
            source = opened.read(SIZE + 1)
    except ValueError:  # a path with a NUL in it
        _refuse(file, "files.missing")
    except OSError as error:
        if error.errno in {errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG}:
            _refuse(file, "files.missing", **_neighbour(path))
        _refuse(
            file, "files.permission" if error.errno in {errno.EACCES, errno.EPERM} else "files.unreadable"
        )
    if len(source) > SIZE and not source.startswith(_JOURNAL):
        _refuse(file, "files.size", most=SIZE // 1024)
    return source


def _neighbour(path: Path) -> dict[str, str]:
    """The name of a file in the same folder that may have been meant."""
    try:
        with os.scandir(path.parent) as entries:
            names = [
                entry.name for entry in islice(entries, NEIGHBOURS) if not entry.is_dir(follow_symlinks=False)
            ]
    except OSError:
        return {}
    return guess(path.name, names)


def _decode(source: bytes, file: str) -> str:
    """The text of a UTF-8 file, without its byte order mark."""
    for bom, encoding in _BOMS.items():
        if source.startswith(bom):
            _refuse(file, "files.encoding", encoding=encoding)
    if tuple(map(bool, source[:4])) in {(True, False, True, False), (False, True, False, True)}:
        _refuse(file, "files.encoding", encoding="UTF-16")
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if b"\0" in source:
            _refuse(file, "files.no_text")
        line = source.count(b"\n", 0, error.start) + 1
        raise BadFile([Problem(key="files.encoding.other", facts={}, file=file, line=line)]) from None


def _index(items: list[Value], step: Step) -> int | None:
    """Which item a step of a path means: by name first, then by index."""
    wanted = unicodedata.normalize("NFC", step.text)
    named = (index for index, item in enumerate(items) if _name(item) == wanted)
    index = step.index
    return next(named, index if index is not None and index < len(items) else None)


def _name(item: Value) -> str | None:
    name: Any = item.get("name") if isinstance(item, dict) else None
    return unicodedata.normalize("NFC", name).strip() if isinstance(name, str) else None


def _refuse(file: str, key: str, **facts: object) -> NoReturn:
    raise BadFile([Problem(key=key, facts=facts, file=file)])
