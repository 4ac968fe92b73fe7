"""Every question as a form, and every form of the table as a command.

A form posts to ``SEAT/do``: ``what`` says which command it is, ``form`` is its id, ``place`` the question.
Dice come in fields ``d1``, ``d2`` … in the order asked, a die that aced with all its faces; names of cards
likewise; chosen options as ``option``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeAlias, cast

from voevoda.play.seats import TABLE, Fact, Facts, Seat
from voevoda.table import commands
from voevoda.web.parts import Ask, DiceField, Option, Refusal
from voevoda.web.requests import FORM_ID
from voevoda.web.requests import refused as refused_text
from voevoda.web.scene import Scene
from voevoda.web.typed import cards_of, faces_of

MOST_FIELDS = 40
"""So many dice have a field each; more are typed into one."""

Given: TypeAlias = Mapping[str, Sequence[str]]
"""What a form has sent: each field with all its values."""


Put: TypeAlias = Callable[[Scene, Mapping[str, Any], Ask], Ask]
"""What a book makes of the plain form of a question: cards on its options, what else bears on it."""


@dataclass(frozen=True, slots=True)
class Lain:
    """A reply that lies on the table already, as far as its form must know."""

    names: bool
    """Whether it names what was drawn or chosen."""
    sides: int = 0
    """Of its dice; 0 where they are not known."""


# The dice of a question


@dataclass(frozen=True, slots=True)
class Die:
    """A die that is asked for."""

    sides: int
    name: str
    """What it is called among others: a key under ``seat.die``; empty for just a die."""
    aces: bool = False
    """Whether it is thrown again on its maximum, so that it may have several faces."""


def dice_of(ask: Mapping[str, Any]) -> tuple[Die, ...]:
    """The dice of a question in the order asked; none for a draw."""
    if "die" in ask and "wild" in ask:
        wild = (Die(6, "wild", aces=True),) if ask["wild"] else ()
        return (Die(int(ask["die"]), "trait", aces=True), *wild)
    if isinstance(ask.get("each"), tuple):
        return tuple(Die(int(sides), "", aces=True) for sides in ask["each"])
    if "dice" in ask:
        sides, aces = int(ask.get("sides", 6)), bool(ask.get("aces"))
        if ask["dice"] == 2 and {"own", "enemy"} <= ask.keys():  # one against the other
            return (Die(sides, "own"), Die(sides, "enemy"))
        return tuple(Die(sides, "", aces=aces) for _ in range(int(ask["dice"])))
    return ()


def is_dice(ask: Mapping[str, Any]) -> bool:
    """Whether a question is answered by chance: by dice or a draw."""
    return "may_throw" in ask


def fields_of(scene: Scene, ask: Mapping[str, Any], given: Given) -> tuple[DiceField, ...]:
    """A field for each die, in the order asked; for a draw one for each name."""
    dice = dice_of(ask)
    if not dice:
        return _draw_fields(scene, ask, given)
    if len(dice) > MOST_FIELDS:
        label = scene.say("seat.die.all", n=len(dice), sides=dice[0].sides)
        return (DiceField("d1", label, "", _first(given, "d1"), wide=True, aces=True),)
    return tuple(
        DiceField(
            f"d{n}",
            _label(scene, die, n, len(dice)),
            "00" if die.sides == 100 else "0",
            _first(given, f"d{n}"),
            aces=die.aces,
        )
        for n, die in enumerate(dice, 1)
    )


def _label(scene: Scene, die: Die, n: int, count: int) -> str:
    name = scene.say(f"seat.die.{die.name}") if die.name else ""
    key = "seat.die.named" if name else "seat.die.only" if count == 1 else "seat.die.nth"
    words = scene.say(key, name=name, n=n, sides=die.sides)
    return scene.say("seat.die.aces", die=words) if die.aces else words


def _draw_fields(scene: Scene, ask: Mapping[str, Any], given: Given) -> tuple[DiceField, ...]:
    count = int(ask.get("count", 1))
    if count > MOST_FIELDS:
        return (
            DiceField(
                "d1", scene.say("seat.draw.all", n=count), "", _first(given, "d1"), wide=True, words=True
            ),
        )
    return tuple(
        DiceField(f"d{n}", scene.say("seat.draw.nth", n=n), "", _first(given, f"d{n}"), words=True)
        for n in range(1, count + 1)
    )


def _first(given: Given, name: str) -> str:
    values = given.get(name) or ("",)
    return values[0][:80]


# A question as a form


def ask_form(
    scene: Scene,
    ask: Mapping[str, Any],
    n: int,
    *,
    first: bool,
    given: Given | None = None,
    refusal: Refusal | None = None,
    put: Put | None = None,
) -> Ask:
    """The ``n``-th question to this seat.  ``given`` is what a form that was refused had sent."""
    about, seat = cast("Facts", ask["about"]), Seat.parse(str(ask["seat"]))
    laid = ask["laid"]
    form = Ask(
        id="ask" if n == 0 else f"ask-{n + 1}",
        which=scene.own or ("" if scene.sight.seat.kind == "referee" else scene.which_of(about, seat)),
        who=_who(scene, ask, seat),
        question=question_text(scene, ask),
        cite=scene.clause(str(ask["cite"])),
        action=f"{scene.base}/do",
        hidden=(("form", FORM_ID), ("place", str(ask["place"])), ("what", "answer")),
        state="change" if laid is not None else "asked" if first else "next",
        refusal=refusal,
    )
    if is_dice(ask):
        return _chance_form(scene, ask, form, given or {})
    return _choice_form(scene, ask, form, given, put)


def question_text(scene: Scene, ask: Mapping[str, Any]) -> str:
    """What is asked."""
    key, about = str(ask["key"]), cast("Facts", ask["about"])
    asked = f"{key}.ask"
    # What it is about goes over what is said of the question itself, but for its order in the sentence.
    facts = {"seat": Seat.parse(str(ask["seat"])).name, **about, **ask, **about}
    return scene.say(asked if scene.knows(asked) else "seat.asked", **facts)


def _who(scene: Scene, ask: Mapping[str, Any], seat: Seat) -> str:
    """Whom a question asks: this seat's sitter, or the referee in the stead of another."""
    if ask["laid"] is not None:
        return scene.say("seat.laid.dice" if is_dice(ask) else "seat.laid.choice")
    mine = scene.sight.seat
    if mine.kind == "referee" and seat not in (mine, TABLE) and seat.kind != "referee":
        return scene.say("seat.asks.stead", name=seat.name)
    sitter = next((row["sitter"] for row in scene.sight.seats if row["seat"] == str(mine)), "")
    name = str(sitter or "")
    if mine.kind == "referee":
        return scene.say("seat.asks.referee")
    return scene.say("seat.asks.sitter", name=name) if name.strip("?") else scene.say("seat.asks.you")


def _chance_form(scene: Scene, ask: Mapping[str, Any], form: Ask, given: Given) -> Ask:
    """Dice to be typed, thrown, or either."""
    laid = ask["laid"]
    if laid is not None:
        return replace(form, lead=_laid_text(scene, json.loads(str(laid))))
    typed, thrown = bool(ask["may_type"]), bool(ask["may_throw"])
    draw = ask["kind"] == "draw"
    among = cast("Facts", ask["about"]).get("among")
    named = draw and typed and isinstance(among, tuple) and ask.get("count") == 1
    if named:  # a lot drawn before everybody's eyes: who it fell on is chosen, or it is drawn here
        options = tuple(Option(str(each), str(each)) for each in cast("tuple[Fact, ...]", among))
        return replace(
            form,
            options=options,
            submit=scene.say("seat.enter.lot"),
            throw=scene.say("seat.throw.lot") if thrown else "",
        )
    if not typed:
        key = "seat.draw" if draw else "seat.throw"
        return replace(form, submit=scene.say(key), hidden=_with_what(form, "throw"))
    kept = before_of(ask)
    values: Given = given or ({} if kept is None else _fields_with(ask, kept))
    return replace(
        form,
        dice=fields_of(scene, ask, values),
        enter=scene.say("seat.enter"),
        submit=scene.say("seat.draw" if draw else "seat.throw") if thrown else "",
        lead=_how(scene, ask),
        kept=kept is not None and not given,
    )


def _laid_text(scene: Scene, reply: object) -> str:
    """Dice that lie there until the others have answered, or what the referee has ruled them to be."""
    if not isinstance(reply, dict):
        return scene.say("seat.laid.faces", faces=_flat(reply))
    key = "seat.laid.ruled" if reply["said"] else "seat.laid.ruled.bare"
    return scene.say(key, faces=_flat(reply["said"]), reason=str(reply["reason"]))


def _how(scene: Scene, ask: Mapping[str, Any]) -> str:
    """What is accepted in the fields, where that is not plain."""
    if is_draw_of_cards(scene, ask):
        return scene.say("seat.draw.how")
    return scene.say("seat.die.how") if any(die.aces for die in dice_of(ask)) else ""


def is_draw_of_cards(scene: Scene, ask: Mapping[str, Any]) -> bool:
    """Whether playing cards are drawn, and not names of people."""
    return ask["kind"] == "draw" and "among" not in ask["about"] and scene.knows(f"{scene.book}.card=10H")


def _with_what(form: Ask, what: str) -> tuple[tuple[str, str], ...]:
    return tuple((name, what if name == "what" else value) for name, value in form.hidden)


def before_of(ask: Mapping[str, Any]) -> object:
    """What was answered here before it was taken back; None for nothing.

    Of a roll that the referee ruled, the faces that he named: how it counted was his word on that roll.
    """
    before = ask.get("before")
    reply = json.loads(before) if isinstance(before, str) else None
    return (reply["said"] or None) if isinstance(reply, dict) else reply


def _fields_with(ask: Mapping[str, Any], reply: object) -> Given:
    """The fields that a reply would fill."""
    parts: list[object] = list(reply) if isinstance(reply, list) else [reply]
    if len(dice_of(ask)) > MOST_FIELDS:
        return {"d1": (_flat(parts),)}
    return {f"d{n}": (_flat(part),) for n, part in enumerate(parts, 1)}


def _flat(reply: object) -> str:
    if isinstance(reply, list | tuple):
        return " ".join(map(_flat, reply))
    return str(reply)


def _choice_form(
    scene: Scene, ask: Mapping[str, Any], form: Ask, given: Given | None, put: Put | None
) -> Ask:
    """Options to choose from: one, or several."""
    least, most = int(ask.get("least", 1)), int(ask.get("most", 1))
    laid = None if ask["laid"] is None else json.loads(str(ask["laid"]))
    before = before_of(ask)
    standing = laid if laid is not None else before
    chosen = set(given.get("option", ())) if given else {str(each) for each in _listed(standing)}
    offered = [str(option) for option in cast("tuple[Fact, ...]", ask["options"])]
    options = tuple(Option(each, option_text(scene, ask, each), chosen=each in chosen) for each in offered)
    if len(options) == 1 and least == most == 1:
        options = (replace(options[0], chosen=True),)
    whole = replace(
        form,
        options=options,
        least=least,
        most=most,
        kept=laid is None and before is not None and not given,
        submit=scene.say(
            "seat.change" if laid is not None else "seat.choose" if offered and most else "seat.go_on"
        ),
        lead="" if least == most == 1 or not most else _how_many(scene, least, most),
    )
    return put(scene, ask, whole) if put else whole


def _how_many(scene: Scene, least: int, most: int) -> str:
    """How many of the options are to be picked."""
    return scene.say("seat.pick.exactly" if least == most else "seat.pick", least=least, n=most)


def _listed(reply: object) -> list[object]:
    if reply is None:
        return []
    return reply if isinstance(reply, list) else [reply]


def option_text(scene: Scene, ask: Mapping[str, Any], option: str) -> str:
    """An option in words; as the book says it afterwards, if it does not say it beforehand."""
    key = str(ask["key"])
    if scene.knows(f"{key}.option"):
        return _capital(scene.say(f"{key}.option", option=option))
    for known in (f"{key}.chosen={option}", f"{scene.book}.chosen={option}", f"seat.option={option}"):
        if scene.knows(known):
            return _capital(scene.say(known))
    return option


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def refusal_of(
    scene: Scene, ask: Mapping[str, Any] | None, given: Given, refused: commands.Refusal
) -> Refusal:
    """Why an answer was refused; options and cards as the page shows them."""
    words = ""
    if ask is not None and refused.key in ("play.illegal.choice", "play.illegal.pick"):
        words = _not_chosen(scene, ask, given.get("option", ()))
    elif ask is not None and refused.key == "play.illegal.draw" and is_draw_of_cards(scene, ask):
        words = _not_drawn(scene, ask, cast("list[str]", reply_of(given, ask)))
    told = refused_text(scene.lang, refused)
    return replace(told, words=words) if words else told


def _not_chosen(scene: Scene, ask: Mapping[str, Any], chosen: Sequence[str]) -> str:
    offered = [str(option) for option in cast("tuple[Fact, ...]", ask["options"])]
    labels = {option: option_text(scene, ask, option) for option in offered}
    least, most = int(ask.get("least", 1)), int(ask.get("most", 1))
    if not set(chosen) <= set(offered):
        return scene.say("seat.refused.offered", options=tuple(labels.values()))
    if least == most == 1 and not chosen:
        return scene.say("seat.refused.choose", options=tuple(labels.values()))
    names = tuple(labels[each] for each in chosen)
    counted = scene.say("seat.refused.chosen", n=len(chosen), names=names)
    return f"{_how_many(scene, least, most)} {counted if chosen else scene.say('seat.refused.none')}"


def _not_drawn(scene: Scene, ask: Mapping[str, Any], drawn: Sequence[str]) -> str:
    strange = tuple(each for each in drawn if not scene.knows(f"{scene.book}.card={each}"))
    if strange:
        return scene.say("seat.refused.no_card", given=strange)
    names = tuple(scene.say(f"{scene.book}.card={each}") for each in drawn)
    return scene.say("seat.refused.draw", n=int(ask["count"]), given=names)


# Forms as commands


def command_of(
    given: Given, ask: Mapping[str, Any] | None, lain: Lain | None = None
) -> commands.Command | None:
    """The command that a form stands for; None for a form that is none of ours.

    ``ask`` is the question that it names, as it is put now, and ``lain`` the roll; None where there is none,
    which the table then says.
    """
    make = COMMANDS.get(_one(given, "what"))
    return None if make is None else make(given, ask, lain)


def _answer(given: Given, ask: Mapping[str, Any] | None, _: Lain | None) -> commands.Command:
    place = _one(given, "place")
    if "thrown" in given.get("how", ()):
        return commands.Throw(place)
    return commands.Answer(place, reply_of(given, ask))


def reply_of(given: Given, ask: Mapping[str, Any] | None) -> object:
    """The reply in a form's fields: faces, chains of faces, names, options."""
    if ask is None:
        return faces_of(_row(given))
    if not is_dice(ask) or "option" in given:
        chosen = list(given.get("option", ()))
        one = is_dice(ask) or (
            ask.get("least", 1) == 1 and ask.get("most", 1) == 1 and ask["kind"] == "choose"
        )
        return (chosen[0] if chosen else "") if one else chosen
    dice = dice_of(ask)
    row = _row(given)
    if not dice:
        among = ask.get("about", {}).get("among")
        return cards_of(row, among if isinstance(among, tuple) else ())
    if any(die.aces for die in dice):
        chains = [faces_of([word], die.sides) for word, die in zip(row, dice, strict=False)]
        return [*chains, *([] for _ in range(len(dice) - len(chains)))]
    return faces_of(row, dice[0].sides)


def _row(given: Given) -> list[str]:
    """What stands in the fields d1, d2 …, as far as they go."""
    row = list[str]()
    while len(row) < MOST_FIELDS and f"d{len(row) + 1}" in given:
        row.append(_one(given, f"d{len(row) + 1}"))
    return row


def _one(given: Given, name: str) -> str:
    values = given.get(name) or ("",)
    return values[0]


def _correct(given: Given, ask: Mapping[str, Any] | None, lain: Lain | None) -> commands.Command:
    return commands.Correct(_one(given, "place"), _faces(given, ask, lain), _one(given, "reason"))


def _rule(given: Given, ask: Mapping[str, Any] | None, lain: Lain | None) -> commands.Command:
    return commands.Rule(_one(given, "place"), _faces(given, ask, lain), _one(given, "reason"))


def _faces(given: Given, ask: Mapping[str, Any] | None, lain: Lain | None) -> object:
    """The faces, or names, in the one field of the referee's hand: a question takes them in a row."""
    words = _one(given, "faces")
    if lain is not None and lain.names:
        return cards_of([words])
    dice = dice_of(ask) if ask is not None else ()
    return faces_of([words], lain.sides if lain is not None else dice[0].sides if dice else 0)


def _agree(given: Given, *_: object) -> commands.Command:
    at_once = {"yes": True, "no": False}.get(_one(given, "at_once"))
    return commands.Agree(_one(given, "dice") or None, _one(given, "seat") or None, at_once)


class Making(Protocol):
    """What makes a command of a form."""

    def __call__(  # noqa: D102  Says what the class says.
        self, given: Given, ask: Mapping[str, Any] | None, lain: Lain | None, /
    ) -> commands.Command: ...


COMMANDS: Mapping[str, Making] = {
    "answer": _answer,
    "throw": lambda given, *_: commands.Throw(_one(given, "place") or None),
    "undo": lambda given, *_: commands.Undo(_one(given, "place") or None, _one(given, "reason")),
    "correct": _correct,
    "rule": _rule,
    "set": lambda given, *_: commands.Override(
        _one(given, "other").strip() or _one(given, "path"), _one(given, "value"), _one(given, "reason")
    ),
    "run": lambda given, *_: commands.RunToEnd(_one(given, "policy") or None),
    "take-over": lambda given, *_: commands.TakeOver(_one(given, "seat")),
    "release": lambda given, *_: commands.Release(_one(given, "seat")),
    "robot": lambda given, *_: commands.Robot(_one(given, "seat"), _one(given, "policy") or None),
    "agree": _agree,
    "appeal": lambda given, *_: commands.Appeal(_one(given, "words")),
    "heard": lambda *_: commands.Heard(),
    "leave": lambda *_: commands.Leave(),
    "close": lambda *_: commands.Close(),
}
"""Commands by the name that a form sends as ``what``."""
