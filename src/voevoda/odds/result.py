"""What an engine hands over: the odds of a battle, and how far they can be trusted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeVar

from voevoda.odds.laws import ArrayLaw


class SideOdds(Protocol):
    """A book's numbers for one side."""

    @property
    def name(self) -> str:
        """The side's name."""
        ...

    def to_json(self) -> dict[str, object]:
        """The side as in a report of odds."""
        ...


SideT_co = TypeVar("SideT_co", bound=SideOdds, covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds(Generic[SideT_co]):
    """The odds of one battle. Every approximation is stated here and stays with the numbers."""

    win: tuple[float, ...]
    """Probability of victory, side by side."""
    no_winner: float
    """Probability that nobody wins; with ``win`` and ``missing`` it makes 1."""
    endings: tuple[tuple[str, float], ...]
    """How the battle ends, by the book's names."""
    rounds: ArrayLaw | None
    """Law of the number of rounds; None for a book without rounds."""
    sides: tuple[SideT_co, ...]
    """What the book tells of each side."""
    method: Literal["exact", "sampled"] = "exact"
    """Computed to the last digits of floating point, or from a sample."""
    samples: int | None = None
    """Battles in the sample."""
    seed: str | None = None
    """Seed of the sample."""
    policy: str | None = None
    """Who is assumed to make the choices, and how; None where there is nothing to choose."""
    missing: float = 0.0
    """Probability that was cut off as too small, never scaled up again. Below 1e-12 for an exact engine."""
    error: tuple[tuple[float, ...], float] | None = None
    """Half the 95 % interval of each ``win`` and of ``no_winner``, when sampled."""
    extras: Mapping[str, object] = field(default_factory=dict, hash=False)
    """What the book tells beside its sides, in the form of JSON."""

    def to_json(self) -> dict[str, object]:
        """The report of odds without the battle's own heading (rulebook, title)."""
        names = [side.name for side in self.sides]
        error = self.error and {
            "win": dict(zip(names, self.error[0], strict=True)),
            "no_winner": self.error[1],
        }
        rounds = self.rounds and {"rounds": self.rounds.to_json()}
        return {
            "method": self.method,
            "samples": self.samples,
            "seed": self.seed,
            "policy": self.policy,
            "missing": self.missing,
            "win": dict(zip(names, self.win, strict=True)),
            "no_winner": self.no_winner,
            "error": error,
            "endings": dict(self.endings),
            **(rounds or {}),
            **self.extras,
            "sides": [side.to_json() for side in self.sides],
        }


@dataclass(frozen=True, slots=True)
class Worth:
    """What one modifier of a battle is worth to the side that has it."""

    path: str
    """In the words of the file: ``sides.Greenskins.ranged``."""
    given: object
    """What the file says there."""
    side: int
    """Index of the side."""
    without: Odds[Any]
    """The odds where the modifier is left out."""
    worth: float
    """The side's chance to win with it, less that without it."""
    loc: tuple[str | int, ...] = ()
    """Where it stands in the values of the file."""
