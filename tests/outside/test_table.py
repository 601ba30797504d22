"""A game of a package at a table: refereed, searched in workers, kept and replayed."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from carcbot.errors import GameError
from carcbot.games import registry
from carcbot.games.contract import LONGEST_PLY, LONGEST_STEP, view_of
from carcbot.messages.client import MoveText, Open
from carcbot.messages.events import Ply
from carcbot.messages.parts import StepName
from carcbot.net.client import Bot
from carcbot.net.client.config import BotConfig, OpenTable
from carcbot.net.server import RefereeServer
from carcbot.search.budget import Budget
from tests.net.client.hosting import hosted, token_of
from tests.net.process.pools import with_pool
from tests.outside.conftest import installed
from tests.outside.packages import LOST, ODD, UNCOUNTED, install
from tests.referee.hosts import Script, header

AGENTS = {"dash": ("mcts:sims=60", "star:depth=2"), "dare": ("flat:sims=60", "random")}


async def played(folder: Path, game: str, options: str = "") -> Path:
    """A match of two bots, each with a process that thinks, at a real referee: its record."""
    async with hosted(folder) as server:
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
    (record,) = (folder / "records").glob("*.jsonl")
    return record


@pytest.mark.asyncio
@pytest.mark.parametrize("game", AGENTS)
async def test_a_refereed_match(
    small_games: Path, tmp_path: Path, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Bots play it over websockets to its end; the record verifies, and is shown."""
    del small_games
    record = await played(tmp_path, game)
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


@pytest.mark.asyncio
async def test_workers(small_games: Path) -> None:
    """Worker processes load it, search together, and keep its tree from move to move."""
    del small_games
    async with with_pool(2) as pool:
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


@pytest.fixture
def lost_games(small_games: Path, tmp_path: Path) -> Iterator[None]:
    """A game that goes wrong."""
    del small_games
    install(tmp_path / "site-packages", LOST)
    with installed(tmp_path / "site-packages"):
        yield


@pytest.mark.asyncio
@pytest.mark.usefixtures("lost_games")
async def test_what_goes_wrong_in_a_worker() -> None:
    """The error of a game comes from the worker with its name, and the worker lives on."""
    async with with_pool(1) as pool:
        state = registry.parse("lost/1 position seats=2 6 3.3 3")
        for agent in ("mcts:sims=99", "star:depth=2", "flat:sims=9"):
            with pytest.raises(GameError) as raised:
                await pool.start(agent, state.text, seed=1).decision()
            assert raised.value.where == "the game lost, lost_games.Lost.legal_moves"
            assert raised.value.what == "KeyError: 'the way'"
        dash = await pool.start("mcts:sims=9", "dash/1 position seats=2 0 0.0 3", seed=1).decision()
        assert dash.faults == ()
        assert pool.replaced == 0


def test_the_longest_words() -> None:
    """What a game may call its steps and plies is what messages have room for."""
    for kind, most in ((StepName, LONGEST_STEP), (Ply, LONGEST_PLY), (MoveText, LONGEST_PLY)):
        assert msgspec.convert("a" * most, kind)
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert("a" * (most + 1), kind)


def test_words_that_are_too_long(small_games: Path, tmp_path: Path) -> None:
    """A step or move that no message may say is the game's mistake, and comes into no journal."""
    del small_games
    install(tmp_path, ODD)
    with installed(tmp_path):
        script = Script(header("wordy", "seats=2"))
        for _ in range(4):
            script.move("walk")
        assert len(script.asked().step) == 64
        with pytest.raises(GameError) as raised:
            script.move("walk")
        assert raised.value.where == "the game wordy"
        assert raised.value.what.startswith("the step 'in full words, in full")
        assert raised.value.what.endswith("has 79 characters")
        assert raised.value.expected == "at most 64"
        script = Script(header("talker", "seats=2"))
        with pytest.raises(GameError, match=r"the game talker: the move 'aaa.*has 101 characters"):
            script.move("a" * 101)


@pytest.mark.asyncio
@pytest.mark.usefixtures("lost_games")
async def test_what_goes_wrong_at_a_table(tmp_path: Path) -> None:
    """A game that goes wrong at the referee ends its own match; others go on to their end."""
    async with hosted(tmp_path / "referee") as server:
        lost = server.open_table(Open(1, "lost", "seats=2"))
        dash = server.open_table(Open(2, "dash", "seats=2"))
        strangers = [asyncio.create_task(blind(server, lost, name)) for name in ("ann", "bob")]
        ends = await asyncio.gather(*strangers)
        assert {end["reason"] for end in ends} == {"referee_fault"}
        bots = [
            Bot(
                BotConfig(url=server.url, agent="random", table=dash, count=1),
                token_of(name),
                seed=1,
            )
            for name in ("ann", "bob")
        ]
        await asyncio.gather(*(bot.run() for bot in bots))
        result = server.hall.tables[dash].result
        assert result is not None
        assert result.reason == "normal"


async def blind(server: RefereeServer, match: str, name: str) -> dict[str, Any]:
    """Plays without looking, and says how that ended."""
    async with aiohttp.ClientSession() as http, http.ws_connect(server.url) as socket:
        hello = {"type": "hello", "id": 1, "product": "blind/1", "token": token_of(name)}
        await socket.send_json(hello)
        await socket.send_json({"type": "sit", "id": 2, "match": match})
        number = 3
        async for frame in socket:
            said: dict[str, Any] = frame.json()
            if said["type"] == "result":
                return said
            if said["type"] == "request":
                move = {"type": "move", "match": match, "seq": said["seq"], "move": "walk"}
                await socket.send_json({"id": number, **move})
                number += 1
    raise AssertionError("the connection ended before the match")


@pytest.mark.usefixtures("lost_games")
def test_a_contest_of_a_game_that_goes_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It ends with the error of the game, and calls it no mistake of ours."""
    words = ["match", "flat:sims=9", "random", "--game", "lost", "--pairs", "40", "--workers", "2"]
    assert run([*words, "--folder", str(tmp_path / "contest")]) == ExitCode.INPUT
    told = capsys.readouterr().err
    assert "error: the game lost, lost_games.Lost.legal_moves: KeyError: 'the way'" in told
    assert "Traceback" not in told


def test_a_match_of_a_game_that_fails_a_search(
    small_games: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Whose search can never answer gives up at once, and says what is wrong with the game."""
    del small_games
    install(tmp_path / "site-packages", UNCOUNTED)
    with installed(tmp_path / "site-packages"):
        words = ["play", "--game", "uncounted", "--agent", "ismcts:sims=9", "--agent", "random"]
        assert run([*words, "--folder", str(tmp_path), "--pace", "0"]) == ExitCode.OK
    printed = capfd.readouterr()
    assert "no move was found" in printed.err
    assert "it says 0" in printed.err
    assert "result: resign" in printed.out


def test_contests(small_games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Searches meet in contests, whose games are spread over processes."""
    del small_games
    words = ["match", "star:depth=1", "random", "--game", "dash", "--pairs", "6", "--workers", "2"]
    assert run([*words, "--folder", str(tmp_path / "contest")]) == ExitCode.OK
    assert "12" in capsys.readouterr().out
