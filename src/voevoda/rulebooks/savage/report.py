"""What the report says of each side, to a seat: hands only to who may see them; and the cards played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from voevoda.play.seats import REFEREE, Fact, Facts, Line, Seat
from voevoda.rulebooks.savage.clauses import READINGS
from voevoda.rulebooks.savage.foresight import brief
from voevoda.rulebooks.savage.state import Battle
from voevoda.rulebooks.savage.tables import EMPTY_HAND, STARTING_TOKENS, is_joker, suit_of

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


def extras(battle: Battle, log: Log, seat: Seat = REFEREE) -> Facts:
    """``tactics``: of each round the cards of both sides, and what they did (S-7); nothing without cards."""
    _ = seat  # whose log it is
    rows = tuple(_played(battle, number, log) for number in dict.fromkeys(number for number, _ in log))
    return {"tactics": tuple(row for row in rows if row["cards"])} if battle.terms.cards else {}


def _played(battle: Battle, number: int, log: Log) -> Facts:
    """The cards shown in a round, a joker as what it was named, and each thing that they did."""
    lines = [line for at, line in log if at == number]
    cards: dict[Fact, dict[str, Fact]] = {}
    for line in lines:
        match line.key:
            case "savage.lay.empty":
                cards[line.facts["side"]] = {"card": None, "suit": EMPTY_HAND[0]}
            case "savage.lay.shown":
                shown = line.facts["cards"]
                assert isinstance(shown, tuple)
                for each in shown:
                    assert isinstance(each, Mapping)
                    card = str(each["card"])
                    suit: Facts = {} if is_joker(card) else {"suit": suit_of(card)}
                    cards[each["side"]] = {"card": card, **suit}
            case "savage.joker.suit" | "savage.joker.rank":
                cards[line.facts["side"]][line.key.removeprefix("savage.joker.")] = line.facts["chosen"]
            case _:
                pass
    names = [side.name for side in battle.terms.sides]
    return {
        "round": number,
        "cards": tuple({"side": name, **_in_order(cards[name])} for name in names if name in cards),
        "effects": tuple(
            made
            for line in lines
            if line.key.startswith("savage.clash.")
            for made in brief(line.key, line.cite or "", line.facts)
        ),
    }


def _in_order(card: Facts) -> Facts:
    """The order of telling: a joker's rank before its suit, as cards are called."""
    return {name: card[name] for name in ("card", "rank", "suit") if name in card}


def mattered(battle: Battle, log: Log) -> tuple[str, ...]:
    """The readings that decided something: the lines where one did name it."""
    _ = battle
    named = {line.facts.get("reading") for _, line in log}
    return tuple(reading.id for reading in READINGS if reading.id in named)
