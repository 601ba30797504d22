"""Watching a match that one does not play in."""

import asyncio
import random
from collections.abc import AsyncIterator
from typing import Final

from carcbot import __version__
from carcbot.errors import InputError
from carcbot.messages import codec
from carcbot.messages.client import ClientHello, Watch
from carcbot.messages.events import Drawn, Event, Moved, Out, Result, Started
from carcbot.messages.server import Ack, Analysed, Error, ServerHello
from carcbot.net.client.link import Link

__all__ = ["watch"]

_AGAIN_S: Final = 0.1


async def watch(url: str, token: str, match: str) -> AsyncIterator[Event | Analysed]:
    """All events of a match from its first to its result, and what its players think.

    The connection may be lost on the way: every event comes once.

    Raises:
        InputError: The address is impossible, or the referee refuses.
    """
    link = Link(url, random.Random(match))
    seq = 0
    try:
        async for frame in link.frames():
            message = None if frame is None else codec.decode_message(frame)
            match message:
                case ServerHello():
                    await link.send(ClientHello(1, f"carcbot/{__version__}", token))
                case Ack(id=1):
                    await link.send(Watch(2, match, seq))
                case Error(code="unknown_match"):
                    await asyncio.sleep(_AGAIN_S)
                    await link.send(Watch(2, match, seq))
                case Error():
                    raise InputError(message.text, where=f"match {match}")
                case Analysed():
                    yield message
                case Started() | Drawn() | Moved() | Out() | Result() if message.seq == seq + 1:
                    seq = message.seq
                    yield message
                    if isinstance(message, Result):
                        return
                case _:
                    pass
    finally:
        await link.close()
