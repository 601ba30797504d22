"""The referee's end of one websocket."""

import asyncio
import contextlib
from collections.abc import Awaitable
from typing import Final

from aiohttp import WSMsgType, web

from carcbot.errors import InternalError
from carcbot.messages import codec
from carcbot.messages.parts import Limits
from carcbot.messages.server import Error, Message
from carcbot.net.clock import now_ns
from carcbot.net.referee.arrivals import StampedReading
from carcbot.referee.round_trips import RoundTrips
from carcbot.referee.token_bucket import TokenBucket

__all__ = ["Connection"]

_CLOSE_TAKES_S: Final = 2.0


class Connection:
    """One client.

    Sending never waits: a client that does not read what it is sent is cut off. A message that is
    sent has been handed to the operating system when `send` returns, unless earlier ones still wait
    for the client to read.

    Attributes:
        name: For the log.
        account: Who it is, once that is known.
        joined: The matches whose events it gets for its seats.
        trips: How long messages take.
        bucket: How much it may say.
        faults: How often it has said something that cannot be understood.
        refused: How often in a row it was too fast.
        is_closing: Whether it is being closed, so that nothing counts any more that it says.
    """

    def __init__(
        self, ws: web.WebSocketResponse, reading: StampedReading, limits: Limits, name: str
    ) -> None:
        self.ws = ws
        self.name = name
        self.account: str | None = None
        self.joined: set[str] = set()
        self.trips = RoundTrips()
        self.bucket = TokenBucket(limits.commands_per_s, limits.burst, now_ns())
        self.faults = 0
        self.refused = 0
        self.is_closing = False
        self._reading = reading
        self._most_waiting = limits.queue_bytes
        self._tasks: set[asyncio.Task[object]] = set()

    @property
    def arrived_ns(self) -> int:
        """When the frame arrived that was received just now."""
        return self._reading.arrived_ns

    def say(self, message: Message) -> None:
        """Sends a message."""
        self.send(codec.encode(message))

    def send(self, text: bytes) -> None:
        """Sends a message that is encoded already."""
        if self.is_closing:
            return
        if self._reading.transport.get_write_buffer_size() > self._most_waiting:
            self.close(4004)
            return
        # It waits only while the transport is paused, which it is not with so little in its buffer.
        sending = self.ws.send_frame(text, WSMsgType.TEXT)
        try:
            sending.send(None)
        except StopIteration:
            return
        except ConnectionError:
            self.is_closing = True  # the reader will notice as well
            return
        sending.close()
        raise InternalError("a frame that should have been sent at once had to wait")

    def ping(self) -> None:
        """Sends a ping, to see whether the client is there and how far away."""
        if self.is_closing:
            return
        payload = self.trips.ping(now_ns())
        self._run(self.ws.ping(payload))

    def close(self, code: int, error: Error | None = None) -> None:
        """Closes the connection, with a last word if there is one."""
        if self.is_closing:
            return
        if error is not None:
            self.say(error)
        self.is_closing = True
        self._run(self._close(code))

    async def _close(self, code: int) -> None:
        reason, _ = codec.CLOSE_CODES[code]
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(
                self.ws.close(code=code, message=reason.encode()[:120]), _CLOSE_TAKES_S
            )
        self._reading.transport.abort()

    def _run(self, work: Awaitable[object]) -> None:
        async def quietly() -> None:
            with contextlib.suppress(ConnectionError):
                await work

        task: asyncio.Task[object] = asyncio.create_task(quietly())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
