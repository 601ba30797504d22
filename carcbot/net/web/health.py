"""What a host's tools read of a referee over HTTP: whether it lives, and whether it is ready."""

import asyncio
from functools import partial
from typing import Final

from aiohttp import web

from carcbot.errors import UnavailableError
from carcbot.net.host.floor import Floor
from carcbot.net.host.journals import Journals
from carcbot.net.host.lobby_keeper import LobbyKeeper
from carcbot.net.shared_answer import SharedAnswer

__all__ = ["add_health_pages"]

_FRESH_S: Final = 1.0
"""What was found is told for so long to whoever asks: anybody may, and each look writes."""
_PATIENCE_S: Final = 8.0
"""What hangs for longer is no more ready than what fails."""


def add_health_pages(app: web.Application, floor: Floor) -> None:
    """Adds ``/healthz`` and ``/readyz``."""
    looks: SharedAnswer[str] = SharedAnswer(_FRESH_S)

    async def healthz(_: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def readyz(_: web.Request) -> web.Response:
        if floor.hall.drains:
            return web.Response(status=503, text="draining: no new matches begin\n")
        if trouble := await looks.get("", partial(_trouble, floor.keeper, floor.rooms.journals)):
            return web.Response(status=503, text=f"{trouble}\n")
        return web.Response(text="ready\n")

    app.router.add_get("/healthz", healthz)
    app.router.add_get("/readyz", readyz)


async def _trouble(keeper: LobbyKeeper, journals: Journals) -> str:
    """What a match needs and cannot be written, by a try; empty if everything can."""
    try:
        async with asyncio.timeout(_PATIENCE_S):
            await asyncio.to_thread(journals.check)
    except OSError as error:  # a TimeoutError is one
        return f"journals cannot be written: {error.strerror or 'the disk does not answer'}"
    try:
        async with asyncio.timeout(_PATIENCE_S):
            await keeper.check()
    except TimeoutError:
        return "the lobby's database does not answer"
    except UnavailableError as error:
        return f"the lobby's database cannot be written: {error.what}"
    return ""
