"""Odds and comparisons as JSON and in words: the shapes are a contract."""

from __future__ import annotations

import json
from types import NoneType
from typing import Any

import pytest

from tests.export.battles import example
from tests.export.test_fight_json import misfits
from voevoda.export.odds import (
    Column,
    compare_json,
    compare_sheet,
    compare_short,
    endings_of,
    house_of,
    law_text,
    notes_of_odds,
    odds_json,
    odds_short,
    shares_of,
    side_laws,
    side_sheets,
    worth_sheet,
)
from voevoda.files.battle import Battle
from voevoda.i18n import LANGUAGES, Language, text
from voevoda.odds import Odds
from voevoda.rulebooks import BOOKS
from voevoda.study import odds_of, worth_of_each

LAW: dict[str, Any] = {"mean": float, "p5": int, "p50": int, "p95": int, "law": dict}

ODDS: dict[str, Any] = {
    "rulebook": str,
    "title": str,
    "method": str,
    "samples": (int, NoneType),
    "seed": (str, NoneType),
    "policy": (str, NoneType),
    "missing": float,
    "win": {"Ironbreakers": float, "Greenskins": float},
    "no_winner": float,
    "error": NoneType,
    "endings": {"out-of-action": float, "mutual-ruin": float, "stopped": float},
    "rounds": LAW,
    "sides": [
        {
            "name": str,
            "points": LAW,
            "units": [{"name": str, "start": int, "left_mean": float}],
            "characters": [
                {
                    "name": str,
                    "wounds": float,
                    "lose_advantage": float,
                    "lose_all_advantage": float,
                    "fear": float,
                    "penalty": float,
                }
            ],
        }
    ],
    "house": [str],
    "replaced": [str],
    "overrides": list,
}
"""Every field of the odds of the tunnels, and what it holds."""

ERROR = {"win": {"Ironbreakers": float, "Greenskins": float}, "no_winner": float}

WORTH: dict[str, Any] = {
    "path": str,
    "value": (str, bool, int, float),
    "side": str,
    "worth": float,
    "win": {"Ironbreakers": float, "Greenskins": float},
    "no_winner": float,
    "method": str,
}

HUGE = ("sides.1.units.Choppas.count", "6000"), ("sides.0.units.0.count", "2000")
"""Too large to be exact."""


def through_text(value: Any) -> Any:
    """What somebody else reads."""
    return json.loads(json.dumps(value, ensure_ascii=False, allow_nan=False))


@pytest.fixture(scope="module")
def exact() -> tuple[Battle, Odds[Any]]:
    """The tunnels."""
    battle = example("tunnels")
    return battle, odds_of(battle)


@pytest.fixture(scope="module")
def sampled() -> tuple[Battle, Odds[Any]]:
    """A battle of some thousands."""
    battle = example("tunnels", *HUGE)
    return battle, odds_of(battle, 1000, "x")


def test_odds_have_the_fields_of_the_contract(
    exact: tuple[Battle, Odds[Any]], sampled: tuple[Battle, Odds[Any]]
) -> None:
    """All of them, no others, each of its type; a sample has its error instead of none."""
    assert [] == misfits(through_text(odds_json(*exact)), ODDS)
    assert [] == misfits(through_text(odds_json(*sampled)), {**ODDS, "error": ERROR})


def test_chances_and_laws_are_whole(
    exact: tuple[Battle, Odds[Any]], sampled: tuple[Battle, Odds[Any]]
) -> None:
    """What is possible sums to 1, and so does every law; laws go by whole numbers in order."""
    for battle, odds in (exact, sampled):
        found = through_text(odds_json(battle, odds))
        laws = [found["rounds"]["law"], *(side["points"]["law"] for side in found["sides"])]
        for law in (*laws, found["endings"], {**found["win"], "nobody": found["no_winner"]}):
            assert 1 == pytest.approx(sum(law.values()), abs=1e-9)
        for law in laws:
            assert sorted(law, key=int) == list(law)


def test_the_figures_of_the_tunnels(exact: tuple[Battle, Odds[Any]]) -> None:
    """Known from elsewhere."""
    found = through_text(odds_json(*exact))

    assert (0.19947, 0.79389, 0.00664, 4.17726) == (
        round(found["win"]["Ironbreakers"], 5),
        round(found["win"]["Greenskins"], 5),
        round(found["no_winner"], 5),
        round(found["rounds"]["mean"], 5),
    )
    assert ("exact", None, None, None) == tuple(
        found[name] for name in ("method", "samples", "seed", "policy")
    )


def test_a_clause_that_is_only_partly_the_houses_is_not_said_to_be_its_own(
    exact: tuple[Battle, Odds[Any]],
) -> None:
    """As the log and the rules mark it: by the book, with what the house has added."""
    notes = notes_of_odds(*exact, "en")
    assert "The odds rest on house rules: W-3.8, W-4." in notes
    partly = "The odds also rest on clauses of the book that are only partly the house's: W-3.9, W-3.10."
    assert partly in notes


def test_house_clauses_are_folded_as_in_a_report() -> None:
    """The widest of each; with a table of the file's own its clause is not the house's, its parts are."""
    assert ("W-3.8", "W-3.9", "W-3.10", "W-4") == house_of(example("tunnels"))
    rows = '{rows: [{"on": all-own, damage: 1, wounds: 1}]}'
    assert ("W-3.8", "W-3.9", "W-3.10", "W-4.1", "W-4.2") == house_of(
        example("tunnels", ("tables.influence", rows))
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_reader_is_told_what_the_numbers_rest_on(lang: Language) -> None:
    """Method, readings, house clauses, replaced tables."""
    rows = '{rows: [{"on": all-own, damage: 1, wounds: 1}]}'
    battle = example("tunnels", ("tables.influence", rows), ("readings.tie", "nobody"))
    notes = notes_of_odds(battle, odds_of(battle), lang)

    assert 5 == len(notes)
    reading = text(lang, "wfrp.reading.tie.nobody", {})
    told = ("", reading, "W-3.8, W-4.1", "W-3.9, W-3.10", "influence")
    assert all(words in note for note, words in zip(notes, told, strict=True))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sample_says_its_size_seed_and_error(lang: Language, sampled: tuple[Battle, Odds[Any]]) -> None:
    """And shows what it never saw as less than 3 in all."""
    battle, odds = sampled
    note = notes_of_odds(battle, odds, lang)[0]

    assert "x" in note
    assert any("< 3/1" in share.words for share in shares_of(odds, lang))
    assert any("< 3/1" in share.words for share in endings_of("wfrp", odds, lang))
    assert note in odds_short(battle, odds, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_odds_in_words(lang: Language, exact: tuple[Battle, Odds[Any]]) -> None:
    """A line for each outcome; what cannot happen is no ending; laws and tables have headings."""
    battle, odds = exact
    lines = odds_short(battle, odds, lang).splitlines()

    assert "Ambush in the tunnels" == lines[0]
    assert ["Ironbreakers", "Greenskins"] == [line.partition(":")[0] for line in lines[1:3]]
    assert 6 == len(lines)
    assert 2 == len(endings_of("wfrp", odds, lang))
    assert odds.rounds is not None
    assert "4" in law_text(odds.rounds, lang)
    side = odds.sides[1]
    assert 1 == len(side_laws("wfrp", side, lang))
    assert [2, 2] == [len(sheet.rows) for sheet in side_sheets("wfrp", side, lang)]


@pytest.fixture(scope="module")
def columns(exact: tuple[Battle, Odds[Any]], sampled: tuple[Battle, Odds[Any]]) -> tuple[Column, ...]:
    """The tunnels beside themselves without arrows, and beside thousands."""
    other = example("tunnels", ("sides.Greenskins.ranged", "none"))
    return (
        Column("", *exact),
        Column("sides.Greenskins.ranged=none", other, odds_of(other)),
        Column("huge", *sampled),
    )


def test_a_comparison_has_its_columns_and_worths(
    columns: tuple[Column, ...], exact: tuple[Battle, Odds[Any]]
) -> None:
    """The columns are odds, each with its change; every worth has its path, value and side."""
    worths = worth_of_each(*exact)
    found = through_text(compare_json(columns, worths))

    assert ["rulebook", "title", "columns", "each"] == list(found)
    assert [None, "sides.Greenskins.ranged=none", "huge"] == [column["with"] for column in found["columns"]]
    assert [] == misfits(found["columns"][1], {"with": str, **ODDS})
    assert [] == misfits(found["each"], [WORTH])
    assert len(worths) == len(found["each"])
    assert {"countered", "guard", 2, True} <= {each["value"] for each in found["each"]}


def test_a_comparison_in_words(columns: tuple[Column, ...]) -> None:
    """Differences to the first column, with the digits that both bear."""
    sheet = compare_sheet(columns, "en")

    assert ("Outcome", "as it is", "sides.Greenskins.ranged=none", "huge") == sheet.columns
    assert ["Ironbreakers", "Greenskins", "nobody wins"] == [row[0] for row in sheet.rows]
    assert "19.95%" == sheet.rows[0][1]
    cells = [cell.partition(" (")[2] for cell in sheet.rows[0][2:]]
    assert "+" == cells[0][0]
    assert 2 == len(cells[0].partition(".")[2].rstrip(")"))
    lines = compare_short(columns, (), "en").splitlines()
    assert 5 == len(lines)
    assert lines[1].startswith("as it is: Ironbreakers 19.95%, ")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_worths_in_words(lang: Language, exact: tuple[Battle, Odds[Any]]) -> None:
    """A row for each modifier: whose, what, worth, and the chance without it."""
    battle, odds = exact
    worths = worth_of_each(battle, odds)
    sheet = worth_sheet(Column("", battle, odds), worths, lang)

    paths = [worth.path.replace(".units.", ".") for worth in worths]
    assert paths == [f"sides.{row[0]}.{row[1]}" for row in sheet.rows]
    assert {"Ironbreakers", "Greenskins"} == {row[0] for row in sheet.rows}
    assert {"true", "2", "guard"} <= {row[2] for row in sheet.rows}
    assert all(row[4].rstrip("%\N{NO-BREAK SPACE}") for row in sheet.rows)


def test_odds_of_a_day_name_no_clause_that_cannot_move_them() -> None:
    """Neither what acts after the day, nor a clause whose house table is replaced."""
    gurps = BOOKS["gurps"]

    assert not {"G-1", "G-2.3", "G-9.6", "G-14.2", "G-14.3"} & set(gurps.house_in_odds())
    assert {"G-13.2"} == set(gurps.house_in_odds()) - set(gurps.house_in_odds(("losses",)))
