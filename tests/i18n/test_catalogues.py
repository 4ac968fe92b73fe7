"""Both languages are always whole: the catalogues as files."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

import voevoda
from voevoda.i18n import LANGUAGES, Language, has_text
from voevoda.i18n.catalogues import catalogue
from voevoda.i18n.texts import PLACEHOLDER

SOURCE = Path(voevoda.__file__).parent
MESSAGES = SOURCE / "i18n" / "messages"
NAMES = sorted({path.stem for path in MESSAGES.glob("*/*.po")})
FORMS = {"ru": 3, "en": 2}


def read(lang: Language, name: str) -> Catalog:
    """A catalogue as gettext sees it."""
    with (MESSAGES / lang / f"{name}.po").open("rb") as opened:
        return read_po(opened, locale=lang, abort_invalid=True)


def placeholders(forms: tuple[str, ...]) -> set[str]:
    """The facts that the texts of a key show."""
    return {found["fact"] for form in forms for found in PLACEHOLDER.finditer(form) if found["fact"]}


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_have_the_same_keys(name: str) -> None:
    """And with the same facts in them; a language may leave out only `n`, where one reads better than 1."""
    ru, en = (catalogue(lang, name) for lang in ("ru", "en"))

    assert sorted(ru) == sorted(en)
    assert [] == [key for key in en if (placeholders(en[key]) ^ placeholders(ru[key])) - {"n"}]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_entry_is_finished(lang: Language, name: str) -> None:
    """No fuzzy, empty, doubled or misplaced entry; each plural has all the forms of its language."""
    messages = [message for message in read(lang, name) if message.id]
    keys = re.findall(r'^msgid "(.+)"', (MESSAGES / lang / f"{name}.po").read_text("utf-8"), re.MULTILINE)
    forms = catalogue(lang, name)

    assert [] == [message.id for message in messages if message.fuzzy or not message.string]
    assert [] == [key for key in forms if not key.startswith(f"{name}.") or not all(forms[key])]
    assert sorted(set(keys)) == sorted(keys)
    assert [] == [key for key in forms if len(forms[key]) not in (1, FORMS[lang])]
    assert FORMS[lang] == read(lang, name).num_plurals


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_brace_belongs_to_a_fact(lang: Language, name: str) -> None:
    """A brace that is neither doubled nor part of a placeholder is a slip; so is a noun that is not there."""
    forms = catalogue(lang, name)
    together = {key: "".join(texts) for key, texts in forms.items()}
    nouns = {found["form"] for each in together.values() for found in PLACEHOLDER.finditer(each)}

    assert [] == [key for key, each in together.items() if re.search("[{}]", PLACEHOLDER.sub("", each))]
    known = {key.partition("=")[0] for key in forms}
    assert set() == {f"{name}.{noun}" for noun in nouns - {None, "+", "±", "%"}} - known


def keys_in_source() -> Iterator[tuple[str, str]]:
    """Strings of the source that look like keys of a catalogue that exists, with the file they stand in."""
    key = re.compile(rf"({'|'.join(NAMES)})(\.[a-z0-9_]+(-[a-z0-9_]+)*)+")
    files = (".yaml", ".po", ".py", ".md", ".json", ".html")
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            text = node.value if isinstance(node, ast.Constant) else None
            if isinstance(text, str) and key.fullmatch(text) and not text.endswith(files):
                yield text, path.name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_key_that_is_used_exists(lang: Language) -> None:
    """A key written in the source has its text."""
    missing = [(key, path) for key, path in keys_in_source() if not has_text(lang, key)]

    assert [] == missing
