"""The journal: append-only, with one entry that takes back; whatever is damaged is seen."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.contract.plays import Dice, any_reply
from tests.contract.toy import Camp, Toy, ToyBook, usual
from voevoda.play.errors import Diverged, Illegal, Stale
from voevoda.play.journal import (
    Answered,
    Begun,
    Closed,
    Journal,
    Overridden,
    Saved,
    Undone,
    answered,
    begin,
    commitment_to,
    correct,
    history,
    override,
    replay,
    saved,
    seen,
    standing,
    thrown,
    undo,
    verify,
)
from voevoda.play.position import Place, Position
from voevoda.play.questions import Chance, Ruled
from voevoda.play.seats import SPECTATOR, Seat, commander

BOOK = ToyBook()
ASH, BIRCH = commander("Ash"), commander("Birch")
SEED = "a seed"


def written(game: Toy, *replies: object) -> tuple[Position[Toy], Journal]:
    """A battle with these replies, in the order asked."""
    at, journal = begin(BOOK, game, SEED)
    for reply in replies:
        at, entries = answered(at, reply)
        journal = (*journal, *entries)
    return at, journal


def toy(phase: str, cards: int = 2) -> Toy:
    """A toy with so many cards in each hand."""
    camps = Camp("Ash", 3, hand=("a1", "b2")[:cards]), Camp("Birch", 3, hand=("a3", "c5")[:cards])
    return Toy(phase, camps)


def played(seed: object, game: Toy | None = None) -> Journal:
    """A whole battle, dice from the seed."""
    at, journal = begin(BOOK, game or usual(), SEED)
    dice = Dice(seed)
    while at.open:
        asked = at.asked()
        chance = isinstance(asked.question, Chance)
        reply = thrown(asked, SEED) if chance else any_reply(asked.question, dice)
        at, entries = answered(at, reply, asked.place, "seed")
        journal = (*journal, *entries)
    return (*journal, Closed(SEED))


def kinds(journal: Journal, start: int = 0) -> list[str]:
    """The names of the entries from ``start`` on."""
    return [type(entry).__name__ for entry in journal[start:]]


def test_a_journal_begins_with_the_rules_the_state_and_what_the_seed_hashes_to() -> None:
    """A step that asks nothing right at the beginning gets its checkpoint at once."""
    _, journal = begin(BOOK, toy("tidy", 1), SEED)

    assert ["Begun", "Saved"] == kinds(journal)
    assert Begun("toy", 1, toy("tidy", 1), commitment_to(SEED)) == journal[0]
    assert commitment_to(SEED).startswith("sha256:")
    assert Begun("toy", 1, usual(), None) == begin(BOOK, usual(), None)[1][0]


def test_an_answer_is_written_with_its_place_and_its_step_with_a_checkpoint() -> None:
    """The checkpoint holds the lines with their audiences, so that the log needs no rule."""
    at, journal = written(toy("lay"), "a1", "c5")

    assert ["Begun", "Answered", "Answered", "Saved"] == kinds(journal)
    first, second, end = journal[1:]
    assert isinstance(first, Answered)
    assert isinstance(second, Answered)
    assert isinstance(end, Saved)
    assert (Place(0, "toy.lay", ASH, 0), 0, "a1", "chosen", None) == (
        first.place, first.asking, first.reply, first.source, first.kept,
    )  # fmt: skip
    assert first.asking == second.asking
    assert (0, at.state) == (end.number, end.state)
    assert ["toy.lay", "toy.lay", "toy.shown"] == [line.key for line in end.lines]


def test_an_undo_into_a_together_goes_back_before_the_whole_of_it() -> None:
    """Else one commander's card would lie there while the other has seen it."""
    at, journal = written(toy("lay"), "a1", "c5")

    back = undo(journal, 2, "a slip")

    assert Undone(1, "a slip") == back[-1]
    assert Position.at(BOOK, toy("lay")) == replay(BOOK, back)
    assert at == replay(BOOK, journal)
    assert [0] == [seq for seq, _ in standing(back)]


@pytest.mark.parametrize("seq", [0, 3, 99])
def test_only_a_reply_or_a_number_set_can_be_taken_back(seq: int) -> None:
    """Not the beginning, not a checkpoint, not what never was."""
    _, journal = written(toy("lay"), "a1", "c5")

    with pytest.raises(Stale) as refusal:
        undo(journal, seq, "a slip")
    assert ("play.stale.undo", seq) == (refusal.value.key, refusal.value.facts["given"])
    with pytest.raises(Stale):
        correct(BOOK, journal, seq, "a1", "a slip")


def test_a_reason_has_an_end() -> None:
    """However long, it would be refused by the journal's file, and end the session."""
    _, journal = written(toy("lay"), "a1", "c5")

    assert Undone(1, "x" * 500) == undo(journal, 1, "x" * 500)[-1]
    with pytest.raises(Illegal):
        undo(journal, 1, "x" * 501)


def test_what_was_taken_back_cannot_be_taken_back_again() -> None:
    """It stands no more."""
    _, journal = written(toy("lay"), "a1", "c5")

    with pytest.raises(Stale):
        undo(undo(journal, 1, "a slip"), 1, "again")


def test_a_correction_carries_the_later_replies_over_and_says_which() -> None:
    """All ordinary entries; each kept one names the entry it was kept from."""
    game = replace(toy("clash"), laid=("a3", "b1"))
    _, journal = written(game, [2], [6], "pass")

    at, corrected = correct(BOOK, journal, 1, [4, 1], "misread")

    assert ["Undone", "Answered", "Answered", "Saved", "Answered", "Saved"] == kinds(corrected, len(journal))[
        :6
    ]
    new = [entry for entry in corrected[len(journal) :] if isinstance(entry, Answered)]
    assert [((4, 1), None), ((6,), 2), ("pass", 4)] == [(entry.reply, entry.kept) for entry in new]
    assert at == replay(BOOK, corrected, whole=True)
    assert [3, 1] == [camp.tents for camp in at.state.camps]


def test_a_correction_stops_at_the_first_reply_that_fits_no_more() -> None:
    """The loser is another one, so that another seat is asked what to bury."""
    game = toy("lay")
    _, journal = written(game, "a1", "c5", [2], [6], "pass")

    _, corrected = correct(BOOK, journal, 2, "a3", "meant the other")
    assert [("a1", 1), ("a3", None), ((2,), 4), ((6,), 5), ("pass", 7)] == replies(corrected, len(journal))

    turned = replace(game, camps=(replace(game.camps[0], hand=("a4", "b2")), game.camps[1]))
    _, journal = written(turned, "a4", "c5", [2], [6], "pass")
    at, corrected = correct(BOOK, journal, 2, "a3", "meant the other")
    assert [("a4", 1), ("a3", None)] == replies(corrected, len(journal))
    assert ("toy.strike", ASH) == at.open[0].place[1:3]


def test_who_chose_later_may_be_asked_again_after_a_correction() -> None:
    """Dice stay; a choice made together with what is corrected was made without knowing it, and stays too."""
    _, journal = written(toy("lay"), "a1", "c5", [2], [6], "pass")

    at, corrected = correct(BOOK, journal, 4, [1], "misread", choices=False)
    assert [((1,), None), ((6,), 5)] == replies(corrected, len(journal))[-2:]
    assert "toy.save" == at.open[0].place.key

    at, corrected = correct(BOOK, journal, 1, "b2", "meant the other", choices=False)
    assert [("b2", None), ("c5", 2)] == replies(corrected, len(journal))[:2]


def test_who_chose_in_the_step_may_be_asked_again_after_a_number_is_set() -> None:
    """He chose by the old one."""
    _, journal = written(toy("lay"), "a1")

    at, kept = override(BOOK, journal, "Ash.tents", 2, "house")
    assert [("a1", 1)] == replies(kept, len(journal))
    at, asked = override(BOOK, journal, "Ash.tents", 2, "house", choices=False)
    assert [] == replies(asked, len(journal))
    assert (ASH, BIRCH) == at.waits()


def replies(journal: Journal, start: int) -> list[tuple[object, int | None]]:
    """What was replied from ``start`` on, and from where it was kept."""
    return [(entry.reply, entry.kept) for entry in journal[start:] if isinstance(entry, Answered)]


def test_a_second_thought_is_corrected_and_a_first_one_no_more() -> None:
    """The last reply to a place is the one that counts."""
    at, journal = written(toy("lay"), "a1")
    at, entries = answered(at, "b2", at.open[0].place)
    at, more = answered(at, "c5")
    journal = (*journal, *entries, *more)

    with pytest.raises(Stale):
        correct(BOOK, journal, 1, "b2", "too late")
    at, corrected = correct(BOOK, journal, 2, "a1", "the first was right")

    assert ("a1", "c5") == at.state.laid
    assert [("a1", None), ("c5", 3)] == replies(corrected, len(journal))


def test_an_illegal_correction_changes_nothing() -> None:
    """The journal is a value."""
    _, journal = written(toy("lay"), "a1", "c5")

    with pytest.raises(Illegal):
        correct(BOOK, journal, 1, "c5", "not his card")


def test_a_ruling_is_carried_only_to_the_same_law() -> None:
    """Its number would mean another answer: one rung of a longer ladder is something else."""
    game = replace(toy("clash"), laid=("a3", "b1"))
    _, journal = written(game, {"ruled": 1, "reason": "cocked die"}, [6])

    at, same = override(BOOK, journal[:2], "Ash.tents", 2, "one burnt down")
    assert [(Ruled(1, "cocked die"), 1)] == replies(same, 2)
    at, other = override(BOOK, journal[:2], "Birch.tents", 2, "one burnt down")
    assert [] == replies(other, 2)
    assert "toy.strike" == at.open[0].place.key


def test_a_number_set_in_the_middle_of_a_step_carries_the_replies_of_the_step() -> None:
    """It is set at the start of the step; the log tells everyone, and the reply is kept."""
    game = replace(toy("clash"), laid=("a3", "b1"))
    at, journal = written(game, [2])

    at, after = override(BOOK, journal, "Birch.tents", 7, "miscounted")

    assert ["Undone", "Overridden", "Answered"] == kinds(after, len(journal))
    assert ["play.overridden", "toy.strike"] == [line.key for line in at.lines()]
    said = {"path": "Birch.tents", "value": 7, "reason": "miscounted"}
    assert {**said, "name": "toy.number.tents", "whose": ("Birch",), "before": 3} == dict(at.lines()[0].facts)
    assert at.lines()[0] in seen(after, at, SPECTATOR).log
    assert at == replay(BOOK, after) == replay(BOOK, after, whole=True)
    twice, again = override(BOOK, after, "Ash.tents", 5, "so was his")
    assert [5, 7] == [camp.tents for camp in twice.state.camps]
    assert twice == replay(BOOK, again, whole=True)


def test_a_number_set_opens_no_round() -> None:
    """Neither in the middle of a round nor where it begins, nor twice: rounds are counted by steps."""
    at, journal = begin(BOOK, usual(), SEED)
    for round_, phase in ((1, "muster"), (1, "first spy"), (2, "muster")):
        while (at.round, at.state.phase) != (round_, phase):
            at, entries = answered(at, any_reply(at.asked().question, Dice(0)))
            journal = (*journal, *entries)
        for tents in (9, 8):
            at, journal = override(BOOK, journal, "Ash.tents", tents, "house")
            assert (round_, phase) == (at.round, at.state.phase)

    assert at == replay(BOOK, journal, whole=True)


def test_a_number_set_where_nothing_is_asked_lets_the_step_pass() -> None:
    """Right after it the step that asks nothing gets its checkpoint, with the note."""
    over, journal = begin(BOOK, replace(toy("tidy", 1), rounds_left=0), SEED)
    assert over.outcome is not None

    book = TimelessBook()
    at, after = override(book, journal, "Ash.tents", 5, "one more stood in the wood")

    assert ["Overridden", "Saved"] == kinds(after, len(journal))
    assert ["play.overridden", "toy.tents"] == [line.key for _, line in history(after)]
    assert at == replay(book, after, whole=True)


class TimelessBook(ToyBook):
    """A toy that gives a round more to whom the referee gives a tent."""

    def override(self, toy: Toy, path: str, value: Any, /) -> Toy:
        """Set a number, and let the battle go on."""
        return replace(super().override(toy, path, value), rounds_left=None)


@pytest.mark.parametrize(
    ("path", "value", "reason", "key"),
    [
        ("Ash.tents", 0, "house", "toy.illegal.tents"),
        ("Ash.hand", 3, "house", "toy.illegal.path"),
        ("Ash.tents", 3, " ", "play.illegal.reason"),
        ("Ash.tents", 3, "x" * 501, "play.illegal.long_reason"),
    ],
)
def test_a_number_is_set_only_as_the_book_takes_it_and_with_a_reason(
    path: str, value: int, reason: str, key: str
) -> None:
    """The book checks it like a battle file; what is hidden has no path."""
    _, journal = begin(BOOK, toy("lay"), SEED)

    with pytest.raises(Illegal) as refusal:
        override(BOOK, journal, path, value, reason)
    assert key == refusal.value.key


def test_a_number_set_is_carried_over_a_correction_of_an_earlier_step() -> None:
    """Set again, by its path, in the state that there is then."""
    _, journal = written(toy("lay"), "a1", "c5")
    _, journal = override(BOOK, journal, "Ash.tents", 8, "miscounted")
    at, entries = answered(replay(BOOK, journal), [2])
    journal = (*journal, *entries)

    at, after = correct(BOOK, journal, 1, "b2", "the other")

    assert 8 == at.state.camps[0].tents
    assert ("b2", "c5") == at.state.laid
    assert [("b2", None), ("c5", 2), ((2,), 5)] == replies(after, len(journal))
    assert at == replay(BOOK, after, whole=True)


def test_the_log_of_a_seat_is_the_lines_it_may_read_from_the_beginning() -> None:
    """A fold over the whole journal, of what its audience holds, in order; numbered by their order."""
    journal = played(1)
    at = replay(BOOK, journal)
    lines = [line for _, line in history(journal)] + list(at.lines())

    for seat in (ASH, BIRCH, SPECTATOR, Seat("referee"), Seat("referee", "Ash")):
        log = seen(journal, at, seat).log
        assert [line for line in lines if line.seen_by.holds(seat)] == list(log)
    assert {"toy.draw", "toy.lay"} & {line.key for line in seen(journal, at, ASH).log if line.by == ASH}
    assert not [line for line in seen(journal, at, ASH).log if line.key == "toy.draw" and line.by == BIRCH]
    assert len(seen(journal, at, SPECTATOR).log) < len(seen(journal, at, ASH).log) < len(lines)


def test_every_prefix_of_a_journal_stands_where_the_battle_stood() -> None:
    """Also one whose write broke off before the checkpoints: ``saved`` gives what is owed."""
    journal = played(2)
    for end in range(1, len(journal)):
        at = replay(BOOK, journal[:end])
        owed = len(at.passed)

        assert at == replay(BOOK, journal[:end], whole=True)
        assert tuple(saved(at)) == journal[end : end + owed]
        assert not isinstance(journal[end + owed], Saved)


def test_a_journal_with_another_reply_diverges_where_it_differs() -> None:
    """By the number of the entry."""
    journal = list(played(3))
    seq, entry = next(
        (seq, entry)
        for seq, entry in enumerate(journal)
        if isinstance(entry, Answered) and entry.place.key == "toy.strike"
    )
    journal[seq] = replace(entry, mark="0" * 16)

    with pytest.raises(Diverged, match=f"entry {seq}:") as diverged:
        replay(BOOK, tuple(journal), whole=True)
    assert seq == diverged.value.seq


def test_a_reply_of_another_asking_diverges() -> None:
    """Its index says which replies were asked together, and so how far an undo goes: it must be true."""
    _, journal = written(replace(toy("clash"), laid=("a3", "b1")), [2])
    (entry,) = journal[1:]
    assert isinstance(entry, Answered)

    with pytest.raises(Diverged, match="entry 1:"):
        replay(BOOK, (journal[0], replace(entry, asking=1)))


def test_a_number_set_after_a_reply_of_its_step_diverges() -> None:
    """It would reach back behind what was already answered: the reply must be given again after it."""
    at, journal = written(replace(toy("clash"), laid=("a3", "b1")), [2])
    _, after = override(BOOK, journal, "Ash.tents", 9, "house")
    entry = next(entry for entry in after if isinstance(entry, Overridden))

    assert 0 == at.number == entry.number
    with pytest.raises(Diverged, match="entry 2:"):
        replay(BOOK, (*journal, entry))


def test_a_changed_rule_diverges_at_the_checkpoint() -> None:
    """Replay compares every state and every line, and does not go on in hope."""
    journal = played(4)

    with pytest.raises(Diverged) as diverged:
        replay(MildBook(), journal, whole=True)

    found = journal[diverged.value.seq]
    assert isinstance(found, Saved)
    assert "toy.tents" in {line.key for line in found.lines}


class MildBook(ToyBook):
    """A toy in which struck tents are pitched again."""

    def step(self, toy: Toy, /) -> Any:
        """A phase, and no losses."""
        return super().step(replace(toy, struck=(0, 0)) if toy.phase == "tidy" else toy)


class NextBook(ToyBook):
    """The toy's next revision."""

    revision = 2


class OtherBook(ToyBook):
    """Another book."""

    id = "other"


def test_a_line_may_tell_more_today_than_it_told_then_and_no_less() -> None:
    """One that lacks a fact is still the battle; one with another fact, or with one too many, is not."""
    journal = played("more")
    seq, entry = next(
        (seq, entry)
        for seq, entry in enumerate(journal)
        if isinstance(entry, Saved) and any(line.facts for line in entry.lines)
    )
    at = next(n for n, line in enumerate(entry.lines) if line.facts)

    def told(facts: dict[str, Any]) -> Journal:
        lines = (*entry.lines[:at], replace(entry.lines[at], facts=facts), *entry.lines[at + 1 :])
        return (*journal[:seq], replace(entry, lines=lines), *journal[seq + 1 :])

    facts = dict(entry.lines[at].facts)
    name = next(iter(facts))

    assert replay(BOOK, journal, whole=True) == replay(
        BOOK, told({each: fact for each, fact in facts.items() if each != name}), whole=True
    )
    for other in ({**facts, name: "another"}, {**facts, "more": 1}):
        with pytest.raises(Diverged):
            _ = replay(BOOK, told(other), whole=True)


def test_a_journal_of_another_revision_is_not_executed_from_its_beginning() -> None:
    """From its checkpoint on it may go on; another book has nothing to do with it."""
    _, journal = written(toy("lay"), "a1", "c5")

    assert "clash" == replay(NextBook(), journal).state.phase
    with pytest.raises(Diverged, match="entry 0:"):
        replay(NextBook(), journal, whole=True)
    with pytest.raises(Diverged, match="entry 0:"):
        replay(NextBook(), journal[:2])
    with pytest.raises(Diverged):
        replay(OtherBook(), journal)


Damage = Callable[[list[Any], Dice], None]


def _swap(entries: list[Any], dice: Dice) -> None:
    one, two = dice.below(len(entries)), dice.below(len(entries))
    entries[one], entries[two] = entries[two], entries[one]


def _drop(entries: list[Any], dice: Dice) -> None:
    del entries[dice.below(len(entries))]


def _double(entries: list[Any], dice: Dice) -> None:
    at = dice.below(len(entries))
    entries.insert(dice.below(len(entries)), entries[at])


def _undo(entries: list[Any], dice: Dice) -> None:
    entries.insert(dice.below(len(entries)), Undone(dice.below(len(entries) + 5) - 2, "damage"))


def _set(entries: list[Any], dice: Dice) -> None:
    entries.insert(
        dice.below(len(entries)), Overridden(dice.below(9), usual(), "Ash.tents", 4, "out of place")
    )


@settings(max_examples=300, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    damages=st.lists(st.sampled_from([_swap, _drop, _double, _undo, _set]), min_size=1, max_size=3),
)
def test_a_damaged_order_diverges_or_means_something(seed: int, damages: list[Damage]) -> None:
    """Whatever the order of entries: a position or ``Diverged``, and never another exception."""
    dice = Dice(seed)
    entries: list[Any] = list(played(seed % 7))
    for damage in damages:
        damage(entries, dice)
        if not entries:
            return
    journal = tuple(entries)
    for whole in (False, True):
        with suppress(Diverged):
            assert isinstance(replay(BOOK, journal, whole=whole), Position)
    diverged = verify(BOOK, journal).diverged
    assert diverged is None or 0 <= diverged.seq <= len(journal)


def test_nothing_is_no_journal() -> None:
    """Nor is one that takes its own beginning back, or has none."""
    journal = played(0)
    for broken in ((), (*journal, Undone(0, "all of it")), journal[1:]):
        for whole in (False, True):
            with pytest.raises(Diverged):
                replay(BOOK, broken, whole=whole)


def test_honest_dice_are_found_honest() -> None:
    """Every roll from the seed, also what was taken back; the others are counted by how they came."""
    journal = played(5)
    stand = [seq for seq, entry in enumerate(journal) if isinstance(entry, Answered)]
    back = undo(journal[:-1], stand[-6], "a slip")
    verdict = verify(BOOK, (*back, Closed(SEED)))

    assert verdict.good
    sources = [entry.source for entry in journal if isinstance(entry, Answered)]
    assert (sources.count("seed"), {"chosen": sources.count("chosen")}) == (verdict.seeded, verdict.other)


def test_a_forged_die_is_found() -> None:
    """By its entry, with what the seed throws there; the rest of the battle follows from it and fits."""
    at, journal = begin(BOOK, replace(toy("clash"), laid=("a3", "b1")), SEED)
    due = thrown(at.asked(), SEED)
    forged = (3,) if due != (3,) else (2,)
    at, entries = answered(at, forged, source="seed")
    verdict = verify(BOOK, (*journal, *entries, Closed(SEED)))

    assert not verdict.good
    assert ((1, forged, due),) == verdict.false
    assert verdict.diverged is None


def test_a_wrong_seed_is_found() -> None:
    """It is not the one announced; before it is shown nothing can be said."""
    journal = played(6)[:-1]

    assert verify(BOOK, (*journal, Closed("another"))).committed is False
    assert verify(BOOK, journal).committed is None
    assert not verify(BOOK, journal).good
    _, uncommitted = begin(BOOK, usual(), None)
    assert verify(BOOK, (*uncommitted, Closed(SEED))).committed is None


def test_a_journal_that_diverges_is_not_verified() -> None:
    """The verdict says where."""
    journal = played(6)
    verdict = verify(MildBook(), journal)

    assert verdict.diverged is not None
    assert isinstance(journal[verdict.diverged.seq], Saved)
    assert verify(BOOK, ()).diverged is not None


@pytest.mark.parametrize("take_back", [False, True])
def test_dice_from_a_seed_are_the_same_whatever_came_before(take_back: bool) -> None:
    """Neither a spy's private question nor an undo shifts the dice of the table."""
    tables = []
    for spy in (["pass"], ["send", "c4"]):
        game = replace(usual(), phase="first spy", camps=(Camp("Ash", 4, True, ("a5",)), Camp("Birch", 4)))
        at, journal = begin(BOOK, game, SEED)
        for reply in (*spy, "a5"):
            at, entries = answered(at, reply)
            journal = (*journal, *entries)
        if take_back:
            journal = undo(journal, 1, "a slip")
            at = replay(BOOK, journal)
            for reply in (*spy, "a5"):
                at, entries = answered(at, reply)
                journal = (*journal, *entries)
        tables.append(thrown(at.asked(), SEED))
        assert "toy.strike" == at.asked().place.key

    assert tables[0] == tables[1]
    assert tables[0] == thrown(at.asked(), SEED) != thrown(at.asked(), "another seed!")
