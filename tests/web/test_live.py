"""The socket of a table's page: what comes, in which order, what does not, and how it ends."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, cast

import pytest
from fastapi import WebSocket

from tests.web.house import Browser, House, ask, house
from voevoda.i18n import LANGUAGES, Language, text
from voevoda.play.seats import SPECTATOR, Seat, commander
from voevoda.rulebooks import BOOKS
from voevoda.web.limits import PAGES, WAITING, WATCHING
from voevoda.web.live import GONE, SILENT, TOO_OFTEN, Newest, _sent
from voevoda.web.templating import REGIONS

IRON, GREEN = commander("Ironbreakers"), commander("Greenskins")

ELEMENTS = {"asks" if name == "ask" else name for name in REGIONS}


def frame(socket: Any, about: Callable[[dict[str, str]], bool] = lambda _: True) -> dict[str, Any]:
    """The next frame that changes what somebody waits for; frames that say who has come are passed over."""
    while True:
        found: dict[str, Any] = socket.receive_json()
        if about(found["regions"]):
            return found


def lines(regions: dict[str, str]) -> bool:
    """Whether the log is another."""
    return "log" in regions


def test_a_page_that_comes_gets_everything_and_then_what_is_another() -> None:
    """Versions only grow."""
    with house() as found:
        rita = found.browser()
        seat = rita.begin()
        with rita.live(seat) as socket:
            first = frame(socket)
            rita.post(f"{seat}/do", {**ask(rita.get(seat)), "d1": "47", "how": "typed"})
            second = frame(socket, lambda regions: "asks" in regions)

            assert ELEMENTS == set(first["regions"])
            assert "score" not in second["regions"]
            assert first["version"] < second["version"]
            assert first["title"] == "● Ambush in the tunnels"


def live_of(html: str) -> str:
    """The address of a page's socket."""
    found = re.search(r'data-live="([^"]+)"', html)
    assert found is not None
    return f"ws://127.0.0.1:8000{found[1]}".replace("&amp;", "&")


def played_on(browser: Browser, seat: str, socket: Any) -> str:
    """Throw until the odds are another: those hold for the whole step under way."""
    for _ in range(20):
        browser.post(f"{seat}/do", {**ask(browser.get(seat)), "how": "thrown"})
        regions = frame(socket)["regions"]
        if "odds" in regions:
            return str(regions["odds"])
    raise AssertionError(regions.keys())


def test_odds_that_the_page_has_are_not_taken_away() -> None:
    """They are sent once the table goes on: the last ones dimmed, then those from there on."""
    with house() as found:
        rita = found.browser()
        seat = rita.begin()
        address = live_of(rita.get(f"{seat}/odds"))
        with rita.client.websocket_connect(address, headers={"origin": "http://127.0.0.1:8000"}) as socket:
            first = frame(socket)["regions"]["odds"]
            meanwhile = played_on(rita, seat, socket)
            new = frame(socket, lambda regions: "odds" in regions)["regions"]["odds"]

    assert "chances" in first
    assert "dimmed" not in first
    assert "computing anew" in meanwhile
    assert "dimmed" not in new
    assert "computing" not in new


def test_a_page_without_the_odds_that_come_by_themselves_is_sent_them() -> None:
    """They took longer than its reader was to wait."""
    with house() as found:
        rita = found.browser()
        seat = rita.begin()
        with rita.live(seat) as socket:
            assert "computing anew" in frame(socket)["regions"]["odds"]
            assert "chances" in frame(socket)["regions"]["odds"]


def test_odds_that_were_asked_for_say_when_the_table_has_gone_on() -> None:
    """They stay, dimmed, with the moment that they are of and the way to others."""
    with house() as found:
        rita = found.browser()
        seat = rita.begin("savage/bridge")
        address = live_of(rita.get(f"{seat}/odds"))
        with rita.client.websocket_connect(address, headers={"origin": "http://127.0.0.1:8000"}) as socket:
            first = frame(socket)["regions"]["odds"]
            shown = played_on(rita, seat, socket)

    assert "dimmed" not in first
    assert "dimmed" in shown
    assert re.search(r"Computed before \(\w[^()]+\); the table has gone on since", shown)
    assert "Compute anew" in shown


def frame_of(browser: Browser, seat: str) -> dict[str, Any]:
    """The first frame of a page."""
    with browser.live(seat) as socket:
        return frame(socket)


def test_all_seats_see_an_answer_and_two_tabs_of_one_seat_too() -> None:
    """Each its own page; a form sent from both tabs counts once."""
    with house() as found, ExitStack() as stack:
        rita, wanda, eve = found.browser(), found.browser(), found.browser()
        seat = rita.begin()
        mine = wanda.take(found.link(rita, seat, IRON))
        watching = eve.take(found.link(rita, seat, SPECTATOR))
        rita.post(f"{seat}/do", {**ask(rita.get(seat)), "how": "thrown"})
        pages = ((rita, seat), (wanda, mine), (wanda, mine), (eve, watching))
        sockets = [stack.enter_context(browser.live(path)) for browser, path in pages]
        for socket in sockets:
            _ = frame(socket)
        form = {**ask(wanda.get(mine)), "d1": "47", "how": "typed"}
        wanda.post(f"{mine}/do", form)
        wanda.post(f"{mine}/do", {**form, "d1": "48"})
        logs = [frame(socket, lines)["regions"]["log"] for socket in sockets]

        assert [True] * 4 == ["47" in log for log in logs]
        # The enemy's die may be anything; his target is another.
        assert "47</b> against" in logs[0]
        assert '48</b> against <b class="figure opens">30' not in logs[0]


@contextmanager
def seen_by_others(
    example: str, play: Callable[[House, dict[Seat, tuple[Browser, str]]], None]
) -> Iterator[dict[Seat, list[str]]]:
    """All bytes that each seat is sent while a battle is played: frames, pages, and who comes late."""
    with house() as found, ExitStack() as stack:
        rita = found.browser()
        seat = rita.begin(example)
        battle = found.store.battles()[0].id
        people: dict[Seat, tuple[Browser, str]] = {Seat("referee"): (rita, seat)}
        for row in found.store.seats(battle):
            if row.seat.kind != "referee":
                browser = found.browser()
                found.rest()
                people[row.seat] = browser, browser.take(found.link(rita, seat, row.seat))
        sockets = {
            whose: stack.enter_context(browser.live(path)) for whose, (browser, path) in people.items()
        }
        play(found, people)
        sent: dict[Seat, list[str]] = {}
        for whose, (browser, path) in people.items():
            found.rest()
            sent[whose] = [browser.get(path), browser.get(f"{path}/log"), browser.get(f"{path}/seats")]
            sent[whose] += [browser.get("/"), json.dumps(frame_of(browser, path))]
            sent[whose] += [json.dumps(each) for each in drained(sockets[whose])]
        yield sent


def drained(socket: Any) -> list[Any]:
    """The frames that have come, up to the one that says the socket ends."""
    socket.send_text("enough")
    found = list[Any]()
    while True:
        message = socket.receive()
        if message["type"] == "websocket.close":
            return found
        found.append(json.loads(message["text"]))


def test_no_byte_that_a_seat_is_sent_holds_what_is_for_others() -> None:
    """Words to the referee, tokens, links, and the seed: canaries, for every seat and for who comes late."""
    canary = "canary of grishnak"
    secrets: list[str] = []

    def play(found: House, people: dict[Seat, tuple[Browser, str]]) -> None:
        green, path = people[GREEN]
        green.post(f"{path}/do", {"form": "c", "what": "appeal", "words": canary})
        for _ in range(4):
            for whose in (IRON, GREEN):
                browser, path = people[whose]
                found.rest()
                html = browser.get(path)
                if 'class="ask one asked"' in html or 'class="ask two asked"' in html:
                    browser.post(f"{path}/do", {**ask(html), "how": "thrown"})
        battle = found.store.battles()[0].id
        seed = found.store.load(battle).seed
        assert seed is not None
        secrets.append(seed)
        for whose, (browser, _) in people.items():
            if whose != SPECTATOR:  # whose link serves many, and is on the referee's page
                secrets.extend(str(each.value) for each in browser.client.cookies.jar if each.name == "seat")

    with seen_by_others("wfrp/tunnels", play) as sent:
        assert len(secrets) == len(sent)
        for whose, found in sent.items():
            told = "\n".join(found)
            assert len(found) > 6
            assert [] == [secret for secret in secrets if secret in told], whose
            if whose.kind in ("referee", "spectator"):
                assert (whose.kind == "referee") == (canary in told), whose
            elif whose != GREEN:
                assert canary not in told, whose


@pytest.mark.parametrize("example", [each for each in ("savage/bridge",) if each.split("/")[0] in BOOKS])
def test_no_byte_that_a_seat_is_sent_holds_a_card_of_the_enemys_hand(example: str) -> None:
    """While cards are laid face down, in frames, pages and for who comes late."""
    hands: dict[Seat, set[str]] = {}

    def play(found: House, people: dict[Seat, tuple[Browser, str]]) -> None:
        for _ in range(40):
            hands.update({seat: hand(*people[seat]) for seat in people if seat.kind == "commander"})
            if all(hands.values()):
                break
            for browser, path in people.values():
                found.rest()
                page = browser.get(path)
                if ' asked"' in page:
                    choice = re.search('name="option" value="([^"]*)"', page)
                    form = {"option": choice[1]} if choice else {"how": "thrown"}
                    browser.post(f"{path}/do", {**ask(page), **form})
        for browser, path in (people[seat] for seat in hands):  # one of them lays a card
            page = browser.get(path)
            choice = re.search('name="option" value="([^"]*)"', page)
            if choice is not None:
                browser.post(f"{path}/do", {**ask(page), "option": choice[1]})
                break

    with seen_by_others(example, play) as sent:
        assert 2 == len(hands)
        assert all(hands.values())
        for whose, found in sent.items():
            told = "\n".join(found)
            for owner, cards in hands.items():
                sees = whose in (owner, Seat("referee"))
                assert sees == any(card in told for card in cards), (whose, owner)


def hand(browser: Browser, path: str) -> set[str]:
    """The names of the cards in one's own hand."""
    own = browser.get(path).partition("Your hand")[2].partition("Hand: ")[0]
    return set(re.findall(r'aria-label="(\w+ of \w+): ', own))


def test_who_loses_the_seat_is_told_by_the_end_of_the_socket() -> None:
    """The page loads again then, and says it; so does one whose browser never had the seat."""
    with house() as found:
        rita, wanda, thief = found.browser(), found.browser(), found.browser()
        seat = rita.begin()
        own = wanda.take(found.link(rita, seat, IRON))
        with wanda.live(own) as socket:
            _ = frame(socket)
            _ = found.link(rita, seat, IRON)
            assert GONE == end_of(socket)
        with thief.live(own) as socket:
            assert GONE == end_of(socket)


@pytest.mark.parametrize(
    ("whose", "most"), [(SPECTATOR, WATCHING), (IRON, PAGES)], ids=["spectators", "commander"]
)
def test_a_page_that_is_open_too_often_is_told_so_and_keeps_nobody_out(whose: Seat, most: int) -> None:
    """The others of the table hear as before; and when one page is closed another may come."""
    with house() as found, ExitStack() as stack:
        rita, many = found.browser(), found.browser("ru")
        seat = rita.begin()
        own = many.take(found.link(rita, seat, whose))
        sockets = [stack.enter_context(many.live(own)) for _ in range(most)]
        for each in sockets:  # all are there before one more comes
            _ = frame(each)
        with many.live(own) as socket:
            message = socket.receive()
        assert (TOO_OFTEN, "Эта страница открыта слишком часто: закройте лишние и обновите.") == (
            message["code"],
            message["reason"],
        )
        assert frame_of(rita, seat)["version"]
        sockets[0].close()
        _ = frame(stack.enter_context(many.live(own)))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_why_a_socket_ends_fits_into_its_end(lang: Language) -> None:
    """There is room for 123 bytes."""
    assert 123 >= len(text(lang, "server.too_often", {}).encode())


def end_of(socket: Any) -> int:
    """The code with which a socket ends."""
    while True:
        message = socket.receive()
        if message["type"] == "websocket.close":
            return int(message["code"])


@pytest.mark.parametrize("send", ["send_text", "send_bytes"])
def test_a_page_that_says_something_is_hung_up_on(send: str) -> None:
    """Sockets are for the way to the page; the battle does not notice."""
    with house() as found:
        rita = found.browser()
        seat = rita.begin()
        with rita.live(seat) as socket:
            getattr(socket, send)("{}" if send == "send_text" else b"\0\xff" * 50)
            assert SILENT == end_of(socket)
        rita.post(f"{seat}/do", {**ask(rita.get(seat)), "how": "thrown"})


class Stuck:
    """A socket whose other end does not read."""

    async def send_text(self, _words: str) -> None:
        """Never done."""
        await asyncio.sleep(60)


def test_who_does_not_read_is_cut_off() -> None:
    """Once so many frames wait for it; of them only the last would ever be sent."""

    async def wait(frames: int) -> bool:
        newest = Newest()
        for _ in range(frames):
            newest.put(None)
        await asyncio.sleep(0)
        return await _sent(cast("WebSocket", Stuck()), newest, "frame")

    async def patient() -> bool:
        try:
            async with asyncio.timeout(0.1):
                return await wait(WAITING - 1)
        except TimeoutError:
            return True

    assert not asyncio.run(wait(WAITING))
    assert asyncio.run(patient())


def test_a_new_title_and_the_end_of_the_battle_come_by_themselves() -> None:
    """With the way to the report, and the buttons that go with it."""
    with house() as found:
        rita, wanda = found.browser(), found.browser()
        seat = rita.begin()
        own = wanda.take(found.link(rita, seat, IRON))
        with wanda.live(own) as socket:
            _ = frame(socket)
            rita.post(f"{seat}/battle", {"form": "t", "title": "Under the mountain"})
            renamed = frame(socket, lambda regions: "over" in regions)
            assert "Under the mountain" in renamed["regions"]["over"]
            assert "Under the mountain" in renamed["title"]
            for number in range(60):
                found.rest()
                html, mine = rita.get(seat), wanda.get(own)
                if f"{seat}/report" in html:
                    break
                for browser, path, page in ((rita, seat, html), (wanda, own, mine)):
                    if ' asked"' in page:
                        browser.post(f"{path}/do", {**ask(page), "how": "thrown", "form": f"{number}"})
            over = frame(socket, lambda regions: "/report" in regions.get("over", ""))
            assert f"{own}/report" in over["regions"]["over"]
