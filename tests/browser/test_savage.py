"""The cards of savage in a browser: the button follows the choice, and what is laid is seen at once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.houses import House, house
from tests.web.battles import EXAMPLES, Game, begun, commander
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
