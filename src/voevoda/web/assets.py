"""What the pages load beside their HTML: one stylesheet, made of the files in `static`, and the mark.

One file, so that a first page needs few requests; its address changes with its content, so that it may be
kept for ever.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib.resources import files

STYLES = ("tokens", "type", "layout", "controls", "words", "table", "figures", "screens", "print")
"""The files of the stylesheet; later ones win over earlier ones."""

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


@cache
def asset(name: str) -> bytes:
    """The content served under `name`.  Raises FileNotFoundError for a name that is none."""
    if name == "voevoda.css":
        return _stylesheet().encode()
    for file in (files(__package__) / "static").iterdir():
        if file.name == name and not name.endswith(".css"):
            return file.read_bytes()
    raise FileNotFoundError(name)


@cache
def address(name: str) -> str:
    """Where `name` is served: its path, with a part that changes with the content."""
    return f"/static/{name}?{hashlib.sha256(asset(name)).hexdigest()[:12]}"


def _stylesheet() -> str:
    """All styles, without the comments and indentation that a browser has no use for."""
    whole = "\n".join((files(__package__) / "static" / f"{name}.css").read_text("utf-8") for name in STYLES)
    lines = (line.strip() for line in _COMMENT.sub("", whole).splitlines())
    return "\n".join(filter(None, lines)) + "\n"
