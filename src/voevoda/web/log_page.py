"""What happened, as a seat may read it: the newest group first, each number open to its arithmetic."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Any, TypeAlias

from voevoda.export import line_text, short_text
from voevoda.export.told import arithmetic, has_rounds, is_house, policy_text
from voevoda.play.journal import OVERRIDDEN
from voevoda.play.questions import Ruled
from voevoda.play.seats import EVERYONE, REFEREE, TABLE, Fact, Line, Seat
from voevoda.table.remembered import Remembered
from voevoda.table.sight import line_bytes
from voevoda.web.books import Screen
from voevoda.web.pages import Frame, LogPage
from voevoda.web.parts import Action, Addend, Die, Figure, Log, LogGroup, LogLine, Words
from voevoda.web.scene import Scene
from voevoda.web.seat_names import sitting

NUMBER = re.compile(r"(?<![\w.,:/-])[+\u2212]?\d[\d\u00a0\u202f]*(?:[.,]\d+)?(?:\u00a0?%)?(?![\w/])")
"""A number in a sentence, with its sign."""

SIGN = re.compile(r" [+\u2212×−=/→] ")
"""A sign between the numbers of a sum."""

MOST_DICE = 30
"""So many dice of a line are drawn; of more the sentence speaks alone."""

MADE = Remembered[LogLine](8_000)
"""The lines of open tables."""

MOST_TAKEN = 8
"""So many lines are shown of what was taken back at once, the last."""

LAST = 10
"""So many lines the table shows or some more, in whole groups, and always the last two of those; the others
are on the page of the log."""

MOST_LINES = 24
"""So many lines of one group the table shows at most, the last; it says that others came before."""

Told: TypeAlias = tuple[int, str | None, Callable[[], LogLine]]
"""A line to be: its round, the step that it belongs to by itself, and how it is made."""

Grouped: TypeAlias = tuple[tuple[int, str | None], tuple[Told, ...]]
"""The lines to be of one step of a round, which stands before them."""


def log_of(scene: Scene, screen: Screen, *, whole: bool = False, opened: bool = False) -> Log:
    """The log, or its last lines, the newest group first.

    ``opened``: for paper, where it is read from the beginning, with all arithmetic open.
    """
    found = [
        (key, tuple(group))
        for key, group in groupby(_joined(_told(scene, screen, opened=opened)), key=lambda each: each[:2])
    ]
    shown = found if whole else _last(found)
    groups = [
        LogGroup(group_title(scene, round_, step), _made(scene, group, len(group) if whole else MOST_LINES))
        for (round_, step), group in shown
    ]
    if not opened:
        groups.reverse()
    more = earlier = None
    if not whole and found:
        more = Action(scene.say("seat.log.whole"), f"{scene.base}/log", "link")
    if len(shown) < len(found):
        earlier = Action(scene.say("seat.log.earlier"), f"{scene.base}/log", "link")
    older = len(scene.sight.undone) - len(scene.sight.taken)
    if older and whole:
        line = LogLine("undone", scene.say("seat.undone.times", n=older))
        groups.append(LogGroup(scene.say("seat.undone.title"), (line,)))
    return Log(tuple(groups), more, earlier)


def _last(found: Sequence[Grouped]) -> Sequence[Grouped]:
    """The current group and the one before it, and whole ones before them as long as those are short."""
    n, lines = 0, 0
    for _, group in reversed(found):
        if n >= 2 and (lines >= LAST or lines + len(group) > 2 * LAST):
            break
        n, lines = n + 1, lines + len(group)
    return found[len(found) - n :]


def _made(scene: Scene, group: Sequence[Told], most: int) -> tuple[LogLine, ...]:
    """The lines of a group; of a very long one the last, and how many came before them."""
    lines = tuple(make() for *_, make in group[-most:])
    if len(group) <= most:
        return lines
    return (LogLine("cut", scene.say("seat.log.cut", n=len(group) - most)), *lines)


def _told(scene: Scene, screen: Screen, *, opened: bool) -> list[Told]:
    """All lines in their order; what was taken back stands where it happened."""
    lines, rounds = scene.sight.seen.log, scene.sight.rounds
    found = list[Told]()
    for n, line in enumerate(lines):
        found += _undone(scene, screen, n, rounds[n])
        make = partial(_line_once, scene, screen, line, n, opened=opened)
        found.append((rounds[n], screen.step_of(line.key), make))
    return [*found, *_undone(scene, screen, len(lines), scene.sight.round)]


def log_page(scene: Scene, screen: Screen, frame: Frame) -> LogPage:
    """All of it on a page of its own."""
    return LogPage(
        frame=frame,
        title=scene.sight.title,
        about=scene.say("web.log"),
        log=log_of(scene, screen, whole=True),
        back=Action(scene.say("seat.back"), scene.base, "link"),
    )


def _joined(found: Sequence[Told]) -> Iterator[Told]:
    """The lines, of which one that belongs to no step of its own goes with what stands before it."""
    last: tuple[int, str | None] = (-1, None)
    for round_, own, make in found:
        step = last[1] if own is None and last[0] == round_ else own
        last = (round_, step)
        yield round_, step, make


def group_title(scene: Scene, round_: int, step: str | None) -> str:
    """The heading of a group: the round, and the step of it."""
    named = scene.say(f"seat.{scene.book}.step.{step}") if step else ""
    if not has_rounds(scene.book):
        return named or scene.say("report.day")
    of = scene.say("report.round", round=round_) if round_ else scene.say("report.before")
    return f"{of}. {named}" if named and round_ else of


def _line_once(scene: Scene, screen: Screen, line: Line, n: int, *, opened: bool) -> LogLine:
    """A line, made once: a log only grows, and every page has much of it again.

    What all may read is the same for every seat.
    """
    name = f"line-{n + 1}"
    shared = line.seen_by == EVERYONE
    whose = (scene.sight.battle, None if shared else scene.sight.seat)
    key = *whose, scene.lang, scene.sight.replaced, n, opened

    def make() -> LogLine:
        return log_line(scene, screen, line, name, opened=opened)

    def make_shared() -> LogLine:
        # A step that has run again has made its lines anew.
        return MADE.of(None, (line_bytes(line), *key), make)

    return MADE.of(line, key, make_shared if shared else make)


def log_line(scene: Scene, screen: Screen, line: Line, name: str, *, opened: bool = False) -> LogLine:
    """A line: its sentence, its clause, its dice, and its arithmetic."""
    total = sum_of(scene, line)
    sentence = (short_text(scene.lang, line) if total else None) or line_text(scene.lang, line)
    house = is_house(scene.book, line, scene.sight.replaced)
    by_hand = line.source == "ruled" or line.key == OVERRIDDEN
    mark = "ruled" if by_hand else "opens" if total else ""
    return LogLine(
        name,
        figures(sentence, names_in(line.facts), mark) if mark else sentence,
        scene.clause(line.cite, house=house),
        _dice(scene, screen, line),
        total,
        open=opened and bool(total),
        tag=_tag(scene, line, sentence),
        which=scene.which_of_line(line),
    )


def sum_of(scene: Scene, line: Line) -> tuple[Addend, ...]:
    """The arithmetic of a line, row by row, each with its clause; the line's own is marked as there."""
    house = is_house(scene.book, line, scene.sight.replaced)
    return tuple(
        Addend(
            row.value,
            scene.linked(row.words),
            scene.clause(row.cite, house=house and row.cite == line.cite),
            row.total,
        )
        for row in arithmetic(scene.book, line, scene.lang)
    )


def _dice(scene: Scene, screen: Screen, line: Line) -> tuple[Die, ...]:
    if isinstance(line.reply, Ruled):
        # The faces that he has named, as if they had been thrown.
        named = screen.dice_of(scene, replace(line, reply=line.reply.said, source="typed"))
        found = tuple(replace(die, ruled=True) for die in named)
    elif line.source in {"seed", "typed"}:
        found = screen.dice_of(scene, line)
    else:
        return ()
    return found if sum(len(die.faces) for die in found) <= MOST_DICE else ()


def _tag(scene: Scene, line: Line, sentence: str) -> str:
    """By whose hand it is, with the reason where the sentence does not give it; or who alone sees it."""
    if line.source == "ruled":
        reason = str(line.facts.get("reason", ""))
        return scene.say(
            "seat.by_referee" if reason in sentence else "seat.by_referee.because", reason=reason
        )
    if line.source.startswith("policy:"):
        policy = policy_text(scene.book, line.source.removeprefix("policy:"), scene.lang)
        return scene.say("seat.by_policy", policy=policy)
    if line.seen_by == EVERYONE:
        return ""
    if scene.sight.seat == REFEREE:
        names = [seat.name for seat in line.seen_by.seats or () if seat.name]
        return scene.say("seat.private.referee", names=tuple(names)) if names else scene.say("seat.private")
    return scene.say("seat.private")


def names_in(facts: Mapping[str, Any]) -> tuple[str, ...]:
    """The words among facts, in which a digit is no number."""
    found = list[str]()
    for value in facts.values():
        _gather(value, found)
    return tuple(found)


def _gather(value: Fact, found: list[str]) -> None:
    if isinstance(value, str):
        found.append(value)
    elif isinstance(value, tuple):
        for each in value:
            _gather(each, found)
    elif isinstance(value, Mapping):
        for each in value.values():
            _gather(each, found)


def figures(sentence: str, names: Sequence[str], mark: Any) -> Words:
    """A sentence with its numbers as live ones; digits in names and clauses stay words."""
    spared = [each for name in names if len(name) > 1 for each in _all(sentence, name)]
    parts = list[str | Figure]()
    at = 0
    for found in NUMBER.finditer(sentence):
        if any(low < found.end() and found.start() < high for low, high in spared):
            continue
        parts += [_between(sentence[at : found.start()]), Figure(found[0], mark)]
        at = found.end()
    parts.append(sentence[at:])
    kept = tuple(part for part in parts if part != "")
    return kept if len(kept) > 1 else sentence


def _between(words: str) -> str:
    """What stands before a number: a sum is not broken across lines at its signs."""
    return words.replace(" ", "\N{NO-BREAK SPACE}") if SIGN.fullmatch(words) else words


def _all(sentence: str, name: str) -> Iterator[tuple[int, int]]:
    at = sentence.find(name)
    while at >= 0:
        yield at, at + len(name)
        at = sentence.find(name, at + len(name))


def _undone(scene: Scene, screen: Screen, at: int, round_: int) -> Iterator[Told]:
    """What was taken back at a place of the log, the first time first: its lines struck through, and why."""
    for n, time in enumerate(scene.sight.taken, 1):
        if time.at != at:
            continue
        key = "seat.undone.because" if time.reason else "seat.undone"
        if time.for_number:
            key = "seat.undone.for_number"
        tag = scene.say(key, reason=time.reason)
        for m, line in enumerate(time.lines[-MOST_TAKEN:], 1):
            yield (
                round_,
                screen.step_of(line.key),
                partial(_struck, scene, screen, line, f"undone-{n}-{m}", tag),
            )
        if not time.lines and not time.for_number:  # the line on the number itself says why it was set
            yield round_, None, partial(_never_told, scene, time.laid, f"undone-{n}", tag)


def _struck(scene: Scene, screen: Screen, line: Line, name: str, tag: str) -> LogLine:
    """A line that was taken back."""
    return replace(log_line(scene, screen, line, name), sum=(), tag=tag, taken_back=True)


def _never_told(scene: Scene, laid: Sequence[Seat], name: str, tag: str) -> LogLine:
    """A line on what had none when it was taken back: whose answers lay on the table, if any did."""
    if not laid:
        return LogLine(name, tag)
    names = tuple(
        scene.say("seat.table") if seat == TABLE else sitting(scene.sight, scene.lang, seat) for seat in laid
    )
    return LogLine(name, scene.say("seat.undone.laid", names=names), tag=tag, taken_back=True)
