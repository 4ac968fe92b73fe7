"""A battle at the table as one seat sees it: the page and its live regions, from nothing but a ``Sight``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, cast

from voevoda.export.told import ended
from voevoda.i18n import Language
from voevoda.play.seats import EVERYONE, Facts, Seat
from voevoda.table import Sight
from voevoda.web.books import Screen, screen_of
from voevoda.web.log_page import log_of
from voevoda.web.odds_panel import Panel, more_of, odds_of
from voevoda.web.pages import Frame, Seated, Table
from voevoda.web.parts import Action, Ask, Refusal, Track
from voevoda.web.questions import Given, ask_form
from voevoda.web.requests import FORM_ID
from voevoda.web.scene import Scene, goes_on
from voevoda.web.seat_names import arrived, named, sitter_of, sitting

MOST_ARRIVALS: Final = 4
"""So many of those who sat down while the battle went on are named; the page of seats names them all."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A form that was refused, to be shown again as it was filled in."""

    place: str
    given: Given
    refusal: Refusal


def table_page(
    sight: Sight,
    lang: Language,
    frame: Frame,
    base: str,
    *,
    odds: Panel | None = None,
    sent: Sent | None = None,
) -> Table:
    """The page of a seat.

    ``base`` is the seat's address, ``odds`` what is known of them, ``sent`` a form that was refused.
    """
    scene, screen = Scene(sight, lang, base), screen_of(sight.book)
    asks = asks_of(scene, screen, sent)
    waiting = next((form for form in asks if form.state == "asked"), None)
    known = {str(ask["place"]) for ask in sight.seen.asks}
    step = step_now(scene, screen)
    return Table(
        frame=replace(
            frame, title=sight.title, seated=seated(scene), asked=waiting is not None, live=frame.live
        ),
        title=sight.title,
        about=scene.say(
            "seat.about", book=scene.say(f"{sight.book}.name"), system=scene.say(f"seat.{sight.book}.system")
        ),
        track=track(scene, screen, step),
        score=screen.score(scene),
        asks=asks,
        waits=waits_text(scene),
        log=log_of(scene, screen),
        watching=sight.seat.kind == "spectator",
        call=scene.say("seat.call", question=waiting.question) if waiting else "",
        which=waiting.which if waiting else "",
        refusal=sent.refusal if sent and sent.place not in known else None,
        tell=screen.tell(scene),
        hands=screen.hands(scene),
        rosters=screen.rosters(scene),
        odds=odds_of(scene, odds),
        odds_more=more_of(scene, odds),
        notices=notices(scene),
        heard=heard(scene),
        referee=hand_of(scene),
        referee_title=scene.say("web.referee" if sight.seat.kind == "referee" else "seat.hand"),
        referee_note=scene.say("seat.referee.note") if sight.seat.kind == "referee" else "",
        over=over(scene),
        says=result(scene) or says(scene, asks),
        leads=_to_referee(scene) if is_taken(scene) else None,
        throw=throw_of(scene, asks),
    )


# Its parts


def seated(scene: Scene) -> Seated:
    """Whose seat it is."""
    seat = scene.sight.seat
    sitter, role = sitter_of(scene.sight, scene.lang, seat), named(scene.lang, seat)
    if not sitter or sitter.casefold() == role.partition(",")[0].casefold():
        return Seated(role[:1].upper() + role[1:], "", scene.own)
    return Seated(sitter, f", {role}", scene.own)


def step_now(scene: Scene, screen: Screen) -> str | None:
    """The step under way: as the view says, or what is asked, or the last line; None at the end.

    Only what every seat knows counts, so that all are shown the same step.
    """
    if scene.sight.outcome is not None:
        return None
    found = screen.now(scene)
    if found is not None:
        return found
    for key in scene.sight.asked:
        found = screen.step_of(key)
        if found is not None:
            return found
    lines = [
        line
        for round_, line in zip(scene.sight.rounds, scene.sight.seen.log, strict=True)
        if round_ == scene.sight.round and line.seen_by == EVERYONE
    ]
    steps = [step for line in lines if (step := screen.step_of(line.key)) in screen.steps]
    return steps[-1] if steps else screen.steps[0]


def track(scene: Scene, screen: Screen, step: str | None) -> Track:
    """The steps of the round, or of the day; all are passed once the battle is over."""
    round_ = scene.sight.round
    heading = scene.say("report.round", round=round_) if round_ else scene.say(f"seat.{scene.book}.day")
    left_out = screen.without(scene) - {step}
    steps = [each for each in screen.steps if each not in left_out]
    names = tuple(scene.say(f"seat.{scene.book}.step.{each}") for each in steps)
    return Track(heading, names, len(steps) if step is None else steps.index(step))


def asks_of(scene: Scene, screen: Screen, sent: Sent | None) -> tuple[Ask, ...]:
    """The questions to this seat in the order of the book; the first that has no answer is the solid one."""
    found = list[Ask]()
    first = next((ask["place"] for ask in scene.sight.seen.asks if ask["laid"] is None), None)
    for n, ask in enumerate(_in_order(scene.sight.seen.asks)):
        again = sent if sent and sent.place == ask["place"] else None
        found.append(
            ask_form(
                scene,
                ask,
                n,
                first=ask["place"] == first,
                given=again.given if again else None,
                refusal=again.refusal if again else None,
                put=screen.put,
            )
        )
    return tuple(found)


def _in_order(asks: tuple[Facts, ...]) -> list[Mapping[str, Any]]:
    """What waits for an answer first, then what is answered."""
    return sorted(asks, key=lambda ask: ask["laid"] is not None)


def waits_text(scene: Scene) -> str:
    """Whom the table waits for, and for what kind of answer."""
    if not goes_on(scene.sight):
        return ""
    mine = [words for each in scene.sight.waits if (words := _own_wait(scene, each))]
    others = [wait_text(scene, each) for each in scene.sight.waits if not _own_wait(scene, each)]
    told = [scene.say("seat.waits.you.several") if len(mine) > 1 else mine[0], *others] if mine else others
    if not told:
        return scene.say("seat.waits.nobody")
    return scene.say("seat.waits", what=tuple(told))


def wait_text(scene: Scene, wait: Facts) -> str:
    """One answer that is waited for: of which seat, and of whom, where somebody sits there."""
    name = str(cast("Facts", wait["facts"])["name"])
    kind = str(wait["key"]).split(".")[2]
    if kind in ("commander", "player"):
        sitter = sitter_of(scene.sight, scene.lang, Seat(kind, name))
        name = ", ".join(filter(None, (sitter, name)))
    return scene.say(str(wait["key"]), name=name)


def _own_wait(scene: Scene, wait: Facts) -> str:
    """What the table waits for from this seat; empty where it waits for another."""
    name = str(cast("Facts", wait["facts"])["name"])
    _, _, kind, what = str(wait["key"]).split(".")
    mine = scene.sight.seat
    if kind == mine.kind and (mine.name == name or kind == "referee"):
        return scene.say(f"seat.waits.you.{what}")
    if mine.kind == "referee" and kind in ("table", "stead"):
        return scene.say(f"seat.waits.you.{kind}.{what}", name=name)
    return ""


def notices(scene: Scene) -> tuple[Refusal, ...]:
    """What must be known of this table: changed rules, a file it came from, words to the referee."""
    found = list[Refusal]()
    if not scene.sight.current:
        found.append(Refusal(scene.say("seat.notice.rules"), scene.say("table.refused.rules")))
    if scene.sight.imported:
        found.append(Refusal(scene.say("seat.notice.imported"), scene.say("seat.notice.imported.words")))
    if came := arrived(scene.sight, scene.lang)[-MOST_ARRIVALS:]:
        found.append(Refusal(scene.say("seat.notice.arrived"), f"{'; '.join(came)}."))
    for each in scene.sight.appeals:
        of = Seat.parse(str(each["seat"]))
        key = "seat.appeal.sent" if of == scene.sight.seat else "seat.appeal.of"
        title = scene.say(key, name=sitting(scene.sight, scene.lang, of))
        found.append(Refusal(title, str(each["words"])))
    return tuple(found)


def heard(scene: Scene) -> Action | None:
    """That the referee has read what was said to him."""
    if scene.sight.seat.kind != "referee" or not scene.sight.appeals:
        return None
    return does(scene, "heard", scene.say("seat.hand.heard"))


def over(scene: Scene) -> Action | None:
    """To the report, once the battle has ended; for the referee also of one that was closed before."""
    left = scene.sight.seed is not None and scene.sight.seat.kind == "referee"
    if scene.sight.outcome is None and not left:
        return None
    return Action(scene.say("seat.report"), f"{scene.base}/report", "main")


def result(scene: Scene) -> str:
    """That the battle is over, and who has won it; or that it was left before its end; empty before."""
    outcome = scene.sight.outcome
    if outcome is None:
        return "" if scene.sight.seed is None else scene.say("seat.left")
    winner = outcome["winner"]
    over = scene.say("seat.over")
    won = ended(
        scene.book,
        None if winner is None else str(winner),
        str(outcome["ending"]),
        scene.sight.round,
        scene.lang,
    )
    return f"{over} {won}"


# What else this seat may do


def throw_of(scene: Scene, asks: tuple[Ask, ...]) -> Action | None:
    """All dice that wait in one throw, where one form would not do; robots go on with it, too."""
    waiting = [form for form in asks if form.state != "change"]
    others = len(scene.sight.waits) if scene.sight.seat.kind == "referee" else 1
    if "throw" not in scene.sight.offers or (len(waiting) == 1 == others):
        return None
    robots = all(".robot." in str(wait["key"]) for wait in scene.sight.waits)
    return does(scene, "throw", scene.say("seat.hand.go_on" if robots else "seat.hand.throw"))


def says(scene: Scene, asks: tuple[Ask, ...]) -> str:
    """What stands in the place of a question, where something can be done although nothing is asked."""
    throw = None if asks else throw_of(scene, asks)
    if throw is None and is_taken(scene):
        return scene.say("seat.taken")
    return "" if throw is None else scene.say("seat.nothing.throw")


def is_taken(scene: Scene) -> bool:
    """Whether the referee answers for this seat, though its sitter is here."""
    seat = scene.sight.seat
    return (
        seat.kind in ("commander", "player")
        and goes_on(scene.sight)
        and any(row["seat"] == str(seat) and row["holder"] == "referee" for row in scene.sight.seats)
    )


def _to_referee(scene: Scene) -> Action:
    """Where a word to the referee is said."""
    return Action(scene.say("seat.hand.appeal"), f"{scene.base}/hand/appeal", "link")


def hand_of(scene: Scene) -> tuple[Action, ...]:
    """The referee's hand, or what little another seat may do beside answering; always last on the page."""
    offers, found = scene.sight.offers, list[Action]()

    def leads(name: str, look: Literal["secondary", "danger"] = "secondary") -> None:
        found.append(
            Action(
                scene.say(f"seat.hand.{name}"),
                f"{scene.base}/{'' if name == 'seats' else 'hand/'}{name}",
                look,
            )
        )

    if "run" in offers:
        leads("run")
    for name in ("undo", "correct", "rule", "override"):
        if name in offers:
            leads("set" if name == "override" else name)
    if scene.sight.seat.kind == "referee":
        leads("seats")
        if scene.sight.seed is None:
            leads("dice")
        if "close" in offers:
            leads("close")
    elif (
        scene.sight.seat.kind in ("commander", "player") and scene.sight.current and scene.sight.seed is None
    ):
        leads("appeal")
    if scene.sight.seat.kind in ("commander", "player"):
        leads("leave")
    return tuple(found)


def does(scene: Scene, what: str, label: str, **fields: str) -> Action:
    """A button that gives a command at once."""
    hidden = (("form", FORM_ID), ("what", what), *fields.items())
    return Action(label, f"{scene.base}/do", "secondary", post=True, hidden=hidden)
