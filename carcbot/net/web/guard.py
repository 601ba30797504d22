"""Who may ask for what over HTTP."""

import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from aiohttp import web

from carcbot.referee.token_bucket import TokenBucket

if TYPE_CHECKING:
    from carcbot.net.referee.register import Register
    from carcbot.net.store.rows import Holder, Scope

__all__ = ["Guard"]

_PER_S: Final = 2.0
_BURST: Final = 40
_MOST_ADDRESSES: Final = 10_000

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Guard:
    """Looks at tokens, and at how often an address asks for what costs something.

    Args:
        register: Knows whose a token is.
        of_guests: What everybody may do.
    """

    def __init__(self, register: "Register", of_guests: "frozenset[Scope]") -> None:
        self._register = register
        self._of_guests = of_guests
        self._buckets: dict[str, TokenBucket] = {}

    def watching(self, handler: Handler) -> Handler:
        """The handler, for those who may watch."""

        async def watch(request: web.Request) -> web.StreamResponse:
            if "watch" not in self._of_guests:
                await self._holder(request, "watch")
            return await handler(request)

        return watch

    async def rights(self, request: web.Request) -> "tuple[str, list[Scope]]":
        """Whose token comes with a request, if it is somebody's, and what who asks may do."""
        holder = await self._known(request)
        if holder is None:
            return "", sorted(self._of_guests)
        return holder.account, sorted(self._of_guests | holder.scopes)

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
        holder = await self._known(request)
        if holder is None:
            raise web.HTTPUnauthorized(
                text="this needs a token\n", headers={"WWW-Authenticate": "Bearer"}
            )
        if scope not in holder.scopes:
            raise web.HTTPForbidden(text=f"your token is not for this: it lacks {scope}\n")
        return holder

    async def _known(self, request: web.Request) -> "Holder | None":
        """Whose token comes with a request."""
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        return await self._register.holder(token, time.time_ns() // 1000) if token else None
