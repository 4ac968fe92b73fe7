"""What a battle that is still being set up has to expect; computed by a worker process, if need be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from voevoda.files.battle import battle_of
from voevoda.files.drafts import NAME
from voevoda.files.forms import read_draft
from voevoda.odds import Odds, Worth
from voevoda.study.compare import odds_of, odds_without_parts, worth_of_each


@dataclass(frozen=True, slots=True)
class Question:
    """Odds to be computed.  Equal questions have equal answers."""

    text: str
    """A battle, as ``files.forms.print_draft`` writes it."""
    each: bool
    """Whether every modifier, and what else a side's number is made of, is to be left out in turn, too."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What there is to expect."""

    odds: Odds[Any]
    worths: tuple[Worth, ...] = ()
    parts: tuple[tuple[int, int, Odds[Any]], ...] = ()
    """A side, the place of a part of its number that is no modifier, and the odds without that."""


def prospect(asked: Question) -> Prospect:
    """Compute the odds of a battle.  Raises ``BadFile`` where the text is none."""
    battle = battle_of(read_draft(asked.text, NAME))
    odds = odds_of(battle)
    if not asked.each:
        return Prospect(odds)
    return Prospect(odds, worth_of_each(battle, odds), tuple(odds_without_parts(battle)))
