"""The course of ``fight``: where the battle comes from, who answers, what is kept."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from voevoda.cli.answers import (
    Answers,
    FromDice,
    FromList,
    FromSeed,
    Given,
    Policy,
    check_seed,
    policy_of,
    read_answers,
)
from voevoda.cli.journals import seat_of
from voevoda.cli.output import format_of, write_record
from voevoda.cli.refusals import BadInput
from voevoda.cli.streams import warn
from voevoda.cli.tomorrow import battle_before, write_next
from voevoda.export import Record, record
from voevoda.files import Battle, battle_of, read_battle
from voevoda.files.journals import JournalFile, diverged
from voevoda.files.seed_file import forget_seed, keep_seed, kept_seed
from voevoda.i18n import Language, text
from voevoda.play.errors import Diverged
from voevoda.play.journal import (
    Begun,
    Closed,
    Entry,
    Journal,
    answered,
    begin,
    commitment_to,
    replay,
    saved,
    thrown,
)
from voevoda.play.position import Asked, Position
from voevoda.play.questions import Chance
from voevoda.play.seats import REFEREE, Seat
from voevoda.rulebooks.book import Book

MOST_ROUNDS = 10**6


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """What stands on the command line."""

    file: str | None
    answers: str | None
    dice: str | None
    ask: bool
    throw: bool
    """Whether nobody is to be asked, though a battle is gone on with."""
    seed: str | None
    rounds: str | None
    save: str | None
    resume: str | None
    next: str | None
    """Where tomorrow's battle file is to be written."""
    side: str | None
    """Which side the person commands; None: he is the referee."""
    policy: str | None
    """Who chooses where nobody is asked."""
    how: str

    @property
    def asks(self) -> bool:
        """Whether the person is asked: a battle gone on with asks unless something else answers."""
        silent = self.throw or any(each is not None for each in (self.answers, self.dice, self.seed))
        return self.ask or (self.resume is not None and not silent)


@dataclass(slots=True)
class Course:
    """A battle under way: the one thing here that changes."""

    book: Book[Any]
    at: Position[Any]
    journal: Journal
    seed: str | None
    """What throws the dice that nobody types; None where it is not known."""
    policy: str
    """Who chooses where nobody is asked, by the book's name."""
    seat: Seat = REFEREE
    """Where the person sits."""
    file: JournalFile | None = None
    path: str | None = None
    """Where the journal is kept."""

    def add(self, at: Position[Any], entries: Sequence[Entry]) -> None:
        """Go on to ``at``; what is kept is on the disk when this returns."""
        if self.file is not None:
            self.file.append(entries)
        self.at = at
        self.journal = (*self.journal, *entries)

    def change(self, at: Position[Any], journal: Journal) -> None:
        """Go on to ``at`` with a journal that has grown."""
        self.add(at, journal[len(self.journal) :])

    def chooses(self) -> Policy:
        """Who chooses where nobody is asked."""
        return Policy(self.book, self.policy, self.seed or "")

    def answer_of_others(self, asked: Asked) -> Given:
        """What the seats answer where no person sits: from the seed, or by the policy."""
        if isinstance(asked.question, Chance):
            return Given(thrown(asked, _known(self)), "seed")
        return self.chooses().choice(self.at, asked)

    def close(self) -> None:
        """The battle is over: show the seed, if it was announced."""
        if self.seed is not None and self.begun.commitment is not None:
            self.add(self.at, [Closed(self.seed)])
        if self.path is not None:
            forget_seed(self.path)

    @property
    def begun(self) -> Begun[Any]:
        """The first entry."""
        begun = self.journal[0]
        assert isinstance(begun, Begun)
        return begun

    def record(self) -> Record:
        """All that a report is made from."""
        return record(self.book, self.journal, self.at, self.seat)


def fight(orders: Orders, lang: Language) -> int:
    """Resolve a battle, from a file or a journal, and write the report."""
    wanted = format_of(orders.how)
    _check(orders)
    listed = None if orders.answers is None else read_answers(orders.answers)
    rounds = _rounds(orders.rounds)
    today = None if orders.next is None else battle_before(orders.next, orders.file)
    if orders.resume is not None:
        course = _resumed(orders, orders.resume, lang)
        until = rounds
    else:
        course = _begun(orders, _battle(orders, rounds))
        until = None
    try:
        if orders.asks:
            from voevoda.cli.asking import Asking

            if orders.save is not None:
                _keep(course, orders.save)
            over = Asking(course, lang, wanted, until).run()
            if not over:
                if orders.next is not None:
                    warn(text(lang, "cli.next.not_over", {"next": orders.next}))
                return 0
        else:
            _play(course, _answers(course, orders, listed, lang), until)
            if orders.save is not None:
                _keep(course, orders.save)
        if not course.at.open:
            course.close()
        write_record(course.record(), course.journal, wanted, lang, told=orders.asks)
        if orders.next is not None and today is not None:
            write_next(orders.next, today, course.record(), lang)
    finally:
        if course.file is not None:
            course.file.close()
    return 0


def _check(orders: Orders) -> None:
    """Refuse options that do not go together."""
    if orders.file is None and orders.resume is None:
        raise BadInput("cli.fight.no_file")
    sources = {
        "--answers": orders.answers,
        "--dice": orders.dice,
        "--ask": orders.ask or None,
        "--throw": orders.throw or None,
    }
    given = tuple(name for name, value in sources.items() if value is not None)
    if len(given) > 1:
        raise BadInput("cli.fight.one_source", given=given)
    if orders.side is not None and not orders.asks:
        raise BadInput("cli.fight.nobody_sits", side=orders.side)
    if orders.resume is not None and orders.save is not None:
        raise BadInput("cli.fight.resume_saves", journal=orders.resume)
    check_seed(orders.seed)
    if orders.save is not None and os.path.lexists(orders.save):
        raise BadInput("cli.fight.exists", journal=orders.save)


def _answers(course: Course, orders: Orders, listed: Sequence[object] | None, lang: Language) -> Answers:
    if listed is not None:
        assert orders.answers is not None
        return FromList(listed, orders.answers, lang)
    if orders.dice is not None:
        return FromDice(orders.dice, lang)
    return FromSeed(_known(course))


def _rounds(words: str | None) -> int | None:
    if words is None:
        return None
    number = int(words) if re.fullmatch(r"[0-9]{1,12}", words, re.ASCII) else 0
    if not 1 <= number <= MOST_ROUNDS:
        raise BadInput("cli.fight.bad_rounds", given=words, most=MOST_ROUNDS)
    return number


def _battle(orders: Orders, rounds: int | None) -> Battle:
    """The battle in a file, to be stopped after some rounds if it is not over before."""
    assert orders.file is not None
    battle = read_battle(orders.file)
    if rounds is None:
        return battle
    _check_rounds(battle.book)
    agreed = battle.model.max_rounds
    most = rounds if agreed is None else min(rounds, agreed)
    return battle_of(battle.document.with_value("max_rounds", str(most)))


def _check_rounds(book: Book[Any]) -> None:
    if not book.has_rounds:
        raise BadInput("cli.fight.no_rounds", book=book.id)


def _begun(orders: Orders, battle: Battle) -> Course:
    typed = orders.answers is not None or orders.dice is not None
    seed = orders.seed if typed or orders.seed else secrets.token_hex(16)
    at, journal = begin(battle.book.rules, battle.state, seed)
    return _seated(Course(battle.book, at, journal, seed, policy_of(battle.book, orders.policy)), orders)


def _seated(course: Course, orders: Orders) -> Course:
    """The course with the person in his seat."""
    course.seat = seat_of(course.book, course.at.state, orders.side)
    return course


def _resumed(orders: Orders, path: str, lang: Language) -> Course:
    """A battle as its journal has it, to be gone on with."""
    file, found = JournalFile.resume(path)
    if found.torn:
        warn(text(lang, "journal.torn", {"bytes": found.torn}))
    try:
        at = replay(found.book.rules, found.journal, whole=True)
        policy = policy_of(found.book, orders.policy)
        course = Course(found.book, at, found.journal, None, policy, file=file, path=path)
        _seated(course, orders)
        _check_resumed(course, orders, path)
        if at.passed:
            course.add(at, saved(at))
        course.seed = _seed_of(course, orders.seed, path, found.enclosed.seed)
    except Diverged as error:
        file.close()
        raise diverged(path, error) from error
    except BaseException:
        file.close()
        raise
    return course


def _check_resumed(course: Course, orders: Orders, path: str) -> None:
    """Refuse a battle that is over, a file that is not its own, and rounds where there are none."""
    at = course.at
    shown = course.begun.commitment is None or any(isinstance(entry, Closed) for entry in course.journal)
    if not at.open and not at.passed and shown:  # else the end itself was not written yet
        raise BadInput("cli.fight.over", journal=path)
    if orders.file is not None and read_battle(orders.file).state != course.begun.state:
        raise BadInput("cli.fight.other_battle", file=orders.file, journal=path)
    if orders.rounds is not None:
        _check_rounds(course.book)


def _seed_of(course: Course, given: str | None, path: str, enclosed: str | None) -> str | None:
    """The seed of a journal: given again, shown in it, or kept in or beside it until the battle is over."""
    announced = course.begun.commitment
    if announced is None:
        if given is not None:
            raise BadInput("cli.fight.no_commitment", journal=path)
        return None
    if given is not None:
        if commitment_to(given) != announced:
            raise BadInput("cli.fight.other_seed", journal=path, commitment=announced)
        return given
    shown = [entry.seed for entry in course.journal if isinstance(entry, Closed)]
    shown += [seed for seed in (enclosed, kept_seed(path)) if seed is not None]
    return next((seed for seed in shown if commitment_to(seed) == announced), None)


def _known(course: Course) -> str:
    if course.seed is None:
        raise BadInput("cli.fight.unknown_seed", journal=course.path)
    return course.seed


def _keep(course: Course, path: str) -> None:
    """Keep the journal in a new file, and its seed beside it until it may be shown."""
    waits = course.seed is not None and bool(course.at.open)
    if course.seed is not None and waits:
        keep_seed(path, course.seed)
    try:
        course.file = JournalFile.create(path, course.book.rules, course.journal)
    except BaseException:
        if waits:
            forget_seed(path)
        raise
    course.path = path


def _play(course: Course, answers: Answers, until: int | None) -> None:
    """Play to the end without asking anybody; only when all has fitted is it kept."""
    at = course.at
    entries = list[Entry]()
    while at.open and (until is None or at.round <= until):
        asked = at.asked()
        reply, source = answers.answer(asked) or course.chooses().choice(at, asked)
        at, more = answered(at, reply, asked.place, source)
        entries += more
    answers.finish()
    course.add(at, entries)
