"""The table of savage: what cards come to, what lies on the table, and what the button says."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tests.web.battles import REFEREE, SPECTATOR, Game, commander, game
from voevoda.i18n import Language
from voevoda.play.seats import Seat
from voevoda.web.books.savage_cards import in_hand
from voevoda.web.pages import Frame, Table
from voevoda.web.parts import Ask, Slot
from voevoda.web.table_page import table_page
from voevoda.web.templating import render

DUCHY, HORDE = commander("Duchy"), commander("Horde")


def page_of(found: Game, seat: Seat, lang: Language = "en") -> Table:
    """The page of a seat."""
    return table_page(found.sight(seat), lang, Frame("", "/"), "/seat/1")


def ask_of(found: Game, seat: Seat, lang: Language = "en") -> Ask:
    """What a seat is asked first."""
    return page_of(found, seat, lang).asks[0]


def slots(found: Game, seat: Seat) -> list[tuple[str, str]]:
    """What lies on the table for a seat: how, and which card, if it may see it."""
    lying: tuple[Slot, ...] = next((each.slots for each in page_of(found, seat).hands if each.slots), ())
    return [(each.state, each.card.name if each.card else "") for each in lying]


@contextmanager
def scouted() -> Iterator[Game]:
    """The duke has scouted: ace of clubs or five of diamonds, against the horde's seven of diamonds."""
    with game("savage/bridge", seed="21") as found:
        found.wants |= {"savage.characters.way": "scout", "savage.characters.skill": "notice"}
        assert found.until(lambda now: now.asked("savage.scout.card") is not None).asked("savage.scout.card")
        yield found


@contextmanager
def laying() -> Iterator[Game]:
    """Both lay a card, none has yet."""
    with game("savage/bridge") as found:
        yield found.until(lambda now: now.asked("savage.lay.card") is not None)


def test_who_scouts_sees_what_each_card_comes_to_and_why() -> None:
    """Both sides' tokens, a line for each cause with its clause, the reader himself as "you"."""
    with scouted() as found:
        ask = ask_of(found, DUCHY)

    ace, five = ask.options
    assert ("Play the ace of clubs", "tokens left", ("5", "3")) == (ace.title, ace.caption, ace.result)
    assert [("Manoeuvre gets round defence: you −1", "S-7.2"), ("Seven is under ace: Horde −1", "S-7.3")] == [
        (each.words, each.cite.id if each.cite else "") for each in ace.causes
    ]
    assert ("6", "4") == five.result
    assert [("shown", "seven of diamonds")] == [
        (each.slot.state, each.slot.card.name if each.slot.card else "") for each in ask.shown
    ]
    assert "The other goes back to your hand, and Horde will not see it." == ask.consequence


def test_the_button_says_what_it_will_do() -> None:
    """With an option chosen, that; before, and without a script, "the chosen one"."""
    with scouted() as found:
        ask = ask_of(found, DUCHY)
        page = render(page_of(found, DUCHY), "en")

    assert ("Which of your two cards plays?", "Play the chosen one") == (ask.question, ask.submit)
    assert 'data-does="Play the ace of clubs"' in page


def test_nobody_else_sees_what_the_cards_of_the_scout_come_to() -> None:
    """Nor which they are: two backs."""
    with scouted() as found:
        for seat in (HORDE, SPECTATOR):
            assert [("back", ""), ("back", ""), ("shown", "seven of diamonds")] == slots(found, seat)
            page = render(page_of(found, seat), "en")
            assert not any(words in page for words in ('"result"', "ace of clubs", "five of diamonds"))


def test_a_card_that_is_laid_lies_face_down_and_may_be_changed() -> None:
    """Its owner sees it there and no more in his hand; of it others see that it lies."""
    with laying() as found:
        assert [("empty", ""), ("empty", "")] == slots(found, DUCHY)
        _ = found.step()
        first, other = (DUCHY, HORDE) if found.waiting() == [HORDE] else (HORDE, DUCHY)
        ask, page = ask_of(found, first), page_of(found, first)
        mine, theirs = slots(found, first), slots(found, other)
        hand = next(each for each in page.hands if each.title == "Your hand")

    lies = next(option.title for option in ask.options if option.chosen)
    assert ("change", f"The {lies[0].lower()}{lies[1:]} lies there") == (ask.state, ask.question)
    assert [("empty", ""), ("mine", f"{lies[0].lower()}{lies[1:]}")] == sorted(mine)
    assert [("back", ""), ("empty", "")] == sorted(theirs)
    assert lies.lower() not in [each.name for each in hand.cards]


def test_a_hand_whose_every_card_is_offered_is_not_shown_twice() -> None:
    """The question has them; afterwards the hand has them again."""
    with laying() as found:
        titles = [each.title for each in page_of(found, DUCHY).hands]
        watched = [each.title for each in page_of(found, REFEREE).hands]
    assert ["On the table", "Hand: Horde"] == titles
    assert ["On the table", "Hand: Duchy", "Hand: Horde"] == watched


def test_hands_lie_by_suit_and_rank_with_jokers_last() -> None:
    """Attack, defence, manoeuvre, caution."""
    assert ["9S", "QC", "2D", "10D", "AD", "KH", "J1"] == in_hand(("J1", "KH", "AD", "10D", "2D", "QC", "9S"))
