"""The arithmetic behind a roll, for who asks why; from its line, which old journals have too."""

from __future__ import annotations

from collections.abc import Iterator

from voevoda.play.seats import Fact, Facts, Line
from voevoda.rulebooks.savage.tables import RESCUED, RETURNS, Die

Said = tuple[str, Facts]


def why(line: Line) -> tuple[Said, ...]:
    """How a roll came out as it did, as messages in order; nothing for a ruled roll, a draw and a choice."""
    if line.source not in {"seed", "typed"} or not isinstance(line.reply, tuple):
        return ()
    return tuple(_why(line, line.reply))


def _why(line: Line, reply: tuple[object, ...]) -> Iterator[Said]:
    match line.key, line.facts:
        case key, {"trait": str(trait), "total": int(total)}:
            yield from _trait(Die.parse(trait), tuple(map(_faces, reply)), total)
            if line.facts.get("critical"):
                yield "savage.why.critical", {}
            elif key == "savage.morale.roll":
                yield "savage.why.morale", {}
            else:
                yield "savage.why.ladder", {"rungs": line.facts["rungs"]}
        case "savage.battle.opposed", _:
            for chain in map(_faces, reply):
                yield "savage.why.sum", {"sum": _sum(chain), "total": sum(chain)}
        case "savage.characters.damage", {"total": total, **rest}:
            yield "savage.why.sum", {"sum": _sum(_faces(reply)), "total": total}
            if rest.get("toughness"):
                yield "savage.why.toughness", {"toughness": rest["toughness"]}
        case "savage.losses.rescue", {"n": n}:
            yield _spared(reply, RESCUED, n)
        case "savage.aftermath.recovery", {"n": n, "standing": str(standing)}:
            yield _spared(reply, RETURNS[standing], n)


def _trait(die: Die, chains: tuple[tuple[int, ...], ...], total: int) -> Iterator[Said]:
    """Each die with its aces, the higher of both, and all that is added (S-1.1)."""
    better = max(map(sum, chains))
    yield "savage.why.die", {"die": die.sides, "sum": _sum(chains[0]), "total": sum(chains[0])}
    if len(chains) > 1:
        yield "savage.why.wild", {"sum": _sum(chains[1]), "total": sum(chains[1])}
        yield "savage.why.better", {"total": better}
    if total != better:
        yield "savage.why.plus", {"better": better, "plus": total - better, "total": total}


def _spared(reply: tuple[object, ...], least: int, n: Fact) -> Said:
    return "savage.why.spared", {"dice": _faces(reply), "least": least, "n": n}


def _sum(faces: tuple[int, ...]) -> str:
    """A sum written out; of one face, the face."""
    return " + ".join(map(str, faces))


def _faces(reply: object) -> tuple[int, ...]:
    """All faces of a reply, in a row."""
    if isinstance(reply, tuple):
        return tuple(face for each in reply for face in _faces(each))
    return (reply,) if isinstance(reply, int) else ()
