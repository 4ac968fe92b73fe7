"""Paths of fields as a person writes them: sides.Riders.units.Knights.count, sides.0.plan.

Each step is a field, an item's name or an item's index. A step that holds a dot or is a number and yet a name
is quoted: sides."St. George".plan.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from voevoda.files.yaml_text import Loc, Value

LONGEST = 80
"""The most characters shown of a name, which are all that a good one has."""

_STEP = re.compile(r'"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<bare>[^."]+)')
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'')
_BARE = re.compile(r"[^.\"'=;\\\s]+(?: +[^.\"'=;\\\s]+)*")


@dataclass(frozen=True, slots=True)
class Step:
    """One part of a path."""

    text: str
    quoted: bool = False

    @property
    def index(self) -> int | None:
        """The index that the step may mean."""
        return int(self.text) if re.fullmatch("[0-9]{1,9}", self.text) and not self.quoted else None


def parse_path(text: str) -> tuple[Step, ...] | None:
    """The steps of a path; None for what is no path."""
    steps: list[Step] = []
    at = 0
    while found := _STEP.match(text, at):
        bare, quoted = found["bare"], found["quoted"]
        steps.append(
            Step(bare.strip()) if quoted is None else Step(re.sub(r"\\(.)", r"\1", quoted), quoted=True)
        )
        at = found.end()
        if at == len(text):
            return tuple(steps) if all(step.text for step in steps) else None
        if text[at] != ".":
            return None
        at += 1
    return None


def print_path(loc: Loc, data: Value) -> str:
    """The path of a place in `data`: items by their names where they have one."""
    return ".".join(_steps(loc, data))


def split_changes(text: str) -> list[tuple[str, str]] | None:
    """The paths and values of "A=1; B=2"; a semicolon in quotes or brackets separates nothing.

    None when a part has no "=".
    """
    changes = []
    for part in _split(text, ";"):
        path, *value = _split(part, "=", once=True)
        if not value:
            return None
        changes.append((path.strip(), value[0].strip()))
    return changes


def _steps(loc: Loc, data: Value) -> Iterator[str]:
    here: Value = data
    for step in loc:
        if isinstance(here, list) and isinstance(step, int) and step < len(here):
            here = here[step]
            name = here.get("name") if isinstance(here, dict) else None
            yield _print_step(name) if isinstance(name, str) and name else str(step)
        elif isinstance(here, dict) and isinstance(step, str):
            here = here.get(step)
            yield _print_step(step)
        else:
            here = None
            yield _print_step(step) if isinstance(step, str) else str(step)


def _print_step(step: str) -> str:
    step = step if len(step) <= LONGEST else step[:LONGEST] + "…"
    if _BARE.fullmatch(step) and not step.isdigit():
        return step
    return '"' + step.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _split(text: str, separator: str, *, once: bool = False) -> list[str]:
    """`text` split where `separator` stands outside quotes and brackets."""
    parts = [""]
    depth = at = 0
    while at < len(text):
        if found := _QUOTED.match(text, at):
            parts[-1] += found[0]
            at = found.end()
            continue
        depth += (text[at] in "[{") - (text[at] in "]}")
        if text[at] == separator and depth == 0 and not (once and len(parts) == 2):
            parts.append("")
        else:
            parts[-1] += text[at]
        at += 1
    return parts
