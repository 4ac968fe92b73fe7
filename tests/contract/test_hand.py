"""The referee's hand in every book: what can be set, with what, and that it is told."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.contract.books import Case, books
from tests.contract.plays import Dice
from tests.contract.records import answer_once, recorded
from voevoda.export import line_text
from voevoda.i18n import LANGUAGES
from voevoda.play.errors import Illegal
from voevoda.play.journal import OVERRIDDEN, override, replay, seen
from voevoda.rulebooks import BOOKS

CASES = [pytest.param(case, id=case.id) for case in books()]


@pytest.mark.parametrize("case", CASES)
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**9), replies=st.integers(0, 30))
def test_a_listed_number_takes_what_is_told_of_it_and_nothing_beyond(
    case: Case, seed: int, replies: int
) -> None:
    """Both ends of it, at any moment; whatever it leads to, every seat's log has exactly one line on it."""
    dice = Dice(seed)
    record = recorded(case, case.states[seed % len(case.states)], f"seed {seed}")
    for _ in range(replies):
        if record.at.open:
            answer_once(record, dice)
    listed = case.book.numbers(record.at.state)
    if not record.at.open or not listed:
        return
    number = listed[dice.below(len(listed))]
    for beyond in (number.least - 1, number.most + 1):
        with pytest.raises(Illegal):
            _ = case.book.override(record.at.state, number.path, beyond)
    value = (number.least, number.most)[dice.below(2)]
    try:
        at, journal = override(case.book, record.journal, number.path, value, "a long story")
    except Illegal as refused:
        # A battle that has become small asks for a skill that its file does not give (G-10.1).
        if refused.key == "gurps.illegal.tactics":
            return
        raise

    assert at == replay(case.book, journal, whole=True)
    for seat in case.seats():
        (line,) = [line for line in seen(journal, at, seat).log if line.key == OVERRIDDEN]
        assert (number.path, value, number.now, number.whose) == tuple(
            line.facts[name] for name in ("path", "value", "before", "whose")
        )
        if case.id in BOOKS:
            told = [line_text(lang, line) for lang in LANGUAGES]
            assert [1, 1] == [words.count("a long story") for words in told]
            assert not [words for words in told if number.path in words]
