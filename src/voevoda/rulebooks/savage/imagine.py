"""A battle that a seat cannot tell from the true one: the cards that it does not see, dealt anew.

Evenly over all deals that fit what the seat sees and what its commander was told of the enemy's hand, as long
as that is sure.  What the enemy was told is unknown to it, even what he asked: that is imagined away.  What
was told of a hand that has changed since is forgotten: a seat may know a little more than it imagines.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb

from voevoda.play.law import Source
from voevoda.play.seats import Seat
from voevoda.rulebooks.savage.state import Battle, Word
from voevoda.rulebooks.savage.tables import PACK, in_pack_order, matches


def imagine(battle: Battle, seat: Seat, source: Source) -> Battle:
    """A battle with the hands, buried cards and covered ones that ``seat`` does not see dealt anew."""
    hidden = [index for index in (0, 1) if not battle.terms.sides[index].alone.holds(seat)]
    if not battle.terms.cards or not hidden:
        return battle
    told = [word for index in (0, 1) if index not in hidden for word in battle.forces[index].cards.told]
    placed = [set(pile) for pile in battle.discards]
    for index, force in enumerate(battle.forces):
        known = (force.cards.hand, force.cards.buried, force.cards.laid)
        if index in hidden:
            known = ((), (), _face_up(force.cards.laid))
        placed[battle.pile(index)].update(*known)
    for index in hidden:
        battle = _dealt(battle, index, placed[battle.pile(index)], told, source)
    return battle


def _face_up(laid: tuple[str, ...]) -> tuple[str, ...]:
    """What a side has laid and everyone sees."""
    return laid if len(laid) < 2 else ()


def _dealt(battle: Battle, index: int, placed: set[str], told: Sequence[Word], source: Source) -> Battle:
    """The battle with a side's hidden cards dealt from what has no place yet; they get one."""
    cards = battle.forces[index].cards
    covered = len(cards.laid) if len(cards.laid) == 2 else 0
    free = [card for card in PACK if card not in placed]
    held = _fitting(free, len(cards.hand) + covered, told, source)
    laid = _drawn(list(held), covered, source) if covered else cards.laid
    placed.update(held)
    buried = _drawn([card for card in free if card not in placed], len(cards.buried), source)
    placed.update(buried)
    return battle.with_cards(
        index,
        hand=in_pack_order([card for card in held if card not in laid]),
        laid=in_pack_order(laid),
        buried=in_pack_order(buried),
        told=(),
    )


def _drawn(cards: list[str], count: int, source: Source) -> list[str]:
    """Some of the cards, evenly."""
    return [cards.pop(source.below(len(cards))) for _ in range(count)]


def _fitting(cards: Sequence[str], count: int, told: Sequence[Word], source: Source) -> list[str]:
    """So many of the cards, evenly over all choices that fit what was told."""
    lacking = [word.named for word in told if not word.held]
    fit = [card for card in cards if not any(matches(card, named) for named in lacking)]

    def unmet_by(unmet: frozenset[Word], card: str) -> frozenset[Word]:
        return frozenset(word for word in unmet if not matches(card, word.named))

    @cache
    def ways(at: int, left: int, unmet: frozenset[Word]) -> int:
        """How many ways there are to choose so many of the cards from this one on, some of each word's."""
        if not unmet:
            return comb(len(fit) - at, left)
        if left > len(fit) - at or not left:
            return 0
        return ways(at + 1, left, unmet) + ways(at + 1, left - 1, unmet_by(unmet, fit[at]))

    # One card after another is chosen or not, until there is nothing more to be met.
    chosen: list[str] = []
    unmet, at = frozenset(word for word in told if word.held), 0
    while unmet:
        left = count - len(chosen)
        if source.below(ways(at, left, unmet)) >= ways(at + 1, left, unmet):
            chosen.append(fit[at])
            unmet = unmet_by(unmet, fit[at])
        at += 1
    return chosen + _drawn(fit[at:], count - len(chosen), source)
