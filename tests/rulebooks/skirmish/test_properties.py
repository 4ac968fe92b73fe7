"""What holds of every fight."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rulebooks.skirmish.fights import SKIRMISH, Course, fight_of, file_of, man, side
from voevoda.play.seats import SPECTATOR
from voevoda.rulebooks.skirmish.state import Fight, parse_fight, print_fight
from voevoda.rulebooks.skirmish.tables import MODES, SPENT

NUMBERS = st.integers(0, 12)


@st.composite
def fighters(draw: st.DrawFn, name: str) -> dict[str, Any]:
    """A card that nothing is wrong with."""
    names = draw(st.lists(st.sampled_from(MODES), min_size=1, max_size=3, unique=True))
    modes = {
        mode: {
            "value": draw(NUMBERS),
            "priority": priority,
            "damage": draw(NUMBERS),
            "ammunition": draw(st.sampled_from([None, *SPENT])),
            "carried": draw(st.sampled_from([None, 0, 3, 20])),
        }
        for priority, mode in enumerate(names, 1)
    }
    retreat, surrender = draw(st.booleans()), draw(st.booleans())
    rescues = (retreat or surrender) and draw(st.booleans())
    return man(
        name,
        count=draw(st.integers(1, 3)),
        tactics={"value": draw(NUMBERS), "style": draw(st.integers(0, 2))},
        modes=modes,
        defence={"value": draw(NUMBERS), "style": draw(st.integers(0, 2))},
        composure=draw(NUMBERS),
        damage=None,
        state=draw(st.integers(0, 25)),
        death_threshold=draw(st.integers(-20, 0)),
        on_defeat={"retreat": retreat, "surrender": surrender},
        extra=["rescue"] if rescues else [],
    )


READINGS = st.fixed_dictionaries(
    {
        "score": st.sampled_from(
            ["capability_and_tactics", "capability", "tactics", "capability_and_leader"]
        ),
        "modes": st.sampled_from(["tactics_contest", "own_choice"]),
        "style": st.sampled_from(["added", "included"]),
        "surrender_against": st.sampled_from(["losers", "winners"]),
        "death": st.sampled_from(["below", "at_or_below"]),
        "equal_wound": st.sampled_from(["unchanged", "falls"]),
        "state_roll": st.sampled_from(["fresh", "test"]),
    }
)


@st.composite
def fights(draw: st.DrawFn) -> Fight:
    """A fight of up to six a side, under any readings."""
    sides = list[dict[str, Any]]()
    for name in ("Ash", "Birch"):
        cards = [draw(fighters(f"{name} {letter}")) for letter in "AB"[: draw(st.integers(1, 2))]]
        first = f"{cards[0]['name']} 1" if cards[0]["count"] > 1 else cards[0]["name"]
        sides.append(side(name, *cards, leader=draw(st.sampled_from([None, first]))))
    return fight_of(file_of(sides[0], sides[1], **draw(READINGS)))


@settings(max_examples=50, deadline=None)
@given(state=fights(), seed=st.integers(0, 10**6))
def test_what_becomes_of_everybody(state: Fight, seed: int) -> None:
    """Winners stand or are out; losers are out, captured or gone, each as his task on defeat lets him."""
    end = Course(state).to_end(str(seed)).state
    assert end.winner is not None

    for index in (0, 1):
        for _, card, fighter in end.side_of(index):
            if fighter.is_out:
                assert -20 <= fighter.state <= -1
                assert not fighter.wounded
                low = fighter.state < card.death_threshold
                equal = fighter.state == card.death_threshold
                dies = low or (equal and state.terms.readings.death == "at_or_below")
                assert dies == (fighter.fate == "dead")
            else:
                assert fighter.state <= card.state if fighter.wounded else fighter.state == card.state
                allowed = {"stands"} if index == end.winner else set[str]()
                if index != end.winner:
                    allowed = {"retreated"} if card.retreat else set[str]()
                    allowed |= {"captured"} if card.surrender else set()
                assert fighter.fate in allowed


@settings(max_examples=50, deadline=None)
@given(state=fights(), seed=st.integers(0, 10**6))
def test_who_lies_on_the_field(state: Fight, seed: int) -> None:
    """Only who is out; nobody carries two; no rescuer goes off alone while one lies there."""
    end = Course(state).to_end(str(seed)).state
    sides: Any = SKIRMISH.view(end, SPECTATOR)["sides"]

    for index, seen in enumerate(sides):
        fallen = [each for each in seen["fighters"] if each["fate"] in {"out", "dead"}]
        carriers = [each["carried_by"] for each in seen["fighters"] if each["carried_by"]]
        rescuers = {
            name
            for name, card, fighter in end.side_of(index)
            if card.rescues and fighter.fate in {"stands", "retreated"}
        }
        left = [each for each in seen["fighters"] if each["left_on_field"]]

        assert [] == [each for each in left if each not in fallen]
        assert [] == [each for each in left if each["carried_by"]]
        assert sorted(set(carriers)) == sorted(carriers)
        assert set(carriers) <= rescuers
        if index == end.winner:
            assert len(left) == (0 if rescuers else len(fallen))
        else:
            assert len(left) == max(0, len(fallen) - len(rescuers))


@settings(max_examples=50, deadline=None)
@given(state=fights(), seed=st.integers(0, 10**6))
def test_every_state_on_the_way_can_be_written_down(state: Fight, seed: int) -> None:
    """And read again as itself; what is spent is never more than was carried."""
    course = Course(state)
    while course.at.open:
        assert course.state == parse_fight(print_fight(course.state))
        number = course.at.number
        while course.at.open and course.at.number == number:
            course = course.answer(*course.thrown(str(seed)))
    assert course.state == parse_fight(print_fight(course.state))
    for index in (0, 1):
        for _, card, fighter in course.state.side_of(index):
            most = max((18 if mode.carried is None else mode.carried) for mode in card.modes)
            assert 0 <= fighter.spent <= most
