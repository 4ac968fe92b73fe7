"""The referee's hand, and what else a seat may do: each a page of its own that says what will happen.

Their forms post to ``SEAT/do``, as those of the table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from voevoda.export import line_text
from voevoda.export.by_hand import listed_text, refused_text, set_text
from voevoda.export.record import dice_of
from voevoda.export.told import policies_of, policy_text
from voevoda.play.seats import Facts, Line, Seat
from voevoda.table import commands
from voevoda.table.settings import DICE
from voevoda.web.books import flat, screen_of
from voevoda.web.fields import Choice, Control, Field, Group, LongText
from voevoda.web.pages import Form, Frame
from voevoda.web.parts import Action, Refusal
from voevoda.web.questions import Given, Lain, is_dice, question_text
from voevoda.web.requests import FORM_ID
from voevoda.web.scene import Scene

MOST_ANSWERS = 60
"""So many answers, the last ones, can be picked from a list."""

MOST_TOLD = 12
"""So many dice of an answer are told beside its sentence."""

MOST_NUMBERS = 400
"""So many numbers likewise; only where there are more, one is named by its path."""


@dataclass(frozen=True, slots=True)
class Filled:
    """A form of the hand as it was sent, and why it was refused."""

    given: Given
    refusal: Refusal | None = None

    def __getitem__(self, name: str) -> str:
        values = self.given.get(name) or ("",)
        return values[0]


EMPTY = Filled({})

NOTHING: Facts = MappingProxyType({})


def hand_page(
    scene: Scene,
    frame: Frame,
    name: str,
    filled: Filled = EMPTY,
    numbers: Sequence[Facts] = (),
    last: Facts = NOTHING,
) -> Form | None:
    """The page of that name; None where there is none for this seat now.

    ``numbers`` are for ``set``, ``last`` for ``undo``: what was done last.
    """
    if not _may(scene, name):
        return None
    fields: Mapping[str, Callable[[], tuple[tuple[Control, ...], ...]]] = {
        "undo": lambda: _undo(scene, filled, last),
        "correct": lambda: _roll(scene, filled, _misread(scene)),
        "rule": lambda: _roll(scene, filled, _rulable(scene)),
        "set": lambda: _set(scene, filled, numbers),
        "run": lambda: _run(scene, filled),
        "dice": lambda: _dice(scene, filled),
        "appeal": lambda: ((LongText("words", scene.say("seat.form.words"), filled["words"]),),),
    }
    what = "agree" if name == "dice" else name
    rows = fields[name]() if name in fields else ()
    return Form(
        frame=frame,
        title=scene.say(f"seat.hand.{name}"),
        lead=scene.say(f"seat.lead.{name}"),
        action=f"{scene.base}/do",
        groups=(Group(rows=rows),) if rows else (),
        submit=scene.say(f"seat.submit.{name}"),
        danger=name in ("close", "leave"),
        hidden=(("form", FORM_ID), ("what", what), ("page", name)),
        back=Action(scene.say("seat.back"), scene.base, "link"),
        refusal=filled.refusal,
    )


def _may(scene: Scene, name: str) -> bool:
    """Whether there is such a page for this seat now."""
    seat, offers = scene.sight.seat, scene.sight.offers
    if name in ("undo", "correct", "rule", "run", "close"):
        return name in offers
    if name == "set":
        return "override" in offers
    if name == "dice":
        return seat.kind == "referee" and scene.sight.seed is None
    if name == "appeal":
        return seat.kind in ("commander", "player")
    return name == "leave" and seat.kind in ("commander", "player")


# Answers that stand


def lain_at(scene: Scene, place: str) -> Lain | None:
    """How the reply at a place lies, if this seat may mend it."""
    for answer in scene.sight.answers:
        if answer["place"] == place:
            line = _line_of(scene, answer)
            if line is None:
                return None
            names = not flat(line.reply) if line.source != "ruled" else False
            dice = screen_of(scene.book).dice_of(scene, line) if flat(line.reply) else ()
            return Lain(names, dice[0].sides if dice else 0)
    return None


def _line_of(scene: Scene, answer: Facts) -> Line | None:
    index = answer["line"]
    return scene.sight.seen.log[index] if isinstance(index, int) else None


def _named(scene: Scene, answers: Sequence[Facts]) -> tuple[tuple[str, str], ...]:
    """Answers to pick from, the last first: as their lines say."""
    return tuple((str(each["place"]), _told(scene, each)) for each in reversed(answers[-MOST_ANSWERS:]))


def _told(scene: Scene, answer: Facts) -> str:
    line = _line_of(scene, answer)
    if line is None:
        for ask in scene.sight.seen.asks:
            if ask["place"] == answer["place"] and is_dice(ask) and ask["kind"] != "draw":
                return scene.say("seat.form.laid.dice", question=question_text(scene, ask))
        name = Seat.parse(str(answer["seat"])).name or scene.say("seat.table")
        return scene.say("seat.form.laid", name=name)
    words = _with_dice(scene, line)
    return words if len(words) <= 120 else f"{words[:119]}…"


def _with_dice(scene: Scene, line: Line) -> str:
    """A line, with its dice where the sentence does not show them."""
    words, dice = line_text(scene.lang, line), dice_of(line)
    if len(dice) > MOST_TOLD or all(re.search(rf"(?<!\d){face}(?!\d)", words) for face in dice):
        return words
    return scene.say("seat.form.with_dice", line=words, dice=dice)


def _misread(scene: Scene) -> tuple[tuple[str, str], ...]:
    """What was typed in and may be corrected."""
    return _named(
        scene,
        [each for each in scene.sight.answers if each["source"] == "typed" and each["line"] is not None],
    )


def _rulable(scene: Scene) -> tuple[tuple[str, str], ...]:
    """The rolls that are asked now, and those that lie on the table."""
    asked = tuple(
        (str(ask["place"]), scene.say("seat.form.asked", question=question_text(scene, ask)))
        for ask in scene.sight.seen.asks
        if is_dice(ask) and ask["kind"] != "draw" and ask["laid"] is None
    )
    lying = [
        each
        for each in scene.sight.answers
        if each["source"] in ("seed", "typed", "ruled")
        and (line := _line_of(scene, each)) is not None
        and (each["source"] == "ruled" or flat(line.reply))
    ]
    return (*asked, *_named(scene, lying))


# Their fields


def _reason(scene: Scene, filled: Filled, *, needed: bool = True) -> tuple[Control, ...]:
    label = scene.say("seat.form.reason" if needed else "seat.form.reason.may")
    return (LongText("reason", label, filled["reason"], scene.say("seat.form.reason.hint")),)


def _undo(scene: Scene, filled: Filled, last: Facts) -> tuple[tuple[Control, ...], ...]:
    if scene.sight.seat.kind != "referee":
        return (_reason(scene, filled, needed=False),)
    others = [each for each in scene.sight.answers if each["place"] != last.get("place")]
    options = (("", _last_text(scene, last)), *_named(scene, others))
    return (
        (Choice("place", scene.say("seat.form.back_to"), filled["place"], options),),
        _reason(scene, filled, needed=False),
    )


def _last_text(scene: Scene, last: Facts) -> str:
    """What was done last, in words as far as the referee may know it."""
    if "reason" in last:
        return scene.say("seat.form.last.known", what=set_text(scene.lang, last))
    for answer in scene.sight.answers:
        if answer["place"] == last.get("place"):
            return scene.say("seat.form.last.known", what=_told(scene, answer))
    return scene.say("seat.form.last")


def _roll(
    scene: Scene, filled: Filled, options: tuple[tuple[str, str], ...]
) -> tuple[tuple[Control, ...], ...]:
    """Which roll, and what lies or shall lie there."""
    cards = scene.knows(f"{scene.book}.card=10H")
    faces = Field(
        "faces",
        scene.say("seat.form.faces"),
        filled["faces"],
        numeric=False,
        wide=True,
        hint=scene.say("seat.form.faces.hint.cards" if cards else "seat.form.faces.hint"),
    )
    return (
        (Choice("place", scene.say("seat.form.which"), filled["place"], options),),
        (faces,),
        _reason(scene, filled),
    )


def _set(scene: Scene, filled: Filled, numbers: Sequence[Facts]) -> tuple[tuple[Control, ...], ...]:
    """Which number, and what it is to be.  What is called by its path is only what is not listed."""
    number = Choice(
        "path",
        scene.say("seat.form.number"),
        filled["path"],
        (("", scene.say("seat.form.pick")),),
        groups=_by_side(scene, numbers[:MOST_NUMBERS]),
    )
    value = Field("value", scene.say("seat.form.value"), filled["value"], keys="text")
    other = Field(
        "other",
        scene.say("seat.form.other"),
        filled["other"],
        numeric=False,
        wide=True,
        hint=scene.say("seat.form.other.hint"),
    )
    more = ((other,),) if len(numbers) > MOST_NUMBERS else ()
    return ((number,), (value,), *more, _reason(scene, filled))


def with_number(scene: Scene, filled: Filled, refused: commands.Refusal, numbers: Sequence[Facts]) -> Filled:
    """A form that was refused; a number that may not be so is told by its name."""
    for each in numbers:
        if each["path"] == filled["path"] and filled.refusal and refused.key.endswith(".illegal.number"):
            words = refused_text(scene.lang, each, filled["value"])
            return replace(filled, refusal=replace(filled.refusal, words=words))
    return filled


def _by_side(scene: Scene, numbers: Sequence[Facts]) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """The numbers in words under the side that they are of, those of the whole battle last."""
    sides = dict[str, list[tuple[str, str]]]()
    for each in numbers:
        whose = each["whose"]
        side = str(whose[0]) if isinstance(whose, tuple) and whose else scene.say("seat.form.whole")
        sides.setdefault(side, []).append((str(each["path"]), listed_text(scene.lang, each)))
    return tuple((side, tuple(options)) for side, options in sides.items())


def _run(scene: Scene, filled: Filled) -> tuple[tuple[Control, ...], ...]:
    policies = policies_of(scene.book)
    if len(policies) < 2:
        return ()
    return ((Choice("policy", scene.say("seat.form.policy"), filled["policy"], _policies(scene)),),)


def _policies(scene: Scene) -> tuple[tuple[str, str], ...]:
    return tuple((policy, policy_text(scene.book, policy, scene.lang)) for policy in policies_of(scene.book))


def _dice(scene: Scene, filled: Filled) -> tuple[tuple[Control, ...], ...]:
    now = scene.sight.dice
    chairs = [row for row in scene.sight.seats if row["kind"] in ("commander", "player")]
    seats = (
        ("", scene.say("seat.form.all_seats")),
        *((str(row["seat"]), str(row["name"])) for row in chairs),
        ("table", scene.say("seat.table")),
    )
    return (
        (Choice("seat", scene.say("seat.form.whose"), filled["seat"], seats),),
        (
            Choice(
                "dice",
                scene.say("seat.form.dice"),
                filled["dice"] or str(now["all"]),
                tuple((each, scene.say(f"table.dice={each}")) for each in DICE),
            ),
        ),
        (
            Choice(
                "at_once",
                scene.say("seat.form.at_once"),
                filled["at_once"] or ("yes" if now["at_once"] else "no"),
                (("no", scene.say("seat.form.at_once.no")), ("yes", scene.say("seat.form.at_once.yes"))),
            ),
        ),
    )
