"""Who hears what is said at tables: a connection as a table knows it, and the frames it is sent."""

from collections.abc import Iterable
from typing import Protocol

from carcbot.messages import codec
from carcbot.messages.server import Error, Message
from carcbot.referee.abilities import Abilities
from carcbot.referee.round_trips import RoundTrips
from carcbot.referee.table import Table

__all__ = ["Hearer", "TalkFrame", "frame_of"]

_SHORT = tuple(bytes((0x81, size)) for size in range(126))


def frame_of(message: Message) -> bytes:
    """The message as a websocket frame: final, text, from a server, so without a mask."""
    text = codec.encode(message)
    size = len(text)
    if size < 126:
        return _SHORT[size] + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2) + text
    return b"\x81\x7f" + size.to_bytes(8) + text


class TalkFrame(bytes):
    """A frame with what somebody says beside the game, which costs nobody who hears it his place.

    Where more of it comes than a client has taken lately the oldest is left out.
    """

    __slots__ = ()


class Hearer(Protocol):
    """A connection, as far as tables have to do with it.

    Attributes:
        address: Where the client is.
        can: What it has said that it can do.
        matches: At which tables it hears what is said.
        trips: How long messages take.
    """

    address: str
    can: Abilities
    matches: set[str]
    trips: RoundTrips

    @property
    def account(self) -> str | None:
        """Who it is, once that is known."""

    @property
    def waiting_bytes(self) -> int:
        """What was sent and is not taken yet."""

    @property
    def unheard_since_ns(self) -> int | None:
        """When the oldest data came that waits to be heard; None if there is none."""

    def put(self, message: Message) -> None:
        """Has a message sent at the end of this round."""

    def put_talk(self, message: Message) -> None:
        """The same with something that somebody says beside the game."""

    def put_as_read(self, messages: Iterable[Message]) -> None:
        """Has all of these sent, each when the client has read what came before."""

    def ask(self, table: Table, seat: int) -> None:
        """The seat's request is among the frames that were put: its clock runs once it is sent."""

    def send(self, frames: list[bytes]) -> None:
        """Sends frames at once, before those that are put."""

    def close(self, code: int, error: Error | None = None) -> None:
        """Closes the connection, with a last word if there is one."""
