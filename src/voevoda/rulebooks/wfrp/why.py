"""The arithmetic behind a roll, for who asks why; from the facts of its line, which old journals have too."""

from __future__ import annotations

from collections.abc import Iterator

from voevoda.play.seats import Facts, Line
from voevoda.rulebooks.wfrp.tables import LEVEL


def why(line: Line) -> tuple[tuple[str, Facts], ...]:
    """How a roll came out as it did, as messages in order; nothing for a ruled roll and for a draw."""
    match line.key, line.facts:
        case "wfrp.round.test", {"roll": int(roll), "target": int(target), "sl": int(level), **rest}:
            return tuple(_test(roll, target, level, rest.get("double")))
        case "wfrp.influence", {"roll": int(_), "plus": int(plus), "difference": int(difference)}:
            return (("wfrp.why.plus", {"plus": plus, "levels": plus // LEVEL, "difference": difference}),)
        case "wfrp.influence.wounds", {"die": 5, "thrown": _, "wounds": int(wounds)}:
            return (("wfrp.why.halved", {"wounds": wounds}),)
    return ()


def _test(roll: int, target: int, level: int, double: object) -> Iterator[tuple[str, Facts]]:
    """Success or failure (W-3.1, W-3.3), the level (W-3.2), and what a double makes of it (W-3.6)."""
    if roll <= 5:
        yield "wfrp.why.always", {"roll": roll}
    elif roll >= 96:
        yield "wfrp.why.never", {"roll": roll}
    else:
        yield "wfrp.why.success" if roll <= target else "wfrp.why.failure", {"roll": roll, "target": target}
    tens, rolled = target // 10, roll // 10
    yield "wfrp.why.level", {"tens": tens, "rolled": rolled, "level": tens - rolled}
    if level != tens - rolled:
        yield "wfrp.why.bound", {"level": level}
    if double:
        yield f"wfrp.why.{double}", {}
