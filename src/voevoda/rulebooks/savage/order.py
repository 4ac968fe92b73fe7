"""The order of a battle (S-3): what step comes after which."""

from __future__ import annotations

from dataclasses import replace

from voevoda.rulebooks.savage.state import Battle, Phase, Round


def proceed(battle: Battle) -> Battle:
    """The battle at its next step."""
    match battle.phase:
        case "deal":
            # Reading: new_cards_first_round.
            early = battle.terms.cards and battle.terms.readings.new_cards_first_round == "yes"
            return replace(battle, phase="cards" if early else "opening")
        case "cards" | "questions" if any(force.round.asks for force in battle.forces):
            return replace(battle, phase="questions")
        case "opening" | "cards" | "questions":
            return to_turn(battle, 0)
        case "characters":
            return to_turn(battle, battle.turn + 1)
        case "battle" if battle.terms.cards:
            return replace(battle, phase="lay")
        case "lay" if any(force.cards.laid for force in battle.forces):
            return replace(battle, phase="scout")
        case "lay" | "scout":
            return replace(battle, phase="clash")
        case "clash":
            return replace(battle, phase="edges")
        case "battle" | "edges":
            return replace(battle, phase="losses")
        case "losses":
            return replace(battle, phase="morale") if all(_standing(battle)) else _ended(battle, "aftermath")
        case "morale" if any(force.fate != "fights" for force in battle.forces):
            return _ended(battle, "aftermath")
        case "morale" if battle.rounds_left == 0:
            return _ended(battle, "over")
        case "morale":
            return replace(battle, phase="cards" if battle.terms.cards else "opening")
        case _:
            return replace(battle, phase="over")


def to_turn(battle: Battle, turn: int) -> Battle:
    """The battle at the turn of the next character who can still act, from this turn on."""
    for later, (index, place, _) in enumerate(battle.characters()[turn:], turn):
        if not battle.is_out(index, place):
            return replace(battle, phase="characters", turn=later)
    return replace(battle, phase="battle", turn=0)


def _standing(battle: Battle) -> tuple[bool, bool]:
    one, two = battle.forces
    return one.tokens > 0, two.tokens > 0


def _ended(battle: Battle, phase: Phase) -> Battle:
    """The battle after its last round, with nothing left of what only rounds read."""
    one, two = (replace(force, round=Round(), morale=0, cared_for=False) for force in battle.forces)
    return replace(battle, phase=phase, forces=(one, two), rounds_left=None)
