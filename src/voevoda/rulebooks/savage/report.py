"""What the report says of each side, to a seat: hands only to who may see them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from voevoda.play.seats import REFEREE, Fact, Facts, Line, Seat
from voevoda.rulebooks.savage.clauses import READINGS
from voevoda.rulebooks.savage.state import Battle
from voevoda.rulebooks.savage.tables import STARTING_TOKENS

Log = Sequence[tuple[int, Line]]

STATES = {"fights": "fights", "withdrew": "withdraws", "routed": "routs"}
"""How a side stands, by what morale made of it; one without tokens is ``destroyed``."""


def sides(battle: Battle, log: Log, seat: Seat = REFEREE) -> tuple[Facts, ...]:
    """Tokens, state, hand and characters of each side, from the last state and the log with its rounds."""
    return tuple(_side(battle, index, log, seat) for index in (0, 1))


def _side(battle: Battle, index: int, log: Log, seat: Seat) -> Facts:
    side, force = battle.terms.sides[index], battle.forces[index]
    return {
        "name": side.name,
        "commander": side.commander.name,
        "tokens": {"start": force.start, "now": force.tokens, "recovered": _recovered(side.name, log)},
        **_strength(battle, index, log),
        "state": STATES[force.fate] if force.tokens else "destroyed",
        **_hand(battle, index, seat),
        "characters": tuple(
            {
                "name": character.name,
                "wounds": force.wounds[place],
                "out": battle.is_out(index, place),
                "deeds": tuple(_deeds(character.name, log)),
            }
            for place, character in enumerate(side.characters)
        ),
    }


def _strength(battle: Battle, index: int, log: Log) -> Facts:
    """The strength that the tokens left are, in the file's measure; nothing where it says tokens (S-10.4).

    A token is a tenth of the larger army.  Tokens were rounded up, so that a side has no more than its own
    strength, unless the referee gave it more tokens.
    """
    side, force = battle.terms.sides[index], battle.forces[index]
    sizes = [each.strength for each in battle.terms.sides if each.strength is not None]
    if side.strength is None or not sizes:
        return {}
    token = max(sizes) / STARTING_TOKENS
    start = side.strength if force.start == side.tokens else force.start * token
    now = min(force.tokens * token, start)
    whole = min((force.tokens + _recovered(side.name, log)) * token, start)
    return {"strength": {"start": start, "now": now, "recovered": whole - now}}


def _hand(battle: Battle, index: int, seat: Seat) -> Facts:
    """How many cards are in hand; which, to who may see them."""
    if not battle.terms.cards:
        return {}
    hand = battle.forces[index].cards.hand
    known: Facts = {"hand": hand} if battle.terms.sides[index].alone.holds(seat) else {}
    return {"hand_size": len(hand), **known}


def _recovered(side: str, log: Log) -> int:
    """How many lost tokens have come back; none before the end (S-10.4)."""
    back = 0
    for _, line in log:
        if line.key == "savage.aftermath.recovery" and line.facts["side"] == side:
            n = line.facts["n"]
            assert isinstance(n, int)
            back = n
    return back


def _deeds(name: str, log: Log) -> Iterator[Facts]:
    """How a character took part, round by round: the way, what the roll came to, the damage."""
    deed: dict[str, Fact] = {}
    for number, line in log:
        if line.facts.get("who") != name:
            continue
        if line.key == "savage.characters.roll":
            if deed:
                yield deed
            deed = {"round": number, "way": line.facts["way"], "rungs": line.facts["rungs"], "damage": None}
        elif line.key == "savage.characters.damage":
            deed["damage"] = line.facts.get("total")
    if deed:
        yield deed


def mattered(battle: Battle, log: Log) -> tuple[str, ...]:
    """The readings that decided something: the lines where one did name it."""
    _ = battle
    named = {line.facts.get("reading") for _, line in log}
    return tuple(reading.id for reading in READINGS if reading.id in named)
