"""Tests of ``carcbot episode``: an episode line by line; tests/web looks at its page."""

from pathlib import Path
from typing import Any

import gymnasium
import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from carcbot.env.learner_agent import LearnerAgent
from carcbot.env.one_seat import OneSeat
from carcbot.games.game_text import GameRecord

gymnasium.register(
    "tests/Easy-v0",
    entry_point="carcbot.env.one_seat:OneSeat",
    kwargs={"game": "hoard", "opponents": "random", "reward": "difference"},
    max_episode_steps=5,
)


def said(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    """What the command says, line by line, but for the address of its page."""
    assert run(["episode", *words]) == ExitCode.OK
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith("in a browser: http://127.0.0.1:")
    return [lines[0], *lines[2:]]


def test_an_episode_step_by_step(capsys: pytest.CaptureFixture[str]) -> None:
    """Each action as text with its reward; it is the episode of that seed, and so is another."""
    words = ("carcbot/Carcassonne-v1", "--seed", "7", "--reward", "gain", "--seat", "random")
    lines = said(capsys, *words)
    assert lines == said(capsys, *words)
    environment = OneSeat("carcassonne", reward="gain", seat="random")
    environment.reset(seed=7)
    assert f"seat {environment.seat}; seed 7" in lines[0]
    steps = [line for line in lines if "   reward " in line]
    rewards = []
    for number, line in enumerate(steps, 1):
        ordinal, text, *_, reward, _, _, total = line.split()
        _, paid, over, *_ = environment.step(text)
        rewards.append(float(reward))
        assert (int(ordinal), float(total)) == (number, sum(rewards))
        assert paid == rewards[-1]
        assert over == (number == len(steps))
    (game,) = [line for line in lines if line.startswith("carcassonne")]
    assert GameRecord.parse(game).state.scores() == environment.view().scores()


def test_what_the_environment_says_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    """One that somebody has registered is as that says, and what is said here comes first."""
    lines = said(capsys, "tests/Easy-v0", "--seed", "1")
    assert sum("   reward " in line for line in lines) == 5
    lines = said(
        capsys, "tests/Easy-v0", "--seed", "1", "--options", "seats=3", "--opponent", "flat:sims=9"
    )
    assert "seats=3" in lines[0]
    assert sum(line.endswith(": flat:sims=9") for line in lines) == 2
    assert sum(line.endswith(": random, the learner") for line in lines) == 1


def test_its_page_can_be_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As one file; where that cannot be written it is said."""
    file = tmp_path / "episode.html"
    assert f"The page: {file}" in said(capsys, "carcbot/Kuhn-v0", "--output", str(file))
    assert b"<!doctype html>" in file.read_bytes()
    nowhere = tmp_path / "nowhere" / "episode.html"
    assert run(["episode", "carcbot/Kuhn-v0", "--output", str(nowhere)]) == ExitCode.INPUT
    out, told = capsys.readouterr()
    assert "cannot write" in told
    assert out == ""  # before anything was played


def test_how_it_ended(capsys: pytest.CaptureFixture[str]) -> None:
    """What was lost by an illegal action, or broken off, has no places."""
    far = f"{__name__}:FarAway"
    *_, lost, first, second, steps, _, _, _ = said(
        capsys, "carcbot/Hoard-v0", "--agent", far, "--illegal", "lose"
    )
    assert lost == "lost by an action that is not legal"
    assert first.startswith("seat 0 with")
    assert second.startswith("seat 1 with")
    assert steps == "1 step, rewards of -1 in all"
    assert "broken off before its end" in said(capsys, "tests/Easy-v0", "--seed", "1")


def test_a_page_that_fails_is_not_the_agents_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What goes wrong in the command itself is told as its own."""

    def broken(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("carcbot.net.web.episode_story.EpisodeStory.take", broken)
    assert run(["episode", "carcbot/Kuhn-v0"]) == ExitCode.FAILED
    assert "this is a bug in carcbot" in capsys.readouterr().err


class FarAway(LearnerAgent):
    """Answers with the number of no action."""

    def act(self, observation: object, info: object) -> int:
        """It."""
        del observation, info
        return 10**7


class Illegal:
    """Answers with what is no move."""

    def choose(self, view: object, budget: object) -> str:
        """It."""
        del view, budget
        return "hello"


class Broken(gymnasium.Env[Any, Any]):
    """Cannot even be made."""

    def __init__(self) -> None:
        raise KeyError("mine")


gymnasium.register("tests/Broken-v0", entry_point=f"{__name__}:Broken")


@pytest.mark.parametrize(
    ("words", "expected"),
    (
        (["carcbot/Chess-v0"], "carcbot/Carcassonne-v1"),
        (["no_such_module:mine/Easy-v0"], "no_such_module"),
        (["CartPole-v1"], "CartPole"),
        (["CartPole-v1", "--opponent", "random"], "TypeError: CartPoleEnv"),
        (["tests/Broken-v0"], "KeyError: 'mine'"),
        (["carcbot/Pot-v0"], "has no page in a browser"),
        (["carcbot/Hoard-v0", "--seat", "9"], "no seat 9"),
        (["carcbot/Hoard-v0", "--seat", "window"], "no seat"),
        (["carcbot/Hoard-v0", "--options", "seats=99"], "seats"),
        (["carcbot/Hoard-v0", "--actions", "phases"], "phases"),
        (["carcbot/Hoard-v0", "--observation", "planes"], "planes"),
        (["carcbot/Hoard-v0", "--opponent", "random", "--opponent", "random"], "2 opponents"),
        (["carcbot/Hoard-v0", "--agent", "nobody"], "nobody"),
        (["carcbot/Hoard-v0", "--agent", f"{__name__}:Illegal"], "hello"),
        (["carcbot/Hoard-v0", "--reward", "money"], "money"),
    ),
)
def test_what_cannot_be(
    words: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is told in a line, with what it should have been."""
    assert run(["episode", *words]) not in {ExitCode.OK, ExitCode.FAILED}
    told = capsys.readouterr().err
    assert expected in told
    assert "Traceback" not in told
