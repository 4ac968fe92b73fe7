"""From a battle file to the first state: the file's model."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, PlainSerializer, PlainValidator, WithJsonSchema, model_validator
from pydantic import Field as Named
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
from voevoda.rulebooks.savage.state import (
    MOST_CHARACTERS,
    MOST_ROUNDS,
    MOST_TOUGHNESS,
    Battle,
    Character,
    Commander,
    Force,
    Readings,
    Side,
    Terms,
)
from voevoda.rulebooks.savage.tables import (
    EDGE_BATTLE,
    EDGE_TRAIT,
    MOST_PLAN,
    MOST_PLUS,
    MOST_TOKENS,
    ORDINARY,
    SIDES,
    STARTING_TOKENS,
    TRAIT_OF_EDGE,
    Die,
    Edge,
    Rank,
    Skill,
    Support,
    Terrain,
)

MOST_STRENGTH = Fraction(10**12)


def _die(value: object) -> Die:
    """The die that a field holds: d8, d12+1."""
    if isinstance(value, str):
        try:
            return Die.parse(value)
        except ValueError:
            pass
    facts = {"dice": tuple(f"d{sides}" for sides in SIDES), "most": MOST_PLUS}
    raise PydanticCustomError("savage.error.die", "savage.error.die", facts)


TraitDie = Annotated[
    Die,
    PlainValidator(_die),
    PlainSerializer(str),
    WithJsonSchema({"type": "string", "pattern": "^d(4|6|8|10|12)([+-][0-9]{1,2})?$"}),
]


def _strength(value: Fraction) -> Fraction:
    """A size is above nothing."""
    if value <= 0 or value > MOST_STRENGTH:
        raise PydanticCustomError("savage.error.strength", "savage.error.strength", {"most": MOST_STRENGTH})
    return value


class CommanderModel(BattleModel):
    """Who commands a side."""

    name: Name
    battle: TraitDie | None = None
    spirit: Annotated[TraitDie, Named(json_schema_extra={"default": str(ORDINARY)})] = ORDINARY
    notice: TraitDie | None = None
    smarts: TraitDie | None = None
    wild_card: bool = True
    edges: Listed[Edge] = ()
    deputy: TraitDie | None = None

    @model_validator(mode="after")
    def _edges_fit(self) -> CommanderModel:
        """Each edge once, and with what it asks for (S-8)."""
        for index, edge in enumerate(self.edges):
            at: dict[str, Any] = {"edge": edge, "at": ("edges", index)}
            if edge in self.edges[:index]:
                raise PydanticCustomError("savage.error.same_edge", "savage.error.same_edge", at)
            trait = TRAIT_OF_EDGE[edge]
            least = {"battle": Die(EDGE_BATTLE), trait: Die(EDGE_TRAIT)}
            for name, die in least.items():
                given: Die | None = getattr(self, name)
                if (given is None and name == "battle") or (given is not None and given.sides < die.sides):
                    facts = {**at, "trait": name, "least": str(die), "has": given and str(given)}
                    raise PydanticCustomError("savage.error.edge", "savage.error.edge", facts)
        return self

    def commander(self) -> Commander:
        """The commander as the rules take him."""
        return Commander(self.name, self.battle, self.spirit, self.wild_card, self.edges, self.deputy)


class CharacterModel(BattleModel):
    """A player character (S-5)."""

    name: Name
    rank: Rank = "novice"
    wild_card: bool = True
    skills: dict[Skill, TraitDie] = Named(default_factory=dict)
    toughness: Annotated[Whole, Between(1, MOST_TOUGHNESS)] | None = None

    def character(self) -> Character:
        """The character as the rules take him."""
        return Character(self.name, self.rank, self.wild_card, tuple(self.skills.items()), self.toughness)


class SideModel(BattleModel):
    """One army and what stands for and against it."""

    name: Name
    commander: CommanderModel
    strength: Annotated[Exact, AfterValidator(_strength)] | None = None
    tokens: Annotated[Whole, Between(1, MOST_TOKENS)] | None = None
    support: Support = "none"
    terrain: Terrain = "none"
    plan: Annotated[Whole, Between(-MOST_PLAN, MOST_PLAN)] = 0
    undead: bool = False
    fortified: bool = False
    no_retreat: bool = False
    characters: Annotated[Listed[CharacterModel], Named(max_length=MOST_CHARACTERS), DifferentNames()] = ()

    @model_validator(mode="after")
    def _one_size(self) -> SideModel:
        """The size of a side is said once (S-2.1)."""
        if (self.strength is None) == (self.tokens is None):
            key = "savage.error.no_size" if self.strength is None else "savage.error.two_sizes"
            raise PydanticCustomError(key, key, {"side": self.name})
        return self

    def side(self, tokens: int) -> Side:
        """The side as the rules take it."""
        return Side(
            self.name,
            self.commander.commander(),
            tokens,
            self.strength,
            self.support,
            self.terrain,
            self.plan,
            self.undead,
            self.fortified,
            self.no_retreat,
            tuple(character.character() for character in self.characters),
        )


class ReadingsModel(BattleModel):
    """How the ambiguous clauses are to be read."""

    battle_roll: Literal["each", "opposed"] = "each"
    raise_cards: Literal["each_raise", "one"] = "each_raise"
    decks: Literal["common", "own"] = "common"
    empty_hand_reversal: Literal["on", "off"] = "on"
    new_cards_first_round: Literal["no", "yes"] = "no"
    no_skill: Literal["d4-2", "deputy"] = "d4-2"


class SavageFile(BattleFile):
    """A battle file of ``savage``."""

    rulebook: Literal["savage"]
    title: Name
    sides: Annotated[Listed[SideModel], Named(min_length=2, max_length=2), DifferentNames()]
    cards: bool = True
    max_rounds: Annotated[Whole, Between(1, MOST_ROUNDS)] | None = None
    readings: ReadingsModel = ReadingsModel()

    @model_validator(mode="after")
    def _characters_differ(self) -> SavageFile:
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
    def _sizes_alike(self) -> SavageFile:
        """Both sides say their size the same way (S-2.1)."""
        one, two = self.sides
        if (one.strength is None) != (two.strength is None):
            said, other = ("tokens", "strength") if one.strength is None else ("strength", "tokens")
            facts = {"side": one.name, "said": said, "other": other, "at": ("sides", 1, other)}
            raise PydanticCustomError("savage.error.mixed_sizes", "savage.error.mixed_sizes", facts)
        return self

    def terms(self) -> Terms:
        """What the rules take for agreed."""
        one, two = (side.side(tokens) for side, tokens in zip(self.sides, self._tokens(), strict=True))
        return Terms(self.title, (one, two), self.cards, Readings(**self.readings.model_dump()))

    def _tokens(self) -> tuple[int, ...]:
        """The tokens of each side, as the file says or in proportion (S-2.1)."""
        sizes = [side.strength for side in self.sides]
        given = [side.tokens for side in self.sides]
        if sizes[0] is None or sizes[1] is None:
            return tuple(number or 0 for number in given)
        return tokens_of(sizes[0], sizes[1])


def tokens_of(one: Fraction, two: Fraction) -> tuple[int, int]:
    """Ten tokens for the larger side, the other in proportion, rounded up, at least one (S-2.1)."""
    larger = max(one, two)
    return ceil(STARTING_TOKENS * one / larger), ceil(STARTING_TOKENS * two / larger)


def first_state(model: SavageFile, tables: Mapping[str, BattleModel]) -> Battle:
    """The battle before the cards are dealt."""
    _ = tables
    terms = model.terms()
    one, two = (Force(side.tokens, side.tokens, wounds=(0,) * len(side.characters)) for side in terms.sides)
    own = terms.readings.decks == "own"
    return Battle(terms, "deal", (one, two), ((), ()) if own else ((),), 0, model.max_rounds)
