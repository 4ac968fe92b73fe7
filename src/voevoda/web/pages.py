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
    Press,
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
    books: tuple[BookColumn, ...] = ()
    empty: Empty | None = None
    """In the place of the list, when there is no battle."""
    title: str = ""
    """Of a list that stands alone, without what the first page says of itself: the archive."""
    note: Words = ""
    """What to do first."""
    drafts: tuple[Action, ...] = ()
    """Set-ups that were left."""
    drafts_title: str = ""


@dataclass(frozen=True, slots=True)
class SetupSide:
    """One side's column of fields; both sides have the same order of them."""

    side: Side
    role: str
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Rail:
    """What a battle that is being set up comes to."""

    odds: Odds | None = None
    title: str = ""
    """In the place of the odds' own, where there are none."""
    notes: tuple[Words, ...] = ()
    """Under the odds, or why there are none."""
    house: tuple[Words, ...] = ()
    """What of the odds is the house's; folded under its title."""
    house_title: str = ""
    presses: tuple[Press, ...] = ()
    law: Histogram | None = None
    ledger: Ledger | None = None
    sheets: tuple[Sheet, ...] = ()
    again: bool = False
    """More is being computed: the script asks again."""


@dataclass(frozen=True, slots=True)
class Setup:
    """A battle before it begins.

    Its one form posts every field by its name, and the button that was pressed.  A stepper's buttons are
    `less` and `more` with the name of the field, "add a unit" is `add` with that of the list.
    """

    template: ClassVar[str] = "setup.html"
    frame: Frame
    title: str
    about: str
    action: str
    """Where the form with all fields is posted; the rail by itself answers at `<action>/rail`."""
    save: str
    """The button that hands it in."""
    presses: tuple[Press, ...]
    """Buttons of the form that stand beside the title."""
    sides: tuple[SetupSide, SetupSide]
    head: tuple[Group, ...] = ()
    """Fields above both sides."""
    hidden: tuple[tuple[str, str], ...] = ()
    """How many records each list of the form has."""
    common: tuple[Group, ...] = ()
    """Fields that belong to no side."""
    notes: tuple[Words, ...] = ()
    done: str = ""
    """What was just done with it, where nothing else on the page shows it."""
    refusal: Refusal | None = None
    rail: Rail = Rail()


@dataclass(frozen=True, slots=True)
class OddsMore:
    """What stands under the odds, or in their place as long as there are none."""

    title: str
    """In the place of theirs."""
    words: Words = ""
    """Why there are none."""
    actions: tuple[Action, ...] = ()
    """To have them computed, or by another policy."""
    sheets: tuple[Sheet, ...] = ()
    """What the seat is advised to choose; how the battle ends."""
    notes: tuple[Words, ...] = ()


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
    odds_more: OddsMore | None = None
    notices: tuple[Refusal, ...] = ()
    """What must be known of this table before anything else."""
    heard: Action | None = None
    """That the referee has read what he was told; under the notices."""
    referee: tuple[Action, ...] = ()
    """What this seat may do beside answering."""
    referee_title: str = ""
    """Its heading; empty for the referee's."""
    referee_note: str = ""
    over: Action | None = None
    """To the report, once the battle has ended."""
    says: str = ""
    """In the place of a question: who has won, or what else can be done; empty for the usual."""
    leads: Action | None = None
    """What may be done under it, where the battle goes on."""
    throw: Action | None = None
    """All rolls in one throw, or those of whoever is not there; under whom the table waits for."""


@dataclass(frozen=True, slots=True)
class LogPage:
    """The whole log of a battle that goes on."""

    template: ClassVar[str] = "log.html"
    frame: Frame
    title: str
    about: str
    log: Log
    back: Action


@dataclass(frozen=True, slots=True)
class Export:
    """A file that the battle can be taken away as, and what is in it."""

    action: Action
    about: str


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
    people_title: str = ""
    """What stands over them, where they are no characters."""
    luck: tuple[Luck, ...] = ()
    luck_note: Words = ""
    before: Words = ""
    """What was to be expected before the first roll."""
    before_action: Action | None = None
    """Where that is computed, if it is not yet."""
    sheets: tuple[Sheet, ...] = ()
    seed: tuple[str, ...] = ()
    """Lines in the monospaced face: the seed, its SHA-256."""
    seed_note: str = ""
    checks: tuple[tuple[Words, Words], ...] = ()
    """Readings that differ, house values that acted, what the referee set."""
    later: tuple[Sheet, ...] = ()
    """What is kept for tomorrow and the campaign; closed, and not on the ordinary paper."""
    later_open: bool = False
    exports: tuple[Export, ...] = ()
    exports_note: str = ""
    """For which seat they are made."""
    print_note: str = ""
    """How the page comes onto paper, where it was asked for that."""
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
    kicker: str = ""
    """The game."""
    lead: str = ""
    last: str = ""
    """The reader's last battle by this book."""
    acted: tuple[Words, ...] = ()
    """Where these clauses acted in it."""


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sits where, and the links."""

    template: ClassVar[str] = "seats.html"
    frame: Frame
    title: str
    about: str
    rows: tuple[SeatRow, ...]
    notes: tuple[Words, ...] = ()
    actions: tuple[Action, ...] = ()
    refusal: Refusal | None = None


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
    actions: tuple[Action, ...] = ()
    """What else can be done here."""


@dataclass(frozen=True, slots=True)
class Message:
    """One sentence and where to go: a seat to take, a link that is spent, no such page, our own fault."""

    template: ClassVar[str] = "message.html"
    frame: Frame
    title: str
    words: Words
    actions: tuple[Action, ...] = ()
    code: str = ""


Page: TypeAlias = Home | Setup | Table | LogPage | Report | Rules | Seats | Form | Message
