"""Reports of single days: no rounds are spoken of, and every heading and cell is in the person's language."""

from __future__ import annotations

import re
from importlib.resources import as_file, files
from typing import Any

import pytest

from voevoda.export import Record, as_json, as_markdown, as_short, record
from voevoda.export.odds import odds_markdown
from voevoda.files import read_battle
from voevoda.i18n import LANGUAGES, Language
from voevoda.play.journal import answered, begin, override, thrown
from voevoda.play.questions import Choose

EXAMPLES = files("voevoda.rulebooks") / "gurps" / "data" / "examples"
NAMES = ("ford", "modern", "omens", "patrol", "walls")
WORDS = re.compile(
    r"\bgurps\.|\bNone\b|\bTrue\b|\bFalse\b|\{\w*\}|may-rise|may-fall|last-stand|one-hit|two-hits"
)


def battle(name: str) -> Any:
    """An example's battle."""
    with as_file(EXAMPLES / f"{name}.yaml") as path:
        return read_battle(path)


def fought(name: str, seed: str, *, steps: int = 10_000) -> Record:
    """The record of an example thrown from a seed, the first option chosen."""
    book, state = battle(name).book, battle(name).state
    at, journal = begin(book.rules, state, seed)
    for _ in range(steps):
        if not at.open:
            break
        asked = at.asked()
        chosen = isinstance(asked.question, Choose)
        reply = asked.question.among[0][0] if isinstance(asked.question, Choose) else thrown(asked, seed)
        at, entries = answered(at, reply, asked.place, "chosen" if chosen else "seed")
        journal = (*journal, *entries)
    return record(book, journal, at)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_day_is_reported_in_words(name: str, lang: Language) -> None:
    """From its middle and from its end, whatever the dice brought."""
    for seed in range(6):
        for steps in (5, 10_000):
            told = fought(name, str(seed), steps=steps)
            for text in (as_markdown(told, lang), as_short(told, lang)):
                assert [] == WORDS.findall(text)
                assert [] == re.findall(r"\b[Rr]ound \d|Раунд \d|after \d+ rounds", text)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_the_odds_of_a_day_are_told_in_words(name: str, lang: Language) -> None:
    """Chances in per cent, expected losses with their range."""
    found = battle(name)
    text = odds_markdown(found, found.book.odds(found.state), lang)

    assert [] == WORDS.findall(text)
    assert "%" in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_result_stands_beside_the_sides(lang: Language) -> None:
    """Difference, table, tomorrow and ledger: in JSON by name, in Markdown by heading."""
    told = fought("ford", "x")
    found = as_json(told, lang)

    assert {"difference", "table", "next_day", "ledger"} <= found.keys()
    for heading in {"en": ("The campaign's ledger", "Difference"), "ru": ("Записи кампании", "Разность")}[
        lang
    ]:
        assert heading in as_markdown(told, lang)


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "The referee set +2 instead of 0 (Raiders, plan): “a fire”."),
        ("ru", "Ведущий поставил +2 вместо 0 (Raiders, план боя): «a fire»."),
    ],
)
def test_a_number_set_by_hand_is_told_without_a_round(lang: Language, told: str) -> None:
    """A day has none."""
    found = battle("patrol")
    _, journal = begin(found.book.rules, found.state, "x")
    at, journal = override(found.book.rules, journal, "sides.Raiders.plan", 2, "a fire")

    text = as_short(record(found.book, journal, at), lang)

    assert told in text.replace("\N{NO-BREAK SPACE}", " ").splitlines()
    assert [] == re.findall(r"[Rr]ound|[Рр]аунд", text)
