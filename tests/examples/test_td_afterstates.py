"""Tests of examples/td_afterstates.py: it learns what is true, goes on where it was, and plays."""

import asyncio
import csv
import json
import os
import re
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from carcbot.env import Batch
from carcbot.games import registry
from carcbot.games.carcassonne import CARCASSONNE
from carcbot.games.contract import CHANCE, State
from carcbot.net.competitions.competition_folder import CompetitionFolder
from carcbot.net.server import RefereeServer
from carcbot.net.settings import Settings as RefereeSettings
from carcbot.net.store.tokens import Tokens
from examples.td_afterstates import Learner, Settings, best_of, make_moves, train
from tests.net.competitions.playing import FAR_S, begun, playing, rules_text, token_of
from tests.waiting import PATIENCE_S, until, wait_until

HOUSE: Final = Path(__file__).parent.parent.parent
PROGRAM: Final = HOUSE / "examples/td_afterstates.py"
PAGE: Final = (HOUSE / "docs/environments.md").read_text()
POT: Final = Settings("pot", "seats=2", hidden=32)
CARCBOT: Final = (sys.executable, "-m", "carcbot")


def trained(settings: Settings, games: int, folder: Path) -> Learner:
    """A learner after so many games, which goes on with what lies in the folder."""
    kept = (folder / "checkpoint.npz").exists()
    learner = Learner.load(folder) if kept else Learner.new(settings)
    train(learner, folder, minutes=1e9, games=games)
    return learner


def started(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """The program in a process of its own."""
    command = (sys.executable, str(PROGRAM), "--out", str(folder), *arguments)
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def curve(folder: Path) -> list[dict[str, str]]:
    """The rows of the learning curve there."""
    with (folder / "curve.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@cache
def solved(text: str) -> float:
    """By how many points seat 0 is ahead in the end of Pot, if both play for the difference."""
    state = registry.get("pot").parse(text)
    if state.over:
        points = state.scores()
        return points[0] - points[1]
    if state.to_move == CHANCE:
        draws = state.outcomes()
        weighted = sum(weight * solved(after(state, draw)) for draw, weight in draws)
        return weighted / sum(weight for _, weight in draws)
    best = max if state.to_move == 0 else min
    return best(solved(after(state, move)) for move in state.legal_moves())


def after(state: State, ply: str) -> str:
    """The position that follows, as text."""
    copy = state.copy()
    copy.apply(ply)
    return copy.text


def test_it_learns_what_is_true(tmp_path: Path) -> None:
    """In Pot, which can be solved, it comes to say what every first move is really worth."""
    batch = Batch("pot", "seats=2", games=20)

    def wrong(learner: Learner) -> float:
        """How far it is from the truth after all moves of the first turn, in the mean."""
        afterstates = batch.afterstates()
        says = learner.network.worth(afterstates, batch.arrays.to_move)
        true = [
            solved(after(batch.position(game), move))
            for game in range(batch.games)
            for move in batch.moves(game)
        ]
        return float(np.abs(says - true).mean())

    before = wrong(Learner.new(POT))
    learner = trained(POT, 12_800, tmp_path)
    assert wrong(learner) < before / 2
    assert [point.games for point in learner.curve] == [0, 3200, 6400, 9600, 12_800]


def test_it_learns_to_win(tmp_path: Path) -> None:
    """In Hoard, which has hidden cards, it soon wins most games against greed."""
    with started(tmp_path, "--game", "hoard", "--hidden", "32", "--games", "6400") as program:
        told, _ = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 0, told
    first, *_, last = curve(tmp_path)
    assert float(first["score"]) < 0.6
    assert float(last["score"]) > 0.7
    assert float(last["margin"]) > float(first["margin"])


def test_it_begins_with_the_lead() -> None:
    """Before it has learned anything, Carcassonne's afterstates are worth the points now."""
    learner = Learner.new(Settings())
    batch = Batch("carcassonne", "seats=2", games=4, seed=5)
    for _ in range(30):
        batch.step(batch.sample())
    afterstates = batch.afterstates()
    worth = learner.network.worth(afterstates, batch.arrays.to_move)
    best = best_of(worth, afterstates.offsets)
    for game in range(batch.games):
        state, mover = batch.position(game), int(batch.arrays.to_move[game])
        leads = []
        for move in batch.moves(game):
            points = CARCASSONNE.parse(after(state, move)).virtual_scores()
            leads.append((points[mover] - points[1 - mover]) / 10)
        rows = slice(*afterstates.offsets[game : game + 2])
        assert worth[rows] == pytest.approx(leads, abs=1e-5)
        assert worth[best[game]] == pytest.approx(max(leads), abs=1e-5)


def test_slopes_are_those_of_the_error() -> None:
    """The slopes say what happens to the error when a weight changes a little."""
    random = np.random.default_rng(3)
    network = Learner.new(POT).network
    # in double precision, in which a difference of two errors says enough
    precise: list[Any] = [random.normal(size=each.shape) for each in network.weights]
    network.weights = precise
    seen: Any = random.normal(size=(50, len(precise[0])))
    targets: Any = random.normal(size=50)
    slopes, before = network.slopes(seen, targets)
    for weights, slope in zip(network.weights, slopes, strict=True):
        for place in range(0, weights.size, 7):
            kept = weights.flat[place]
            weights.flat[place] = kept + 1e-6
            _, more = network.slopes(seen, targets)
            weights.flat[place] = kept
            assert (more - before) / 1e-6 == pytest.approx(slope.flat[place], rel=1e-3, abs=1e-4)


def test_moves_without_an_action_are_made() -> None:
    """What lies beyond the actions can be chosen as well."""
    batch = Batch("pot", "seats=2", games=2)
    afterstates = batch.afterstates()
    afterstates.actions[:] = -1
    chosen = afterstates.offsets[:-1] + np.arange(2)
    expected = [after(batch.position(i), list(batch.moves(i))[i]) for i in range(2)]
    make_moves(batch, np.arange(2), afterstates, chosen)
    states = [batch.position(i) for i in range(2)]
    draws = [{after(registry.get("pot").parse(e), d) for d in "123"} for e in expected]
    assert all(state.text in those for state, those in zip(states, draws, strict=True))


def test_it_goes_on_where_it_was(tmp_path: Path) -> None:
    """Stopped and continued, it knows the same to the last bit as without the break."""
    whole = trained(POT, 6400, tmp_path / "whole")
    for games in (64, 1280, 3200, 3264):
        trained(POT, games, tmp_path / "parts")
    parts = trained(POT, 6400, tmp_path / "parts")
    assert parts.games == whole.games == 6400
    for one, other in zip(
        (*whole.network.weights, *whole.adam.moments),
        (*parts.network.weights, *parts.adam.moments),
        strict=True,
    ):
        assert one.tobytes() == other.tobytes()
    assert whole.random.bit_generator.state == parts.random.bit_generator.state


def test_the_program(tmp_path: Path) -> None:
    """Ctrl-C ends it with all files written; the same command goes on, another one is refused."""
    pot = ("--game", "pot", "--hidden", "8", "--seed", "2")
    with started(tmp_path, *pot, "--minutes", "1000") as program:
        wait_until((tmp_path / "checkpoint.npz").exists)
        program.send_signal(signal.SIGINT)
        told, _ = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 0, told
    games = int(re.findall(r"learned from ([\d,]+) games", told)[0].replace(",", ""))
    with started(tmp_path, *pot, "--games", str(games + 64)) as program:
        told, _ = program.communicate(timeout=PATIENCE_S)
    assert f"learned from {games + 64:,} games" in told
    assert [int(row["games"]) for row in curve(tmp_path)] == [
        *range(0, games + 1, 3200),
        games + 64,
    ]
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    with started(tmp_path, "--game", "kuhn") as program:
        told, _ = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 2
    assert "name another folder" in told
    checkpoint = tmp_path / "checkpoint.npz"
    checkpoint.write_bytes(checkpoint.read_bytes()[:200])
    with started(tmp_path, *pot) as program:
        told, _ = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 2
    assert "checkpoint.npz is damaged (" in told


@pytest.mark.parametrize(
    ("arguments", "words"),
    (
        (("--game", "chess"), "there is no game 'chess'"),
        (("--options", "seats=3"), "3 seats"),
        (("--minutes", "0"), "have to be more than 0"),
    ),
)
def test_bad_input(arguments: tuple[str, ...], words: str, tmp_path: Path) -> None:
    """What cannot be learned is refused with a sentence, and nothing is written."""
    with started(tmp_path / "new", *arguments) as program:
        told, _ = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 2
    assert words in told
    assert not (tmp_path / "new").exists()


@pytest.fixture
def own_weights(tmp_path: Path) -> dict[str, str]:
    """The environment in which the player goes by weights for Pot."""
    trained(POT, 640, tmp_path)
    return os.environ | {
        "PYTHONPATH": str(PROGRAM.parent),
        "TD_WEIGHTS": str(tmp_path / "weights.npz"),
    }


def test_it_plays_a_match(own_weights: dict[str, str], tmp_path: Path) -> None:
    """`carcbot match` plays it like any agent: whole games, and no fault."""
    done = subprocess.run(
        [*CARCBOT, "match", "td_afterstates:Player", "random", "--game", "pot", "--pairs", "3",
         "--folder", str(tmp_path / "match"), "--json"],
        env=own_weights, capture_output=True, text=True, check=True, timeout=PATIENCE_S,
    )  # fmt: skip
    for player in json.loads(done.stdout)["standings"]:
        assert player["games"] == 6
        assert set(player["faults"].values()) == {0}


@pytest.mark.asyncio
async def test_it_plays_in_a_competition(tmp_path: Path) -> None:
    """With the file that the page shows, `carcbot bot run` enters and plays; all moves are its own.

    It goes by the weights that lie beside it.
    """
    rules = tmp_path / "cup.toml"
    rules.write_text(rules_text(FAR_S, 60))
    story = tmp_path / "referee/competitions/cup/story.jsonl"
    tokens = Tokens()
    for name in ("ann", "bob"):
        tokens.add(name, token_of(name))
    async with RefereeServer(
        RefereeSettings(tmp_path / "referee", port=0, competitions=(rules,)), tokens
    ) as server:
        (shown,) = re.findall(r"```toml\n# bot.toml\n(.*?)```", PAGE, re.DOTALL)
        file = tmp_path / "bot.toml"
        file.write_text(
            shown.replace("wss://REFEREE/play", server.url).replace("autumn-cup", "cup")
        )
        bot = await asyncio.create_subprocess_exec(
            *CARCBOT, "bot", "run", str(file), stderr=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": str(PROGRAM.parent), "CARCBOT_TOKEN": token_of("ann")},
        )  # fmt: skip
        async with playing(server.url, ("bob",)):
            await begun(server, 2, 2)
            await until(lambda: story.exists() and b'"finished"' in story.read_bytes())
        bot.terminate()
        _, log = await bot.communicate()
    assert bot.returncode == 0, log.decode()
    course = CompetitionFolder(story.parent).proceedings.course
    assert course is not None
    (block,) = course.counted
    assert block.is_whole
    for game in block.games:
        assert game.fault is None
        assert all(effort.decisions > 30 and not effort.not_own for effort in game.efforts)
