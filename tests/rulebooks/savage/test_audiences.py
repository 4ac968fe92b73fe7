"""Who sees what: the list written by hand, what plays reach, and what the code names; each with its texts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import voevoda
from tests.contract.books import SAVAGE as CASE
from tests.contract.plays import random_play
from tests.rulebooks.savage.armies import SAVAGE, battle, hero, leader, middle
from voevoda.export import line_text
from voevoda.i18n import LANGUAGES, Language, has_text, text
from voevoda.i18n.catalogues import catalogue
from voevoda.play.position import Position
from voevoda.play.questions import Question
from voevoda.play.seats import EVERYONE, Line, commander, only
from voevoda.rulebooks.savage.book import BOOK
from voevoda.rulebooks.savage.clauses import CLAUSES, READINGS
from voevoda.rulebooks.savage.state import Battle

HERE = Path(__file__).parent
CODE = Path(voevoda.__file__).parent / "rulebooks" / "savage"
STRONG = "skills: {fighting: d12+20, stealth: d12+20, intimidation: d12+20}"
CROWD = f"characters: [{', '.join(f'{{name: {name}, {STRONG}, toughness: 5}}' for name in 'ABCDEF')}]"


def golden() -> dict[tuple[str, str], str]:
    """The audience of each key, by its kind."""
    lines = (HERE / "audiences.txt").read_text("utf-8").splitlines()
    return {(kind, key): seen for kind, key, seen in (line.split() for line in lines if line[:1] in "?!")}


def states() -> Iterator[tuple[Battle, int]]:
    """Battles that come upon everything there is, and how often to play each."""
    yield from ((state, 30) for state in CASE.states)
    yield battle(more="cards: false\nreadings: {no_skill: deputy}"), 5
    unskilled = "commander: {name: X, deputy: d6, wild_card: false}"
    yield battle(unskilled, f"commander: {{name: Y}}\n{CROWD}", "readings: {no_skill: deputy}"), 15
    yield battle("commander: {name: X}", CROWD, "readings: {battle_roll: opposed}"), 15
    yield battle(CROWD, hero("Mila"), "cards: false"), 15
    for shown in (("J1", "J2"), ("2C", "AS"), ("", "AS"), ("KH", "3S"), ("JS", "QS")):
        yield middle(battle(), "clash", ("", ""), shown), 1
    reading = "readings: {empty_hand_reversal: off, decks: own, new_cards_first_round: yes}"
    yield middle(battle(more=reading), "clash", ("", ""), ("", "AS")), 3
    every = leader("perceptive", "resourceful", "calculating", "caring", "pushing")
    yield middle(battle(every, every), "clash", ("2D 3D 4D 5D", "2S 3S 4S 5S"), ("9C", "KD")), 20
    yield middle(battle(hero("Mila", "stealth: d12+20")), "characters", ("2C", "")), 40
    yield middle(battle(), "lay", ("2C", "3C"), scouts=(True, False)), 1
    yield middle(battle(), "lay", ("", "3C 4C"), scouts=(False, True)), 1
    yield middle(battle(), "lay", ("2C", "3C 4C"), scouts=(True, True)), 1
    yield middle(battle(), "morale", tokens=(2, 2), lost=(True, True), forced=(True, True)), 8
    full = [f"{rank}{suit}" for suit in "CDHS" for rank in (*range(2, 11), *"JQKA")]
    yield middle(battle(), "cards", (" ".join(full[:27]), " ".join(full[27:]))), 12


@cache
def plays() -> tuple[tuple[tuple[Question[Any], ...], tuple[Line, ...]], ...]:
    """What each play asked, and its log."""
    found = []
    for number, (state, times) in enumerate(states()):
        for seed in range(times):
            asked, lines = [], list[Line]()
            for at in random_play(CASE, state, f"{number} {seed}"):
                asked += [each.question for each in at.open]
                lines += [line for passed in at.passed for line in passed.lines]
            found.append((tuple(asked), tuple(lines)))
    return tuple(found)


def lines() -> Iterator[Line]:
    """Every line of every play."""
    return (line for _, log in plays() for line in log)


def test_plays_reach_exactly_what_the_list_says() -> None:
    """Nothing new, nothing lost."""
    assert sorted(golden()) == sorted({("?" if line.source else "!", line.key) for line in lines()})


def test_every_line_has_the_audience_of_the_list() -> None:
    """Nothing for other eyes: of what is one side's own, its commander alone."""
    seen = golden()
    wrong = {
        (line.key, str(line.seen_by))
        for line in lines()
        if line.seen_by
        != (
            EVERYONE
            if seen["?" if line.source else "!", line.key] == "everyone"
            else only(commander(str(line.facts["side"])))
        )
    }

    assert set() == wrong


def test_the_code_names_no_other_key() -> None:
    """A key that no play reached would stand in neither."""
    others = {"book", "report", "setup", "referee", "why", "robot"}
    named = {
        str(node.value)
        for path in CODE.glob("*.py")
        if path.stem not in others
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and re.fullmatch(r"savage(\.[a-z_]+)+", str(node.value))
    }

    named = {key for key in named if ".illegal." not in key and ".brings." not in key}
    assert sorted(key for _, key in golden()) == sorted(named)


def test_every_line_cites_a_clause() -> None:
    """One that the book lists."""
    assert set() == {line.cite for line in lines()} - {clause.id for clause in CLAUSES}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_line_of_many_plays_is_a_sentence(lang: Language) -> None:
    """No word of the rules is left as it stands in the code, and nothing is missing."""
    said = {line_text(lang, line) for line in lines()}
    bare = re.compile(r"savage\.|[{}]|\b(None|True|False|none|true|false|\d+[CDHS]|[JQKA][CDHS]|J[12])\b")

    assert len(said) > 1000
    assert [] == [words for words in said if bare.search(words)]
    assert [] == [words for words in said if words.endswith((":", ",", ": ", ", "))]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_question_is_put_in_words_before_it_is_answered_and_after(lang: Language) -> None:
    """From what it is about and its dice; in an explanation from its line alone."""
    before = {
        text(lang, f"{question.key}.ask", {**question.about, **question.prompt()})
        for asked, _ in plays()
        for question in asked
    }
    after = {text(lang, f"{line.key}.ask", line.facts) for line in lines() if line.source}

    assert [] == [words for words in before | after if re.search(r"[{}]|savage\.|, $|: $|\bNone\b", words)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_has_a_name(lang: Language) -> None:
    """And an arithmetic may be asked of every line."""
    for asked, log in plays():
        for question in asked:
            options = question.prompt().get("options", ())
            assert isinstance(options, tuple)
            if options:
                assert all(text(lang, f"{question.key}.option", {"option": each}) for each in options)
        assert all(text(lang, term.key, term.facts) for line in log for term in BOOK.why(line))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_clauses_readings_warnings_and_refusals_have_their_texts(lang: Language) -> None:
    """As the commands show them, and no refusal is written that nothing raises."""
    keys = [f"savage.clause.{clause.id}" for clause in CLAUSES]
    keys += [f"savage.reading.{reading.id}" for reading in READINGS]
    keys += [f"savage.reading.{each.id}.{option}" for each in READINGS for option in each.options]
    found = set(
        re.findall(r"savage\.(?:error|illegal)\.\w+", "".join(p.read_text() for p in CODE.glob("*.py")))
    )
    written = {key for key in catalogue(lang, "savage") if re.fullmatch(r"savage\.(error|illegal)\.\w+", key)}

    assert [] == [key for key in keys if not has_text(lang, key)]
    assert found == written
    idle = battle(
        f"{leader('caring', more=', deputy: d6')}", "commander: {name: X, deputy: d4}", "cards: false"
    )
    told = [text(lang, note.key, note.facts) for note in BOOK.warnings(idle)]
    assert ["Ash", "Ash", "Birch"] == [words.partition(":")[0] for words in told]


def test_a_battle_without_idle_fields_is_warned_of_nothing() -> None:
    """Only what stands in the file and does nothing is told."""
    assert () == BOOK.warnings(battle(leader("caring")))
    assert Position.at(SAVAGE, battle()).open
