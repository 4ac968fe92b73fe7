"""``savage`` on the screen: tokens, hands and backs, cards to be laid, characters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, cast

from voevoda.i18n import number
from voevoda.play.seats import Line
from voevoda.web.books import Screen, flat, stepping
from voevoda.web.fields import Roster, UnitRow
from voevoda.web.parts import (
    Addend,
    Ask,
    Card,
    Die,
    Hand,
    Option,
    Rank,
    Score,
    Shown,
    Slot,
    Standing,
    Suit,
    Sum,
    Tag,
    Tokens,
    Which,
    Words,
)
from voevoda.web.scene import SIDES, Scene

STEPS: Final = {
    "cards": ("deal", "cards", "perceptive"),
    "characters": ("characters",),
    "battle": ("battle",),
    "tactics": ("lay", "scout", "joker", "clash"),
    "edges": ("edges",),
    "losses": ("losses",),
    "morale": ("morale", "aftermath"),
}

WITH_CARDS: Final = frozenset({"cards", "tactics", "edges"})
"""Steps that the base game without cards has not."""

PHASES: Final = {
    "deal": "cards",
    "opening": "cards",
    "cards": "cards",
    "questions": "cards",
    "characters": "characters",
    "battle": "battle",
    "lay": "tactics",
    "scout": "tactics",
    "clash": "tactics",
    "edges": "edges",
    "losses": "losses",
    "morale": "morale",
    "aftermath": "morale",
}
"""The step of each phase of the view."""

SUITS: Final[Mapping[str, Suit]] = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")

CARDS_CHOSEN: Final = {
    "savage.lay.card": "lay",
    "savage.lay.two": "lay",
    "savage.scout.card": "play",
    "savage.cards.exchange": "discard",
    "savage.edges.caring.cards": "discard",
    "savage.edges.pushing.cards": "discard",
}
"""Questions whose options are cards, and what the button does with those that are chosen."""

MODIFIERS: Final = (
    "tokens", "support", "terrain", "plan", "characters", "rank", "wounds", "lost", "undead", "fortified",
    "no_retreat", "empty", "sacrificed", "caring", "standing",
)  # fmt: skip
"""What may be added to a trait roll; texts: ``seat.savage.plus.<name>``."""


# The top of the table


def score(scene: Scene) -> Score:
    """Tokens, with the losses that will act at the end of the round."""
    one, two = (_standing(scene, index) for index in (0, 1))
    over = scene.sight.outcome is not None
    return Score((one, two), scene.say("seat.savage.unit.over" if over else "seat.savage.unit"))


def _standing(scene: Scene, index: int) -> Standing:
    side = scene.sides[index]
    now, start = side["tokens"]["now"], side["tokens"]["start"]
    noted = min(now, max(0, side["round"]["noted"]))
    about = ", ".join([side["commander"], *(scene.say(f"savage.edge={edge}") for edge in side["edges"])])
    return Standing(
        scene.side(index),
        number(scene.lang, now),
        about,
        tokens=Tokens(SIDES[index], now, start, noted),
        notes=tuple(_notes(scene, side)),
    )


def _notes(scene: Scene, side: Mapping[str, Any]) -> Iterator[Words]:
    """How the side stands, and what this round has brought it so far."""
    if side["state"] != "fights":
        yield (Tag(scene.say(f"seat.savage.state.{side['state']}"), "danger"),)
    now = side["round"]
    told = [scene.say(f"seat.savage.round.{name}", n=now[name]) for name in ("battle", "morale") if now[name]]
    told += [scene.say(f"seat.savage.round.{name}") for name in ("scouts", "unbowed", "forced") if now[name]]
    if now["rescues"]:
        told.append(scene.say("seat.savage.round.rescues"))
    if side["morale"]:
        told.append(scene.say("seat.savage.morale", n=side["morale"]))
    if told:
        yield ", ".join(told)


# Cards


def card(scene: Scene, name: str) -> Card:
    """The face of a card that the journal writes so: ``10H``, ``J1``."""
    words = scene.say(f"savage.card={name}")
    suit = SUITS.get(name[-1])
    if suit is None:
        return Card("joker", None, words, scene.say("seat.savage.does.any"))
    return Card(cast("Rank", name[:-1]), suit, words, scene.say(f"seat.savage.does.{suit}"))


def in_hand(cards: tuple[str, ...]) -> list[str]:
    """By suit, then by rank, jokers last."""

    def place(name: str) -> tuple[int, int]:
        if name[-1] not in SUITS:
            return (len(SUITS), 0)
        return (list(SUITS).index(name[-1]), RANKS.index(name[:-1]))

    return sorted(cards, key=place)


def hands(scene: Scene) -> tuple[Hand, ...]:
    """This seat's own hand first; of another's only the backs."""
    if "decks" not in scene.view:
        return ()
    own = SIDES.index(scene.own) if scene.own and _is_known(scene, scene.own) else 0
    return tuple(_hand(scene, index) for index in (own, 1 - own))


def _is_known(scene: Scene, which: Which) -> bool:
    return which != "" and "hand" in scene.sides[SIDES.index(which)]


def _hand(scene: Scene, index: int) -> Hand:
    side, which = scene.sides[index], SIDES[index]
    size = side["hand_size"]
    if "hand" not in side:
        fact = scene.say("seat.savage.cards", n=size)
        return Hand(scene.say("seat.savage.hand", side=side["name"]), which, fact, backs=size)
    mine = which == scene.own
    title = scene.say("seat.savage.hand.own") if mine else scene.say("seat.savage.hand", side=side["name"])
    fact = scene.say("seat.savage.cards.own" if mine else "seat.savage.cards", n=size)
    return Hand(title, which, fact, tuple(card(scene, name) for name in in_hand(side["hand"])))


def put(scene: Scene, ask: Mapping[str, Any], form: Ask) -> Ask:
    """A choice of cards shows them; who scouts sees the card that he plays against."""
    what = CARDS_CHOSEN.get(str(ask["key"]))
    if what is None:
        return form
    several = form.least != 1 or form.most != 1
    options = tuple(_with_card(scene, option) for option in form.options)
    submit = f"seat.savage.submit.{what}{'.several' if several else ''}"
    return replace(
        form,
        options=options,
        shown=_shown(scene, ask),
        submit=form.submit if form.state == "change" else scene.say(submit),
        consequence=scene.say(f"seat.savage.then.{what}"),
    )


def _with_card(scene: Scene, option: Option) -> Option:
    return replace(option, card=card(scene, option.value))


def _shown(scene: Scene, ask: Mapping[str, Any]) -> tuple[Shown, ...]:
    """The enemy's card, which is up already where one scouts."""
    if ask["key"] != "savage.scout.card":
        return ()
    found = list[Shown]()
    for index, side in enumerate(scene.sides):
        if side["name"] != ask["about"].get("side") and side["shown"]:
            slot = Slot("shown", SIDES[index], "", card(scene, side["shown"]))
            found.append(Shown(slot, scene.say("seat.savage.scouted", side=side["name"])))
    return tuple(found)


# Characters


def rosters(scene: Scene) -> tuple[Roster, ...]:
    """Who takes part, and how they are."""
    return tuple(
        Roster(
            scene.say("seat.characters", side=side["name"]),
            SIDES[index],
            tuple(
                UnitRow(
                    each["name"],
                    "",
                    "fighter",
                    (number(scene.lang, each["wounds"]),),
                    (Tag(scene.say("seat.savage.out"), "danger"),) if each["out"] else "",
                )
                for each in side["characters"]
            ),
            scene.say("seat.savage.wounds"),
        )
        for index, side in enumerate(scene.sides)
        if side["characters"]
    )


# Dice and their arithmetic


def dice_of(scene: Scene, line: Line) -> tuple[Die, ...]:
    """Trait dice and wild dice with their aces, the kept one filled; other dice as they fell."""
    which, reply = scene.which_of_line(line), line.reply
    facts: Mapping[str, Any] = line.facts
    if line.source not in {"seed", "typed"} or not isinstance(reply, tuple) or not flat(reply):
        return ()
    chains = [flat(chain) for chain in reply]
    if "trait" in facts:
        best = max(chains, key=sum)
        sides = [_sides(str(facts["trait"])), 6]
        return tuple(
            Die(
                die,
                chain,
                which,
                "kept" if len(chains) > 1 and chain is best else "dropped" if len(chains) > 1 else "",
            )
            for die, chain in zip(sides, chains, strict=False)
        )
    if isinstance(facts.get("each"), tuple):
        return tuple(Die(int(die), chain, which) for die, chain in zip(facts["each"], chains, strict=False))
    if "least" in facts:
        kept = [chain[0] >= facts["least"] for chain in chains]
        return tuple(
            Die(6, chain, which, "kept" if stays else "") for chain, stays in zip(chains, kept, strict=True)
        )
    return tuple(Die(6, chain, which) for chain in chains)


def _sides(trait: str) -> int:
    """The die of a trait that is written ``d8`` or ``d12+1``."""
    digits = trait.removeprefix("d").split("+")[0].split("-")[0].split("\N{MINUS SIGN}")[0]
    return int(digits) if digits.isdecimal() else 6


def total_of(scene: Scene, line: Line) -> Sum | None:
    """The better die, and what is added to it; None where this is not the whole of it."""
    facts: Mapping[str, Any] = line.facts
    dice = dice_of(scene, line)
    if "trait" not in facts or not isinstance(facts.get("total"), int) or not dice:
        return None
    best = max(dice, key=lambda die: sum(die.faces))
    kind = "wild" if len(dice) > 1 and best is dice[1] else "trait"
    rows = [
        Addend(number(scene.lang, sum(best.faces)), scene.say(f"seat.savage.sum.{kind}", sides=best.sides))
    ]
    added = sum(best.faces)
    for name in MODIFIERS:
        value = facts.get(name)
        if isinstance(value, int) and not isinstance(value, bool) and value:
            rows.append(Addend(number(scene.lang, value, sign=True), scene.say(f"seat.savage.plus.{name}")))
            added += value
    if added != facts["total"]:
        return None
    result = scene.say("seat.savage.sum.total")
    return Sum(tuple(rows), Addend(number(scene.lang, facts["total"]), result, scene.clause("S-1.1")))


SCREEN = Screen(
    steps=tuple(STEPS),
    step_of=stepping("savage", STEPS),
    now=lambda scene: PHASES.get(str(scene.view["phase"])),
    score=score,
    dice_of=dice_of,
    total_of=total_of,
    put=put,
    hands=hands,
    rosters=rosters,
    without=lambda scene: frozenset() if "decks" in scene.view else WITH_CARDS,
)
