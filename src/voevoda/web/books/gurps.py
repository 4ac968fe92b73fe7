"""``gurps`` on the screen: effective skill and men, units, and what has become of the characters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from voevoda.i18n import number
from voevoda.play.journal import OVERRIDDEN
from voevoda.play.seats import Line
from voevoda.web.books import Screen, flat, stepping
from voevoda.web.fields import Arms, Roster, UnitRow
from voevoda.web.parts import Die, Score, Standing, Tag, Words
from voevoda.web.scene import SIDES, Scene

STEPS: Final = {
    "intrigue": ("mission", "seer", "commander.falls", "commander.gone",
                 "catastrophe", "treason"),
    "characters": ("survival",),
    "contest": ("order", "strength", "modifier", "account", "hopeless",
                "contest", "luck", "margin", "difference", "tie",
                "result", "commander.taken", "commander.dies"),
    "morale": ("morale", "second_roll", "unit.holds", "unit.retreats",
               "unit.routs", "unit.surrenders", "unit.last_stand", "half"),
    "losses": ("rout", "losses", "shared", "toll"),
    "after": ("second_survival", "promotion", "reaction", "career", "rally",
              "revealed", "next_day"),
}  # fmt: skip

COUNTED: Final = {"strength": ("unit",)}
"""What is counted before the day begins: a heading of the log, and no step of the day."""

PHASES: Final = {
    "opening": "intrigue",
    "intrigue": "intrigue",
    "catastrophe": "intrigue",
    "treason": "intrigue",
    "fate": "characters",
    "orders": "contest",
    "contest": "contest",
    "morale": "morale",
    "half": "morale",
    "second_roll": "morale",
    "shared_dice": "losses",
    "losses": "losses",
    "second_survival": "after",
    "career": "after",
    "rally": "after",
    "report": "after",
    "over": "after",
}
"""The step of each phase of the view."""

SIGNS: Final[Mapping[str, Arms]] = {
    "infantry": "infantry",
    "cavalry": "cavalry",
    "artillery": "artillery",
    "armour": "armour",
    "aircraft": "aircraft",
}

FLIGHT: Final = frozenset({"routs", "surrenders", "last-stand"})
"""States of a unit that are danger."""


def sign_of(unit: Mapping[str, Any]) -> Arms:
    """The sign in a unit's block."""
    if unit["arms"] == "infantry" and unit["missile"]:
        return "shooters"
    return SIGNS.get(str(unit["arms"]), "")


def score(scene: Scene) -> Score:
    """Effective skill, from the contest on by its line; and the men."""
    one, two = (_standing(scene, index) for index in (0, 1))
    return Score((one, two), scene.say(f"seat.gurps.unit.{scene.view['skill']}"))


def _standing(scene: Scene, index: int) -> Standing:
    side = scene.sides[index]
    men = sum(unit["start"] for unit in side["units"])
    stand = sum(left_of(unit) for unit in side["units"])
    led = side["commander"]
    about = scene.say(
        "seat.gurps.led_by_deputy" if side["commander_lost"] else "seat.gurps.led_by",
        who=led,
        role=scene.say(f"gurps.report.role={side['role']}"),
    )
    key = "seat.gurps.men.lost" if _is_counting(side) else "seat.gurps.men"
    notes: list[Words] = [scene.say(key, left=number(scene.lang, stand), n=men)]
    margin = _last(scene, "gurps.margin", side["name"])
    if margin:
        cite = scene.clause("G-10.2")
        told = scene.say("seat.gurps.margin", margin=margin["margin"]) + " "
        notes.append((told, *([cite] if cite else [])))
    return Standing(scene.side(index), _effective(scene, side), about, notes=tuple(notes))


def _effective(scene: Scene, side: Mapping[str, Any]) -> str:
    account: Mapping[str, Any] = side["account"] or _last(scene, "gurps.account", side["name"])
    effective = account.get("effective")
    return (
        effective
        if isinstance(effective, str)
        else "–"
        if effective is None
        else number(scene.lang, effective)
    )


def _last(scene: Scene, key: str, side: object) -> Mapping[str, Any]:
    """The facts of the last line of a side with this message."""
    found: Mapping[str, Any] = {}
    for line in scene.sight.seen.log:
        if line.key == key and line.facts.get("side") == side:
            found = line.facts
    return found


def left_of(unit: Mapping[str, Any]) -> int:
    """How many of a unit stand, as far as is known."""
    left = unit.get("left")
    return int(left) if left is not None else int(unit["start"]) - int(unit["lost"])


def rosters(scene: Scene) -> tuple[Roster, ...]:
    """Units of either side; then its characters, if it has any."""
    units = [_units(scene, index) for index in (0, 1)]
    people = [_people(scene, index) for index in (0, 1) if scene.sides[index]["characters"]]
    return (*units, *people)


def _units(scene: Scene, index: int) -> Roster:
    side = scene.sides[index]
    return Roster(
        scene.say("seat.units", side=side["name"]),
        SIDES[index],
        tuple(
            UnitRow(
                unit["name"],
                scene.say("seat.gurps.morale", n=unit["morale"]),
                sign_of(unit),
                (number(scene.lang, left_of(unit)), number(scene.lang, unit["start"])),
                ""
                if unit["now"] == "holds" and scene.view["difference"] is None
                else state_of(scene.say, unit["now"]),
            )
            for unit in side["units"]
        ),
        _columns(scene, side),
    )


def _columns(scene: Scene, side: Mapping[str, Any]) -> Words:
    """What the numbers are: until it is known which of the wounded return, those who stand are the unhurt."""
    if not any(unit["lost"] for unit in side["units"]):
        return scene.say("seat.gurps.columns")
    cite = scene.clause("G-13.5")
    key = "lost" if _is_counting(side) else "toll"
    return (scene.say(f"seat.gurps.columns.{key}") + " ", *([cite] if cite else []))


def _is_counting(side: Mapping[str, Any]) -> bool:
    """Whether losses are known, but not yet how many of them return."""
    return any(unit["lost"] and unit.get("left") is None for unit in side["units"])


def state_of(say: Any, now: str) -> Words:
    """How a unit stands, in a word; in a frame where it is danger."""
    word = say(f"gurps.report.units.state={'holds' if now in {'passed', 'failed'} else now}")
    return (Tag(word, "danger"),) if now in FLIGHT else word


def noted_in(scene: Scene) -> dict[object, object]:
    """The hits that characters are told to have left, which count once the rolls of all of them are done."""
    found = dict[object, object]()
    for line in scene.sight.seen.log:
        if line.key == OVERRIDDEN:  # a number set by hand goes over what was told before
            found.clear()
        elif line.key == "gurps.hurt":
            found[line.facts["who"]] = line.facts["left"]
    return found


def _people(scene: Scene, index: int) -> Roster:
    side, noted = scene.sides[index], noted_in(scene)
    return Roster(
        scene.say("seat.characters", side=side["name"]),
        SIDES[index],
        tuple(
            UnitRow(
                each["name"],
                scene.say(f"gurps.glory.result={each['glory']}") if each["glory"] else "",
                "fighter",
                (number(scene.lang, each["hp"]),),
                _how_is(scene, each, noted.get(each["name"], each["hp"])),
            )
            for each in side["characters"]
        ),
        scene.say("seat.gurps.hp"),
    )


def _how_is(scene: Scene, each: Mapping[str, Any], left: object) -> Words:
    if left != each["hp"]:
        return (Tag(scene.say("seat.gurps.noted", n=left)),)
    return (Tag(scene.say("seat.gurps.fallen"), "danger"),) if each["fallen"] else ""


def dice_of(scene: Scene, line: Line) -> tuple[Die, ...]:
    """All dice of this book are d6."""
    which = scene.which_of_line(line)
    return tuple(Die(6, (face,), which) for face in flat(line.reply))


def modifier_text(say: Any, knows: Any, facts: Mapping[str, Any]) -> str:
    """What a modifier is for."""
    what, of = facts["what"], facts["of"]
    words = say(f"gurps.report.modifiers.what={what}")
    if of is None:
        return str(words)
    which = f"gurps.report.modifiers.of={of}"
    named = say(which) if knows(which) else of
    return str(named) if what == "circumstance" else f"{words}, {named}"


SCREEN = Screen(
    steps=tuple(STEPS),
    step_of=stepping("gurps", STEPS | COUNTED),
    now=lambda scene: PHASES.get(str(scene.view["phase"])),
    score=score,
    dice_of=dice_of,
    rosters=rosters,
)
