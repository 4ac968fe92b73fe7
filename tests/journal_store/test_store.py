"""What a database of battles keeps, and whom it refuses."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.files.toy_journals import BOOKS, played
from voevoda.files.journal_text import LARGEST, parse_journal
from voevoda.journal_store import (
    Agreed,
    Draft,
    NoBattle,
    Repeated,
    SeatRow,
    StaleSequence,
    Store,
    StoreError,
    Template,
    print_battle,
)
from voevoda.play.journal import Closed, Undone
from voevoda.play.seats import REFEREE, commander
from voevoda.rulebooks.fields import name

SEED = "a seed"


def begun(store: Store, title: str = "Ёжъ-полк № 7 «Щит»") -> str:
    """The id of a new battle of three entries."""
    return store.create(title=title, journal=played(99)[:3], seed=SEED, lang="ru").id


def test_a_battle_grows_entry_by_entry(store: Store) -> None:
    """What ``append`` has returned from is loaded again."""
    journal = played(99)
    battle = begun(store)
    for sequence in range(3, len(journal)):
        assert journal[:sequence] == store.load(battle).journal
        assert sequence + 1 == store.append(battle, sequence, journal[sequence : sequence + 1])

    assert journal == store.load(battle).journal
    assert store.battle(battle).head == len(journal)


def test_who_writes_at_a_stale_sequence_is_refused(store: Store) -> None:
    """With the head there is now; nothing is written."""
    journal = played(99)
    battle = begun(store)
    store.append(battle, 3, journal[3:5])

    with pytest.raises(StaleSequence) as stale:
        store.append(battle, 3, journal[3:5])

    assert 5 == stale.value.head
    assert journal[:5] == store.load(battle).journal


def test_a_command_is_done_once(store: Store) -> None:
    """The same command a second time is refused, with the head after the first, whatever it expects."""
    journal = played(99)
    battle = begun(store)
    store.append(battle, 3, journal[3:5], "a command")
    for expected in (3, 5):
        with pytest.raises(Repeated) as repeated:
            store.append(battle, expected, journal[5:6], "a command")

        assert 5 == repeated.value.head
    assert journal[:5] == store.load(battle).journal
    assert (5, None) == (store.done(battle, "a command"), store.done(battle, "another"))


def test_the_seed_waits_until_the_battle_is_closed(store: Store) -> None:
    """Then it stands in the journal, and nowhere else."""
    journal = played(99)
    battle = begun(store)
    assert SEED == store.load(battle).seed
    assert SEED not in repr(store.load(battle)) + repr(store.battles())
    assert isinstance(journal[-1], Closed)

    store.append(battle, 3, journal[3:])

    assert store.battle(battle).closed
    assert SEED == store.load(battle).seed


def test_what_is_taken_back_after_the_end_opens_the_battle_again(store: Store) -> None:
    """The seed, shown by then, throws on."""
    journal = played(99)
    battle = store.create(title="Toy", journal=journal, seed=SEED, lang="en").id
    assert store.battle(battle).closed

    store.append(battle, len(journal), [Undone(3, "a mistake")])

    assert not store.battle(battle).closed
    assert SEED == store.load(battle).seed


def test_a_token_opens_the_seat_it_was_issued_for(store: Store) -> None:
    """Until another is issued; who sits there is kept."""
    battle = begun(store)
    first = store.issue(battle, commander("Ash"))
    store.set_seat(battle, commander("Ash"), sitter="Пётр")
    store.set_seat(battle, REFEREE, robot="first")
    assert (battle, commander("Ash")) == store.seat_of(first)

    second = store.issue(battle, commander("Ash"))

    assert None is store.seat_of(first)
    assert (battle, commander("Ash")) == store.seat_of(second)
    assert [("Пётр", None, True), ("", "first", False)] == [
        (each.sitter, each.robot, each.has_token) for each in store.seats(battle)
    ]


def test_ids_and_tokens_stand_on_any_line(store: Store) -> None:
    """128 random bits in hexadecimal: no dash that a command line takes for an option."""
    battle = begun(store)
    for random in (battle, store.issue(battle, REFEREE)):
        assert re.fullmatch("[0-9a-f]{32}", random)


def test_battles_are_found_by_id_or_title(store: Store) -> None:
    """In the archive too; a title that two have finds neither."""
    first, second = begun(store, "One"), begun(store, " Two ")
    store.archive(second)
    assert [first, second] == [store.find(words).id for words in (first, "Two")]

    store.rename(first, "Two")

    assert first == store.find(first).id
    for words in ("", "\0", "\udcff", "Three"):
        with pytest.raises(NoBattle):
            store.find(words)
    with pytest.raises(StoreError) as ambiguous:
        store.find("Two")
    assert {first, second} == set(ambiguous.value.facts["ids"])  # type: ignore[call-overload]


@pytest.mark.parametrize("title", ["", " ", "a\nb", "\0", "x" * 201, "a\u202eb", "a\u200bb", "\u0301"])
def test_a_title_that_is_none_is_refused(store: Store, title: str) -> None:
    """It must be shown on one line."""
    battle = begun(store, "Good")
    for call in (lambda: store.rename(battle, title), lambda: begun(store, title)):
        with pytest.raises(StoreError) as bad:
            call()
        assert "store.bad_title" == bad.value.key
    assert ["Good"] == [each.title for each in store.battles()]


@pytest.mark.parametrize("title", ["👨\u200d👩\u200d👧", "می\u200cخواهم", "7\N{NO-BREAK SPACE}полк"])
def test_a_title_that_a_battle_file_may_have_is_kept_and_found(store: Store, title: str) -> None:
    """Joiners hide nothing; one rule holds for files and database."""
    assert title == name(title)
    battle = begun(store, title)

    assert battle == store.find(title).id


def test_a_title_is_found_however_its_letters_are_composed(store: Store) -> None:
    """As a file's is."""
    battle = begun(store, "Битва за Буи\u0306")

    assert "Битва за Буй" == store.battle(battle).title
    assert battle == store.find("Битва за Буи\u0306").id == store.find("Битва за Буй").id


def test_a_battle_never_grows_too_large_to_be_read(store: Store) -> None:
    """The entry that would make it so is refused; what it exports can be read, scenario and all."""
    battle = store.create(title="Toy", journal=played(1), seed=SEED, lang="en", file="я" * 30_000).id
    head = store.battle(battle).head
    long = Undone(1, "x" * 500_000)
    for _ in range(LARGEST // 501_000):
        head = store.append(battle, head, [long])
    with pytest.raises(StoreError) as large:
        store.append(battle, head, [long])

    assert "journal.large" == large.value.key
    assert head == store.battle(battle).head
    exported = print_battle(store.load(battle)).encode()
    assert LARGEST - 501_000 < len(exported) <= LARGEST
    assert head == len(parse_journal(exported, "exported", BOOKS).journal)


def test_a_deleted_battle_takes_everything_along(store: Store) -> None:
    """Its journal, its seats, its tokens; the others stay."""
    battle, other = begun(store), begun(store, "Other")
    token = store.issue(battle, REFEREE)

    store.delete(battle)

    for nothing in (token, "", "\0", "\udcff"):
        assert None is store.seat_of(nothing)
    assert [other] == [each.id for each in store.battles()]
    for call in (store.load, store.delete, store.seats, store.archive):
        with pytest.raises(NoBattle):
            call(battle)


def test_a_template_replaces_one_of_its_name(store: Store) -> None:
    """Names are what people know them by."""
    store.set_template(Template("Осада", "toy", "first"))
    store.set_template(Template("Осада", "toy", "second"))
    assert (Template("Осада", "toy", "second"),) == store.templates()

    store.delete_template("Осада")

    assert () == store.templates()


def test_a_draft_is_kept_as_it_was_left(store: Store) -> None:
    """Its texts are nobody's business; a later one takes its place."""
    assert store.draft("5" * 32) is None
    store.set_draft(Draft("5" * 32, "toy", "first"))
    store.set_draft(Draft("5" * 32, "toy", "second", valid="first", before="zeroth"))
    left = Draft("5" * 32, "toy", "second", "first", "zeroth")
    assert left == store.draft("5" * 32)
    assert (left,) == store.drafts(5)


def test_what_a_table_agrees_on_is_kept_with_the_entries(store: Store) -> None:
    """Only from where the writer has read; what is refused leaves settings, seats and tokens as they were."""
    battle = store.create(title="Toy", journal=played(99)[:3], seed=None, lang="en").id
    token = store.issue(battle, commander("Ash"), sitter="Пётр")
    read = store.battle(battle).agreed
    change = Agreed(read, {"dice": "table"}, (SeatRow(commander("Ash")),), (commander("Ash"),))
    store.set_seat(battle, REFEREE, sitter="Rita")
    before = store.battle(battle), store.seats(battle)
    with pytest.raises(StaleSequence):
        store.append(battle, 3, played(99)[3:4], "a form", change)
    assert before == (store.battle(battle), store.seats(battle))
    assert (battle, commander("Ash")) == store.seat_of(token)

    assert 4 == store.append(battle, 3, played(99)[3:4], "a form", replace(change, before=read + 1))
    assert ({"dice": "table"}, read + 2) == (store.battle(battle).settings, store.battle(battle).agreed)
    assert [("", False), ("Rita", False)] == [(row.sitter, row.has_token) for row in store.seats(battle)]
    assert store.seat_of(token) is None
