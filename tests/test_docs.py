"""The pages of the project: what they compute is so, links lead somewhere, and twins are twins."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.odds_cost import LANGUAGES, Words, drawn, figures, machine_measured, rows

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in ("", "docs", "benchmarks", "changelog.d", "src/voevoda/rulebooks/*")
    for path in ROOT.glob(f"{folder}/*.md" if folder else "*.md")
)
TWINS = [page for page in PAGES if page.removesuffix(".md") + ".ru.md" in PAGES]
COST = tuple(zip(("docs/odds.md", "docs/odds.ru.md"), LANGUAGES, strict=True))


def text_of(page: str) -> str:
    """The text of a page."""
    return (ROOT / page).read_text("utf-8")


def prose_of(page: str) -> str:
    """The page without its fenced blocks."""
    return re.sub(r"^```.*?^```$", "", text_of(page), flags=re.DOTALL | re.MULTILINE)


def examples_of(page: str) -> list[doctest.Example]:
    """Everything after ``>>>``; fences become empty lines, so that line numbers stay."""
    return doctest.DocTestParser().get_examples(
        re.sub(r"^```.*$", "", text_of(page), flags=re.MULTILINE), page
    )


def headings_of(page: str) -> list[str]:
    """The headings of a page, with their number signs."""
    return re.findall(r"^#+ .*$", prose_of(page), flags=re.MULTILINE)


def anchors_of(page: str) -> set[str]:
    """The names under which a page's headings can be reached."""
    words = (re.sub(r"[^\w\- ]", "", heading.lstrip("# ").lower()) for heading in headings_of(page))
    return {each.replace(" ", "-") for each in words}


def links_of(page: str) -> Iterator[str]:
    """The relative links of a page, pictures too."""
    for target in re.findall(r"\]\(([^)\s]+)\)", prose_of(page)):
        if not re.match(r"[a-z]+:", target):
            yield target


def leads_somewhere(page: str, link: str) -> bool:
    """Whether the file is there, and the heading in it."""
    name, _, anchor = link.partition("#")
    there = (ROOT / page).parent / name if name else ROOT / page
    return there.exists() and (
        not anchor or anchor in anchors_of(there.resolve().relative_to(ROOT).as_posix())
    )


@pytest.mark.parametrize("page", [page for page in PAGES if examples_of(page)])
def test_what_a_page_computes_is_so(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every example of the page, in order, from the root of the project."""
    monkeypatch.chdir(ROOT)
    told: list[str] = []

    found = doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF).run(
        doctest.DocTest(examples_of(page), {}, page, str(ROOT / page), 0, None), out=told.append
    )

    assert 0 == found.failed, "".join(told)


@pytest.mark.parametrize("page", PAGES)
def test_every_relative_link_leads_somewhere(page: str) -> None:
    """To a file of the project, and to a heading that it has."""
    assert [] == [link for link in links_of(page) if not leads_somewhere(page, link)]


@pytest.mark.parametrize("page", TWINS)
def test_both_languages_of_a_page_have_one_structure(page: str) -> None:
    """The same headings by level, the same tables by rows, the same fenced blocks."""
    shapes = []
    for each in (page, page.removesuffix(".md") + ".ru.md"):
        levels = [heading.partition(" ")[0] for heading in headings_of(each)]
        table = len(re.findall(r"^\|", prose_of(each), flags=re.MULTILINE))
        shapes.append((levels, table, text_of(each).count("\n```")))

    assert shapes[0] == shapes[1]


@pytest.mark.parametrize("page", TWINS)
def test_both_languages_of_a_page_compute_the_same(page: str) -> None:
    """Example by example, but for the comments."""
    english, russian = (
        [(re.sub(r"  # .*", "", example.source), example.want) for example in examples_of(each)]
        for each in (page, page.removesuffix(".md") + ".ru.md")
    )

    assert english == russian


def test_the_pictures_of_the_cost_show_what_was_measured() -> None:
    """They are drawn by the benchmark, and by nothing else."""
    assert [] == [words.file for words in LANGUAGES if text_of(f"docs/{words.file}") != drawn(words)]
    assert {"exact", "sampled"} == {battle.method for battle in figures()}


@pytest.mark.parametrize(("page", "words"), COST)
def test_the_tables_of_the_cost_show_what_was_measured(page: str, words: Words) -> None:
    """Row by row, and on which machine."""
    assert [] == [row for row in rows(words) if row not in text_of(page).splitlines()]
    assert machine_measured() in text_of(page)
