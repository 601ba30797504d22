"""A game of a package at a table: refereed, searched in workers, kept and replayed."""

import asyncio
from pathlib import Path

import pytest

from carcbot.bot.config import BotConfig, OpenTable
from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from carcbot.games import registry
from carcbot.games.contract import view_of
from carcbot.net.client import Bot
from carcbot.net.referee import RefereeServer
from carcbot.net.workers import WorkerPool
from carcbot.search.budget import Budget
from tests.net.client.hosting import hosted, token_of
from tests.net.workers.pools import with_pool

AGENTS = {"dash": ("mcts:sims=60", "star:depth=2"), "dare": ("flat:sims=60", "random")}


def played(folder: Path, game: str, options: str = "") -> Path:
    """A match of two bots, each with a process that thinks, at a real referee: its record."""

    async def work(server: RefereeServer) -> None:
        bots = []
        for name, agent in zip(("ann", "bob"), AGENTS[game], strict=True):
            wish = OpenTable(game, options, "bank", 600.0, 60.0) if name == "ann" else None
            config = BotConfig(url=server.url, agent=agent, open=wish, count=1, games=(game,))
            bots.append(Bot(config, token_of(name), seed=1))
        await asyncio.gather(*(bot.run() for bot in bots))
        assert [bot.played for bot in bots] == [1, 1]
        (table,) = server.hall.tables.values()
        assert table.result is not None
        assert table.result.reason == "normal"

    hosted(folder, work)
    (record,) = (folder / "records").glob("*.jsonl")
    return record


@pytest.mark.parametrize("game", AGENTS)
def test_a_refereed_match(
    small_games: Path, tmp_path: Path, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Bots play it over websockets to its end; the record verifies, and is shown."""
    del small_games
    record = played(tmp_path, game)
    assert run(["replay", "verify", str(record)]) == ExitCode.OK, capsys.readouterr()
    capsys.readouterr()
    assert run(["replay", "show", str(record)]) == ExitCode.OK
    whole = capsys.readouterr().out
    last = whole.splitlines()[-1].strip()
    assert last.startswith(f"{game}/1 game seats=2 ")
    end = registry.get(game).new("seats=2")
    for ply in last.split()[3:]:
        end.apply(ply)
    assert end.over
    assert run(["replay", "show", str(record), "--move", "1"]) == ExitCode.OK
    assert run(["replay", "stats", str(record)]) == ExitCode.OK
    assert "ann" in capsys.readouterr().out


def test_workers(small_games: Path) -> None:
    """Worker processes load it, search together, and keep its tree from move to move."""
    del small_games

    async def work(pool: WorkerPool) -> None:
        state = registry.get("dash").new()
        state.apply("3")
        first = await pool.start(
            "mcts", state.text, Budget(simulations=300), seed=1, workers=2, session="s"
        ).decision()
        assert (first.faults, first.workers, first.fallback) == ((), 2, False)
        for ply in (first.move, "4"):
            state.apply(ply)
        second = await pool.start(
            "mcts",
            state.text,
            Budget(simulations=1),
            seed=1,
            session="s",
            plies=(first.move, "4"),
        ).decision()
        assert second.kept
        together = await pool.start(
            "star", state.text, Budget(depth=3), seed=1, workers=2
        ).decision()
        assert together.faults == ()
        assert together.thought.depth == 3
        dare = registry.get("dare").new()
        for ply in ("6", "1"):
            dare.apply(ply)
        secret = await pool.start(
            "flat", view_of(dare, 0).text, Budget(simulations=900), seed=1, workers=2
        ).decision()
        assert (secret.move, secret.faults) == ("bid3", ())

    with_pool(2, work)
