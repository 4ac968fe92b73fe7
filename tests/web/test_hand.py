"""The referee's hand on pages: what is offered, what is asked, what is refused, and what the log says of it."""

from __future__ import annotations

from tests.web.battles import REFEREE, SPECTATOR, Game, game
from voevoda.i18n import LANGUAGES, Language
from voevoda.table import Override, Rule
from voevoda.web.books import screen_of
from voevoda.web.log_page import log_of
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
