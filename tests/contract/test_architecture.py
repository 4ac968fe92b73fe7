"""What keeps the code in the shape that the design gave it: layers, rules without a bare yield, public names.

The contracts of the layers stand in pyproject.toml and are checked by import-linter.  Here each of them is
tried on a toy package of the same shape and seen to fail when it is broken.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType

import pytest

import voevoda

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "voevoda"
BOOKS = SOURCES / "rulebooks"

CONTRACTS = {
    contract["id"]: contract
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
}

TOY = {
    "play/position.py": "",
    "play/seats.py": "",
    "odds/laws.py": "import toy.play.seats",
    "rulebooks/book.py": "import toy.play.position",
    "rulebooks/gurps/rules.py": "import toy.play.position, toy.rulebooks.book",
    "rulebooks/wfrp/odds.py": "import numpy, toy.odds.laws",
    "i18n/texts.py": "import babel",
    "files/battle.py": "import pathlib, toy.rulebooks.wfrp.odds, toy.i18n.texts",
    "study/compare.py": "import toy.files.battle",
    "export/markdown.py": "import toy.files.battle",
    "journal_store/store.py": "import sqlalchemy, toy.files.battle",
    "table/service.py": "import toy.rulebooks.gurps.rules, toy.journal_store.store, toy.export.markdown",
    "web/pages.py": "import fastapi, toy.table.service, toy.play.seats",
    "cli/main.py": "import typer, toy.table.service, toy.study.compare",
}
"""A package as the design wants it: what each module imports."""

BREACHES = [
    ("layers", "play/seats.py", "import toy.odds.laws"),
    ("layers", "odds/laws.py", "import toy.rulebooks.book"),
    ("layers", "i18n/texts.py", "import toy.rulebooks.book"),
    ("layers", "rulebooks/book.py", "import toy.i18n.texts"),
    ("layers", "files/battle.py", "def later():\n    import toy.study.compare"),
    ("layers", "study/compare.py", "import toy.export.markdown"),
    ("layers", "journal_store/store.py", "from toy.table import service"),
    ("layers", "table/service.py", "import toy.web.pages"),
    ("layers", "web/pages.py", "import toy.cli.main"),
    ("layers", "another/module.py", ""),
    ("books", "rulebooks/gurps/rules.py", "import toy.rulebooks.wfrp.odds"),
    ("books", "rulebooks/savage/rules.py", "from toy.rulebooks import gurps"),
    ("books", "rulebooks/book.py", "import toy.rulebooks.gurps.rules"),
    ("books", "rulebooks/another/rules.py", ""),
    *(
        ("pure", module, f"import {name}")
        for name in CONTRACTS["pure"]["forbidden_modules"]
        for module in ("play/seats.py", "rulebooks/wfrp/odds.py")
    ),
    ("web", "web/pages.py", "from toy.play.position import Position"),
    ("web", "web/pages.py", "import toy.rulebooks.book"),
]
"""Contract, module of the toy package, and what it must not import."""


def lint_toy(folder: Path, contract: str, modules: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Write a package ``toy`` and hold it against one of our contracts, its name in place of ours."""
    for name, imports in modules.items():
        module = folder / "toy" / name
        module.parent.mkdir(parents=True, exist_ok=True)
        module.write_text(imports + "\n", "utf-8")
        for parent in module.relative_to(folder).parents[:-1]:
            (folder / parent / "__init__.py").touch()
    config = (ROOT / "pyproject.toml").read_text("utf-8").replace("voevoda", "toy")
    (folder / "pyproject.toml").write_text(config, "utf-8")
    return subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-logo", "--no-cache", "--contract", contract],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("contract", ["layers", "books", "pure", "web"])
def test_a_package_of_the_right_shape_keeps_the_contract(tmp_path: Path, contract: str) -> None:
    """So that a breach below fails for its own sake."""
    linted = lint_toy(tmp_path, contract, TOY)

    assert "Contracts: 1 kept, 0 broken." in linted.stdout
    assert 0 == linted.returncode


@pytest.mark.parametrize(("contract", "module", "imports"), BREACHES)
def test_a_forbidden_import_breaks_the_contract(
    tmp_path: Path, contract: str, module: str, imports: str
) -> None:
    """Each contract sees what it is there for, and a package it does not name."""
    linted = lint_toy(tmp_path, contract, {**TOY, module: TOY.get(module, "") + "\n" + imports})

    assert "Contracts: 0 kept, 1 broken." in linted.stdout
    assert 1 == linted.returncode


def test_the_contract_of_the_web_covers_its_package_once_that_exists() -> None:
    """A missing package cannot be named in it, so ``voevoda.web`` joins ``voevoda.web.**`` later."""
    assert ("voevoda.web" in CONTRACTS["web"]["source_modules"]) == (SOURCES / "web").exists()


def test_there_are_the_four_contracts() -> None:
    """Each is tried above by its name."""
    assert {"layers", "books", "pure", "web"} == set(CONTRACTS)


# Rules ask only under `yield from`: without it a rule, called, would do nothing at all.
# A function that is no generator may hand a rule on to its caller.


def rule_names(trees: Iterable[ast.AST]) -> set[str]:
    """Return the names of the functions in ``trees`` that are annotated to return a ``Rule``."""
    return {
        node.name
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.returns and "Rule" == last_name(node.returns)
    }


def last_name(node: ast.expr) -> str:
    """Return what is named in the end: ``Rule`` for ``Rule[S]``, ``questions.Rule[S]`` and ``"Rule[S]"``."""
    match node:
        case ast.Constant(value=str(text)):
            return last_name(ast.parse(text, mode="eval").body)
        case ast.Subscript(value=value):
            return last_name(value)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def forgotten(tree: ast.AST, rules: set[str]) -> Iterator[str]:
    """Tell of each bare ``yield`` in ``tree`` and of each call of one of ``rules`` that goes nowhere."""
    taken = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.YieldFrom)}
    taken |= {id(call) for function in ast.walk(tree) for call in handed_on(function)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Yield):
            yield f"line {node.lineno}: a bare yield"
        if isinstance(node, ast.Call) and id(node) not in taken and (name := last_name(node.func)) in rules:
            yield f"line {node.lineno}: {name} without yield from"


def handed_on(function: ast.AST) -> Iterator[ast.expr]:
    """What a function that is itself no generator, but says it returns a ``Rule``, returns."""
    if not isinstance(function, ast.FunctionDef) or not rule_names([function]) & {function.name}:
        return
    inside = list(ast.walk(function))
    if any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in inside):
        return
    for node in inside:
        if isinstance(node, ast.Return) and node.value:
            yield from (
                (node.value.body, node.value.orelse) if isinstance(node.value, ast.IfExp) else (node.value,)
            )


PLAY_RULES = rule_names(ast.parse(path.read_text("utf-8")) for path in (SOURCES / "play").glob("*.py"))


def test_the_words_of_the_rules_are_known() -> None:
    """Whatever else of ``play`` returns a rule, these three do."""
    assert {"ask", "together", "tell"} <= PLAY_RULES


CHAPTERS = [path for path in sorted(BOOKS.glob("*/*.py")) if rule_names([ast.parse(path.read_text("utf-8"))])]
"""The modules of the books in which there are rules."""


def test_every_book_has_its_rules() -> None:
    """Those of a book may be split by its chapters; one module is named ``rules``."""
    assert {path.parent for path in CHAPTERS} == {path.parent for path in CHAPTERS if path.stem == "rules"}


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_rulebook_forgets_no_yield_from(path: Path) -> None:
    """In no book is a question asked of nobody."""
    rules = PLAY_RULES | rule_names(ast.parse(each.read_text("utf-8")) for each in path.parent.glob("*.py"))

    assert [] == list(forgotten(ast.parse(path.read_text("utf-8")), rules))


@pytest.mark.parametrize(
    "line",
    [
        "roll = yield from ask(question)",
        "yield from tell('key', 'W-1')",
        "return (yield from later(s))",
        "a, b = yield from questions.together(one, two)",
        "s = replace(s, dice=(yield from self.later(s)))",
        "return later(s) if s.late else named(s)",
        "tells(s)",
    ],
)
def test_a_rule_under_yield_from_is_taken(line: str) -> None:
    """Wherever in the statement it stands."""
    assert [] == complaints(line)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("yield question", "line 4: a bare yield"),
        ("roll = yield (question,)", "line 4: a bare yield"),
        ("yield ask(question)", "line 4: a bare yield; line 4: ask without yield from"),
        ("ask(question)", "line 4: ask without yield from"),
        ("roll = ask(question)", "line 4: ask without yield from"),
        ("questions.tell('key', 'W-1')", "line 4: tell without yield from"),
        ("together(a, b)", "line 4: together without yield from"),
        ("later(s)", "line 4: later without yield from"),
        ("self.later(s)", "line 4: later without yield from"),
        ("yield from first(later(s))", "line 4: later without yield from"),
        ("yield from ask(one)\n    return named(s)", "line 5: named without yield from"),
        ("return first(named(s))", "line 4: named without yield from"),
        ("quoted(s)", "line 4: quoted without yield from"),
    ],
)
def test_a_forgotten_yield_from_is_found(line: str, expected: str) -> None:
    """Whether the call's value is dropped, kept, or handed on."""
    assert expected == "; ".join(complaints(line))


def complaints(line: str) -> list[str]:
    """What is said of ``line`` in a rule of a small book."""
    book = f"""
def later(s: S) -> Rule[S]: ...
def rule(s: S) -> Rule[S]:
    {line}
def named(s: S) -> questions.Rule[S]: ...
def quoted(s: S) -> "Rule[S]": ...
def tells(s: S) -> str: ...
"""
    tree = ast.parse(book)
    return list(forgotten(tree, {"ask", "together", "tell"} | rule_names([tree])))


def test_the_public_names_are_sorted_and_all() -> None:
    """What ``voevoda`` offers is what it says it offers."""
    offered = {
        name
        for name, value in vars(voevoda).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    }

    assert sorted(offered | {"__version__"}) == voevoda.__all__
