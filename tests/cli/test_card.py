"""``card``: the battle cards of a file, on the terminal and to print."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, TypeAlias

import pytest

Voevoda: TypeAlias = Callable[..., Any]


@pytest.fixture
def wolves(voevoda: Voevoda) -> Voevoda:
    """Commands in a folder with the printed cards, ``wolves.yaml``."""
    Path("wolves.yaml").write_text(voevoda("new", "skirmish").out, "utf-8")
    return voevoda


class Page(HTMLParser):
    """The tags and the words of a page, and what each cell says."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.said: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the tag."""
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        """Note the words, but for the style."""
        if data.strip() and self.tags[-1][0] != "style":
            self.said.append(data)


def test_a_card_stands_on_the_terminal_as_the_form_has_it(wolves: Voevoda) -> None:
    """Two blocks beside each other in 80 columns, nothing broken and nothing beyond."""
    said = wolves("card", "wolves.yaml")
    lines = [line.rstrip() for line in said.out.splitlines()]

    assert (0, "") == (said.code, said.err)
    assert max(map(len, lines)) <= 80
    for expected in (
        "side: Party; leader: Archer",
        "Character                             Modes of fighting",
        "Tactics            8      2           at grips  3     knuckleduster  –",
        "  close combat     4      –           medium    1     bow            normal, 20",
        "  short range      5      –           long      ×     –              –",
        "  long range       ×      –           Tactical task, main",
        "side: Wolves; fighters with this card: 3",
    ):
        assert expected in "\n".join(re.sub(r"\xa0", " ", line) for line in lines), expected


def test_a_narrow_terminal_has_the_blocks_below_each_other(
    wolves: Voevoda, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No line is longer than the window."""
    monkeypatch.setenv("COLUMNS", "50")
    lines = wolves("card", "wolves.yaml", "--lang", "ru").out.splitlines()

    assert max(map(len, lines)) <= 50
    assert {"Персонаж", "Способы боя"} <= {line.strip() for line in lines}


def test_the_page_to_print_needs_nothing_beside_it(wolves: Voevoda) -> None:
    """No script, no style of an element, no address; one article a card, each in its language."""
    page = Page(wolves("card", "wolves.yaml", "--format", "html", "--lang", "ru").out)
    tags = [tag for tag, _ in page.tags]
    attributes = {name for _, each in page.tags for name in each}

    assert not {"script", "link", "img", "iframe"} & set(tags)
    assert {"lang", "charset", "name", "content", "class", "scope"} == attributes
    assert ("html", {"lang": "ru"}) == page.tags[0]
    assert 3 == tags.count("article")
    assert {"Карта боя: Archer", "Персонаж", "Способы боя", "Дополнительная"} <= set(page.said)
    assert 9 == page.said.count("■")


def test_what_a_file_says_never_becomes_markup(wolves: Voevoda) -> None:
    """Names, weapons and titles are text."""
    file = Path("wolves.yaml").read_text("utf-8")
    evil = file.replace("weapon: bow", 'weapon: "</style><script>alert(1)</script>"')
    Path("evil.yaml").write_text(evil.replace("Wolves on", "<img src=x> & Wolves on"), "utf-8")
    page = Page(wolves("card", "evil.yaml", "--format", "html").out)

    assert not {"script", "img"} & {tag for tag, _ in page.tags}
    assert "</style><script>alert(1)</script>" in "".join(page.said)
    assert "<script" not in wolves("card", "evil.yaml", "--format", "markdown").out


def test_a_page_can_be_read_whatever_the_encoding_of_the_output(wolves: Voevoda) -> None:
    """It says that it is UTF-8; in another encoding every letter is a reference."""
    page = wolves("card", "wolves.yaml", "--format", "html", "--lang", "ru", encoding="cp1251").out

    assert page.isascii()
    assert "Карта боя: Archer" in Page(page).said


def test_the_cards_as_data(wolves: Voevoda) -> None:
    """By side, each card once, however many have filled it in."""
    found = json.loads(wolves("card", "wolves.yaml", "--format", "json").out)
    archer, wolf = found["sides"][0]["cards"][0], found["sides"][1]["cards"][0]

    assert ("skirmish", "Wolves on the road") == (found["rulebook"], found["title"])
    assert {"what": "tactics", "value": 8, "style": 2} == archer["traits"][0]
    assert {
        "mode": "medium",
        "priority": 1,
        "weapon": "bow",
        "ammunition": {"ammunition": "normal", "carried": 20},
    } == archer["modes"][3]
    assert [(True, None), (True, True), (False, False)] == [(e["enemy"], e["own"]) for e in archer["main"]]
    assert 3 == wolf["n"]


def test_a_mode_with_a_damage_of_its_own_shows_it(wolves: Voevoda) -> None:
    """Then the card has a column more."""
    Path("bridge.yaml").write_text(wolves("new", "skirmish", "--example", "bridge").out, "utf-8")
    found = json.loads(wolves("card", "bridge.yaml", "--format", "json").out)["sides"][0]["cards"]

    assert [6, 9, None, None, None] == [mode["damage"] for mode in found[0]["modes"]]
    assert {"what": "damage", "value": "by_mode", "style": None} in found[0]["traits"]
    assert all("damage" not in mode for mode in found[1]["modes"])
    assert {"what": "damage", "value": 10, "style": None} in found[1]["traits"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (["card", "tunnels.yaml"], "The rulebook wfrp has no battle cards."),
        (["card", "wolves.yaml", "--format", "short"], "accepted: text, json, markdown, html."),
        (["card", "nowhere.yaml"], "nowhere.yaml"),
        (["card"], "FILE is missing"),
    ],
)
def test_what_cannot_be_printed_says_why(wolves: Voevoda, line: list[str], words: str) -> None:
    """With exit code 2, and nothing on standard output."""
    said = wolves(*line)

    assert (2, "") == (said.code, said.out)
    assert words in said.err


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("action_points: 4", "action_points: 3", "the card has 3 (C-1)"),
        ("priority: 3, weapon: knuckleduster", "priority: 2, weapon: knuckleduster", "1 to 4, each once"),
        ("leader: Archer", "leader: Nobody", 'Archer, Swordsman; given: "Nobody"'),
        ("{retreat: true, surrender: false}", "{retreat: false, surrender: false}", "no way off the field"),
        ("count: 3", "count: 0", "1"),
    ],
)
def test_a_card_that_does_not_hold_together_is_refused(
    wolves: Voevoda, old: str, new: str, words: str
) -> None:
    """With a message, and exit code 2, in every command that reads the file."""
    Path("bad.yaml").write_text(Path("wolves.yaml").read_text("utf-8").replace(old, new, 1), "utf-8")

    for command in ("card", "fight", "odds", "check"):
        said = wolves(command, "bad.yaml")
        assert (2, "") == (said.code, said.out)
        assert words in said.err
        assert "Traceback" not in said.err
