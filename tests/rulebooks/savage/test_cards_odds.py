"""The sampler of battles with cards, held against the rules: step by step, and whole battles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np
import pytest

from tests.rulebooks.savage.armies import SAVAGE, battle, hero, leader, middle
from tests.rulebooks.savage.picks import Picks
from voevoda.odds import generator
from voevoda.play.drive import fold, law_of_step
from voevoda.play.law import Law, Source
from voevoda.play.position import Asked, Outcome, Place
from voevoda.play.questions import Chance, Choose, Note, Pick, Question
from voevoda.play.seats import REFEREE, SPECTATOR, Seat, canonical, commander
from voevoda.rulebooks.savage.odds_cards import Sampler, odds, sampled
from voevoda.rulebooks.savage.odds_field import Field, counted, deals, field_of
from voevoda.rulebooks.savage.odds_laying import KIND
from voevoda.rulebooks.savage.odds_report import report
from voevoda.rulebooks.savage.policies import Name
from voevoda.rulebooks.savage.robot import decide
from voevoda.rulebooks.savage.state import Battle, Word
from voevoda.rulebooks.savage.tables import PACK, in_pack_order

SAMPLE = 4_000
FAR = 5.0
"""Standard deviations beyond which a sample is no accident."""

FEW = 3
"""So often may happen what hardly ever does."""


# One step


def by(policy: Name) -> Callable[[Any, Question[Any]], Law[Any]]:
    """A policy as a law over answers."""

    def answer(state: Battle, question: Question[Any]) -> Law[Any]:
        if policy != "random" or question.by == REFEREE:
            asked = Asked(Place(0, question.key, question.by, 0), question)
            return Law.sure(question.read(decide(policy, state, asked, Picks(question.key))))
        if isinstance(question, Choose):
            return Law.even(meaning for _, meaning in question.among)
        assert isinstance(question, Pick)
        return Law.even(combinations(question.among, question.least))  # a count is picked in no step tried

    return answer


OWN_WORDS = {"row", "name", "start", "empty", "rounds_left"}
"""Fields of the sampler that the state does not have."""


def look(field: Field, row: int) -> tuple[object, ...]:
    """All that the sampler knows of one battle."""
    parts = {each.name: getattr(field, each.name) for each in fields(field)}
    return tuple(parts[name][row].tobytes() for name in parts if name not in OWN_WORDS)


def looks(found: Sampler) -> Counter[tuple[object, ...]]:
    """How often each outcome was met; ended battles by what is left of them."""
    field, ends = found.field, found.ends
    met = Counter(look(field, row) for row in range(len(field)))
    for row in set(range(SAMPLE)) - set(field.row.tolist()):
        if ends.stopped[row]:
            met["stopped", *ends.lost[row].tolist()] += 1
        else:
            met["over", *ends.lost[row].tolist(), *ends.fate[row].tolist()] += 1
    return met


FATES = ("fights", "withdrew", "routed")


def look_of(after: Battle) -> tuple[object, ...]:
    """The same of a state of the rules."""
    lost = [force.start - force.tokens for force in after.forces]
    if after.phase == "aftermath":
        return ("over", *lost, *(FATES.index(force.fate) for force in after.forces))
    if after.phase == "over":
        return ("stopped", *lost)
    return look(field_of(after, None, 1, generator("")), 0)


def compare(state: Battle, policy: Name) -> None:
    """Take one step in many battles, and by the rules; nothing happens that cannot, or too often."""
    law = law_of_step(SAVAGE, state, by(policy)).map(look_of)
    sampler = Sampler(state, (policy, policy), SAMPLE, "one step", None)
    sampler.steps[state.phase]()
    met = looks(sampler)

    chances = {look: float(chance) for look, chance in law}
    assert set() == set(met) - set(chances)
    for outcome, chance in chances.items():
        spread = sqrt(SAMPLE * chance * (1 - chance))
        assert abs(met[outcome] - SAMPLE * chance) <= FAR * spread + FEW


def low(
    state: Battle, deck: str, discards: str = "", hands: tuple[str, str] = ("", ""), **more: Any
) -> Battle:
    """A battle with few cards to draw: all that are not named are in the second side's hand.

    With decks of their own, in that of their side.
    """
    own = len(state.discards) == 2
    named = [{*deck.split(), *discards.split(), *hand.split()} for hand in hands]
    rest = [
        " ".join(card for card in PACK if card not in (named[i] if own else named[0] | named[1]))
        for i in (0, 1)
    ]
    hands = f"{hands[0]} {rest[0] if own else ''}", f"{hands[1]} {rest[1]}"
    state = middle(state, "cards", hands, **more)
    return replace(state, discards=(tuple(discards.split()),) * (2 if own else 1))


STEPS: Mapping[str, Callable[[], Battle]] = {
    # New cards (S-4)
    "new cards": lambda: low(battle(), "2C JD AS J1", "", ("KS", "")),
    "a deck that runs out": lambda: low(battle(), "2C", "3C JD", ("KS", "4D")),
    "no card left": lambda: low(battle(), "", "", ("KS", "4D")),
    "decks of their own": lambda: low(battle(more="readings: {decks: own}"), "2C 3D", "KS JH"),
    "one card for all raises": lambda: low(battle(more="readings: {raise_cards: one}"), "2C JD 4S", "AC"),
    "unskilled": lambda: low(battle("commander: {name: W}"), "2C JD J1"),
    "a deputy": lambda: low(
        battle("commander: {name: W, deputy: d10}", more="readings: {no_skill: deputy}"), "2C JD AS"
    ),
    "resourceful": lambda: low(battle(leader("resourceful")), "2C J1", "", ("KS AS 3H", "")),
    "resourceful with too few": lambda: low(battle(leader("resourceful")), "2C J1", "", ("KS AS", "")),
    "perceptive": lambda: low(battle(leader("perceptive")), "2C JD J1", "", ("KS AS", "")),
    # Characters (S-5)
    "a fighter": lambda: turn(hero("O", "fighting: d10"), (10, 4)),
    "a fighter of the smaller side": lambda: turn(hero("O", "fighting: d12"), (4, 10)),
    "a veteran": lambda: turn(hero("O", "fighting: d10", ", rank: veteran, wild_card: false"), (7, 7)),
    "hurt": lambda: turn(hero("O", "fighting: d6", ", toughness: 5"), (9, 10)),
    "hurt before": lambda: replace_wounds(turn(hero("O", "fighting: d6", ", toughness: 5"), (10, 10)), 2),
    "a saboteur": lambda: turn(hero("O", "stealth: d12", ", rank: legendary"), (10, 6), ("", "2C JD AS")),
    "a scout": lambda: turn(hero("O", "notice: d12", ", rank: heroic"), (10, 10)),
    "a healer": lambda: turn(hero("O", "healing: d12", ", rank: heroic"), (10, 10)),
    "a speaker": lambda: turn(hero("O", "taunt: d12", ", rank: heroic"), (10, 10)),
    # Battle rolls (S-6)
    "even battle rolls": lambda: middle(battle(), "battle"),
    "more tokens, support, terrain, plan": lambda: middle(
        battle("support: medium\nplan: 2", "terrain: minor"), "battle", tokens=(10, 6)
    ),
    "helped beyond four": lambda: middle(battle(), "battle", help=(6, -5)),
    "few tokens left": lambda: middle(battle(), "battle", tokens=(2, 3), noted=(-1, 1)),
    "opposed": lambda: middle(battle("plan: 1", more="readings: {battle_roll: opposed}"), "battle"),
    # Laying (S-7)
    "laid": lambda: middle(battle(), "lay", ("2C 9C J1", "AS KD 3H 4S")),
    "no card to lay": lambda: middle(battle(), "lay", ("2C AS", "")),
    "no card on either side": lambda: middle(battle(), "lay"),
    "scouts lay two": lambda: middle(battle(), "lay", ("2C 9C J1", "AS KD"), scouts=(True, False)),
    "scouts on both sides": lambda: middle(battle(), "lay", ("2C 9C", "AS KD"), scouts=(True, True)),
    "a scout with one card": lambda: middle(battle(), "lay", ("2C", "AS KD"), scouts=(True, False)),
    "a scout against no card": lambda: middle(battle(), "lay", ("2C 9D JS", ""), scouts=(True, False)),
    "a scout chooses": lambda: scouting("2C QS", "AD", "5H"),
    "a scout chooses against a joker": lambda: scouting("2C QS", "J2", "5H"),
    "a scout chooses against nothing": lambda: scouting("2C AS", "", ""),
    # Comparing (S-7.2 to S-7.4)
    "spades against spades": lambda: middle(battle(), "clash", shown=("4S", "KS"), noted=(1, 2)),
    "both clubs": lambda: middle(battle(), "clash", shown=("4C", "KC"), noted=(1, 2)),
    "a joker": lambda: middle(battle(), "clash", shown=("J1", "KS"), noted=(1, 0)),
    "a joker against nothing": lambda: middle(battle(), "clash", shown=("J1", "")),
    "two jokers": lambda: middle(battle(), "clash", shown=("J1", "J2"), noted=(1, 2)),
    "a two against an ace": lambda: middle(battle(), "clash", shown=("2D", "AH")),
    "nothing against an ace": lambda: middle(battle(), "clash", shown=("", "AC")),
    "nothing against an ace, read otherwise": lambda: middle(
        battle(more="readings: {empty_hand_reversal: 'off'}"), "clash", shown=("", "AC")
    ),
    # Edges (S-8)
    "caring": lambda: edged("caring", ("2C 9D JS AH", "KS"), by_ranks=(True, False), noted=(2, 0)),
    "caring with too few": lambda: edged("caring", ("2C 9D", "KS"), by_ranks=(True, False), noted=(2, 0)),
    "caring of both": lambda: middle(
        battle(leader("caring"), leader("caring")),
        "edges",
        ("2C 9D JS", "2D 9S QH AC"),
        ("3H", "4H"),
        by_ranks=(True, True),
        noted=(1, 1),
    ),
    "calculating": lambda: edged("calculating", ("2C", "KS"), by_ranks=(False, True), noted=(1, 1)),
    "calculating without a token to give": lambda: edged(
        "calculating", ("2C", "KS"), by_ranks=(False, True), noted=(10, 1)
    ),
    "calculating against the caring": lambda: middle(
        battle(leader("calculating"), leader("caring")),
        "edges",
        ("2C", "2D 9S QH AC"),
        ("JH", "4H"),
        by_ranks=(False, True),
        noted=(1, 1),
    ),
    "pushing": lambda: edged("pushing", ("2C 9D JS", "KS 4C"), by_suits=(False, True), noted=(0, 1)),
    "pushing against no hand": lambda: edged(
        "pushing", ("2C 9D JS", ""), by_suits=(False, True), noted=(0, 1)
    ),
    # Losses (S-9)
    "losses": lambda: middle(battle(), "losses", ("2C", ""), ("3H", "4H"), noted=(3, -1)),
    "rescue": lambda: middle(
        battle(), "losses", shown=("3H", "4H"), noted=(3, 2), rescues=(True, False), sacrificed=(True, False)
    ),
    "destroyed": lambda: middle(battle(), "losses", shown=("3H", "4H"), tokens=(2, 3), noted=(5, 1)),
    "both destroyed": lambda: middle(battle(), "losses", shown=("3H", "4H"), tokens=(2, 3), noted=(2, 3)),
    # Morale (S-10)
    "morale": lambda: shaken(lost=(True, True)),
    "no loss, no roll": lambda: shaken(lost=(True, False)),
    "forced": lambda: shaken(lost=(False, False), forced=(False, True)),
    "unbowed": lambda: shaken(lost=(True, True), unbowed=(True, False)),
    "cheered": lambda: shaken(lost=(True, True), cheer=(6, -1)),
    "sacrificed": lambda: shaken(lost=(True, True), sacrificed=(True, False)),
    "empty hands": lambda: shaken(("", "4H"), lost=(True, True)),
    "a joker is shuffled in": lambda: buried(shaken(("J1", "4H"), lost=(False, False))),
    "each shuffles his own joker in": lambda: buried(
        shaken(("J1", "4H"), more="readings: {decks: own}", lost=(False, False))
    ),
    "cared for": lambda: cared(shaken(lost=(True, False))),
    "walls and the dead": lambda: shaken(
        ash="fortified: true\nundead: true", birch="no_retreat: true", lost=(True, True)
    ),
    "the last round": lambda: replace(shaken(lost=(True, False)), rounds_left=1),
}
"""Each clause of a battle with cards in a state from which one step is taken."""


def turn(ash: str, tokens: tuple[int, int], hands: tuple[str, str] = ("", "")) -> Battle:
    """A character's turn."""
    return middle(battle(ash), "characters", hands, tokens=tokens)


def replace_wounds(state: Battle, wounds: int) -> Battle:
    """The first side's only character hurt before."""
    return state.with_force(0, replace(state.forces[0], wounds=(wounds,)))


def scouting(two: str, shown: str, rest: str) -> Battle:
    """The first side has laid two; the second has shown its card."""
    state = middle(battle(), "lay", (rest, "3C"), scouts=(True, False))
    laid = in_pack_order(two.split())
    state = state.with_cards(0, laid=laid).with_cards(1, laid=tuple(shown.split()))
    state = replace(state, phase="scout")
    assert state == SAVAGE.parse(SAVAGE.print(state), SAVAGE.schema)
    return state


def edged(edge: str, hands: tuple[str, str], **rounds: Any) -> Battle:
    """The first side's commander has an edge."""
    return middle(battle(leader(edge)), "edges", hands, ("3H", "4H"), **rounds)


def shaken(
    shown: tuple[str, str] = ("3H", "4H"),
    *,
    ash: str = "",
    birch: str = "",
    more: str = "",
    **rounds: Any,
) -> Battle:
    """Before morale, with tokens lost."""
    return middle(battle(ash, birch, more), "morale", ("2C", "KS"), shown, tokens=(8, 9), **rounds)


def buried(state: Battle) -> Battle:
    """Both have buried cards."""
    return state.with_cards(0, buried=("5C",)).with_cards(1, buried=("6C", "7D"))


def cared(state: Battle) -> Battle:
    """Both commanders were caring; the second's troops have not rolled since."""
    one, two = (replace(force, cared_for=True) for force in state.forces)
    return replace(state, forces=(one, two))


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("name", STEPS)
def test_a_step_of_the_sampler_is_a_step_of_the_rules(name: str, policy: Name) -> None:
    """Every outcome of the exact law is met as often as it should, and no other."""
    compare(STEPS[name](), policy)


# Whole battles


def played(state: Battle, policies: tuple[Name, Name], times: int) -> Counter[tuple[str | None, str]]:
    """How so many battles end, played by the rules, where policies answer every choice."""
    whose = {seat: policies[index] for index in (0, 1) for seat in seats(state, index)}
    source, met = Picks("played"), Counter[tuple[str | None, str]]()
    for _ in range(times):
        now = state
        while (outcome := SAVAGE.finished(now)) is None:
            now = stepped(now, whose, source)
        met[outcome] += 1
    return met


def seats(state: Battle, index: int) -> tuple[Seat, ...]:
    """Who chooses for a side; the referee is asked with the first."""
    side = state.terms.sides[index]
    return (side.seat, *(each.seat for each in side.characters), *([REFEREE] if index == 0 else []))


def stepped(state: Battle, whose: Mapping[Seat, Name], source: Source) -> Battle:
    """One step, as ``play.drive`` takes it; policies are asked by the state at its start."""
    rule, answer = SAVAGE.step(state), None
    try:
        while True:
            said = rule.send(answer)
            if isinstance(said, Note):
                answer = None
                continue
            replies = [
                question.throw(source)
                if isinstance(question, Chance)
                else decide(
                    whose[question.by], state, Asked(Place(0, question.key, question.by, 0), question), source
                )
                for question in said
            ]
            answer = tuple(each.read(reply) for each, reply in zip(said, replies, strict=True))
    except StopIteration as done:
        after: Battle = done.value
        return after


BATTLES: Mapping[str, tuple[Callable[[], Battle], tuple[Name, Name], int]] = {
    "even": (battle, ("greedy", "greedy"), 600),
    "greedy against random": (lambda: stubborn(battle()), ("greedy", "random"), 400),
    "random, all edges": (
        lambda: stubborn(
            battle(
                leader("perceptive", "resourceful", "caring", more=", spirit: d12"),
                leader("calculating", "pushing", "caring", more=", spirit: d12"),
            )
        ),
        ("random", "random"),
        500,
    ),
    "all edges": (
        lambda: battle(
            leader("perceptive", "resourceful", "caring", more=", spirit: d12"),
            leader("calculating", "pushing", "caring", more=", spirit: d10"),
        ),
        ("greedy", "greedy"),
        400,
    ),
    "characters": (
        lambda: battle(
            hero("O", "fighting: d10, notice: d12", ", rank: veteran, toughness: 6"),
            hero("P", "stealth: d12, taunt: d8", ", rank: legendary"),
        ),
        ("random", "random"),
        800,
    ),
    "greedy characters": (
        lambda: battle(hero("O", "notice: d12", ", rank: legendary"), hero("P", "stealth: d12, taunt: d8")),
        ("greedy", "greedy"),
        200,
    ),
    "other readings": (
        lambda: stubborn(
            battle(
                "commander: {name: W}\ntokens: 6",
                "tokens: 5",
                "readings: {battle_roll: opposed, raise_cards: one, decks: own, empty_hand_reversal: 'off', "
                "new_cards_first_round: 'yes'}",
            )
        ),
        ("random", "greedy"),
        400,
    ),
    "a limit of rounds": (
        lambda: stubborn(battle("tokens: 3", "tokens: 2", "max_rounds: 2")),
        ("random", "random"),
        800,
    ),
}
"""Battles of several kinds, who chooses for each side, and how many are played."""


def stubborn(state: Battle) -> Battle:
    """The same battle with sides that stand for long."""
    one, two = (replace(side, fortified=True, undead=True) for side in state.terms.sides)
    return replace(state, terms=replace(state.terms, sides=(one, two)))


@pytest.mark.slow
@pytest.mark.parametrize("name", BATTLES)
def test_sampled_battles_end_as_played_ones_do(name: str) -> None:
    """Who wins and how, from the deal on; between both samples lies no more than chance."""
    make, policies, times = BATTLES[name]
    state = make()
    found = report(state, sampled(state, policies, SAMPLE, "sampled"), policy=None)
    met = played(state, policies, times)

    ours = dict(zip((side.name for side in state.terms.sides), found.win, strict=True))
    ours |= dict(found.endings)
    for outcome, chance in ours.items():
        count = sum(times for (winner, ending), times in met.items() if outcome in {winner, ending})
        spread = sqrt(chance * (1 - chance) * (times + times**2 / SAMPLE))
        assert abs(count - times * chance) <= 4 * spread + FEW


def test_a_round_without_draws_has_the_chances_of_the_rules() -> None:
    """From the laying to the end of the last round every way of it is counted."""
    state = replace(
        middle(battle(), "lay", ("2C 9S J1", "AC 5D"), tokens=(9, 8), noted=(1, 0)), rounds_left=1
    )
    law = fold(SAVAGE, state, by("random"))
    ends = law.map(lambda after: SAVAGE.finished(after) or Outcome(None, "goes on"))
    exact = [
        float(ends.chance(lambda end: end.winner == "Ash")),
        float(ends.chance(lambda end: end.winner == "Birch")),
    ]

    found = sampled(state, ("random", "random"), 40_000, "a round")

    assert report(state, found, policy=None).win == pytest.approx(tuple(exact), abs=0.01)


# What a seat knows


def known() -> Battle:
    """Cards in every place, and something told of the second side's hand."""
    state = middle(battle(), "lay", ("2C 9S J1", "AC 5D 7H"), noted=(1, 0))
    state = state.with_cards(0, buried=("3C",), told=(Word(("7",), held=True), Word(("spades",), held=False)))
    state = state.with_cards(1, buried=("KS", "QD"), told=(Word(("clubs",), held=True),))
    return replace(state, discards=(("4C", "10H"),))


def test_what_a_seat_cannot_tell_apart_has_the_same_odds() -> None:
    """To the byte, for a seat of either side and for one of none; the referee knows better."""
    state = known()
    for seat in (*(side.seat for side in state.terms.sides), SPECTATOR):
        other = SAVAGE.imagine(state, seat, Picks("elsewhere"))
        assert other != state
        mine, theirs = (odds(each, samples=500, seat=seat) for each in (state, other))
        assert canonical(mine.to_json()) == canonical(theirs.to_json())
        assert odds(state, samples=500) != odds(other, samples=500)
    assert odds(state, samples=500, seat=REFEREE) == odds(state, samples=500)
    referee = Seat("referee", "Ash")
    assert odds(state, samples=500, seat=referee) == odds(state, samples=500, seat=commander("Ash"))


@pytest.mark.parametrize("seat", [commander("Ash"), commander("Birch"), SPECTATOR])
def test_hidden_cards_are_dealt_as_the_rules_imagine_them(seat: Seat) -> None:
    """Kind by kind, in the hand and under it, as far as the seat does not see them."""
    state, source = known(), Picks("imagined")
    times = 1000
    imagined = [SAVAGE.imagine(state, seat, source) for _ in range(times)]

    found = deals(state, seat, 20_000, generator("dealt"))

    for index, hidden in enumerate(found):
        for part in ("hand", "buried"):
            counts = np.array([counted(getattr(each.forces[index].cards, part)) for each in imagined])
            dealt: Any = getattr(hidden, part)
            spread = np.sqrt(dealt.var(axis=0) / times)
            assert np.all(np.abs(counts.mean(axis=0) - dealt.mean(axis=0)) <= FAR * spread + FEW / times)
            assert np.all(dealt.sum(axis=1) == counts[0].sum())


def test_a_hand_is_dealt_as_it_was_told() -> None:
    """Ash knows that Birch holds a seven and no spade."""
    hand = deals(known(), commander("Ash"), 2000, generator("told"))[1].hand

    spades = [KIND[f"{rank}S"] for rank in ("2", "3", "J", "A")]
    assert hand[:, spades].sum() == 0
    assert np.all(hand[:, [KIND["7C"], KIND["7D"], KIND["7H"]]].any(axis=1))


def test_a_scouts_two_cards_are_hidden_from_the_enemy() -> None:
    """They are dealt anew with his hand; the card that is shown is not."""
    state = scouting("2C QS", "AD", "5H")

    mine, theirs = deals(state, commander("Birch"), 500, generator("scout"))

    assert np.all(mine.laid.sum(axis=1) == 2)
    assert len(np.unique(mine.laid, axis=0)) > 20
    assert np.all(theirs.hand == counted(("3C",)))
    assert not mine.laid[:, KIND["AD"]].any()  # there is one ace of diamonds, and it lies open


# The report


def test_the_default_is_greedy_and_says_how_it_was_found() -> None:
    """The policy, the size of the sample, its seed, and the error are stated."""
    found = odds(battle(), samples=1000)

    assert ("sampled", 1000, "odds", "greedy") == (found.method, found.samples, found.seed, found.policy)
    assert found.error is not None
    assert sum(found.win) + found.no_winner == pytest.approx(1)
    assert found == odds(battle(), samples=1000, policy="greedy", seed="odds")
    assert found != odds(battle(), samples=1000, seed="another")


def test_greedy_beats_random() -> None:
    """From even forces, many times over the error."""
    found = report(battle(), sampled(battle(), ("greedy", "random"), 4000, "even"), policy=None)

    win, lose = found.win
    assert (win - lose) / sqrt((win + lose) / 4000) > 4
