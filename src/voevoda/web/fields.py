"""What is filled in: the fields of a form, and the units of a side, which open into fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from voevoda.web.parts import Action, Clause, Which, Words


@dataclass(frozen=True, slots=True)
class Field:
    """A number or a line of text."""

    kind: ClassVar[str] = "field"
    name: str
    label: str
    value: str
    numeric: bool = True
    wide: bool = False
    cite: Clause | None = None
    error: str = ""
    hint: str = ""
    keys: Literal["numeric", "text"] = "numeric"
    """The keys that a phone shows for a number: digits alone, or also a sign and a point."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several values."""

    kind: ClassVar[str] = "choice"
    name: str
    label: str
    value: str
    options: tuple[tuple[str, str], ...]
    cite: Clause | None = None
    error: str = ""
    groups: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    """More options, under headings of their own."""


@dataclass(frozen=True, slots=True)
class Stepper:
    """A small number with a sign."""

    kind: ClassVar[str] = "stepper"
    name: str
    label: str
    value: str
    cite: Clause | None = None
    error: str = ""


@dataclass(frozen=True, slots=True)
class Segments:
    """One of up to four values, all in sight."""

    kind: ClassVar[str] = "segments"
    name: str
    label: str
    value: str
    options: tuple[tuple[str, str], ...]
    cite: Clause | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """Yes or no, and what it is worth."""

    kind: ClassVar[str] = "check"
    name: str
    words: Words
    checked: bool
    cite: Clause | None = None
    worth: str = ""
    value: str = "yes"
    """What is posted if so."""


@dataclass(frozen=True, slots=True)
class LongText:
    """Several lines of text."""

    kind: ClassVar[str] = "long"
    name: str
    label: str
    value: str
    hint: str = ""
    error: str = ""
    cite: Clause | None = None


@dataclass(frozen=True, slots=True)
class Upload:
    """A file from this device."""

    kind: ClassVar[str] = "upload"
    name: str
    label: str
    accept: str
    hint: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class Press:
    """A button of the form that it stands in."""

    label: str
    name: str
    value: str = "yes"
    look: Literal["main", "secondary", "danger", "link"] = "link"
    about: str = ""
    """What it does, where the label alone does not tell it: it is read out in its place."""
    off: bool = False
    """There is nothing for it to do yet."""


Control: TypeAlias = Field | Choice | Stepper | Segments | Check | LongText | Upload


# Units


Arms: TypeAlias = Literal[
    "infantry", "cavalry", "artillery", "bowmen", "shooters", "armour", "aircraft", "fighter", ""
]
"""The sign in a unit's block; `shooters` is infantry with missiles, `fighter` one person."""


@dataclass(frozen=True, slots=True)
class UnitRow:
    """A unit or a fighter with a few numbers; where there are fields, it opens to be changed."""

    name: str
    about: str
    arms: Arms
    numbers: tuple[str, ...]
    state: Words = ""
    fields: tuple[Control, ...] = ()
    open: bool = False
    id: str = ""
    groups: tuple[Group, ...] = ()
    """More fields than one row holds."""
    presses: tuple[Press, ...] = ()
    """What can be done to it as a whole."""


@dataclass(frozen=True, slots=True)
class Roster:
    """The units of a side."""

    title: str
    which: Which
    rows: tuple[UnitRow, ...]
    fact: Words = ""
    total: UnitRow | None = None
    cite: Clause | None = None
    add: Action | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Fields under one small heading; fields that share a row stand in one tuple."""

    title: str = ""
    fact: Words = ""
    rows: tuple[tuple[Control, ...], ...] = ()
    roster: Roster | None = None
    id: str = ""
    cite: Clause | None = None
    error: str = ""
    """What is wrong with all of it together."""
    fold: Literal["", "open", "closed"] = ""
    """Whether it opens and closes, and how it stands at first."""
    presses: tuple[Press, ...] = ()
    groups: tuple[Group, ...] = ()
    """Smaller groups within it."""
