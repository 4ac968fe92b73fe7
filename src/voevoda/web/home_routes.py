"""The first page: the battles that this browser may know of, the rulebooks with an example each, the archive.

Whoever runs the server sees all battles and opens any as its referee; everybody else those he sits at.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

from voevoda.files.examples import example_title, examples
from voevoda.i18n import Language, text
from voevoda.journal_store import Battle, Store, StoreError
from voevoda.play.seats import REFEREE, Seat
from voevoda.table import Refusal, Sight, Tables, Taken
from voevoda.table.ready import begin_ready
from voevoda.web import parts
from voevoda.web.books import screen_of
from voevoda.web.drafts import data_of, stored
from voevoda.web.limits import TRIES
from voevoda.web.odds_panel import capital
from voevoda.web.pages import BattleRow, BookColumn, Form, Home
from voevoda.web.parts import Action, Card, Die, Empty
from voevoda.web.questions import question_text
from voevoda.web.requests import (
    YEAR,
    Told,
    check_rate,
    client_of,
    form_of,
    frame,
    in_thread,
    language_of,
    marks_of,
    may_begin,
    owner_cookie,
    owns,
    seat_id,
    see,
    server_of,
    shown,
    sit_down,
    told_by,
)
from voevoda.web.scene import Scene, goes_on
from voevoda.web.seat_names import called, named, side_of
from voevoda.web.seats_routes import deal
from voevoda.web.server import Server
from voevoda.web.table_page import result, step_now, track, wait_text

router = APIRouter()

LISTED: Final = 100
"""The most battles on one page."""

TOLD: Final = 20
"""Of so many battles where the reader does not sit it is told how they ended: each is read for it."""

DRAFTS: Final = 10
"""The most set-ups that were left."""

DICE: Final = {
    "gurps": (Die(6, (2,)), Die(6, (5,)), Die(6, (3,))),
    "savage": (Die(8, (7,)),),
    "skirmish": (Die(20, (13,)), Die(10, (6,))),
    "wfrp": (Die(100, (47,)), Die(100, (30,))),
}
"""What one throws in each rulebook."""

CARDS: Final[dict[str, tuple[parts.Rank, parts.Suit]]] = {"savage": ("J", "spades")}
"""And what one draws."""


@router.get("/")
async def home(request: Request) -> Response:
    """The first page."""
    lang, server, begins = language_of(request), server_of(request), may_begin(request)
    found = await in_thread(_rows, server, marks_of(request), lang, owns=owns(request), archived=False)
    drafts = await in_thread(_drafts, server, lang) if owns(request) else ()
    dark = any(row.action.look == "main" for row in found.rows)
    actions = list[Action]()
    if begins:
        look: Literal["main", "secondary"] = "secondary" if dark or not found.rows else "main"
        actions.append(Action(text(lang, "server.home.new", {}), "#books", look))
        actions.append(Action(text(lang, "server.import", {}), "/import"))
    if found.put_away:
        actions.append(Action(text(lang, "server.archive", {}), "/archive", "link"))
    key = "server.home.own" if owns(request) else "server.home.begins" if begins else "server.home.guest"
    page = Home(
        frame=frame(request, text(lang, "web.voevoda", {}), here="battles"),
        actions=tuple(actions),
        battles=found.rows,
        count=_count(lang, len(found.rows)),
        books=tuple(_column(book, lang, begins=begins) for book in server.store.books),
        empty=None if found.rows else _empty(server, lang, key, begins=begins),
        note=text(lang, "server.home.first", {}) if found.first else "",
        drafts=drafts,
        drafts_title=text(lang, "server.home.drafts", {"n": len(drafts)}) if drafts else "",
    )
    return await shown(request, page)


@router.get("/archive")
async def archive(request: Request) -> Response:
    """The battles that were put away."""
    lang, server = language_of(request), server_of(request)
    found = await in_thread(_rows, server, marks_of(request), lang, owns=owns(request), archived=True)
    title = text(lang, "server.archive", {})
    nothing = Empty(text(lang, "server.archive.empty", {}), text(lang, "server.archive.empty.how", {}))
    page = Home(
        frame=frame(request, title, here="battles"),
        actions=(Action(text(lang, "server.home", {}), "/"),),
        battles=found.rows,
        count=_count(lang, len(found.rows)),
        title=title,
        empty=None if found.rows else nothing,
    )
    return await shown(request, page)


def _count(lang: Language, n: int) -> str:
    return text(lang, "server.home.count", {"n": n}) if n else ""


def _drafts(server: Server, lang: Language) -> tuple[Action, ...]:
    """The set-ups that were left, the last first.  Raises ``Told``."""
    return tuple(
        Action(
            text(
                lang,
                "server.home.draft",
                {
                    "title": str(data_of(draft).get("title") or text(lang, "setup.page.untitled", {})),
                    "book": _book(draft.book, lang),
                },
            ),
            f"/setup/{draft.id}",
            "link",
        )
        for draft in stored(server.store.drafts, DRAFTS)
    )


@dataclass(frozen=True, slots=True)
class _Found:
    rows: tuple[BattleRow, ...]
    put_away: bool
    first: bool = False
    """Nobody has sat down anywhere yet: these are the battles that were ready."""


def _rows(server: Server, marks: Iterable[str], lang: Language, *, owns: bool, archived: bool) -> _Found:
    """The battles of a list: first those that wait for the reader.  Raises ``Told``."""
    try:
        here = {each.id: each for each in server.store.battles(archived=archived)}
        there = {each.id for each in server.store.battles(archived=not archived)}
    except StoreError as error:
        raise told_by(Refusal(error.key, error.facts)) from error
    glances = [sight for mark in marks if isinstance(sight := server.tables.glance(mark), Sight)]
    rows = [_seat_row(sight, here[sight.battle], lang) for sight in glances if sight.battle in here]
    rows.sort(key=lambda row: not row.mine)
    if owns:
        # At the others he does not sit yet, not in this browser.
        sits = {sight.battle for sight in glances}
        others = [each for each in here.values() if each.id not in sits]
        rows += [
            _open_row(each, lang, _result(server.tables, each, lang) if n < TOLD else "")
            for n, each in enumerate(others)
        ]
    first = owns and bool(rows) and not archived and _is_untouched(server.store, here.values())
    for n, row in enumerate(rows):  # but one is dark
        if n == 0 and first:
            rows[n] = replace(row, action=replace(row.action, look="main"))
        elif n and row.mine:
            rows[n] = replace(row, action=replace(row.action, look="secondary"))
    put_away = bool(there) if owns else any(sight.battle in there for sight in glances)
    return _Found(tuple(rows[:LISTED]), put_away, first)


def _is_untouched(store: Store, battles: Collection[Battle]) -> bool:
    """Whether these are no more battles than were ready, and nobody sits at any.  Raises ``Told``."""
    few = len(battles) <= len(store.books)
    return few and not any(row.sitter for battle in battles for row in stored(store.seats, battle.id))


def _seat_row(sight: Sight, battle: Battle, lang: Language) -> BattleRow:
    """A battle where the reader sits."""
    base = f"/seat/{seat_id(sight.battle, sight.seat)}"
    scene, on = Scene(sight, lang, base), goes_on(sight)
    asked = next((ask for ask in sight.seen.asks if on and ask["laid"] is None), None)
    if asked is not None:
        news = scene.say("seat.call", question=question_text(scene, asked))
    else:
        news = result(scene) or (_waits(scene) if on else scene.say("seat.notice.rules"))
    if sight.outcome is None:
        look: Literal["main", "secondary"] = "secondary" if asked is None else "main"
        action = Action(text(lang, "server.home.to_table", {}), base, look)
    else:
        action = Action(text(lang, "server.home.report", {}), f"{base}/report")
    about = {"book": _book(sight.book, lang), "seat": named(lang, sight.seat)}
    return BattleRow(
        sight.title,
        text(lang, "server.home.sits", about),
        news,
        _stands(scene) if on else _age(battle, lang),
        action,
        mine=asked is not None,
        which=side_of(sight, sight.seat),
    )


def _waits(scene: Scene) -> str:
    what = tuple(wait_text(scene, each) for each in scene.sight.waits)
    return scene.say("table.waits", what=what) if what else scene.say("table.waits.nobody")


def _stands(scene: Scene) -> str:
    """How far a battle is, and the numbers of both sides."""
    screen = screen_of(scene.book)
    passed, score = track(scene, screen, step_now(scene, screen)), screen.score(scene)
    one, two = (side.number for side in score.sides)
    step = passed.steps[passed.current] if passed.current < len(passed.steps) else ""
    heading = ". ".join(filter(None, (passed.round, step)))
    return scene.say("server.home.stands", heading=heading, unit=capital(score.unit), one=one, two=two)


def _result(tables: Tables, battle: Battle, lang: Language) -> str:
    """How a battle ended, as far as everybody may know; nothing before its end, or where that is not told."""
    sight = tables.public(battle.id)
    return "" if isinstance(sight, Refusal) or sight.outcome is None else result(Scene(sight, lang, ""))


def _book(book: str, lang: Language) -> str:
    """A rulebook, with the game that it is of."""
    facts = {"book": text(lang, f"{book}.name", {}), "system": text(lang, f"seat.{book}.system", {})}
    return text(lang, "server.home.book", facts)


def _open_row(battle: Battle, lang: Language, ended: str) -> BattleRow:
    """A battle that whoever runs the server may open; ``ended`` says how it did, if so."""
    return BattleRow(
        battle.title,
        _book(battle.book, lang),
        ended or text(lang, "server.home.closed" if battle.closed else "server.home.open_it", {}),
        _age(battle, lang),
        Action(text(lang, "server.home.open", {}), f"/battles/{battle.id}/open", post=True),
    )


def _age(battle: Battle, lang: Language) -> str:
    """How long ago something happened in a battle."""
    minutes = max(0, int(time.time()) - battle.changed) // 60
    for key, size in (("days", 24 * 60), ("hours", 60), ("minutes", 1)):
        if minutes >= size:
            return text(lang, f"server.home.{key}", {"n": minutes // size})
    return text(lang, "server.home.now", {})


def _column(book: str, lang: Language, *, begins: bool) -> BookColumn:
    """A rulebook."""
    rank, suit = CARDS.get(book, (None, None))
    begin = (
        Action(text(lang, "server.home.new", {}), f"/new/{book}"),
        _example(book, lang, "server.home.sample", "link"),
    )
    return BookColumn(
        title=text(lang, f"{book}.name", {}),
        system=text(lang, f"seat.{book}.system", {}),
        dice=DICE.get(book, ()),
        card=Card(rank, suit, "") if rank else None,
        about=text(lang, f"server.book.{book}.about", {}),
        actions=(
            *(begin if begins else ()),
            Action(text(lang, "web.rules", {}), f"/rules/{book}", "link"),
        ),
    )


def _example(book: str, lang: Language, key: str, look: Literal["main", "link"]) -> Action:
    """To the example of a book, by its title in the reader's language."""
    name = examples(book)[0]
    return Action(text(lang, key, {"title": example_title(book, name, lang)}), f"/begin/{book}/{name}", look)


def _empty(server: Server, lang: Language, key: str, *, begins: bool) -> Empty:
    """What to do where there is no battle yet."""
    book = next(iter(server.store.books))
    example = _example(book, lang, "server.home.example", "main")
    return Empty(text(lang, "server.home.empty", {}), text(lang, key, {}), (example,) if begins else ())


# Whoever runs the server


@router.get("/owner/{secret}")
async def own(request: Request, secret: str) -> Response:
    """Know this browser again as that of whoever runs the server, by the address that was printed for him."""
    server = server_of(request)
    check_rate(request, TRIES, client_of(request), "server.too_many_tries")
    if not server.is_owner(secret):
        raise Told("server.not_owner", status=404)
    # The first time there is nothing, and the examples are for whoever reads them.
    _ = await in_thread(_ready, server, language_of(request))
    answer = see("/")
    secure = request.url.scheme == "https"
    answer.set_cookie(
        owner_cookie(server.owner), secret, max_age=YEAR, httponly=True, samesite="strict", secure=secure
    )
    return answer


def _ready(server: Server, lang: Language) -> None:
    try:
        _ = begin_ready(server.tables, server.store, lang)
    except StoreError as error:
        raise told_by(Refusal(error.key, error.facts)) from error


@router.post("/battles/{battle}/open")
async def open_battle(request: Request, battle: str) -> Response:
    """Let whoever runs the server sit down as the referee of a battle."""
    if not owns(request):
        raise HTTPException(404)
    form = await form_of(request)
    server = server_of(request)
    lang = language_of(request)
    taken = await in_thread(_as_referee, server, battle, text(lang, "server.referee", {}), form.get("sure"))
    if isinstance(taken, str):
        page = Form(
            frame=frame(request, text(lang, "server.home.open", {})),
            title=text(lang, "server.home.open", {}),
            lead=text(lang, "server.home.occupied", {"name": called(lang, taken)}),
            action=f"/battles/{battle}/open",
            groups=(),
            submit=text(lang, "server.home.open_sure", {}),
            hidden=(("sure", "yes"),),
            back=Action(text(lang, "server.home", {}), "/", "link"),
        )
        return await shown(request, page)
    if isinstance(taken, Refusal):
        raise told_by(taken)
    answer = see(f"/seat/{seat_id(taken.sitter.battle, taken.sitter.seat)}")
    sit_down(request, answer, taken)
    return answer


def _as_referee(server: Server, battle: str, name: str, sure: object) -> Taken | Refusal | str:
    """The referee's seat of a battle; if somebody sits there, first his name."""
    tables: Tables = server.tables
    try:
        rows = server.store.seats(battle)
    except StoreError as error:
        return Refusal(error.key, error.facts)
    if not rows:  # it came in by a command, and nobody has sat down at it yet
        return tables.adopt(battle, referee=name)
    seat: Seat = next(row.seat for row in rows if row.seat.kind == REFEREE.kind)
    sitter = next(row.sitter for row in rows if row.seat == seat)
    if sitter and not sure:
        return sitter
    links = tables.links(battle, [seat])
    taken = links if isinstance(links, Refusal) else tables.take(links[seat], links[seat], name)
    if isinstance(taken, Taken) and not any(row.has_token for row in rows if row.seat != seat):
        _ = deal(server, taken.token, taken.sitter)
    return taken
