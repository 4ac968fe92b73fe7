"""Seats over HTTP: links, who holds a seat in which browser, and what the referee does about them."""

from __future__ import annotations

import asyncio
import logging
import re
from itertools import count

import httpx
import pytest
import segno
from starlette.responses import Response

from tests.web.drafts import sent
from tests.web.house import PLACE, Clock, House, ask, hidden, house, words
from tests.web.html import read
from voevoda.i18n import LANGUAGES, Language
from voevoda.play.seats import SPECTATOR, commander, player
from voevoda.web.server import LATELY, Answers

IRON = commander("Ironbreakers")


def test_looking_at_a_link_spends_nothing_and_taking_it_does() -> None:
    """Previews look as often as they like; then one person sits there, and no other."""
    with house() as found:
        rita, wanda, thief = found.browser(), found.browser(), found.browser()
        link = found.link(rita, rita.begin(), IRON)
        for _ in range(3):
            assert "The seat: commander of Ironbreakers" in words(wanda.get(link))
        seat = wanda.take(link)
        assert "Ironbreakers" in words(wanda.get(seat))
        assert "Ask the referee for a new one" in words(thief.get(link, 410))
        found.rest()
        thief.post(link, {"form": "x", "name": "Thief"}, 410)
        assert "not sit here" in words(thief.get(seat, 403))


def test_a_form_that_was_sent_twice_takes_the_seat_once() -> None:
    """A finger that trembles gets in, by whichever answer its browser goes; another form finds it spent."""
    with house() as found:
        rita, wanda = found.browser(), found.browser()
        link = found.link(rita, rita.begin(), IRON)
        form = {**hidden(wanda.get(link)), "name": "Wanda"}
        first, second = wanda.post(link, form), wanda.post(link, form)

        assert first.headers.get_list("set-cookie") == second.headers.get_list("set-cookie")
        assert "Ironbreakers" in words(wanda.get(second.headers["location"]))
        wanda.post(link, {**form, "form": "another"}, 410)
        wanda.post(link, {**form, "name": "Thief"}, 410)


def test_six_forms_at_once_take_a_seat_once() -> None:
    """All six are led to it, with the same cookie."""

    async def storm(found: House, link: str, form: dict[str, str]) -> list[httpx.Response]:
        transport = httpx.ASGITransport(found.app)
        async with httpx.AsyncClient(
            transport=transport, base_url=PLACE, headers={"origin": PLACE}
        ) as client:
            return list(await asyncio.gather(*(client.post(link, data=form) for _ in range(6))))

    with house() as found:
        rita, wanda = found.browser(), found.browser()
        link = found.link(rita, rita.begin(), IRON)
        form = {**hidden(wanda.get(link)), "name": "Wanda"}
        answers = asyncio.run(storm(found, link, form))

        assert [303] * 6 == [answer.status_code for answer in answers]
        assert 1 == len({tuple(answer.headers.get_list("set-cookie")) for answer in answers})


def test_who_leaves_or_moves_by_a_form_that_comes_twice_is_told_the_same() -> None:
    """The link to the own seat stands in both answers, and is the same; then it opens the seat."""
    with house() as found:
        rita, wanda, phone = found.browser(), found.browser(), found.browser()
        seat = rita.begin()
        own = wanda.take(found.link(rita, seat, IRON))
        form = {"form": "move", "what": "link", "seat": str(IRON)}
        first, second = (wanda.post(f"{own}/seats", form, 200) for _ in range(2))
        assert words(first.text) == words(second.text)
        (link,) = set(re.findall(r"/join/\w+", second.text))
        phone.take(link)
        leave = {"form": "leave", "what": "leave"}
        assert ["/", "/"] == [phone.post(f"{own}/do", leave).headers["location"] for _ in range(2)]
        phone.get(own, 403)


def test_the_answer_to_a_form_is_kept_for_a_while() -> None:
    """Then its id is that of another form; after a restart nothing is known of it."""
    clock = Clock()
    answers = Answers(clock)
    made = count()

    async def answer() -> Response:
        return Response(str(next(made)))

    async def said() -> bytes:
        return bytes((await answers.once("a form", answer)).body)

    async def twice() -> list[bytes]:
        kept = [await said(), await said()]
        clock.now += LATELY
        return [*kept, await said()]

    assert [b"0", b"0", b"1"] == asyncio.run(twice())


def test_a_refused_form_is_asked_anew() -> None:
    """Who mends what was wrong, or tries again when the disk has room, is not told the old refusal."""
    answers, made = Answers(), count()

    async def answer() -> Response:
        return Response(str(next(made)), 409)

    async def twice() -> list[bytes]:
        return [bytes((await answers.once("a form", answer)).body) for _ in range(2)]

    assert [b"0", b"1"] == asyncio.run(twice())


def test_a_seats_cookie_is_for_its_seat_alone() -> None:
    """Scripts cannot read it, other sites cannot send it, and two seats fit in one browser."""
    with house() as found:
        rita, both = found.browser(), found.browser()
        seat = rita.begin()
        paths = []
        for whose in (IRON, player("Grishnak"), commander("Greenskins")):
            link = found.link(rita, seat, whose)
            answer = both.post(link, {**hidden(both.get(link)), "name": "Both"})
            cookie, mark = answer.headers.get_list("set-cookie")
            paths.append(answer.headers["location"])
            assert f"Path={paths[-1]};" in cookie
            assert "HttpOnly" in cookie
            assert "SameSite=strict" in cookie
            token = re.fullmatch(r"seat=(\w+);.*", cookie)
            assert token is not None
            assert token[1] not in mark
        assert 3 == len(set(paths))
        told = {words(both.get(path)) for path in paths}
        assert 3 == len(told)
        assert 3 == words(both.get("/")).count("To the table")


def test_names_of_seats_in_addresses_tell_nothing() -> None:
    """They are no secret, and from one no other can be told."""
    with house() as found:
        rita = found.browser()
        seat = rita.begin()

        assert re.fullmatch("/seat/[0-9a-f]{16}", seat)
        found.browser().get(seat, 403)


def test_tokens_stand_in_no_page_and_in_no_line_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    """Neither those of cookies nor those of links, whatever goes wrong."""
    caplog.set_level(logging.DEBUG)
    with house() as found:
        rita, wanda = found.browser(), found.browser()
        seat = rita.begin()
        link = found.link(rita, seat, IRON)
        own = wanda.take(link)
        pages = [wanda.get(f"{own}{path}") for path in ("", "/seats", "/log", "/hand/appeal")]
        wanda.get(link, 410)
        wanda.post(f"{link}", {"form": "a" * 400}, 410)
        wanda.post(f"{own}/do", {"what": "?"}, 400)
        wanda.get(f"/owner/{'f' * 32}", 404)
        secret = [cookie.value for cookie in wanda.client.cookies.jar if cookie.name == "seat"]
        secret += [cookie.value for cookie in rita.client.cookies.jar if cookie.name == "seat"]
        tokens = [str(each) for each in secret]
        said = "\n".join(record.getMessage() for record in caplog.records if record.name != "httpx")

        assert 2 == len(tokens)
        for token in (*tokens, link.removeprefix("/join/"), "f" * 32):
            assert token not in said
            assert [] == [page for page in pages if token in page]
        assert "voevoda.web" in {record.name for record in caplog.records}


def test_a_seat_that_is_given_anew_closes_to_whoever_had_it() -> None:
    """The old browser is told in a sentence; the battle is as it was."""
    with house() as found:
        rita, wanda, willa = found.browser(), found.browser(), found.browser()
        seat = rita.begin()
        own = wanda.take(found.link(rita, seat, IRON))
        again = found.link(rita, seat, IRON)

        assert "Ask the referee for a new link" in words(wanda.get(own, 403))
        assert own == willa.take(again, "Willa")
        assert "Willa" in words(rita.get(f"{seat}/seats"))
        assert 0 == words(wanda.get("/")).count("To the table")


def test_who_moves_to_another_device_is_shown_his_link_once() -> None:
    """Only his own; the referee's are not his to see."""
    with house() as found:
        rita, wanda, phone = found.browser(), found.browser(), found.browser()
        seat = rita.begin()
        own = wanda.take(found.link(rita, seat, IRON))
        assert "/join/" not in wanda.get(f"{own}/seats")
        wanda.post(f"{own}/seats", {"form": "a", "what": "link", "seat": "spectator"}, 403)
        moved = wanda.post(f"{own}/seats", {"form": "b", "what": "link", "seat": str(IRON)}, 200)
        (link,) = set(re.findall(r"/join/\w+", moved.text))
        assert own == phone.take(link)
        wanda.get(own, 403)


def test_new_links_to_all_empty_seats_leave_everybody_where_he_is() -> None:
    """The button of the page; who commands, who watches and the referee stay, and empty seats open anew."""
    with house() as found:
        rita, wanda, eve, late = (found.browser() for _ in range(4))
        seat = rita.begin()
        unused = found.link(rita, seat, commander("Greenskins"))
        people = [(rita, seat), (wanda, wanda.take(found.link(rita, seat, IRON)))]
        people.append((eve, eve.take(found.link(rita, seat, SPECTATOR))))
        forms = (sent(form) for form in read(rita.get(f"{seat}/seats")).walk() if form.tag == "form")
        (form,) = (form for form in forms if ["links"] == form.get("what"))
        answer = rita.post(f"{seat}/seats", {name: value for name, (value,) in form.items()})

        assert f"{seat}/seats" == answer.headers["location"]
        for browser, path in people:
            browser.get(path)
        late.get(unused, 410)
        token = found.server.links.of(found.battle(seat), commander("Greenskins"))
        assert late.take(f"/join/{token}", "Gob")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_sits_down_while_the_battle_goes_on_is_named_to_all(lang: Language) -> None:
    """On everybody's page, also once he has gone; and on the page of seats."""
    with house() as found:
        rita, eve, peeping = found.browser(), found.browser(lang), found.browser()
        seat = rita.begin()
        watching = eve.take(found.link(rita, seat, SPECTATOR))
        rita.post(f"{seat}/do", {**ask(rita.get(seat)), "how": "thrown"})
        own = peeping.take(found.link(rita, seat, IRON), "Peeping Tom")
        peeping.post(f"{own}/do", {"form": "away", "what": "leave"})

        told = {"en": "Sat down while the battle went on:", "ru": "Сели за стол во время битвы:"}[lang]
        for path in (watching, f"{watching}/seats"):
            said = words(eve.get(path))
            assert told in said
            assert "Peeping Tom" in said


def test_links_are_shown_with_a_picture_that_says_the_same() -> None:
    """Every seat but the referee's own, as soon as a battle begins."""
    with house() as found:
        found.server.address = "http://192.168.1.7:8000"
        rita = found.browser()
        page = rita.get(f"{rita.begin()}/seats")
        links = re.findall(r'class="link-text">([^<]*)<', page)

        assert 5 == len(links)
        drawn = re.findall(r'class="qr"[^>]*><path d="\s*([^"]*)"', page)
        for link, picture in zip(links, drawn, strict=True):
            dark = {(int(x) - 4, int(y) - 4) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", picture)}
            matrix = segno.make(link, error="m", micro=False).matrix
            assert {(x, y) for y, row in enumerate(matrix) for x, cell in enumerate(row) if cell} == dark


@pytest.mark.parametrize("lang", LANGUAGES)
def test_links_that_open_on_this_machine_alone_say_so_and_have_no_picture(lang: Language) -> None:
    """With what to type for phones; where that was typed already, that there is no network."""
    with house() as found:
        found.server.lan = "python3 run.py --lan"
        rita = found.browser(lang)
        seats = f"{rita.begin()}/seats"
        page = rita.get(seats)
        assert "python3 run.py --lan" in words(page)
        assert 'class="link-text">http://127.0.0.1' in page
        assert 'class="qr"' not in page
        found.server.lan = ""
        assert {"en": "in no network", "ru": "ни в какой сети"}[lang] in words(rita.get(seats))
        found.server.address = "http://192.168.1.7:8000"
        page = rita.get(seats)
        assert "Ctrl+C" not in words(page)
        assert {"en": "in no network", "ru": "ни в какой сети"}[lang] not in words(page)
        assert 'class="link-text">http://192.168.1.7:8000' in page
        assert 'class="qr"' in page


def test_a_robot_for_an_empty_seat_is_chosen_beside_its_button() -> None:
    """By any policy of the book; it answers then, and is sent away again."""
    with house() as found:
        rita = found.browser()
        assert "<select" not in rita.get(f"{rita.begin()}/seats")  # the book has one
        seats = f"{rita.begin('savage/bridge')}/seats"
        page = rita.get(seats)
        (seat, *_) = re.findall(r'name="seat" value="(commander:[^"]*)"', page)
        (policy, *_) = re.findall(r'<select[^>]*name="policy".*?<option value="(\w+)"', page, re.DOTALL)
        form = {"form": "robot", "what": "robot", "seat": seat, "policy": policy}
        _ = rita.post(seats, form)
        assert "a robot answers" in words(rita.get(seats))
        _ = rita.post(seats, {**form, "form": "none", "policy": ""})
        assert "a robot answers" not in words(rita.get(seats))


def test_spectators_share_one_link() -> None:
    """It is not spent, and nobody answers there."""
    with house() as found:
        rita = found.browser()
        link = found.link(rita, rita.begin(), SPECTATOR)
        seats = {found.browser().take(link) for _ in range(3)}

        assert 1 == len(seats)


def test_the_referee_lets_a_robot_in_takes_a_place_over_and_gives_it_back() -> None:
    """Each by a button of the page of seats."""
    with house() as found:
        rita, wanda = found.browser(), found.browser()
        seat = rita.begin()
        change = {"form": "1", "what": "robot", "seat": str(commander("Greenskins")), "policy": "first"}
        rita.post(f"{seat}/seats", change)
        assert "a robot answers" in words(rita.get(f"{seat}/seats"))
        rita.post(f"{seat}/seats", {**change, "form": "2", "policy": ""})
        assert "a robot answers" not in words(rita.get(f"{seat}/seats"))
        own = wanda.take(found.link(rita, seat, IRON))
        rita.post(f"{seat}/seats", {"form": "3", "what": "take-over", "seat": str(IRON)})
        assert "the referee answers" in words(wanda.get(f"{own}/seats"))
        rita.post(f"{seat}/seats", {"form": "4", "what": "release", "seat": str(IRON)})
        assert "the referee answers" not in words(wanda.get(f"{own}/seats"))
        refused = wanda.post(f"{own}/seats", {"form": "5", "what": "take-over", "seat": str(IRON)}, 403)
        assert "Only the referee" in words(refused.text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_goes_wrong_is_told_in_the_persons_language(lang: Language) -> None:
    """By what the browser prefers, until a language is chosen."""
    with house() as found:
        said = words(found.browser(lang).get("/join/nothing", 410))

        assert ("Попросите" in said) == (lang == "ru")


def test_a_form_of_another_seat_is_not_done() -> None:
    """A commander who posts what the referee's page has, or what the enemy is asked, changes nothing."""
    with house() as found:
        rita, wanda, willa = found.browser(), found.browser(), found.browser()
        seat = rita.begin()
        mine = wanda.take(found.link(rita, seat, IRON))
        hers = willa.take(found.link(rita, seat, commander("Greenskins")))
        form = ask(willa.get(hers))
        before = rita.get(f"{seat}/log")
        wanda.post(f"{mine}/do", {**form, "how": "thrown"}, 409)
        wanda.post(f"{hers}/do", {**form, "how": "thrown"}, 403)
        wanda.post(f"{mine}/do", {"form": "x", "what": "set", "path": "x", "value": "1", "reason": "y"}, 403)

        assert words(before) == words(rita.get(f"{seat}/log"))


def test_after_a_restart_everybody_sits_where_he_sat(tmp_path: object) -> None:
    """Cookies are all it needs; a doubled form from before is still done once."""
    with house(f"{tmp_path}") as found:
        rita, wanda = found.browser(), found.browser()
        seat = rita.begin()
        own = wanda.take(found.link(rita, seat, IRON))
        form = {**ask(wanda.get(own)), "d1": "47", "how": "typed"}
        wanda.post(f"{own}/do", form)
        before = words(rita.get(f"{seat}/log"))

        again = House(found.store)
        rita, wanda = again.browser(known=rita), again.browser(known=wanda)
        wanda.post(f"{own}/do", form)
        assert before == words(rita.get(f"{seat}/log"))
        assert "To the table" in words(rita.get("/"))
