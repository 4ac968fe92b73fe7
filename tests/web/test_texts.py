"""Words of the pages: every one that a template says is there, and every one that is there is said."""

from __future__ import annotations

import re
from importlib.resources import files

from voevoda.i18n import LANGUAGES, has_text
from voevoda.i18n.catalogues import catalogue
from voevoda.web.templating import _environment


def sources() -> str:
    """All templates, one after another."""
    templates = files("voevoda.web") / "templates"
    names = _environment("en").list_templates()
    return "\n".join((templates / name).read_text("utf-8") for name in names)


def test_every_word_that_is_said_is_in_both_languages() -> None:
    """The keys of the templates."""
    said = set(re.findall(r"\bt\(['\"](web\.[a-z_0-9.]*[a-z_0-9])['\"][,)]", sources()))

    assert len(said) > 50
    assert [] == [(key, lang) for key in said for lang in LANGUAGES if not has_text(lang, key)]


def test_every_word_in_the_catalogue_is_said() -> None:
    """None is left over from what is gone; a key may be said by its beginning, with the rest from a value."""
    text = sources()
    begun = tuple(re.findall(r"['\"](web\.[a-z_.]+\.)['\"] ~", text))

    assert [] == [key for key in catalogue("en", "web") if key not in text and not key.startswith(begun)]


def test_templates_have_no_words_of_their_own() -> None:
    """Outside tags and expressions there is nothing to be read in a language."""
    bare = sources()
    for markup in (r"\{#.*?#\}", r"\{%.*?%\}|\{\{.*?\}\}", r"<[^>]*>", r'[\w-]+="[^"]*"'):
        bare = re.sub(markup, " ", bare, flags=re.DOTALL)

    assert {"doctype", "html"} >= {word.lower() for word in re.findall(r"[^\W\d_]{2,}", bare)}
