"""A small card game with all in it that a rulebook may ask of the table.

Two camps take tents from each other.  A round, each phase a step:

- *muster*: both draw up to a full hand, face down; when the pile is empty, all discards are shuffled in.
- *first spy*, *second spy*: a camp with spies may send one: it names a card that it cannot see and is told,
  it alone, whether the enemy holds it.  The window can be passed.
- *lay*: both lay a card at the same time, and both are shown.
- *clash*: the higher rank strikes with a die that is thrown again as long as it shows its maximum; the
  referee decides a tie.  The weather is thrown and only told.
- *save*: who was struck may bury a card, face down, and keep a tent.  The window can be passed.
- *tidy*: nothing is asked; the struck tents are taken away.
"""

# ruff: noqa: D102  What a method of a question is for stands in ``Question`` and ``Chance``.

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar

from voevoda.play.errors import Illegal
from voevoda.play.law import Law, Source
from voevoda.play.position import Number, Outcome
from voevoda.play.questions import (
    Choose,
    Draw,
    Question,
    Reply,
    Roll,
    Rule,
    Total,
    ask,
    frozen,
    tell,
    together,
)
from voevoda.play.seats import EVERYONE, REFEREE, Audience, Fact, Facts, Seat, commander, only

PHASES = ("muster", "first spy", "second spy", "lay", "clash", "save", "tidy")

PACK = tuple(f"{suit}{rank}" for suit in "abc" for rank in range(1, 6))
"""Cards, by suit and rank; only the rank matters."""


@dataclass(frozen=True, slots=True)
class Camp:
    """One of the two."""

    name: str
    tents: int
    spies: bool = False
    hand: tuple[str, ...] = ()
    """Cards that only its commander sees, sorted."""
    buried: tuple[str, ...] = ()
    """Its own discards, face down, sorted: the enemy never saw them."""
    told: tuple[tuple[str, bool], ...] = ()
    """What its spies said: a card, and whether the enemy's hand held it; sorted, as long as it is sure."""

    @property
    def seat(self) -> Seat:
        """Who commands it."""
        return commander(self.name)

    @property
    def alone(self) -> Audience:
        """Who may know its secrets."""
        return only(self.seat)

    def without(self, cards: Sequence[str]) -> Camp:
        """The camp with these cards gone from its hand."""
        return replace(self, hand=tuple(card for card in self.hand if card not in cards))


@dataclass(frozen=True, slots=True)
class Toy:
    """The game between two steps."""

    phase: str
    camps: tuple[Camp, Camp]
    pack: tuple[str, ...] = PACK
    full: int = 2
    """Cards in a full hand."""
    shown: tuple[str, ...] = ()
    """Discards face up, sorted."""
    laid: tuple[str, ...] = ()
    """What each camp has laid this round, nothing being ``""``."""
    struck: tuple[int, int] = (0, 0)
    """Tents that each camp is about to lose."""
    rounds_left: int | None = None

    def pile(self) -> tuple[str, ...]:
        """What can be drawn: what is nowhere else."""
        gone = {*self.shown, *(card for camp in self.camps for card in (*camp.hand, *camp.buried))}
        return tuple(card for card in self.pack if card not in gone)

    def known(self, index: int) -> set[str]:
        """Cards whose place the commander of this camp sees."""
        camp = self.camps[index]
        return {*camp.hand, *camp.buried, *self.shown}


def rank(card: str) -> int:
    """The rank of a card; nothing laid ranks below all."""
    return int(card[1:]) if card else 0


def ordered(cards: Sequence[str]) -> tuple[str, ...]:
    """Cards in their canonical order."""
    return tuple(sorted(cards))


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike(Roll[int]):
    """A die thrown again as long as it shows its maximum; asks how many rungs the sum reaches."""

    kind: ClassVar[str] = "strike"

    sides: int
    ladder: tuple[int, ...]
    """What the sum must reach, ascending."""

    def normal(self, reply: object) -> Reply:
        return (reply,) if type(reply) is int else frozen(reply)

    def read(self, reply: Reply, /) -> int:
        chain = reply if isinstance(reply, tuple) and reply else (0,)
        total = 0
        for index, face in enumerate(chain):
            last = index == len(chain) - 1
            if type(face) is not int or not 1 <= face <= self.sides or last != (face < self.sides):
                raise self.refuses(reply, "toy.illegal.chain", sides=self.sides)
            total += face
        return sum(rung <= total for rung in self.ladder)

    def throw(self, source: Source, /) -> Reply:
        return self.take(iter(lambda: source.below(self.sides) + 1, 0))

    def take(self, faces: Iterator[int], /) -> Reply:
        chain = [next(faces)]
        while chain[-1] == self.sides:
            chain.append(next(faces))
        return tuple(chain)

    def law(self) -> Law[int]:
        whole = self.sides ** (max(self.ladder, default=0) // self.sides + 1)
        least = [whole, *(self.at_least(rung, whole) for rung in self.ladder), 0]
        return Law.of(((rungs, least[rungs] - least[rungs + 1]) for rungs in range(len(least) - 1)), whole)

    def at_least(self, total: int, whole: int) -> int:
        """How many of ``whole`` equal cases reach ``total``: d − r + 1 of d after q maxima, r from 1 to d."""
        maxima, rest = divmod(total - 1, self.sides)
        return (self.sides - rest) * (whole // int(self.sides ** (maxima + 1)))

    def prompt(self) -> Facts:
        return {"sides": self.sides}

    def told(self, answer: int, reply: Reply, /) -> Facts:
        return {"rungs": answer}

    def shape(self) -> Fact:
        return ("strike", self.sides)


def draws(toy: Toy) -> Rule[Toy]:
    """Both draw up to a full hand; that a hand lacks a card is no longer sure when cards come into it."""
    pile = toy.pile()
    if len(pile) < sum(toy.full - len(camp.hand) for camp in toy.camps):
        one, two = toy.camps
        toy = replace(toy, shown=(), camps=(replace(one, buried=()), replace(two, buried=())))
        pile = toy.pile()
        yield from tell("toy.shuffled", "T-1", n=len(pile))
    for index in (0, 1):
        camp, enemy = toy.camps[index], toy.camps[1 - index]
        lacking = min(toy.full - len(camp.hand), len(pile))
        if not lacking:
            continue
        drawn = yield from ask(
            Draw(key="toy.draw", cite="T-1", by=camp.seat, seen_by=camp.alone, pile=pile, count=lacking)
        )
        pile = tuple(card for card in pile if card not in drawn)
        yield from tell("toy.drawn", "T-1", camp=camp.name, n=lacking)
        toy = with_camp(toy, index, replace(camp, hand=ordered((*camp.hand, *drawn))))
        toy = with_camp(toy, 1 - index, replace(enemy, told=tuple(said for said in enemy.told if said[1])))
    return replace(toy, phase="first spy")


def spies(toy: Toy, index: int) -> Rule[Toy]:
    """One camp may learn of one card whether the enemy holds it; its step ends with the answer."""
    camp, enemy = toy.camps[index], toy.camps[1 - index]
    after = replace(toy, phase=PHASES[PHASES.index(toy.phase) + 1])
    seen = toy.known(index) | {card for card, _ in camp.told}
    hidden = tuple(card for card in toy.pack if card not in seen)
    if not camp.spies or not hidden:
        return after
    sent = yield from ask(
        Choose(
            key="toy.spy",
            cite="T-2",
            by=camp.seat,
            seen_by=EVERYONE,
            among=(("pass", False), ("send", True)),
        )
    )
    if not sent:
        return after
    card = yield from ask(
        Choose(key="toy.seek", cite="T-2", by=camp.seat, seen_by=camp.alone, among=options(hidden))
    )
    held = card in enemy.hand
    yield from tell("toy.sought", "T-2", camp.alone, card=card, held=held)
    return with_camp(after, index, replace(camp, told=tuple(sorted((*camp.told, (card, held))))))


def options(cards: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Cards as the options of a choice."""
    return tuple((card, card) for card in cards)


def with_camp(toy: Toy, index: int, camp: Camp) -> Toy:
    """The game with one camp changed."""
    return replace(toy, camps=(camp, toy.camps[1]) if index == 0 else (toy.camps[0], camp))


def lays(toy: Toy) -> Rule[Toy]:
    """Who has a card lays one; then all are shown, and what was said of them is settled."""
    laying = [camp for camp in toy.camps if camp.hand]
    cards = yield from together(
        *(
            Choose(key="toy.lay", cite="T-3", by=camp.seat, seen_by=camp.alone, among=options(camp.hand))
            for camp in laying
        )
    )
    yield from tell("toy.shown", "T-3", cards=cards)
    by_name = {camp.name: card for camp, card in zip(laying, cards, strict=True)}
    one, two = (
        replace(camp.without(cards), told=tuple(said for said in camp.told if said[0] not in cards))
        for camp in toy.camps
    )
    return replace(
        toy,
        phase="clash",
        camps=(one, two),
        shown=ordered((*toy.shown, *cards)),
        laid=tuple(by_name.get(camp.name, "") for camp in toy.camps),
    )


def clashes(toy: Toy) -> Rule[Toy]:
    """The higher card strikes; the referee says whether a tie hurts both."""
    one, two = map(rank, toy.laid)
    strikers: tuple[int, ...] = (0,) if one > two else (1,)
    if one == two:
        strikers = yield from ask(
            Choose(
                key="toy.tie",
                cite="T-4",
                by=REFEREE,
                seen_by=EVERYONE,
                among=(("both", (0, 1)), ("neither", ())),
            )
        )
    rungs = yield from together(
        *(
            Strike(
                key="toy.strike",
                cite="T-4",
                by=toy.camps[striker].seat,
                sides=4,
                ladder=tuple(3 * more for more in range(1, toy.camps[1 - striker].tents)),
            )
            for striker in strikers
        )
    )
    struck = [0, 0]
    for striker, reached in zip(strikers, rungs, strict=True):
        struck[1 - striker] = 1 + reached
    weather = yield from ask(Total(key="toy.weather", cite="T-4", dice=1, idle=True))
    if weather == 6:
        yield from tell("toy.storm", "T-4")
    return replace(toy, phase="save", struck=(struck[0], struck[1]))


def saves(toy: Toy) -> Rule[Toy]:
    """Who is struck may bury a card; that a card is buried is told, but not which."""
    struck = list(toy.struck)
    for index in (0, 1):
        camp, enemy = toy.camps[index], toy.camps[1 - index]
        if not struck[index] or not camp.hand:
            continue
        buried = yield from ask(
            Choose(
                key="toy.save",
                cite="T-5",
                by=camp.seat,
                seen_by=camp.alone,
                among=(("pass", ""), *options(camp.hand)),
            )
        )
        yield from tell("toy.saved", "T-5", camp=camp.name, saved=bool(buried))
        if buried:
            struck[index] -= 1
            camp = replace(camp.without((buried,)), buried=ordered((*camp.buried, buried)))
            enemy = replace(enemy, told=tuple(said for said in enemy.told if not said[1]))
            toy = with_camp(with_camp(toy, index, camp), 1 - index, enemy)
    return replace(toy, phase="tidy", struck=(struck[0], struck[1]))


def tidies(toy: Toy) -> Rule[Toy]:
    """Struck tents go."""
    one, two = (
        replace(camp, tents=max(0, camp.tents - struck))
        for camp, struck in zip(toy.camps, toy.struck, strict=True)
    )
    yield from tell("toy.tents", "T-6", tents=(one.tents, two.tents))
    left = None if toy.rounds_left is None else toy.rounds_left - 1
    return replace(toy, phase="muster", camps=(one, two), laid=(), struck=(0, 0), rounds_left=left)


class ToyBook:
    """The rulebook ``toy``."""

    id = "toy"
    revision = 1
    schema = 2
    reveals = frozenset({"toy.shown", "toy.sought"})

    def step(self, toy: Toy, /) -> Rule[Toy]:
        """One phase of the round."""
        match toy.phase:
            case "muster":
                return draws(toy)
            case "first spy" | "second spy":
                return spies(toy, int(toy.phase == "second spy"))
            case "lay":
                return lays(toy)
            case "clash":
                return clashes(toy)
            case "save":
                return saves(toy)
            case _:
                return tidies(toy)

    def finished(self, toy: Toy, /) -> Outcome | None:
        """A camp without tents has lost."""
        standing = [camp.name for camp in toy.camps if camp.tents]
        if len(standing) < 2:
            return Outcome(standing[0] if standing else None, "razed")
        return Outcome(None, "stopped") if toy.rounds_left == 0 else None

    def opens_round(self, toy: Toy, /) -> bool:
        """The muster does."""
        return toy.phase == "muster"

    def view(self, toy: Toy, seat: Seat, /) -> Facts:
        """Numbers for all; hand, buried cards and spies' words for those who may know that camp's secrets."""
        return {
            "phase": toy.phase,
            "shown": toy.shown,
            "laid": toy.laid,
            "struck": toy.struck,
            "pile": len(toy.pile()),
            "rounds_left": toy.rounds_left,
            "camps": tuple(self.camp(camp, seat) for camp in toy.camps),
        }

    def camp(self, camp: Camp, seat: Seat) -> Facts:
        """What ``seat`` sees of one camp."""
        public: dict[str, Fact] = {
            "name": camp.name,
            "tents": camp.tents,
            "spies": camp.spies,
            "hand_size": len(camp.hand),
            "buried_size": len(camp.buried),
        }
        if camp.alone.holds(seat):
            return {**public, "hand": camp.hand, "buried": camp.buried, "told": camp.told}
        return public

    def imagine(self, toy: Toy, seat: Seat, source: Source, /) -> Toy:
        """Deal anew what ``seat`` does not see, evenly over all deals that fit what its spies said of it.

        What the enemy's spies said is not known either, not even what they asked: it is imagined away.
        """
        mine = [index for index, camp in enumerate(toy.camps) if camp.alone.holds(seat)]
        placed = set(toy.shown).union(*(toy.known(index) for index in mine))
        told = dict(said for index in mine for said in toy.camps[index].told)
        for index, camp in enumerate(toy.camps):
            if index in mine:
                continue
            hand = [card for card in toy.pack if told.get(card)]
            open_to_hand = [card for card in toy.pack if card not in placed and card not in told]
            hand += dealt(len(camp.hand) - len(hand), open_to_hand, source)
            placed.update(hand)
            buried = dealt(len(camp.buried), [card for card in toy.pack if card not in placed], source)
            placed.update(buried)
            toy = with_camp(toy, index, replace(camp, hand=ordered(hand), buried=ordered(buried), told=()))
        return toy

    def override(self, toy: Toy, path: str, value: Fact, /) -> Toy:
        """Set ``NAME.tents``, 1 to 9, which everyone may know."""
        for index, camp in enumerate(toy.camps):
            if path == f"{camp.name}.tents":
                if type(value) is not int or not 1 <= value <= 9:
                    raise Illegal("toy.illegal.tents", given=value, least=1, most=9)
                return with_camp(toy, index, replace(camp, tents=value))
        raise Illegal("toy.illegal.path", given=path, accepted=tuple(f"{c.name}.tents" for c in toy.camps))

    def numbers(self, toy: Toy, /) -> tuple[Number, ...]:
        """The tents."""
        return tuple(
            Number(f"{camp.name}.tents", "toy.number.tents", (camp.name,), camp.tents, 1, 9)
            for camp in toy.camps
        )

    def print(self, toy: Toy, /) -> str:
        """JSON."""
        return json.dumps(asdict(toy), sort_keys=True)

    def parse(self, text: str, schema: int, /) -> Toy:
        """The game that ``print`` wrote, today or when it counted ``tokens`` and had no spies."""
        try:
            fields = tupled(json.loads(text))
            if schema == 1:
                fields = upcast_v1_v2(fields)
            elif schema != self.schema:
                raise ValueError(f"schema {schema}")
            one, two = (Camp(**camp) for camp in fields.pop("camps"))
            return Toy(camps=(one, two), **fields)
        except (TypeError, KeyError, AttributeError) as error:
            raise ValueError(str(error)) from error


def dealt(count: int, cards: list[str], source: Source) -> list[str]:
    """Some of the cards, drawn evenly."""
    left = list(cards)
    return [left.pop(source.below(len(left))) for _ in range(count)]


def upcast_v1_v2(fields: dict[str, Any]) -> dict[str, Any]:
    """Tents were called tokens, and nobody had spies."""
    renamed = [
        {("tents" if key == "tokens" else key): value for key, value in camp.items()}
        for camp in fields["camps"]
    ]
    return {**fields, "camps": renamed}


def tupled(value: Any) -> Any:
    """JSON with tuples for lists."""
    if isinstance(value, list):
        return tuple(tupled(item) for item in value)
    if isinstance(value, dict):
        return {key: tupled(item) for key, item in value.items()}
    return value


def small() -> Toy:
    """A game that can be enumerated: four cards of two ranks, hands of one, two tents against one."""
    return Toy("muster", (Camp("Ash", 2), Camp("Birch", 1)), ("a1", "a2", "b1", "b2"), full=1, rounds_left=2)


def usual() -> Toy:
    """A game of some rounds, with spies on both sides."""
    return Toy("muster", (Camp("Ash", 4, spies=True), Camp("Birch", 4, spies=True)))


def evenly(toy: Toy, question: Question[Any]) -> Law[Any]:
    """A policy: any option, all alike."""
    _ = toy
    assert isinstance(question, Choose)
    return Law.even(answer for _, answer in question.among)
