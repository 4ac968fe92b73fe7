"""``fight --ask``: the person types dice, and may take back, mend, set, ask why, leave and come back."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

import pytest

import voevoda as package

Voevoda: TypeAlias = Callable[..., Any]

ASK = ("fight", "unnamed.yaml", "--ask", "--rounds", "1")


def points(said: Any) -> list[int]:
    """What each side has left."""
    assert 0 == said.code
    return [side["points"]["now"] for side in json.loads(said.out)["sides"]]


def test_typed_dice(voevoda: Voevoda) -> None:
    """The prompt says what is asked, of whom, by which clause, and what it takes."""
    said = voevoda(*ASK, typed="47\n30\n27\n")

    assert (0, "") == (said.code, said.err)
    assert "1. Ironbreakers: d100 against 30 power points (W-3.1)" in said.out
    assert "accepted: 1–100 (00 is 100)" in said.out
    assert "24 of 30" in said.out


def test_the_end_of_a_round_is_shown_before_the_next_question(voevoda: Voevoda) -> None:
    """What happened stands in the order in which it happened, then the bars of both sides."""
    said = voevoda("fight", "tunnels.yaml", "--ask", typed="47\n30\n27\nSnagga\n:quit\n").out

    places = [
        said.index(words)
        for words in (
            "struck by lot: Snagga",
            "Snagga (Greenskins)",
            "30 → 24",
            "░ 24 of 30",
            "5. Ironbreakers",
        )
    ]
    assert sorted(places) == places


def test_the_conversation_stays_out_of_json(voevoda: Voevoda) -> None:
    """What another program reads is the record alone."""
    said = voevoda(*ASK, "--format", "json", typed="47\n30\n27\n")

    assert [24, 41] == points(said)
    assert "2. Greenskins" in said.err


def test_an_empty_line_throws_from_the_seed(voevoda: Voevoda) -> None:
    """Step by step and in one go come to the same log, to the last byte."""
    line = ("fight", "tunnels.yaml", "--seed", "abc", "--format", "json")

    assert voevoda(*line).out == voevoda(*line, "--ask", typed="\n" * 100).out


def test_bad_input_is_refused_and_asked_again(voevoda: Voevoda) -> None:
    """With the reason; nothing is lost."""
    said = voevoda(*ASK, typed="130\n0\nfoo\n4 7\n:foo\n47\n30\n27\n")

    assert 0 == said.code
    for words in ("“130”", "“0”", "“foo”", "“4 7”", "no command :foo"):
        assert words in " ".join(said.out.split())
    assert 6 == said.out.count("1. Ironbreakers: d100")


def test_names_and_places_answer_a_draw(voevoda: Voevoda) -> None:
    """Who is struck can be said by name or place; a name that is not there is refused."""
    line = ("fight", "tunnels.yaml", "--ask", "--rounds", "1", "--seed", "a", "--format", "json")
    by_name, by_place = (voevoda(*line, typed=f"47\n30\n27\nGobbo\n{who}\n") for who in ("Snagga", "2"))

    assert by_name.out == by_place.out
    assert "Gobbo" in by_name.err
    assert [0, 1] == [len(each["effects"]) for each in json.loads(by_name.out)["sides"][1]["characters"]]


def test_undo(voevoda: Voevoda) -> None:
    """The last answer goes, with those asked together with it."""
    said = voevoda(*ASK, "--format", "json", typed="1\n2\n:undo\n47\n30\n:undo\n47\n30\n27\n")

    assert [24, 41] == points(said)
    assert "Taken back: 2 answers." in said.err


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "Taken back: sides.Greenskins.points set to 30."),
        ("ru", "Отменено: sides.Greenskins.points = 30."),
    ],
)
def test_undo_names_the_number_that_was_set(voevoda: Voevoda, lang: str, words: str) -> None:
    """No answer is taken back with it."""
    said = voevoda(*ASK, "--lang", lang, typed=":set sides.Greenskins.points 30 they flee\n:undo\n")

    assert words in said.out


def test_undo_before_anything_is_answered(voevoda: Voevoda) -> None:
    """Says that there is nothing."""
    assert "Nothing has been answered yet" in voevoda(*ASK, typed=":undo\n47\n30\n27\n").out


def test_fix_keeps_the_later_answers(voevoda: Voevoda) -> None:
    """Answer 1 was misread; the others stay."""
    said = voevoda(*ASK, "--format", "json", typed="74\n30\n:fix 1 47\n27\n")

    assert [24, 41] == points(said)
    assert "Answer 1 is corrected." in said.err


def test_fix_asks_what_the_answer_shall_be(voevoda: Voevoda) -> None:
    """Without one on the line."""
    assert [24, 41] == points(voevoda(*ASK, "--format", "json", typed="74\n30\n:fix 1\n47\n27\n"))


def test_fix_says_what_no_longer_fits(voevoda: Voevoda) -> None:
    """A critical more asks another roll first: the influence roll is asked again."""
    said = voevoda(*ASK, typed="47\n30\n27\n", encoding="utf-8")
    fixed = voevoda("fight", "unnamed.yaml", "--ask", typed="47\n30\n27\n:fix 1 11\n")

    assert 0 == said.code
    assert "1 later answer no longer applies" in fixed.out
    assert "\n   3. Greenskins, influence for winning: SL difference 2, 27 + 10 = 37\n" in fixed.out


def test_fix_of_nothing(voevoda: Voevoda) -> None:
    """A number that is none of an answer is refused."""
    said = voevoda(*ASK, typed=":fix 1 5\n47\n:fix 2 5\n:fix x\n:fix 1 500\n30\n27\n")

    assert 0 == said.code
    assert 4 == said.out.count("▲")


@pytest.mark.parametrize("path", ["nothing", "sides.Elves.points"])
def test_set_offers_paths_and_names_as_they_are_typed(voevoda: Voevoda, path: str) -> None:
    """In quotes where they hold a space."""
    odd = Path("unnamed.yaml").read_text("utf-8").replace("Greenskins", "The Green Host")
    Path("odd.yaml").write_text(odd, "utf-8")
    out = voevoda("fight", "odd.yaml", "--ask", "--lang", "en", typed=f":set {path} 3 why\n:quit\n").out

    assert '"The Green Host"' in " ".join(out.split())


def test_set_marks_the_number(voevoda: Voevoda) -> None:
    """The referee sets a number with a reason; log and report show it."""
    for path in ("sides.Greenskins.points", "sides.1.points.now"):
        said = voevoda(*ASK, typed=f"47\n:set {path} 30 they flee\n30\n27\n")

        out = " ".join(said.out.split())
        told = "The referee set 30 instead of 41 (Greenskins, power points): “they flee”."
        assert 2 == out.count("The referee set 30 instead of 41")
        assert f"Round 1. {told}" in out
        assert "30 against 30" in out


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (":set", "PATH VALUE REASON"),
        (":set sides.Greenskins.points 30", "PATH VALUE REASON"),
        (":set sides.Orcs.points 30 why", "the sides are"),
        (":set sides.Greenskins.points many why", "from 0 to 41"),
        (":set foo 3 why", "cannot be set"),
    ],
)
def test_set_refuses(voevoda: Voevoda, line: str, words: str) -> None:
    """A path, a value or a missing reason."""
    said = voevoda(*ASK, typed=f"{line}\n47\n30\n27\n")

    assert 0 == said.code
    assert words in said.out


def test_names_with_dots_and_spaces_in_a_path(voevoda: Voevoda) -> None:
    """They stand in double quotes."""
    battle = Path("unnamed.yaml").read_text("utf-8").replace("name: Greenskins", 'name: "St. George"')
    Path("george.yaml").write_text(battle, "utf-8")

    said = voevoda(
        "fight", "george.yaml", "--ask", "--rounds", "1",
        typed=':set sides."St. George".points 20 too hot\n47\n30\n27\n',
    )  # fmt: skip

    assert "30 against 20" in said.out


def test_why(voevoda: Voevoda) -> None:
    """What was asked, answered, what followed, and the clause in words."""
    out = " ".join(voevoda(*ASK, typed="47\n:why 1\n30\n:why 2\n:why 9\n27\n").out.split())

    assert "This answer waits" in out
    assert "Asked: Greenskins: d100 against 41" in out
    assert "Answered: 30" in out
    assert "Each side rolls d100" in out
    assert "From this: Won by Greenskins" in out
    assert "given: “9”; so far there are" in out


def test_why_without_a_number_explains_the_last_answer(voevoda: Voevoda) -> None:
    """And where there is none yet, says so."""
    said = voevoda(*ASK, typed=":why\n47\n30\n:why\n:quit\n").out

    assert "Nothing has been answered yet" in said
    assert said.count("Answered:") == 1
    assert "30" in said.partition("Answered:")[2].splitlines()[0]


@pytest.mark.clause("W-3.2", "W-3.3")
@pytest.mark.parametrize(
    ("roll", "words"),
    [
        (
            "47",
            ["47 is above 30: a failure (W-3.1);", "−4 (tens of the roll (47), W-3.2) = −1 (success level"],
        ),
        ("22", ["22 is not above 30: a success", "= 1 (success level", "a critical (W-3.6)"]),
        ("5", ["5 lies between 01 and 05: always a success", "= 3 (success level, W-3.2)"]),
        ("00", ["100 lies between 96 and 00: always a failure", "= −7 (success level", "a fumble"]),
    ],
)
def test_why_shows_the_arithmetic(voevoda: Voevoda, roll: str, words: list[str]) -> None:
    """Of a test of points: success, level, double."""
    said = " ".join(voevoda(*ASK, typed=f"{roll}\n30\n:why 1\n:quit\n").out.split())

    assert [] == [each for each in words if each not in said]


def test_why_says_what_is_added_to_an_influence_roll(voevoda: Voevoda) -> None:
    """Five for each level."""
    said = " ".join(voevoda(*ASK, "--save", "j.jsonl", typed="47\n30\n27\n").out.split())
    why = " ".join(voevoda("explain", "j.jsonl", "3").out.split())

    assert "27 + 10 = 37" in said
    assert "Arithmetic 27 (the d100, W-4) +10 (for the SL difference of 2: 2 × 5, W-3.7) = 37 (row" in why


def test_a_path_keeps_its_small_letters(voevoda: Voevoda) -> None:
    """As it is to be typed again; and who asks why of no number is told that one is needed."""
    line = ":set sides.Greenskins.points 99 a\n:why x\n:quit\n"

    said = voevoda(*ASK, typed=line)
    assert "for sides.Greenskins.points is" in re.sub(r"\s+", " ", said.out)
    assert "Sides.Greenskins" not in said.out
    assert "An answer is named by its number" in said.out
    russian = voevoda(*ASK, "--lang", "ru", typed=line).out
    assert "Для sides.Greenskins.points годится" in re.sub(r"\s+", " ", russian)
    assert "Ответ называют по номеру" in russian


def test_help_and_odds(voevoda: Voevoda) -> None:
    """Every command is named; in Russian too."""
    said = voevoda(*ASK, "--lang", "ru", typed=":help\n:odds\n47\n30\n27\n")

    assert 0 == said.code
    for name in (":undo", ":fix", ":set", ":why", ":odds", ":quit", ":help"):
        assert name in said.out
    assert "Шансы" in said.out


def test_quit_and_come_back(voevoda: Voevoda) -> None:
    """The journal goes on where it stood, with the same seed, and comes to what it would have come to."""
    line = ("fight", "tunnels.yaml", "--seed", "abc", "--ask", "--save", "battle.jsonl")
    left = voevoda(*line, typed="\n\n\n:quit\n")

    assert 0 == left.code
    assert "voevoda fight --resume battle.jsonl --ask" in left.out
    assert "abc" not in Path("battle.jsonl").read_text("utf-8")
    resumed = voevoda("fight", "--resume", "battle.jsonl", "--throw", "--format", "json")
    assert voevoda("fight", "tunnels.yaml", "--seed", "abc", "--format", "json").out == resumed.out
    assert ["battle.jsonl", "tunnels.yaml", "unnamed.yaml"] == sorted(map(str, Path().iterdir()))
    assert 0 == voevoda("verify", "battle.jsonl").code


def test_the_end_of_what_is_typed_keeps_the_battle(voevoda: Voevoda) -> None:
    """A closed terminal loses nothing that was acknowledged, a half-asked pair included."""
    assert 0 == voevoda("fight", "unnamed.yaml", "--ask", "--save", "battle.jsonl", typed="47\n").code

    said = voevoda(
        "fight", "--resume", "battle.jsonl", "--ask", "--rounds", "1", "--format", "json", typed="30\n27\n"
    )
    assert [24, 41] == points(said)


def test_leaving_without_a_journal_says_so(voevoda: Voevoda) -> None:
    """And shows what there was."""
    said = voevoda("fight", "unnamed.yaml", "--ask", typed="47\n30\n27\n:quit\n")

    assert 0 == said.code
    assert "Undecided" in said.out
    assert "--save JOURNAL" in said.out


class Terminal:
    """A real terminal with ``fight --ask`` in it."""

    def __init__(self) -> None:
        self._mine, theirs = pty.openpty()
        self.shown = b""
        source = str(Path(package.__file__).parents[1])
        line = ["fight", "unnamed.yaml", "--ask", "--save", "battle.jsonl", "--lang", "en"]
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from voevoda.cli import main; main()", *line],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, "TERM": "dumb", "PYTHONPATH": source},
        )
        os.close(theirs)

    def read_until(self, words: bytes) -> None:
        """Read what is shown until ``words`` and then a prompt are there."""
        while words not in self.shown or not self.shown.endswith(b"> "):
            ready, _, _ = select.select([self._mine], [], [], 30)
            assert ready, self.shown.decode()
            self.shown += os.read(self._mine, 65536)

    def write(self, line: bytes) -> None:
        """Type a line."""
        _ = os.write(self._mine, line)

    def close(self) -> int:
        """Read the rest and wait for the end; the exit code."""
        with suppress(OSError):  # Linux says so that the other end is closed
            while rest := os.read(self._mine, 65536):
                self.shown += rest
        os.close(self._mine)
        return self.process.wait(30)


def test_each_answer_is_on_disk_before_the_next_question(voevoda: Voevoda) -> None:
    """Killed at any prompt, the journal has all that was answered."""
    terminal = Terminal()
    terminal.read_until(b"1. Iron")
    for typed, question in ((b"47\n", b"2. Green"), (b"30\n", b"3. Green")):
        terminal.write(typed)
        terminal.read_until(question)
    terminal.process.kill()
    _ = terminal.close()

    replies = [json.loads(entry).get("reply") for entry in Path("battle.jsonl").read_text().splitlines()]
    assert [[47], [30]] == [reply for reply in replies if reply]
    assert 0 == voevoda("fight", "--resume", "battle.jsonl").code


def test_control_c_leaves_the_battle_kept(voevoda: Voevoda) -> None:
    """Exit code 130, no traceback, and the way back."""
    terminal = Terminal()
    terminal.read_until(b"1. Iron")
    time.sleep(0.5)  # a person presses it after the prompt, not while it is being written
    terminal.process.send_signal(signal.SIGINT)

    assert 130 == terminal.close()
    assert b"Traceback" not in terminal.shown
    assert b"--resume" in terminal.shown
    assert b"\x1b" not in terminal.shown
    assert 0 == voevoda("fight", "--resume", "battle.jsonl").code


def test_a_battle_gone_on_with_goes_on_asking(voevoda: Voevoda) -> None:
    """Nothing is thrown unasked; --throw, --seed, --dice or --answers say otherwise."""
    line = ("fight", "tunnels.yaml", "--ask", "--seed", "abc", "--save", "battle.jsonl")
    _ = voevoda(*line, typed="47\n:quit\n")
    kept = Path("battle.jsonl").read_text("utf-8")

    said = voevoda("fight", "--resume", "battle.jsonl", typed=":quit\n")

    assert (0, kept) == (said.code, Path("battle.jsonl").read_text("utf-8"))
    assert "2. Greenskins: d100 against 41" in said.out
    assert "Ironbreakers: 47 is noted" in said.out
    exists = voevoda("fight", "tunnels.yaml", "--save", "battle.jsonl").err
    assert "voevoda fight --resume battle.jsonl --ask" in exists
    assert "--ask, --throw" in voevoda("fight", "--resume", "battle.jsonl", "--ask", "--throw").err
    thrown = voevoda("fight", "--resume", "battle.jsonl", "--throw")
    assert (0, True) == (thrown.code, "Seed: abc" in thrown.out)


def test_the_noted_die_of_a_pair_is_shown_again_after_an_undo(voevoda: Voevoda) -> None:
    """What lies on the table is never out of sight: here the number set by hand is taken back."""
    line = "47\n:set sides.Greenskins.points 30 they flee\n:quit\n"

    assert 2 == voevoda(*ASK, typed=line).out.count("Ironbreakers: 47 is noted")


@pytest.mark.parametrize("line", [":odds", ":undo", ":why", ""])
def test_a_command_leaves_a_correction(voevoda: Voevoda, line: str) -> None:
    """With a word, and does what it does; so does an empty line."""
    said = voevoda(*ASK, typed=f"47\n30\n:fix 2\n{line}\n:quit\n").out

    assert "Correcting answer 2 (" in said
    assert "Answer 2 stays as it was." in said
    for command, words in (
        (":odds", "What is left"),
        (":undo", "Taken back: 2 answers"),
        (":why", "Arithmetic"),
    ):
        assert (line == command) == (words in said)


def test_a_wrong_correction_is_asked_again(voevoda: Voevoda) -> None:
    """And never taken for the answer to the next question."""
    said = voevoda(*ASK, "--format", "json", typed="74\n30\n:fix 1\n470\n47\n27\n")

    assert [24, 41] == points(said)
    assert 2 == said.err.count("Correcting answer 1")


def test_a_round_counts_when_something_of_it_was_rolled(voevoda: Voevoda) -> None:
    """A number set before its first roll does not begin it."""
    line = "47\n30\n27\n:set sides.Greenskins.points 30 they flee\n:quit\n"
    said = voevoda("fight", "unnamed.yaml", "--ask", typed=line)

    assert "Undecided after 1 round." in said.out


def test_a_wrong_number_at_a_draw_speaks_of_the_list(voevoda: Voevoda) -> None:
    """Which is shown with its numbers; nothing is said of dice."""
    line = ("fight", "tunnels.yaml", "--ask", "--rounds", "1")
    said = voevoda(*line, typed="47\n30\n27\n7\n1 2\n:quit\n").out

    assert "accepted: one of 1 Grishnak, 2 Snagga" in said
    assert "no number “7” in the list; it has 1 to 2" in said
    assert "“1 2” does not fit: given 2, needed 1" in said
    assert not re.search("▲.*(die|dice)", said)


def test_status(voevoda: Voevoda) -> None:
    """Points, soldiers, and the wounds and the penalty in force of each character."""
    line = "47\n30\n27\n1\n:status\n55\n30\n:status\n:quit\n"
    said = voevoda("fight", "tunnels.yaml", "--ask", typed=line).out

    first, second = said.split("penalty now")[1:]
    assert "Power points: 24 of 30" in said
    assert "Ironbreakers        10     8" in said
    assert ["Grishnak", "0", "−10"] == first.split()[:3]
    assert ["Grishnak", "0", "0"] == second.split()[:3]
    assert "As at the last completed step of the battle" in second


def test_what_is_not_kept_is_said_at_the_start(voevoda: Voevoda) -> None:
    """Once, before the first question."""
    said = voevoda(*ASK, typed="").out

    assert said.index("not kept: --save") < said.index("1. Ironbreakers")
    assert "not kept: --save" not in voevoda(*ASK, "--save", "battle.jsonl", typed="").out


def test_leaving_names_the_file_of_the_seed(voevoda: Voevoda) -> None:
    """Which is to be kept, and shown to nobody."""
    said = voevoda(*ASK, "--save", "battle.jsonl", typed=":quit\n").out

    assert "battle.jsonl.seed holds the seed" in said


def test_an_undo_after_a_number_set_takes_the_number_back_and_keeps_the_dice(voevoda: Voevoda) -> None:
    """What was done last is the number; the dice thrown before it stand again."""
    typed = "47\n30\n:set sides.Greenskins.points 30 they flee\n:undo\n27\n:quit\n"
    said = voevoda("fight", "unnamed.yaml", "--ask", "--seed", "x", "--save", "a.journal", typed=typed)

    assert "Taken back: sides.Greenskins.points set to 30" in said.out
    report = json.loads(voevoda("replay", "a.journal", "--format", "json").out)
    assert [] == report["overrides"]
    assert [[47], [30], [27]] == [line["dice"] for line in report["log"] if "dice" in line]


def test_a_roll_can_be_ruled_at_the_prompt_and_in_a_list(voevoda: Voevoda) -> None:
    """It counts as if that had been thrown, with the reason, marked as a ruling."""
    typed = "47\n:rule 30 the die fell off the table\n27\n:quit\n"
    said = voevoda("fight", "unnamed.yaml", "--ask", "--save", "a.journal", typed=typed)
    Path("list.yaml").write_text('[47, {as: 30, reason: "the die fell off the table"}, 27]')
    listed = voevoda("fight", "unnamed.yaml", "--answers", "list.yaml", "--rounds", "1", "--format", "json")

    assert (0, "") == (said.code, said.err)
    for report in (
        json.loads(voevoda("replay", "a.journal", "--format", "json").out),
        json.loads(listed.out),
    ):
        ruled = next(line for line in report["log"] if line.get("source") == "ruled")
        assert (1, "the die fell off the table") == (ruled["facts"]["sl"], ruled["facts"]["reason"])
        assert [24, 41] == [side["points"]["now"] for side in report["sides"]]
        assert "the die fell off the table" in [override["reason"] for override in report["overrides"]]


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", "ruled by the referee: it fell is noted"), ("ru", "решил ведущий: it fell — принято")],
)
def test_a_ruling_of_the_first_of_a_pair_is_noted_in_words(voevoda: Voevoda, lang: str, words: str) -> None:
    """As it is explained later, with its reason."""
    out = voevoda(*ASK, "--lang", lang, typed=":rule 30 it fell\n:quit\n").out

    assert words in out


@pytest.mark.parametrize("line", [":rule", ":rule 30", ":rule 101 too high", ":rule x y"])
def test_a_ruling_that_cannot_be_is_refused(voevoda: Voevoda, line: str) -> None:
    """No reason, no such face: said, and asked again."""
    said = voevoda("fight", "unnamed.yaml", "--ask", typed=f"{line}\n:quit\n")

    assert "▲" in said.out


@pytest.mark.parametrize(("words", "given"), [("failed why", "failed"), ("9 10 why", "9")])
def test_a_ruling_of_several_dice_is_shown_how_to_give_them(voevoda: Voevoda, words: str, given: str) -> None:
    """A word is no result, and of what has spaces only the first is taken for one; so is one die of two."""
    examples = Path(package.__file__).parent / "rulebooks" / "skirmish" / "data" / "examples"
    typed = f"10\n1\n1 1 1\n9 9 9\n:rule {words}\n:rule 9,10 why\n:quit\n"
    said = voevoda("fight", str(examples / "wolves.yaml"), "--ask", typed=typed)

    assert "such as :rule 6,3 the die" in " ".join(said.out.split())
    assert f"Here that is 2 faces, each from 1 to 20; given: “{given}”." in " ".join(said.out.split())
    assert "(why)" in said.out


def test_the_last_die_of_a_battle_can_still_be_mended(voevoda: Voevoda) -> None:
    """Before the battle is closed, its end can be taken back."""
    typed = ":set sides.0.points 20 hurt\n98\n01\n50\n:undo\n:undo\n50\n60\n50\n:quit\n"
    said = voevoda("fight", "unnamed.yaml", "--ask", "--seed", "x", "--save", "a.journal", typed=typed)

    assert "Nothing more is asked." in said.out
    assert json.loads(voevoda("replay", "a.journal", "--format", "json").out)["outcome"] is None
