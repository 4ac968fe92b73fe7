"""The arithmetic behind the numbers of the log, row by row; from the facts of a line."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from voevoda.play.seats import Fact, Facts, Line
from voevoda.rulebooks.book import Term

TESTS = frozenset({"skirmish.out.test", "skirmish.wound.test", "skirmish.surrender.test"})

SCORE = ("capability", "tactics", "leader")
"""What a score may be made of (C-3)."""


def why(line: Line) -> tuple[Term, ...]:
    """How the numbers of a line came about; nothing for what a ruling, a table or a file says."""
    return () if line.source == "ruled" else tuple(_why(line, line.facts))


def _why(line: Line, facts: Facts) -> Iterator[Term]:
    match line.key:
        case "skirmish.modes.contest":
            yield from _card("skirmish.why.tactics", "C-2", facts["plus"], facts)
            yield Term("skirmish.why.roll", "C-2", _whole(facts["roll"]), how="+")
            yield Term("skirmish.why.total", "C-2", _whole(facts["total"]), how="=")
        case "skirmish.mode" | "skirmish.mode.halved" | "skirmish.mode.answers":
            yield from _capability(line.key, facts)
        case "skirmish.winner.contest":
            yield from _winner(_faces(line.reply), facts)
        case key if key in TESTS:
            yield from _test(key, facts)
        case "skirmish.out.state" | "skirmish.out.kept":
            yield Term("skirmish.why.fallen", "C-4", _whole(facts["state"]))
        case "skirmish.wound.state" | "skirmish.wound.kept" if "roll" in facts:
            was, roll = _whole(facts["was"]), _whole(facts["roll"])
            compared = "equal" if was == roll else "lower" if was < roll else "higher"
            yield Term(f"skirmish.why.wound.{compared}", "C-5", facts={"was": was, "roll": roll})
            yield Term("skirmish.why.state", "C-5", _whole(facts["state"]), how="=")
        case "skirmish.ammunition" if isinstance(thrown := facts.get("thrown"), tuple):
            yield from (
                Term("skirmish.why.die", "C-8", _whole(face), how="+" if at else "")
                for at, face in enumerate(thrown)
            )
            if sum(map(_whole, thrown)) != facts["spent"]:
                yield Term("skirmish.why.carried", "C-8", facts={"carried": facts["carried"]})
            yield Term("skirmish.why.spent", "C-8", _whole(facts["spent"]), how="=")


def _card(key: str, cite: str, value: Fact, facts: Facts) -> Iterator[Term]:
    """A number of a card; style points that are in it are told (C-1)."""
    style = facts.get("style")
    if style:
        yield Term(f"{key}.styled", cite, _number(value), {"style": style})
    else:
        yield Term(key, cite, _number(value))


def _capability(key: str, facts: Facts) -> Iterator[Term]:
    """The value of the mode with its style points, halved where it is no mode of the card's (C-2.9)."""
    value, style = _whole(facts["value"]), _whole(facts.get("style", 0))
    share = 2 if key == "skirmish.mode.halved" else 1
    yield Term("skirmish.why.mode", "C-2.9", value)
    # Reading: style.
    if style and (value + style) // share == facts["capability"]:
        yield Term("skirmish.why.style", "C-2.9", style, how="+")
    if key == "skirmish.mode.halved":
        yield Term("skirmish.why.halved", "C-2.9")
    yield Term("skirmish.why.capability", "C-2.9", _number(facts["capability"]), how="=")


def _winner(faces: tuple[int, ...], facts: Facts) -> Iterator[Term]:
    """The parts of a score, and the dice (C-3)."""
    parts = [(name, facts[name]) for name in SCORE if name in facts]
    for at, (name, value) in enumerate(parts):
        yield Term(f"skirmish.why.score.{name}", "C-3", _whole(value), how="+" if at else "")
    if len(parts) > 1:
        yield Term("skirmish.why.score", "C-3", _whole(facts["plus"]), how="=")
    thrown: Facts = {"n": len(faces), "faces": " + ".join(map(str, faces))}
    yield Term("skirmish.why.dice", "C-3", _whole(facts["roll"]), thrown, "+")
    yield Term("skirmish.why.total", "C-3", _whole(facts["total"]), how="=")


def _test(key: str, facts: Facts) -> Iterator[Term]:
    """His own number and die, the enemy's, and whose is lower (C-4 to C-6)."""
    if "total" not in facts:
        return
    cite = "C-6" if key == "skirmish.surrender.test" else "C-4"
    if key == "skirmish.surrender.test":
        of = "leader" if "leader" in facts else "mean"
        whose = {name: facts[name] for name in ("of", "leader") if name in facts}
        yield from _card("skirmish.why.composure", cite, facts["own"], facts)
        against = [Term(f"skirmish.why.composure.{of}", cite, _number(facts["enemy"]), whose)]
    else:
        yield from _card("skirmish.why.defence", cite, facts["defence"], facts)
        yield from _numbers("skirmish.why.more", cite, facts.get("more"))
        damage = Term("skirmish.why.damage", cite, _number(facts["damage"]))
        against = [damage, *_numbers("skirmish.why.fewer", cite, facts.get("fewer"))]
    yield Term("skirmish.why.roll", cite, _whole(facts["roll"]), how="+")
    yield Term("skirmish.why.own", cite, _number(facts["total"]), how="=")
    yield from against
    yield Term("skirmish.why.enemy_roll", cite, _whole(facts["enemy_roll"]), how="+")
    yield Term("skirmish.why.enemy", cite, _number(facts["enemy_total"]), how="=")
    result = "equal" if facts["total"] == facts["enemy_total"] else facts["result"]
    yield Term(f"skirmish.why.{result}", cite)


def _numbers(key: str, cite: str, value: Fact) -> Iterator[Term]:
    if value:
        yield Term(key, cite, _number(value), how="+")


def _faces(reply: object) -> tuple[int, ...]:
    return tuple(face for face in reply if isinstance(face, int)) if isinstance(reply, tuple) else ()


def _whole(value: Fact) -> int:
    assert isinstance(value, int)
    return value


def _number(value: Fact) -> int | Fraction:
    assert isinstance(value, int | Fraction)
    return value
