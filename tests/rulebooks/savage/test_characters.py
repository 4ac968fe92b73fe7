"""Characters take part: what fits a way, what it brings and what it costs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rulebooks.savage.armies import Course, battle, hero, leader, middle
from voevoda.play.seats import REFEREE, player
from voevoda.rulebooks.savage.state import Round
from voevoda.rulebooks.savage.tables import WAYS

ROLLS = {"failure": [2, 2], "success": [5, 2], "raise": [9, 2], "two raises": [10, 3, 2], "critical": [1, 1]}
"""Of a d10 and the Wild Die: 2, 5, 9 and 13."""

SKILLS = {
    "fight": "throwing",
    "sabotage": "climbing",
    "scout": "streetwise",
    "rescue": "healing",
    "rally": "taunt",
}


def turn(way: str, roll: str, *, more: str = "", cards: bool = True, toughness: str = "") -> Course:
    """Mila of Ash takes part against a Birch with two cards; her damage is still to be thrown."""
    skill = SKILLS[way]
    state = battle(hero("Mila", f"{skill}: d10", toughness), more=f"cards: {str(cards).lower()}\n{more}")
    state = middle(state, "characters", ("2H 3H", "4H 5H") if cards else ("", ""))
    return Course(state).answer(way, skill, ROLLS[roll])


def bonus(course: Course) -> tuple[int, int]:
    """What both sides' battle rolls have had added by characters."""
    one, two = (force.round.help for force in course.till("battle").state.forces)
    return one, two


@pytest.mark.clause("S-5")
@pytest.mark.parametrize(
    ("way", "roll", "expected", "dice"),
    [
        ("fight", "failure", (0, 0), 4),
        ("fight", "critical", (0, 0), 4),
        ("fight", "success", (1, 0), 3),
        ("fight", "raise", (2, 0), 2),
        ("sabotage", "failure", (0, 0), 4),
        ("sabotage", "success", (0, -1), 3),
        ("sabotage", "raise", (0, -2), 2),
        ("scout", "failure", (0, 0), 3),
        ("scout", "success", (1, 0), 2),
        ("scout", "raise", (1, 0), 0),
        ("rescue", "failure", (0, 0), 3),
        ("rescue", "success", (0, -1), 2),
        ("rescue", "raise", (0, -1), 0),
    ],
)
def test_the_table_of_ways(way: str, roll: str, expected: tuple[int, int], dice: int) -> None:
    """Bonus to his own battle roll or malus to the enemy's, and the dice of damage."""
    course = turn(way, roll)

    assert (dice or None) == (course.question.prompt()["dice"] if course.key.endswith("damage") else None)
    assert expected == bonus(course)


@pytest.mark.clause("S-5", "S-5.3")
@pytest.mark.parametrize(("roll", "dice"), [("success", 2), ("raise", 0)])
@pytest.mark.parametrize(("whose", "expected"), [("own", (1, 0)), ("enemy", (0, -1))])
def test_who_rallies_chooses_with_the_roll_shown_whose_morale_he_moves(
    roll: str, dice: int, whose: str, expected: tuple[int, int]
) -> None:
    """One's own up or the enemy's down."""
    course = turn("rally", roll)
    assert "savage.characters.rally" == course.key
    course.answer(whose)

    assert (dice > 0) == (course.key == "savage.characters.damage")
    assert expected == tuple(force.round.cheer for force in course.till("battle").state.forces)


@pytest.mark.clause("S-5")
def test_who_fails_to_rally_only_pays() -> None:
    """3d6, and nobody's morale is moved."""
    course = turn("rally", "failure")

    assert 3 == course.question.prompt()["dice"]


@pytest.mark.clause("S-5.1", "S-5.3")
@pytest.mark.parametrize(
    ("way", "replies", "expected"),
    [
        ("fight", ("strike",), (Round(), Round(noted=1))),
        ("fight", ("keep",), (Round(noted=-1), Round())),
        ("sabotage", (["4H"],), (Round(), Round())),
        ("scout", (), (Round(scouts=True), Round())),
        ("rescue", (), (Round(rescues=True), Round())),
        ("rally", ("unbowed",), (Round(unbowed=True), Round())),
        ("rally", ("forced",), (Round(), Round(forced=True))),
    ],
)
def test_two_raises_give_the_named_result_only(
    way: str, replies: tuple[object, ...], expected: tuple[Round, Round]
) -> None:
    """No modifier and no damage."""
    course = turn(way, "two raises").answer(*replies)

    assert "savage.battle.roll" == course.key
    assert expected == tuple(force.round for force in course.state.forces)


@pytest.mark.clause("S-5")
def test_sabotage_takes_a_random_card() -> None:
    """It lies face down with the enemy, who alone sees which it was; everyone sees that one is gone."""
    course = turn("sabotage", "two raises")
    assert ("savage.cards.random", "Birch") == (course.key, course.question.by.name)
    course.answer(["5H"])

    assert (("4H",), ("5H",)) == (course.state.forces[1].cards.hand, course.state.forces[1].cards.buried)
    assert [{"side": "Birch", "n": 1, "left": 1}] == course.told("savage.cards.lost")


@pytest.mark.clause("S-5.3")
def test_an_enemy_without_a_card_discards_none() -> None:
    """It is told, and that is all."""
    state = middle(battle(hero("Mila", "climbing: d10")), "characters", ("2H", ""))
    course = Course(state).answer("sabotage", "climbing", ROLLS["two raises"])

    assert [{"side": "Birch"}] == course.told("savage.characters.no_card")
    assert "savage.battle.roll" == course.key


@pytest.mark.clause("S-3.1")
@pytest.mark.parametrize(("way", "expected", "dice"), [("sabotage", (0, -2), 2), ("scout", (1, 0), 0)])
def test_without_cards_two_raises_give_what_a_raise_does(
    way: str, expected: tuple[int, int], dice: int
) -> None:
    """Of sabotage and scouting, whose results are about cards; the others stay."""
    course = turn(way, "two raises", cards=False)

    assert (dice or None) == (course.question.prompt()["dice"] if course.key.endswith("damage") else None)
    assert expected == bonus(course)
    assert "savage.characters.token" == turn("fight", "two raises", cards=False).key


def heroes(*names: str, skills: str) -> str:
    """A line for several characters."""
    return f"characters: [{', '.join(f'{{name: {name}, skills: {{{skills}}}}}' for name in names)}]"


def all_take_part(count: int, way: str, roll: str, *replies: object) -> Course:
    """So many characters of Ash all do the same."""
    names = [f"Hero {number}" for number in range(count)]
    state = battle(heroes(*names, skills=f"{SKILLS[way]}: d10"))
    course = Course(middle(state, "characters", ("2H 3H", "4H 5H")))
    for _ in names:
        course.answer(way, SKILLS[way], ROLLS[roll], *replies)
        if course.key == "savage.characters.damage":
            course.by_itself()
    return course


@pytest.mark.clause("S-5.2")
def test_what_characters_do_to_one_roll_is_held_to_four() -> None:
    """Three raises in the fight are +6; six rallying are +6."""
    course = all_take_part(3, "fight", "raise")
    assert [{"side": "Ash", "roll": "battle", "total": 6, "held": 4}] == course.told("savage.characters.held")
    assert 4 == course.question.about["characters"]
    assert 4 == course.question.prompt()["plus"]

    course = all_take_part(6, "rally", "raise", "own").answer([2, 2], [5, 2]).till("morale")
    assert 4 == course.question.about["characters"]


@pytest.mark.clause("S-5.3")
def test_extra_and_kept_tokens_add_up_and_the_rest_does_not() -> None:
    """Two strikes are two tokens; two rescuers give one chance in three all the same."""
    assert (0, 2) == all_take_part(2, "fight", "two raises", "strike").noted()
    assert -2 == all_take_part(2, "fight", "two raises", "keep").noted()[0]

    course = all_take_part(2, "rescue", "two raises").answer([2, 2], [8, 1, 2]).to("savage.losses.rescue")
    assert (2, 5) == (course.question.prompt()["dice"], course.question.prompt()["least"])
    course.answer([1, 1])
    assert "savage.losses.rescue" != course.key


@pytest.mark.clause("S-5")
def test_the_modifiers_are_tokens_and_rank() -> None:
    """Three tokens fewer: −3; a heroic character: +3."""
    for ash, birch, expected in (
        ("7", "10", {"tokens": -3, "rank": 3}),
        ("10", "7", {"tokens": 3, "rank": 3}),
    ):
        state = battle(f"tokens: {ash}\n" + hero("Mila", more=", rank: heroic"), f"tokens: {birch}")
        course = Course(middle(state, "characters", ("2H", "3H"))).answer("fight", "fighting")

        assert expected == {name: course.question.about[name] for name in ("tokens", "rank")}
        assert sum(expected.values()) == course.question.prompt()["plus"]


@pytest.mark.clause("S-5")
@pytest.mark.parametrize(
    ("rank", "plus"), [("novice", 0), ("seasoned", 1), ("veteran", 2), ("heroic", 3), ("legendary", 4)]
)
def test_each_rank_above_novice_is_worth_one(rank: str, plus: int) -> None:
    """Of Savage Worlds' five."""
    state = middle(battle(hero("Mila", more=f", rank: {rank}")), "characters", ("2H", "3H"))

    assert plus == Course(state).answer("fight", "fighting").question.prompt()["plus"]


@pytest.mark.clause("S-1.2", "S-5")
def test_a_listed_skill_that_he_has_not_is_rolled_unskilled() -> None:
    """d4 − 2; his own come first."""
    state = middle(battle(hero("Mila", "shooting: d8")), "characters", ("2H", "3H"))
    course = Course(state).answer("fight")

    assert ("shooting", "fighting", "throwing") == course.question.prompt()["options"]
    course.answer("fighting")
    assert (4, -2, "d4-2") == (
        course.question.prompt()["die"],
        course.question.prompt()["plus"],
        course.question.about["trait"],
    )


@pytest.mark.clause("S-5")
def test_a_skill_outside_the_list_needs_the_referee() -> None:
    """With his consent it is the same table; refused, the character chooses again, without that skill."""
    state = middle(battle(hero("Mila", "boating: d8, fighting: d6")), "characters", ("2H", "3H"))
    course = Course(state).answer("fight", "boating")
    assert ("savage.characters.consent", REFEREE) == (course.key, course.question.by)

    allowed = Course(state).answer("fight", "boating", "allow")
    assert ("savage.characters.roll", 8) == (allowed.key, allowed.question.prompt()["die"])
    assert 3 == allowed.answer([5, 2]).question.prompt()["dice"]

    refused = course.answer("refuse")
    assert "savage.characters.way" == refused.key
    assert "boating" not in str(refused.answer("fight").question.prompt()["options"])
    assert "boating" == Course(state).answer("rescue", "boating").questions[-1].read("boating")


@pytest.mark.clause("S-5")
@pytest.mark.parametrize("way", list(WAYS))
def test_an_arcane_skill_needs_powers_that_fit(way: str) -> None:
    """For every way the referee says whether they do."""
    state = middle(battle(hero("Mila", "arcane: d10")), "characters", ("2H", "3H"))
    course = Course(state).answer(way, "arcane")

    assert ("savage.characters.powers", REFEREE) == (course.key, course.question.by)
    assert 10 == course.answer("allow").question.prompt()["die"]


@pytest.mark.clause("S-3", "S-5")
def test_characters_take_turns_in_the_order_of_the_file() -> None:
    """The first side's before the second's; each player for his own; who stays out is asked no more."""
    state = battle(heroes("Mila", "Osk", skills="fighting: d10"), hero("Tove"))
    course = Course(middle(state, "characters", ("2H", "3H")))
    asked = []
    while course.key == "savage.characters.way":
        asked.append(course.question.by)
        course.answer("stay")

    assert [player("Mila"), player("Osk"), player("Tove")] == asked
    assert "savage.battle.roll" == course.key


@pytest.mark.clause("S-5.1")
def test_without_toughness_damage_is_a_number_for_the_referee() -> None:
    """It never reaches the state."""
    course = turn("fight", "failure")
    assert course.question.idle
    course.answer([6, 6, 6, 1, 6, 5, 4, 3])

    assert [37] == [said["total"] for said in course.told("savage.characters.damage")]
    assert (0,) == course.state.forces[0].wounds


TOUGH = ", toughness: 7"


@pytest.mark.clause("S-5.1")
@pytest.mark.parametrize(
    ("faces", "shaken", "wounds"),
    [
        ([1, 1, 1, 3], False, 0),
        ([1, 1, 1, 4], True, 0),
        ([2, 3, 3, 2], True, 0),
        ([3, 3, 3, 2], True, 1),
        ([5, 5, 4, 4], True, 2),
        ([6, 6, 6, 6, 2, 1, 1, 1], True, 4),
    ],
)
def test_with_toughness_damage_shakes_and_wounds(faces: list[int], shaken: bool, wounds: int) -> None:
    """7 and more: Shaken; one wound for each full 4 above."""
    course = turn("fight", "failure", toughness=TOUGH).answer(faces)

    assert [(shaken, wounds)] == [
        (said["shaken"], said["wounds"]) for said in course.told("savage.characters.damage")
    ]
    assert (wounds,) == course.state.forces[0].wounds


def wounded(wounds: int, *, wild: bool = True) -> Course:
    """Mila's turn when she has wounds already."""
    more = TOUGH + ("" if wild else ", wild_card: false")
    state = middle(battle(hero("Mila", more=more)), "opening", ("2H", "3H"))
    return Course(state.with_force(0, replace(state.forces[0], wounds=(wounds,))))


@pytest.mark.clause("S-5.1")
@pytest.mark.parametrize(("wounds", "malus"), [(0, 0), (1, -1), (3, -3)])
def test_wounds_weigh_on_later_rolls(wounds: int, malus: int) -> None:
    """Each −1, at most −3."""
    assert malus == wounded(wounds).answer("fight", "fighting").question.prompt()["plus"]


@pytest.mark.clause("S-5.1")
def test_the_fourth_wound_puts_a_wild_card_out_and_the_first_an_extra() -> None:
    """Who is out is asked no more."""
    course = wounded(3).answer("fight", "fighting", [2, 2], [3, 3, 3, 2])
    assert [{"side": "Ash", "who": "Mila"}] == course.told("savage.characters.out")
    assert "savage.battle.roll" == course.key

    course = wounded(0, wild=False).answer("fight", "fighting", [2], [3, 3, 3, 2])
    assert [{"side": "Ash", "who": "Mila"}] == course.told("savage.characters.out")

    assert "savage.battle.roll" == wounded(4).key


@pytest.mark.clause("S-5.1")
def test_shaken_passes_by_the_next_round() -> None:
    """Only wounds are kept."""
    shaken = wounded(0).answer("fight", "fighting", [2, 2], [2, 2, 2, 2])

    assert wounded(0).answer("stay").state == shaken.state


def scouting(hands: tuple[str, str], scouts: tuple[bool, bool]) -> Course:
    """Cards are laid."""
    return Course(middle(battle(), "lay", hands, scouts=scouts))


@pytest.mark.clause("S-5")
def test_two_scouts_cancel_each_other() -> None:
    """Both lay one card."""
    course = scouting(("2H 3H", "4H 5H"), (True, True))

    assert ["savage.lay.card", "savage.lay.card"] == [asked.place.key for asked in course.at.open]
    assert [{}] == course.told("savage.lay.cancelled")


@pytest.mark.clause("S-3")
def test_the_difference_of_tokens_is_that_at_the_start_of_the_round() -> None:
    """Losses are noted and taken away at the end: the battle roll after a strike has the same bonus."""
    state = battle("tokens: 10\n" + hero("Mila"), "tokens: 7")
    course = Course(middle(state, "characters", ("2H", "3H")))
    course.answer("fight", "fighting", ROLLS["two raises"], "strike")

    assert 3 == course.question.about["tokens"]
    assert (10, 7) == course.tokens()


def test_edges_and_ways_leave_nothing_to_the_next_round() -> None:
    """What a round brought is gone when the next opens."""
    state = battle(leader() + "\n" + hero("Mila", "notice: d10"))
    course = Course(middle(state, "characters", ("2H", "3H"))).answer("scout", "notice", ROLLS["raise"])
    course.till("cards")

    assert [Round(), Round()] == [force.round for force in course.state.forces]
