"""A page read back: its elements in order, each with what it stands in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"br", "img", "input", "link", "meta"}
EMPTY_IN_SVG = {"circle", "ellipse", "line", "path", "rect", "use"}


@dataclass
class Element:
    """One element and what is inside it."""

    tag: str
    attributes: dict[str, str]
    inside: list[Element] = field(default_factory=list)
    text: str = ""

    def walk(self) -> Iterator[Element]:
        """This element and all below it."""
        yield self
        for each in self.inside:
            yield from each.walk()


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.stack = [Element("document", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert sorted(set(names)) == sorted(names), f"an attribute twice in <{tag}>"
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.stack[-1].inside.append(element)
        if tag not in VOID:
            self.stack.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in EMPTY_IN_SVG, f"<{tag}/> closes itself in SVG only"
        self.stack[-1].inside.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.stack[-1].tag == tag, f"</{tag}> ends <{self.stack[-1].tag}>"
        self.stack.pop()

    def handle_data(self, data: str) -> None:
        for element in self.stack:
            element.text += data


def read(html: str) -> Element:
    """The document.  Fails where an element is closed in the wrong order, or an attribute stands twice."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert ["document"] == [each.tag for each in reader.stack]
    return reader.stack[0]
