"""The report of a battle: what stands on it, what it can be taken away as, and what it never says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from httpx import Response
from starlette.testclient import TestClient

from tests.web.battles import EXAMPLES, REFEREE, Game, begun, game
from tests.web.html import Element, read
from voevoda.i18n import LANGUAGES, Language
from voevoda.journal_store import open_store
from voevoda.play.seats import Seat
from voevoda.rulebooks import BOOKS
from voevoda.table import Close, Refusal
from voevoda.web.app import application
from voevoda.web.pages import Frame, Report
from voevoda.web.report_page import report_page
from voevoda.web.requests import seat_id
from voevoda.web.scene import Scene
from voevoda.web.server import Server
from voevoda.web.templating import render, render_alone

PLACE = "http://localhost:8000"

BATTLES = ("gurps/ford", "savage/bridge", "skirmish/bridge", "wfrp/tunnels")


def report_of(found: Game, seat: Seat = REFEREE, lang: Language = "en", **how: Any) -> Report:
    """A seat's report now."""
    token = found.tokens[seat]
    record, luck = found.tables.record(token), found.tables.luck(token)
    verdict = found.tables.verdict(token)
    assert not isinstance(record, Refusal)
    assert not isinstance(luck, Refusal)
    assert not isinstance(verdict, Refusal)
    scene = Scene(found.sight(seat), lang, f"/seat/{seat}")
    return report_page(scene, Frame("", ""), record, luck, verdict, **how)


def drawn(page: Report, lang: Language) -> Element:
    """The page as a browser has it."""
    return read(render(page, lang))


@pytest.mark.parametrize(("example", "lang"), [*product(BATTLES, LANGUAGES)])
def test_a_report_names_no_two_things_alike_and_no_id(example: str, lang: Language) -> None:
    """Every section has a heading of its own, columns begin with a capital, readings are said in words."""
    with game(example) as found:
        page = report_of(found.to_end(), lang=lang, log=True, opened=True)
    root = drawn(page, lang)
    headings = [each.text.strip() for each in root.walk() if each.tag == "h2"]
    assert len(headings) == len(set(headings))
    for each in root.walk():
        if each.tag in ("th", "dt") and each.text.strip():
            assert each.text.strip()[:1] == each.text.strip()[:1].upper()
    words = root.text
    for reading in BOOKS[example.split("/", maxsplit=1)[0]].readings:
        if "_" in reading.id:
            assert reading.id not in words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_referee_goes_on_to_the_next_day(lang: Language) -> None:
    """Where the book has one, and as the first thing to press; nobody else does."""
    with game("gurps/ford") as found:
        found.to_end()
        commander = next(seat for seat in found.tokens if seat.kind == "commander")
        first = report_of(found, lang=lang).actions[0]
        others = report_of(found, commander, lang).actions
    assert ("/seat/referee/tomorrow", True, "main") == (first.href, first.post, first.look)
    assert not any(each.post for each in others)
    with game("wfrp/tunnels") as found:
        assert not any(each.post for each in report_of(found.to_end(), lang=lang).actions)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_export_says_what_is_in_it_and_for_whom(lang: Language) -> None:
    """The whole journal is the referee's alone."""
    with game("savage/bridge") as found:
        found.to_end()
        commander = next(seat for seat in found.tokens if seat.kind == "commander")
        own, theirs = report_of(found, lang=lang), report_of(found, commander, lang)
    kinds = [each.action.href.rpartition("=")[2].rpartition("/")[2] for each in own.exports]
    assert ["md", "html", "json", "csv", "battle.jsonl"] == kinds
    assert kinds[:-1] == [each.action.href.rpartition("=")[2] for each in theirs.exports]
    assert all(each.about.endswith(".") for each in own.exports)
    assert commander.name in theirs.exports_note
    assert own.exports_note != theirs.exports_note


def test_a_page_alone_leads_to_no_server() -> None:
    """It has its styles in it, all details open, and nothing to press."""
    with game("wfrp/tunnels") as found:
        page = report_of(found.to_end(), log=True, opened=True, alone=True)
    html = render_alone(page, "en")
    root = read(html)
    assert ((), ()) == (page.actions, page.exports)
    assert "--paper" in html
    for each in root.walk():
        assert each.tag not in ("script", "link", "form", "button", "header")
        assert each.tag != "details" or "open" in each.attributes
        assert not each.attributes.get("href", "#").startswith("/")


def test_what_is_kept_for_the_campaign_is_closed_and_on_no_ordinary_paper() -> None:
    """With the log it is printed, too; its two tables have each their title."""
    with game("gurps/ford") as found:
        found.to_end()
        usual, whole = report_of(found), report_of(found, log=True, opened=True)
    titles = [each.title for each in usual.later]
    assert ["For tomorrow", "The campaign's ledger: units", "The campaign's ledger: characters"] == titles
    (usual_later,) = (each for each in drawn(usual, "en").walk() if each.attributes.get("id") == "later")
    (whole_later,) = (each for each in drawn(whole, "en").walk() if each.attributes.get("id") == "later")
    assert ("no-print" in usual_later.attributes["class"], "open" in usual_later.attributes) == (True, False)
    assert ("no-print" in whole_later.attributes["class"], "open" in whole_later.attributes) == (False, True)


def test_the_log_on_paper_is_read_from_the_beginning() -> None:
    """On the screen the newest stands first."""
    with game("wfrp/tunnels") as found:
        found.to_end()
        paper, screen = (report_of(found, log=True, opened=each).log for each in (True, False))
    assert paper is not None
    assert screen is not None
    assert "Before the battle" == paper.groups[0].title == screen.groups[-1].title


@pytest.mark.parametrize(("lang", "told"), [("en", "left; "), ("ru", "осталось ")])
def test_tokens_are_told_in_whole_words(lang: Language, told: str) -> None:
    """How many are left of how many, and how many come back after the battle."""
    with game("savage/bridge") as found:
        sides, _ = report_of(found.to_end(), lang=lang).sheets
    assert all(told in str(cell) for cell in sides.rows[0][1:])


@pytest.mark.parametrize(
    ("seed", "headline", "fared"),
    [
        ("pages", "Victory for Megalos, yet the position holds", ("won", "beaten but not broken")),
        ("b", "The attack is thrown back, and nobody has won", ("thrown back", "held its ground")),
        ("c", "The position is taken: victory for Megalos", ("won", "beaten, in retreat")),
    ],
)
def test_a_headline_says_who_holds_the_position(seed: str, headline: str, fared: tuple[str, str]) -> None:
    """A minor victory of the attackers leaves both where they were, and a great one takes it (G-11)."""
    with game("gurps/ford", seed=seed) as found:
        page = report_of(found.to_end())
    assert headline == page.headline
    assert page.losses is not None
    assert [f"attacker, {fared[0]}", f"defender, {fared[1]}"] == [side.about for side in page.losses.sides]


def test_a_standfirst_says_who_attacked_what_it_cost_and_what_tomorrow_inherits() -> None:
    """And each unit what it wears and how well it is trained."""
    with game("gurps/ford") as found:
        page = report_of(found.to_end())
    assert (
        "The attack was Megalos's. The contest went to Megalos by 6: a minor victory."
        " Dead: Megalos 42, Caithness 178. Caithness, for tomorrow: morale of all units −2."
    ) == "".join(map(str, page.standfirst))
    assert page.losses is not None
    kinds = {row.name: row.about for side in page.losses.sides for row in side.rows}
    assert kinds["Ala"] == "medium, seasoned"
    assert kinds["Ballistae"] == "6 pieces, average"
    assert kinds["Spears"] == "light, pikes, average"


def test_units_of_points_stand_in_the_table_of_losses() -> None:
    """Who is out has one column; the side says how many points it has left."""
    with game("wfrp/tunnels") as found:
        page = report_of(found.to_end())
    assert page.losses is not None
    assert page.losses.out
    told = [
        (side.about, [(row.name, row.about, row.marched, row.lost.text, row.stand) for row in side.rows])
        for side in page.losses.sides
    ]
    assert [
        ("5 of 30 points left", [("Ironbreakers", "30 points at first", "10", "90%", "1")]),
        (
            "39 of 41 points left",
            [
                ("Choppas", "22.5 points at first", "30", "7%", "28"),
                ("Archers", "15 points at first", "20", "5%", "19"),
            ],
        ),
    ] == told
    headings = [each.text for each in drawn(page, "en").walk() if each.tag == "th"]
    assert "Out" in headings
    assert "Wounded" not in headings


def test_battle_rolls_are_told_cause_by_cause() -> None:
    """What the dice brought and what was added to them make the totals, for either side."""
    with game("savage/ford") as found:
        ledger = report_of(found.to_end()).contest
    assert ledger is not None
    assert [
        ("Round 1, the dice", "11", "1"),
        ("Plan", "+1", ""),
        ("For tokens", "", "+2"),
        ("Support", "", "+1"),
        ("Terrain", "", "−2"),
        ("Round 1, battle roll", "12", "2"),
        ("Round 1, tokens lost", "", "3"),
    ] == [(row.words, row.one, row.two) for row in ledger.rows]


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "Closed before its end"), ("ru", "Битва закрыта до её конца")]
)
@pytest.mark.parametrize("example", BATTLES)
def test_a_battle_that_was_closed_before_its_end_does_not_go_on(
    example: str, lang: Language, told: str
) -> None:
    """Its report says so."""
    with game(example) as found:
        assert found.step()
        found.do(REFEREE, Close())
        assert told == report_of(found, lang=lang).headline


def test_a_battle_of_which_nothing_was_rolled_has_no_ledger_and_no_dice() -> None:
    """And no round either."""
    with game("wfrp/tunnels", alone=True) as found:
        page = report_of(found)
    assert page.contest is None
    assert ("Dice", "none thrown") in page.checks
    assert str(page.standfirst[0]) == "No round has been fought."
    assert "0 rounds" not in page.kicker


def test_a_reading_that_differs_and_mattered_is_told_once(tmp_path: Path) -> None:
    """With both said of it."""
    file = tmp_path / "battle.yaml"
    words = (EXAMPLES / "savage/bridge.yaml").read_text("utf-8")
    assert "readings: {}" in words
    _ = file.write_text(words.replace("readings: {}", "readings: {battle_roll: opposed}"), "utf-8")
    with open_store("sqlite://", BOOKS) as store:
        page = report_of(begun(store, file).to_end())
    asked = [str(name) for name, _ in page.checks if "roll against each other" in str(name)]
    assert 1 == len(asked)
    assert asked[0].startswith("A reading that differs, and mattered. Does each commander roll against 4")
    assert page.contest is not None
    assert "Round 1, battle roll" in [row.words for row in page.contest.rows]


# Over HTTP


@contextmanager
def served(
    example: str, *, guests_begin: bool = False, plays: str | None = None
) -> Iterator[tuple[Game, TestClient]]:
    """An example's battle that is over, served."""
    with game(example, plays=plays) as found:
        server = Server(found.to_end().tables, found.tables._store, guests_begin=guests_begin)
        with TestClient(application(server), base_url=PLACE) as client:
            yield found, client


def asked(found: Game, client: TestClient, seat: Seat, path: str, *, how: str = "GET") -> Response:
    """What a seat is answered."""
    client.cookies = {"seat": found.tokens[seat], "lang": "en"}
    address = f"/seat/{seat_id(found.battle, seat)}{path}"
    answer: Response = client.request(how, address, headers={"origin": PLACE}, follow_redirects=False)
    return answer


def test_the_next_day_becomes_a_draft_of_its_own() -> None:
    """With the men that are left; nobody but the referee may ask for it."""
    with served("gurps/ford", guests_begin=True) as (found, client):
        commander = next(seat for seat in found.tokens if seat.kind == "commander")
        mine, theirs = (asked(found, client, seat, "/tomorrow", how="POST") for seat in (REFEREE, commander))
        assert (303, 403) == (mine.status_code, theirs.status_code)
        assert mine.headers["location"].startswith("/setup/")
        client.cookies = {"lang": "en"}
        left = sum(unit["left"] for side in sides_of(found) for unit in side["units"])
        words = client.get(mine.headers["location"]).text
        assert left
        assert all(f'value="{unit["left"]}"' in words for side in sides_of(found) for unit in side["units"])


def test_who_may_begin_no_battle_takes_the_next_day_as_a_file() -> None:
    """He is offered nothing that would be refused."""
    with served("gurps/ford") as (found, client):
        html = asked(found, client, REFEREE, "/report").text
    assert "File of the next day" in html
    assert "Next day from here" not in html


def test_what_holds_the_enemys_secrets_is_the_referees_who_commands_nobody() -> None:
    """A referee who plays has it once the battle is closed, and is told so; commanders never."""
    side = "The Thorn"
    with served("gurps/omens", plays=side) as (found, client):
        playing = Seat("referee", side)
        others = [seat for seat in found.tokens if seat != playing]
        early = {seat: asked(found, client, seat, "/tomorrow.yaml").status_code for seat in found.tokens}
        before = asked(found, client, playing, "/report").text + asked(found, client, playing, "/battle").text
        found.do(playing, Close())
        late = asked(found, client, playing, "/tomorrow.yaml")
        after = asked(found, client, playing, "/report").text

    assert [403] * len(others) == [early[seat] for seat in others]
    assert 409 == early[playing]
    assert "once it is closed" in before
    for file in ("tomorrow.yaml", "battle.jsonl"):
        assert file not in before
        assert file in after
    assert (200, True) == (late.status_code, "guard: 12" in late.text)
    assert "once it is closed" not in after


def test_a_report_says_what_the_odds_were_before_the_first_roll() -> None:
    """Exact ones stand there for every seat, and how likely what came was; they rest on the file alone."""
    told = (
        "In 25.67% of such battles the contest goes to Megalos by 6 or more."
        " Before the first roll the odds were: Megalos 42.27%, nobody wins 50.05%, Caithness 7.68%."
        " Exact: computed, not sampled."
    )
    with served("gurps/ford") as (found, client):
        for seat in (REFEREE, next(seat for seat in found.tokens if seat.kind == "commander")):
            assert told in read(asked(found, client, seat, "/report?print=1").text).text


def test_odds_that_are_sampled_are_computed_when_somebody_asks() -> None:
    """And stay there, with their error and who was taken to choose."""
    with served("savage/bridge") as (found, client):
        first = read(asked(found, client, REFEREE, "/report").text).text
        then = read(asked(found, client, REFEREE, "/report?odds=1").text).text
        later = read(asked(found, client, REFEREE, "/report").text).text
    assert "Compute the odds before the first roll" in first
    assert "Before the first roll the odds were" not in first
    for words in (then, later):
        assert "Before the first roll the odds were: Duchy 69.3%, nobody wins 20.6%, Horde 10.1%." in words
        assert "Sampled: 20,000 battles" in words
        assert "Choices are made by a policy" in words
        assert "Compute the odds" not in words


def sides_of(found: Game) -> Any:
    """What the referee's report has of both sides."""
    record = found.tables.record(found.tokens[REFEREE])
    assert not isinstance(record, Refusal)
    return record.sides


def test_the_file_of_a_page_is_saved_and_needs_no_server() -> None:
    """With the log in it."""
    with served("wfrp/tunnels") as (found, client):
        answer = asked(found, client, REFEREE, "/report?format=html")
    html, header = answer.text, answer.headers["content-disposition"]
    assert header.startswith('attachment; filename="Ambush in the tunnels.html"')
    assert "<style>" in html
    assert "Ironbreakers: 72 against 30" in read(html).text
    assert not re.search(r'(href|src)="/', html)
