"""The clauses and readings of the book, as data; their texts are messages in every language."""

from __future__ import annotations

from voevoda.rulebooks.book import Clause, Reading

CLAUSES = (
    Clause("C-1", ("house",), in_odds=False),
    Clause("C-2", ("house",)),
    Clause("C-2.9", ("doc",)),
    Clause("C-3", ("doc", "house")),
    Clause("C-4", ("doc",)),
    Clause("C-5", ("doc",)),
    Clause("C-6", ("doc",)),
    Clause("C-7", ("house",)),
    Clause("C-8", ("doc", "house")),
    Clause("C-9", ("doc",)),
    Clause("C-9.4", ("doc",)),
    Clause("C-9.5", ("house",), in_odds=False),
)

READINGS = (
    Reading("score", ("capability_and_tactics", "capability", "tactics", "capability_and_leader"), "C-3"),
    Reading("modes", ("tactics_contest", "own_choice"), "C-2"),
    Reading("style", ("added", "included"), "C-2.9"),
    Reading("surrender_against", ("losers", "winners"), "C-6"),
    Reading("death", ("below", "at_or_below"), "C-4"),
    Reading("equal_wound", ("unchanged", "falls"), "C-5"),
    Reading("state_roll", ("fresh", "test"), "C-4"),
)
