"""The result in a few lines, and why a line is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.export.battles import BOOK, example, fought, scene
from voevoda import i18n
from voevoda.export import Record, as_short, explanation, line_text, record
from voevoda.export.sheets import sheets_of
from voevoda.export.short import notes_of, result_text
from voevoda.i18n import LANGUAGES, Language, text
from voevoda.play.journal import Begun, Saved, answered, begin
from voevoda.play.seats import EVERYONE, REFEREE, Line
from voevoda.rulebooks import BOOKS

SHORT = """\
Ambush in the tunnels
Won by Greenskins after 4 rounds: one side is out of action.
Ironbreakers: power points 6 of 30
Greenskins: power points 35 of 41
Round 2. The referee set 35 instead of 41 (Greenskins, power points): “the archers have fled”.
Round 2: the referee ruled a roll of Greenskins: it fell off the table, and the dog has it
Seed: by-hand
Announced before the first roll: sha256:6002275552e41493d5190725b33a048a13be7fd2073a98cb52721b1a7034c5a6
"""


def test_the_short_form() -> None:
    """Title, result, a line a side, the referee's hand, the seed."""
    assert SHORT == as_short(scene("by-hand"), "en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_short_form_is_short(lang: Language) -> None:
    """A handful of lines, each with something on it."""
    for name in ("characters", "own-table", "stopped"):
        lines = as_short(scene(name), lang).split("\n")

        assert "" == lines.pop()
        assert 6 == len(lines)
        assert all(lines)


@pytest.mark.parametrize(
    ("winner", "ending", "rounds", "result"),
    [
        ("A", "out-of-action", 1, "Победа: A, после 1 раунда; одна из сторон выведена из строя."),
        ("A", "out-of-action", 3, "Победа: A, после 3 раундов; одна из сторон выведена из строя."),
    ],
)
def test_results(winner: str, ending: str, rounds: int, result: str) -> None:
    """The noun goes with the number."""
    told = scene("by-hand")
    assert told.outcome is not None
    lines = tuple((rounds, line) for _, line in told.log)
    changed = replace(told, outcome=told.outcome._replace(winner=winner, ending=ending), log=lines)

    assert result == result_text(changed, "ru")


def test_a_battle_under_way_is_undecided() -> None:
    """After the rounds that were begun."""
    at, journal = begin(BOOK.rules, example("tunnels").state, None)
    told = record(BOOK, journal, at)

    assert "Undecided after 0 rounds." == result_text(told, "en")
    at, entries = answered(at, 47)
    assert "Undecided after 0 rounds." == result_text(record(BOOK, (*journal, *entries), at), "en")
    at, more = answered(at, 30)
    assert "Undecided after 1 round." == result_text(record(BOOK, (*journal, *entries, *more), at), "en")


# Explained


def explained(told: Record, n: int) -> dict[str, str]:
    """An explanation by its English headings."""
    return dict(explanation(told, n, "en"))


def test_a_roll_is_explained() -> None:
    """What was asked and answered, how it came, and the clause with its marks."""
    told = fought(example("tunnels").state, "a", 47, 30, 27)
    (n,) = [n for n, (_, line) in enumerate(told.log, 1) if line.reply == (47,)]

    why = explained(told, n)

    assert ["In the log", "Asked", "Answered", "Source", "Arithmetic", "Round", "Clause"] == list(why)
    assert line_text("en", told.log[n - 1][1]) == why["In the log"]
    assert ("47", "typed in", "1") == (why["Answered"], why["Source"], why["Round"])
    assert why["Clause"].startswith("W-3.1 (from the book). ")


def test_a_ruling_and_a_draw_are_explained() -> None:
    """By the reason, and by whom it drew."""
    told = scene("by-hand")
    (ruled,) = [n for n, (_, line) in enumerate(told.log, 1) if line.source == "ruled"]
    drawn = [n for n, (_, line) in enumerate(told.log, 1) if line.key == "wfrp.influence.whom"]

    why = explained(told, ruled)
    assert "ruled by the referee: it fell off the table, and the dog has it" == why["Answered"]
    assert "ruled by the referee" == why["Source"]
    assert explained(told, drawn[0])["Answered"] in {"Grishnak", "Snagga"}


def test_a_house_value_says_that_it_is_ours() -> None:
    """And nothing else does; a note was not asked."""
    told = scene("by-hand")
    for n, (_, line) in enumerate(told.log, 1):
        why = explained(told, n)
        assert ("House" in why) == (told.house_of(line) is not None)
        assert bool(line.source) == ("Answered" in why) == ("Asked" in why)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["by-hand", "own-table", "stopped", "characters"])
def test_every_line_is_explained_in_both_languages(lang: Language, name: str) -> None:
    """Every heading and every text is there."""
    told = scene(name)

    for n in range(1, len(told.log) + 1):
        assert all(heading and words for heading, words in explanation(told, n, lang))
    for n in (0, -1, len(told.log) + 1):
        with pytest.raises(IndexError):
            explanation(told, n, lang)


def test_what_older_rules_said_is_shown_as_bare_facts() -> None:
    """A message that is forgotten, or whose facts were others, and a clause that is gone."""
    state = example("tunnels").state
    lines = (Line("wfrp.gone", "W-99", {"a": 1}), Line("wfrp.round.points", "W-3.8", {"b": "two\nlines"}))
    journal = (Begun("wfrp", 0, state, None), Saved(0, 1, state, lines))
    told = record(BOOKS["wfrp"], journal, begin(BOOK.rules, state, None)[0])
    told = replace(told, log=told.log[:2])

    assert ['wfrp.gone {"a":1}', 'wfrp.round.points {"b":"two\\nlines"}'] == [
        line_text("en", line) for _, line in told.log
    ]
    assert {"In the log", "Round"} == set(explained(told, 1))


def test_what_befell_a_character_is_told_a_round_at_a_time() -> None:
    """With all wounds counted, and the penalty of the last round only in the status."""
    state = example("tunnels").state
    snagga = Line("wfrp.effect", "W-4", {"side": "Greenskins", "who": "Snagga", "wounds": 2}, EVERYONE)
    shaken = replace(snagga, facts={**snagga.facts, "wounds": 1, "penalty": -10})
    rolled = replace(snagga, key="wfrp.round.test", facts={}, source="typed")
    log = ((1, rolled), (1, snagga), (1, shaken), (2, rolled), (2, shaken))
    (side,) = BOOK.sides(state, log, REFEREE)[1:]

    told = "round 1: 2 wounds, 1 wound, −10 to all tests; round 2: 1 wound, −10 to all tests"
    assert ("Snagga", "4", told) == sheets_of("wfrp", side, "en")[1].rows[1]
    assert ("Snagga", "4", "−10") == sheets_of("wfrp", side, "en", "status")[1].rows[1]
    (_, twice) = BOOK.sides(state, (*log, (2, shaken)), REFEREE)
    assert "−20" == sheets_of("wfrp", twice, "en", "status")[1].rows[1][2]


def test_a_reading_that_mattered_is_told_with_the_option_used() -> None:
    """And what that means."""
    told = fought(example("tunnels").state, "a", 47, 30, 27)

    (note,) = [each for each in notes_of(told, "en") if "mattered" in each]
    assert note.endswith("Here: +5 for each level of difference.")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("book", BOOKS)
def test_no_sentence_of_the_table_names_a_reading_by_its_id(book: str, lang: Language) -> None:
    """What is asked and answered is said in words; ids stand in battle files and beside their clauses."""
    ids = {each.id for each in BOOKS[book].readings} | {"reading"}
    for key, words in said(book, lang):
        named = re.findall(r"(?:[Rr]eading|[Тт]рактовк\w+)s? [«“]?\{?(\w+)", words)
        assert not ids & set(named), key


def said(book: str, lang: Language) -> Iterator[tuple[str, str]]:
    """Every text of a book but the explanations of the fields of its files."""
    messages = Path(i18n.__file__).parent / "messages" / lang
    for page in (book, "report"):
        for found in re.finditer(
            r'msgid "(.+)"\n((?:msg.+\n)+)', (messages / f"{page}.po").read_text("utf-8")
        ):
            if not found[1].startswith((f"{book}.field.", f"{book}.warning.")):
                yield found[1], found[2]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_unit_without_factors_is_no_product(lang: Language) -> None:
    """Its points are as many as its men."""
    facts = {"side": "Band", "unit": "Hunters", "count": 12, "points": 12}
    plain, product = (text(lang, "wfrp.unit.points", {**facts, **more}) for more in ({}, {"size": 2}))

    assert "=" not in plain
    assert "12 × 2" in product


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "a roll of the table: why"), ("ru", "итог броска, стол: why")]
)
def test_a_ruled_roll_that_is_nobodys_is_the_tables(lang: Language, told: str) -> None:
    """Such as that of wounds, which no seat makes."""
    facts = {"round": 1, "seat": "", "reason": "why"}
    assert text(lang, "report.ruling", facts).endswith(told)
    assert text(lang, "report.day.ruling", facts).endswith(told)
