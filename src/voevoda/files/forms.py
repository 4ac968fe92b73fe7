"""Battle files as forms: which fields a rulebook's file has, and its values as the lines of text of a form.

The fields come from the JSON schema of a book's model, so that whatever the file may hold the form shows.
A form is a mapping from names to the lines that were filled in under them: ``sides.0.units.2.count``.  What
is no number stays the text that it is: the draft of a battle file may be wrong, and loses nothing by it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final, Literal, TypeAlias

from voevoda.files.document import Document, parse_document
from voevoda.files.problems import BadFile
from voevoda.files.scalars import DIGITS
from voevoda.files.written import plain, print_document
from voevoda.files.yaml_text import Loc, Value, parse_yaml
from voevoda.rulebooks import BOOKS

Kind: TypeAlias = Literal[
    "constant",  # there is nothing to fill in: the one value that it may have
    "text",
    "whole",
    "exact",  # a number that may have decimals, or be a/b
    "steps",  # one of the options, or an exact number
    "choice",  # one of the options
    "flag",
    "several",  # any of the options
    "names",  # a list of texts
    "record",
    "records",
    "raw",  # whatever YAML can say
]

Filled: TypeAlias = Mapping[str, Sequence[str]]
"""What was filled in; a flag that is set, and each of several options chosen, is a line."""

YES: Final = "yes"
"""The line of a flag that is set."""

OWN: Final = "~"
"""After the name of ``steps``: the field for a number beside the options."""

_WHOLE = re.compile(rf"[-+]?[0-9]{{1,{DIGITS}}}", re.ASCII)
_SPACES = dict.fromkeys(map(ord, " \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}"))


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a battle file."""

    name: str
    """In the record around it."""
    path: str
    """The names from the top, without indices: ``sides.units.count``."""
    kind: Kind
    default: object = None
    """The value of who fills in nothing, as a file has it."""
    required: bool = False
    low: int | float | None = None
    high: int | float | None = None
    options: tuple[str, ...] = ()
    fields: tuple[Field, ...] = ()
    """Of a record, or of each of the records."""
    short: str = ""
    """The field of a record that may stand for all of it."""
    longest: int | None = None
    """The most characters of a text."""

    def field(self, name: str) -> Field | None:
        """The field of this name in a record."""
        return next((each for each in self.fields if each.name == name), None)


@cache
def form_of(book: str) -> Field:
    """The fields of a book's battle files, as one record."""
    schema = BOOKS[book].model.model_json_schema()
    return _field(schema, schema.get("$defs", {}), "", "", required=True)


def fields_within(field: Field) -> Iterator[Field]:
    """All fields below a field, each before what is in it."""
    for each in field.fields:
        yield each
        yield from fields_within(each)


# Fields from a schema


def _field(
    schema: Mapping[str, Any], models: Mapping[str, Any], name: str, path: str, *, required: bool
) -> Field:
    default = schema.get("default")
    whole, ways = _ways(schema, models)
    kind, more = _kind(whole, ways, models, path)
    if kind == "flag" and default is None and not required:
        # Not filled in is something else than no.
        kind, more = "choice", {"options": ("true", "false")}
    return Field(name, path, kind, default, required, **more)


def _ways(
    schema: Mapping[str, Any], models: Mapping[str, Any]
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A schema without references and without null, and the ways in which a value may fit it."""
    found = _resolved(schema, models)
    ways = [_resolved(each, models) for each in found.get("anyOf", ())]
    ways = [each for each in ways if each.get("type") != "null"]
    return (ways[0], ways) if ways else (found, [found])


def _resolved(schema: Mapping[str, Any], models: Mapping[str, Any]) -> dict[str, Any]:
    reference = schema.get("$ref")
    return {**models[reference.rpartition("/")[2]], **schema} if reference else dict(schema)


def _kind(
    whole: Mapping[str, Any], ways: Sequence[Mapping[str, Any]], models: Mapping[str, Any], path: str
) -> tuple[Kind, dict[str, Any]]:
    """What kind of field this is, and what goes with it."""
    bounds = {"low": whole.get("minimum"), "high": whole.get("maximum")}
    if len(ways) > 1 and any("enum" in each for each in ways):
        numbers = next((each for each in ways if each.get("type") == "number"), {})
        options = next(tuple(each["enum"]) for each in ways if "enum" in each)
        return "steps", {"options": options, "low": numbers.get("minimum"), "high": numbers.get("maximum")}
    if "const" in whole:
        return "constant", {"options": (whole["const"],)}
    if "enum" in whole:
        return "choice", {"options": tuple(whole["enum"])}
    match whole.get("type"):
        case "boolean":
            return "flag", {}
        case "integer":
            return "whole", bounds
        case "number":
            return "exact", bounds
        case "string":
            return "text", {"longest": whole.get("maxLength")}
        case "array":
            return _list(_resolved(whole["items"], models), models, path)
        case "object" if "properties" in whole:
            short = whole["required"][0] if any(each.get("type") == "integer" for each in ways) else ""
            return "record", {"fields": _fields(whole, models, path), "short": short}
        case "object" if (names := whole.get("propertyNames", {}).get("enum")) is not None:
            item = whole["additionalProperties"]
            inner = tuple(_field(item, models, name, _under(path, name), required=False) for name in names)
            return "record", {"fields": inner}
    return "raw", {}


def _list(item: dict[str, Any], models: Mapping[str, Any], path: str) -> tuple[Kind, dict[str, Any]]:
    if "enum" in item:
        return "several", {"options": tuple(item["enum"])}
    if "properties" in item:
        return "records", {"fields": _fields(item, models, path)}
    return ("names", {"longest": item.get("maxLength")}) if item.get("type") == "string" else ("raw", {})


def _fields(record: Mapping[str, Any], models: Mapping[str, Any], path: str) -> tuple[Field, ...]:
    required = record.get("required", ())
    return tuple(
        _field(schema, models, name, _under(path, name), required=name in required)
        for name, schema in record["properties"].items()
    )


def _under(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


# A form from values


def fill(form: Field, data: Value) -> dict[str, tuple[str, ...]]:
    """The form filled in with the values of a battle file."""
    return dict(_filled(form, data, ""))


def _filled(field: Field, value: Any, name: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    match field.kind:
        case "record":
            given = _record(field, value)
            for each in field.fields:
                yield from _filled(each, given.get(each.name), _under(name, each.name))
        case "records":
            items = value if isinstance(value, list) else []
            yield name, (str(len(items)),)
            for index, item in enumerate(items):
                for each in field.fields:
                    inner = _record(field, item).get(each.name)
                    yield from _filled(each, inner, f"{name}.{index}.{each.name}")
        case "several":
            yield name, tuple(map(print_line, value)) if isinstance(value, list) else ()
        case "names":
            yield name, ("\n".join(map(print_line, value)) if isinstance(value, list) else "",)
        case "flag":
            yield name, (YES,) if (field.default if value is None else value) is True else ()
        case "steps":
            named = value is None or value in field.options
            yield name, (print_line(value) if named else "",)
            yield name + OWN, ("" if named else print_line(value),)
        case "raw":
            yield name, (_print_raw(value),)
        case _:
            yield name, (print_line(_given(field, value)),)


def _print_raw(value: Value) -> str:
    """The YAML that ``_read_raw`` reads as this value; JSON, which is YAML, where nothing nicer is."""
    words = print_document(value) if isinstance(value, dict | list) else print_line(value)
    made = plain(value)
    return words if plain(_read_raw(words.strip())) == made else json.dumps(made)


def _given(field: Field, value: object) -> object:
    """A value, or the default in its place where a field always shows one."""
    return field.default if value is None and field.kind in ("choice", "text", "whole", "exact") else value


def _record(field: Field, value: Any) -> Mapping[str, Any]:
    """A record of a file; a bare value stands for that of its field ``short``."""
    if isinstance(value, Mapping):
        return value
    return {field.short: value} if field.short and value is not None else {}


def print_line(value: object) -> str:
    """A value as it is filled in."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case Fraction():
            return print_decimal(value)
        case list() | dict():
            return json.dumps(plain(value), ensure_ascii=False)
    return str(value)


def print_decimal(value: Fraction) -> str:
    """An exact number as a decimal if it is one, else as a/b."""
    for places in range(DIGITS + 1):
        if 10**places % value.denominator == 0:
            digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
            sign = "-" if value < 0 else ""
            return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else sign + digits
    return str(value)


# Values from a form


def read_form(form: Field, filled: Filled, before: Value = None) -> dict[str, Value]:
    """The values of a battle file that a form comes to; defaults are left out.

    How many records a list has is filled in under the name of the list; where it is not, they stay as before.

    Where a field takes several options they keep the order that they have in the values ``before``.
    """
    found = _read(form, filled, "", before)
    assert isinstance(found, dict)
    return found


def _read(field: Field, filled: Filled, name: str, before: Any) -> Value:
    """The value of a field; None where it is not to stand in the file."""
    match field.kind:
        case "constant":
            return field.options[0] if field.required else None
        case "record":
            return _read_record(field, filled, name, before)
        case "records":
            return _read_records(field, filled, name, before)
        case "several":
            given = list(dict.fromkeys(filled.get(name, ())))
            known = [print_line(each) for each in before] if isinstance(before, list) else []
            given.sort(key=lambda each: known.index(each) if each in known else len(known))
            return [*given] or None
        case "names":
            lines = _line(filled, name).splitlines()
            return [line.strip() for line in lines if line.strip()] or None
        case "flag":
            value = YES in filled.get(name, ())
            return None if value == bool(field.default) else value
        case "raw":
            return _read_raw(_line(filled, name))
        case "steps" if own := _line(filled, name + OWN):
            return read_number(own)
        case "whole" | "exact":
            number = read_number(_line(filled, name))
            return None if number is None or _is_default(field, number) else number
    line = _line(filled, name)
    if field.kind == "choice" and field.options == ("true", "false"):
        return {"": None, "true": True, "false": False}.get(line, line)
    return None if not line or line == field.default else line


def _line(filled: Filled, name: str) -> str:
    """What was filled in under a name, without spaces around it."""
    return next(iter(filled.get(name, ())), "").strip()


def _is_default(field: Field, value: object) -> bool:
    return field.default is not None and print_line(value) == print_line(field.default)


def read_number(line: str) -> int | str | None:
    """What was filled in as a number: a whole one, text with a point for the comma, or nothing."""
    words = line.translate(_SPACES).replace("\N{MINUS SIGN}", "-").replace(",", ".")
    if _WHOLE.fullmatch(words):
        return int(words)
    return (words if re.fullmatch(r"[-+0-9./]+", words) else line) or None


def _read_record(field: Field, filled: Filled, name: str, before: Any) -> Value:
    old = _record(field, before)
    given = _read_fields(field, filled, name, old)
    if field.short and list(given) == [field.short]:
        return given[field.short]
    return given or ({} if field.required else None)


def _read_fields(field: Field, filled: Filled, name: str, before: Mapping[str, Any]) -> dict[str, Value]:
    """The fields of a record that are to stand in the file, those first that stood there before."""
    known = {each.name: each for each in field.fields}
    names = dict.fromkeys([*(each for each in before if each in known), *known])
    read = {each: _read(known[each], filled, _under(name, each), before.get(each)) for each in names}
    return {each: value for each, value in read.items() if value is not None}


def _read_records(field: Field, filled: Filled, name: str, before: Any) -> Value:
    count = _line(filled, name)
    if not (count.isascii() and count.isdecimal() and len(count) < 5):  # no form of ours knows this list
        kept: Value = before
        return kept
    old = before if isinstance(before, list) else []
    items = list[Value]()
    for index in range(int(count)):
        record = _record(field, old[index]) if index < len(old) else {}
        items.append(_read_fields(field, filled, f"{name}.{index}", record))
    return items or ([] if field.required else None)


def _read_raw(line: str) -> Value:
    """YAML as values; as the text that it is where it cannot be read, alone or within a file."""
    try:
        value, _ = parse_yaml(line, "") if line else (None, None)
        _ = parse_yaml(json.dumps({"": plain(value)}), "")
    except BadFile:
        return line
    return value


# Lists of records


def add(form: Field, data: Value, path: str) -> bool:
    """Add an empty record to the list at a path of the form; False where there is no list to add to."""
    field, holder, name = _place(form, data, path)
    if field is None or field.kind != "records" or not isinstance(holder, dict):
        return False
    items = holder.setdefault(name, [])
    items.append({each.name: each.options[0] for each in field.fields if each.kind == "constant"})
    return True


def act(form: Field, data: Value, what: str, path: str) -> bool:
    """Do something to the record at a path, such as ``sides.0.units.2``; False where it cannot be done.

    ``what``: ``copy`` it, ``remove`` it, move it ``up`` or ``down``.
    """
    around, _, last = path.rpartition(".")
    field, holder, name = _place(form, data, around)
    items = holder.get(name) if isinstance(holder, dict) else None
    if field is None or field.kind != "records" or not isinstance(items, list):
        return False
    if not (last.isascii() and last.isdecimal() and len(last) < 5 and int(last) < len(items)):
        return False
    index = int(last)
    match what:
        case "copy":
            items.insert(index + 1, _copied(items, index))
        case "remove":
            del items[index]
        case "up" | "down":
            other = index + (1 if what == "down" else -1)
            if not 0 <= other < len(items):
                return False
            items[index], items[other] = items[other], items[index]
        case _:
            return False
    return True


def _copied(items: list[Any], index: int) -> Any:
    """A copy of a record under a name that none of the others has."""
    made = json.loads(json.dumps(plain(items[index])))
    name = made.get("name") if isinstance(made, dict) else None
    if isinstance(name, str):
        base = re.sub(r" \d{1,3}$", "", name)
        taken = {each.get("name") for each in items if isinstance(each, dict)}
        made["name"] = next(new for n in range(2, len(items) + 3) if (new := f"{base} {n}") not in taken)
    return made


def swap(data: Value) -> None:
    """Let the sides change places, with all that is theirs."""
    sides = data.get("sides") if isinstance(data, dict) else None
    if isinstance(sides, list):
        sides.reverse()


def _place(form: Field, data: Any, path: str) -> tuple[Field | None, Any, str]:
    """The field at a path of the form, the record of the values that it stands in, and its name there."""
    field: Field | None = form
    steps = path.split(".")
    for step in steps[:-1]:
        if field is None:
            break
        if step.isascii() and step.isdecimal():
            data = (
                data[int(step)]
                if isinstance(data, list) and len(step) < 5 and int(step) < len(data)
                else None
            )
        else:
            field = field.field(step)
            data = data.get(step) if isinstance(data, dict) else None
    return (field.field(steps[-1]) if field else None), data, steps[-1]


# Drafts


def print_draft(data: Mapping[str, Value]) -> str:
    """A draft as text that gives the same values when it is read; it may be no battle."""
    return json.dumps(plain(dict(data)), ensure_ascii=True)


def read_draft(text: str, name: str) -> Document:
    """The values of a draft, to be held against its book.  Raises ``BadFile`` for what is too large."""
    return parse_document(text.encode(), name)


def name_of(loc: Loc) -> str:
    """The name in the form of a place in the values."""
    return ".".join(map(str, loc))


def blank(form: Field) -> dict[str, Value]:
    """A battle file with nothing filled in, but for what there must be: two sides, the rulebook."""
    data: dict[str, Value] = {each.name: each.options[0] for each in form.fields if each.kind == "constant"}
    return {**data, "title": "", "sides": [{}, {}]}
