"""Standard input, output and error as they are: piped or not, in whatever encoding."""

from __future__ import annotations

import codecs
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TextIO

_PLAIN = {
    "─": "-",
    "━": "=",
    "│": "|",
    "■": "#",
    "▨": "%",
    "█": "#",
    "▒": "%",
    "░": ".",
    "▲": "!",
    "•": "*",
    "·": ".",
    "–": "-",
    "—": "-",
    "−": "-",
    "×": "x",
    "…": ".",
    "«": '"',
    "»": '"',
    "“": '"',
    "”": '"',
    "‘": "'",
    "’": "'",
    "→": ">",
    "≥": ">",
    "≤": "<",
    "\N{NO-BREAK SPACE}": " ",
    "\N{NARROW NO-BREAK SPACE}": " ",
}
"""What stands for a character that a console cannot show, of the same width; for all others it is ``?``."""


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lost = error.object[error.start : error.end]
    return "".join(_PLAIN.get(character, "?") for character in lost), error.end


_HARMLESS = "\n\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
"""Characters that Python does not call printable, and that do no harm."""

codecs.register_error("voevoda.plain", _plain)


def open_closed() -> None:
    """Let a stream that was closed before the start give nothing to read, and lead nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 (open to the end)


def prepare(stdin: TextIO | None, *outputs: TextIO | None) -> None:
    """Let no character that a console lacks, and no byte that is none of its encoding, stop the program."""
    for stream, errors in [(stdin, "replace"), *((output, "voevoda.plain") for output in outputs)]:
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            with suppress(ValueError, OSError):
                reconfigure(errors=errors)


def can_show(stream: TextIO, characters: str) -> bool:
    """Say whether the encoding of a stream has these characters."""
    try:
        _ = characters.encode(stream.encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True


def is_plain(stream: TextIO) -> bool:
    """Say whether a stream shall get no colour and no control codes: piped, or the person wants none."""
    dumb = os.environ.get("TERM", "").lower() in {"dumb", "unknown"}
    return not stream.isatty() or dumb or bool(os.environ.get("NO_COLOR"))


def shown(words: str) -> str:
    """The text without characters that would move a terminal's cursor or turn its text round."""
    return "".join(
        each if each.isprintable() or each in _HARMLESS else "\N{REPLACEMENT CHARACTER}" for each in words
    )


def warn(sentence: str) -> None:
    """Write a sentence on standard error."""
    with suppress(OSError, ValueError):
        print(shown(sentence), file=sys.stderr, flush=True)  # noqa: T201 (this is where we talk)


def silence(stream: TextIO) -> None:
    """Nobody reads ``stream`` any more: let what is still in it go nowhere."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        _ = os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
