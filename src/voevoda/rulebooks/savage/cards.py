"""Tactics cards: the deck (S-1.3), starting hands (S-2.2), and the new cards of a round (S-4)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from voevoda.play.questions import Choose, Draw, Pick, Rule, ask, tell, together
from voevoda.play.seats import EVERYONE, Facts
from voevoda.rulebooks.savage.battle_roll import knowledge_of
from voevoda.rulebooks.savage.rolls import Trait, trait
from voevoda.rulebooks.savage.state import Battle, Word, ordered_words
from voevoda.rulebooks.savage.tables import (
    CARD_RANKS,
    EXCHANGED,
    SUITS,
    TOKENS_A_CARD,
    in_pack_order,
    ladder,
    matches,
)

# S-1.3 The deck


def draw(battle: Battle, index: int, count: int, key: str = "savage.cards.draw") -> Rule[Battle]:
    """A side draws; a deck that has run out takes in the discards; with nothing left, none is drawn."""
    side = battle.terms.sides[index]
    while count:
        pile = battle.deck(index)
        if not pile and within_reach(battle, index):
            battle = yield from shuffle(battle, index, "S-1.3")
            pile = battle.deck(index)
        if not pile:
            yield from tell("savage.cards.none", "S-1.3", side=side.name, n=count)
            break
        now = min(count, len(pile))
        drawn = yield from ask(
            Draw(
                key=key,
                cite="S-1.3",
                by=side.seat,
                seen_by=side.alone,
                about={"side": side.name},
                pile=pile,
                count=now,
            )
        )
        yield from tell("savage.cards.drawn", "S-1.3", side=side.name, n=now, deck=len(pile) - now)
        battle = into_hand(battle, index, drawn)
        count -= now
    return battle


def into_hand(battle: Battle, index: int, drawn: Collection[str]) -> Battle:
    """Cards come into a hand; that it lacks something is no longer sure."""
    hand = in_pack_order((*battle.forces[index].cards.hand, *drawn))
    told = battle.forces[1 - index].cards.told
    battle = battle.with_cards(1 - index, told=tuple(word for word in told if word.held))
    return battle.with_cards(index, hand=hand)


def out_of_hand(battle: Battle, index: int, cards: Collection[str]) -> Battle:
    """Cards leave a hand."""
    hand = battle.forces[index].cards.hand
    return battle.with_cards(index, hand=tuple(card for card in hand if card not in cards))


def bury(battle: Battle, index: int, cards: Sequence[str]) -> Battle:
    """Cards are discarded face down; that the hand holds something is no longer sure."""
    if not cards:
        return battle
    buried = in_pack_order((*battle.forces[index].cards.buried, *cards))
    told = battle.forces[1 - index].cards.told
    battle = battle.with_cards(1 - index, told=tuple(word for word in told if not word.held))
    return out_of_hand(battle.with_cards(index, buried=buried), index, cards)


def seen_leaving(battle: Battle, index: int, card: str) -> Battle:
    """A card of a side has been shown: what was told of such cards is no longer sure."""
    told = battle.forces[1 - index].cards.told
    sure = tuple(word for word in told if not (word.held and matches(card, word.named)))
    return battle.with_cards(1 - index, told=sure)


def shuffle(battle: Battle, index: int, cite: str) -> Rule[Battle]:
    """All discards of a side's deck, face up and face down, go back into it; hands stay."""
    pile = battle.pile(index)
    up = tuple(() if at == pile else cards for at, cards in enumerate(battle.discards))
    battle = replace(battle, discards=up)
    for each in (0, 1):
        if battle.pile(each) == pile:
            battle = battle.with_cards(each, buried=())
    whose: Facts = {"side": battle.terms.sides[index].name} if len(up) > 1 else {}
    yield from tell("savage.cards.shuffled", cite, EVERYONE, **whose, n=len(battle.deck(index)))
    return battle


def discard_at_random(battle: Battle, index: int, cite: str) -> Rule[Battle]:
    """A side discards a card of its hand at random; its commander alone sees which."""
    side, hand = battle.terms.sides[index], battle.forces[index].cards.hand
    lost = yield from ask(
        Draw(
            key="savage.cards.random",
            cite=cite,
            by=side.seat,
            seen_by=side.alone,
            about={"side": side.name},
            pile=hand,
        )
    )
    yield from tell("savage.cards.lost", cite, side=side.name, n=1, left=len(hand) - 1)
    return bury(battle, index, lost)


# S-2.2 Starting hands


def deal(battle: Battle) -> Rule[Battle]:
    """Each side's tokens, and a card for each three of them, at least one (S-2.1, S-2.2)."""
    larger = max(side.strength or 0 for side in battle.terms.sides)
    for side, force in zip(battle.terms.sides, battle.forces, strict=True):
        size: Facts = {} if side.strength is None else {"strength": side.strength, "larger": larger}
        yield from tell("savage.deal.tokens", "S-2.1", side=side.name, n=force.start, **size)
    readings = battle.terms.readings
    if not battle.terms.cards:
        yield from tell("savage.deal.no_cards", "S-3.1")
        return battle
    yield from tell("savage.deal.decks", "S-1.3", reading="decks", option=readings.decks)
    yield from tell(
        "savage.deal.first_round",
        "S-3",
        reading="new_cards_first_round",
        option=readings.new_cards_first_round,
    )
    for index in (0, 1):
        tokens = battle.forces[index].start
        count = max(1, tokens // TOKENS_A_CARD)
        whose: Facts = {"side": battle.terms.sides[index].name}
        yield from tell("savage.deal.hand", "S-2.2", **whose, n=count, tokens=tokens)
        battle = yield from draw(battle, index, count, "savage.deal.draw")
    return battle


# S-4 New cards


@dataclass(frozen=True, slots=True)
class Uses:
    """What a side does with the cards that it has earned (S-4.3)."""

    draw: int = 0
    ask: int = 0
    exchange: int = 0


def new_cards(battle: Battle) -> Rule[Battle]:
    """Both roll, both say what they do with each card earned; then draws and exchanges (S-4)."""
    reached = yield from together(new_cards_roll(battle, 0), new_cards_roll(battle, 1))
    earned = [0, 0]
    for index in (0, 1):
        earned[index] = yield from cards_earned(battle, index, reached[index])
    uses = yield from say_uses(battle, earned)
    for index in (0, 1):
        battle = yield from draw(battle, index, uses[index].draw)
        for _ in range(uses[index].exchange):
            battle = yield from exchange(battle, index)
        battle = battle.with_round(index, asks=uses[index].ask)
    return battle


def new_cards_roll(battle: Battle, index: int) -> Trait:
    """A plain roll of Knowledge (Battle), with a rung for each card that there still is (S-4.1)."""
    side, knowledge = battle.terms.sides[index], knowledge_of(battle, index)
    # Reading: raise_cards.
    one = battle.terms.readings.raise_cards == "one"
    rungs = 3 if one else max(1, within_reach(battle, index))
    about = {"side": side.name, **knowledge.reading}
    return trait(
        "savage.cards.roll",
        "S-4.1",
        side.seat,
        about,
        knowledge.die,
        {},
        ladder(rungs),
        wild=knowledge.wild,
    )


def within_reach(battle: Battle, index: int) -> int:
    """How many cards a side could draw, the discards shuffled in: a number that everyone knows."""
    buried = sum(
        len(force.cards.buried)
        for each, force in enumerate(battle.forces)
        if battle.pile(each) == battle.pile(index)
    )
    return len(battle.deck(index)) + len(battle.discards[battle.pile(index)]) + buried


def cards_earned(battle: Battle, index: int, reached: int) -> Rule[int]:
    """One card for a success and one for each raise (S-4.1)."""
    # Reading: raise_cards.
    option = battle.terms.readings.raise_cards
    earned = max(0, reached) if option == "each_raise" else max(0, min(reached, 2))
    mattered: Facts = {"reading": "raise_cards", "option": option} if reached > 2 else {}
    side = battle.terms.sides[index].name
    yield from tell("savage.cards.earned", "S-4.1", side=side, n=earned, **mattered)
    return earned


def say_uses(battle: Battle, earned: Sequence[int]) -> Rule[tuple[Uses, Uses]]:
    """Both say of one card after another what they do with it, neither knowing the other's (S-4.3)."""
    uses = [Uses(), Uses()]
    for nth in range(max(earned)):
        asked: list[Choose[str]] = []
        whose: list[int] = []
        for index in (0, 1):
            options = ways_to_use(battle, index, uses[index]) if nth < earned[index] else ()
            if len(options) > 1:
                side = battle.terms.sides[index]
                asked.append(
                    Choose(
                        key="savage.cards.use",
                        cite="S-4.3",
                        by=side.seat,
                        seen_by=EVERYONE,
                        about={"side": side.name, "nth": nth + 1, "earned": earned[index]},
                        among=tuple((option, option) for option in options),
                    )
                )
                whose.append(index)
            elif options:
                uses[index] = used(uses[index], options[0])
        said = yield from together(*asked)
        for index, use in zip(whose, said, strict=True):
            uses[index] = used(uses[index], use)
    return uses[0], uses[1]


def ways_to_use(battle: Battle, index: int, uses: Uses) -> tuple[str, ...]:
    """What a side may do with a card earned: the resourceful must have his three in hand as he says so."""
    edges, hand = battle.terms.sides[index].commander.edges, len(battle.forces[index].cards.hand)
    discarded, drawn = EXCHANGED
    after = hand - uses.exchange * (discarded - drawn)
    return (
        "draw",
        *(("ask",) if "perceptive" in edges else ()),
        *(("exchange",) if "resourceful" in edges and after >= discarded else ()),
    )


def used(uses: Uses, use: str) -> Uses:
    """One use more."""
    return replace(uses, **{use: getattr(uses, use) + 1})


def exchange(battle: Battle, index: int) -> Rule[Battle]:
    """The resourceful discards three cards, face down, and draws two (S-4.2)."""
    side, (discarded, drawn) = battle.terms.sides[index], EXCHANGED
    battle = yield from discard_chosen(battle, index, discarded, "savage.cards.exchange", "S-4.2")
    yield from tell("savage.cards.exchanged", "S-4.2", side=side.name, n=discarded, drawn=drawn)
    return (yield from draw(battle, index, drawn))


def discard_chosen(battle: Battle, index: int, count: int, key: str, cite: str) -> Rule[Battle]:
    """A commander discards so many cards of his choice, face down."""
    side = battle.terms.sides[index]
    cards = yield from ask(
        Pick(
            key=key,
            cite=cite,
            by=side.seat,
            seen_by=side.alone,
            about={"side": side.name},
            among=battle.forces[index].cards.hand,
            least=count,
            most=count,
        )
    )
    return bury(battle, index, cards)


def question(battle: Battle) -> Rule[Battle]:
    """One question of a perceptive commander, who alone hears the answer; the step ends with it (S-4.2)."""
    index = 0 if battle.forces[0].round.asks else 1
    side, force = battle.terms.sides[index], battle.forces[index]
    about: Facts = {"side": side.name, "enemy": battle.terms.sides[1 - index].name}
    suit = yield from ask(
        Choose(
            key="savage.perceptive.what",
            cite="S-4.2",
            by=side.seat,
            seen_by=side.alone,
            about=about,
            among=(*((suit, (suit,)) for suit in SUITS), ("ranks", ())),
        )
    )
    # Asked in any case, so that the number of questions tells nobody what was asked about.
    ranks = yield from ask(
        Pick(
            key="savage.perceptive.ranks",
            cite="S-4.2",
            by=side.seat,
            seen_by=side.alone,
            about=about,
            among=() if suit else CARD_RANKS,
            least=0 if suit else 1,
            most=0 if suit else 3,
        )
    )
    named = suit or ranks
    holds = any(matches(card, named) for card in battle.forces[1 - index].cards.hand)
    yield from tell("savage.perceptive.answer", "S-4.2", side.alone, **about, named=named, held=holds)
    battle = battle.with_cards(index, told=ordered_words((*force.cards.told, Word(named, holds))))
    return battle.with_round(index, asks=force.round.asks - 1)
