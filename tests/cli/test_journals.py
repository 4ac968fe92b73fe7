"""``replay``, ``explain`` and ``verify``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

Voevoda: TypeAlias = Callable[..., Any]


@pytest.fixture
def journal(voevoda: Voevoda) -> str:
    """A battle of three rounds, thrown from the seed abc."""
    assert 0 == voevoda("fight", "tunnels.yaml", "--seed", "abc", "--save", "battle.jsonl").code
    return "battle.jsonl"


@pytest.mark.parametrize("how", ["text", "json", "markdown", "short"])
def test_replay_says_what_the_fight_said(voevoda: Voevoda, journal: str, how: str) -> None:
    """The same bytes in every format."""
    fought = voevoda("fight", "tunnels.yaml", "--seed", "abc", "--format", how)

    assert fought == voevoda("replay", journal, "--format", how)


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "this is the journal of a battle"), ("ru", "это журнал битвы")]
)
@pytest.mark.parametrize("length", [1, 100])
def test_a_journal_in_the_place_of_a_battle_file_is_told_to_be_one(
    voevoda: Voevoda, journal: str, lang: str, words: str, length: int
) -> None:
    """However long it is, and what takes it."""
    Path("long.jsonl").write_text(Path(journal).read_text("utf-8") * length, "utf-8")
    said = voevoda("odds", "long.jsonl", "--lang", lang)

    assert (2, "") == (said.code, said.out)
    assert words in said.err
    assert "fight --resume" in said.err


def test_explain_lists_the_answers(voevoda: Voevoda, journal: str) -> None:
    """With the numbers of the log."""
    said = voevoda("explain", journal)

    assert 0 == said.code
    first, second, *_ = said.out.splitlines()
    assert first.split()[:2] == ["1", "Ironbreakers:"]
    assert second.split()[:2] == ["2", "Greenskins:"]


def test_explain_one_answer(voevoda: Voevoda, journal: str) -> None:
    """Question, answer, clause in words, arithmetic; in both languages."""
    english = voevoda("explain", journal, "3").out
    russian = voevoda("explain", journal, "3", "--lang", "ru").out

    for words in (
        "Asked",
        "on the influence table",
        "Answered",
        "48",
        "48 + 15 = 63",
        "W-3.7",
        "+5 for each",
    ):
        assert words in english
    assert "Вопрос" in russian
    assert "48 + 15 = 63" in russian
    assert "48" == {each["what"]: each["text"] for each in json.loads(
        voevoda("explain", journal, "3", "--format", "json").out
    )}["Answered"]  # fmt: skip


@pytest.mark.parametrize("number", ["0", "11", "x", "-1", "99999999999999999999"])
def test_explain_of_nothing(voevoda: Voevoda, journal: str, number: str) -> None:
    """Says how many there are."""
    said = voevoda("explain", journal, "--", number)

    assert (2, "") == (said.code, said.out)
    assert "it has 10, counted from 1" in said.err


def test_verify(voevoda: Voevoda, journal: str) -> None:
    """All ten rolls are those of the announced seed."""
    said = voevoda("verify", journal)

    assert (0, "") == (said.code, said.err)
    assert "all 10 rolls" in said.out
    assert "все 10 бросков" in voevoda("verify", journal, "--lang", "ru").out


def test_verify_finds_a_changed_seed(voevoda: Voevoda, journal: str) -> None:
    """Another seed than the announced one, and what it would have thrown: the answer is no."""
    text = Path(journal).read_text("utf-8")
    Path("other.jsonl").write_text(text.replace('"seed": "abc"', '"seed": "abd"'), "utf-8")

    said = voevoda("verify", "other.jsonl")
    assert 1 == said.code
    assert "not the one announced" in said.out
    assert "the seed throws" in said.out


def test_verify_finds_a_changed_die(voevoda: Voevoda, journal: str) -> None:
    """A face changed by hand in an influence roll, which no later number depends on."""
    text = Path(journal).read_text("utf-8")
    Path("other.jsonl").write_text(text.replace("[48]", "[49]"), "utf-8")

    assert 1 == voevoda("verify", "other.jsonl").code


def test_verify_without_a_seed(voevoda: Voevoda) -> None:
    """Typed dice cannot be verified, and a seed not yet shown neither."""
    dice = ["--dice", "47 30 27", "--rounds", "1"]
    assert 0 == voevoda("fight", "unnamed.yaml", *dice, "--save", "typed.jsonl").code
    assert 0 == voevoda("fight", "unnamed.yaml", "--ask", "--save", "open.jsonl", typed=":quit\n").code

    assert "No seed was announced" in voevoda("verify", "typed.jsonl").out
    assert "not shown yet" in voevoda("verify", "open.jsonl").out
    assert (1, 1) == (voevoda("verify", "typed.jsonl").code, voevoda("verify", "open.jsonl").code)
    assert voevoda("verify", "open.jsonl").out.startswith("Not yet: ")
    assert voevoda("verify", "typed.jsonl").out.startswith("Not verified")


@pytest.mark.parametrize("command", ["replay", "explain", "verify"])
@pytest.mark.parametrize(
    ("content", "words"),
    [(None, "no such file"), ("", "empty"), ("{}\n", "no journal"), ("\0\1", "no journal")],
)
def test_what_is_no_journal(voevoda: Voevoda, command: str, content: str | None, words: str) -> None:
    """One message, exit code 2."""
    if content is not None:
        Path("battle.jsonl").write_text(content, "utf-8")

    said = voevoda(command, "battle.jsonl")

    assert (2, "") == (said.code, said.out)
    assert words in said.err


@pytest.mark.parametrize("line", ["replay", "explain", "verify", "fight --resume"])
def test_an_entry_that_the_rules_do_not_have_is_named_by_its_line(
    voevoda: Voevoda, journal: str, line: str
) -> None:
    """The second answer is left out by hand, and so is what came after the third."""
    path = Path(journal)
    begun, saved, first, _, third, *_ = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text(begun + saved + first + third, "utf-8")
    said = voevoda(*line.split(), journal)

    assert (1 if line == "verify" else 2) == said.code
    assert "battle.jsonl, line 4: The rules ask something else" in " ".join((said.out + said.err).split())


@pytest.mark.parametrize("how", ["text", "json", "markdown", "short"])
def test_a_foreign_journal_cannot_move_the_cursor(voevoda: Voevoda, journal: str, how: str) -> None:
    """Whatever its title is; JSON still has it exactly."""
    title = "Am\x1b[31mbush\u202e\x9b"
    path = Path(journal)
    path.write_text(
        path.read_text("utf-8").replace("Ambush in the tunnels", json.dumps(title)[1:-1]), "utf-8"
    )
    said = voevoda("replay", journal, "--format", how)

    assert 0 == said.code
    assert not {"\x1b", "\u202e", "\x9b"} & set(said.out)
    assert how != "json" or title == json.loads(said.out)["title"]


def test_a_torn_end_is_told_and_gone_on_with(voevoda: Voevoda, journal: str) -> None:
    """What a crash left half-written counts for nothing."""
    whole = Path(journal).read_bytes()
    Path(journal).write_bytes(whole[: whole.rindex(b'{"entry": "closed') - 40])

    assert "damaged" in voevoda("replay", journal).err
    resumed = voevoda("fight", "--resume", journal, "--seed", "abc", "--format", "json")
    assert 0 == resumed.code
    assert resumed.out == voevoda("fight", "tunnels.yaml", "--seed", "abc", "--format", "json").out


def test_a_finished_battle_is_not_gone_on_with(voevoda: Voevoda, journal: str) -> None:
    """It can be seen."""
    said = voevoda("fight", "--resume", journal)

    assert (2, "") == (said.code, said.out)
    assert "voevoda replay battle.jsonl" in said.err


def test_resume_wants_its_own_battle_and_seed(voevoda: Voevoda) -> None:
    """Another file, another seed, or none at all where none is known."""
    assert 0 == voevoda("fight", "tunnels.yaml", "--ask", "--save", "battle.jsonl", typed=":quit\n").code

    resume = ("fight", "--resume", "battle.jsonl")
    assert "another battle" in voevoda(*resume, "unnamed.yaml").err
    assert "not the seed announced" in voevoda(*resume, "--seed", "abc").err
    Path("battle.jsonl.seed").unlink()
    assert "--seed" in voevoda(*resume, "--throw").err
    assert 0 == voevoda(*resume, "--ask", typed="47\n:quit\n").code


def test_the_same_file_goes_on_with_dice(voevoda: Voevoda) -> None:
    """--resume with --dice and --rounds stops where it should."""
    voevoda("fight", "unnamed.yaml", "--ask", "--save", "battle.jsonl", typed="47\n30\n:quit\n")

    said = voevoda(
        "fight",
        "unnamed.yaml",
        "--resume",
        "battle.jsonl",
        "--dice",
        "27",
        "--rounds",
        "1",
        "--format",
        "json",
    )

    assert [24, 41] == [side["points"]["now"] for side in json.loads(said.out)["sides"]]
    assert "too few" in voevoda("fight", "--resume", "battle.jsonl", "--dice", "11 65").err
    assert 0 == voevoda("fight", "--resume", "battle.jsonl").code


def test_a_battle_is_not_gone_on_with_from_a_checkpoint_that_the_rules_do_not_come_to(
    voevoda: Voevoda,
) -> None:
    """One edited by hand would only be found out when the battle is over."""
    assert 0 == voevoda("fight", "unnamed.yaml", "--ask", "--save", "battle.jsonl", typed="47\n:quit\n").code
    lines = Path("battle.jsonl").read_text("utf-8").splitlines()
    saved = next(index for index, line in enumerate(lines) if '"saved"' in line)
    lines[saved] = re.sub(r'("now":\s*\[)(\d+)', lambda found: f"{found[1]}{int(found[2]) - 1}", lines[saved])
    Path("battle.jsonl").write_text("\n".join(lines) + "\n", "utf-8")

    said = voevoda("fight", "--resume", "battle.jsonl", "--ask", typed=":quit\n")

    assert (2, f"line {saved + 1}" in said.err) == (said.code, True)
