"""Odds and comparisons on the terminal: bars that one reads at a glance, and the numbers beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from voevoda.cli.answers import check_seed, policy_of
from voevoda.cli.output import format_of, write, write_json
from voevoda.cli.refusals import BadInput
from voevoda.cli.report import item, sheet_table
from voevoda.cli.screen import FILLS, SOFT, STYLES, Screen, breakable, styled
from voevoda.cli.waiting import working
from voevoda.export.chances import decimals_of, percentages
from voevoda.export.odds import (
    Column,
    Share,
    Standing,
    account_sheet,
    battle_laws,
    compare_json,
    compare_markdown,
    compare_sheet,
    compare_short,
    endings_of,
    law_text,
    notes_of_comparison,
    notes_of_odds,
    odds_json,
    odds_markdown,
    odds_short,
    shares_of,
    side_facts,
    side_laws,
    side_sheets,
    worth_sheet,
)
from voevoda.files.battle import Battle, read_battle
from voevoda.files.paths import split_changes
from voevoda.i18n import Language, text
from voevoda.odds import ArrayLaw, Odds, Worth
from voevoda.rulebooks.book import Book
from voevoda.study import Change, changed, odds_of, worth_of_each

if TYPE_CHECKING:
    from voevoda.cli.fight import Course

MOST_SAMPLES = 100_000_000
"""More battles than that take minutes and tell nothing more."""

NARROW = 3
"""The most columns of a table that stands beside another."""

LONG = 16
"""The most characters of a change that can stand at the head of a column."""

TALLEST = 16
"""The most lines of a histogram."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What ``compare`` is asked."""

    file: str
    changes: tuple[str, ...]
    """One column each, as written: "A=1; B=2"."""
    each: bool
    """Whether every modifier is to be left out in turn."""
    samples: str | None
    seed: str | None
    policy: str | None
    """Who is assumed to choose."""
    how: str


def odds(
    file: str, samples: str | None, seed: str | None, policy: str | None, how: str, lang: Language
) -> None:
    """Show the odds of a battle file."""
    wanted = format_of(how)
    count = samples_of(samples)
    check_seed(seed)
    battle = read_battle(file)
    chooses = _policy(battle, policy)
    with working(lang):
        found = odds_of(battle, count, seed, chooses)
    match wanted:
        case "json":
            write_json(odds_json(battle, found))
        case "markdown":
            write(odds_markdown(battle, found, lang))
        case "short":
            write(odds_short(battle, found, lang))
        case "text":
            page(Screen(lang), battle, found)


def compare(asked: Asked, lang: Language) -> None:
    """Show the odds of a battle beside those of the same battle changed."""
    wanted = format_of(asked.how)
    count = samples_of(asked.samples)
    check_seed(asked.seed)
    if not asked.changes and not asked.each:
        raise BadInput("cli.compare.nothing")
    changes = [(said, changes_of(said)) for said in asked.changes]
    battle = read_battle(asked.file)
    others = [(said, changed(battle, change)) for said, change in changes]
    policy = _policy(battle, asked.policy)
    with working(lang):
        columns = [
            Column(said, each, odds_of(each, count, asked.seed, policy))
            for said, each in [("", battle), *others]
        ]
        worths = worth_of_each(battle, columns[0].odds, count, asked.seed, policy) if asked.each else ()
    match wanted:
        case "json":
            write_json(compare_json(columns, worths))
        case "markdown":
            write(compare_markdown(columns, worths, lang))
        case "short":
            write(compare_short(columns, worths, lang))
        case "text":
            comparison(Screen(lang), columns, worths, each=asked.each)


def samples_of(said: str | None) -> int | None:
    """How many battles ``--samples`` asks for.  Raises ``BadInput``."""
    if said is None:
        return None
    plain = said.strip()
    if not plain.isascii() or not plain.isdigit() or not 1 <= int(plain[:20]) <= MOST_SAMPLES:
        raise BadInput("cli.bad_samples", given=said, most=MOST_SAMPLES)
    return int(plain)


def _policy(battle: Battle, said: str | None) -> str | None:
    """The policy that ``--policy`` names, where the book has a choice of them.  Raises ``BadInput``."""
    name = policy_of(battle.book, said)
    return name if len(battle.book.policies) > 1 else None


def changes_of(said: str) -> tuple[Change, ...]:
    """The changes of one ``--with``: "A=1; B=2".  Raises ``BadInput``."""
    found = split_changes(said)
    if found is None:
        raise BadInput("cli.bad_change", given=said)
    return tuple(Change(path, value) for path, value in found)


@dataclass(frozen=True, slots=True)
class Here:
    """A battle in the middle of being fought."""

    book: Book[Any]
    state: Any


def from_here(screen: Screen, course: Course) -> None:
    """Show the odds from the start of the step that is under way, by what the person's seat may know."""
    book, state = course.book, course.at.state
    asked = {"policy": course.policy} if len(book.policies) > 1 else {}
    screen.say("odds.from_here", style=SOFT)
    with working(screen.lang):
        found = book.odds(state, seat=course.seat, **asked)
    page(screen, Here(book, state), found)


def page(screen: Screen, battle: Standing, found: Odds[Any]) -> None:
    """The odds of one battle."""
    lang, book = screen.lang, battle.book.id
    screen.title(battle.book.title(battle.state), heavy=True)
    screen.write(styled(screen.words(f"{book}.name"), SOFT), "", bars(screen, shares_of(found, lang)))
    endings = endings_of(book, found, lang)
    if len(endings) > 1:
        screen.title(screen.words("odds.ending"))
        screen.write(bars(screen, endings))
    for heading, law in battle_laws(book, found, lang):
        screen.title(heading)
        screen.write(styled(law_text(law, lang), SOFT))
        if law is found.rounds:
            screen.write(histogram(screen, law, found))
    screen.title(screen.words("odds.left"))
    screen.write(
        screen.beside([Group(*_side(screen, book, found, index)) for index in range(len(found.sides))])
    )
    for index, side in enumerate(found.sides):
        wide = [sheet for sheet in side_sheets(book, side, lang) if len(sheet.columns) > NARROW]
        if wide:
            screen.write("", screen.name_of_side(index, side.name))
        for sheet in wide:
            screen.write(styled(sheet.title, "bold"), sheet_table(sheet))
    screen.write("", *(item(note) for note in notes_of_odds(battle, found, lang)))


def bars(screen: Screen, shares: Sequence[Share]) -> Table:
    """Chances below each other: name, percentage, bar."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(max_width=screen.width // 2)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(no_wrap=True)
    longest = max(10, screen.width // 2 - 12)
    for share in shares:
        side = share.side
        name = styled(share.name) if side is None else screen.name_of_side(side, share.name)
        full = round(longest * share.share)
        fill = Text("·" * full, SOFT) if side is None else Text(FILLS[side] * full, STYLES[side])
        grid.add_row(name, styled(share.words, "bold"), fill)
    return grid


def histogram(screen: Screen, law: ArrayLaw, found: Odds[Any]) -> Table:
    """A law, one line a value; the tail that nine in a thousand battles reach is one line."""
    last = min(law.quantile(0.991), int(law.values[0]) + TALLEST - 1)
    shown = [
        (str(value), weight) for value, weight in zip(law.values, law.weights, strict=True) if value <= last
    ]
    tail = sum(weight for value, weight in zip(law.values, law.weights, strict=True) if value > last)
    if tail > 0:
        shown.append((f"> {last}", tail))
    words = percentages(screen.lang, [float(weight) for _, weight in shown], min(1, decimals_of(found)), None)
    widest = max(float(weight) for _, weight in shown)
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(no_wrap=True)
    longest = max(10, screen.width // 2)
    for (value, weight), word in zip(shown, words, strict=True):
        grid.add_row(
            styled(value), styled(word, SOFT), Text("█" * round(longest * float(weight) / widest), SOFT)
        )
    return grid


def _side(screen: Screen, book: str, found: Odds[Any], index: int) -> list[RenderableType]:
    side = found.sides[index]
    parts: list[RenderableType] = [screen.name_of_side(index, side.name)]
    for heading, law in side_laws(book, side, screen.lang):
        parts.append(Text.assemble((f"{heading}: ", SOFT), styled(law_text(law, screen.lang))))
    for heading, value in side_facts(book, found, index, screen.lang):
        parts.append(Text.assemble((f"{heading}: ", SOFT), styled(value)))
    for sheet in side_sheets(book, side, screen.lang):
        if len(sheet.columns) <= NARROW:
            parts += [Text(""), styled(sheet.title, "bold"), sheet_table(sheet)]
    return parts


def _accounts(screen: Screen, column: Column, than: Column | None) -> None:
    """What each side's number in the contest is made of, where it is another ``than`` that beside it."""
    book = column.battle.book.id
    for index, side in enumerate(column.odds.sides):
        sheet = account_sheet(book, side, screen.lang)
        if sheet is not None and (
            than is None or sheet != account_sheet(book, than.odds.sides[index], screen.lang)
        ):
            screen.write("", Text.assemble(screen.name_of_side(index, side.name), f"  {sheet.title}"))
            screen.write(sheet_table(sheet))


def comparison(screen: Screen, columns: Sequence[Column], worths: Sequence[Worth], *, each: bool) -> None:
    """Battles beside each other, and what each modifier is worth."""
    first = columns[0]
    screen.title(first.battle.book.title(first.battle.state), heavy=True)
    as_it_is = text(screen.lang, "odds.as_it_is", {})
    numbered = any(len(column.name) > LONG for column in columns)
    for number, column in enumerate(columns):
        place = f"{number}  " if numbered and number else ""
        screen.write("", breakable(f"{place}{column.name or as_it_is}", "bold"))
        screen.write(bars(screen, shares_of(column.odds, screen.lang)))
        _accounts(screen, column, None if column is first else first)
    if len(columns) > 1:
        screen.title(screen.words("odds.who_wins"))
        sheet = compare_sheet(columns, screen.lang)
        if numbered:  # the names stand above, each with its number
            sheet = sheet._replace(columns=(*sheet.columns[:2], *map(str, range(1, len(columns)))))
        screen.write(sheet_table(sheet))
    if each:
        screen.title(screen.words("odds.each"))
        if worths:
            screen.write(sheet_table(worth_sheet(first, worths, screen.lang)))
            screen.say("odds.each.alone", style=SOFT)
        else:
            screen.say("odds.each.none")
    screen.write("", *(item(note) for note in notes_of_comparison(columns, worths, screen.lang)))
