"""Pages of seats in battles that are played out of the examples, as files to be looked at.

.venv/bin/python -m tests.web.seats FOLDER
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.web.battles import REFEREE, SPECTATOR, Game, game
from voevoda.i18n import LANGUAGES, Language
from voevoda.play.seats import Seat
from voevoda.web.assets import asset
from voevoda.web.pages import Frame, Page
from voevoda.web.table_page import table_page
from voevoda.web.templating import render


def page(found: Game, seat: Seat, lang: Language) -> Page:
    """A seat's page."""
    base = f"/seat/{seat}"
    return table_page(found.sight(seat), lang, Frame("", base), base)


def moments() -> Iterator[tuple[str, Game, tuple[Seat, ...]]]:
    """Battles at moments worth looking at, with the seats to look from."""
    with game("wfrp/tunnels") as found:
        yield "wfrp-begun", found, (REFEREE,)
        found.until(lambda now: now.sight(REFEREE).round == 3)
        yield "wfrp-third", found, tuple(found.tokens)
    with game("wfrp/tunnels", alone=True) as found:
        found.until(lambda now: now.asked("wfrp.influence") is not None)
        yield "wfrp-alone", found, (REFEREE,)
        found.to_end()
        yield "wfrp-over", found, (REFEREE,)
    with game("gurps/ford") as found:
        yield "gurps-begun", found, tuple(found.tokens)
        found.until(lambda now: now.asked("gurps.contest") is not None)
        yield "gurps-contest", found, tuple(found.tokens)
        found.until(lambda now: now.asked("gurps.losses") is not None)
        yield "gurps-losses", found, (REFEREE, SPECTATOR)
        found.to_end()
        yield "gurps-over", found, (REFEREE,)
    with game("savage/bridge") as found:
        found.until(lambda now: now.asked("savage.battle.roll") is not None)
        yield "savage-battle", found, tuple(found.tokens)
        found.until(lambda now: now.asked("savage.lay.card") is not None)
        yield "savage-lay", found, tuple(found.tokens)
        found.step()
        yield "savage-laid", found, tuple(found.tokens)
        found.until(lambda now: now.sight(REFEREE).round == 3)
        yield "savage-third", found, tuple(found.tokens)
        found.to_end()
        yield "savage-over", found, (REFEREE,)
    with game("skirmish/bridge") as found:
        yield "skirmish-begun", found, (REFEREE, SPECTATOR)
        found.until(lambda now: now.asked("skirmish.out.test") is not None)
        yield "skirmish-out", found, tuple(found.tokens)
        found.to_end()
        yield "skirmish-over", found, (REFEREE,)


def write(folder: Path) -> None:
    """All of them in both languages, and what they load."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("voevoda.css", "mark.svg"):
        (folder / name).write_bytes(asset(name))
    for name, found, seats in moments():
        for seat in seats:
            for lang in LANGUAGES:
                html = re.sub(r"/static/([\w.]+)\?\w+", r"\1", render(page(found, seat, lang), lang))
                file = f"{name}.{str(seat).replace(':', '-').replace(' ', '-')}.{lang}.html"
                (folder / file).write_text(html, "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
