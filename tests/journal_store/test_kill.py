"""A writer killed at any moment has lost nothing that it said was written."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path

import pytest

from tests.files.toy_journals import BOOKS, played
from voevoda.journal_store import Store, open_store
from voevoda.play.journal import Closed, Journal, replay

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))}

GAMES = 5
"""How many different games are played, again and again."""

WRITERS = """
# For each line on standard input, one process that plays battles in two threads until it is killed.
import os, sys, threading
from tests.contract.plays import Dice, any_reply
from tests.contract.toy import small
from tests.files.toy_journals import BOOKS
from voevoda.journal_store import open_store
from voevoda.play.journal import Closed, answered, begin

def say(*words):
    os.write(1, (" ".join(map(str, words)) + "\\n").encode())

def play(store, name, games):
    for number in range(10**6):
        seed = f"game {number % games}"
        at, journal = begin(BOOKS["toy"].rules, small(), seed)
        battle = store.create(title=f"{name} {seed}", journal=journal, seed=seed, lang="en").id
        head = len(journal)
        say(battle, head, "begun")
        dice = Dice(seed)
        while at.open:
            at, entries = answered(at, any_reply(at.asked().question, dice))
            head = store.append(battle, head, entries, f"command {head}")
            say(battle, head, f"command {head - len(entries)}")
        head = store.append(battle, head, [Closed(seed)], "close")
        say(battle, head, "close")

games = int(sys.argv[1])
for line in sys.stdin:
    where = line.rstrip("\\n")
    child = os.fork()
    if not child:
        store = open_store(where, BOOKS)
        other = threading.Thread(target=play, args=(store, "one", games))
        other.start()
        play(store, "two", games)
    say("started", child)  # it may have said something before
    os.waitpid(child, 0)
    say("ended")
"""


@cache
def game(number: int) -> tuple[Journal, ...]:
    """A whole game, as it stands after each reply, and after its end."""
    seed = f"game {number}"
    states = [played(0, seed)]
    while not isinstance(states[-1][-1], Closed):
        states.append(played(len(states), seed))
    return tuple(states)


def acknowledged(writers: subprocess.Popen[str], where: str, *, writing: bool) -> dict[str, tuple[int, str]]:
    """Let a writer go and kill it, early or once it has written something; its last word on each battle."""
    assert writers.stdin is not None
    assert writers.stdout is not None
    print(where, file=writers.stdin, flush=True)
    said = dict[str, tuple[int, str]]()
    child = 0
    for line in writers.stdout:
        match line.split(maxsplit=2):
            case ["started", number]:
                child = int(number)
            case ["ended"]:
                return said
            case [battle, head, command]:
                said[battle] = (int(head), command.strip())
        if child and (said or not writing):
            time.sleep(random.uniform(0, 0.15))  # noqa: S311
            os.kill(child, signal.SIGKILL)
            child = 0
    pytest.fail("the writers have ended")


def check(store: Store, battle: str, head: int, command: str) -> None:
    """What was acknowledged is there, whole, and the battle can be gone on with."""
    kept = store.load(battle)
    states = game(int(kept.battle.title.split()[-1]))

    assert head <= kept.battle.head
    assert kept.journal in states
    assert command == "begun" or head == store.done(battle, command)
    assert kept.seed is not None
    reached = replay(BOOKS["toy"].rules, kept.journal, whole=True)
    assert reached == replay(BOOKS["toy"].rules, states[states.index(kept.journal)], whole=True)
    if head < kept.battle.head:  # written, but killed before it could say so: one answer at most
        assert [len(each) for each in states if head < len(each) <= kept.battle.head] == [kept.battle.head]


@pytest.mark.slow
@pytest.mark.parametrize(("where", "kills"), [("sqlite", 100), ("postgresql", 30)], indirect=["where"])
def test_what_was_acknowledged_survives_a_kill(where: str, kills: int) -> None:
    """At random moments, two battles always being written; every fourth time while a database is made."""
    places = dict[str, int]()
    with subprocess.Popen(
        [sys.executable, "-c", WRITERS, str(GAMES)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=ENVIRONMENT,
    ) as writers:
        for each in range(kills):
            writing = each % 4 > 0
            place = where if writing or "://" in where else f"{where}/{each}"
            said = acknowledged(writers, place, writing=writing)
            places[place] = places.get(place, 0) + len(said)
            with open_store(place, BOOKS) as store:
                for battle, (head, command) in said.items():
                    check(store, battle, head, command)
        assert writers.stdin is not None
        writers.stdin.close()

    assert places[where] >= kills * 3 / 4
    for place, battles in places.items():
        with open_store(place, BOOKS) as store:
            assert battles <= len(store.battles())
            for found in store.battles():
                assert store.load(found.id).journal in game(int(found.title.split()[-1]))
