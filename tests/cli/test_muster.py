"""``muster``: what units are worth and cost, with recruits; ``fight --next``: the day after."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from voevoda.files import read_battle

Voevoda: TypeAlias = Callable[..., Any]

COMPANIES = """
rulebook: gurps
title: A hill
sides:
  - name: Ash
    commander: {name: Ada, strategy: 14}
    extra_pay: 50
    units:
      - {name: Men, count: 87, battles: 10}
      - {name: Guns, count: 20, pieces: 4, arms: artillery, weapon: small-ballista}
  - name: Birch
    commander: {name: Bo, strategy: 10}
    units:
      - {name: Men, count: 200, armour: heavy}
      - {name: Riders, count: 100, arms: cavalry, armour: medium}
    characters:
      - {name: Mila, battle: 14, hp: 12, commands: Men}
      - {name: Osk, battle: 14, unit: Riders}
"""


@pytest.fixture
def hill(voevoda: Voevoda) -> Voevoda:
    """Commands in a folder with a battle of two companies, ``hill.yaml``."""
    Path("hill.yaml").write_text(COMPANIES, "utf-8")
    return voevoda


def found(said: Any) -> Any:
    """What a command wrote as JSON."""
    assert (0, "") == (said.code, said.err)
    return json.loads(said.out)


def test_a_muster_counts_strength_and_pay(hill: Voevoda) -> None:
    """87 veterans × 1 × 3/2; (20 + 4 × 15); pay a tenth of 1,000 × TS, by quality; half as much again."""
    ash, birch = found(hill("muster", "hill.yaml", "--format", "json"))["sides"]

    assert [(1, 130.5, 17400, 15), (1, 80, 2000, 12)] == [
        (unit["man"], unit["strength"], unit["pay"], unit["morale"]) for unit in ash["units"]
    ]
    assert (210.5, 19400, 29100) == (ash["strength"], ash["pay"], ash["upkeep"])
    assert [(4, 800), (4, 400)] == [(unit["man"], unit["strength"]) for unit in birch["units"]]


def test_every_number_of_a_muster_names_its_clause(hill: Voevoda) -> None:
    """In JSON by its field, and in a sentence for people."""
    clauses = found(hill("muster", "hill.yaml", "--format", "json"))["clauses"]

    assert (["G-1.3", "G-1.5"], ["G-14.2"]) == (clauses["man"], clauses["pay"])
    for how in ("text", "markdown"):
        for lang in ("ru", "en"):
            assert "G-14.2" in hill("muster", "hill.yaml", "--format", how, "--lang", lang).out


def test_recruits_bring_the_average_down(hill: Voevoda) -> None:
    """87 men with 10 battles and 11 green ones: 881 / 98 are 8, seasoned."""
    args = ("muster", "hill.yaml", "--unit", "Ash.Men", "--recruits", "11", "--quality", "green")
    made = found(hill(*args, "--format", "json"))

    assert (98, 8, "seasoned") == tuple(
        made["sides"][0]["units"][0][name] for name in ("count", "battles", "quality")
    )
    assert 8 == made["recruited"]["after"]
    assert "(G-1.7)" in hill(*args).out


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("--unit", "Guns"), "--recruits, --quality"),
        (("--unit", "Men", "--recruits", "1", "--quality", "raw"), "Ash.Men"),
        (("--unit", "Guns", "--recruits", "1", "--quality", "brave"), "veteran"),
        (("--unit", "Guns", "--recruits", "many", "--quality", "raw"), "many"),
        (("--unit", "Nobody", "--recruits", "1", "--quality", "raw"), "Guns"),
    ],
)
def test_what_cannot_be_recruited_is_refused(hill: Voevoda, args: tuple[str, ...], told: str) -> None:
    """With what is missing or accepted, in both languages."""
    for lang in ("ru", "en"):
        said = hill("muster", "hill.yaml", *args, "--lang", lang)

        assert (2, "") == (said.code, said.out)
        assert told in said.err


def test_a_book_without_a_muster_says_so(voevoda: Voevoda) -> None:
    """Points of power are not paid."""
    said = voevoda("muster", "tunnels.yaml")

    assert (2, "") == (said.code, said.out)
    assert "wfrp" in said.err


# Tomorrow


def test_tomorrows_file_is_a_battle_that_can_be_fought_again(hill: Voevoda) -> None:
    """With the men of the ledger, a battle more, and the HP that are left; what is lost is said."""
    report = json.loads(
        hill("fight", "hill.yaml", "--seed", "x", "--format", "json", "--next", "next.yaml").out
    )
    ledger = {(each["side"], each["unit"]): each for each in report["ledger"] if "unit" in each}
    again = read_battle("next.yaml").state
    units = {(side.name, unit.name): unit for _, side, unit, _ in again.units()}

    assert {name for name, entry in ledger.items() if entry["on_roster"]} == set(units)
    for name, unit in units.items():
        entry = ledger[name]
        assert (entry["men"], entry["battles"], entry["quality"]) == (unit.count, unit.battles, unit.quality)
    people = {each["character"]: each for each in report["ledger"] if "character" in each}
    for _, _, character, _ in again.characters():
        assert people[character.name]["hp"] == character.hp
    assert 0 == hill("fight", "next.yaml", "--seed", "y").code
    assert 0 == hill("check", "next.yaml").code


@pytest.mark.parametrize("seed", [str(number) for number in range(8)])
def test_whatever_the_day_brings_tomorrow_can_be_read(hill: Voevoda, seed: str) -> None:
    """Or nobody is left on a side, and no file is written."""
    for example in ("walls", "omens", "patrol"):
        Path("day.yaml").write_text(hill("new", "gurps", "--example", example).out, "utf-8")
        path = Path(f"{example}.next.yaml")
        said = hill("fight", "day.yaml", "--seed", seed, "--format", "short", "--next", str(path))

        if said.code == 0:
            assert "day.yaml" in said.err
            assert (0, "") == hill("check", str(path))[::2]
        else:
            assert 2 == said.code
            assert not path.exists()


@pytest.mark.clause("G-8.5")
def test_a_clear_victory_does_not_raise_a_fallen_commander(hill: Voevoda) -> None:
    """It lifts the gloom of his men; from tomorrow on his deputy leads, without Luck."""
    mortal = "{name: Titus, battle: 4, risk: 3, hp: 1, commands: force}"
    doomed = COMPANIES.replace(
        "{name: Ada, strategy: 14}", "{name: Ada, strategy: 40, luck: true}\n    deputy: {strategy: 11}"
    ).replace("extra_pay: 50", f"characters: [{mortal}]")
    Path("hill.yaml").write_text(doomed, "utf-8")
    report = found(
        hill("fight", "hill.yaml", "--seed", "1", "--format", "json", "--next", "next.yaml")._replace(err="")
    )

    assert 8 <= report["difference"]
    assert True is report["sides"][0]["characters"][0]["fallen"]
    side = read_battle("next.yaml").state.terms.sides[0]
    assert (11, "", False) == (side.commander.strategy, side.commander.name, side.commander.luck)
    assert not side.inherited.commander_lost
    assert 0 == hill("fight", "next.yaml", "--seed", "y").code


def test_a_file_that_is_there_is_never_overwritten(hill: Voevoda) -> None:
    """Nothing is rolled, and it stays as it was."""
    Path("next.yaml").write_text("mine")

    said = hill("fight", "hill.yaml", "--next", "next.yaml")

    assert (2, "") == (said.code, said.out)
    assert "next.yaml" in said.err
    assert "mine" == Path("next.yaml").read_text()


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", "cannot be written: there is no such folder"), ("ru", "не записать: такой папки нет")],
)
def test_a_next_file_that_cannot_be_written_is_refused_before_the_battle(
    hill: Voevoda, lang: str, words: str
) -> None:
    """And not after all of it has been fought."""
    said = hill("fight", "hill.yaml", "--next", "no/where.yaml", "--lang", lang)

    assert (2, "") == (said.code, said.out)
    assert words in said.err


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_comments_are_lost_and_that_is_said(hill: Voevoda, lang: str) -> None:
    """On standard error, so that the report stays a report."""
    said = hill("fight", "hill.yaml", "--seed", "x", "--next", "next.yaml", "--lang", lang)

    assert 0 == said.code
    assert "next.yaml" in said.err
    assert {"ru": "Комментарии", "en": "Comments"}[lang] in said.err


def test_books_without_a_next_day_and_journals_alone_are_refused(hill: Voevoda) -> None:
    """Before anything is rolled."""
    _ = hill("fight", "hill.yaml", "--seed", "x", "--save", "day.jsonl")

    for args in (("tunnels.yaml",), ("--resume", "day.jsonl")):
        said = hill("fight", *args, "--next", "next.yaml")
        assert (2, "") == (said.code, said.out)
        assert not Path("next.yaml").exists()


def test_a_table_beside_the_file_comes_along(hill: Voevoda) -> None:
    """So that tomorrow's file can lie in another folder."""
    Path("losses.yaml").write_text("rows: [{row: -1, lost: 4d+10}, {row: 0, lost: 2d}, {row: 1, lost: 1d}]")
    Path("hill.yaml").write_text(COMPANIES + "tables: {losses: losses.yaml}\n", "utf-8")
    Path("elsewhere").mkdir()

    said = hill("fight", "hill.yaml", "--seed", "x", "--next", "elsewhere/next.yaml")

    assert 0 == said.code
    today, tomorrow = (read_battle(each).state.terms for each in ("hill.yaml", "elsewhere/next.yaml"))
    assert today.tables.losses == tomorrow.tables.losses
