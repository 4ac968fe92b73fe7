"""Paths of fields as a person writes them: sides.Riders.units.Knights.count, sides.0.plan.

Each step is a field, an item's name or an item's index.  A step that holds a dot or a quotation mark, or is a
number and yet a name, must be quoted: sides."St. George".plan.  What is printed quotes a name with spaces and
other separators too, so that it can be pasted into a line or a list.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from unicodedata import normalize

_STEP = re.compile(r'"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<bare>[^."]+)')
_BARE = re.compile(r"[^.,\"'=;\\\s\[\]{}]+")


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
    """Read the steps of a path; None for what is no path."""
    text = normalize("NFC", text)
    steps: list[Step] = []
    at = 0
    while found := _STEP.match(text, at):
        bare, quoted = found["bare"], found["quoted"]
        if quoted is None:
            steps.append(Step(bare.strip()))
        else:
            steps.append(Step(re.sub(r"\\(.)", r"\1", quoted), quoted=True))
        at = found.end()
        if at == len(text):
            return tuple(steps) if all(step.text for step in steps) else None
        if text[at] != ".":
            return None
        at += 1
    return None


def print_step(name: str) -> str:
    """Write a name as a step of a path, quoted where something could be taken to end it."""
    if _BARE.fullmatch(name) and not name.isdigit():
        return name
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
