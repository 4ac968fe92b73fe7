"""YAML (and so JSON) text as plain values, with the line of each.

Only what a battle needs: one document of mappings, lists and scalars. Aliases, anchors, tags and merge keys
are refused, and so are depth and size beyond any battle; the parser's events are taken one by one, so that a
hostile text ends early.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn, TypeAlias

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    DocumentStartEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceStartEvent,
)

from voevoda.files.problems import BadFile, Problem, given, short
from voevoda.files.scalars import DIGITS, Refused, Scalar, parse_plain

Value: TypeAlias = "Scalar | list[Value] | dict[str, Value]"
Loc: TypeAlias = tuple[str | int, ...]
"""Where a value is: keys and indices from the top."""

DEPTH = 50
"""The most lists and mappings within each other."""

VALUES = 10_000
"""The most values of one text: what a parser written in Python reads in half a second."""

_CONTROL = re.compile(
    "[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_YAML_TAG = "tag:yaml.org,2002:"
_SYNTAX = {
    "found character '\\t'": "files.yaml.tab",
    "that cannot start any token": "files.yaml.start",
    "mapping values are not allowed": "files.yaml.colon",
    "could not find expected ':'": "files.yaml.no_colon",
    "found unexpected end of stream": "files.yaml.quote",
    "found unexpected document separator": "files.yaml.quote",
    "expected ',' or": "files.yaml.bracket",
    "expected <block end>": "files.yaml.block",
    "sequence entries are not allowed": "files.yaml.block",
    "expected the node content": "files.yaml.block",
    "expected '<document start>'": "files.yaml.block",
    "scanning an alias": "files.yaml.alias",
    "scanning an anchor": "files.yaml.alias",
    "escape": "files.yaml.escape",
}
"""What ruamel.yaml says of a text it cannot read, and our message."""


@dataclass(slots=True)
class _Open:
    """A list or mapping that is being read."""

    value: list[Value] | dict[str, Value]
    loc: Loc
    key: str | None = None
    """The key whose value comes next."""


def parse_yaml(text: str, file: str) -> tuple[Value, Mapping[Loc, int]]:
    """The value of a YAML text and the line of each part of it, counted from 1.

    Raises BadFile for what is not YAML or not accepted here.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if found := _CONTROL.search(text):
        line = text.count("\n", 0, found.start()) + 1
        _refuse(file, line, "files.control", character=f"U+{ord(found[0]):04X}")
    reader = _Reader(file)
    try:
        for event in YAML(typ="safe", pure=True).parse(text):
            reader.take(event)
    except MarkedYAMLError as error:
        _refuse_syntax(text, file, error)
    except (YAMLError, ValueError, OverflowError):  # such as the escape of no character
        _refuse(file, reader.line, "files.yaml.other", given=given(text))
    return reader.result()


class _Reader:
    """Values built up from the events of a parser."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.lines: dict[Loc, int] = {}
        self.problems: list[Problem] = []
        self.open: list[_Open] = []
        self.line = 1
        self.values = 0
        self.top: list[Value] = []

    def take(self, event: object) -> None:
        """Takes one event, in the order of the text."""
        if isinstance(event, NodeEvent):
            line = self.line = event.start_mark.line + 1
            if isinstance(event, AliasEvent) or event.anchor is not None:
                mark = "*" if isinstance(event, AliasEvent) else "&"
                _refuse(self.file, line, "files.yaml.alias", given=short(f"{mark}{event.anchor}"))
            tag = getattr(event, "tag", None)
            if tag is not None:
                _refuse(self.file, line, "files.yaml.tag", given=short(str(tag).replace(_YAML_TAG, "!!")))
            self._node(event, line)
        elif isinstance(event, CollectionEndEvent):
            self.open.pop()
        elif isinstance(event, DocumentStartEvent) and self.top:
            _refuse(self.file, event.start_mark.line + 1, "files.yaml.documents")

    def result(self) -> tuple[Value, Mapping[Loc, int]]:
        """The whole value; None for an empty text."""
        if self.problems:
            raise BadFile(self.problems)
        return (self.top[0] if self.top else None), self.lines

    def _node(self, event: NodeEvent, line: int) -> None:
        parent = self.open[-1] if self.open else None
        if parent is not None and isinstance(parent.value, dict) and parent.key is None:
            self._key(parent, event, line)
            return
        loc = self._loc(parent)
        self.lines.setdefault(loc, line)
        self.values += 1
        if self.values > VALUES:
            _refuse(self.file, line, "files.yaml.values", most=VALUES)
        value = self._value(event, loc, line)
        if parent is None:
            self.top.append(value)
        elif isinstance(parent.value, list):
            parent.value.append(value)
        elif parent.key is not None:
            parent.value[parent.key] = value
            parent.key = None
        if isinstance(value, list | dict):
            self.open.append(_Open(value, loc))
            if len(self.open) > DEPTH:
                _refuse(self.file, line, "files.yaml.deep", most=DEPTH)

    def _loc(self, parent: _Open | None) -> Loc:
        if parent is None:
            return ()
        return (*parent.loc, len(parent.value) if parent.key is None else parent.key)

    def _key(self, parent: _Open, event: NodeEvent, line: int) -> None:
        if not isinstance(event, ScalarEvent) or (event.value == "" and event.style is None):
            _refuse(self.file, line, "files.yaml.key")
        if event.value == "<<" and event.style is None:
            _refuse(self.file, line, "files.yaml.merge")
        parent.key = self._text(event.value, line)
        loc = (*parent.loc, parent.key)
        if loc in self.lines:
            facts = {"given": given(parent.key), "first": str(self.lines[loc])}
            self.problems.append(Problem(key="files.yaml.twice", facts=facts, file=self.file, line=line))
        self.lines[loc] = line

    def _value(self, event: NodeEvent, loc: Loc, line: int) -> Value:
        if isinstance(event, MappingStartEvent):
            return {}
        if isinstance(event, SequenceStartEvent):
            return []
        assert isinstance(event, ScalarEvent)
        if event.style is not None:
            return self._text(event.value, line)
        try:
            return parse_plain(event.value)
        except Refused as refused:
            facts = {"given": short(event.value), "most": DIGITS}
            self.problems.append(Problem(key=refused.key, facts=facts, file=self.file, line=line))
            return None

    def _text(self, text: str, line: int) -> str:
        """Text with JSON's escaped halves of characters put together."""
        try:
            return text.encode("utf-16", "surrogatepass").decode("utf-16")
        except UnicodeDecodeError:
            _refuse(self.file, line, "files.yaml.escape", given=given(text))


def _refuse_syntax(text: str, file: str, error: MarkedYAMLError) -> NoReturn:
    said = f"{error.context} {error.problem}"
    key = next((key for part, key in _SYNTAX.items() if part in said), "files.yaml.other")
    mark = error.problem_mark or error.context_mark
    if (
        key in {"files.yaml.quote", "files.yaml.bracket", "files.yaml.no_colon"}
        and error.context_mark is not None
    ):
        mark = error.context_mark
    line = 1 if mark is None else mark.line + 1
    wrong = (text.split("\n")[line - 1 : line] or [""])[0]
    if "\t" in wrong[: len(wrong) - len(wrong.lstrip())]:
        key = "files.yaml.tab"
    _refuse(file, line, key, given=given(wrong.strip()))


def _refuse(file: str, line: int | None, key: str, **facts: object) -> NoReturn:
    raise BadFile([Problem(key=key, facts=facts, file=file, line=line)])
