"""The program by the name under which the person started it, for every hint of what to type."""

from __future__ import annotations

import os
import re
import shlex

from voevoda.i18n import Language, language

NAME = "VOEVODA_COMMAND"
"""Where a script that starts the program says what the person typed, such as ``python3 run.py``."""


def program() -> str:
    """What the person typed to start the program."""
    return os.environ.get(NAME) or "voevoda"


def quoted(word: str) -> str:
    """A name as it is typed on a line of commands: in quotes where it must be."""
    return word if re.fullmatch(r"[\w:.,+@%/-]+", word) else shlex.quote(word)


def command(lang: Language) -> str:
    """What to type for more of the same: with the language, where the locale would say another."""
    return program() if lang == language(None, os.environ) else f"{program()} --lang {lang}"
