"""What the book reports, as CSV for spreadsheets: a value a line, in no language.

``side,list,name,what,value``: the facts of a side have no list and no name; those of its units and characters
have both.  A text that a spreadsheet would take for a formula,
behind spaces or in wide letters too, gets an apostrophe before it.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from unicodedata import normalize

from voevoda.export.jsonable import jsonable
from voevoda.export.record import Record
from voevoda.play.seats import Fact, Facts

NUMBER = re.compile(r"-?\d+(\.\d+)?")

HEADINGS = ("side", "list", "name", "what", "value")


def as_csv(record: Record) -> str:
    """The sides, then what stands beside them."""
    stream = io.StringIO()
    write = csv.writer(stream)
    write.writerow(HEADINGS)
    for side in record.sides:
        write.writerows(_rows(str(side["name"]), side))
    write.writerows(_rows("", record.extras))
    return stream.getvalue()


def _rows(side: str, facts: Facts) -> Iterator[list[str]]:
    for name, value in facts.items():
        if isinstance(value, tuple) and value and all(isinstance(each, Mapping) for each in value):
            for row in value:
                assert isinstance(row, Mapping)
                who = next((str(each) for each in row.values() if isinstance(each, str)), "")
                for what, cell in _flat("", row):
                    yield [plain(each) for each in (side, name, who, what, cell)]
        elif name != "name":
            for what, cell in _flat(name, value):
                yield [plain(each) for each in (side, "", "", what, cell)]


def _flat(name: str, value: Fact) -> Iterator[tuple[str, str]]:
    """A value with what it is; the parts of a mapping by themselves."""
    if isinstance(value, Mapping):
        for part, each in value.items():
            yield from _flat(f"{name}.{part}" if name else part, each)
    elif isinstance(value, tuple) and value and all(isinstance(each, Mapping) for each in value):
        for n, each in enumerate(value, 1):
            yield from _flat(f"{name}.{n}", each)
    elif isinstance(value, tuple):
        yield name, "; ".join(_word(each) for each in value)
    else:
        yield name, _word(value)


def _word(value: Fact) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(jsonable(value))


def plain(words: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    first = normalize("NFKC", words.lstrip(" \N{NO-BREAK SPACE}"))[:1]
    if first in {"=", "+", "-", "@", "\t", "\r", "\n"} and not NUMBER.fullmatch(words):
        return f"'{words}"
    return words
