"""What a seat may take a day for that it does not know whole: the seers' hidden rolls, made again.

Once the contest is over, only those prophecies are left that give what is open: the winner, the row, and
losses that the rows could bring.  Who led when a commander was asked for his Luck is not remembered, so that
a seat may know a little more than it imagines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from voevoda.play.law import Law, Source
from voevoda.play.seats import Seat
from voevoda.rulebooks.gurps.intrigue import SECRET
from voevoda.rulebooks.gurps.losses import row_of, suffers
from voevoda.rulebooks.gurps.modifiers import account_of
from voevoda.rulebooks.gurps.results import reading_of
from voevoda.rulebooks.gurps.rolls import PROPHECY, law_of_losses, law_of_test, men_lost
from voevoda.rulebooks.gurps.state import Day, Spot

HANDS = tuple(product(range(1, 7), repeat=4))
"""All ways that the dice shared by a side can fall."""


def imagine(day: Day, seat: Seat, source: Source) -> Day:
    """A day that ``seat`` cannot tell from this one, drawn by how likely each is."""
    if knows(day, seat):
        return day
    return _with_dice(Law.of(possible(day)).sample(source), source)


def knows(day: Day, seat: Seat) -> bool:
    """Whether nothing of the day is hidden from ``seat``: the report tells everyone (G-7.2)."""
    return SECRET.holds(seat) or day.phase == "over" or not any(force.seer for force in day.forces)


def possible(day: Day) -> list[tuple[Day, int]]:
    """The days with other prophecies that look like this one, weighted by how likely each is.

    Shared dice that lie there are left as they are.
    """
    spoken = [index for index in (0, 1) if day.forces[index].seer]
    return [(other, weight) for other, weight in _prophecies(day, spoken) if _looks_alike(day, other)]


def _prophecies(day: Day, spoken: list[int]) -> Iterator[tuple[Day, int]]:
    """The day with every combination of what the seers may have said."""
    laws = []
    for index in spoken:
        seer = day.terms.sides[index].seer
        assert seer is not None
        laws.append(law_of_test(seer.skill, PROPHECY).outcomes)
    for words in product(*laws):
        other, whole = day, 1
        for index, (word, weight) in zip(spoken, words, strict=True):
            other = other.with_force(index, replace(other.forces[index], seer=word))
            whole *= weight
        yield _contested(other), whole


def _contested(day: Day) -> Day:
    """The day with the difference that its prophecies and the rolls on the table make."""
    if day.rolls is None:
        return day
    one, two = (account_of(day, index).effective - day.rolls[index] for index in (0, 1))
    return replace(day, difference=one - two)


def _looks_alike(day: Day, other: Day) -> bool:
    """Whether all that is open about ``day`` could have come from ``other``."""
    if day.difference is None:
        return True
    if reading_of(day) != reading_of(other):
        return False
    if day.terms.readings.losses_rolled == "per_side":
        return all(next(_hands(other, index), None) for index in (0, 1))
    return all(_can_lose(other, spot) for index in (0, 1) for spot in _told(other, index))


def _told(day: Day, index: int) -> tuple[Spot, ...]:
    """The units of a side whose losses everyone knows."""
    if day.phase in {"morale", "half", "second_roll"}:
        return ()
    rolling = day.phase in {"shared_dice", "losses"}
    spots = (spot for spot, _, _, company in day.units() if spot.side == index and suffers(company))
    return tuple(spot for spot in spots if not rolling or spot < day.spot)


def _rows(day: Day, spot: Spot) -> tuple[int, ...]:
    """The rows that a unit's losses may have been read in; the die of a routed one is any."""
    routed = day.forces[spot.side].units[spot.place].now == "routs"
    return tuple(row_of(day, spot, die)[0] for die in (range(1, 7) if routed else (0,)))


def _can_lose(day: Day, spot: Spot) -> bool:
    """Whether a unit's own dice can have cost it what it lost."""
    men = day.terms.sides[spot.side].units[spot.place].count
    lost = day.forces[spot.side].units[spot.place].lost
    shares = (day.terms.tables.share(row) for row in _rows(day, spot))
    return any(lost in law_of_losses(share.dice, share.plus, men).values for share in shares)


def _hands(day: Day, index: int) -> Iterator[tuple[int, ...]]:
    """The shared dice that can have cost a side's units what they lost so far."""
    told = _told(day, index)
    return (hand for hand in HANDS if all(_can_cost(day, spot, hand) for spot in told))


def _can_cost(day: Day, spot: Spot, hand: tuple[int, ...]) -> bool:
    men = day.terms.sides[spot.side].units[spot.place].count
    lost = day.forces[spot.side].units[spot.place].lost
    shares = (day.terms.tables.share(row) for row in _rows(day, spot))
    return any(lost == men_lost(men, sum(hand[: share.dice]) + share.plus) for share in shares)


def _with_dice(day: Day, source: Source) -> Day:
    """The day with shared dice that still lie there thrown again."""
    for index in (0, 1):
        if day.forces[index].dice:
            hand = Law.even(_hands(day, index)).sample(source)
            day = day.with_force(index, replace(day.forces[index], dice=hand))
    return day
