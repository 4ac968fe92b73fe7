"""From a battle file to the first state: the file's model and what it is refused for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal, NoReturn

from pydantic import Field as Named
from pydantic import model_validator
from pydantic_core import PydanticCustomError

from voevoda.rulebooks.fields import (
    BattleFile,
    BattleModel,
    Between,
    DifferentNames,
    Exact,
    Listed,
    Name,
    Whole,
    repeated,
)
from voevoda.rulebooks.gurps.modifiers import KINDS, is_special, kinds_of
from voevoda.rulebooks.gurps.state import (
    Character,
    Day,
    Ground,
    Inherited,
    Leader,
    Mission,
    Race,
    Readings,
    Role,
    Ruling,
    Seer,
    Side,
    Terms,
    Unit,
    first_day,
)
from voevoda.rulebooks.gurps.strength import force_ts
from voevoda.rulebooks.gurps.tables import (
    DEPUTY,
    FORTIFIED,
    IN_PIECES,
    LEAST_TL,
    PASSAGE,
    PLAN_MOST,
    POSITION,
    REFEREE_MOST,
    RISK,
    SLOPES,
    SUPPLIES,
    SURPRISES,
    Armour,
    Arms,
    Belief,
    Circumstance,
    Missile,
    MoraleFlag,
    Position,
    Quality,
    Scouting,
    Tables,
    Weapon,
)

MOST_MEN = 10**12
MOST_SKILL = 100
FORCE = "force"
"""What a character commands who commands all."""

LOWEST_GROUND = -20
"""The worst that higher ground may be made."""

Skill = Annotated[Whole, Between(0, MOST_SKILL)]
Level = Annotated[Whole, Between(0, 16)]


def refuse(key: str, *at: str | int, **facts: object) -> NoReturn:
    """Raise what is wrong with a battle file, with the place in it."""
    raise PydanticCustomError(f"gurps.error.{key}", f"gurps.error.{key}", {**facts, "at": at})


def _once(field: str, given: Collection[str]) -> None:
    """No word may stand twice in a list."""
    twice = repeated(given)
    if twice is not None:
        refuse("twice", field, twice, word=tuple(given)[twice])


def _one_of(key: str, field: str, given: Collection[str], among: Collection[str]) -> None:
    """Two of these do not go together."""
    both = [each for each in given if each in among]
    if len(both) > 1:
        refuse(key, field, tuple(given).index(both[1]), one=both[0], other=both[1])


# Units


class RaceModel(BattleModel):
    """What sets a race apart from men (G-1.5)."""

    st: Annotated[Whole, Between(-100, 1000)] = 0
    ht: Annotated[Whole, Between(-100, 1000)] = 0
    hits: Annotated[Whole, Between(-100, 1000)] = 0
    superhuman_strength: Annotated[Whole, Between(0, 1000)] = 0


class UnitModel(BattleModel):
    """Men of one kind (G-1)."""

    name: Name
    count: Annotated[Whole, Between(1, MOST_MEN)]
    arms: Arms = "infantry"
    armour: Armour = "none"
    quality: Quality | None = None
    missile: Missile = "none"
    weapon: Weapon | None = None
    pieces: Annotated[Whole, Between(1, MOST_MEN)] | None = None
    pikes: bool = False
    stirrups: bool | None = None
    race: RaceModel = RaceModel()
    ts: Annotated[Exact, Between(0, 10**6)] | None = None
    special: Listed[Name] = ()
    counters: Listed[Name] = ()
    serves_as: Literal["counter", "special"] | None = None
    morale: Annotated[Whole, Between(-20, 20)] = 0
    battles: Annotated[Whole, Between(0, 10**6)] | None = None
    deadly_order: bool = False

    def unit(self, tables: Tables) -> Unit:
        """The unit as the rules take it; quality and battles are read from each other (G-1.6)."""
        by_battles = "average" if self.battles is None else tables.grade_after(self.battles).quality
        quality = self.quality or by_battles
        return Unit(
            name=self.name,
            count=self.count,
            arms=self.arms,
            armour=self.armour,
            quality=quality,
            missile=self.missile,
            weapon=self.weapon,
            pieces=self.pieces,
            pikes=self.pikes,
            stirrups=self.stirrups is not False,
            race=Race(**self.race.model_dump()),
            ts=self.ts,
            special=self.special,
            counters=self.counters,
            serves_as=self.serves_as,
            morale=self.morale,
            battles=tables.grade(quality).battles if self.battles is None else self.battles,
            deadly_order=self.deadly_order,
        )

    @model_validator(mode="after")
    def _fits(self) -> UnitModel:
        """What stands in the file has a meaning for this unit."""
        if self.pieces is not None and self.weapon is None and self.arms not in IN_PIECES:
            refuse("pieces", "pieces")
        if self.stirrups is not None and self.arms != "cavalry":
            refuse("stirrups", "stirrups")
        if self.name == FORCE:
            refuse("force_name", "name")
        _once("special", self.special)
        _once("counters", self.counters)
        known = next((index for index, kind in enumerate(self.special) if kind in KINDS), None)
        if known is not None:
            refuse("known_kind", "special", known, kind=self.special[known])
        return self


# Characters and leaders


class CharacterModel(BattleModel):
    """A player character (G-9)."""

    name: Name
    battle: Skill
    risk: Annotated[Whole, Between(*RISK)] = 0
    dr: Annotated[Whole, Between(0, 1000)] = 0
    hp: Annotated[Whole, Between(1, 1000)] = 10
    reputation: Annotated[Whole, Between(-20, 20)] = 0
    commands: Name | None = None
    unit: Name | None = None

    def character(self) -> Character:
        """The character as the rules take him."""
        leads = self.commands == FORCE
        return Character(
            self.name,
            self.battle,
            self.risk,
            self.dr,
            self.hp,
            self.reputation,
            None if leads else self.commands,
            leads,
            self.unit,
        )

    @model_validator(mode="after")
    def _one_place(self) -> CharacterModel:
        """Who commands serves where he commands."""
        if self.commands is not None and self.unit is not None:
            refuse("commands_and_serves", "unit")
        return self


class CommanderModel(BattleModel):
    """Who leads a force; nameless: a deputy who has taken over."""

    name: Name | None = None
    strategy: Skill
    tactics: Skill | None = None
    luck: bool = False


class DeputyModel(BattleModel):
    """Who leads it when he has fallen (G-8.5)."""

    strategy: Skill = DEPUTY
    tactics: Skill = DEPUTY


class SeerModel(BattleModel):
    """The seer who is believed (G-7.2)."""

    skill: Skill
    strategy: Skill
    belief: Belief = "trusts"


class MissionModel(BattleModel):
    """An attempt on the enemy's commander (G-7.3)."""

    kind: Literal["assassinate"]
    skill: Skill
    executed_if_caught: bool = False


# Sides


class PositionModel(BattleModel):
    """What the defender's ground is (G-4.1)."""

    kind: Position
    value: Whole | None = None

    def ground(self) -> Ground:
        """The position as the rules take it."""
        return Ground(self.kind, POSITION[self.kind] if self.value is None else self.value)

    @model_validator(mode="after")
    def _worth(self) -> PositionModel:
        """A passage needs a number, higher ground may have one, all others have theirs."""
        bounds = {"passage": PASSAGE, "higher-ground": (LOWEST_GROUND, POSITION["higher-ground"])}
        if self.value is None:
            if self.kind == "passage":
                refuse("passage", "value", low=PASSAGE[0], high=PASSAGE[1])
            return self
        if self.kind not in bounds:
            refuse("position_value", "value", kind=self.kind, value=POSITION[self.kind])
        low, high = bounds[self.kind]
        if not low <= self.value <= high:
            raise PydanticCustomError(
                "files.range",
                "files.range",
                {"low": low, "high": high, "given": self.value, "at": ("value",)},
            )
        return self


class RulingModel(BattleModel):
    """A modifier of the referee's own (G-6.2)."""

    why: Name
    value: Annotated[Whole, Between(-REFEREE_MOST, REFEREE_MOST)]


class SideModel(BattleModel):
    """One of the two forces."""

    name: Name
    commander: CommanderModel
    units: Annotated[Listed[UnitModel], DifferentNames(), Named(min_length=1)]
    role: Literal["attacker", "defender"] | None = None
    deputy: DeputyModel = DeputyModel()
    tech_level: Level = 3
    engineers: bool = False
    position: Listed[PositionModel] = ()
    circumstances: Listed[Circumstance] = ()
    plan: Annotated[Whole, Between(-PLAN_MOST, PLAN_MOST)] = 0
    referee: Listed[RulingModel] = ()
    scouting: Scouting = "none"
    seer: SeerModel | None = None
    missions: Listed[MissionModel] = ()
    guard: Skill | None = None
    morale: Listed[MoraleFlag] = ()
    extra_pay: Annotated[Exact, Between(0, 10**6)] = Fraction(0)
    no_escape: bool = False
    never_surrenders: bool = False
    characters: Listed[CharacterModel] = ()

    def side(self, tables: Tables, inherited: Inherited) -> Side:
        """The side as the rules take it."""
        role: Role = self.role or "meets"
        return Side(
            name=self.name,
            commander=Leader(
                self.commander.strategy,
                self.commander.tactics,
                self.commander.name or "",
                self.commander.luck,
            ),
            units=tuple(unit.unit(tables) for unit in self.units),
            role=role,
            deputy=Leader(self.deputy.strategy, self.deputy.tactics),
            tech_level=self.tech_level,
            engineers=self.engineers,
            position=tuple(position.ground() for position in self.position),
            circumstances=self.circumstances,
            plan=self.plan,
            referee=tuple(Ruling(ruling.why, ruling.value) for ruling in self.referee),
            scouting=self.scouting,
            seer=None if self.seer is None else Seer(**self.seer.model_dump()),
            missions=tuple(Mission(each.skill, each.executed_if_caught) for each in self.missions),
            guard=self.guard,
            morale=self.morale,
            extra_pay=self.extra_pay,
            no_escape=self.no_escape,
            never_surrenders=self.never_surrenders,
            characters=tuple(character.character() for character in self.characters),
            inherited=inherited,
        )

    @model_validator(mode="after")
    def _position(self) -> SideModel:
        """Only the defender has a position (G-4.1)."""
        kinds = [position.kind for position in self.position]
        if kinds and self.role != "defender":
            refuse("not_defender", "position")
        _once("position", kinds)
        _one_of("slopes", "position", kinds, SLOPES)
        return self

    @model_validator(mode="after")
    def _words(self) -> SideModel:
        """No word twice, and none that bars another (G-6.1, G-12)."""
        _once("circumstances", self.circumstances)
        _one_of("surprises", "circumstances", self.circumstances, SURPRISES)
        _one_of("supplies", "circumstances", self.circumstances, SUPPLIES)
        _once("morale", self.morale)
        _one_of("spy_nets", "morale", self.morale, {"spy-net", "spy-net-deadly"})
        fortified = next((each.kind for each in self.position if each.kind in FORTIFIED), None)
        if fortified and "home-ground" in self.circumstances:
            refuse(
                "home_fortified", "circumstances", self.circumstances.index("home-ground"), position=fortified
            )
        return self

    @model_validator(mode="after")
    def _weapons(self) -> SideModel:
        """A weapon needs its tech level (G-1.4)."""
        for index, unit in enumerate(self.units):
            least = LEAST_TL.get(unit.weapon or "", 0)
            if self.tech_level < least:
                refuse(
                    "weapon_tech",
                    "units",
                    index,
                    "weapon",
                    weapon=unit.weapon,
                    least=least,
                    tech=self.tech_level,
                )
        return self

    @model_validator(mode="after")
    def _commands(self) -> SideModel:
        """Characters serve in units of their own side; each unit, and the force, has one commander."""
        names = tuple(unit.name for unit in self.units)
        for index, character in enumerate(self.characters):
            for field in ("commands", "unit"):
                named = getattr(character, field)
                options = (*names, FORCE) if field == "commands" else names
                if named is not None and named not in options:
                    refuse("no_unit", "characters", index, field, options=options)
        posts = [(index, each.commands) for index, each in enumerate(self.characters) if each.commands]
        twice = repeated(post for _, post in posts)
        if twice is not None:
            index, post = posts[twice]
            refuse("two_commanders", "characters", index, "commands", post=post)
        return self


class InheritedModel(BattleModel):
    """What yesterday left to a side (G-14.1); the report writes it."""

    side: Name
    morale: Annotated[Whole, Between(-20, 20)] = 0
    commander_lost: bool = False
    if_attacks: bool = False
    """The morale counts only if the side attacks again."""

    def inherited(self, role: str | None) -> Inherited:
        """What acts today on a side of this role."""
        acts = not self.if_attacks or role == "attacker"
        return Inherited(self.morale if acts else 0, self.commander_lost)


class ReadingsModel(BattleModel):
    """How the ambiguous clauses are to be read."""

    blows: Literal["separate", "once"] = "separate"
    commander_penalty: Literal["deeper", "milder"] = "deeper"
    hopeless: Literal["roll", "refuse"] = "roll"
    luck: Literal["best_of_three", "reroll"] = "best_of_three"
    losses_rolled: Literal["per_unit", "per_side"] = "per_unit"
    dismissed_seer: Literal["helps", "ignored"] = "helps"
    second_roll: Literal["plus_two", "added"] = "plus_two"


class GurpsFile(BattleFile):
    """A battle file of ``gurps``."""

    rulebook: Literal["gurps"]
    title: Name
    sides: Annotated[Listed[SideModel], DifferentNames(), Named(min_length=2, max_length=2)]
    siege: bool = False
    assault: bool = True
    catastrophes: bool = False
    fierce: Annotated[Whole, Between(0, 20)] = 0
    next_day: Listed[InheritedModel] | None = None
    readings: ReadingsModel = ReadingsModel()

    def terms(self, tables: Tables) -> Terms:
        """What the rules take for agreed."""
        left = {each.side: each for each in self.next_day or ()}
        one, two = (
            side.side(tables, left[side.name].inherited(side.role) if side.name in left else Inherited())
            for side in self.sides
        )
        return Terms(
            title=self.title,
            sides=(one, two),
            tables=tables,
            siege=self.siege,
            assault=self.assault,
            catastrophes=self.catastrophes,
            fierce=self.fierce,
            readings=Readings(**self.readings.model_dump()),
            replaced=tuple(sorted(self.tables)),
        )

    @model_validator(mode="after")
    def _roles(self) -> GurpsFile:
        """One attacks and one defends, or both meet in the open."""
        roles = Counter(side.role for side in self.sides)
        if roles not in (Counter({None: 2}), Counter(("attacker", "defender"))):
            index = 0 if self.sides[0].role is None else 1
            refuse("roles", "sides", index, "role")
        return self

    @model_validator(mode="after")
    def _siege(self) -> GurpsFile:
        """Only a siege can do without an assault, and only a defender can be besieged (G-11.8)."""
        if not self.assault and not self.siege:
            refuse("no_siege", "assault")
        if self.siege and self.sides[0].role is None:
            refuse("siege_roles", "siege")
        return self

    @model_validator(mode="after")
    def _characters_differ(self) -> GurpsFile:
        """No two characters of a battle have the same name."""
        places = [(side, index) for side in (0, 1) for index in range(len(self.sides[side].characters))]
        names = [self.sides[side].characters[index].name for side, index in places]
        twice = repeated(names)
        if twice is not None:
            side, index = places[twice]
            facts = {"name": names[twice], "at": ("sides", side, "characters", index, "name")}
            raise PydanticCustomError("files.same_name", "files.same_name", facts)
        return self

    @model_validator(mode="after")
    def _skills(self) -> GurpsFile:
        """Small battles ask for Tactics (G-10.1)."""
        people = sum(unit.count for side in self.sides for unit in side.units)
        for index, side in enumerate(self.sides):
            if people < 200 and side.commander.tactics is None:
                refuse("tactics", "sides", index, "commander", "tactics", people=people)
        return self

    @model_validator(mode="after")
    def _yesterday(self) -> GurpsFile:
        """What yesterday left, it left to one of the sides, once (G-14.1)."""
        names = tuple(side.name for side in self.sides)
        left = [each.side for each in self.next_day or ()]
        for index, name in enumerate(left):
            if name not in names:
                refuse("no_side", "next_day", index, "side", options=names)
        twice = repeated(left)
        if twice is not None:
            refuse("twice", "next_day", twice, "side", word=left[twice])
        return self


# What needs the tables or both sides as the rules take them


def first_state(model: GurpsFile, tables: Mapping[str, Any]) -> Day:
    """The day before anything has happened.

    Raises ``PydanticCustomError`` for what does not fit the tables in force.
    """
    terms = model.terms(
        Tables(
            strength=tables["strength"].table(),
            weapons=tables["weapons"].table(),
            quality=tables["quality"].table(),
            catastrophes=tables["catastrophes"].table(),
            wounds=tables["wounds"].table(),
            losses=tables["losses"].table(),
        )
    )
    for number, side in enumerate(terms.sides):
        for index, unit in enumerate(side.units):
            _check_unit(terms, side, unit, ("sides", number, "units", index))
        if not force_ts(terms.tables, side, side.units):
            refuse("no_strength", "sides", number, "units", side=side.name)
    return first_day(terms)


def _check_unit(terms: Terms, side: Side, unit: Unit, at: tuple[str | int, ...]) -> None:
    """A unit against the tables and against what counts in this battle."""
    due = terms.tables.grade_after(unit.battles).quality
    if unit.quality != due:
        refuse("quality", *at, "quality", quality=unit.quality, battles=unit.battles, due=due)
    firearms = terms.tables.strength.firearms
    if unit.missile == "firearm" and terms.tables.strength.firearm(side.tech_level) is None:
        refuse("firearm_tech", *at, "missile", least=firearms[0].low, tech=side.tech_level)
    options = tuple(dict.fromkeys((*KINDS, *kinds_of(terms))))
    unknown = next((index for index, kind in enumerate(unit.counters) if kind not in options), None)
    if unknown is not None:
        refuse("no_kind", *at, "counters", unknown, kind=unit.counters[unknown], options=options)
    special = next((kind for kind in kinds_of(terms) if is_special(unit, kind)), None)
    if unit.counters and special and unit.serves_as is None:
        refuse("serves_as", *at, "serves_as", kind=special, options=("counter", "special"))
    if unit.serves_as is not None and not (unit.counters and special):
        refuse("serves_as_idle", *at, "serves_as")
