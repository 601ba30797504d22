"""Figures for Prometheus: the page that tells them, and an address for nothing else.

A server is loaded with the first page: most bots tell no figures, and start sooner without it.
"""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, Self

from carcbot.errors import OptionsError
from carcbot.net.addresses import listening_error, parts_of

if TYPE_CHECKING:
    from aiohttp import web

__all__ = ["FiguresPage", "check_figures_address", "figures_page"]

_HEADERS: Final = {"Content-Type": "text/plain; version=0.0.4; charset=utf-8"}


def check_figures_address(address: str) -> tuple[str, int]:
    """The host and the port of an address where figures are to be told.

    Raises:
        OptionsError: It is none.
    """
    parts = parts_of(f"//{address}")
    host, port = parts.hostname, parts.port
    if not host or port is None or parts.netloc != address or "@" in address:
        raise OptionsError(
            f"{address!r} is no address for figures", expected="HOST:PORT, as 127.0.0.1:9101"
        )
    return host, port


def figures_page(
    text: Callable[[], bytes],
) -> "Callable[[web.Request], Awaitable[web.StreamResponse]]":
    """The page of figures, for whoever asks.

    Args:
        text: All of them at this moment, in Prometheus' text format.
    """
    from aiohttp import web  # noqa: PLC0415 - see above

    async def page(_: web.Request) -> web.StreamResponse:
        return web.Response(body=text(), headers=_HEADERS)

    return page


class FiguresPage:
    """Tells figures at ``/metrics`` of an address of its own, as long as the context lasts.

    Args:
        address: ``HOST:PORT``; the port 0 takes any that is free.
        text: All of them at this moment, in Prometheus' text format.

    Attributes:
        port: Where it listens.
    """

    def __init__(self, address: str, text: Callable[[], bytes]) -> None:
        from aiohttp import web  # noqa: PLC0415 - see above

        self._address = address
        self._host, self.port = check_figures_address(address)
        app = web.Application()
        app.router.add_get("/metrics", figures_page(text))
        self._runner = web.AppRunner(app, access_log=None, handle_signals=False)

    async def __aenter__(self) -> Self:
        from aiohttp import web  # noqa: PLC0415 - see above

        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._host, self.port, reuse_address=True).start()
        except OSError as error:
            await self._runner.cleanup()
            raise listening_error(
                error,
                "cannot tell figures there",
                where=self._address,
                expected="an address and a port that are free",
            ) from error
        self.port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()
