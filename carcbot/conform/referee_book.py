"""Where the checks of a referee are collected, and how most of them begin."""

from collections.abc import Awaitable, Callable
from typing import Final

from carcbot.conform.followed_match import Match
from carcbot.conform.kit import Book, Chapter
from carcbot.conform.scripted_client import Peer
from carcbot.conform.visit import Visit

__all__ = ["SERVER", "in_match", "with_peer", "with_peers", "with_visit"]

SERVER: Final[Book[Visit]] = Book()


async def _itself(visit: Visit) -> Visit:
    return visit


def _peers(count: int) -> Callable[[Visit], Awaitable[list[Peer]]]:
    return lambda visit: visit.peers(count)


def _begun(seats: int) -> Callable[[Visit], Awaitable[Match]]:
    return lambda visit: visit.begun(seats)


with_visit: Final[Chapter[Visit, Visit]] = SERVER.given(_itself)
"""Checks that need accounts, and see to everything else."""
with_peer: Final[Chapter[Visit, Peer]] = SERVER.given(Visit.peer)
"""Checks that begin with a client that was welcomed."""
with_peers: Final = {count: SERVER.given(_peers(count), needs=count) for count in (2, 3)}
"""The same with two, or with three."""
in_match: Final = {seats: SERVER.given(_begun(seats), needs=seats) for seats in (2, 3)}
"""Checks that begin in a match of so many seats, in which seat 0 is asked."""
