"""Every refusal of the table is a sentence that says what was given and what would be accepted."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from voevoda.i18n import LANGUAGES, Language, text
from voevoda.i18n.catalogues import catalogue
from voevoda.play.errors import Refused
from voevoda.play.journal import begin, override, undo
from voevoda.play.position import Position
from voevoda.play.questions import Choose, Draw, Pick, Ruled, Total, answer_of
from voevoda.play.seats import EVERYONE, Facts
from voevoda.rulebooks.wfrp.rules import Wfrp
from voevoda.rulebooks.wfrp.state import Field, Side, Terms, Unit
from voevoda.rulebooks.wfrp.tables import Row

ROW = Row(None, None, "nobody", 1)
SIDES = (Side("Ash", (Unit("Men", 10),)), Side("Birch", (Unit("Men", 10),)))
FIELD = Field(Terms("Trial", SIDES, (ROW,)), "round", (10, 10), (10, 10), 1)

DICE = Total(key="wfrp.round.test", cite="W-3.1", dice=2)
LOT = Draw(key="wfrp.influence.whom", cite="W-4.1", seen_by=EVERYONE, pile=("Anna", "Bert"))
OPTION = Choose(key="wfrp.round.test", cite="W-3.1", seen_by=EVERYONE, among=(("hold", 1), ("flee", 2)))
SOME = Pick(key="wfrp.round.test", cite="W-3.1", seen_by=EVERYONE, among=("a", "b", "c"), least=1, most=2)


def at() -> Position[Field]:
    """A battle whose first side has thrown."""
    return Position.at(Wfrp(), FIELD).answer(50)


def again() -> object:
    """The same side throws once more."""
    here = at()
    return here.answer(51, here.laid[0][0])


def over() -> object:
    """A reply after the end."""
    ended = at().answer(80).answer(50)
    return ended.answer(1)


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "play.illegal.reply": (lambda: refuse("x"), "x"),
    "play.illegal.faces": (lambda: answer_of(DICE, (1,)), "1"),
    "play.illegal.face": (lambda: answer_of(DICE, (1, 7)), "7"),
    "play.illegal.draw": (lambda: answer_of(LOT, ("Carl",)), "Carl"),
    "play.illegal.place": (lambda: LOT.take(iter((3,))), "3"),
    "play.illegal.choice": (lambda: answer_of(OPTION, "run"), "run"),
    "play.illegal.pick": (lambda: answer_of(SOME, ("d",)), "d"),
    "play.illegal.ruled": (lambda: answer_of(LOT, Ruled(0, "why not")), ""),
    "play.illegal.ruling": (lambda: answer_of(DICE, Ruled(99, "why not")), "99"),
    "play.illegal.reason": (
        lambda: override(Wfrp(), begin(Wfrp(), FIELD, None)[1], "rounds_left", 2, ""),
        "",
    ),
    "play.illegal.long_reason": (
        lambda: override(Wfrp(), begin(Wfrp(), FIELD, None)[1], "rounds_left", 2, "x" * 501),
        "501",
    ),
    "play.stale": (lambda: at().answer(1, at().open[0].place._replace(key="wfrp.influence")), ""),
    "play.stale.thrown": (again, ""),
    "play.stale.over": (over, ""),
    "play.stale.undo": (lambda: undo(begin(Wfrp(), FIELD, None)[1], 7, "oops"), "7"),
}


def refuse(given: str) -> None:
    """What a question says of a reply that it makes nothing of."""
    raise DICE.refuses(given)


def refusal(key: str) -> Facts:
    """The facts with which a refusal comes."""
    with pytest.raises(Refused) as refused:
        _ = REFUSED[key][0]()
    assert key == refused.value.key
    return refused.value.facts


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", REFUSED)
def test_a_refusal_is_told_with_what_was_given(key: str, lang: Language) -> None:
    """In both languages, and without a word of the program in it."""
    said = text(lang, key, refusal(key))

    assert REFUSED[key][1] in said
    assert [] == [word for word in ("play.", "wfrp.") if word in said]


def test_every_refusal_of_the_table_is_among_these() -> None:
    """A new one comes with its texts."""
    starts = ("play.illegal.", "play.stale")
    texts = {key for key in catalogue("en", "play") if key.startswith(starts) and "=" not in key}

    assert texts == set(REFUSED)


@pytest.mark.parametrize(
    ("lang", "dice", "expected"),
    [
        ("ru", 1, "1 кость"),
        ("ru", 2, "2 кости"),
        ("ru", 5, "5 костей"),
        ("en", 1, "1 die"),
        ("en", 2, "2 dice"),
    ],
)
def test_dice_are_counted_as_the_language_does(lang: Language, dice: int, expected: str) -> None:
    """One die, two dice."""
    assert expected in text(lang, "play.illegal.faces", {"dice": dice, "sides": 6, "given": "x"})
