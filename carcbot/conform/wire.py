"""A websocket as its frames, which libraries for clients and servers put together and hide.

`wsproto` makes and reads the frames (RFC 6455). The heads with which a connection begins are read
here, because checks look at them as they came.
"""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from wsproto.frame_protocol import FrameDecoder, FrameProtocol, Opcode, ParseFailed
from wsproto.utilities import generate_accept_token, generate_nonce

from carcbot.errors import InputError
from carcbot.net.addresses import parts_of
from carcbot.net.client.address import why_not_trusted

__all__ = ["Address", "Frame", "HandshakeError", "Opcode", "Upgrade", "Wire", "accept", "connect"]

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
    """

    opcode: Opcode
    payload: bytes = b""
    final: bool = True


@dataclass(frozen=True, slots=True)
class Upgrade:
    """The head of the request, or of the answer, with which a connection began.

    Attributes:
        first_line: ``GET /play HTTP/1.1``.
        fields: By name in lower case.
    """

    first_line: str
    fields: Mapping[str, str]


class Wire:
    """One end of a websocket.

    Args:
        reader: What comes.
        writer: What goes.
        is_client: Whether what goes is masked, and what comes is not.
        upgrade: The head that the other side sent.

    Attributes:
        fault: What was wrong with the frame after which nothing more is read: its mask, its
            length, bits that no extension uses, an opcode that there is not.
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        *,
        is_client: bool,
        upgrade: Upgrade,
    ) -> None:
        self.upgrade = upgrade
        self.fault = ""
        self._reader = reader
        self._writer = writer
        self._made = FrameProtocol(is_client, [])
        self._read = FrameDecoder(is_client)
        self._held: list[bytes] | None = None

    async def read(self) -> Frame | None:
        """The next frame; None when the connection has ended, or what came is none."""
        opcode, payload = None, bytearray()
        with contextlib.suppress(OSError):
            while True:
                try:
                    part = self._read.process_buffer()
                except ParseFailed as error:
                    self.fault = str(error)
                    return None
                if part is None:
                    data = await self._reader.read(_LONGEST_HEAD)
                    if not data:
                        return None
                    self._read.receive_bytes(data)
                    continue
                opcode = opcode or part.opcode  # what follows of a frame is called a continuation
                payload += bytes(part.payload)  # type: ignore[arg-type]  # of str once it is decoded
                if part.frame_finished:
                    return Frame(opcode, bytes(payload), part.message_finished)
        return None

    def write(self, *frames: Frame) -> None:
        """Sends frames, all in one piece."""
        self.write_bytes(b"".join(map(self.encoded, frames)))

    def encoded(self, frame: Frame) -> bytes:
        """The frame as this end sends it."""
        match frame.opcode:
            case Opcode.CLOSE:
                data = self._made.close(int.from_bytes(frame.payload[:2]) or None)
            case Opcode.PING:
                data = self._made.ping(frame.payload)
            case Opcode.PONG:
                data = self._made.pong(frame.payload)
            case _:
                data = self._made.send_data(frame.payload, frame.final)
        if frame.opcode is Opcode.TEXT:
            # wsproto takes no bytes for text, and a check says some that are no UTF-8
            data[0] ^= Opcode.TEXT ^ Opcode.BINARY
        return bytes(data)

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
    parts = parts_of(url)
    if parts.scheme not in {"ws", "wss"} or not parts.hostname:
        raise InputError(f"{url!r} is no address", expected="ws://HOST:PORT/play")
    secure = parts.scheme == "wss"
    key = generate_nonce().decode()
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
    except BaseException:  # whoever waits may have had enough
        writer.transport.abort()
        raise
    wire = Wire(reader, writer, is_client=True, upgrade=upgrade)
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
    except BaseException:
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
    return Wire(reader, writer, is_client=False, upgrade=upgrade)


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
    return generate_accept_token(key.encode()).decode()
