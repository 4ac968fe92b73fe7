"""Battles that people play in their browsers from the first page to the report."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.houses import PHONE, House, house, until
from tests.browser.people import Person, how_many, throw_or_first
from voevoda.i18n import text

SAVAGE = """
rulebook: savage
title: Two at the ford
sides:
  - {name: Duchy, tokens: 12, commander: {name: Wanda, battle: d8}}
  - {name: Horde, tokens: 12, commander: {name: Burza, battle: d8}, plan: 1}
cards: true  # so many tokens that nobody has but one card, which he would have to lay
max_rounds: 2
"""

GURPS = """
rulebook: gurps
title: Skirmish at the mill
sides:
  - name: Millers
    commander: {name: Ragna, strategy: 12, tactics: 12}
    units: [{name: Spears, count: 300}]
  - name: Raiders
    commander: {name: Grey, strategy: 11, tactics: 11}
    units: [{name: Orcs, count: 320}]
"""

CARDS = {
    f"{rank}{suit}": text("en", f"savage.card={rank}{suit}", {}).lower()
    for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
    for suit in "SHDC"
}
"""What each card is called; of the jokers there are two that look alike."""


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server for these battles."""
    with house(tmp_path_factory.mktemp("battles")) as found:
        yield found


def begin(page: Page, folder: Path, file: str, **choices: str) -> None:
    """Bring a battle file and begin its battle, by the pages."""
    path = folder / "battle.yaml"
    _ = path.write_text(file, "utf-8")
    _ = page.goto("/import")
    page.set_input_files("input[type=file]", path)
    page.locator("#form button").click()
    page.fill("[name=name]", "Rita")
    for name, value in choices.items():
        page.select_option(f"[name={name}]", value)
    page.locator("#form button").click()
    page.wait_for_selector("#asks")


# Two commanders, a referee, and cards that only their owner may know


def links(page: Page) -> dict[str, str]:
    """The links to the seats, by who sits there, as the referee reads them."""
    table = page.url
    _ = page.goto(f"{table}/seats")
    rows = page.locator(".seat").filter(has=page.locator(".link-text"))
    found = {
        row.locator("h2").inner_text().strip(): row.locator(".link-text").inner_text() for row in rows.all()
    }
    _ = page.goto(table)
    return found


def join(page: Page, link: str, name: str) -> Person:
    """Take a seat by its link."""
    person = Person(page)
    _ = page.goto(link)
    _ = person.received()
    page.fill("[name=name]", name)
    page.locator("#form button").click()
    person.sits()
    return person


MINE = ", ".join(
    f"{place} [role=img]"
    for place in ("#hand .hand:has(h2:text-is('Your hand'))", "#hand .slot.mine", "#asks .option")
)
"""Where somebody sees his own cards: in his hand, face down on the table, in the question."""


def hand(person: Person) -> set[str]:
    """The cards that somebody sees as his own."""
    labels = person.page.locator(MINE)
    told = labels.evaluate_all("all => all.map(each => each.getAttribute('aria-label'))")
    names = {str(each).partition(":")[0].lower() for each in told}
    return {code for code, name in CARDS.items() if name in names}


def leaked(person: Person, cards: set[str]) -> list[str]:
    """Which of these cards something has told of that came to somebody's browser."""
    bytes_ = person.received()
    return sorted(
        card for card in cards if re.search(rf"\b{CARDS[card]}\b", bytes_) or f'"{card.lower()}"' in bytes_
    )


def told(person: Person, cards: list[str]) -> list[str]:
    """Where something tells of these cards."""
    bytes_ = person.received()
    found = [re.search(rf'\b{CARDS[card]}\b|"{card.lower()}"', bytes_) for card in cards]
    return [bytes_[max(0, each.start() - 500) : each.end() + 200] for each in found if each]


def hears(others: Mapping[Person, int]) -> bool:
    """Whether each of these pages has got more frames than before."""
    return all(each.frames > before for each, before in others.items())


@pytest.mark.slow
def test_two_commanders_and_a_referee_play_with_secret_cards_to_the_report(at: House, tmp_path: Path) -> None:
    """Nobody loads a page anew, and no byte of another's card comes before it is laid open."""
    with ExitStack() as stack:
        pages = [stack.enter_context(at.person()).new_page() for _ in range(3)]
        begin(pages[0], tmp_path, SAVAGE)
        by_seat = links(pages[0])
        referee = Person(pages[0])
        referee.sits(pages[0].url)
        sides = [
            join(page, next(link for seat, link in by_seat.items() if name in seat), f"{name} One")
            for page, name in zip(pages[1:], ("Duchy", "Horde"), strict=True)
        ]
        people = [referee, *sides]
        known = [set[str](), set[str]()]  # what each of the two may know of the other's cards
        laid = [set[str](), set[str]()]
        checked, answered = 0, 0
        while not all(each.is_over() for each in people):
            until(lambda: any(each.places() or each.is_over() for each in people), "somebody is asked")
            hands = [hand(each) for each in sides]
            for index, each in enumerate(sides):
                other = 1 - index
                if any("scout" in place for place in each.places()):
                    known[index] |= laid[other]
                secret = (hands[other] | laid[other]) - known[index] - hands[index]
                found = leaked(each, secret)
                assert [] == found, told(each, found)
                assert sorted(hands[index]) == leaked(each, hands[index])  # what is there is found
                checked += len(secret)
            asking = next((each for each in people if each.places()), None)
            if asking is None:
                until(lambda: all(each.is_over() for each in people), "all see the end")
                break
            others = {each: each.frames for each in people if each is not asking}
            options = asking.options()
            place = asking.answer(throw_or_first)
            until(lambda: hears(others), "the others' pages change")  # noqa: B023 (called at once)
            answered += 1
            if asking in sides and re.search("lay|scout", place):
                index = sides.index(asking)
                laid[index] = set(options[: how_many(place)]) & set(CARDS)
                if laid[1 - index]:  # both lie: they are turned over
                    known = [known[0] | laid[1], known[1] | laid[0]]
                    laid = [set(), set()]
        assert checked > 0
        assert answered > 4
        assert [True, True, True] == [each.has_stayed() for each in people]
        for each in people:
            each.page.locator("#over .actions a").first.click()
            assert "Horde" in each.page.locator("main").inner_text()
            assert 1 == each.page.locator(".report-head").count()


# One referee with a phone and his own dice


def type_dice(ask: Locator, place: str) -> None:
    """Type what the dice on the table show; what is no die is chosen."""
    fields = ask.locator(".dice-field input")
    if not fields.count():
        throw_or_first(ask, place)
        return
    for index, each in enumerate(fields.all()):
        each.tap()
        each.fill(str(2 + index % 3))
    ask.locator("button[value=typed]").tap()


@pytest.mark.slow
def test_a_referee_plays_gurps_on_a_phone_with_his_own_dice_to_the_report(at: House, tmp_path: Path) -> None:
    """Every roll is typed in, in fields that a thumb can hit."""
    with at.person(size=PHONE, touch=True) as context:
        page = context.new_page()
        begin(page, tmp_path, GURPS, dice="typed")
        referee = Person(page)
        referee.sits()
        typed = 0
        while not referee.is_over():
            until(lambda: bool(referee.places()) or referee.is_over(), "something is asked")
            if referee.places():
                typed += page.locator(".ask.asked .dice-field").count() > 0
                assert 0 == page.locator("button[value=thrown]").count()
                for each in page.locator(".ask.asked button.main, .ask.asked .dice-field input").all():
                    box = each.bounding_box()
                    assert box is not None
                    assert box["height"] >= 44
                _ = referee.answer(type_dice)
        assert typed > 2
        assert referee.has_stayed()
        page.locator("#over .actions a").first.tap()
        page.wait_for_selector(".report-head")
        assert "Raiders" in page.locator("main").inner_text()
