"""From a battle file to the first state: the battle cards as people fill them in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NoReturn

from pydantic import BeforeValidator, model_validator
from pydantic import Field as Named
from pydantic_core import PydanticCustomError

from voevoda.rulebooks.fields import (
    BattleFile,
    BattleModel,
    Between,
    DifferentNames,
    Listed,
    Name,
    Whole,
    repeated,
    whole,
)
from voevoda.rulebooks.skirmish.state import (
    MOST_FIGHTERS,
    Card,
    Carried,
    Extra,
    Fight,
    Mode,
    Number,
    Readings,
    Side,
    Terms,
    Threshold,
    Trait,
    Want,
    first_fight,
    span,
)
from voevoda.rulebooks.skirmish.tables import MODES, Ammunition, ModeName


def refuse(error: str, *at: str | int, **facts: Any) -> NoReturn:
    """Raise the book's own error at a place of the value."""
    key = f"skirmish.error.{error}"
    raise PydanticCustomError(key, key, {**facts, "at": at})


class TraitModel(BattleModel):
    """A number, and the style points put into it."""

    value: Number
    style: Number = 0

    def trait(self) -> Trait:
        """The number as the rules take it."""
        return Trait(self.value, self.style)


def _with_value(given: object) -> object:
    """A number alone stands for one without more."""
    return given if isinstance(given, Mapping | BattleModel) else {"value": whole(given)}


Traited = Annotated[TraitModel, BeforeValidator(_with_value, json_schema_input_type=TraitModel | int)]


class ModeModel(BattleModel):
    """A way to fight (C-2)."""

    value: Number
    style: Number = 0
    priority: Annotated[Whole, Between(1, len(MODES))] = 1
    weapon: Name | None = None
    ammunition: Ammunition | None = None
    carried: Carried | None = None
    damage: Number | None = None

    def mode(self, name: ModeName, damage: int) -> Mode:
        """The mode as the rules take it; ``damage`` is what the fighter does where the mode says nothing."""
        return Mode(
            name,
            self.value,
            self.style,
            damage if self.damage is None else self.damage,
            self.weapon,
            self.ammunition,
            self.carried,
        )


Moded = Annotated[ModeModel, BeforeValidator(_with_value, json_schema_input_type=ModeModel | int)]


class ModesModel(BattleModel):
    """The ways to fight that a fighter is ready for."""

    dense: Moded | None = None
    close: Moded | None = None
    short: Moded | None = None
    medium: Moded | None = None
    long: Moded | None = None

    def chosen(self) -> dict[ModeName, ModeModel]:
        """Those that are filled in, the best liked first."""
        models: dict[ModeName, ModeModel | None] = {name: getattr(self, name) for name in MODES}
        filled = {name: model for name, model in models.items() if model is not None}
        return dict(sorted(filled.items(), key=lambda each: each[1].priority))

    @model_validator(mode="after")
    def _priorities(self) -> ModesModel:
        """Each mode has its own priority, from 1 up without a gap."""
        priorities = tuple(model.priority for model in self.chosen().values())
        if not priorities:
            refuse("no_mode", options=MODES)
        if priorities != tuple(range(1, len(priorities) + 1)):
            refuse("priorities", found=priorities, n=len(priorities))
        return self


class OnDefeatModel(BattleModel):
    """A fighter's own task if the fight is lost (C-9)."""

    retreat: bool = True
    surrender: bool = True


class FighterModel(BattleModel):
    """A battle card, filled in alike by ``count`` fighters (C-1)."""

    name: Name
    count: Annotated[Whole, Between(1, MOST_FIGHTERS)] = 1
    tactics: Traited
    modes: ModesModel
    defence: Traited
    composure: Traited
    damage: Number | None = None
    state: Number
    death_threshold: Threshold
    action_points: Number
    on_defeat: OnDefeatModel = OnDefeatModel()
    wants: Listed[Want] = ()
    extra: Listed[Extra] = ()

    def names(self) -> tuple[str, ...]:
        """The fighters' names: numbered where there are several."""
        if self.count == 1:
            return (self.name,)
        return tuple(f"{self.name} {number}" for number in range(1, self.count + 1))

    def card(self) -> Card:
        """The card as the rules take it."""
        return Card(
            name=self.name,
            names=self.names(),
            tactics=self.tactics.trait(),
            modes=tuple(mode.mode(name, self.damage or 0) for name, mode in self.modes.chosen().items()),
            defence=self.defence.trait(),
            composure=self.composure.trait(),
            state=self.state,
            death_threshold=self.death_threshold,
            action_points=self.action_points,
            retreat=self.on_defeat.retreat,
            surrender=self.on_defeat.surrender,
            wants=self.wants,
            extra=self.extra,
        )

    @model_validator(mode="after")
    def _style(self) -> FighterModel:
        """No more style points than action points (C-1)."""
        traits = self.tactics.style + self.defence.style + self.composure.style
        points = traits + sum(mode.style for mode in self.modes.chosen().values())
        if points > self.action_points:
            refuse("style", "action_points", points=points, most=self.action_points)
        return self

    @model_validator(mode="after")
    def _damage(self) -> FighterModel:
        """Damage stands on the card or on every mode (C-1)."""
        if self.damage is None:
            for name, mode in self.modes.chosen().items():
                if mode.damage is None:
                    refuse("no_damage", "modes", name, mode=name)
        return self

    @model_validator(mode="after")
    def _words(self) -> FighterModel:
        """No word twice."""
        lists: dict[str, tuple[str, ...]] = {"wants": self.wants, "extra": self.extra}
        for field, words in lists.items():
            twice = repeated(words)
            if twice is not None:
                refuse("twice", field, twice, word=words[twice])
        return self


class SideModel(BattleModel):
    """One of the two parties."""

    name: Name
    leader: Name | None = None
    goal: Literal["none", "cross"] = "none"
    fighters: Annotated[Listed[FighterModel], Named(min_length=1, max_length=MOST_FIGHTERS)]

    def side(self) -> Side:
        """The side as the rules take it."""
        return Side(self.name, tuple(each.card() for each in self.fighters), self.leader, self.goal)

    @model_validator(mode="after")
    def _names(self) -> SideModel:
        """Not too many fighters, no two of one name, numbers included; the leader is one of them."""
        heads = sum(each.count for each in self.fighters)
        if heads > MOST_FIGHTERS:
            refuse("many", "fighters", side=self.name, heads=heads, most=MOST_FIGHTERS)
        named = [(name, index) for index, each in enumerate(self.fighters) for name in each.names()]
        twice = repeated(name for name, _ in named)
        if twice is not None:
            name, index = named[twice]
            facts = {"name": name, "at": ("fighters", index, "name")}
            raise PydanticCustomError("files.same_name", "files.same_name", facts)
        names = tuple(name for name, _ in named)
        if self.leader is not None and self.leader not in names:
            options = tuple(span(each.names()) for each in self.fighters)
            refuse("leader", "leader", side=self.name, options=options)
        return self

    @model_validator(mode="after")
    def _rescue(self) -> SideModel:
        """Who would bring off the fallen must have a way off the field, or across it (C-9.4)."""
        for index, each in enumerate(self.fighters):
            leaves = each.on_defeat.retreat or each.on_defeat.surrender or self.goal == "cross"
            if "rescue" in each.extra and not leaves:
                refuse("rescue", "fighters", index, "extra", who=each.name)
        return self


class ReadingsModel(BattleModel):
    """How the ambiguous clauses are to be read."""

    score: Literal["capability_and_tactics", "capability", "tactics", "capability_and_leader"] = (
        "capability_and_tactics"
    )
    modes: Literal["tactics_contest", "own_choice"] = "tactics_contest"
    style: Literal["added", "included"] = "added"
    surrender_against: Literal["losers", "winners"] = "losers"
    death: Literal["below", "at_or_below"] = "below"
    equal_wound: Literal["unchanged", "falls"] = "unchanged"
    state_roll: Literal["fresh", "test"] = "fresh"


class SkirmishFile(BattleFile):
    """A battle file of ``skirmish``."""

    rulebook: Literal["skirmish"]
    title: Name
    sides: Annotated[Listed[SideModel], Named(min_length=2, max_length=2), DifferentNames()]
    readings: ReadingsModel = ReadingsModel()

    def terms(self) -> Terms:
        """What the rules take for agreed."""
        one, two = (side.side() for side in self.sides)
        return Terms(self.title, (one, two), Readings(**self.readings.model_dump()))


def first_state(model: SkirmishFile, tables: Mapping[str, Any]) -> Fight:
    """The fight before anything has happened; the book has no tables to replace."""
    _ = tables
    return first_fight(model.terms())
