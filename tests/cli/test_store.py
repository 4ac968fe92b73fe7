"""``export``, ``import``, ``seats`` and ``backup``."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from voevoda.cli.store import place
from voevoda.journal_store import open_store

Voevoda: TypeAlias = Callable[..., Any]

TITLE = "Ambush in the tunnels"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the commands keep their battles, since nothing else is said."""
    monkeypatch.setenv("VOEVODA_DATA", str(tmp_path / "data"))
    return tmp_path


@pytest.fixture
def unfinished(voevoda: Voevoda) -> str:
    """The id of a battle begun in the terminal, stopped in its second round and imported."""
    typed = "47\n30\n27\n11\n:quit\n"
    said = voevoda("fight", "unnamed.yaml", "--ask", "--seed", "abc", "--save", "begun.jsonl", typed=typed)
    assert 0 == said.code
    return imported(voevoda("import", "begun.jsonl"))


def imported(said: Any) -> str:
    """The id that an import has told."""
    assert (0, "") == (said.code, said.err)
    return str(said.out.split()[-1])


def refused(said: Any) -> str:
    """What was said of a command that was not carried out."""
    assert (2, "") == (said.code, said.out)
    assert "Traceback" not in said.err
    return str(said.err)


def entries(text: str) -> list[Any]:
    """JSON Lines as they are."""
    return [json.loads(line) for line in text.splitlines()]


def test_a_battle_of_the_terminal_goes_on_at_the_table_and_back(
    voevoda: Voevoda, folder: Path, unfinished: str
) -> None:
    """The same dice fall as if it had never left: the seed goes along."""
    whole = voevoda("fight", "--resume", "begun.jsonl", "--throw", "--format", "json")
    said = voevoda("export", unfinished, "--to", "left.jsonl")

    assert (0, "") == (said.code, said.out)
    assert "seed" in said.err
    assert 0o600 == stat.S_IMODE((folder / "left.jsonl").stat().st_mode)
    assert whole == voevoda("fight", "--resume", "left.jsonl", "--throw", "--format", "json")
    assert 0 == voevoda("verify", "left.jsonl").code
    assert {"entry": "closed", "seed": "abc"} == entries((folder / "left.jsonl").read_text("utf-8"))[-1]


def test_an_export_without_a_file_goes_to_standard_output(voevoda: Voevoda, unfinished: str) -> None:
    """In UTF-8, whatever the console is, and as it would be in a file."""
    voevoda("export", unfinished, "--to", "left.jsonl")
    said = voevoda("export", TITLE)

    assert Path("left.jsonl").read_text("utf-8") == said.out
    assert said.out == voevoda("export", TITLE, encoding="ascii").out
    assert (TITLE, "abc") == tuple(entries(said.out)[0][name] for name in ("title", "seed"))


def test_the_export_of_a_seat_holds_what_it_has_seen(voevoda: Voevoda, unfinished: str) -> None:
    """In words and in facts; no seed, no state, no marks; and it does not come in again."""
    said = voevoda("export", unfinished, "--seat", "Greenskins", "--lang", "ru", "--to", "seen.jsonl")

    assert (0, "", "") == said
    first, *lines = entries(Path("seen.jsonl").read_text("utf-8"))
    assert ("seen", "commander:Greenskins", TITLE) == (first["entry"], first["seat"], first["title"])
    assert "продолжить" in first["note"]
    assert any("47" in line["text"] for line in lines)
    assert "abc" not in Path("seen.jsonl").read_text("utf-8")
    assert "нельзя" in first["note"]
    assert "One seat" not in refused(voevoda("import", "seen.jsonl"))
    assert "the referee" in refused(voevoda("import", "seen.jsonl"))
    assert "the referee" in refused(voevoda("fight", "--resume", "seen.jsonl"))


def test_links_open_the_seats_of_the_battle(voevoda: Voevoda, folder: Path, unfinished: str) -> None:
    """For all seats, or only for those that are named; the links from before open nothing any more."""
    every = json.loads(voevoda("seats", TITLE, "--address", "http://10.0.0.2:8000/", "--format", "json").out)
    one = json.loads(voevoda("seats", unfinished, "--seat", "referee", "--format", "json").out)

    names = ["referee", "commander:Greenskins", "commander:Ironbreakers", "spectator"]
    assert names == [each["seat"] for each in every]
    assert ["referee"] == [each["seat"] for each in one]
    assert {"http://10.0.0.2:8000/join"} == {each["link"].rpartition("/")[0] for each in every}
    with open_store(folder / "data") as store:
        opens = [store.seat_of(each["link"].rpartition("/")[2]) for each in (*every, *one)]
    assert [None, *names[1:], "referee"] == [found and str(found[1]) for found in opens]


@pytest.mark.parametrize("how", ["text", "markdown", "short"])
def test_links_are_shown_in_the_persons_language(voevoda: Voevoda, unfinished: str, how: str) -> None:
    """In every format."""
    said = voevoda("seats", unfinished, "--format", how, "--lang", "ru")

    assert (0, "") == (said.code, said.err)
    for words in ("ведущий", "командир: Greenskins", "зритель", "http://127.0.0.1:8000/join/"):
        assert words in said.out


def test_a_backup_is_put_back(voevoda: Voevoda, folder: Path, unfinished: str) -> None:
    """Into another folder; it has a name of its own where none is given."""
    assert "1 battle in copy." in voevoda("backup", "copy").out
    assert 0 == voevoda("backup").code

    assert 1 == len(list(folder.glob("voevoda-*.sqlite3")))
    assert "1 battle put back" in voevoda("import", "copy", "--data", "other").out
    assert "0 battles put back; 1 there already" in voevoda("import", "copy", "--data", "other").out
    assert voevoda("export", unfinished) == voevoda("export", unfinished, "--data", "other")
    assert voevoda("export", unfinished) == voevoda("export", unfinished, "--data", "copy")


def test_forged_dice_come_in_unverified(voevoda: Voevoda, folder: Path) -> None:
    """The person is told so."""
    for seed in ("abc", "other"):
        voevoda("fight", "unnamed.yaml", "--seed", seed, "--save", f"{seed}.jsonl")
    lines = (folder / "other.jsonl").read_text("utf-8").splitlines()
    honest = (folder / "abc.jsonl").read_text("utf-8").splitlines()
    text = "\n".join([honest[0], *lines[1:-1], honest[-1], ""])
    (folder / "forged.jsonl").write_text(text, "utf-8")

    said = voevoda("import", "forged.jsonl", "--title", "Forged")

    assert 0 == said.code
    assert "Unverified" in said.err
    assert "Не подтверждено" in voevoda("import", "forged.jsonl", "--lang", "ru").err
    with open_store(folder / "data") as store:
        assert not store.find("Forged").verified


@pytest.mark.usefixtures("unfinished")
def test_what_is_missing_from_an_import_is_said(voevoda: Voevoda, folder: Path) -> None:
    """A torn end, a seed left behind."""
    text = (folder / "begun.jsonl").read_bytes()
    (folder / "torn.jsonl").write_bytes(text[:-9])

    said = voevoda("import", "torn.jsonl")

    assert 0 == said.code
    assert "damaged" in said.err
    assert "typed in" in said.err


def test_bad_input_gets_a_sentence(voevoda: Voevoda, folder: Path, unfinished: str) -> None:
    """In both languages, and nothing is changed."""
    (folder / "there").write_text("mine", "utf-8")
    imported(voevoda("import", "begun.jsonl"))
    for line, english, russian in (
        (["export", "Nobody"], "no battle", "нет"),
        (["export", TITLE], unfinished, unfinished),
        (["export", unfinished, "--to", "there"], "already", "уже есть"),
        (["export", unfinished, "--to", "no/where"], "no such folder", "такой папки нет"),
        (["backup", "no/where"], "no such folder", "такой папки нет"),
        (["export", unfinished, "--seat", "Elves"], "commander:Greenskins", "commander:Greenskins"),
        (["seats", unfinished, "--seat", "Elves"], "commander:Greenskins", "commander:Greenskins"),
        (["seats", unfinished, "--format", "x"], "text", "text"),
        (["seats", TITLE, "--data", "nowhere"], "--data", "--data"),
        (["backup", "there"], "already", "уже есть"),
        (["backup", "--data", "mysql://x"], "postgresql://", "postgresql://"),
        (["import", "nothing"], "no such file", "нет"),
        (["import", "tunnels.yaml"], "journal", "журнал"),
        (["import", "begun.jsonl", "--title", "  "], "title", "Название"),
        (["import", "begun.jsonl", "--data", "there"], "damaged", "повреждена"),
        (["import", "begun.jsonl", "--data", "sqlite:///"], "in memory", "в памяти"),
    ):
        assert english in refused(voevoda(*line))
        assert russian in refused(voevoda(*line, "--lang", "ru"))
    assert "mine" == (folder / "there").read_text("utf-8")
    assert not (folder / "nowhere").exists()


@pytest.mark.parametrize("side", ["referee", "spectator", "table", "commander"])
def test_a_side_called_like_a_seat_is_named_whole(voevoda: Voevoda, side: str) -> None:
    """The name alone is that of the seat where there is one."""
    Path("odd.yaml").write_text(Path("unnamed.yaml").read_text("utf-8").replace("Greenskins", side), "utf-8")
    voevoda("fight", "odd.yaml", "--seed", "a", "--rounds", "1", "--save", "odd.jsonl")
    battle = imported(voevoda("import", "odd.jsonl"))
    alone, whole = (
        entries(voevoda("export", battle, "--seat", words).out)[0]["seat"]
        for words in (side, f"commander:{side}")
    )

    assert f"commander:{side}" == whole
    assert (side if side in {"referee", "spectator"} else whole) == alone


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "Several seats are called “Ash”"), ("ru", "Место «Ash» не одно")]
)
def test_a_name_that_two_seats_have_is_told_what_to_type(voevoda: Voevoda, lang: str, words: str) -> None:
    """Both of them, as they are typed."""
    other = Path("unnamed.yaml").read_text("utf-8").replace("Greenskins", "Ash")
    Path("odd.yaml").write_text(other.replace("characters: []", "characters: [Ash, The Boss]", 1), "utf-8")
    voevoda("fight", "odd.yaml", "--seed", "a", "--rounds", "1", "--save", "odd.jsonl")
    battle = imported(voevoda("import", "odd.jsonl"))
    said = refused(voevoda("export", battle, "--seat", "Ash", "--lang", lang))

    assert words in said
    assert "commander:Ash, player:Ash." in said
    assert "'player:The Boss'" in refused(voevoda("export", battle, "--seat", "Oak", "--lang", lang))


def test_battles_are_kept_in_the_persons_folder(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Unless something is said: on the line, else in the environment."""
    assert "said" == place("said")
    assert str(folder / "data") == place(None)

    monkeypatch.delenv("VOEVODA_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "home"))
    assert str(folder / "home" / "voevoda") == place(None)
