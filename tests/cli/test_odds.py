"""``odds`` and ``compare``: who wins, what a change is worth, and what cannot be asked."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

Voevoda: TypeAlias = Callable[..., Any]

LARGE = """
rulebook: wfrp
title: Two hosts
sides:
  - {name: East, units: [{name: Levy, count: 1000000000000}]}
  - {name: West, units: [{name: Levy, count: 999999999999}]}
"""


def found(said: Any) -> Any:
    """What a command wrote as JSON."""
    assert (0, "") == (said.code, said.err)
    return json.loads(said.out)


def test_the_known_odds_of_the_tunnels(voevoda: Voevoda) -> None:
    """Exact figures known from elsewhere, and laws that sum to 1."""
    odds = found(voevoda("odds", "tunnels.yaml", "--format", "json"))

    assert ("wfrp", "exact", None, None) == (odds["rulebook"], odds["method"], odds["samples"], odds["error"])
    assert {"Ironbreakers": 0.19947, "Greenskins": 0.79389} == {
        name: round(chance, 5) for name, chance in odds["win"].items()
    }
    assert (0.00664, 4.17726) == (round(odds["no_winner"], 5), round(odds["rounds"]["mean"], 5))
    for law in (odds["rounds"]["law"], *(side["points"]["law"] for side in odds["sides"]), odds["endings"]):
        assert 1e-9 > abs(sum(law.values()) - 1)


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_printed_percentages_sum_to_a_hundred(voevoda: Voevoda, lang: str) -> None:
    """In every form, with two digits where the odds are exact."""
    for form in ("text", "short", "markdown"):
        said = voevoda("odds", "tunnels.yaml", "--lang", lang, "--format", form)
        shown = [each.replace(",", ".") for each in re.findall(r"\d+[.,]\d\d(?=\s?%)", said.out)]

        assert (0, "", 100) == (said.code, said.err, round(sum(map(float, shown[:3])), 9))


def test_a_battle_past_what_is_exact_is_sampled_and_says_so(voevoda: Voevoda) -> None:
    """With its size, its seed and its error; the same twice."""
    args = ("odds", "large.yaml", "--samples", "2000", "--seed", "x", "--format")
    Path("large.yaml").write_text(LARGE)

    odds = found(voevoda(*args, "json"))

    assert ("sampled", 2000, "x") == (odds["method"], odds["samples"], odds["seed"])
    assert {"East", "West"} == set(odds["error"]["win"])
    assert odds == found(voevoda(*args, "json"))
    text = voevoda(*args, "text").out
    assert "Sampled: 2,000 battles" in text
    assert "< 3/2,000" in text


def test_the_error_of_a_sample_is_rounded_up(voevoda: Voevoda) -> None:
    """East won all 400,000 of these, and still nobody knows its chance to the last digit."""
    Path("large.yaml").write_text(LARGE.replace("999999999999", "100000000000"))

    assert "±0.01 percentage points" in " ".join(voevoda("odds", "large.yaml").out.split())


def test_a_change_is_a_column_beside_the_battle(voevoda: Voevoda) -> None:
    """Two changes in one column, one in the next."""
    changes = ("--with", "sides.Ironbreakers.ambushed=false; sides.1.ranged=none", "--with", "max_rounds=1")
    compared = found(voevoda("compare", "tunnels.yaml", *changes, "--format", "json"))

    assert [None, changes[1], changes[3]] == [column["with"] for column in compared["columns"]]
    wins = [column["win"]["Ironbreakers"] for column in compared["columns"]]
    assert wins[2] < wins[0] < wins[1]
    assert 0.9 < compared["columns"][2]["endings"]["stopped"]
    text = voevoda("compare", "tunnels.yaml", *changes).out
    assert "as it is" in text
    assert "(+77.05)" in text


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "Worth exactly 0 under the policy “what gains most this round”: sides.Ash.commander.edges"),
        ("ru", "Ровно 0 при правиле выбора «что больше даст в этом раунде»: sides.Ash.commander.edges"),
    ],
)
@pytest.mark.parametrize("how", ["text", "markdown", "short"])
def test_what_a_policy_never_uses_is_said_to_be_worth_nothing_only_under_it(
    voevoda: Voevoda, monkeypatch: pytest.MonkeyPatch, how: str, lang: str, words: str
) -> None:
    """An edge that greedy does not use; not what is worth something, nor where nobody chooses."""
    monkeypatch.setenv("COLUMNS", "400")
    Path("edges.yaml").write_text(
        "{rulebook: savage, title: Trial, sides: ["
        "{name: Ash, tokens: 3, commander: {name: Wanda, battle: d8, edges: [perceptive]}},"
        "{name: Birch, tokens: 3, support: heavy, commander: {name: Ruk}}]}"
    )
    line = ("compare", "--each", "--format", how, "--lang", lang)
    out = voevoda(*line, "edges.yaml", "--samples", "50").out

    assert words in out.replace("\\", "").replace("&#46;", ".")
    assert "sides.Birch.support," not in out
    assert words[:20] not in voevoda(*line, "tunnels.yaml").out


def test_each_modifier_is_ranked_by_its_worth(voevoda: Voevoda) -> None:
    """What is worth most first; what says what holds anyway is not there."""
    each = found(voevoda("compare", "tunnels.yaml", "--each", "--format", "json"))["each"]

    assert "sides.Ironbreakers.ambushed" == each[0]["path"]
    assert sorted((abs(modifier["worth"]) for modifier in each), reverse=True) == [
        abs(modifier["worth"]) for modifier in each
    ]
    assert not [modifier for modifier in each if modifier["path"].endswith("manoeuvre")]
    assert "−72.22" in voevoda("compare", "tunnels.yaml", "--each").out


def test_a_comparison_shows_what_strategy_is_made_of_where_it_differs(voevoda: Voevoda) -> None:
    """Both sides of the battle as it is, and of the change only the side that it touches."""
    Path("ford.yaml").write_text(voevoda("new", "gurps", "--example", "ford").out, "utf-8")
    change = ("compare", "ford.yaml", "--with", "sides.Megalos.plan=3")

    said = voevoda(*change)
    columns = found(voevoda(*change, "--format", "json"))["columns"]

    assert (0, "") == (said.code, said.err)
    assert 3 == said.out.count("Strategy before anything is thrown")
    assert [[17, 15], [19, 15]] == [
        [side["account"][-1]["value"] for side in column["sides"]] for column in columns
    ]
    assert 2 == voevoda(*change, "--format", "markdown").out.count("Strategy before anything is thrown")


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize(
    ("args", "shown"),
    [
        (("odds", "tunnels.yaml", "--samples", "0"), "--samples"),
        (("odds", "tunnels.yaml", "--samples", "many"), "many"),
        (("odds", "absent.yaml"), "absent.yaml"),
        (("compare", "tunnels.yaml"), "--with"),
        (("compare", "tunnels.yaml", "--with", "nonsense"), "nonsense"),
        (("compare", "tunnels.yaml", "--with", "sides.Ironbraekers.ambushed=false"), "Ironbreakers"),
        (("compare", "tunnels.yaml", "--with", "sides.0.ambuhsed=false"), "ambushed"),
        (("compare", "tunnels.yaml", "--with", "sides.0.conditions=3"), "3"),
        (("compare", "tunnels.yaml", "--with", "sides.0.units.9.count=3"), "9"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    voevoda: Voevoda, args: tuple[str, ...], shown: str, lang: str
) -> None:
    """One message, nothing on standard output, exit 2."""
    said = voevoda(*args, "--lang", lang)

    assert (2, "") == (said.code, said.out)
    assert shown in said.err
    assert "Traceback" not in said.err


def test_odds_are_shown_at_the_prompt(voevoda: Voevoda) -> None:
    """From the last completed step on."""
    said = voevoda("fight", "tunnels.yaml", "--ask", "--seed", "x", typed="47\n:odds\n:quit\n")

    assert "19.95%" in said.out
    assert "From the last completed step" in said.out


def test_soldiers_left_have_one_decimal(voevoda: Voevoda) -> None:
    """Below each other, in every form."""
    for form in ("text", "markdown"):
        said = voevoda("odds", "tunnels.yaml", "--format", form).out
        assert [] == [left for left in ("2.5", "21.2", "14.1") if not re.search(rf" {left}( |\n)", said)]
        assert "0.60" in said


def test_a_ranking_says_what_its_numbers_are(voevoda: Voevoda) -> None:
    """Percentage points, and whose chance; as Markdown beside the odds as they are."""
    said = voevoda("compare", "tunnels.yaml", "--each", "--format", "markdown").out

    assert "| Outcome | as it is |" in said
    assert "| Ironbreakers | 19.95% |" in said
    assert "| Worth, percentage points | Side wins without it |" in said


def test_what_is_certain_is_a_hundred_percent(voevoda: Voevoda) -> None:
    """No first round can end this battle; floats that do not quite sum to 1 do not make it doubtful."""
    file = LARGE.replace("1000000000000", "300").replace("999999999999", "150")
    Path("large.yaml").write_text(file + "max_rounds: 1\n")

    said = voevoda("odds", "large.yaml", "--format", "short")

    assert ["East: 0.00%", "West: 0.00%", "nobody wins: 100.00%"] == said.out.splitlines()[1:4]


@pytest.mark.parametrize(
    ("lang", "told"),
    [("ru", "Другая трактовка уменьшает обе стороны"), ("en", "Another reading scales both sides")],
)
@pytest.mark.parametrize("form", ["text", "markdown"])
@pytest.mark.clause("W-2.6")
def test_large_armies_are_warned_of_once(voevoda: Voevoda, lang: str, told: str, form: str) -> None:
    """As printed, the higher side wins nearly always; the other reading is named."""
    file = LARGE.replace("1000000000000", "150").replace("999999999999", "130")
    Path("large.yaml").write_text(file)
    for args in (("odds",), ("compare", "--with", "sides.West.ambushed=true")):
        said = voevoda(args[0], "large.yaml", *args[1:], "--lang", lang, "--format", form)
        assert 1 == " ".join(said.out.split()).count(told)

    Path("large.yaml").write_text(file + "readings: {large_armies: scaled}\n")
    scaled = voevoda("odds", "large.yaml", "--lang", lang, "--format", "markdown").out
    assert told not in " ".join(scaled.split())
