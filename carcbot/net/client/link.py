"""A websocket to a referee, which is restored when it is lost."""

import asyncio
import contextlib
import random
import socket as sockets
from collections.abc import AsyncIterator
from typing import Final

import aiohttp
import structlog

from carcbot.errors import InputError, ReplacedError
from carcbot.messages import codec
from carcbot.messages.client import Command
from carcbot.messages.server import Error
from carcbot.net.client.address import (
    check_address,
    trust,
    why_no_connection,
    why_not_trusted,
)
from carcbot.net.clock import now_ns

__all__ = ["FIRST_TRY_S", "Link"]

_log = structlog.get_logger()

FIRST_TRY_S: Final = 0.25
"""The first try comes no later than this after a connection was lost."""
_LONGEST_WAIT_S: Final = 15.0
_SILENCE_S: Final = 30.0
_HANDSHAKE_S: Final = 10.0
_NO_ACCOUNT: Final = 4001
_WELCOME: Final = "a token from its host, for whom 'carcbot accounts add NAME' makes one"
_TOO_MANY: Final = 429
"""Too many connections from here at the moment: that may be better in a while."""


class Link:
    """Frames of the referee, from one connection after the other.

    Args:
        url: Where the referee is.
        rng: For the time between two tries.
        ca_file: A file with the certificates of authorities that are trusted besides the usual
            ones; empty is none.

    Attributes:
        close_code: Why the last connection was closed.
        lost_ns: When the last connection was lost; None while there is one, and before the first.
        rest_s: So long at least the next connection waits, as the referee has asked.
    """

    def __init__(self, url: str, rng: random.Random, ca_file: str = "") -> None:
        self._url = url
        self._rng = rng
        self._ca_file = ca_file
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self.close_code: int | None = None
        self.lost_ns: int | None = None
        self.rest_s = 0.0
        self._closed = asyncio.Event()
        self._was_up = False
        self._tries = 0

    @property
    def is_up(self) -> bool:
        """Whether there is a connection."""
        return self._socket is not None and not self._socket.closed

    async def frames(self) -> AsyncIterator[str | None]:
        """Every frame; None when a new connection has begun.

        It ends when the referee says that coming back makes no sense.

        Raises:
            InputError: The address is impossible, or no referee that can be trusted is found there
                at the first try.
        """
        check_address(self._url)
        trusted = trust(self._ca_file) if self._url.startswith("wss:") else True
        timeout = aiohttp.ClientWSTimeout(ws_receive=_SILENCE_S, ws_close=2.0)
        handshake = aiohttp.ClientTimeout(total=_HANDSHAKE_S)
        wait_s = 0.0
        async with aiohttp.ClientSession(timeout=handshake) as client:
            while not self._closed.is_set():
                trouble = ""
                try:
                    # closed by us: where it cannot answer any more it would forget the code
                    connecting = client.ws_connect(
                        self._url,
                        timeout=timeout,
                        compress=0,
                        max_msg_size=2**24,
                        autoclose=False,
                        ssl=trusted,
                    )
                    async with connecting as socket:
                        if self._closed.is_set():  # while it was being made
                            return
                        wait_s = 0.0
                        self._begin(socket)
                        yield None
                        async for message in socket:
                            if message.type is aiohttp.WSMsgType.TEXT:
                                yield message.data
                        self._end(socket)
                except (aiohttp.ClientError, OSError, TimeoutError) as error:
                    self._check_answer(error)
                    self._check_certificate(error)
                    if self._socket is None:
                        trouble = f"no connection to {self._url}: {why_no_connection(error)}"
                finally:
                    self._socket = None
                    if self._was_up and self.lost_ns is None:
                        self.lost_ns = now_ns()
                if self._closed.is_set() or not self._may_come_back():
                    return
                wait_s = self._next_wait(wait_s)
                rest_s, self.rest_s = self.rest_s, 0.0
                trouble = trouble or f"connection to {self._url} lost"
                is_first = not (self._was_up or self._tries)
                until = ", and again and again; Ctrl-C ends it" if is_first else ""
                _log.warning(f"{trouble}; again in {rest_s + wait_s:.1f} s{until}")
                self._tries += 1
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._closed.wait(), rest_s + wait_s)

    def _begin(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self.lost_ns = None
        if self._tries:
            _log.info("connected again" if self._was_up else "connected")
        self._was_up = True
        self._tries = 0

    def _end(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.close_code = None if socket.close_code is None else int(socket.close_code)

    def _check_answer(self, error: Exception) -> None:
        """Refuses an address where something else answers; later it may be a proxy's trouble."""
        if isinstance(error, aiohttp.InvalidURL | aiohttp.NonHttpUrlClientError):
            raise InputError(
                f"{self._url!r} is no address", expected="ws://HOST:PORT/play"
            ) from error
        is_answer = (
            isinstance(error, aiohttp.WSServerHandshakeError)
            and error.status < 500
            and error.status != _TOO_MANY
        )
        if is_answer and not self._was_up:
            raise InputError(
                f"there is no referee: {why_no_connection(error)}",
                where=self._url,
                expected="the path /play, as in ws://HOST:PORT/play",
            ) from error

    def _check_certificate(self, error: Exception) -> None:
        """Refuses what is no TLS, or has no good certificate; later that may be mended."""
        why = None if self._was_up else why_not_trusted(error)
        if why is not None:
            what, expected = why
            raise InputError(what, where=self._url, expected=expected) from error

    def _may_come_back(self) -> bool:
        _, comes_back = codec.CLOSE_CODES.get(self.close_code or 1001, ("", True))
        return comes_back

    def _next_wait(self, wait_s: float) -> float:
        """Longer and longer, and never the same for two bots that were cut off together."""
        longest = FIRST_TRY_S if not wait_s else min(wait_s * 2 + FIRST_TRY_S, _LONGEST_WAIT_S)
        return self._rng.uniform(longest / 3, longest)

    def check_farewell(self, account: str) -> None:
        """Checks whether the referee has closed the connection for good.

        Args:
            account: Whose connection it was, or empty if that was never said.

        Raises:
            ReplacedError: Another program has the account's connection now.
            InputError: It has for another reason; the error says why.
        """
        if self._may_come_back():
            return
        if self.close_code == 4002:
            raise ReplacedError(
                f"{account or 'this account'} connected again from elsewhere;"
                " that connection has the seats now",
                expected="one program for each account, also for watching",
            )
        text, _ = codec.CLOSE_CODES[self.close_code or 0]
        raise InputError(
            f"the referee closed the connection: {text}",
            where=self._url,
            expected=_WELCOME if self.close_code == _NO_ACCOUNT else "",
        )

    def take_refusal(self, error: Error) -> None:
        """Takes in a refusal that is the last word on this connection.

        A referee that cannot find out now who somebody is says when to come again.

        Raises:
            InputError: There is nothing else to try.
        """
        if error.code == "referee_fault" and error.retry_after is not None:
            _log.warning(error.text)
            self.rest_s = error.retry_after
            return
        expected = _WELCOME if error.code == "bad_token" else ""
        raise InputError(error.text, where=self._url, expected=expected)

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
        self._closed.set()
        if self._socket is not None:
            with contextlib.suppress(aiohttp.ClientError, ConnectionError):
                await self._socket.close()

    def drop(self) -> None:
        """Ends `frames`, and the connection without a close, as if this process had crashed."""
        self._closed.set()
        raw = None if self._socket is None else self._socket.get_extra_info("socket")
        if raw is not None:
            with contextlib.suppress(OSError):  # the other side may have been first
                raw.shutdown(sockets.SHUT_RDWR)
