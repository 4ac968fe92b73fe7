"""Pages and their live regions as HTML."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from voevoda.i18n import LANGUAGES, Language, text
from voevoda.web.assets import address, asset
from voevoda.web.pages import Page

REGIONS = ("over", "track", "score", "ask", "waits", "hand", "log", "odds", "offers", "dock")
"""The parts of a table that change by themselves, each an element with this id."""


AROUND = re.compile(
    r'<link [^>]*>|<script .*?</script>|<a class="skip".*?</a>|<header .*?</header>', re.DOTALL
)
"""What a page has around it that leads to a server."""

LEADS = re.compile(r' href="/[^"]*"')

WHOLE = re.compile(
    r"(?<![\w-])[A-Z]-\d+(?:\.\d+)*(?![\w-])"
    r"|(?<![\w.,])[+\u2212]?\d[\d\u00a0\u202f.,/]*(?: [+\u2212×−=/] [+\u2212]?\d[\d\u00a0\u202f.,/]*\d|"
    r" [+\u2212×−=/] [+\u2212]?\d)+(?![\w])"
)
"""What is never broken across lines: the number of a clause, and a sum."""


def render(page: Page, lang: Language) -> str:
    """The whole page."""
    return _environment(lang).get_template(page.template).render(page=page)


def render_alone(page: Page, lang: Language) -> str:
    """The whole page as a file of its own: its styles in it, and nothing that leads to a server."""
    html = AROUND.sub("", render(page, lang))
    style = asset("voevoda.css").decode()
    return LEADS.sub("", html).replace("</head>", f"<style>\n{style}</style>\n</head>", 1)


def render_region(name: str, page: Page, lang: Language) -> str:
    """One live region of it: of a table one of `REGIONS`, of a set-up `rail`."""
    return _environment(lang).get_template(f"regions/{name}.html").render(page=page)


def render_wrong(name: str, words: str, lang: Language) -> str:
    """What is wrong with the field of this name, as it stands below it."""
    fields = _environment(lang).get_template("components/fields.html").module
    return str(getattr(fields, "wrong")({"name": name, "error": words})).strip()  # noqa: B009 (a macro)


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
        # Lines of the log come again with every page, and for every seat that may read them.
        "once": lru_cache(maxsize=8_000)(lambda macro, each: macro(each)),
    }
    environment.filters |= {"across": across, "whole": whole}
    return environment


def across(share: float) -> str:
    """A share of 1 as the length of a drawing: 0.207 is "20.7%"."""
    return f"{share:.3%}".replace("%", "").rstrip("0").rstrip(".") + "%"


def whole(sentence: str) -> Markup:
    """A sentence in which no number of a clause and no sum is broken across lines."""
    found, at = Markup(), 0
    for part in WHOLE.finditer(sentence):
        found += escape(sentence[at : part.start()]) + Markup('<span class="whole">{}</span>').format(part[0])
        at = part.end()
    return found + escape(sentence[at:])
