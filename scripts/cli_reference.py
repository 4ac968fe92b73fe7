"""Write ``docs/cli-reference.md`` and its translation from the commands themselves.

python3 scripts/cli_reference.py
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from voevoda.cli.command_line import command_tree, sections, usage
from voevoda.i18n import LANGUAGES, Language, text

DOCS = Path(__file__).resolve().parent.parent / "docs"


def path_of(lang: Language) -> Path:
    """Where the reference stands in a language."""
    return DOCS / ("cli-reference.md" if lang == "en" else f"cli-reference.{lang}.md")


def reference(lang: Language) -> str:
    """The whole reference."""
    return "\n".join(_lines(command_tree(lang), lang)) + "\n"


def _lines(tree: Any, lang: Language) -> Iterator[str]:
    yield f"# {text(lang, 'cli.reference.title', {})}\n"
    yield "<!-- scripts/cli_reference.py -->\n"
    yield text(lang, "cli.reference.about", {}) + "\n"
    for command in (tree, *tree.commands.values()):
        name = "voevoda" if command is tree else f"voevoda {command.name}"
        yield f"## `{name}`\n"
        yield f"{_cell(command.help)}\n"
        yield f"    {name} {usage(command, lang)}\n"
        for title, rows in sections(command, lang):
            yield f"| {title} | |\n| --- | --- |"
            for term, words in rows:
                yield f"| `{term.replace('|', chr(92) + '|')}` | {_cell(words)} |"
            yield ""
    yield f"## {text(lang, 'cli.reference.ask', {})}\n"
    yield "```text"
    yield text(lang, "cli.ask.help", {})
    yield "```"


def _cell(words: str) -> str:
    return words.replace("|", "\\|").replace("<", "&lt;")


def main() -> None:
    """Write the files."""
    for lang in LANGUAGES:
        _ = path_of(lang).write_text(reference(lang), "utf-8")


if __name__ == "__main__":
    main()
