"""Who acts in an environment, by a name: chance, an agent of ours, or somebody's own class."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carcbot.env.action_ways import MOVES
from carcbot.env.learner_agent import LearnerAgent
from carcbot.env.one_seat import OneSeat
from carcbot.env.other_seats import RANDOM, chooser_of
from carcbot.errors import OptionsError
from carcbot.search.own_agent import is_own, load

__all__ = ["Policy", "policy_of"]

Policy = Callable[[OneSeat, NDArray[np.float32], dict[str, Any]], Any]
"""Answers an observation, and the info with it, with an action; it may look at the environment."""


def policy_of(agent: str, environment: OneSeat, seed: int) -> Policy:
    """Who acts in this environment under a name.

    Args:
        agent: ``random``, an agent of ours with its parameters, or MODULE:CLASS: what has `act` is
            asked for actions as they come, and what has `choose` for whole moves.
        environment: Where.
        seed: Of its chance.

    Raises:
        AgentError: There is no such agent, or it would think for ever.
        OptionsError: It answers with other actions than the environment takes.
    """
    if agent == RANDOM:
        chance = np.random.default_rng(seed)
        return lambda _environment, _observation, info: _any_action(info, chance)
    if is_own(agent):
        own = load(agent, seed)
        if isinstance(own, LearnerAgent):
            _check_fits(agent, own, environment)
            return lambda _environment, observation, info: own.act(observation, info)
    if environment.actions != MOVES:
        raise OptionsError(
            f"{agent} makes whole moves", where="actions", expected=f"{MOVES!r}, or another agent"
        )
    choose = chooser_of(agent, seed, environment.game.name)
    chance = np.random.default_rng(seed)
    return lambda at, _observation, _info: choose(at.view(), int(chance.integers(2**63)))


def _any_action(info: dict[str, Any], chance: np.random.Generator) -> Any:  # noqa: ANN401
    if "action_vectors" in info:
        return info["action_vectors"][chance.integers(len(info["action_vectors"]))]
    legal = [*info["moves"], *info.get("outside", ())]
    return legal[chance.integers(len(legal))]


def _check_fits(agent: str, own: LearnerAgent, environment: OneSeat) -> None:
    for what in ("observation", "actions", "version"):
        learned, here = getattr(own, what), getattr(environment, what)
        if learned is not None and learned != here:
            raise OptionsError(
                f"{agent} has learned with {what} {learned!r}",
                where=f"the environment, with {here!r}",
                expected="the same",
            )
