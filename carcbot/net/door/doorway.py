"""Where everybody comes in: each connection is counted from when it is accepted until it is gone.

It is a visitor first: a socket that has said nothing. Only when something comes is TLS spoken to
it and is there anything that understands HTTP, for a silent one is to cost next to nothing. Whoever
becomes a client is no longer the doorway's business, until the end of that.
"""

import asyncio
import contextlib
import os
import resource
import socket
import ssl
from asyncio.sslproto import SSLProtocol
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import structlog

from carcbot.errors import InternalError
from carcbot.net.addresses import neighbourhood_of
from carcbot.net.door.arrivals import FairQueue
from carcbot.net.door.refusal_log import RefusalLog

__all__ = ["KEPT_ALIVE_S", "Doorway", "Visitor", "make_room"]

KEPT_ALIVE_S: Final = 15.0
"""So long a connection may wait for its next request."""
_LOOK_S: Final = 0.5
_MOST_WAIT: Final = 500
"""So many connections may be here that ask for nothing, ask for a page, or are slow to ask."""
_OTHER_FILES: Final = 1000
"""Journals of matches that go on, the database, and what is read now and then."""
_AT_ONCE: Final = 64
"""So many are let in by one round of the loop: that takes some milliseconds."""
_MAY_COME: Final = 4096
"""So many wait for that in the system: whom it has no place for tries again a second later."""
_NO_FILES_S: Final = 1.0
"""After this it is tried again to let somebody in where there are no more files."""
_READING_BYTES: Final = 16 * 1024
"""What is read at once: of everybody together no more than takes some milliseconds."""
_GOODBYE_S: Final = 2.0
"""What the end of TLS may take: a peer need not answer it."""

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


class Visitor(asyncio.Protocol):
    """A connection at the doorway.

    Attributes:
        address: Where it comes from, without its port.
        has_asked: Whether it has said enough to be answered, once at least.
        since_s: When it came, asked, or was answered last, by the loop's clock.
    """

    def __init__(self, doorway: "Doorway", tls: ssl.SSLContext | None) -> None:
        self.address = ""
        self.has_asked = False
        self.since_s = 0.0
        self._doorway = doorway
        self._tls = tls
        self._transport: asyncio.Transport | None = None
        self._first = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It was accepted."""
        if not isinstance(transport, asyncio.Transport):
            raise InternalError(f"{type(transport).__name__} is no connection")
        self._transport = transport
        self.address = str((transport.get_extra_info("peername") or ("",))[0])
        if hasattr(transport, "max_size"):  # asyncio's own transports can be told what they read
            transport.max_size = _READING_BYTES
        self._doorway.enter(self)

    def data_received(self, data: bytes) -> None:
        """It has something to say: it waits for its turn to be understood."""
        if self._transport is not None:
            self._transport.pause_reading()
            self._first += data
            self._doorway.fair_queue.add(self._open)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        del exc
        self.leave()

    def _open(self) -> None:
        """From now on somebody listens who understands it."""
        transport = self._transport
        if transport is None or transport.is_closing():
            return
        first, self._first = self._first, b""
        transport.resume_reading()
        if self._tls is None:
            self.listen(transport).data_received(first)
            return
        secret = _Tls(self, self._tls)
        transport.set_protocol(secret)
        secret.connection_made(transport)
        secret.feed(first)

    def listen(self, transport: asyncio.Transport) -> asyncio.Protocol:
        """Has somebody listen who understands HTTP."""
        listener = self._doorway.serve(self)
        transport.set_protocol(listener)
        listener.connection_made(transport)
        return listener

    def asks(self) -> None:
        """It has said what it wants, and what that takes counts from now."""
        self.has_asked = True
        self.since_s = asyncio.get_running_loop().time()

    def answered(self) -> None:
        """It was answered, and may say more for a while."""
        self.since_s = asyncio.get_running_loop().time()

    def let_in(self) -> None:
        """It is a client from now on."""
        self._doorway.leave(self)

    def let_out(self) -> None:
        """It was a client, and is on its way out; that may not take long."""
        if self._transport is not None:
            self.has_asked = False
            self._doorway.enter(self)

    def leave(self) -> None:
        """There is no connection any more, or none that anybody has to look after."""
        self._doorway.leave(self)
        transport, self._transport = self._transport, None
        if transport is not None and hasattr(transport, "_read_ready_cb"):
            transport._read_ready_cb = None  # noqa: SLF001 - by it asyncio's own hold themselves

    def cut(self) -> None:
        """Ends it at once."""
        if self._transport is not None:
            self._transport.abort()


class _Shaken(asyncio.Protocol):
    """Has somebody listen once hands were shaken: until then nothing is there to understand."""

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """They were."""
        if isinstance(transport, asyncio.Transport):
            self._visitor.listen(transport)


class _Tls(SSLProtocol):
    """TLS for one visitor; its buffers are as small as what is said here, not 256 KiB each."""

    max_size = _READING_BYTES

    def __init__(self, visitor: Visitor, context: ssl.SSLContext) -> None:
        # how long the handshake takes is the doorway's to watch, as all that comes before a request
        super().__init__(
            asyncio.get_running_loop(),
            _Shaken(visitor),
            context,
            None,  # type: ignore[arg-type]  # nobody waits for it
            server_side=True,
            ssl_shutdown_timeout=_GOODBYE_S,
        )
        self._visitor = visitor

    def feed(self, data: bytes) -> None:
        """Takes what was read already."""
        while data:
            buffer = self.get_buffer(len(data))
            size = min(len(buffer), len(data))
            buffer[:size] = data[:size]
            self.buffer_updated(size)
            data = data[size:]

    def connection_lost(self, exc: BaseException | None) -> None:
        """Passes it on; a handshake that never ended has nobody else to tell."""
        super().connection_lost(exc)
        if exc is not None:
            exc.__traceback__ = None  # it leads to where hands were shaken, and back to it
        self._visitor.leave()


class Doorway:
    """Knows all connections that are no clients, and cuts those that take too long or too much.

    Where there are too many the one goes that has come first and has not even asked, of the
    neighbourhood of which most are here: who comes with thousands takes the places of his own.

    Args:
        serve: Makes what understands a connection, once something has come.
        fair_queue: Whose turn it is where many come at once.
        refusal_log: Where it is told who was cut.
        handshake_s: How long a connection may take until it has asked for something.

    Attributes:
        serve: As it was said; it may be set anew.
        fair_queue: As it was said.
    """

    def __init__(
        self,
        serve: Callable[[Visitor], asyncio.Protocol],
        *,
        fair_queue: FairQueue,
        refusal_log: RefusalLog,
        handshake_s: float,
    ) -> None:
        self.serve = serve
        self.fair_queue = fair_queue
        self._refusal_log = refusal_log
        self._handshake_s = handshake_s
        self._waiting: dict[str, dict[Visitor, None]] = {}
        self._count = 0
        self._doors: list[socket.socket] = []
        self._coming: set[asyncio.Task[object]] = set()

    async def listen(self, host: str, port: int, tls: ssl.SSLContext | None) -> int:
        """Lets in who comes to an address, with TLS or without; returns the port.

        Raises:
            OSError: That address cannot be listened at.
        """
        loop = asyncio.get_running_loop()
        bound = await loop.create_server(
            lambda: Visitor(self, tls), host, port, reuse_address=True, start_serving=False
        )
        found: int = bound.sockets[0].getsockname()[1]
        for each in bound.sockets:
            door = socket.socket(fileno=os.dup(each.fileno()))
            door.setblocking(False)  # noqa: FBT003 - as the library calls it
            door.listen(_MAY_COME)
            self._doors.append(door)
            self._wait_at(door, tls)
        bound.close()
        return found

    def _wait_at(self, door: socket.socket, tls: ssl.SSLContext | None) -> None:
        """Lets in who comes to a door, unless it was closed meanwhile."""
        if door.fileno() >= 0:
            asyncio.get_running_loop().add_reader(door, self._let_in, door, tls)

    def _let_in(self, door: socket.socket, tls: ssl.SSLContext | None) -> None:
        """Lets some in; the next ones when all who were here before had their turns.

        So those who come all at once wait in the system's queue, where they cost nothing, and not
        here, where they would be too many.
        """
        loop = asyncio.get_running_loop()
        loop.remove_reader(door)
        for _ in range(_AT_ONCE):
            try:
                connection, _address = door.accept()
            except (BlockingIOError, ConnectionAbortedError):
                break
            except OSError as error:
                self._refusal_log.tell("nobody can be let in", error=str(error))
                loop.call_later(_NO_FILES_S, self._wait_at, door, tls)
                return
            connection.setblocking(False)  # noqa: FBT003 - as above
            coming = loop.create_task(
                loop.connect_accepted_socket(lambda: Visitor(self, tls), connection)
            )
            self._coming.add(coming)
            coming.add_done_callback(self._coming.discard)
        self.fair_queue.add(partial(self._wait_at, door, tls))

    def close(self) -> None:
        """Nobody comes in any more, and who has asked for nothing has to go."""
        for door in self._doors:
            asyncio.get_running_loop().remove_reader(door)
            door.close()
        for visitor in list(self._all()):
            if not visitor.has_asked:
                visitor.cut()

    def enter(self, visitor: Visitor) -> None:
        """One more; too many are not kept for a moment."""
        visitor.answered()
        self._waiting.setdefault(neighbourhood_of(visitor.address), {})[visitor] = None
        self._count += 1
        if self._count > _MOST_WAIT:
            most = max(self._waiting.values(), key=len)
            first = next((each for each in most if not each.has_asked), next(iter(most)))
            self._cut(first, "there were too many")

    def leave(self, visitor: Visitor) -> None:
        """One less, if it was here."""
        place = neighbourhood_of(visitor.address)
        neighbours = self._waiting.get(place, {})
        if visitor in neighbours:
            del neighbours[visitor]
            self._count -= 1
            if not neighbours:
                del self._waiting[place]

    async def watch(self) -> None:
        """Cuts who is too slow, for ever."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(min(_LOOK_S, self._handshake_s / 4))
            for visitor in list(self._all()):
                may_take_s = self._handshake_s + (KEPT_ALIVE_S if visitor.has_asked else 0.0)
                if loop.time() - visitor.since_s > may_take_s:
                    self._cut(visitor, "it was too slow")

    def _all(self) -> Iterator[Visitor]:
        for neighbours in self._waiting.values():
            yield from neighbours

    def _cut(self, visitor: Visitor, why: str) -> None:
        if not visitor.has_asked:
            self._refusal_log.tell("cut before it asked", address=visitor.address, why=why)
        self.leave(visitor)
        visitor.cut()
