"""A scripted client: says exactly what a check wants, and keeps all that the referee says."""

import asyncio
import json
from collections.abc import Mapping
from typing import Final

from carcbot.conform.endpoint import Endpoint
from carcbot.conform.kit import FailedError, Message, Talk, need, need_only
from carcbot.conform.wire import Address, Frame, HandshakeError, Opcode, Wire, connect
from carcbot.messages import codec

__all__ = ["EVENTS", "LOBBY", "NOWHERE", "PRODUCT", "Peer"]

LOBBY: Final = frozenset(
    {"tables", "open", "lobby", "history", "seek", "challenge", "accept", "decline", "cancel",
     "capacity", "chat", "competitions", "enter", "withdraw", "check_in", "confirm", "standings"}
)  # fmt: skip
"""Commands about the lobby."""
_FROM_BOTH: Final = LOBBY | {"sit", "leave", "watch", "resume", "desync"}
"""Commands that take a token of the lobby's bucket, too."""
EVENTS: Final = ("start", "draw", "move", "out", "result")
NOWHERE: Final = "no-such-match"
PRODUCT: Final = "carcbot-conform/1"


def _by_name(listed: list[Message], kind: str) -> dict[str, Message]:
    """What is listed by its name, which is in the field of its kind."""
    names = [each[kind] for each in listed]
    need(len(set(names)) == len(names), f"each {kind} once", listed)
    return dict(zip(names, listed, strict=True))


class Peer(Endpoint):
    """One connection to the referee.

    Args:
        wire: Its websocket.
        talk: Where to write down what is said.
        name: Of the client, there.

    Attributes:
        pings: What the referee's pings carried.
        account: The token that its hello was said with, once it was.
        known_as: The account's name, once the referee has said it.
        count: How many commands it has given.
        lobby_count: How many of them took a token of the lobby's bucket.
        offers: The offers that it has made.
        entered: The competitions that it has asked to take part in.
        pong_after_s: How long a pong is held back; None sends none.
    """

    def __init__(self, wire: Wire, talk: Talk, name: str) -> None:
        super().__init__(wire, talk, name, codec.decode_message, f"for {name}")
        self.pings: list[bytes] = []
        self.pong_after_s: float | None = 0.0
        self.account = ""
        self.known_as = ""
        self.count = 0
        self.lobby_count = 0
        self.offers: list[str] = []
        self.entered: set[str] = set()
        self._pongs: set[asyncio.Task[None]] = set()

    @classmethod
    async def to(
        cls,
        address: Address,
        talk: Talk,
        name: str,
        fields: Mapping[str, str] | None = None,
        receive_bytes: int = 0,
    ) -> "Peer":
        """A new connection; nothing is said yet."""
        try:
            async with asyncio.timeout(talk.patience_s):
                return cls(await connect(address, fields, receive_bytes), talk, name)
        except HandshakeError as error:
            raise FailedError("a websocket", str(error)) from error
        except TimeoutError:
            raise FailedError(f"a websocket within {talk.patience_s:g} s", "none") from None

    # ------------------------------------------------------------ to say

    def say(self, kind: str, **fields: object) -> int:
        """Gives a command; returns its id, which may be among the fields."""
        self.count += 1
        self.lobby_count += kind in _FROM_BOTH
        if kind == "enter" and "competition" in fields:
            self.entered.add(str(fields["competition"]))
        message = {"type": kind, "id": self.count, **fields}
        self.say_text(json.dumps(message, separators=(",", ":")))
        return self.count

    def say_text(self, text: str) -> None:
        """Sends a text frame, whatever is in it."""
        self.say_frames(Frame(Opcode.TEXT, text.encode()))

    def say_frames(self, *frames: Frame) -> None:
        """Sends frames as they are."""
        for frame in frames:
            text = frame.payload.decode("utf-8", "replace")
            kind = f"a frame {frame.opcode.name.lower()} of {len(frame.payload)} bytes"
            self._talk.add(self._name, ">", text if frame.opcode is Opcode.TEXT else kind)
        self.wire.write(*frames)

    # ------------------------------------------------------------ to hear

    async def answer(self, number: object) -> Message:
        """The ack or error that answers a command."""
        answer = await self.take("ack", "error", id=number, expected=f"an answer to {number}")
        if answer.get("offer"):
            self.offers.append(answer["offer"])
        return answer

    async def tried(self, kind: str, **fields: object) -> Message:
        """The answer to a command that may be carried out or not."""
        number = self.say(kind, **fields)
        return await self.answer(fields.get("id", number))

    async def ask(self, kind: str, **fields: object) -> Message:
        """The ack of a command that must be carried out."""
        answer = await self.tried(kind, **fields)
        need(answer["type"] == "ack", f"an ack of {kind}", answer)
        return answer

    async def done(self, kind: str, **fields: object) -> None:
        """A command is carried out, and there is nothing to say of it."""
        answer = await self.ask(kind, **fields)
        need_only(answer, f"an ack of {kind}", "id")

    async def refused(self, code: str, kind: str, **fields: object) -> Message:
        """The error with this code that answers a command."""
        answer = await self.tried(kind, **fields)
        need(answer.get("code") == code, f"an error {code} in answer to {kind}", answer)
        need(not answer.get("fatal"), "an error that is not fatal", answer)
        return answer

    async def tables(self) -> dict[str, Message]:
        """All that are listed, by the name of the match."""
        return _by_name((await self.ask("tables"))["tables"], "match")

    async def lobby_offers(self) -> dict[str, Message]:
        """What the lobby offers to anybody, by name."""
        return _by_name((await self.ask("lobby"))["lobby"]["offers"], "offer")

    async def settle(self) -> None:
        """Returns when all is heard that the referee had said up to now."""
        await self.tried("resign", match=NOWHERE)

    async def hears_no(self, *kinds: str, expected: str = "", **fields: object) -> None:
        """Nothing of these types has come of all that the referee had said up to now."""
        await self.settle()
        self.heard_no(*kinds, expected=expected, **fields)

    async def pinged(self, count: int, within: float = 0.0) -> None:
        """Waits until so many pings have come.

        Raises:
            FailedError: They do not come in time.
        """
        expected = f"{count} pings for {self._name}"
        await self._until(lambda: self.pings[count - 1 : count] or None, expected, within)

    def events(self, match: str) -> list[Message]:
        """All events of a match, in the order in which they came."""
        return [each for each in self.heard if each["type"] in EVENTS and each["match"] == match]

    async def close(self) -> None:
        """Ends the connection and everything that belongs to it."""
        for task in self._pongs:
            task.cancel()
        await asyncio.gather(*self._pongs, return_exceptions=True)
        await super().close()

    def _pinged(self, payload: bytes) -> None:
        self.pings.append(payload)
        if self.pong_after_s == 0.0:
            super()._pinged(payload)
        elif self.pong_after_s is not None:
            task = asyncio.create_task(self._pong_later(self.pong_after_s, payload))
            self._pongs.add(task)
            task.add_done_callback(self._pongs.discard)

    async def _pong_later(self, seconds: float, payload: bytes) -> None:
        await asyncio.sleep(seconds)
        super()._pinged(payload)
