"""What a seat is called, and the colour of its side."""

from __future__ import annotations

from collections.abc import Mapping

from voevoda.i18n import LANGUAGES, Language, text
from voevoda.play.seats import REFEREE, Seat
from voevoda.table import Sight
from voevoda.web.parts import Which


def named(lang: Language, seat: Seat) -> str:
    """Such as "commander of the Greenskins"."""
    plays = ".side" if seat.kind == REFEREE.kind and seat.name else ""
    return text(lang, f"seat.role.{seat.kind}{plays}", {"name": seat.name})


def headed(lang: Language, seat: Seat) -> str:
    """The same at the beginning of a line."""
    name = named(lang, seat)
    return name[:1].upper() + name[1:]


def called(lang: Language, sitter: str) -> str:
    """A sitter's name; that of a referee who gave none was made by the program, and is in no language."""
    made = {text(each, "server.referee", {}) for each in LANGUAGES}
    return text(lang, "server.referee", {}) if sitter in made else sitter


def sitter_of(sight: Sight, lang: Language, seat: Seat) -> str:
    """The name of whoever sits there; empty where nobody does, or it is no other name than the seat's."""
    row = next((row for row in sight.seats if row["seat"] == str(seat)), None)
    name = "" if row is None else called(lang, str(row["sitter"] or "").strip("?").strip())
    return "" if name.casefold() == seat.name.casefold() else name


def sitting(sight: Sight, lang: Language, seat: Seat) -> str:
    """Such as "Ann, player of Grishnak"; without a name, where there is none to tell."""
    return ", ".join(filter(None, (sitter_of(sight, lang, seat), named(lang, seat))))


def arrived(sight: Sight, lang: Language) -> tuple[str, ...]:
    """Each who sat down once the battle was under way, and in which round."""
    return tuple(
        text(
            lang,
            "seat.arrived.round" if each["round"] else "seat.arrived",
            {
                "seat": named(lang, Seat.parse(str(each["seat"]))),
                "name": called(lang, str(each["name"])),
                "round": each["round"],
            },
        )
        for each in sight.arrivals
    )


def side_of(sight: Sight, seat: Seat) -> Which:
    """The colour of a commander's side, or of the side that a referee plays."""
    sides = sight.seen.view.get("sides", ())
    assert isinstance(sides, tuple)
    names = [side["name"] for side in sides if isinstance(side, Mapping)]
    if seat.kind not in ("commander", REFEREE.kind) or seat.name not in names:
        return ""
    return "one" if names.index(seat.name) == 0 else "two"
