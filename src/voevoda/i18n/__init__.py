"""Keys and facts made into sentences a person reads, in Russian or English.

The rest of the program speaks in keys ("wfrp.round.test") and facts; only this package knows any language.
"""

from voevoda.i18n.languages import LANGUAGES, Language, language
from voevoda.i18n.numbers import number, percent
from voevoda.i18n.texts import has_text, text

__all__ = ["LANGUAGES", "Language", "has_text", "language", "number", "percent", "text"]
