"""Commands from a seat that does not see all: whose hand shows, who chooses, what can be mended."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from voevoda.i18n import text

Voevoda: TypeAlias = Callable[..., Any]

BATTLE = """
rulebook: savage
title: Trial
sides:
  - name: Ash
    tokens: 12
    commander: {name: Wanda, battle: d10, spirit: d12+4, edges: [perceptive, resourceful, caring, pushing]}
    undead: true
    fortified: true
    characters: [{name: Mila, rank: legendary, skills: {notice: d12+4, stealth: d12+4}}]
  - name: Birch
    tokens: 12
    commander: {name: Ruk, battle: d10, spirit: d12+4, edges: [calculating, pushing]}
    undead: true
    fortified: true
    characters: [{name: Osk, rank: legendary, skills: {notice: d12+4, stealth: d12+4}}]
max_rounds: 4
"""
"""A battle that lasts, with scouts on both sides, stolen cards, questions and exchanges."""

LOOKS = ":status\n:advice\n:why\n\n"
"""What is asked at every prompt before it is answered."""


@pytest.fixture(autouse=True)
def _trial(voevoda: Voevoda, monkeypatch: pytest.MonkeyPatch) -> None:
    """The battle lies in the folder, and the screen is wide enough for every line."""
    _ = voevoda
    Path("trial.yaml").write_text(BATTLE, "utf-8")
    monkeypatch.setenv("COLUMNS", "400")


def drawn_and_shown(record: Any, side: str) -> tuple[set[str], set[str]]:
    """The cards that a side has drawn in a whole record, and those that it has shown."""
    log = record["log"]
    drawn = {
        card
        for line in log
        if line["key"] in {"deal.draw", "cards.draw"} and line["facts"]["side"] == side
        for card in line["facts"]["drawn"]
    }
    shown = {
        each["card"]
        for line in log
        if line["key"] == "lay.shown"
        for each in line["facts"]["cards"]
        if each["side"] == side
    }
    return drawn, shown


def names_of(card: str) -> re.Pattern[str]:
    """What a card is called, in files and in both languages."""
    words = [
        text(lang, f"savage.card={card}", {})
        for lang in ("en", "ru")
        if card[0] != "J" or card[1:] not in "12"
    ]
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, [card, *words]))})(?!\w)")


def played(voevoda: Voevoda, seed: str, policy: str, *, typed: str, lang: str = "en") -> tuple[str, Any]:
    """What who commands Ash has seen of a whole battle, and the whole record of it."""
    said = voevoda(
        *("fight", "trial.yaml", "--ask", "--as", "Ash", "--seed", seed, "--policy", policy, "--lang", lang),
        *("--save", f"{seed}.jsonl"),
        typed=typed,
    )
    assert (0, "") == (said.code, said.err)
    return said.out, json.loads(voevoda("replay", f"{seed}.jsonl", "--format", "json").out)


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("seed", ["a", "b"])
def test_no_card_of_the_enemy_is_on_the_screen_before_it_is_shown(
    voevoda: Voevoda, seed: str, lang: str
) -> None:
    """Whatever is asked at every prompt; nor at the end, in the report."""
    out, record = played(voevoda, seed, "random", typed=f"{LOOKS * 6}:odds\n{LOOKS * 60}", lang=lang)
    drawn, shown = drawn_and_shown(record, "Birch")
    before = {"en": "Turned up: ", "ru": "Открыто: "}[lang]

    assert len(drawn - shown) >= 1
    for card in drawn:
        found = names_of(card).search(out)
        if card not in shown:
            assert found is None, card
        elif found:
            assert before in out[: found.start()].rpartition("\n")[2], card


@pytest.mark.parametrize("how", ["text", "json", "markdown", "short"])
@pytest.mark.parametrize("command", ["replay", "explain"])
def test_a_journal_shows_a_side_what_its_commander_saw(voevoda: Voevoda, command: str, how: str) -> None:
    """No card that the enemy did not show, in any format; without --as all of them."""
    _, record = played(voevoda, "a", "random", typed="\n" * 200)
    drawn, shown = drawn_and_shown(record, "Birch")
    line = (command, "a.jsonl", "--lang", "en", "--format", how)

    said, whole = voevoda(*line, "--as", "Ash"), voevoda(*line)

    assert (0, "") == (said.code, said.err)
    assert [] == [card for card in drawn - shown if names_of(card).search(said.out)]
    if how != "short":
        assert [] != [card for card in drawn - shown if names_of(card).search(whole.out)]


def test_answers_are_explained_by_the_numbers_that_the_side_was_shown(
    voevoda: Voevoda, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log, the list, and each answer by itself count alike, and without gaps."""
    monkeypatch.setenv("COLUMNS", "60")  # too narrow for both sides abreast
    out, _ = played(voevoda, "a", "random", typed="\n" * 200)
    listed = json.loads(voevoda("explain", "a.jsonl", "--as", "Ash", "--format", "json", "--lang", "en").out)
    logged = [(int(n), said) for n, said in re.findall(r"^ *(\d+) [■▨ ] (.{12})", out, re.MULTILINE)]

    assert list(range(1, len(listed) + 1)) == [int(row["n"]) for row in listed]
    assert logged == [(int(row["n"]), row["text"][:12]) for row in listed]
    for row in listed[::7]:
        one = voevoda("explain", "a.jsonl", row["n"], "--as", "Ash", "--lang", "en").out
        assert row["text"].rpartition(" (")[0] in " ".join(one.split())


@pytest.mark.parametrize(
    "line", [("fight", "trial.yaml"), ("odds", "trial.yaml"), ("compare", "trial.yaml", "--each")]
)
def test_a_policy_that_there_is_not_is_refused(voevoda: Voevoda, line: tuple[str, ...]) -> None:
    """With those that there are."""
    said = voevoda(*line, "--policy", "bold", "--lang", "en")

    assert 2 == said.code
    assert "--policy: given bold; the book savage accepts: greedy, random, safe.\n" == said.err


@pytest.mark.parametrize(
    "line", [("fight", "trial.yaml", "--ask"), ("replay", "j.jsonl"), ("explain", "j.jsonl")]
)
def test_a_side_that_there_is_not_is_refused(voevoda: Voevoda, line: tuple[str, ...]) -> None:
    """With those that there are."""
    assert 0 == voevoda("fight", "trial.yaml", "--seed", "j", "--save", "j.jsonl").code
    said = voevoda(*line, "--as", "Oak", "--lang", "en")

    assert 2 == said.code
    assert "--as: there is no side “Oak”; there are: Ash, Birch.\n" == said.err


def test_the_report_names_the_policy(voevoda: Voevoda) -> None:
    """Whichever it was, in words."""
    for policy, words in (
        ("greedy", "what gains most this round"),
        ("random", "every option alike"),
        ("safe", "the mixture that guarantees most"),
    ):
        out = voevoda("fight", "trial.yaml", "--seed", "a", "--policy", policy, "--lang", "en").out

        assert f"Choices were made by a policy: {words}." in " ".join(out.split())


def prompts(out: str) -> list[str]:
    """Every question put, with its number."""
    return re.findall(r"^\d+\. .*$", out, re.MULTILINE)


REFUSED = re.compile(
    r"^▲ (?:Answer \d+ stays as it is: since then|Dice, draws and what the ref)", re.MULTILINE
)


@pytest.mark.parametrize("side", ["Ash", "Birch"])
def test_undo_takes_back_the_persons_own_last_choice(voevoda: Voevoda, side: str) -> None:
    """As long as nothing was thrown since, by whomever, and nothing shown that he did not choose himself."""
    line = ("fight", "trial.yaml", "--ask", "--as", side, "--seed", "a", "--lang", "en")
    onward = prompts(voevoda(*line, typed="\n" * 25 + ":quit\n").out)
    undone = list[int]()
    for number in range(1, 25):
        out = voevoda(*line, typed="\n" * number + ":undo\n:quit\n").out
        *before, back = prompts(out)
        if REFUSED.search(out):
            assert onward[number] == back
        else:
            undone.append(number)
            assert onward[number - 1] == back

        assert onward[: number + 1] == before
    own = [number for number in undone if re.search(rf"\b{side}\b", onward[number - 1])]
    assert undone
    assert undone == own
    typed = "\n" * undone[0] + ":undo\n" + "\n" * 200
    once, again = (voevoda(*line, "--format", "json", typed=each) for each in ("\n" * 200, typed))
    assert json.loads(once.out)["log"] == json.loads(again.out)["log"]


def test_undo_of_the_own_last_choices_goes_back_one_by_one_and_no_further(voevoda: Voevoda) -> None:
    """Up to the dice before them, that lie on the table."""
    line = ("fight", "trial.yaml", "--ask", "--as", "Ash", "--seed", "a", "--lang", "en")
    out = voevoda(*line, typed="\n\n:undo\n:undo\n:undo\n:quit\n").out
    here = [each.partition(".")[0] for each in prompts(out)]

    assert here[0] == here[-1]
    assert "▲ You have chosen nothing yet" in out or REFUSED.search(out)


@pytest.mark.parametrize(
    ("lang", "words"), [("en", ":{} is the referee's, who goes on"), ("ru", ":{} — дело ведущего")]
)
@pytest.mark.parametrize("typed", ["fix 1 3", "set sides.Ash.tokens 30 luck", "rule 6,6 luck"])
def test_who_sits_on_a_side_is_no_referee(voevoda: Voevoda, typed: str, lang: str, words: str) -> None:
    """Correcting dice, setting numbers and ruling rolls are refused; nothing has changed."""
    line = ("fight", "trial.yaml", "--ask", "--seed", "a", "--lang", lang)
    seated = voevoda(*line, "--as", "Ash", typed=f"\n\n\n:{typed}\n:quit\n").out
    whole = voevoda(*line, "--as", "Ash", typed="\n\n\n:quit\n").out

    assert f"▲ {words.format(typed.partition(' ')[0])}" in seated
    assert prompts(seated)[:-1] == prompts(whole)
    assert prompts(seated)[-1] == prompts(whole)[-1]


SECOND_LOOKS = {
    "the enemy's card": "\n" * 9,
    "the answer to a question": "\n" * 13 + "ask\nask\nhearts\n\n",
    "cards of his own from the deck": "\n" * 15,
}
"""What is answered by who commands Ash, up to where something hidden has been shown to him."""


@pytest.mark.parametrize("typed", SECOND_LOOKS.values(), ids=SECOND_LOOKS)
def test_who_sits_on_a_side_takes_no_second_look(voevoda: Voevoda, typed: str) -> None:
    """What was hidden and is shown to him, he cannot see and then answer otherwise; the referee may."""
    line = ("fight", "trial.yaml", "--ask", "--seed", "a", "--lang", "en")
    seated = (*line, "--as", "Ash", "--save", "a.jsonl")
    number = prompts(voevoda(*seated, typed=f"{typed}:quit\n").out)[-1].partition(".")[0]
    resumed = ("fight", "--resume", "a.jsonl", "--ask", "--as", "Ash", "--lang", "en")
    out = voevoda(*resumed, typed=":undo\n:quit\n").out
    here = prompts(out)

    assert REFUSED.search(out), out
    assert [f"{number}."] * 2 == [each.partition(" ")[0] for each in here]
    referee = voevoda("fight", "--resume", "a.jsonl", "--ask", "--lang", "en", typed=":undo\n:quit\n").out
    assert "Taken back: " in referee
    assert REFUSED.search(referee) is None


def test_a_battle_left_from_a_side_says_how_to_go_on_from_there(voevoda: Voevoda) -> None:
    """Without the side, who goes on would see everything."""
    line = ("--ask", "--as", "Ash", "--policy", "random", "--lang", "en")
    said = voevoda("fight", "trial.yaml", *line, "--seed", "a", "--save", "j.jsonl", typed="\n\n:quit\n")

    assert "fight --resume j.jsonl --ask --as Ash --policy random\n" in said.out
    more = voevoda("fight", "--resume", "j.jsonl", *line, typed=LOOKS * 60)
    record = json.loads(voevoda("replay", "j.jsonl", "--format", "json").out)
    drawn, shown = drawn_and_shown(record, "Birch")
    assert 0 == more.code
    assert [] == [card for card in drawn - shown if names_of(card).search(said.out + more.out)]


def test_advice_gives_weights_and_what_they_guarantee(voevoda: Voevoda) -> None:
    """When a card is to be laid, and says at other times that there is none."""
    line = ("fight", "trial.yaml", "--ask", "--as", "Ash", "--seed", "a", "--lang", "en")
    out = voevoda(*line, typed=":advice\n\n" * 10 + ":quit\n").out

    assert "There is no advice on this." in out
    assert re.search(r"This guarantees a chance to win of: \d+\.\d%", out)
    weights = re.findall(r" of \w+ +(\d+\.\d)% +\d+\.\d%$", out, re.MULTILINE)
    assert len(weights) >= 3
    assert abs(100 - sum(map(float, weights))) < 0.5


PLAIN = """
rulebook: savage
title: Trial
cards: false
sides:
  - {name: Ash, tokens: 3, commander: {name: A, battle: d10}}
  - {name: Birch, tokens: 3, commander: {name: B, battle: d8}}
"""


def test_options_are_listed_with_their_names(voevoda: Voevoda) -> None:
    """As they are typed, and as they are called."""
    line = ("fight", "trial.yaml", "--ask", "--as", "Ash", "--seed", "a")
    en, ru = (" ".join(voevoda(*line, "--lang", lang, typed=":quit\n").out.split()) for lang in ("en", "ru"))

    assert "accepted: one of 1 stay (stays out of this round), 2 fight (fighting: success +1," in en
    assert "подходит: одно из 1 stay (этот раунд — в стороне), 2 fight (участие в сражении: успех +1," in ru


def test_dice_that_are_rolled_again_say_how_they_are_typed(
    voevoda: Voevoda, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row that ends too soon or too late is refused; a whole one is taken, reckoned, and can be ruled."""
    monkeypatch.setenv("COLUMNS", "60")  # too narrow for both sides abreast
    Path("plain.yaml").write_text(PLAIN, "utf-8")
    typed = "3 1 1\n10\n10 4 6 6 2\n:rule 6,3 the dog has it\n:why 1\n:quit\n"
    out = " ".join(
        voevoda("fight", "plain.yaml", "--ask", "--seed", "a", "--lang", "en", typed=typed).out.split()
    )

    assert "accepted: the faces in a row, each die with all its rerolls: d10 first, then the Wild Die" in out
    assert "These dice end sooner or later than that: “3 1 1”." in out
    assert "These dice end sooner or later than that: “10”." in out
    assert "Ash: 10, 4, 6, 6, 2 is noted" in out
    assert "as the referee ruled (the dog has it)" in out.replace("S-6.1 referee ", "")
    assert "14 (the d10, 10 + 4, the Wild Die came to 14, S-1.1) = 14" in out


def test_dice_on_the_line_name_the_face_that_does_not_fit(voevoda: Voevoda) -> None:
    """A d10 has no 11; it is the third that is typed."""
    Path("plain.yaml").write_text(PLAIN, "utf-8")
    said = voevoda("fight", "plain.yaml", "--dice", "3 2 11 1", "--lang", "en")

    assert 2 == said.code
    assert "Given: 11." in said.err
    assert "1 to 8" in said.err


@pytest.mark.parametrize(("lang", "words"), [("en", "given 1, needed 4"), ("ru", "дано 1, нужно 4")])
def test_one_card_for_a_draw_of_four_is_told_how_many_it_takes(
    voevoda: Voevoda, lang: str, words: str
) -> None:
    """And not that it cannot be drawn, which would be false."""
    Path("five.yaml").write_text("[5]")
    said = voevoda("fight", "trial.yaml", "--answers", "five.yaml", "--lang", lang)

    assert 2 == said.code
    assert words in said.err
    assert "cannot be drawn" not in said.err


@pytest.mark.parametrize(
    ("given", "en", "ru"),
    [
        ("2C, 3C, 4C, ZZ", "ZZ cannot be drawn here.", "ZZ — этого здесь не вытянуть."),
        ("2C 3C 4C 2C", "2C stands there twice.", "2C — дважды."),
        ("2C, 3C", "given 2, needed 4.", "дано 2, нужно 4."),
    ],
)
def test_a_draw_that_is_refused_names_the_card_that_is_wrong(
    voevoda: Voevoda, given: str, en: str, ru: str
) -> None:
    """To the referee, who alone types draws, at the prompt as in a list of answers."""
    listed = ", ".join(given.replace(",", "").split())
    Path("draws.yaml").write_text(f"[[{listed}]]")
    for lang, words in (("en", en), ("ru", ru)):
        asked = voevoda(
            "fight", "trial.yaml", "--ask", "--seed", "a", "--lang", lang, typed=f"{given}\n:quit\n"
        )
        assert words in asked.out
        said = voevoda("fight", "trial.yaml", "--answers", "draws.yaml", "--lang", lang)
        assert 2 == said.code
        assert words in said.err


def test_cards_are_typed_with_commas_or_spaces(voevoda: Voevoda) -> None:
    """Since none holds a space."""
    line = ("fight", "trial.yaml", "--ask", "--seed", "a", "--lang", "en")
    one, other = (voevoda(*line, typed=f"{each}\n:quit\n").out for each in ("2C, 3C, 4C, AS", "2C 3C 4C AS"))

    assert one == other
    assert 2 == len(prompts(one))


def test_a_question_with_nothing_to_pick_takes_an_empty_line(voevoda: Voevoda) -> None:
    """It is asked so that nobody can count the questions; what is typed is the person's, not a policy's."""
    more = "max_rounds: 4\nreadings: {new_cards_first_round: yes}"
    battle = re.sub(r" *characters: .*\n", "", BATTLE.replace("max_rounds: 4", more))
    Path("trial.yaml").write_text(battle, "utf-8")
    line = ("fight", "trial.yaml", "--ask", "--as", "Ash", "--seed", "a", "--lang", "en", "--save", "q.jsonl")
    out = voevoda(*line, typed="8 3\n9 1\nask\nask\nhearts\n\n\n:quit\n").out
    why = voevoda("explain", "q.jsonl", "6", "--as", "Ash", "--lang", "en").out

    assert "which ranks are asked about: none, since a suit is named" in " ".join(out.split())
    assert "accepted: an empty line, or [] in a list of answers" in " ".join(out.split())
    assert "chosen" in why
    assert "policy" not in why
