"""The scripted referee's end of one connection to a bot."""

import json
from collections.abc import Mapping

from carcbot.conform.endpoint import Endpoint
from carcbot.conform.kit import Message, Talk, shown
from carcbot.conform.scripted_client import LOBBY
from carcbot.conform.wire import Frame, Opcode, Wire
from carcbot.errors import InternalError
from carcbot.messages import codec
from carcbot.net.clock import now_ns

__all__ = ["Led", "Line"]


class Led:
    """A match that the kit leads, as far as a connection has to know it.

    Args:
        name: Of the match.
        seat: The bot's.

    Attributes:
        events: All events so far.
        request: What the bot was asked, until its move was made.
        asked_ns: When it was asked that last.
        acked: The event that a move became, by the seq of its request.
        line: The connection on which the bot plays it.
    """

    line: "Line"

    def __init__(self, name: str, seat: int) -> None:
        self.name = name
        self.seat = seat
        self.events: list[Message] = []
        self.request: Message | None = None
        self.asked_ns = 0
        self.acked: dict[int, int] = {}

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return len(self.events)

    def sync(self) -> Message:
        """The whole of it, where a digest may differ."""
        raise InternalError("this match tells no sync")

    def ack(self, move: Message, **fields: object) -> None:
        """Acknowledges what the bot has said in it."""
        self.line.ack(move, match=self.name, seat=self.seat, **fields)


class Line(Endpoint):
    """One connection.

    What every referee does is done here: tables, resume, desync and the like are answered, unless
    the script does it. Moves are the script's business.

    Args:
        wire: Its websocket.
        talk: Where to write down what is said.
        name: Of the connection, there.
        boards: The matches there are.

    Attributes:
        said_ns: When the bot said each of its commands.
        scripted: Types of commands that the script answers.
        tables: What is answered to `tables`.
        offers: What is answered to `lobby`: what anybody may take.
    """

    def __init__(self, wire: Wire, talk: Talk, name: str, boards: Mapping[str, Led]) -> None:
        super().__init__(wire, talk, name, codec.decode_command, "from the bot")
        self.said_ns: list[int] = []
        self.scripted: set[str] = set()
        self.tables: list[Message] = []
        self.offers: list[Message] = []
        self._boards = boards

    # ------------------------------------------------------------ to say

    def say(self, *messages: Message) -> None:
        """Says messages, all in one piece."""
        for message in messages:
            self._talk.add(self._name, ">", message)
        texts = (json.dumps(each, separators=(",", ":")) for each in messages)
        self.wire.write(*(Frame(Opcode.TEXT, text.encode()) for text in texts))

    def ping(self, content: bytes) -> None:
        """Sends a ping."""
        self.wire.write(Frame(Opcode.PING, content))

    def ack(self, command: Message, **fields: object) -> None:
        """Says that a command was carried out."""
        self.say({"type": "ack", "id": command["id"], **fields})

    def refuse(self, command: Message, code: str, **fields: object) -> None:
        """Says that a command was not carried out."""
        about = {"match": command["match"]} if "match" in command else {}
        error = {"type": "error", "code": code, "text": f"the kit says {code}"}
        self.say({**error, "id": command["id"], **about, **fields})

    def drain(self) -> None:
        """Says that the referee stops when its matches are over."""
        self.say({"type": "notice", "code": "draining", "text": "no new matches"})

    def leave(self, code: int) -> None:
        """Closes the connection with this code, or cuts it if the code is 1006."""
        if code == 1006:
            self.cut()
        else:
            self._talk.add(self._name, "#", f"the kit closes with {code}")
            self.wire.write(Frame(Opcode.CLOSE, code.to_bytes(2)))

    # ------------------------------------------------------------ to hear

    async def take_move(self, board: Led, within: float = 0.0) -> Message:
        """The next move, or the wish to resign, in a match; moves said again do not count."""
        while True:
            move = await self.take("move", "resign", match=board.name, within=within)
            if move.get("seq") not in board.acked:
                return move

    async def alive(self) -> None:
        """The bot is there and hears: it answers a ping."""
        before = len(self.pongs)
        self.ping(b"alive %d" % before)
        await self.ponged(before + 1)

    async def close(self) -> None:
        """Ends the connection and everything that belongs to it."""
        if self.close_code is None:
            self.wire.write(Frame(Opcode.CLOSE, (1001).to_bytes(2)))
        await super().close()

    # ------------------------------------------------------------ inside

    async def _read(self) -> None:
        await super()._read()
        self.wire.abort()

    def _hear(self, frame: Frame) -> None:
        super()._hear(frame)
        if frame.opcode is Opcode.BINARY:
            self._fault = f"a frame which is binary: {shown(repr(frame.payload))}"

    def _told(self, message: Message) -> None:
        """Answers as any referee does, unless the script does it."""
        super()._told(message)
        self.said_ns.append(now_ns())
        kind = message["type"]
        if kind in self.scripted:
            return
        board = self._boards.get(message.get("match", ""))
        answer = _ANSWERS.get(kind)
        if isinstance(answer, str):
            self.refuse(message, answer)
        elif answer is not None:
            self.ack(message, **answer)
        elif kind == "hello":
            if any(each["type"] == "hello" for each in self.heard[:-1]):
                self.refuse(message, "not_allowed")
        elif kind == "tables":
            self.ack(message, tables=self.tables)
        elif kind == "lobby":
            self.ack(message, lobby={"online": [], "offers": self.offers, "ratings": []})
        elif kind in LOBBY:
            self.refuse(message, "unknown_offer")
        elif board is None:
            self.refuse(message, "unknown_match")
        else:
            self._answer_in_match(message, board)

    def _ack_in(self, board: Led, command: Message, **fields: object) -> None:
        self.ack(command, match=board.name, seat=board.seat, **fields)

    def _answer_in_match(self, command: Message, board: Led) -> None:
        """Answers what is about a match that goes on."""
        match command["type"]:
            case "resume" if command.get("last_seq", 0) > len(board.events):
                self.refuse(command, "stale")
            case "resume":
                self._ack_in(board, command)
                again = [board.request] if board.request is not None else []
                board.asked_ns = now_ns()
                self.say(*board.events[command.get("last_seq", 0) :], *again)
            case "desync":
                self._ack_in(board, command)
                self.say(board.sync())
            case "analysis" | "abort" | "resign":
                self._ack_in(board, command)
            case "move" if command["seq"] in board.acked:
                self._ack_in(board, command, seq=board.acked[command["seq"]])
            case _:
                pass


_ANSWERS: dict[str, str | Message] = {
    "open": "too_many_matches", "sit": "unknown_match", "watch": "unknown_match",
    "leave": "unknown_match", "history": {"history": []}, "capacity": {},
    "seek": "too_many_offers", "challenge": "too_many_offers", "chat": "not_allowed",
    "competitions": {"competitions": []}, "enter": "unknown_competition",
    "withdraw": "unknown_competition", "check_in": "unknown_competition",
    "standings": "unknown_competition",
}  # fmt: skip
"""What a referee says, where nothing happens: the code of an error, or what stands in an ack."""
