"""What a model finds wrong with a document, as a person reads it."""

from fractions import Fraction
from pathlib import Path
from typing import Annotated, Literal

import pytest
from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from voevoda.files import BadFile, parse_document, problem_text
from voevoda.files.validation import validate
from voevoda.i18n import Language
from voevoda.rulebooks.fields import (
    BattleModel,
    Between,
    DifferentNames,
    Exact,
    Listed,
    Name,
    Steps,
    Whole,
)

QUALITY = {"green": Fraction(1, 2), "regular": 1, "guard": 2}


class Unit(BattleModel):
    """Some men."""

    name: Name
    count: Annotated[Whole, Between(1, 10**12)]
    quality: Annotated[Fraction, Steps(QUALITY)] = Fraction(1)
    arms: Literal["infantry", "cavalry"] = "infantry"
    bonus: Annotated[Exact, Between(0)] = Fraction(0)
    lose: Whole | Literal["all"] = 0


class Side(BattleModel):
    """An army."""

    name: Name
    units: Annotated[Listed[Unit], DifferentNames(), Field(min_length=1)]
    ambushed: bool = False
    seer: Unit | None = None
    note: Annotated[str, Field(max_length=5)] = ""
    row: Annotated[int, Field(gt=2)] = 3

    @model_validator(mode="after")
    def _known_note(self) -> "Side":
        if self.note == "wrong":
            raise PydanticCustomError("files.invalid", "files.invalid", {"at": ("note",), "given": '"wrong"'})
        return self


class Toy(BattleModel):
    """A battle."""

    title: Name
    sides: Annotated[Listed[Side], DifferentNames(), Field(min_length=2, max_length=2)]
    plan: Literal["hill", "ford"] = Field(default="hill", alias="the-plan")


GOOD = """\
title: The ford
the-plan: ford
sides:
  - name: Мегалос
    units:
      - {name: Ala I, count: 1e12, quality: guard, lose: all}
      - {name: Slingers, count: 200, quality: 1.5, bonus: 5/4}
  - name: Caithness
    units:
      - {name: Ala I, count: 2.0}
    ambushed: true
"""


def told(text: str, lang: Language = "en") -> list[str]:
    """What a person reads about a file called b.yaml, without the name of the file."""
    with pytest.raises(BadFile) as bad:
        validate(parse_document(text.encode(), "b.yaml"), Toy)
    lines = [problem_text(lang, problem) for problem in bad.value.problems]
    assert all(line.startswith("b.yaml") for line in lines)
    return [line.removeprefix("b.yaml").removeprefix(", ") for line in lines]


def test_a_good_file_is_taken_as_it_is() -> None:
    """Numbers stay exact, 10^12 men are a number like any other, and lists are tuples."""
    toy = validate(parse_document(GOOD.encode(), "b.yaml"), Toy)

    assert ("Мегалос", "Caithness") == tuple(side.name for side in toy.sides)
    assert (10**12, 200) == tuple(unit.count for unit in toy.sides[0].units)
    assert (Fraction(2), Fraction(3, 2)) == tuple(unit.quality for unit in toy.sides[0].units)
    assert Fraction(5, 4) == toy.sides[0].units[1].bonus
    assert 2 == toy.sides[1].units[0].count


def golden() -> list[tuple[str, str, list[str]]]:
    """What messages.txt says: a part of `GOOD`, what is put in its place, and what is then told."""
    blocks = (Path(__file__).parent / "messages.txt").read_text("utf-8").strip().split("\n\n")[1:]
    changes = [block.split("\n") for block in blocks]
    return [(*_change(change), expected) for change, *expected in changes]


def _change(line: str) -> tuple[str, str]:
    good, bad = line.replace("\\n", "\n").split(" => ")
    return good, bad


@pytest.mark.parametrize(("good", "bad", "expected"), golden())
def test_what_is_wrong_is_told_in_the_words_of_the_file(good: str, bad: str, expected: list[str]) -> None:
    """Line, field by names, what was given, what is accepted, what was probably meant."""
    assert good in GOOD
    text = GOOD.replace(good, bad, 1)

    assert expected == told(text, "en") + told(text, "ru")


def test_everything_wrong_is_told_at_once() -> None:
    """In the order of the file; an item with faults hides no fault of another."""
    text = GOOD.replace("count: 200", "count: 0").replace("title:", "titel:").replace("true", "1")

    expected = ["title", "titel", "sides.Мегалос.units.Slingers.count", "sides.Caithness.ambushed"]
    assert expected == [line.partition(": ")[0].partition(", ")[2] for line in told(text)]


def test_a_long_list_of_faults_is_cut() -> None:
    """Twenty are told, the others counted."""
    lines = told(GOOD + "".join(f"    field{n}: 1\n" for n in range(121)), "ru")

    assert 21 == len(lines)
    assert ": и ещё 101 ошибка" == lines[-1]


def test_huge_values_are_shortened() -> None:
    """The message stays one short line."""
    (line,) = told(GOOD.replace("ford\n", "ford" * 900 + "\n", 2))[1:]

    assert f'line 2, the-plan: given "{"ford" * 15}…"; accepted: hill, ford' == line


def test_what_a_terminal_would_obey_is_not_shown() -> None:
    """Characters that break a line or turn its direction are replaced."""
    (line,) = told(GOOD.replace("Caithness", '"Caith\\n\\e[2J\u202eness"'))

    expected = 'sides."Caith��[2J�ness".name: given "Caith��[2J�ness"'
    assert f"line 8, {expected}; accepted: a name on one line, without invisible characters" == line
