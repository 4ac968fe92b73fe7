"""Which language to speak to the person at the table."""

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

Language: TypeAlias = Literal["ru", "en"]

LANGUAGES: tuple[Language, ...] = get_args(Language)


def language(explicit: Language | None, environ: Mapping[str, str]) -> Language:
    """The language asked for, else that of the locale in `environ`; English when the locale names no other.

    As POSIX has it, the first of LC_ALL, LC_MESSAGES and LANG that is set and not empty decides.
    """
    if explicit is not None:
        return explicit
    locale = next(filter(None, map(environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    spoken = locale.split(".")[0].split("@")[0].split("_")[0].lower()
    return "ru" if spoken == "ru" else "en"
