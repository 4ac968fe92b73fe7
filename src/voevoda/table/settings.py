"""What a table has agreed on: whose dice are thrown by it, whose typed in, whom the referee stands in for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, cast, get_args

from voevoda.play.seats import SPECTATOR, Facts, Seat, player
from voevoda.rulebooks.book import Book

Dice: TypeAlias = Literal["table", "typed", "either"]
"""Thrown by the table from its seed, typed in by whoever throws real ones, or as he likes each time."""

DICE: Final[tuple[str, ...]] = get_args(Dice)

MOST_ARRIVALS = 20
"""So many of those who sat down are kept."""

NONE: Mapping[Any, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Settings:
    """The agreements of one table."""

    dice: Dice = "either"
    """For every seat that has none of its own."""
    dice_of: Mapping[Seat, Dice] = field(default_factory=lambda: NONE)
    at_once: bool = False
    """Whether dice are thrown as soon as they are asked for, where they are not typed in."""
    taken: frozenset[Seat] = frozenset()
    """The seats that the referee has taken over."""
    sides: Mapping[Seat, str] = field(default_factory=lambda: NONE)
    """Whose side each player's character is on."""
    imported: bool = False
    """Whether the battle came from a file: who has that may know its seed, and what was hidden in it."""
    appeals: tuple[tuple[Seat, str], ...] = ()
    """What was said to the referee and not read yet."""
    arrivals: tuple[tuple[Seat, str, int], ...] = ()
    """Who sat down once the battle was under way, the last of them: the seat, his name, the round."""

    def dice_for(self, seat: Seat) -> Dice:
        """Who throws the dice of ``seat``."""
        return self.dice_of.get(seat, self.dice)

    def to_json(self) -> dict[str, Any]:
        """The settings as the database keeps them."""
        return {
            "dice": self.dice,
            "dice_of": {str(seat): dice for seat, dice in self.dice_of.items()},
            "at_once": self.at_once,
            "taken": sorted(map(str, self.taken)),
            "sides": {str(seat): side for seat, side in self.sides.items()},
            "imported": self.imported,
            "appeals": [[str(seat), words] for seat, words in self.appeals],
            "arrivals": [[str(seat), name, round_] for seat, name, round_ in self.arrivals],
        }

    @staticmethod
    def from_json(kept: Mapping[str, Any]) -> Settings:
        """The settings that ``to_json`` wrote."""
        return Settings(
            dice=kept.get("dice", "either"),
            dice_of={Seat.parse(seat): dice for seat, dice in kept.get("dice_of", {}).items()},
            at_once=kept.get("at_once", False),
            taken=frozenset(map(Seat.parse, kept.get("taken", ()))),
            sides={Seat.parse(seat): side for seat, side in kept.get("sides", {}).items()},
            imported=kept.get("imported", False),
            appeals=tuple((Seat.parse(seat), words) for seat, words in kept.get("appeals", ())),
            arrivals=tuple(
                (Seat.parse(seat), name, round_) for seat, name, round_ in kept.get("arrivals", ())
            ),
        )


def players_of(book: Book[Any], state: Any) -> dict[Seat, str]:
    """The players of named characters, each with the side he is on."""
    return {
        player(str(character["name"])): str(side["name"])
        for side in book.sides(state, (), SPECTATOR)
        for character in cast("Iterable[Facts]", side.get("characters", ()))
    }
