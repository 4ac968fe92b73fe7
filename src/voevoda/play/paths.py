"""Paths: how a person names a field of a battle, such as ``sides.Riders.units.0.count``."""

from __future__ import annotations

import re

_NAME = re.compile(r'"((?:[^"\\]|\\.)*)"|([^."]+)')


def names_of(path: str) -> tuple[str, ...]:
    """Split a path at its dots; a name with a dot in it stands in double quotes.  Raises ``ValueError``."""
    names = list[str]()
    at = 0
    while True:
        found = _NAME.match(path, at)
        if found is None:
            raise ValueError(path)
        quoted, plain = found.groups()
        names.append(plain.strip() if quoted is None else re.sub(r"\\(.)", r"\1", quoted))
        at = found.end()
        if at == len(path):
            return tuple(names)
        if path[at] != ".":
            raise ValueError(path)
        at += 1


def path_of(*names: str | int) -> str:
    """The path of these names, each quoted where it must be."""
    return ".".join(map(_quoted, names))


def _quoted(name: str | int) -> str:
    text = str(name)
    if text and text == text.strip() and not set(text) & set('."\\'):
        return text
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'
