"""The gettext catalogues, read from the package's .po files one at a time, when first needed.

The msgid is the key itself, so both languages are translations and neither is the original.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import IO, TypeAlias

from babel.messages.pofile import read_po

from voevoda.i18n.languages import Language

Forms: TypeAlias = tuple[str, ...]
"""The text of a key: one string, or one for each plural form of the language."""


@cache
def catalogue(lang: Language, name: str) -> Mapping[str, Forms]:
    """All entries of messages/`lang`/`name`.po; empty when there is no such file."""
    source = files(__package__) / "messages" / lang / f"{name}.po"
    if not source.is_file():
        return {}
    with source.open("rb") as opened:
        return read_catalogue(opened)


def read_catalogue(source: IO[bytes]) -> dict[str, Forms]:
    """The entries of one .po file."""
    entries: dict[str, Forms] = {}
    for message in read_po(source, abort_invalid=True):
        key = message.id if isinstance(message.id, str) else message.id[0]
        entries[key] = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    del entries[""]  # the header
    return entries
