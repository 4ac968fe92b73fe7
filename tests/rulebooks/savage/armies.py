"""Battles for the tests of savage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from voevoda.files.document import parse_document
from voevoda.files.validation import validate
from voevoda.play.journal import thrown
from voevoda.play.position import Position
from voevoda.play.questions import Chance, Choose, Pick, Question, Reply
from voevoda.play.seats import Line
from voevoda.rulebooks.savage.rules import Savage
from voevoda.rulebooks.savage.setup import SavageFile, first_state
from voevoda.rulebooks.savage.state import Battle, Phase
from voevoda.rulebooks.savage.tables import in_pack_order

SAVAGE = Savage()

MOST = 300
"""Answers after which a course is taken to lead nowhere."""

CALM: Mapping[str, object] = {
    "savage.battle.roll": [2, 2],
    "savage.cards.roll": [2, 2],
    "savage.morale.roll": [5, 2],
}
"""Rolls on two dice that bring nothing and frighten nobody."""


def file_of(ash: str = "", birch: str = "", more: str = "") -> str:
    """A battle file of Ash and Birch, ten tokens each, with more lines for each side and at the top."""
    lines = ["rulebook: savage", "title: Trial", *more.strip().splitlines(), "sides:"]
    for name, leader, extra in (("Ash", "Wanda", ash), ("Birch", "Ruk", birch)):
        own = {line.split(":", 1)[0] for line in extra.strip().splitlines()}
        lines.append(f"  - name: {name}")
        if "commander" not in own:
            lines.append(f"    commander: {{name: {leader}, battle: d8}}")
        if not own & {"tokens", "strength"}:
            lines.append("    tokens: 10")
        lines += [f"    {line}" for line in extra.strip().splitlines()]
    return "\n".join(lines) + "\n"


def model(text: str) -> SavageFile:
    """The model of a battle file.  Raises ``BadFile``."""
    return validate(parse_document(text.encode(), "battle.yaml"), SavageFile)


def battle(ash: str = "", birch: str = "", more: str = "") -> Battle:
    """The first state of such a file."""
    return first_state(model(file_of(ash, birch, more)), {})


def leader(*edges: str, more: str = "") -> str:
    """A line for a commander with d10 and these edges."""
    return f"commander: {{name: Leader, battle: d10, edges: [{', '.join(edges)}]{more}}}"


def hero(name: str, skills: str = "fighting: d10", more: str = "") -> str:
    """A line for one character, a novice and a Wild Card."""
    return f"characters: [{{name: {name}, skills: {{{skills}}}{more}}}]"


def middle(
    state: Battle,
    phase: Phase,
    hands: tuple[str, str] = ("", ""),
    shown: tuple[str | None, str | None] = (None, None),
    *,
    tokens: tuple[int, int] | None = None,
    **rounds: tuple[object, object],
) -> Battle:
    """The battle at a later step: hands, the cards shown, tokens left, and what the round has brought."""
    state = replace(state, phase=phase)
    up = [list(cards) for cards in state.discards]
    for index in (0, 1):
        state = state.with_cards(index, hand=in_pack_order(hands[index].split()))
        brought = {name: pair[index] for name, pair in rounds.items()}
        state = state.with_round(index, shown=shown[index], **brought)
        if tokens is not None:
            state = state.with_force(index, replace(state.forces[index], tokens=tokens[index]))
        up[state.pile(index)] += [card for card in [shown[index]] if card]
    state = replace(state, discards=tuple(map(in_pack_order, up)))
    assert state == SAVAGE.parse(SAVAGE.print(state), SAVAGE.schema)
    return state


def first(question: Question[Any]) -> Reply:
    """The first option, and no more than must be picked."""
    if isinstance(question, Choose):
        option: str = question.among[0][0]
        return option
    assert isinstance(question, Pick)
    return question.among[: question.least]


class Course:
    """A battle under way, with its whole log."""

    def __init__(self, state: Battle) -> None:
        self.at = Position.at(SAVAGE, state)
        self.steps = [passed.state for passed in self.at.passed]
        self._log: list[Line] = [line for passed in self.at.passed for line in passed.lines]
        self.questions: list[Question[Any]] = []

    def answer(self, *replies: object) -> Course:
        """Go on by these replies, each to the first question that has none yet."""
        for reply in replies:
            asked = self.at.asked()
            self.questions.append(asked.question)
            self.at = self.at.answer(reply, asked.place)
            self.steps += [passed.state for passed in self.at.passed]
            self._log += [line for passed in self.at.passed for line in passed.lines]
        return self

    def by_itself(self, replies: Mapping[str, object] = CALM) -> Course:
        """Answer one question: from ``replies`` by its key, else from a seed or by the first option."""
        assert len(self.questions) < MOST, "this battle does not come to what is waited for"
        asked = self.at.asked()
        if asked.place.key in replies:
            return self.answer(replies[asked.place.key])
        return self.answer(
            thrown(asked, "seed") if isinstance(asked.question, Chance) else first(asked.question)
        )

    def to(self, key: str = "", replies: Mapping[str, object] = CALM) -> Course:
        """Go on until ``key`` is asked; without it to the end."""
        while self.at.open and self.key != key:
            self.by_itself(replies)
        return self

    def till(self, *phases: Phase, replies: Mapping[str, object] = CALM) -> Course:
        """Go on until one of these steps, or the end, is reached."""
        while self.at.open and self.at.state.phase not in phases:
            self.by_itself(replies)
        return self

    @property
    def key(self) -> str:
        """What is asked now; nothing at the end."""
        return self.at.asked().place.key if self.at.open else ""

    @property
    def question(self) -> Question[Any]:
        """The question that is asked now."""
        return self.at.asked().question

    @property
    def state(self) -> Battle:
        """At the start of the step."""
        return self.at.state

    @property
    def lines(self) -> list[Line]:
        """The whole log, that of the running step included."""
        return [*self._log, *self.at.lines()]

    def told(self, key: str) -> list[dict[str, Any]]:
        """The facts of each line with this key."""
        return [dict(line.facts) for line in self.lines if line.key == key]

    def tokens(self) -> tuple[int, ...]:
        """What both sides have left."""
        return tuple(force.tokens for force in self.state.forces)

    def noted(self) -> tuple[int, ...]:
        """The losses noted for both sides when the cards were compared; before that, so far."""
        after = next((state for state in reversed(self.steps) if state.phase == "edges"), self.steps[-1])
        return tuple(force.round.noted for force in after.forces)
