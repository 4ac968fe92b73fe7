"""The cards of savage in a browser: the button follows the choice, and what is laid is seen at once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.houses import House, house
from tests.web.battles import EXAMPLES, REFEREE, SPECTATOR, Game, begun, commander
from voevoda.journal_store import Store

DUCHY, HORDE = commander("Duchy"), commander("Horde")


@pytest.fixture(scope="module")
def games() -> dict[str, Game]:
    """The battles, by what is to be seen."""
    return {}


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory, games: dict[str, Game]) -> Iterator[House]:
    """A server with a scout's two raises, which this seed brings, and with cards about to be laid."""

    def prepare(store: Store) -> None:
        scouted = games["scout"] = begun(store, EXAMPLES / "savage/bridge.yaml", seed="21")
        scouted.wants |= {"savage.characters.way": "scout", "savage.characters.skill": "notice"}
        scouted.until(lambda now: now.asked("savage.scout.card") is not None)
        laying = games["lay"] = begun(store, EXAMPLES / "savage/bridge.yaml")
        laying.until(lambda now: now.asked("savage.lay.card") is not None)

        shown = games["shown"] = begun(store, EXAMPLES / "savage/bridge.yaml")
        shown.until(lambda now: now.asked("savage.lay.card") is not None)

    with house(tmp_path_factory.mktemp("savage"), prepare) as found:
        yield found


@pytest.mark.slow
def test_the_button_names_the_card_that_is_chosen(at: House, games: dict[str, Game]) -> None:
    """Beside each card stands what it comes to."""
    with at.person() as context:
        page = context.new_page()
        _ = page.goto(at.sit(context, games["scout"], DUCHY))
        button = page.locator(".ask .go button")
        expect(button).to_have_text("Play the chosen one")
        page.get_by_label("Play the five of diamonds").check()
        expect(button).to_have_text("Play the five of diamonds")
        page.get_by_label("Play the ace of clubs").check()
        expect(button).to_have_text("Play the ace of clubs")
        expect(page.locator(".result b")).to_have_text(["5", "3", "6", "4"])


@pytest.mark.slow
def test_a_card_that_is_laid_shows_its_back_to_the_enemy_at_once(at: House, games: dict[str, Game]) -> None:
    """Its owner sees its face, and may put another in its place."""
    with at.person() as wanda, at.person() as burza:
        mine, theirs = wanda.new_page(), burza.new_page()
        _ = mine.goto(at.sit(wanda, games["lay"], DUCHY))
        _ = theirs.goto(at.sit(burza, games["lay"], HORDE))
        expect(theirs.locator("#hand .slot.empty")).to_have_count(2)
        mine.locator(".option input").first.check()
        mine.locator(".ask .go button").click()
        expect(mine.locator(".ask.change")).to_contain_text("lies there")
        expect(mine.locator("#hand .slot.mine")).to_have_count(1)
        expect(theirs.locator("#hand .slot.back")).to_have_count(1)
        expect(theirs.locator("#hand .slot.mine")).to_have_count(0)


MOVES = "each => getComputedStyle(each).animationName + ' ' + getComputedStyle(each).animationDuration"


@pytest.mark.slow
def test_both_cards_stay_in_everybodys_sight_once_they_are_shown(at: House, games: dict[str, Game]) -> None:
    """Clash and losses follow at once; the cards fade in, but for whom movement is a nuisance."""
    game, pages = games["shown"], dict[str, Page]()
    with at.person() as one, at.person() as two, at.person() as three, at.person() as four:
        for context, seat in ((one, DUCHY), (two, HORDE), (three, REFEREE), (four, SPECTATOR)):
            page = pages[str(seat)] = context.new_page()
            _ = page.goto(at.sit(context, game, seat))
        for seat in (DUCHY, HORDE):
            page = pages[str(seat)]
            page.locator(".option input").first.check()
            page.locator(".ask .go button").click()
        for page in pages.values():
            shown = page.locator("#hand .slot.shown .card")
            expect(shown).to_have_count(2)
            assert "none 0s" == shown.first.evaluate(MOVES)  # they have asked for less motion
            page.emulate_media(reduced_motion="no-preference")
            assert "shown 0.18s" == shown.first.evaluate(MOVES)
