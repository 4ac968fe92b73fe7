"""What was to be expected of a battle before its first roll, beside what came of it in the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from voevoda.export import Record
from voevoda.export.chances import decimals_of, percentages
from voevoda.export.odds import method_text, shares_of
from voevoda.export.told import policy_text
from voevoda.odds import ArrayLaw, Odds, law_of
from voevoda.table.outlook import Outlook
from voevoda.web.parts import Action
from voevoda.web.scene import Scene


@dataclass(frozen=True, slots=True)
class Before:
    """What is known of the odds before the first roll."""

    outlook: Outlook | None = None
    """None: not yet."""
    computing: bool = False


Came = tuple[str, int, ArrayLaw]
"""Who had won by how much, and the law of that before the first roll."""


def told_before(scene: Scene, record: Record, before: Before | None) -> str:
    """How likely what came was, what the odds were, how exact they are and who was taken to choose."""
    if before is None or before.outlook is None:
        return scene.say("seat.before.computing") if before is not None and before.computing else ""
    odds, lang = before.outlook.odds, scene.lang
    one, two, nobody = shares_of(odds, lang)
    told_of = (one, nobody, two) if nobody.share else (one, two)
    told = [
        _likely(scene, record, odds),
        scene.say("seat.before.odds", shares=", ".join(f"{each.name} {each.words}" for each in told_of)),
        method_text(odds, lang),
    ]
    if odds.policy:
        told.append(scene.say("odds.policy", policy=policy_text(scene.book, odds.policy, lang)))
    return " ".join(part for part in told if part)


def still_to_compute(scene: Scene, before: Before | None) -> Action | None:
    """Where the odds are computed, or looked for again."""
    if before is None or before.outlook is not None:
        return None
    words = scene.say("seat.odds.again" if before.computing else "seat.before.compute")
    return Action(words, f"{scene.base}/report?odds=1#luck", "link")


def _likely(scene: Scene, record: Record, odds: Odds[Any]) -> str:
    """How many of such battles end like this one, or better for who won it."""
    found = {"gurps": _margin, "wfrp": _left("points"), "savage": _left("tokens")}.get(scene.book, _none)
    came = found(record, odds)
    if came is None:
        return ""
    side, n, law = came
    chance = float(law.weights[law.values >= n].sum())
    words = percentages(scene.lang, [chance, 1 - chance], decimals_of(odds), odds.samples)[0]
    return scene.say(f"seat.before.{scene.book}", side=side, n=n, share=words)


def _none(_record: Record, _odds: Odds[Any]) -> Came | None:
    return None


def _margin(record: Record, odds: Odds[Any]) -> Came | None:
    """By how much the contest was won; nothing where it was even."""
    n, won, law = (record.extras.get("difference"), record.extras.get("contest"), odds.extras["difference"])
    if not isinstance(n, int) or not n or won is None or not isinstance(law, Mapping):
        return None
    sign = 1 if won == odds.sides[0].name else -1
    return str(won), n, law_of({sign * int(value): float(chance) for value, chance in law.items()})


def _left(name: str) -> Any:
    """How many of its points or tokens the winner has left."""

    def left(record: Record, odds: Odds[Any]) -> Came | None:
        winner = record.outcome and record.outcome.winner
        for side, expected in zip(record.sides, odds.sides, strict=True):
            kept: Any = side[name]
            if side["name"] == winner:
                return str(winner), int(kept["now"]), getattr(expected, name)
        return None

    return left
