"""``skirmish`` on the screen: who stands, and each fighter with his mode, State and fate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from voevoda.i18n import number
from voevoda.play.seats import Line
from voevoda.web.books import Screen, flat, stepping
from voevoda.web.fields import Roster, UnitRow
from voevoda.web.parts import Die, Score, Standing, Tag, Which, Words
from voevoda.web.scene import SIDES, Scene

STEPS: Final = {
    "modes": ("modes", "mode"),
    "winner": ("winner",),
    "out": ("out", "dead"),
    "wounded": ("wound",),
    "surrender": ("surrender", "captured"),
    "field": ("retreat", "carried", "kept", "left", "field"),
    "ammunition": ("ammunition",),
}

FATES: Final = ("out", "dead", "captured", "retreated")

NOTED: Final = {
    "skirmish.out.test": "out",
    "skirmish.dead": "dead",
    "skirmish.wound.test": "wounded",
    "skirmish.surrender.test": "captured",
}
"""What a line of the step under way comes to at its end for whom it tells of: a test only if it failed."""

SHOWN: Final = 60
"""So many fighters of a side have a row of their own."""

AMMUNITION: Final = {"sparing": 4, "normal": 4, "heavy": 6}
"""The sides of the dice of ammunition (C-8)."""

TESTS: Final = frozenset({"skirmish.out.test", "skirmish.wound.test", "skirmish.surrender.test"})


def score(scene: Scene) -> Score:
    """How many stand; beside them the score of the contest, and what has become of the others."""
    noted = noted_in(scene)
    one, two = (_standing(scene, index, noted) for index in (0, 1))
    return Score((one, two), scene.say("seat.skirmish.unit"))


def noted_in(scene: Scene) -> dict[object, str]:
    """What the step under way has brought upon fighters so far: all of it counts at its end."""
    phase, step_of = scene.view["phase"], SCREEN.step_of
    return {
        line.facts["who"]: NOTED[line.key]
        for line in scene.sight.seen.log
        if line.key in NOTED and step_of(line.key) == phase and line.facts.get("result", "failed") == "failed"
    }


def _standing(scene: Scene, index: int, noted: Mapping[object, str]) -> Standing:
    side = scene.sides[index]
    found = Counter(each["fate"] for each in side["fighters"])
    return Standing(
        scene.side(index),
        number(scene.lang, found["stands"]),
        scene.say("seat.skirmish.led", who=side["leader"]) if side["leader"] else "",
        notes=tuple(_notes(scene, side, found, noted)),
    )


def _notes(
    scene: Scene, side: Mapping[str, Any], found: Counter[str], noted: Mapping[object, str]
) -> Iterator[Words]:
    if side["won"]:
        yield (Tag(scene.say("seat.skirmish.won"), "solid"),)
    told = [scene.say("seat.skirmish.of", n=len(side["fighters"]))]
    told += [scene.say(f"seat.skirmish.fate.{fate}", n=found[fate]) for fate in FATES if found[fate]]
    yield ", ".join(told)
    count = sum(each["name"] in noted for each in side["fighters"])
    if count:
        yield scene.say("seat.skirmish.noted", n=count)
    if side["score"] is not None:
        cite, total = scene.clause("C-3"), _total(scene, side["name"])
        key = "seat.skirmish.score" if total is None else "seat.skirmish.total"
        yield (scene.say(key, score=side["score"], total=total) + " ", *([cite] if cite else []))


def _total(scene: Scene, side: object) -> object:
    """What a side came to in the contest, the last where it was thrown again; None before, or if ruled."""
    found = None
    for line in scene.sight.seen.log:
        if line.key == "skirmish.winner.contest" and line.facts["side"] == side:
            found = line.facts.get("total")
    return found


def rosters(scene: Scene) -> tuple[Roster, ...]:
    """Both sides' fighters."""
    noted = noted_in(scene)
    return tuple(roster(scene, index, side, noted) for index, side in enumerate(scene.sides))


def roster(
    scene: Scene, index: int, side: Mapping[str, Any], noted: Mapping[object, str] = MappingProxyType({})
) -> Roster:
    """The fighters of a side; of a large one the first, and how many there are more."""
    rows = side["fighters"]
    more = len(rows) - SHOWN
    return Roster(
        scene.say("seat.skirmish.fighters", side=side["name"]),
        SIDES[index],
        tuple(_row(scene, each, noted.get(each["name"], "")) for each in rows[:SHOWN]),
        scene.say("seat.skirmish.columns"),
        UnitRow(scene.say("seat.skirmish.more", n=more), "", "", ()) if more > 0 else None,
    )


def _row(scene: Scene, each: Mapping[str, Any], noted: str) -> UnitRow:
    about = ""
    if each["mode"] is not None:
        mode = scene.say(f"skirmish.mode={each['mode']}")
        about = scene.say("seat.skirmish.mode", mode=mode, capability=each["capability"])
    return UnitRow(
        each["name"],
        about,
        "fighter",
        (number(scene.lang, each["state"]),),
        tuple(_state(scene, each, noted)),
    )


def _state(scene: Scene, each: Mapping[str, Any], noted: str) -> Iterator[str | Tag]:
    if noted:
        yield Tag(scene.say(f"seat.skirmish.noted.{noted}"))
        return
    if each["fate"] != "stands":
        word = scene.say(f"skirmish.report.fighters.fate={each['fate']}")
        yield Tag(word, "danger" if each["fate"] in ("out", "dead") else "")
    if each["wounded"]:
        yield " "
        yield Tag(scene.say("seat.skirmish.wounded"))


def dice_of(scene: Scene, line: Line) -> tuple[Die, ...]:
    """d10 of contests, d20 of tests (his own, then the enemy's) and of State, dice of ammunition."""
    which, thrown = scene.which_of_line(line), flat(line.reply)
    if line.key in TESTS and len(thrown) == 2:
        other: Which = "two" if which == "one" else "one"
        return (Die(20, thrown[:1], which), Die(20, thrown[1:], other))
    sides = 20
    if line.key.endswith(".contest"):
        sides = 10
    elif line.key == "skirmish.ammunition":
        sides = AMMUNITION.get(str(line.facts.get("ammunition")), 6)
    return tuple(Die(sides, (face,), which) for face in thrown)


SCREEN = Screen(
    steps=tuple(STEPS),
    step_of=stepping("skirmish", STEPS),
    now=lambda scene: phase if (phase := str(scene.view["phase"])) in STEPS else None,
    score=score,
    dice_of=dice_of,
    rosters=rosters,
)
