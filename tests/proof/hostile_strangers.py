"""Strangers without a token who ask a referee for what costs most, in every way that they know.

`python -m tests.proof.hostile_strangers PORT TLS_PORT SECONDS` is a process of them. It yields its
core to everybody else, comes from an address of its own, and prints at its end, as JSON, how what
each kind has asked for was answered: by status, `cut`, or `open` where nothing came.
"""

import json
import os
import random
import socket
import sys
import threading
import time
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Final

__all__ = ["KINDS"]

_ADDRESS: Final = "127.0.0.3"
_PATIENCE_S: Final = 5.0
_IDLE: Final = 800
"""More connections without TLS than a doorway keeps."""
_SPOILT: Final = (0, 10, 13, 32, 34, 58, 91, 128, 195, 255)


def _bomb(megabytes: int) -> bytes:
    """So many of zeros as gzip, but for its last bytes: a megabyte after the other is the same."""
    packer = zlib.compressobj(9, wbits=31)
    head = packer.compress(b"") + packer.flush(zlib.Z_FULL_FLUSH)
    part = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    return head + part * megabytes


_BOMB: Final = _bomb(1024)
_ASKED: Final = ("/api/play", "/api/draft", "/api/hint")
_PATHS: Final = ("/nothing", "/healthz", "/play", "/api/record", *_ASKED)
_PLAY: Final = b'{"seats":["me","greedy"],"options":"seats=2,unplaceable=bottom"}'


def _posted(path: str, body: bytes, *headers: str) -> bytes:
    size = f"Content-Length: {len(body)}"
    lines = (f"POST {path} HTTP/1.1", "Host: x", "Connection: close", size, *headers, "", "")
    return "\r\n".join(lines).encode() + body


def _said(port: int, request: bytes, parts: int = 0, part: bytes = b"") -> str:
    """Asks for something, with so many parts behind it; how that is answered."""
    heard = b""
    with socket.socket() as line:
        line.settimeout(_PATIENCE_S)
        line.bind((_ADDRESS, 0))
        try:
            line.connect(("127.0.0.1", port))
            line.sendall(request)
            for _ in range(parts):
                line.sendall(part)
        except TimeoutError:
            return "open"
        except OSError:
            pass  # it may have answered before it cut
        try:
            while b"\r\n" not in heard:
                if not (data := line.recv(1 << 16)):
                    break
                heard += data
        except TimeoutError:
            return "open"
        except OSError:
            pass
    words = heard.split(b" ", 2)
    return words[1].decode() if len(words) == 3 else "cut"


def _bodies(port: int, _: int, draws: random.Random) -> str:
    """A gigabyte of zeros in one megabyte, or a body or its beginning that has no end."""
    path = draws.choice(_PATHS)
    match draws.randrange(4):
        case 0:
            return _said(port, _posted(path, _BOMB, "Content-Encoding: gzip"))
        case 1:
            head = f"POST {path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1;"
            return _said(port, head.encode(), 200, b"x" * 65536)
        case 2:
            head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n"
            return _said(port, head.encode(), 200, b"x" * 65536)
        case _:
            return _said(
                port, f"GET {path} HTTP/1.1\r\nHost: x\r\n".encode(), 200, b"X: y\r\n" * 999
            )


def _handshakes(_: int, port: int, draws: random.Random) -> str:
    """Many connections to where TLS is spoken, that never begin it, or never end."""
    first = draws.choice((b"", b"\x16\x03\x01", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"))
    lines = []
    try:
        for _ in range(_IDLE):
            line = socket.socket()
            lines.append(line)
            line.settimeout(_PATIENCE_S)
            line.bind((_ADDRESS, 0))
            line.connect(("127.0.0.1", port))
            line.sendall(first)
        time.sleep(0.5)
        lines[0].settimeout(0.0)
        return "open" if lines[0].recv(1) else "cut"  # it was the first to come
    except TimeoutError:
        return "late"
    except BlockingIOError:
        return "open"
    except OSError:
        return "cut"
    finally:
        for line in lines:
            line.close()


def _pages(port: int, _: int, draws: random.Random) -> str:
    """Asks for bots, together with everybody else who does."""
    token = _guest(port)
    headers = [f"Authorization: Bearer {token}"] if token else []
    return _said(port, _posted(draws.choice(_ASKED), _PLAY, *headers))


_TOKENS: Final[list[str]] = []
_COMING: Final = threading.Lock()


def _guest(port: int) -> str:
    """The token of a guest; all share a few, for accounts have a pace."""
    with _COMING:
        if len(_TOKENS) < 4:
            with socket.create_connection(("127.0.0.1", port), _PATIENCE_S) as line:
                line.sendall(_posted("/api/guest", b'{"plays":true}'))
                heard = b""
                while data := line.recv(1 << 16):
                    heard += data
            found = heard.partition(b'"token":"')[2].partition(b'"')[0].decode()
            _TOKENS.extend([found] if found else [])
        return random.choice(_TOKENS) if _TOKENS else ""


_WHOLE: Final = (
    b"POST /api/record?x=y HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nContent-Length: 2\r\n"
    b"Authorization: Bearer x\r\nCookie: a=b\r\nUpgrade: websocket\r\nExpect: 100-continue\r\n"
    b"Connection: close\r\n\r\n{}"
)
_ODD: Final = (
    b"Origin: http://[",
    b"Origin: \xff",
    b"Authorization: Bearer \xff",
    b"Content-Encoding: \xff",
    b"X-Forwarded-For: \xff",
    b"Expect: \xff",
)
_UPGRADE: Final = (
    b"GET /play HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n%b\r\n\r\n"
)


def _headers(port: int, _: int, draws: random.Random) -> str:
    """Bytes in a request where none of them belongs."""
    if draws.random() < 0.3:
        return _said(port, _UPGRADE % draws.choice(_ODD))
    spoilt = bytearray(_WHOLE)
    for _ in range(draws.randint(1, 3)):
        spoilt[draws.randrange(len(spoilt))] = draws.choice(_SPOILT)
    return _said(port, bytes(spoilt))


_DEEP: Final = b"[" * 20_000
_RECORDS: Final = (
    b'{"line":"header","x":' + _DEEP,
    b'{"line":"view","format":"carcbot view 1","seat":' + _DEEP,
    _DEEP,
    b"\x28\xb5\x2f\xfd" + b"\xff" * 1000,
)


def _records(port: int, _: int, draws: random.Random) -> str:
    """Records that are none."""
    return _said(port, _posted("/api/record", draws.choice(_RECORDS) + b"\n"))


KINDS: Final[dict[str, tuple[int, Callable[[int, int, random.Random], str]]]] = {
    "bodies": (6, _bodies),
    "handshakes": (2, _handshakes),
    "pages": (14, _pages),
    "headers": (8, _headers),
    "records": (2, _records),
}
"""What each kind of stranger does, and how many there are of it at once."""


def _live(kind: str, place: int, ports: tuple[int, int], until: float, ends: Counter[str]) -> None:
    draws = random.Random(f"{kind} {place}")
    while time.monotonic() < until or not ends:  # on a busy machine once at least
        try:
            how = KINDS[kind][1](*ports, draws)
        except OSError as error:
            how = type(error).__name__
        ends[how] += 1
        time.sleep(0.02)


def main(port: int, tls_port: int, seconds: float) -> None:
    """Lets all of them do their worst for a while."""
    until = time.monotonic() + seconds
    ends: dict[str, Counter[str]] = defaultdict(Counter)
    threads = [
        threading.Thread(target=_live, args=(kind, place, (port, tls_port), until, ends[kind]))
        for kind, (count, _) in KINDS.items()
        for place in range(count)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(json.dumps(ends))


if __name__ == "__main__":
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))
