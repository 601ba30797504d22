"""When frames arrive, as truly as this machine can say, and when too many wait to be sent."""

import asyncio
from collections.abc import Callable
from typing import Final

from carcbot import _native
from carcbot.errors import InternalError
from carcbot.net.clock import now_ns

__all__ = ["StampedReading"]


class StampedReading(asyncio.Protocol):
    """Stands between a socket and the protocol that reads it, and knows when data arrived.

    A thread in the native core notes when data arrives at the socket, so it does not matter what
    the event loop is doing at that time. All frames of one reading count as arrived with the first
    of its data. A handler that asks for `arrived_ns` as soon as it receives a frame, and waits for
    nothing else, always gets the right reading's: the loop reads again only after it has run.

    Args:
        transport: The socket's; from now on it feeds this object, which feeds its protocol.
        arrivals: What notes the time.

    Attributes:
        transport: The socket's.
        inner: The protocol that reads.
        arrived_ns: When the first data of the last reading came.
    """

    def __init__(self, transport: asyncio.Transport, arrivals: _native.net.Arrivals) -> None:
        inner = transport.get_protocol()
        if not isinstance(inner, asyncio.Protocol):
            raise InternalError(f"{type(inner).__name__} is no protocol that can be stamped")
        self.transport: Final = transport
        self.arrived_ns = now_ns()
        self.inner: Final = inner
        self._arrivals: Final = arrivals
        self._socket: Final[int] = transport.get_extra_info("socket").fileno()
        self._full: Callable[[], None] = lambda: None
        arrivals.watch(self._socket)
        transport.set_protocol(self)

    def on_full(self, most_bytes: int, call: Callable[[], None]) -> None:
        """Calls when more than this waits to be sent."""
        self.transport.set_write_buffer_limits(high=most_bytes)
        self._full = call

    def data_received(self, data: bytes) -> None:
        """Notes when it came, and passes it on."""
        self.arrived_ns = self._arrivals.take(self._socket) or now_ns()
        self.inner.data_received(data)

    def eof_received(self) -> bool | None:
        """Passes it on."""
        return self.inner.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """Passes it on."""
        self.inner.connection_lost(exc)

    def pause_writing(self) -> None:
        """Tells who wants to know that too much waits, and passes it on."""
        self._full()
        self.inner.pause_writing()

    def resume_writing(self) -> None:
        """Passes it on."""
        self.inner.resume_writing()
