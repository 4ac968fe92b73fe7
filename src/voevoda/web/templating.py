"""Pages and their live regions as HTML."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from voevoda.i18n import LANGUAGES, Language, text
from voevoda.web.assets import address
from voevoda.web.pages import Page

REGIONS = ("track", "score", "ask", "waits", "hand", "log", "odds")
"""The parts of a table that change by themselves, each an element with this id."""


def render(page: Page, lang: Language) -> str:
    """The whole page."""
    return _environment(lang).get_template(page.template).render(page=page)


def render_region(name: str, page: Page, lang: Language) -> str:
    """One live region of it: of a table one of `REGIONS`, of a set-up `rail`."""
    return _environment(lang).get_template(f"regions/{name}.html").render(page=page)


@cache
def _environment(lang: Language) -> Environment:
    """The templates with the words of `lang`: a macro says `t("web.home")`."""
    environment = Environment(
        loader=PackageLoader("voevoda.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.globals |= {
        "lang": lang,
        "other": next(each for each in LANGUAGES if each != lang),
        "t": lambda key, **facts: text(lang, key, facts),
        "address": address,
    }
    environment.filters["across"] = across
    return environment


def across(share: float) -> str:
    """A share of 1 as the length of a drawing: 0.207 is "20.7%"."""
    return f"{share:.3%}".replace("%", "").rstrip("0").rstrip(".") + "%"
