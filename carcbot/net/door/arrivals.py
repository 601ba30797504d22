"""When frames arrive and leave, as truly as this machine can say, and when too many wait."""

import asyncio
import socket
from collections import deque
from collections.abc import Callable
from time import thread_time_ns
from typing import Final

from carcbot import _native
from carcbot.errors import InternalError
from carcbot.net.arrival_loop import arrivals
from carcbot.net.clock import now_ns

__all__ = ["FairQueue", "StampedReading"]

_TURN_BYTES: Final = 256
"""More than most players say at once, and less than keeps others waiting, tiny frames or not."""
_SHORT_NS: Final = 250_000
"""So much work of a round is always theirs whose turn it is."""
_LONG_NS: Final = 2_000_000
"""More of it never is."""
_MOST_AT_ONCE: Final = 32
_READING_BYTES: Final = 16 * 1024
"""What is read at once and may have to wait: two of the largest frames that there are usually."""


class FairQueue:
    """Lets one client after the other be heard where that takes long: when it says much, or comes.

    In each round of the event loop a few of them go on, and meanwhile everybody else is read as
    usual. So those who say much, or come all at once, wait for each other, and nobody waits for
    them. It is one in a round at first, and twice as many each time as long as they take a short
    while, or no longer than half of what everybody else takes in that round: a round costs
    something by itself, and who has been kept waiting by much work is to be served soon.
    """

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], object]] = deque()
        self._is_due = False
        self._due_since_ns = 0
        self._others_went_ns = 0
        self._going_ns = 0
        self._at_once = 1
        self._going = 0
        self._taken = 0
        self._left = 1

    def add(self, go_on: Callable[[], object]) -> None:
        """Calls this when it is its turn."""
        self._waiting.append(go_on)
        self._call()

    async def wait(self) -> None:
        """Returns when it is one's turn, for something as long as a part of a reading."""
        if self._left and not self._waiting:
            self._left -= 1
            self._taken += 1
            self._call()
            return
        turn = asyncio.Event()
        self.add(turn.set)
        await turn.wait()

    def _go_on(self) -> None:
        """A new round: sees how long the last one was, and lets as many go on."""
        began_ns = thread_time_ns()
        is_short = self._was_short(began_ns)
        if is_short and (self._waiting or (self._taken and not self._left)):
            self._at_once = min(2 * self._at_once, _MOST_AT_ONCE)
        else:
            self._at_once = max(self._at_once // 2, 1)
        went, self._going = self._going, min(self._at_once, len(self._waiting))
        self._taken = 0
        self._left = max(self._at_once - went, 0)  # those who were called wake in this round
        if self._going:  # in the next round, behind everybody else's reading in this one
            asyncio.get_running_loop().call_soon(self._others_have_gone)
        try:
            for _ in range(self._going):
                self._waiting.popleft()()
        finally:  # behind what those do who go on: the next round is to know how long that took
            self._is_due = False
            if went or self._going:
                self._call()
                self._going_ns = self._due_since_ns - began_ns

    def _was_short(self, now_ns: int) -> bool:
        """Whether those who went on kept others waiting for a short while only.

        Only work counts: a round in which this thread had to wait is none the longer for it.
        """
        if not self._going:
            return now_ns - self._due_since_ns <= _LONG_NS
        others_ns = self._others_went_ns - self._due_since_ns
        theirs_ns = now_ns - self._others_went_ns + self._going_ns
        return theirs_ns <= min(max(_SHORT_NS, others_ns // 2), _LONG_NS)

    def _others_have_gone(self) -> None:
        self._others_went_ns = thread_time_ns()

    def _call(self) -> None:
        if not self._is_due:
            self._is_due = True
            self._due_since_ns = thread_time_ns()
            asyncio.get_running_loop().call_soon(self._go_on)


class StampedReading(asyncio.Protocol):
    """Stands between a socket and the protocol that reads it, and knows when data arrived.

    In an `ArrivalLoop` the system says when data came, so it does not matter what the loop was
    doing at that time; in another one it has come when it is read. All frames of one reading count
    as arrived with the first of its data. A handler that asks for `arrived_ns` as soon as it
    receives a frame, and waits for nothing else, always gets the right reading's: the loop reads
    again only after it has run.

    A long reading is passed on in parts, so that no client keeps the others waiting by saying much
    at once. Until all of it has been passed on the socket is not read again: a client waits as
    long as its owner does, and no queue of what was heard grows in between.

    Args:
        transport: The socket's; from now on it feeds this object, which feeds its protocol.
        fair_queue: Where the parts wait.

    Attributes:
        transport: The socket's.
        inner: The protocol that reads.
        arrived_ns: When the first data came of the reading that was passed on last.
        is_held: Whether its owner wants to hear no more just now.
        is_lost: Whether the connection is no more.
    """

    def __init__(self, transport: asyncio.Transport, fair_queue: FairQueue) -> None:
        inner = transport.get_protocol()
        if not isinstance(inner, asyncio.Protocol):
            raise InternalError(f"{type(inner).__name__} is no protocol that can be stamped")
        self.transport: Final = transport
        self.arrived_ns = now_ns()
        self.inner: Final = inner
        self._arrivals: Final = arrivals()
        self._socket: Final[int] = transport.get_extra_info("socket").fileno()
        self._is_plain: Final = transport.get_extra_info("sslcontext") is None
        self._fair_queue: Final = fair_queue
        self._waits = True  # whether the transport may have something to send still
        self._rest: deque[tuple[int, bytes]] = deque()
        self._passed = 0
        self.is_held = False
        self._has_more = False
        self._is_in_turns = False
        self._heard_enough = False
        self.is_lost = False
        self._may_read: Callable[[bytes], bool] = _always
        self._full: Callable[[], None] = _ignore
        self._most_bytes = 0
        self._bears_bytes = 0
        if hasattr(transport, "max_size"):  # asyncio's own transports can be told what they read
            transport.max_size = _READING_BYTES
        if self._arrivals is not None:
            self._arrivals.watch(self._socket)
        transport.set_protocol(self)

    def on_full(self, most_bytes: int, call: Callable[[], None]) -> None:
        """Calls when more than this waits to be sent; the system holds about as much besides."""
        self.transport.get_extra_info("socket").setsockopt(
            socket.SOL_SOCKET, socket.SO_SNDBUF, most_bytes
        )
        self._full = call
        self._most_bytes = most_bytes
        self._bear(most_bytes)

    def on_data(self, may_read: Callable[[bytes], bool]) -> None:
        """Asks before each part is passed on; one that may not be read is the last."""
        self._may_read = may_read

    def write(self, frames: list[bytes], *, is_timed: bool = False) -> int:
        """Sends at once what the system takes, and the rest when it takes more.

        Past the transport where that has nothing to send still: each message to each client comes
        by here, and the transport's way of looking after itself takes longer than all the rest.

        Args:
            frames: What is sent.
            is_timed: Whether it is to be known when, which takes half as long again.

        Returns:
            When it was handed over, on the monotonic clock; 0 if nobody is to know. If the system
            took all of it at once it is when that had it, whatever ran here before this thread went
            on. Where a part has to wait, or TLS lies between, it is when the transport has it.
        """
        raw = frames[0] if len(frames) == 1 else b"".join(frames)
        if self._waits:
            self._waits = self.transport.get_write_buffer_size() > 0
        if not self._waits:
            if self._is_plain:  # what is wrong with the socket, if so, the transport will find
                if is_timed:
                    taken, moment_ns = _native.net.send_timed(self._socket, raw)
                else:
                    taken, moment_ns = _native.net.send(self._socket, raw), 0
                if taken == len(raw):
                    return moment_ns
                raw = raw[taken:]
            largest = max(map(len, frames))
            self._bear(self._most_bytes + (largest if largest > self._most_bytes else 0))
        self._waits = True
        self.transport.write(raw)
        return now_ns() if is_timed else 0

    def _bear(self, most_bytes: int) -> None:
        """From now on so much may wait to be sent."""
        if most_bytes != self._bears_bytes:
            self._bears_bytes = most_bytes
            self.transport.set_write_buffer_limits(high=most_bytes)

    @property
    def waits_since_ns(self) -> int | None:
        """When the oldest data came that was not heard yet; None if there is none."""
        if self._has_more:
            return self.arrived_ns
        return self._rest[0][0] if self._rest else None

    def data_received(self, data: bytes) -> None:
        """Notes when it came, and passes it on, at once or in parts."""
        noted_ns = self._arrivals.take(self._socket) if self._arrivals is not None else 0
        arrived_ns = noted_ns or now_ns()
        if self._heard_enough:
            return
        if not self._rest and not self.is_held and len(data) <= _TURN_BYTES:
            self.arrived_ns = arrived_ns
            self._pass(data)
            return
        self.transport.pause_reading()
        self._rest.append((arrived_ns, data))
        self._wait_for_turn()

    def _wait_for_turn(self) -> None:
        if self._rest and not self.is_held and not self._is_in_turns:
            self._is_in_turns = True
            self._fair_queue.add(self._go_on)

    def _go_on(self) -> None:
        """Passes the next part on."""
        self._is_in_turns = False
        if not self._rest or self.is_held:
            return
        self.arrived_ns, data = self._rest[0]
        begin, self._passed = self._passed, self._passed + _TURN_BYTES
        if self._passed >= len(data):
            self._rest.popleft()
            self._passed = 0
        if not self._rest:
            self.transport.resume_reading()
        self._pass(data[begin : begin + _TURN_BYTES])
        self._wait_for_turn()

    def _pass(self, data: bytes) -> None:
        if self._may_read(data):
            self.inner.data_received(data)
        else:
            self.hear_no_more()

    def hold(self, *, has_more: bool = False) -> None:
        """The owner is busy with what it has heard last, and wants to hear no more yet.

        Args:
            has_more: Whether more may have been passed on with that, which it has not heard.
        """
        self.is_held = True
        self._has_more = has_more

    def release(self) -> None:
        """The owner wants to hear what has come meanwhile."""
        self.is_held = self._has_more = False
        self._wait_for_turn()

    def hear_no_more(self) -> None:
        """From now on what comes is read and thrown away, until the connection ends."""
        self._heard_enough = True
        self._rest.clear()
        if not self.is_lost:
            self.transport.resume_reading()

    def eof_received(self) -> bool | None:
        """Passes it on."""
        return self.inner.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """Passes it on."""
        if self._arrivals is not None:
            self._arrivals.forget(self._socket)
        self._rest.clear()
        self._full, self._may_read = (
            _ignore,
            _always,
        )  # they know the owner, which knows this object: neither would ever go
        self.is_lost = True
        self.inner.connection_lost(exc)

    def pause_writing(self) -> None:
        """Tells who wants to know that too much waits, and passes it on."""
        self._full()
        self.inner.pause_writing()

    def resume_writing(self) -> None:
        """Passes it on."""
        self.inner.resume_writing()


def _ignore() -> None:
    """Nobody wants to know."""


def _always(_: bytes) -> bool:
    """Nobody minds."""
    return True
