"""How large a fight is as a journal: the largest that is taken fits, and what would not is warned of."""

from __future__ import annotations

from tests.rulebooks.skirmish.fights import SKIRMISH, fight, man, side
from voevoda.files.journal_text import LARGEST, print_journal, size_of
from voevoda.i18n import text
from voevoda.play.journal import answered, begin, thrown
from voevoda.rulebooks.skirmish.book import BOOK, MOST_JOURNAL
from voevoda.rulebooks.skirmish.state import MOST_FIGHTERS, Fight


def test_the_largest_fight_goes_into_a_journal() -> None:
    """300 against 300 who all shoot, played to the end, and no warning before it."""
    bow = {"long": {"value": 6, "weapon": "bow", "ammunition": "normal", "carried": 20}}
    ash, birch = (side(name, man(name, count=MOST_FIGHTERS, modes=bow)) for name in ("Ash", "Birch"))
    size, begun = written(fight(ash, birch))

    assert MOST_JOURNAL == LARGEST
    assert size <= LARGEST
    assert () == BOOK.warnings(begun)


def test_a_fight_of_too_many_different_cards_for_a_journal_is_warned_of() -> None:
    """180 a side, each with a card of his own: what it comes to is known beforehand, and said."""
    ash, birch = (side(name, *(man(f"{name} {n}") for n in range(180))) for name in ("Ash", "Birch"))
    size, begun = written(fight(ash, birch))
    (note,) = BOOK.warnings(begun)

    assert size > LARGEST
    assert -(-size // 2**20) == note.facts["size"]
    assert "about 4 MB, and a journal holds 3" in text("en", note.key, note.facts)
    assert "около 4 МБ, а вмещает он 3" in text("ru", note.key, note.facts)


def written(begun: Fight) -> tuple[int, Fight]:
    """How large the journal of a fight from a seed is, each checkpoint counted whole, and how it began."""
    at, journal = begin(SKIRMISH, begun, "seed")
    entries = list(journal)
    while at.open:
        asked = at.asked()
        at, more = answered(at, thrown(asked, "seed"), asked.place, "seed")
        entries += more
    lines = print_journal(SKIRMISH, tuple(entries)).encode().splitlines()
    return sum(size_of(entry, line, lines[0]) for entry, line in zip(entries, lines, strict=True)), begun
