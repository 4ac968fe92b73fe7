"""The odds from here on as a seat may know them, beside its table; and what it is advised to choose."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from voevoda.export.chances import decimals_of
from voevoda.export.odds import battle_laws, endings_of, law_text, notes_of_odds, shares_of
from voevoda.export.sheets import Sheet as Printed
from voevoda.export.sheets import facts_of, sheets_of
from voevoda.export.told import policies_of, policy_text
from voevoda.i18n import Language, text
from voevoda.odds import Odds as Computed
from voevoda.table import Refusal
from voevoda.table.outlook import Outlook
from voevoda.table.remembered import Remembered
from voevoda.web.books import screen_of
from voevoda.web.figures import Chance, Odds, Sheet
from voevoda.web.pages import OddsMore
from voevoda.web.parts import Action, Words
from voevoda.web.scene import Scene, goes_on


@dataclass(frozen=True, slots=True)
class Panel:
    """What there is of the odds."""

    outlook: Outlook | None = None
    """None: they were not asked for, or are still being computed for the first time."""
    computing: bool = False
    """Others are on their way; ``outlook`` are the last."""
    since: str = ""
    """The moment that ``outlook`` is of, where the table has gone on since and nobody asked for others."""
    refusal: Refusal | None = None
    """Why this seat cannot be told any."""


DRAWN = Remembered[Odds](500)
MORE = Remembered[OddsMore](500)


def odds_of(scene: Scene, panel: Panel | None) -> Odds | None:
    """Who wins, as far as is known."""
    outlook = panel.outlook if panel else None
    if outlook is None:
        return None
    assert panel is not None
    odds = DRAWN.of(outlook, _whose(scene), lambda: _drawn(scene, outlook))
    if panel.since:
        odds = replace(odds, says=scene.linked(scene.say("seat.odds.since", moment=panel.since)))
    return replace(odds, computing=panel.computing, old=bool(panel.since))


def _drawn(scene: Scene, outlook: Outlook) -> Odds:
    says = notes_of_odds(outlook, outlook.odds, scene.lang)[0]
    odds = drawn_odds(outlook.odds, scene.lang, scene.say("seat.odds"), scene.linked(says))
    return replace(odds, of=scene.say("seat.odds.from"))


def _whose(scene: Scene) -> Hashable:
    """All that the words beside odds depend on but the odds: a page keeps those through many answers."""
    return scene.sight.battle, scene.sight.seat, scene.lang, scene.sight.replaced, scene.base


def drawn_odds(odds: Computed[Any], lang: Language, title: str, says: Words) -> Odds:
    """Who wins, to be drawn; ``says`` is how that was found."""
    one, two, nobody = (
        Chance(share.name, unsigned(share.words), min(1.0, max(0.0, share.share)))
        for share in shares_of(odds, lang)
    )
    error = 0.0 if odds.error is None else max(*odds.error[0], odds.error[1])
    fact = "seat.odds.exact" if odds.method == "exact" else "seat.odds.sampled"
    shown = error if decimals_of(odds) < 2 else 0.0
    return Odds(title, one, nobody, two, says, text(lang, fact, {}), shown)


def unsigned(words: str) -> str:
    """A percentage without its sign, which the drawing has."""
    return words.replace("%", "").rstrip("\N{NO-BREAK SPACE} ")


def more_of(scene: Scene, panel: Panel | None) -> OddsMore | None:
    """What stands under the odds, or in their place."""
    seen = scene.sight
    if not goes_on(seen):
        return None
    title = scene.say("seat.odds")
    if panel is not None and panel.refusal is not None:
        return OddsMore(title, scene.say(panel.refusal.key, **panel.refusal.facts))
    outlook = panel.outlook if panel else None
    if panel is not None and panel.computing and outlook is None:
        again = Action(scene.say("seat.odds.again"), f"{scene.base}/odds#odds", "link")
        return OddsMore(title, scene.say("web.computing"), (again,))
    if outlook is None:
        advised = screen_of(scene.book).advised(scene)
        words = scene.say("seat.odds.none.advice" if advised else "seat.odds.none")
        compute = Action(scene.say("seat.odds.compute"), f"{scene.base}/odds#odds")
        return OddsMore(title, words, (compute,))
    if panel is not None and panel.since:
        policy = urlencode({"policy": outlook.asked.policy})
        return OddsMore(
            title, actions=(Action(scene.say("seat.odds.anew"), f"{scene.base}/odds?{policy}#odds"),)
        )
    return MORE.of(outlook, _whose(scene), lambda: _more(scene, title, outlook))


def _more(scene: Scene, title: str, outlook: Outlook) -> OddsMore:
    return OddsMore(
        title,
        actions=_policies(scene, outlook),
        sheets=(*_advice(scene, outlook), *_endings(scene, outlook)),
        notes=tuple(_notes(scene, outlook)),
    )


def _notes(scene: Scene, outlook: Outlook) -> list[Words]:
    notes: list[Words] = [
        f"{heading}: {law_text(law, scene.lang)}"
        for heading, law in battle_laws(scene.book, outlook.odds, scene.lang)
    ]
    notes += [scene.linked(note) for note in notes_of_odds(outlook, outlook.odds, scene.lang)[1:]]
    return [*notes, scene.say("seat.odds.none")]


def _policies(scene: Scene, outlook: Outlook) -> tuple[Action, ...]:
    """The other policies that may be assumed."""
    policies = policies_of(scene.book)
    if len(policies) < 2:
        return ()
    return tuple(
        Action(
            scene.say("seat.odds.policy", policy=policy_text(scene.book, policy, scene.lang)),
            f"{scene.base}/odds?{urlencode({'policy': policy})}#odds",
            "link",
        )
        for policy in policies
        if policy not in (outlook.odds.policy or "")
    )


def _advice(scene: Scene, outlook: Outlook) -> tuple[Sheet, ...]:
    """What to lay, with what weights, and what that guarantees."""
    if outlook.advice is None:
        return ()
    facts = facts_of(scene.book, outlook.advice, scene.lang, "advice")
    note = ". ".join(f"{heading}: {value}" for heading, value in facts)
    return tuple(
        drawn(sheet, note=f"{note}." if note else "")
        for sheet in sheets_of(scene.book, outlook.advice, scene.lang, "advice")
    )


def _endings(scene: Scene, outlook: Outlook) -> tuple[Sheet, ...]:
    endings = endings_of(scene.book, outlook.odds, scene.lang)
    if len(endings) < 2:
        return ()
    columns = scene.say("odds.ending"), scene.say("odds.chance")
    rows = tuple((each.name, each.words) for each in endings)
    return (Sheet(scene.say("seat.odds.endings"), columns, rows, (False, True)),)


def drawn(sheet: Printed, *, fact: Words = "", note: Words = "") -> Sheet:
    """A table of a report, to be drawn."""
    columns = tuple(map(capital, sheet.columns))
    return Sheet(sheet.title, columns, sheet.rows, sheet.numeric, fact, note)


def capital(heading: str) -> str:
    """A heading as it stands over a column or before a value."""
    return heading[:1].upper() + heading[1:]
