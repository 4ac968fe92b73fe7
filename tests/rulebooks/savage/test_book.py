"""What the book tells beside its rules: reports for each seat, reasons, odds, what plays a part."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from tests.rulebooks.savage.armies import Course, battle, hero, leader, middle
from voevoda.export.odds import house_of, odds_markdown
from voevoda.export.sheets import facts_of, sheets_of
from voevoda.i18n import Language, text
from voevoda.play.seats import REFEREE, SPECTATOR, Line, Seat, commander, player
from voevoda.rulebooks.savage.book import BOOK, POLICIES
from voevoda.rulebooks.savage.policies import NAMES
from voevoda.rulebooks.savage.state import Battle

HANDS = ("2C J1", "AS KH QH")


def said(lines: list[Line], key: str) -> list[str]:
    """The arithmetic of the last line with a key, in English: each row with its value and clause."""
    line = next(each for each in reversed(lines) if each.key == key)
    rows = BOOK.why(line)
    return [f"{each.how}{each.value} {text('en', each.key, each.facts)} {each.cite}" for each in rows]


@pytest.mark.parametrize(
    ("seat", "seen"),
    [
        (REFEREE, (True, True)),
        (commander("Ash"), (True, False)),
        (Seat("referee", "Birch"), (False, True)),
        (SPECTATOR, (False, False)),
        (player("Mila"), (False, False)),
    ],
    ids=str,
)
def test_a_report_shows_a_hand_to_who_may_see_it(seat: Seat, seen: tuple[bool, bool]) -> None:
    """Others read how many cards there are."""
    ash, birch = BOOK.sides(middle(battle(), "battle", HANDS), (), seat)

    assert seen == ("hand" in ash, "hand" in birch)
    assert (2, 3) == (ash["hand_size"], birch["hand_size"])
    assert ("AS" in str(birch)) == seen[1]


def test_a_report_tells_the_cards_of_each_round_and_what_they_did() -> None:
    """By hand: a joker as jack of spades catches manoeuvre, a five is under it; no card is caution."""
    course = Course(middle(battle(), "lay", ("J1", "5D"))).answer("J1", "5D").answer("spades", "J")
    number, cards, effects = tactics(course)
    assert ("1", "Ash: joker as jack (attack); Birch: five of diamonds (manoeuvre)") == (number, cards)
    assert "attack catches manoeuvre: Birch −1; five is under jack: Birch −1" == effects

    _, cards, _ = tactics(Course(middle(battle(), "lay", ("", "5D"))).answer("5D"))
    assert "Ash: no card (caution); Birch: five of diamonds (manoeuvre)" == cards


def tactics(course: Course) -> tuple[str, ...]:
    """The row of the report's table of cards, as anyone reads it."""
    log = [(1, line) for line in course.lines]
    (sheet,) = sheets_of("savage", BOOK.extras(course.at.state, log, SPECTATOR), "en")
    (row,) = sheet.rows
    return row


def test_a_report_without_cards_speaks_of_none() -> None:
    """The base game has no hands."""
    assert {} == BOOK.extras(battle(more="cards: false"), (), REFEREE)
    ash, _ = BOOK.sides(battle(more="cards: false"), (), REFEREE)

    assert not {"hand", "hand_size"} & set(ash)


@pytest.mark.parametrize(
    ("fate", "tokens", "state"),
    [
        ("fights", 5, "fights"),
        ("withdrew", 5, "withdraws"),
        ("routed", 5, "routs"),
        ("fights", 0, "destroyed"),
    ],
)
def test_a_report_says_how_a_side_stands(fate: Any, tokens: int, state: str) -> None:
    """In the words of the odds."""
    first = battle()
    stands = first.with_force(0, replace(first.forces[0], fate=fate, tokens=tokens))

    assert state == BOOK.sides(stands, (), REFEREE)[0]["state"]


def test_a_report_tells_what_characters_did_and_who_came_back() -> None:
    """Round by round: the way, what the roll came to, the damage."""
    course = Course(battle(f"{hero('Mila', more=', toughness: 5')}\ntokens: 1", "tokens: 9", "cards: false"))
    course.answer("fight", "fighting", (7, 3), (4, 5, 1, 2)).to("savage.aftermath.recovery").answer((6,))
    ash: Any = BOOK.sides(course.state, [(1, line) for line in course.lines], REFEREE)[0]

    assert {"start": 1, "now": 0, "recovered": 1} == ash["tokens"]
    deed = {"round": 1, "way": "fight", "rungs": 0, "damage": 12}
    assert ({"name": "Mila", "wounds": 1, "out": False, "deeds": (deed,)},) == ash["characters"]


@pytest.mark.clause("S-10.4")
def test_a_report_tells_the_strength_that_is_left() -> None:
    """A token is a tenth of the larger army, and no side has more than its file says; of tokens, none."""
    start = battle("strength: 1005", "strength: 650", more="cards: false")
    token = Fraction(201, 2)

    def told(state: Battle, *lines: Line) -> list[Any]:
        return [side.get("strength") for side in BOOK.sides(state, [(1, line) for line in lines], REFEREE)]

    assert [10, 7] == [force.tokens for force in start.forces]
    assert [{"start": 1005, "now": 1005, "recovered": 0}, {"start": 650, "now": 650, "recovered": 0}] == told(
        start
    )
    hurt = middle(start, "battle", tokens=(7, 6))
    assert [7 * token, 6 * token] == [side["now"] for side in told(hurt)]
    raised = replace(start, forces=(start.forces[0], replace(start.forces[1], start=12, tokens=11)))
    assert {"start": 12 * token, "now": 11 * token, "recovered": 0} == told(raised)[1]
    back = Line("savage.aftermath.recovery", "S-10.4", {"side": "Ash", "n": 2})
    assert 2 * token == told(hurt, back)[0]["recovered"]
    assert [None, None] == told(battle())


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "Strength: 700 of 1,000 left; none of the lost come back"),
        ("ru", "Сила: осталось 700 из 1 000; из потерянного не вернётся ничего"),
    ],
)
def test_the_strength_left_is_shown(lang: Language, words: str) -> None:
    """Beside the tokens."""
    side = BOOK.sides(middle(battle("strength: 1000", "strength: 650"), "battle", tokens=(7, 6)), [], REFEREE)

    shown = [f"{heading}: {value}" for heading, value in facts_of("savage", side[0], lang)]
    assert words in [
        each.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ") for each in shown
    ]


def test_reasons_reckon_every_die_and_what_is_added() -> None:
    """An ace, the Wild Die, the higher of both, the modifiers, the ladder."""
    course = Course(middle(battle(more="cards: false"), "battle", tokens=(10, 8)))
    course.answer((8, 3, 2), (1, 1))

    assert [
        "11 the d8, 8 + 3, the Wild Die came to 2 S-1.1",
        "+2 for tokens S-6.1",
        "=13 target 4, a raise for each 4 above: success and 2 raises S-1.1",
    ] == said([line for line in course.lines if line.by == commander("Ash")], "savage.battle.roll")
    assert (
        "both dice show 1: a critical failure, whatever is added S-1.2"
        in said(course.lines, "savage.battle.roll")[-1]
    )


def test_a_ruled_roll_has_no_reason() -> None:
    """Nothing was thrown."""
    course = Course(middle(battle(more="cards: false"), "battle"))
    course.answer({"ruled": 0, "reason": "the dog has it"}, (1, 2))
    line = next(line for line in course.lines if line.source == "ruled")

    assert () == BOOK.why(line)


class Here(NamedTuple):
    """A battle as the odds stand for it."""

    state: Battle
    book: Any = BOOK


def house(state: Battle) -> tuple[str, ...]:
    """The house clauses that odds from a state rest on."""
    return house_of(Here(state))


def test_odds_rest_on_no_house_clause_that_plays_no_part() -> None:
    """Without cards, characters and edges only the order, the losses and the end are left."""
    least = ("S-3", "S-9.1", "S-10.3", "S-10.4", "S-10.5")

    assert least == house(battle(more="cards: false"))
    assert least == house(battle(leader("caring"), more="cards: false"))
    assert {"S-5.1", "S-5.2", "S-5.3"} == {*house(battle(hero("Mila"), more="cards: false"))} - {*least}
    assert {"S-1.3", "S-2.2", "S-4.1", "S-7.4", "S-7.5"} == {*house(battle())} - {*least}
    assert {"S-4.2", "S-4.3"} == {*house(battle(leader("perceptive")))} - {*house(battle())}
    assert {"S-8.1"} == {*house(battle(leader("pushing")))} - {*house(battle())}


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "Is destroyed: < 0.01%"), ("ru", "Лишится всех жетонов: < 0,01 %")]
)
def test_odds_tell_the_single_chances_of_each_side(lang: Language, words: str) -> None:
    """What is possible is never 0; what comes back is a mean."""
    stubborn = "fortified: true\nundead: true\nno_retreat: true\nterrain: major"
    state = battle(f"{stubborn}\ntokens: 12", f"{stubborn}\ntokens: 12", "cards: false\nmax_rounds: 1")
    told = odds_markdown(Here(state), BOOK.odds(state), lang).replace("&#60;", "<").replace("\xa0", " ")

    assert words in told
    assert re.search(r"(come back, on average|Вернётся жетонов в среднем): \d+[.,]\d\d\n", told)


def test_the_policies_of_the_book_are_those_that_there_are() -> None:
    """Named twice, so that the record does not have to load NumPy."""
    assert POLICIES == NAMES == BOOK.policies


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "lets both leave (S-10.3)"), ("ru", "отпускает обе (S-10.3)")]
)
def test_odds_without_a_choice_of_a_seat_name_no_policy_but_what_the_referee_does(
    lang: Language, words: str
) -> None:
    """Where both sides can fail in the same round; characters who can still act choose by a policy."""
    bare, heroic = battle(more="cards: false"), battle(hero("Mila"), more="cards: false")
    out = heroic.with_force(0, replace(heroic.forces[0], wounds=(4,)))
    decided = replace(bare, phase="aftermath")
    one, two = (replace(force, fate="withdrew") for force in decided.forces)

    assert [None, "greedy", None] == [BOOK.odds(state).policy for state in (bare, heroic, out)]
    for state in (bare, heroic):
        assert words in odds_markdown(Here(state), BOOK.odds(state), lang)
    over = replace(decided, forces=(one, two))
    assert words not in odds_markdown(Here(over), BOOK.odds(over), lang)


def test_house_marks_stand_where_the_text_is_silent() -> None:
    """A hand for full threes is the text's, a rounded one the house's; so with decks that are shuffled."""

    def line(key: str, cite: str, **facts: int) -> Line:
        return Line(key, cite, {"side": "Ash", **facts})

    assert None is BOOK.house_of(line("savage.deal.hand", "S-2.2", n=3, tokens=9))
    assert "S-2.2" == BOOK.house_of(line("savage.deal.hand", "S-2.2", n=3, tokens=10))
    assert None is BOOK.house_of(line("savage.cards.shuffled", "S-7.4", n=9))
    assert "S-1.3" == BOOK.house_of(line("savage.cards.shuffled", "S-1.3", n=9))
    assert "S-10.4" == BOOK.house_of(line("savage.aftermath.recovery", "S-10.4", n=1))
