"""Forms as commands: what is typed, chosen and thrown reaches the table as it was meant."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.web.battles import REFEREE, Game, game
from tests.web.html import Element, read
from tests.web.test_table_page import BATTLES, page_of
from voevoda.i18n import LANGUAGES, Language, text
from voevoda.play.seats import Seat
from voevoda.table import (
    Agree,
    Answer,
    Appeal,
    Close,
    Command,
    Correct,
    Done,
    Heard,
    Leave,
    Override,
    Refusal,
    Release,
    Robot,
    Rule,
    RunToEnd,
    TakeOver,
    Throw,
    Undo,
)
from voevoda.web.questions import COMMANDS, Given, Lain, command_of
from voevoda.web.requests import with_ids
from voevoda.web.templating import render
from voevoda.web.typed import RANKS, SUITS, cards_of, faces_of

D100: dict[str, Any] = {"kind": "d100", "dice": 1, "sides": 100, "may_throw": True, "may_type": True}
D10: dict[str, Any] = {**D100, "dice": 2, "sides": 10}
TRAIT: dict[str, Any] = {"kind": "trait", "die": 8, "wild": 6, "dice": 2, "may_throw": True}
CARDS: dict[str, Any] = {"kind": "draw", "count": 2, "of": 54, "may_throw": True, "about": {}}
CHOICE: dict[str, Any] = {"kind": "choose", "options": ("a", "b")}
PICK: dict[str, Any] = {"kind": "pick", "options": ("a", "b", "c"), "least": 1, "most": 2}


def reply(ask: dict[str, Any], **fields: str | list[str]) -> object:
    """What a form with these fields answers."""
    sent: Given = {name: [value] if isinstance(value, str) else value for name, value in fields.items()}
    command = command_of({"what": ["answer"], "place": ["1"], **sent}, ask)
    assert isinstance(command, Answer)
    return command.reply


@pytest.mark.parametrize(
    ("ask", "fields", "expected"),
    [
        (D100, {"d1": "47"}, [47]),
        (D100, {"d1": "00"}, [100]),
        (D100, {"d1": " 7 "}, [7]),
        (D100, {"d1": "\N{FULLWIDTH DIGIT SEVEN}"}, [7]),
        (D100, {"d1": "seven"}, ["seven"]),
        (D100, {"d1": ""}, []),
        (D10, {"d1": "0", "d2": "3"}, [10, 3]),
        (TRAIT, {"d1": "8,3", "d2": "6.6.1"}, [[8, 3], [6, 6, 1]]),
        (TRAIT, {"d1": "8 + 3", "d2": "2"}, [[8, 3], [2]]),
        (TRAIT, {"d1": "3"}, [[3], []]),
        (CARDS, {"d1": "10h", "d2": "j1"}, ["10H", "J1"]),
        (CARDS, {"d1": "10H, 9S"}, ["10H", "9S"]),
        (CARDS, {"d1": "дама червей", "d2": "джокер, joker"}, ["QH", "J1", "J2"]),
        (CHOICE, {"option": "b"}, "b"),
        (CHOICE, {}, ""),
        (PICK, {"option": ["a", "c"]}, ["a", "c"]),
        (PICK, {}, []),
        ({**CARDS, "count": 1}, {"option": "Grom"}, "Grom"),
    ],
)
def test_fields_are_replies(ask: dict[str, Any], fields: dict[str, Any], expected: object) -> None:
    """Each kind of question by its own fields; what is no number stays as it was typed, to be refused."""
    assert expected == reply(ask, **fields)


def test_a_throw_is_of_its_question() -> None:
    """By the button beside the fields, whatever stands in them, or by the form itself."""
    sent = {"place": ["1/x"], "d1": ["3"]}
    assert Throw("1/x") == command_of({"what": ["answer"], "how": ["thrown"], **sent}, D100)
    assert Throw("1/x") == command_of({"what": ["throw"], **sent}, D100)
    assert Throw(None) == command_of({"what": ["throw"]}, None)


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ({"what": "undo", "place": "", "reason": "oops"}, Undo(None, "oops")),
        ({"what": "set", "path": "a", "other": " ", "value": "3", "reason": "r"}, Override("a", "3", "r")),
        (
            {"what": "set", "path": "a", "other": "b.c", "value": "3", "reason": "r"},
            Override("b.c", "3", "r"),
        ),
        ({"what": "run"}, RunToEnd(None)),
        ({"what": "take-over", "seat": "player:X"}, TakeOver("player:X")),
        ({"what": "release", "seat": "player:X"}, Release("player:X")),
        ({"what": "robot", "seat": "player:X", "policy": ""}, Robot("player:X", None)),
        (
            {"what": "agree", "dice": "typed", "seat": "", "at_once": "yes"},
            Agree("typed", None, at_once=True),
        ),
        ({"what": "appeal", "words": "hm"}, Appeal("hm")),
        ({"what": "heard"}, Heard()),
        ({"what": "leave"}, Leave()),
        ({"what": "close"}, Close()),
        ({"what": "mischief"}, None),
        ({}, None),
    ],
)
def test_every_other_form_is_a_command(sent: dict[str, str], expected: Command | None) -> None:
    """By the name that it sends as ``what``."""
    assert expected == command_of({name: [value] for name, value in sent.items()}, None)


def test_mended_rolls_are_read_by_how_they_lie() -> None:
    """Faces in a row, whatever parts them; names by commas."""
    sent = {"what": ["correct"], "place": ["p"], "faces": ["00"], "reason": ["r"]}
    assert Correct("p", [100], "r") == command_of(sent, None, Lain(names=False, sides=100))
    names = {**sent, "faces": ["10H, 9S"]}
    assert Correct("p", ["10H", "9S"], "r") == command_of(names, None, Lain(names=True))
    ruled = {**sent, "what": ["rule"], "faces": ["8 3 / 2"]}
    assert Rule("p", [8, 3, "/", 2], "r") == command_of(ruled, TRAIT)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("10H 10h 10ч 10Ч 10♥ 10\N{BLACK HEART SUIT}\N{VARIATION SELECTOR-16} th", ["10H"] * 7),
        ("QH qh ДЧ дч Q♥", ["QH"] * 5),
        ("KC кт ТК aс АC", ["KC", "KC", "AC", "AC", "AC"]),
        ("2п 9Б j1 J2", ["2S", "9D", "J1", "J2"]),
        ("1H 11h ZZ", ["1H", "11h", "ZZ"]),
    ],
)
def test_a_card_is_named_as_people_write_it(typed: str, expected: list[str]) -> None:
    """Short, in both alphabets; what is no card stays as it was typed, to be refused by name."""
    assert expected == [each for word in typed.split() for each in cards_of([word])]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_is_named_as_the_page_shows_it(lang: Language) -> None:
    """Whatever the page calls a card can be typed."""
    for code in (f"{rank}{suit}" for rank in RANKS for suit in SUITS):
        shown = text(lang, f"savage.card={code}", {})
        assert [code] == cards_of([shown]) == cards_of([shown.upper()])
    assert ["J1", "J2"] == cards_of([text(lang, "savage.card=J1", {})] * 2)


def test_whoever_is_called_like_a_card_is_not_taken_for_one() -> None:
    """Where people are drawn, they are named as they are called."""
    assert ["ten of hearts"] == cards_of(["ten of hearts"], ("ten of hearts",))


@given(st.lists(st.integers(1, 100), max_size=8), st.sampled_from([" ", ",", ", ", ".", "; ", " + "]))
def test_faces_come_back_whatever_parts_them(faces: list[int], between: str) -> None:
    """Spaces, commas, and the point that a phone's keyboard has."""
    assert faces == faces_of([between.join(map(str, faces))])


def test_no_form_of_any_page_is_without_its_command() -> None:
    """Each value of ``what`` on a page is a command."""
    with game("wfrp/tunnels") as found:
        for seat in found.tokens:
            html = render(page_of(found, seat), "en")
            assert set(re.findall(r'name="what" value="([^"]*)"', html)) <= {*COMMANDS}


def forms(found: Game, seat: Seat) -> list[Element]:
    """The forms of the questions on a seat's page, with an id each."""
    page = read(with_ids(render(page_of(found, seat), "en")))
    return [each for each in page.walk() if each.attributes.get("class") == "body"]


def sent(form: Element, faces: str) -> dict[str, list[str]]:
    """What a browser sends of it: dice as ``faces``, or thrown; the first options."""
    found: dict[str, list[str]] = {}
    options = list[str]()
    for each in form.walk():
        name, kind = each.attributes.get("name", ""), each.attributes.get("type")
        if each.tag == "input" and kind == "hidden":
            found[name] = [each.attributes["value"]]
        elif each.tag == "input" and kind in ("radio", "checkbox"):
            options.append(each.attributes["value"])
            least = 1
            found[name] = options[:least] if kind == "radio" else options
        elif each.tag == "input":
            found[name] = [faces]
    return found


@pytest.mark.parametrize("example", [each for each in BATTLES if not each.startswith("savage")])
def test_a_battle_can_be_played_by_its_forms_alone(example: str) -> None:
    """Every die typed as 1, or what else is accepted; each form sent twice, and done once."""
    with game(example, alone=True) as found:
        for turn in range(3000):
            waiting = [each for each in found.sight(REFEREE).seen.asks if each["laid"] is None]
            if not waiting:
                break
            form = forms(found, REFEREE)[0]
            ask = waiting[0]
            given_ = sent(form, str(turn % 4 + 1))
            command = command_of(given_, ask)
            assert command is not None
            done = found.tables.do(found.tokens[REFEREE], given_["form"][0], command)
            assert isinstance(done, Done), (ask, given_, done)
            again = found.tables.do(found.tokens[REFEREE], given_["form"][0], command)
            assert not isinstance(again, Refusal)
        assert found.sight(REFEREE).outcome is not None
