"""Pages that need no battle: the welcome, files to start from, house tables, schemas, and checks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from voevoda.cli.refusals import BadInput
from voevoda.i18n import Language, text

if TYPE_CHECKING:
    from voevoda.rulebooks.book import Book


START = {"gurps": "ford", "savage": "bridge", "skirmish": "wolves", "wfrp": "tunnels"}
"""The example of a book that explains every field, to start from."""


def welcome(lang: Language) -> None:
    """What there is, and a battle to try."""
    from voevoda.cli.called import command, program
    from voevoda.cli.output import write

    write(text(lang, "cli.welcome", {"voevoda": command(lang), "program": program()}))


def book_of(name: str) -> Book[Any]:
    """The rulebook of this id.  Raises ``BadInput``."""
    from voevoda.rulebooks import BOOKS

    if name in BOOKS:
        return BOOKS[name]
    raise unknown("cli.no_book", name, BOOKS)


def unknown(key: str, given: str, options: Iterable[str], **facts: object) -> BadInput:
    """The refusal of a name that there is not, with what was perhaps meant."""
    from voevoda.files.problems import guess

    known = tuple(options)
    return BadInput(key, given=given, options=known, **facts, **guess(given, known))


def new(book: str, example: str | None, lang: Language) -> None:
    """Print an example battle of a book, commented in the person's language.

    Each example is a file ``<name>.yaml`` in English and ``<name>.<language>.yaml`` in the others.
    """
    from voevoda.cli.called import program
    from voevoda.cli.output import write

    folder = files("voevoda.rulebooks") / book_of(book).id / "data" / "examples"
    found = {
        each.name.removesuffix(".yaml"): each for each in folder.iterdir() if each.name.endswith(".yaml")
    }
    examples = sorted(name for name in found if "." not in name)
    wanted = example or START.get(book, examples[0])
    if wanted not in examples:
        raise unknown("cli.new.no_example", wanted, examples, book=book)
    battle = found.get(f"{wanted}.{lang}", found[wanted]).read_text("utf-8")
    write(re.sub(r"\bvoevoda (?=card|check|compare|new|rules|tables)", lambda _: f"{program()} ", battle))


def tables(book: str, name: str | None, lang: Language) -> None:
    """Print a house table as the file that could replace it; without a name, say which there are."""
    from voevoda.cli.output import write
    from voevoda.files import house_table

    found = book_of(book)
    if name is None:
        for each in found.table_models:
            write(f"{each}: {text(lang, f'{found.id}.table.{each}', {})}")
        return
    if name not in found.table_models:
        raise unknown("cli.tables.no_table", name, found.table_models, book=book)
    write(house_table(found.id, name))


def schema(book: str, lang: Language) -> None:
    """Print the JSON Schema of a book's battle file; each field is described by ``<book>.field.<name>``."""
    from voevoda.cli.output import write_json

    found = book_of(book)
    made = _described(found.model.model_json_schema(), found.id, lang)
    about = {"title": text(lang, f"{book}.name", {}), "description": text(lang, f"{book}.about", {})}
    write_json({"$schema": "https://json-schema.org/draft/2020-12/schema", **about, **made})


def _described(schema: Any, book: str, lang: Language) -> Any:
    """The schema with descriptions for people instead of the code's own words."""
    if isinstance(schema, list):
        return [_described(each, book, lang) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {
        name: _described(value, book, lang)
        for name, value in schema.items()
        if name not in {"title", "description"} or not isinstance(value, str)  # fields may be called so
    }
    for name, field in made.get("properties", {}).items():
        field["description"] = text(lang, f"{book}.field.{name}", {})
    return made


def check(paths: Iterable[str], wanted: str, lang: Language) -> int:
    """Say of each file whether it is a battle, with all that is wrong and what should be known.

    As text, problems go to standard error; in the other formats all that is found is the result.
    """
    from voevoda.cli.output import format_of, write_json
    from voevoda.cli.streams import warn
    from voevoda.files import BadFile, problem_text, read_battle

    how = format_of(wanted)
    found = list[dict[str, Any]]()
    count = 0
    for path in paths:
        problems = list[str]()
        warnings = list[str]()
        try:
            battle = read_battle(path)
            warnings = [text(lang, note.key, note.facts) for note in battle.book.warnings(battle.state)]
        except BadFile as bad:
            problems = [problem_text(lang, problem) for problem in bad.problems]
            count += len(bad.told) + bad.more
        found.append({"file": path, "ok": not problems, "problems": problems, "warnings": warnings})
        if how != "json":
            key = "cli.check.good_but" if warnings else "cli.check.good"
            good = [] if problems else [text(lang, key, {"file": path, "n": len(warnings)})]
            _write_check(problems, good, warnings, markdown=how == "markdown")
    if how == "json":
        write_json(found)
    elif count and how != "markdown":
        wrong = sum(not each["ok"] for each in found)
        warn(text(lang, "cli.check.bad", {"n": count, "bad": wrong, "files": len(found)}))
    return 2 if count else 0


def _write_check(problems: list[str], good: list[str], warnings: list[str], *, markdown: bool) -> None:
    from voevoda.cli.output import write
    from voevoda.cli.streams import shown, warn
    from voevoda.export.markdown import escape

    if markdown:
        lines = [f"- {escape(each)}" for each in (*problems, *good)]
        write("\n".join([*lines, *(f"  - {escape(each)}" for each in warnings)]))
        return
    for problem in problems:
        warn(problem)
    for line in (*good, *(f"  {each}" for each in warnings)):
        write(shown(line))
