"""What one seat has seen, as a file: its own view and log, and nothing that was hidden from it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.contract.plays import Dice, any_reply
from tests.contract.toy import PACK, ToyBook, small
from voevoda.export import as_seen
from voevoda.i18n import LANGUAGES, Language
from voevoda.play.journal import Journal, answered, begin, seen
from voevoda.play.position import Position
from voevoda.play.seats import REFEREE, SPECTATOR, Seat, commander

ASH, BIRCH = commander("Ash"), commander("Birch")


def played(seed: str, replies: int = 3) -> tuple[Journal, Position[Any]]:
    """A game in which both have drawn, and one has laid its card face down."""
    at, journal = begin(ToyBook(), small(), "the seed")
    dice = Dice(seed)
    for _ in range(replies):
        if at.open:
            at, entries = answered(at, any_reply(at.asked().question, dice))
            journal = (*journal, *entries)
    return journal, at


def exported(seat: Seat, seed: str = "a", lang: Language = "en") -> tuple[Any, ...]:
    """The file, line for line."""
    journal, at = played(seed)
    text = as_seen("toy", "Toy «1»", seat, seen(journal, at, seat), lang)
    return tuple(map(json.loads, text.splitlines()))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_says_that_nothing_can_go_on_from_it(lang: Language) -> None:
    """In its first line, in the person's language."""
    first, *_ = exported(ASH, lang=lang)

    word = {"en": "gone on with", "ru": "продолжить"}[lang]
    assert word in first["note"]
    assert ("seen", "toy", "Toy «1»", "commander:Ash") == tuple(
        first[name] for name in ("entry", "book", "title", "seat")
    )


def test_its_log_is_the_seats_log() -> None:
    """Line for line, numbered for itself."""
    journal, at = played("a")
    for seat in (ASH, BIRCH, SPECTATOR, REFEREE):
        _, *lines = exported(seat)
        log = seen(journal, at, seat).log
        assert [(n, line.key) for n, line in enumerate(log, 1)] == [
            (each["n"], each["key"]) for each in lines
        ]


def test_nothing_hidden_stands_in_it() -> None:
    """Of twenty games, no card of the other's hand; no seed, no state, no mark, no place."""
    hidden = 0
    for seed in map(str, range(20)):
        _, at = played(seed)
        for mine, other in ((0, 1), (1, 0)):
            seat = (ASH, BIRCH)[mine]
            secret = set(at.state.camps[other].hand) - set(at.state.shown)
            hidden += len(secret)
            text = json.dumps(exported(seat, seed))
            assert [] == [card for card in secret & set(PACK) if f'"{card}"' in text]
            for word in ("the seed", "sha256", '"mark"', '"state"', '"place"'):
                assert word not in text
    assert 40 == hidden
