from __future__ import annotations

from typing import Any

from tests.table.tables import ASH, BIRCH, Group
from voevoda.play.seats import REFEREE, SPECTATOR, Seen
from voevoda.table import Answer, Refusal, Throw


def hands(seen: Seen) -> list[bool]:
    """Of which camp a seat sees the hand."""
    camps: Any = seen.view["camps"]
    return ["hand" in camp for camp in camps]


def test_people_join_answer_and_see_each_what_is_his(group: Group) -> None:
    """The hidden draws are thrown by the table; each sees his own hand and nobody the other's."""
    group.everybody()
    group.throw(ASH)
    group.throw(BIRCH)

    mine, theirs, shown = (group.sight(seat).seen for seat in (ASH, BIRCH, SPECTATOR))
    assert [[True, False], [False, True], [False, False]] == [hands(seen) for seen in (mine, theirs, shown)]
    assert ["toy.spy"] == [ask["key"] for ask in mine.asks]
    assert () == theirs.asks
    assert ("commander:Ash",) == theirs.waits


def test_an_answer_out_of_turn_is_refused_with_whom_the_table_waits_for(group: Group) -> None:
    """In the same words whether it is stale, another's, or nowhere asked."""
    group.everybody()
    place = str(group.ask(ASH)["place"])
    refused = Refusal("table.refused.not_now", {"waits": ({"commander": "Ash"},)})

    assert refused == group.do(BIRCH, Answer(place, "a1"))
    assert refused == group.do(SPECTATOR, Throw(place))
    assert refused == group.do(REFEREE, Answer("nonsense", "a1"))
