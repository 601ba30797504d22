"""Many games of one learner as a vector environment of Gymnasium, played in one call."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from carcbot.env.action_ways import MOVES
from carcbot.env.batch import Illegal, Reward
from carcbot.env.one_seat import action_space, observation_space
from carcbot.env.other_seats import RANDOM, Opponent
from carcbot.env.seat_games import Seat, SeatGames, chance_from
from carcbot.errors import OptionsError

__all__ = ["ManySeats"]


class ManySeats(VectorEnv[NDArray[np.float32], NDArray[Any], NDArray[Any]]):
    """As many games as there are to be, each as in `OneSeat`.

    A game that has ended begins anew with the next step, whatever action it is given there. The
    info has `action_mask`, a row for each game, and `illegal`; where actions are vectors,
    `action_vectors` instead, those that are legal in each game.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium's own declaration
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        game: str,
        options: str = "",
        *,
        num_envs: int = 1,
        seat: Seat = 0,
        opponents: Opponent | Sequence[Opponent] = RANDOM,
        version: int | None = None,
        observation: str = "compact",
        reward: Reward = "win",
        illegal: Illegal = "lose",
        actions: str = MOVES,
    ) -> None:
        """Makes the environments: `num_envs` of them, all else as for `OneSeat`."""
        self._games = SeatGames(
            game,
            options,
            games=num_envs,
            seat=seat,
            opponents=opponents,
            version=version,
            observation=observation,
            reward=reward,
            illegal=illegal,
            actions=actions,
        )
        self.num_envs = num_envs
        self.render_mode = None
        self.single_observation_space = observation_space(self._games.batch.shape)
        self.single_action_space = action_space(self._games.acting)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._chance: list[np.random.Generator] = []
        self._ended = np.zeros(num_envs, np.bool_)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begins all games: with seeds of their own, or with `seed`, `seed` + 1 and so on.

        Raises:
            OptionsError: There are more or fewer seeds than games, or one is negative.
        """
        super().reset(seed=None, options=options)
        if isinstance(seed, int | np.integer):
            seed = range(int(seed), int(seed) + self.num_envs)
        if not isinstance(seed, list | tuple | range | np.ndarray | None):
            raise OptionsError(f"{seed!r}", where="seed", expected="a whole number, or several")
        if seed is not None and len(seed) != self.num_envs:
            raise OptionsError(
                f"there are {len(seed)} seeds", where="seed", expected=f"one or {self.num_envs}"
            )
        if seed is not None or not self._chance:
            seeds = [None] * self.num_envs if seed is None else seed
            self._chance = [chance_from(each) for each in seeds]
        self._games.begin(range(self.num_envs), self._chance)
        self._ended = np.zeros(self.num_envs, np.bool_)
        return self._observations(), self._info()

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[
        NDArray[np.float32],
        NDArray[np.float32],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Makes a decision in each game.

        Raises:
            IllegalMoveError: One is not legal, and that is refused; no game has changed.
            OptionsError: They are no actions, one for each game.
        """
        if not np.ndim(actions):
            raise OptionsError(
                f"{actions!r}", where="actions", expected=f"{self.num_envs} of them in a row"
            )
        begin_anew = np.flatnonzero(self._ended).tolist()
        self._games.step(list(actions))
        self._games.begin(begin_anew, [self._chance[game] for game in begin_anew])
        ended = self._games.over
        ended[begin_anew] = False  # if others have ended it already, the next step says so and pays
        self._ended = ended
        nothing = np.zeros(self.num_envs, np.bool_)
        return self._observations(), self._games.rewards.copy(), ended.copy(), nothing, self._info()

    def _observations(self) -> NDArray[np.float32]:
        """Also of a game that is over, and of one in which a turn goes on."""
        observations: NDArray[np.float32] = self._games.batch.arrays.observations.copy()
        for game in (*np.flatnonzero(self._games.over), *self._games.acting.waiting):
            observations[game] = self._games.observation(int(game))
        return observations

    def _info(self) -> dict[str, Any]:
        return {**self._games.acting.info_of_all(), "illegal": self._games.illegal.copy()}
