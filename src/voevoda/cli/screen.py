"""The terminal: what is written on it, and how wide, colourful and rich in signs it is.

First side: left or above, blue, plain fill.  Second side: right or below, yellow, hatched fill.  Nothing is
said by colour alone.  Words are never read as markup, and nothing in them can move the cursor.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import TextIO

from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from voevoda.cli.called import command
from voevoda.cli.streams import can_show, is_plain, shown
from voevoda.i18n import Language, text

WIDEST = 100
"""Columns of a page; lines longer than that are hard to read."""

NARROWEST = 40
"""Below this width words would be broken to pieces: there the terminal itself folds the lines."""

ABREAST = 72
"""From this width on the two sides stand beside each other."""

STYLES = ("blue", "yellow")
SIGNS = ("■", "▨")
FILLS = ("█", "▒")
GLUED = str.maketrans({"\N{NO-BREAK SPACE}": "\ue000", "\N{NARROW NO-BREAK SPACE}": "\ue001"})
"""Rich breaks lines at no-break spaces as at any other; these are none to it."""

MAY_BREAK = "\x1f"
"""Where a line may be broken though nothing is seen there: a space to Rich, of no width."""

STAYS = "\ue002"
"""Where a line may not be broken though a plain space is seen there."""

_LOOSENED = {
    ord(MAY_BREAK): None,
    ord(STAYS): " ",
    **{ord(glue): chr(space) for space, glue in GLUED.items()},
}

_JOINTS = re.compile(r"(?<=\w\.)(?=[^\W\d]|\")|(?<=\w=)(?=\w)|(?<=\"\.)")
"""Within a path: behind a dot that is none of a number, and behind an equals sign."""

_SUMS = re.compile(r"(?<= [×=+−÷]) (?=[\d(])")
"""Within a sum: behind a sign, which stands at the head of a line and not at its end."""

WHOLE = 20
"""Characters of a part of a sum that is never broken: as many as stand in the narrowest column."""

_PARTS = re.compile(r"[\d(][\w.,()]*(?: [×=+−÷] [\d(][\w.,()]*)+|(?:[+−]?\d[\d.,]* )?(\([^()]+\))")
"""Numbers with signs between them, and a number with its cause in brackets."""

_NAMED = re.compile(r"(?<!\w{13})(?<=\w) (?=[+−]?\d+(?:[,;:.)]|$))")
"""Between a word and the number that it names: row 8, morale −2."""

CLAUSE, HOUSE, DANGER, SOFT = "green", "magenta", "bold red", "dim"


class Screen:
    """A page of text in one language."""

    def __init__(self, lang: Language, stream: TextIO | None = None) -> None:
        self.lang = lang
        self.stream = stream or sys.stdout
        self._plain = plain = is_plain(self.stream)
        self.console = Console(
            file=self.stream,
            color_system=None if plain else "auto",
            force_terminal=False if plain else None,
            highlight=False,
            markup=False,
            emoji=False,
        )
        self.width = self.console.width = min(max(self.console.width, NARROWEST), WIDEST)
        self.abreast = self.width >= ABREAST

    def words(self, key: str, **facts: object) -> str:
        """A message in the page's language."""
        return text(self.lang, key, {"voevoda": command(self.lang), **facts})

    def sign(self, sign: str, instead: str) -> str:
        """A sign, or what stands for it where the console cannot show it."""
        return sign if can_show(self.stream, sign) else instead

    def write(self, *parts: RenderableType) -> None:
        """Write paragraphs, tables and the like below each other."""
        with self.console.capture() as caught:
            for part in parts:
                self.console.print(part, width=self.width)
        written = caught.get().translate(_LOOSENED)
        if self._plain:  # a file has no use for the spaces that fill a table's lines
            written = "".join(line.rstrip() + "\n" for line in written.splitlines())
        _ = self.stream.write(written)

    def line(self, words: str) -> None:
        """Write a line that is to be copied: never broken."""
        _ = self.stream.write(shown(words) + "\n")

    def read(self) -> str:
        """Read a line that the person types.  Raises ``EOFError``."""
        self.stream.flush()
        if self.stream is sys.stdout:
            line = input("> ")  # by Python's own hand, so that the line can be edited
        else:
            _ = self.stream.write("> ")
            self.stream.flush()
            line = input()
        if not self.stream.isatty():
            _ = self.stream.write("\n")  # the line break that nobody typed here
        return line

    def say(self, key: str, *, style: str = "", **facts: object) -> None:
        """Write a message as a paragraph."""
        self.write(styled(self.words(key, **facts), style))

    def title(self, words: str, *, heavy: bool = False) -> None:
        """Write a heading under a rule."""
        self.write(
            "", Rule(styled(words, "bold"), align="left", characters="━" if heavy else "─", style=SOFT)
        )

    def house_mark(self) -> str:
        """What stands beside a house clause."""
        return self.sign("⌂", self.words("report.house_mark"))

    def name_of_side(self, index: int, name: str) -> Text:
        """A side's name, never without its flag."""
        return styled(f"{SIGNS[index]} {name}", f"bold {STYLES[index]}")

    def beside(self, parts: Sequence[RenderableType]) -> RenderableType:
        """The two sides' parts: first left, second right; below each other where it is narrow."""
        grid = Table.grid(expand=True, padding=(0, 0, 0, 2))
        if not self.abreast:
            grid.add_column(ratio=1)
            for part in parts:
                grid.add_row(part)
            return grid
        for _ in parts:
            grid.add_column(ratio=1)
        grid.add_row(*parts)
        return grid

    def bar(self, index: int, now: int, start: int, width: int) -> Text:
        """How much is left, in the side's own fill."""
        full = width * now // start if start else 0
        full = max(full, 1) if now else 0
        return Text.assemble((FILLS[index] * full, STYLES[index]), ("░" * (width - full), SOFT))


def styled(words: str, style: str = "") -> Text:
    """Words of any origin as text that is only text."""
    whole = _NAMED.sub(STAYS, _PARTS.sub(_glued, shown(words).translate(GLUED)))
    return Text(_SUMS.sub(STAYS, whole), style=style)


def _glued(part: re.Match[str]) -> str:
    """The part without a place to break it, or at least its cause."""
    for whole in (part[0], part[1] or ""):
        if 0 < len(whole) <= WHOLE:
            return part[0].replace(whole, whole.replace(" ", STAYS))
    return part[0]


def breakable(words: str, style: str = "") -> Text:
    """The same, where a path of a file may also be broken behind its dots and its equals sign."""
    return Text(_JOINTS.sub(MAY_BREAK, shown(words).translate(GLUED)), style=style)
