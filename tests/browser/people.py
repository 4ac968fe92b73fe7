"""Somebody at a table in a browser: what has come to the page, and how its questions are answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, Response, WebSocket

from tests.browser.houses import until


@dataclass(eq=False)  # without slots: Playwright writes on whom it tells of events
class Person:
    """A page at a table, and every byte that has come to it."""

    page: Page
    _frames: list[str] = field(default_factory=list)
    _responses: list[Response] = field(default_factory=list)
    _read: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Listen before anything comes."""
        self.page.on("response", self._answered)
        self.page.on("websocket", self._listen)

    def _answered(self, response: Response) -> None:
        self._responses.append(response)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda words: self._frames.append(str(words)))

    def sits(self, path: str = "") -> None:
        """Look at the table; from here on the page must not be loaded again."""
        if path:
            _ = self.page.goto(path)
        self.page.wait_for_selector("#asks")
        _ = self.page.evaluate("document.body.dataset.stayed = 'yes'")

    def has_stayed(self) -> bool:
        """Whether the page was never loaded again."""
        return bool(self.page.evaluate("document.body.dataset.stayed === 'yes'"))

    @property
    def frames(self) -> int:
        """How many frames have come by the socket."""
        _ = self.page.evaluate("0")  # events come while Playwright is asked for something
        return len(self._frames)

    def received(self) -> str:
        """Everything that has come to the page from the server, and what stands there now, in lower case.

        To be called before the page is left: what had come to it cannot be read then.
        """
        while self._responses:
            answer = self._responses.pop()
            if answer.ok and "/static/" not in answer.url:
                self._read.append(answer.text())
        return "\n".join([*self._read, *self._frames, self.page.content()]).replace('\\"', '"').lower()

    def places(self) -> list[str]:
        """What is asked and not answered."""
        found = self.page.locator(".ask.asked input[name=place]")
        return [str(value) for value in found.evaluate_all("all => all.map(each => each.value)")]

    def options(self) -> list[str]:
        """What may be chosen where the first question is answered."""
        found = self.page.locator(".ask.asked").first.locator("input[name=option]")
        return [str(value) for value in found.evaluate_all("all => all.map(each => each.value)")]

    def is_over(self) -> bool:
        """Whether the page leads to the report."""
        return self.page.locator("#over .actions a").count() > 0

    def answer(self, choose: Callable[[Locator, str], None]) -> str:
        """Answer the first question that waits, by the form; the place that was asked."""
        place = self.places()[0]
        ask = self.page.locator(".ask.asked").first
        choose(ask, place)
        until(lambda: place not in self.places(), f"{place} is answered: {self.said()}")
        return place

    def said(self) -> Sequence[str]:
        """What was refused."""
        return self.page.locator("[role=alert]").all_inner_texts()


def how_many(place: str) -> int:
    """How many of the options are chosen where several may be."""
    return 2 if "lay.two" in place else 1


def throw_or_first(ask: Locator, place: str) -> None:
    """Have the table throw, or choose the first of what there is, as many as are asked for."""
    thrown = ask.locator("button[value=thrown]")
    if thrown.count():
        thrown.click()
        return
    several = ask.locator("input[type=checkbox]")
    if several.count():
        for index in range(how_many(place)):
            several.nth(index).check()
    elif ask.locator("input[type=radio]").count():
        ask.locator("input[type=radio]").first.check()
    ask.locator(".go button.main").click()
