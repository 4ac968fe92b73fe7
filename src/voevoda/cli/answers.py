"""Where the answers come from when nobody is asked: a file, a row of dice, or a seed and a policy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from voevoda.cli.questions import (
    Faces,
    RowEnded,
    accepted_text,
    face_of,
    misfit,
    prompt_text,
    refusal_of,
    words_of,
)
from voevoda.cli.refusals import BadInput, sentence
from voevoda.files.problems import BadFile, given
from voevoda.i18n import Language, text
from voevoda.play.errors import Refused
from voevoda.play.journal import thrown
from voevoda.play.position import Asked, Position, by_policy
from voevoda.play.questions import Chance, Ruled, answer_of, ruled_as
from voevoda.rulebooks.book import Book

LONGEST_SEED = 200
"""The most characters of a seed."""


class Given(NamedTuple):
    """A reply and how it came: dice from the ``seed`` or ``typed``, choices by a policy."""

    reply: object
    source: str


@dataclass(frozen=True, slots=True)
class Policy:
    """Who chooses where nobody is asked."""

    book: Book[Any]
    name: str
    """One of the book's."""
    seed: str
    """For mixed policies."""

    def choice(self, at: Position[Any], asked: Asked) -> Given:
        """What it chooses."""
        return Given(self.book.choose(self.name, at, asked, self.seed), by_policy(self.name))


def policy_of(book: Book[Any], name: str | None) -> str:
    """The policy that is wanted, by default the book's first.  Raises ``BadInput``."""
    if name is None:
        return book.policies[0]
    if name not in book.policies:
        raise BadInput("cli.bad_policy", given=name, book=book.id, options=book.policies)
    return name


class Answers(Protocol):
    """A source of answers."""

    def answer(self, asked: Asked, /) -> Given | None:
        """Answer a question; None: a choice that is the policy's.

        Raises ``BadInput`` where there is no answer, or none that it takes.
        """

    def finish(self) -> None:
        """The battle is over: raises ``BadInput`` where answers are left."""


class FromSeed:
    """Dice and draws from a seed, no choices."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def answer(self, asked: Asked, /) -> Given | None:
        """Throw."""
        return Given(thrown(asked, self._seed), "seed") if isinstance(asked.question, Chance) else None

    def finish(self) -> None:
        """A seed never ends."""


def check_seed(said: str | None) -> None:
    """Refuse what cannot be shown whole, and typed again, on one line of a report."""
    if said is not None and not (said.strip() and said.isprintable() and len(said) <= LONGEST_SEED):
        raise BadInput("cli.bad_seed", given=given(said), most=LONGEST_SEED)


class FromList:
    """Answers of any kind, in the order asked."""

    def __init__(self, answers: Sequence[object], file: str, lang: Language) -> None:
        self._answers = answers
        self._file = file
        self._lang = lang
        self._taken = 0

    def answer(self, asked: Asked, /) -> Given:
        """Take the next answer of the list."""
        n = self._taken + 1
        if self._taken == len(self._answers):
            raise BadInput(
                "cli.answers.too_few",
                file=self._file,
                n=len(self._answers),
                next=n,
                asked=prompt_text(asked, self._lang),
                accepted=accepted_text(asked.question, self._lang),
            )
        reply = self._answers[self._taken]
        if isinstance(reply, Mapping) and reply.keys() == {"as", "reason"}:
            with suppress(Refused):
                reply = ruled_as(asked.question, reply["as"], str(reply["reason"]))
        refusal = refusal_of(asked.question, reply, self._lang)
        if refusal is not None:
            where = text(self._lang, "cli.answers.where", {"file": self._file, "n": n})
            accepted = accepted_text(asked.question, self._lang)
            raise misfit(
                asked, self._lang, where=where, given=_shown(reply), refusal=refusal, accepted=accepted
            )
        self._taken = n
        return Given(reply, "ruled" if isinstance(reply, Ruled) else "typed")

    def finish(self) -> None:
        """Refuse answers that nobody asked for."""
        left = self._answers[self._taken :]
        if left:
            raise BadInput(
                "cli.answers.too_many",
                file=self._file,
                n=len(self._answers),
                asked=self._taken,
                left=tuple(map(_shown, left[:12])),
            )


class FromDice:
    """Typed faces for all dice and draws, in the order asked, no choices."""

    def __init__(self, line: str, lang: Language) -> None:
        self._words = words_of(line)
        self._lang = lang
        self._taken = 0

    def answer(self, asked: Asked, /) -> Given | None:
        """Take as many faces as the roll needs."""
        question = asked.question
        if not isinstance(question, Chance):
            return None
        faces = [face_of(question, word) for word in self._words[self._taken :]]
        numbers = faces[: faces.index(None)] if None in faces else faces
        row = Faces([face for face in numbers if face is not None])
        try:
            reply: object = question.take(row)
        except RowEnded:
            raise self._ended(asked, len(numbers)) from None
        except Refused as refused:
            refusal = sentence(self._lang, refused)
            raise self._misfit(asked, self._taken + row.taken, refusal) from None
        try:
            _ = answer_of(question, question.normal(reply))
        except Refused as refused:
            place = self._bad(question, row.taken, refused.facts.get("given"))
            raise self._misfit(asked, place, sentence(self._lang, refused)) from None
        self._taken += row.taken
        return Given(reply, "typed")

    def _bad(self, question: Chance[Any], count: int, given: object) -> int:
        """The place of the face that was refused, which the question's dice lack."""
        for place in range(self._taken + 1, self._taken + count + 1):
            if face_of(question, self._words[place - 1]) == given:
                return place
        return self._taken + 1

    def _ended(self, asked: Asked, numbers: int) -> BadInput:
        place = self._taken + numbers + 1
        if place <= len(self._words):  # a word that is no number stands there
            word = self._words[place - 1]
            refusal = text(self._lang, "cli.no_face", {"given": word})
            return self._misfit(asked, place, refusal)
        return BadInput(
            "cli.dice.too_few",
            n=len(self._words),
            asked=prompt_text(asked, self._lang),
            accepted=self._accepted(asked),
        )

    def _accepted(self, asked: Asked) -> str:
        """What a face may be; a name, which may hold spaces, is none."""
        facts = asked.question.prompt()
        if "of" in facts:
            return text(self._lang, "cli.accepted.place", facts)
        return accepted_text(asked.question, self._lang, prompt=True)

    def _misfit(self, asked: Asked, place: int, refusal: str) -> BadInput:
        where = text(self._lang, "cli.dice.where", {"n": place})
        given = self._words[place - 1]
        accepted = self._accepted(asked)
        return misfit(asked, self._lang, where=where, given=given, refusal=refusal, accepted=accepted)

    def finish(self) -> None:
        """Refuse faces that no die was thrown for."""
        left = tuple(self._words[self._taken :])
        if left:
            raise BadInput("cli.dice.too_many", n=len(self._words), asked=self._taken, left=left[:12])


def _shown(reply: object) -> str:
    if isinstance(reply, list | tuple):
        return f"[{', '.join(map(_shown, reply))}]"
    words = str(reply)
    if isinstance(reply, str) and reply.isdecimal():  # text, where a number was meant
        words = f'"{words}"'
    return words if len(words) <= 60 else f"{words[:59]}…"


def read_answers(path: str) -> list[object]:
    """The list of answers in a YAML file.  Raises ``BadFile`` or ``BadInput``."""
    from pathlib import Path

    from voevoda.files.document import read_values

    try:
        data: object = read_values(Path(path), path).data
    except BadFile as bad:
        if bad.told[0].key not in {"files.empty", "files.comments"}:
            raise
        data = None
    if not isinstance(data, list):
        raise BadInput("cli.answers.no_list", file=path)
    return data
