"""Tests of ``carcbot replay rethink``."""

import hashlib
from pathlib import Path

import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from carcbot.cli.replay import rethink
from carcbot.games import registry
from carcbot.messages.parts import ClockSpec
from carcbot.net.embedded import EmbeddedMatch
from carcbot.search.budget import Budget
from tests.cli.replay.conftest import Say
from tests.replay.records import signed, text_of_match


def test_the_same_again(tmp_path: Path, say: Say) -> None:
    """A match whose searches had nodes, and trees that they kept, is thought again exactly."""
    match = EmbeddedMatch(
        game="carcassonne",
        options="seats=2",
        agents=("mcts", "heyden-star25-f5:nodes=20"),
        clock=ClockSpec("per_move", 0, 3_600_000_000),
        name_and_seed=("m1", hashlib.sha256(b"rethink").hexdigest()),
        folder=tmp_path,
        nodes=40,
    )
    for _ in match.events():
        pass
    told = say("rethink", match.record)
    assert told == "71 moves: 71 the same, 0 others\n"
    other = say("rethink", match.record, "--agent", "greedy", "--seat", 1).splitlines()
    assert other[-1].startswith("35 moves: ")
    assert len(other) == 1 + int(other[-1].split()[-2]) > 1
    assert all(" (seat 1)  " in line for line in other[:-1])
    every = say("rethink", match.record, "--agent", "greedy", "--seat", 1, "--all").splitlines()
    assert len(every) == 36


@pytest.mark.parametrize(
    ("game", "agent", "more"),
    (
        ("kuhn seats=2", "flat", 1),
        ("hoard seats=3,turns=3", "flat", 9),
        # with decisions between one move
        ("thurn_and_taxis seats=2,cut=30", "flat:sims=20", 90),
        ("thurn_and_taxis seats=2,cut=30", "ismcts:sims=20", 90),
        ("thurn_and_taxis seats=2,cut=30", "postmaster:sims=20", 90),
        ("ticket_to_ride seats=2", "dispatcher:sims=5", 90),
    ),
)
def test_the_same_again_with_secrets(
    tmp_path: Path, say: Say, game: str, agent: str, more: int
) -> None:
    """In games with secrets each seat thinks of what it knew then, and moves as it did."""
    name, options = game.split()
    match = EmbeddedMatch(
        game=name,
        options=options,
        agents=(agent,) * registry.get(name).new(options).seats,
        clock=ClockSpec("per_move", 0, 3_600_000_000),
        name_and_seed=("m1", hashlib.sha256(b"rethink").hexdigest()),
        folder=tmp_path,
        nodes=40,
    )
    for _ in match.events():
        pass
    told = say("rethink", match.record)
    moves = int(told.split()[0])
    assert moves > more
    assert told == f"{moves} moves: {moves} the same, 0 others\n"
    other = say("rethink", match.record, "--agent", "random", "--seat", 1, "--all").splitlines()
    assert all(" (seat 1)  " in line for line in other[:-1])
    assert len(other) == 1 + int(other[-1].split()[0]) > 1


def test_persons_are_not_asked(tmp_path: Path, say: Say) -> None:
    """Where a person has played against a bot, only the bot's moves are thought again."""
    file = tmp_path / "m1.jsonl"
    file.write_bytes(signed(text_of_match("carcassonne", "seats=2", agents=("", "greedy"))))
    *told, summary = say("rethink", file, "--all").splitlines()
    assert int(summary.split()[0]) == len(told) > 10
    assert all(" (seat 1)  " in line for line in told)
    shown = say("show", file)
    assert "seat 0: p0\nseat 1: p1, greedy\n" in shown


def test_what_is_missing(record: Path, say: Say) -> None:
    """Where nobody knows who thought, or it would last for ever, that is said."""
    assert "--agent AGENT" in say("rethink", record, code=ExitCode.INPUT)
    told = say("rethink", record, "--agent", "mcts", code=ExitCode.INPUT)
    assert "--time SECONDS or --nodes NODES" in told
    assert "there is no agent 'none'" in say(
        "rethink", record, "--agent", "none", code=ExitCode.INPUT
    )
    told = say("rethink", record, "--agent", "mcts:policy=x", "--nodes", "9", code=ExitCode.INPUT)
    assert "does not play carcassonne: the policy 'x' is not known" in told
    told = say("rethink", record, "--agent", "mcts", "--seat", "5", code=ExitCode.INPUT)
    assert "--seat: there is no seat 5" in told


def test_an_agent_that_fails(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What was chosen in its place is no move of its own, and that is said."""
    failing = "tests.net.process.own_agents:Clumsy"
    asked = ["replay", "rethink", str(record), "--agent", failing, "--seat", "0"]
    assert run(asked) == ExitCode.AGENT_FAILED
    told = capsys.readouterr()
    moves = int(told.out.splitlines()[-1].split()[0])
    assert f"{failing} failed: {moves} of these moves are not its own" in told.err


def test_an_own_agent_has_no_clock_but_what_is_said() -> None:
    """One that thinks as long as it may would take it all; a search of ours ends by itself."""
    own = "tests.net.process.own_agents:First"
    assert rethink._budget(own, None, None) == Budget()
    assert rethink._budget(own, 2.0, None) == Budget(hard_s=2.0)
    assert rethink._budget("flat:sims=20", None, None).hard_s is not None
    assert rethink._budget("flat", 2.0, 7) == Budget(hard_s=2.0, nodes=7)
