"""What can be taken back of a draft is kept within bounds, and an older draft still opens."""

from __future__ import annotations

from voevoda.web.undo import LETTERS, STEPS, Step, read_steps, with_step, without_last


def test_nothing_can_be_taken_back_of_a_new_draft() -> None:
    """Nor of one of which all was."""
    assert without_last(None) is None
    assert without_last(with_step(None, Step("title", "{}"))) == ("{}", None)


def test_a_draft_that_kept_one_text_has_one_step() -> None:
    """As drafts once did."""
    assert without_last('{"title": "x"}') == ('{"title": "x"}', None)


def test_changes_of_one_field_are_one_step() -> None:
    """Until another change comes between them, or one is taken back."""
    before = None
    for field, text in (("a", "0"), ("a", "1"), ("b", "2"), ("", "3"), ("", "4"), ("a", "5")):
        before = with_step(before, Step(field, text))
    assert [step.text for step in read_steps(before)] == ["0", "2", "3", "4", "5"]
    for _ in range(4):
        left = without_last(before)
        assert left is not None
        before = left[1]
    assert [step.text for step in read_steps(with_step(before, Step("a", "6")))] == ["0", "6"]


def test_the_oldest_steps_are_forgotten() -> None:
    """Where they are many, and where they are long; the last one is always kept."""
    before = None
    for n in range(STEPS + 5):
        before = with_step(before, Step("", str(n)))
    assert [step.text for step in read_steps(before)] == [str(n) for n in range(5, STEPS + 5)]
    long = "x" * (LETTERS - 2)
    before = with_step(before, Step("", long))
    assert [len(step.text) for step in read_steps(before)] == [2, LETTERS - 2]
    before = with_step(before, Step("", long + "xxx"))
    assert [len(step.text) for step in read_steps(before)] == [LETTERS + 1]
