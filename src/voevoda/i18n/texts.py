"""A key and its facts made into text.

What a text may hold, beside words:

- `{fact}`: the fact as the language writes it, a float to two decimals. A word of the rules (a string, true,
  false or none) that has an entry "KEY.FACT=VALUE" or "PREFIX.FACT=VALUE" (PREFIX is the first dotted part of
  the key) is translated by it; lists are joined with ", "; a mapping is rendered by the entry "KEY.FACT", if
  there is one.
- `{fact:+}`: a number with its sign.
- `{fact:%}`: a share of 1 in per cent.
- `{fact:±}`: a number as it is added to another: + 5, − 5.
- `{fact:word}`: the number with a noun, by the plural entry "PREFIX.word", whose own `{n}` is the number; or
  a word of the rules by the entry "PREFIX.word=VALUE", if there is one. Of a list, each.
- `{parts}`: each fact that has an entry "KEY.FACT=VALUE" or "KEY.FACT" rendered by it, in the order of the
  facts, joined with the entry "KEY.parts", else with "; ". Such an entry sees all the facts, and `n` is its
  own. A fact that is none or false needs a "KEY.FACT=VALUE". Where there is only one part, the entry
  "KEY.alone", if there is one, is the whole text.
- `{{` and `}}`: braces.

Facts are put in once and never looked into, so a person called "{n}" stays "{n}".
"""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

from voevoda.i18n.catalogues import Forms, catalogue
from voevoda.i18n.languages import Language
from voevoda.i18n.numbers import MINUS, Number, number, percent, plural

Entry: TypeAlias = Callable[[str], Forms | None]
"""The texts of a key, if it has any."""

PLACEHOLDER = re.compile(r"\{\{|\}\}|\{(?P<fact>\w+)(?::(?P<form>[+±%]|\w+))?\}")


def text(lang: Language, key: str, facts: Mapping[str, object]) -> str:
    """The sentence for `key` in `lang`; an entry with plural forms is chosen by the fact `n`.

    Raises KeyError for a key or a fact that is not there, which is an error in the program.
    """
    # All that a text is made of stands in the catalogue of its key.
    return render(lang, key, facts, catalogue(lang, prefix(key)).get)


def has_text(lang: Language, key: str) -> bool:
    """Whether there is an entry for `key`."""
    return key in catalogue(lang, prefix(key))


def prefix(key: str) -> str:
    """The first dotted part of a key, which names its catalogue: "wfrp" of "wfrp.round.test"."""
    return key.partition(".")[0]


def render(lang: Language, key: str, facts: Mapping[str, object], entry: Entry) -> str:
    """What `text` does, with the entries given."""

    def fact(name: str, value: object) -> str:
        if isinstance(value, list | tuple):
            return ", ".join(fact(name, each) for each in value)
        if isinstance(value, Mapping):
            if entry(f"{key}.{name}"):
                return render(lang, f"{key}.{name}", value, entry)
            return ", ".join(f"{fact(name, each)}: {fact(name, value[each])}" for each in value)
        if _is_number(value):
            return number(lang, round(Fraction(value), 2) if isinstance(value, float) else _number(value))
        word = _word(value)
        for translated in (f"{key}.{name}={word}", f"{prefix(key)}.{name}={word}"):
            if entry(translated):
                return render(lang, translated, {}, entry)
        return word

    def part(name: str, value: object) -> list[str]:
        plain = [] if value is None or value is False else [f"{key}.{name}"]
        names = [f"{key}.{name}={_word(value)}", *plain]
        known = [each for each in names if entry(each)]
        return [render(lang, each, {**facts, "n": value}, entry) for each in known[:1]]

    def parts() -> list[str]:
        return [each for name, value in facts.items() for each in part(name, value)]

    def fill(found: re.Match[str]) -> str:
        name, form = found["fact"], found["form"]
        if name is None:
            return found[0][0]
        if name == "parts" and name not in facts:
            (between,) = entry(f"{key}.parts") or ("; ",)
            return between.join(parts())
        if form is None:
            return fact(name, facts[name])
        if form == "%":
            return percent(lang, _number(facts[name]))
        if form == "+":
            return number(lang, _number(facts[name]), sign=True)
        if form == "±":
            value = _number(facts[name])
            return f"{MINUS if value < 0 else '+'} {number(lang, -value if value < 0 else value)}"
        return noun(form, facts[name])

    def noun(form: str, value: object) -> str:
        if isinstance(value, list | tuple):
            return ", ".join(noun(form, each) for each in value)
        named = f"{prefix(key)}.{form}"
        word = f"{named}={_word(value)}"
        return render(lang, word if entry(word) else named, {**facts, "n": value}, entry)

    forms = entry(key)
    if forms is None:
        raise KeyError(key)
    alone = entry(f"{key}.alone")
    if alone is not None and len(parts()) == 1:
        forms = alone
    form = forms[0 if len(forms) == 1 else plural(lang, _number(facts["n"]))]
    return PLACEHOLDER.sub(fill, form) if "{" in form or "}" in form else form


def _word(value: object) -> str:
    """A value as the catalogues spell it after "="."""
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | Decimal | Fraction) and not isinstance(value, bool)


def _number(value: object) -> Number:
    if isinstance(value, int | float | Decimal | Fraction):
        return value
    raise TypeError(value)
