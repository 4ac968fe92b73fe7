"""Every page, in both languages: nothing keeps anybody from using it, by light and dark, and it fits."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

from tests.browser.houses import DESK
from tests.browser.places import all_places, everywhere
from voevoda.i18n import Language

WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth"

CUT = """() => [...document.querySelectorAll('main *, header *')].filter(each => {
  const style = getComputedStyle(each);
  return each.clientWidth && /hidden|clip/.test(style.overflowX + style.overflowY)
    && !each.matches('input, select, textarea') && style.position !== 'absolute'
    && !each.closest('details:not([open]), svg, .aside')
    && (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1);
}).map(each => each.outerHTML.slice(0, 120))"""
"""The elements of which something is cut off."""


def violations(page: Page) -> list[str]:
    """What axe finds, with the first element of each kind."""
    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]} ({len(each['nodes'])})" for each in found]


def wrong_on(page: Page) -> list[str]:
    """What is wrong with a page that is open."""
    found = violations(page)
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        found += [f"wider than {width}"] if page.evaluate(WIDER) else []
    page.set_viewport_size({"width": 390, "height": 844})
    _ = page.evaluate("document.documentElement.style.fontSize = '200%'")
    found += [f"cut at 200 %: {each}" for each in page.evaluate(CUT)]
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("lang", "dark"), [("en", False), ("ru", True)])
def test_every_page_can_be_used_by_everybody_and_fits_a_phone(
    tmp_path: Path, lang: Language, dark: bool
) -> None:
    """No violation that axe knows, by light and by dark; at 390 and 320 pixels nothing is too wide."""
    wrong = list[tuple[str, list[str]]]()
    with all_places(tmp_path, lang) as (at, places), everywhere(at, places, dark=dark) as (page, pages):
        for name, path in pages:
            answer = page.goto(path)
            assert answer is not None
            assert answer.status < 500, (name, at.log())
            assert lang == page.get_attribute("html", "lang"), name
            if found := wrong_on(page):
                wrong.append((name, found))
    assert [] == wrong, "\n".join(f"{name}: {each}" for name, found in wrong for each in found)
