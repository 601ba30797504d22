"""What is kept open for those who have connected and are no clients yet."""

import asyncio
import contextlib
import resource
from collections.abc import Callable, Set
from typing import Final

import structlog
from aiohttp import web

__all__ = ["KEPT_ALIVE_S", "make_room", "watch_doorway"]

KEPT_ALIVE_S: Final = 15.0
"""So long a connection may wait for its next request."""
_LOOK_S: Final = 0.5
_MOST_WAIT: Final = 500
"""So many connections may be here that ask for nothing, ask for a page, or are slow to ask."""
_OTHER_FILES: Final = 1000
"""Journals of matches that go on, the database, and what is read now and then."""

_log = structlog.get_logger()


def make_room(clients: int) -> None:
    """Asks the system for as many open files as so many clients need.

    A journal that cannot be opened would stop a match, so who connects may not take the last file.
    Many systems give a process a thousand unless it asks for more.
    """
    needed = clients + _MOST_WAIT + _OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft >= needed or soft == resource.RLIM_INFINITY:
        return
    most = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    with contextlib.suppress(OSError, ValueError):  # some systems allow less than they say
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if allowed < needed:
        _log.warning(
            "the system allows too few open files",
            allowed=allowed,
            needed=needed,
            expected=f"ulimit -n {needed}, or fewer with --most-clients",
        )


async def watch_doorway(
    runner: web.AppRunner, clients: Callable[[], Set[object]], handshake_s: float
) -> None:
    """Cuts off who connects and does not finish its request, for ever; of too many the oldest.

    Args:
        runner: What has the connections.
        clients: Those of them that have become clients.
        handshake_s: How long a request may take, after the while that a connection may wait.
    """
    since_s: dict[web.RequestHandler, float] = {}
    loop = asyncio.get_running_loop()
    while (server := runner.server) is not None:
        await asyncio.sleep(min(_LOOK_S, handshake_s / 4))
        known, now_s = clients(), loop.time()
        # the server tells them in the order of their coming
        waiting = [each for each in server.connections if each not in known]
        since_s = {each: since_s.get(each, now_s) for each in waiting}
        for place, (each, seen_s) in enumerate(since_s.items()):
            is_slow = now_s - seen_s > handshake_s + KEPT_ALIVE_S
            if is_slow or len(waiting) - place > _MOST_WAIT:
                each.force_close()
