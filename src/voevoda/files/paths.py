"""Places in a file as paths, and changes as a person writes them: "sides.Riders.units.Knights.count=40"."""

import re
from collections.abc import Iterator

from voevoda.files.yaml_text import Loc, Value
from voevoda.play.paths import print_step

LONGEST = 80
"""The most characters shown of a name, which are all that a good one has."""

_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'')


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
    return print_step(step if len(step) <= LONGEST else step[:LONGEST] + "…")


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
