"""Single guests who break the rules: each connection must end as the protocol says.

And when all are gone the referee has no more files open than before.
"""

import contextlib
import socket
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from carcbot.net.door.doorway import KEPT_ALIVE_S
from tests.proof.hostile_guests import Guest, frame

__all__ = ["open_files", "try_cases"]

_SLACK_S: Final = 6.0
"""What an end may take beside the time that the protocol gives."""


def open_files(pid: int) -> int:
    """How many files and sockets a process has open."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def _ends(port: int, *, name: str = "case", says: bytes = b"", within_s: float = 0.0) -> str:
    """Says hello (or nothing at all without a name), then this; how it ends, and when."""
    guest = Guest(port, name)
    with guest.socket:
        begin = time.monotonic()
        guest.socket.settimeout(within_s + _SLACK_S)
        with contextlib.suppress(OSError):
            guest.socket.sendall(says)
        how = guest.end()
        took_s = time.monotonic() - begin
        return how if took_s < within_s + _SLACK_S else f"{how} after {took_s:.1f} s"


def _answered(port: int, says: bytes) -> str:
    """Says hello and this; with which code it is refused."""
    guest = Guest(port, "case")
    with guest.socket:
        guest.socket.sendall(says)
        return guest.until(b'"error"').partition(b'"code":"')[2].partition(b'"')[0].decode()


def _dripping(port: int, within_s: float) -> str:
    """Sends its request a byte at a time; how that ends."""
    guest = Guest(port)
    request = b"GET /play HTTP/1.1\r\nHost: x\r\nX-Long: " + b"x" * 100_000
    with guest.socket:
        guest.socket.settimeout(0.2)
        until = time.monotonic() + within_s + _SLACK_S
        for at in range(len(request)):
            try:
                guest.socket.sendall(request[at : at + 1])
                if not guest.socket.recv(1024):
                    return "cut"
            except TimeoutError:
                pass
            except OSError:
                return "cut"
            if time.monotonic() > until:
                return "open"
    return "open"


def _silent(port: int, within_s: float) -> str:
    """Connects and says nothing; how that ends."""
    with socket.create_connection(("127.0.0.1", port)) as each:
        each.settimeout(within_s + _SLACK_S)
        try:
            return "cut" if not each.recv(1024) else "answered"
        except TimeoutError:
            return "open"
        except OSError:
            return "cut"


def _without_hello(port: int, within_s: float) -> str:
    """Opens the websocket and says no hello; how that ends."""
    guest = Guest(port)
    with guest.socket:
        guest.socket.settimeout(within_s + _SLACK_S)
        guest.open()
        return guest.end()


def _tried(cases: dict[str, tuple[str, Callable[[], str]]]) -> list[str]:
    wrong = []
    for name, (expected, case) in cases.items():
        try:
            how = case()
        except OSError as error:
            how = repr(error)
        if how != expected:
            wrong.append(f"{name} ends with {how}, not {expected}")
    return wrong


def try_cases(port: int, pid: int, heartbeat_s: float, handshake_s: float) -> list[str]:
    """Tries everything; what did not end as it should."""
    before = open_files(pid)
    handshake_end_s = handshake_s + KEPT_ALIVE_S + handshake_s / 4
    deep = b'{"type":"tables","id":1,"x":' + b"[" * 4000 + b"]" * 4000 + b"}"
    half = frame(b"x" * 5000)[:100]
    cases: dict[str, tuple[str, Callable[[], str]]] = {
        "an oversize frame": ("1009", lambda: _ends(port, says=frame(b"x" * 8194))),
        "a frame of 2^40 bytes": (
            "1009",
            lambda: _ends(port, says=b"\x81\xff" + (1 << 40).to_bytes(8) + b"\0\0\0\0x"),
        ),
        "pieces that become too large": (
            "1009",
            lambda: _ends(port, says=b"\x01" + frame(b"x" * 5000)[1:] + frame(b"x" * 5000, 0)),
        ),
        "deeply nested JSON": ("bad_json", lambda: _answered(port, frame(deep))),
        "deeply nested options": (
            "bad_json",
            lambda: _answered(port, frame(b'{"type":"open","id":1,"policy":' + b'{"a":' * 1500)),
        ),
        "a peer that vanishes": (
            "4006",
            lambda: _ends(port, within_s=3.5 * heartbeat_s),
        ),
        "a peer that vanishes within a frame": (
            "4006",
            lambda: _ends(port, says=half, within_s=3.5 * heartbeat_s),
        ),
        "a frame without a mask": ("1002", lambda: _ends(port, says=b"\x81\x02{}")),
    }
    of_nobody: dict[str, tuple[str, Callable[[], str]]] = {
        "no hello": ("4003", lambda: _without_hello(port, handshake_s)),
        "silence": ("cut", lambda: _silent(port, handshake_end_s)),
        "a request in drips": ("cut", lambda: _dripping(port, handshake_end_s)),
    }
    with ThreadPoolExecutor() as together:  # they wait for long, and have no account
        waiting = [together.submit(_tried, {name: case}) for name, case in of_nobody.items()]
        wrong = _tried(cases)
        for each in waiting:
            wrong += each.result()
    for _ in range(100):
        if open_files(pid) <= before:
            return wrong
        time.sleep(0.1)
    return [*wrong, f"{open_files(pid)} files are open, {before} were before"]
