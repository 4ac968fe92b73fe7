"""What a page is made of: one small record for each component that a macro draws.

Everything in them is already translated and written out: a number comes as the text to be shown, beside
the share that its bar is drawn by.  Charts and tables are in `figures`, fields and units in `fields`;
`pages` puts all of them together into screens.  The macros stand in `templates/components`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

Which: TypeAlias = Literal["one", "two", ""]
"""The first side of the battle file, the second, or neither."""


# Words and the marks in them


@dataclass(frozen=True, slots=True)
class Side:
    """A side's name, never drawn without its flag."""

    kind: ClassVar[str] = "side"
    name: str
    which: Which


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of the rulebook, as a link to it."""

    kind: ClassVar[str] = "clause"
    id: str
    href: str
    house: bool = False
    """Ours, not the book's: it gets the house and its colour."""
    words: str = ""
    """What stands after the number, such as "house table"."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A live number inside a sentence."""

    kind: ClassVar[str] = "figure"
    text: str
    mark: Literal["", "opens", "ruled", "house"] = ""
    """`opens`: its arithmetic is a click away; `ruled`: by the referee's hand; `house`: by a house table."""
    href: str = ""


@dataclass(frozen=True, slots=True)
class Strong:
    """A name or a word that the sentence is about."""

    kind: ClassVar[str] = "strong"
    text: str


@dataclass(frozen=True, slots=True)
class Tag:
    """A state in a thin frame: "exact", "routs"."""

    kind: ClassVar[str] = "tag"
    text: str
    look: Literal["", "solid", "danger", "house", "clause"] = ""


Words: TypeAlias = str | tuple[str | Side | Clause | Figure | Strong | Tag, ...]
"""A sentence: plain, or with marks in it."""


# What is pressed


@dataclass(frozen=True, slots=True)
class Action:
    """A button or a link."""

    label: str
    href: str
    look: Literal["main", "secondary", "danger", "link"] = "secondary"
    post: bool = False
    """Whether it changes something, and so is a form of its own."""
    hidden: tuple[tuple[str, str], ...] = ()
    """Names and values sent along with a form."""
    off: bool = False
    """Not to be pressed now; its label says why."""


# Dice and cards


@dataclass(frozen=True, slots=True)
class Die:
    """One die as it lies; an ace is followed by further faces."""

    sides: int
    faces: tuple[int, ...]
    which: Which = ""
    state: Literal["", "kept", "dropped"] = ""
    ruled: bool = False


Rank: TypeAlias = Literal["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "joker"]
Suit: TypeAlias = Literal["spades", "hearts", "diamonds", "clubs"]


@dataclass(frozen=True, slots=True)
class Card:
    """The face of a playing card."""

    rank: Rank
    suit: Suit | None
    name: str
    """Such as "nine of spades"."""
    does: str = ""
    """What the suit does: "attack"."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place on the table for a card."""

    state: Literal["empty", "chosen", "mine", "back", "shown"]
    which: Which
    caption: str
    card: Card | None = None
    """The face, where this seat may see it."""
    hole: str = ""
    """What an empty one says; else that one's own card goes there."""


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards of this seat, or the backs of another's."""

    title: str
    which: Which
    fact: str = ""
    cards: tuple[Card, ...] = ()
    """Sorted by suit, then rank, jokers last."""
    backs: int = 0
    """How many cards of it are not seen."""
    slots: tuple[Slot, ...] = ()
    """No hand: what lies on the table."""


# The top of the table


@dataclass(frozen=True, slots=True)
class Track:
    """The steps of the round in the order of the book."""

    round: str
    steps: tuple[str, ...]
    current: int
    """The step being played, counted from 0; as many as there are, once all are passed."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """Discs of a side."""

    which: Which
    left: int
    """Not lost, the noted ones among them."""
    of: int
    noted: int = 0
    """Losses that will act at the end of the round."""


@dataclass(frozen=True, slots=True)
class Gauge:
    """How much of something is left, and below what it ends; shares of 1."""

    now: float
    limit: float
    label: str


@dataclass(frozen=True, slots=True)
class Standing:
    """One side's half of the score."""

    side: Side
    number: str
    about: str = ""
    of: str = ""
    """After the number, where a gauge is drawn: "of 30"."""
    tokens: Tokens | None = None
    gauge: Gauge | None = None
    notes: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """The numbers of both sides."""

    sides: tuple[Standing, Standing]
    unit: str = ""
    """What is counted, in two or three words."""


# What is asked


@dataclass(frozen=True, slots=True)
class Cause:
    """One reason with its clause."""

    words: Words
    cite: Clause | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One of the answers to choose from."""

    value: str
    title: str
    card: Card | None = None
    caption: str = ""
    """What the result below counts, and when: "tokens, before edges"."""
    result: tuple[str, str] | None = None
    """The first side's number and the second's, where the rules fix them."""
    causes: tuple[Cause, ...] = ()
    chosen: bool = False
    does: str = ""
    """What the main button says while this one is chosen: "Play the nine of spades"."""


@dataclass(frozen=True, slots=True)
class DiceField:
    """A die to be typed in."""

    name: str
    label: str
    empty: str
    """What an empty field shows: "00"."""
    value: str = ""
    aces: bool = False
    """Whether several faces may be typed, with commas or spaces between them."""
    words: bool = False
    """Whether it takes names, not faces."""
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """A card that bears on the question, with the reason why it is seen."""

    slot: Slot
    words: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """What was not accepted: what was asked, given, accepted."""

    title: str
    words: Words
    lines: tuple[Words, ...] = ()
    """One thing each, where several are wrong; they stand before the words."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One question to this seat, as a form.

    It posts `option`, once for each one chosen, or the fields of the dice; and `how`: `typed` or `thrown`.
    """

    id: str
    """Unique on the page; the first question's is `ask`."""
    which: Which
    """The asked seat's side; neither for the referee."""
    who: str
    """Whom it asks: "Your turn, Wanda"."""
    question: str
    cite: Clause | None
    action: str
    """Where the form is posted."""
    hidden: tuple[tuple[str, str], ...] = ()
    lead: Words = ""
    state: Literal["asked", "change", "next"] = "asked"
    """`change`: answered, and may be changed; `next`: another question comes first."""
    options: tuple[Option, ...] = ()
    least: int = 1
    """How many options may be chosen: one is a radio button, otherwise check boxes."""
    most: int = 1
    shown: tuple[Shown, ...] = ()
    slots: tuple[Slot, ...] = ()
    dice: tuple[DiceField, ...] = ()
    submit: str = ""
    """What the main button does: "Play the nine of spades"; with dice it has them thrown."""
    enter: str = ""
    """The button that hands in typed dice."""
    throw: str = ""
    """Beside options: the button that lets the table draw one of them."""
    consequence: Words = ""
    kept: bool = False
    """The answer is that from before a correction, to be confirmed."""
    refusal: Refusal | None = None


# The log


@dataclass(frozen=True, slots=True)
class Addend:
    """A row of a sum; a remark has no value."""

    value: str
    words: Words
    cite: Clause | None = None
    total: bool = False
    """What has come of the rows above it."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A sentence of the log."""

    id: str
    words: Words
    cite: Clause | None = None
    dice: tuple[Die, ...] = ()
    sum: tuple[Addend, ...] = ()
    """Where its numbers come from, row by row."""
    open: bool = False
    tag: str = ""
    """By whose hand, who alone sees it, whether it was taken back."""
    which: Which = ""
    new: bool = False
    """It came with this change of the page."""
    taken_back: bool = False


@dataclass(frozen=True, slots=True)
class LogGroup:
    """The lines of one step of a round, in their order."""

    title: str
    lines: tuple[LogLine, ...]


@dataclass(frozen=True, slots=True)
class Log:
    """What happened; the newest group first."""

    groups: tuple[LogGroup, ...]
    whole: Action | None = None
    earlier: Action | None = None
    """To what came before the groups that are shown; stands under them."""


# Notices


@dataclass(frozen=True, slots=True)
class Empty:
    """Nothing here yet, and what to do about it."""

    title: str
    words: Words
    actions: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class Tell:
    """What the referee says to the table now."""

    effects: tuple[Words, ...]
    cite: Clause | None = None


# Seats


@dataclass(frozen=True, slots=True)
class Choosing:
    """A button with a choice beside it."""

    action: Action
    name: str
    options: tuple[tuple[str, str], ...]
    """Values and words."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat with its link."""

    name: str
    state: str
    which: Which = ""
    link: str = ""
    """The address that takes this seat; empty where it is not to be shown."""
    qr: tuple[tuple[bool, ...], ...] = ()
    """The modules of the link's QR code, without the quiet zone."""
    actions: tuple[Action, ...] = ()
    choosing: Choosing | None = None
