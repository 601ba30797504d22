"""Who may ask for what over HTTP, and how often."""

import math
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from aiohttp import web

from carcbot.net.addresses import address_of, neighbourhood_of
from carcbot.net.clock import now_ns
from carcbot.net.door.register import Register
from carcbot.net.store.rows import Holder, Scope
from carcbot.referee.token_bucket import TokenBucket

__all__ = [
    "CREATION_PACE",
    "DRAFT_PACE",
    "HINT_PACE",
    "STORY_PACE",
    "UPLOAD_PACE",
    "Guard",
    "Pace",
    "too_fast",
]

_MOST_BUCKETS: Final = 20_000

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, slots=True)
class Pace:
    """How often something may be asked for from one address.

    Attributes:
        name: What it is; each has its own count.
        per_s: How often a second in the long run.
        burst: How often at once.
    """

    name: str
    per_s: float
    burst: int


CREATION_PACE: Final = Pace("coming", 2.0, 40)
"""An account, or a table with bots."""
STORY_PACE: Final = Pace("showing", 2.0, 40)
"""A match as a whole, its story or its pictures, unless it was just told to somebody else."""
UPLOAD_PACE: Final = Pace("uploading", 0.2, 10)
"""A record of one's own, to be told: each keeps this process busy for a good part of a second."""
HINT_PACE: Final = Pace("hints", 0.5, 20)
"""A second of thinking."""
DRAFT_PACE: Final = Pace("drafts", 10.0, 60)
"""A picture after a few moves."""


class Guard:
    """Looks at tokens, and at how often an address asks for what costs something.

    Args:
        register: Knows whose a token is.
        of_guests: What everybody may do.
        now_us: The time since 1970.
        behind_proxy: Whether all requests come through a proxy that names their true address.
    """

    def __init__(
        self,
        register: Register,
        of_guests: frozenset[Scope],
        now_us: Callable[[], int],
        *,
        behind_proxy: bool,
    ) -> None:
        self._register = register
        self._of_guests = of_guests
        self._now_us = now_us
        self._behind_proxy = behind_proxy
        self._buckets: OrderedDict[tuple[str, str], TokenBucket] = OrderedDict()

    def watching(self, handler: Handler) -> Handler:
        """The handler, for those who may watch."""

        async def watch(request: web.Request) -> web.StreamResponse:
            if "watch" not in self._of_guests:
                await self.holder(request, "watch")
            return await handler(request)

        return watch

    async def rights(self, request: web.Request) -> tuple[str, list[Scope]]:
        """Whose token comes with a request, if it is somebody's, and what who asks may do."""
        holder = await self._known(request)
        if holder is None:
            return "", sorted(self._of_guests)
        return holder.account, sorted(self._of_guests | holder.scopes)

    async def player(self, request: web.Request) -> tuple[str, bool]:
        """Whose token comes with a request, if it is somebody's, and whether one plays by it."""
        holder = await self._known(request)
        return ("", False) if holder is None else (holder.account, "play" in holder.scopes)

    async def holder(self, request: web.Request, scope: Scope) -> Holder:
        """Who asks, if that account may do this.

        Raises:
            HTTPUnauthorized: Nobody has this token.
            HTTPForbidden: It is not for this.
        """
        holder = await self._known(request)
        if holder is None:
            raise web.HTTPUnauthorized(
                text="this needs a token\n", headers={"WWW-Authenticate": "Bearer"}
            )
        if scope not in holder.scopes:
            raise web.HTTPForbidden(text=f"your token is not for this: it lacks {scope}\n")
        return holder

    def check_pace(self, request: web.Request, pace: Pace) -> None:
        """Looks whether this address asks for too much.

        Raises:
            HTTPTooManyRequests: It does.
        """
        at_ns = now_ns()
        address = address_of(request, behind_proxy=self._behind_proxy)
        asked = pace.name, neighbourhood_of(address)
        bucket = self._buckets.setdefault(asked, TokenBucket(pace.per_s, pace.burst, at_ns))
        self._buckets.move_to_end(asked)
        if len(self._buckets) > _MOST_BUCKETS:  # who has asked for nothing for longest has most
            self._buckets.popitem(last=False)
        if wait_s := bucket.take(at_ns):
            raise too_fast("too many at once", wait_s)

    async def _known(self, request: web.Request) -> Holder | None:
        """Whose token comes with a request."""
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        return await self._register.holder(token, self._now_us()) if token else None


def too_fast(why: str, wait_s: float) -> web.HTTPTooManyRequests:
    """What is answered to who asks too much: why, and after how long to ask again."""
    seconds = math.ceil(wait_s)
    return web.HTTPTooManyRequests(
        text=f"{why}: try again in {seconds} s\n", headers={"Retry-After": str(seconds)}
    )
