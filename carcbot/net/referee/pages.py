"""What a host's tools read of a referee over HTTP: whether it lives, and whether it is ready."""

from aiohttp import web

from carcbot.net.referee.floor import Floor
from carcbot.net.referee.keeping import Keeping

__all__ = ["add_pages"]


def add_pages(app: web.Application, floor: Floor, keeping: Keeping) -> None:
    """Adds ``/healthz`` and ``/readyz``."""

    async def healthz(_: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def readyz(_: web.Request) -> web.Response:
        if floor.hall.drains:
            return web.Response(status=503, text="draining: no new matches begin\n")
        if not await keeping.is_well():
            return web.Response(status=503, text="the lobby's database does not answer\n")
        return web.Response(text="ready\n")

    app.router.add_get("/healthz", healthz)
    app.router.add_get("/readyz", readyz)
