"""Journals that grow on the disk: what was acknowledged is there, whatever happens to the writer."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.contract.plays import Dice, any_reply
from tests.contract.toy import ToyBook
from tests.files.toy_journals import BOOKS, changed, in_tokens, played, toy_book, written
from voevoda.files.journal_text import LARGEST, Enclosed, Found, parse_journal, print_journal
from voevoda.files.journals import JournalFile, read_journal
from voevoda.files.problems import BadFile, problem_text
from voevoda.play.journal import Closed, Journal, Undone, answered, replay, saved

RULES = BOOKS["toy"].rules
ROOT = Path(__file__).parents[2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a journal may be written."""
    return tmp_path / "Битва под Ёлками.jsonl"


def problem_of(bad: pytest.ExceptionInfo[BadFile]) -> str:
    """The key of the one thing that is wrong, whose sentence can be said in both languages."""
    (problem,) = bad.value.problems
    for lang in ("ru", "en"):
        assert problem_text(lang, problem)
    return problem.key


def refused_reading(path: Path) -> str:
    """Why a file cannot be read as a journal."""
    with pytest.raises(BadFile) as bad:
        read_journal(path, BOOKS)
    return problem_of(bad)


def refused_resuming(path: Path) -> str:
    """Why a file cannot be gone on with."""
    with pytest.raises(BadFile) as bad:
        JournalFile.resume(path, BOOKS)
    return problem_of(bad)


def refused_creating(path: Path) -> str:
    """Why a file cannot be begun."""
    with pytest.raises(BadFile) as bad:
        JournalFile.create(path, RULES, played(0))
    return problem_of(bad)


def go_on(path: Path) -> tuple[Found, Journal]:
    """Resume, add the missing checkpoints, give one reply more and leave; the whole journal."""
    file, found = JournalFile.resume(path, BOOKS)
    with file:
        at = replay(RULES, found.journal)
        missing = saved(at)
        file.append(missing)
        at, entries = answered(at, any_reply(at.asked().question, Dice("on")))
        file.append(entries)
    return found, (*found.journal, *missing, *entries)


def test_a_file_grows_entry_by_entry(path: Path) -> None:
    """What ``append`` has returned from is there to be read, and is what would be written at once."""
    journal = played(99)
    with JournalFile.create(path, RULES, journal[:1]) as file:
        for seq in range(1, len(journal)):
            assert journal[:seq] == read_journal(path, BOOKS).journal
            file.append(journal[seq : seq + 1])

    assert written(journal) == path.read_text("utf-8")


def test_a_battle_is_gone_on_with(path: Path) -> None:
    """The entries of both sittings are one journal."""
    path.write_text(written(played(3)), "utf-8")

    found, journal = go_on(path)

    assert played(3) == found.journal
    assert journal == read_journal(path, BOOKS).journal
    assert written(journal) == path.read_text("utf-8")


def test_resuming_alone_changes_nothing(path: Path) -> None:
    """Not even a torn end: the person may have named the wrong file."""
    content = written(played(3)).encode() + b"{torn"
    path.write_bytes(content)

    file, found = JournalFile.resume(path, BOOKS)
    file.close()

    assert 5 == found.torn
    assert content == path.read_bytes()


def test_a_battle_is_gone_on_with_wherever_its_end_was_torn(path: Path) -> None:
    """The tail is cut, the checkpoint that a whole reply lacks is added, and nothing whole is lost."""
    content = written(played(4)).encode()
    ends = [at + 1 for at, byte in enumerate(content) if byte == ord("\n")]
    cuts = sorted({cut for end in ends for cut in (end - 1, end, end + 1, end + 40) if cut >= ends[0]})

    for cut in cuts:
        path.write_bytes(content[:cut])
        found, journal = go_on(path)
        assert played(4)[: content[:cut].count(b"\n")] == found.journal
        read = read_journal(path, BOOKS)
        assert (journal, 0) == (read.journal, read.torn)
        assert replay(RULES, journal) == replay(RULES, read.journal, whole=True)


def test_the_checkpoint_that_a_crash_took_is_written_again(path: Path) -> None:
    """The reply was whole, so that its step has ended."""
    journal = played(1)
    assert ["Begun", "Answered"] == [type(entry).__name__ for entry in played(1)[:2]]
    two = played(2)
    lines = written(two).splitlines(keepends=True)
    assert '{"entry": "saved"' == lines[-1][:17]
    path.write_text("".join(lines[:-1]), "utf-8")

    _, whole = go_on(path)

    assert two == whole[: len(two)]
    assert journal == whole[: len(journal)]


# Rules and notations


def test_a_battle_of_other_rules_is_not_gone_on_with(path: Path) -> None:
    """It would be half of one and half of the other; it stays as it is."""
    content = changed(played(2), 0, revision=0)
    path.write_text(content, "utf-8")

    assert "journal.revision" == refused_resuming(path)
    assert content == path.read_text("utf-8")


def test_a_battle_in_an_older_notation_is_gone_on_with(path: Path) -> None:
    """New checkpoints do not lean on a first state that is written otherwise."""
    path.write_text(in_tokens(written(played(4))), "utf-8")

    found, journal = go_on(path)

    assert 1 == found.schema
    assert journal == read_journal(path, BOOKS).journal


def test_a_book_not_known_here_is_refused(path: Path) -> None:
    """The toy is no registered book."""
    path.write_text(written(played(1)), "utf-8")

    with pytest.raises(BadFile) as bad:
        read_journal(path)
    assert "journal.book" == problem_of(bad)


# Places where no journal is


def test_what_is_no_file_is_not_opened(path: Path, tmp_path: Path) -> None:
    """A pipe would wait for ever, and a device never end."""
    os.mkfifo(path)
    for place in (path, tmp_path, Path("/dev/zero")):
        assert "journal.irregular" == refused_reading(place)
        assert "journal.irregular" == refused_resuming(place)
        assert "journal.exists" == refused_creating(place)


def test_what_is_not_there_is_said_to_be_missing(path: Path) -> None:
    """A file to be read, a folder to be written into."""
    assert "journal.missing" == refused_reading(path)
    assert "journal.missing" == refused_resuming(path)
    assert "journal.missing" == refused_reading(Path("a\0b"))
    assert "journal.no_folder" == refused_creating(path / "deeper" / "file")
    assert not path.exists()


def test_a_name_that_is_taken_is_not_written_over(path: Path) -> None:
    """Whatever it is; also a link that leads nowhere."""
    path.symlink_to("nowhere")
    assert "journal.exists" == refused_creating(path)
    path.unlink()
    path.write_text("my notes")
    assert "journal.exists" == refused_creating(path)
    assert "my notes" == path.read_text()


def test_a_huge_file_is_not_read(path: Path) -> None:
    """Only as much of it as a journal may have."""
    with path.open("wb") as stream:
        stream.truncate(10**11)

    assert "journal.large" == refused_reading(path)
    assert "journal.large" == refused_resuming(path)


# Disks that refuse


@contextmanager
def nobody() -> Iterator[None]:
    """Without the rights of the system's own user, if the tests have them."""
    user = os.geteuid()
    if user:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)


@contextmanager
def full(most: int) -> Iterator[None]:
    """A disk on which no file can have more than so many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_without_permission_it_is_said_so(path: Path) -> None:
    """In the person's language."""
    path.write_text(written(played(1)), "utf-8")
    path.chmod(0)
    path.parent.chmod(0o500)
    try:
        with nobody(), pytest.raises(BadFile) as bad:
            JournalFile.create(path.parent / "other", RULES, played(1))
        with nobody():
            assert "journal.unreadable" == refused_reading(path)
            assert "journal.unwritable" == refused_resuming(path)
    finally:
        path.parent.chmod(0o700)

    assert "journal.unwritable" == problem_of(bad)
    (problem,) = bad.value.problems
    assert problem_text("ru", problem).endswith("В файл не записать: нет прав.")
    assert problem_text("en", problem).endswith("The file cannot be written: no permission.")


def test_a_name_that_the_system_refuses_is_refused(path: Path) -> None:
    """Too long, or inside what is no folder."""
    path.write_text("a file")

    assert "journal.unwritable" == refused_creating(path / "inside")
    assert "journal.unwritable" == refused_creating(path.parent / ("x" * 300))
    assert "journal.unreadable" == refused_reading(path / "inside")


def test_what_a_full_disk_refuses_leaves_the_file_as_it_was(path: Path) -> None:
    """Half an entry is cut off again, and when there is room the same entry can be written."""
    journal = played(99)
    with JournalFile.create(path, RULES, journal[:2]) as file:
        before = path.read_bytes()
        for room in (0, 1, 40):
            with full(len(before) + room), pytest.raises(BadFile) as bad:
                file.append(journal[2:])
            assert "journal.unsaved" == problem_of(bad)
            assert before == path.read_bytes()
        file.append(journal[2:])

    assert journal == read_journal(path, BOOKS).journal


def test_a_journal_that_a_full_disk_refuses_from_the_first_leaves_no_file(path: Path) -> None:
    """Else its name would be taken when there is room again."""
    with full(10):
        assert "journal.unsaved" == refused_creating(path)

    assert not path.exists()


def test_a_journal_never_grows_too_large_to_be_read(path: Path) -> None:
    """The entry that would make it so is refused, and all before it stand."""
    long = Undone(1, "x" * 500_000)
    fit = LARGEST // 500_100
    with JournalFile.create(path, RULES, played(1)) as file:
        for _ in range(fit):
            file.append([long])
        with pytest.raises(BadFile) as bad:
            file.append([long])

    assert "journal.large" == problem_of(bad)
    assert fit + len(played(1)) == len(read_journal(path, BOOKS).journal)


def test_a_journal_that_encloses_its_scenario_grows_as_any_other(path: Path) -> None:
    """What is counted while it grows is what is counted when it is read."""
    journal = played(99)
    path.write_text(print_journal(RULES, journal[:1], Enclosed("Toy", "x" * 60_000, "a seed")), "utf-8")

    file, _ = JournalFile.resume(path, BOOKS)
    with file:
        file.append(journal[1:])
        counted = file._size

    found = read_journal(path, BOOKS)
    assert journal == found.journal
    assert counted == found.size


def test_a_line_too_long_to_be_read_is_not_written(path: Path) -> None:
    """A reason longer than a book is none."""
    with JournalFile.create(path, RULES, played(1)) as file, pytest.raises(BadFile) as bad:
        file.append([Undone(1, "x" * 2**20)])

    assert "journal.large" == problem_of(bad)
    assert played(1) == read_journal(path, BOOKS).journal


# Two at once, and none


def test_two_do_not_write_into_one_battle(path: Path) -> None:
    """The second is told; reading is free, and when the first is done the second may."""
    with JournalFile.create(path, RULES, played(1)):
        assert "journal.busy" == refused_resuming(path)
        assert played(1) == read_journal(path, BOOKS).journal

    file, _ = JournalFile.resume(path, BOOKS)
    with file:
        assert "journal.busy" == refused_resuming(path)


def test_a_refused_journal_is_free_again(path: Path) -> None:
    """Its lock goes with it."""
    path.write_text(changed(played(1), 0, revision=0), "utf-8")

    for _ in range(3):
        assert "journal.revision" == refused_resuming(path)


WRITER = """
import sys
from tests.files.toy_journals import BOOKS, played
from voevoda.files.journals import JournalFile
journal = played(99)
with JournalFile.create(sys.argv[1], BOOKS["toy"].rules, journal[:1]) as file:
    print(1, flush=True)
    for seq in range(1, 10**6):
        file.append([journal[seq]] if seq < len(journal) else [journal[-1]])
        print(seq + 1, flush=True)
"""


def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    """A writer killed at any moment has lost nothing that it said was written."""
    for round_, least in enumerate((1, 9, 60)):
        path = tmp_path / f"{round_}.jsonl"
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))},
        ) as writer:
            assert writer.stdout is not None
            for _ in range(least):
                acknowledged = int(writer.stdout.readline())
            writer.send_signal(signal.SIGKILL)
            acknowledged = max([acknowledged, *map(int, writer.stdout.read().split("\n")[:-1])])

        journal = played(99)
        found = read_journal(path, BOOKS)
        assert acknowledged <= len(found.journal)
        due = (*journal, *([journal[-1]] * len(found.journal)))
        assert due[: len(found.journal)] == found.journal


def test_a_closed_battle_ends_with_its_seed(path: Path) -> None:
    """The last line of a whole game."""
    journal = played(99)
    path.write_text(written(journal), "utf-8")

    assert Closed("a seed") == read_journal(path, BOOKS).journal[-1]


def test_a_newer_notation_of_the_same_book_is_refused_by_an_older_program(path: Path) -> None:
    """An older program has the same book with an older schema."""

    class Older(ToyBook):
        schema = 1

    content = written(played(1)).encode()
    with pytest.raises(BadFile) as bad:
        parse_journal(content, str(path), {"toy": toy_book(Older())})
    assert "journal.newer_rules" == problem_of(bad)
