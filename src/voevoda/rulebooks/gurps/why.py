"""The arithmetic behind the numbers of the log, row by row; from the facts of a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from voevoda.play.seats import Fact, Facts, Line
from voevoda.rulebooks.book import Term
from voevoda.rulebooks.gurps.tables import SECOND_SURVIVAL

MAN: Final = (
    ("race", "G-1.5"), ("armour", "G-1.3"), ("missile", "G-1.3"), ("mounted", "G-1.3"),
    ("stirrups", "G-1.3"), ("pikes", "G-1.3"),
)  # fmt: skip
"""What a man's TS may be made of beside the base."""

TESTS: Final[Mapping[str, str]] = {
    "gurps.survival": "G-9.2",
    "gurps.second_survival": "G-13.6",
    "gurps.glory": "G-9.4",
    "gurps.morale": "G-12",
    "gurps.second_roll": "G-11.6",
    "gurps.order": "G-12",
    "gurps.treason": "G-12",
    "gurps.seer": "G-7.2",
    "gurps.mission": "G-7.3",
}
"""Success rolls with the clause of what they are made against."""

ROWS: Final = (
    ("difference", "G-10.2"), ("shelter", "G-13.1"), ("armour", "G-13.3"), ("rout", "G-13.3"),
    ("fierce", "G-13.3"),
)  # fmt: skip
"""What the row of a unit's losses is made of."""

THREE_DICE: Final = frozenset(
    {
        "gurps.contest",
        "gurps.mission.contest",
        "gurps.mission.guard",
        "gurps.luck.reroll",
        "gurps.catastrophe",
    }
)
"""Lines whose number is the sum of their dice."""


def why(line: Line) -> tuple[Term, ...]:
    """How the numbers of a line came about; nothing for a ruled roll and for what a table or a file says."""
    return (
        *_of_ts(line.key, line.facts),
        *_of_contest(line),
        *_of_rolls(line),
        *_of_losses(line),
    )


# G-1 Troop Strength


def _of_ts(key: str, facts: Facts) -> Iterator[Term]:
    match key:
        case "gurps.unit.man":
            yield Term("gurps.why.base", "G-1.3", _whole(facts["base"]))
            yield from _parts(facts, MAN, "man")
            yield Term("gurps.why.man", "G-1.3", _number(facts["man"]), how="=")
        case "gurps.unit.chariots":
            archer, piece = _whole(facts["archer"]), _whole(facts["piece"])
            yield Term("gurps.why.chariot", "G-1.4", piece - archer)
            yield Term("gurps.why.archer", "G-1.3", archer, how="+")
            yield Term("gurps.why.piece", "G-1.4", piece, how="=")
        case "gurps.unit.strength":
            yield Term("gurps.why.of_man", "G-1.3", _number(facts["man"]))
            yield Term("gurps.why.count", "G-1.2", _whole(facts["count"]), how="×")
            if facts.get("pieces"):
                yield Term("gurps.why.pieces", "G-1.4", _number(facts["pieces"]), how="+")
            yield Term("gurps.why.quality", "G-1.6", _number(facts["multiplier"]), how="×")
            yield Term("gurps.why.strength", "G-1.2", _number(facts["strength"]), how="=")
        case "gurps.strength":
            units = _rows(facts.get("units"))
            yield from (
                Term(
                    "gurps.why.unit",
                    "G-1.2",
                    _number(unit["strength"]),
                    {"unit": unit["unit"]},
                    "+" if at else "",
                )
                for at, unit in enumerate(units)
            )
            if units:
                yield Term("gurps.why.side", "G-1.1", _number(facts["strength"]), how="=")


# G-10 The contest


def _of_contest(line: Line) -> Iterator[Term]:
    facts = line.facts
    match line.key:
        case "gurps.modifier":
            yield from _modifier(facts)
        case "gurps.account":
            yield from _account(facts)
        case "gurps.margin":
            yield from _margin(facts)
        case "gurps.revealed":
            if facts["worth"]:
                yield Term("gurps.why.unseen", "G-10.1", _whole(facts["skill"]) - _whole(facts["worth"]))
                yield Term("gurps.why.seer", "G-7.2", _whole(facts["worth"]), how="+")
            yield from _margin(facts, how="=" if facts["worth"] else "")
        case "gurps.difference" | "gurps.revealed.difference":
            margins = _rows(facts.get("margins"))
            if margins:
                one, two = sorted(margins, key=lambda row: -_whole(row["margin"]))
                yield Term("gurps.why.ahead", "G-10.2", _whole(one["margin"]), {"side": one["side"]})
                yield Term("gurps.why.behind", "G-10.2", -_whole(two["margin"]), {"side": two["side"]}, "+")
                yield Term("gurps.why.difference", "G-10.2", _whole(facts["n"]), how="=")
        case "gurps.luck.rolls" if "rolls" in facts:
            rolls = facts["rolls"]
            assert isinstance(rolls, tuple)
            yield Term("gurps.why.first", "G-10.3", _whole(facts["first"]))
            yield from (Term("gurps.why.again", "G-10.3", _whole(each)) for each in rolls)
            yield Term(
                "gurps.why.best", "G-10.3", min(_whole(facts["first"]), _whole(facts["best"])), how="="
            )


# Rolls, and what befalls characters


def _of_rolls(line: Line) -> Iterator[Term]:
    facts = line.facts
    match line.key:
        case key if key in TESTS and "roll" in facts:
            yield from _test(key, facts)
        case key if key in THREE_DICE and line.source in {"seed", "typed"}:
            yield _dice(line, line.cite)
        case "gurps.hurt":
            hp, hits, left = (_whole(facts[name]) for name in ("hp", "hits", "left"))
            yield Term("gurps.why.hp", "G-9.2", hp)
            if hp - hits != left:
                yield Term("gurps.why.before", "G-9.2", left + hits - hp, how="+")
            yield Term("gurps.why.hits", "G-9.2", -hits, how="+")
            yield Term("gurps.why.left", "G-9.2", left, how="=")
        case "gurps.damage" if "thrown" in facts:
            yield from _damage(facts)
        case "gurps.glory.strategy" if "showing" in facts:
            yield from _glory(facts)
        case "gurps.glory.months" if line.source in {"seed", "typed"}:
            yield _dice(line, "G-9.4")
            if facts.get("less"):
                yield Term("gurps.why.less", "G-9.4", -_whole(facts["less"]), how="+")
            yield Term("gurps.why.months", "G-9.4", _whole(facts["months"]), how="=")
        case "gurps.promotion" | "gurps.reaction" if "roll" in facts:
            yield Term("gurps.why.roll", "G-9.6", _whole(facts["roll"]))
            yield Term("gurps.why.reputation", "G-9.6", _whole(facts["plus"]), how="+")
            yield Term("gurps.why.total", "G-9.6", _whole(facts["total"]), how="=")
        case "gurps.half":
            yield Term("gurps.why.passed", "G-11.7", _whole(facts["passed"]))
            half = Fraction(_whole(facts["men"]), 2)
            yield Term(
                f"gurps.why.half.{'holds' if facts['holds'] else 'breaks'}", "G-11.7", half, facts, "="
            )


def _test(key: str, facts: Facts) -> Iterator[Term]:
    """What a success roll is made against, and by how much it is made or missed (G-9.7)."""
    cite, skill = TESTS[key], _whole(facts["skill"])
    parts = tuple(_skill_parts(key, cite, facts))
    yield from parts
    if not parts:
        yield Term("gurps.why.skill", cite, skill)
    elif len(parts) > 1:
        yield Term("gurps.why.skill", cite, skill, how="=")
    yield Term("gurps.why.rolled", "G-9.7", -_whole(facts["roll"]), how="+")
    if skill - _whole(facts["roll"]) != facts["margin"]:
        yield Term("gurps.why.critical", "G-9.7")
    yield Term("gurps.why.margin", "G-9.7", _whole(facts["margin"]), how="=")


def _skill_parts(key: str, cite: str, facts: Facts) -> Iterator[Term]:
    """What the skill of a roll is made of, where the line tells."""
    if "battle" in facts:
        yield Term("gurps.why.battle", "G-9.1", _whole(facts["battle"]))
        risk = _whole(facts["risk"]) * (1 if key == "gurps.glory" else -1)
        if risk:
            yield Term("gurps.why.risk", cite, risk, how="+")
        if key == "gurps.second_survival":
            yield Term("gurps.why.again_hurt", cite, SECOND_SURVIVAL, how="+")
    for at, line in enumerate(_rows(facts.get("lines"))):
        yield Term(
            f"gurps.why.morale.{line['what']}",
            str(line["clause"]),
            _whole(line["value"]),
            {"of": line["of"]},
            "+" if at else "",
        )
    if "lines" in facts and facts.get("plus"):
        yield Term("gurps.why.result", "G-11", _whole(facts["plus"]), how="+")


def _dice(line: Line, cite: str) -> Term:
    faces = (
        tuple(face for face in line.reply if isinstance(face, int)) if isinstance(line.reply, tuple) else ()
    )
    thrown: Facts = {"n": len(faces), "faces": " + ".join(map(str, faces))}
    return Term("gurps.why.dice", cite, sum(faces), thrown)


def _modifier(facts: Facts) -> Iterator[Term]:
    """What a modifier of Strategy is made of, where it is reckoned and does not stand in a table."""
    what, value = facts["what"], _whole(facts["value"])
    match facts:
        case {"what": "ratio" | "superiority", "ours": ours, "theirs": theirs}:
            cite = "G-2.1" if what == "ratio" else "G-5.1"
            yield Term(f"gurps.why.ours.{what}", cite, _number(ours))
            yield Term(f"gurps.why.theirs.{what}", cite, _number(theirs))
            yield Term(f"gurps.why.{what}", cite, value, how="=")
        case {"what": "tech", "ours": ours, "theirs": theirs}:
            yield Term("gurps.why.ours.tech", "G-3.1", _whole(ours))
            yield Term("gurps.why.theirs.tech", "G-3.1", -_whole(theirs), how="+")
            yield Term("gurps.why.tech", "G-3.1", value - _whole(ours) + _whole(theirs), how="+")
            yield Term("gurps.why.total", "G-3.1", value, how="=")
        case {"what": "artillery" | "engineers", "ground": ground}:
            yield Term("gurps.why.ground", "G-4.1", _whole(ground))
            yield Term("gurps.why.sapped", "G-4.2", value, how="=")
        case {"what": "glory", "showing": int()}:
            yield from _glory(facts)


def _glory(facts: Facts) -> Iterator[Term]:
    """What a showing is worth of a unit's leader, and of who leads all (G-9.5)."""
    showing, value = _whole(facts["showing"]), _whole(facts["value"])
    yield Term("gurps.why.showing", "G-9.4", showing)
    if facts.get("whole") and value:
        yield Term("gurps.why.whole", "G-9.5", value - showing, how="+")
    elif not value:
        yield Term("gurps.why.commands_no_more", "G-9.5")
    yield Term("gurps.why.glory", "G-9.5", value, how="=")


def _account(facts: Facts) -> Iterator[Term]:
    """Effective Strategy or Tactics, modifier by modifier (G-10.1)."""
    yield Term("gurps.why.own", "G-10.1", _whole(facts["base"]), {"skill": facts["skill"]})
    if "lines" in facts:
        for line in _rows(facts["lines"]):
            key = f"gurps.modifier.what={line['what']}"
            yield Term(key, str(line["clause"]), _whole(line["value"]), {"of": line["of"]}, "+")
    else:
        yield Term("gurps.why.modifiers", "G-10.1", _whole(facts["modifiers"]), how="+")
    yield Term("gurps.why.effective", "G-10.1", _whole(facts["effective"]), how="=")


def _margin(facts: Facts, how: str = "") -> Iterator[Term]:
    yield Term("gurps.why.effective", "G-10.1", _whole(facts["skill"]), how="=" if how else "")
    yield Term("gurps.why.rolled", "G-10.2", -_whole(facts["roll"]), how="+")
    yield Term("gurps.why.margin", "G-10.2", _whole(facts["margin"]), how="=")


def _damage(facts: Facts) -> Iterator[Term]:
    """Each blow with what is added and DR off it; or all at once (G-9.3)."""
    thrown = facts["thrown"]
    assert isinstance(thrown, tuple)
    once = facts.get("option") == "once"
    for each in thrown:
        key = "gurps.why.at_once" if once else "gurps.why.blow"
        said = {"thrown": each, **{name: facts[name] for name in ("plus", "dr", "blows")}}
        yield Term(key, "G-9.3", facts=said)
    yield Term("gurps.why.hits_of_all", "G-9.3", _whole(facts["hits"]), how="=")


# G-13 Losses


def _of_losses(line: Line) -> Iterator[Term]:
    facts = line.facts
    match line.key:
        case "gurps.losses" | "gurps.shared.losses":
            yield from _parts(facts, ROWS, "row")
            yield Term("gurps.why.row", "G-13.1", _whole(facts["row"]), how="=")
            thrown = facts.get("thrown", line.reply if line.source in {"seed", "typed"} else None)
            if isinstance(thrown, tuple):
                yield from _percent(tuple(map(_whole, thrown)), facts)
        case "gurps.toll":
            yield from _toll(facts)


def _percent(thrown: tuple[int, ...], facts: Facts) -> Iterator[Term]:
    """The dice of the row as per cent, and those in men (G-13.2, G-13.4)."""
    percent, plus = _whole(facts["percent"]), _whole(facts["plus"])
    dice: Facts = {"n": len(thrown), "faces": " + ".join(map(str, thrown))}
    yield Term("gurps.why.dice", "G-13.2", sum(thrown), dice)
    if plus:
        yield Term("gurps.why.row_plus", "G-13.2", plus, how="+")
    if sum(thrown) + plus != percent:
        yield Term("gurps.why.bound", "G-13.4")
    yield Term("gurps.why.percent", "G-13.2", percent, how="=")
    if "men" in facts:
        yield Term("gurps.why.men", "G-13.4", _whole(facts["lost"]), {"men": facts["men"]}, "=")


def _toll(facts: Facts) -> Iterator[Term]:
    """Half of the lost are dead, rounded up; who is taken; who is left (G-13.5)."""
    dead, wounded, captured = (_whole(facts[name]) for name in ("dead", "wounded", "captured"))
    now = str(facts.get("now", ""))
    yield Term("gurps.why.lost", "G-13.4", _whole(facts["lost"]))
    yield Term("gurps.why.dead.all" if now == "last-stand" else "gurps.why.dead", "G-13.5", dead, how="=")
    if wounded:
        yield Term("gurps.why.wounded", "G-13.5", wounded, how="=")
    if "men" not in facts:
        return
    yield Term("gurps.why.marched", "G-13.5", _whole(facts["men"]))
    yield Term("gurps.why.less_dead", "G-13.5", -dead, how="+")
    if captured:
        key = {"surrenders": "gurps.why.taken.surrenders", "retreats": "gurps.why.taken.retreats"}
        yield Term(key.get(now, "gurps.why.taken"), "G-13.5", -captured, how="+")
    yield Term("gurps.why.with_it", "G-13.5", _whole(facts["left"]), how="=")


# Facts


def _parts(facts: Facts, names: tuple[tuple[str, str], ...], of: str) -> Iterator[Term]:
    for name, cite in names:
        value = facts.get(name)
        if isinstance(value, int):
            yield Term(f"gurps.why.{of}.{name}", cite, value, how="+")


def _rows(value: Fact) -> tuple[Mapping[str, Fact], ...]:
    return tuple(each for each in value if isinstance(each, Mapping)) if isinstance(value, tuple) else ()


def _whole(value: Fact) -> int:
    assert isinstance(value, int)
    return value


def _number(value: Fact) -> int | Fraction:
    assert isinstance(value, int | Fraction)
    return value
