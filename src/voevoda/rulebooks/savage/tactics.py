"""Tactics cards are laid, shown and compared (S-7)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from voevoda.play.questions import Choose, Pick, Question, Rule, ask, tell, together
from voevoda.play.seats import EVERYONE, Fact, Facts
from voevoda.rulebooks.savage.cards import out_of_hand, seen_leaving
from voevoda.rulebooks.savage.edges import edges
from voevoda.rulebooks.savage.foresight import ahead, cause, causes, notes_of, tokens_after
from voevoda.rulebooks.savage.morale import losses
from voevoda.rulebooks.savage.state import Battle
from voevoda.rulebooks.savage.tables import (
    CARD_RANKS,
    EMPTY_HAND,
    SUIT_LOSSES,
    SUITS,
    in_pack_order,
    is_high,
    is_joker,
    rank_of,
    suit_of,
)

# S-7.1 Laying


def lay(battle: Battle) -> Rule[Battle]:
    """Both lay at the same time; who has a card must.  Then both are shown, or first one's to who scouts."""
    battle = yield from settle_scouts(battle)
    laying = [index for index in (0, 1) if battle.forces[index].cards.hand]
    laid = yield from together(*(laying_of(battle, index) for index in laying))
    cards = dict(zip(laying, laid, strict=True))
    for index in (0, 1):
        if index not in cards:
            yield from tell("savage.lay.empty", "S-7.1", side=battle.terms.sides[index].name)
    scouts = [index for index in (0, 1) if battle.forces[index].round.scouts]
    for index in scouts:
        battle = out_of_hand(battle, index, cards[index]).with_cards(index, laid=cards[index])
        shown = tuple(cards.get(1 - index, ()))
        yield from tell_shown(battle, {1 - index: shown})
        battle = out_of_hand(battle, 1 - index, shown).with_cards(1 - index, laid=shown)
        return seen_leaving(battle, 1 - index, shown[0]) if shown else battle
    yield from tell_shown(battle, cards)
    for index in (0, 1):
        battle = shows(battle, index, "".join(cards.get(index, ())))
    return battle


def settle_scouts(battle: Battle) -> Rule[Battle]:
    """Two scouts cancel each other; with one card there is nothing to choose from (S-5, S-7.1)."""
    scouts = [index for index in (0, 1) if battle.forces[index].round.scouts]
    if len(scouts) == 2:
        yield from tell("savage.lay.cancelled", "S-5")
    for index in scouts:
        few = len(battle.forces[index].cards.hand) < 2
        if few and len(scouts) == 1:
            yield from tell("savage.lay.one_card", "S-7.1", side=battle.terms.sides[index].name)
        battle = battle.with_round(index, scouts=len(scouts) == 1 and not few)
    return battle


def laying_of(battle: Battle, index: int) -> Question[tuple[str, ...]]:
    """One card of the hand, or two of who scouts."""
    side, hand = battle.terms.sides[index], battle.forces[index].cards.hand
    if battle.forces[index].round.scouts:
        return Pick(
            key="savage.lay.two",
            cite="S-7.1",
            by=side.seat,
            seen_by=side.alone,
            about={"side": side.name},
            among=hand,
            least=2,
            most=2,
            brings={card: by_itself(card) for card in hand},
        )
    return Choose(
        key="savage.lay.card",
        cite="S-7.1",
        by=side.seat,
        seen_by=side.alone,
        about={"side": side.name},
        among=tuple((card, (card,)) for card in hand),
        brings=unseen(battle, index),
    )


def unseen(battle: Battle, index: int) -> Facts:
    """What each card does by itself; what it comes to where the enemy has none, as everyone knows."""
    hand = battle.forces[index].cards.hand
    if battle.forces[1 - index].cards.hand:
        return {card: by_itself(card) for card in hand}
    return {card: comes_to(shows(shows(battle, index, card), 1 - index, "")) for card in hand}


def by_itself(card: str) -> Facts:
    """What the suit of a card does against each other, whatever the enemy may have."""
    if is_joker(card):
        return {"why": (cause("savage.brings.alone.joker", "S-7.4"),)}
    return {"why": (cause(f"savage.brings.alone.{suit_of(card)}", "S-7.2"),)}


def scout(battle: Battle) -> Rule[Battle]:
    """With the enemy's card before him he plays one of his two; the other goes back unshown (S-7.1)."""
    index = 0 if battle.forces[0].round.scouts else 1
    side, laid = battle.terms.sides[index], battle.forces[index].cards.laid
    card = yield from ask(
        Choose(
            key="savage.scout.card",
            cite="S-7.1",
            by=side.seat,
            seen_by=side.alone,
            about={"side": side.name},
            among=tuple((card, card) for card in laid),
            brings={card: comes_to(plays(battle, index, card)) for card in laid},
        )
    )
    yield from tell_shown(battle, {index: (card,)})
    return plays(battle, index, card)


def plays(battle: Battle, index: int, card: str) -> Battle:
    """Who scouts shows one of his two cards, and the other goes back to his hand."""
    laid, enemy = battle.forces[index].cards.laid, "".join(battle.forces[1 - index].cards.laid)
    hand = in_pack_order((*battle.forces[index].cards.hand, *laid))
    battle = battle.with_cards(index, hand=hand, laid=()).with_cards(1 - index, laid=())
    battle = battle.with_round(index, scouts=False)
    return shows(shows(battle, index, card), 1 - index, enemy)


def tell_shown(battle: Battle, cards: dict[int, tuple[str, ...]]) -> Rule[None]:
    """What is turned up, all at once."""
    shown = tuple[Fact, ...](
        {"side": battle.terms.sides[index].name, "card": card}
        for index in (0, 1)
        for card in cards.get(index, ())
    )
    if shown:
        yield from tell("savage.lay.shown", "S-7.1", EVERYONE, cards=shown)


def shows(battle: Battle, index: int, card: str) -> Battle:
    """A card that is shown goes from the hand to the discards (S-7.5); empty: there was none."""
    battle = battle.with_round(index, shown=card)
    if not card:
        return battle
    pile = battle.pile(index)
    up = tuple(
        in_pack_order((*cards, card)) if at == pile else cards for at, cards in enumerate(battle.discards)
    )
    return seen_leaving(out_of_hand(replace(battle, discards=up), index, (card,)), index, card)


# S-7.2 to S-7.4 Comparing


def comes_to(battle: Battle) -> Facts:
    """What cards that are shown come to; a joker may still be named any card."""
    found = ahead(battle, clash, edges, losses)
    if found is not None:
        return {**tokens_after(found), "why": causes(found.notes)}
    sides = zip(battle.terms.sides, battle.forces, strict=True)
    owner = next(side.name for side, force in sides if is_joker(force.round.shown or ""))
    return {"why": (cause("savage.brings.joker", "S-7.4", side=owner),)}


def clash(battle: Battle) -> Rule[Battle]:
    """Jokers are named, suits and ranks compared, and the losses noted."""
    shown = [battle.forces[index].round.shown or "" for index in (0, 1)]
    if all(map(is_joker, shown)):
        yield from tell("savage.clash.two_jokers", "S-7.4")
        return battle
    (suit, rank), (other_suit, other_rank) = (yield from named(battle, 0)), (yield from named(battle, 1))
    if (suit, other_suit) == ("clubs", "clubs"):
        yield from tell("savage.clash.both_clubs", "S-7.2")
        return battle.with_round(0, noted=0).with_round(1, noted=0)
    by_suits = yield from compare_suits(battle, suit, other_suit)
    by_ranks = yield from compare_ranks(battle, rank, other_rank)
    for index in (0, 1):
        noted = battle.forces[index].round.noted + by_suits[index] + by_ranks[index]
        battle = battle.with_round(
            index, noted=noted, by_suits=bool(by_suits[index]), by_ranks=bool(by_ranks[index])
        )
    return battle


def named(battle: Battle, index: int) -> Rule[tuple[str, str]]:
    """The suit and rank of what a side has shown; a joker's owner says both now (S-7.4)."""
    card = battle.forces[index].round.shown
    if not card:
        return EMPTY_HAND
    if not is_joker(card):
        return suit_of(card), rank_of(card)
    # The other card is no joker, so that what each suit and each rank does is known.
    card = battle.forces[1 - index].round.shown
    suit, rank = (suit_of(card), rank_of(card)) if card else EMPTY_HAND
    suits: Facts = {each: does_suit(battle, index, each, suit) for each in SUITS}
    ranks: Facts = {each: does_rank(battle, index, each, rank) for each in CARD_RANKS}
    return (
        yield from together(
            naming(battle, index, "savage.joker.suit", SUITS, suits),
            naming(battle, index, "savage.joker.rank", CARD_RANKS, ranks),
        )
    )


def does_suit(battle: Battle, index: int, suit: str, other: str) -> Facts:
    """What a joker does as this suit, against the other side's."""
    one, two = (suit, other) if index == 0 else (other, suit)
    if (one, two) == ("clubs", "clubs"):
        return {"why": (cause("savage.brings.both_clubs", "S-7.2"),)}
    return {"why": causes(notes_of(compare_suits, battle, one, two))}


def does_rank(battle: Battle, index: int, rank: str, other: str) -> Facts:
    """What a joker does as this rank, against the other side's."""
    one, two = (rank, other) if index == 0 else (other, rank)
    return {"why": causes(notes_of(compare_ranks, battle, one, two))}


def naming(battle: Battle, index: int, key: str, options: Sequence[str], brings: Facts) -> Choose[str]:
    """What a joker's owner makes of it."""
    side = battle.terms.sides[index]
    return Choose(
        key=key,
        cite="S-7.4",
        by=side.seat,
        seen_by=EVERYONE,
        about={"side": side.name},
        among=tuple((option, option) for option in options),
        brings=brings,
    )


def compare_suits(battle: Battle, one: str, two: str) -> Rule[tuple[int, int]]:
    """Attack, defence, manoeuvre; caution on either side switches them off (S-7.2)."""
    facts = {
        "first": battle.terms.sides[0].name,
        "second": battle.terms.sides[1].name,
        "suit": one,
        "other": two,
    }
    if "hearts" in {one, two}:
        yield from tell("savage.clash.hearts", "S-7.2", **facts)
        return 0, 0
    losses = SUIT_LOSSES[one, two]
    yield from tell("savage.clash.suits", "S-7.2", **facts, losers=losers(battle, losses))
    return losses


def compare_ranks(battle: Battle, one: str, two: str) -> Rule[tuple[int, int]]:
    """Of a low and a high rank the low one loses a token; but an ace loses to a two (S-7.3)."""
    facts: Facts = {
        "first": battle.terms.sides[0].name,
        "second": battle.terms.sides[1].name,
        "rank": one,
        "other": two,
    }
    if is_high(one) == is_high(two):
        yield from tell("savage.clash.even", "S-7.3", **facts)
        return 0, 0
    lower = (1, 0) if is_high(two) else (0, 1)
    if {one, two} != {"2", "A"}:
        yield from tell("savage.clash.ranks", "S-7.3", **facts, losers=losers(battle, lower))
        return lower
    # Reading: empty_hand_reversal.
    option = battle.terms.readings.empty_hand_reversal
    forced = any(battle.forces[index].round.shown == "" for index in (0, 1))
    mattered: Facts = {"reading": "empty_hand_reversal", "option": option} if forced else {}
    if forced and option == "off":
        yield from tell("savage.clash.ranks", "S-7.3", **facts, losers=losers(battle, lower), **mattered)
        return lower
    higher = (lower[1], lower[0])
    yield from tell("savage.clash.reversal", "S-7.3", **facts, losers=losers(battle, higher), **mattered)
    return higher


def losers(battle: Battle, losses: Collection[int]) -> tuple[str, ...]:
    """The sides that lose a token."""
    return tuple(side.name for side, lost in zip(battle.terms.sides, losses, strict=True) if lost)
