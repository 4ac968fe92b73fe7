"""A server of its own for the browser tests: a process over a folder with battles, and who looks at them."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from shutil import which

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.web.battles import Game
from voevoda.i18n import Language
from voevoda.journal_store import Store, open_store
from voevoda.play.seats import Seat
from voevoda.table import Tables
from voevoda.table.ready import begin_ready
from voevoda.web.requests import seat_id

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

DESK = (1280, 900)
PHONE = (390, 844)

START = "from voevoda.cli import main; main()"


def chromium() -> str:
    """The system's Chromium.  Raises AssertionError where there is none."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := which(name):
            return found
    raise AssertionError("No Chromium on PATH; the browser tests need it: apt install chromium")


@contextmanager
def opened_browser() -> Iterator[Browser]:
    """A browser without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


def free_port() -> int:
    """A port on which nobody listens."""
    with closing(socket.socket()) as asked:
        asked.bind(("127.0.0.1", 0))
        found: int = asked.getsockname()[1]
    return found


@dataclass(eq=False, slots=True)
class House:
    """A server process, which can be ended and begun again at the same address."""

    folder: Path
    browser: Browser
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Where it is reached."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Begin to serve; returns once it answers."""
        line = ["serve", "--port", str(self.port), "--data", str(self.folder)]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", START, *line], stdout=log, stderr=log, stdin=subprocess.DEVNULL
            )
        until(self._answers, f"the server answers; {self.log()}")

    def stop(self) -> None:
        """End the process as a person does."""
        if self.process is not None:
            self.process.terminate()
            _ = self.process.wait(20)
            self.process = None

    def log(self) -> str:
        """What the server has said."""
        return (self.folder / "log").read_text("utf-8", "replace")

    def _answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self.log()
        with closing(socket.socket()) as asking:
            return asking.connect_ex(("127.0.0.1", self.port)) == 0

    @contextmanager
    def person(
        self,
        lang: Language = "en",
        *,
        size: tuple[int, int] = DESK,
        dark: bool = False,
        touch: bool = False,
        scripts: bool = True,
    ) -> Iterator[BrowserContext]:
        """Somebody's browser, that knows nothing of the others."""
        context = self.browser.new_context(
            base_url=self.address,
            locale={"en": "en-GB", "ru": "ru-RU"}[lang],
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            has_touch=touch,
            is_mobile=touch,
            java_script_enabled=scripts,
            reduced_motion="reduce",
        )
        context.set_default_timeout(15_000)
        try:
            yield context
        finally:
            context.close()

    def sit(self, context: BrowserContext, game: Game, seat: Seat) -> str:
        """Give a browser a seat of a battle that was begun before; the seat's address."""
        path = f"/seat/{seat_id(game.battle, seat)}"
        context.add_cookies(
            [
                {
                    "name": "seat",
                    "value": game.tokens[seat],
                    "domain": "127.0.0.1",
                    "path": path,
                    "httpOnly": True,
                    "sameSite": "Strict",
                }
            ]
        )
        return path

    def own(self, page: Page) -> None:
        """Be known as whoever runs the server."""
        _ = page.goto(f"/owner/{(self.folder / 'owner').read_text('ascii')}")


@contextmanager
def house(
    folder: Path, prepare: Callable[[Store], None] | None = None, lang: Language = "en"
) -> Iterator[House]:
    """A server over what ``prepare`` has put into the database, and a browser; both end with it."""
    with open_store(folder) as store:
        _ = begin_ready(Tables(store), store, lang)
        if prepare is not None:
            prepare(store)
    with opened_browser() as browser:
        made = House(folder, browser)
        try:
            made.start()
            yield made
        finally:
            made.stop()


def until(holds: Callable[[], bool], what: str, seconds: float = 20) -> None:
    """Wait until something holds.  Raises AssertionError if it does not within so many seconds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.05)
