"""What a person may write for an answer, for every kind of question."""

from __future__ import annotations

from typing import Any

import pytest

from voevoda.cli.answers import FromList
from voevoda.cli.questions import accepted_text, reply_of
from voevoda.cli.refusals import BadInput
from voevoda.i18n import LANGUAGES
from voevoda.play.drive import SeededSource
from voevoda.play.errors import Refused
from voevoda.play.position import Asked, Place
from voevoda.play.questions import Choose, Draw, Pick, Question, Total
from voevoda.play.seats import EVERYONE, commander
from voevoda.rulebooks.book import first_offered

ORCS = commander("Orcs")
TWO_DICE = Total(key="t", cite="T-1", dice=2)
DRAW = Draw(key="t", cite="T-1", seen_by=EVERYONE, pile=("Ann", "Bob, the Old", "Čeněk"))
TWO_DRAWN = Draw(key="t", cite="T-1", seen_by=EVERYONE, pile=("Ann", "Bob", "Cid"), count=2)
CHOOSE = Choose(key="t", cite="T-1", by=ORCS, seen_by=EVERYONE, among=(("charge", 1), ("hold", 2)))
PICK = Pick(
    key="t", cite="T-1", by=ORCS, seen_by=EVERYONE, among=("spears", "bows", "wolves"), least=1, most=2
)


@pytest.mark.parametrize(
    ("question", "typed", "answer"),
    [
        (TWO_DICE, "3 5", 8),
        (TWO_DICE, "[3, 5]", 8),
        (TWO_DICE, " 3,5 ", 8),
        (DRAW, "Ann", ("Ann",)),
        (DRAW, "Bob, the Old", ("Bob, the Old",)),
        (DRAW, "Čeněk", ("Čeněk",)),
        (DRAW, "3", ("Čeněk",)),
        (TWO_DRAWN, "Cid, Ann", ("Ann", "Cid")),
        (TWO_DRAWN, "1 2", ("Ann", "Cid")),
        (CHOOSE, "hold", 2),
        (CHOOSE, "2", 2),
        (PICK, "wolves", ("wolves",)),
        (PICK, "3, spears", ("spears", "wolves")),
    ],
)
def test_what_is_understood(question: Question[Any], typed: str, answer: object) -> None:
    """Faces, names, options, and their places in the list."""
    assert answer == question.read(question.normal(reply_of(question, typed)))


@pytest.mark.parametrize(
    ("question", "typed"),
    [
        (TWO_DICE, "3"),
        (TWO_DICE, "3 5 1"),
        (TWO_DICE, "3 7"),
        (TWO_DICE, "8"),
        (TWO_DICE, "a b"),
        (DRAW, "4"),
        (DRAW, "Dan"),
        (TWO_DRAWN, "Ann"),
        (TWO_DRAWN, "Ann, Ann"),
        (CHOOSE, "3"),
        (CHOOSE, "0"),
        (CHOOSE, "charge, hold"),
        (PICK, "spears, bows, wolves"),
        (PICK, ","),
    ],
)
def test_what_is_refused(question: Question[Any], typed: str) -> None:
    """With the reason, never with anything else than a refusal."""
    with pytest.raises((Refused, BadInput)):
        _ = question.read(question.normal(reply_of(question, typed)))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_kind_says_what_it_takes(lang: Any) -> None:
    """Each in its own words."""
    assert 5 == len({accepted_text(each, lang) for each in (TWO_DICE, DRAW, TWO_DRAWN, CHOOSE, PICK)})


def test_the_policy_takes_the_first() -> None:
    """Of options the first, and no more than must be picked."""
    asked = [Asked(Place(0, "t", ORCS, 0), each) for each in (CHOOSE, PICK)]

    assert ["charge", ("spears",)] == [
        first_offered("first", None, each, SeededSource("", each.place)) for each in asked
    ]


def test_a_list_holds_answers_of_every_kind() -> None:
    """An option's id, a list of names, a number, faces; and refuses what is none."""
    answers = FromList(["hold", ["bows", "spears"], 1, [6, 6], "march"], "answers.yaml", "en")
    place = Place(0, "t", ORCS, 0)
    given = [answers.answer(Asked(place, each)).reply for each in (CHOOSE, PICK, DRAW, TWO_DICE)]

    assert ["hold", ["bows", "spears"], 1, [6, 6]] == given
    with pytest.raises(BadInput) as refused:
        _ = answers.answer(Asked(place, CHOOSE))
    assert "march" == refused.value.facts["given"]
    assert "one of charge, hold" == refused.value.facts["accepted"]
