"""The screens as HTML: whole, safe under a strict policy, and with every reference leading somewhere."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from typing import Any, get_args, get_type_hints

import pytest

from tests.web.components import components
from tests.web.html import Element, read
from tests.web.samples import pages, savage, setup, spectator, wfrp
from voevoda.i18n import LANGUAGES, Language
from voevoda.web import fields as field_parts
from voevoda.web import figures, parts
from voevoda.web import pages as page_parts
from voevoda.web.pages import Page
from voevoda.web.templating import REGIONS, across, render, render_region

NAMES = sorted(pages())
NASTY = """<b onclick="x">'&{{ 7 * 7 }}"""


def documents() -> list[tuple[str, Language]]:
    """All screens and the page of components, in both languages."""
    return [(name, lang) for name in [*NAMES, "components"] for lang in LANGUAGES]


def document(name: str, lang: Language) -> str:
    """The HTML of one of them."""
    return components(lang) if name == "components" else render(pages()[name], lang)


@pytest.mark.parametrize(("name", "lang"), documents())
def test_a_page_is_well_formed_and_in_its_language(name: str, lang: Language) -> None:
    """Elements close in their order; the language is said; there is one first heading and one main part."""
    page = read(document(name, lang))
    tags = [each.tag for each in page.walk()]

    assert [lang] == [each.attributes["lang"] for each in page.walk() if each.tag == "html"]
    assert (1, 1) == (tags.count("h1"), tags.count("main"))


@pytest.mark.parametrize(("name", "lang"), documents())
def test_nothing_in_a_page_needs_a_looser_policy(name: str, lang: Language) -> None:
    """No style or script inside it, no handler in an attribute, nothing from another server."""
    for each in read(document(name, lang)).walk():
        assert each.tag not in {"style", "iframe", "object", "embed"}
        assert each.tag != "script" or each.attributes.get("src")
        assert "style" not in each.attributes
        assert [] == [attribute for attribute in each.attributes if attribute.startswith("on")]
        for attribute in ("src", "href", "action"):
            assert re.match(r"[/#]|$", each.attributes.get(attribute, ""))


@pytest.mark.parametrize(("name", "lang"), documents())
def test_every_reference_inside_a_page_leads_somewhere(name: str, lang: Language) -> None:
    """Ids are there once; labels, descriptions, links and drawings name one that is there."""
    page = list(read(document(name, lang)).walk())
    ids = [each.attributes["id"] for each in page if "id" in each.attributes]
    named = [
        reference
        for each in page
        for attribute in ("for", "aria-labelledby", "aria-describedby")
        for reference in each.attributes.get(attribute, "").split()
    ]
    drawn = [each.attributes["href"][1:] for each in page if each.tag == "use"]
    painted = re.findall(r"url\(#([\w-]+)\)", document(name, lang))
    skipped = [each.attributes["href"][1:] for each in page if each.attributes.get("class") == "skip"]

    assert sorted(set(ids)) == sorted(ids)
    assert set() == {*named, *drawn, *painted, *skipped} - set(ids)


@pytest.mark.parametrize(("name", "lang"), documents())
def test_everything_that_is_pressed_or_filled_has_a_name(name: str, lang: Language) -> None:
    """Buttons and links have text; fields have a label; pictures say what they show, or are hidden."""
    page = read(document(name, lang))
    labelled = {each.attributes.get("for") for each in page.walk() if each.tag == "label"}
    inside = {id(each) for label in page.walk() if label.tag == "label" for each in label.walk()}
    for each in page.walk():
        named = each.attributes.get("aria-label") or each.text.strip()
        if each.tag in {"button", "a", "summary"}:
            assert named
        if each.tag in {"input", "select", "textarea"} and each.attributes.get("type") != "hidden":
            assert each.attributes.get("id") in labelled or id(each) in inside
        if each.attributes.get("role") == "img":
            assert each.attributes["aria-label"]


def test_a_drawing_says_what_it_shows_or_is_hidden() -> None:
    """Every drawing of its own is an image with a name, or left out of what is read aloud."""

    def bare(element: Element, told: bool) -> list[Element]:
        told = told or "aria-label" in element.attributes or "aria-hidden" in element.attributes
        found = [element] if element.tag == "svg" and not told else []
        return found + [each for inner in element.inside for each in bare(inner, told)]

    assert [] == [found for name in NAMES for found in bare(read(document(name, "ru")), told=False)]


# What a person typed stays text


def nastier(value: Any, annotation: Any, namespace: dict[str, Any]) -> Any:
    """The record with something nasty after each of its texts; words that the program chooses are kept."""
    if is_dataclass(value) and not isinstance(value, type):
        hints = get_type_hints(type(value), namespace)
        changed = {
            each.name: nastier(getattr(value, each.name), hints[each.name], namespace)
            for each in fields(value)
        }
        return replace(value, **changed)
    if isinstance(value, tuple):
        inner = [each for each in get_args(annotation) if each is not Ellipsis] or [str]
        return tuple(
            nastier(each, inner[n] if n < len(inner) else inner[0], namespace) for n, each in enumerate(value)
        )
    if isinstance(value, str) and value and not chosen(annotation):
        return value + NASTY
    return value


def chosen(annotation: Any) -> bool:
    """Whether only certain words may stand there."""
    return "Literal" in str(annotation)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_name_cannot_become_markup(name: str, lang: Language) -> None:
    """Whatever stands in a text, an attribute or an address arrives as it was typed, and adds no element."""
    namespace = {**vars(parts), **vars(figures), **vars(field_parts), **vars(page_parts)}
    plain = pages()[name]
    nasty: Page = nastier(plain, type(plain), namespace)
    before = [each.tag for each in read(render(plain, lang)).walk()]
    html = render(nasty, lang)
    after = read(html)

    assert NASTY not in html
    assert before == [each.tag for each in after.walk()]
    assert NASTY in after.text
    assert [] == [each for each in after.walk() if "onclick" in each.attributes]


# Live regions


@pytest.mark.parametrize("name", REGIONS)
def test_a_region_of_a_table_is_the_same_by_itself(name: str) -> None:
    """So that what the socket brings replaces what the page had; and it carries its id."""
    for table in (savage(), spectator(), wfrp()):
        region = render_region(name, table, "ru").strip()

        assert region in render(table, "ru")
        assert 1 == region.count(f'id="{name}"')


def test_the_rail_is_the_region_of_a_set_up() -> None:
    """The editors beside it stay untouched."""
    rail = render_region("rail", setup(), "ru").strip()

    assert rail in render(setup(), "ru")
    assert "<input" not in rail


def test_backs_of_cards_are_all_alike() -> None:
    """Neither order nor identity of a hidden card is in the page."""
    page = read(render(spectator(), "ru"))
    backs = [each for each in page.walk() if each.attributes.get("class", "").startswith("card back")]
    told = {
        str(each.attributes | {"inside": str([inner.attributes for inner in each.walk()])}) for each in backs
    }

    assert 5 == len(backs)
    assert 2 == len(told)


@pytest.mark.parametrize(
    ("share", "expected"), [(0.207, "20.7%"), (0, "0%"), (1, "100%"), (1 / 3, "33.333%"), (0.5, "50%")]
)
def test_a_share_is_a_length(share: float, expected: str) -> None:
    """Without needless digits, and with a point in every language."""
    assert expected == across(share)
