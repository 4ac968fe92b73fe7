"""What the READMEs show is what the program says."""

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
READMES = ("README.md", "README.ru.md")
ANYTHING = "…"
"""A line that stands for any lines."""


def sessions(name: str) -> Iterator[tuple[str, list[str]]]:
    """Each command of a README's console blocks, with the lines that it is said to print."""
    for block in (ROOT / name).read_text("utf-8").split("```console\n")[1:]:
        for session in block.partition("```")[0].split("$ ")[1:]:
            command, *printed = session.splitlines()
            yield command, printed


def fits(printed: list[str], expected: list[str]) -> bool:
    """Whether the lines are those expected, with any lines where ``…`` stands."""
    if not expected:
        return not printed
    if expected[0] == ANYTHING:
        return any(fits(printed[skip:], expected[1:]) for skip in range(len(printed) + 1))
    return bool(printed) and printed[0] == expected[0] and fits(printed[1:], expected[1:])


@pytest.mark.parametrize("name", READMES)
def test_sessions_print_what_the_readme_shows(name: str) -> None:
    """Every command of the README is run and prints just what stands below it."""
    found = list(sessions(name))

    assert len(found) >= 4
    for command, expected in found:
        program, script, *args = shlex.split(command)
        assert ("python3", "run.py") == (program, script)
        done = subprocess.run(
            [sys.executable, "-m", "voevoda.cli", *args],
            cwd=ROOT,
            capture_output=True,
            encoding="utf-8",
            env={
                "PYTHONUTF8": "1",
                "COLUMNS": "80",
                "PATH": "",
                "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
            },
            check=False,
        )
        assert "" == done.stderr
        printed = done.stdout.replace("\N{NO-BREAK SPACE}", " ")
        assert fits(printed.splitlines(), expected), (command, printed)


def test_both_readmes_run_the_same_commands() -> None:
    """The Russian README shows what the English one shows."""
    shapes = [[command.split()[2] for command, _ in sessions(name)] for name in READMES]

    assert shapes[0] == shapes[1]


@pytest.mark.parametrize("name", READMES)
def test_links_lead_somewhere(name: str) -> None:
    """Every relative link of a README names a file that is there."""
    text = (ROOT / name).read_text("utf-8")
    links = [part.partition(")")[0] for part in text.split("](")[1:]]

    assert [] == [link for link in links if "://" not in link and not (ROOT / link).exists()]
