"""Questions as a person reads and answers them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, cast

from voevoda.cli.refusals import BadInput, sentence
from voevoda.i18n import Language, has_text, text
from voevoda.play.errors import Refused
from voevoda.play.position import Asked
from voevoda.play.questions import Chance, Draw, Question, Reply, answer_of
from voevoda.play.seats import Facts


def prompt_text(asked: Asked, lang: Language) -> str:
    """What is asked, of whom, and by which clause."""
    question = asked.question
    facts = {"seat": question.by.name, **question.about, **question.prompt()}
    key = f"{question.key}.ask"
    words = text(lang, key if has_text(lang, key) else "cli.asked", {**facts, "key": question.key})
    return f"{words} ({question.cite})" if question.cite else words


def accepted_text(question: Question[Any], lang: Language, *, prompt: bool = False) -> str:
    """What a question takes for an answer; at the prompt also 00, and an option by its number.

    Of a kind of dice that only its book knows the book says it: ``<book>.accepted.<kind>``.
    """
    facts = question.prompt()
    own = f"{question.key.partition('.')[0]}.accepted.{question.kind}"
    if has_text(lang, own):
        return text(lang, own, facts)
    options = facts.get("options")
    if options == ():
        return text(lang, "cli.accepted.nothing", {})
    if isinstance(options, tuple):
        shown = _numbered(tuple(_named(question, each, lang) for each in options)) if prompt else options
        key = "cli.accepted.pick" if "least" in facts else "cli.accepted.choose"
        return text(lang, key, {**facts, "options": shown})
    if "sides" in facts:
        key = "cli.accepted.d100" if prompt and facts["sides"] == 100 else "cli.accepted.dice"
        return text(lang, key, {**facts, "n": facts.get("dice", 1)})
    if "of" in facts:
        return _accepted_draw(question, facts, lang)
    return text(lang, "cli.accepted.other", {})


def _accepted_draw(question: Question[Any], facts: Facts, lang: Language) -> str:
    """A name or a number of the list, which is shown where the question itself names it to all."""
    among = question.about.get("among")
    if isinstance(among, tuple) and len(among) == facts["of"]:
        return text(lang, "cli.accepted.draw_listed", {"listed": _numbered(among), "n": facts["count"]})
    return text(lang, "cli.accepted.draw", {**facts, "n": facts["count"]})


def _named(question: Question[Any], option: Any, lang: Language) -> str:
    """An option as it is typed, as it is called (``<question>.option``), and what it comes to."""
    named, brings = f"{question.key}.option", question.prompt().get("brings")
    words = [text(lang, named, {"option": option})] if has_text(lang, named) else []
    if isinstance(brings, Mapping) and option in brings:
        words.append(_brought(question.key.partition(".")[0], cast("Any", brings[option]), lang))
    return f"{option} ({': '.join(words)})" if words else str(option)


def _brought(book: str, brings: Mapping[str, Any], lang: Language) -> str:
    """What an option comes to, in short: the numbers, or the first reason where none are fixed."""
    if "result" not in brings:
        return "; ".join(text(lang, each["key"], each["facts"]) for each in brings["why"][:1])
    one, two = brings["result"]
    before = {"before": "-".join(brings["open"])} if brings["open"] else {}
    return text(
        lang, f"{book}.brings", {"result": True, "one": one, "two": two, "of": brings["of"], **before}
    )


def _numbered(options: tuple[Any, ...]) -> tuple[str, ...]:
    return tuple(f"{number} {option}" for number, option in enumerate(options, 1))


def reply_of(question: Question[Any], words: str) -> object:
    """The reply that a person has written: faces, names, options or their numbers.

    Raises ``Refused`` or ``BadInput`` for what can be none.
    """
    whole = unicodedata.normalize("NFC", words.strip())
    if _takes(question, whole):  # a name or an option, whatever signs it has
        return whole
    parts = words_of(words)
    if isinstance(question, Chance):
        faces = [face_of(question, part) for part in parts]
        if None in faces:
            return _drawn(question, whole) if isinstance(question, Draw) else _only(tuple(_names(whole)))
        row = Faces([face for face in faces if face is not None])
        with suppress(RowEnded):
            reply = question.take(row)
            if not row.left:
                return reply
        if isinstance(question, Draw):
            raise BadInput("cli.draw", given=words, **_wrong(question, faces))
        if "sides" not in question.prompt():  # dice that are rolled again: the faces say how many there are
            raise BadInput("cli.no_row", given=words)
        raise question.refuses(words, "play.illegal.faces", dice=_dice(question), sides=_sides(question))
    options = question.prompt().get("options")
    if options == () and not whole:
        return ()
    chosen = tuple(_option(part, options if isinstance(options, tuple) else ()) for part in _names(whole))
    return _only(chosen)


def _drawn(question: Draw, line: str) -> object:
    """The names in a line, between commas, or between spaces where they hold none.  Raises ``BadInput``."""
    for names in (_names(line), words_of(line)):
        if _takes(question, tuple(names)):
            return _only(tuple(names))
    names = _names(line) if "," in line else words_of(line)
    raise BadInput("cli.draw", given=line, **_wrong(question, names))


def _wrong(question: Draw, given: Sequence[object]) -> Facts:
    """What is wrong with a draw: names that cannot be drawn, that stand there twice, and how many there are.

    Only who sees the whole pile is asked for a draw.
    """
    pile = question.pile
    drawn = [pile[item - 1] if type(item) is int and 1 <= item <= len(pile) else str(item) for item in given]
    strange = tuple(dict.fromkeys(item for item in drawn if item not in pile))
    twice = tuple(dict.fromkeys(item for item in drawn if item in pile and drawn.count(item) > 1))
    size = None if len(drawn) == question.count else len(drawn)
    return {"strange": strange or None, "twice": twice or None, "size": size, "count": question.count}


def _takes(question: Question[Any], reply: object) -> bool:
    try:
        _ = answer_of(question, question.normal(reply))
    except Refused:
        return False
    return True


def _dice(question: Question[Any]) -> Any:
    facts = question.prompt()
    return facts.get("dice", facts.get("count", 1))


def _sides(question: Question[Any]) -> Any:
    facts = question.prompt()
    return facts.get("sides", 1)


def _only(parts: tuple[str, ...]) -> object:
    return parts[0] if len(parts) == 1 else parts


def _option(part: str, options: tuple[Any, ...]) -> str:
    """An option, which may be named by its number in the list."""
    if part not in options and part.isdecimal() and 1 <= int(part) <= len(options):
        return str(options[int(part) - 1])
    return part


def words_of(line: str) -> list[str]:
    """The parts of a line of faces: spaces or commas separate, brackets only group."""
    return re.sub(r"[\s,;\[\]]+", " ", line).split()


def _names(line: str) -> list[str]:
    """The names in a line: commas separate, since a name may hold spaces."""
    return [part.strip() for part in line.strip().strip("[]").split(",") if part.strip()] or [""]


def face_of(question: Question[Any], word: str) -> int | None:
    """The face that a word says; None for what is no whole number.  On a d100, 00 is 100."""
    if word == "00" and question.prompt().get("sides") == 100:
        return 100
    return int(word) if re.fullmatch(r"[-+]?[0-9]{1,9}", word, re.ASCII) else None


class RowEnded(Exception):
    """More faces are needed than the row has."""


class Faces(Iterator[int]):
    """A row of faces and how many have been taken from it."""

    def __init__(self, faces: list[int]) -> None:
        self._faces = faces
        self.taken = 0

    def __next__(self) -> int:
        if self.taken == len(self._faces):
            raise RowEnded
        self.taken += 1
        return self._faces[self.taken - 1]

    @property
    def left(self) -> int:
        """How many have not been taken."""
        return len(self._faces) - self.taken


def misfit(asked: Asked, lang: Language, *, where: str, given: str, refusal: str, accepted: str) -> BadInput:
    """The refusal of an answer from a list: its place, what was asked, given, accepted."""
    return BadInput(
        "cli.misfit",
        where=where,
        asked=prompt_text(asked, lang),
        given=given,
        refusal=refusal,
        accepted=accepted,
    )


def refusal_of(question: Question[Any], reply: object, lang: Language) -> str | None:
    """Why a question does not take a reply; None where it does."""
    try:
        normal: Reply = question.normal(reply)
        _ = answer_of(question, normal)
    except Refused as refused:
        if isinstance(question, Draw):
            row = reply if isinstance(reply, list | tuple) else (reply,)
            return text(lang, "cli.draw", {"given": tuple(map(str, row)), **_wrong(question, row)})
        return sentence(lang, refused)
    return None
