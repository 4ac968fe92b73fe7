"""``wfrp`` on the screen: points as gauges with the limit, and what to tell the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from voevoda.export import line_text
from voevoda.play.seats import REFEREE, Line
from voevoda.web.books import Screen, flat, stepping
from voevoda.web.parts import Die, Gauge, Score, Standing, Strong, Tell, Words
from voevoda.web.scene import Scene

STEPS = {
    "tests": ("round.test", "round.tie", "round.won"),
    "doubles": ("influence.critical", "influence.fumble", "double"),
    "influence": ("influence",),
    "out": ("round.points", "round.left", "round.spread", "out", "mutual_ruin"),
}

EFFECTS = ("wfrp.effect", "wfrp.effect.unnamed")


def score(scene: Scene) -> Score:
    """Points of their start, with the limit under which a side is out, and the men left."""
    one, two = (_standing(scene, index) for index in (0, 1))
    return Score((one, two), scene.say("seat.wfrp.unit"))


def _standing(scene: Scene, index: int) -> Standing:
    side: Mapping[str, Any] = scene.sides[index]
    start, now = side["points"]["start"], side["points"]["now"]
    if not start:
        return Standing(scene.side(index), "–", notes=tuple(_men(scene, side)))
    most = -(-start // 3) - 1
    """The points with which a side is out: less than a third of what it began with."""
    cite = scene.clause("W-3.9")
    limit: Words = (scene.say("seat.wfrp.out", n=most) + " ", *([cite] if cite else []))
    return Standing(
        scene.side(index),
        str(now),
        of=scene.say("seat.of", of=start),
        gauge=Gauge(
            now / start,
            float(Fraction(start, 3) / start),
            scene.say("seat.wfrp.gauge", now=now, of=start, n=most),
        ),
        notes=(limit, *_men(scene, side)),
    )


def _men(scene: Scene, side: Mapping[str, Any]) -> Iterator[Words]:
    units = tuple(
        scene.say("seat.wfrp.men.unit", unit=unit["name"], left=unit["left"], start=unit["start"])
        for unit in side["units"]
    )
    if len(units) == 1:
        unit = side["units"][0]
        yield scene.say("seat.wfrp.men", left=unit["left"], start=unit["start"])
    else:
        yield scene.say("seat.wfrp.men.units", units=units)


def tell(scene: Scene) -> Tell | None:
    """What befell those in the foreground, until the next round's influence; the referee's to say."""
    if scene.sight.seat.kind != REFEREE.kind:
        return None
    effects = _effects(scene)
    if not effects:
        return None
    return Tell(
        tuple(_effect(scene, line) for line in effects),
        scene.clause("W-4", house="influence" not in scene.sight.replaced),
    )


def _effects(scene: Scene) -> list[Line]:
    """Those of the last round in which there were any: this, or the one before as long as this has none."""
    seen = scene.sight
    for round_ in (seen.round, seen.round - 1):
        rows = [line for number, line in zip(seen.rounds, seen.seen.log, strict=True) if number == round_]
        found = [line for line in rows if line.key in EFFECTS]
        if found:
            return found
        if any(line.key.startswith("wfrp.influence") or line.key == "wfrp.effect.nothing" for line in rows):
            return []
    return []


def _effect(scene: Scene, line: Line) -> Words:
    """The sentence, in which the name of whom it strikes is strong."""
    sentence, who = line_text(scene.lang, line), str(line.facts.get("who", ""))
    before, found, after = sentence.partition(who) if who else (sentence, "", "")
    return tuple(part for part in (before, Strong(who) if found else "", after) if part != "")


def dice_of(scene: Scene, line: Line) -> tuple[Die, ...]:
    """A d100, or the dice of wounds."""
    sides = 100
    if line.key == "wfrp.influence.wounds":
        die = line.facts["die"]
        sides = 10 if die == 5 else die if isinstance(die, int) else 10
    which = scene.which_of_line(line)
    return tuple(Die(sides, (face,), which) for face in flat(line.reply))


SCREEN = Screen(
    steps=tuple(STEPS),
    step_of=stepping("wfrp", STEPS),
    now=lambda _scene: None,
    score=score,
    dice_of=dice_of,
    tell=tell,
)
