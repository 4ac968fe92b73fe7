"""Retreat, rescue and the field (C-7), and the ammunition spent (C-8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from voevoda.play.questions import Rule, ask, tell
from voevoda.rulebooks.skirmish.order import One, everybody, next_phase, proceed, turn
from voevoda.rulebooks.skirmish.rolls import Spending
from voevoda.rulebooks.skirmish.state import Fight, Fighter
from voevoda.rulebooks.skirmish.tables import SPENT

# C-7 Retreat, rescue, the field


def carried(fight: Fight, index: int) -> Mapping[int, int]:
    """Who of a beaten side is carried off, and by whom, by their places: the living first (C-7)."""
    if index != fight.loser:
        return {}
    here = tuple(everybody(fight, index))
    carriers = [one.spot.place for one in here if one.fighter.fate == "retreated" and one.card.rescues]
    fallen = [one.spot.place for fate in ("out", "dead") for one in here if one.fighter.fate == fate]
    return dict(zip(fallen, carriers, strict=False))


def keeps_its_own(fight: Fight, index: int) -> bool:
    """Whether the winners bring in their own: one who wants to must still stand (C-7, C-9.4)."""
    return index == fight.winner and any(
        one.fighter.fate == "stands" and one.card.rescues for one in everybody(fight, index)
    )


def left_on_field(fight: Fight, index: int) -> frozenset[int]:
    """The places of those who lie on the field after C-7: all who are out and whom nobody brought off."""
    out = {place for place, fighter in enumerate(fight.fighters[index]) if fighter.is_out}
    return frozenset() if keeps_its_own(fight, index) else frozenset(out - carried(fight, index).keys())


def field(fight: Fight) -> Rule[Fight]:
    """The losers who still can leave the field; the winners hold it, and who is left on it (C-7)."""
    assert fight.winner is not None
    won, lost = fight.winner, 1 - fight.winner
    fight = fight.with_fighters(lost, tuple(map(leaving, fight.fighters[lost])))
    names = [name for name, _ in fight.terms.sides[lost].fighters()]
    retreated = [place for place, fighter in enumerate(fight.fighters[lost]) if fighter.fate == "retreated"]
    yield from tell_those(fight, lost, "skirmish.retreat", "C-7", retreated)
    for fallen, carrier in carried(fight, lost).items():
        yield from tell(
            "skirmish.carried",
            "C-7",
            side=fight.terms.sides[lost].name,
            who=names[fallen],
            by=names[carrier],
        )
    if keeps_its_own(fight, won):
        kept = [place for place, fighter in enumerate(fight.fighters[won]) if fighter.is_out]
        yield from tell_those(fight, won, "skirmish.kept", "C-7", kept)
    for index in (0, 1):
        cite = "C-7" if carried(fight, index) else "C-9.4"
        yield from tell_those(fight, index, "skirmish.left", cite, sorted(left_on_field(fight, index)))
    yield from tell("skirmish.field", "C-7", side=fight.terms.sides[won].name)
    return next_phase(fight)


def leaving(fighter: Fighter) -> Fighter:
    """A beaten fighter as he leaves the field: who still stands retreats; all others would not, or cannot."""
    return fighter._replace(fate="retreated") if fighter.fate == "stands" else fighter


def tell_those(fight: Fight, index: int, key: str, cite: str, places: Sequence[int]) -> Rule[None]:
    """Tell the same of several of a side, in the order of the file, if there are any."""
    side = fight.terms.sides[index]
    names = [name for name, _ in side.fighters()]
    if places:
        yield from tell(
            key, cite, side=side.name, n=len(places), names=tuple(names[place] for place in places)
        )


# C-8 Ammunition


def ammunition(fight: Fight) -> Rule[Fight]:
    """What each who used a mode with ammunition has spent, also who is out or dead (C-8)."""
    those = turn(fight)
    for one in those:
        spent = yield from ask(spending(one))
        fight = fight.with_fighter(one.spot, one.fighter._replace(spent=spent))
    return proceed(fight, those)


def spending(one: One) -> Spending:
    """A fighter's dice for his ammunition (C-8)."""
    mode = one.used.mode
    assert mode.ammunition is not None
    return Spending(
        key="skirmish.ammunition",
        cite="C-8",
        by=one.side.seat,
        about={
            "side": one.side.name,
            "who": one.name,
            "ammunition": mode.ammunition,
            **({"weapon": mode.weapon} if mode.weapon else {}),
        },
        dice=SPENT[mode.ammunition],
        carried=mode.carried,
    )
