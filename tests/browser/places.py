"""Every page there is, at moments worth looking at: for the tests that look at all of them, and for shots."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page

from tests.browser.houses import DESK, House, house
from tests.web.battles import EXAMPLES, REFEREE, SPECTATOR, Game, begun
from voevoda.files.examples import examples
from voevoda.i18n import LANGUAGES, Language
from voevoda.journal_store import Store
from voevoda.play.seats import Seat
from voevoda.rulebooks import BOOKS
from voevoda.table import Answer, Override, Rule
from voevoda.table.links import join_path
from voevoda.web.drafts import begun as begun_draft
from voevoda.web.drafts import data_from


@dataclass(eq=False, slots=True)
class Places:
    """Battles and drafts of one language, and the addresses of the pages that show them."""

    lang: Language
    seats: dict[str, tuple[Game, Seat]] = field(default_factory=dict)
    """The tables, by what is to be seen there."""
    paths: dict[str, str] = field(default_factory=dict)
    """The pages for which nobody has to sit anywhere."""

    def prepare(self, store: Store) -> None:
        """Begin everything."""
        end = "" if self.lang == "en" else f".{self.lang}"

        def game(example: str, *, alone: bool = False, seed: str = "pages") -> Game:
            return begun(store, EXAMPLES / f"{example}{end}.yaml", alone=alone, seed=seed)

        self._wfrp(game("wfrp/tunnels"))
        self._mended(game("wfrp/ford", alone=True))
        self._gurps(game("gurps/ford"))
        self.seats["gurps-dice"] = game("gurps/patrol", alone=True), REFEREE
        self._savage(game("savage/bridge"))
        self._scout(game("savage/bridge", seed={"en": "21", "ru": "9"}[self.lang]))
        self._skirmish(game("skirmish/bridge"))
        for book in BOOKS:
            self.seats[f"{book}-over"] = game(f"{book}/{examples(book)[0]}").to_end(), REFEREE
            data = data_from(store, book, f"example:{examples(book)[0]}", self.lang)
            self.paths[f"setup-{book}"] = f"/setup/{begun_draft(store, data).id}"
            self.paths[f"rules-{book}"] = f"/rules/{book}"
        lonely = game("wfrp/ford", alone=True)
        rows = [Seat.parse(str(row["seat"])) for row in lonely.sight(REFEREE).seats]
        links = lonely.tables.links(lonely.battle, [SPECTATOR, rows[1]])
        assert isinstance(links, dict)
        self.paths |= {
            "home": "/",
            "archive": "/archive",
            "begin": "/begin/savage/bridge",
            "import": "/import",
            "new": "/new/gurps",
            "rules": "/rules",
            "join": join_path(links[rows[1]]),
            "join-watching": join_path(links[SPECTATOR]),
            "no-page": "/nowhere",
            "spent-link": "/join/spent",
            "no-seat": "/seat/0123456789abcdef",
        }

    def side(self, game: Game, index: int) -> Seat:
        """The seat of a side's commander."""
        return [seat for seat in game.tokens if seat.kind == "commander"][index]

    def _wfrp(self, game: Game) -> None:
        self.seats["wfrp-asked"] = game.until(lambda now: now.sight(REFEREE).round == 2), REFEREE
        self.seats["wfrp-waits"] = game, SPECTATOR
        self.seats["wfrp-commander"] = game, self.side(game, 0)

    def _mended(self, game: Game) -> None:
        """Dice typed and ruled, one of them waiting for the other, and a number set."""
        asks = game.sight(REFEREE).seen.asks
        game.do(REFEREE, Answer(str(asks[0]["place"]), [47]))
        game.do(REFEREE, Rule(str(asks[1]["place"]), [30], "the die fell off the table"))
        game.until(lambda now: now.sight(REFEREE).round == 2)
        game.do(REFEREE, Override("rounds_left", "6", "the tide comes in"))
        ask = game.sight(REFEREE).seen.asks[0]
        game.do(REFEREE, Rule(str(ask["place"]), [12], "agreed by all"))
        self.seats["wfrp-mended"] = game, REFEREE

    def _gurps(self, game: Game) -> None:
        game.until(lambda now: now.asked("gurps.losses") is not None)
        self.seats["gurps-asked"] = game, self.side(game, 0)
        self.seats["gurps-referee"] = game, REFEREE

    def _savage(self, game: Game) -> None:
        game.until(lambda now: now.asked("savage.lay.card") is not None).step()
        asked = game.waiting()[0]
        other = next(self.side(game, index) for index in (0, 1) if self.side(game, index) != asked)
        self.seats |= {"savage-asked": (game, asked), "savage-laid": (game, other)}
        self.seats |= {"savage-referee": (game, REFEREE), "savage-watched": (game, SPECTATOR)}

    def _scout(self, game: Game) -> None:
        """A scout's two raises, which these seeds bring."""
        game.wants |= {"savage.characters.way": "scout", "savage.characters.skill": "notice"}
        game.until(lambda now: now.asked("savage.scout.card") is not None)
        assert game.asked("savage.scout.card"), "no scout had two raises"
        self.seats["savage-scout"] = game, self.side(game, 0)

    def _skirmish(self, game: Game) -> None:
        game.until(lambda now: now.asked("skirmish.out.test") is not None)
        self.seats |= {"skirmish-asked": (game, REFEREE), "skirmish-commander": (game, self.side(game, 0))}

    def take(self, at: House, context: BrowserContext) -> None:
        """Give a browser all these seats."""
        for game, seat in self.seats.values():
            _ = at.sit(context, game, seat)

    def all(self, at: House, context: BrowserContext) -> Iterator[tuple[str, str]]:
        """Names and addresses of all pages, as a browser sees them that has all seats."""
        yield from self.paths.items()
        for name, (game, seat) in self.seats.items():
            path = at.sit(context, game, seat)
            yield name, path
            if name.endswith("-over"):
                yield f"{name}-report", f"{path}/report"
            if name == "savage-over":
                yield f"{name}-print", f"{path}/report?print=1&log=1"
            if name == "wfrp-mended":
                yield from ((f"{name}-hand-{each}", f"{path}/hand/{each}") for each in MENDS)
            if name == "gurps-referee":
                pages = ("seats", "battle", "delete", "log", *(f"hand/{each}" for each in HANDS))
                yield from ((f"{name}-{each.replace('/', '-')}", f"{path}/{each}") for each in pages)


MENDS = ("undo", "correct", "rule", "set")

HANDS = ("undo", "rule", "set", "run", "dice", "appeal", "leave", "close")


@contextmanager
def all_places(folder: Path, lang: Language) -> Iterator[tuple[House, Places]]:
    """A server with a battle at every moment."""
    places = Places(lang)
    with house(folder, places.prepare, lang) as found:
        yield found, places


@contextmanager
def everywhere(at: House, places: Places, **person: Any) -> Iterator[tuple[Page, list[tuple[str, str]]]]:
    """A browser with all seats that owns the server, and all pages."""
    with at.person(places.lang, **{"size": DESK, **person}) as context:
        page = context.new_page()
        at.own(page)
        yield page, list(places.all(at, context))


__all__ = ["LANGUAGES", "Places", "all_places", "everywhere"]
