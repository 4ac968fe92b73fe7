"""The contest of the commanders (G-10), from the account of their Strategy to who has won by how much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from voevoda.play.questions import Choose, Rule, Total, ask, tell, together
from voevoda.play.seats import EVERYONE, Audience, Fact, Facts
from voevoda.rulebooks.gurps.intrigue import SECRET
from voevoda.rulebooks.gurps.modifiers import Account, account_of, leader_of
from voevoda.rulebooks.gurps.results import apply_result, tell_result
from voevoda.rulebooks.gurps.rolls import Luck
from voevoda.rulebooks.gurps.state import Day, Terms
from voevoda.rulebooks.gurps.strength import force_ts, unit_ts
from voevoda.rulebooks.gurps.tables import LEAST_SKILL

WORST = 18
"""What a commander who cannot even try is taken to have rolled (reading ``hopeless``)."""


def totals_of(terms: Terms, index: int) -> Audience:
    """Who may know, before the report, a total of this side's that a seer's word is in."""
    return SECRET if terms.sides[index].seer is not None else EVERYONE


def shared_totals(terms: Terms) -> Audience:
    """Who may know, before the report, what both sides' totals are in."""
    return SECRET if terms.hides_totals else EVERYONE


def contest(day: Day) -> Rule[Day]:
    """Add up the modifiers, roll, use Luck, and read the result (G-2 … G-11)."""
    accounts = account_of(day, 0), account_of(day, 1)
    for index, account in enumerate(accounts):
        yield from tell_account(day, index, account)
    rolls = yield from roll(day, accounts)
    rolls = yield from use_luck(day, accounts, rolls)
    margins = tuple(account.effective - rolled for account, rolled in zip(accounts, rolls, strict=True))
    for index, account in enumerate(accounts):
        yield from tell(
            "gurps.margin",
            "G-10.2",
            totals_of(day.terms, index),
            side=day.terms.sides[index].name,
            skill=account.effective,
            roll=rolls[index],
            margin=margins[index],
        )
    difference = margins[0] - margins[1]
    yield from tell(
        "gurps.difference",
        "G-10.2",
        shared_totals(day.terms),
        n=abs(difference),
        difference=difference,
        margins=margins_of(day, margins),
    )
    day = replace(day, difference=difference, rolls=rolls if day.terms.hides_totals else None)
    yield from tell_result(day)
    return apply_result(spent(day))


def margins_of(day: Day, margins: Sequence[int]) -> tuple[Facts, ...]:
    """Each side's margin with its name (G-10.2)."""
    return tuple(
        {"side": side.name, "margin": margin} for side, margin in zip(day.terms.sides, margins, strict=True)
    )


def spent(day: Day) -> Day:
    """The day without what only the contest read; what was right is kept where it is still hidden."""
    one, two = (
        replace(force, orders_lost=False) if not day.terms.hides_totals else force for force in day.forces
    )
    return replace(day, forces=(one, two))


def tell_account(day: Day, index: int, account: Account) -> Rule[None]:
    """Tell the TS of a side on the day, each line of its account, and the sum."""
    side = day.terms.sides[index]
    yield from tell(
        "gurps.strength",
        "G-1.1",
        side=side.name,
        strength=force_ts(day.terms.tables, side, day.engaged(index)),
        units=tuple(
            {"unit": unit.name, "strength": unit_ts(day.terms.tables, unit, side.tech_level)}
            for unit in day.engaged(index)
        ),
    )
    for modifier in account.modifiers:
        seen_by = SECRET if modifier.what == "seer" else EVERYONE
        yield from tell(
            "gurps.modifier",
            modifier.clause,
            seen_by,
            side=side.name,
            what=modifier.what,
            of=modifier.of or None,
            value=modifier.value,
            **dict(modifier.made),
        )
    about: dict[str, Fact] = {"side": side.name, "skill": account.skill, "leader": account.leader or None}
    yield from tell(
        "gurps.account",
        "G-10.1",
        totals_of(day.terms, index),
        **about,
        base=account.base,
        modifiers=account.effective - account.base,
        effective=account.effective,
        lines=tuple(modifier.facts() for modifier in account.modifiers),
    )
    if side.seer is not None:
        yield from tell("gurps.account.hidden", "G-7.2", **about, base=account.base)


# G-10.2


def roll(day: Day, accounts: Sequence[Account]) -> Rule[tuple[int, int]]:
    """Each commander's 3d; who cannot even try is taken to have rolled worst (G-10.2)."""
    # Reading: hopeless.
    option = day.terms.readings.hopeless
    for index, account in enumerate(accounts):
        if account.effective < LEAST_SKILL:
            yield from tell(
                "gurps.hopeless",
                "G-10.2",
                totals_of(day.terms, index),
                side=day.terms.sides[index].name,
                skill=account.effective,
                reading="hopeless",
                option=option,
            )
    tries = [index for index in (0, 1) if option == "roll" or accounts[index].effective >= LEAST_SKILL]
    rolled = yield from together(*(strategy_roll(day, index, accounts[index]) for index in tries))
    by_side = dict(zip(tries, rolled, strict=True))
    return by_side.get(0, WORST), by_side.get(1, WORST)


def strategy_roll(day: Day, index: int, account: Account) -> Total:
    """A commander's roll, with the number it is thrown against where all may know that."""
    side = day.terms.sides[index]
    about: Facts = {"side": side.name, "skill": account.skill}
    if side.seer is None:
        about = {**about, "effective": account.effective}
    return Total(key="gurps.contest", cite="G-10.2", by=side.seat, about=about, dice=3)


# G-10.3


def leads(accounts: Sequence[Account], rolls: tuple[int, int]) -> int | None:
    """Who wins the contest so far; None: nobody."""
    one, two = (account.effective - rolled for account, rolled in zip(accounts, rolls, strict=True))
    return None if one == two else 0 if one > two else 1


def use_luck(day: Day, accounts: Sequence[Account], rolls: tuple[int, int]) -> Rule[tuple[int, int]]:
    """Lucky commanders may have their own roll made again, the loser so far first, each once (G-10.3)."""
    refused = day.terms.readings.hopeless == "refuse"
    lucky = [
        index
        for index in (0, 1)
        if leader_of(day, index).luck and not (refused and accounts[index].effective < LEAST_SKILL)
    ]
    lucky.sort(key=lambda index: index == leads(accounts, rolls))
    for index in lucky:
        ahead = leads(accounts, rolls)
        side = day.terms.sides[index]
        uses = (("use", True), ("keep", False))
        used = yield from ask(
            Choose(
                key="gurps.luck",
                cite="G-10.3",
                by=side.seat,
                seen_by=EVERYONE,
                about={
                    "side": side.name,
                    "roll": rolls[index],
                    "leads": None if ahead is None else day.terms.sides[ahead].name,
                },
                among=uses[::-1] if ahead == index else uses,
            )
        )
        if used:
            best = yield from roll_again(day, index, rolls[index])
            rolls = (best, rolls[1]) if index == 0 else (rolls[0], best)
    return rolls


def roll_again(day: Day, index: int, first: int) -> Rule[int]:
    """The roll of a commander who uses his Luck (G-10.3)."""
    side = day.terms.sides[index]
    # Reading: luck.
    option = day.terms.readings.luck
    about: Facts = {"side": side.name, "first": first, "reading": "luck", "option": option}
    if option == "reroll":
        return (
            yield from ask(Total(key="gurps.luck.reroll", cite="G-10.3", by=side.seat, about=about, dice=3))
        )
    more = yield from ask(Luck(key="gurps.luck.rolls", cite="G-10.3", by=side.seat, about=about))
    return min(first, more)
