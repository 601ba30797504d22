"""Plays at many tables as fast as a server answers, with as little work as possible.

The moves are known beforehand, and so is who is asked next. It goes round the tables, waits at
each for the one who is asked and sends the next move. The others' sockets are read when their turn
comes, all at once. What is read is only searched for requests and for the ends of matches, and its
acks and errors are counted. So one core of it is more than a server's core can keep busy.
"""

import base64
import os
import select
import socket
import struct
import time
from dataclasses import dataclass, field

from tests.proof.load_games import moves_of

__all__ = ["Frames", "Load", "generate"]

Frames = list[list[tuple[int, int]]]

_REQUEST = b'"type":"req'
_RESULT = b'"type":"res'
_ACK = b'"type":"ack'
_ERROR = b'"type":"err'
_CUT = len(_REQUEST) - 1
"""All marks are equally long. Of what was read so many bytes may be the beginning of one, and none
has room for a whole one, so that nothing is seen twice."""
_WARM_UP_S = 0.5
_LAST_ACKS_S = 10.0
_NOTED = 100
_READ_BYTES = 1 << 14
"""More than waits at any socket, and so little that there is always room for it quickly."""
_PATIENCE = struct.pack("ll", 10, 0)
"""So long, in seconds and microseconds, a server may say nothing; for the system's own timer."""


@dataclass(slots=True)
class Load:
    """What was measured.

    Attributes:
        rate: Moves a second.
        cpu: Part of its core that the generator used.
        p50_ms, p99_ms: From sending a move to the next request at its table.
        sent: Commands that were sent, all moves that the rate does not count included.
        moves: How many of them were moves.
        acks: How many were acknowledged.
        errors: How often the server said that something was wrong.
        wrong: What was found to be wrong.
        frames: For each move of a game, who got a frame and of how many bytes; the seat that gets
            the request is given as 10 more.
    """

    rate: float = 0.0
    cpu: float = 0.0
    p50_ms: float = 0.0
    p99_ms: float = 0.0
    sent: int = 0
    moves: int = 0
    acks: int = 0
    errors: int = 0
    wrong: list[str] = field(default_factory=list)
    frames: Frames = field(default_factory=list)


class Client:
    """One seat's socket."""

    def __init__(self, port: int, table: int, seat: int, address: str = "127.0.0.1") -> None:
        self.table, self.seat = table, seat
        self.is_lost = False
        self.socket = socket.create_connection(("127.0.0.1", port), source_address=(address, 0))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /play HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            said = self.socket.recv(4096)
            if not said:
                raise ConnectionError("the server has closed a connection before it was opened")
            self.buffer += said
        self.buffer = self.buffer.partition(b"\r\n\r\n")[2]

    def send(self, text: bytes) -> None:
        """Sends a text frame; a mask of zeros leaves it as it is."""
        head = struct.pack("!BBI", 0x81, 0x80 | len(text), 0)
        if len(text) > 125:
            head = struct.pack("!BBHI", 0x81, 0xFE, len(text), 0)
        self.socket.sendall(head + text)

    def frames(self) -> list[bytes]:
        """Reads, and returns all whole text frames; pings are answered."""
        data = self.socket.recv(1 << 18)
        self.is_lost = not data
        self.buffer += data
        found, at = [], 0
        while len(self.buffer) - at >= 2:
            size, start = self.buffer[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(self.buffer[at + 2 : at + 4]), at + 4
            elif size == 127:
                size, start = int.from_bytes(self.buffer[at + 2 : at + 10]), at + 10
            if len(self.buffer) < start + size:
                break
            said = self.buffer[start : start + size]
            if self.buffer[at] == 0x81:
                found.append(said)
            elif self.buffer[at] == 0x89:
                self.socket.sendall(b"\x8a%c\0\0\0\0" % (0x80 | size) + said)
            at = start + size
        self.buffer = self.buffer[at:]
        return found

    def until(self, mark: bytes) -> None:
        """Reads until a frame holds this."""
        while not any(mark in frame for frame in self.frames()):
            if self.is_lost:
                raise ConnectionError(f"the server has closed a connection before it said {mark!r}")


def generate(
    server: str, game: str, port: int, frames: Frames, *, tables: int, seconds: float
) -> Load:
    """Loads a server. Without seconds, plays one match at one table and notes its frames.

    Args:
        server: ``referee`` or ``raw``.
        game: Whose moves are sent.
        port: Where it listens.
        frames: What raw echo sends for each move.
        tables: At how many tables to play.
        seconds: For how long.
    """
    clients = [[Client(port, table, seat) for seat in range(4)] for table in range(tables)]
    if server == "raw":
        for each in (client for table in clients for client in table):
            each.send(f"{each.table} {each.seat}".encode())
    else:
        for table in clients:
            for each in table:
                greet(each)
            for each in table:
                each.send(sit(each, 0))
    if not seconds:
        return Load(frames=noted(game, clients[0]))
    moves = [(seq, move) for seq, _, move in moves_of(game)]
    askers = [seat for _, seat, _ in moves_of(game)]
    if server == "raw":  # it goes round with the moves that were noted, and begins after the last
        askers = [note[-1][0] - 10 for note in [frames[-1], *frames[:-1]]]
    return Play(clients, moves, askers, seconds, is_raw=server == "raw").run()


def greet(client: Client) -> None:
    """Says hello."""
    client.send(
        b'{"type":"hello","id":1,"product":"load","token":"token-%d-%d"}'
        % (client.table, client.seat)
    )
    client.until(b'"welcome"')


def sit(client: Client, number: int) -> bytes:
    """The command that takes a seat in a table's next match."""
    return b'{"type":"sit","id":2,"match":"%d-%d","seat":%d}' % (
        client.table,
        number,
        client.seat,
    )


def move_text(match: str, seq: int, move: str) -> bytes:
    """The command that makes a move."""
    return (
        f'{{"type":"move","id":{seq + 10},"match":"{match}","seq":{seq},"move":"{move}"}}'.encode()
    )


class Play:
    """The loop that loads a server."""

    def __init__(
        self,
        clients: list[list[Client]],
        moves: list[tuple[int, str]],
        askers: list[int],
        seconds: float,
        *,
        is_raw: bool,
    ) -> None:
        self.clients, self.moves, self.askers = clients, moves, askers
        self.seconds, self.is_raw = seconds, is_raw
        self.ply = [0] * len(clients)
        self.match = [0] * len(clients)
        self.sent_ns = [0] * len(clients)
        self.waits: list[int] = []
        self.made = 0
        self.load = Load(sent=sum(map(len, clients)))  # everybody has asked for a seat

    def run(self) -> Load:
        """Plays for the time, after a while that does not count, and waits for the last acks."""
        for each in self.everybody():
            each.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, _PATIENCE)
        begin = time.monotonic() + _WARM_UP_S
        end = begin + self.seconds
        used = 0.0
        load = self.load
        try:
            while (now := time.monotonic()) < end:
                if not used and now >= begin:
                    used, self.made, self.waits = time.process_time(), 0, []
                for table in range(len(self.clients)):
                    self.step(table)
        except (BlockingIOError, ConnectionError) as error:
            load.wrong.append(f"the server has nothing more to say: {error}")
        load.cpu = (time.process_time() - used) / self.seconds
        load.rate = self.made / self.seconds
        waits = sorted(self.waits) or [0]
        load.p50_ms = waits[len(waits) // 2] / 1e6
        load.p99_ms = waits[len(waits) * 99 // 100] / 1e6
        if not self.is_raw:
            self.hear_last_acks()
        for each in self.everybody():
            each.socket.close()
        return load

    def everybody(self) -> list[Client]:
        """The clients of all tables."""
        return [client for table in self.clients for client in table]

    def step(self, table: int) -> None:
        """Waits for the one who is asked at a table, and has it move; or opens the next match."""
        seats, ply = self.clients[table], self.ply[table]
        if ply == len(self.moves) and not self.is_raw:
            self.hear(seats[0], _RESULT)
            self.ply[table] = self.sent_ns[table] = 0
            self.match[table] += 1
            for each in seats:
                each.send(sit(each, self.match[table]))
            self.load.sent += len(seats)
            return
        seq, move = self.moves[ply % len(self.moves)]
        mover = seats[self.askers[ply % len(self.askers)]]
        self.hear(mover, _REQUEST)
        now_ns = time.monotonic_ns()
        if self.sent_ns[table]:
            self.waits.append(now_ns - self.sent_ns[table])
        self.sent_ns[table] = now_ns
        mover.send(move_text(f"{table}-{self.match[table]}", seq, move))
        self.ply[table] += 1
        self.made += 1
        self.load.moves += 1
        self.load.sent += 1

    def hear(self, client: Client, mark: bytes) -> None:
        """Reads until this has come, and counts what came with it."""
        is_here = False
        while not is_here:
            read = client.socket.recv(_READ_BYTES)
            if not read:
                raise ConnectionError("the server is gone")
            data = client.buffer + read
            is_here = mark in data
            self.count(client, data)

    def count(self, client: Client, data: bytes) -> None:
        """Counts acks and errors, and keeps what may be the beginning of a mark."""
        if not self.is_raw:
            self.load.acks += data.count(_ACK)
            self.load.errors += data.count(_ERROR)
        client.buffer = data[-_CUT:]

    def hear_last_acks(self) -> None:
        """Reads at all sockets until every command has been answered, or for a while."""
        load, end = self.load, time.monotonic() + _LAST_ACKS_S
        by_socket = {each.socket: each for each in self.everybody()}
        while load.acks + load.errors < load.sent and time.monotonic() < end:
            for ready in select.select(by_socket, [], [], 0.1)[0]:
                client = by_socket[ready]
                self.count(client, client.buffer + ready.recv(_READ_BYTES))


def noted(game: str, clients: list[Client]) -> Frames:
    """Plays one match, one move after the other, and notes what came of each."""
    notes: Frames = []
    moves = moves_of(game)
    clients[moves[0][1]].until(_REQUEST)
    for client in clients:
        client.socket.settimeout(0.005)
    for seq, seat, move in moves[: _NOTED if len(moves) > _NOTED else -1]:
        clients[seat].send(move_text("0-0", seq, move))
        note: list[tuple[int, int]] = []
        request: list[tuple[int, int]] = []
        while not request or not note:
            for place, client in enumerate(clients):
                for frame in frames_of(client):
                    if _REQUEST in frame:
                        request.append((place + 10, len(frame)))
                    elif b'"type":"presence"' not in frame and b'"type":"start"' not in frame:
                        note.append((place, len(frame)))
        notes.append(note + request)
    return notes


def frames_of(client: Client) -> list[bytes]:
    """All frames that come until none has come for a while."""
    found = []
    while True:
        try:
            found += client.frames()
        except TimeoutError:
            return found
