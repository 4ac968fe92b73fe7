"""Every number of the log that is reckoned opens to its arithmetic, in whole battles of every book."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from tests.contract.plays import Dice, any_reply
from voevoda.export import line_text, record, short_text
from voevoda.export.told import arithmetic, clauses_of
from voevoda.files.battle import read_battle
from voevoda.i18n import LANGUAGES, Language
from voevoda.play.journal import answered, begin, thrown
from voevoda.play.questions import Chance
from voevoda.play.seats import Fact, Line
from voevoda.rulebooks import BOOKS
from voevoda.rulebooks.book import Term

EXAMPLES = Path(__file__).parents[2] / "examples"

FILE = "the file says so"
TABLE = "a table or a rule says so, as it stands"
DIE = "the die itself"
AGAIN = "an earlier line has reckoned it"
COUNT = "so many names stand beside it, or so many are offered"

PLAIN = {
    "gurps.unit.quality": TABLE,
    "gurps.unit.pieces": TABLE,
    "gurps.modifier": TABLE,  # of positions, circumstances, scouting; a plan and a ruling are the file's
    "gurps.glory.reputation": AGAIN,
    "gurps.next_day": TABLE,
    "gurps.result.A": TABLE,
    "gurps.result.B": TABLE,
    "gurps.result.C": TABLE,
    "gurps.rout": DIE,
    "gurps.rally": AGAIN,
    "gurps.fallen": AGAIN,
    "gurps.commander.falls": TABLE,
    "gurps.account.hidden": FILE,
    "gurps.luck": AGAIN,
    "gurps.mission.failed": TABLE,
    "gurps.catastrophe.orders": TABLE,
    "gurps.catastrophe.wounded": TABLE,
    "wfrp.effect": TABLE,
    "wfrp.effect.unnamed": TABLE,
    "wfrp.double.damage": TABLE,
    "wfrp.round.tie.higher_points": AGAIN,
    "skirmish.modes.tie": AGAIN,
    "skirmish.modes.again": AGAIN,
    "skirmish.winner.tie": AGAIN,
    "skirmish.winner.again": AGAIN,
    "skirmish.retreat": COUNT,
    "skirmish.kept": COUNT,
    "skirmish.left": COUNT,
    "skirmish.dead": AGAIN,
    "skirmish.dead.spared": AGAIN,
    "savage.deal.tokens": FILE,
    "savage.characters.helps": TABLE,
    "savage.cards.use": COUNT,
    "savage.edges.pushed": COUNT,
}
"""Lines with numbers that need no opening, and why."""

SUMS = {
    "gurps.unit.man", "gurps.unit.strength", "gurps.strength", "gurps.survival", "gurps.glory",
    "gurps.account", "gurps.margin", "gurps.difference", "gurps.hurt", "gurps.morale", "gurps.second_roll",
    "gurps.promotion",
    "gurps.reaction", "wfrp.unit.points", "wfrp.round.won", "wfrp.influence", "wfrp.influence.critical",
    "wfrp.influence.fumble", "skirmish.modes.contest", "skirmish.winner.contest", "skirmish.out.test",
    "skirmish.wound.test", "skirmish.surrender.test", "savage.battle.roll", "savage.characters.roll",
    "savage.morale.roll", "savage.losses.tokens", "savage.cards.drawn",
}  # fmt: skip
"""Lines whose rows are added up, or multiplied, as they stand from above."""


def lines_of(path: Path) -> Iterator[Line]:
    """The log of two battles from a file, dice from a seed, choices of all kinds."""
    battle = read_battle(path)
    for seed in ("one", "two"):
        dice = Dice(seed)
        at, journal = begin(battle.book.rules, battle.state, seed)
        while at.open:
            asked = at.asked()
            if isinstance(asked.question, Chance):
                at, entries = answered(at, thrown(asked, seed), asked.place, "seed")
            else:
                at, entries = answered(at, any_reply(asked.question, dice), asked.place)
            journal = (*journal, *entries)
        yield from (line for _, line in record(battle.book, journal, at).log)


@cache
def fought(book: str) -> tuple[Line, ...]:
    """The lines of all examples of a book."""
    return tuple(chain.from_iterable(map(lines_of, sorted((EXAMPLES / book).glob("*.yaml")))))


def has_number(fact: Fact) -> bool:
    """Whether a fact is a number."""
    return isinstance(fact, int | Fraction) and not isinstance(fact, bool)


@pytest.mark.parametrize("book", BOOKS)
def test_every_reckoned_number_opens(book: str) -> None:
    """What does not is listed with its reason."""
    lines = fought(book)
    closed = {
        line.key for line in lines if any(map(has_number, line.facts.values())) and not BOOKS[book].why(line)
    }

    assert set() == closed - {*PLAIN}


def test_modifiers_that_are_reckoned_open_and_those_of_tables_do_not() -> None:
    """Among the lines of one key."""
    lines = [line for line in fought("gurps") if line.key == "gurps.modifier"]
    opened = {line.facts["what"] for line in lines if BOOKS["gurps"].why(line)}

    assert {"ratio", "superiority", "tech", "glory"} <= opened
    assert set() == opened & {line.facts["what"] for line in lines if not BOOKS["gurps"].why(line)}


@pytest.mark.parametrize("book", BOOKS)
def test_sums_add_up(book: str) -> None:
    """From one value that stands alone to what comes of it, a remark in between or not."""
    wrong = set[str]()
    for line in fought(book):
        if line.key not in SUMS or line.facts.get("critical"):
            continue
        total = Fraction()
        for term in BOOKS[book].why(line):
            if term.value is None:
                continue
            if term.how == "=":
                bound = max(1, total) if line.key == "gurps.unit.man" else total
                wrong |= set() if bound == term.value else {f"{line.key} {total} {term.value}"}
            total = reckoned(total, term)

    assert set() == wrong


def reckoned(total: Fraction, term: Term) -> Fraction:
    """What it comes to with one row more."""
    assert term.value is not None
    match term.how:
        case "+":
            return total + term.value
        case "×":
            return total * term.value
    return Fraction(term.value)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("book", BOOKS)
def test_every_row_has_its_words_and_its_clause(book: str, lang: Language) -> None:
    """And no row is said in bare facts; a clause may be a part of one that is declared."""
    for line in fought(book):
        assert line_text(lang, line)
        for row in arithmetic(book, line, lang):
            assert row.words
            assert not row.words.startswith(f"{book}.")
            assert any(row.cite == each or row.cite.startswith(f"{each}.") for each in clauses_of(book)), row


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sentence_is_short_only_where_its_arithmetic_says_the_rest(lang: Language) -> None:
    """The totals and what they mean stay in it; nothing is short that does not open."""
    for book in BOOKS:
        for line in fought(book):
            short = short_text(lang, line)
            if short is not None:
                assert BOOKS[book].why(line)
                assert len(short) <= len(line_text(lang, line)) + 4
                assert any(
                    str(line.facts.get(name, "none")).lstrip("-") in short for name in ("total", "lost")
                )
