"""The application: every page's routes, and what stands around all of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import PlainTextResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from voevoda.i18n import LANGUAGES
from voevoda.web import (
    battle_routes,
    begin_routes,
    home_routes,
    join_routes,
    live,
    new_routes,
    rules_routes,
    seats_routes,
    setup_routes,
    table_routes,
)
from voevoda.web.assets import address, asset
from voevoda.web.guard import Guard
from voevoda.web.messages import on_fault, on_http, on_told, on_unreadable
from voevoda.web.requests import YEAR, Told, field_of, form_of, see
from voevoda.web.server import Server

ROUTERS: tuple[APIRouter, ...] = (
    home_routes.router,
    join_routes.router,
    begin_routes.router,
    seats_routes.router,
    battle_routes.router,
    live.router,
    table_routes.router,
    new_routes.router,
    setup_routes.router,
    rules_routes.router,
)
"""The routes of the pages: each module of routes has one."""

TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


def application(server: Server) -> FastAPI:
    """The pages over these tables."""

    @asynccontextmanager
    async def life(_app: FastAPI) -> AsyncIterator[None]:
        try:
            yield
        finally:
            server.close()

    app = FastAPI(
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=life,
        exception_handlers={
            Told: on_told,
            HTTPException: on_http,
            RequestValidationError: on_unreadable,
            Exception: on_fault,
        },
    )
    app.state.server = server
    app.add_middleware(GZipMiddleware, compresslevel=6)
    app.add_middleware(Guard)
    app.add_api_route("/static/{name}", static, methods=["GET"])
    app.add_api_route("/robots.txt", robots, methods=["GET"])
    app.add_api_route("/language", choose_language, methods=["POST"])
    app.add_api_route("/theme", choose_theme, methods=["POST"])
    for router in ROUTERS:
        app.include_router(router)
    return app


def static(request: Request, name: str) -> Response:
    """A file that pages load.  Under the address that pages know it never changes."""
    try:
        content = asset(name)
    except FileNotFoundError:
        raise HTTPException(404) from None
    lasting = address(name).partition("?")[2] == request.url.query
    return Response(
        content,
        media_type=TYPES.get(name.rpartition(".")[2], "application/octet-stream"),
        headers={"cache-control": f"public, max-age={YEAR}, immutable" if lasting else "no-cache"},
    )


def robots() -> Response:
    """A table is nobody's to search."""
    return PlainTextResponse("User-agent: *\nDisallow: /\n")


async def choose_language(request: Request) -> Response:
    """Remember the language, and go back."""
    form = await form_of(request)
    return _back_with(request, "lang", field_of(form, "lang"), LANGUAGES, field_of(form, "back", 2000))


async def choose_theme(request: Request) -> Response:
    """Remember the theme, and go back."""
    form = await form_of(request)
    theme, back = field_of(form, "theme"), field_of(form, "back", 2000)
    return _back_with(request, "theme", theme, ("", "light", "dark"), back)


def _back_with(request: Request, cookie: str, value: str, known: tuple[str, ...], back: str) -> Response:
    if value not in known:
        raise Told("server.unreadable", status=400)
    # To a page of ours only: "//" and "/\" would lead to another server.
    safe = back.startswith("/") and back[1:2] not in ("/", "\\") and back.isprintable()
    answer = see(back if safe else "/")
    secure = request.url.scheme == "https"
    answer.set_cookie(cookie, value, max_age=YEAR, httponly=True, samesite="strict", secure=secure)
    return answer
