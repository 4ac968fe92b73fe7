"""Golden journals: battles that were played once are still what they were, or the revision has risen.

``scripts/journals.py`` records those of a new revision or scene; what is there is never written anew.
"""

from __future__ import annotations

import json
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from voevoda.export import Record, as_json, as_markdown, as_short, explanation, line_text, record
from voevoda.files.journal_text import Found, parse_journal, print_journal
from voevoda.files.journals import read_journal
from voevoda.i18n import LANGUAGES, Language
from voevoda.play.errors import Diverged
from voevoda.play.journal import Answered, Overridden, Saved, Undone, history, replay, standing, verify
from voevoda.play.position import Outcome
from voevoda.play.questions import Ruled
from voevoda.rulebooks import BOOKS
from voevoda.rulebooks.wfrp.rules import Wfrp
from voevoda.rulebooks.wfrp.state import Field

HERE = Path(__file__).parent
SCRIPTS: dict[str, Any] = runpy.run_path(str(HERE.parents[1] / "scripts" / "journals.py"))
GOLDEN = sorted(HERE.glob("*/r*/*.jsonl"))
CURRENT = [path for path in GOLDEN if path.parent.name == f"r{BOOKS[path.parts[-3]].rules.revision}"]


def named(paths: list[Path]) -> list[Any]:
    """The journals as cases of a test."""
    return [pytest.param(path, id="/".join(path.parts[-3:])) for path in paths]


def recorded(path: Path) -> Record:
    """The record of a journal, replayed whole."""
    found = read_journal(path)
    return record(found.book, found.journal, replay(found.book.rules, found.journal, whole=True))


@pytest.mark.parametrize("path", named(GOLDEN))
def test_a_journal_of_any_revision_is_read_and_its_lines_have_texts(path: Path) -> None:
    """In both languages, by today's catalogues: no line is shown as bare facts."""
    found = read_journal(path)

    assert 0 == found.torn
    assert f"r{found.begun.revision}" == path.parent.name
    for lang in LANGUAGES:
        for _, line in history(found.journal):
            assert not line_text(lang, line).startswith(f"{line.key} {{")


@pytest.mark.parametrize("path", named(CURRENT))
def test_a_journal_of_the_current_revision_replays_whole(path: Path) -> None:
    """Every question, checkpoint and line is what today's rules make of the replies; the dice are honest."""
    found = read_journal(path)

    at = replay(found.book.rules, found.journal, whole=True)

    assert at == replay(found.book.rules, found.journal)
    assert () == at.passed
    assert at.outcome is not None
    assert verify(found.book.rules, found.journal).good
    assert path.read_text("utf-8") == print_journal(found.book.rules, found.journal)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", named(CURRENT))
def test_a_journal_can_be_reported_and_every_line_explained(path: Path, lang: Language) -> None:
    """In every form."""
    told = recorded(path)

    assert json.loads(json.dumps(as_json(told, lang), allow_nan=False))
    assert as_markdown(told, lang)
    assert as_short(told, lang)
    assert all(explanation(told, n, lang) for n in range(1, len(told.log) + 1))


@pytest.mark.parametrize("book", BOOKS)
def test_every_book_has_its_scenes_by_its_current_revision(book: str) -> None:
    """None is missing, and none of them has a file that no scene makes."""
    scenes = sorted(SCRIPTS["SCENES"][book])

    assert scenes
    assert scenes == sorted(path.stem for path in CURRENT if path.parts[-3] == book)


def scene(name: str) -> Found:
    """A journal of wfrp."""
    return read_journal(HERE / "wfrp" / f"r{BOOKS['wfrp'].rules.revision}" / f"{name}.jsonl")


def test_among_them_is_everything_that_a_journal_can_hold() -> None:
    """Undone, corrected, kept, ruled, set by hand; stopped by agreement; another table."""
    journal = scene("by-hand").journal
    replies = [entry for entry in journal if isinstance(entry, Answered)]

    assert {"seed", "typed", "ruled"} == {entry.source for entry in replies}
    assert any(isinstance(entry.reply, Ruled) for entry in replies)
    assert any(entry.kept is not None for entry in replies)
    assert 2 == sum(isinstance(entry, Undone) for entry in journal)
    assert 1 == sum(isinstance(entry, Overridden) for entry in journal)
    stopped = scene("stopped")
    assert Outcome(None, "stopped") == replay(stopped.book.rules, stopped.journal).outcome
    replaced = scene("own-table")
    assert ("influence",) == replaced.book.replaced(replaced.begun.state)
    assert any(line.key == "wfrp.effect" for _, line in history(scene("characters").journal))


# A change of behaviour under the same revision is seen


class Timid(Wfrp):
    """The rules changed by somebody who forgot the revision: nobody fights."""

    def finished(self, state: Field, /) -> Outcome | None:
        """Over as soon as the points have been counted."""
        return Outcome(None, "stopped") if state.phase == "round" else None


@pytest.mark.parametrize("path", named([path for path in CURRENT if path.parts[-3] == "wfrp"]))
def test_changed_rules_under_the_same_revision_diverge(path: Path) -> None:
    """So that this very suite would fail."""
    with pytest.raises(Diverged):
        replay(Timid(), read_journal(path).journal, whole=True)


def altered(journal: str) -> Iterator[tuple[int, str]]:
    """The journal with one thing changed in one checkpoint, and that checkpoint's place."""
    lines = journal.splitlines()
    for seq, line in enumerate(lines):
        entry = json.loads(line)
        if entry["entry"] != "saved":
            continue
        less = [now - 1 for now in entry["state"]["now"]]
        for change in (
            {"state": {**entry["state"], "now": less}},
            {"round": entry["round"] + 1},
            {"number": entry["number"] + 1},
            {"lines": entry["lines"][1:]},
            {"lines": [{**entry["lines"][0], "cite": "W-9"}, *entry["lines"][1:]]},
            {"lines": [{**entry["lines"][0], "seen_by": ["referee"]}, *entry["lines"][1:]]},
        ):
            yield seq, "\n".join([*lines[:seq], json.dumps({**entry, **change}), *lines[seq + 1 :], ""])


@pytest.mark.parametrize("name", ["characters", "by-hand", "stopped", "own-table"])
def test_an_altered_checkpoint_diverges(name: str) -> None:
    """At that very entry, if it still stands."""
    found = scene(name)
    stands = [seq for seq, entry in standing(found.journal) if isinstance(entry, Saved)]
    text = Path(found.file).read_text("utf-8")
    met = set[int]()

    for seq, changed in altered(text):
        if seq in stands:
            with pytest.raises(Diverged) as diverged:
                replay(found.book.rules, parse_journal(changed.encode(), "changed").journal, whole=True)
            assert seq == diverged.value.seq
            met.add(seq)

    assert sorted(met) == stands
