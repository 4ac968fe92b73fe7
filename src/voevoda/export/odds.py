"""Odds as JSON, as Markdown and in a few lines; the sentences that every form of them shares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from math import ceil
from typing import Any, NamedTuple, Protocol

from voevoda.export.chances import decimals_of, percentages, points
from voevoda.export.markdown import escape, table_text
from voevoda.export.notes import reading_texts, table_texts
from voevoda.export.sheets import Sheet, facts_of, sheets_of
from voevoda.export.told import house_clauses_of, policy_text
from voevoda.i18n import Language, has_text, number, percent, text
from voevoda.odds import ArrayLaw, Odds, Worth, law_of
from voevoda.play.paths import print_step
from voevoda.play.seats import Facts
from voevoda.rulebooks.book import Book

SHOWN = 40
"""Characters shown of a field that is a list."""


class Standing(Protocol):
    """A battle whose odds these are: as a file gives it, or as it stands in the middle of being fought."""

    @property
    def book(self) -> Book[Any]:
        """Its rulebook."""

    @property
    def state(self) -> Any:
        """The state that the odds go on from."""


class Share(NamedTuple):
    """One line of a table of chances."""

    name: str
    share: float
    words: str
    """The chance as it is to be written."""
    side: int | None
    """Index of the side whose victory it is."""


def odds_json(battle: Standing, odds: Odds[Any]) -> dict[str, Any]:
    """The odds of a battle, in the shape of the contract."""
    return {
        "rulebook": battle.book.id,
        "title": battle.book.title(battle.state),
        **odds.to_json(),
        "house": list(house_of(battle)),
        "replaced": list(battle.book.replaced(battle.state)),
        "overrides": [],
    }


def house_of(battle: Standing) -> tuple[str, ...]:
    """The house clauses that the odds rest on, but for the tables that the battle file replaced."""
    return battle.book.house_in_odds(battle.book.replaced(battle.state), battle.book.idle(battle.state))


def shares_of(odds: Odds[Any], lang: Language) -> tuple[Share, ...]:
    """Who wins, and that nobody does; the percentages sum to 100."""
    chances = [*odds.win, odds.no_winner]
    names = [*(side.name for side in odds.sides), text(lang, "odds.nobody", {})]
    words = percentages(lang, chances, decimals_of(odds), odds.samples)
    sides: list[int | None] = [*range(len(odds.win)), None]
    return tuple(map(Share, names, chances, words, sides))


def endings_of(book: str, odds: Odds[Any], lang: Language) -> tuple[Share, ...]:
    """How the battle ends, as far as it can."""
    chances = [(name, chance) for name, chance in odds.endings if chance > 0 or odds.samples is not None]
    words = percentages(lang, [chance for _, chance in chances], decimals_of(odds), odds.samples)
    return tuple(
        Share(text(lang, f"{book}.ending.{name}", {}), chance, word, None)
        for (name, chance), word in zip(chances, words, strict=True)
    )


def method_text(odds: Odds[Any], lang: Language) -> str:
    """How the numbers were got, and how far they can be trusted."""
    if odds.method == "exact":
        return text(lang, "odds.exact", {})
    assert odds.error is not None
    widest = Fraction(max(*odds.error[0], odds.error[1]))
    up = Fraction(ceil(widest * 10_000), 100)  # a sample is never without error
    facts = {"n": odds.samples, "seed": odds.seed, "error": number(lang, up, decimals=2)}
    return text(lang, "odds.sampled", facts)


def law_text(law: ArrayLaw, lang: Language) -> str:
    """A law in a line: its mean, and where nine in ten lie."""
    facts = {
        "mean": number(lang, law.mean, decimals=2 if law.mean < 100 else 1),
        "low": law.quantile(0.05),
        "median": law.quantile(0.5),
        "high": law.quantile(0.95),
    }
    return text(lang, "odds.law", facts)


def battle_laws(book: str, odds: Odds[Any], lang: Language) -> tuple[tuple[str, ArrayLaw], ...]:
    """The laws of the battle as a whole that a line can tell, with their headings."""
    found = list[tuple[str, ArrayLaw]]()
    if odds.rounds is not None and odds.rounds.mean:
        found.append((text(lang, "odds.rounds", {}), odds.rounds))
    for name, law in odds.extras.items():
        if isinstance(law, Mapping) and has_text(lang, f"{book}.odds.{name}"):
            parts = {int(value): float(chance) for value, chance in law.items()}
            found.append((text(lang, f"{book}.odds.{name}", {}), law_of(parts)))
    return tuple(found)


def side_sheets(book: str, side: Any, lang: Language) -> tuple[Sheet, ...]:
    """The tables that the engine gives for a side: units, characters and the like."""
    listed: Facts = {
        name: tuple(
            {column: _rounded(f"{book}.odds.{name}.{column}", cell, lang) for column, cell in row.items()}
            for row in value
        )
        for name, value in side.to_json().items()
        if isinstance(value, list)
    }
    return sheets_of(book, listed, lang, "odds")


def account_sheet(book: str, side: Any, lang: Language) -> Sheet | None:
    """What a side's number in the contest is made of, the sum last; None where a book has no such number."""
    account = side.to_json().get("account")
    return sheets_of(book, {"account": tuple(account)}, lang, "odds")[0] if account else None


def _rounded(key: str, cell: object, lang: Language) -> Any:
    """What is expected, to two decimals, the mean of a count to one; the JSON has all of them."""
    if not isinstance(cell, float) or has_text(lang, f"{key}.each"):  # chances are rounded by their message
        return cell
    return Decimal(cell).quantize(Decimal("0.1" if key.endswith("_mean") else "0.01"))


def side_laws(book: str, side: Any, lang: Language) -> tuple[tuple[str, ArrayLaw], ...]:
    """The laws that the engine gives for a side, with their headings."""
    named = ((name, getattr(side, name)) for name in side.to_json())
    return tuple(
        (text(lang, f"{book}.odds.{name}", {}), law)
        for name, law in named
        if isinstance(law, ArrayLaw) and has_text(lang, f"{book}.odds.{name}")
    )


def side_facts(book: str, odds: Odds[Any], index: int, lang: Language) -> tuple[tuple[str, str], ...]:
    """The single chances (those with a message ``….each``) and means of a side, with their headings."""
    found: dict[str, Any] = {}
    for name, value in odds.sides[index].to_json().items():
        if isinstance(value, float):
            is_chance = has_text(lang, f"{book}.odds.{name}.each")
            words = percentages(lang, [value, 1 - value], decimals_of(odds), odds.samples)[0]
            found[name] = words if is_chance else _rounded(f"{book}.odds.{name}", value, lang)
    return facts_of(book, found, lang, "odds")


def notes_of_odds(battle: Standing, odds: Odds[Any], lang: Language) -> tuple[str, ...]:
    """What a reader must know: the method, warnings, the policy, what is assumed or cut, the house."""
    book, state = battle.book, battle.state
    notes = [method_text(odds, lang)]
    notes += [text(lang, note.key, note.facts) for note in book.warnings(state)]
    if odds.policy:
        notes.append(text(lang, "odds.policy", {"policy": policy_text(book.id, odds.policy, lang)}))
    # What an ending that is not certain takes for granted, where its book says so.
    taken = [f"{book.id}.ending.{name}.assumed" for name, chance in odds.endings if 0 < chance < 1]
    notes += [text(lang, key, {}) for key in taken if has_text(lang, key)]
    if odds.missing > 1e-9:
        notes.append(text(lang, "odds.missing", {"share": percent(lang, odds.missing, decimals=6)}))
    notes += reading_texts(book, state, lang)
    return (*notes, *house_notes(battle, lang), *table_texts(book, state, lang))


def house_notes(battle: Standing, lang: Language) -> tuple[str, ...]:
    """What of the odds is the house's, wholly and partly."""
    wholly = tuple(each for each in house_of(battle) if each in house_clauses_of(battle.book.id))
    partly = tuple(each for each in house_of(battle) if each not in wholly)
    kinds = (("odds.house", wholly), ("odds.house.partly", partly))
    return tuple(text(lang, key, {"clauses": clauses}) for key, clauses in kinds if clauses)


def odds_short(battle: Standing, odds: Odds[Any], lang: Language) -> str:
    """The odds in a few lines for a chat."""
    lines = [battle.book.title(battle.state)]
    lines += [f"{share.name}: {share.words}" for share in shares_of(odds, lang)]
    lines += [f"{heading}: {law_text(law, lang)}" for heading, law in battle_laws(battle.book.id, odds, lang)]
    return "\n".join([*lines, method_text(odds, lang)]) + "\n"


def odds_markdown(battle: Standing, odds: Odds[Any], lang: Language) -> str:
    """The odds as Markdown."""
    return "\n".join(_paragraphs(battle, odds, lang))


def _paragraphs(battle: Standing, odds: Odds[Any], lang: Language) -> Iterator[str]:
    book = battle.book.id
    yield f"# {escape(battle.book.title(battle.state))}\n"
    headings = text(lang, "odds.outcome", {}), text(lang, "odds.chance", {})
    rows = tuple((share.name, share.words) for share in shares_of(odds, lang))
    yield table_text(Sheet("", headings, rows, (False, True)))
    endings = endings_of(book, odds, lang)
    if len(endings) > 1:
        headings = text(lang, "odds.ending", {}), text(lang, "odds.chance", {})
        yield table_text(
            Sheet("", headings, tuple((each.name, each.words) for each in endings), (False, True))
        )
    for heading, law in battle_laws(book, odds, lang):
        yield f"{escape(heading)}: {escape(law_text(law, lang))}\n"
    for index, side in enumerate(odds.sides):
        yield f"## {escape(side.name)}\n"
        for heading, law in side_laws(book, side, lang):
            yield f"{escape(heading)}: {escape(law_text(law, lang))}\n"
        for heading, value in side_facts(book, odds, index, lang):
            yield f"{escape(heading)}: {escape(value)}\n"
        for sheet in side_sheets(book, side, lang):
            yield f"### {escape(sheet.title)}\n"
            yield table_text(sheet)
    for note in notes_of_odds(battle, odds, lang):
        yield f"- {escape(note)}"
    yield ""


# Comparing


class Column(NamedTuple):
    """One battle of a comparison."""

    name: str
    """The change as the person wrote it; empty for the battle as it is."""
    battle: Standing
    odds: Odds[Any]


def compare_json(columns: Sequence[Column], worths: Sequence[Worth]) -> dict[str, Any]:
    """The odds of each column, and what each modifier is worth."""
    first = columns[0]
    return {
        "rulebook": first.battle.book.id,
        "title": first.battle.book.title(first.battle.state),
        "columns": [
            {"with": column.name or None, **odds_json(column.battle, column.odds)} for column in columns
        ],
        "each": [
            {
                "path": worth.path,
                "value": _plain(worth.given),
                "side": first.odds.sides[worth.side].name,
                "worth": worth.worth,
                "win": {
                    side.name: win for side, win in zip(worth.without.sides, worth.without.win, strict=True)
                },
                "no_winner": worth.without.no_winner,
                "method": worth.without.method,
            }
            for worth in worths
        ],
    }


def _plain(value: Any) -> Any:
    return (int(value) if value.denominator == 1 else float(value)) if isinstance(value, Fraction) else value


def compare_sheet(columns: Sequence[Column], lang: Language) -> Sheet:
    """Who wins, with one column for each battle; the difference to the first in points."""
    first = columns[0]
    names = [share.name for share in shares_of(first.odds, lang)]
    shares = [shares_of(column.odds, lang) for column in columns]
    others = [
        (each, decimals_of(first.odds, column.odds))
        for each, column in zip(shares[1:], columns[1:], strict=True)
    ]
    rows = tuple(
        (
            name,
            shares[0][row].words,
            *(
                f"{each[row].words} ({points(lang, each[row].share - shares[0][row].share, decimals)})"
                for each, decimals in others
            ),
        )
        for row, name in enumerate(names)
    )
    headings = (
        text(lang, "odds.outcome", {}),
        text(lang, "odds.as_it_is", {}),
        *(c.name for c in columns[1:]),
    )
    return Sheet(text(lang, "odds.who_wins", {}), headings, rows, (False, *(True for _ in columns)))


def worth_sheet(first: Column, worths: Sequence[Worth], lang: Language) -> Sheet:
    """The modifiers, those worth most first: whose, what, and the chance with and without."""
    headings = ("side", "path", "value", "worth", "without")
    return Sheet(
        text(lang, "odds.each", {}),
        tuple(text(lang, f"odds.each.{heading}", {}) for heading in headings),
        tuple(_worth_row(first.odds, worth, lang) for worth in worths),
        (False, False, False, True, True),
    )


def _worth_row(odds: Odds[Any], worth: Worth, lang: Language) -> tuple[str, ...]:
    given, side = worth.given, odds.sides[worth.side].name
    if isinstance(given, int | Fraction) and not isinstance(given, bool):
        shown = number(lang, given)
    else:
        shown = _written(given)
    return (
        side,
        worth.path.removeprefix(f"sides.{print_step(side)}.").removeprefix("units."),
        shown,
        points(lang, worth.worth, decimals_of(odds, worth.without)),
        shares_of(worth.without, lang)[worth.side].words,
    )


def _written(value: Any) -> str:
    """A value as a battle file has it, shortened."""
    if isinstance(value, Mapping):
        words = f"{{{', '.join(f'{name}: {_written(each)}' for name, each in value.items())}}}"
    elif isinstance(value, list | tuple):
        words = f"[{', '.join(map(_written, value))}]"
    else:
        words = "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    return words if len(words) <= SHOWN else f"{words[:SHOWN]}…"


def notes_of_worths(first: Column, worths: Sequence[Worth], lang: Language) -> tuple[str, ...]:
    """What a reader must know of worths: under a policy, what it never uses comes out at exactly 0."""
    idle = tuple(each.path for each in worths if each.worth == 0)
    if not idle or not first.odds.policy:
        return ()
    policy = policy_text(first.battle.book.id, first.odds.policy, lang)
    return (text(lang, "odds.each.idle", {"policy": policy, "paths": idle}),)


def notes_of_comparison(
    columns: Sequence[Column], worths: Sequence[Worth], lang: Language
) -> tuple[str, ...]:
    """What a reader must know of all columns, each sentence once, and of the worths."""
    notes = dict.fromkeys(
        note for column in columns for note in notes_of_odds(column.battle, column.odds, lang)
    )
    return (*notes, *notes_of_worths(columns[0], worths, lang))


def compare_markdown(columns: Sequence[Column], worths: Sequence[Worth], lang: Language) -> str:
    """The comparison as Markdown."""
    first = columns[0]
    parts = [f"# {escape(first.battle.book.title(first.battle.state))}\n"]
    parts.append(table_text(compare_sheet(columns, lang)))
    for side in first.odds.sides:
        account = account_sheet(first.battle.book.id, side, lang)
        if account is not None:
            parts += [f"## {escape(side.name)}: {escape(account.title)}\n", table_text(account)]
    if worths:
        parts += [f"## {escape(text(lang, 'odds.each', {}))}\n", table_text(worth_sheet(first, worths, lang))]
    notes = notes_of_comparison(columns, worths, lang)
    return "\n".join([*parts, *(f"- {escape(note)}" for note in notes), ""])


def compare_short(columns: Sequence[Column], worths: Sequence[Worth], lang: Language) -> str:
    """The comparison in a few lines for a chat."""
    first = columns[0]
    lines = [first.battle.book.title(first.battle.state)]
    for column in columns:
        shares = ", ".join(f"{share.name} {share.words}" for share in shares_of(column.odds, lang))
        lines.append(f"{column.name or text(lang, 'odds.as_it_is', {})}: {shares}")
    lines += [
        f"{worth.path}: {points(lang, worth.worth, decimals_of(first.odds, worth.without))}"
        for worth in worths
    ]
    return "\n".join([*lines, method_text(first.odds, lang), *notes_of_worths(first, worths, lang)]) + "\n"
