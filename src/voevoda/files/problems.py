"""What is wrong with a file, as values: a key, its facts and the place; a sentence only for a person.

BadFile                 a file that cannot be used, with all its problems
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as part
from difflib import get_close_matches
from fractions import Fraction

from voevoda.files.scalars import DIGITS
from voevoda.i18n import Language, has_text, text

LISTED = 20
"""Problems told of one file; more than that would only hide the first."""

SHOWN = 60
"""Characters shown of what was given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing wrong with a file."""

    key: str
    """Of the message, "files.…" or a book's own."""
    facts: Mapping[str, object]
    """What the message shows: what was given, what is accepted; `guess`: what was probably meant."""
    file: str
    """As the person named it."""
    line: int | None = None
    """Counted from 1."""
    field: str = ""
    """The path of the field in the words of the file: sides.Greenskins.units.Archers.count."""
    loc: tuple[str | int, ...] = part(default=(), compare=False)
    """Where that is in the values of the file: keys and indices from the top."""


class BadFile(Exception):
    """A file that cannot be used; nothing of it has been."""

    def __init__(self, told: Sequence[Problem], more: int = 0) -> None:
        self.told = tuple(told[:LISTED])
        """At least one."""
        self.more = more + len(told) - len(self.told)
        """How many there are beside them."""
        super().__init__(told, more)

    def __str__(self) -> str:
        return "; ".join(problem_text("en", problem) for problem in self.problems)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The first `LISTED` problems, and then perhaps how many more."""
        if not self.more:
            return self.told
        return (*self.told, Problem(key="files.more", facts={"n": self.more}, file=self.told[0].file))


def problem_text(lang: Language, problem: Problem) -> str:
    """One line for a person: file, line, field, what was given, what is accepted, what was probably meant."""
    line = "" if problem.line is None else text(lang, "files.line", {"line": str(problem.line)})
    where = ", ".join(filter(None, (printable(problem.file), line, printable(problem.field))))
    return f"{where}: {problem_words(lang, problem)}"


def problem_words(lang: Language, problem: Problem) -> str:
    """What is wrong, without the place: what was given, what is accepted, what was probably meant."""
    facts = dict(problem.facts)
    kind = f"files.given={facts.get('given')}"
    if has_text(lang, kind):  # also in the message of a book
        facts["given"] = text(lang, kind, {})
    for bound in ("low", "high"):
        if str(facts.get(bound, "")).removeprefix("-").isdecimal():
            facts[bound] = int(str(facts[bound]))  # so that its digits are grouped
    guess = text(lang, "files.guess", facts) if "guess" in facts else ""
    return f"{text(lang, problem.key, facts)}{guess}"


def given(value: object) -> str:
    """A value as the person wrote it, short; lists and fields are only named (and so translated)."""
    match value:
        case None:
            return "nothing"
        case bool():
            return str(value).lower()
        case str():
            return f'"{short(value)}"'
        case Fraction():
            return short(_decimal(value))
        case list() | tuple():
            return "list"
        case Mapping():
            return "fields"
        case _:
            return short(str(value))


def guess(word: str, options: Iterable[str]) -> dict[str, str]:
    """The fact `guess`, when one of the options looks like `word`."""
    by_case = {option.casefold(): option for option in options}
    found = get_close_matches(word[:SHOWN].casefold(), by_case, n=1)
    return {"guess": by_case[found[0]]} if found else {}


def short(words: str) -> str:
    """The first `SHOWN` characters, on one line."""
    return printable(words[:SHOWN]) + "…" * (len(words) > SHOWN)


def printable(words: str) -> str:
    """The text without characters that would break or turn a line of a terminal."""
    return "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in words)


def _decimal(value: Fraction) -> str:
    """A decimal of a file as a decimal again; a/b when it is none."""
    places = next((places for places in range(DIGITS + 1) if 10**places % value.denominator == 0), None)
    if not places:
        return str(value)
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"
