"""What the referee has set by hand, and what he may set, in words."""

from __future__ import annotations

from collections.abc import Sequence

from voevoda.i18n import Language, has_text, number, text
from voevoda.play.seats import Fact, Facts


def set_text(lang: Language, facts: Facts) -> str:
    """The sentence that tells of a number set, from the facts of its line.

    An older journal holds neither the number's name nor what it was before.
    """
    name, whose, reason = facts.get("name"), facts.get("whose"), facts["reason"]
    if not isinstance(name, str) or not isinstance(whose, tuple) or not has_text(lang, name):
        return text(lang, "play.overridden", facts)
    signed = facts.get("signed") is True
    said = {
        "what": ", ".join((*map(str, whose), text(lang, name, {}))),
        "value": value_text(lang, facts["value"], signed=signed),
        "before": value_text(lang, facts.get("before"), signed=signed),
        "reason": reason,
    }
    return text(lang, "play.overridden.known", said)


def number_text(lang: Language, name: str, whose: Sequence[str]) -> str:
    """A number by its name: whose it is, and what it is called."""
    called = text(lang, name, {})
    return text(lang, "play.number", {"whose": tuple(whose), "called": called}) if whose else called


def value_text(lang: Language, value: Fact, *, signed: bool = False) -> str:
    """A value of a number; several, where one number stands for several that differ."""
    if isinstance(value, tuple):
        return ", ".join(value_text(lang, each, signed=signed) for each in value)
    if type(value) is int:
        return number(lang, value, sign=signed)
    return text(lang, "play.value", {"value": value})


def listed_text(lang: Language, facts: Facts) -> str:
    """A number that may be set: its name, what it is now, what is accepted.

    ``facts`` are those of a ``voevoda.play.position.Number``.
    """
    most = facts["most"]
    key = "from" if isinstance(most, int) and most >= ENDLESS else "between"
    if facts["optional"]:
        key = "optional"
    return text(lang, f"play.number.{key}", _said(lang, facts))


def refused_text(lang: Language, facts: Facts, given: str) -> str:
    """That a number cannot be what was given, and what it can be; ``facts`` as above."""
    return text(lang, "play.number.refused", {**_said(lang, facts), "given": given})


def _said(lang: Language, facts: Facts) -> dict[str, str]:
    """A number's fields in words."""
    name, whose, signed = facts["name"], facts["whose"], facts["signed"] is True
    assert isinstance(name, str)
    assert isinstance(whose, tuple)
    values = {each: value_text(lang, facts[each], signed=signed) for each in ("now", "least", "most")}
    return {"number": number_text(lang, name, tuple(map(str, whose))), **values}


ENDLESS = 10**9
"""A number that may be so high has no upper end that would have to be told."""
