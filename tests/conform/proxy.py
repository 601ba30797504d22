"""A proxy that spoils what goes through it: so a good referee or bot becomes a bad one."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from typing import Any, Literal

from wsproto.frame_protocol import FrameProtocol

from carcbot.conform.wire import Address, Frame, HandshakeError, Opcode, Wire, accept, connect

__all__ = ["Change", "Direction", "Spoil", "changed", "injured", "proxied"]

Direction = Literal["up", "down"]
"""To the referee, or from it."""
Message = dict[str, Any]
Spoil = Callable[[Direction, Frame], list[Frame]]
"""What becomes of a frame."""
Change = Callable[[Message], list[Message]]
"""What becomes of a message."""


def framed(message: Message) -> Frame:
    """The message as a frame."""
    return Frame(Opcode.TEXT, json.dumps(message, separators=(",", ":")).encode())


def injured(direction: Direction, opcode: int, change: Callable[[Frame], list[Frame]]) -> Spoil:
    """Changes the frames of one kind that go one way."""

    def spoil(way: Direction, frame: Frame) -> list[Frame]:
        return change(frame) if (way, frame.opcode) == (direction, opcode) else [frame]

    return spoil


def changed(direction: Direction, kind: str, change: Change) -> Spoil:
    """Changes the messages of one type that go one way; of any type if none is said."""

    def spoil(way: Direction, frame: Frame) -> list[Frame]:
        if way != direction or frame.opcode != Opcode.TEXT:
            return [frame]
        try:
            message = json.loads(frame.payload)
        except ValueError:
            return [frame]
        if not isinstance(message, dict) or kind not in {"", message.get("type")}:
            return [frame]
        return [framed(each) for each in change(message)]

    return spoil


@contextlib.asynccontextmanager
async def proxied(
    url: str, make: Callable[[], Spoil], *, masks: bool = True, path: str = ""
) -> AsyncIterator[str]:
    """An address that leads to another one, and spoils what goes there and back.

    Args:
        url: The other one.
        make: Makes what spoils a connection; it may remember what it has seen there.
        masks: Whether frames to the referee are masked.
        path: What is added to the path.
    """
    tasks: set[asyncio.Task[None]] = set()

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            tasks.add(task)
        async with contextlib.AsyncExitStack() as stack:
            stack.enter_context(
                contextlib.suppress(HandshakeError, OSError, asyncio.CancelledError)
            )
            stack.callback(writer.transport.abort)
            client = await accept(reader, writer)
            referee = await connect(Address(url + path))
            stack.callback(referee.abort)
            referee._made = FrameProtocol(client=masks, extensions=[])
            spoil = make()
            await asyncio.gather(
                _relay(client, referee, "up", spoil), _relay(referee, client, "down", spoil)
            )

    server = await asyncio.start_server(carry, "127.0.0.1", 0)
    try:
        yield f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/play"
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _relay(source: Wire, target: Wire, direction: Direction, spoil: Spoil) -> None:
    while (frame := await source.read()) is not None:
        for each in spoil(direction, frame):
            target.write(Frame(each.opcode, each.payload, each.final))
    target.abort() if direction == "up" else await target.close()
