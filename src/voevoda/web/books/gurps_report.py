"""The report of ``gurps``: losses per unit, the contest as a ledger, what characters went through."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from voevoda.export import Record, line_text
from voevoda.i18n import number
from voevoda.play.seats import Line
from voevoda.web.books import flat
from voevoda.web.books.gurps import modifier_text, sign_of, state_of
from voevoda.web.figures import Ledger, LedgerRow, Losses, LossTable, Person, SideLosses
from voevoda.web.log_page import sum_of
from voevoda.web.odds_panel import capital
from voevoda.web.parts import Die, Figure, Words
from voevoda.web.report_page import Parts, sheet_rows, unfinished
from voevoda.web.scene import SIDES, Scene

LOSSES: Final = ("gurps.losses", "gurps.shared.losses")

TAKEN: Final = frozenset({"units", "characters", "modifiers"})

Side = Mapping[str, Any]


def report(scene: Scene, record: Record) -> Parts:
    """What the day came to."""
    sides: tuple[Side, ...] = record.sides
    dead = [sum(unit["dead"] for unit in side["units"]) for side in sides]
    return Parts(
        headline=_headline(scene, record),
        lead=_lead(scene, record),
        numbers=_numbers(scene, record, dead),
        losses=_losses(scene, record, sides),
        contest=_contest(scene, record, sides),
        people=tuple(person for side in sides for person in _people(scene, side)),
        people_fact=tuple(each for each in (scene.clause("G-9"),) if each),
        later=frozenset({"next_day", "ledger"}),
        taken=TAKEN,
    )


def _headline(scene: Scene, record: Record) -> str:
    """Who did what."""
    if record.outcome is None:
        return unfinished(scene)
    winner, ending = record.outcome
    table = record.extras["table"]
    if table is None:
        key = f"seat.gurps.headline.{ending}"
        return scene.say(key if scene.knows(key) else "seat.gurps.headline.nobody")
    if winner is None:
        return scene.say(f"seat.gurps.headline.nobody.{table}")
    loser = next(side for side in record.sides if side["name"] != winner)
    how = _stands(loser)
    if table == "A":
        left = f".{how}" if how in ("retreats", "routs") else ""
    else:  # G-11: from a great victory on the attackers have the position, whoever may still stand in it
        left = ".gone" if how != "holds" or ending in ("great", "overwhelming") else ""
    return scene.say(f"seat.gurps.headline.{table}{left}", winner=winner, loser=loser["name"])


def _stands(side: Side) -> str:
    """What a side did in the end: ``holds``, ``retreats``, ``routs``, or the one and the other: ``part``."""
    states = {unit["state"] for unit in side["units"]} - {"not-engaged", "left"}
    if "holds" in states or not states:
        return "part" if len(states) > 1 else "holds"
    return "routs" if states <= {"routs", "surrenders", "last-stand"} else "retreats"


def _lead(scene: Scene, record: Record) -> str:
    """Who attacked, and how the contest went."""
    if record.outcome is None or record.extras.get("difference") is None:
        return ""
    attackers = [side for side in record.sides if side["role"] == "attacker"]
    first = "seat.gurps.lead.attack" if attackers else "seat.gurps.lead.meeting"
    won = record.extras["contest"]
    key = "seat.gurps.lead.contest" if won else "seat.gurps.lead.even"
    return " ".join(
        (
            scene.say(first, side=attackers[0]["name"] if attackers else ""),
            scene.say(
                key,
                side=won or "",
                n=record.extras["difference"],
                how=scene.say(f"gurps.ending.{record.outcome.ending}"),
            ),
        )
    )


def _numbers(scene: Scene, record: Record, dead: list[int]) -> str:
    """The dead of both sides, and what tomorrow inherits."""
    one, two = scene.names
    told = [scene.say("seat.gurps.dead", one=one, dead=dead[0], two=two, other=dead[1])]
    days = cast("tuple[Side, ...]", record.extras["next_day"])
    lower = [day for day in days if day["morale"] or day["commander_lost"]]
    told += [f"{scene.say('gurps.next_day', **day)}." for day in lower]
    if days and not lower:
        told.append(scene.say("seat.gurps.tomorrow.same"))
    return " ".join(told)


def _losses(scene: Scene, record: Record, sides: tuple[Side, ...]) -> LossTable:
    captured = any(unit["captured"] for side in sides for unit in side["units"])
    cites = [
        each
        for each in (scene.clause("G-13.5"), scene.clause("G-13"), scene.clause("G-13.2", house=True))
        if each
    ]
    return LossTable(
        tuple(_side(scene, record, index, side) for index, side in enumerate(sides)),
        (scene.say("seat.gurps.losses.stand"), *(part for cite in cites for part in (" ", cite))),
        captured=captured,
    )


def _side(scene: Scene, record: Record, index: int, side: Side) -> SideLosses:
    units = side["units"]

    def total(name: str) -> str:
        return number(scene.lang, sum(unit[name] for unit in units))

    return SideLosses(
        scene.side(index),
        _fared(scene, record, side),
        tuple(
            _unit(scene, unit, _kind(scene, seen), _line_of(record, side, unit), f"lost-{SIDES[index]}-{n}")
            for n, (unit, seen) in enumerate(zip(units, scene.sides[index]["units"], strict=True), 1)
        ),
        total("start"),
        total("dead"),
        total("wounded"),
        total("left"),
        total("captured"),
    )


def _fared(scene: Scene, record: Record, side: Side) -> str:
    """What a side came to do, and how it fared."""
    role = scene.say(f"seat.gurps.role.{side['role']}")
    if record.outcome is None or record.extras["table"] is None:
        return role
    stands, winner = _stands(side), record.outcome.winner
    if winner is None and record.extras["table"] == "B" and side["role"] == "attacker":
        how = "back"
    elif side["name"] == winner:
        how = "won"
    else:
        how = f"beaten.{stands}" if winner else stands
    return f"{role}, {scene.say(f'seat.gurps.fared.{how}')}"


def _kind(scene: Scene, seen: Side) -> str:
    """Armour, or the pieces of what has some; pikes; and how well it is trained."""
    pieces = seen["pieces"]
    parts = [
        scene.say(f"seat.gurps.armour.{seen['armour']}")
        if pieces is None
        else scene.say("seat.gurps.pieces", n=pieces),
        *([scene.say("seat.gurps.pikes")] if seen["pikes"] else []),
        scene.say(f"setup.gurps.sides.units.quality={seen['quality']}"),
    ]
    return ", ".join(parts)


def _line_of(record: Record, side: Side, unit: Side) -> Line | None:
    """The line of a unit's losses; None where there is none that may be read."""
    whose = side["name"], unit["name"]
    for _, line in reversed(record.log):
        if line.key in LOSSES and (line.facts["side"], line.facts["unit"]) == whose:
            return line
    return None


def _how(scene: Scene, line: Line) -> str:
    """The dice of a unit's losses, and the row they stand in."""
    facts: Mapping[str, Any] = line.facts
    dice = len(facts.get("thrown", flat(line.reply)))
    row = number(scene.lang, facts["row"], sign=True)
    if not dice:
        return scene.say("seat.gurps.row", row=row)
    key = "seat.gurps.row.plus" if facts["plus"] else "seat.gurps.row.dice"
    return scene.say(key, row=row, n=dice, plus=facts["plus"])


def _unit(scene: Scene, unit: Side, kind: str, line: Line | None, name: str) -> Losses:
    made = () if line is None else sum_of(scene, line)
    start, dead, wounded = unit["start"], unit["dead"], unit["wounded"]
    percent = unit["percent"]
    return Losses(
        unit["name"],
        kind,
        sign_of(unit),
        number(scene.lang, start),
        Figure("–" if percent is None else scene.say("web.percent", n=percent), "opens" if made else ""),
        "" if line is None else _how(scene, line),
        (start - dead - wounded) / start,
        wounded / start,
        number(scene.lang, dead),
        number(scene.lang, wounded),
        number(scene.lang, unit["left"]),
        state_of(scene.say, unit["state"]),
        number(scene.lang, unit["captured"]),
        name,
        made,
    )


def _contest(scene: Scene, record: Record, sides: tuple[Side, ...]) -> Ledger | None:
    """Both accounts abreast, the dice, the margins."""
    if any(side["margin"] is None or side["base"] is None for side in sides):
        return None
    one, two = sides
    rows = [_row(scene, f"gurps.report.skill={one['skill']}", one["base"], two["base"])]
    causes: dict[tuple[str, str], list[int | None]] = {}
    for index, side in enumerate(sides):
        for modifier in side["modifiers"]:
            words = modifier_text(scene.say, scene.knows, modifier)
            values = causes.setdefault((modifier["clause"], words), [None, None])
            values[index] = (values[index] or 0) + modifier["value"]
    for (cite, words), (first, second) in causes.items():
        rows.append(
            LedgerRow(capital(words), _signed(scene, first), _signed(scene, second), scene.clause(cite))
        )
    dice = [_dice(record, index, str(side["name"])) for index, side in enumerate(sides)]
    rows.append(
        LedgerRow(
            scene.say("seat.gurps.rolled"),
            number(scene.lang, one["roll"]),
            number(scene.lang, two["roll"]),
            one_dice=dice[0],
            two_dice=dice[1],
        )
    )
    total = LedgerRow(
        scene.say("gurps.report.margin"), _signed(scene, one["margin"]), _signed(scene, two["margin"])
    )
    return Ledger(
        scene.say("seat.gurps.step.contest"),
        str(one["name"]),
        str(two["name"]),
        tuple(rows),
        total,
        notes=tuple(_notes(scene, record)),
        fact=tuple(each for each in (scene.clause("G-10.2"),) if each),
    )


def _row(scene: Scene, key: str, one: int, two: int) -> LedgerRow:
    return LedgerRow(scene.say(key), number(scene.lang, one), number(scene.lang, two))


def _signed(scene: Scene, value: int | None) -> str:
    return "" if value is None else number(scene.lang, value, sign=value != 0)


def _dice(record: Record, index: int, side: str) -> tuple[Die, ...]:
    """The three dice that were thrown for the contest."""
    for _, line in record.log:
        if line.key == "gurps.contest" and line.facts.get("side") == side:
            return tuple(Die(6, (face,), SIDES[index]) for face in flat(line.reply))
    return ()


def _notes(scene: Scene, record: Record) -> Iterator[Words]:
    """What the difference meant: the lines of the log that say so."""
    for _, line in record.log:
        if line.key.startswith("gurps.result.") or line.key == "gurps.half":
            cite = scene.clause(line.cite)
            yield (f"{line_text(scene.lang, line)} ", *([cite] if cite else []))


def _people(scene: Scene, side: Side) -> Iterator[Person]:
    told = dict(sheet_rows(scene, side, "characters"))
    in_fate = {capital(scene.say(f"gurps.report.characters.{name}")) for name in ("hp_left", "fallen")}
    for each in side["characters"]:
        rolls = tuple(
            (heading, words)
            for heading, words in told.get(each["name"], ())
            if words != "–" and heading not in in_fate
        )
        fate = scene.say("seat.gurps.fate.fallen" if each["fallen"] else "seat.gurps.fate", n=each["hp_left"])
        glory = each["glory"]
        if glory and glory["reputation"]:
            reputation, months = glory["reputation"], glory["months"]
            fate = f"{fate} {scene.say('seat.gurps.fate.reputation', reputation=reputation, n=months)}"
        yield Person(each["name"], str(side["name"]), scene.which(side["name"]), fate, rolls)
