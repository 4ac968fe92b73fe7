"""The rail of a set-up: who wins, how far apart, and what each side's number is made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from voevoda.export.chances import decimals_of, percentages
from voevoda.export.odds import battle_laws, endings_of, house_notes, house_of, notes_of_odds, shares_of
from voevoda.files.drafts import Judged
from voevoda.files.forms import print_line
from voevoda.files.yaml_text import Loc
from voevoda.i18n import Language, has_text, number, text
from voevoda.odds import Odds, Worth
from voevoda.study.prospects import Prospect
from voevoda.web.fields import Press
from voevoda.web.figures import Bar, Histogram, Ledger, LedgerRow, Sheet
from voevoda.web.odds_panel import drawn_odds, unsigned
from voevoda.web.pages import Rail
from voevoda.web.parts import Side, Words
from voevoda.web.scene import SIDES, clause, linked
from voevoda.web.setup_forms import Filling, path_of

TAIL: Final = 0.0005
"""What is less likely than that is not drawn at the ends of a law."""

WIDEST: Final = 60
"""The most bars of a law."""

OWN: Final = frozenset({"strategy", "tactics", "unit", "fighter", "leader", "start", "whole"})
"""Parts that are numbers of their own, and are added to nothing that was before."""

UNITS: Final = ("units", "fighters")


@dataclass(frozen=True, slots=True)
class Reckoned:
    """What is known of the odds of a draft."""

    judged: Judged
    prospect: Prospect | None = None
    """None: they were not computed."""
    sampled: bool = False
    """They can only be sampled, and so are computed when asked for."""
    to_come: bool = False
    """They, or what each modifier is worth, are being computed."""
    refused: str = ""
    """Why they could not be computed."""


def rail(reckoned: Reckoned, filling: Filling) -> Rail:
    """The rail of a draft."""
    battle, prospect = reckoned.judged.battle, reckoned.prospect
    title = filling.say("setup.page.odds")
    if battle is None:
        return Rail(title=title, notes=(filling.say("setup.page.no_battle"), *_faults(reckoned, filling)))
    ledger = _ledger(reckoned, filling)
    if prospect is None:
        if reckoned.to_come:
            computing = filling.say("web.computing")
            return Rail(None, title, (computing, *_faults(reckoned, filling)), ledger=ledger, again=True)
        words = reckoned.refused or filling.say("setup.page.sampled")
        sample = Press(filling.say("setup.page.sample"), "do", "sample", "secondary")
        return Rail(None, title, (words, *_faults(reckoned, filling)), presses=(sample,), ledger=ledger)
    says, *notes = notes_of_odds(battle, prospect.odds, filling.lang)
    house = house_notes(battle, filling.lang)
    told = [linked(battle.book.id, note) for note in notes if note not in house]
    each = Press(filling.say("setup.page.each"), "do", "each", "secondary")
    waiting = (filling.say("web.computing"),) if reckoned.sampled and reckoned.to_come else ()
    offered = reckoned.sampled and not prospect.worths and not reckoned.to_come
    return Rail(
        odds=drawn_odds(prospect.odds, filling.lang, title, linked(battle.book.id, says)),
        law=_law(battle.book.id, prospect.odds, filling.lang),
        ledger=ledger,
        sheets=tuple(_endings(battle.book.id, prospect.odds, filling.lang)),
        notes=(*waiting, *_faults(reckoned, filling), *told),
        house=tuple(linked(battle.book.id, note) for note in house),
        house_title=filling.say("setup.page.house", n=len(house_of(battle))) if house else "",
        presses=(each,) if offered else (),
        again=reckoned.to_come,
    )


def _faults(reckoned: Reckoned, filling: Filling) -> Iterator[Words]:
    """What of the draft does not count."""
    judged = reckoned.judged
    wrong = [each.loc for each in judged.problems]
    for key, locs in (
        ("setup.page.needed", wrong if judged.battle is None else []),
        ("setup.page.older", wrong if judged.older and judged.battle is not None else []),
        ("setup.page.left_out", [loc for place in judged.left_out for loc in _wrong_in(place, judged)]),
    ):
        if locs:
            places = (filling.place(loc) or filling.say("setup.page.whole") for loc in locs)
            yield filling.say(key, places=tuple(dict.fromkeys(places)))


def _wrong_in(place: Loc, judged: Judged) -> list[Loc]:
    """The fields of a modifier in which something is wrong; itself, where nothing was from the beginning."""
    return [each.loc for each in judged.problems if each.loc[: len(place)] == place] or [place]


# The law


def _law(book: str, odds: Odds[Any], lang: Language) -> Histogram | None:
    """How far apart both sides' results will be; else how many rounds it takes."""
    difference = odds.extras.get("difference")
    if isinstance(difference, Mapping):
        law = {int(value): float(share) for value, share in difference.items()}
        return _difference(text(lang, f"setup.{book}.law", {}), law, odds, lang)
    for heading, rounds in battle_laws(book, odds, lang)[:1]:
        parts = dict(zip(rounds.values.tolist(), rounds.weights.tolist(), strict=True))
        bars = _bars(parts, lang, decimals_of(odds), set(parts))
        return Histogram(heading, bars, open=False) if len(bars) > 1 else None
    return None


def _difference(title: str, law: Mapping[int, float], odds: Odds[Any], lang: Language) -> Histogram:
    nobody = _nobody(law, odds)
    band = text(lang, "odds.nobody", {}) if nobody else ""
    return Histogram(title, _bars(law, lang, decimals_of(odds), nobody), band)


def _nobody(law: Mapping[int, float], odds: Odds[Any]) -> set[int]:
    """The differences at which nobody wins: those around nothing that are as likely together."""
    for widest in range(-1, max(map(abs, law), default=0) + 1):
        inside = {value for value in law if abs(value) <= widest}
        if abs(sum(law[value] for value in inside) - odds.no_winner) < TAIL / 1000:
            return inside
    return set()


def _bars(law: Mapping[int, float], lang: Language, decimals: int, nobody: set[int]) -> tuple[Bar, ...]:
    """The bars of a law, without what is hardly possible at its ends; the first side's wins at the left."""
    drawn = [value for value, share in law.items() if share >= TAIL]
    if not drawn:
        return ()
    low, high = min(drawn), max(drawn)
    if high - low >= WIDEST:
        high = low + WIDEST - 1
    values = range(low, high + 1)
    words = percentages(lang, [law.get(value, 0.0) for value in values], decimals)
    signed = min(law) < 0
    bars = [
        Bar(
            number(lang, value, sign=value != 0) if signed else number(lang, value),
            word,
            law.get(value, 0.0),
            "" if value in nobody else SIDES[0 if value > 0 else 1],
            number(lang, abs(value)) if value % max(1, (high - low) // 8) == 0 else "",
        )
        for value, word in zip(values, words, strict=True)
    ]
    return tuple(reversed(bars)) if signed else tuple(bars)


def _endings(book: str, odds: Odds[Any], lang: Language) -> Iterator[Sheet]:
    endings = endings_of(book, odds, lang)
    if len(endings) > 1:
        columns = text(lang, "odds.ending", {}), text(lang, "odds.chance", {})
        rows = tuple((each.name, each.words) for each in endings)
        yield Sheet(text(lang, "seat.odds.endings", {}), columns, rows, (False, True))


# The ledger


@dataclass(frozen=True, slots=True)
class _Line:
    """A part of a side's number."""

    side: int
    part: Any
    """A part, as the rulebook has it."""
    place: int
    """Which of the side's."""

    @property
    def key(self) -> object:
        """What the other side's line has to be like to stand beside it."""
        return (
            (self.part.what, self.part.of, self.part.clause) if not self._of_unit else (self.side, self.place)
        )

    @property
    def order(self) -> tuple[object, ...]:
        """The order of the book; units with all that is theirs, one side's after the other's."""
        section, *rest = map(int, self.part.clause.partition("-")[2].split("."))
        own = (self.side, self.place) if self._of_unit else (2, *rest)
        return (self.place > 0 or self._of_unit, section, own, self.place)

    @property
    def _of_unit(self) -> bool:
        return len(self.part.at) > 3 and self.part.at[2] in UNITS


def _ledger(reckoned: Reckoned, filling: Filling) -> Ledger | None:
    """What both sides' numbers are made of, with what the first side's chance would be without each line."""
    battle, prospect = reckoned.judged.battle, reckoned.prospect
    assert battle is not None
    parts = battle.book.parts(battle.state)
    if not parts:
        return None
    left = _Left.of(prospect)
    names = _names(battle.document.data)
    (*_, one), (*_, two) = parts
    lines = [_Line(side, part, n) for side, each in enumerate(parts) for n, part in enumerate(each[:-1])]
    rows = list(_rows(sorted(lines, key=lambda line: line.order), left, filling))
    rows += (_other(worth, battle.document.data, filling) for worth in left.worths.values())
    now = _first(prospect.odds, filling.lang) if prospect and (prospect.worths or prospect.parts) else ""
    total = LedgerRow(
        filling.say(f"setup.{battle.book.id}.part.{one.what}"),
        _value(one, filling.lang, total=True),
        _value(two, filling.lang, total=True),
        clause(battle.book.id, one.clause),
        now,
    )
    notes = (filling.say("setup.page.without.says", side=names[0]),) if now else ()
    return Ledger(
        filling.say(f"setup.{battle.book.id}.parts"),
        names[0],
        names[1],
        tuple(rows),
        total,
        filling.say("setup.page.without", side=names[0]) if now else "",
        notes,
        between=True,
    )


@dataclass(frozen=True, slots=True)
class _Left:
    """The odds without each of the causes, as far as no line has taken them yet."""

    worths: dict[Loc, Worth]
    parts: dict[tuple[int, int], Odds[Any]]

    @classmethod
    def of(cls, prospect: Prospect | None) -> _Left:
        """All that there are."""
        if prospect is None:
            return cls({}, {})
        parts = {(side, place): odds for side, place, odds in prospect.parts}
        return cls({worth.loc: worth for worth in prospect.worths}, parts)

    def has(self, line: _Line) -> bool:
        """Whether there are odds without this line."""
        return (line.side, line.place) in self.parts or self._loc(line) is not None

    def take(self, line: _Line) -> Odds[Any] | None:
        """The odds without this line."""
        found = self.parts.pop((line.side, line.place), None)
        loc = None if found else self._loc(line)
        return found if loc is None else self.worths.pop(loc).without

    def _loc(self, line: _Line) -> Loc | None:
        at = line.part.at
        return next((loc for loc in self.worths if loc == at[: len(loc)]), None)


def _rows(lines: Sequence[_Line], left: _Left, filling: Filling) -> Iterator[LedgerRow]:
    """The lines; those of both sides that say the same share one, unless there are odds without either."""
    rest = list(lines)
    while rest:
        line = rest.pop(0)
        beside = next((each for each in rest if each.side != line.side and each.key == line.key), None)
        if beside is not None and left.has(line) and left.has(beside):
            beside = None
        both = [line] if beside is None else [line, beside]
        rest = [each for each in rest if each is not beside]
        values = {each.side: _value(each.part, filling.lang) for each in both}
        without = next((odds for each in both if (odds := left.take(each)) is not None), None)
        yield LedgerRow(
            _part_text(line, filling),
            values.get(0, ""),
            values.get(1, ""),
            clause(filling.book, line.part.clause),
            "" if without is None else _first(without, filling.lang),
        )


def _first(odds: Odds[Any], lang: Language) -> str:
    """The first side's chance to win."""
    return unsigned(shares_of(odds, lang)[0].words)


def _value(part: Any, lang: Language, *, total: bool = False) -> str:
    """What a part adds: a modifier with its sign, a factor with its cross."""
    value = part.value
    if isinstance(value, str):
        return value.replace("-", "\N{MINUS SIGN}")
    if part.times:
        return f"×{number(lang, Fraction(value))}"
    own = (
        total or part.what in ("strategy", "tactics", "unit", "fighter", "start") or part.at[-1:] == ("name",)
    )
    return number(lang, Fraction(value), sign=not own and value != 0)


def _part_text(line: _Line, filling: Filling) -> str:
    """A part in words; which it is of several by the words of the field."""
    part = line.part
    of = _of(filling, path_of(part.at), part.of)
    words = filling.say(f"setup.{filling.book}.part.{part.what}", of=of)
    return words[:1].upper() + words[1:] if not line.part.of else words


def _of(filling: Filling, path: str, word: str) -> str:
    """Which of several, in words: by the option of the field, or by what the book says of it."""
    known = f"setup.{filling.book}.of={word}"
    return filling.say(known) if has_text(filling.lang, known) else filling.option(path, word)


def _other(worth: Worth, data: Any, filling: Filling) -> LedgerRow:
    """A modifier that goes into no number, and still is worth something."""
    path, name = path_of(worth.loc), _names(data)[worth.side]
    told = ", ".join(_given(filling, path, worth.given))
    around = filling.label(path.rpartition(".")[0])[0] if isinstance(worth.loc[-2], str) else ""
    words = ", ".join(filter(None, (*_between(worth.loc, data), around, filling.label(path)[0], told)))
    without = _first(worth.without, filling.lang)
    return LedgerRow((Side(name, SIDES[worth.side]), f" {words}"), without=without)


def _between(loc: Loc, data: Any) -> Iterator[str]:
    """The name of the unit or person in whom it is."""
    if len(loc) > 4 and isinstance(loc[3], int):
        yield str(data[loc[0]][loc[1]][loc[2]][loc[3]].get("name", ""))


def _given(filling: Filling, path: str, given: object) -> Iterator[str]:
    """What the file says there, as far as it is a word or a number."""
    for each in given if isinstance(given, list) else [given]:
        if isinstance(each, dict):
            yield str(each.get("name") or each.get("why") or "")
        elif each is not True:
            yield _of(filling, path, print_line(each))


def _names(data: Any) -> tuple[str, str]:
    """The sides' names."""
    one, two = data["sides"]
    return str(one["name"]), str(two["name"])
