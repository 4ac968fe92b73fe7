"""A seat's page in every book: what is asked and of whom, what stands on it, and what never may."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from tests.web.battles import EXAMPLES, Game, game
from tests.web.html import read
from voevoda.export.told import policies_of
from voevoda.files.document import read_document
from voevoda.i18n import LANGUAGES, Language, text
from voevoda.play.seats import REFEREE, SPECTATOR, Seat, commander
from voevoda.rulebooks import BOOKS
from voevoda.table import (
    Agree,
    Answer,
    Close,
    Correct,
    Override,
    Refusal,
    Robot,
    Rule,
    Sight,
    Taken,
    TakeOver,
    Throw,
    Undo,
)
from voevoda.table.outlook import outlook
from voevoda.web.books import screen_of
from voevoda.web.fields import Choice
from voevoda.web.hand_pages import hand_page
from voevoda.web.log_page import figures, log_of, log_page
from voevoda.web.odds_panel import Panel
from voevoda.web.pages import Frame, Table
from voevoda.web.parts import Clause, Figure, Words
from voevoda.web.scene import Scene, linked
from voevoda.web.table_page import table_page
from voevoda.web.templating import render, whole

BATTLES = [
    example
    for example in (
        "gurps/ford",
        "gurps/omens",
        "savage/bridge",
        "savage/forlorn",
        "skirmish/bridge",
        "wfrp/ridge",
        "wfrp/tunnels",
    )
    if example.split("/")[0] in BOOKS
]
"""Examples of every book."""


def page_of(found: Game, seat: Seat, lang: Language = "en") -> Table:
    """A seat's page now."""
    base = f"/seat/{seat}"
    return table_page(found.sight(seat), lang, Frame("", base), base)


def moments(found: Game, every: int = 7) -> Iterator[None]:
    """A battle at some moments from its beginning to its end."""
    yield
    while found.step():
        for _ in range(every - 1):
            found.step()
        yield


@pytest.mark.parametrize(("example", "lang"), [*product(BATTLES, LANGUAGES)])
def test_every_seat_has_its_page_at_every_moment(example: str, lang: Language) -> None:
    """Well-formed, with one element of each live region, and the same when it is drawn again."""
    with game(example) as found:
        for _ in moments(found, every=11):
            for seat in found.tokens:
                html = render(page_of(found, seat, lang), lang)
                ids = [each.attributes.get("id") for each in read(html).walk()]
                for name in ("asks", "waits", "hand", "log", "odds"):
                    assert 1 == ids.count(name), (seat, name)
                assert len(ids) - ids.count(None) == len({*ids} - {None})
                assert html == render(page_of(found, seat, lang), lang)


@pytest.mark.parametrize("example", BATTLES)
def test_what_a_page_asks_is_what_the_seat_is_asked(example: str) -> None:
    """In its place, with as many fields as dice; the first that waits is solid, and the title says so."""
    with game(example) as found:
        for _ in moments(found):
            for seat in found.tokens:
                page, sight = page_of(found, seat), found.sight(seat)
                assert {dict(each.hidden)["place"] for each in page.asks} == {
                    each["place"] for each in sight.seen.asks
                }
                waiting = any(ask["laid"] is None for ask in sight.seen.asks)
                assert waiting is page.frame.asked is bool(page.call)
                assert [each.state for each in page.asks].count("asked") == int(waiting)


@pytest.mark.parametrize("example", BATTLES)
def test_the_track_goes_on_and_ends(example: str) -> None:
    """Its steps are named in both languages; at the end all are passed and the report is there."""
    with game(example) as found:
        for _ in moments(found):
            track = page_of(found, SPECTATOR).track
            assert track is not None
            is_over = found.sight(SPECTATOR).outcome is not None
            assert is_over is (track.current == len(track.steps))
        over = page_of(found, SPECTATOR)
    assert "/seat/spectator/report" == (over.over and over.over.href)
    assert ("", ()) == (over.waits, over.asks)


@pytest.mark.parametrize("example", BATTLES)
def test_every_seat_is_shown_the_same_step(example: str) -> None:
    """Whoever is asked: at every moment of a whole battle the track is the same for all."""
    with game(example) as found:
        for _ in moments(found, every=1):
            first, *others = [page_of(found, seat).track for seat in found.tokens]
            for other in others:
                assert first == other


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("en", "the dice of the commander (Greenskins One, Greenskins)."),
        ("ru", "бросок полководца (Greenskins One, Greenskins)."),
    ],
)
def test_the_table_says_by_name_who_it_waits_for(lang: Language, expected: str) -> None:
    """The sitter with his seat."""
    with game("wfrp/tunnels") as found:
        assert str(page_of(found, SPECTATOR, lang).waits).endswith(expected)


def test_what_was_done_last_is_listed_once() -> None:
    """In the choice of what to take back."""
    with game("wfrp/tunnels") as found:
        found.until(lambda now: now.sight(REFEREE).round >= 2)
        mending = found.tables.mending(found.tokens[REFEREE])
        assert not isinstance(mending, Refusal)
        scene = Scene(found.sight(REFEREE), "en", "/seat/x")
        form = hand_page(scene, Frame("", ""), "undo", last=mending[0])
        assert form is not None
        (choice,) = form.groups[0].rows[0]
        assert isinstance(choice, Choice)
        labels = [label.removeprefix("the last: ") for _, label in choice.options]
        assert len({*labels}) == len(labels)


def test_a_ruled_roll_that_was_taken_back_is_kept_as_its_faces() -> None:
    """As the referee named them; how it counted, and why, is in no field."""
    with game("wfrp/tunnels", alone=True) as found:
        ask = found.sight(REFEREE).seen.asks[0]
        found.do(REFEREE, Rule(str(ask["place"]), [5], "die fell off"))
        found.do(REFEREE, Undo(reason="not so"))
        (again,) = (each for each in page_of(found, REFEREE).asks if each.kept)
        assert ["5"] == [die.value for die in again.dice]


@pytest.mark.parametrize(
    ("example", "lang", "expected"),
    [
        ("gurps/ford", "en", "The battle is over. Won by {winner}: "),
        ("savage/bridge", "ru", "Битва окончена. Никто не победил, после 2 раундов; "),
        ("skirmish/bridge", "ru", "Битва окончена. Победа: {winner}, "),
        ("wfrp/tunnels", "en", "The battle is over. Won by {winner} after "),
    ],
)
def test_every_seat_is_told_who_has_won(example: str, lang: Language, expected: str) -> None:
    """Or that nobody has; in the place of the question, with the way to the report under it."""
    with game(example) as found:
        found.to_end()
        outcome = found.sight(SPECTATOR).outcome
        assert outcome is not None
        for seat in found.tokens:
            page = page_of(found, seat, lang)
            assert page.says.startswith(expected.format(winner=outcome["winner"]))
            ask = next(each for each in read(render(page, lang)).walk() if each.attributes.get("id") == "ask")
            assert page.says in ask.text
            (leads,) = [each for each in ask.walk() if each.tag == "a"]
            assert f"/seat/{seat}/report" == leads.attributes["href"]


@pytest.mark.parametrize(
    ("lang", "mine", "theirs"),
    [
        ("en", "your choice for Orlik.", "the referee's choice for Orlik."),
        ("ru", "ваш выбор за место «Орлик».", "выбор ведущего за место «Орлик»."),
    ],
)
def test_whom_the_table_waits_for_where_nobody_sits_is_the_referee(
    lang: Language, mine: str, theirs: str
) -> None:
    """And not a player who is not there."""
    with game("savage/bridge" if lang == "en" else "savage/bridge.ru", alone=True) as found:
        found.until(lambda now: now.asked("savage.characters.way") is not None)
        link = found.tables.links(found.battle, [SPECTATOR])
        assert isinstance(link, dict)
        taken = found.tables.take(link[SPECTATOR], "watching")
        assert isinstance(taken, Taken)
        found.tokens[SPECTATOR] = taken.token
        assert (mine, theirs) == (page_of(found, REFEREE, lang).waits, page_of(found, SPECTATOR, lang).waits)


def test_an_enemy_without_a_commander_is_told_of_with_what_can_be_done() -> None:
    """A referee who commands a side must not look into the enemy's hand."""
    with game("savage/bridge", alone=True, plays="Duchy") as found:
        (referee,) = found.tokens
        for _ in range(200):
            if not found.step() and "throw" in found.sight(referee).offers:
                found.do(referee, Throw())  # cards that he does not see
        words = page_of(found, referee).waits
    assert (
        "a choice for Horde, where nobody sits: the referee can hand out its link or let a robot in." == words
    )


def test_a_robot_that_waits_after_something_was_taken_back_is_let_go_on_by_the_referee() -> None:
    """It does not do by itself again what was just taken back; who can let it is told."""
    with game("wfrp/tunnels", alone=True) as found:
        robot = next(str(row["seat"]) for row in found.sight(REFEREE).seats if row["kind"] == "commander")
        found.do(REFEREE, Robot(robot, policies_of("wfrp")[0]))  # who throws at once
        found.do(REFEREE, Undo())
        page = page_of(found, REFEREE)
        assert "the robot's dice (Ironbreakers), with which the referee goes on" in str(page.waits)
        assert page.throw is not None
        found.do(REFEREE, Throw())
        assert "robot" not in str(page_of(found, REFEREE).waits)


def test_a_battle_that_was_closed_before_its_end_asks_nothing_and_says_so() -> None:
    """Whatever was asked then can be answered no more."""
    with game("wfrp/tunnels") as found:
        found.do(REFEREE, Close())
        pages = {seat: page_of(found, seat) for seat in found.tokens}
    for page in pages.values():
        assert ((), "", None, None) == (page.asks, page.waits, page.odds_more, page.throw)
        assert page.says.startswith("The referee has closed the battle before its end")
    assert [REFEREE] == [seat for seat, page in pages.items() if page.over is not None]


def test_several_rolls_can_be_thrown_at_once_beside_the_question() -> None:
    """One roll alone has its own button for that."""
    with game("wfrp/tunnels", alone=True) as found:
        assert 2 == len(found.sight(REFEREE).seen.asks)
        throw = page_of(found, REFEREE).throw
        assert throw is not None
        html = render(page_of(found, REFEREE), "en")
        hand = next(each for each in read(html).walk() if each.attributes.get("id") == "hand")
        assert 1 == hand.text.count(throw.label) == html.count(throw.label)
        found.do(REFEREE, Throw())
        found.until(lambda now: now.asked("wfrp.influence") is not None)
        assert page_of(found, REFEREE).throw is None


def test_dice_that_the_referee_does_not_see_are_thrown_where_he_looks_first() -> None:
    """Of an enemy whose seat is empty: he is asked nothing, but nothing goes on without him."""
    with game("savage/bridge", alone=True, plays="Duchy") as found:
        (referee,) = found.tokens
        found.until(lambda now: not now.waiting())
        page = page_of(found, referee)
    assert () == page.asks
    assert page.throw is not None
    assert "Nothing is asked of you, but the table waits for your word." == page.says


@pytest.mark.parametrize(
    ("key", "tag"),
    [
        ("skirmish.out.test", "will be out"),
        ("skirmish.wound.test", "will be wounded"),
        ("skirmish.surrender.test", "will surrender"),
    ],
)
def test_losses_of_a_skirmish_that_are_rolled_are_noted_until_the_step_ends(key: str, tag: str) -> None:
    """So that the table of fighters does not contradict the log; then they count, and are noted no more."""
    with game("skirmish/bridge", alone=True) as found:

        def failed() -> list[object]:
            lines = [line for line in found.sight(REFEREE).seen.log if line.key == key]
            return [line.facts["who"] for line in lines if line.facts["result"] == "failed"]

        def noted() -> list[object]:
            rosters = page_of(found, REFEREE).rosters
            rows = [row for each in rosters for row in each.rows]
            return [row.name for row in rows if tag in [getattr(each, "text", each) for each in row.state]]

        before = found.until(lambda now: now.asked(key) is not None).sight(REFEREE).seen.view["phase"]
        found.until(lambda _: bool(failed()))
        if found.sight(REFEREE).seen.view["phase"] == before:
            assert failed() == noted()
            told = [note for side in page_of(found, REFEREE).score.sides for note in side.notes]
            assert "1 loss of this step counts at its end" in told
        found.until(lambda now: now.sight(REFEREE).seen.view["phase"] != before)
        assert [] == noted()


def test_a_spectator_watches() -> None:
    """He is asked nothing, and has no hand to play."""
    with game("wfrp/tunnels") as found:
        page = page_of(found, SPECTATOR)
        assert page.watching
        assert () == page.asks
        assert () == page.referee
        assert "commander" in page.waits


def test_the_referee_answers_in_the_stead_of_who_is_away() -> None:
    """And the page says for whom."""
    with game("wfrp/tunnels", alone=True) as found:
        (first, second) = page_of(found, REFEREE).asks
    assert "Your turn, referee, for Ironbreakers" == first.who
    assert ("asked", "next") == (first.state, second.state)
    assert ["d1"] == [each.name for each in first.dice]
    assert ("Enter", "Throw") == (first.enter, first.submit)


def test_dice_can_be_only_typed_or_only_thrown() -> None:
    """As the table has agreed; the other button is not there."""
    with game("wfrp/tunnels", alone=True) as found:
        found.do(REFEREE, Agree(dice="typed"))
        typed = page_of(found, REFEREE).asks[0]
        found.do(REFEREE, Agree(dice="table"))
        thrown = page_of(found, REFEREE).asks[0]
    assert ("Enter", "") == (typed.enter, typed.submit)
    assert ((), "Throw") == (thrown.dice, thrown.submit)
    assert "throw" == dict(thrown.hidden)["what"]


def test_what_was_taken_back_is_offered_again_and_told() -> None:
    """The old answer stands in the field, to be confirmed; the log says why it was taken back."""
    with game("wfrp/tunnels", alone=True) as found:
        found.do(REFEREE, Agree(dice="typed"))
        ask = found.sight(REFEREE).seen.asks[0]
        found.do(REFEREE, Answer(str(ask["place"]), 47))
        found.do(REFEREE, Undo(reason="wrong die"))
        page = page_of(found, REFEREE)
    assert page.asks[0].kept
    assert "47" == page.asks[0].dice[0].value
    (line,) = page.log.groups[0].lines
    assert "taken back: “wrong die”" in (line.words, line.tag)


def test_a_line_that_was_taken_back_is_struck_through() -> None:
    """With its reason, for whoever could read it; what a correction carries over stands as it stood."""
    with game("wfrp/tunnels", alone=True) as found:
        found.do(REFEREE, Agree(dice="typed"))
        for face in (47, 30):
            ask = next(ask for ask in found.sight(REFEREE).seen.asks if ask["laid"] is None)
            found.do(REFEREE, Answer(str(ask["place"]), face))
        given = found.sight(REFEREE).answers[0]
        found.do(REFEREE, Correct(str(given["place"]), 12, reason="misread"))
        page = page_of(found, REFEREE)
        html = render(page, "en")
        found.do(REFEREE, Agree(dice="either"))
        found.until(lambda now: now.sight(REFEREE).round == 3)
        groups = log_of(Scene(found.sight(REFEREE), "en", ""), screen_of("wfrp"), whole=True).groups
        assert "<s>" not in render(page_of(found, REFEREE), "en")
    struck = [line for line in page.log.groups[0].lines if line.taken_back]
    # Later on they stay where they happened, before the line that came in their place.
    (lines,) = (group.lines for group in groups if any(line.taken_back for line in group.lines))
    assert len(struck) == [line.taken_back for line in lines].index(False)
    assert "12 against" in plain(lines[len(struck)].words)
    assert any("47 against" in plain(line.words) for line in struck)
    assert {"taken back: “misread”"} == {line.tag for line in struck}
    assert not any("30 against" in plain(line.words) for line in struck)
    assert "<s>" in html


def plain(words: Words) -> str:
    """A sentence without its marks."""
    return words if isinstance(words, str) else "".join(str(getattr(each, "text", each)) for each in words)


@pytest.mark.parametrize("example", ["savage/bridge", "wfrp/tunnels"])
def test_what_was_taken_back_is_shown_only_to_whom_it_was_shown(example: str) -> None:
    """Each struck line had been in the log of that seat."""
    with game(example) as found:
        for _ in moments(found, every=9):
            before = {seat: found.sight(seat).seen.log for seat in found.tokens}
            if "undo" not in found.sight(REFEREE).offers or found.sight(REFEREE).outcome is not None:
                continue
            found.do(REFEREE, Undo(reason="again"))
            for seat, log in before.items():
                gone = found.sight(seat).taken[-1].lines
                assert all(line in log for line in gone)


def test_the_referees_hand_is_marked_in_the_log() -> None:
    """A ruling and a number set by hand, with their reasons."""
    with game("wfrp/tunnels", alone=True) as found:
        ask = found.sight(REFEREE).seen.asks[0]
        found.do(REFEREE, Rule(str(ask["place"]), 12, "cocked"))
        found.until(lambda now: now.sight(REFEREE).round == 2)
        found.do(REFEREE, Override("sides.Ironbreakers.points", "12", "rain"))
        page = page_of(found, REFEREE)
    lines = [line for group in page.log.groups for line in group.lines]
    assert {"referee’s hand"} == {line.tag for line in lines if line.tag}
    assert ["cocked", "rain"] == sorted(
        reason for line in lines for reason in ("cocked", "rain") if reason in plain(line.words)
    )
    ruled = next(line for line in lines if line.tag)
    assert [(12,)] == [die.faces for die in ruled.dice if die.ruled]
    assert any(isinstance(part, Figure) and part.mark == "ruled" for part in ruled.words)


def test_the_newest_group_of_the_log_is_first() -> None:
    """And the lines inside a group stand in order."""
    with game("wfrp/tunnels") as found:
        found.until(lambda now: now.sight(REFEREE).round >= 2)
        page = page_of(found, REFEREE)
    titles = [group.title for group in page.log.groups]
    assert "Before the battle" == titles[-1]
    numbers = [int(line.id.removeprefix("line-")) for group in page.log.groups for line in group.lines]
    assert sorted(numbers) != numbers
    for group in page.log.groups:
        inside = [int(line.id.removeprefix("line-")) for line in group.lines]
        assert sorted(inside) == inside


def test_numbers_in_a_sentence_are_live_and_digits_of_names_are_not() -> None:
    """Nor those of clauses."""
    words = figures("Ala 2: 47 against 30, SL −1 (W-3.1)", ("Ala 2",), "opens")
    assert ("47", "30", "−1") == tuple(each.text for each in words if isinstance(each, Figure))


def test_clauses_in_a_sentence_are_links() -> None:
    """Only those that the book has."""
    words = linked("wfrp", "So W-3.6 says, not W-99.")
    assert isinstance(words, tuple)
    assert ["/rules/wfrp#W-3.6"] == [each.href for each in words if isinstance(each, Clause)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_of_the_hand_is_there_when_it_is_offered(lang: Language) -> None:
    """And only then, and only for whom."""
    names = ("undo", "correct", "rule", "set", "run", "dice", "appeal", "leave", "close")
    with game("wfrp/tunnels") as found:
        found.until(lambda now: now.sight(REFEREE).round == 2)
        there: dict[Seat, set[str]] = {}
        for seat in (REFEREE, commander("Greenskins"), SPECTATOR):
            scene = Scene(found.sight(seat), lang, "/seat/1")
            mending = found.tables.mending(found.tokens[REFEREE])
            assert not isinstance(mending, Refusal)
            last, numbers = mending
            around = Frame("", "/")
            pages = {name: hand_page(scene, around, name, numbers=numbers, last=last) for name in names}
            there[seat] = {name for name, page in pages.items() if page is not None}
            for page in pages.values():
                if page is not None:
                    _ = read(render(page, lang))
        linked_to = [
            each.href for each in page_of(found, REFEREE).referee if not each.post and "hand" in each.href
        ]
    # Nothing was typed that could have been misread.
    assert {"undo", "rule", "set", "run", "dice", "close"} == there[REFEREE]
    assert {"appeal", "leave"} == there[commander("Greenskins")]
    assert set() == there[SPECTATOR]
    assert {href.rpartition("/")[2] for href in linked_to} == there[REFEREE]


SECRET = [example for example in BATTLES if example.startswith("savage")]


@pytest.mark.parametrize(
    ("example", "lang", "plays"), [*product(SECRET, LANGUAGES, (None, "first side"))], ids=str
)
def test_no_card_of_another_hand_is_in_any_byte_of_a_page(
    example: str, lang: Language, plays: str | None
) -> None:
    """Neither its sign nor its name, on the table or on the page of the whole log; a referee may play too."""
    looked = 0
    names = [side["name"] for side in _sides(example)]
    with game(example, plays=names[0] if plays else None) as found:
        for _ in moments(found, every=3):
            state = found.state()
            if found.sight(SPECTATOR).outcome is not None:
                break
            for (name, force), seat in product(zip(names, state.forces, strict=True), found.tokens):
                if seat in (REFEREE, commander(name), Seat("referee", name)):
                    continue
                scene = Scene(found.sight(seat), lang, f"/seat/{seat}")
                written = render(page_of(found, seat, lang), lang)
                written += render(log_page(scene, screen_of(scene.book), Frame("", "/")), lang)
                for card in (*force.cards.hand, *force.cards.laid):
                    if not _was_shown(found.sight(seat), card):
                        looked += 1
                        assert [] == [each for each in said(card, lang) if each in written.lower()], (
                            seat,
                            card,
                        )
    assert looked > 10


def said(card: str, lang: Language) -> tuple[str, ...]:
    """How a page may say a card: by its sign, or by its name; a joker's is every joker's."""
    name = text(lang, f"savage.card={card}", {}).lower()
    return (
        (f'"{card.lower()}"',)
        if card.startswith("J") and card[1:].isdecimal()
        else (f'"{card.lower()}"', name)
    )


def _sides(example: str) -> Any:
    data: Any = read_document(EXAMPLES / f"{example}.yaml").data
    return data["sides"]


def _was_shown(sight: Sight, card: str) -> bool:
    """Whether the seat has seen this card openly."""
    seen = sight.seen
    mine = [line for line in seen.log if card in str(line.facts) or card in str(line.reply)]
    return bool(mine) or card in str(seen.view["discards"])


@pytest.mark.slow
@pytest.mark.parametrize("example", SECRET[:1])
def test_odds_and_advice_beside_the_table_tell_nothing_of_the_enemys_hand(example: str) -> None:
    """What to lay, with what weights, and what that guarantees: of one's own cards alone."""
    with game(example) as found:
        _ = found.until(lambda now: now.asked("savage.lay.card") is not None)
        own, enemy = (commander(side["name"]) for side in _sides(example))
        asked = found.tables.question(found.tokens[own])
        assert not isinstance(asked, Refusal)
        page = table_page(found.sight(own), "en", Frame("", "/"), "/seat/1", odds=Panel(outlook(asked)))
        assert page.odds is not None
        assert page.odds_more is not None
        advised = page.odds_more.sheets[0]
        mine, theirs = (force.cards.hand for force in found.state().forces)
        written = render(page, "en").lower()
    assert {text("en", f"savage.card={card}", {}) for card in mine} == {str(row[0]) for row in advised.rows}
    assert "guarantee" in str(advised.note)
    assert [] == [card for card in theirs if any(each in written for each in said(card, "en"))]
    assert enemy != own


def test_neither_a_clause_nor_a_sum_is_broken_across_lines() -> None:
    """In any sentence, with live numbers or without; the rest of it may be."""
    told = str(whole("Rubaki: 10 × 2 = 20 by W-1.3, not <b> 3"))
    assert (
        'Rubaki: <span class="whole">10 × 2 = 20</span> by <span class="whole">W-1.3</span>, not &lt;b&gt; 3'
        == told
    )
    live = figures("Herald: 28 + 79 = 107, of 9 men", ("Herald",), "opens")
    assert ("\u00a0+\u00a0", "\u00a0=\u00a0", ", of ") == live[2:7:2]


def test_troop_strength_is_counted_under_a_heading_of_its_own() -> None:
    """Not under that of morale, which is rolled later and only where somebody must."""
    with game("gurps/ford") as found:
        scene = Scene(found.to_end().sight(REFEREE), "en", "/seat/referee")
        first = log_page(scene, screen_of("gurps"), Frame("", "/")).log.groups[-1]
    assert "Troop Strength (TS)" == first.title
    assert {"G-1.2", "G-1.3"} <= {line.cite.id for line in first.lines if line.cite}


def test_whose_seat_the_referee_has_taken_is_told_so() -> None:
    """In the place of the question, with the way to a word to him; the others read that he answers for it."""
    with game("gurps/ford") as found:
        found.until(lambda now: now.asked("gurps.losses") is not None)
        seat = found.waiting()[0]
        found.do(REFEREE, TakeOver(str(seat)))
        mine, watched = page_of(found, seat), page_of(found, SPECTATOR)
        html = render(mine, "en")
    assert "The referee has taken this seat" in mine.says
    assert f"/seat/{seat}/hand/appeal" == (mine.leads and mine.leads.href)
    assert "The referee has taken this seat" in html
    assert "referee" in str(watched.waits)
    assert "" == watched.says


def test_hits_that_count_once_all_rolls_are_done_are_said_beforehand() -> None:
    """Beside what a character still has."""
    with game("gurps/ford") as found:
        found.until(lambda now: any(line.key == "gurps.hurt" for line in now.sight(SPECTATOR).seen.log))
        told = next(line for line in found.sight(SPECTATOR).seen.log if line.key == "gurps.hurt")
        rows = [row for roster in page_of(found, SPECTATOR).rosters for row in roster.rows]
    (row,) = (row for row in rows if row.name == told.facts["who"])
    assert told.facts["left"] != told.facts["hp"]
    assert (str(told.facts["hp"]), f"will be {told.facts['left']}") == (row.numbers[0], tags_of(row.state)[0])


def tags_of(words: Words) -> list[str]:
    """The states in frames."""
    return [] if isinstance(words, str) else [getattr(each, "text", "") for each in words]


def test_only_the_referee_is_told_what_to_tell_the_table() -> None:
    """The others hear it."""
    with game("wfrp/tunnels") as found:
        found.until(lambda now: page_of(now, REFEREE).tell is not None)
        assert [None] * 2 == [page_of(found, seat).tell for seat in (SPECTATOR, commander("Ironbreakers"))]


def test_advice_is_promised_to_whom_it_will_come() -> None:
    """To a commander who lays cards: not to the referee, nor before they are laid."""
    words = text("en", "seat.odds.none.advice", {})

    def promised(found: Game) -> set[str]:
        mores = {seat: page_of(found, seat).odds_more for seat in found.tokens}
        return {seat.kind for seat, more in mores.items() if more and more.words == words}

    with game("savage/bridge") as found:
        before = promised(found)
        then = promised(found.until(lambda now: now.asked("savage.lay.card") is not None))
    assert (set(), {"commander"}) == (before, then)
