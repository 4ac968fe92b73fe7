"""The clauses and readings of the book, as data; their texts are messages in every language."""

from __future__ import annotations

from voevoda.rulebooks.book import Clause, Reading

CLAUSES = (
    Clause("W-1", ("doc",)),
    Clause("W-1.1", ("doc",)),
    Clause("W-1.2", ("doc", "core")),
    Clause("W-1.3", ("doc",)),
    Clause("W-1.4", ("doc",)),
    Clause("W-1.5", ("doc",)),
    Clause("W-1.6", ("doc",)),
    Clause("W-1.7", ("doc",)),
    Clause("W-2", ("doc",)),
    Clause("W-2.1", ("doc",)),
    Clause("W-2.2", ("doc",)),
    Clause("W-2.3", ("doc",)),
    Clause("W-2.4", ("doc",)),
    Clause("W-2.5", ("doc", "house"), in_odds=False),
    Clause("W-2.6", ("doc",)),
    Clause("W-3", ("doc",)),
    Clause("W-3.1", ("doc",)),
    Clause("W-3.2", ("core",)),
    Clause("W-3.3", ("doc", "core")),
    Clause("W-3.4", ("doc", "core")),
    Clause("W-3.5", ("doc",)),
    Clause("W-3.6", ("doc",)),
    Clause("W-3.7", ("doc",)),
    Clause("W-3.8", ("house",)),
    Clause("W-3.9", ("doc", "house")),
    Clause("W-3.10", ("doc", "house")),
    Clause("W-4", ("house",), table="influence", printed=(37, 73, 105)),
    Clause("W-4.1", ("house",)),
    Clause("W-4.2", ("house",)),
)

READINGS = (
    Reading("sl_bonus", ("per_level", "flat"), "W-3.7"),
    Reading("tie", ("higher_points", "nobody"), "W-3.4"),
    Reading("large_armies", ("as_printed", "scaled"), "W-2.6"),
)
