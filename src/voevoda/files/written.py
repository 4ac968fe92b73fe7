"""Battle files that the program writes: plain values as YAML, in a new file."""

from __future__ import annotations

import io
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from voevoda.files.battle import Battle, battle_of
from voevoda.files.document import parse_document, read_values

WIDTH = 110


def print_document(data: Mapping[str, Any] | list[Any]) -> str:
    """The text of a file with these values; what has nothing within it stands on one line."""
    yaml = YAML(typ="safe", pure=True)
    yaml.default_flow_style = None
    yaml.allow_unicode = True
    yaml.sort_base_mapping_type_on_output = False  # type: ignore[assignment]
    yaml.width = WIDTH
    stream = io.StringIO()
    yaml.dump(plain(data), stream)
    return stream.getvalue()


def plain(value: Any) -> Any:
    """The value with exact numbers as files write them: a decimal fraction or "a/b" in quotes."""
    if isinstance(value, Mapping):
        return {name: plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return (
        str(value)
        if isinstance(value, Fraction) and value.denominator > 1
        else (int(value) if isinstance(value, Fraction) else value)
    )


def with_tables(battle: Battle, data: dict[str, Any]) -> dict[str, Any]:
    """The data with the tables of files beside the battle's own put in place, so that it can lie anywhere."""
    tables = data.get("tables")
    if not isinstance(tables, Mapping) or battle.document.path is None:
        return data
    folder = battle.document.path.parent
    inside = {
        name: read_values(folder / table, table).data if isinstance(table, str) else table
        for name, table in tables.items()
    }
    return {**data, "tables": inside}


def write_battle(path: str, data: Mapping[str, Any]) -> Battle:
    """Write a battle file that was not there, and return the battle that it holds.

    Raises ``BadFile`` where the values make no battle, ``FileExistsError`` where something of this name is
    there already, another ``OSError`` where none can be written; and leaves nothing behind.
    """
    words = print_document(data)
    battle = battle_of(parse_document(words.encode(), path, Path(path)))
    with Path(path).open("x", encoding="utf-8") as file:
        try:
            _ = file.write(words)
            file.flush()
        except OSError:
            Path(path).unlink(missing_ok=True)
            raise
    return battle
