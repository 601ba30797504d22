"""A game as an environment of Gymnasium: one seat is the learner's, others play the rest."""

from collections.abc import Sequence
from typing import Any, cast

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete, Space
from numpy.typing import NDArray

from carcbot.env.action_ways import MOVES, Acting
from carcbot.env.batch import Illegal, Reward
from carcbot.env.other_seats import RANDOM, Opponent
from carcbot.env.pictures import RENDER_MODES, need_mode, picture
from carcbot.env.seat_games import Seat, SeatGames
from carcbot.errors import OptionsError
from carcbot.games.contract import Game, State, View

__all__ = ["OneSeat", "action_space", "observation_space"]

_MOST = 10_000.0


def observation_space(shape: tuple[int, ...]) -> Space[NDArray[np.float32]]:
    """The space of observations of this shape: no number of any game's reaches beyond it."""
    return cast("Space[NDArray[np.float32]]", Box(-_MOST, _MOST, shape, np.float32))


def action_space(acting: Acting) -> Space[Any]:
    """The space of a learner's actions."""
    if not acting.is_vector:
        return cast("Space[Any]", Discrete(acting.size))
    return Box(0, 1, (acting.size,), np.int8)


class OneSeat(gymnasium.Env[NDArray[np.float32], Any]):
    """One seat of a game; a step is its decision and all that happens until the next one.

    The info of each step has `action_mask`, a 1 for each legal action; `moves`, the text of each
    legal move by its action; `outside`, the texts of legal moves that have no action, of which
    `step` takes the text; and `illegal`, whether the last action was not legal. Where actions are
    vectors it has `action_vectors`, those that are legal, and `moves` are their texts.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium's own declaration
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        options: str = "",
        *,
        seat: Seat = 0,
        opponents: Opponent | Sequence[Opponent] = RANDOM,
        version: int | None = None,
        observation: str = "compact",
        reward: Reward = "win",
        illegal: Illegal = "lose",
        actions: str = MOVES,
        render_mode: str | None = None,
    ) -> None:
        """Makes the environment.

        Args:
            game: The game's name.
            options: Its options.
            seat: The learner's, or "random" for another one in each game.
            opponents: Who plays the other seats: agents by their names, or functions that get a
                view and return a legal move; one for all, or one for each seat after the learner's.
            version: That of the environment's name; the newest, if none is named.
            observation: A kind of them that the game has.
            reward: What a step pays.
            illegal: What becomes of an illegal action.
            actions: What an action is: a whole move, or another way that the game has.
            render_mode: How `render` shows what the learner knows; None: not at all.

        Raises:
            InputError: One of them is not possible.
        """
        self._games = SeatGames(
            game,
            options,
            games=1,
            seat=seat,
            opponents=opponents,
            version=version,
            observation=observation,
            reward=reward,
            illegal=illegal,
            actions=actions,
        )
        if render_mode is not None:
            need_mode(render_mode)
        self.render_mode = render_mode
        self.observation = observation
        self.actions = actions
        self.observation_space = observation_space(self._games.batch.shape)
        self.action_space = action_space(self._games.acting)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begins a game; the same seed gives the same games. There are no options."""
        super().reset(seed=seed, options=options)
        self._games.begin([0], [self.np_random])
        self._show()
        return self._games.observation(0), self._info()

    def step(
        self,
        action: Any,  # noqa: ANN401 - a number, a vector, or the text of a move
    ) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Makes the learner's decision.

        Raises:
            IllegalMoveError: It is not legal, and that is refused; nothing has changed.
        """
        self._games.step([action])
        self._show()
        reward, over = float(self._games.rewards[0]), bool(self._games.over[0])
        return self._games.observation(0), reward, over, False, self._info()

    def action_masks(self) -> NDArray[np.int8]:
        """The mask of legal actions, under the name by which libraries with masks ask for it.

        Raises:
            OptionsError: Actions are vectors, which have no mask.
        """
        if self._games.acting.is_vector:
            raise OptionsError(
                "vectors have no mask", where="actions", expected="another way of acting"
            )
        mask: NDArray[np.int8] = self._games.acting.info_of_all()["action_mask"][0]
        return mask

    def render(self) -> Any:  # noqa: ANN401 - it depends on the mode
        """What the learner knows, as text, a vector picture or pixels."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render_mode shows nothing")
            return None
        if self.render_mode == "human":
            return None  # each step has shown it
        return picture(self.game, self.view(), self.render_mode)

    @property
    def game(self) -> Game[State]:
        """The game that is played."""
        return self._games.batch.game

    @property
    def options(self) -> str:
        """Its options, as text."""
        return self._games.batch.options

    @property
    def version(self) -> int:
        """That of the environment's name."""
        return self._games.batch.version

    @property
    def seat(self) -> int:
        """The learner's seat in this episode."""
        return int(self._games.seats[0])

    def plies(self) -> list[str]:
        """All draws and moves of this episode, hidden ones too: for who looks on."""
        return self._games.batch.plies(0)

    def view(self) -> View:
        """What the learner knows."""
        return self._games.view(0)

    def _show(self) -> None:
        if self.render_mode == "human":
            picture(self.game, self.view(), "human")

    def _info(self) -> dict[str, Any]:
        return {**self._games.acting.info(0), "illegal": bool(self._games.illegal[0])}
