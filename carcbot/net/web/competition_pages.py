"""What is published of competitions, at ``/competitions/NAME``: for everybody, without a token."""

import asyncio
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

from aiohttp import web

from carcbot.messages.utc_text import with_times
from carcbot.net.competitions.views import PHASE_BEGINS, PHASE_ENDS
from carcbot.net.web.static_files import answer

if TYPE_CHECKING:
    from carcbot.net.competitions import Competitions

__all__ = ["add_competitions"]

_FILES: Final = {
    "report.html": "text/html; charset=utf-8",
    "results.json": "application/json",
    "standings.csv": "text/csv; charset=utf-8",
    "crosstable.csv": "text/csv; charset=utf-8",
    "games.csv": "text/csv; charset=utf-8",
}
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""A report brings its style and plots along; the bar on top is that of the other pages."""


def add_competitions(app: web.Application, competitions: "Competitions") -> None:
    """Adds the page of each competition, and beside it its tables."""

    async def page(request: web.Request) -> web.StreamResponse:
        return await _answer(request, "report.html")

    async def page_from_above(request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        if competitions.path(name) is None:
            return await page(request)
        # the page's links are to what lies beside it
        raise web.HTTPPermanentRedirect(f"{name}/")

    async def file(request: web.Request) -> web.StreamResponse:
        return await _answer(request, request.match_info["file"])

    async def _answer(request: web.Request, name: str) -> web.StreamResponse:
        folder = competitions.path(request.match_info["name"])
        if folder is None or name not in _FILES:
            raise web.HTTPNotFound(text="there is no such competition, or no such file\n")
        try:
            body = await asyncio.to_thread(Path(folder / name).read_bytes)
        except FileNotFoundError as error:
            text = "this is being written: come back in a moment\n"
            raise web.HTTPNotFound(text=text) from error
        if name == "report.html":
            body = _with_phase(body, competitions.phase(request.match_info["name"]))
        response = answer(request, body, _FILES[name])
        response.headers["Content-Security-Policy"] = _POLICY
        return response

    app.router.add_get("/competitions/{name}", page_from_above)
    app.router.add_get("/competitions/{name}/", page)
    app.router.add_get("/competitions/{name}/{file}", file)


def _with_phase(page: bytes, phase: str) -> bytes:
    """The page, which was made when something happened, with how far it is now."""
    before, begins, rest = page.partition(PHASE_BEGINS.encode())
    _, ends, after = rest.partition(PHASE_ENDS.encode())
    return b"".join(
        [before, begins, with_times(escape(phase)).encode() if begins else b"", ends, after]
    )
