"""The fields of which battle files are made."""

from fractions import Fraction
from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticCustomError

from voevoda.rulebooks.fields import (
    BattleModel,
    Between,
    Exact,
    Listed,
    Name,
    Steps,
    Whole,
    exact,
    name,
    print_exact,
    repeated,
    whole,
)


class Men(BattleModel):
    """A model with a field of each kind."""

    name: Name
    count: Annotated[Whole, Between(1, 10**12)]
    factor: Annotated[Exact, Between(Fraction(1, 2))] = Fraction(1)
    step: Annotated[Fraction, Steps({"low": Fraction(1, 2), "high": 2})] = Fraction(2)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (2, Fraction(2)),
        (Fraction(13, 10), Fraction(13, 10)),
        ("5/4", Fraction(5, 4)),
        ("0.7", Fraction(7, 10)),
        ("2", Fraction(2)),
        ("-1/3", Fraction(-1, 3)),
        (10**29, Fraction(10**29)),
    ],
)
def test_an_exact_number(given: object, expected: Fraction) -> None:
    """An int, a decimal or a quotient in text."""
    assert expected == exact(given)


@pytest.mark.parametrize(
    "given", [True, None, 1.5, "1,5", "5/0", "1/2/3", "٣/٤", "9" * 31 + "/1", "", [1], {"a": 1}]
)
def test_no_exact_number(given: object) -> None:
    """Not a float, not truth, not nothing, and no division by nought."""
    with pytest.raises(PydanticCustomError):
        exact(given)


@pytest.mark.parametrize("given", [True, "2", Fraction(3, 2), 2.0, None])
def test_no_whole_number(given: object) -> None:
    """Text and truth are none, even if they look like it."""
    with pytest.raises(PydanticCustomError):
        whole(given)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (" Гром ", "Гром"),
        ("Cafe\u0301", "Caf\u00e9"),
        ("{n}", "{n}"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("山", "山"),
        ("x" * 80, "x" * 80),
    ],
)
def test_a_name_is_free_text(given: str, expected: str) -> None:
    """Composed, so that equal names are equal, and without spaces around it."""
    assert expected == name(given)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("", "files.name.empty"),
        (" \u00a0", "files.name.empty"),
        ("\u200b", "files.name.empty"),
        ("x" * 81, "files.name.long"),
        ("a\nb", "files.name.control"),
        ("a\x1b[0m", "files.name.control"),
        ("a\u202eb", "files.name.control"),
        ("a\u2066b", "files.name.control"),
        ("a\u200b", "files.name.control"),
        ("\ufeffa", "files.name.control"),
        ("a\u00adb", "files.name.control"),
        (7, "files.name.unquoted"),
        (True, "files.name.unquoted"),
        (Fraction(1, 2), "files.name.unquoted"),
        (None, "files.name"),
        (["a"], "files.name"),
    ],
)
def test_no_name(given: object, expected: str) -> None:
    """Invisible ones, long ones, and those that would turn the text after them."""
    with pytest.raises(PydanticCustomError) as wrong:
        name(given)

    assert expected == wrong.value.type


@given(st.builds(Fraction, st.integers(-(10**29), 10**29), st.integers(1, 10**29)))
def test_a_dumped_number_is_read_again(value: Fraction) -> None:
    """Without loss."""
    assert value == exact(print_exact(value))


def test_a_dumped_model_is_read_again() -> None:
    """As plain data and through JSON."""
    men = Men(name="a", count=3, factor=Fraction(4, 3), step=Fraction(3, 2))

    assert men == Men.model_validate(men.model_dump())
    assert men == Men.model_validate_json(men.model_dump_json())


@pytest.mark.parametrize(
    ("step", "expected"), [("low", Fraction(1, 2)), ("high", Fraction(2)), ("3/4", Fraction(3, 4)), (1, 1)]
)
def test_a_step_is_a_name_or_a_number_between(step: object, expected: Fraction) -> None:
    """The model holds the number."""
    assert expected == Men.model_validate({"name": "a", "count": 1, "step": step}).step


@pytest.mark.parametrize("step", ["lower", Fraction(49, 100), 3, None, True])
def test_no_step(step: object) -> None:
    """A number outside the printed range is refused as an unknown name is."""
    with pytest.raises(ValidationError, match=r"files\.steps"):
        Men.model_validate({"name": "a", "count": 1, "step": step})


def test_models_are_strict_and_closed() -> None:
    """No other fields, no changes."""
    with pytest.raises(ValidationError, match="extra_forbidden"):
        Men.model_validate({"name": "a", "count": 1, "size": 1})
    with pytest.raises(ValidationError, match="frozen"):
        Men(name="a", count=1).count = 2


def test_a_list_becomes_a_tuple() -> None:
    """A mapping or a text is no list."""
    names = TypeAdapter(Listed[Name])

    assert ("a", "b") == names.validate_python(["a", " b"])
    for wrong in ({"a": 1}, "ab", 1):
        with pytest.raises(ValidationError):
            names.validate_python(wrong)


def test_editors_are_told_what_fits() -> None:
    """The JSON Schema of a model names ranges, steps and the spelling of quotients."""
    quotient = {"type": "string", "pattern": r"^[-+]?[0-9]{1,30}(/0*[1-9][0-9]{0,29}|\.[0-9]{1,30})?$"}
    fields = Men.model_json_schema()["properties"]

    assert {"title": "Name", "type": "string", "minLength": 1, "maxLength": 80} == fields["name"]
    assert (1, 10**12) == (fields["count"]["minimum"], fields["count"]["maximum"])
    assert [{"type": "number", "minimum": 0.5}, quotient] == fields["factor"]["anyOf"]
    number = {"type": "number", "minimum": 0.5, "maximum": 2}
    assert [{"enum": ["low", "high"]}, number, quotient] == fields["step"]["anyOf"]


def test_a_repeated_name_is_found() -> None:
    """The second of the two."""
    assert 2 == repeated(["a", "b", "a", "b"])
    assert None is repeated(["a", "b"])
