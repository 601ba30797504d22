"""A websocket to a referee that comes back when it is lost."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from typing import Final

import aiohttp
import structlog

from carcbot.errors import InputError
from carcbot.messages import codec
from carcbot.messages.client import Command

__all__ = ["FIRST_TRY_S", "Link"]

_log = structlog.get_logger()

FIRST_TRY_S: Final = 0.25
"""The first try comes no later than this after a connection was lost."""
_LONGEST_WAIT_S: Final = 15.0
_SILENCE_S: Final = 30.0


class Link:
    """Frames of the referee, from one connection after the other.

    Args:
        url: Where the referee is.
        rng: For the time between two tries.

    Attributes:
        close_code: Why the last connection was closed.
    """

    def __init__(self, url: str, rng: random.Random) -> None:
        self._url = url
        self._rng = rng
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self.close_code: int | None = None
        self._is_closed = False

    @property
    def is_up(self) -> bool:
        """Whether there is a connection."""
        return self._socket is not None and not self._socket.closed

    async def frames(self) -> AsyncIterator[str | None]:
        """Every frame; None when a new connection has begun.

        It ends when the referee says that it makes no sense to come back.

        Raises:
            InputError: The first connection cannot be made because the address is impossible.
        """
        timeout = aiohttp.ClientWSTimeout(ws_receive=_SILENCE_S, ws_close=2.0)
        wait_s = 0.0
        async with aiohttp.ClientSession() as client:
            while True:
                try:
                    connecting = client.ws_connect(
                        self._url, timeout=timeout, compress=0, max_msg_size=2**24
                    )
                    async with connecting as socket:
                        wait_s = 0.0
                        self._socket = socket
                        yield None
                        async for message in socket:
                            if message.type is aiohttp.WSMsgType.TEXT:
                                yield message.data
                        self.close_code = socket.close_code
                except (aiohttp.InvalidURL, aiohttp.NonHttpUrlClientError) as error:
                    raise InputError(
                        f"{self._url!r} is no address",
                        where="the referee's url",
                        expected="ws://HOST:PORT/play",
                    ) from error
                except (aiohttp.ClientError, OSError, TimeoutError) as error:
                    _log.info("no connection", url=self._url, error=str(error))
                finally:
                    self._socket = None
                if self._is_closed or not self._may_come_back():
                    return
                wait_s = self._next_wait(wait_s)
                await asyncio.sleep(wait_s)

    def _may_come_back(self) -> bool:
        _, comes_back = codec.CLOSE_CODES.get(self.close_code or 1001, ("", True))
        return comes_back

    def _next_wait(self, wait_s: float) -> float:
        """Longer and longer, and never the same for two bots that were cut off together."""
        longest = FIRST_TRY_S if not wait_s else min(wait_s * 2 + FIRST_TRY_S, _LONGEST_WAIT_S)
        return self._rng.uniform(longest / 3, longest)

    async def send(self, command: Command) -> bool:
        """Sends a command; False if there is no connection just now."""
        return await self.send_text(codec.encode(command).decode())

    async def send_text(self, text: str) -> bool:
        """Sends a frame as it is; False if there is no connection just now."""
        if self._socket is None or not self.is_up:
            return False
        try:
            await self._socket.send_str(text)
        except (aiohttp.ClientError, ConnectionError):
            return False
        return True

    async def close(self) -> None:
        """Ends the connection, and `frames` with it."""
        self._is_closed = True
        if self._socket is not None:
            with contextlib.suppress(aiohttp.ClientError, ConnectionError):
                await self._socket.close()
