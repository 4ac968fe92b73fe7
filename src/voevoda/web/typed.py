"""What people type for what lies on their table: faces of dice, and cards as people write them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

RANKS: Final = {
    "2": ("2", "two", "двойка"),
    "3": ("3", "three", "тройка"),
    "4": ("4", "four", "четверка"),
    "5": ("5", "five", "пятерка"),
    "6": ("6", "six", "шестерка"),
    "7": ("7", "seven", "семерка"),
    "8": ("8", "eight", "восьмерка"),
    "9": ("9", "nine", "девятка"),
    "10": ("10", "t", "ten", "десятка"),
    "J": ("j", "jack", "в", "валет"),
    "Q": ("q", "queen", "д", "дама"),
    "K": ("k", "king", "к", "король"),
    "A": ("a", "а", "ace", "т", "туз"),
}
"""What a rank is called, by how the journal writes it."""

SUITS: Final = {
    "C": ("c", "с", "♣", "club", "clubs", "т", "треф", "трефы", "к", "крести"),
    "D": ("d", "♦", "diamond", "diamonds", "б", "бубен", "бубны"),
    "H": ("h", "♥", "heart", "hearts", "ч", "червей", "черв", "червы", "черви"),
    "S": ("s", "♠", "spade", "spades", "п", "пик", "пики"),
}

CARDS: Final = {
    rank + suit: f"{card}{colour}"
    for card, ranks in RANKS.items()
    for rank in ranks
    for colour, suits in SUITS.items()
    for suit in suits
}
"""The cards by all their names, without spaces."""

JOKERS: Final = {"j1": ("J1",), "j2": ("J2",), "joker": ("J1", "J2"), "джокер": ("J1", "J2")}
"""Two look alike: the first that is named is the first."""


def cards_of(words: Iterable[str], among: Sequence[object] = ()) -> list[str]:
    """Cards, or other names, as the journal writes them: a word may hold several, parted by commas.

    What is ``among`` the names to be drawn, or is called like no card, stays as it was typed.
    """
    found = list[str]()
    for word in words:
        for part in re.split(r"[,;]", word):
            if name := part.strip():
                found.append(name if name in among else _card(name, found))
    return found


def _card(name: str, before: Sequence[str]) -> str:
    plain = unicodedata.normalize("NFKC", name).casefold().replace("ё", "е")
    # As an emoji a suit has something behind it that asks for colour.
    plain = re.sub(r"\bof\b|[\s\N{VARIATION SELECTOR-16}-]", "", plain)
    jokers = JOKERS.get(plain, ())
    return next((joker for joker in jokers if joker not in before), CARDS.get(plain, name))


def faces_of(words: Sequence[str], sides: int = 0) -> list[object]:
    """The faces in some words; whatever parts them: spaces, commas, points, pluses.

    On a d100 00 is 100, on a d10 0 is 10; what is no number stays as it was typed, to be refused by name.
    """
    found = list[object]()
    for word in words:
        for part in re.split(r"[\s,.;+]+", unicodedata.normalize("NFKC", word).strip()):
            if part:
                found.append(_face(part, sides))
    return found


def _face(word: str, sides: int) -> object:
    if (sides, word) in ((100, "00"), (100, "000"), (10, "0")):
        return sides
    return int(word) if re.fullmatch(r"-?[0-9]{1,9}", word, re.ASCII) else word
