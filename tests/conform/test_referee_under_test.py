"""What is left at a referee of older kits, and of checks that failed."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from carcbot.conform.examination import examine_server
from carcbot.conform.kit import Outcome, Talk
from carcbot.conform.scripted_client import PRODUCT, Peer
from carcbot.conform.server_checks import SERVER
from carcbot.conform.wire import Address
from carcbot.net.server import RefereeServer
from carcbot.net.settings import Settings
from carcbot.net.store.tokens import Tokens
from tests.conform.proxy import Message, changed, proxied
from tests.conform.test_server_mutants import dropped, same, without
from tests.waiting import PATIENCE_S

TOKEN = "token-of-ann"  # noqa: S105 - of a referee that ends with the test


async def examined_again(
    folder: Path, change: Callable[[Message], list[Message]], patience_s: float
) -> Mapping[str, Outcome]:
    """What comes of a check where a seat at an open table is left, and errors come otherwise."""
    tokens = Tokens()
    tokens.add("ann", TOKEN)
    async with (
        RefereeServer(Settings(folder, port=0), tokens) as server,
        proxied(server.url, same(changed("down", "error", change))) as url,
    ):
        peer = await Peer.to(Address(server.url), Talk(PATIENCE_S), "ann")
        await peer.ask("hello", product=PRODUCT, token=TOKEN)
        opened = await peer.ask("open", game="carcassonne")
        await peer.ask("sit", match=opened["match"])
        await peer.close()
        checks = SERVER.chosen("hello.welcome")
        return await examine_server(
            Address(url), [TOKEN], checks, lambda _: None, patience_s=patience_s
        )


@pytest.mark.asyncio
async def test_seats_are_left(tmp_path: Path) -> None:
    """A seat of before is given up, also where errors do not say to what they are the answer."""
    outcomes = await examined_again(tmp_path, without("id"), PATIENCE_S)
    assert outcomes["hello.welcome"].verdict == "passed"


@pytest.mark.asyncio
async def test_seats_cannot_be_left(tmp_path: Path) -> None:
    """Where that fails the checks are made, and those that fail say what is left of before."""
    outcome = (await examined_again(tmp_path, dropped, 1.0))["hello.welcome"]
    assert outcome.verdict == "failed"
    assert outcome.said[-1].startswith(
        "the kit # while old matches of token 1 were given up before all checks:"
        " expected an answer to resign for kit; came "
    )
