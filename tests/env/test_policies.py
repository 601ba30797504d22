"""Who acts in an environment by a name."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from carcbot.env.action_ways import text_of
from carcbot.env.learner_agent import LearnerAgent
from carcbot.env.one_seat import OneSeat
from carcbot.env.policies import policy_of
from carcbot.errors import AgentError, OptionsError
from carcbot.games.contract import View


class First(LearnerAgent):
    """Takes the first legal action."""

    def act(self, observation: NDArray[np.float32], info: dict[str, Any]) -> int:
        """It."""
        del observation
        return int(info["action_mask"].argmax())


class FirstTile(First):
    """The same, in two phases."""

    actions = "phases"


class Oldest(First):
    """The same, by the numbers of the first version."""

    version = 0


class FirstMove:
    """Takes the first legal move."""

    def choose(self, view: View, budget: object) -> str:
        """It."""
        del budget
        return view.legal_moves()[0]


class Broken:
    """Has a mistake."""

    def choose(self, view: View, budget: object) -> str:
        """It."""
        del view, budget
        raise ZeroDivisionError


def texts_of(agent: str, environment: OneSeat, seed: int = 1, most: int = 12) -> list[str]:
    """What an agent does in an episode, by the notation of the game."""
    policy = policy_of(agent, environment, seed)
    observation, info = environment.reset(seed=1)
    texts: list[str] = []
    over = False
    while not over and len(texts) < most:
        action = policy(environment, observation, info)
        texts.append(text_of(action, info) or "")
        observation, _, over, _, info = environment.step(action)
        assert not info["illegal"]
    return texts


@pytest.mark.parametrize("actions", ("moves", "phases", "vector"))
def test_chance_takes_any_legal_action(actions: str) -> None:
    """In each way of acting, by its seed."""
    environment = OneSeat("carcassonne", actions=actions)
    once, again, other = (texts_of("random", environment, seed) for seed in (1, 1, 2))
    assert once == again != other
    assert all(once) or actions != "moves"  # the second phase may be nothing


def test_agents_of_ours_and_of_others() -> None:
    """A preset, a class with whole moves and one with actions; the last two do the same here."""
    environment = OneSeat("pot")
    assert texts_of("flat:sims=20", environment)
    assert texts_of(f"{__name__}:First", environment) == texts_of(
        f"{__name__}:FirstMove", environment
    )
    opposed = OneSeat("pot", opponents=f"{__name__}:FirstMove")
    assert texts_of("random", opposed)


@pytest.mark.parametrize(
    ("agent", "actions", "said"),
    (
        ("nobody", "moves", "nobody"),
        ("mcts", "moves", "for ever"),
        (f"{__name__}:Nobody", "moves", "cannot be loaded"),
        (f"{__name__}:FirstMove", "phases", "makes whole moves"),
        ("greedy", "vector", "makes whole moves"),
        (f"{__name__}:FirstTile", "moves", "has learned with actions 'phases'"),
        (f"{__name__}:Oldest", "moves", "has learned with version 0"),
    ),
)
def test_who_cannot_act_there_is_refused(agent: str, actions: str, said: str) -> None:
    """Before anything is played, with what is wrong."""
    with pytest.raises((AgentError, OptionsError), match=said):
        policy_of(agent, OneSeat("carcassonne", actions=actions), 1)


def test_what_goes_wrong_in_a_class_is_told_as_its_own() -> None:
    """With the line in its author's file."""
    with pytest.raises(AgentError, match=r"ZeroDivisionError.*test_policies\.py"):
        texts_of(f"{__name__}:Broken", OneSeat("pot"))


@pytest.mark.parametrize("actions", ("moves", "phases", "vector"))
def test_what_is_no_action(actions: str) -> None:
    """Whatever else a learner says is no legal action, and no other is made in its place."""
    environment = OneSeat("carcassonne", actions=actions, illegal="lose")
    wrong = ("not a move", None, 0.5, float("nan"), 10**30, [1, 2])
    for action in wrong:
        _, info = environment.reset(seed=1)
        assert text_of(action, info) is None
        _, _, over, _, info = environment.step(action)
        assert over
        assert info["illegal"]
