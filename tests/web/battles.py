"""Battles played at a table, for the pages of its seats: the examples, each to several moments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from voevoda.files.battle import read_battle
from voevoda.journal_store import Store, open_store
from voevoda.play.journal import begin
from voevoda.play.seats import REFEREE, SPECTATOR, Seat, commander, player
from voevoda.rulebooks import BOOKS
from voevoda.table import Command, Done, Sight, Tables, Taken, Throw
from voevoda.table.commands import Answer

EXAMPLES = Path(__file__).parents[2] / "examples"

IDS = count()


@dataclass(eq=False, slots=True)
class Game:
    """A battle with somebody at every seat."""

    tables: Tables
    battle: str
    tokens: dict[Seat, str] = field(default_factory=dict)
    wants: dict[str, str] = field(default_factory=dict)
    """What is chosen instead of the first option, by the key of the question."""

    def sight(self, seat: Seat) -> Sight:
        """What a seat sees."""
        found = self.tables.sight(self.tokens[seat])
        assert isinstance(found, Sight), found
        return found

    def state(self) -> Any:
        """The true state, for tests that look for it where it must not be."""
        return self.tables._board(self.tables._table(self.battle)).at.state

    def do(self, seat: Seat, command: Command) -> None:
        """Give a command that is not to be refused."""
        done = self.tables.do(self.tokens[seat], f"game {next(IDS)}", command)
        assert isinstance(done, Done), done

    def waiting(self) -> list[Seat]:
        """The seats that are asked something and have not answered."""
        return [
            seat for seat in self.tokens if any(ask["laid"] is None for ask in self.sight(seat).seen.asks)
        ]

    def step(self) -> bool:
        """Let one seat that waits answer: dice are thrown, the first option or what is wanted is chosen."""
        for seat in self.waiting():
            ask = next(ask for ask in self.sight(seat).seen.asks if ask["laid"] is None)
            if "may_throw" in ask:
                self.do(seat, Throw(str(ask["place"])))
            else:
                options, least = ask["options"], ask.get("least")
                assert isinstance(options, tuple)
                first = (
                    self.wants.get(str(ask["key"]), options[0])
                    if least is None
                    else list(options[: least if isinstance(least, int) else 1])
                )
                self.do(seat, Answer(str(ask["place"]), first))
            return True
        return False

    def until(self, holds: Callable[[Game], bool], most: int = 2000) -> Game:
        """Play on until something holds, or the battle is over."""
        for _ in range(most):
            if holds(self) or not self.step():
                return self
        raise AssertionError("it does not end")

    def to_end(self) -> Game:
        """Play it out."""
        return self.until(lambda _: False)

    def asked(self, key: str) -> Seat | None:
        """The seat that is asked this now."""
        for seat in self.waiting():
            if any(ask["key"] == key and ask["laid"] is None for ask in self.sight(seat).seen.asks):
                return seat
        return None


@contextmanager
def game(
    example: str, *, alone: bool = False, plays: str | None = None, seed: str = "pages"
) -> Iterator[Game]:
    """An example's battle, such as ``wfrp/tunnels``; ``alone``: nobody but the referee has come."""
    with open_store("sqlite://", BOOKS) as store:
        yield begun(store, EXAMPLES / f"{example}.yaml", alone=alone, plays=plays, seed=seed)


def begun(
    store: Store, path: Path, *, alone: bool = False, plays: str | None = None, seed: str = "pages"
) -> Game:
    """The battle of a file, kept in a database; ``alone``: nobody but the referee has come."""
    battle = read_battle(path)
    # Begun like a battle from a file, whose dice are known beforehand, and then taken for one from here.
    _, journal = begin(battle.book.rules, battle.state, seed)
    title = battle.book.title(battle.state)
    file = path.read_text("utf-8")
    kept = store.create(title=title, journal=journal, seed=seed, lang="en", settings={}, file=file)
    taken = Tables(store).adopt(kept.id, referee="Rita", plays=plays)
    assert isinstance(taken, Taken), taken
    store.set_settings(kept.id, {**store.battle(kept.id).settings, "imported": False})
    found = Game(Tables(store), kept.id, {taken.sitter.seat: taken.token})
    if not alone:
        seated(found)
    return found


def seated(found: Game) -> None:
    """Let somebody take every seat there is."""
    referee = next(iter(found.tokens.values()))
    for row in found.sight(next(iter(found.tokens))).seats:
        seat = Seat.parse(str(row["seat"]))
        if seat not in found.tokens:
            link = found.tables.reissue(referee, seat)
            assert isinstance(link, str), link
            taken = found.tables.take(link, f"take {next(IDS)}", f"{seat.name or 'Some'} One")
            assert isinstance(taken, Taken), taken
            found.tokens[seat] = taken.token


__all__ = ["REFEREE", "SPECTATOR", "Game", "commander", "game", "player"]
