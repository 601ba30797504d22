"""The scripted referee's end of one connection to a bot."""

import asyncio
import json
from collections.abc import Mapping
from typing import Protocol

from carcbot.messages import codec
from carcbot.net.clock import now_ns
from carcbot.net.conform.inbox import Inbox
from carcbot.net.conform.kit import FailedError, Message, Talk, need, shown
from carcbot.net.conform.peer import LOBBY
from carcbot.net.conform.wire import BINARY, CLOSE, PING, PONG, TEXT, Frame, Wire

__all__ = ["Led", "Line"]


class Led(Protocol):
    """A match that the kit leads, as far as a connection has to know it."""

    name: str
    seat: int
    events: list[Message]
    request: Message | None
    acked: dict[int, int]

    def sync(self) -> Message:
        """The whole of it."""


class Line:
    """One connection.

    What every referee does is done here: tables, resume, desync and the like are answered, unless
    the script does it. Moves are the script's business.

    Args:
        wire: The connection.
        talk: Where to write down what is said.
        name: Of the connection, there.
        boards: The matches there are.

    Attributes:
        said_ns: When the bot said each of its commands.
        frames: Of the bot, those with text.
        pongs: What its pongs carried.
        scripted: Types of commands that the script answers.
        tables: What is answered to `tables`.
        offers: What is answered to `lobby`: what anybody may take.
        close_code: With which the bot closed the connection, or 1006.
    """

    def __init__(self, wire: Wire, talk: Talk, name: str, boards: Mapping[str, Led]) -> None:
        self.wire = wire
        self.said_ns: list[int] = []
        self.frames: list[Frame] = []
        self.pongs: list[bytes] = []
        self.scripted: set[str] = set()
        self.tables: list[Message] = []
        self.offers: list[Message] = []
        self.close_code: int | None = None
        self._boards = boards
        self._talk = talk
        self._name = name
        self._inbox = Inbox()
        self._reading = asyncio.create_task(self._read())

    @property
    def commands(self) -> list[Message]:
        """All that the bot said, in order."""
        return self._inbox.messages

    # ------------------------------------------------------------ to say

    def say(self, *messages: Message) -> None:
        """Says messages, all in one piece."""
        for message in messages:
            self._talk.add(self._name, ">", message)
        self.wire.write(*(Frame(TEXT, _text(each)) for each in messages))

    def ping(self, content: bytes) -> None:
        """Sends a ping."""
        self.wire.write(Frame(PING, content))

    def ack(self, command: Message, **fields: object) -> None:
        """Says that a command was carried out."""
        self.say({"type": "ack", "id": command["id"], **fields})

    def refuse(self, command: Message, code: str, **fields: object) -> None:
        """Says that a command was not carried out."""
        match = {"match": command["match"]} if "match" in command else {}
        text = f"the kit says {code}"
        self.say(
            {"type": "error", "code": code, "text": text, "id": command["id"], **match, **fields}
        )

    def leave(self, code: int) -> None:
        """Closes the connection with this code, or cuts it if the code is 1006."""
        self._talk.add(self._name, "#", f"the kit closes with {code}")
        if code == 1006:
            self.wire.abort()
        else:
            self.wire.write(Frame(CLOSE, code.to_bytes(2)))

    # ------------------------------------------------------------ to hear

    async def take(self, *kinds: str, within: float = 0.0, **fields: object) -> Message:
        """The first command of these types that was not taken before.

        Raises:
            FailedError: None comes in time.
        """
        about = f" with {shown(fields)}" if fields else ""
        expected = f"{' or '.join(kinds)}{about} from the bot"
        within = within or self._talk.patience_s
        return await self._inbox.take(kinds, fields, within, expected)

    async def take_move(self, board: Led, within: float = 0.0) -> Message:
        """The next move, or the wish to resign, in a match; moves said again do not count."""
        while True:
            move = await self.take("move", "resign", match=board.name, within=within)
            if move.get("seq") not in board.acked:
                return move

    async def quiet(self, seconds: float, *kinds: str, **fields: object) -> None:
        """Nothing of these types comes for so long."""
        await asyncio.sleep(seconds)
        self._inbox.check()
        for command in self.untaken(*kinds, **fields):
            raise FailedError(f"no {' or '.join(kinds) or 'command'} now", shown(command))

    async def ponged(self, count: int) -> None:
        """Waits until so many pongs have come."""
        until_ns = now_ns() + int(self._talk.patience_s * 1e9)
        while len(self.pongs) < count:
            left_s = (until_ns - now_ns()) / 1e9
            need(not self._inbox.end and left_s > 0, f"{count} pongs", self._inbox.left())
            await self._inbox.wait(left_s)

    async def alive(self) -> None:
        """The bot is there and hears: it answers a ping."""
        before = len(self.pongs)
        self.ping(b"alive %d" % before)
        await self.ponged(before + 1)

    async def ended(self) -> None:
        """Waits for the connection's end."""
        try:
            await asyncio.wait_for(asyncio.shield(self._reading), self._talk.patience_s)
        except TimeoutError:
            raise FailedError("the end of the connection", "none") from None

    def untaken(self, *kinds: str, **fields: object) -> list[Message]:
        """Commands of these types that were not taken yet."""
        return self._inbox.untaken(kinds, fields)

    def take_all(self, *kinds: str, **fields: object) -> list[Message]:
        """The same; they count as taken now."""
        return self._inbox.take_all(kinds, fields)

    async def close(self) -> None:
        """Ends the connection."""
        if self.close_code is None:
            self.wire.write(Frame(CLOSE, (1001).to_bytes(2)))
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)
        await self.wire.close()

    # ------------------------------------------------------------ inside

    async def _read(self) -> None:
        while (frame := await self.wire.read()) is not None:
            if not frame.masked:
                self._inbox.fault = "a frame without a mask"
            match frame.opcode:
                case 9:
                    self.wire.write(Frame(PONG, frame.payload))
                case 10:
                    self.pongs.append(frame.payload)
                case 8:
                    self.close_code = int.from_bytes(frame.payload[:2]) or 1005
                    self._talk.add(self._name, "<", f"close {self.close_code}")
                    self.wire.write(Frame(CLOSE, frame.payload[:2]))
                    break
                case 2:
                    self._inbox.fault = (
                        f"a frame {BINARY}, which is binary: {shown(repr(frame.payload))}"
                    )
                case _:
                    self._hear(frame)
            self._inbox.wake()
        if self.close_code is None:
            self._talk.add(self._name, "<", "the end of the connection")
            self.close_code = 1006
        self._inbox.end = f"the connection's end, by the bot's side, with {self.close_code}"
        self._inbox.wake()
        self.wire.abort()

    def _hear(self, frame: Frame) -> None:
        self.frames.append(frame)
        text = frame.payload.decode("utf-8", "replace")
        self._talk.add(self._name, "<", text)
        said = codec.decode_command(frame.payload)
        if isinstance(said, codec.Malformed):
            self._inbox.fault = f"{shown(text)}: {said.text}"
            return
        command = json.loads(text)
        self.said_ns.append(now_ns())
        self._inbox.add(command)
        if command["type"] not in self.scripted:
            self._answer(command)

    def _answer(self, command: Message) -> None:
        """Answers as any referee does."""
        kind = command["type"]
        board = self._boards.get(command.get("match", ""))
        if kind in {"hello", "open", "sit", "watch", "leave", "tables"}:
            self._answer_outside(command)
        elif kind in LOBBY:
            self._answer_in_lobby(command)
        elif board is None:
            self.refuse(command, "unknown_match")
        elif kind == "resume":
            self._resume(command, board)
        elif kind == "desync":
            self.ack(command, match=board.name, seat=board.seat)
            self.say(board.sync())
        elif kind in {"analysis", "abort", "resign"}:
            self.ack(command, match=board.name, seat=board.seat)
        elif command["seq"] in board.acked:
            self.ack(command, match=board.name, seat=board.seat, seq=board.acked[command["seq"]])

    def _answer_outside(self, command: Message) -> None:
        """Answers what is about no match that goes on."""
        match command["type"]:
            case "hello" if any(each["type"] == "hello" for each in self.commands[:-1]):
                self.refuse(command, "not_allowed")
            case "tables":
                self.ack(command, tables=self.tables)
            case "open":
                self.refuse(command, "too_many_matches")
            case "sit" | "watch" | "leave":
                self.refuse(command, "unknown_match")
            case _:
                pass

    def _answer_in_lobby(self, command: Message) -> None:
        """Answers as a lobby in which nothing happens."""
        match command["type"]:
            case "lobby":
                self.ack(command, lobby={"online": [], "offers": self.offers, "ratings": []})
            case "history":
                self.ack(command, history=[])
            case "capacity":
                self.ack(command)
            case "seek" | "challenge":
                self.refuse(command, "too_many_offers")
            case "chat":
                self.refuse(command, "not_allowed")
            case "competitions":
                self.ack(command, competitions=[])
            case "enter" | "withdraw" | "check_in" | "standings":
                self.refuse(command, "unknown_competition")
            case _:
                self.refuse(command, "unknown_offer")

    def _resume(self, command: Message, board: Led) -> None:
        last_seq = command.get("last_seq", 0)
        if last_seq > len(board.events):
            self.refuse(command, "stale")
            return
        self.ack(command, match=board.name, seat=board.seat)
        again = [board.request] if board.request is not None else []
        self.say(*board.events[last_seq:], *again)


def _text(message: Message) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode()
