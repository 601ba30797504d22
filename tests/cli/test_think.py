"""Tests of carcbot.cli.think."""

import io
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from carcbot.games import registry
from carcbot.games.game_text import GameRecord
from carcbot.search.agent import parse_agent
from carcbot.search.decision import decide
from tests.net.process import own_agents
from tests.net.process.pools import no_worker_is_free
from tests.waiting import PATIENCE_S


def opening() -> str:
    """A game of Carcassonne with its first tile drawn."""
    state = registry.get("carcassonne").new()
    state.apply("E")
    return state.text


POSITION = opening()


def test_page(capsys: pytest.CaptureFixture[str]) -> None:
    """The page has the moves, the best first, the line, and at its end the move."""
    arguments = ["think", POSITION, "--sims", "2000", "--workers", "1", "--moves", "5"]
    assert run(arguments) == ExitCode.OK
    page = capsys.readouterr().out
    thought = decide(parse_agent("mcts:sims=2000"), POSITION, 1)
    lines = page.splitlines()
    assert lines[0].startswith("mcts, seat 0, 1 worker: ")
    assert "2,000 nodes" in lines[0]
    assert lines[2].split() == ["move", "value", "visits", "share"]
    shown = [line.split() for line in lines[3:8]]
    for words, move in zip(shown, thought.ranked(), strict=False):
        assert words[:4] == [
            move.move,
            f"{move.value:+.2f}",
            f"{move.visits:,}",
            f"{move.share:.1%}",
        ]
    assert lines[8] == "and 7 moves more"
    assert "line  " + " ".join(thought.line) in page
    assert lines[-1] == f"move  {thought.best}"


@pytest.mark.parametrize(("sims", "is_by_visits"), ((60, True), (300, False)))
def test_why(sims: int, *, is_by_visits: bool, capsys: pytest.CaptureFixture[str]) -> None:
    """Where another move has a better value, the page says by what the move was chosen."""
    state = GameRecord.parse(Path("docs/pictures/game.txt").read_text().strip()).position(41)
    agent = f"mcts:final=most-visits,sims={sims}"
    thought = decide(parse_agent(agent), state.text, 1)
    seen = {each.move: each.value for each in thought.moves if each.visits}
    assert (max(seen.values()) > seen[thought.best]) == is_by_visits
    assert run(["think", state.text, "--agent", agent, "--workers", "1"]) == ExitCode.OK
    end = "  (chosen by visits)" if is_by_visits else ""
    assert capsys.readouterr().out.splitlines()[-1] == f"move  {thought.best}{end}"


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    """Programs get the move and everything that is known of the others."""
    for agent in ("heyden-star25-f5", "greedy"):
        arguments = [
            "think",
            POSITION,
            "--agent",
            agent,
            "--depth",
            "2",
            "--workers",
            "1",
            "--json",
        ]
        assert run(arguments) == ExitCode.OK
        facts = json.loads(capsys.readouterr().out)
        thought = decide(parse_agent(f"{agent}:depth={2 if agent != 'greedy' else 1}"), POSITION, 1)
        assert facts["move"] == thought.best
        assert facts["value"] == thought.value
        assert facts["nodes"] == thought.nodes
        assert [each["move"] for each in facts["moves"]] == [each.move for each in thought.moves]
        assert facts["position"] == POSITION
        assert facts["faults"] == []


def test_file_and_time(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The position may lie in a file, also as a game; the time is kept."""
    file = tmp_path / "game.txt"
    file.write_text("carcassonne/1 game seats=2 E\n")
    # without the limit it would search for ever
    assert run(["think", str(file), "--time", "0.3", "--json"]) == ExitCode.OK
    assert json.loads(capsys.readouterr().out)["seconds"] > 0


def test_own_agent(capsys: pytest.CaptureFixture[str]) -> None:
    """Somebody's own class thinks as well; what is wrong with it is told."""
    own = "tests.net.process.own_agents"
    assert run(["think", POSITION, "--agent", f"{own}:First"]) == ExitCode.OK
    assert capsys.readouterr().out.splitlines()[-1] == "move  0,-1/2"
    assert run(["think", POSITION, "--agent", f"{own}:Clumsy"]) == ExitCode.AGENT_FAILED
    printed = capsys.readouterr()
    line = next(
        number
        for number, text in enumerate(Path(own_agents.__file__).read_text().splitlines(), 1)
        if 'raise RuntimeError("a slip")' in text
    )
    assert f"raised RuntimeError: a slip ({own_agents.__file__}, line {line})" in printed.err
    assert f"{own}:Clumsy failed: this is not its own move" in printed.err
    assert re.search(r"^move  \S+$", printed.out, flags=re.MULTILINE)


def test_a_busy_machine_is_no_failure_of_an_agent(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where no worker is free in time, that is told, and the agent has not failed."""
    no_worker_is_free(monkeypatch)
    assert run(["think", POSITION, "--agent", "mcts", "--time", "0.1"]) == ExitCode.OK
    printed = capsys.readouterr()
    assert "busy: no worker was free in time" in printed.err
    assert "mcts had no time: this is not its own move" in printed.err
    assert re.search(r"^move  \S+$", printed.out, flags=re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "message"),
    (
        ((POSITION, "--agent", "nobody"), "there is no agent 'nobody'"),
        ((POSITION, "--agent", "mcts:c=x"), "parameter c"),
        (("carcassonne/1 game seats=2",), "a draw is due"),
        (("no such file",), "cannot read"),
        ((POSITION, "--time", "0"), "--time"),
        ((POSITION, "--sims", "0"), "--sims"),
        ((POSITION, "--depth", "2"), "--depth means nothing to mcts"),
        ((POSITION, "--agent", "star25", "--sims", "2"), "--sims means nothing to star25"),
        ((POSITION, "--agent", "mcts:rave"), "'rave' says nothing"),
        ((POSITION, "--agent", "no_such_module:Agent"), "cannot be loaded"),
        (("kuhn/1 game seats=2 J Q", "--agent", "mcts"), "mcts does not play kuhn"),
        (("kuhn/1 view seats=2 1:Q- 2 -",), "another seat is to move"),
    ),
)
def test_refused(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What cannot be thought about is told in a line."""
    assert run(["think", *arguments]) == ExitCode.INPUT
    assert message in capsys.readouterr().err


def test_live_and_interrupted() -> None:
    """On a terminal the table lives; Ctrl-C ends the search and leaves its result."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "carcbot", "think", POSITION, "--time", str(10 * PATIENCE_S)],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env=os.environ | {"TERM": "xterm-256color"},
        start_new_session=True,
    )
    os.close(follower)
    page = b""
    sent = False
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        ready, _, _ = select.select([leader], [], [], 0.5)
        if ready:
            try:
                part = os.read(leader, 65536)
            except OSError:
                break
            if not part:
                break
            page += part
        if not sent and page.count(b"share") >= 3:
            process.send_signal(signal.SIGINT)
            sent = True
    assert process.wait(PATIENCE_S) == ExitCode.OK
    os.close(leader)
    assert sent
    assert re.search(rb"move  \S+\r\n$", page)


@pytest.mark.parametrize(
    "given", ("kuhn/1 game seats=2 J Q pass", "kuhn/1 view seats=2 1:Q- 2 p", "-")
)
def test_games_with_secrets(
    given: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Somebody who can plays a game with secrets, from what the seat to move knows and no more."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"kuhn/1 view seats=2 1:Q- 2 p")))
    assert run(["think", given, "--nodes", "1000", "--workers", "1", "--json"]) == ExitCode.OK
    told = json.loads(capsys.readouterr().out)
    assert told["agent"] == "flat"
    assert told["position"] == "kuhn/1 view seats=2 1:Q- 2 p"
    assert told["move"] in {"pass", "bet"}
