"""Every command says what it does, in both languages, and what is wrong with a line."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from voevoda.cli.command_line import arrange, command_tree, sections
from voevoda.i18n import LANGUAGES, Language

Voevoda: TypeAlias = Callable[..., Any]

COMMANDS = (
    "serve",
    "fight",
    "muster",
    "new",
    "check",
    "tables",
    "schema",
    "rules",
    "replay",
    "explain",
    "verify",
)
SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_is_explained(lang: Language) -> None:
    """Each command, argument and option has a text of its own in each language."""
    tree = command_tree(lang)

    assert set(COMMANDS) <= set(tree.commands)
    for command in (tree, *tree.commands.values()):
        told = [command.help, *(words for _, rows in sections(command, lang) for _, words in rows)]
        assert [] == [words for words in told if not words.strip()]
        assert lang == "en" or all(re.search("[а-я]", words) for words in told)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_speaks_the_persons_language(voevoda: Voevoda, command: str) -> None:
    """--lang may stand before or behind the command; nothing of the parser's own English is left."""
    russian = voevoda(command, "--help", "--lang", "ru")

    assert russian == voevoda("--lang=ru", command, "--help")
    assert (0, "") == (russian.code, russian.err)
    assert "Ключи:" in russian.out
    assert [] == re.findall(r"Usage|Options|Arguments|Show this|default|required|exit", russian.out)
    assert "Options:" in voevoda(command, "--help").out


def test_the_locale_decides_where_nothing_is_said(voevoda: Voevoda, monkeypatch: pytest.MonkeyPatch) -> None:
    """Russian under ru_RU, English under C."""
    monkeypatch.setenv("LANG", "ru_RU.UTF-8")
    assert "Вызов: voevoda" in voevoda("--help").out

    monkeypatch.setenv("LC_ALL", "C")
    assert "Usage: voevoda" in voevoda("--help").out


@pytest.mark.parametrize(
    ("line", "english", "russian"),
    [
        (["fight", "--foo"], "no option --foo", "Ключа --foo нет"),
        (["fight", "--sede", "1"], "Did you mean --seed?", "Может быть, --seed?"),
        (["fight", "x", "--dice"], "--dice needs a value", "После ключа --dice нужно значение"),
        (["fight", "x", "--ask=1"], "--ask takes no value", "--ask не принимает значения"),
        (["new"], "BOOK is missing", "Не хватает аргумента КНИГА"),
        (["fight"], "battle file is missing", "Не хватает файла битвы"),
        (["fight", "a", "b", "c"], "Too much on the line: b, c", "Лишнее в строке: b, c"),
        (["fihgt"], "Did you mean fight?", "Может быть, fight?"),
        (["--foo"], "no option --foo", "Ключа --foo нет"),
        (["fight", "tunnels.yaml", "--format", "xml"], "text, json, markdown, short", "дано xml"),
        (["fight", "tunnels.yaml", "--rounds", "0"], "from 1 to", "целое число от 1"),
        (["new", "wfpr"], "Did you mean wfrp?", "Может быть, wfrp?"),
        (["new", "wfrp", "--example", "tunel"], "Did you mean tunnels?", "Может быть, tunnels?"),
        (["tables", "wfrp", "influense"], "Did you mean influence?", "Может быть, influence?"),
        (["rules", "wfrp", "W-3.66"], "Did you mean W-3.6?", "Может быть, W-3.6?"),
        (["rules", "wfrb"], "no rulebook wfrb", "Книги правил wfrb нет"),
        (["fight", "tunnels.yaml", "--save", ""], "--save: given “”", "--save: дано «»"),
        (["odds", "tunnels.yaml", "--seed", ""], "--seed: given “”", "--seed: дано «»"),
        (["check", "tunnels.yaml", ""], "FILE: given “”", "ФАЙЛ: дано «»"),
        (["compare", "tunnels.yaml", "--with", ""], "--with: given “”", "--with: дано «»"),
        (["import", "x", "--data", ""], "--data: given “”", "--data: дано «»"),
    ],
)
def test_a_wrong_line_gets_one_message(voevoda: Voevoda, line: list[str], english: str, russian: str) -> None:
    """On standard error, in the person's language, with exit code 2."""
    for lang, words in (("en", english), ("ru", russian)):
        said = voevoda(*line, "--lang", lang)

        assert (2, "") == (said.code, said.out)
        assert words in said.err
        assert 1 == said.err.count("\n")


def test_an_unknown_language_is_refused(voevoda: Voevoda) -> None:
    """With those that there are."""
    assert (2, "", "--lang: given de; accepted: ru, en.\n") == voevoda("fight", "--lang", "de")


def test_the_format_may_stand_before_the_command(voevoda: Voevoda) -> None:
    """As the language may."""
    assert voevoda("rules", "--format", "json") == voevoda("--format", "json", "rules")


def test_without_a_command_the_table_is_served() -> None:
    """With the options of `serve`, too, which then need no command before them."""
    assert (None, ["serve"]) == arrange([])
    assert ("ru", ["serve"]) == arrange(["--lang", "ru"])
    assert (None, ["serve", "--lan", "--port=9"]) == arrange(["--lan", "--port=9"])
    assert (None, ["--help"]) == arrange(["--help"])


def test_hints_are_written_as_the_program_was_started(
    voevoda: Voevoda, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And in the language that was asked for, where the locale would say another."""
    monkeypatch.setenv("VOEVODA_COMMAND", "python3 run.py")

    assert "Usage: python3 run.py rules [OPTIONS]" in voevoda("rules", "--help").out
    assert "See: python3 run.py fight --help" in voevoda("fight", "--foo").err
    assert "All clauses: python3 run.py rules wfrp." in voevoda("rules", "wfrp", "W-9").err
    assert "python3 run.py fight FILE" in voevoda("fight").err
    assert "python3 run.py tables wfrp NAME" in voevoda("rules", "wfrp").out
    assert "python3 run.py tables wfrp influence\n" in voevoda("new", "wfrp").out
    russian = voevoda("rules", "wfrp", "--lang", "ru").out
    assert "python3 run.py --lang ru tables\nwfrp" in russian
    monkeypatch.setenv("LANG", "ru_RU.UTF-8")
    assert "python3 run.py tables wfrp" in voevoda("rules", "wfrp").out


def test_help_imports_nothing_heavy() -> None:
    """Models, tables and numbers wait until a battle is read."""
    code = "import sys; from voevoda.cli import run; run(['--help']); print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    loaded = set(done.stdout.splitlines()[-1].split())
    assert set() == loaded & {"pydantic", "ruamel.yaml", "numpy", "rich", "scipy", "voevoda.rulebooks"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_reference_is_fresh(lang: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    """``python3 scripts/cli_reference.py`` writes it anew."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    cli_reference = import_module("cli_reference")

    assert cli_reference.reference(lang) == cli_reference.path_of(lang).read_text("utf-8")
