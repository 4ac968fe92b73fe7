"""What people do at a table, and what happens to it: restarts, tabs, keys, no scripts, small screens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

import pytest
from playwright.sync_api import BrowserContext, Page, Route

from tests.browser.houses import PHONE, House, house, until
from tests.browser.people import Person, throw_or_first
from tests.web.battles import EXAMPLES, REFEREE, Game, begun
from voevoda.i18n import LANGUAGES, Language
from voevoda.journal_store import Store
from voevoda.play.seats import Seat

BOOKS = {"gurps": "ford", "savage": "bridge", "skirmish": "bridge", "wfrp": "tunnels"}


@dataclass(eq=False, slots=True)
class Set:
    """A server, and a fresh battle for each test."""

    house: House
    games: dict[str, list[Game]] = field(default_factory=dict)
    opening: dict[tuple[str, Language], tuple[Game, Game]] = field(default_factory=dict)
    """Battles that have just begun: in one the referee is alone, in the other somebody sits everywhere."""

    def game(self, book: str) -> Game:
        """A battle that no other test plays."""
        return self.games[book].pop()

    def sit(self, context: BrowserContext, game: Game, seat: Seat = REFEREE) -> tuple[Person, str]:
        """Look at a table; the person, and the seat's address."""
        path = self.house.sit(context, game, seat)
        person = Person(context.new_page())
        person.sits(path)
        return person, path


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Set]:
    """A server with battles in which the referee is alone."""
    games = dict[str, list[Game]]()
    opening = dict[tuple[str, Language], tuple[Game, Game]]()

    def prepare(store: Store) -> None:
        for book, name in BOOKS.items():
            path = EXAMPLES / book / f"{name}.yaml"
            games[book] = [begun(store, path, alone=True) for _ in range(7 if book == "gurps" else 2)]
            for lang in LANGUAGES:
                path = EXAMPLES / book / f"{name}{'' if lang == 'en' else '.ru'}.yaml"
                opening[book, lang] = begun(store, path, alone=True), begun(store, path)
        path = EXAMPLES / "savage" / "bridge.yaml"
        games["choice"] = [
            begun(store, path, alone=True).until(lambda now: now.asked("savage.lay.card") is not None)
            for _ in range(3)
        ]

        path = EXAMPLES / "wfrp" / "tunnels.ru.yaml"
        games["lot"] = [
            begun(store, path, alone=True).until(lambda now: now.asked("wfrp.influence.whom") is not None)
        ]

    with house(tmp_path_factory.mktemp("tables"), prepare) as found:
        yield Set(found, games, opening)


def newest(page: Page) -> str:
    """The newest line of the log, by its id."""
    found = page.locator("#log .line [id]").first.get_attribute("id")
    assert found is not None
    return found


@pytest.mark.slow
def test_a_server_that_begins_again_finds_its_pages_and_loses_nothing(at: Set) -> None:
    """The page says that it is offline, comes back by itself, and what is answered then counts once."""
    with at.house.person() as context:
        referee, _ = at.sit(context, at.game("gurps"))
        page = referee.page
        _ = referee.answer(throw_or_first)
        until(lambda: bool(referee.places()), "something is asked")
        asked, before = referee.places(), newest(page)
        bar = page.locator("#offline")
        assert not bar.is_visible()
        at.house.stop()
        until(bar.is_visible, "the page says that it is offline")
        assert "{time}" not in bar.inner_text()
        at.house.start()
        until(lambda: not bar.is_visible(), "the page has come back", 40)
        assert (asked, before) == (referee.places(), newest(page))
        assert referee.has_stayed()
        place = referee.answer(throw_or_first)
        after = referee.places(), newest(page)
        _ = page.reload()
        assert place not in referee.places()
        assert after == (referee.places(), newest(page))


@pytest.mark.slow
def test_an_answer_that_is_sent_again_after_a_lost_reply_counts_once(at: Set) -> None:
    """The server has heard it, the page has not: it says so, and sending again does no harm."""
    with at.house.person() as context:
        referee, path = at.sit(context, at.game("gurps"))
        page, place = referee.page, referee.places()[0]

        def lose(route: Route) -> None:
            _ = route.fetch(max_redirects=0)
            route.abort()

        page.route(f"**{path}/do", lose, times=1)
        form = dict(
            page.locator(".ask.asked form").first.evaluate("form => [...new FormData(form).entries()]")
        )
        throw_or_first(page.locator(".ask.asked").first, place)
        until(lambda: page.locator("[role=alert]").count() > 0, "the page says that nothing came back")
        assert page.locator("#notice .triangle").is_visible()
        until(lambda: place not in referee.places(), "what was heard is shown")
        after = newest(page)
        again = context.request.post(
            f"{at.house.address}{path}/do",
            form={**form, "how": "thrown"},
            headers={"origin": at.house.address},
            max_redirects=0,
        )
        assert 303 == again.status
        _ = page.reload()
        assert after == newest(page)  # nothing was done twice


@pytest.mark.slow
def test_what_is_refused_is_told_in_a_sentence_and_what_was_typed_stays(at: Set) -> None:
    """Not as a page within the page, and not at the cost of dice that lie on the table."""
    with at.house.person() as context:
        referee, path = at.sit(context, at.game("gurps"))
        page = referee.page
        for _ in range(21):
            _ = context.request.post(
                f"{at.house.address}{path}/do", headers={"origin": at.house.address}, max_redirects=0
            )
        _ = referee.page.evaluate("document.body.dataset.stayed = 'yes'")
        field = page.locator(".ask.asked input[name=d1]").first
        field.fill("3")
        page.locator(".ask.asked button[value=typed]").first.click()
        until(lambda: page.locator("[role=alert]").count() > 0, "it is said")
        assert ["Not done. Too many actions within 10 seconds. Wait a little and repeat."] == [
            " ".join(each.split()) for each in referee.said()
        ]
        assert "3" == field.input_value()
        assert referee.has_stayed()


@pytest.mark.slow
def test_what_comes_by_the_socket_before_the_reply_to_a_form_is_shown(at: Set) -> None:
    """The page has heard by then that the card lies, and does not go on asking for it."""
    with at.house.person() as context:
        referee, path = at.sit(context, at.game("choice"))
        page, before = referee.page, referee.frames

        def wait(route: Route) -> None:
            answer = route.fetch(max_redirects=0)
            until(lambda: referee.frames > before, "the socket is first")
            route.fulfill(response=answer)

        page.route(f"**{path}/do", wait, times=1)
        _ = referee.answer(throw_or_first)
        assert referee.has_stayed()


@pytest.mark.slow
def test_an_answer_while_the_socket_is_closed_is_shown_without_loading_the_page_again(at: Set) -> None:
    """The page connects anew at once, and is sent everything."""
    with at.house.person() as context:
        referee, _ = at.sit(context, at.game("choice"))
        _ = referee.page.wait_for_function("seen > 0")  # a page to which no socket ever spoke is loaded again
        _ = referee.page.evaluate("socket.close()")
        _ = referee.answer(throw_or_first)
        assert referee.has_stayed()


@pytest.mark.slow
def test_a_lot_is_drawn_by_the_table_without_choosing_on_whom_it_falls(at: Set) -> None:
    """Whoever drew it himself says on whom it fell; the table needs no such word."""
    with at.house.person() as context:
        referee, _ = at.sit(context, at.game("lot"))
        assert len(referee.options()) > 1
        _ = referee.answer(throw_or_first)


@pytest.mark.slow
def test_two_tabs_of_a_seat_show_the_same(at: Set) -> None:
    """What is answered in one is gone from the other, without loading it again."""
    with at.house.person() as context:
        one, path = at.sit(context, at.game("gurps"))
        two = Person(context.new_page())
        two.sits(path)
        assert one.places() == two.places()
        place = one.answer(throw_or_first)
        until(lambda: place not in two.places(), "the other tab has heard of it")
        until(lambda: newest(one.page) == newest(two.page), "both have the same log")
        assert two.has_stayed()


@pytest.mark.slow
def test_an_answer_can_be_given_without_scripts(at: Set) -> None:
    """The form is sent, and the page that comes has the next question."""
    with at.house.person(scripts=False) as context:
        path = at.house.sit(context, at.game("gurps"), REFEREE)
        page = context.new_page()
        _ = page.goto(path)
        place = page.locator(".ask.asked input[name=place]").first.get_attribute("value")
        before = newest(page)
        page.locator(".ask.asked button.main").first.click()
        assert page.url.endswith(path)
        assert newest(page) != before
        assert place != page.locator(".ask.asked input[name=place]").first.get_attribute("value")


@pytest.mark.slow
def test_the_keyboard_alone_answers_a_choice(at: Set) -> None:
    """The first link leads to the question; arrows choose, Enter sends, and the focus stays on the page."""
    with at.house.person() as context:
        referee, _ = at.sit(context, at.game("choice"))
        page = referee.page
        place = referee.places()[0]
        page.keyboard.press("Tab")
        assert "#ask" == page.evaluate("document.activeElement.getAttribute('href')")
        page.keyboard.press("Enter")
        for _ in range(6):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.type") == "radio":
                break
        page.keyboard.press("Space")
        page.keyboard.press("ArrowDown")
        assert page.evaluate("document.activeElement.checked")
        page.keyboard.press("Enter")
        until(lambda: place not in referee.places(), f"the choice is made: {referee.said()}")
        assert page.evaluate("document.activeElement !== document.body")


IN_ASK = (
    "document.activeElement.closest('.ask.asked') !== null && document.activeElement.matches('input, button')"
)

RING = """(() => {
  const each = document.activeElement, shown = each.closest('.option') ?? each;
  return getComputedStyle(shown).outlineStyle !== 'none' || getComputedStyle(each).outlineStyle !== 'none';
})()"""


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_the_keyboard_alone_answers_one_question_after_another(at: Set, book: str) -> None:
    """The focus is seen, and is never lost when parts of the page are put in the place of others."""
    with at.house.person() as context:
        referee, _ = at.sit(context, at.game(book))
        page = referee.page
        for _ in range(4):
            until(lambda: press_until(page, IN_ASK), "the question is reached")
            assert page.evaluate(RING)
            if page.evaluate("document.activeElement.name") == "d1":
                assert press_until(page, "document.activeElement.value === 'thrown'")
            elif page.evaluate("document.activeElement.matches('[type=radio], [type=checkbox]')"):
                page.keyboard.press("Space")
            asked = referee.places()
            page.keyboard.press("Enter")
            until(partial(changed, referee, asked), f"{asked} is answered: {referee.said()}")
            assert page.evaluate("document.activeElement !== document.body")
            until(lambda: bool(referee.places()), "something is asked")


def changed(person: Person, asked: list[str]) -> bool:
    """Whether a question is answered that was asked."""
    return asked != person.places()


def press_until(page: Page, found: str) -> bool:
    """Press Tab until that is so; False after too many times."""
    for _ in range(60):
        if page.evaluate(found):
            return True
        page.keyboard.press("Tab")
    return False


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_a_phone_shows_first_what_is_asked(at: Set, book: str) -> None:
    """The question is within the first screen, whatever the book; further down a bar leads up to it."""
    with at.house.person(size=PHONE, touch=True) as context:
        referee, _ = at.sit(context, at.game(book))
        dock = referee.page.locator("#dock")
        assert not dock.is_visible()
        _ = referee.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        until(dock.is_visible, "further down a bar leads up to the question")


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("book", BOOKS)
def test_a_phone_opens_with_the_question_whom_the_table_waits_for_and_the_own_hand(
    at: Set, book: str, lang: Language
) -> None:
    """All of it above the fold, at every seat that is asked: a referee who is alone, commanders, players."""
    alone, full = at.opening[book, lang]
    asked = [(alone, REFEREE), *((full, seat) for seat in full.waiting())]
    with at.house.person(lang, size=PHONE, touch=True) as context:
        for game, seat in asked:
            person, path = at.sit(context, game, seat)
            page = person.page
            parts = ["#ask", "#ask button.main", "#waits"]
            # A referee's questions are of both hands, and neither is his own.
            parts += ["#hand .hand"] if seat != REFEREE and page.locator("#hand .hand").count() else []
            for part in parts:
                # In one go, since a region may be swapped for a newer one at any moment.
                height, foot = page.evaluate(
                    "(part) => { const it = document.querySelector(part).getBoundingClientRect();"
                    " return [it.height, it.bottom] }",
                    part,
                )
                assert height > 0
                assert foot <= PHONE[1], (path, str(seat), part)
            page.close()
