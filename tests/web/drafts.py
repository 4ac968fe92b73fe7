"""A browser without scripts at the pages of set-up: it sends back every field that a page has."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from starlette.testclient import TestClient

from tests.web.html import Element, read
from voevoda.i18n import Language
from voevoda.journal_store import Store, open_store
from voevoda.rulebooks import BOOKS
from voevoda.table import Tables
from voevoda.web.app import application
from voevoda.web.server import Server, Workers

PLACE = "http://localhost:8000"

Q = TypeVar("Q", bound=Hashable)
A = TypeVar("A")


class Here(Workers):
    """Computes in this very process, at once; remembers nothing but what was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.questions: list[Any] = []
        self.answers: dict[Any, Any] = {}

    async def compute(self, function: Callable[[Q], A], question: Q, *, keep: bool = True) -> A:
        """The answer."""
        self.questions.append(question)
        if question not in self.answers:
            self.answers[question] = function(question)
        answer: A = self.answers[question]
        return answer

    def known(self, function: Callable[[Q], A], question: Q) -> A | None:
        """The answer, if it was asked for before."""
        return self.answers.get(question)


class Desk:
    """Somebody who sets up battles."""

    def __init__(self, client: TestClient, store: Store, workers: Here, lang: Language) -> None:
        self.client = client
        self.store = store
        self.workers = workers
        client.cookies = {"lang": lang}
        self.path = ""
        """Of the draft he is at."""

    def begin(self, book: str, source: str) -> None:
        """Begin a draft."""
        answer = self.post(f"/new/{book}", {"from": [source]})
        assert answer.status_code == 303, answer.text
        self.path = answer.headers["location"]

    def get(self, path: str | None = None, status: int = 200) -> Element:
        """A page."""
        answer = self.client.get(self.path if path is None else path, follow_redirects=False)
        assert answer.status_code == status, answer.text
        return read(answer.text)

    def post(self, path: str, fields: dict[str, list[str]], **more: Any) -> Any:
        """Send a form."""
        headers = {"origin": PLACE}
        return self.client.post(path, data=fields, headers=headers, follow_redirects=False, **more)

    def fields(self) -> dict[str, list[str]]:
        """What the browser would send, as the page has it."""
        (form,) = (each for each in self.get().walk() if each.attributes.get("id") == "setup")
        return sent(form)

    def send(
        self, changes: dict[str, list[str]] | None = None, status: int = 303, path: str = "", **press: str
    ) -> Any:
        """Send the form with these fields changed, by this button."""
        buttons = {name: [value] for name, value in press.items()}
        answer = self.post(self.path + path, {**self.fields(), **(changes or {}), **buttons})
        assert answer.status_code == status, answer.text
        return answer

    def file(self) -> str:
        """The draft as a battle file."""
        words: str = self.send(status=200, do="file").text
        return words


def sent(form: Element) -> dict[str, list[str]]:
    """What a form sends: names and values."""
    found: dict[str, list[str]] = {}
    for each in form.walk():
        name, kind = each.attributes.get("name", ""), each.attributes.get("type", "text")
        if not name or each.tag == "button":
            continue
        if each.tag == "input" and (kind not in ("checkbox", "radio") or "checked" in each.attributes):
            found.setdefault(name, []).append(each.attributes.get("value", ""))
        elif each.tag == "textarea":
            found.setdefault(name, []).append(each.text)
        elif each.tag == "select":
            options = [option for option in each.walk() if option.tag == "option"]
            chosen = [option for option in options if "selected" in option.attributes] or options[:1]
            found.setdefault(name, []).append(chosen[0].attributes["value"])
    return found


@contextmanager
def desk(lang: Language = "en") -> Iterator[Desk]:
    """A server that lets everybody begin battles."""
    with open_store("sqlite://", BOOKS) as store:
        workers = Here()
        server = Server(Tables(store), store, guests_begin=True, workers=workers)
        with TestClient(application(server), base_url=PLACE) as client:
            yield Desk(client, store, workers, lang)
