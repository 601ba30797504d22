"""What the parts of the door are tried with: connections whose sockets keep what is written."""

from collections.abc import Callable
from typing import Any

from carcbot.messages import codec
from carcbot.messages.parts import Limits
from carcbot.net.clock import now_ns
from carcbot.net.door.connection import Connection
from carcbot.net.host.outbox import Outbox
from carcbot.net.settings import USUAL_LIMITS
from carcbot.net.store.rows import SCOPES, Holder, Kind, Scope

__all__ = ["Socket", "client_of", "holder_of", "messages_of"]


class Socket:
    """What reads from a client and writes to it, and its transport, in one; it keeps all."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.unread_bytes = 0
        self.is_lost = False
        self.is_held = False
        self.waits_since_ns: int | None = None
        self.arrived_ns = 0
        self.ends: list[str] = []
        self.when_full: tuple[int, Callable[[], None]] | None = None

    @property
    def transport(self) -> "Socket":
        """Itself."""
        return self

    def get_write_buffer_size(self) -> int:
        """What the client has not taken yet."""
        return self.unread_bytes

    def write(self, frames: list[bytes], *, is_timed: bool = False) -> int:
        """Keeps them; returns when, if that is to be known."""
        self.written += frames
        return now_ns() if is_timed else 0

    def on_full(self, most_bytes: int, call: Callable[[], None]) -> None:
        """Keeps what is to be called."""
        self.when_full = most_bytes, call

    def hear_no_more(self) -> None:
        """Notes it."""
        self.ends.append("hears no more")

    def close(self) -> None:
        """Notes it."""
        self.ends.append("closed")

    def abort(self) -> None:
        """Notes it."""
        self.ends.append("aborted")


def client_of(
    outbox: Outbox, holder: Holder | None = None, *, limits: Limits = USUAL_LIMITS
) -> tuple[Connection, Socket]:
    """A connection that writes to nobody, and its end."""
    socket: Any = Socket()
    ws: Any = None
    client = Connection(ws, socket, limits, outbox, "198.51.100.7")
    client.holder = holder
    return client, socket


def holder_of(account: str = "ann", *scopes: Scope, kind: Kind = "bot", number: int = 1) -> Holder:
    """Who shows a token that allows all of this, or everything."""
    return Holder(account, kind, frozenset(scopes or SCOPES), str(number))


def messages_of(socket: Socket) -> list[Any]:
    """All messages that were written to a client, but no pings and no goodbye."""
    texts = []
    for frame in socket.written:
        if frame[0] == 0x81:
            head = {126: 4, 127: 10}.get(frame[1], 2)
            texts.append(codec.decode_message(bytes(frame[head:])))
    return texts
