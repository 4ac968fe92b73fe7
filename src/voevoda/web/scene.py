"""One seat's sight on its way to a page: the language, the address, and what the names in it stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from voevoda.export.told import clauses_of, house_clauses_of
from voevoda.i18n import Language, has_text, text
from voevoda.play.seats import Facts, Line, Seat
from voevoda.table import Sight
from voevoda.web.parts import Clause, Side, Which, Words

CLAUSE = re.compile(r"(?<![\w-])[A-Z]-\d+(?:\.\d+)*(?![\w-])")
"""A clause's number in a sentence."""

SIDES: tuple[Which, Which] = ("one", "two")


@lru_cache(maxsize=20_000)
def _said(lang: Language, key: str, facts: tuple[tuple[str, type, object], ...]) -> str:
    """A text, made once: every seat's page says much the same.  Types are named since 1 is equal to True."""
    return text(lang, key, {name: fact for name, _, fact in facts})


@dataclass(frozen=True, slots=True)
class Scene:
    """What every part of a seat's page is made from."""

    sight: Sight
    lang: Language
    base: str
    """The address of the seat, without a slash at its end."""

    def say(self, key: str, /, **facts: object) -> str:
        """A text in the reader's language."""
        try:
            return _said(self.lang, key, tuple((name, type(fact), fact) for name, fact in facts.items()))
        except TypeError:  # a fact that cannot be looked up
            return text(self.lang, key, facts)

    def knows(self, key: str) -> bool:
        """Whether there is such a text."""
        return has_text(self.lang, key)

    @property
    def book(self) -> str:
        """The id of the rulebook."""
        return self.sight.book

    @property
    def view(self) -> Mapping[str, Any]:
        """The state as the rulebook shows it to this seat."""
        return cast("Mapping[str, Any]", self.sight.seen.view)

    @property
    def sides(self) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Both sides as the rulebook shows them, in the order of the battle file."""
        one, two = self.view["sides"]
        return one, two

    @property
    def names(self) -> tuple[str, str]:
        """The names of both sides."""
        one, two = self.sides
        return str(one["name"]), str(two["name"])

    def which(self, name: object) -> Which:
        """The side of that name, or the one on which a character of that name is; else neither."""
        if name in self.names:
            return SIDES[self.names.index(str(name))]
        for which, side in zip(SIDES, self.sides, strict=True):
            if any(_name(each) == name for each in side.get("characters", ())):
                return which
        return ""

    def which_of(self, facts: Facts, by: Seat) -> Which:
        """The side that a line or a question is of."""
        for name in (facts.get("side"), facts.get("who"), by.name):
            if name and (found := self.which(name)):
                return found
        return ""

    def which_of_line(self, line: Line) -> Which:
        """The side that a line of the log is of."""
        return self.which_of(line.facts, line.by)

    @property
    def own(self) -> Which:
        """The side of this seat, if it is of one."""
        return self.which(self.sight.seat.name)

    def side(self, index: int) -> Side:
        """A side's name with its flag."""
        return Side(self.names[index], SIDES[index])

    def clause(self, cite: str, *, house: bool = False) -> Clause | None:
        """A link to a clause; nothing for none."""
        return clause(self.book, cite, house=house)

    def linked(self, sentence: str) -> Words:
        """A sentence whose clauses are links."""
        return linked(self.book, sentence)


def goes_on(sight: Sight) -> bool:
    """Say whether a battle can be gone on with: neither over, nor closed before, nor of other rules."""
    return sight.outcome is None and sight.seed is None and sight.current


def clause(book: str, cite: str, *, house: bool = False) -> Clause | None:
    """A link to a clause of a book; nothing for none."""
    if not cite:
        return None
    return Clause(cite, f"/rules/{book}#{resolved(book, cite)}", house or cite in house_clauses_of(book))


def resolved(book: str, cite: str) -> str:
    """The clause that a part of one stands in: S-3.8 for S-3.8.1; itself, if it is a clause."""
    found = cite
    while found and found not in clauses_of(book):
        found = found.rpartition(".")[0]
    return found or cite


def linked(book: str, sentence: str) -> Words:
    """A sentence whose clauses are links."""
    parts = tuple(_parts(book, sentence))
    return parts if len(parts) > 1 else sentence


def _parts(book: str, sentence: str) -> Iterator[str | Clause]:
    at = 0
    for found in CLAUSE.finditer(sentence):
        link = clause(book, found[0]) if found[0] in clauses_of(book) else None
        if link is not None:
            if found.start() > at:
                yield sentence[at : found.start()]
            yield link
            at = found.end()
    if at < len(sentence):
        yield sentence[at:]


def _name(character: object) -> object:
    return character.get("name") if isinstance(character, Mapping) else character
