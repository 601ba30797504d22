"""The referee's end of one websocket."""

import asyncio
import contextlib
from collections.abc import Awaitable
from typing import Final

from aiohttp import web

from carcbot.messages import codec
from carcbot.messages.parts import Limits
from carcbot.messages.server import Error, Message
from carcbot.net.clock import now_ns
from carcbot.net.referee.arrivals import StampedReading
from carcbot.referee.round_trips import RoundTrips
from carcbot.referee.token_bucket import TokenBucket

__all__ = ["Connection", "frame_of"]

_CLOSE_TAKES_S: Final = 2.0


def frame_of(message: Message) -> bytes:
    """The message as a websocket frame: final, text, from a server, so without a mask."""
    text = codec.encode(message)
    size = len(text)
    if size < 126:
        return b"\x81%c" % size + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2) + text
    return b"\x81\x7f" + size.to_bytes(8) + text


class Connection:
    """One client.

    Sending never waits: a client that does not read what it is sent is cut off. What is sent has
    been handed to the operating system when `flush` returns, unless earlier frames still wait for
    the client to read. Frames are written past aiohttp's own writer, which would need a call to the
    system for each.

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
        self.trips = RoundTrips(now_ns())
        self.bucket = TokenBucket(limits.commands_per_s, limits.burst, now_ns())
        self.faults = 0
        self.refused = 0
        self.is_closing = False
        self._reading = reading
        self._most_waiting = limits.queue_bytes
        self._frames: list[bytes] = []
        self._tasks: set[asyncio.Task[object]] = set()

    @property
    def arrived_ns(self) -> int:
        """When the frame arrived that was received just now."""
        return self._reading.arrived_ns

    def say(self, message: Message) -> None:
        """Sends a message."""
        self.put(frame_of(message))
        self.flush()

    def put(self, frame: bytes) -> None:
        """Puts a frame to those that the next `flush` sends."""
        self._frames.append(frame)

    def flush(self) -> None:
        """Sends the frames that were put, all at once."""
        frames, self._frames = self._frames, []
        if self.is_closing:
            return
        transport = self._reading.transport
        if transport.get_write_buffer_size() > self._most_waiting:
            self.close(4004)
        elif not transport.is_closing():
            transport.write(b"".join(frames))

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
