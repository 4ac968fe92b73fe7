"""A battle leaves as one file and comes back; what comes from outside is not believed unseen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.contract.plays import Dice, any_reply
from tests.contract.toy import small
from tests.files.toy_journals import BOOKS, changed, written
from voevoda.files.examples import example
from voevoda.files.journal_text import parse_journal, print_journal
from voevoda.files.problems import BadFile
from voevoda.journal_store import Imported, Store, StoreError, import_battle, open_store, print_battle
from voevoda.play.journal import Answered, Closed, Journal, answered, begin, replay, thrown
from voevoda.play.questions import Chance

RULES = BOOKS["toy"].rules
SEED = "a seed"
SCENARIO = "rulebook: toy\ntitle: «Щит»\n"


def thrown_battle(replies: int = 99, seed: str = SEED) -> Journal:
    """The journal of a small game whose chance comes from the seed."""
    at, journal = begin(RULES, small(), seed)
    dice = Dice("choices")
    for _ in range(replies):
        if not at.open:
            return (*journal, Closed(seed))
        asked = at.asked()
        if isinstance(asked.question, Chance):
            at, entries = answered(at, thrown(asked, seed), asked.place, "seed")
        else:
            at, entries = answered(at, any_reply(asked.question, dice), asked.place)
        journal = (*journal, *entries)
    return journal


def imported(store: Store, text: str | bytes, seed: str | None = None) -> Imported:
    """The battle of a file, in the database."""
    content = text if isinstance(text, bytes) else text.encode()
    return import_battle(store, content, "battle.jsonl", "ru", seed=seed)


def refused(store: Store, text: str | bytes) -> str:
    """Why a file is not taken; the database is as it was."""
    before = store.battles()
    with pytest.raises(BadFile) as bad:
        imported(store, text)
    assert before == store.battles()
    (problem,) = bad.value.problems
    return problem.key


def test_a_battle_comes_back_as_it_left(store: Store) -> None:
    """Under its title, with its scenario, its journal and the seed that throws the dice to come."""
    journal = thrown_battle(4)
    left = store.create(title="Ёж «1»", journal=journal, seed=SEED, lang="en", file=SCENARIO)
    text = print_battle(store.load(left.id))

    came = imported(store, text)

    back = store.load(came.battle.id)
    assert left.id != back.battle.id
    assert ("Ёж «1»", SCENARIO, SEED, journal) == (
        back.battle.title,
        back.battle.file,
        back.seed,
        back.journal,
    )
    assert (True, 0, True, False) == (back.battle.verified, came.torn, came.current, came.seedless)
    assert text == print_battle(back)


def test_a_closed_battle_shows_its_seed_only_in_its_last_entry(store: Store) -> None:
    """As a journal of the terminal does."""
    left = store.create(title="Toy", journal=thrown_battle(), seed=SEED, lang="en")
    lines = print_battle(store.load(left.id)).splitlines()

    assert "seed" not in json.loads(lines[0])
    assert {"entry": "closed", "seed": SEED} == json.loads(lines[-1])
    assert imported(store, "\n".join(lines) + "\n").battle.verified


def test_a_journal_of_the_terminal_comes_in(store: Store) -> None:
    """Its title is the book's, its seed may lie beside it; without it, only typed dice go on."""
    text = written(thrown_battle(4))

    with_seed, without = imported(store, text, SEED), imported(store, text)

    assert "Toy" == with_seed.battle.title
    assert None is with_seed.battle.file
    assert (SEED, None) == tuple(store.load(each.battle.id).seed for each in (with_seed, without))
    assert (False, True) == (with_seed.seedless, without.seedless)
    assert (True, False) == (with_seed.battle.verified, without.battle.verified)


def test_another_seed_beside_it_is_not_taken(store: Store) -> None:
    """The one announced is known by its hash."""
    came = imported(store, written(thrown_battle(4)), "another seed")

    assert None is store.load(came.battle.id).seed
    assert not came.battle.verified


@pytest.mark.parametrize("replies", [4, 99])
def test_forged_dice_come_in_unverified(store: Store, replies: int) -> None:
    """A die that the seed does not throw; whoever forged it threw the rest of the seed of another name."""
    forged = thrown_battle(replies, "another seed")
    (*middle, last) = [json.loads(line) for line in written(forged).splitlines()]
    honest = json.loads(written(thrown_battle(replies)).splitlines()[0])
    middle[0]["commitment"] = honest["commitment"]
    middle[0]["seed"] = SEED
    if last["entry"] == "closed":
        last["seed"] = SEED
    text = "".join(json.dumps(each) + "\n" for each in (*middle, last))

    came = imported(store, text)

    assert not came.battle.verified
    assert came.battle == store.battle(came.battle.id)
    assert len(forged) == came.battle.head


def test_a_journal_that_is_cut_comes_in_up_to_there(store: Store) -> None:
    """At every byte of its last entries: what is whole is kept, and how much is not is said."""
    journal = thrown_battle(5)
    content = written(journal).encode()
    lines = content.splitlines(keepends=True)
    first, end = len(content) - len(lines[-1]) - len(lines[-2]), len(content)
    for cut in range(first, end, 7):
        came = imported(store, content[:cut])
        kept = parse_journal(content[:cut], "cut", BOOKS)

        assert cut - kept.good == came.torn
        # A checkpoint that was cut off is made again.
        assert replay(RULES, kept.journal).state == replay(RULES, store.load(came.battle.id).journal).state
        assert not replay(RULES, store.load(came.battle.id).journal).passed


def test_what_is_no_journal_is_refused(store: Store) -> None:
    """With the reason, and nothing is kept."""
    journal = thrown_battle(5)
    lines = written(journal).splitlines()
    answer = next(seq for seq, entry in enumerate(journal) if isinstance(entry, Answered))
    place = {"step": 7, "key": "toy.other", "by": "table", "nth": 0}

    assert "journal.empty" == refused(store, "")
    assert "journal.foreign" == refused(store, "{}\n")
    assert "journal.foreign" == refused(store, b"\xff\xfe\n")
    assert "journal.damaged" == refused(store, "\n".join([*lines[:2], "{", *lines[2:], ""]))
    assert "journal.newer" == refused(store, changed(journal, 0, voevoda=99))
    assert "journal.newer_rules" == refused(store, changed(journal, 0, revision=99))
    assert "journal.book" == refused(store, changed(journal, 0, book="chess"))
    assert "journal.diverged" == refused(store, changed(journal, answer, place=place))
    assert "journal.foreign" == refused(store, changed(journal, 0, scenario=["no text"]))
    assert "journal.seen" == refused(store, '{"entry": "seen"}\n')


def test_a_battle_of_older_rules_comes_in_to_be_shown(store: Store) -> None:
    """Unverified, since today's rules cannot throw its dice again; it is not gone on with."""
    came = imported(store, changed(thrown_battle(5), 0, revision=0))

    assert (False, False) == (came.current, came.battle.verified)
    with pytest.raises(StoreError) as error:
        store.append(came.battle.id, came.battle.head, [Closed(SEED)])
    assert "journal.revision" == error.value.key


def test_a_title_that_is_none_is_refused(store: Store) -> None:
    """It would break the list of battles."""
    with pytest.raises(StoreError) as error:
        imported(store, changed(thrown_battle(5), 0, title="a\nb"))

    assert "store.bad_title" == error.value.key
    assert () == store.battles()


@pytest.mark.parametrize(
    "name", ["\N{RIGHT-TO-LEFT OVERRIDE}evil", "a\nb", "a\N{ZERO WIDTH SPACE}b", "x" * 3000, "", "\x1b[31m"]
)
def test_a_battle_with_a_name_that_no_battle_file_may_hold_stays_out(tmp_path: Path, name: str) -> None:
    """In whatever part of its first state the name stands."""
    battle, _ = example("wfrp", "tunnels", "en")
    journal = print_journal(battle.book.rules, begin(battle.book.rules, battle.state, SEED)[1])
    for known in ("Choppas", "Ironbreakers", "Grishnak", "Ambush in the tunnels"):
        forged = journal.replace(json.dumps(known), json.dumps(name))
        with open_store(tmp_path) as store:
            assert "journal.name" == refused(store, forged)
