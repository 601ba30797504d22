"""The kit's end of a connection, to a referee or to a bot: what came, to be taken by a script."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, TypeVar

from carcbot.conform.kit import FailedError, Message, Talk, need, shown
from carcbot.conform.short_form import short_form
from carcbot.conform.wire import Frame, Opcode, Wire
from carcbot.messages import codec
from carcbot.net.clock import now_ns

__all__ = ["Endpoint"]

_T = TypeVar("_T")


class Endpoint:
    """One connection.

    Args:
        wire: Its websocket.
        talk: Where to write down what is said.
        name: Of the connection, there.
        decode: Reads what comes, as `codec` does; what keeps no schema fails whoever waits.
        about: What people are told of a message that was waited for: whom it is for, or from.

    Attributes:
        heard: All messages of known types in their short form, in order.
        frames: All frames with text.
        pongs: What pongs carried.
        close_code: With which the other side closed the connection; 1006 if without a word.
    """

    def __init__(
        self, wire: Wire, talk: Talk, name: str, decode: Callable[[bytes], object], about: str
    ) -> None:
        self.wire = wire
        self.heard: list[Message] = []
        self.frames: list[Frame] = []
        self.pongs: list[bytes] = []
        self.close_code: int | None = None
        self._talk = talk
        self._name = name
        self._decode = decode
        self._about = about
        self._taken: set[int] = set()
        self._fault = ""
        self._end = ""
        self._news = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    @property
    def patience_s(self) -> float:
        """How long a script waits here for what must come."""
        return self._talk.patience_s

    # ------------------------------------------------------------ to wait for

    async def take(
        self, *kinds: str, within: float = 0.0, expected: str = "", **fields: object
    ) -> Message:
        """The first message of these types, and with these fields, that was not taken before.

        Raises:
            FailedError: None comes in time.
        """

        def found() -> Message | None:
            places = self._places(kinds, fields)
            self._taken.update(places[:1])
            return self.heard[places[0]] if places else None

        said = f"{' or '.join(kinds) or 'a message'}{f' with {shown(fields)}' if fields else ''}"
        return await self._until(found, f"{expected or said} {self._about}", within)

    async def ponged(self, count: int) -> None:
        """Waits until so many pongs have come."""
        await self._until(lambda: self.pongs[count - 1 : count] or None, f"{count} pongs")

    async def ended(self, *codes: int, within: float = 0.0) -> None:
        """Waits for the connection's end, which must be with one of these close codes, if any."""
        wanted = " or ".join(map(str, codes))
        what = f"the close code {wanted}" if codes else "the end of the connection"
        code = await self._until(lambda: self.close_code, f"{what} {self._about}", within)
        need(not codes or code in codes, what, f"the close code {_meaning(code)}")

    async def quiet(self, seconds: float, *kinds: str, **fields: object) -> None:
        """Nothing of these types comes for so long."""
        await asyncio.sleep(seconds)
        self.heard_no(*kinds, expected="", **fields)

    # ------------------------------------------------------------ what has come

    def heard_no(self, *kinds: str, expected: str = "", **fields: object) -> None:
        """Raises FailedError if something of these types has come and was not taken."""
        self._check()
        came = self.untaken(*kinds, **fields)
        need(not came, expected or f"no {' or '.join(kinds) or 'message'}", came)

    def untaken(self, *kinds: str, **fields: object) -> list[Message]:
        """Messages of these types, and with these fields, that were not taken yet."""
        return [self.heard[place] for place in self._places(kinds, fields)]

    def take_all(self, *kinds: str, **fields: object) -> list[Message]:
        """The same; they count as taken now."""
        places = self._places(kinds, fields)
        self._taken.update(places)
        return [self.heard[place] for place in places]

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
        await asyncio.gather(self._reading, return_exceptions=True)
        await self.wire.close()

    # ------------------------------------------------------------ inside

    def _pinged(self, payload: bytes) -> None:
        """Answers a ping."""
        self.wire.write(Frame(Opcode.PONG, payload))

    def _told(self, message: Message) -> None:
        """Takes in a message that keeps its schema, in its short form."""
        self.heard.append(message)

    async def _until(
        self, found: Callable[[], _T | None], expected: str, within: float = 0.0
    ) -> _T:
        """What is found, as soon as it is there.

        Raises:
            FailedError: It is not there in time, or something came that keeps no schema.
        """
        until_ns = now_ns() + int((within or self.patience_s) * 1e9)
        while True:
            self._check()
            self._news.clear()
            if (it := found()) is not None:
                return it
            left_s = (until_ns - now_ns()) / 1e9
            if left_s <= 0 or self._end:
                raise FailedError(expected, self._left(within or self.patience_s))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), left_s)

    def _check(self) -> None:
        if self._fault:
            raise FailedError("a message that keeps its schema", self._fault)

    def _left(self, waited_s: float) -> str:
        """What came instead of what was waited for, for people."""
        left = ", ".join(map(shown, self.untaken()[-3:]))
        return self._end or f"{f'only {left}' if left else 'nothing'} within {waited_s:g} s"

    def _places(self, kinds: tuple[str, ...], fields: dict[str, Any]) -> list[int]:
        return [
            place
            for place, message in enumerate(self.heard)
            if place not in self._taken
            and (not kinds or message["type"] in kinds)
            and all(message.get(name) == value for name, value in fields.items())
        ]

    async def _read(self) -> None:
        while self.close_code is None and (frame := await self.wire.read()) is not None:
            match frame.opcode:
                case Opcode.PING:
                    self._pinged(frame.payload)
                case Opcode.PONG:
                    self.pongs.append(frame.payload)
                case Opcode.CLOSE:
                    self.close_code = int.from_bytes(frame.payload[:2]) or 1005
                    self.wire.write(Frame(Opcode.CLOSE, frame.payload[:2]))
                case _:
                    self.frames.append(frame)
                    self._hear(frame)
            self._news.set()
        self._fault = self._fault or self.wire.fault
        self.close_code = self.close_code or 1006
        self._end = f"the connection's end, with the close code {_meaning(self.close_code)}"
        self._talk.add(self._name, "<", self._end)
        self._news.set()

    def _hear(self, frame: Frame) -> None:
        text = frame.payload.decode("utf-8", "replace")
        self._talk.add(self._name, "<", text)
        said = self._decode(frame.payload)
        if isinstance(said, codec.Malformed):
            self._fault = f"{shown(text)}: {said.text}"
        elif not isinstance(said, codec.Unknown):
            self._told(short_form(said))


def _meaning(code: int) -> str:
    meaning, _ = codec.CLOSE_CODES.get(code, ("", True))
    return f"{code} {meaning}".strip()
