"""What pages ask for over HTTP, as types."""

from typing import Annotated, TypeVar

import msgspec
from aiohttp import web
from msgspec import Meta

from carcbot.games import USUAL_GAME
from carcbot.messages.codec import NO_JSON
from carcbot.messages.parts import ClockSpec, MatchId

__all__ = [
    "DraftRequest",
    "GuestRequest",
    "HintRequest",
    "MatchRequest",
    "SeatLinkRequest",
    "SeatRequest",
    "body_of",
    "read_body",
]

_MOST_BYTES = 8192

Draft = Annotated[tuple[Annotated[str, Meta(max_length=200)], ...], Meta(max_length=24)]
"""Moves of a turn that were not made yet, in their order."""


class GuestRequest(msgspec.Struct, frozen=True):
    """Asks for an account.

    Attributes:
        plays: Whether it is for more than to watch.
    """

    plays: bool = False


class MatchRequest(msgspec.Struct, frozen=True):
    """Asks for a table with bots at it.

    Attributes:
        seats: Who plays: an agent, ``me``, or ``open`` for whoever sits down.
        game: What is played.
        options: As text.
        clock: Of every seat; without one there is all the time of the world.
        think_s: How long bots think about a move.
        hints: Whether those who sit there may ask what a bot would do.
    """

    seats: Annotated[tuple[Annotated[str, Meta(max_length=100)], ...], Meta(max_length=6)]
    game: str = USUAL_GAME
    options: Annotated[str, Meta(max_length=500)] = ""
    clock: ClockSpec | None = None
    think_s: Annotated[float, Meta(ge=0.05, le=30)] = 1.0
    hints: bool = True


class DraftRequest(msgspec.Struct, frozen=True):
    """Asks what one would see after moves that were not made yet.

    Attributes:
        match: Where.
        moves: All of this turn that were not made.
    """

    match: MatchId
    moves: Draft


class HintRequest(msgspec.Struct, frozen=True):
    """Asks what a bot would do.

    Attributes:
        match: Where.
        moves: After which moves that were not made yet.
    """

    match: MatchId
    moves: Draft = ()


class SeatLinkRequest(msgspec.Struct, frozen=True):
    """Asks for a link by which to go on with one's seat on another device.

    Attributes:
        match: Where the seat is.
    """

    match: MatchId


class SeatRequest(msgspec.Struct, frozen=True):
    """Takes the seat that such a link is for.

    Attributes:
        match: Where the seat is.
        code: What the link has.
    """

    match: MatchId
    code: Annotated[str, Meta(max_length=100)]


T = TypeVar("T")


async def read_body(request: web.Request, most: int) -> bytes:
    """The body of a request, in however many pieces it comes.

    Raises:
        HTTPRequestEntityTooLarge: It has, or will have, more bytes than this.
    """
    raw = bytearray()
    if (request.content_length or 0) <= most:
        async for piece in request.content.iter_any():
            raw += piece
            if len(raw) > most:
                break
        else:
            return bytes(raw)
    raise web.HTTPRequestEntityTooLarge(most, max(len(raw), request.content_length or 0))


async def body_of(request: web.Request, kind: type[T]) -> T:
    """What a page asks for.

    Raises:
        HTTPBadRequest: It cannot be understood.
        HTTPRequestEntityTooLarge: It is far more than anybody has to say here.
    """
    raw = await read_body(request, _MOST_BYTES)
    try:
        return msgspec.json.decode(raw or b"{}", type=kind)
    except NO_JSON as error:
        raise web.HTTPBadRequest(text=f"{error}\n") from error
