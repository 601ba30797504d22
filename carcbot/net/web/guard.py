"""Who may ask for what over HTTP."""

import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from aiohttp import web

from carcbot.referee.token_bucket import TokenBucket

if TYPE_CHECKING:
    from carcbot.net.referee.register import Register
    from carcbot.net.store.rows import Holder

__all__ = ["Guard"]

_PER_S: Final = 2.0
_BURST: Final = 40
_MOST_ADDRESSES: Final = 10_000

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Guard:
    """Looks at tokens, and at how often an address asks for what costs something.

    Args:
        register: Knows whose a token is.
        open_to_all: Whether everybody may watch.
    """

    def __init__(self, register: "Register", *, open_to_all: bool) -> None:
        self._register = register
        self._open_to_all = open_to_all
        self._buckets: dict[str, TokenBucket] = {}

    def watching(self, handler: Handler) -> Handler:
        """The handler, for those who may watch."""

        async def watch(request: web.Request) -> web.StreamResponse:
            if not self._open_to_all:
                await self._holder(request, "watch")
            return await handler(request)

        return watch

    async def player(self, request: web.Request) -> "Holder":
        """Who asks, if that account may play.

        Raises:
            HTTPUnauthorized: Nobody has this token.
            HTTPForbidden: It is not for playing.
        """
        return await self._holder(request, "play")

    def check_pace(self, request: web.Request) -> None:
        """Looks whether this address asks for too much.

        Raises:
            HTTPTooManyRequests: It does.
        """
        now_ns = time.monotonic_ns()
        if len(self._buckets) > _MOST_ADDRESSES:
            self._buckets.clear()
        address = str(request.remote)
        bucket = self._buckets.setdefault(address, TokenBucket(_PER_S, _BURST, now_ns))
        if bucket.take(now_ns):
            raise web.HTTPTooManyRequests(text="too many at once: wait a little\n")

    async def _holder(self, request: web.Request, scope: str) -> "Holder":
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        holder = await self._register.holder(token, time.time_ns() // 1000) if token else None
        if holder is None:
            raise web.HTTPUnauthorized(text="this needs a token\n")
        if scope not in holder.scopes:
            raise web.HTTPForbidden(text=f"your token is not for this: it lacks {scope}\n")
        return holder
