"""The arithmetic behind the numbers of the log, row by row; from the facts of a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from voevoda.play.seats import Fact, Facts, Line
from voevoda.rulebooks.book import Term
from voevoda.rulebooks.savage.tables import RESCUED, RETURNS, Die

CITES: Final[Mapping[str, str]] = {
    "savage.battle.roll": "S-6.1",
    "savage.battle.account": "S-6.1",
    "savage.characters.roll": "S-5",
    "savage.morale.roll": "S-10.1",
}
"""The clause behind what is added to each roll."""

OWN_CITES: Final[Mapping[str, str]] = {
    "characters": "S-5.2",
    "empty": "S-7.1",
    "sacrificed": "S-8",
    "caring": "S-8",
    "standing": "S-10.3",
}
"""Modifiers that come from another clause."""

MODIFIERS: Final = (
    "tokens", "support", "terrain", "plan", "characters", "rank", "wounds", "lost", "undead", "fortified",
    "no_retreat", "empty", "sacrificed", "caring", "standing",
)  # fmt: skip
"""What may be added to a trait roll; texts: ``savage.why.plus.<name>``."""

LEFT: Final = {"savage.losses.tokens": "now", "savage.cards.drawn": "deck", "savage.cards.lost": "left"}
"""Lines that take some away: the fact that says how many are left."""


def why(line: Line) -> tuple[Term, ...]:
    """How the numbers of a line came about; nothing for a ruled roll, a draw and a choice."""
    thrown = line.reply if line.source in {"seed", "typed"} and isinstance(line.reply, tuple) else ()
    return tuple(_why(line, thrown))


def _why(line: Line, reply: tuple[object, ...]) -> Iterator[Term]:
    match line.key, line.facts:
        case key, {"trait": str(trait), "total": int(), **rest} if reply:
            yield from _trait(Die.parse(trait), tuple(map(_faces, reply)))
            yield from _modifiers(key, rest)
            yield _total(key, line.facts)
        case "savage.battle.account" as key, {"trait": str(trait), **rest}:
            plus = Die.parse(trait).plus
            rows = (*_die_plus(plus), *_modifiers(key, rest))
            if rows:
                yield from rows
                yield Term("savage.why.account", "S-6.1", sum(_whole(row.value) for row in rows), how="=")
        case "savage.battle.opposed", _ if reply:
            yield from _opposed(tuple(map(_faces, reply)), line.facts)
        case "savage.battle.losses", {"n": int(n), "option": str(option)}:
            yield Term(f"savage.why.losses.{option}", "S-6.2", n)
        case "savage.characters.damage", {"total": int(total), **rest} if reply:
            yield from (_die("savage.why.damage", "S-5.1", _faces(chain)) for chain in reply)
            yield Term("savage.why.total", "S-5.1", total, how="=")
            if rest.get("toughness"):
                toughness = {"toughness": rest["toughness"]}
                yield Term("savage.why.toughness", "S-5.1", _whole(rest["wounds"]), toughness, "=")
        case "savage.losses.rescue", {"n": int(n)} if reply:
            yield _spared("S-5", reply, RESCUED, n)
        case "savage.aftermath.recovery", {"n": int(n), "standing": str(standing)} if reply:
            yield _spared("S-10.4", reply, RETURNS[standing], n)
        case key, {"n": int(n), **rest} if key in LEFT:
            left, name = _whole(rest[LEFT[key]]), key.removeprefix("savage.")
            yield Term(f"savage.why.{name}.was", line.cite, left + n)
            yield Term(f"savage.why.{name}.taken", line.cite, -n, how="+")
            yield Term(f"savage.why.{name}.left", line.cite, left, how="=")
        case "savage.deal.hand", {"n": int(n), "tokens": int(tokens)}:
            yield Term("savage.why.tokens", "S-2.1", tokens)
            yield Term("savage.why.hand", "S-2.2", n, how="=")
        case "savage.deal.tokens", {"n": int(n), "strength": strength, "larger": larger}:
            yield Term("savage.why.size", "S-2.1", n, {"strength": strength, "larger": larger})
        case "savage.cards.earned", {"n": int(n)}:
            yield Term("savage.why.earned", "S-4.1", n)
        case "savage.characters.held", {"total": int(total), "held": int(held)}:
            yield Term("savage.why.help", "S-5.2", total)
            yield Term("savage.why.held", "S-5.2", held, how="=")


def _trait(die: Die, chains: tuple[tuple[int, ...], ...]) -> Iterator[Term]:
    """The higher of both dice with its aces (S-1.1), and what the die itself brings."""
    best = max(range(len(chains)), key=lambda at: sum(chains[at]))
    facts: dict[str, Fact] = {"die": die.sides}
    if len(chains[best]) > 1:
        facts["aced"] = _sum(chains[best])
    if len(chains) > 1:
        facts["other"] = sum(chains[1 - best])
    yield Term(("savage.why.die", "savage.why.wild")[best], "S-1.1", sum(chains[best]), facts)
    yield from _die_plus(die.plus)


def _die_plus(plus: int) -> tuple[Term, ...]:
    return (Term("savage.why.plus.die", "S-1.1", plus, how="+"),) if plus else ()


def _modifiers(key: str, facts: Facts) -> Iterator[Term]:
    for name in MODIFIERS:
        value = facts.get(name)
        if isinstance(value, int) and value:
            cite = OWN_CITES.get(name, CITES.get(key, ""))
            yield Term(f"savage.why.plus.{name}", cite, value, how="+")


def _total(key: str, facts: Facts) -> Term:
    """What the total means."""
    total = _whole(facts["total"])
    if facts.get("critical"):
        return Term("savage.why.critical", "S-1.2", total, how="=")
    if key == "savage.morale.roll":
        return Term("savage.why.morale", "S-10.2", total, how="=")
    return Term("savage.why.ladder", "S-1.1", total, {"rungs": facts["rungs"]}, "=")


def _opposed(chains: tuple[tuple[int, ...], ...], facts: Facts) -> Iterator[Term]:
    """Both rolls, and by how much the first is ahead (S-6.2)."""
    totals, cut, plus = facts["totals"], facts.get("first"), facts.get("plus")
    if not isinstance(totals, tuple) or not isinstance(cut, int) or not isinstance(plus, tuple):
        return
    for at, thrown in enumerate((chains[:cut], chains[cut:])):
        yield _die("savage.why.best", "S-1.1", max(thrown, key=sum))
        if plus[at]:
            yield Term("savage.why.plus.all", "S-6.1", _whole(plus[at]), how="+")
        side = {"side": facts[("side", "enemy")[at]]}
        yield Term("savage.why.opposed", "S-6.2", _whole(totals[at]), side, "=")


def _die(key: str, cite: str, faces: tuple[int, ...]) -> Term:
    return Term(f"{key}.aced" if len(faces) > 1 else key, cite, sum(faces), {"faces": _sum(faces)})


def _spared(cite: str, reply: tuple[object, ...], least: int, n: int) -> Term:
    return Term("savage.why.spared", cite, n, {"dice": _faces(reply), "least": least})


def _sum(faces: tuple[int, ...]) -> str:
    """A sum written out; of one face, the face."""
    return " + ".join(map(str, faces))


def _faces(reply: object) -> tuple[int, ...]:
    """All faces of a reply, in a row."""
    if isinstance(reply, tuple):
        return tuple(face for each in reply for face in _faces(each))
    return (reply,) if isinstance(reply, int) else ()


def _whole(value: Fact) -> int:
    assert isinstance(value, int)
    return value
