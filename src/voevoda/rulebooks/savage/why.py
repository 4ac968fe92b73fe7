"""The arithmetic behind a roll, for who asks why; from its line, which old journals have too."""

from __future__ import annotations

from collections.abc import Iterator

from voevoda.play.seats import Facts, Line

Said = tuple[str, Facts]


def why(line: Line) -> tuple[Said, ...]:
    """How a roll came out as it did, as messages in order; nothing for a ruled roll, a draw and a choice."""
    chains, facts = line.reply, line.facts
    if not isinstance(chains, tuple) or line.source not in {"seed", "typed"}:
        return ()
    match facts:
        case {"trait": _, "plus": int(plus), "die": int(die), "total": int(total)}:
            said = [*_trait(chains, die, plus, total)]
            if facts.get("critical"):
                return (*said, ("savage.why.critical", {}))
            if line.key == "savage.morale.roll":
                return (*said, ("savage.why.morale", {}))
            return (*said, ("savage.why.ladder", {"rungs": facts["rungs"]}))
        case {"totals": (int(), int()), "each": tuple(each)}:
            return tuple(
                _die("savage.why.die", "savage.why.one", chain, sides)
                for chain, sides in zip(chains, each, strict=True)
            )
        case {"aces": True, "total": int(total)}:
            reckoned: Said = ("savage.why.sum", {"sum": _sum(_faces(chains)), "total": total})
            toughness = facts.get("toughness")
            return (reckoned, *([("savage.why.toughness", {"toughness": toughness})] if toughness else []))
        case {"least": least, "n": n}:
            return (("savage.why.spared", {"dice": chains, "least": least, "n": n}),)
    return ()


def _trait(chains: tuple[object, ...], die: int, plus: int, total: int) -> Iterator[Said]:
    """Each die with its aces, the higher of both, and what is added (S-1.1)."""
    yield _die("savage.why.die", "savage.why.one", chains[0], die)
    if len(chains) > 1:
        yield _die("savage.why.wild", "savage.why.wild_one", chains[1], die)
        yield "savage.why.better", {"total": total - plus}
    if plus:
        yield "savage.why.plus", {"better": total - plus, "plus": plus, "total": total}


def _die(several: str, one: str, chain: object, sides: object) -> Said:
    faces = _faces(chain)
    facts: Facts = {"die": sides if isinstance(sides, int) else None, "total": sum(faces)}
    return (several, {**facts, "sum": _sum(faces)}) if len(faces) > 1 else (one, facts)


def _sum(faces: tuple[int, ...]) -> str:
    return " + ".join(map(str, faces))


def _faces(reply: object) -> tuple[int, ...]:
    """All faces of a reply, in a row."""
    if isinstance(reply, tuple):
        return tuple(face for each in reply for face in _faces(each))
    return (reply,) if isinstance(reply, int) else ()
