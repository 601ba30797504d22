"""What has learned in an environment, as an agent: in a match, at a referee, on a page."""

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carcbot.env.action_ways import MOVES, Acting, acting_for, text_of
from carcbot.env.batch import Batch
from carcbot.errors import IllegalMoveError
from carcbot.games import registry
from carcbot.games.contract import View, determinized

__all__ = ["LearnerAgent"]


class LearnerAgent(ABC):
    """Decides by the numbers that an environment shows, wherever an agent can play.

    A class of your own has `act`, and a constructor without arguments that finds what was learned.
    As ``module:Class`` it plays at a table of any game and options that it has numbers for; what it
    is shown there is what `OneSeat` would show its seat, made of what the seat may know.

    Attributes:
        version: That of the environment that it has learned in; None is the newest.
        observation: The kind of observations that it has learned from.
        actions: What its actions are.
    """

    version: int | None = None
    observation: str = "compact"
    actions: str = MOVES

    @abstractmethod
    def act(self, observation: NDArray[np.float32], info: dict[str, Any]) -> Any:  # noqa: ANN401
        """The action, as `OneSeat.step` takes it, for an observation and the `info` with it."""

    def choose(self, view: View, _budget: object = None) -> str:
        """The move that its actions mean; where a turn has several, all of them.

        Raises:
            IllegalMoveError: An action is not legal.
        """
        batch = Batch(
            registry.game_of(view.text).name,
            view.options,
            games=1,
            version=self.version,
            observation=self.observation,
            restarts=False,
        )
        # of what is hidden a position has anything, but numbers are those of the seat's view
        batch.put(0, determinized(view, 0))
        acting = acting_for(batch, self.actions, "raise", self.observation)
        acting.begin(0, 0)
        parts = [self._part(acting, view.to_move)]
        while acting.waiting:
            parts.append(self._part(acting, view.to_move))
        return "".join(parts)

    def _part(self, acting: Acting, seat: int) -> str:
        """The text of its next action, which is made."""
        info = acting.info(0)
        action = self.act(acting.observation(0, seat), {**info, "illegal": False})
        text = text_of(action, info)
        if text is None:
            raise IllegalMoveError(
                f"the action {action} is not legal",
                where=f"the {self.actions} of a learner",
                expected=f"one of the {len(info['moves'])} that info has",
            )
        acting.whole_moves([action])
        return text
