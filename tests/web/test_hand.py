"""The referee's hand on pages: what is offered and refused, and what the log says of it."""

from __future__ import annotations

import re

import pytest

from tests.web.battles import REFEREE, SPECTATOR, Game, game
from tests.web.test_table_routes import Browser, alerts, served
from voevoda.export import as_short
from voevoda.i18n import LANGUAGES, Language
from voevoda.table import Answer, Override, Refusal, Rule, Undo
from voevoda.web.books import flat, screen_of
from voevoda.web.fields import Choice, Field
from voevoda.web.hand_pages import hand_page
from voevoda.web.log_page import MOST_LINES, log_of
from voevoda.web.pages import Frame
from voevoda.web.parts import LogLine
from voevoda.web.questions import ask_form
from voevoda.web.scene import Scene


def scene(found: Game, lang: Language = "en") -> Scene:
    """The referee's."""
    return Scene(found.sight(REFEREE), lang, "/seat/x")


def lines(found: Game, lang: Language = "en") -> list[LogLine]:
    """His log, the whole of it."""
    log = log_of(scene(found, lang), screen_of(found.sight(REFEREE).book), whole=True)
    return [line for group in log.groups for line in group.lines]


def test_a_ruled_roll_that_waits_for_another_is_told_in_words() -> None:
    """With the faces that were named, whose hand it was, and why."""
    with game("wfrp/tunnels", alone=True) as found:
        (one, _) = found.sight(REFEREE).seen.asks
        found.do(REFEREE, Rule(str(one["place"]), [42], "it fell"))
        leads = dict[str, str]()
        for lang in LANGUAGES:
            laid = next(ask for ask in found.sight(REFEREE).seen.asks if ask["laid"] is not None)
            lead = ask_form(scene(found, lang), laid, 0, first=True).lead
            assert isinstance(lead, str)
            leads[lang] = lead

        assert {
            "en": "Referee’s hand: 42, “it fell”. It counts as soon as the others have answered.",
            "ru": "Рукой ведущего: 42, «it fell». В счёт пойдёт, когда ответят остальные.",
        } == leads


def test_an_answer_that_had_no_line_yet_is_told_when_it_is_taken_back() -> None:
    """Whose it was, at every seat; not what it was, which only some could see."""
    with game("wfrp/tunnels") as found:
        (one, _) = [each for each in found.tokens if each.kind == "commander"]
        place = found.sight(one).seen.asks[0]["place"]
        found.do(one, Answer(str(place), [5]))
        found.do(REFEREE, Undo(reason="the die fell off"))
        for seat in found.tokens:
            log = log_of(Scene(found.sight(seat), "en", "/seat/x"), screen_of("wfrp"))
            (line,) = [each for group in log.groups for each in group.lines if each.taken_back]
            assert "taken back: “the die fell off”" == line.tag
            whose = f"{one.name} One, commander of {one.name}"
            assert f"An answer that lay on the table and did not count yet ({whose})." == line.words


def test_a_ruled_roll_is_a_die_with_a_double_outline() -> None:
    """As it was named; the reason stands once, in the sentence."""
    with game("wfrp/tunnels", alone=True) as found:
        (one, _) = found.sight(REFEREE).seen.asks
        found.do(REFEREE, Rule(str(one["place"]), [42], "it fell"))
        _ = found.step()
        (ruled,) = [line for line in lines(found) if any(die.ruled for die in line.dice)]

        assert [(100, (42,))] == [(die.sides, die.faces) for die in ruled.dice]
        assert "referee’s hand" == ruled.tag


def test_what_makes_way_for_a_number_is_not_told_as_an_undo() -> None:
    """The reason is of the number, and stands in its own line alone."""
    with game("wfrp/tunnels", alone=True) as found:
        _ = found.step()
        found.do(REFEREE, Override("sides.Ironbreakers.points", "25", "rain"))
        (told,) = [line for line in lines(found) if "rain" in str(line.words)]
        assert not told.taken_back
        assert "rain" not in told.tag
        assert not [line for line in lines(found) if "rain" in line.tag]


@pytest.mark.parametrize("example", ["gurps/ford", "savage/bridge", "skirmish/bridge", "wfrp/ridge"])
def test_the_short_log_shows_whole_groups(example: str) -> None:
    """The last two at least; a very long one is cut openly, and under them stands what was left out."""
    with game(example) as found:
        screen = screen_of(found.sight(REFEREE).book)
        cut = False
        for n in range(90):
            short, full = (log_of(scene(found), screen, whole=whole) for whole in (False, True))
            assert min(2, len(full.groups)) <= len(short.groups)
            assert (short.earlier is not None) is (len(short.groups) < len(full.groups)), n
            for group, in_full in zip(short.groups, full.groups, strict=False):
                lines = group.lines
                if lines[0].id == "cut":
                    hidden = len(in_full.lines) - MOST_LINES
                    said = "line of this step is" if hidden == 1 else "lines of this step are"
                    assert f"{hidden} earlier {said} in the whole log." == lines[0].words
                    cut, lines = True, (*in_full.lines[:hidden], *lines[1:])
                assert (in_full.title, in_full.lines) == (group.title, lines)
            if not all(found.step() for _ in range(3)):
                break
        assert short.earlier is not None
        assert cut or example != "gurps/ford"


def test_a_number_that_ends_the_battle_is_told_at_every_seat() -> None:
    """Before anything was thrown as well."""
    with game("wfrp/tunnels") as found:
        found.do(REFEREE, Override("sides.Ironbreakers.points", "5", "a flood"))
        for seat in (REFEREE, SPECTATOR):
            sight = found.sight(seat)
            assert sight.outcome is not None
            log = log_of(Scene(sight, "ru", "/seat/x"), screen_of("wfrp"))
            told = [line for group in log.groups for line in group.lines if "a flood" in str(line.words)]
            assert 1 == len(told)
        record = found.tables.record(found.tokens[REFEREE])
        assert not isinstance(record, Refusal)
        _, result, *others = as_short(record, "ru").splitlines()
        assert result.startswith("Победа: Greenskins, ещё до первого раунда; ")
        told_there = "Перед битвой. Ведущий поставил 5 вместо 30 (Ironbreakers, очки силы): «a flood»."
        assert told_there in others


def test_only_what_can_be_mended_is_offered() -> None:
    """Nothing is corrected before it was typed, and nothing is ruled where no dice are asked or lie."""
    with game("wfrp/tunnels", alone=True) as found:
        assert {"rule", "override", "run", "close", "throw"} == set(found.sight(REFEREE).offers)
        ask = found.sight(REFEREE).seen.asks[0]
        found.do(REFEREE, Answer(str(ask["place"]), [47]))
        ask = next(each for each in found.sight(REFEREE).seen.asks if each["laid"] is None)
        found.do(REFEREE, Answer(str(ask["place"]), [30]))
        assert "correct" in found.sight(REFEREE).offers
    with game("skirmish/bridge", alone=True) as found:
        assert "correct" not in found.sight(REFEREE).offers


@pytest.mark.parametrize(
    ("name", "fields", "missing"),
    [
        ("correct", {}, "which roll it is, which faces, for what reason"),
        ("rule", {"reason": "it fell"}, "which roll it is, which faces"),
        ("set", {"path": ""}, "which number to set, what it is to be, for what reason"),
        ("set", {"path": "sides.Ironbreakers.points", "reason": "rain"}, "what it is to be"),
    ],
)
def test_an_empty_form_is_refused_with_what_is_missing(
    name: str, fields: dict[str, str], missing: str
) -> None:
    """And what was filled in stays."""
    with served("wfrp/tunnels") as (found, client):
        browser = Browser(client, found, REFEREE)
        for die in ("11", "30"):
            browser.do({**browser.form(), "d1": die, "how": "typed"})
        again = browser.do({"what": name, "page": name, "form": "x", **fields}, 409)

        assert [f"Not done. What is missing: {missing}."] == alerts(again)
        assert all(value in again for value in fields.values())


def test_a_number_out_of_range_is_told_by_its_name() -> None:
    """With what was given and what is accepted, and no path."""
    with served("wfrp/tunnels") as (found, client):
        browser = Browser(client, found, REFEREE, "ru")
        fields = {"path": "sides.Ironbreakers.points", "value": "31", "reason": "дождь"}
        again = browser.do({"what": "set", "page": "set", "form": "x", **fields}, 409)

        (told,) = alerts(again)
        assert told.endswith("«31» не годится. Ironbreakers: очки силы, целое число от 0 до 30.")
        assert re.search('value="31"', again)
        assert "дождь</textarea>" in again


def options(html: str) -> dict[str, str]:
    """What the one list of a page offers, by value."""
    return dict(re.findall(r'<option value="([^"]*)"[^>]*>([^<]*)<', html))


def test_what_was_done_last_is_named_where_it_would_be_taken_back() -> None:
    """A reply as its line tells it, or a number set."""
    with served("wfrp/tunnels") as (found, client):
        browser = Browser(client, found, REFEREE)
        browser.do({**browser.form(), "d1": "11", "how": "typed"})
        last = options(browser.get("/hand/undo"))[""]
        assert last.startswith("the last: lies and waits for the others — Ironbreakers: d100 against ")
        browser.do({**browser.form(), "d1": "30", "how": "typed"})
        last = options(browser.get("/hand/undo"))[""]
        assert last.startswith("the last: Greenskins: 30 against")
        found.do(REFEREE, Override("rounds_left", "6", "the tide"))
        last = options(browser.get("/hand/undo"))[""]
        assert last.startswith("the last: The referee set 6 instead of no limit (")


def test_answers_are_named_with_the_dice_that_their_lines_leave_out() -> None:
    """Of trait dice the sentence tells only the total."""
    with game("savage/bridge") as found:
        found.until(lambda now: any(len(flat(line.reply)) > 1 for line in now.sight(REFEREE).seen.log))
        page = hand_page(scene(found), Frame("", "/"), "undo")
        assert page is not None
        choice = page.groups[0].rows[0][0]
        assert isinstance(choice, Choice)
        line = next(line for line in found.sight(REFEREE).seen.log if len(flat(line.reply)) > 1)
        faces = ", ".join(map(str, flat(line.reply)))
        assert any(words.endswith(f"— dice {faces}") for _, words in choice.options)


def test_a_limit_of_rounds_may_be_lifted_and_says_how() -> None:
    """With the word that stands in a battle file."""
    with served("wfrp/tunnels") as (found, client):
        browser = Browser(client, found, REFEREE)
        assert options(browser.get("/hand/set"))["rounds_left"].endswith(
            "(1 to 1,000,000, or the word null for no limit)"
        )
        for form, value in (("a", "3"), ("b", "null")):
            fields = {"path": "rounds_left", "value": value, "reason": "x"}
            browser.do({"what": "set", "page": "set", "form": form, **fields})
        assert "The referee set no limit instead of 3" in re.sub("<[^>]*>", "", browser.get())


@pytest.mark.parametrize(("example", "speaks"), [("wfrp/tunnels", False), ("savage/bridge", True)])
def test_only_a_book_with_cards_speaks_of_them_where_faces_are_named(example: str, speaks: bool) -> None:
    """And of dice that ace."""
    with game(example, alone=True) as found:
        found.until(lambda now: "rule" in now.sight(REFEREE).offers)
        page = hand_page(scene(found), Frame("", "/"), "rule")
        assert page is not None
        (faces,) = page.groups[0].rows[1]
        assert isinstance(faces, Field)
        assert speaks == ("cards" in faces.hint)
