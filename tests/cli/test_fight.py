"""``fight`` from a file, a row of dice, a list of answers, or a seed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

Voevoda: TypeAlias = Callable[..., Any]

PRINTED = "47 30 27 11 65 55 58"
"""The dice of the book's example, two rounds with nobody named."""


def facts(said: Any) -> Any:
    """What a command wrote as JSON."""
    assert (0, "") == (said.code, said.err)
    return json.loads(said.out)


def test_the_printed_example_in_english(voevoda: Voevoda) -> None:
    """Two rounds with the book's dice: 24 against 26 points, 8 ironbreakers still stand."""
    said = voevoda("fight", "unnamed.yaml", "--dice", PRINTED, "--rounds", "2")

    assert (0, "") == (said.code, said.err)
    assert "Ironbreakers: 47 against 30, W-3.1" in said.out
    assert "27 + 10 = 37" in said.out
    assert "55 + 50 = 105" in said.out
    assert "24 of 30" in said.out
    assert "26 of 41" in said.out
    assert "Ironbreakers 8 of 10" in said.out
    assert "Seed" not in said.out


def test_the_printed_example_in_russian(voevoda: Voevoda) -> None:
    """The same in the other language."""
    said = voevoda("fight", "unnamed.yaml", "--dice", PRINTED, "--rounds", "2", "--lang", "ru")

    assert "Раунд 2" in said.out
    assert "24 из 30" in said.out
    assert "26 из 41" in said.out
    assert "Отчёт" in said.out


def test_dice_as_json(voevoda: Voevoda) -> None:
    """The record by the contract, stopped and undecided, the dice typed."""
    said = voevoda("fight", "unnamed.yaml", "--dice", PRINTED, "--rounds", "2", "--format", "json")

    record = facts(said)
    assert {"winner": None, "ending": "stopped"} == record["outcome"]
    assert [{"start": 30, "now": 24}, {"start": 41, "now": 26}] == [
        side["points"] for side in record["sides"]
    ]
    assert [[47], [30], [27], [11], [65], [55], [58]] == [
        line["dice"] for line in record["log"] if "dice" in line
    ]
    assert {"typed"} == {line["source"] for line in record["log"] if "source" in line}
    assert (None, None) == (record["seed"], record["commitment"])


def test_commas_and_00_are_understood(voevoda: Voevoda) -> None:
    """00 on a d100 is 100 (W-3.1)."""
    said = voevoda("fight", "unnamed.yaml", "--dice", "47,00, 27,\t50", "--rounds", "1", "--format", "json")

    assert [[47], [100], [27], [50]] == [line["dice"] for line in facts(said)["log"] if "dice" in line]


@pytest.mark.parametrize(
    ("dice", "english", "russian"),
    [
        (
            "47 130 27",
            ["face 2", "Greenskins: d100 against 41", "Given: 130", "1–100 (00 is 100)"],
            "число 2",
        ),
        ("47 0 27", ["face 2", "Given: 0", "1–100"], "Дано: 0"),
        ("47 -3 27", ["face 2", "Given: -3"], "Дано: -3"),
        ("47 x 27", ["face 2", "Given: x", "no whole number"], "не целое число"),
        ("47 3.5 27", ["face 2", "Given: 3.5"], "Дано: 3.5"),
        ("47 30", ["too few", "2 faces", "Greenskins: d100", "+10", "W-3.7"], "слишком мало чисел: 2 числа"),
        (" ", ["too few", "0 faces", "Ironbreakers: d100 against 30"], "0 чисел"),
        ("47 30 27 9 8", ["too many", "5", "3 were asked", "9, 8"], "лишнее: 9, 8"),
    ],
)
def test_dice_must_fit_exactly(voevoda: Voevoda, dice: str, english: list[str], russian: str) -> None:
    """Else what was asked, given and accepted is said, and nothing is kept."""
    line = ["fight", "unnamed.yaml", "--rounds", "1", "--save", "kept.jsonl", "--dice", dice]
    said = voevoda(*line)

    assert (2, "") == (said.code, said.out)
    assert 1 == said.err.count("\n")
    for words in english:
        assert words in said.err
    assert russian in voevoda(*line, "--lang", "ru").err
    assert not Path("kept.jsonl").exists()


@pytest.mark.parametrize(
    ("dice", "words"), [("47 30 27", "too few"), ("47 30 27 Snagga", "no whole number"), ("47 30 27 3", "3")]
)
def test_a_draw_among_dice_takes_a_place_in_the_list(voevoda: Voevoda, dice: str, words: str) -> None:
    """And no name, which may hold spaces; what is refused does not offer to take one."""
    line = ("fight", "tunnels.yaml", "--rounds", "1", "--dice")
    said = voevoda(*line, dice)

    assert (2, "") == (said.code, said.out)
    assert words in said.err
    assert "Accepted: a place in the list of those named, 1 to 2." in said.err
    assert "место в списке названных, от 1 до 2" in voevoda(*line, dice, "--lang", "ru").err
    assert 0 == voevoda(*line, "47 30 27 2").code


@pytest.mark.parametrize(
    "answers",
    [
        "[47, 30, 27, Grishnak]",
        "- [47]\n- [30]\n- [27]\n- [Grishnak]\n",
        "[47, 30, 27, 1]",
        '[47, {ruled: 9, reason: "seen by all"}, 27, 1]',
    ],
)
def test_a_list_of_answers(voevoda: Voevoda, answers: str) -> None:
    """A number, a list of faces, a name or its place, a ruling."""
    Path("answers.yaml").write_text(answers, "utf-8")

    said = voevoda("fight", "tunnels.yaml", "--answers", "answers.yaml", "--rounds", "1", "--format", "json")

    record = facts(said)
    (_, greenskins) = record["sides"]
    assert ["Grishnak", "Snagga"] == [each["name"] for each in greenskins["characters"]]
    assert 1 == sum(len(each["effects"]) for each in greenskins["characters"])


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ("[47, 30, 27]", ["too few", "3 answers", "answer 4", "Grishnak, Snagga"]),
        ("[47, 30, 27, Grishnak, 5]", ["too many", "5", "4 were asked", "left over: 5"]),
        ("[47, 30, 27, Gobbo]", ["answer 4", "Given: Gobbo", "one of 1 Grishnak, 2 Snagga"]),
        ("[47, [30, 31], 27, 1]", ["answer 2", "Given: [30, 31]"]),
        ("[47, 101, 27, 1]", ["answer 2", "Given: 101", "1–100."]),
        ("[yes, 30, 27, 1]", ["answer 1", "Given: yes"]),
        ('["47", 30, 27, 1]', ["answer 1", 'Given: "47"']),
        ("{a: 1}", ["a list of answers"]),
        ("[", ["bracket"]),
    ],
)
def test_answers_must_fit_exactly(voevoda: Voevoda, answers: str, words: list[str]) -> None:
    """As dice must."""
    Path("answers.yaml").write_text(answers, "utf-8")

    said = voevoda("fight", "tunnels.yaml", "--answers", "answers.yaml", "--rounds", "1")

    assert (2, "") == (said.code, said.out)
    for each in words:
        assert each in said.err


@pytest.mark.parametrize("content", ["", "# none yet\n", "a: 1"])
def test_a_file_that_holds_no_answers_is_told_what_it_should_hold(voevoda: Voevoda, content: str) -> None:
    """It is no battle file, so no hint how to make one."""
    Path("answers.yaml").write_text(content, "utf-8")
    said = voevoda("fight", "tunnels.yaml", "--answers", "answers.yaml", "--lang", "en")

    assert (2, "answers.yaml: a list of answers is needed, such as [47, 30, 27].\n") == (said.code, said.err)


def test_a_seed_says_everything(voevoda: Voevoda) -> None:
    """The same seed twice is the same bytes; it is announced before and shown after."""
    said = voevoda("fight", "tunnels.yaml", "--seed", "abc")

    assert said == voevoda("fight", "tunnels.yaml", "--seed", "abc")
    assert said.out.index("sha256:ba7816bf") < said.out.index("Round 1") < said.out.index("Seed: abc")
    assert said != voevoda("fight", "tunnels.yaml", "--seed", "abd")


def test_a_seed_not_given_is_random_and_shown(voevoda: Voevoda) -> None:
    """128 bits, other ones each time; with it the battle comes out the same."""
    record = facts(voevoda("fight", "tunnels.yaml", "--format", "json"))

    assert re.fullmatch("[0-9a-f]{32}", record["seed"])
    assert record == facts(voevoda("fight", "tunnels.yaml", "--format", "json", "--seed", record["seed"]))
    assert record["seed"] != facts(voevoda("fight", "tunnels.yaml", "--format", "json"))["seed"]


def test_every_format_says_who_won(voevoda: Voevoda) -> None:
    """Text, JSON, Markdown and a few lines for a chat."""
    text, markdown, short = (
        voevoda("fight", "tunnels.yaml", "--seed", "abc", "--format", name).out
        for name in ("text", "markdown", "short")
    )
    record = facts(voevoda("fight", "tunnels.yaml", "--seed", "abc", "--format", "json"))

    assert "Greenskins" == record["outcome"]["winner"]
    assert all("Won by Greenskins after 3 rounds" in each for each in (text, markdown, short))
    assert len(short.splitlines()) < 12


def test_rounds_never_go_beyond_the_file(voevoda: Voevoda) -> None:
    """The file's own limit holds where it is the smaller."""
    battle = Path("tunnels.yaml").read_text("utf-8").replace("max_rounds: null", "max_rounds: 1")
    Path("short.yaml").write_text(battle, "utf-8")

    for rounds in ("1", "5"):
        said = voevoda("fight", "short.yaml", "--rounds", rounds, "--seed", "abc", "--format", "json")
        assert 1 == facts(said)["rounds"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (["--dice", "1", "--answers", "a.yaml"], "--answers, --dice"),
        (["--dice", "1", "--ask"], "--dice, --ask"),
        (["--seed", " "], "any text"),
        (["--rounds", "x"], "given x"),
        (["--rounds", "99999999999999"], "from 1 to"),
        (["--answers", "none.yaml"], "none.yaml: there is no such file"),
        (["--save", "no/such/folder.jsonl"], "no such folder"),
        (["--save", "tunnels.yaml"], "not overwritten"),
        (["--save", "new.jsonl", "--resume", "old.jsonl"], "leave out --save"),
        (["--resume", "tunnels.yaml"], "no journal"),
        (["--resume", "none.jsonl"], "no such file"),
    ],
)
def test_options_that_do_not_go_together(voevoda: Voevoda, line: list[str], words: str) -> None:
    """One message says what is wrong, and nothing is done."""
    before = sorted(Path().iterdir())
    said = voevoda("fight", "tunnels.yaml", *line)

    assert (2, "") == (said.code, said.out)
    assert words in said.err
    assert before == sorted(Path().iterdir())


def test_a_wrong_file_is_told_whole(voevoda: Voevoda) -> None:
    """Every problem of the file on a line of its own."""
    battle = Path("tunnels.yaml").read_text("utf-8").replace("count: 10", "count: -1")
    Path("wrong.yaml").write_text(battle.replace("ambushed: true", "ambushed: 7"), "utf-8")

    said = voevoda("fight", "wrong.yaml")

    assert (2, "") == (said.code, said.out)
    assert 2 == said.err.count("\n")
    assert "-1" in said.err
