"""No seat can tell what it was not shown; and leaks, planted into the toy, are found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.contract.books import SAVAGE, TOY, Case, books
from tests.contract.keyhole import Difference, follow, log_of, peek, play, shown
from tests.contract.plays import Dice
from tests.contract.toy import PACK, Camp, Toy, ToyBook, options, rank
from voevoda.play.questions import Choose, Draw, Note, Question, Reply, Rule, tell
from voevoda.play.seats import EVERYONE, REFEREE, SPECTATOR, Fact, Facts, Seat, commander
from voevoda.rulebooks.savage.book import BOOK

MOVES = 60

HIDING = [pytest.param(case, id=case.id) for case in books() if any(map(case.cards, case.states))]


@pytest.mark.parametrize("case", HIDING)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_a_seat_cannot_tell_hidden_cards_apart(case: Case, data: st.DataObject) -> None:
    """With the cards it was never shown relabelled, a seat sees, is told and is given the same to the end."""
    seed = data.draw(st.integers(0, 10**6), "seed")
    state = data.draw(st.sampled_from([state for state in case.states if case.cards(state)]), "state")
    moves = data.draw(st.integers(1, MOVES), "moves")
    seat = data.draw(st.sampled_from(case.seats()), "seat")
    order = data.draw(st.permutations(range(len(case.cards(state)))), "order")

    assert peek(case, state, seat, play(case, state, seed, moves), order, seed) is None


def test_plays_hide_enough_to_be_worth_a_look() -> None:
    """Of most plays a commander and a spectator are never shown some cards that were drawn."""
    for seat, least in ((commander("Ash"), 3), (SPECTATOR, 4)):
        hidden = 0
        for seed in range(20):
            positions = follow(TOY, TOY.states[0], play(TOY, TOY.states[0], seed, 30))
            drawn = [line.reply for line in log_of(positions) if line.key == "toy.draw"]
            assert drawn
            hidden += len(set(PACK) - shown(TOY, seat, positions))
        assert hidden >= 20 * least


Said = tuple[Question[Any], ...] | Note


def doctored(rule: Rule[Toy], change: Callable[[Question[Any]], Question[Any]]) -> Rule[Toy]:
    """A rule whose questions are changed before they are asked."""
    answer: Any = None
    try:
        while True:
            said = rule.send(answer)
            answer = yield said if isinstance(said, Note) else tuple(map(change, said))
    except StopIteration as done:
        after: Toy = done.value
        return after


def asking(question: Question[Any], key: str, kind: type[Question[Any]], **changed: Any) -> Question[Any]:
    """The question as another kind of question or with other fields, if it has this key."""
    if question.key != key:
        return question
    values = {field.name: getattr(question, field.name) for field in fields(question)}
    return kind(**{**values, **changed})


class LeakInView(ToyBook):
    """Shows everyone how strong each hand is."""

    def camp(self, camp: Camp, seat: Seat) -> Facts:
        """What a seat sees of a camp, and more."""
        return {**super().camp(camp, seat), "strength": sum(map(rank, camp.hand))}


class SharedDiscard(ToyBook):
    """Keeps all that is face down on one heap, which whoever buries may see."""

    def view(self, toy: Toy, seat: Seat, /) -> Facts:
        """What a seat sees, and the heap."""
        heap: tuple[Fact, ...] = ()
        if seat.kind == "commander":
            heap = tuple(sorted(card for camp in toy.camps for card in camp.buried))
        return {**super().view(toy, seat), "heap": heap}


class LeakInLog(ToyBook):
    """Tells everyone the lowest card of a hand."""

    def step(self, toy: Toy, /) -> Rule[Toy]:
        """A phase, and a word too much."""
        after = yield from super().step(toy)
        yield from tell("toy.gossip", "T-0", EVERYONE, lowest=min(after.camps[1].hand, default=""))
        return after


class LeakInOffer(ToyBook):
    """Offers a spy only what the enemy does hold."""

    def step(self, toy: Toy, /) -> Rule[Toy]:
        """A phase with a spy who knows already."""
        enemy = toy.camps[int(toy.phase == "first spy")]
        return doctored(
            super().step(toy), lambda each: asking(each, "toy.seek", Choose, among=options(enemy.hand))
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenDraw(Draw):
    """A draw that shows its pile."""

    def prompt(self) -> Facts:
        """What can be drawn."""
        return {**super(OpenDraw, self).prompt(), "pile": self.pile}


class PileInPrompt(ToyBook):
    """Shows who draws what can be drawn, and so what the enemy holds."""

    def step(self, toy: Toy, /) -> Rule[Toy]:
        """A phase with open draws."""
        return doctored(super().step(toy), lambda each: asking(each, "toy.draw", OpenDraw))


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkativeDraw(Draw):
    """A draw whose refusal lists the pile."""

    def read(self, reply: Reply, /) -> tuple[str, ...]:
        """The cards drawn."""
        if not isinstance(reply, tuple) or set(reply) - set(self.pile):
            raise self.refuses(reply, "play.illegal.draw", accepted=self.pile)
        return super(TalkativeDraw, self).read(reply)


class LeakInRefusal(ToyBook):
    """Tells who mistypes a draw what can be drawn."""

    def step(self, toy: Toy, /) -> Rule[Toy]:
        """A phase with talkative draws."""
        return doctored(super().step(toy), lambda each: asking(each, "toy.draw", TalkativeDraw))


class LeakInSilence(ToyBook):
    """Opens the spy's window only when there is something to find."""

    def step(self, toy: Toy, /) -> Rule[Toy]:
        """A phase, or none."""
        enemy = toy.camps[int(toy.phase == "first spy")]
        if toy.phase.endswith("spy") and not any(rank(card) > 3 for card in enemy.hand):
            toy = replace(toy, camps=(replace(toy.camps[0], spies=False), replace(toy.camps[1], spies=False)))
        return super().step(toy)


class LeakInImagination(ToyBook):
    """Imagines what is."""

    def imagine(self, toy: Toy, seat: Seat, source: Any, /) -> Toy:
        """The very state."""
        return toy


class WrongAudience(ToyBook):
    """Lets everyone see which card is buried."""

    def step(self, toy: Toy, /) -> Rule[Toy]:
        """A phase that buries openly."""
        return doctored(super().step(toy), lambda each: asking(each, "toy.save", Choose, seen_by=EVERYONE))


def first_leak(case: Case, plays: int = 60, moves: int = MOVES) -> Difference | None:
    """The first thing that the first side's commander can tell, in some plays."""
    state = case.states[0]
    for seed in range(plays):
        dice = Dice(f"order {seed}")
        left = list(range(len(case.cards(state))))
        order = [left.pop(dice.below(len(left))) for _ in tuple(left)]
        found = peek(case, state, commander("Ash"), play(case, state, seed, moves), order, seed)
        if found:
            return found
    return None


@pytest.mark.parametrize(
    ("book", "what"),
    [
        (LeakInView(), "bytes"),
        (SharedDiscard(), "bytes"),
        (LeakInLog(), "bytes"),
        (LeakInOffer(), "bytes"),
        (PileInPrompt(), "bytes"),
        (LeakInRefusal(), "refusals"),
        (LeakInSilence(), "places"),
        (LeakInImagination(), "imagined"),
    ],
    ids=lambda each: type(each).__name__,
)
def test_a_planted_leak_is_found(book: ToyBook, what: str) -> None:
    """The keyhole finds it, and says by what."""
    found = first_leak(replace(TOY, book=book))

    assert found is not None
    assert what == found.what


def hand_told(state: Any, seat: Seat) -> Facts:
    """Advice that knows both hands."""
    _ = seat
    return {"hands": tuple(force.cards.hand for force in state.forces)}


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"sides": lambda state, log, _: BOOK.sides(state, log, REFEREE)}, "exports"),
        ({"odds": lambda state, *, seat, **asked: BOOK.odds(state, seat=REFEREE, **asked)}, "odds"),  # noqa: ARG005
        ({"advice": hand_told}, "advice"),
    ],
    ids=["report", "odds", "advice"],
)
def test_a_leak_beside_the_rules_is_found(changed: dict[str, Any], what: str) -> None:
    """Reports, odds and advice made from what the seat may not know."""
    case = replace(SAVAGE, registered=replace(BOOK, **changed))

    found = first_leak(case, plays=20, moves=12)

    assert found is not None
    assert what == found.what


def test_a_wrong_audience_is_not_found_here() -> None:
    """Audiences are the keyhole's measure, so it cannot see a wrong one: the list below is for that."""
    assert first_leak(replace(TOY, book=WrongAudience()), plays=10) is None


AUDIENCES = {
    "toy.draw": "its own",
    "toy.drawn": "everyone",
    "toy.lay": "its own",
    "toy.save": "its own",
    "toy.saved": "everyone",
    "toy.seek": "its own",
    "toy.shown": "everyone",
    "toy.shuffled": "everyone",
    "toy.sought": "its own",
    "toy.spy": "everyone",
    "toy.storm": "everyone",
    "toy.strike": "everyone",
    "toy.tents": "everyone",
    "toy.tie": "everyone",
    "toy.weather": "everyone",
}
"""Every message of the toy and who may read it, to be read beside its rules."""


@pytest.mark.parametrize(("book", "same"), [(ToyBook(), True), (WrongAudience(), False)])
def test_the_list_of_audiences_is_whole(book: ToyBook, same: bool) -> None:
    """Every key that plays come upon has the audience listed; a wrong one is seen here."""
    case = replace(TOY, book=book)
    reached: dict[str, str] = {}
    for seed in range(40):
        for line in log_of(follow(case, case.states[0], play(case, case.states[0], seed, 200))):
            reached[line.key] = "everyone" if line.seen_by == EVERYONE else "its own"
            assert line.seen_by == EVERYONE or len(line.seen_by.seats or ()) == 1

    assert same == (reached == AUDIENCES)


def test_a_referee_who_plays_a_side_sees_no_more_than_its_commander() -> None:
    """He sees that side's secrets and not the other's; a referee who plays none sees both."""
    *_, at = follow(TOY, TOY.states[0], play(TOY, TOY.states[0], 3, 12))
    view = TOY.book.view

    assert view(at.state, commander("Ash")) == view(at.state, Seat("referee", "Ash"))
    assert view(at.state, Seat("referee", "Birch")) != view(at.state, Seat("referee", "Ash"))
    assert all("hand" in camp for camp in as_camps(view(at.state, REFEREE)))


def as_camps(view: Facts) -> tuple[Any, ...]:
    """The camps in a view."""
    camps = view["camps"]
    assert isinstance(camps, tuple)
    return camps
