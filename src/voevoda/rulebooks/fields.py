"""What the fields of battle files and house tables are made of, shared by the models of every book.

A value that does not fit is a `PydanticCustomError` whose type is the key of a message and whose context
are its facts ("at": where in the value it is, if deeper); this module knows no language. Named options are
`Literal` strings: their message lists them.
"""

import copy
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, GetJsonSchemaHandler, Strict
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

Item = TypeVar("Item")

DIGITS = 30
"""The most digits of a number in a file."""

NAME_LENGTH = 80
"""The most characters of a name."""

_QUOTED = re.compile(rf"[-+]?[0-9]{{1,{DIGITS}}}(/0*[1-9][0-9]{{0,{DIGITS - 1}}}|\.[0-9]{{1,{DIGITS}}})?")
"""A number in quotes: "5/4", "0.7", "2"."""

_JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
"""What emoji and some scripts are written with; every other invisible character could hide a difference."""


class BattleModel(BaseModel):
    """A mapping of a battle file: no other fields than these, and no value bent into another type."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class BattleFile(BattleModel):
    """What stands at the top of every book's battle file."""

    rulebook: str
    """The id of the book."""

    tables: dict[str, Any] = {}
    """House tables replaced: the name of a file beside the battle file, or the table itself."""


Listed: TypeAlias = Annotated[tuple[Item, ...], Strict(False)]
"""A list of the file, kept as a tuple."""


def exact(value: object) -> Fraction:
    """The exact number that a field holds: an int, a decimal (read as a Fraction) or text: "5/4", "0.7"."""
    match value:
        case bool():
            pass
        case int() | Fraction():
            return Fraction(value)
        case str() if _QUOTED.fullmatch(value):
            return Fraction(value)
    raise PydanticCustomError("files.number", "files.number")


def whole(value: object) -> int:
    """The whole number that a field holds; a decimal will do if it is whole (2.0)."""
    match value:
        case bool():
            pass
        case int():
            return value
        case Fraction(numerator=numerator, denominator=1):
            return numerator
    raise PydanticCustomError("files.whole", "files.whole")


def name(value: object) -> str:
    """The name that a field holds: visible text on one line, composed (NFC), without spaces around it."""
    if value is None or isinstance(value, list | tuple | Mapping):
        raise PydanticCustomError("files.name", "files.name", {"most": NAME_LENGTH})
    if not isinstance(value, str):
        raise PydanticCustomError("files.name.unquoted", "files.name.unquoted")
    kept = unicodedata.normalize("NFC", value).strip()
    if not is_visible(kept):
        raise PydanticCustomError("files.name.empty", "files.name.empty", {"most": NAME_LENGTH})
    if not is_one_line(kept):
        raise PydanticCustomError("files.name.control", "files.name.control")
    if len(kept) > NAME_LENGTH:
        raise PydanticCustomError("files.name.long", "files.name.long", {"n": len(kept), "most": NAME_LENGTH})
    return kept


def is_visible(words: str) -> bool:
    """Whether anything of a text can be seen: not spaces, marks and signs without a shape alone."""
    return any(unicodedata.category(character)[0] not in "CMZ" for character in words)


def is_one_line(words: str) -> bool:
    """Whether a text stands on one line and hides nothing: joiners are its only invisible characters."""
    return not any(
        unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"} and character not in _JOINERS
        for character in words
    )


def print_exact(value: Fraction) -> int | str:
    """The number as JSON and a battle file can hold it without loss."""
    return value.numerator if value.denominator == 1 else str(value)


@dataclass(frozen=True, slots=True, eq=False)
class _Read:
    """Marks a type as read by a function of this module."""

    read: Callable[[object], object]
    written: Callable[[Any], object]
    """How the value is dumped."""
    schema: JsonSchemaValue

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(
            self.read, serialization=core_schema.plain_serializer_function_ser_schema(self.written)
        )

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return copy.deepcopy(self.schema)


_QUOTED_SCHEMA = {"type": "string", "pattern": f"^{_QUOTED.pattern}$"}

Exact: TypeAlias = Annotated[
    Fraction, _Read(exact, print_exact, {"anyOf": [{"type": "number"}, _QUOTED_SCHEMA]})
]
"""An exact number: 2, 1.3 or "5/4"."""

Whole: TypeAlias = Annotated[int, _Read(whole, int, {"type": "integer"})]
"""A whole number."""

Name: TypeAlias = Annotated[
    str, _Read(name, str, {"type": "string", "minLength": 1, "maxLength": NAME_LENGTH})
]
"""The name of a side, unit, person or battle."""


@dataclass(frozen=True, slots=True)
class Between:
    """Bounds of a number, both included: `Annotated[Whole, Between(1, 10**12)]`; None is no bound."""

    low: int | Fraction | None = None
    high: int | Fraction | None = None

    def check(self, value: Any) -> Any:
        """`value` itself, if it lies within."""
        if (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            key = "files.least" if self.high is None else "files.most" if self.low is None else "files.range"
            raise PydanticCustomError(key, key, {"low": self.low, "high": self.high})
        return value

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self.check, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        inner = handler(schema)
        for each in inner.get("anyOf", [inner]):
            if each.get("type") in {"integer", "number"}:
                each.update(_bounds(self.low, self.high))
        return inner


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """Named steps of a factor, or an exact number from the least of them to the greatest.

    `Annotated[Fraction, Steps({"green": Fraction(1, 2), "militia": 1})]`; the model holds the number.
    """

    options: Mapping[str, int | Fraction]

    def read(self, value: object) -> Fraction:
        """The number that a step's name or a number in a file stands for."""
        if isinstance(value, str) and value in self.options:
            return Fraction(self.options[value])
        low, high = self._range()
        try:
            number = exact(value)
        except PydanticCustomError:
            number = None
        if number is None or not low <= number <= high:
            facts = {"options": tuple(self.options), "low": low, "high": high}
            raise PydanticCustomError("files.steps", "files.steps", facts)
        return number

    def _range(self) -> tuple[Fraction, Fraction]:
        return Fraction(min(self.options.values())), Fraction(max(self.options.values()))

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        low, high = self._range()
        number = {"type": "number", **_bounds(low, high)}
        schema = {"anyOf": [{"enum": list(self.options)}, number, _QUOTED_SCHEMA]}
        return handler(Annotated[Fraction, _Read(self.read, print_exact, schema)])


@dataclass(frozen=True, slots=True)
class DifferentNames:
    """No two items of a list may have the same `name`: `Annotated[Listed[Unit], DifferentNames()]`."""

    def check(self, items: tuple[Any, ...]) -> tuple[Any, ...]:
        """`items` themselves, if no name is there twice."""
        twice = repeated([item.name for item in items])
        if twice is not None:
            facts = {"name": items[twice].name, "at": (twice, "name")}
            raise PydanticCustomError("files.same_name", "files.same_name", facts)
        return items

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self.check, handler(source))


def repeated(names: Iterable[str]) -> int | None:
    """The index of the first name that has been there before."""
    seen: set[str] = set()
    for index, each in enumerate(names):
        if each in seen:
            return index
        seen.add(each)
    return None


def _bounds(low: int | Fraction | None, high: int | Fraction | None) -> dict[str, int | float]:
    """JSON Schema's bounds; JSON has no fractions, so they are as near as it can say."""
    ends = {"minimum": low, "maximum": high}
    given = {end: value for end, value in ends.items() if value is not None}
    return {end: int(value) if value == int(value) else float(value) for end, value in given.items()}
