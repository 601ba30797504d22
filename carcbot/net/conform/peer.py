"""A scripted client: says exactly what a check wants, and keeps all that the referee says."""

import asyncio
import json
from collections.abc import Mapping
from typing import Final

from carcbot.messages import codec
from carcbot.net.clock import now_ns
from carcbot.net.conform.inbox import Inbox
from carcbot.net.conform.kit import FailedError, Message, Talk, need, shown
from carcbot.net.conform.wire import (
    BINARY,
    CLOSE,
    CONTINUATION,
    PING,
    PONG,
    TEXT,
    Address,
    Frame,
    HandshakeError,
    Wire,
    connect,
)

__all__ = ["DEAR", "EVENTS", "LOBBY", "NOWHERE", "PRODUCT", "Peer"]

LOBBY: Final = frozenset(
    {"tables", "open", "lobby", "history", "seek", "challenge", "accept", "decline", "cancel",
     "capacity", "chat", "competitions", "enter", "withdraw", "check_in", "standings"}
)  # fmt: skip
"""Commands about the lobby."""
DEAR: Final = LOBBY | {"sit", "leave", "watch", "resume", "desync"}
"""Commands that take a token of the lobby's bucket, too."""
EVENTS: Final = ("start", "draw", "move", "out", "result")
NOWHERE: Final = "no-such-match"
PRODUCT: Final = "carcbot-conform/1"


class Peer:
    """One connection to the referee.

    Args:
        wire: The connection.
        talk: Where to write down what is said.
        name: Of the client, there.

    Attributes:
        pings: What the referee's pings carried, and when they came.
        pongs: What the referee's pongs carried.
        account: The token that its hello was said with, once it was.
        known_as: The account's name, once the referee has said it.
        count: How many commands it has given.
        lobby_count: How many of them took a token of the lobby's bucket.
        offers: The offers that it has made.
        entered: The competitions that it has asked to take part in.
        pong_after_s: How long a pong is held back; None sends none.
        frames: Of the referee, all but pings and pongs.
        close_code: With which the referee closed the connection; 0 if it did so without any.
    """

    def __init__(self, wire: Wire, talk: Talk, name: str) -> None:
        self.wire = wire
        self.pings: list[tuple[bytes, int]] = []
        self.pongs: list[bytes] = []
        self.pong_after_s: float | None = 0.0
        self.frames: list[Frame] = []
        self.close_code: int | None = None
        self._talk = talk
        self._name = name
        self._inbox = Inbox()
        self.account = ""
        self.known_as = ""
        self.count = 0
        self.lobby_count = 0
        self.offers: list[str] = []
        self.entered: set[str] = set()
        self._reading = asyncio.create_task(self._read())
        self._pongs: set[asyncio.Task[None]] = set()

    @property
    def heard(self) -> list[Message]:
        """All messages, in order."""
        return self._inbox.messages

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
            return cls(await connect(address, fields, receive_bytes), talk, name)
        except HandshakeError as error:
            raise FailedError("a websocket", str(error)) from error

    # ------------------------------------------------------------ to say

    def say(self, kind: str, **fields: object) -> int:
        """Gives a command; returns its id, which may be among the fields."""
        self.count += 1
        self.lobby_count += kind in DEAR
        if kind == "enter" and "competition" in fields:
            self.entered.add(str(fields["competition"]))
        message = {"type": kind, "id": self.count, **fields}
        self.say_text(json.dumps(message, separators=(",", ":")))
        return self.count

    def say_text(self, text: str) -> None:
        """Sends a text frame, whatever is in it."""
        self.say_frames(Frame(TEXT, text.encode()))

    def say_frames(self, *frames: Frame) -> None:
        """Sends frames as they are."""
        for frame in frames:
            what = frame.payload.decode("utf-8", "replace")
            self._talk.add(self._name, ">", what if frame.opcode == TEXT else _shown_frame(frame))
        self.wire.write(*frames)

    # ------------------------------------------------------------ to hear

    async def take(
        self, *kinds: str, within: float = 0.0, expected: str = "", **fields: object
    ) -> Message:
        """The first message of these types, and with these fields, that was not taken before.

        Raises:
            FailedError: None comes in time.
        """
        what = expected or f"a message {' or '.join(kinds)} with {shown(fields)}"
        within = within or self._talk.patience_s
        return await self._inbox.take(kinds, fields, within, f"{what} for {self._name}")

    async def answer(self, number: object) -> Message:
        """The ack or error that answers a command."""
        answer = await self.take("ack", "error", id=number, expected=f"an answer to {number}")
        if answer.get("offer"):
            self.offers.append(answer["offer"])
        return answer

    async def ask(self, kind: str, **fields: object) -> Message:
        """The ack of a command that must be carried out."""
        number = self.say(kind, **fields)
        answer = await self.answer(fields.get("id", number))
        need(answer["type"] == "ack", f"an ack of {kind}", answer)
        return answer

    async def refused(self, code: str, kind: str, **fields: object) -> Message:
        """The error with this code that answers a command."""
        number = self.say(kind, **fields)
        answer = await self.answer(fields.get("id", number))
        need(answer.get("code") == code, f"an error {code} in answer to {kind}", answer)
        need(not answer.get("fatal"), "an error that is not fatal", answer)
        return answer

    async def settle(self) -> None:
        """Returns when all is heard that the referee had said up to now."""
        await self.answer(self.say("resign", match=NOWHERE))

    async def ended(self, *codes: int, within: float = 0.0) -> int:
        """Waits for the connection's end, which must be with one of these close codes."""
        until_ns = now_ns() + int((within or self._talk.patience_s) * 1e9)
        while self.close_code is None:
            left_s = (until_ns - now_ns()) / 1e9
            wanted = " or ".join(map(str, codes))
            need(left_s > 0, f"the close code {wanted} for {self._name}", self._inbox.left())
            await self._inbox.wait(left_s)
        need(self.close_code in codes, f"the close code {codes}", f"the close code {self._code()}")
        return self.close_code

    async def pinged(self, count: int, within: float = 0.0) -> None:
        """Waits until so many pings have come.

        Raises:
            FailedError: They do not come in time.
        """
        until_ns = now_ns() + int((within or self._talk.patience_s) * 1e9)
        while len(self.pings) < count:
            left_s = (until_ns - now_ns()) / 1e9
            is_there = left_s > 0 and not self._inbox.end
            need(is_there, f"{count} pings for {self._name}", f"{len(self.pings)} of them")
            await self._inbox.wait(left_s)

    async def next(self, within: float = 0.0) -> Message:
        """The next message, whatever it is."""
        return await self.take(within=within, expected="a message")

    def untaken(self, *kinds: str, **fields: object) -> list[Message]:
        """Messages of these types, and with these fields, that were not taken yet."""
        return self._inbox.untaken(kinds, fields)

    def events(self, match: str) -> list[Message]:
        """All events of a match, in the order in which they came."""
        return [each for each in self.heard if each["type"] in EVENTS and each["match"] == match]

    def index(self, message: Message) -> int:
        """The place of a message among all that were heard."""
        return next(place for place, each in enumerate(self.heard) if each is message)

    # ------------------------------------------------------------ the end

    def cut(self) -> None:
        """Ends the connection as a network does."""
        self._talk.add(self._name, "#", "the connection is cut")
        self.wire.abort()

    async def close(self) -> None:
        """Ends the connection and everything that belongs to it."""
        self._reading.cancel()
        for task in self._pongs:
            task.cancel()
        await asyncio.gather(self._reading, *self._pongs, return_exceptions=True)
        await self.wire.close()

    # ------------------------------------------------------------ inside

    async def _read(self) -> None:
        while (frame := await self.wire.read()) is not None:
            match frame.opcode:
                case 9:
                    self.pings.append((frame.payload, now_ns()))
                    self._pong(frame.payload)
                case 10:
                    self.pongs.append(frame.payload)
                case 8:
                    self.close_code = int.from_bytes(frame.payload[:2])
                    self._talk.add(self._name, "<", f"close {self._code()}")
                    self.wire.write(Frame(CLOSE, frame.payload[:2]))
                    break
                case _:
                    self.frames.append(frame)
                    self._hear(frame)
            self._inbox.wake()
        if self.close_code is None:
            self._talk.add(self._name, "<", "the end of the connection")
            self.close_code = 1006
        self._inbox.end = f"the connection's end, with the close code {self._code()}"
        self._inbox.wake()

    def _hear(self, frame: Frame) -> None:
        text = frame.payload.decode("utf-8", "replace")
        self._talk.add(self._name, "<", text)
        said = codec.decode_message(frame.payload)
        if isinstance(said, codec.Malformed):
            self._inbox.fault = f"{shown(text)}: {said.text}"
            return
        self._inbox.add(json.loads(text))

    def _pong(self, payload: bytes) -> None:
        if self.pong_after_s is None:
            return
        if not self.pong_after_s:
            self.wire.write(Frame(PONG, payload))
            return
        task = asyncio.create_task(self._pong_later(self.pong_after_s, payload))
        self._pongs.add(task)
        task.add_done_callback(self._pongs.discard)

    async def _pong_later(self, seconds: float, payload: bytes) -> None:
        await asyncio.sleep(seconds)
        self.wire.write(Frame(PONG, payload))

    def _code(self) -> str:
        meaning, _ = codec.CLOSE_CODES.get(self.close_code or 0, ("", True))
        return f"{self.close_code} {meaning}".strip()


def _shown_frame(frame: Frame) -> str:
    """A frame that is no whole text, for people."""
    names = {CONTINUATION: "continuation", BINARY: "binary", CLOSE: "close", PING: "ping"}
    return f"a frame {names.get(frame.opcode, frame.opcode)} of {len(frame.payload)} bytes"
