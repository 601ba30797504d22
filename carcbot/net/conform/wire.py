"""Websocket frames by hand (RFC 6455): no library shows all that came, or says what is wrong."""

import asyncio
import base64
import contextlib
import hashlib
import os
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from carcbot.errors import InputError
from carcbot.net.client.trust import why_not_trusted

__all__ = [
    "BINARY",
    "CLOSE",
    "CONTINUATION",
    "PING",
    "PONG",
    "TEXT",
    "Address",
    "Frame",
    "HandshakeError",
    "Upgrade",
    "Wire",
    "accept",
    "connect",
    "encoded",
]

CONTINUATION: Final = 0
TEXT: Final = 1
BINARY: Final = 2
CLOSE: Final = 8
PING: Final = 9
PONG: Final = 10

_GUID: Final = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_LONGEST_HEAD: Final = 2**16
_BETWEEN_PIECES_S: Final = 0.002
_GOODBYE_S: Final = 0.5
"""So long the other side may take for the end of the encryption; nothing is said any more then."""


class HandshakeError(Exception):
    """The other side does not want to speak websocket here."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a referee is.

    Attributes:
        url: ``ws://HOST:PORT/play``.
        trusted: What checks its certificate, at ``wss://``; None is what the machine trusts.
    """

    url: str
    trusted: ssl.SSLContext | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame.

    Attributes:
        opcode: What it is.
        payload: What it carries, without the mask.
        final: Whether it is the last of its message.
        masked: Whether it came with a mask.
        reserved: The three bits that extensions use.
    """

    opcode: int
    payload: bytes = b""
    final: bool = True
    masked: bool = False
    reserved: int = 0


@dataclass(frozen=True, slots=True)
class Upgrade:
    """The head of the request, or of the answer, with which a connection began.

    Attributes:
        first_line: ``GET /play HTTP/1.1``.
        fields: By name in lower case.
    """

    first_line: str
    fields: Mapping[str, str]


def encoded(frame: Frame, mask: bytes | None = None) -> bytes:
    """The frame as bytes, masked if there is a mask of four bytes."""
    size = len(frame.payload)
    head = bytes([frame.final << 7 | frame.reserved << 4 | frame.opcode])
    bit = 0x80 if mask else 0
    if size < 126:
        head += bytes([bit | size])
    elif size < 1 << 16:
        head += bytes([bit | 126]) + size.to_bytes(2)
    else:
        head += bytes([bit | 127]) + size.to_bytes(8)
    return head + (mask + _masked(frame.payload, mask) if mask else frame.payload)


def _masked(payload: bytes, mask: bytes) -> bytes:
    size = len(payload)
    stretched = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(payload) ^ int.from_bytes(stretched)).to_bytes(size)


class Wire:
    """One end of a websocket.

    Args:
        reader: What comes.
        writer: What goes.
        masks: Whether what goes is masked, as a client must.
        upgrade: The head that the other side sent.
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        *,
        masks: bool,
        upgrade: Upgrade,
    ) -> None:
        self.upgrade = upgrade
        self._reader = reader
        self._writer = writer
        self._masks = masks
        self._held: list[bytes] | None = None

    async def read(self) -> Frame | None:
        """The next frame; None when the connection has ended."""
        try:
            first, second = await self._reader.readexactly(2)
            size = second & 0x7F
            if size > 125:
                size = int.from_bytes(await self._reader.readexactly(2 if size == 126 else 8))
            mask = await self._reader.readexactly(4) if second & 0x80 else None
            payload = await self._reader.readexactly(size)
        except (asyncio.IncompleteReadError, OSError):
            return None
        if mask:
            payload = _masked(payload, mask)
        return Frame(
            first & 0x0F, payload, bool(first & 0x80), bool(second & 0x80), first >> 4 & 0x07
        )

    def write(self, *frames: Frame) -> None:
        """Sends frames, all in one piece."""
        self.write_bytes(b"".join(self.encoded(each) for each in frames))

    def encoded(self, frame: Frame) -> bytes:
        """The frame as this end sends it."""
        return encoded(frame, os.urandom(4) if self._masks else None)

    def write_bytes(self, data: bytes) -> None:
        """Sends bytes, whatever they are."""
        if self._held is not None:
            self._held.append(data)
        elif not self._writer.is_closing():
            self._writer.write(data)

    async def write_in_pieces(self, frame: Frame, size: int) -> None:
        """Sends a frame in pieces, as networks deliver them; what else is sent has to wait."""
        data = self.encoded(frame)
        self._held = []
        for start in range(0, len(data), size):
            if not self._writer.is_closing():
                self._writer.write(data[start : start + size])
            await asyncio.sleep(_BETWEEN_PIECES_S)
        held, self._held = self._held, None
        self.write_bytes(b"".join(held))

    def pause(self) -> None:
        """Reads nothing more for now, so that what comes has to wait on the way."""
        if isinstance(transport := self._writer.transport, asyncio.ReadTransport):
            transport.pause_reading()

    def go_on(self) -> None:
        """Reads again."""
        if isinstance(transport := self._writer.transport, asyncio.ReadTransport):
            transport.resume_reading()

    def abort(self) -> None:
        """Ends the connection without a word, as a network does."""
        self._writer.transport.abort()

    async def close(self) -> None:
        """Ends the connection when what was written is on its way."""
        self._writer.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()


async def connect(
    address: Address, fields: Mapping[str, str] | None = None, receive_bytes: int = 0
) -> Wire:
    """A websocket to this address, with these fields added to the request.

    Args:
        address: Where it is.
        fields: Of the request's head.
        receive_bytes: What the system keeps of what comes before it is read, if not the usual.

    Raises:
        InputError: The address is impossible, or nobody is trusted who vouches for it.
        HandshakeError: Nobody is there, or it is no websocket.
    """
    url = address.url
    parts = urlsplit(url)
    if parts.scheme not in {"ws", "wss"} or not parts.hostname:
        raise InputError(f"{url!r} is no address", expected="ws://HOST:PORT/play")
    secure = parts.scheme == "wss"
    key = base64.b64encode(os.urandom(16)).decode()
    lines = {
        "Host": parts.netloc,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": key,
        "Sec-WebSocket-Version": "13",
        **(fields or {}),
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    try:
        reader, writer = await asyncio.open_connection(
            sock=await _socket(
                parts.hostname, parts.port or (443 if secure else 80), receive_bytes
            ),
            server_hostname=parts.hostname if secure else None,
            ssl=(address.trusted or ssl.create_default_context()) if secure else None,
            ssl_shutdown_timeout=_GOODBYE_S if secure else None,
        )
    except OSError as error:
        why = why_not_trusted(error)
        if why is not None:
            what, expected = why
            raise InputError(what, where=url, expected=expected) from error
        raise HandshakeError(f"no connection to {url}: {error}") from error
    writer.write(f"GET {parts.path or '/'} HTTP/1.1\r\n{head}\r\n".encode())
    try:
        upgrade = await _head(reader)
    except HandshakeError:
        writer.transport.abort()
        raise
    wire = Wire(reader, writer, masks=True, upgrade=upgrade)
    status = upgrade.first_line.split(" ")[1:2]
    if status != ["101"] or upgrade.fields.get("sec-websocket-accept") != _accepted(key):
        await wire.close()
        raise HandshakeError(f"{url} answers {upgrade.first_line!r} and no websocket begins")
    return wire


async def _socket(host: str, port: int, receive_bytes: int) -> socket.socket:
    """A connection; how much it keeps has to be said before it is made."""
    loop = asyncio.get_running_loop()
    (family, kind, number, _, address), *_ = await loop.getaddrinfo(
        host, port, type=socket.SOCK_STREAM
    )
    made = socket.socket(family, kind, number)
    made.setblocking(False)  # noqa: FBT003 - so it is called
    if receive_bytes:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
    try:
        await loop.sock_connect(made, address)
    except OSError:
        made.close()
        raise
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Wire:
    """The websocket that somebody who has connected asks for.

    Raises:
        HandshakeError: It asks for something else.
    """
    upgrade = await _head(reader)
    key = upgrade.fields.get("sec-websocket-key")
    if key is None or upgrade.fields.get("upgrade", "").lower() != "websocket":
        writer.write(b"HTTP/1.1 426 Upgrade Required\r\nConnection: close\r\n\r\n")
        writer.close()
        raise HandshakeError(f"this asks for no websocket: {upgrade.first_line!r}")
    writer.write(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Accept: {_accepted(key)}\r\n\r\n".encode()
    )
    return Wire(reader, writer, masks=False, upgrade=upgrade)


async def _head(reader: asyncio.StreamReader) -> Upgrade:
    try:
        data = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, OSError) as error:
        raise HandshakeError("the connection ended before any head of HTTP") from error
    if len(data) > _LONGEST_HEAD:
        raise HandshakeError("the head is too long")
    first, *lines = data.decode("latin-1").split("\r\n")
    fields = {}
    for line in lines:
        name, _, value = line.partition(":")
        fields[name.strip().lower()] = value.strip()
    return Upgrade(first, fields)


def _accepted(key: str) -> str:
    return base64.b64encode(hashlib.sha1(f"{key}{_GUID}".encode()).digest()).decode()  # noqa: S324
