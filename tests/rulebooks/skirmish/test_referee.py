"""The referee's hand: numbers of a fighter set by hand, with a reason."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.rulebooks.skirmish.fights import SKIRMISH, Course, at_step, fight, man, play, side
from voevoda.i18n import text
from voevoda.play.errors import Illegal
from voevoda.play.journal import answered, begin, override, replay, verify
from voevoda.rulebooks.skirmish.cards import average_damage, score
from voevoda.rulebooks.skirmish.state import Fight, Spot, parse_fight, print_fight

MODES = {
    "close": {"value": 6, "style": 1, "priority": 1, "ammunition": "normal", "carried": 9},
    "long": {"value": 4, "priority": 2},
}


def pack() -> Fight:
    """Three with one card, then one, against one."""
    return fight(side("Ash", man("Wolf", count=3, modes=MODES), man("Dr. Who")), side("Birch", man("Man")))


def cards(state: Fight) -> list[tuple[str, ...]]:
    """Who shares a card with whom."""
    return [card.names for card in state.terms.sides[0].cards]


def test_state_is_set() -> None:
    """Of one fighter by name, place or place of the side; the cards stay as they are."""
    for path in (
        'sides.Ash.fighters."Wolf 2".state',
        "sides.Ash.fighters.1.state",
        "sides.0.fighters.Wolf 2.state",
    ):
        state = SKIRMISH.override(pack(), path, 3)

        assert [20, 3, 20, 20] == [each.state for each in state.fighters[0]]
        assert state.terms == pack().terms


@pytest.mark.parametrize(
    ("what", "value", "read"),
    [
        ("tactics", 9, lambda card: card.tactics.value),
        ("tactics.value", 9, lambda card: card.tactics.value),
        ("defence", 9, lambda card: card.defence.value),
        ("composure", 0, lambda card: card.composure.value),
        ("damage", 9, lambda card: card.modes[1].damage),
        ("death_threshold", -3, lambda card: card.death_threshold),
        ("carried", 2, lambda card: card.modes[0].carried),
        ("modes.close", 9, lambda card: card.modes[0].value),
        ("modes.long.value", 9, lambda card: card.modes[1].value),
    ],
)
def test_a_number_of_one_fighter_is_set(what: str, value: int, read: Any) -> None:
    """He gets a card of his own; the others keep theirs; what is so set can be written down."""
    state = SKIRMISH.override(pack(), f'sides.Ash.fighters."Wolf 2".{what}', value)
    card = state.terms.sides[0].cards[1]

    assert [("Wolf 1",), ("Wolf 2",), ("Wolf 3",), ("Dr. Who",)] == cards(state)
    assert ("Wolf 2", value) == (card.name, read(card))
    assert state == parse_fight(print_fight(state))
    assert [name for name, _ in pack().terms.sides[0].fighters()] == [
        name for name, _ in state.terms.sides[0].fighters()
    ]


def test_one_left_alone_with_a_card_of_several_goes_by_his_own_name() -> None:
    """The last of a split pack is told of as himself; those who are still several, as the card is called."""
    state = fight(side("Ash", man("Wolf", count=4, modes=MODES)))
    state = SKIRMISH.override(state, 'sides.Ash.fighters."Wolf 2".defence', 9)
    told = [(each["who"], each["n"]) for each in play(state, [10], [1]).told("skirmish.mode")]

    assert [("Wolf 1", 1), ("Wolf 2", 1), ("Wolf", 2), ("Birch man", 1)] == told


def test_a_number_set_counts_in_what_follows() -> None:
    """In sums and means over the side too."""
    before = at_step(pack(), "out")
    after = SKIRMISH.override(before, "sides.Ash.fighters.0.damage", 10)

    assert Fraction(6) == average_damage(before, 0)
    assert Fraction(7) == average_damage(after, 0)
    assert score(before, 0) + 5 == score(
        SKIRMISH.override(before_winner(), "sides.Ash.fighters.3.tactics", 9), 0
    )


def before_winner() -> Fight:
    """The pack before C-3."""
    return play(pack(), 10, 1).state


def test_what_is_set_is_the_value_without_style() -> None:
    """As the card has it; what can still be set is so named, and a refusal says it."""
    card = man("One", defence={"value": 5, "style": 2})
    state = SKIRMISH.override(at_step(fight(side("Ash", card)), "out"), "sides.Ash.fighters.One.defence", 8)
    assert 10 == play(state).asks()[1]["own"]

    with pytest.raises(Illegal) as refused:
        _ = SKIRMISH.override(state, "?", 1)
    paths: Any = refused.value.facts["accepted"]
    assert ["defence", "composure"] == [
        path.split(".")[-2] for path in paths if "Ash" in path and path.endswith(".value")
    ]
    assert "“value” is the one on the card, without points of style" in text(
        "en", refused.value.key, refused.value.facts
    )


def test_dice_that_lie_are_read_anew() -> None:
    """The fighter's 5 + 9 against 6 + 10 was lower; with Defence 8 it is not; the journal replays it."""
    at, journal = begin(SKIRMISH, at_step(fight(), "out"), None)
    at, entries = answered(at, [9, 10])
    assert ["skirmish.out.state"] == [each.place.key for each in at.open]
    at, journal = override(SKIRMISH, (*journal, *entries), "sides.Ash.fighters.0.defence", 8, "a shield")

    assert [("skirmish.out.test", "Birch man")] == [
        (each.place.key, each.question.about["who"]) for each in at.open
    ]
    assert at == replay(SKIRMISH, journal, whole=True)
    assert verify(SKIRMISH, journal).diverged is None


def test_state_is_not_set_while_the_dice_set_it() -> None:
    """In C-4 a fall would overwrite it; those whose turn is in another step of the rules are free."""
    many = fight(side("Ash", man("Wolf", count=60)), side("Birch"))
    for place in (0, 49):
        path = f"sides.Ash.fighters.{place}.state"
        with pytest.raises(Illegal) as refused:
            _ = SKIRMISH.override(at_step(many, "out"), path, 3)
        assert ("skirmish.illegal.falling", path) == (refused.value.key, refused.value.facts["given"])
    for phase, place in FREE:
        state = SKIRMISH.override(at_step(many, phase), f"sides.Ash.fighters.{place}.state", 3)
        assert 3 == state.fighters[0][place].state


FREE: tuple[tuple[Any, int], ...] = (("out", 50), ("wounded", 0))


def test_state_set_while_wounds_are_tested_is_the_one_before_the_wound() -> None:
    """The die that lies, 13, is read anew: it was below 20, and now 12 is below it."""
    at, journal = begin(SKIRMISH, at_step(fight(), "wounded"), None)
    for reply in ([1, 20], [13]):
        at, entries = answered(at, reply)
        journal = (*journal, *entries)
    at, journal = override(SKIRMISH, journal, "sides.Ash.fighters.0.state", 12, "he was ill")

    assert [(12, 11)] == [
        (line.facts["was"], line.facts["state"]) for line in at.lines() if line.key == "skirmish.wound.state"
    ]


@pytest.mark.parametrize(
    ("reading", "fate", "state", "least", "most"),
    [
        ("below", "out", -5, -15, -1),
        ("at_or_below", "out", -5, -14, -1),
        ("below", "dead", -18, -1000, -16),
        ("at_or_below", "dead", -18, -1000, -15),
    ],
)
def test_state_cannot_contradict_what_c_4_has_made_of_a_fighter(
    reading: str, fate: Any, state: int, least: int, most: int
) -> None:
    """Nobody dies or rises by a number set afterwards; the refusal says which numbers do not contradict."""
    path = "sides.Ash.fighters.0.state"
    begun = at_step(fight(death=reading), "wounded")
    fallen = begun.with_fighter(begun.spot, begun.fighters[0][0]._replace(fate=fate, state=state))

    for good in (least, most):
        assert (fate, good) == SKIRMISH.override(fallen, path, good).fighters[0][0][:2]
    for bad in (least - 1, most + 1):
        with pytest.raises(Illegal) as refused:
            _ = SKIRMISH.override(fallen, path, bad)
        facts = refused.value.facts
        assert "skirmish.illegal.fate" == refused.value.key
        assert (fate, least, most, bad) == tuple(facts[name] for name in ("fate", "least", "most", "given"))


@pytest.mark.parametrize(
    ("what", "phase"), [("death_threshold", "out"), ("defence", "wounded"), ("carried", "ammunition")]
)
def test_what_only_a_fighters_own_turn_reads_cannot_be_set_after_it(what: str, phase: Any) -> None:
    """The step of the book goes on with the others; it is not too late for them."""
    begun = replace(at_step(pack(), phase), spot=Spot(0, 2))
    with pytest.raises(Illegal) as refused:
        _ = SKIRMISH.override(begun, f"sides.Ash.fighters.1.{what}", 0)

    assert ("skirmish.illegal.turn", phase) == (refused.value.key, refused.value.facts["phase"])
    assert begun != SKIRMISH.override(begun, f"sides.Ash.fighters.2.{what}", 0)
    assert begun != SKIRMISH.override(begun, f"sides.Birch.fighters.0.{what}", 0)


def test_a_fighter_left_with_nothing_to_do_is_passed() -> None:
    """No ammunition carried after all: the last step asks nothing, and the fight is over."""
    course = Course(pack()).until("ammunition")
    state = course.state
    for place in (0, 1, 2):
        state = SKIRMISH.override(state, f"sides.Ash.fighters.{place}.carried", 0)

    assert SKIRMISH.finished(Course(state).state) is not None


@pytest.mark.parametrize(
    ("path", "value", "key", "facts"),
    [
        ("sides.Ash.fighters.0.state", 1001, "skirmish.illegal.number", {"least": -1000, "most": 1000}),
        ("sides.Ash.fighters.0.state", "3", "skirmish.illegal.number", {"given": "3"}),
        ("sides.Ash.fighters.0.state", True, "skirmish.illegal.number", {"given": True}),
        ("sides.Ash.fighters.0.defence", -1, "skirmish.illegal.number", {"least": 0}),
        ("sides.Ash.fighters.0.death_threshold", 1, "skirmish.illegal.number", {"most": 0}),
        ("sides.Ash.fighters.0.carried", None, "skirmish.illegal.number", {"given": None}),
        ("sides.Ash.fighters.0.modes.dense", 5, "skirmish.illegal.mode", {"accepted": ("close", "long")}),
        (
            "sides.Ash.fighters.Man.state",
            5,
            "skirmish.illegal.fighter",
            {"given": "sides.Ash.fighters.Man.state", "accepted": ("Wolf 1 … Wolf 3", "Dr. Who")},
        ),
        ("sides.Ash.fighters.4.state", 5, "skirmish.illegal.fighter", {}),
        ("sides.Elm.fighters.0.state", 5, "skirmish.illegal.side", {"accepted": ("Ash", "Birch")}),
        ("sides.Ash.fighters.0.luck", 5, "skirmish.illegal.path", {"given": "sides.Ash.fighters.0.luck"}),
        ("sides.Ash.fighters.0.state.value", 5, "skirmish.illegal.path", {}),
        ("title", 5, "skirmish.illegal.path", {"given": "title"}),
        ("", 5, "skirmish.illegal.path", {"given": ""}),
    ],
)
def test_what_cannot_be_set_is_refused(path: str, value: Any, key: str, facts: dict[str, Any]) -> None:
    """With what was given, and what would be accepted."""
    with pytest.raises(Illegal) as refused:
        _ = SKIRMISH.override(pack(), path, value)

    assert key == refused.value.key
    assert facts == {name: refused.value.facts[name] for name in facts}


@pytest.mark.parametrize(
    ("what", "last"),
    [
        ("tactics", "winner"),
        ("modes.close", "winner"),
        ("death_threshold", "out"),
        ("defence", "wounded"),
        ("damage", "wounded"),
        ("composure", "surrender"),
        ("carried", "ammunition"),
        ("state", "ammunition"),
    ],
)
def test_a_number_cannot_be_set_after_the_last_step_that_reads_it(what: str, last: Any) -> None:
    """The refusal says where the fight stands."""
    path = f"sides.Ash.fighters.0.{what}"
    begun = at_step(pack(), last, winner=1)
    course = Course(replace(begun, winner=None) if last == "winner" else begun)
    assert SKIRMISH.override(course.state, path, 0) != course.state

    while course.at.open and course.state.phase == last:
        course = course.answer(*course.thrown())
    with pytest.raises(Illegal) as refused:
        _ = SKIRMISH.override(course.state, path, 0)
    assert ("skirmish.illegal.late", course.state.phase) == (refused.value.key, refused.value.facts["phase"])


def test_every_path_that_is_named_as_accepted_is() -> None:
    """Those of the first fighter of each side; a name with a dot is quoted."""
    state = fight(side("Ash", man("Dr. Who", modes=MODES)))
    with pytest.raises(Illegal) as refused:
        _ = SKIRMISH.override(state, "?", 1)
    accepted: Any = refused.value.facts["accepted"]

    assert 17 == len(accepted)
    assert 'sides.Ash.fighters."Dr. Who".modes.long.value' in accepted
    assert [] == [path for path in accepted if SKIRMISH.override(state, path, 0) == state]
