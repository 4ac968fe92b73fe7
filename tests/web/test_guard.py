"""What comes from elsewhere, or too much, or in no shape, is refused in a sentence; what browsers may do."""

from __future__ import annotations

import asyncio
import json
from collections.abc import MutableMapping
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st
from starlette.websockets import WebSocketDisconnect

from tests.web.house import PLACE, Browser, House, ask, house, words
from voevoda.play.seats import commander
from voevoda.web.guard import Body, shown_path
from voevoda.web.limits import ACTIONS, LINES, TRIES
from voevoda.web.requests import Told, file_name
from voevoda.web.run import configured

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}


def test_every_answer_says_what_a_browser_may_do_with_it() -> None:
    """Pages, files, redirections and refusals; only files with a lasting address are kept."""
    with house() as found:
        browser = found.browser()
        seat = browser.begin()
        for path in ("/", seat, f"{seat}/battle.jsonl", "/nowhere", "/static/mark.svg"):
            headers = browser.client.get(path).headers
            assert HEADERS == {name: headers[name] for name in HEADERS}
            assert ("no-cache" if "static" in path else "no-store") == headers["cache-control"]
        refused = browser.client.post("/language", headers={"origin": "http://elsewhere.example"})
        assert HEADERS == {name: refused.headers[name] for name in HEADERS}


def test_the_page_of_a_link_tells_its_address_to_nothing_that_it_loads() -> None:
    """Nor to another site; that a form comes from us is still to be seen."""
    with house() as found:
        assert "strict-origin" == found.browser().client.get("/join/x").headers["referrer-policy"]


def test_search_engines_are_told_to_stay_away() -> None:
    """Whatever page they come to."""
    with house() as found:
        browser = found.browser()
        assert "User-agent: *\nDisallow: /\n" == browser.get("/robots.txt")
        assert "noindex, nofollow" == browser.client.get("/").headers["x-robots-tag"]


def test_head_is_answered_like_get_without_the_page() -> None:
    """Whoever looks whether a page is there."""
    with house() as found:
        browser = found.browser()
        asked = browser.client.head("/rules/wfrp")

        assert (200, b"") == (asked.status_code, asked.content)
        assert browser.client.get("/rules/wfrp").headers["content-type"] == asked.headers["content-type"]
        assert 404 == browser.client.head("/nowhere").status_code


@pytest.mark.parametrize(
    ("path", "allowed"), [("/", "GET, HEAD"), ("/join/x", "GET, HEAD, POST"), ("/theme", "POST")]
)
def test_what_may_not_be_done_at_an_address_says_what_may(path: str, allowed: str) -> None:
    """By the header that is there for it."""
    with house() as found:
        answer = found.browser().client.request("PUT", path, headers={"origin": PLACE})

        assert (405, allowed) == (answer.status_code, answer.headers["allow"])


def test_what_is_refused_at_a_table_or_of_a_file_writes_a_line_each(caplog: pytest.LogCaptureFixture) -> None:
    """With the key of the refusal, and nothing that whoever asked has made up."""
    with house() as found:
        browser = found.browser()
        seat = browser.begin()
        caplog.clear()
        browser.post(f"{seat}/do", {"form": "x", "what": "undo"}, 409)
        browser.bring("evil\x1b[31m.yaml", b"rulebook: \x1b[31m", 400)

        lines = [each.getMessage() for each in caplog.records if each.name == "voevoda.web"]
        assert [
            "testclient: POST /seat/{id}/do: 409 table.refused.nothing",
            "testclient: POST /import: 400 files.control",
        ] == lines


def test_one_address_cannot_fill_the_log(caplog: pytest.LogCaptureFixture) -> None:
    """So many lines in a minute; then more."""
    with house() as found:
        browser = found.browser()
        for _ in range(LINES.most + 5):
            browser.get("/nowhere", 404)
        assert LINES.most == len([each for each in caplog.records if each.name == "voevoda.web"])
        found.rest()
        browser.get("/nowhere", 404)
        assert LINES.most + 1 == len([each for each in caplog.records if each.name == "voevoda.web"])


@pytest.mark.parametrize("believed", [False, True])
def test_only_a_proxy_that_was_named_is_believed(believed: bool) -> None:
    """Else whoever asks would choose by which address he is counted."""
    config = configured(FastAPI(), behind_proxy=believed)

    assert believed == config.proxy_headers


@pytest.mark.parametrize(
    "said",
    [
        {"origin": "http://elsewhere.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:8001"},
        {"referer": "http://elsewhere.example/page"},
    ],
)
def test_forms_of_other_sites_change_nothing(said: dict[str, str]) -> None:
    """Nor those of another server on this machine."""
    with house() as found:
        browser = found.browser()
        seat = browser.begin()
        before = browser.get(f"{seat}/log")
        answer = browser.client.post(
            f"{seat}/do", data={**ask_of(browser, seat), "how": "thrown"}, headers=said
        )

        assert 403 == answer.status_code
        assert "A page of another site sent this" in words(answer.text)
        assert words(before) == words(browser.get(f"{seat}/log"))


def ask_of(browser: Browser, seat: str) -> dict[str, str]:
    """What a seat is asked."""
    return ask(browser.get(seat))


def test_a_browser_that_says_nothing_of_where_it_comes_from_is_let_in() -> None:
    """Old ones, and those for a terminal: their cookies speak for them."""
    with house() as found:
        browser = found.browser()
        seat = browser.begin()
        form = {**ask_of(browser, seat), "how": "thrown"}

        assert 200 == browser.client.post(f"{seat}/do", data=form).status_code


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", ""])
def test_sockets_of_other_sites_are_refused(origin: str) -> None:
    """Also where nothing is said, since every browser says it."""
    with house() as found:
        browser = found.browser()
        seat = browser.begin()
        with pytest.raises(WebSocketDisconnect), browser.live(seat, origin):
            pass


@pytest.mark.parametrize("host", ["elsewhere.example", "127.0.0.1.elsewhere.example", "", "a b"])
def test_a_foreign_name_for_this_machine_is_refused(host: str) -> None:
    """Else a page of that name would be one of ours."""
    with house() as found:
        answer = found.browser().client.get("/", headers={"host": host})

        assert 421 == answer.status_code
        assert "does not go by the name" in words(answer.text)


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000", "192.168.1.20:8000"])
def test_numbers_and_localhost_are_no_foreign_names(host: str) -> None:
    """Whatever the port: it may be led through a tunnel."""
    with house() as found:
        assert 200 == found.browser().client.get("/", headers={"host": host}).status_code


BODIES: list[tuple[bytes, str, int]] = [
    (b"what=throw&" + b"a=b&" * 20_000, "application/x-www-form-urlencoded", 413),
    (b"a=b&" * 2_000, "application/x-www-form-urlencoded", 400),
    (b"\xff\xfe\x00%zz&&&===", "application/x-www-form-urlencoded", 400),
    (b"{}", "application/json", 415),
    (b"", "", 400),
    (b"x", "", 415),
    (b"--x\r\nnonsense", "multipart/form-data; boundary=y", 400),
    (b"nonsense", "multipart/form-data", 400),
    (b"what=throw&place=" + "я".encode() * 9_000, "application/x-www-form-urlencoded", 409),
]


@pytest.mark.parametrize(("body", "kind", "status"), BODIES)
def test_what_is_no_form_is_refused_in_a_sentence(body: bytes, kind: str, status: int) -> None:
    """And the battle goes on as it was."""
    with house() as found:
        browser = found.browser()
        seat = browser.begin()
        headers = {"content-type": kind, "origin": PLACE}
        answer = browser.client.post(f"{seat}/do", content=body, headers=headers)

        assert status == answer.status_code
        assert answer.text.count("</html>") == 1
        assert len(words(answer.text)) > 30
        form = {**ask_of(browser, seat), "how": "thrown"}
        browser.post(f"{seat}/do", form)


def test_a_length_that_is_none_is_refused() -> None:
    """The server itself would not let it through; an intermediary might."""
    with house() as found:
        answer = found.browser().client.post("/language", headers={"content-length": "many", "origin": PLACE})

        assert 400 == answer.status_code


def test_too_much_that_comes_without_its_length_is_refused() -> None:
    """It is counted as it comes."""
    with house() as found:
        parts = (b"a=b&" * 256 for _ in range(200))
        headers = {"content-type": "application/x-www-form-urlencoded", "origin": PLACE}
        answer = found.browser().client.post("/language", content=parts, headers=headers)

        assert 413 == answer.status_code
        assert "up to 64 KB" in words(answer.text)


def test_who_sends_too_slowly_is_cut_off() -> None:
    """After a while, whatever has come by then."""

    async def receive() -> MutableMapping[str, Any]:
        await asyncio.sleep(60)
        raise AssertionError

    async def take() -> None:
        _ = await Body(receive, 1000, patience=0.01)()

    with pytest.raises(Told) as told:
        asyncio.run(take())
    assert (408, "server.too_slow") == (told.value.status, told.value.key)


def test_a_seat_may_do_so_much_in_so_many_seconds() -> None:
    """Then it has to wait, while others go on."""
    with house() as found:
        rita, wanda = found.browser(), found.browser()
        seat = rita.begin()
        own = wanda.take(found.link(rita, seat, commander("Ironbreakers")))
        for _ in range(ACTIONS.most):
            wanda.post(f"{own}/do", {"form": "x", "what": "undo"}, 409)
        late = wanda.post(f"{own}/do", {**ask_of(wanda, own), "how": "thrown"}, 429)
        assert "Too many actions" in words(late.text)
        rita.post(f"{seat}/do", {"form": "x", "what": "agree", "dice": "either"})
        found.clock.now += ACTIONS.seconds
        wanda.post(f"{own}/do", {**ask_of(wanda, own), "how": "thrown"})


def test_an_address_may_try_so_many_links_in_a_minute() -> None:
    """Then not even a good one helps; seats that are taken are not touched by it."""
    with house() as found:
        rita = found.browser()
        seat = rita.begin()
        link = found.link(rita, seat, commander("Ironbreakers"))
        found.rest()
        for number in range(TRIES.most):
            rita.get(f"/join/{number:032x}", 410)
        assert "Wait a minute" in words(rita.get(link, 429))
        rita.get(seat)
        found.clock.now += TRIES.seconds
        rita.get(link)


@pytest.mark.slow
def test_ten_thousand_requests_in_a_row_harm_nothing() -> None:
    """Wrong addresses, wrong links, forms without end: each is answered, and the battle goes on."""

    async def storm(found: House, seat: str, cookie: str) -> set[int]:
        transport = httpx.ASGITransport(found.app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=PLACE) as client:
            seen = set()
            own = {"cookie": f"seat={cookie}", "origin": PLACE}
            for number in range(2_500):
                answers = (
                    await client.get(f"/join/{number}"),
                    await client.get(f"/static/{number}"),
                    await client.post(f"{seat}/do", data={"what": "throw", "form": "x"}, headers=own),
                    await client.post("/theme", content=b"\0" * 10, headers={"origin": PLACE}),
                )
                seen |= {answer.status_code for answer in answers}
        return seen

    with house() as found:
        browser = found.browser()
        seat = browser.begin()
        (cookie,) = (each.value for each in browser.client.cookies.jar if each.name == "seat")
        assert {303, 404, 410, 415, 429} == asyncio.run(storm(found, seat, str(cookie)))
        found.rest()
        browser.post(f"{seat}/do", {"form": "y", "what": "undo", "reason": "storm"})


@pytest.mark.parametrize(
    ("back", "leads"),
    [
        ("/seat/x", "/seat/x"),
        ("//elsewhere.example", "/"),
        ("/\\elsewhere.example", "/"),
        ("http://elsewhere.example", "/"),
        ("/a\r\nset-cookie: x", "/"),
        ("", "/"),
    ],
)
def test_forms_of_language_and_theme_lead_back_to_pages_of_ours(back: str, leads: str) -> None:
    """And nowhere else."""
    with house() as found:
        browser = found.browser()

        assert leads == browser.post("/language", {"lang": "ru", "back": back}).headers["location"]
        assert leads == browser.post("/theme", {"theme": "dark", "back": back}).headers["location"]
        assert '<html lang="ru" data-theme="dark">' in browser.get("/")
        browser.post("/language", {"lang": "de"}, 400)


def test_the_log_shows_no_secret_part_of_an_address() -> None:
    """Whatever comes behind it."""
    paths = (
        "/join/secret/x",
        "/owner/secret",
        "//join/secret",
        "/Join//secret",
        f"/x/{'a0' * 16}",
        "/seat/x",
    )
    shown = [shown_path(path) for path in paths]

    assert ["/join/…", "/owner/…", "//join/…", "/Join//…", "/x/…", "/seat/x"] == shown


def test_an_address_writes_one_line_of_the_log_and_no_colours(caplog: pytest.LogCaptureFixture) -> None:
    """Nobody forges lines, or what a terminal shows of them."""
    with house() as found:
        path = "/seat/x%0a2026-11-30 ERROR voevoda: forged%1b[31m\u202e"
        with pytest.raises(WebSocketDisconnect), found.browser().live(path, "http://elsewhere.example"):
            pass

        (line,) = [each.getMessage() for each in caplog.records if each.name == "voevoda.web"]
        assert line.isprintable()


@given(st.text())
def test_a_title_makes_a_harmless_name_of_a_file(title: str) -> None:
    """No folder, no quotation mark, no line, whatever a battle is called."""
    header = file_name(title, "jsonl")

    header.encode("ascii")
    assert header.count('"') == 2
    assert not set("\r\n/\\;") & set(header.removeprefix("attachment; filename=").replace('"; filename*', ""))


def test_names_are_text_wherever_they_stand() -> None:
    """Of people and of battles: on every page of every seat."""
    nasty = "<script>alert(1)</script>\"'&{{ 7*7 }}"
    with house() as found:
        rita, wanda = found.browser(), found.browser()
        seat = rita.begin(name=nasty)
        own = wanda.take(found.link(rita, seat, commander("Ironbreakers")), nasty)
        rita.post(f"{seat}/battle", {"form": "x", "title": nasty})
        for page in (
            *(rita.get(f"{seat}{path}") for path in ("", "/seats", "/battle", "/delete", "/log")),
            *(wanda.get(f"{own}{path}") for path in ("", "/seats")),
            *(browser.get("/") for browser in (rita, wanda, found.owner())),
        ):
            assert "<script>alert" not in page
            assert "{{ 7*7 }}" in page


def test_a_forged_battle_whose_luck_cannot_be_told_says_so(caplog: pytest.LogCaptureFixture) -> None:
    """Something that was taken back had never been asked; a line of the log, and no failure."""
    with house() as found:
        rita = found.browser()
        seat = rita.begin()
        rita.post(f"{seat}/do", {"form": "throw", "what": "throw"})
        rita.post(f"{seat}/do", {"form": "undo", "what": "undo", "reason": "misread"})
        entries = [json.loads(line) for line in rita.get(f"{seat}/battle.jsonl").splitlines()]
        last = next(n for n, entry in enumerate(entries) if entry["entry"] == "undone")
        entries[last - 1]["place"]["nth"] = 7
        content = "".join(json.dumps(entry) + "\n" for entry in entries).encode()
        forged = rita.bring("forged.jsonl", content).headers["location"]
        caplog.clear()

        assert "How lucky the dice were cannot be told" in words(rita.get(f"{forged}/report"))
        (record,) = [each for each in caplog.records if each.name == "voevoda.table"]
        assert "no luck can be told" in record.getMessage()
        assert record.exc_info is None


def test_a_title_that_looks_like_the_place_of_an_id_stays_a_title() -> None:
    """Pages have places for the ids of their forms; nobody can write one."""
    with house() as found:
        rita = found.browser()
        seat = rita.begin()
        rita.post(f"{seat}/battle", {"form": "x", "title": "\N{LOZENGE}form\N{LOZENGE}"})

        assert "\N{LOZENGE}form\N{LOZENGE}" in words(rita.get(f"{seat}/seats"))
