"""Names as long as a battle file may have them, of one word each: no page grows wider than a phone."""

from __future__ import annotations

import json
from pathlib import Path

from tests.browser.houses import PHONE, house
from tests.web.battles import REFEREE, Game, begun
from voevoda.journal_store import Store

NARROW = 320
"""The narrowest phone, and a page that is enlarged fourfold."""

FILE = {
    "rulebook": "wfrp",
    "title": "Brod" * 20,
    "sides": [
        {
            "name": "Voskresenskaya" * 2,
            "units": [{"name": "Okolnichiy" * 4, "count": 10}],
            "characters": ["Dobrynya" * 5],
        },
        {"name": "Druzhina" * 5, "units": [{"name": "Streltsy" * 5, "count": 12}]},
    ],
}


def test_the_longest_names_fit_a_phone(tmp_path: Path) -> None:
    """On the report, on the printable one, in the log, and beside the rules that acted lately."""
    games = list[Game]()

    def prepare(store: Store) -> None:
        path = tmp_path / "long.yaml"
        _ = path.write_text(json.dumps(FILE), "utf-8")
        games.append(begun(store, path, alone=True).to_end())

    with house(tmp_path, prepare) as at, at.person(size=PHONE, touch=True) as context:
        page = context.new_page()
        at.own(page)
        seat = at.sit(context, games[0], REFEREE)
        for path in (f"{seat}/report", f"{seat}/report?print=1&log=1", f"{seat}/log", "/rules/wfrp"):
            _ = page.goto(path)
            for width in (PHONE[0], NARROW):
                page.set_viewport_size({"width": width, "height": PHONE[1]})
                assert page.evaluate(
                    "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
                ), (path, width)
