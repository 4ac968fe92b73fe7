#!/usr/bin/env python3
"""Write the golden playthroughs: every example of every book played from a seed, told whole.

    python3 scripts/playthroughs.py         write tests/playthroughs/<book>/<example>.txt anew

Where something is hidden there is one more for the seats that do not see all: <example>.<seat>.txt, named
after the first of those that read the same.

A playthrough shows what no assertion lists: every question with its place, clause and dice, every line in
both languages, and what each seat sees.  Read its diff like code.  Run it with the Python of ``.venv``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from voevoda.export import line_text
from voevoda.files.battle import read_battle
from voevoda.i18n import LANGUAGES, text
from voevoda.play.journal import Journal, answered, begin, seen, thrown
from voevoda.play.position import Asked, Position
from voevoda.play.questions import Chance, Reply
from voevoda.play.seats import REFEREE, SPECTATOR, Fact, Line, Seat, canonical, commander, player
from voevoda.rulebooks import BOOKS
from voevoda.rulebooks.book import Book

GOLDEN = Path(__file__).resolve().parents[1] / "tests" / "playthroughs"


def examples(book: str) -> tuple[str, ...]:
    """The names of a book's examples; their Russian twins (NAME.ru.yaml) tell the same battle."""
    folder = files("voevoda.rulebooks") / book / "data" / "examples"
    names = (path.name.removesuffix(".yaml") for path in folder.iterdir() if path.name.endswith(".yaml"))
    return tuple(sorted(name for name in names if not name.endswith(".ru")))


def playthrough(book: str, example: str, seed: str | None = None) -> str:
    """The whole of a battle: thrown and chosen from ``seed`` (the example's name, if left out)."""
    with as_file(files("voevoda.rulebooks") / book / "data" / "examples" / f"{example}.yaml") as path:
        battle = read_battle(path)
    return "\n".join(_told(battle.book, battle.state, seed or example)) + "\n"


def from_seats(book: str, example: str) -> dict[str, str]:
    """The same battle as seats read it that do not see all, by the first of those that read the same."""
    with as_file(files("voevoda.rulebooks") / book / "data" / "examples" / f"{example}.yaml") as path:
        battle = read_battle(path)
    steps = list(_steps(battle.book, battle.state, example))
    everything = seen(*steps[-1], REFEREE).log
    alike = dict[str, list[Seat]]()
    for seat in _all_seats(battle.book, battle.state):
        if seen(*steps[-1], seat).log != everything:
            alike.setdefault("\n".join(_read(steps, seat)), []).append(seat)
    return {
        re.sub(r"[: ]", "-", str(seats[0])): f"read by {', '.join(map(str, seats))}\n{told}\n"
        for told, seats in alike.items()
    }


def _steps(book: Book[Any], state: Any, seed: str) -> Iterator[tuple[Journal, Position[Any]]]:
    """The journal and position at the beginning of each step, and at the end."""
    at, journal = begin(book.rules, state, seed)
    number = -1
    while at.open:
        if at.number > number:
            number = at.number
            yield journal, at
        asked = next(each for each in at.open if each.place not in dict(at.laid))
        at, entries = _answer(book, at, asked, seed)
        journal = (*journal, *entries)
    yield journal, at


def _read(steps: list[tuple[Journal, Position[Any]]], seat: Seat) -> Iterator[str]:
    told = 0
    for journal, at in steps:
        here = seen(journal, at, seat)
        for line in here.log[told:]:
            yield from (f"{lang}: {line_text(lang, line)}" for lang in LANGUAGES)
        told = len(here.log)
        yield f"\n== step {at.number}: {canonical(here.view)}"


def _told(book: Book[Any], state: Any, seed: str) -> Iterator[str]:
    yield f"{book.title(state)} ({book.id}, revision {book.rules.revision}, seed {seed})"
    yield f"notation: {book.rules.print(state)}"
    at, journal = begin(book.rules, state, seed)
    yield from _passed(at)
    while at.open:
        yield from _opened(book, journal, at)
        number = at.number
        while at.open and at.number == number:
            asked = next(each for each in at.open if each.place not in dict(at.laid))
            at, entries = _answer(book, at, asked, seed)
            journal = (*journal, *entries)
            yield from _question(asked, entries[0].reply, entries[0].source)
        yield from _passed(at)
    yield f"\noutcome: {at.outcome}"
    yield from _seats(book, journal, at)


def _answer(book: Book[Any], at: Position[Any], asked: Asked, seed: str) -> tuple[Position[Any], list[Any]]:
    """Dice from the seed; choices at random, where the book can, so that all kinds of things happen."""
    if isinstance(asked.question, Chance):
        return answered(at, thrown(asked, seed), asked.place, "seed")
    policy = "random" if "random" in book.policies else book.policies[0]
    return answered(at, book.choose(policy, at, asked, seed), asked.place, "chosen")


def _opened(book: Book[Any], journal: Journal, at: Position[Any]) -> Iterator[str]:
    yield f"\n== step {at.number}, round {at.round}, in {' > '.join(at.where())}"
    yield from _seats(book, journal, at)


def _seats(book: Book[Any], journal: Journal, at: Position[Any]) -> Iterator[str]:
    """What each seat sees: seats that see the same are named together."""
    alike: dict[str, list[str]] = {}
    for seat in _all_seats(book, at.state):
        here = seen(journal, at, seat)
        log = sha256(canonical([_plain(line) for line in here.log]).encode()).hexdigest()[:12]
        sees = f"{canonical(here.view)}; {len(here.log)} lines of the log ({log})"
        alike.setdefault(sees, []).append(str(seat))
    for sees, seats in alike.items():
        yield f"{', '.join(seats)} see: {sees}"


def _plain(line: Line) -> tuple[Fact, ...]:
    return (line.key, line.cite, line.facts, str(line.by), line.source)


def _all_seats(book: Book[Any], state: Any) -> Iterator[Seat]:
    yield REFEREE
    for side in book.sides(state, (), REFEREE):
        yield commander(str(side["name"]))
        yield Seat("referee", str(side["name"]))
        characters = side.get("characters", ())
        for each in characters if isinstance(characters, tuple) else ():
            yield player(str(each["name"] if isinstance(each, Mapping) else each))
    yield SPECTATOR


def _question(asked: Asked, reply: Reply, source: str) -> Iterator[str]:
    question, place = asked.question, asked.place
    idle = ", idle" if question.idle else ""
    yield (
        f"\n? {place.key} [{question.cite}] step {place.step}, {place.by}, no. {place.nth}{idle};"
        f" seen by {question.seen_by}; {question.kind} {canonical(question.shape())}"
    )
    facts = {"seat": question.by.name, **question.about, **question.prompt()}
    for lang in LANGUAGES:
        yield f"  {lang}: {text(lang, f'{question.key}.ask', facts)}"
    told = question.told(question.read(reply), reply)
    yield f"  = {canonical(reply)} by {source}: {canonical(told)}"


def _passed(at: Position[Any]) -> Iterator[str]:
    for passed in at.passed:
        yield f"\n-- log of step {passed.number}, round {passed.round}"
        for line in passed.lines:
            yield f"[{line.cite}] {line.key}, seen by {line.seen_by}"
            for lang in LANGUAGES:
                yield f"  {lang}: {line_text(lang, line)}"
        notation = sha256(at.book.print(passed.state).encode()).hexdigest()[:12]
        yield f"-- after step {passed.number}: {passed.state} (notation {notation})"


def write() -> None:
    """Write every golden file anew and drop those of examples that are gone."""
    for book in BOOKS:
        folder = GOLDEN / book
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.txt"):
            old.unlink()
        for example in examples(book):
            _ = (folder / f"{example}.txt").write_text(playthrough(book, example), "utf-8")
            print(folder / f"{example}.txt")
            for seat, told in from_seats(book, example).items():
                _ = (folder / f"{example}.{seat}.txt").write_text(told, "utf-8")


if __name__ == "__main__":
    write()
