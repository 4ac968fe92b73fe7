"""``savage`` on the screen: tokens, hands and backs, cards to be laid, characters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from voevoda.i18n import number
from voevoda.play.seats import Line
from voevoda.web.books import Screen, flat, stepping
from voevoda.web.books.savage_cards import advised, hands, put
from voevoda.web.fields import Roster, UnitRow
from voevoda.web.parts import Die, Score, Standing, Tag, Tokens, Words
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


SCREEN = Screen(
    steps=tuple(STEPS),
    step_of=stepping("savage", STEPS),
    now=lambda scene: PHASES.get(str(scene.view["phase"])),
    score=score,
    dice_of=dice_of,
    put=put,
    hands=hands,
    rosters=rosters,
    advised=advised,
    without=lambda scene: frozenset() if "decks" in scene.view else WITH_CARDS,
)
