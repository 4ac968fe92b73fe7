"""The odds of a fight by brute enumeration in fractions, from the battle file alone, for the tests of odds.

Shares no code with the rules or the engine: it reads the file's words itself, and walks every joint outcome.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

Numbers = dict[object, float]

D10, D20 = range(1, 11), range(1, 21)
AMMUNITION = {"sparing": (1, 4), "normal": (2, 4), "heavy": (3, 6)}
DEFAULTS = {
    "score": "capability_and_tactics",
    "modes": "tactics_contest",
    "style": "added",
    "surrender_against": "losers",
    "death": "below",
    "equal_wound": "unchanged",
    "state_roll": "fresh",
}


@dataclass(frozen=True)
class Man:
    """A fighter, by the numbers that the readings give him."""

    name: str
    tactics: int
    modes: Mapping[str, Mapping[str, Any]]
    defence: int
    composure: int
    damage: int | None
    threshold: int
    retreat: bool
    surrender: bool
    rescues: bool

    def first(self) -> str:
        """The mode that he likes best."""
        return min(self.modes, key=lambda mode: self.modes[mode]["priority"])

    def harm(self, mode: str) -> int:
        """The Damage of a mode."""
        found = self.modes[mode].get("damage", self.damage)
        assert found is not None
        return int(found)


@dataclass(frozen=True)
class Use:
    """What a fighter uses."""

    man: Man
    mode: str
    value: int


def men_of(side: Mapping[str, Any], styled: bool) -> list[Man]:
    """The fighters of a side of the file."""

    def value(card: Any) -> int:
        if isinstance(card, int):
            return card
        return int(card["value"]) + (int(card.get("style", 0)) if styled else 0)

    found = []
    for card in side["fighters"]:
        modes = {
            name: mode if isinstance(mode, dict) else {"value": mode} for name, mode in card["modes"].items()
        }
        defeat = card.get("on_defeat", {})
        count = card.get("count", 1)
        found += [
            Man(
                name=card["name"] if count == 1 else f"{card['name']} {number}",
                tactics=value(card["tactics"]),
                modes={name: {**mode, "value": value(mode)} for name, mode in modes.items()},
                defence=value(card["defence"]),
                composure=value(card["composure"]),
                damage=card.get("damage"),
                threshold=card["death_threshold"],
                retreat=defeat.get("retreat", True),
                surrender=defeat.get("surrender", True),
                rescues="rescue" in card.get("extra", []),
            )
            for number in range(1, count + 1)
        ]
    return found


@cache
def sums(dice: int, sides: int) -> Counter[int]:
    """In how many ways some dice make each sum."""
    ways = Counter({0: 1})
    for _ in range(dice):
        longer: Counter[int] = Counter()
        for total, count in ways.items():
            for face in range(1, sides + 1):
                longer[total + face] += count
        ways = longer
    return ways


@cache
def wins(one: int, two: int, dice: int, tie: int) -> Fraction:
    """How likely the first score is the better; ``tie`` above 0: it wins ties, below: it loses them."""
    both = [
        (a + one, b + two, m * n)
        for (a, m), (b, n) in product(sums(dice, 10).items(), sums(dice, 10).items())
    ]
    above = sum(ways for a, b, ways in both if a > b)
    below = sum(ways for a, b, ways in both if a < b)
    equal = sum(ways for a, b, ways in both if a == b)
    if tie == 0:
        return Fraction(above, above + below)
    return Fraction(above + (equal if tie > 0 else 0), 10 ** (2 * dice))


def sign(number: int) -> int:
    """−1, 0 or 1."""
    return (number > 0) - (number < 0)


@cache
def fails(own: Fraction, enemy: Fraction) -> Fraction:
    """How likely own + d20 is lower than the enemy's + d20."""
    return Fraction(sum(own + a < enemy + b for a in D20 for b in D20), 400)


@cache
def clashes(
    own: Fraction, enemy: Fraction, threshold: int, death: str, roll: str
) -> Mapping[tuple[str, bool], Fraction]:
    """C-4 and C-5 for one fighter: (out, dead or up; wounded), over all dice."""

    def is_dead(face: int) -> bool:
        return -face < threshold or (death == "at_or_below" and -face == threshold)

    found: dict[tuple[str, bool], Fraction] = defaultdict(Fraction)
    wounded = fails(own, enemy)
    for a, b in product(D20, D20):
        if own + a >= enemy + b:
            found["up", True] += Fraction(1, 400) * wounded
            found["up", False] += Fraction(1, 400) * (1 - wounded)
            continue
        for state in D20:
            face = a if roll == "test" else state
            found["dead" if is_dead(face) else "out", False] += Fraction(1, 8000)
    return {what: chance for what, chance in found.items() if chance}


class Twin:
    """One battle file."""

    def __init__(self, file: Mapping[str, Any]) -> None:
        self.readings = {**DEFAULTS, **file.get("readings", {})}
        styled = self.readings["style"] == "added"
        self.sides = [men_of(side, styled) for side in file["sides"]]
        self.names = [side["name"] for side in file["sides"]]
        self.leaders = [
            next((man for man in men if man.name == side.get("leader")), None)
            for men, side in zip(self.sides, file["sides"], strict=True)
        ]
        self.told: Numbers = defaultdict(float)
        for chance, uses in self.courses():
            self.fight(chance, uses)

    def numbers(self) -> Numbers:
        """Everything there is to tell; what is impossible is left out."""
        return {name: number for name, number in self.told.items() if number}

    def tactics(self, index: int) -> int:
        """Of the leader, or the best of the side."""
        leader = self.leaders[index]
        return leader.tactics if leader else max(man.tactics for man in self.sides[index])

    def courses(self) -> Iterator[tuple[Fraction, list[list[Use]]]]:
        """C-2: which modes are used, and how likely."""
        first = [[Use(m, m.first(), m.modes[m.first()]["value"]) for m in men] for men in self.sides]
        if self.readings["modes"] == "own_choice":
            yield Fraction(1), first
            return
        one, two = self.tactics(0), self.tactics(1)
        chance = wins(one, two, 1, sign(one - two))
        yield chance, [first[0], [self.follows(man, first[0]) for man in self.sides[1]]]
        yield 1 - chance, [[self.follows(man, first[1]) for man in self.sides[0]], first[1]]

    def follows(self, man: Man, enemies: list[Use]) -> Use:
        """The best mode in which an enemy stands, else his first at half value."""
        met = {use.mode for use in enemies} & set(man.modes)
        if met:
            mode = min(met, key=lambda mode: man.modes[mode]["priority"])
            return Use(man, mode, man.modes[mode]["value"])
        return Use(man, man.first(), man.modes[man.first()]["value"] // 2)

    def score(self, index: int, uses: list[Use]) -> int:
        """What a side fights with in C-3."""
        capability = sum(use.value for use in uses)
        tactics = sum(use.man.tactics for use in uses)
        return {
            "capability_and_tactics": capability + tactics,
            "capability": capability,
            "tactics": tactics,
            "capability_and_leader": capability + self.tactics(index),
        }[self.readings["score"]]

    def fight(self, chance: Fraction, uses: list[list[Use]]) -> None:
        """C-3 to C-8 with these modes."""
        for index, side in enumerate(uses):
            for use in side:
                rate = use.man.modes[use.mode].get("ammunition")
                if rate:
                    spent = AMMUNITION[rate]
                    carried = use.man.modes[use.mode].get("carried", 10**6)
                    ways = sums(*spent)
                    mean = Fraction(sum(min(n, carried) * k for n, k in ways.items()), sum(ways.values()))
                    self.told[self.names[index], use.man.name, "spent"] += float(chance * mean)
        tactics = [sum(man.tactics for man in men) for men in self.sides]
        dice = max(map(len, self.sides))
        scores = [self.score(index, side) for index, side in enumerate(uses)]
        first = wins(scores[0], scores[1], dice, sign(tactics[0] - tactics[1]))
        for winner, part in ((0, first), (1, 1 - first)):
            self.told["win", winner] += float(chance * part)
            if part:
                self.after(float(chance * part), uses, winner)

    def laws(self, uses: list[list[Use]], winner: int, index: int) -> list[dict[tuple[str, bool], float]]:
        """What C-4 and C-5 may do to each fighter of a side."""
        enemies = uses[1 - index]
        harm = Fraction(sum(use.man.harm(use.mode) for use in enemies), len(enemies))
        more = len(uses[index]) - len(enemies)
        found = []
        for man in self.sides[index]:
            death, roll = self.readings["death"], self.readings["state_roll"]
            if index != winner and not man.retreat and not man.surrender:
                law = clashes(Fraction(0), Fraction(99), man.threshold, death, "fresh")
            else:
                own, theirs = Fraction(man.defence + max(0, more)), harm + max(0, -more)
                law = clashes(own, theirs, man.threshold, death, roll)
            found.append({what: float(part) for what, part in law.items()})
        return found

    def after(self, chance: float, uses: list[list[Use]], winner: int) -> None:
        """C-4 to C-7, joint outcome by joint outcome."""
        laws = [law for index in (0, 1) for law in self.laws(uses, winner, index)]
        cut = len(self.sides[0])
        for outcome in product(*(law.items() for law in laws)):
            weight = chance
            for _, part in outcome:
                weight *= part
            states = [what for what, _ in outcome]
            halves = states[:cut], states[cut:]
            for index in (0, 1):
                down = sum(what != "up" for what, _ in halves[index])
                dead = sum(what == "dead" for what, _ in halves[index])
                self.told[self.names[index], "out", down] += weight
                self.told[self.names[index], "dead", dead] += weight
                for man, (_, wounded) in zip(self.sides[index], halves[index], strict=True):
                    self.told[self.names[index], man.name, "wounded"] += weight * wounded
            self.stay(weight, winner, [what for what, _ in halves[winner]])
            self.leave(weight, 1 - winner, [[what for what, _ in half] for half in halves])

    def stay(self, weight: float, index: int, states: list[str]) -> None:
        """The winners."""
        men, name = self.sides[index], self.names[index]
        rescued = any(man.rescues and what == "up" for man, what in zip(men, states, strict=True))
        for man, what in zip(men, states, strict=True):
            self.told[name, man.name, "stands" if what == "up" else what] += weight
            if what != "up" and not rescued:
                self.told[name, man.name, "left_on_field"] += weight

    def leave(self, weight: float, index: int, halves: list[list[str]]) -> None:
        """The losers: C-6, then C-7, over who is captured of those who are tested."""
        men, states, name = self.sides[index], halves[index], self.names[index]
        losers = self.readings["surrender_against"] == "losers"
        against = self.composure(index if losers else 1 - index, halves)
        tested = [
            place
            for place, what in enumerate(states)
            if what == "up" and men[place].retreat and men[place].surrender
        ]
        for given_up in product((True, False), repeat=len(tested)):
            part, fates = weight, list(states)
            for place, captured in zip(tested, given_up, strict=True):
                lower = float(fails(Fraction(men[place].composure), against))
                part *= lower if captured else 1 - lower
                fates[place] = "captured" if captured else "retreated"
            for place, what in enumerate(fates):
                if what == "up":
                    fates[place] = "retreated" if men[place].retreat else "captured"
            queue = [p for p, what in enumerate(fates) if what == "out"]
            queue += [p for p, what in enumerate(fates) if what == "dead"]
            carriers = sum(m.rescues and what == "retreated" for m, what in zip(men, fates, strict=True))
            left = set(queue[carriers:])
            for place, (man, what) in enumerate(zip(men, fates, strict=True)):
                self.told[name, man.name, what] += part
                if place in left:
                    self.told[name, man.name, "left_on_field"] += part

    def composure(self, index: int, halves: list[list[str]]) -> Fraction:
        """Of the leader who is not out, else the average at the start."""
        men, leader = self.sides[index], self.leaders[index]
        if leader is not None and halves[index][men.index(leader)] == "up":
            return Fraction(leader.composure)
        return Fraction(sum(man.composure for man in men), len(men))
