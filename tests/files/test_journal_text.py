"""Journals on disk: what is written is read again, and whatever is damaged or foreign is told as it is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.contract.books import TOY, WFRP, Case
from tests.contract.plays import Dice
from tests.contract.records import move, recorded
from tests.contract.toy import ToyBook, small, usual
from tests.files.toy_journals import BOOKS as TOYS
from tests.files.toy_journals import changed, in_tokens, played, written
from voevoda.export import as_json, as_markdown, as_short, explanation, record
from voevoda.files.journal_text import (
    DEPTH,
    DIGITS,
    FORMAT,
    LARGEST,
    Enclosed,
    Found,
    parse_journal,
    print_journal,
)
from voevoda.files.problems import BadFile, problem_text
from voevoda.play.errors import Diverged
from voevoda.play.journal import (
    Answered,
    Begun,
    Closed,
    Journal,
    Overridden,
    Saved,
    answered,
    begin,
    history,
    replay,
    verify,
)
from voevoda.play.questions import Ruled, ruled_as
from voevoda.play.seats import EVERYONE, Audience, Fact, Line, Seat, commander, only, player
from voevoda.rulebooks import BOOKS
from voevoda.rulebooks.wfrp.state import Field, Side, Terms, Unit

ALL = {**BOOKS, **TOYS}
RULES = ToyBook()

NAMES = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)
"""Colons, quotes, line breaks, emoji: what a journal keeps is not for it to judge."""


def read(content: str | bytes) -> Found:
    """The journal in a text."""
    return parse_journal(content.encode() if isinstance(content, str) else content, "battle.jsonl", ALL)


def refused(content: str | bytes) -> tuple[str, int | None]:
    """The key and the line of what is wrong; the sentence can be said in both languages."""
    with pytest.raises(BadFile) as bad:
        read(content)
    (problem,) = bad.value.problems
    assert all("battle.jsonl" in problem_text(lang, problem) for lang in ("ru", "en"))
    return problem.key, problem.line


# What is written is read again


@pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for case in (TOY, WFRP)])
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**9), moves=st.integers(0, 30), closed=st.booleans())
def test_a_journal_is_what_its_notation_says(case: Case, seed: int, moves: int, closed: bool) -> None:
    """Whatever was answered, taken back, corrected, ruled or set by hand; and it stands where it stood."""
    dice = Dice(seed)
    battle = recorded(case, case.states[seed % len(case.states)], f"seed {seed}")
    for _ in range(moves):
        move(battle, dice)
    journal = (*battle.journal, *([Closed(battle.seed)] if closed else []))
    text = print_journal(case.book, journal)

    found = read(text)

    assert journal == found.journal
    assert (len(text.encode()), 0) == (found.good, found.torn)
    assert found.current
    assert len(journal) == text.count("\n")
    assert battle.at == replay(case.book, found.journal, whole=True)


FACTS: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.fractions() | NAMES,
    lambda inner: (
        st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(NAMES | st.sampled_from(["fraction", "ruled"]), inner, max_size=4)
    ),
    max_leaves=12,
)
SEATS = st.builds(Seat, st.sampled_from(["table", "referee", "commander", "player"]), NAMES)
REPLIES = st.integers() | NAMES | st.lists(st.integers(1, 100) | NAMES, max_size=3).map(tuple)


@st.composite
def lines(draw: st.DrawFn) -> Line:
    """A note or an answer, for everyone or for some."""
    seen_by = draw(st.just(EVERYONE) | st.lists(SEATS, max_size=2).map(lambda seats: only(*seats)))
    facts = draw(st.dictionaries(NAMES, FACTS, max_size=4))
    if draw(st.booleans()):
        return Line(draw(NAMES), draw(NAMES), facts, seen_by)
    source = draw(st.sampled_from(["seed", "typed", "chosen"]))
    return Line(draw(NAMES), "T-1", facts, seen_by, draw(SEATS), draw(REPLIES), source)


@settings(max_examples=200, deadline=None)
@given(lines=st.lists(lines(), max_size=3), reason=NAMES, value=FACTS)
@example([Line("k", "c", {"fraction": {"fraction": Fraction(1, 3)}}, Audience(()))], "\\\n\u2028\x85", "1/3")
@example([Line("k", "c", {"fraction": ("1/3",)}, only(commander("a:b"), player('"')))], "\ufeff", {})
def test_every_fact_is_told_apart_again(lines: list[Line], reason: str, value: Fact) -> None:
    """Fractions from text that looks like them, mappings with any names, nobody from everybody."""
    journal: Journal = (
        Begun("toy", 1, small(), None),
        Overridden(0, usual(), "a.b", value, reason),
        Saved(0, 1, small(), tuple(lines)),
    )

    found = read(written(journal)).journal

    assert journal == found
    assert types(journal) == types(found)


def types(value: object) -> object:
    """The types of all parts: 1, True and Fraction(1) are equal."""
    if isinstance(value, Mapping):
        return {name: types(each) for name, each in value.items()}
    if isinstance(value, tuple):
        return [types(each) for each in value]
    if isinstance(value, Overridden | Saved | Line):
        return [types(getattr(value, name)) for name in value.__dataclass_fields__]
    return type(value)


@pytest.mark.parametrize(
    "name",
    ["Ёжъ-полк № 7 “Щит”", 'a:b "c"', "{n} | # *x*", "🐗🏳️‍🌈", "\\n", "Г\u0306", "commander:A"],
)
def test_names_are_kept_to_the_letter(name: str) -> None:
    """In states, places, audiences and lines."""
    terms = WFRP.small.terms
    sides = (Side(name, (Unit(name, 9),), characters=(name + "1", name + "2")), terms.sides[1])
    first = Field(Terms(name, sides, terms.influence), "muster", (0, 0), (0, 0))
    case = replace(WFRP, states=(first,), numbers=lambda _: (("rounds_left", 3),))
    battle = recorded(case, first, name)
    dice = Dice(name)
    for _ in range(12):
        if battle.at.open:
            move(battle, dice)

    assert battle.journal == read(print_journal(WFRP.book, battle.journal)).journal


def test_private_lines_stay_private() -> None:
    """The audience of each line comes back with it."""
    battle = recorded(TOY, usual(), "secrets")
    for _ in range(20):
        move(battle, Dice("secrets"))
    whole = [line.seen_by for _, line in history(battle.journal)]

    assert any(audience.seats for audience in whole)
    assert whole == [line.seen_by for _, line in history(read(written(battle.journal)).journal)]


def test_a_ruling_keeps_the_faces_that_were_named() -> None:
    """And an older one, that has none, is read as it was."""
    at, journal = begin(WFRP.book, WFRP.states[0], None)
    asked = at.asked()
    at, entries = answered(at, ruled_as(asked.question, [12], "it fell"), asked.place)
    text = print_journal(WFRP.book, (*journal, *entries))

    assert (*journal, *entries) == read(text).journal
    older = read(text.replace(', "said": [12]', "")).journal[-1]
    assert isinstance(older, Answered)
    assert isinstance(older.reply, Ruled)
    assert () == older.reply.said


# Checkpoints


def test_a_checkpoint_holds_only_what_differs_from_the_beginning() -> None:
    """And is a whole state again when it is read."""
    journal = played(6)
    first, *others = map(json.loads, written(journal).splitlines())
    checkpoints = [each["state"] for each in others if each["entry"] == "saved"]
    states = [entry.state for entry in journal if isinstance(entry, Saved)]

    assert len(states) > 1
    for state, written_ in zip(states, checkpoints, strict=True):
        whole = json.loads(RULES.print(state))
        assert {part: value for part, value in whole.items() if value != first["state"][part]} == written_
    assert states == [entry.state for entry in read(written(journal)).journal if isinstance(entry, Saved)]


def test_what_is_again_as_in_the_beginning_is_left_out() -> None:
    """A part that changed and changed back differs from nothing."""
    journal: Journal = (Begun("toy", 1, small(), None), Saved(0, 1, usual(), ()), Saved(1, 1, small(), ()))

    states = [json.loads(line)["state"] for line in written(journal).splitlines()]

    assert {} == states[2]
    assert journal == read(written(journal)).journal


# Versions


def test_a_newer_format_is_refused_whatever_else_is_new_in_it() -> None:
    """Its version is all that is sure of it."""
    assert ("journal.newer", 1) == refused(changed(played(1), 0, voevoda=FORMAT + 1))
    assert ("journal.newer", 1) == refused('{"voevoda": 7, "header": {}}\n...\n')


@pytest.mark.parametrize("fields", [{"revision": 2}, {"schema": 3}])
def test_newer_rules_are_refused(fields: dict[str, int]) -> None:
    """A newer program reads them; nothing is shown in hope."""
    assert ("journal.newer_rules", 1) == refused(changed(played(1), 0, **fields))


@pytest.mark.parametrize(
    ("name", "guess"), [("toi", "toy"), ("Toy", "toy"), ("chess", None), ("x" * 10**5, None), ("", None)]
)
def test_an_unknown_book_is_refused_with_what_was_meant(name: str, guess: str | None) -> None:
    """With the books there are."""
    with pytest.raises(BadFile) as bad:
        read(changed(played(1), 0, book=name))
    (problem,) = bad.value.problems

    assert "journal.book" == problem.key
    assert guess == problem.facts.get("guess")
    assert tuple(ALL) == problem.facts["options"]
    assert len(problem_text("en", problem)) < 200


def test_a_journal_of_older_rules_is_read_and_shown_by_its_lines() -> None:
    """No rule runs: the lines and states are those that were written."""
    old = read(changed(played(4), 0, revision=0))

    assert not old.current
    assert history(played(4)) == history(old.journal)
    with pytest.raises(Diverged):
        replay(RULES, old.journal, whole=True)


def test_an_older_notation_is_lifted() -> None:
    """A journal begun when tents were tokens: each state is lifted, those that differ from the first too."""
    journal = played(6)
    old = read(in_tokens(written(journal)))

    assert 1 == old.schema
    assert journal == old.journal
    assert replay(RULES, journal) == replay(RULES, old.journal, whole=True)


# What is no journal


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"", "journal.empty"),
        (b" \n\n", "journal.empty"),
        (b"dear diary\n", "journal.foreign"),
        (b"rulebook: toy\ntitle: Ambush\n", "journal.foreign"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "journal.foreign"),
        (b"\xff\xfe{\0\n\0", "journal.foreign"),
        (b"\0" * 5000 + b"\n", "journal.foreign"),
        (b"[1, 2]\n", "journal.foreign"),
        (b"17\n", "journal.foreign"),
        (b"{}\n", "journal.foreign"),
        (b"null\n", "journal.foreign"),
        (b'{"voevoda": 1}\n', "journal.foreign"),
        (b'{"voevoda": 1.5}\n', "journal.foreign"),
        (b'{"voevoda": true, "book": "toy"}\n', "journal.foreign"),
        (b'{"voevoda": 0, "book": "toy", "revision": 1, "schema": 2}\n', "journal.foreign"),
        (b'{"voevoda": 1, "book": ["toy"]}\n', "journal.foreign"),
        (b"[" * 10**6 + b"\n", "journal.foreign"),
        (b'{"a":' * 10**5 + b"\n", "journal.foreign"),
        (b'{"voevoda": ' + b"9" * 10**5 + b"}\n", "journal.foreign"),
        (b"x" * (LARGEST + 1), "journal.large"),
        (b"\n" * (LARGEST + 1), "journal.large"),
    ],
)
def test_what_is_no_journal_is_said_to_be_none(content: bytes, key: str) -> None:
    """Whatever it is."""
    assert key == refused(content)[0]


@pytest.mark.parametrize(
    "fields",
    [
        {"entry": "saved"},
        {"state": {}},
        {"state": []},
        {"state": "x"},
        {"commitment": 5},
        {"revision": "1"},
        {"revision": None},
        {"schema": 0},
        {"schema": True},
    ],
)
def test_a_first_line_that_does_not_begin_a_battle_is_foreign(fields: dict[str, object]) -> None:
    """One field is enough."""
    assert ("journal.foreign", 1) == refused(changed(played(1), 0, **fields))


# Damage in the middle


def nested(levels: int) -> str:
    """So many lists in each other, as JSON."""
    return "[" * levels + "]" * levels


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{",
        "[]",
        "nonsense",
        "\0\0\0",
        '{"entry": "begun"}',
        '{"entry": "sold"}',
        '{"entry": ["undone"]}',
        '{"entry": "closed"}',
        '{"entry": "closed", "seed": 5}',
        '{"entry": "closed", "seed": "\\ud800"}',
        '{"entry": "undone", "to": 0, "reason": ""}',
        '{"entry": "undone", "to": 99, "reason": ""}',
        '{"entry": "undone", "to": -1, "reason": ""}',
        '{"entry": "undone", "to": true, "reason": ""}',
        '{"entry": "undone", "to": 1.0, "reason": ""}',
        '{"entry": "undone", "to": NaN, "reason": ""}',
        '{"entry": "undone", "to": -Infinity, "reason": ""}',
        '{"entry": "undone", "to": ' + "9" * (DIGITS + 1) + ', "reason": ""}',
        '{"entry": "undone", "to": 1' + "0" * 5000 + ', "reason": ""}',
    ],
)
def test_a_damaged_line_in_the_middle_is_named(line: str) -> None:
    """What stands before it is good, but what comes after it cannot be trusted."""
    good = written(played(3)).splitlines()

    for at in (2, len(good) - 1):
        damaged = "".join(f"{each}\n" for each in (*good[:at], line, *good[at:]))
        assert ("journal.damaged", at + 1) == refused(damaged)


@pytest.mark.parametrize(
    "facts",
    [
        "[]",
        '{"a": ' + nested(DEPTH) + "}",
        '{"a": ' + nested(900) + "}",
        '{"a": ' + nested(100_000) + "}",
        '{"a": 1e5}',
        '{"a": {"fraction": "1/0"}}',
        '{"a": {"fraction": "1e999999999"}}',
        '{"a": {"fraction": "0.5"}}',
        '{"a": {"fraction": 5}}',
        '{"a": {"fraction": [1, 2]}}',
        '{"a": {"fraction": "1/' + "9" * (DIGITS + 1) + '"}}',
        '{"\\udc00": 1}',
    ],
)
def test_facts_that_no_rule_told_are_damage(facts: str) -> None:
    """They would break what shows them, or take for ever."""
    good = written(played(1)).splitlines()
    line = (
        '{"entry": "saved", "number": 0, "round": 0, "schema": 2, "state": {},'
        f' "lines": [{{"key": "k", "cite": "", "facts": {facts}}}]}}'
    )

    assert ("journal.damaged", 2) == refused("\n".join([good[0], line, good[1], ""]))


@pytest.mark.parametrize(
    "fields",
    [
        {"place": {"step": 0, "key": "k", "by": 5, "nth": 0}},
        {"place": []},
        {"reply": None},
        {"reply": {"ruled": "2", "reason": ""}},
        {"reply": {"faces": [2]}},
        {"reply": [True]},
        {"source": "the stars"},
        {"kept": None},
        {"mark": 5},
    ],
)
def test_an_answer_that_is_none_is_damage(fields: dict[str, object]) -> None:
    """Each field is of its kind."""
    assert ("journal.damaged", 2) == refused(changed(played(2), 1, **fields))


def test_many_small_checkpoints_of_a_large_state_are_too_large() -> None:
    """Each is a whole state in the memory, however short its line."""
    first = written(played(0)).splitlines()[0]
    line = '{"entry": "saved", "number": 0, "round": 0, "schema": 2, "state": {}, "lines": []}\n'
    least = LARGEST // (len(first) + len(line))

    assert least == len(read(first + "\n" + line * (least - 1)).journal)
    assert "journal.large" == refused(first + "\n" + line * (least + 2))[0]


# A battle as one file


def test_a_first_line_encloses_what_makes_one_file_a_whole_battle() -> None:
    """Title, scenario and seed come back as they were; the entries are the same as without."""
    journal = played(4)
    enclosed = Enclosed("Ёжъ-полк № 7 «Щит»", "title: «Щит»\n", "a seed")
    text = print_journal(ToyBook(), journal, enclosed)

    found = read(text)

    assert (journal, enclosed) == (found.journal, found.enclosed)
    assert text.partition("\n")[2] == written(journal).partition("\n")[2]
    assert Enclosed() == read(written(journal)).enclosed
    assert "a seed" not in repr(found)


@pytest.mark.parametrize("value", [1, None, ["text"], "a\0b"])
@pytest.mark.parametrize("name", ["title", "scenario", "seed"])
def test_what_is_enclosed_is_text(name: str, value: object) -> None:
    """Anything else is no journal of ours."""
    assert ("journal.foreign", 1) == refused(changed(played(2), 0, **{name: value}))


def test_a_scenario_does_not_count_again_with_every_checkpoint() -> None:
    """It is no part of a state, so a long one leaves the same room for the battle."""
    journal = played(99)
    without, enclosed = read(written(journal)), Enclosed(scenario="x" * 60_000)
    with_it = read(print_journal(ToyBook(), journal, enclosed))

    assert 60_000 < with_it.size - without.size < 60_100


def test_what_a_seat_has_seen_is_told_from_a_journal() -> None:
    """Whoever has only that is told whom to ask."""
    assert ("journal.seen", 1) == refused('{"entry": "seen", "voevoda": 1}\n')


# The end is missing


def test_a_torn_tail_is_never_taken_for_an_entry() -> None:
    """Cut at every byte: the entries that are whole are read, and not one more or less."""
    journal = played(4)
    content = written(journal).encode()
    first = content.index(b"\n") + 1

    for cut in range(first, len(content) + 1):
        found = read(content[:cut])
        whole = content[:cut].count(b"\n")
        good = content.rfind(b"\n", 0, cut) + 1
        assert (journal[:whole], good, cut - good) == (found.journal, found.good, found.torn)
    for cut in range(1, first):
        assert "journal.foreign" == refused(content[:cut])[0]


@pytest.mark.parametrize("tail", [b"\0" * 512, b"\xd0", b'{"entry": "undone", "to": 1}', b"{}\n", b"\0\0\n"])
def test_garbage_at_the_end_is_torn(tail: bytes) -> None:
    """Also when a line break is part of it."""
    journal = played(4)
    content = written(journal).encode()

    found = read(content + tail)

    assert (journal, len(content), len(tail)) == (found.journal, found.good, found.torn)


def test_lines_may_end_as_on_windows() -> None:
    """An editor may have saved it so."""
    content = written(played(4)).replace("\n", "\r\n").encode()

    found = read(content)

    assert (played(4), len(content)) == (found.journal, found.good)


# Forged


OTHERS: tuple[Any, ...] = (
    *(None, True, 0, 1, -1, 3, 100, 10**30),
    *("", "x", "2/3", "1/0", "commander:A", "wfrp.effect"),
    *([], [1], {}, {"a": 1}, {"fraction": "1/3"}, {"ruled": 0, "reason": "q"}),
)


def put(value: Any, dice: Dice) -> Any:
    """The JSON with something else somewhere in it."""
    if isinstance(value, dict | list) and value and dice.below(8):
        places = list(value) if isinstance(value, dict) else list(range(len(value)))
        at = places[dice.below(len(places))]
        changed = value.copy()
        changed[at] = put(value[at], dice)
        return changed
    return OTHERS[dice.below(len(OTHERS))]


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 10**9), moves=st.integers(1, 12))
def test_a_forged_journal_is_refused_diverges_or_can_be_shown(seed: int, moves: int) -> None:
    """Something else somewhere in one line, and nobody ever sees a failure of the program."""
    dice = Dice(seed)
    battle = recorded(WFRP, WFRP.states[seed % len(WFRP.states)], "seed")
    for _ in range(moves):
        move(battle, dice)
    lines = print_journal(WFRP.book, battle.journal).splitlines()
    at = dice.below(len(lines))
    lines[at] = json.dumps(put(json.loads(lines[at]), dice))
    with suppress(BadFile, Diverged):
        found = read("".join(f"{line}\n" for line in lines))
        assert verify(found.book.rules, found.journal)
        if found.current:
            told = record(found.book, found.journal, replay(found.book.rules, found.journal, whole=True))
            assert json.dumps(as_json(told, "ru"))
            assert as_markdown(told, "ru")
            assert as_short(told, "en")
            assert all(explanation(told, n, "en") for n in range(1, len(told.log) + 1))
