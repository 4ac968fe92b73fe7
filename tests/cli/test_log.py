"""The log on the terminal: what it asks the rulebook for."""

from __future__ import annotations

from importlib.resources import as_file, files

from voevoda.cli.log import ends_of_rounds
from voevoda.export import record
from voevoda.files import read_battle
from voevoda.play.journal import Saved, answered, begin, thrown
from voevoda.play.questions import Choose


def ends(rulebook: str, example: str, finished: int) -> tuple[int, dict[int, object]]:
    """How many steps were finished in an example thrown from a seed, and the ends of its first rounds."""
    with as_file(files("voevoda.rulebooks") / rulebook / "data" / "examples" / example) as path:
        found = read_battle(path)
    at, journal = begin(found.book.rules, found.state, "x")
    while at.open:
        asked = at.asked()
        reply = asked.question.among[0][0] if isinstance(asked.question, Choose) else thrown(asked, "x")
        at, entries = answered(at, reply, asked.place, "seed")
        journal = (*journal, *entries)
    steps = sum(isinstance(entry, Saved) for entry in journal)
    return steps, dict(ends_of_rounds(record(found.book, journal, at), journal, finished))


def test_a_day_without_rounds_tells_no_ends_of_rounds() -> None:
    """It has steps enough, and after none of them is the book asked how the sides stand."""
    steps, found = ends("gurps", "ford.yaml", finished=5)

    assert steps > 5
    assert {} == found


def test_the_ends_of_finished_rounds_are_told() -> None:
    """Those that are over, and no other."""
    _, found = ends("wfrp", "ridge.yaml", finished=2)

    assert {1, 2} == set(found)
