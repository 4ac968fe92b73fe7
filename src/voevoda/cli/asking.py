"""``fight --ask``: the person at the table is asked, types dice and choices, and may mend what was answered.

A line that begins with a colon is a command.  Each answer is kept before the next question is put.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rich.table import Table

from voevoda.cli import report
from voevoda.cli.called import command
from voevoda.cli.explained import explained, number_of_seq
from voevoda.cli.log import Log
from voevoda.cli.output import Format, write_record
from voevoda.cli.questions import accepted_text, prompt_text, reply_of
from voevoda.cli.refusals import BadInput, sentences
from voevoda.cli.screen import DANGER, SOFT, Screen, styled
from voevoda.export import line_text, reply_text
from voevoda.files.seed_file import kept_seed
from voevoda.i18n import Language
from voevoda.play.errors import Illegal, Refused
from voevoda.play.journal import (
    Answered,
    Entry,
    Journal,
    Overridden,
    Undone,
    answered,
    correct,
    override,
    replay,
    standing,
    take_back,
    thrown,
)
from voevoda.play.position import Asked, Position, answers
from voevoda.play.questions import Chance, Question, ruled_as
from voevoda.play.seats import EVERYONE, REFEREE, Fact, Seat

if TYPE_CHECKING:
    from voevoda.cli.fight import Course

REFEREES = frozenset({"fix", "set", "rule"})
"""The commands that are not for who sits on a side."""

RULE = re.compile(r"(\S+)\s+(\S.*)")
SET = re.compile(r'\s*((?:"(?:[^"\\]|\\.)*"|[^\s"])+)\s+(\S+)\s*(.*)')
"""PATH, with quoted names that may hold spaces; VALUE; REASON, to the end of the line."""


def is_asked(seat: Seat, question: Question[Any]) -> bool:
    """Whether a person in this seat is asked; he answers for the table too.

    One who commands a side is not asked what he may not see, nor what the other side chooses; what he draws
    unseen falls from the seed, since who types it could try cards.
    """
    if seat == REFEREE:
        return True
    if isinstance(question, Chance):
        return question.seen_by == EVERYONE
    return answers(seat, question) or question.about.get("side") == seat.name


class Left(Exception):
    """The person has left the table."""


class Asking:
    """The conversation over one battle."""

    def __init__(self, course: Course, lang: Language, wanted: Format, until: int | None) -> None:
        self._course = course
        self._wanted: Format = wanted
        self._until = until
        # What another program may read stays free of the conversation.
        self._screen = Screen(lang, sys.stdout if wanted == "text" else sys.stderr)
        self._log = Log(self._screen)
        self._commands: dict[str, Callable[[str], None]] = {
            "undo": self._undo,
            "fix": self._fix,
            "set": self._set,
            "rule": self._rule,
            "why": self._why,
            "status": self._status,
            "odds": self._odds,
            "advice": self._advice,
            "quit": self._quit,
            "help": self._help,
        }

    def run(self) -> bool:
        """Ask until the battle is over; False where the person left before, with the journal kept."""
        with suppress(ImportError):
            import readline  # noqa: F401  Gives the line its history and editing.
        report.heading(self._screen, self._course.record())
        self._screen.say("cli.ask.welcome", style=SOFT)
        if self._course.path is None:
            self._screen.say("cli.ask.unkept", style=SOFT)
        self._show()
        try:
            while self._is_asked() or self._reconsider():
                if self._is_asked():
                    self._ask()
        except (Left, EOFError, KeyboardInterrupt) as left:
            self._leave(left)
            if isinstance(left, KeyboardInterrupt):
                raise
            return False
        return True

    def _open(self) -> bool:
        at = self._course.at
        return bool(at.open) and (self._until is None or at.round <= self._until)

    def _is_asked(self) -> bool:
        """Let the others answer; whether the person is asked then, or all is over."""
        course = self._course
        others = False
        while self._open() and not is_asked(course.seat, course.at.asked().question):
            asked = course.at.asked()
            reply, source = course.answer_of_others(asked)
            course.add(*answered(course.at, reply, asked.place, source))
            others = True
        if others:
            self._show()
        return self._open()

    def _show(self) -> None:
        course = self._course
        finished = course.at.round - bool(course.at.open)
        self._log.show(course.record(), course.journal, finished)
        open_ = {asked.place: asked.question for asked in course.at.open}
        for place, given in course.at.laid:
            if isinstance(open_[place], Chance) and open_[place].seen_by.holds(course.seat):
                dice = reply_text(given.reply, self._screen.lang)
                self._screen.say("cli.ask.laid", seat=place.by.name, dice=dice, style=SOFT)

    def _ask(self) -> None:
        """Put the next question and take one line for it."""
        asked = self._course.at.asked()
        line = self._read(f"{len(self._answers()) + 1}. {prompt_text(asked, self._screen.lang)}", asked)
        try:
            if line.startswith(":"):
                self._command(line[1:])
            else:
                self._answer(asked, line)
        except (BadInput, Refused) as refused:
            self._refuse(refused)

    def _reconsider(self) -> bool:
        """The battle is over: a last chance to take back or correct; False once it is to be closed."""
        self._screen.say("cli.ask.over" if self._course.seat == REFEREE else "cli.ask.over.side")
        try:
            line = self._screen.read().strip()
        except EOFError:
            return False
        try:
            if line.startswith(":"):
                self._command(line[1:])
        except (BadInput, Refused) as refused:
            self._refuse(refused)
        return bool(line)

    def _refuse(self, refused: BadInput | Refused) -> None:
        for sentence in sentences(refused, self._screen.lang) or ():
            self._screen.write(styled(f"▲ {sentence}", DANGER))

    def _read(self, question: str, asked: Asked) -> str:
        """Put a question, say what it takes, and read a line."""
        self._screen.write("", styled(question, "bold"))
        accepted = accepted_text(asked.question, self._screen.lang, prompt=True)
        self._screen.write(styled(f"   {self._screen.words('cli.ask.accepted', accepted=accepted)}", SOFT))
        return self._screen.read().strip()

    def _answer(self, asked: Asked, line: str) -> None:
        question = asked.question
        if line or question.prompt().get("options") == ():
            reply, source = reply_of(question, line), "typed"
        elif not isinstance(question, Chance):
            reply, source = self._course.chooses().choice(self._course.at, asked)
        elif self._course.seed is None:
            raise BadInput("cli.ask.no_seed")
        else:
            reply, source = thrown(asked, self._course.seed), "seed"
        self._course.add(*answered(self._course.at, reply, asked.place, source))
        self._show()

    # Commands

    def _command(self, line: str) -> None:
        name, _, rest = line.strip().partition(" ")
        if name not in self._commands:
            raise BadInput(
                "cli.ask.no_command", given=name, options=tuple(f":{each}" for each in self._commands)
            )
        if name in REFEREES and self._course.seat != REFEREE:
            raise BadInput("cli.ask.referees", given=name)
        self._commands[name](rest.strip())

    def _answers(self) -> list[int]:
        """The seqs of the answers that stand, by their numbers."""
        return self._numbers(self._course.journal, self._course.at)

    def _numbers(self, journal: Journal, at: Position[Any]) -> list[int]:
        return number_of_seq(journal, at, self._course.seat)

    def _numbered(self, words: str) -> tuple[int, int]:
        """The number of an answer and its seq."""
        seqs = self._answers()
        number = int(words) if re.fullmatch(r"[0-9]{1,9}", words, re.ASCII) else 0
        if not 1 <= number <= len(seqs):
            raise BadInput("cli.ask.no_answer", given=words, n=len(seqs))
        return number, seqs[number - 1]

    def _undo(self, rest: str) -> None:
        course = self._course
        if not any(isinstance(entry, Answered | Overridden) for _, entry in standing(course.journal)):
            raise BadInput("cli.ask.nothing_to_undo")
        before = self._answers()
        reason = rest or self._screen.words("cli.ask.undo_reason")
        at, journal, taken = self._taken_back(course.journal, reason)
        if course.seat != REFEREE:
            # What nobody sat for would at once be answered the same.
            while not self._are_choices(taken):
                at, journal, taken = self._taken_back(journal, reason)
            self._check_unseen(taken)
        _, last = taken[0]
        course.change(at, journal)
        if isinstance(last, Overridden):
            self._screen.say("cli.ask.unset", path=last.path, value=last.value, style=SOFT)
        else:
            self._screen.say("cli.ask.undone", n=len(before) - len(self._answers()), style=SOFT)
        self._show()

    def _taken_back(
        self, journal: Journal, reason: str
    ) -> tuple[Position[Any], Journal, list[tuple[int, Entry]]]:
        """A journal with what was done last taken back, and all that has been so far, with seqs."""
        if not any(isinstance(entry, Answered | Overridden) for _, entry in standing(journal)):
            raise BadInput("cli.ask.no_choice")
        at, after = take_back(self._course.book.rules, journal, reason)
        first = next(entry for entry in after[len(journal) :] if isinstance(entry, Undone)).to
        return at, after, [(seq, entry) for seq, entry in standing(self._course.journal) if seq >= first]

    def _are_choices(self, taken: list[tuple[int, Entry]]) -> bool:
        """Whether a choice of the person's is among what would be taken back.

        Refuses what only the referee takes back: dice and draws, and numbers that he has set.
        """
        own = False
        for seq, entry in taken:
            if isinstance(entry, Overridden):
                raise BadInput("cli.ask.thrown")
            if isinstance(entry, Answered):
                question = self._asked_at(seq, entry).question
                if isinstance(question, Chance):
                    raise BadInput("cli.ask.thrown")
                own = own or is_asked(self._course.seat, question)
        return own

    def _check_unseen(self, taken: list[tuple[int, Entry]]) -> None:
        """Refuse to take back what was answered before the person saw what others chose, or hidden things."""
        course = self._course
        laid = {place for place, _ in course.at.laid}
        answers_ = [(self._asked_at(seq, entry), seq) for seq, entry in taken if isinstance(entry, Answered)]
        own = next(seq for asked, seq in answers_ if is_asked(course.seat, asked.question))
        others = [asked for asked, _ in answers_ if not is_asked(course.seat, asked.question)]
        shown = any(each.question.seen_by.holds(course.seat) and each.place not in laid for each in others)
        number = 1 + self._answers().index(own)
        log = [line for _, line in course.record().log]
        places = [place for place, line in enumerate(log, 1) if line.source]
        # What is laid beside others has no line yet, and nothing came after it.
        since = log[places[number - 1] :] if number <= len(places) else ()
        if shown or any(line.key in course.book.rules.reveals for line in since):
            raise BadInput("cli.ask.shown", number=number)

    def _rule(self, rest: str) -> None:
        found = RULE.fullmatch(rest)
        if found is None:
            raise BadInput("cli.ask.rule_usage")
        if not self._course.at.open:
            raise BadInput("cli.ask.nothing_open")
        asked = self._course.at.asked()
        try:
            ruling = ruled_as(asked.question, reply_of(asked.question, found[1]), found[2])
        except Illegal as refused:
            if refused.key == "play.illegal.faces" and refused.facts["dice"] != 1:
                raise BadInput("cli.ask.rule_faces", **refused.facts) from refused
            raise
        self._course.add(*answered(self._course.at, ruling, asked.place, "ruled"))
        self._show()

    def _fix(self, rest: str) -> None:
        words, _, line = rest.partition(" ")
        number, seq = self._numbered(words)
        entry = dict(standing(self._course.journal))[seq]
        assert isinstance(entry, Answered)
        asked = self._asked_at(seq, entry)
        if line.strip():
            self._put(number, seq, asked, line)
            return
        facts = {"number": number, "asked": prompt_text(asked, self._screen.lang)}
        while True:
            line = self._read(self._screen.words("cli.ask.fixing", **facts), asked)
            if not line or line.startswith(":"):
                self._screen.say("cli.ask.not_fixed", number=number, style=SOFT)
                if line:
                    self._command(line[1:])
                return
            try:
                self._put(number, seq, asked, line)
            except (BadInput, Refused) as refused:
                self._refuse(refused)
            else:
                return

    def _put(self, number: int, seq: int, asked: Asked, line: str) -> None:
        """Put what is typed in the place of an answer."""
        reply = reply_of(asked.question, line)
        reason = self._screen.words("cli.ask.fix_reason")
        course = self._course
        told = self._told()
        at, journal = correct(course.book.rules, course.journal, seq, reply, reason)
        course.change(at, journal)
        self._screen.say("cli.ask.fixed", number=number, style=SOFT)
        self._tell_lost({other: words for other, words in told.items() if other != seq})
        self._show()

    def _told(self) -> dict[int, str]:
        """Each answer that stands, by its seq, with its number, as it can be named when it is lost."""
        record, lang = self._course.record(), self._screen.lang
        lines = [line_text(lang, line) for _, line in record.log if line.source]
        seqs = self._answers()
        lines += [self._screen.words("cli.ask.noted")] * (len(seqs) - len(lines))
        return {
            seq: f"{number}. {line}" for number, (seq, line) in enumerate(zip(seqs, lines, strict=True), 1)
        }

    def _tell_lost(self, before: dict[int, str]) -> None:
        """Say which of the answers that stood ``before`` were not carried over."""
        stand = dict(standing(self._course.journal))
        kept = {entry.kept for entry in stand.values() if isinstance(entry, Answered)}
        lost = [words for seq, words in before.items() if seq not in kept and seq not in stand]
        if lost:
            self._screen.say("cli.ask.lost", n=len(lost), style=SOFT)
            self._screen.write(*(styled(f"   {words}", SOFT) for words in lost))

    def _asked_at(self, seq: int, entry: Answered) -> Asked:
        """The question that an entry answers, as the rules put it then."""
        at = replay(self._course.book.rules, self._course.journal[:seq])
        return next(each for each in at.open if each.place == entry.place)

    def _set(self, rest: str) -> None:
        found = SET.fullmatch(rest)
        if found is None or not found[3].strip():
            raise BadInput("cli.ask.set_usage")
        path, value, reason = found.groups()
        course = self._course
        told = self._told()
        at, journal = override(course.book.rules, course.journal, path, value_of(value), reason.strip())
        course.change(at, journal)
        self._tell_lost(told)
        self._show()

    def _why(self, rest: str) -> None:
        """Explain an answer; without a number the last."""
        if not rest and not self._answers():
            raise BadInput("cli.ask.nothing_to_undo")
        number, _ = self._numbered(rest or str(len(self._answers())))
        course = self._course
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column()
        grid.add_column(ratio=1)
        for heading, words in explained(course.record(), number, self._screen.lang):
            grid.add_row(styled(f"{heading}:", SOFT), styled(words))
        self._screen.write(grid)

    def _status(self, rest: str) -> None:
        report.status(self._screen, self._course.record())
        if self._course.at.given:
            self._screen.say("cli.ask.status_from", style=SOFT)

    def _odds(self, rest: str) -> None:
        from voevoda.cli.odds import from_here

        from_here(self._screen, self._course)

    def _advice(self, rest: str) -> None:
        """What the person is advised to choose next, by what his seat may know."""
        from voevoda.cli.advice import advise

        advise(self._screen, self._course)

    def _help(self, rest: str) -> None:
        """What can be typed: the commands in a column, what they do beside them."""
        lines = [
            re.split(r"\s{2,}", line, maxsplit=1) for line in self._screen.words("cli.ask.help").splitlines()
        ]
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column()
        grid.add_column(ratio=1)
        for name, *does in lines:
            if does:
                grid.add_row(styled(name), styled(does[0]))
            else:
                self._screen.write(styled(name))
        self._screen.write(grid)

    def _quit(self, rest: str) -> None:
        raise Left

    def _leave(self, left: BaseException) -> None:
        """Say where the battle is kept; if it is not, show what there was."""
        course = self._course
        self._screen.write("")
        if course.path is not None:
            self._screen.say("cli.ask.kept", journal=course.path)
            words = [command(self._screen.lang), "fight --resume", shlex.quote(course.path), "--ask"]
            if course.seat != REFEREE:
                words += ["--as", shlex.quote(course.seat.name)]
            if course.policy != course.book.policies[0]:
                words += ["--policy", course.policy]
            self._screen.line(f"  {' '.join(words)}")
            if kept_seed(course.path) is not None:
                self._screen.say("cli.ask.seed_kept", file=f"{course.path}.seed", style=SOFT)
            return
        if course.seed is not None and not isinstance(left, KeyboardInterrupt):
            course.close()
        if not isinstance(left, KeyboardInterrupt):
            write_record(course.record(), course.journal, self._wanted, self._screen.lang, told=True)
        self._screen.say("cli.ask.not_kept")


def value_of(words: str) -> Fact:
    """A value as the person writes it: a whole number, a decimal, a fraction, or a word."""
    if re.fullmatch(r"[-+]?[0-9]{1,30}", words, re.ASCII):
        return int(words)
    if re.fullmatch(r"[-+]?[0-9]{1,30}([.,][0-9]{1,30}|/[0-9]*[1-9][0-9]{0,29})", words, re.ASCII):
        return Fraction(words.replace(",", "."))
    return {"true": True, "false": False, "none": None, "null": None}.get(words, words)
