"""The readings: their defaults, and the one that has no other place.

``battle_roll`` and ``no_skill`` are tried in ``test_battle_roll``, ``decks`` and ``empty_hand_reversal`` in
``test_tactics``.
"""

from __future__ import annotations

from dataclasses import asdict

import pytest

from tests.rulebooks.savage.armies import Course, battle, middle
from voevoda.rulebooks.savage.setup import ReadingsModel
from voevoda.rulebooks.savage.state import Readings


def test_the_defaults_are_those_of_the_battle_file() -> None:
    """In the file and in the state alike."""
    assert ReadingsModel().model_dump() == asdict(Readings())


@pytest.mark.clause("S-4.1")
@pytest.mark.parametrize(
    ("option", "faces", "cards", "mattered"),
    [
        ("each_raise", [8, 1, 2], 2, False),
        ("one", [8, 1, 2], 2, False),
        ("each_raise", [8, 4, 2], 3, True),
        ("one", [8, 4, 2], 2, True),
        ("each_raise", [8, 8, 1, 2], 4, True),
        ("one", [8, 8, 1, 2], 2, True),
    ],
)
def test_raise_cards(option: str, faces: list[int], cards: int, mattered: bool) -> None:
    """A card for each raise, or one for raises however many; it matters from two raises on."""
    state = middle(battle(more=f"readings: {{raise_cards: {option}}}"), "cards", ("2H", "3H"))
    said = Course(state).answer(faces, [2, 2]).told("savage.cards.earned")[0]

    assert cards == said["n"]
    assert (("raise_cards", option) if mattered else (None, None)) == (
        said.get("reading"),
        said.get("option"),
    )


@pytest.mark.clause("S-3")
@pytest.mark.parametrize(
    ("option", "first", "second"),
    [("no", "savage.battle.roll", "savage.cards.roll"), ("yes", "savage.cards.roll", "savage.cards.roll")],
)
def test_new_cards_first_round(option: str, first: str, second: str) -> None:
    """From the second round on, or in the first already; either way it is the first round."""
    course = Course(battle(more=f"readings: {{new_cards_first_round: '{option}'}}"))
    course.answer(["2H", "4H", "6H"], ["3H", "5H", "7H"])
    assert (1, first) == (course.at.round, course.key)

    course.till("lay").answer("2H", "3H")
    assert (2, second) == (course.at.round, course.key)
    assert [{"reading": "new_cards_first_round", "option": option}] == course.told("savage.deal.first_round")


@pytest.mark.clause("S-1.3")
@pytest.mark.parametrize("option", ["common", "own"])
def test_decks_are_told_at_the_deal(option: str) -> None:
    """And the second side draws from what is left, or from its own."""
    course = Course(battle(more=f"readings: {{decks: {option}}}")).answer(["2H", "3H", "4H"])

    assert [{"reading": "decks", "option": option}] == course.told("savage.deal.decks")
    assert (51 if option == "common" else 54) == course.question.prompt()["of"]
