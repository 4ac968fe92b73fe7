"""The odds of battles without cards, held against the rules: by enumeration, step by step, and by play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rulebooks.savage.armies import SAVAGE, battle, hero, leader, middle
from voevoda.odds import ArrayLaw, Odds, generator
from voevoda.play.drive import fold, law_of_step
from voevoda.play.law import Law
from voevoda.play.position import Outcome, Position
from voevoda.play.questions import Chance, Choose, Question
from voevoda.play.seats import EVERYONE, REFEREE
from voevoda.rulebooks.savage.odds import odds
from voevoda.rulebooks.savage.odds_report import SideOdds
from voevoda.rulebooks.savage.odds_ways import Policy, choice
from voevoda.rulebooks.savage.robot import decide
from voevoda.rulebooks.savage.state import Battle, Phase

BASE = "cards: false"

POLICIES: tuple[Policy, ...] = ("greedy", "random")


def by(policy: Policy) -> Callable[[Any, Question[Any]], Law[Any]]:
    """What the policy answers, as a law."""

    def answer(state: Battle, question: Question[Any]) -> Law[Any]:
        assert isinstance(question, Choose)
        meanings = dict(question.among)
        return Law.even(meanings[option] for option in choice(policy, state, question))

    return answer


def ended(state: Battle) -> Outcome:
    """How a battle ended."""
    found = SAVAGE.finished(state)
    assert found is not None
    return found


def law(found: ArrayLaw) -> dict[int, float]:
    """A law as a dictionary."""
    return dict(zip(found.values.tolist(), found.weights.tolist(), strict=True))


def standing(state: Battle, index: int) -> str:
    """What became of a side."""
    force = state.forces[index]
    return force.fate if force.tokens else "destroyed"


def back(state: Battle, index: int) -> Fraction:
    """How many lost tokens come back on average (S-10.4)."""
    how, force = ended(state), state.forces[index]
    won = how.winner == state.terms.sides[index].name
    chance = {"fights": 0, "withdrew": 2, "routed": 1, "destroyed": 1}[standing(state, index)]
    return Fraction(3 if won else chance, 6) * (force.start - force.tokens)


def assert_same(expected: Law[Battle], found: Odds[SideOdds]) -> None:
    """Hold every number against the law of the last state, to twelve digits."""

    def chance(holds: Callable[[Battle], bool]) -> object:
        return pytest.approx(float(expected.chance(holds)), abs=1e-12)

    assert 0 == expected.missing
    assert "exact" == found.method
    for name, part in found.endings:
        assert chance(lambda s: ended(s).ending == name) == part, name  # noqa: B023
    assert chance(lambda s: ended(s).winner is None) == found.no_winner
    for index, side in enumerate(found.sides):
        assert chance(lambda s: ended(s).winner == side.name) == found.win[index]  # noqa: B023
        tokens = law(side.tokens)
        for left in range(31):
            assert chance(lambda s: s.forces[index].tokens == left) == tokens.get(left, 0)  # noqa: B023
        for fate, part in (
            ("withdrew", side.withdraws),
            ("routed", side.routs),
            ("destroyed", side.destroyed),
        ):
            assert chance(lambda s: standing(s, index) == fate) == part  # noqa: B023
        recovered = expected.mean(lambda s: back(s, index))  # noqa: B023
        assert pytest.approx(float(recovered), abs=1e-12) == side.recovered


# By enumeration


DUKE = "tokens: 3\n" + leader()
HORDE = "tokens: 2\ncommander: {name: Ruk, battle: d6, spirit: d8, wild_card: false}"

CASES: tuple[tuple[str, str, str], ...] = (
    (DUKE, HORDE, "max_rounds: 2"),
    (f"{DUKE}\nsupport: heavy\nundead: true", f"{HORDE}\nterrain: major\nfortified: true", "max_rounds: 2"),
    (f"{DUKE}\nplan: -4", f"{HORDE}\nno_retreat: true", "max_rounds: 3\nreadings: {battle_roll: opposed}"),
    ("tokens: 1\ncommander: {name: Nobody}", HORDE, "max_rounds: 3"),
    (
        "tokens: 2\ncommander: {name: Nobody, deputy: d6}",
        "tokens: 4\ncommander: {name: Nobody too}",
        "max_rounds: 2\nreadings: {no_skill: deputy}",
    ),
    (f"{DUKE}\n{hero('Orlik')}", HORDE, "max_rounds: 2"),
    (f"{DUKE}\n{hero('Orlik', 'riding: d10', ', rank: heroic, toughness: 6')}", HORDE, "max_rounds: 2"),
    (
        f"tokens: 2\n{hero('Orlik', 'arcane: d8', ', toughness: 5, wild_card: false')}",
        f"{HORDE}\n{hero('Vuk', 'stealth: d12+1, fighting: d6', ', rank: veteran')}",
        "max_rounds: 2\nreadings: {battle_roll: opposed}",
    ),
)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("case", range(len(CASES)))
def test_small_battles_are_as_the_rules_enumerate_them(case: int, policy: Policy) -> None:
    """Every number of the engine against every branch of the rules."""
    ash, birch, more = CASES[case]
    if policy == "random":  # as many ways as there are; a round is enough
        more = more.replace("max_rounds: 2", "max_rounds: 1")
    state = battle(ash, birch, f"{BASE}\n{more}")

    assert_same(fold(SAVAGE, state, by(policy)), odds(state, policy=policy))


def character(name: str) -> st.SearchStrategy[str]:
    """A character, or none."""
    skills = st.sampled_from(["fighting: d6", "notice: d8", "healing: d12", "taunt: d4", "arcane: d10"])
    more = st.sampled_from(["", ", toughness: 4", ", rank: seasoned", ", wild_card: false, toughness: 9"])
    return st.one_of(st.just(""), st.builds(lambda one, two: hero(name, one, two), skills, more))


def army(name: str) -> st.SearchStrategy[str]:
    """A side of a battle."""
    return st.builds(
        "\n".join,
        st.tuples(
            st.sampled_from(["tokens: 1", "tokens: 2", "tokens: 3"]),
            st.builds(
                "commander: {{name: Leader, battle: {}, spirit: {}, wild_card: {}}}".format,
                st.sampled_from(["d4-2", "d6", "d12+1"]),
                st.sampled_from(["d4", "d8-1"]),
                st.sampled_from(["true", "false"]),
            ),
            st.sampled_from(["", "support: light", "terrain: slight", "plan: 3"]),
            st.sampled_from(["", "undead: true", "fortified: true\nno_retreat: true"]),
            character(name),
        ),
    )


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(
    army("Orlik"),
    army("Vuk"),
    st.sampled_from(["", "readings: {battle_roll: opposed}"]),
    st.sampled_from(POLICIES),
)
def test_any_round_is_as_the_rules_enumerate_it(ash: str, birch: str, more: str, policy: Policy) -> None:
    """One round of battles of all kinds."""
    state = battle(ash, birch, f"{BASE}\nmax_rounds: 1\n{more}")

    assert_same(fold(SAVAGE, state, by(policy)), odds(state, policy=policy))


# Step by step, in battles of any size and without a limit


ALL_IN = (
    f"tokens: 6\nplan: 1\n{hero('Orlik', 'fighting: d8, riding: d6', ', toughness: 7')}",
    f"tokens: 5\nfortified: true\n{hero('Vuk', 'stealth: d10', ', rank: seasoned')}",
)


@pytest.mark.parametrize(
    ("sides", "more", "policy"),
    [
        (ALL_IN, "", "greedy"),
        (ALL_IN, "max_rounds: 7", "greedy"),
        (("tokens: 4", f"tokens: 3\n{hero('Vuk', 'taunt: d8')}"), "", "random"),
        (("", "tokens: 9"), "readings: {battle_roll: opposed}", "greedy"),
    ],
    ids=str,
)
def test_odds_are_the_mean_of_the_odds_a_step_later(
    sides: tuple[str, str], more: str, policy: Policy
) -> None:
    """From every kind of step of a battle that is being fought, the first included (S-3)."""
    state = battle(*sides, f"{BASE}\n{more}")
    random, met = generator("steps"), set[tuple[str, int]]()
    for _ in range(40):
        if SAVAGE.finished(state) is not None:
            break
        after = law_of_step(SAVAGE, state, by(policy))
        if (state.phase, state.turn) not in met:
            assert_is_mean(state, after, policy)
        met.add((state.phase, state.turn))
        chances = [float(chance) for _, chance in after]
        state = after.values[random.choice(len(after), p=chances)]

    assert {"deal", "opening", "battle", "losses", "morale"} <= {phase for phase, _ in met}


def assert_is_mean(state: Battle, after: Law[Battle], policy: Policy) -> None:
    """Hold the odds of a state against those of the states a step later."""
    now = odds(state, policy=policy)
    later = [(float(chance), odds(each, policy=policy)) for each, chance in after]

    def mean(number: Callable[[Odds[SideOdds]], float]) -> object:
        return pytest.approx(sum(chance * number(each) for chance, each in later), abs=1e-11)

    assert mean(lambda each: each.win[0]) == now.win[0]
    assert mean(lambda each: each.no_winner) == now.no_winner
    for index, side in enumerate(now.sides):
        assert mean(lambda each: each.sides[index].tokens.mean) == side.tokens.mean  # noqa: B023
        assert mean(lambda each: each.sides[index].routs) == side.routs  # noqa: B023
    assert now.rounds is not None
    if state.phase != "morale":  # the round ends there
        assert mean(lambda each: each.rounds.mean if each.rounds else 0) == now.rounds.mean


@pytest.mark.clause("S-5.2")
@pytest.mark.parametrize("reading", ["each", "opposed"])
@pytest.mark.parametrize("phase", ["battle", "losses", "morale"])
def test_what_a_round_has_brought_is_not_forgotten(phase: Phase, reading: str) -> None:
    """From the middle of a round, with all that characters may have done, and more of it than counts."""
    brought: dict[str, Any] = {
        "help": (6, -5) if phase == "battle" else (0, 0),
        "cheer": (-7, 5),
        "noted": (0, 0) if phase == "morale" else (-1, 2),
        "rescues": (False, phase != "morale"),
        "unbowed": (False, True),
        "forced": (True, False),
        "lost": (False, phase == "morale"),
    }
    start = battle("tokens: 4", "tokens: 4", f"{BASE}\nmax_rounds: 1\nreadings: {{battle_roll: {reading}}}")
    for swapped in (False, True):
        rounds = {name: pair[::-1] if swapped else pair for name, pair in brought.items()}
        state = middle(start, phase, tokens=(3, 2), **rounds)

        assert_same(fold(SAVAGE, state, by("greedy")), odds(state))


@pytest.mark.clause("S-10.3")
def test_who_fought_on_is_shaken_to_the_end() -> None:
    """−1 to both sides' morale, where the referee let both fight on; later he lets both leave."""
    state = battle("tokens: 3", "tokens: 3", f"{BASE}\nmax_rounds: 2")
    one, two = (replace(force, morale=-1) for force in state.forces)
    shaken = replace(state, forces=(one, two))
    found = odds(shaken)

    assert_same(fold(SAVAGE, shaken, by("greedy")), found)
    assert dict(odds(state).endings)["both-left"] < dict(found.endings)["both-left"]


# By play


class Dice:
    """Even picks from NumPy."""

    def __init__(self, seed: str) -> None:
        self._random = generator(seed)

    def below(self, bound: int, /) -> int:
        """Return an even pick from 0 … ``bound`` − 1."""
        return int(self._random.integers(bound))


def played(state: Battle, dice: Dice, policy: Policy) -> Battle:
    """A battle to its end, with the policy in every seat."""
    at = Position.at(SAVAGE, state)
    while at.open:
        asked = at.asked()
        if isinstance(asked.question, Chance):
            at = at.answer(asked.question.throw(dice))
        else:
            at = at.answer(decide(policy, at.state, asked, dice))
    return at.state


@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES)
def test_battles_that_are_played_agree(policy: Policy) -> None:
    """Two hundred battles with the policy that plays at the table: within four standard errors."""
    state, dice, battles = battle(*ALL_IN, BASE), Dice("played"), 200
    found = odds(state, policy=policy)
    winners = Counter(ended(played(state, dice, policy)).winner for _ in range(battles))

    for side, chance in zip(state.terms.sides, found.win, strict=True):
        assert abs(winners[side.name] - battles * chance) <= 4 * sqrt(battles * chance * (1 - chance))


# What the report says


def test_equal_sides_have_their_known_odds() -> None:
    """Ten against ten with d8 and d6 on both sides; the laws and the endings make 1."""
    found = odds(battle(more=BASE))

    assert (0.34567, 0.34567, 0.30866) == tuple(round(chance, 5) for chance in (*found.win, found.no_winner))
    assert found.win[0] == pytest.approx(found.win[1], abs=1e-12)
    assert found.rounds is not None
    for whole in (
        sum(found.win) + found.no_winner,
        sum(chance for _, chance in found.endings),
        *(side.tokens.weights.sum() for side in found.sides),
        found.rounds.weights.sum(),
    ):
        assert 1 == pytest.approx(float(whole), abs=1e-12)
    assert 0 == found.missing


def test_the_report_names_what_json_promises() -> None:
    """Endings in their order, and the fields of a side."""
    report = odds(battle(more=BASE)).to_json()

    assert ["withdrawn", "routed", "destroyed", "both-left", "both-destroyed", "stopped"] == [
        *report["endings"]  # type: ignore[misc]
    ]
    assert ("exact", None, None) == (report["method"], report["samples"], report["policy"])
    sides: Any = report["sides"]
    assert ["name", "tokens", "withdraws", "routs", "destroyed", "recovered"] == [*sides[0]]
    assert {"mean", "law"} <= sides[0]["tokens"].keys()


@pytest.mark.clause("S-6.1")
def test_what_stands_for_a_side_betters_its_odds() -> None:
    """Support, plan, works and a hero help, terrain hurts."""
    even = odds(battle(more=BASE)).win[0]
    better = ["support: light", "plan: 1", "fortified: true", "undead: true", hero("Orlik")]

    assert all(odds(battle(line, more=BASE)).win[0] > even for line in better)
    assert odds(battle("terrain: slight", more=BASE)).win[0] < even


def test_a_battle_that_is_over_leaves_nothing_to_chance() -> None:
    """From its last states on: before and after what was lost comes back (S-10.4)."""
    state = played(battle("tokens: 3", "tokens: 2", BASE), Dice("over"), "greedy")
    found = odds(state)

    winner = [float(side.name == ended(state).winner) for side in state.terms.sides]
    assert winner == [*found.win]
    assert [force.tokens for force in state.forces] == [side.tokens.mean for side in found.sides]
    assert {0: 1.0} == law(found.rounds) if found.rounds else False
    assert found.policy is None
    assert_same(Law.sure(state), found)


def test_a_battle_that_was_stopped_is_over_without_a_winner() -> None:
    """The agreed rounds are over, and nobody comes back (S-10.4)."""
    state = replace(battle(more=f"{BASE}\nmax_rounds: 1"), phase="over", rounds_left=0)

    assert_same(Law.sure(state), odds(state))
    assert 1 == odds(state).no_winner


# Too much to follow


def test_a_sample_agrees_with_the_exact_odds_and_owns_up() -> None:
    """The same battle both ways: within twice the stated error."""
    state = battle(*ALL_IN, BASE)
    exact, found = odds(state), odds(state, exact=0, samples=20_000, seed="7")

    assert ("sampled", 20_000, "7", "greedy") == (found.method, found.samples, found.seed, found.policy)
    assert ("exact", None, None, None) == (exact.method, exact.samples, exact.seed, exact.error)
    assert found.error is not None
    for share, true, half in zip(found.win, exact.win, found.error[0], strict=True):
        assert share == pytest.approx(true, abs=2 * half)
    for mine, theirs in zip(found.sides, exact.sides, strict=True):
        assert mine.tokens.mean == pytest.approx(theirs.tokens.mean, abs=0.1)
        assert mine.recovered == pytest.approx(theirs.recovered, abs=0.05)


def test_the_wounds_of_many_characters_are_sampled() -> None:
    """Four Wild Cards whose Toughness is known."""
    people = ", ".join(f"{{name: {name}, skills: {{fighting: d8}}, toughness: 6}}" for name in "ABCD")
    found = odds(battle(f"characters: [{people}]", more=BASE), samples=500)

    assert ("sampled", 500) == (found.method, found.samples)
    assert found.win[0] > found.win[1]


# What the policies do


def asked_of(state: Battle) -> Choose[Any]:
    """The question of a battle's first character."""
    question = Position.at(SAVAGE, replace(state, phase="characters")).asked().question
    assert isinstance(question, Choose)
    return question


@pytest.mark.parametrize(
    ("skill", "way"),
    [("fighting", "fight"), ("stealth", "sabotage"), ("notice", "scout"), ("arcane", "fight")],
)
def test_greedy_does_what_promises_most_tokens(skill: str, way: str) -> None:
    """What he is best at; in a rally there are no tokens to win, and with powers he can fight (S-5)."""
    state = battle(hero("Orlik", f"{skill}: d12, taunt: d12+5"), more=BASE)

    assert (way,) == choice("greedy", state, asked_of(state))
    assert (way,) == choice("safe", state, asked_of(state))


def test_random_takes_every_offer_alike_and_the_referee_allows() -> None:
    """Staying out is an offer too; what the referee decides, he decides as he is asked (S-5, S-10.3)."""
    state = battle(hero("Orlik"), more=BASE)
    consent = Choose(
        key="savage.characters.consent",
        cite="S-5",
        by=REFEREE,
        seen_by=EVERYONE,
        among=(("allow", True), ("refuse", False)),
    )

    assert ("stay", "fight", "sabotage", "scout", "rescue", "rally") == choice(
        "random", state, asked_of(state)
    )
    assert ("allow",) == choice("random", state, consent)
