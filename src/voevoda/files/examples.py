"""The battles that come with the rulebooks, as the files a person would write.

Each is a file ``<name>.yaml`` in English and ``<name>.<language>.yaml`` in the others.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Final

from voevoda.files.battle import Battle, battle_of
from voevoda.files.document import parse_document

START: Final = MappingProxyType(
    {"gurps": "ford", "savage": "bridge", "skirmish": "wolves", "wfrp": "tunnels"}
)
"""The example of a book that explains every field, to start from."""


def examples(book: str) -> tuple[str, ...]:
    """The names of a book's examples; the one to start from comes first."""
    names = sorted(name for name in _files(book) if "." not in name)
    return tuple(sorted(names, key=lambda name: name != START.get(book)))


def example_text(book: str, name: str, lang: str) -> str:
    """An example as a file, commented in a language.  Raises KeyError for a name that there is not."""
    found = _files(book)
    if "." in name:
        raise KeyError(name)
    return found.get(f"{name}.{lang}", found[name]).read_text("utf-8")


def example(book: str, name: str, lang: str) -> tuple[Battle, str]:
    """An example ready to begin, and its file's text.  Raises KeyError as ``example_text``."""
    text = example_text(book, name, lang)
    return battle_of(parse_document(text.encode(), f"{name}.yaml")), text


@cache
def example_title(book: str, name: str, lang: str) -> str:
    """The title of an example.  Raises KeyError as ``example_text``."""
    battle, _ = example(book, name, lang)
    return battle.book.title(battle.state)


def _files(book: str) -> dict[str, Traversable]:
    folder = files("voevoda.rulebooks") / book / "data" / "examples"
    return {each.name.removesuffix(".yaml"): each for each in folder.iterdir() if each.name.endswith(".yaml")}
