"""Why something was not done, as sentences for the person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from voevoda.cli.called import command
from voevoda.i18n import Language, text

if TYPE_CHECKING:
    from voevoda.play.errors import Refused


class BadInput(Exception):
    """What the person gave cannot be used.  ``key`` names the message, ``facts`` fill it."""

    def __init__(self, key: str, /, **facts: object) -> None:
        super().__init__(key, facts)
        self.key = key
        self.facts: Mapping[str, object] = facts


def sentence(lang: Language, refused: Refused) -> str:
    """A refusal of the table as a sentence."""
    return text(lang, refused.key, refused.facts)


def sentences(error: Exception, lang: Language) -> list[str] | None:
    """The sentences that say what was wrong; None for an error that nobody foresaw."""
    if isinstance(error, BadInput):
        guess = text(lang, "cli.guess", error.facts) if "guess" in error.facts else ""
        return [text(lang, error.key, {"voevoda": command(lang), **error.facts}) + guess]
    # Imported here: an error of these kinds has imported them already.
    from voevoda.files import BadFile, problem_text
    from voevoda.play.errors import Diverged, Refused

    if isinstance(error, BadFile):
        return [problem_text(lang, problem) for problem in error.problems]
    if isinstance(error, Refused):
        return [sentence(lang, error)]
    if isinstance(error, Diverged):
        return [text(lang, "journal.diverged", {})]
    if isinstance(error, RecursionError | MemoryError):
        return [text(lang, "cli.too_large", {})]
    if isinstance(error, OSError):
        from voevoda.files.journals import reason_of

        return [text(lang, "store.system", {"reason": reason_of(error)})]
    return None
