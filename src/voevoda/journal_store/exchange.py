"""A battle that leaves its database as one file, and comes back: a journal with its scenario and its seed.

The file is a journal as ``fight --save`` writes it, so ``fight --resume`` goes on with it, and a journal of
``fight`` comes in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass

from voevoda.files.journal_text import Enclosed, Found, check_names, diverged, parse_journal, print_journal
from voevoda.journal_store.records import Battle, Loaded
from voevoda.journal_store.store import Store
from voevoda.play.errors import Diverged
from voevoda.play.journal import Closed, Journal, commitment_to, replay, saved, verify


@dataclass(frozen=True, slots=True)
class Imported:
    """A battle that has come in."""

    battle: Battle
    torn: int
    """Bytes at the end of the file that were no whole entry, and are left out."""
    current: bool
    """Whether it was played by today's rules; else it can be shown, but not gone on with."""
    seedless: bool
    """Whether it is not over and a seed was announced that did not come along: only typed dice go on."""


def print_battle(loaded: Loaded) -> str:
    """A whole battle as one file.  While it is open this holds its seed, and so every roll to come."""
    battle = loaded.battle
    seed = None if battle.closed else loaded.seed
    return print_journal(loaded.found.book.rules, loaded.journal, Enclosed(battle.title, battle.file, seed))


def import_battle(
    store: Store, content: bytes, file: str, lang: str, *, title: str | None = None, seed: str | None = None
) -> Imported:
    """Keep the battle of a journal as a new one; ``file`` is its name for messages.

    ``title`` is for a battle that shall be called otherwise, ``seed`` for one that waited beside the journal.
    A battle whose dice are not, or not provably, those of its seed comes in unverified.

    Raises ``BadFile`` for what is no journal, is damaged, or comes from a newer program, and ``StoreError``;
    then nothing is kept.
    """
    found = parse_journal(content, file, store.books)
    check_names(content, file)
    journal = found.journal
    over = True
    if found.current:
        try:
            at = replay(found.book.rules, journal, whole=True)
        except Diverged as error:
            raise diverged(file, error) from error
        journal = (*journal, *saved(at))  # which a crash may have kept from being written
        over = not at.open
    known = _seed(found, seed)
    battle = store.create(
        title=title or found.enclosed.title or found.book.title(found.begun.state),
        journal=journal,
        seed=known,
        lang=lang,
        file=found.enclosed.scenario,
        verified=_verified(found, journal, known),
    )
    seedless = not over and found.begun.commitment is not None and known is None
    return Imported(battle, found.torn, found.current, seedless)


def _seed(found: Found, beside: str | None) -> str | None:
    """The seed that was announced, if it has come along."""
    shown = [entry.seed for entry in found.journal if isinstance(entry, Closed)]
    given = [seed for seed in (*shown, found.enclosed.seed, beside) if seed is not None]
    announced = found.begun.commitment
    return next((seed for seed in given if announced and commitment_to(seed) == announced), None)


def _verified(found: Found, journal: Journal, seed: str | None) -> bool:
    """Whether every roll that is said to come from the seed does, and the seed shown is the one announced."""
    if not found.current:
        return False
    closed = any(isinstance(entry, Closed) for entry in journal)
    shown = journal if closed or seed is None else (*journal, Closed(seed))
    verdict = verify(found.book.rules, shown)
    return verdict.good or (not verdict.seeded and verdict.committed is not False and not verdict.diverged)
