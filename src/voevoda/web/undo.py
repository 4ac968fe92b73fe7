"""What can be taken back of a draft: the texts it had before its last changes, the last one last.

They are kept as one text beside the draft.  Changes of the same field that follow each other are one step.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Final

STEPS: Final = 50
"""So many changes can be taken back."""

LETTERS: Final = 1_000_000
"""So long are the texts that are kept together; the last one is kept however long it is."""


@dataclass(frozen=True, slots=True)
class Step:
    """A change that can be taken back."""

    field: str
    """The name of the one field that was changed; empty where more was, or where no other may join it."""
    text: str
    """The draft before."""


def read_steps(before: str | None) -> tuple[Step, ...]:
    """The steps of a draft.  Where one text alone was kept, as it once was, it is the only step."""
    if before is None:
        return ()
    if not before.startswith("["):
        return (Step("", before),)
    return tuple(Step(field, text) for field, text in json.loads(before))


def print_steps(steps: tuple[Step, ...]) -> str | None:
    """The steps as one text, without the oldest where they are too many; None for no steps."""
    kept, letters = list[Step](), 0
    for step in reversed(steps[-STEPS:]):
        letters += len(step.text)
        if kept and letters > LETTERS:
            break
        kept.append(step)
    return json.dumps([(step.field, step.text) for step in reversed(kept)]) if kept else None


def with_step(before: str | None, step: Step) -> str | None:
    """The steps with one more, unless it goes on with the last."""
    steps = read_steps(before)
    if step.field and steps and steps[-1].field == step.field:
        return before
    return print_steps((*steps, step))


def without_last(before: str | None) -> tuple[str, str | None] | None:
    """The draft as it was before the last step, and the steps that are left; None where there is none."""
    steps = read_steps(before)
    if not steps:
        return None
    *rest, last = steps
    closed = (*rest[:-1], *(replace(each, field="") for each in rest[-1:]))
    return last.text, print_steps(closed)
