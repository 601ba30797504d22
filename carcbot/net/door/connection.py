"""The referee's end of one websocket."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Final

from aiohttp import WebSocketError, WSMessage, WSMsgType, web

from carcbot.messages import codec
from carcbot.messages.parts import Limits
from carcbot.messages.server import Error, Message
from carcbot.net.clock import now_ns
from carcbot.net.door.arrivals import StampedReading
from carcbot.net.host.hearer import TalkFrame, frame_of
from carcbot.net.host.outbox import Outbox
from carcbot.referee.abilities import Abilities
from carcbot.referee.round_trips import RoundTrips
from carcbot.referee.table import Table
from carcbot.referee.token_bucket import TokenBucket

if TYPE_CHECKING:
    from carcbot.net.store.rows import Holder

__all__ = ["Connection"]

_CLOSE_TAKES_S: Final = 2.0
_LOST: Final = (1006, 4006)
"""Close codes where nobody has said a word, and where no pong came."""
_TALK_PART: Final = 1 / 3
"""So much of what may wait for a client to read it may be talk, or come before talk."""
_READS_S: Final = 0.05
"""So often it is looked whether a client has read what it was sent."""


class Connection:
    """One client.

    Sending never waits: a client that does not read what it is sent is cut off as soon as more than
    the limits allow waits for it; where nothing waits, a single message may be larger than that.
    Everything that is put in one round of the event loop is sent at its end, with one call to the
    system: frames are written past aiohttp's own writer, which would need a call for each. It has
    been handed to the operating system when `send` returns, unless earlier frames still wait for
    the client to read.

    Args:
        ws: The websocket.
        reading: What reads from it.
        limits: What the referee puts up with.
        outbox: Where frames wait for the end of the round.
        address: Where the client is.

    Attributes:
        address: Where the client is.
        holder: Who it is and what it may do, once that is known.
        can: What it has said that it can do.
        matches: At which tables it hears what is said.
        trips: How long messages take.
        bucket: How much it may say.
        lobby_bucket: How much of that may cost more than a move.
        faults: How often it has said something that cannot be understood.
        refused: How much oftener it was too fast lately than not.
        is_closing: Whether it is being closed, so that nothing counts any more that it says.
        close_code: Why it ended, as the referee has said or else the client; 1006 if nobody has.
    """

    def __init__(
        self,
        ws: web.WebSocketResponse,
        reading: StampedReading,
        limits: Limits,
        outbox: Outbox,
        address: str,
    ) -> None:
        self.ws = ws
        self.address = address
        self.holder: Holder | None = None
        self.can = Abilities()
        self.matches: set[str] = set()
        self.trips = RoundTrips(now_ns())
        self.bucket = TokenBucket(limits.commands_per_s, limits.burst, now_ns())
        self.lobby_bucket = TokenBucket(limits.lobby_per_s, limits.lobby_burst, now_ns())
        self.faults = 0
        self.refused = 0
        self.is_closing = False
        self.close_code = 1006
        self._ended = asyncio.Event()
        self._reading = reading
        self._transport = reading.transport
        reading.on_full(limits.queue_bytes, lambda: self.close(4004))
        self._most_bytes = limits.queue_bytes
        self._outbox = outbox
        self._on_sent: list[Callable[[int], None]] = []
        self._tasks: set[asyncio.Task[object]] = set()

    @property
    def account(self) -> str | None:
        """Who it is, once that is known."""
        return self.holder.account if self.holder else None

    @property
    def is_lost(self) -> bool:
        """Whether it has ended without a close of the client's or a reason of ours but silence."""
        return self.close_code in _LOST

    @property
    def waiting_bytes(self) -> int:
        """What was sent and is not taken yet."""
        return self._transport.get_write_buffer_size()

    @property
    def unheard_since_ns(self) -> int | None:
        """When the oldest data came that waits to be heard; None if there is none."""
        return self._reading.waits_since_ns

    @property
    def is_held(self) -> bool:
        """Whether it is not read now: it waits for an answer to what it has said."""
        return self._reading.is_held

    @property
    def arrived_ns(self) -> int:
        """When the frame arrived that was received just now."""
        return self._reading.arrived_ns

    def put(self, message: Message) -> None:
        """Has a message sent at the end of this round."""
        if type(message) is Error:
            self._outbox.metrics.error(message.code)
        self._outbox.put((self,), frame_of(message))

    def put_frame(self, frame: bytes) -> None:
        """The same with a message as a frame."""
        self._outbox.put((self,), frame)

    def put_talk(self, message: Message) -> None:
        """The same with something that somebody says beside the game."""
        self.put_frame(TalkFrame(frame_of(message)))

    def put_as_read(self, messages: Iterable[Message]) -> None:
        """Has all of these sent, each when the client has read what came before, as far as it goes.

        However many they are, they cost nobody who reads his place.
        """
        self._run(self._put_as_read(messages))

    async def _put_as_read(self, messages: Iterable[Message]) -> None:
        for message in messages:
            self.put(message)
            await asyncio.sleep(0)
            while self.waiting_bytes and not self._ended.is_set():
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._ended.wait(), _READS_S)
            if self.is_closing or self._ended.is_set():
                return

    def ask(self, table: Table, seat: int) -> None:
        """The seat's request is among the frames that were put: its clock runs once it is sent."""
        self._on_sent.append(partial(table.play.request_sent, seat))

    def send(self, frames: list[bytes]) -> None:
        """Sends frames at once, before those that are put."""
        on_sent = self._on_sent
        sent_ns = 0
        if frames and not (self.is_closing or self._reading.is_lost):
            if TalkFrame in map(type, frames):
                frames = self._as_fits(frames)
            if frames:
                sent_ns = self._reading.write(frames, is_timed=bool(on_sent))
        if on_sent:
            sent_ns = sent_ns or now_ns()
            for tell in on_sent:
                tell(sent_ns)
            on_sent.clear()

    def _as_fits(self, frames: list[bytes]) -> list[bytes]:
        """All of these, but of the talk among them only the newest that there is room for."""
        room = _TALK_PART * self._most_bytes - self.waiting_bytes
        kept = []
        for frame in reversed(frames):
            if type(frame) is TalkFrame:
                room -= len(frame)
                if room < 0:
                    continue
            kept.append(frame)
        kept.reverse()
        return kept

    def ping(self) -> None:
        """Sends a ping, to see whether the client is there and how far away."""
        if self.is_closing:
            return
        payload = self.trips.ping()
        self._on_sent.append(partial(self.trips.sent, payload))
        self.put_frame(b"\x89%c" % len(payload) + payload)

    def pong(self, payload: bytes) -> None:
        """Answers a ping."""
        self.put_frame(b"\x8a%c" % len(payload) + payload)

    def close(self, code: int, error: Error | None = None) -> None:
        """Closes the connection, with a last word if there is one."""
        if self.is_closing:
            return
        if error is not None:
            self.put(error)
        self.send(self._outbox.take(self))
        if not self._reading.is_lost:
            reason, _ = codec.CLOSE_CODES[code]
            text = code.to_bytes(2) + reason.encode()[:120]
            self._reading.write([b"\x88%c" % len(text) + text])
        self.is_closing = True
        self.close_code = code
        self._run(self._close())

    def hear_end(self, message: WSMessage) -> None:
        """Takes in what was received last: why the client closed it, or what was wrong."""
        if self.is_closing:
            return
        if message.type is WSMsgType.CLOSE:
            self.close_code = int(message.data or 1000)
        elif isinstance(message.data, WebSocketError):  # as a frame that is too large
            self.close_code = int(message.data.code)

    async def closed(self) -> None:
        """Waits until it is closed, if it is being closed; nothing more will be received."""
        self._reading.hear_no_more()
        self._ended.set()
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def _close(self) -> None:
        """Lets go of the connection when the client has said goodbye as well, or does not.

        Until then it has to be heard: a socket that is closed with something unread takes back what
        its peer has not read yet, also why it is closed.
        """
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._ended.wait(), _CLOSE_TAKES_S)
        if self._ended.is_set():
            self._transport.close()
        elif not self._reading.is_lost:
            self._transport.abort()

    def _run(self, work: Awaitable[object]) -> None:
        async def quietly() -> None:
            with contextlib.suppress(ConnectionError):
                await work

        task: asyncio.Task[object] = asyncio.create_task(quietly())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
