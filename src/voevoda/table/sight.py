"""What a seat receives of its table: built up from nothing, for it alone.

Everything here is facts and keys; no state, no position, no seed that is not shown yet.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from voevoda.play.journal import Answered, Undone
from voevoda.play.position import Asked, put
from voevoda.play.questions import Chance, Question, mark_of
from voevoda.play.seats import EVERYONE, Facts, Line, Seat, Seen, canonical
from voevoda.table.acts import offers
from voevoda.table.board import Board, is_hidden, print_place
from voevoda.table.looks import mendable
from voevoda.table.taken import TakenBack, taken_for


@dataclass(frozen=True, slots=True)
class Sight:
    """All that a page needs to show the table to one seat."""

    battle: str
    """Its id."""
    title: str
    book: str
    """The id of the rulebook."""
    seat: Seat
    seen: Seen
    """View, questions, whom the table waits for, log.

    A question also has ``place``, by which commands name it; ``may_throw`` and ``may_type`` for dice; and
    ``before``, what was answered there before it was taken back, if it still fits.
    """
    asked: tuple[str, ...]
    """The keys of what is asked before everybody's eyes, whoever is asked: the same for every seat."""
    round: int
    """0 before the first, and in a book without rounds."""
    rounds: tuple[int, ...]
    """The round of each line of the log."""
    replaced: tuple[str, ...]
    """The house tables that the battle file replaced."""
    waits: tuple[Facts, ...]
    """What the table waits for, in words: ``key`` and ``facts`` of a message each; never what is asked."""
    seats: tuple[Facts, ...]
    """``seat``, ``kind``, ``name``; ``sitter``, the name of whoever sits there; ``holder``, who answers for
    it (``person``, ``referee``, ``robot``, ``nobody``); ``here``, whether a page of it is open."""
    offers: tuple[str, ...]
    """What this seat may do beside answering: ``undo``, ``throw``, ``correct``, ``rule``, ``override``,
    ``run``, ``close``."""
    answers: tuple[Facts, ...]
    """For the referee, each reply that he may take back: its ``place``, ``key``, ``seat`` and ``source``, and
    ``line``, its index in the log, or None while others asked together with it are still out."""
    dice: Facts
    """What is agreed on dice: ``all``, ``at_once``, and each seat that differs."""
    undone: tuple[str, ...]
    """The reasons of all that was taken back."""
    taken: tuple[TakenBack, ...]
    """The last of those times, with the lines that this seat could read."""
    arrivals: tuple[Facts, ...]
    """Who sat down once the battle was under way: ``seat``, ``name``, ``round``."""
    appeals: tuple[Facts, ...]
    """``seat`` and ``words`` of what was said to the referee and is not read yet: for him all, for others
    their own."""
    commitment: str | None
    """Announced before the first roll; None where no seed throws."""
    seed: str | None
    """Once the battle is closed."""
    outcome: Facts | None
    """``winner`` and ``ending``; None while it goes on."""
    current: bool
    """Whether it can be gone on with by today's rules."""
    imported: bool
    """Whether it came from a file, so that somebody may know its seed, and what was hidden in it."""
    version: int = 0
    """Grows whenever what this seat sees is another."""

    def bytes(self, line: Callable[[Line], bytes]) -> bytes:
        """All but the version, in one form: equal knowledge, equal bytes.

        ``line`` writes a line of the log.
        """
        parts = {
            each.name: getattr(self, each.name)
            for each in fields(self)
            if each.name not in ("seen", "taken", "version")
        }
        seen = (self.seen.view, self.seen.asks, self.seen.waits)
        taken = (each for time in self.taken for each in time.lines)
        return b"\n".join(
            [canonical((parts, seen)).encode(), *map(line, self.seen.log), b"", *map(line, taken)]
        )


def line_bytes(line: Line) -> bytes:
    """A line of the log as a page may show it."""
    return canonical((line.key, line.cite, line.facts, str(line.by), line.reply, line.source)).encode()


def sight(board: Board, seat: Seat, here: frozenset[Seat] = frozenset()) -> Sight:
    """What ``seat`` receives.  ``here`` are the seats with an open page."""
    log = board.log()
    begun, at = board.begun, board.at
    outcome = at.outcome
    is_referee = seat == board.referee
    return Sight(
        battle=board.id,
        title=board.title,
        book=board.book.id,
        seat=seat,
        seen=_seen(board, seat, log),
        asked=_asked(board),
        round=at.round,
        rounds=tuple(
            number for number, line in zip(board.rounds(), log, strict=True) if line.seen_by.holds(seat)
        ),
        replaced=board.book.replaced(at.state),
        waits=waits(board),
        seats=tuple(_chair(board, each, here) for each in board.chairs),
        offers=offers(board, seat),
        answers=_answers(board, seat, log) if is_referee else (),
        dice={
            "all": board.settings.dice,
            "at_once": board.settings.at_once,
            **{str(each): dice for each, dice in sorted(board.settings.dice_of.items())},
        },
        undone=tuple(entry.reason for entry in board.journal if isinstance(entry, Undone)),
        taken=taken_for(board, seat),
        arrivals=tuple(
            {"seat": str(who), "name": name, "round": round_} for who, name, round_ in board.settings.arrivals
        ),
        appeals=tuple(
            {"seat": str(who), "words": words}
            for who, words in board.settings.appeals
            if is_referee or who == seat
        ),
        commitment=begun.commitment,
        seed=board.shown_seed,
        outcome=None if outcome is None else {"winner": outcome.winner, "ending": outcome.ending},
        current=board.current,
        imported=board.settings.imported,
    )


def _seen(board: Board, seat: Seat, log: tuple[Line, ...]) -> Seen:
    at = board.at
    closed = board.shown_seed is not None  # left before its end: nobody can answer any more
    return Seen(
        view=board.book.rules.view(at.state, seat),
        asks=tuple(
            _ask(board, seat, asked) for asked in at.open if board.puts(seat, asked.question) and not closed
        ),
        waits=() if closed else tuple(map(str, at.waits())),
        log=tuple(line for line in log if line.seen_by.holds(seat)),
    )


def _asked(board: Board) -> tuple[str, ...]:
    """What is asked for everybody to see; a question that some may not know of is not among it."""
    if board.shown_seed is not None:
        return ()
    return tuple(asked.question.key for asked in board.at.open if asked.question.seen_by == EVERYONE)


def _ask(board: Board, seat: Seat, asked: Asked) -> Facts:
    """A question as it is put to a seat of this table."""
    laid = dict(board.at.laid).get(asked.place)
    facts = {**put(asked, laid), "place": print_place(asked.place)}
    question = asked.question
    if isinstance(question, Chance):
        facts["may_throw"] = laid is None and board.may_throw(seat, question)
        facts["may_type"] = laid is None and board.may_type(seat, question)
    before = None if laid else _before(board, asked)
    return facts if before is None else {**facts, "before": before}


def _before(board: Board, asked: Asked) -> str | None:
    """What was answered here last, before it was taken back, if the same is asked; not what a seed threw."""
    if not any(isinstance(entry, Undone) for entry in board.journal):
        return None
    for entry in reversed(board.journal):
        if isinstance(entry, Answered) and entry.place == asked.place and entry.source != "seed":
            same = mark_of(asked.question, entry.reply) == entry.mark
            return canonical(entry.reply) if same else None
    return None


def waits(board: Board) -> tuple[Facts, ...]:
    """Who can answer, and whether with dice, a draw or a choice: what all may know of a question."""
    found: dict[tuple[str, Seat], Facts] = {}
    if board.shown_seed is not None:
        return ()
    laid = board.laid()
    for asked in board.at.open:
        question = asked.question
        what = "choice"
        if isinstance(question, Chance):
            what = "draw" if is_hidden(question) else "dice"
        if asked.place not in laid:
            by = question.by
            who = _who_answers(board, question)
            found[what, by] = {"key": f"table.waits.{who}.{what}", "facts": {"name": by.name}}
    return tuple(found.values())


def _who_answers(board: Board, question: Question[Any]) -> str:
    """The kind of seat, where its own sitter answers; else the referee in his stead, a robot, or nobody."""
    by = question.by
    if by.kind not in ("commander", "player"):
        return by.kind
    holder = board.holder(by)
    if holder in ("person", "robot"):
        return by.kind if holder == "person" else holder
    referee = board.referee
    return "stead" if board.puts(referee, question) or board.may_throw(referee, question) else "empty"


def _chair(board: Board, seat: Seat, here: frozenset[Seat]) -> Facts:
    row = board.chairs[seat]
    return {
        "seat": str(seat),
        "kind": seat.kind,
        "name": seat.name,
        "sitter": row.sitter,
        "robot": row.robot,
        "holder": board.holder(seat),
        "here": seat in here,
    }


def _answers(board: Board, seat: Seat, log: tuple[Line, ...]) -> tuple[Facts, ...]:
    """The replies that a referee may correct, with their lines in his own log."""
    own: dict[int, int] = {}
    for index, line in enumerate(log):
        if line.seen_by.holds(seat):
            own[index] = len(own)
    found: list[dict[str, Any]] = [
        {
            "place": print_place(each.entry.place),
            "line": None if each.line is None else own[each.line],
            "key": each.entry.place.key,
            "seat": str(each.entry.place.by),
            "source": each.entry.source,
        }
        for each in mendable(board, seat)
    ]
    return tuple(found)
