"""What a seat must not know does not reach it through the service: the keyhole, live and for latecomers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.contract.books import TOY
from tests.contract.keyhole import Move, follow, play, relabelled, shown
from tests.contract.toy import Toy, ToyBook, usual
from tests.files.toy_journals import toy_book
from tests.table.tables import ASH, BIRCH, BOOK, BOOKS, Group
from voevoda.journal_store import SeatRow, Store, open_store
from voevoda.play.journal import answered, begin
from voevoda.play.questions import Total
from voevoda.play.seats import REFEREE, SPECTATOR, Facts, Seat, only
from voevoda.rulebooks.book import Book
from voevoda.table import (
    Answer,
    Appeal,
    Close,
    Correct,
    Override,
    Refusal,
    Rule,
    Settings,
    Sight,
    TakeOver,
    Throw,
    Undo,
)
from voevoda.table.acts import MOST_CHANGES
from voevoda.table.board import Board, print_place
from voevoda.table.sight import line_bytes

WATCHERS = (ASH, BIRCH, SPECTATOR)


def plain(sight: Sight) -> bytes:
    """What a seat receives, but for the id, which is another at every table."""
    return replace(sight, battle="").bytes(line_bytes)


class Watched:
    """A play through the service, and all that reaches the seats that watch it."""

    def __init__(self, store: Store, book: Book[Any]) -> None:
        self.group = Group(store, usual(), book, books={"toy": book}, seed="the same at every table")
        self.group.everybody()
        self.frames: dict[Seat, list[object]] = {seat: [] for seat in WATCHERS}
        for seat in (ASH, BIRCH):
            self.group.done(REFEREE, TakeOver(str(seat)))
        for seat in WATCHERS:
            self.group.tables.subscribe(self.group.tokens[seat], self.hear(seat))

    def hear(self, seat: Seat) -> Any:
        """A listener that keeps all it hears."""
        return lambda sight: self.frames[seat].append(plain(sight))

    def play(self, moves: Sequence[Move]) -> None:
        """The referee answers for everyone; after each move the watchers try what they should not."""
        for place, reply in moves:
            place_id = next(
                str(each["place"])
                for each in self.group.sight(REFEREE).seen.asks
                if (each["step"], each["key"], each["seat"], each["nth"])
                == (place.step, place.key, str(place.by), place.nth)
            )
            self.group.done(REFEREE, Answer(place_id, reply))
            for seat in WATCHERS:
                for command in (Answer(place_id, "nonsense"), Throw(), Undo(), Override("x", "1", "why")):
                    self.frames[seat].append(self.group.do(seat, command))
                self.frames[seat].append(self.group.tables.question(self.group.tokens[seat]))

    def late(self, seat: Seat) -> bytes:
        """What somebody who comes only now receives."""
        self.group.restart()
        return plain(self.group.sight(seat))


def told_apart(seat: Seat, moves: Sequence[Move], order: Sequence[int], book: Book[Any]) -> bool:
    """Whether ``seat`` can tell a play from the same with hidden cards in another order."""
    found = []
    for replies in (moves, in_other_order(seat, moves, order)):
        with open_store("sqlite://", {"toy": book}) as store:
            watched = Watched(store, book)
            watched.play(replies)
            found.append((watched.frames[seat], watched.late(seat)))
    return found[0] != found[1]


def in_other_order(seat: Seat, moves: Sequence[Move], order: Sequence[int]) -> list[Move]:
    """The same play with the cards that ``seat`` was never shown permuted among themselves."""
    hidden = sorted(set(usual().pack) - shown(TOY, seat, follow(TOY, usual(), moves)))
    shuffled = [hidden[index] for index in order if index < len(hidden)]
    labels = dict(zip(hidden, shuffled, strict=True))
    return [move._replace(reply=relabelled(move.reply, labels)) for move in moves]


ORDERS = st.permutations(range(len(usual().pack)))


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(WATCHERS), ORDERS)
def test_hidden_cards_in_another_order_look_the_same(seed: int, seat: Seat, order: list[int]) -> None:
    """The same frames, as many of them, the same refusals; and the same for who comes late."""
    assert not told_apart(seat, play(TOY, usual(), seed, 14), order, BOOK)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), ORDERS)
def test_a_referee_who_plays_cannot_tell_hidden_cards_apart(seed: int, order: list[int]) -> None:
    """Whatever he reads, and whatever he tries to correct, take back or look into."""
    own = Seat("referee", "Ash")
    moves = play(TOY, usual(), seed, 20)
    found = []
    for replies in (moves, in_other_order(ASH, moves, order)):
        at, journal = begin(BOOK.rules, usual(), "the same at every table")
        for place, reply in replies:
            at, entries = answered(at, reply, place)
            journal = (*journal, *entries)
        with open_store("sqlite://", BOOKS) as store:
            group = Group(store, usual(), plays="Ash", journal=journal)
            seen = [plain(group.sight(own)), group.tables.question(group.tokens[own])]
            for move in moves:
                where = print_place(move.place)
                tries = (Correct(where, "nonsense", "why"), Rule(where, "nonsense", "why"))
                seen += [
                    told for told in (group.do(own, each) for each in tries) if isinstance(told, Refusal)
                ]
            found.append(seen)

    assert found[0] == found[1]


class Leaky(ToyBook):
    """A toy whose view shows how high the enemy's cards are."""

    def view(self, toy: Toy, seat: Seat, /) -> Facts:
        """All that may be seen, and one number more."""
        return {**super().view(toy, seat), "strength": tuple(sorted(toy.camps[1].hand)[:1])}


def test_a_leak_is_seen_through_the_service() -> None:
    """So that the test above is known to look."""
    leaky = replace(toy_book(Leaky()), sides=BOOK.sides)
    moves = play(TOY, usual(), 1, 6)

    assert told_apart(SPECTATOR, moves, range(len(usual().pack))[::-1], leaky)


def canaries(sight: Sight, cards: Sequence[str]) -> list[str]:
    """Which of these cards are named anywhere in what a seat receives."""
    return [card for card in cards if f'"{card}"'.encode() in sight.bytes(line_bytes)]


def hand(group: Group, seat: Seat) -> tuple[str, ...]:
    """What a commander holds."""
    view: Any = group.sight(seat).seen.view
    cards: tuple[str, ...] = next(camp["hand"] for camp in view["camps"] if "hand" in camp)
    return cards


def laid_by_ash(group: Group) -> str:
    """Play to where both are to lay a card, and let Ash lay his first."""
    group.everybody()
    group.throw(ASH)
    group.throw(BIRCH)
    for seat in (ASH, BIRCH):
        group.answer(seat, "pass")
    card = hand(group, ASH)[0]
    group.answer(ASH, card)
    return card


def test_a_card_laid_is_nowhere_in_what_others_receive(group: Group) -> None:
    """Not in Birch's view, refusals, or a spectator's; Ash sees it lie, and may change it."""
    card = laid_by_ash(group)
    others = [group.sight(seat) for seat in (BIRCH, SPECTATOR)]

    assert [[], []] == [canaries(sight, hand(group, ASH)) for sight in others]
    assert ("commander:Birch",) == others[0].seen.waits
    assert f'"{card}"' == group.sight(ASH).seen.asks[0]["laid"]


def test_a_second_thought_is_not_noticed_by_others(group: Group) -> None:
    """No frame is sent to anybody else: its very coming would tell."""
    laid_by_ash(group)
    frames: dict[Seat, list[object]] = {BIRCH: [], SPECTATOR: [], ASH: []}
    for seat, heard in frames.items():
        group.tables.subscribe(group.tokens[seat], heard.append)
    before = {seat: len(heard) for seat, heard in frames.items()}

    place = str(group.sight(ASH).seen.asks[0]["place"])
    group.done(ASH, Answer(place, hand(group, ASH)[1]))

    after = {seat: len(heard) - before[seat] for seat, heard in frames.items()}
    assert {BIRCH: 0, SPECTATOR: 0, ASH: 1} == after


def test_both_cards_are_shown_in_one_message(group: Group) -> None:
    """The last answer shows them to everyone at once."""
    laid_by_ash(group)
    frames: list[Sight] = []
    group.tables.subscribe(group.tokens[SPECTATOR], lambda sight: frames.append(sight or frames[-1]))
    before = len(frames)
    group.answer(BIRCH, hand(group, BIRCH)[0])

    assert before + 1 == len(frames)
    assert "toy.shown" in [line.key for line in frames[-1].seen.log]


def test_a_referee_who_commands_a_side_is_shown_nothing_of_the_enemy(where: str) -> None:
    """Not what an empty seat is asked, not by taking it over; a robot can answer for it, and he may throw."""
    with open_store(where, BOOKS) as store:
        group = Group(store, usual(), plays="Ash")
        own = Seat("referee", "Ash")
        group.throw(own)
        assert () == group.sight(own).seen.asks
        group.throw(own)  # the absent enemy's draw, which he does not see

        sight = group.sight(own)
        assert [True, False] == ["hand" in camp for camp in cast_camps(sight)]
        assert Refusal("table.refused.enemy") == group.do(own, TakeOver(str(BIRCH)))
        group.answer(own, "pass")
        assert () == group.sight(own).seen.asks
        assert ("commander:Birch",) == group.sight(own).seen.waits


def cast_camps(sight: Sight) -> tuple[Mapping[str, Any], ...]:
    """The camps in a view."""
    camps: Any = sight.seen.view["camps"]
    return tuple(camps)


def test_an_appeal_reaches_only_the_referee(group: Group) -> None:
    """What a commander says to him; and himself, who is shown that it was sent."""
    group.everybody()
    group.done(ASH, Appeal("I misread a die: canary"))

    heard = [b"canary" in group.sight(seat).bytes(line_bytes) for seat in (REFEREE, ASH, BIRCH, SPECTATOR)]
    assert [True, True, False, False] == heard


def test_only_the_referee_is_given_the_replies_to_correct(group: Group) -> None:
    """Each with its line in his own log."""
    laid_by_ash(group)
    sight = group.sight(REFEREE)

    assert [(), ()] == [group.sight(seat).answers for seat in (ASH, SPECTATOR)]
    assert ["toy.draw", "toy.draw", "toy.spy", "toy.spy", "toy.lay"] == [
        each["key"] for each in sight.answers
    ]
    lines = [sight.seen.log[int(str(each["line"]))].key for each in sight.answers if each["line"] is not None]
    assert ["toy.draw", "toy.draw", "toy.spy", "toy.spy"] == lines


def test_a_referee_who_plays_is_not_put_what_the_table_hides_from_his_side() -> None:
    """A roll of the table that only the enemy may know; he can have it thrown, and does not see it."""
    own = Seat("referee", "Ash")
    at, journal = begin(BOOK.rules, usual(), "a seed")
    board = Board("", "", BOOK, journal, at, "a seed", Settings(), {own: SeatRow(own, "Rita")})
    hidden = Total(key="toy.weather", cite="T-4", dice=1, seen_by=only(BIRCH))
    open_ = Total(key="toy.weather", cite="T-4", dice=1)

    assert (False, True) == (board.puts(own, hidden), board.puts(own, open_))
    assert (False, True) == (board.may_type(own, hidden), board.may_type(own, open_))
    assert board.may_throw(own, hidden)


def test_a_battle_that_was_left_is_reported_too(group: Group) -> None:
    """Its seed is shown, so that everybody may look at its dice."""
    group.everybody()
    group.throw(ASH)
    assert Refusal("table.refused.early") == group.tables.verdict(group.tokens[SPECTATOR])
    group.done(REFEREE, Close())
    for seat in (ASH, SPECTATOR):
        token = group.tokens[seat]
        for answer in (group.tables.verdict(token), group.tables.record(token), group.tables.luck(token)):
            assert not isinstance(answer, Refusal)


def test_whoever_changes_a_choice_without_end_is_stopped(group: Group) -> None:
    """Every answer stays in the journal, which would overflow; the last stands."""
    card = laid_by_ash(group)
    at = str(group.sight(ASH).seen.asks[0]["place"])
    for _ in range(MOST_CHANGES - 1):
        _ = group.done(ASH, Answer(at, card))
    before = group.store.load(group.battle).journal

    refused = group.do(ASH, Answer(at, card))
    assert isinstance(refused, Refusal)
    assert "table.refused.changes" == refused.key
    assert before == group.store.load(group.battle).journal
