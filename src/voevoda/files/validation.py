"""A document held against a model; what pydantic finds wrong, as problems in the words of the file."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import reduce
from typing import Any, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from voevoda.files.document import Document
from voevoda.files.problems import LISTED, BadFile, Problem, given, guess
from voevoda.files.yaml_text import Loc, Value

Model = TypeVar("Model", bound=BaseModel)

_SIZES = {
    "too_short": ("files.few", "min_length"),
    "too_long": ("files.many", "max_length"),
    "string_too_short": ("files.short", "min_length"),
    "string_too_long": ("files.long", "max_length"),
}

_TYPES = {
    "string_type": "text",
    "string_sub_type": "text",
    "bool_type": "bool",
    "int_type": "whole",
    "int_from_float": "whole",
    "float_type": "number",
    "tuple_type": "list",
    "list_type": "list",
    "set_type": "list",
    "frozen_set_type": "list",
    "iterable_type": "list",
    "dict_type": "fields",
    "mapping_type": "fields",
    "model_type": "fields",
    "model_attributes_type": "fields",
    "dataclass_type": "fields",
    "none_required": "nothing",
}
"""What pydantic misses, and the word for what is accepted."""

_YES_NO = {
    **dict.fromkeys(("yes", "y", "on", "да"), "true"),
    **dict.fromkeys(("no", "n", "off", "нет"), "false"),
}
"""Words that other YAML, or a person, takes for true and false."""

_COMMA = re.compile("[-+]?[0-9]+,[0-9]+", re.ASCII)
"""A decimal with a comma."""

_BOUNDS = {
    "greater_than_equal": ("files.least", "low", "ge"),
    "less_than_equal": ("files.most", "high", "le"),
    "greater_than": ("files.above", "low", "gt"),
    "less_than": ("files.below", "high", "lt"),
}


def validate(document: Document, model: type[Model]) -> Model:
    """The document as a value of `model`; raises BadFile with everything that is wrong with it."""
    try:
        return model.model_validate(document.data)
    except ValidationError as invalid:
        places: dict[Loc, list[ErrorDetails]] = {}
        for error in invalid.errors(include_url=False):
            if not _long_enough(error):
                places.setdefault(_place(document.data, error), []).append(error)
        in_order = sorted(places, key=lambda loc: document.line_of(loc) or 0)
        told = [
            reduce(_either, (_problem(document, model, loc, error) for error in places[loc]))
            for loc in in_order[:LISTED]
        ]
        raise BadFile(told, len(in_order) - len(told)) from None


def rejected(document: Document, error: PydanticCustomError) -> Problem:
    """The problem that a book's own check found in a document as a whole."""
    return _custom(document, (), error.type, error.context or {}, document.data)


def _long_enough(error: ErrorDetails) -> bool:
    """Whether pydantic finds a list too short only because it does not count the items with errors."""
    return error["type"] == "too_short" and len(error["input"]) >= error["ctx"]["min_length"]


def _either(one: Problem, other: Problem) -> Problem:
    """What two members of a union find wrong with a value: a number or a word would do."""
    keys = {"files.whole": "files.whole_or", "files.range": "files.steps"}
    if one.key in keys and other.key == "files.options":
        return replace(one, key=keys[one.key], facts={**one.facts, **other.facts})
    return one


def _problem(document: Document, model: type[BaseModel], loc: Loc, error: ErrorDetails) -> Problem:
    kind, value, context = error["type"], error["input"], error.get("ctx", {})
    facts: dict[str, object] = {"given": given(value)}
    if "." in kind:
        return _custom(document, loc, kind, context, value)
    if kind == "missing":
        return document.problem("files.required", {}, loc)
    if kind == "extra_forbidden":
        return _unknown(document, model, loc, value)
    if kind in {"literal_error", "enum"}:
        options = re.findall("'([^']*)'", str(context["expected"]))
        hint = guess(value, options) if isinstance(value, str) else {}
        return document.problem("files.options", {**facts, "options": options, **hint}, loc)
    if kind in _BOUNDS:
        key, fact, bound = _BOUNDS[kind]
        return document.problem(key, {**facts, fact: context[bound]}, loc)
    if kind in _SIZES and isinstance(value, str | list | dict):
        key, bound = _SIZES[kind]
        return document.problem(key, {**facts, "n": context[bound], "size": len(value)}, loc)
    accepted = _TYPES.get(kind)
    if accepted is None:
        return document.problem("files.invalid", facts, loc)
    if accepted == "bool" and isinstance(value, str) and value.casefold() in _YES_NO:
        facts["guess"] = _YES_NO[value.casefold()]
    return document.problem("files.type", {**facts, "accepted": accepted}, loc)


def _unknown(document: Document, model: type[BaseModel], loc: Loc, value: object) -> Problem:
    """A field that there is not here, with what was probably meant: one deeper, a like one, or a decimal."""
    models = _models_at(model, loc[:-1])
    known = tuple(dict.fromkeys(name for each in models for name in _fields(each)))
    name = str(loc[-1])
    decimal = _cut_decimal(document.data, loc) if value is None else None
    if decimal is not None:
        return document.problem("files.unknown.comma", {"decimal": decimal}, loc)
    deeper = next((path for each in models for path in _deeper(each, name)), None)
    around = f"{document.path_of(loc[:-1])}." if loc[:-1] else ""
    hint = guess(name, known) if deeper is None else {"guess": around + deeper}
    return document.problem(
        "files.unknown" if known else "files.unknown.here", {"options": known, **hint}, loc
    )


def _cut_decimal(data: Value, loc: Loc) -> str | None:
    """The decimal that a comma has cut in two: {experience: 1,5} is read as {experience: 1, 5: }."""
    here: Any = data
    for step in loc[:-1]:
        here = here[step]
    names = list(here)
    at = names.index(loc[-1])
    before = here[names[at - 1]] if at else None
    whole = isinstance(before, int) and not isinstance(before, bool)
    return f"{before}.{loc[-1]}" if whole and re.fullmatch("[0-9]+", names[at], re.ASCII) else None


def _deeper(model: type[BaseModel], name: str) -> Iterator[str]:
    """The paths below a model's fields that lead to a field of this name; NAME is any item of a list."""
    for field, annotation in _fields(model).items():
        for inner in _models(annotation):
            around = f"{field}.NAME" if get_origin(annotation) is tuple else field
            if name in _fields(inner):
                yield f"{around}.{name}"
            yield from (f"{around}.{path}" for path in _deeper(inner, name))


def _custom(document: Document, loc: Loc, key: str, context: Mapping[str, Any], value: object) -> Problem:
    """What a check of ours found; its fact "at" says where in the value."""
    at = context.get("at", ())
    assert isinstance(at, tuple)
    there: Any = value
    for step in at:
        there = there[step] if _holds(there, step) else None
    facts: dict[str, object] = {"given": given(there), **context}
    _ = facts.pop("at", None)
    options = facts.get("options")
    if isinstance(there, str) and isinstance(options, tuple | list):
        facts |= guess(there, map(str, options))
    if isinstance(there, str) and key in {"files.number", "files.steps"} and _COMMA.fullmatch(there):
        facts["guess"] = there.replace(",", ".")
    return document.problem(key, facts, (*loc, *at))


def _place(data: Value, error: ErrorDetails) -> Loc:
    """Where in the data an error is: pydantic's place without the names of validators and union members."""
    loc, missing = error["loc"], error["type"] == "missing"
    place: list[int | str] = []
    here: Any = data
    for step in loc[:-1] if missing else loc:
        if _holds(here, step):
            place.append(step)
            here = here[step]
    return (*place, loc[-1]) if missing else tuple(place)


def _holds(here: object, step: int | str) -> bool:
    if isinstance(here, list):
        return isinstance(step, int) and step < len(here)
    return isinstance(here, dict) and step in here


def _models_at(model: type[BaseModel], loc: Loc) -> list[type[BaseModel]]:
    """All models that may stand at a place of the model."""
    models = [model]
    for step in loc:
        if isinstance(step, str):
            annotations = [fields[step] for fields in map(_fields, models) if step in fields]
            models = [inner for annotation in annotations for inner in _models(annotation)]
    return models


def _fields(model: type[BaseModel]) -> dict[str, Any]:
    """The types of a model's fields, by the names that they have in files."""
    return {field.alias or name: field.annotation for name, field in model.model_fields.items()}


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    """The models within a type: Side in tuple[Side, ...] | None."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from _models(inner)
