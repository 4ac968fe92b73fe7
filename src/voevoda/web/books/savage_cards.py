"""Tactics cards of ``savage`` on the screen: hands, what lies on the table, and choices between cards."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, cast

from voevoda.i18n import number
from voevoda.web.parts import Ask, Card, Cause, Hand, Option, Rank, Shown, Slot, Suit
from voevoda.web.scene import SIDES, Scene

SUITS: Final[Mapping[str, Suit]] = {"S": "spades", "C": "clubs", "D": "diamonds", "H": "hearts"}
"""In the order in which cards lie in a hand."""
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")

CARDS_CHOSEN: Final = {
    "savage.lay.card": "lay",
    "savage.lay.two": "lay",
    "savage.scout.card": "play",
    "savage.cards.exchange": "discard",
    "savage.edges.caring.cards": "discard",
    "savage.edges.pushing.cards": "discard",
}
"""Questions whose options are cards, and what the button does with those that are chosen."""

SAYING: Final = (
    "savage.cards.use",
    "savage.edges.caring",
    "savage.edges.calculating",
    "savage.edges.pushing",
)
"""Questions whose options say what the button does."""

LAYING: Final = ("savage.lay.card", "savage.lay.two")


def advised(scene: Scene) -> bool:
    """Whether advice on what to lay would come: to whom cards are dealt alone, while they are laid."""
    own = scene.own
    return bool(own) and scene.view["phase"] == "lay" and bool(scene.sides[SIDES.index(own)].get("hand"))


# Names


def card(scene: Scene, name: str) -> Card:
    """The face of a card that the journal writes so: ``10H``, ``J1``."""
    words = scene.say(f"savage.card={name}")
    suit = SUITS.get(name[-1])
    if suit is None:
        return Card("joker", None, words, scene.say("seat.savage.does.any"))
    return Card(cast("Rank", name[:-1]), suit, words, scene.say(f"seat.savage.does.{suit}"))


def played(scene: Scene, key: str, name: str) -> str:
    """What is done with a card: "Play the nine of spades"."""
    suit = SUITS.get(name[-1])
    if suit is None:
        return scene.say(key, card=scene.say("savage.joker.whom"))
    return scene.say(key, card=scene.say("savage.card.whom", rank=name[:-1], suit=suit))


def in_hand(cards: tuple[str, ...]) -> list[str]:
    """By suit, then by rank, jokers last."""

    def place(name: str) -> tuple[int, int]:
        if name[-1] not in SUITS:
            return (len(SUITS), 0)
        return (list(SUITS).index(name[-1]), RANKS.index(name[:-1]))

    return sorted(cards, key=place)


# Hands


def hands(scene: Scene) -> tuple[Hand, ...]:
    """What lies on the table; this seat's own hand; of another's only the backs."""
    if "decks" not in scene.view:
        return ()
    own = SIDES.index(scene.own) if scene.own and "hand" in scene.sides[SIDES.index(scene.own)] else 0
    offered = {str(each) for ask in scene.sight.seen.asks for each in _offered(ask)}
    found = [_hand(scene, index) for index in (own, 1 - own)]
    mine = set(scene.sides[own].get("hand", ()))
    if mine and mine <= offered:  # the question shows all of them
        found = found[1:]
    return (*_table(scene), *found)


def _offered(ask: Mapping[str, Any]) -> tuple[str, ...]:
    if ask["key"] not in CARDS_CHOSEN or ask["laid"] is not None:
        return ()
    return tuple(ask["options"])


def _hand(scene: Scene, index: int) -> Hand:
    """What is in a hand and does not lie on the table."""
    side, which = scene.sides[index], SIDES[index]
    laid = _laid(scene, index)
    if "hand" not in side:
        gone = laid if isinstance(laid, int) else len(laid)
        size = side["hand_size"] - (gone if scene.view["phase"] == "lay" else 0)
        title = scene.say("seat.savage.hand", side=side["name"])
        return Hand(title, which, scene.say("seat.savage.cards", n=size), backs=size)
    mine = which == scene.own
    title = scene.say("seat.savage.hand.own") if mine else scene.say("seat.savage.hand", side=side["name"])
    cards = [name for name in in_hand(side["hand"]) if isinstance(laid, int) or name not in laid]
    fact = scene.say("seat.savage.cards.own" if mine else "seat.savage.cards", n=len(cards))
    return Hand(title, which, fact, tuple(card(scene, name) for name in cards))


# What lies on the table


def _table(scene: Scene) -> tuple[Hand, ...]:
    """The cards of this round, both sides', or the last until others are laid; none where a question has."""
    if any(ask["key"] == "savage.scout.card" for ask in scene.sight.seen.asks):
        return ()
    if scene.view["phase"] not in ("lay", "scout") and not any(side["shown"] for side in scene.sides):
        return _last_shown(scene)
    slots = tuple(slot for index in (0, 1) for slot in _slots(scene, index))
    return (Hand(scene.say("seat.savage.table"), "", slots=slots),)


def _last_shown(scene: Scene) -> tuple[Hand, ...]:
    """What was shown last, in a round that may have ended in the same moment."""
    told = [
        (round_, cast("tuple[Mapping[str, Any], ...]", line.facts["cards"]))
        for round_, line in zip(scene.sight.rounds, scene.sight.seen.log, strict=True)
        if line.key == "savage.lay.shown"
    ]
    if not told:
        return ()
    last, _ = told[-1]
    # A scout's enemy shows before he does.
    cards = {each["side"]: each["card"] for round_, both in told if round_ == last for each in both}
    slots = tuple(
        Slot(
            "shown", scene.which(name), scene.say("seat.savage.slot.of", side=name), card(scene, cards[name])
        )
        for name in scene.names
        if name in cards
    )
    fact = "" if last == scene.sight.round else scene.say("report.round", round=last)
    return (Hand(scene.say("seat.savage.table"), "", fact, slots=slots),)


def _slots(scene: Scene, index: int) -> Iterator[Slot]:
    side, which = scene.sides[index], SIDES[index]
    mine, laid = which == scene.own, _laid(scene, index)
    caption = scene.say("seat.savage.slot.of", side=side["name"])
    if side["shown"]:
        yield Slot("shown", which, caption, card(scene, side["shown"]))
    elif side["shown"] == "" or (side["hand_size"] == 0 and not side["laid_size"]):
        yield Slot("empty", which, caption, hole=scene.say("seat.savage.slot.none"))
    elif isinstance(laid, int):
        for _ in range(laid):
            yield Slot("back", which, caption)
    else:
        for each in laid:
            yield Slot("mine", which, scene.say("seat.savage.slot.mine"), card(scene, each))
    if not laid and not side["shown"] and side["hand_size"]:
        yield Slot("empty", which, caption, hole="" if mine else scene.say("seat.savage.slot.awaited"))


def _laid(scene: Scene, index: int) -> int | tuple[str, ...]:
    """What a side has laid and not shown: the cards, where this seat may see them, else how many they are."""
    side, phase = scene.sides[index], scene.view["phase"]
    if phase == "scout" and side["laid_size"] == 2:
        return tuple(side["laid"]) if "laid" in side and SIDES[index] == scene.own else 2
    if phase != "lay":
        return 0
    asks = cast("tuple[Mapping[str, Any], ...]", scene.sight.seen.asks)
    for ask in asks:
        if ask["key"] in LAYING and ask["laid"] is not None and ask["about"]["side"] == side["name"]:
            laid = json.loads(str(ask["laid"]))
            return (laid,) if isinstance(laid, str) else tuple(laid)
    if f"commander:{side['name']}" in scene.sight.seen.waits or not side["hand_size"]:
        return 0
    scouts = side["round"]["scouts"] and not scene.sides[1 - index]["round"]["scouts"]
    return 2 if scouts and side["hand_size"] > 1 else 1


# Choices


def put(scene: Scene, ask: Mapping[str, Any], form: Ask) -> Ask:
    """A choice shows its cards, what its options come to, and names what the button does."""
    what = CARDS_CHOSEN.get(str(ask["key"]))
    form = _addressed(scene, ask, form)
    brings = cast("Mapping[str, Any]", ask.get("brings", {}))
    options = [_brought(scene, brings.get(option.value, {}), option) for option in form.options]
    if what is not None:
        return _put_cards(scene, ask, replace(form, options=tuple(options)), what)
    if ask["key"] in SAYING:
        options = [replace(option, does=option.title) for option in options]
    return _named(replace(form, options=tuple(options)))


def _put_cards(scene: Scene, ask: Mapping[str, Any], form: Ask, what: str) -> Ask:
    several = form.least != 1 or form.most != 1
    by_name = {option.value: replace(option, card=card(scene, option.value)) for option in form.options}
    options = [by_name[name] for name in in_hand(tuple(by_name))]
    if form.state == "change":
        laid = tuple(scene.say(f"savage.card={option.value}") for option in options if option.chosen)
        lies = scene.say("seat.savage.lies", n=len(laid), cards=laid) if laid else form.question
        plain = tuple(replace(option, card=None) for option in options)
        return replace(form, question=lies, options=plain)
    if not several:
        options = [
            replace(option, does=played(scene, f"seat.savage.act.{what}", option.value)) for option in options
        ]
    if what == "play":
        options = [replace(option, title=option.does) for option in options]
    many = "lay.several" if several and what == "lay" else what
    form = replace(
        form,
        options=tuple(options),
        shown=_shown(scene, ask),
        consequence=scene.say(f"seat.savage.then.{many}", enemy=_enemy(scene, ask)),
    )
    submit = scene.say(f"seat.savage.submit.{what}{'.several' if several else ''}")
    return _named(replace(form, submit=submit))


def _addressed(scene: Scene, ask: Mapping[str, Any], form: Ask) -> Ask:
    """The question as it is put to who sits on that side: without his side's name."""
    key, about = f"{ask['key']}.own", ask["about"]
    own = scene.own and about.get("side") == scene.names[SIDES.index(scene.own)]
    return replace(form, question=scene.say(key, **about)) if own and scene.knows(key) else form


def _named(form: Ask) -> Ask:
    """The button names what it does with the option that is chosen already."""
    chosen = next((option.does for option in form.options if option.chosen and option.does), "")
    return replace(form, submit=chosen) if chosen and form.state != "change" else form


def _enemy(scene: Scene, ask: Mapping[str, Any]) -> str:
    return next(name for name in scene.names if name != ask["about"].get("side"))


def _brought(scene: Scene, brings: Mapping[str, Any], option: Option) -> Option:
    """What an option comes to, where the question says it."""
    causes = tuple(_cause(scene, each) for each in brings.get("why", ()))
    if "result" not in brings:
        return replace(option, causes=causes)
    one, two = brings["result"]
    caption = scene.say(f"seat.savage.brings.{brings['of']}")
    if brings["open"]:
        before = scene.say(f"savage.before={'-'.join(brings['open'])}")
        caption = scene.say("seat.savage.brings.before", what=caption, before=before)
    result = number(scene.lang, one), number(scene.lang, two)
    return replace(option, caption=caption, result=result, causes=causes)


def _cause(scene: Scene, why: Mapping[str, Any]) -> Cause:
    """A reason, in which the reader's own side is "you"."""
    facts = dict(why["facts"])
    if scene.own and "losers" in facts:
        own = scene.names[SIDES.index(scene.own)]
        you = scene.say("seat.savage.you")
        facts["losers"] = tuple(you if each == own else each for each in facts["losers"])
    words = scene.say(str(why["key"]), **facts)
    starts = words[:1] if words[1:2].isdecimal() else words[:1].upper()  # d8 is no word
    return Cause(starts + words[1:], scene.clause(str(why["cite"])))


def _shown(scene: Scene, ask: Mapping[str, Any]) -> tuple[Shown, ...]:
    """The enemy's card, which is up already where one scouts."""
    if ask["key"] != "savage.scout.card":
        return ()
    found = list[Shown]()
    for index, side in enumerate(scene.sides):
        if side["name"] != ask["about"].get("side") and side["shown"]:
            slot = Slot("shown", SIDES[index], "", card(scene, side["shown"]))
            found.append(Shown(slot, scene.say("seat.savage.scouted", side=side["name"])))
    return tuple(found)
