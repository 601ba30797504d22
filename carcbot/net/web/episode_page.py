"""The page of an episode, served while the program that plays it goes on."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Final

from aiohttp import web

from carcbot.errors import UnavailableError
from carcbot.net.web.episode_story import EpisodeStory
from carcbot.net.web.single_file import file_of

__all__ = ["episode_page"]

_LAST_ANSWERS_S: Final = 0.5
"""How long an answer that has begun may take when the page is closed."""
_HEADERS: Final = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


@contextmanager
def episode_page(game: str, story: EpisodeStory) -> Iterator[str]:
    """Serves the page at a port of this machine, in a thread of its own; gives its address.

    Raises:
        UnavailableError: The machine has no port for it.
    """
    opened: Future[str] = Future()
    stop = threading.Event()

    async def page(_: web.Request) -> web.Response:
        body = file_of(game, story.held(goes_on=True), asks=True)
        return web.Response(body=body, content_type="text/html", charset="utf-8", headers=_HEADERS)

    async def whole(_: web.Request) -> web.Response:
        return _json(story.held(goes_on=False))

    async def news(request: web.Request) -> web.Response:
        after = request.query.get("after", "")
        if not after.isdecimal():
            raise web.HTTPBadRequest(text="after which event?\n")
        return _json(story.news(int(after)))

    async def serve() -> None:
        app = web.Application()
        app.router.add_get("/", page)
        app.router.add_get("/story", whole)
        app.router.add_get("/news", news)
        runner = web.AppRunner(app, handle_signals=False, shutdown_timeout=_LAST_ANSWERS_S)
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", 0).start()
        except OSError as error:
            opened.set_exception(UnavailableError(f"the page cannot be served: {error}"))
        else:
            host, port = runner.addresses[0][:2]
            opened.set_result(f"http://{host}:{port}/")
            await asyncio.to_thread(stop.wait)
        await runner.cleanup()

    thread = threading.Thread(target=lambda: asyncio.run(serve()), name="page", daemon=True)
    thread.start()
    try:
        yield opened.result()
    finally:
        stop.set()
        thread.join()


def _json(body: bytes) -> web.Response:
    return web.Response(body=body, content_type="application/json", headers=_HEADERS)
