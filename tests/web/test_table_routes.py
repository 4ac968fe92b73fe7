"""The table over HTTP: its page, its forms, the hand, the odds, the log, the report and its files."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import cast

import pytest
from httpx import Response
from starlette.testclient import TestClient

from tests.web.battles import Game, game
from tests.web.html import read
from voevoda.export.csv_text import plain
from voevoda.i18n import LANGUAGES, Language, text
from voevoda.play.seats import REFEREE, SPECTATOR, Fact, Seat, commander
from voevoda.rulebooks import BOOKS
from voevoda.table import Answer
from voevoda.web.app import application
from voevoda.web.requests import seat_id
from voevoda.web.server import Server

PLACE = "http://localhost:8000"

EXAMPLES = [
    example
    for example in ("gurps/ford", "savage/bridge", "skirmish/bridge", "wfrp/tunnels")
    if example.split("/")[0] in BOOKS
]


class Browser:
    """A browser that holds one seat."""

    def __init__(self, client: TestClient, found: Game, seat: Seat, lang: Language = "en") -> None:
        self.client = client
        self.base = f"/seat/{seat_id(found.battle, seat)}"
        self.cookies = {"seat": found.tokens[seat], "lang": lang}

    def get(self, path: str = "", status: int = 200) -> str:
        """A page of the seat."""
        self.client.cookies = self.cookies
        answer = self.client.get(self.base + path, follow_redirects=False)
        assert status == answer.status_code, answer.text
        words: str = answer.text
        return words

    def do(self, fields: Mapping[str, str], status: int = 303) -> str:
        """Send a form."""
        self.client.cookies = self.cookies
        answer = self.client.post(
            f"{self.base}/do", data=dict(fields), headers={"origin": PLACE}, follow_redirects=False
        )
        assert status == answer.status_code, answer.text
        words: str = answer.text
        return words

    def form(self) -> dict[str, str]:
        """The hidden fields of the first question's form."""
        (first, *_) = re.findall(r'<form class="body".*?</form>', self.get(), re.DOTALL)
        return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', first))


@contextmanager
def served(example: str, *, alone: bool = True, seed: str = "pages") -> Iterator[tuple[Game, TestClient]]:
    """An example's battle, served."""
    with game(example, alone=alone, seed=seed) as found:
        server = Server(found.tables, found.tables._store)
        with TestClient(application(server), base_url=PLACE) as client:
            yield found, client


def alerts(html: str) -> list[str]:
    """What a page refuses; an empty place is kept ready for its script."""
    found = [each.text.strip() for each in read(html).walk() if each.attributes.get("role") == "alert"]
    return [words for words in found if words]


def test_a_roll_is_typed_refused_typed_again_and_thrown() -> None:
    """A refusal stands in the question's own form with what was typed; a doubled form is done once."""
    with served("wfrp/tunnels") as (found, client):
        browser = Browser(client, found, REFEREE)
        form = browser.form()
        refused = browser.do({**form, "d1": "777", "how": "typed"}, 409)
        assert ["Not done. A die shows a whole number from 1 to 100; “777” is none (00 is 100)."] == alerts(
            refused
        )
        assert 'value="777"' in refused
        assert ["wfrp.round.test"] * 2 == [str(each["key"]) for each in found.sight(REFEREE).seen.asks]

        browser.do({**form, "form": "one", "d1": "00", "how": "typed"})
        browser.do({**form, "form": "one", "d1": "00", "how": "typed"})
        (laid, _) = found.sight(REFEREE).seen.asks
        assert "[100]" == laid["laid"]
        browser.do({**browser.form(), "how": "thrown"})
        assert 1 == found.sight(REFEREE).round
        lines = [line for line in found.sight(REFEREE).seen.log if line.key == "wfrp.round.test"]
        assert ["typed", "seed"] == [line.source for line in lines]


def test_who_is_too_fast_is_told_a_page_and_his_script_a_sentence() -> None:
    """The script shows it on the page that it has; without one there has to be a page."""
    with served("wfrp/tunnels") as (found, client):
        browser = Browser(client, found, REFEREE)
        answers = [client_post(browser, {}) for _ in range(21)]
        assert 429 == answers[-1].status_code
        assert "<main" in answers[-1].text
        told = client_post(browser, {"prefer": "return=minimal"})
        assert (429, "text/plain; charset=utf-8") == (told.status_code, told.headers["content-type"])
        assert "Not done. Too many actions within 10 seconds. Wait a little and repeat." == told.text


def client_post(browser: Browser, headers: Mapping[str, str]) -> Response:
    """The answer to a form that says nothing."""
    browser.client.cookies = browser.cookies
    found: Response = browser.client.post(f"{browser.base}/do", headers={"origin": PLACE, **headers})
    return found


@pytest.mark.parametrize(
    ("lang", "how_many", "words"),
    [
        ("en", "Choose exactly 2.", "You have chosen 1: {card}."),
        ("ru", "Выберите ровно 2.", "Выбрано 1: {card}."),
    ],
)
def test_too_few_options_are_told_by_what_the_page_calls_them(
    lang: Language, how_many: str, words: str
) -> None:
    """Not by how a journal writes them."""
    with served("savage/bridge", seed="s1") as (found, client):
        found.until(lambda now: now.asked("savage.characters.way") is not None)
        (ask, *_) = found.sight(REFEREE).seen.asks
        found.do(REFEREE, Answer(str(ask["place"]), "scout"))
        found.until(lambda now: now.asked("savage.lay.two") is not None)
        browser = Browser(client, found, REFEREE, lang)
        form = browser.form()
        (ask, *_) = found.sight(REFEREE).seen.asks
        (option, *_) = cast("tuple[Fact, ...]", ask["options"])
        refused = browser.do({**form, "option": str(option)}, 409)
        card = text(lang, f"savage.card={option}", {})
        (told,) = alerts(refused)
        assert told.endswith(f"{how_many} {words.format(card=card[:1].upper() + card[1:])}")
        (told,) = alerts(browser.do(form, 409))
        assert str(option) not in told


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", "choose one: Stays out of this round, Fighting, "), ("ru", "что-нибудь одно: ")],
)
def test_no_option_or_none_that_is_offered_is_told_by_what_there_is(lang: Language, words: str) -> None:
    """Each by its label on the page."""
    with served("savage/bridge") as (found, client):
        found.until(lambda now: now.asked("savage.characters.way") is not None)
        browser = Browser(client, found, REFEREE, lang)
        (told,) = alerts(browser.do(browser.form(), 409))
        assert words in told
        (told,) = alerts(browser.do({**browser.form(), "option": "flee"}, 409))
        assert "flee" not in told


def test_what_is_no_card_is_named_and_what_was_typed_stays() -> None:
    """And the field says beforehand how cards are written."""
    with served("savage/bridge") as (found, client):
        found.until(lambda now: now.asked("savage.deal.draw") is not None)
        browser = Browser(client, found, REFEREE)
        assert "ten of hearts" in browser.get()
        refused = browser.do({**browser.form(), "d1": "10x", "how": "typed"}, 409)
        (told,) = alerts(refused)
        assert "There is no such card: “10x”." in told
        assert 'value="10x"' in refused


def test_an_answer_to_what_is_no_longer_asked_says_so_above_the_questions() -> None:
    """And then asks what is asked now."""
    with served("wfrp/tunnels") as (found, client):
        browser = Browser(client, found, REFEREE)
        form = browser.form()
        browser.do({**form, "how": "thrown"})
        browser.do({**browser.form(), "how": "thrown"})
        late = browser.do({**form, "form": "late", "d1": "12", "how": "typed"}, 409)
        assert 1 == len(alerts(late))
        assert 'id="ask"' in late


def test_the_referees_hand_corrects_rules_sets_and_takes_back() -> None:
    """Each with a reason; without one its page comes again with what was filled in."""
    with served("wfrp/tunnels") as (found, client):
        browser = Browser(client, found, REFEREE)
        browser.do({**browser.form(), "d1": "11", "how": "typed"})
        browser.do({**browser.form(), "d1": "30", "how": "typed"})
        (place, *_) = re.findall(r'<option value="([^"]*)"', browser.get("/hand/correct"))

        fields = {"what": "correct", "page": "correct", "place": place, "faces": "00"}
        again = browser.do({**fields, "form": "a", "reason": " "}, 409)
        assert ["Not done. This needs a reason, which everyone can read."] == alerts(again)
        assert 'value="00"' in again
        browser.do({**fields, "form": "b", "reason": "misread"})
        assert (100,) in [line.reply for line in found.sight(REFEREE).seen.log]

        browser.do({**fields, "what": "rule", "page": "rule", "form": "c", "faces": "12", "reason": "cocked"})
        page = browser.get()
        assert "as the referee ruled (cocked)" in re.sub("<[^>]*>", "", page)
        assert "referee’s hand" in page
        assert "referee’s hand: “cocked”" not in page
        assert 'aria-label="d100: 12, ruled by the referee"' in page
        path = "sides.Ironbreakers.points"
        listed = browser.get("/hand/set")
        assert '<optgroup label="Ironbreakers">' in listed
        assert re.search(
            f'value="{path}">Ironbreakers: power points, now [0-9]+ \\(0 to 30\\)</option>', listed
        )
        assert 'name="other"' not in listed
        browser.do(
            {
                "what": "set",
                "page": "set",
                "form": "d",
                "path": path,
                "value": "12",
                "reason": "rain",
            }
        )
        told = re.sub("<[^>]*>", "", browser.get())
        assert re.search(
            "The referee set 12 instead of [0-9]+ \\(Ironbreakers, power points\\): “rain”.", told
        )
        assert 1 == told.count("“rain”")
        browser.do({"what": "undo", "page": "undo", "form": "e", "place": "", "reason": "no rain"})
        assert "“no rain”" in browser.get()


def test_the_hand_is_the_referees() -> None:
    """Others are told that it cannot be done; a page that is none is not found."""
    with served("wfrp/tunnels", alone=False) as (found, client):
        other = Browser(client, found, commander("Greenskins"))
        for name in ("correct", "rule", "set", "run", "dice", "close"):
            _ = other.get(f"/hand/{name}", 409)
        _ = other.get("/hand/mischief", 404)
        refused = other.do({"what": "run", "page": "", "form": "x"}, 403)
        assert 1 == len(alerts(refused))
        _ = other.do({"what": "mischief", "form": "x"}, 400)
        other.do({"what": "appeal", "form": "y", "words": "a die was misread"})
        referee = Browser(client, found, REFEREE)
        told = " ".join(read(referee.get()).text.split())
        assert "To the referee, from Greenskins One, commander of Greenskins: a die was misread" in told
        sent = " ".join(read(other.get()).text.split())
        assert "Sent to the referee, who has not marked it as read yet: a die was misread" in sent
        referee.do({"what": "heard", "form": "z"})
        assert "a die was misread" not in referee.get()


def test_exact_odds_stand_on_the_page_at_once() -> None:
    """Computed by another process, kept by their question."""
    with served("wfrp/tunnels") as (found, client):
        browser = Browser(client, found, REFEREE)
        _ = browser.get("/odds")
        html = browser.get()
    assert re.search(r'class="share">\d+\.\d+<', html)
    assert "exact" in html
    assert [] == alerts(html)


@pytest.mark.parametrize(("example", "lang"), [(each, lang) for each in EXAMPLES for lang in LANGUAGES])
def test_every_seat_has_its_report_on_screen_and_paper_and_as_files(example: str, lang: Language) -> None:
    """Before the end only the referee is told any."""
    with served(example, alone=False) as (found, client):
        _ = Browser(client, found, SPECTATOR, lang).get("/report", 409)
        _ = Browser(client, found, REFEREE, lang).get("/report")
        found.to_end()
        for seat in found.tokens:
            browser = Browser(client, found, seat, lang)
            html = browser.get("/report")
            assert [] == alerts(html)
            paper = browser.get("/report?print=1&log=1")
            details = [each for each in read(paper).walk() if each.tag == "details"]
            logged = [each for each in details if each.attributes.get("id", "").startswith("line-")]
            assert all("open" in each.attributes for each in logged)
            whole = json.loads(browser.get("/report?format=json"))
            assert whole["outcome"]
            assert browser.get("/report?format=md").startswith("# ")
            rows = list(csv.reader(io.StringIO(browser.get("/report?format=csv").removeprefix("\ufeff"))))
            assert ["side", "list", "name", "what", "value"] == rows[0]
            assert {5} == {len(row) for row in rows}
            _ = browser.get("/report?format=exe", 404)


def test_a_report_says_whether_the_dice_are_those_of_the_seed_once_it_is_shown() -> None:
    """The referee closes the battle and is led to the seed; then anybody can throw them again."""
    with served("wfrp/tunnels", alone=False) as (found, client):
        found.to_end()
        watching = Browser(client, found, SPECTATOR)
        assert "can be checked once it is shown" in watching.get("/report")
        closing = Browser(client, found, REFEREE)
        closing.client.cookies = closing.cookies
        sent = client.post(
            f"{closing.base}/do",
            data={"what": "close", "page": "close", "form": "c"},
            headers={"origin": PLACE},
            follow_redirects=False,
        )
        assert f"{closing.base}/report#check" == sent.headers["location"]
        html = watching.get("/report")
    assert "seed pages" in html
    assert "rolls are those of the announced seed" in html


def test_the_next_day_is_a_battle_file() -> None:
    """For a book that has one; others say that there is none."""
    with served("gurps/ford") as (found, client):
        found.to_end()
        words = Browser(client, found, REFEREE).get("/tomorrow.yaml")
    assert "rulebook: gurps" in words
    assert "title: The ford at Redwater, day 2" in words
    with served("wfrp/tunnels") as (found, client):
        found.to_end()
        _ = Browser(client, found, REFEREE).get("/tomorrow.yaml", 409)


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("=1+2", "'=1+2"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("+cmd", "'+cmd"),
        ("-x", "'-x"),
        ("\tx", "'\tx"),
        ("-5", "-5"),
        ("-5.25", "-5.25"),
        ("Orks", "Orks"),
        ("", ""),
    ],
)
def test_no_cell_is_a_formula(cell: str, expected: str) -> None:
    """But numbers stay numbers."""
    assert expected == plain(cell)


@pytest.mark.parametrize("example", [each for each in EXAMPLES if each.startswith("savage")])
def test_a_report_shows_no_hand_that_the_seat_may_not_see(example: str) -> None:
    """Cards that were left in the enemy's hand stay there, in every format."""
    with served(example, alone=False) as (found, client):
        found.to_end()
        sides = found.sight(REFEREE).seen.view["sides"]
        assert isinstance(sides, tuple)
        for side in sides:
            assert isinstance(side, Mapping)
            hand = side["hand"]
            assert isinstance(hand, tuple)
            assert hand
            for seat in found.tokens:
                if seat in (REFEREE, commander(str(side["name"]))):
                    continue
                browser = Browser(client, found, seat)
                for path in ("?print=1&log=1", "?format=json", "?format=md", "?format=csv"):
                    written = browser.get(f"/report{path}")
                    assert [] == [card for card in hand if re.search(rf"\b{card}\b", written)]
