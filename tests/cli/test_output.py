"""What is written fits the console: no codes in a pipe, no crash in any encoding, columns that hold."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from rich.cells import cell_len

import voevoda as package
from voevoda.cli import run
from voevoda.cli.report import widths_of
from voevoda.cli.screen import Screen, styled
from voevoda.cli.streams import shown

Voevoda: TypeAlias = Callable[..., Any]

SOURCE = str(Path(package.__file__).parents[1])

NAMES = ("Непобедимая армия Верховного Кагана Северных и Южных Степей", "敵軍漢字漢字漢字", "🐉 Драконы 🐉")


class Terminal(io.StringIO):
    """A console of a person."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        """Say that it is one."""
        return True


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("name", NAMES)
def test_long_and_wide_names_do_not_break_the_page(
    voevoda: Voevoda, monkeypatch: pytest.MonkeyPatch, name: str, width: int
) -> None:
    """No line is wider than the page, and nothing of a name is lost."""
    monkeypatch.setenv("COLUMNS", str(width))
    battle = Path("tunnels.yaml").read_text("utf-8").replace("name: Greenskins", f'name: "{name}"')
    Path("wide.yaml").write_text(battle.replace("Choppas", "X" * 70), "utf-8")

    said = voevoda("fight", "wide.yaml", "--seed", "abc")

    assert 0 == said.code
    assert [] == [line for line in said.out.splitlines() if cell_len(line) > min(width, 100)]
    assert "…" not in said.out
    assert [] == [line for line in said.out.splitlines() if line != line.rstrip()]


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("lang", ["ru", "en"])
def test_no_word_is_broken_in_a_table(
    voevoda: Voevoda, monkeypatch: pytest.MonkeyPatch, lang: str, width: int
) -> None:
    """A path only behind its dots; changes with long names are columns with numbers."""
    monkeypatch.setenv("COLUMNS", str(width))
    changes = ("--with", "sides.Ironbreakers.ambushed=false; sides.1.ranged=none", "--with", "max_rounds=2")
    said = voevoda("compare", "tunnels.yaml", *changes, "--each", "--lang", lang).out

    words = set(re.findall(r"[\w.=−+,]+", said))
    assert {"Ironbreakers", "Greenskins", "reinforced", "conditions", "countered", "max_rounds=2"} <= words
    assert "1  sides.Ironbreakers.ambushed=false; sides.1.ranged=" in said
    assert re.search(r"(as it is|как есть|is|есть) +1 +2\n", said)
    assert [] == [line for line in said.splitlines() if cell_len(line) > min(width, 100)]


@pytest.mark.parametrize(
    ("least", "most", "room", "widths"),
    [
        ([5, 5], [10, 8], 30, [10, 8]),
        ([5, 5], [20, 5], 15, [10, 5]),
        ([5, 5], [40, 20], 33, [22, 11]),
        ([20, 5], [20, 5], 15, [10, 5]),
        ([3, 3], [3, 3], 1, [1, 1]),
    ],
)
def test_columns_share_what_room_there_is(
    least: list[int], most: list[int], room: int, widths: list[int]
) -> None:
    """No column takes what it does not need; the widest gives way first."""
    assert widths == widths_of(least, most, room)


@pytest.mark.parametrize("width", range(24, 40))
def test_a_number_is_never_broken_at_its_spaces(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Russian writes 2 400 with a no-break space, which stays one."""
    monkeypatch.setenv("COLUMNS", str(width))
    page = Terminal()
    Screen("ru", page).write(styled("Очки 12\N{NO-BREAK SPACE}400 из 2\N{NARROW NO-BREAK SPACE}400 " * 5))

    assert 5 == page.getvalue().count("12\N{NO-BREAK SPACE}400")
    assert 5 == page.getvalue().count("2\N{NARROW NO-BREAK SPACE}400")


@pytest.mark.parametrize("width", range(40, 60))
def test_a_line_of_a_sum_begins_with_its_sign(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """And never ends with it."""
    monkeypatch.setenv("COLUMNS", str(width))
    page = Terminal()
    Screen("en", page).write(styled("10 × 2 (experience, W-1.3) × 1.5 (gear) − 3 + (4 + 5) = 36; " * 4))

    assert [] == [line for line in page.getvalue().splitlines() if line.rstrip()[-1:] in set("×−+=")]


@pytest.mark.parametrize("width", range(40, 60))
def test_a_short_sum_stands_in_one_line(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A number keeps its cause, and what it names keeps its number; plain spaces are written all the same."""
    monkeypatch.setenv("COLUMNS", str(width))
    page = Terminal()
    Screen("en", page).write(styled("Levy: −2 (terrain), 15 − 11 = 4, losses: row 8, cover +2; " * 9))

    for part in ("−2 (terrain)", "15 − 11 = 4", "row 8", "cover +2"):
        assert 9 == page.getvalue().count(part)


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize("book", ["gurps", "savage", "skirmish", "wfrp"])
def test_words_and_clauses_stay_whole_on_a_usual_terminal(
    voevoda: Voevoda, monkeypatch: pytest.MonkeyPatch, book: str, lang: str
) -> None:
    """Every word of the wide page stands on the narrower one, and so does every clause."""
    Path("battle.yaml").write_text(voevoda("new", book, "--lang", lang).out, "utf-8")
    found = list[set[str]]()
    for width in ("100", "80"):
        monkeypatch.setenv("COLUMNS", width)
        said = voevoda("fight", "battle.yaml", "--seed", "a", "--lang", lang).out
        assert [] == [line for line in said.splitlines() if cell_len(line) > int(width)]
        found.append(set(re.findall(r"[^\W\d]{2,}|[GWSC]-\d+(?:\.\d+)?", said)))

    assert found[0] == found[1]


def test_the_sides_keep_their_place(voevoda: Voevoda, monkeypatch: pytest.MonkeyPatch) -> None:
    """Abreast where there is room, the first left; else the first above."""
    wide = voevoda("fight", "tunnels.yaml", "--seed", "abc").out
    monkeypatch.setenv("COLUMNS", "60")
    narrow = voevoda("fight", "tunnels.yaml", "--seed", "abc").out

    assert re.search("■ Ironbreakers +▨ Greenskins", wide)
    assert re.search("1 ■ Ironbreakers: 81.* 2 ▨ Greenskins: 69", wide)
    assert re.search("■ Ironbreakers\n▨ Greenskins", narrow)
    assert re.search("1 ■ Ironbreakers: 81.*\n +2 ▨ Greenskins: 69", narrow)


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize("encoding", ["ascii", "cp1251", "latin-1", "cp437", "utf-8"])
def test_no_encoding_stops_a_report(voevoda: Voevoda, encoding: str, lang: str) -> None:
    """What a console cannot show is replaced; the sides stay apart, house values are marked."""
    said = voevoda("fight", "tunnels.yaml", "--seed", "abc", "--lang", lang, encoding=encoding)

    assert (0, "") == (said.code, said.err)
    assert ("■" if encoding in {"utf-8", "cp437"} else "#") in said.out
    if lang == "en":
        assert ("W-3.8 ⌂" if encoding == "utf-8" else "W-3.8 house") in said.out
    assert 0 == voevoda("rules", "wfrp", "--format", "json", "--lang", lang, encoding=encoding).code


def test_no_codes_in_a_pipe(voevoda: Voevoda) -> None:
    """Neither in output nor in messages."""
    for said in (voevoda("fight", "tunnels.yaml"), voevoda("rules", "wfrp"), voevoda("fight")):
        assert "\x1b" not in said.out + said.err


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_who_wants_no_colour_gets_none(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """On a terminal too."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = Terminal()
    Screen("en", coloured).title("Round 1")
    monkeypatch.setenv(name, value)
    plain = Terminal()
    Screen("en", plain).title("Round 1")

    assert "\x1b" in coloured.getvalue()
    assert "\x1b" not in plain.getvalue()


def test_nothing_typed_can_move_the_cursor(voevoda: Voevoda) -> None:
    """Escape codes in what is given come back harmless."""
    said = voevoda("fight", "\x1b[2Jx.yaml")
    asked = voevoda("fight", "unnamed.yaml", "--ask", typed=":set max_rounds 3 \x1b[2J\u202e why\n:quit\n")

    assert 2 == said.code
    assert "\x1b" not in said.err + asked.out + asked.err
    assert "\u202e" not in asked.out
    assert "a\N{REPLACEMENT CHARACTER}b" == shown("a\x1bb")


def test_an_error_that_nobody_foresaw_is_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """No traceback reaches the person; a developer may ask for it."""
    monkeypatch.setenv("LANG", "C")
    monkeypatch.delenv("VOEVODA_TRACE", raising=False)

    class Broken(list[str]):
        def __iter__(self) -> Any:
            raise ZeroDivisionError("a bug\nin two lines")

    assert 2 == run(Broken())
    err = capsys.readouterr().err
    assert "ZeroDivisionError: a bug in two lines" in err
    assert 1 == err.count("\n")
    monkeypatch.setenv("VOEVODA_TRACE", "1")
    with pytest.raises(ZeroDivisionError):
        run(Broken())


def test_a_closed_pipe_is_silent(voevoda: Voevoda) -> None:
    """``voevoda rules wfrp | head -1`` ends without a word."""
    assert 0 == voevoda("rules").code
    with subprocess.Popen(
        [sys.executable, "-c", "from voevoda.cli import main; main()", "rules", "wfrp"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": SOURCE},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        err = process.stderr.read()

    assert b"" == err
    assert 141 == process.returncode


def test_bytes_that_are_no_text(voevoda: Voevoda) -> None:
    """A file's name in another encoding can be named in a message."""
    said = voevoda("check", os.fsdecode(b"\xe1\xe8\xf2\xe2\xe0.yaml"))

    assert (2, "") == (said.code, said.out)
    assert "there is no such file" in said.err


@pytest.mark.usefixtures("voevoda")
@pytest.mark.parametrize(
    ("redirection", "line"),
    [
        ("<&-", "fight tunnels.yaml --ask --seed abc"),
        (">&-", "fight tunnels.yaml --seed abc"),
        ("2>&-", "check tunnels.yaml"),
        ("<&- >&- 2>&-", "fight tunnels.yaml --ask --seed abc --save battle.jsonl"),
    ],
)
def test_closed_streams_stop_nothing(redirection: str, line: str) -> None:
    """Nothing can be read from them, and what is written to them is lost."""
    command = f"{sys.executable} -m voevoda.cli {line} --lang en {redirection}"
    environment = {**os.environ, "PYTHONPATH": SOURCE}
    done = subprocess.run(
        ["/bin/sh", "-c", command], env=environment, capture_output=True, text=True, check=False
    )

    assert (0, "") == (done.returncode, done.stderr)


@pytest.mark.parametrize("columns", ["0", "1", "20"])
def test_a_very_narrow_terminal_loses_nothing(
    voevoda: Voevoda, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    """The page is as narrow as it can be read; the terminal folds it."""
    monkeypatch.setenv("COLUMNS", "40")
    expected = voevoda("fight", "tunnels.yaml", "--seed", "abc")
    monkeypatch.setenv("COLUMNS", columns)

    assert expected == voevoda("fight", "tunnels.yaml", "--seed", "abc")
