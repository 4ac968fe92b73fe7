"""The numbers of the book, each with its clause."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

ModeName = Literal["dense", "close", "short", "medium", "long"]
"""The ways to fight that a battle card lists: at grips, hand to hand, and at three distances."""

MODES: tuple[ModeName, ...] = ("dense", "close", "short", "medium", "long")
"""In the order of the card."""

CONTEST = 10
"""C-2, C-3: sides of the dice that leaders and sides throw."""

TEST = 20
"""C-4 to C-6: sides of the two dice of a test, and of the die that sets State."""


@dataclass(frozen=True, slots=True)
class Dice:
    """A number of dice to be thrown."""

    count: int
    sides: int


Ammunition = Literal["sparing", "normal", "heavy"]
"""How freely a fighter spends what he shoots or throws."""

SPENT = MappingProxyType({"sparing": Dice(1, 4), "normal": Dice(2, 4), "heavy": Dice(3, 6)})
"""C-8: what a fight takes of the ammunition carried."""
