"""A battle begun in the terminal goes on at the table, and back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Voevoda, voevoda
from tests.table.tables import taken
from voevoda.files.seed_file import kept_seed
from voevoda.journal_store import Store, import_battle, open_store, print_battle
from voevoda.table import Answer, Done, Sight, Tables, Throw

__all__ = ["voevoda"]


@pytest.fixture
def begun(voevoda: Voevoda, tmp_path: Path) -> Path:
    """A battle with two dice typed and none thrown yet from its seed."""
    said = voevoda("fight", "unnamed.yaml", "--ask", "--save", "begun.jsonl", typed="47\n30\n:quit\n")
    assert 0 == said.code, said.err
    return tmp_path / "begun.jsonl"


def table(store: Store, file: Path) -> tuple[Tables, str, str]:
    """The battle of a file at a table: the service, its id, and the referee's token."""
    came = import_battle(store, file.read_bytes(), file.name, "en", seed=kept_seed(str(file)))
    tables = Tables(store)
    first = taken(tables.adopt(came.battle.id, referee="Rita"))
    return tables, came.battle.id, first.token


def seen(tables: Tables, token: str) -> Sight:
    """What the referee sees."""
    sight = tables.sight(token)
    assert isinstance(sight, Sight)
    return sight


def dice(lines: list[dict[str, Any]]) -> list[tuple[object, object]]:
    """All that was thrown, drawn or chosen, in a journal's lines."""
    return [(line["place"], line["reply"]) for line in lines if line["entry"] == "answered"]


def entries(text: str) -> list[dict[str, Any]]:
    """The lines of a journal."""
    return [json.loads(line) for line in text.splitlines()]


def test_the_same_dice_fall_at_the_table_as_in_the_terminal(voevoda: Voevoda, begun: Path) -> None:
    """The seed comes along; everybody is told that somebody may know it."""
    with open_store("sqlite://") as store:
        tables, battle, token = table(store, begun)
        assert seen(tables, token).imported
        number = 0
        while seen(tables, token).seen.asks:
            number += 1
            assert isinstance(tables.do(token, f"throw {number}", Throw()), Done)
        at_table = entries(print_battle(store.load(battle)))
    said = voevoda("fight", "--resume", "begun.jsonl", "--throw")

    assert 0 == said.code, said.err
    assert dice(entries(begun.read_text("utf-8"))) == dice(at_table)


def test_a_battle_goes_back_to_the_terminal(voevoda: Voevoda, begun: Path) -> None:
    """With what was answered at the table, and on from there."""
    with open_store("sqlite://") as store:
        tables, battle, token = table(store, begun)
        ask = seen(tables, token).seen.asks[0]
        assert isinstance(tables.do(token, "a form", Answer(str(ask["place"]), 27)), Done)
        left = begun.with_name("left.jsonl")
        left.write_text(print_battle(store.load(battle)), "utf-8")
    said = voevoda("fight", "--resume", "left.jsonl", "--throw")

    assert 0 == said.code, said.err
    assert [[47], [30], [27]] == [reply for _, reply in dice(entries(left.read_text("utf-8")))[:3]]
