"""What has learned in an environment sees the same at a table, and does the same there."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.main import run
from carcbot.env.learner_agent import LearnerAgent
from carcbot.env.names import NAMES
from carcbot.env.one_seat import OneSeat
from carcbot.errors import IllegalMoveError
from carcbot.games import registry
from carcbot.games.contract import view_of

DECISIONS = 25
"""Of each game that is looked at."""


def middle(info: dict[str, Any]) -> Any:  # noqa: ANN401 - a number or a vector
    """The legal action in the middle of all."""
    if "action_vectors" in info:
        return info["action_vectors"][len(info["action_vectors"]) // 2]
    legal = np.flatnonzero(info["action_mask"])
    return int(legal[len(legal) // 2])


class Middle(LearnerAgent):
    """Always takes the action in the middle, and keeps what it was shown."""

    def __init__(self) -> None:
        self.shown: list[tuple[NDArray[np.float32], dict[str, Any]]] = []

    def act(self, observation: NDArray[np.float32], info: dict[str, Any]) -> Any:  # noqa: ANN401
        """The action in the middle."""
        self.shown.append((observation, info))
        return middle(info)


class Wrong(LearnerAgent):
    """Takes an action that there is not."""

    def act(self, observation: NDArray[np.float32], info: dict[str, Any]) -> int:
        """No action."""
        del observation, info
        return -1


@pytest.mark.parametrize(
    ("name", "options", "how"),
    (
        *((name, "", {}) for name in NAMES),
        ("carcassonne", "seats=3,expansions=river+inns_and_cathedrals+abbot", {}),
        ("carcassonne", "expansions=abbot", {"actions": "phases"}),
        ("carcassonne", "", {"actions": "phases", "observation": "planes"}),
        ("carcassonne", "", {"actions": "vector", "observation": "planes"}),
    ),
)
def test_it_is_shown_what_the_environment_shows(
    name: str, options: str, how: dict[str, str]
) -> None:
    """The same numbers, masks and texts, made of its seat's view alone; and its move is the same.

    The view is what a table tells the seat: another position may lie behind it.
    """
    environment = OneSeat(name, options, **how)  # type: ignore[arg-type]  # not how illegal ones end
    observation, info = environment.reset(seed=5)
    over, decisions = False, 0
    while not over and decisions < DECISIONS:
        agent = Middle()
        for key, value in how.items():
            setattr(agent, key, value)
        move = agent.choose(environment._games.view(0))
        parts = ""
        for shown, told in agent.shown:
            np.testing.assert_array_equal(shown, observation)
            assert told.keys() == info.keys()
            assert all(np.array_equal(told[key], info[key]) for key in info)
            action = middle(info)
            number = len(info["moves"]) // 2 if "action_vectors" in info else action
            parts += info["moves"][number]
            observation, _, over, _, info = environment.step(action)
            decisions += 1
        assert move == parts
    assert decisions


def test_an_illegal_action_is_refused() -> None:
    """So whoever plays with it is told, and no other move passes for its own."""
    state = registry.get("pot").new()
    state.apply("1")
    with pytest.raises(IllegalMoveError, match="the action -1 is not legal"):
        Wrong().choose(view_of(state, state.to_move))


@pytest.mark.parametrize("actions", ("phases", "vector"))
def test_parts_of_moves_have_no_texts_to_be_made_by(actions: str) -> None:
    """A text in place of a part is refused as any other action that is none."""

    class Speaker(LearnerAgent):
        def act(self, observation: NDArray[np.float32], info: dict[str, Any]) -> Any:  # noqa: ANN401
            del observation, info
            return "0,1/0"

    Speaker.actions = actions
    state = registry.get("carcassonne").new()
    state.apply(state.outcomes()[0][0])
    with pytest.raises(IllegalMoveError, match="the action 0,1/0 is not legal"):
        Speaker().choose(view_of(state, state.to_move))


def test_it_plays_a_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the terminal and on the page, against our agents, without a move that is not its own."""
    agents = ["--agent", f"{__name__}:Middle", "--agent", "random"]
    folder = ["--folder", str(tmp_path), "--time", "600", "--seed", "1"]
    assert run(["play", "--game", "hoard", *agents, *folder]) == ExitCode.OK
    assert "Middle" in capsys.readouterr().out
