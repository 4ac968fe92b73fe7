"""Several who write into the same battle at the same instant: exactly one is taken."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

from tests.files.toy_journals import BOOKS, played
from voevoda.journal_store import Repeated, StaleSequence, Store, open_store
from voevoda.play.journal import Undone

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))}

WRITERS = 8


def at_once(*calls: object) -> None:
    """Run the calls in threads that start together."""
    start = threading.Barrier(len(calls))

    def go(call: object) -> None:
        start.wait()
        call()  # type: ignore[operator]

    threads = [threading.Thread(target=go, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def race(store: Store) -> None:
    """Twenty times, many threads write at one sequence: one is taken, the others learn the head."""
    battle = store.create(title="Toy", journal=played(99)[:3], seed="a seed", lang="en").id
    for head in range(3, 23):
        taken, stale = list[str](), list[int]()

        def write(name: str, head: int = head, taken: list[str] = taken, stale: list[int] = stale) -> None:
            try:
                store.append(battle, head, [Undone(2, name)])
            except StaleSequence as error:
                stale.append(error.head)
            else:
                taken.append(name)

        at_once(*(lambda name=f"writer {each}": write(name) for each in range(WRITERS)))

        last = store.load(battle).journal[-1]
        assert isinstance(last, Undone)
        assert [last.reason] == taken
        assert [head + 1] * (WRITERS - 1) == stale


def test_of_many_threads_at_one_sequence_one_is_taken(store: Store) -> None:
    """What is kept is what the one wrote."""
    race(store)


def test_of_many_threads_in_memory_one_is_taken() -> None:
    """As in any other database."""
    with open_store("sqlite://", BOOKS) as store:
        race(store)


def test_one_command_sent_many_times_at_once_is_done_once(store: Store) -> None:
    """As when somebody taps twice, or a connection sends it again."""
    journal = played(99)
    battle = store.create(title="Toy", journal=journal[:3], seed="a seed", lang="en").id
    taken, refused = list[int](), list[type]()

    def write() -> None:
        try:
            taken.append(store.append(battle, 3, journal[3:5], "a command"))
        except (Repeated, StaleSequence) as error:
            refused.append(type(error))

    at_once(*[write] * WRITERS)

    assert [5] == taken
    assert [Repeated] * (WRITERS - 1) == refused
    assert journal[:5] == store.load(battle).journal


def test_many_battles_are_written_at_once(store: Store) -> None:
    """Writers of different battles do not refuse each other."""
    journal = played(99)
    ids = [
        store.create(title=f"Toy {each}", journal=journal[:3], seed="a seed", lang="en").id
        for each in range(WRITERS)
    ]

    def write(battle: str) -> None:
        for head in range(3, len(journal)):
            store.append(battle, head, journal[head : head + 1])

    at_once(*(lambda battle=battle: write(battle) for battle in ids))

    assert [journal] * WRITERS == [store.load(battle).journal for battle in ids]


WRITER = """
import sys
from tests.files.toy_journals import BOOKS
from voevoda.journal_store import StaleSequence, open_store
from voevoda.play.journal import Undone

where, battle, name = sys.argv[1:]
with open_store(where, BOOKS) as store:
    print("ready", flush=True)
    for line in sys.stdin:
        try:
            store.append(battle, int(line), [Undone(2, name)])
            print("taken", flush=True)
        except StaleSequence as stale:
            print("stale", stale.head, flush=True)
"""


def test_of_several_processes_at_one_sequence_one_is_taken(where: str) -> None:
    """Fifty times."""
    with open_store(where, BOOKS) as store:
        battle = store.create(title="Toy", journal=played(3), seed="a seed", lang="en").id
        first = store.battle(battle).head
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, where, battle, f"writer {each}"],
            cwd=ROOT,
            env=ENVIRONMENT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for each in range(3)
    ]
    said = list[list[str]]()
    try:
        for writer in writers:
            assert writer.stdout is not None
            assert "ready\n" == writer.stdout.readline()
        for head in range(first, first + 50):
            for writer in writers:
                assert writer.stdin is not None
                print(head, file=writer.stdin, flush=True)
            said.append(sorted(writer.stdout.readline() for writer in writers if writer.stdout))
    finally:
        for writer in writers:
            writer.communicate()

    expected = [[f"stale {head + 1}\n"] * 2 + ["taken\n"] for head in range(first, first + 50)]
    assert expected == said
