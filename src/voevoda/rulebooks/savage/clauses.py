"""The clauses and readings of the book, as data; their texts are messages in every language."""

from __future__ import annotations

from voevoda.rulebooks.book import Clause, Reading

CLAUSES = (
    Clause("S-1", ("doc", "core")),
    Clause("S-1.1", ("core",)),
    Clause("S-1.2", ("core",)),
    Clause("S-1.3", ("doc", "house")),
    Clause("S-2", ("doc", "core")),
    Clause("S-2.1", ("core",)),
    Clause("S-2.2", ("doc", "house")),
    Clause("S-3", ("house",)),
    Clause("S-3.1", ("house",)),
    Clause("S-4", ("doc",)),
    Clause("S-4.1", ("doc", "house")),
    Clause("S-4.2", ("doc", "house")),
    Clause("S-4.3", ("house",)),
    Clause("S-5", ("doc", "core")),
    Clause("S-5.1", ("doc", "core", "house")),
    Clause("S-5.2", ("house",)),
    Clause("S-5.3", ("house",)),
    Clause("S-6", ("core",)),
    Clause("S-6.1", ("core",)),
    Clause("S-6.2", ("core",)),
    Clause("S-7", ("doc",)),
    Clause("S-7.1", ("doc",)),
    Clause("S-7.2", ("doc",)),
    Clause("S-7.3", ("doc",)),
    Clause("S-7.4", ("doc", "house")),
    Clause("S-7.5", ("doc", "house")),
    Clause("S-8", ("doc",)),
    Clause("S-8.1", ("house",)),
    Clause("S-9", ("core",)),
    Clause("S-9.1", ("core", "house")),
    Clause("S-10", ("core",)),
    Clause("S-10.1", ("core",)),
    Clause("S-10.2", ("core",)),
    Clause("S-10.3", ("house",)),
    Clause("S-10.4", ("core", "house")),
    Clause("S-10.5", ("house",)),
)

READINGS = (
    Reading("battle_roll", ("each", "opposed"), "S-6.2"),
    Reading("raise_cards", ("each_raise", "one"), "S-4.1"),
    Reading("decks", ("common", "own"), "S-1.3"),
    Reading("empty_hand_reversal", ("on", "off"), "S-7.3"),
    Reading("new_cards_first_round", ("no", "yes"), "S-3"),
    Reading("no_skill", ("d4-2", "deputy"), "S-6.1"),
)
