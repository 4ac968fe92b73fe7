"""A server and the browsers around it, for tests: what people do with pages, over HTTP and sockets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from httpx import Response
from starlette.testclient import TestClient

from tests.web.html import read
from voevoda.files.examples import example
from voevoda.i18n import Language
from voevoda.journal_store import Store, open_store
from voevoda.play.seats import Seat
from voevoda.table import Tables, Taken
from voevoda.web.app import application
from voevoda.web.limits import Limits
from voevoda.web.requests import seat_id
from voevoda.web.server import Server

PLACE = "http://127.0.0.1:8000"
IDS = count()
OWNER = "0123456789abcdef" * 2


class Clock:
    """Time that stands until somebody says otherwise."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        """What time it is."""
        return self.now


class Browser:
    """One person's browser."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def get(self, path: str, status: int = 200, **headers: str) -> str:
        """A page, without following where it leads."""
        answer = self.client.get(path, headers=headers, follow_redirects=False)
        assert status == answer.status_code, words(answer.text)
        html: str = answer.text
        return html

    def post(self, path: str, fields: Mapping[str, str], status: int = 303, **headers: str) -> Response:
        """Send a form, as a page of ours would."""
        answer: Response = self.client.post(
            path, data=dict(fields), headers={"origin": PLACE, **headers}, follow_redirects=False
        )
        assert status == answer.status_code, words(answer.text)
        return answer

    def bring(self, name: str, content: bytes, status: int = 303) -> Response:
        """Send a file."""
        answer: Response = self.client.post(
            "/import", files={"file": (name, content)}, headers={"origin": PLACE}, follow_redirects=False
        )
        assert status == answer.status_code, words(answer.text)
        return answer

    def begin(self, example: str = "wfrp/tunnels", **fields: str) -> str:
        """Begin an example; the address of the referee's seat."""
        form = hidden(self.get(f"/begin/{example}"))
        at = self.post("/begin", {**form, "name": "Rita", "plays": "", "dice": "either", **fields})
        return at.headers["location"]

    def take(self, link: str, name: str = "Wanda") -> str:
        """Take a seat by its link; its address."""
        form = hidden(self.get(link))
        return self.post(link, {**form, "name": name}).headers["location"]

    def live(self, seat: str, origin: str = PLACE) -> Any:
        """The socket of a seat's page."""
        address = f"ws://127.0.0.1:8000{seat}/live"
        return self.client.websocket_connect(address, headers={"origin": origin})


class House:
    """A server, and browsers that know nothing of each other."""

    def __init__(self, store: Store, clock: Clock | None = None, *, guests_begin: bool = True) -> None:
        self.store = store
        self.clock = clock or Clock()
        self.tables = Tables(store)
        self.server = Server(
            self.tables, store, owner=OWNER, guests_begin=guests_begin, limits=Limits(self.clock)
        )
        self.app = application(self.server)

    def browser(self, lang: Language = "en", known: Browser | None = None) -> Browser:
        """A new browser; or that of before, at a server that has begun again."""
        made = TestClient(self.app, base_url=PLACE, raise_server_exceptions=False)
        made.headers["accept-language"] = lang
        if known is not None:
            made.cookies = known.client.cookies
        return Browser(made)

    def owner(self) -> Browser:
        """The browser of whoever runs the server."""
        made = self.browser()
        made.get(f"/owner/{OWNER}", 303)
        return made

    def battle(self, seat: str) -> str:
        """The battle of a seat's address."""
        return next(
            each.id
            for each in self.store.battles()
            if seat in [f"/seat/{seat_id(each.id, row.seat)}" for row in self.store.seats(each.id)]
        )

    def link(self, referee: Browser, seat: str, whose: Seat) -> str:
        """The link to a seat, as the referee's page shows it."""
        referee.post(f"{seat}/seats", {"form": f"form {next(IDS)}", "what": "link", "seat": str(whose)})
        token = self.server.links.of(self.battle(seat), whose)
        assert token is not None
        return f"/join/{token}"

    def rest(self) -> None:
        """Let so much time go by that nobody is too fast any more."""
        self.clock.now += 100


@contextmanager
def house(where: str | Path = "sqlite://", *, guests_begin: bool = True) -> Iterator[House]:
    """A server over a database."""
    with open_store(where) as store:
        yield House(store, guests_begin=guests_begin)


def hidden(html: str) -> dict[str, str]:
    """The hidden fields of the form that a page is about."""
    main = read(html[html.index("<main") : html.index("</main>")] + "</main>")
    return {
        each.attributes["name"]: each.attributes["value"]
        for each in main.walk()
        if each.tag == "input" and each.attributes.get("type") == "hidden"
    }


def words(html: str) -> str:
    """What a page says."""
    main = html.partition("<main")[2].partition("</main>")[0] or html
    return " ".join(re.sub(r"<[^>]*>", " ", main).split())


def alerts(html: str) -> list[str]:
    """What a page says was not done; not the words that its script has ready."""
    shown = re.sub(r"<template.*?</template>", "", html, flags=re.DOTALL)
    found = re.findall(r'role="alert">(.*?)</div>', shown, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", " ", each).split()) for each in found]


def ask(html: str) -> dict[str, str]:
    """The hidden fields of the first question that waits for an answer."""
    section = re.search(r'<section class="ask[^"]* asked".*?</section>', html, re.DOTALL)
    assert section is not None, words(html)
    return dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', section[0]))


def other_battle(found: House) -> str:
    """A battle that came in by a command and has no table yet."""
    battle, text = example("wfrp", "ford", "en")
    begun = found.tables.begin(battle.book, battle.state, title="Other", lang="en", file=text)
    assert isinstance(begun, Taken)
    return begun.sitter.battle
