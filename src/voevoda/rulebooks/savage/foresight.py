"""What the options of a choice come to, as far as the rules fix it (S-7, S-8, S-9.1).

It is found by the rules themselves: they run on, edges are passed and rescue saves nobody, until somebody is
asked what cannot be passed.  Nothing here knows whether a seat may know it: whoever asks the question does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from voevoda.play.questions import Note, Rule
from voevoda.play.seats import Fact, Facts
from voevoda.rulebooks.savage.state import Battle
from voevoda.rulebooks.savage.tables import is_high

PASSED: Mapping[str, object] = {
    "savage.edges.caring": False,
    "savage.edges.calculating": False,
    "savage.edges.pushing": False,
    "savage.losses.rescue": 0,
}
"""What is answered when the rules run on: none of the edges, no token rescued."""

OPENS: Mapping[str, str] = {
    "savage.edges.caring": "edges",
    "savage.edges.calculating": "edges",
    "savage.losses.rescue": "rescue",
}
"""Questions that may still change the tokens, and what they are called."""


class Ahead(NamedTuple):
    """Where some rules lead."""

    battle: Battle
    notes: tuple[Note, ...]
    open: tuple[str, ...]
    """What may still change the tokens: ``edges``, ``rescue``."""


def ahead(battle: Battle, *rules: Callable[[Battle], Rule[Battle]]) -> Ahead | None:
    """Run rules one after another; None where somebody is asked what cannot be passed."""
    notes: list[Note] = []
    open_: list[str] = []
    for rule in rules:
        running, answer = rule(battle), None
        try:
            while True:
                said = running.send(answer)
                if isinstance(said, Note):
                    notes.append(said)
                    answer = None
                    continue
                if any(question.key not in PASSED for question in said):
                    running.close()
                    return None
                open_ += [OPENS[question.key] for question in said if question.key in OPENS]
                answer = tuple(PASSED[question.key] for question in said)
        except StopIteration as done:
            battle = done.value
    return Ahead(battle, tuple(notes), tuple(dict.fromkeys(open_)))


def notes_of(rule: Callable[..., Rule[Any]], *given: object) -> tuple[Note, ...]:
    """What a rule tells that asks nothing, of what it is given."""
    return tuple(said for said in rule(*given) if isinstance(said, Note))


def tokens_after(found: Ahead, open_: Iterable[str] = ()) -> Facts:
    """The tokens of both sides where the rules have led, and what may still change them."""
    result: tuple[Fact, ...] = tuple(force.tokens for force in found.battle.forces)
    return {"result": result, "of": "tokens", "open": tuple(dict.fromkeys((*open_, *found.open)))}


def causes(notes: Iterable[Note]) -> tuple[Fact, ...]:
    """What the rules told on their way, in short: only what bears on the tokens."""
    return tuple(made for note in notes for made in brief(note.key, note.cite, note.facts))


def cause(key: str, cite: str, /, **facts: Fact) -> Facts:
    """A reason in a sentence, with its clause."""
    return {"key": key, "cite": cite, "facts": facts}


def brief(key: str, cite: str, facts: Facts) -> tuple[Fact, ...]:
    """What was told under a key, as a reason in a few words; nothing for what bears on no tokens."""
    match key:
        case "savage.clash.suits":
            pair = "-".join(sorted((str(facts["suit"]), str(facts["other"]))))
            return (cause("savage.brings.suits", cite, pair=pair, losers=facts["losers"]),)
        case "savage.clash.hearts" | "savage.clash.both_clubs" | "savage.clash.two_jokers":
            return (cause(key.replace("clash", "brings"), cite),)
        case "savage.clash.even":
            return (cause("savage.brings.even", cite, rank=facts["rank"], other=facts["other"]),)
        case "savage.clash.ranks" | "savage.clash.reversal":
            low, high = sorted((str(facts["rank"]), str(facts["other"])), key=is_high)
            return (cause(key.replace("clash", "brings"), cite, low=low, high=high, losers=facts["losers"]),)
        case "savage.losses.destroyed":
            return (cause("savage.brings.destroyed", cite, side=facts["side"]),)
        case _:
            return ()
