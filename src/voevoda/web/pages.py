"""The screens as plain values: one record for each template of a whole page, which it gets as `page`.

Whoever serves a page fills one of these; nothing else reaches a template.  A live region
(`templates/regions`) gets the same record and draws its own part of it.

Around every page stand two forms: POST /language (`lang`, `back`) and POST /theme (`theme`, `back`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from voevoda.web.fields import (
    Group,
    Roster,
)
from voevoda.web.figures import (
    Histogram,
    Ledger,
    LossTable,
    Luck,
    Odds,
    Person,
    Sheet,
)
from voevoda.web.parts import (
    Action,
    Ask,
    Card,
    Clause,
    Die,
    Empty,
    Hand,
    Log,
    Refusal,
    Score,
    SeatRow,
    Side,
    Tag,
    Tell,
    Track,
    Which,
    Words,
)


@dataclass(frozen=True, slots=True)
class Seated:
    """Whose seat the page is for: in the masthead."""

    name: str
    about: str = ""
    """After the name, where there is room: ", commander of the Duchy"."""
    which: Which = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """What is around every page."""

    title: str
    """Of the window."""
    path: str
    """Where the forms of language and theme lead back to."""
    theme: Literal["", "light", "dark"] = ""
    """As chosen; empty for the device's own."""
    here: Literal["", "battles", "rules"] = ""
    seated: Seated | None = None
    asked: bool = False
    """Somebody waits for this seat: the title begins with a dot, and the skip link leads to the question."""
    live: str = ""
    """The address of the page's socket, if it has one."""
    offline: str = ""
    """What the bar says while there is no connection; shown by the script."""
    foot: Words = ""


@dataclass(frozen=True, slots=True)
class BattleRow:
    """A battle in the list."""

    title: str
    about: str
    news: Words
    detail: str
    action: Action
    mine: bool = False
    """It waits for this person."""
    which: Which = ""


@dataclass(frozen=True, slots=True)
class BookColumn:
    """A rulebook on the first page."""

    title: str
    system: str
    dice: tuple[Die, ...]
    card: Card | None
    about: str
    actions: tuple[Action, ...]
    """New battle, example, rules."""


@dataclass(frozen=True, slots=True)
class Home:
    """The first page."""

    template: ClassVar[str] = "home.html"
    frame: Frame
    actions: tuple[Action, ...]
    battles: tuple[BattleRow, ...]
    """Those that wait for this person come first."""
    count: str
    books: tuple[BookColumn, ...]
    empty: Empty | None = None
    """In the place of the list, when there is no battle."""


@dataclass(frozen=True, slots=True)
class SetupSide:
    """One side's column of fields; both sides have the same order of them."""

    side: Side
    role: str
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Setup:
    """A battle before it begins.

    Its one form posts every field by its name; without a script a stepper's button sends `less` or `more`
    with the field's name, and "add a unit" sends `add`.
    """

    template: ClassVar[str] = "setup.html"
    frame: Frame
    title: str
    about: str
    action: str
    """Where the form with all fields is posted."""
    save: str
    """The button that hands it in."""
    actions: tuple[Action, ...]
    sides: tuple[SetupSide, SetupSide]
    common: tuple[Group, ...] = ()
    """Fields that belong to no side."""
    refusal: Refusal | None = None
    odds: Odds | None = None
    law: Histogram | None = None
    ledger: Ledger | None = None
    sheets: tuple[Sheet, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A battle at the table, as one seat sees it."""

    template: ClassVar[str] = "table.html"
    frame: Frame
    title: str
    about: str
    track: Track | None
    score: Score
    asks: tuple[Ask, ...]
    """In the order of the book; empty when this seat is asked nothing."""
    waits: Words
    """Whom the table waits for, and with what kind of answer; empty when the battle is over."""
    log: Log
    watching: bool = False
    """A spectator's seat."""
    call: str = ""
    """What the dock on a phone says: "Your turn: choose a card"."""
    which: Which = ""
    """The colour of the dock: the asked seat's side."""
    refusal: Refusal | None = None
    """Of an answer to a question that is no longer asked; one that still is carries its own."""
    tell: Tell | None = None
    hands: tuple[Hand, ...] = ()
    """This seat's own first."""
    rosters: tuple[Roster, ...] = ()
    odds: Odds | None = None
    referee: tuple[Action, ...] = ()
    referee_note: str = ""
    over: Action | None = None
    """To the report, once the battle has ended."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a battle came to."""

    template: ClassVar[str] = "report.html"
    frame: Frame
    kicker: str
    """Battle, book, day or rounds."""
    headline: str
    standfirst: Words
    actions: tuple[Action, ...]
    losses: LossTable | None = None
    rosters: tuple[Roster, ...] = ()
    contest: Ledger | None = None
    people: tuple[Person, ...] = ()
    people_fact: Words = ""
    luck: tuple[Luck, ...] = ()
    luck_note: Words = ""
    sheets: tuple[Sheet, ...] = ()
    seed: tuple[str, ...] = ()
    """Lines in the monospaced face: the seed, its SHA-256."""
    seed_note: str = ""
    checks: tuple[tuple[Words, Words], ...] = ()
    """Readings that differ, house values that acted, what the referee set."""
    log: Log | None = None
    """On request, every detail open: the printable page with the log."""


@dataclass(frozen=True, slots=True)
class Contents:
    """A line of the contents."""

    id: str
    name: str
    href: str
    here: bool = False


@dataclass(frozen=True, slots=True)
class ReadingOption:
    """One way to read a clause, with what it would give."""

    name: str
    words: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """Where the book can be read in more ways than one."""

    id: str
    question: str
    options: tuple[ReadingOption, ...]


@dataclass(frozen=True, slots=True)
class HouseRow:
    """A row of a house table."""

    cells: tuple[Words, ...]
    printed: str = ""
    """What says that the book has this very row."""


@dataclass(frozen=True, slots=True)
class HouseTable:
    """A table of ours, to be replaced by one's own."""

    says: str
    columns: tuple[str, ...]
    numeric: tuple[bool, ...]
    rows: tuple[HouseRow, ...]
    replace: Action | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class RuleClause:
    """A clause in our words."""

    id: str
    anchor: str
    name: str
    tags: tuple[Tag, ...]
    prose: tuple[Words, ...]
    readings: tuple[Reading, ...] = ()
    table: HouseTable | None = None


@dataclass(frozen=True, slots=True)
class Rules:
    """A rulebook to be read."""

    template: ClassVar[str] = "rules.html"
    frame: Frame
    title: str
    books: tuple[Contents, ...]
    contents: tuple[Contents, ...]
    clauses: tuple[RuleClause, ...]
    sample: Clause
    """A clause to show how its number looks."""
    acted: tuple[Words, ...] = ()
    """Where these clauses acted in the reader's last battle."""


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sits where, and the links."""

    template: ClassVar[str] = "seats.html"
    frame: Frame
    title: str
    about: str
    rows: tuple[SeatRow, ...]
    note: Words = ""


@dataclass(frozen=True, slots=True)
class Form:
    """A page that asks for a few fields: a file, a reason, a number to set, a deletion to confirm."""

    template: ClassVar[str] = "form.html"
    frame: Frame
    title: str
    lead: Words
    action: str
    groups: tuple[Group, ...]
    submit: str
    danger: bool = False
    hidden: tuple[tuple[str, str], ...] = ()
    back: Action | None = None
    refusal: Refusal | None = None
    files: bool = False
    """Whether one of the fields is a file."""


@dataclass(frozen=True, slots=True)
class Message:
    """One sentence and where to go: a seat to take, a link that is spent, no such page, our own fault."""

    template: ClassVar[str] = "message.html"
    frame: Frame
    title: str
    words: Words
    actions: tuple[Action, ...] = ()
    code: str = ""


Page: TypeAlias = Home | Setup | Table | Report | Rules | Seats | Form | Message
