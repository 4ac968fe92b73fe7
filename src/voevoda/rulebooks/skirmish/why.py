"""The arithmetic behind a roll, for who asks why; from the facts of its line, which old journals have too."""

from __future__ import annotations

from collections.abc import Iterator

from voevoda.play.seats import Facts, Line

TESTS = frozenset({"skirmish.out.test", "skirmish.wound.test", "skirmish.surrender.test"})


def why(line: Line) -> tuple[tuple[str, Facts], ...]:
    """How a number came about, as messages in order; nothing where the line has said it all."""
    return tuple(_why(line.key, line.facts))


def _why(key: str, facts: Facts) -> Iterator[tuple[str, Facts]]:
    match key:
        case "skirmish.winner.contest":
            yield "skirmish.why.score", _only(facts, "capability", "tactics", "leader", "plus")
        case "skirmish.out.test" | "skirmish.wound.test":
            yield "skirmish.why.own", _only(facts, "defence", "more", "own")
            yield "skirmish.why.enemy", _only(facts, "damage", "fewer", "enemy")
        case "skirmish.surrender.test":
            of = "leader" if "leader" in facts else "mean"
            yield f"skirmish.why.composure.{of}", _only(facts, "own", "of", "leader", "enemy")
        case "skirmish.wound.state" | "skirmish.wound.kept" if "roll" in facts:
            yield f"skirmish.why.wound.{_compared(facts)}", _only(facts, "roll", "was", "state")
    if "style" in facts:
        yield "skirmish.why.style", _only(facts, "style")
    if key in TESTS and "total" in facts:
        total, enemy = facts["total"], facts["enemy_total"]
        result = "equal" if total == enemy else facts["result"]
        yield f"skirmish.why.{result}", {"total": total, "enemy": enemy}


def _only(facts: Facts, *names: str) -> Facts:
    return {name: facts[name] for name in names if name in facts}


def _compared(facts: Facts) -> str:
    """How the State that was stands to the roll (C-5)."""
    was, roll = facts["was"], facts["roll"]
    assert isinstance(was, int)
    assert isinstance(roll, int)
    return "equal" if was == roll else "lower" if was < roll else "higher"
