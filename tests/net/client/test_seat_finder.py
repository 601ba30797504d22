"""Tests of carcbot.net.client.seat_finder without a referee."""

import pytest

from carcbot.bot.session import Session
from carcbot.messages.client import Command, Sit
from carcbot.messages.parts import ClockSpec, SeatRef, TableInfo, Welcome
from carcbot.messages.server import Ack
from carcbot.net.client import seat_finder
from carcbot.net.client.config import BotConfig
from carcbot.net.client.seat_finder import SeatFinder
from carcbot.search.own_agent import plays_game


@pytest.mark.asyncio
async def test_many_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a thousand tables it takes one that its agent can play, and looks once at each game.

    At tables that are full it does not look at all.
    """
    looked: list[str] = []
    said: list[Command] = []

    def plays(agent: str, game: str) -> bool:
        looked.append(game)
        return plays_game(agent, game)

    async def send(command: Command) -> None:
        said.append(command)

    def table(number: int, game: str, *seats: str | None) -> TableInfo:
        return TableInfo(
            f"m{number}",
            game,
            "",
            seats,
            "open" if None in seats else "playing",
            0,
            ClockSpec(),
            "seed",
            rated=False,
        )

    monkeypatch.setattr(seat_finder, "plays_game", plays)
    tables = [
        *(table(number, "pot", "a", "b") for number in range(500)),
        *(table(number, game, "a", None) for number in range(500, 1000) for game in ("kuhn", "x")),
        table(1000, "grove", None, None),
    ]
    session = Session("test/1", "token", lambda: "")
    bot = SeatFinder(BotConfig(agent="star25", sit=True), session, send)
    await bot.answered(Ack(1, tables=tuple(tables)))
    assert [each.match for each in said if isinstance(each, Sit)] == ["m1000"]
    assert looked == ["kuhn", "x", "grove"]


@pytest.mark.asyncio
async def test_a_seat_that_was_lost_while_away() -> None:
    """What the referee does not name on coming back is no seat any more; it may take another."""

    async def send(_: Command) -> None:
        pass

    session = Session("test/1", "token", lambda: "")
    bot = SeatFinder(BotConfig(agent="star25", sit=True), session, send)
    for number, match in enumerate(("m1", "m2")):
        await bot._sit(match)
        await bot.answered(Ack(max(bot._asked), match=match, seat=number))
    assert bot.room.free == -1
    bot.connected()
    await bot.answered(Ack(9, welcome=Welcome(1, "bot", (SeatRef("m2", 1, 0),))))
    assert bot.room.free == 0
    bot.connected()
    await bot.answered(Ack(9, welcome=Welcome(1, "bot", ())))
    assert bot.room.free == 1
