"""The rulebooks to be read, and their house tables as the files that could replace them."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

from voevoda.export.acted import acted
from voevoda.export.rules_text import books, tables_of
from voevoda.files import house_table
from voevoda.i18n import Language, text
from voevoda.journal_store import StoreError
from voevoda.play.journal import Answered
from voevoda.web.requests import frame, in_thread, language_of, owns, see, server_of, shown
from voevoda.web.rules_page import rules_page

router = APIRouter()

LOOKED_AT = 5
"""So many battles are looked through for one that was played."""


@router.get("/rules")
async def first(request: Request) -> Response:
    """The first book; from there one comes to the others."""
    _ = request
    return see(f"/rules/{books()[0]}")


@router.get("/rules/{book}")
async def rules(request: Request, book: str) -> Response:
    """A book, clause after clause: each can be linked by its number."""
    if book not in books():
        raise HTTPException(404)
    lang = language_of(request)
    title = text(lang, "rules.page.title", {"book": text(lang, f"{book}.name", {})})
    around = frame(request, title, here="rules", foot=text(lang, "rules.page.words", {}))
    last, lately = await in_thread(_lately, request, book, lang) if owns(request) else ("", ())
    return await shown(request, await in_thread(rules_page, around, book, lang, last, lately))


def _lately(request: Request, book: str, lang: Language) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The last battle by this book that was played, and where clauses acted in it; nothing where none was."""
    store = server_of(request).store
    try:
        for battle in [each for each in store.battles() if each.book == book][:LOOKED_AT]:
            journal = store.load(battle.id).journal
            if any(isinstance(entry, Answered) for entry in journal):
                return battle.title, acted(journal, lang)
    except StoreError:
        pass
    return "", ()


@router.get("/rules/{book}/{table}.yaml")
async def table_file(book: str, table: str) -> Response:
    """A house table as the file that could replace it."""
    if book not in books() or table not in tables_of(book):
        raise HTTPException(404)
    headers = {"content-disposition": f'attachment; filename="{table}.yaml"'}
    content = await in_thread(house_table, book, table)
    return Response(content, media_type="application/yaml", headers=headers)
