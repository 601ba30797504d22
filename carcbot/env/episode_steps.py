"""An episode of an environment, step by step, as those are told of it who look on."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from carcbot.env.action_ways import text_of
from carcbot.env.policies import Policy

if TYPE_CHECKING:
    from carcbot.env.one_seat import OneSeat

__all__ = ["Step", "play"]


@dataclass(frozen=True, slots=True)
class Step:
    """What a learner did, and what came of it.

    Attributes:
        action: What it said, if that is a number.
        text: The same in the notation of the game; empty if it was not legal.
        reward: What the step paid.
        plies: All draws and moves that it led to, hidden ones too.
        is_illegal: Whether the action was not legal.
        is_over: Whether the game is over, or lost.
        is_cut: Whether the episode is broken off before that.
    """

    action: int | None
    text: str
    reward: float
    plies: tuple[str, ...]
    is_illegal: bool
    is_over: bool
    is_cut: bool


def play(
    environment: gymnasium.Env[Any, Any],
    policy: Policy,
    observation: NDArray[np.float32],
    info: dict[str, Any],
) -> Iterator[Step]:
    """Plays an episode that was begun by a reset; each step is made when it is asked for.

    Args:
        environment: A `OneSeat`, in whatever wrappers.
        policy: Who acts.
        observation: What the reset gave.
        info: The same.
    """
    inner: OneSeat = environment.unwrapped  # type: ignore[assignment]  # as it is promised
    known = len(inner.plies())
    is_over = is_cut = False
    while not (is_over or is_cut):
        action = policy(inner, observation, info)
        text, is_whole = text_of(action, info) or "", "outside" in info
        observation, reward, is_over, is_cut, info = environment.step(action)
        plies = tuple(inner.plies()[known:])
        known += len(plies)
        if is_whole and plies and not info["illegal"]:
            text = plies[0]  # a wrapper may have made another action of it
        number = int(action) if isinstance(action, int | np.integer) else None
        yield Step(number, text, float(reward), plies, bool(info["illegal"]), is_over, is_cut)
