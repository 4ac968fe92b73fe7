"""Links and tokens: who sits where, and that nobody else can."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path

import pytest

from tests.contract.toy import usual
from tests.table.tables import ASH, BIRCH, BOOKS, Group, taken
from voevoda.journal_store import open_store
from voevoda.play.seats import REFEREE, SPECTATOR, Seat
from voevoda.table import Leave, Refusal, Robot, Sight, Sitter, Subscription, TakeOver, Throw
from voevoda.table.settings import MOST_ARRIVALS

NO_SEAT = Refusal("table.refused.token")


def link(group: Group, seat: Seat) -> str:
    """A new link for a seat."""
    found = group.tables.reissue(group.tokens[REFEREE], seat)
    assert isinstance(found, str), found
    return found


def test_looking_at_a_link_spends_nothing_and_taking_it_does(group: Group) -> None:
    """A preview in a chat only looks; once the seat is taken, the link opens nothing to anybody."""
    found = link(group, ASH)
    for _ in range(3):
        assert Sitter(group.battle, ASH, "Trial", taken=False) == group.tables.sitter(found)
    assert NO_SEAT == group.tables.sight(found)
    assert NO_SEAT == group.tables.do(found, "a form", Throw())
    seat = taken(group.tables.take(found, "a form", "Ada"))

    assert NO_SEAT == group.tables.take(found, "another form", "Eve")
    assert NO_SEAT == group.tables.sitter(found)
    assert isinstance(group.tables.sight(seat.token), Sight)
    assert NO_SEAT == group.tables.take(seat.token, "another form", "Eve")


def test_a_link_taken_twice_with_one_form_gives_one_token(group: Group) -> None:
    """Somebody has clicked twice."""
    found = link(group, ASH)

    one, other = (taken(group.tables.take(found, "a form", "Ada")).token for _ in range(2))
    assert one == other


def test_a_spectators_link_opens_for_many(group: Group) -> None:
    """It shows what all may see."""
    found = link(group, SPECTATOR)

    one, other = (taken(group.tables.take(found, form)).token for form in ("one", "other"))
    assert one == other
    assert isinstance(group.tables.sight(one), Sight)


@pytest.mark.parametrize("token", ["", "nonsense", "x" * 10_000, "é", "0" * 32])
def test_a_token_that_is_none_opens_nothing(group: Group, token: str) -> None:
    """In the same words as one that was used."""
    assert NO_SEAT == group.tables.sitter(token)
    assert NO_SEAT == group.tables.do(token, "a form", Throw())


def test_a_token_opens_only_its_own_seat_at_its_own_table(group: Group) -> None:
    """Whatever the page says: the token tells whose command it is."""
    group.everybody()
    other = Group(group.store, usual())

    sitter = group.tables.sitter(other.tokens[REFEREE])
    assert isinstance(sitter, Sitter)
    assert other.battle == sitter.battle != group.battle
    refused = group.tables.reissue(group.tokens[ASH], BIRCH)
    assert Refusal("table.refused.referee_only") == refused


def test_a_new_link_ends_who_sat_there(group: Group) -> None:
    """His page is told so, and his token opens nothing any more; the referee can give out any link anew."""
    group.everybody()
    heard: list[Sight | None] = []
    assert isinstance(group.tables.subscribe(group.tokens[ASH], heard.append), Subscription)
    _ = link(group, ASH)

    assert heard[-1] is None
    assert NO_SEAT == group.tables.sight(group.tokens[ASH])
    assert "nobody" == {each["seat"]: each["holder"] for each in group.sight(BIRCH).seats}["commander:Ash"]
    refused = group.tables.reissue(group.tokens[REFEREE], Seat("commander", "Nobody"))
    assert Refusal("table.refused.no_seat", {"given": "commander:Nobody"}) == refused


def test_a_sitter_moves_to_another_device(group: Group) -> None:
    """By a link for his own seat, which he gets without the referee."""
    group.everybody()
    moved = group.tables.reissue(group.tokens[ASH], ASH)
    assert isinstance(moved, str)

    assert isinstance(group.tables.sight(taken(group.tables.take(moved, "a form", "Ada")).token), Sight)


def test_links_dealt_out_by_another_program_count_at_once(group: Group) -> None:
    """On the server's machine they can be printed anew while the table is open."""
    group.everybody()
    other = Group.__new__(Group)
    other.__dict__.update(group.__dict__)
    other.restart()
    links = other.tables.links(group.battle, [ASH])
    assert isinstance(links, dict)

    assert NO_SEAT == group.tables.sight(group.tokens[ASH])
    assert isinstance(taken(group.tables.take(links[ASH], "a form", "Ada")), object)


def test_who_leaves_is_gone(group: Group) -> None:
    """The referee answers for him until somebody takes the seat again."""
    group.everybody()
    group.throw(ASH)
    group.done(BIRCH, Leave())

    assert NO_SEAT == group.tables.sight(group.tokens[BIRCH])
    assert ["toy.draw"] == [ask["key"] for ask in group.sight(REFEREE).seen.asks]


def test_nobody_takes_their_link_from_other_spectators(group: Group) -> None:
    """Nor does the referee get up: nobody else could give out a link."""
    group.everybody()

    refused = [group.do(seat, Leave()) for seat in (SPECTATOR, REFEREE)]
    assert [Refusal("table.refused.stays")] * 2 == refused
    reissued = group.tables.reissue(group.tokens[SPECTATOR], SPECTATOR)
    assert Refusal("table.refused.referee_only") == reissued
    assert isinstance(group.sight(SPECTATOR), Sight)


def test_who_comes_in_answers_for_himself(group: Group) -> None:
    """A robot goes, and what the referee had taken over is given back."""
    group.done(REFEREE, Robot("commander:Birch", "first"))
    group.done(REFEREE, TakeOver("commander:Ash"))
    group.everybody()

    holders = {str(each["seat"]): each["holder"] for each in group.sight(SPECTATOR).seats}
    assert ("person", "person") == (holders["commander:Ash"], holders["commander:Birch"])
    assert {"commander:Ash": "Ash", "commander:Birch": "Birch"} == {
        str(each["seat"]): each["sitter"] for each in group.sight(ASH).seats if each["kind"] == "commander"
    }


def test_a_page_that_is_open_is_seen_to_be_there(group: Group) -> None:
    """And that it has gone."""
    group.everybody()
    page = group.tables.subscribe(group.tokens[ASH], lambda _: None)
    assert isinstance(page, Subscription)
    assert ["commander:Ash"] == [each["seat"] for each in group.sight(BIRCH).seats if each["here"]]
    page.close()
    page.close()
    assert [] == [each["seat"] for each in group.sight(BIRCH).seats if each["here"]]


def test_frames_have_versions_that_grow_over_a_restart(group: Group) -> None:
    """A page drops what is older than what it shows; what nobody sees is sent to nobody."""
    group.everybody()
    versions: list[int] = []
    group.tables.subscribe(group.tokens[SPECTATOR], lambda seen: versions.append(seen.version if seen else 0))
    group.throw(ASH)
    group.throw(BIRCH)
    group.restart()
    group.tables.subscribe(group.tokens[SPECTATOR], lambda seen: versions.append(seen.version if seen else 0))

    assert sorted(set(versions)) == versions
    assert 4 == len(versions)


def test_a_listener_that_fails_keeps_nobody_from_hearing(
    group: Group, caplog: pytest.LogCaptureFixture
) -> None:
    """His page has gone; the log has a line."""
    group.everybody()
    frames: list[object] = []

    def gone(_: object) -> None:
        raise ConnectionError

    group.tables.subscribe(group.tokens[ASH], gone)
    group.tables.subscribe(group.tokens[BIRCH], frames.append)
    before = len(frames)
    group.throw(ASH)

    assert before + 1 == len(frames)
    assert 1 == len([each for each in caplog.records if each.levelno >= logging.ERROR])


def test_tokens_stand_nowhere_in_the_database_or_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Only their hashes; each is 128 random bits."""
    caplog.set_level(logging.DEBUG)
    with open_store(tmp_path, BOOKS) as store:
        group = Group(store, usual())
        group.everybody()
        group.throw(ASH)
        _ = group.tables.take("wrong", "a form"), group.tables.sight(group.tokens[ASH])
        for seat in (ASH, BIRCH):
            _ = group.do(seat, Throw("nonsense"))
        tokens = list(group.tokens.values())
        shown = repr([taken(group.tables.take(link(group, ASH), "a form", "Ada")), group.sight(BIRCH)])
    (file,) = tmp_path.glob("*.sqlite3")
    with sqlite3.connect(file) as database:
        dump = "\n".join(database.iterdump())
    database.close()

    assert [32] * 4 == [len(token) for token in tokens]
    assert [] == [token for token in tokens for text in (dump, caplog.text, shown) if token in text]


@pytest.mark.parametrize("words", ["\ud800", "zz", "é", ""])
def test_what_no_link_could_be_opens_nothing(group: Group, words: str) -> None:
    """However it is written, as a token or as a mark."""
    refused = [group.tables.take(words, "a form"), group.tables.glance(words)]

    assert [NO_SEAT] * 2 == refused


def test_nobody_sits_down_unnoticed_while_the_battle_goes_on(where: str) -> None:
    """A referee who plays looks into a robot's hand, leaves, and sets the robot again: all read of it."""
    with open_store(where, BOOKS) as store:
        group = Group(store, usual(), plays="Ash")
        group.join(SPECTATOR)
        playing = Seat("referee", "Ash")
        group.done(playing, Robot(str(BIRCH), "first"))
        assert () == group.sight(SPECTATOR).arrivals
        group.throw(playing)
        link = group.tables.reissue(group.tokens[playing], BIRCH)
        assert isinstance(link, str)
        group.tokens[BIRCH] = taken(group.tables.take(link, "a form", "x")).token
        group.done(BIRCH, Leave())
        group.done(playing, Robot(str(BIRCH), "first"))
        group.restart()

        told = ({"seat": "commander:Birch", "name": "x", "round": 1},)
        assert [told] * 2 == [group.sight(seat).arrivals for seat in (playing, SPECTATOR)]


def test_who_sits_down_before_the_first_answer_is_not_told_of(group: Group) -> None:
    """Nothing is hidden yet; later the last of them are."""
    group.everybody()
    assert () == group.sight(SPECTATOR).arrivals
    group.throw(ASH)
    for n in range(MOST_ARRIVALS + 1):
        _ = taken(group.tables.take(link(group, BIRCH), f"form {n}", f"Bo {n}"))

    arrivals = group.sight(SPECTATOR).arrivals
    assert MOST_ARRIVALS == len(arrivals)
    assert "Bo 20" == arrivals[-1]["name"]
