"""Lists the tables of a referee, and watches a match."""

import random
from collections.abc import AsyncIterator
from typing import Final

from carcbot import __version__
from carcbot.errors import InputError
from carcbot.messages import codec
from carcbot.messages.client import ClientHello, Tables, Watch
from carcbot.messages.events import Drawn, Event, Moved, Out, Result, Started
from carcbot.messages.parts import TableInfo, Welcome
from carcbot.messages.server import Ack, Analysed, Error, Presence, ServerHello
from carcbot.net.client.link import Link

__all__ = ["Watched", "tables_at", "watch"]

_PRODUCT: Final = f"carcbot/{__version__}"

Watched = Event | Analysed | Presence
"""What those hear who watch."""


async def tables_at(url: str, token: str, ca_file: str = "") -> tuple[TableInfo, ...]:
    """The tables that wait for players, and the matches in progress.

    Raises:
        InputError: The address is impossible, the referee refuses, or the account plays.
    """
    link = Link(url, random.Random(url), ca_file)
    account = ""
    try:
        async for frame in link.frames():
            match None if frame is None else codec.decode_message(frame):
                case ServerHello():
                    await link.send(ClientHello(1, _PRODUCT, token))
                case Ack(welcome=Welcome() as welcome):
                    account = welcome.account
                    _check_free(welcome)
                    await link.send(Tables(2))
                case Ack(tables=tuple() as tables):
                    return tables
                case Error() as error:
                    link.take_refusal(error)
                case _:
                    pass
    finally:
        await link.close()
    link.check_farewell(account)
    return ()


async def watch(url: str, token: str, match: str, ca_file: str = "") -> AsyncIterator[Watched]:
    """All events of a match from its first to its result, and the presence of its players.

    The connection may be lost on the way: every event comes once.

    Raises:
        InputError: The address is impossible, the referee refuses, or the account plays.
    """
    link = Link(url, random.Random(match), ca_file)
    account = ""
    seq = 0
    try:
        async for frame in link.frames():
            message = None if frame is None else codec.decode_message(frame)
            match message:
                case ServerHello():
                    await link.send(ClientHello(1, _PRODUCT, token))
                case Ack(welcome=Welcome() as welcome):
                    account = welcome.account
                    _check_free(welcome)
                    await link.send(Watch(2, match, seq))
                case Error(code="unknown_match"):
                    raise InputError(
                        "there is no such match",
                        where=f"match {match}",
                        expected="one that goes on; 'carcbot watch' alone lists them",
                    )
                case Error() as error:
                    if error.match is not None:
                        raise InputError(error.text, where=f"match {match}")
                    link.take_refusal(error)
                case Analysed() | Presence():
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
    link.check_farewell(account)


def _check_free(welcome: Welcome) -> None:
    """An account has one connection: who watches with that of a bot has just taken it away."""
    if welcome.seats:
        tables = "a table" if len(welcome.seats) == 1 else f"{len(welcome.seats)} tables"
        raise InputError(
            f"{welcome.account} plays at {tables}, and has one connection:"
            " this took it from whoever had it",
            expected="the token of an account that does not play; a bot of carcbot has stopped at"
            " that, with exit code 3, and may be started again now",
        )
