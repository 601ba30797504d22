"""Guests that mean no good: some never read, the others say as much as the network takes.

`python -m tests.proof.hostile_guests PORT STALLED FLOODERS SECONDS` is a process of them. It yields
its core to everybody else, comes from an address of its own, and prints at its end, as JSON, how
the connections of each kind have ended. Whoever is sent away comes back a second later.
"""

import json
import os
import random
import select
import socket
import struct
import sys
import threading
import time
from collections import Counter, defaultdict
from typing import Final

__all__ = ["FLOODS", "UPGRADE", "Guest", "frame", "kind_of", "names"]

_ADDRESS: Final = "127.0.0.2"
_AWAY_S: Final = 1.0
_ASKS_S: Final = 0.4
_PATIENCE_S: Final = 20.0
_LONGER_S: Final = 60.0
UPGRADE: Final = (
    b"GET /play HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def frame(text: bytes, opcode: int = 1) -> bytes:
    """A frame of a client; its mask of zeros leaves the text as it is."""
    if len(text) < 126:
        return struct.pack("!BBI", 0x80 | opcode, 0x80 | len(text), 0) + text
    if len(text) < 1 << 16:
        return struct.pack("!BBHI", 0x80 | opcode, 0xFE, len(text), 0) + text
    return struct.pack("!BBQI", 0x80 | opcode, 0xFF, len(text), 0) + text


FLOODS: Final[dict[str, bytes]] = {
    "garbage": frame(b'{"type":') * 4000,
    "unknown": frame(b'{"type":"dance","id":1}') * 2000,
    "tables": frame(b'{"type":"tables","id":7}') * 2000,
    "history": frame(b'{"type":"history","id":7}') * 2000,
    "lobby": frame(b'{"type":"lobby","id":7}') * 2000,
    "watch": frame(b'{"type":"watch","id":7,"match":"none"}') * 2000,
    "resume": frame(b'{"type":"resume","id":7,"match":"none","last_seq":0}') * 2000,
    "sit": frame(b'{"type":"sit","id":7,"match":"none"}') * 2000,
    "capacity": frame(b'{"type":"capacity","id":7,"matches":9}') * 2000,
    "seek": frame(b'{"type":"seek","id":7,"terms":{"game":"pot"},"expires_s":1}') * 1000,
    "ping": frame(b"", 9) * 10000,
    "pong": frame(b"", 10) * 10000,
    "empty": frame(b"") * 10000,
    "binary": frame(b"\0", 2) * 4000,
    "fragments": b"\x01\x80\0\0\0\0" + b"\x00\x80\0\0\0\0" * 10000,
}
"""What each kind of flood says, again and again."""


def names(stalled: int, flooders: int) -> list[str]:
    """The accounts of so many."""
    kinds = list(FLOODS)
    return [f"stalled-{each}" for each in range(stalled)] + [
        f"{kinds[each % len(kinds)]}-{each}" for each in range(flooders)
    ]


def kind_of(name: str) -> str:
    """What an account does."""
    return name.partition("-")[0]


class Guest:
    """One connection, by hand.

    Args:
        port: Of the referee.
        name: Whose account, if it says hello.
        reads: How much the system may keep for it unread; 0 is as usual.

    Attributes:
        socket: Its socket.
    """

    def __init__(self, port: int, name: str = "", reads: int = 0) -> None:
        self.socket = socket.socket()
        if reads:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, reads)
        self.socket.settimeout(_PATIENCE_S)
        self.heard = b""
        try:
            self.socket.bind((_ADDRESS, 0))
            self.socket.connect(("127.0.0.1", port))
            if name:
                self.greet(name)
        except BaseException:
            self.socket.close()
            raise

    def open(self) -> None:
        """Opens the websocket."""
        self.socket.sendall(UPGRADE)
        self.until(b'"limits"')

    def greet(self, name: str) -> None:
        """Opens the websocket and says hello."""
        self.open()
        hello = b'{"type":"hello","id":1,"product":"x","token":"token-of-%s"}' % name.encode()
        self.socket.sendall(frame(hello))
        self.until(b'"welcome"')

    def until(self, mark: bytes) -> bytes:
        """Reads until this has come; raises ConnectionError if it never will."""
        while mark not in self.heard:
            if not (data := self.socket.recv(1 << 16)):
                raise ConnectionResetError
            self.heard += data
        found, self.heard = self.heard, b""
        return found

    def closed(self) -> str:
        """Looks among what was heard whether it was closed, and with which code; or empty."""
        heard, at, code = self.heard, 0, ""
        while len(heard) - at >= 2 and not code:
            size, start = heard[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(heard[at + 2 : at + 4]), at + 4
            elif size == 127:
                size, start = int.from_bytes(heard[at + 2 : at + 10]), at + 10
            if len(heard) < start + size:
                break
            if heard[at] == 0x88:
                code = str(int.from_bytes(heard[start : start + 2]))
            at = start + size
        self.heard = heard[at:]
        return code

    def end(self) -> str:
        """Reads until the connection is closed; how it was."""
        try:
            while not (code := self.closed()):
                if not (data := self.socket.recv(1 << 16)):
                    return "cut"
                self.heard += data
        except TimeoutError:
            return "open"
        except OSError:
            return "cut"
        return code


def stall(port: int, name: str, until: float) -> str:
    """Causes traffic and never reads; how that ended."""
    guest = Guest(port, name, 4096)
    with guest.socket:
        guest.socket.sendall(frame(b'{"type":"tables","id":2}'))
        listed = guest.until(b'"id":2').split(b'"match":"')[1:]
        asks = frame(b'{"type":"tables","id":3}') + b"".join(
            frame(b'{"type":"watch","id":4,"match":"%s"}' % part.partition(b'"')[0])
            for part in listed[:2]
        )
        while time.monotonic() < until:
            guest.socket.sendall(asks)
            time.sleep(_ASKS_S)
    return "open"


def flood(port: int, name: str, until: float) -> str:
    """Says as much as it can, and reads what is answered; how that ended."""
    guest, says, at = Guest(port, name), FLOODS[kind_of(name)], 0
    with guest.socket:
        guest.socket.settimeout(0.0)
        while time.monotonic() < until:
            readable, writable, _ = select.select([guest.socket], [guest.socket], [], 0.5)
            if readable:
                data = guest.socket.recv(1 << 16)
                guest.heard += data
                if code := guest.closed():
                    return code
                if not data:
                    return "cut"
            if writable:
                at = (at + guest.socket.send(says[at:])) % len(says)
    return "open"


def live(port: int, name: str, until: float, ends: Counter[str]) -> None:
    """Comes, is sent away, and comes again; on a busy machine until that has happened once."""
    time.sleep(random.Random(name).random())
    last = until + _LONGER_S
    while time.monotonic() < last:
        try:
            how = (stall if kind_of(name) == "stalled" else flood)(port, name, last)
        except OSError:
            how = "cut"
        ends[how] += 1
        last = until
        time.sleep(_AWAY_S)


def main(port: int, stalled: int, flooders: int, seconds: float) -> None:
    """Lets all of them do their worst for a while."""
    until = time.monotonic() + seconds
    ends: dict[str, Counter[str]] = defaultdict(Counter)
    threads = [
        threading.Thread(target=live, args=(port, name, until, ends[kind_of(name)]))
        for name in names(stalled, flooders)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(json.dumps(ends))


if __name__ == "__main__":
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    main(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]))
