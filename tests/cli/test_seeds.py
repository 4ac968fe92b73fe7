"""Seeds: which are taken, and where an announced one waits until it may be shown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

Voevoda: TypeAlias = Callable[..., Any]

ASK = ("fight", "tunnels.yaml", "--ask", "--seed", "abc", "--save", "battle.jsonl")


@pytest.mark.parametrize("seed", [" ", "a\n", "a\rb", "\x1b[31m", "\udcff", "x" * 201])
@pytest.mark.parametrize("line", [("fight",), ("odds",), ("compare", "--each")])
def test_a_seed_is_one_visible_line(voevoda: Voevoda, line: tuple[str, ...], seed: str) -> None:
    """So that the report shows it as it can be typed again."""
    command, *options = line
    said = voevoda(command, "tunnels.yaml", *options, "--seed", seed)

    assert (2, "") == (said.code, said.out)
    assert said.err.startswith('--seed: given "')
    assert "accepted: any text on one line, at most 200 characters" in said.err


def test_a_seed_waits_beside_its_journal(voevoda: Voevoda) -> None:
    """Until the battle is over."""
    assert 0 == voevoda(*ASK, typed="\n\n").code
    waiting = Path("battle.jsonl.seed").read_text("utf-8")
    assert 0 == voevoda("fight", "--resume", "battle.jsonl", "--throw").code

    assert "abc\n" == waiting
    assert not Path("battle.jsonl.seed").exists()


def test_what_stands_in_the_seeds_place_is_not_overwritten(voevoda: Voevoda) -> None:
    """And no journal is left without its seed."""
    Path("battle.jsonl.seed").write_text("mine", "utf-8")
    said = voevoda(*ASK, typed="\n")

    assert 2 == said.code
    assert said.err.startswith("battle.jsonl.seed: The seed is to wait here")
    assert "mine" == Path("battle.jsonl.seed").read_text("utf-8")
    assert not Path("battle.jsonl").exists()


def test_no_seed_is_left_without_its_journal(voevoda: Voevoda) -> None:
    """Where the journal cannot be written."""
    said = voevoda(*ASK[:-1], "nowhere/battle.jsonl", typed="\n")

    assert 2 == said.code
    assert "nowhere/battle.jsonl: There is no such folder to write into." == said.err.strip()
