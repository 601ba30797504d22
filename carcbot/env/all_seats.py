"""A game as an environment of PettingZoo: every seat is an agent's, one after the other."""

from typing import Any

import numpy as np
from gymnasium.spaces import Space
from numpy.typing import NDArray
from pettingzoo import AECEnv

from carcbot.env.action_ways import MOVES, acting_for
from carcbot.env.batch import Batch, Illegal, Reward
from carcbot.env.one_seat import action_space, observation_space
from carcbot.env.pictures import RENDER_MODES, need_mode, picture
from carcbot.env.seat_games import chance_from
from carcbot.errors import OutOfTurnError
from carcbot.games.contract import OVER, view_of

__all__ = ["AllSeats"]

_SEEDS = 2**63


class AllSeats(AECEnv):  # type: ignore[misc]  # a library without types
    """A whole game; agent ``player_0`` has seat 0, and so on.

    The info of the agent that is to move has `action_mask`, a 1 for each legal action, and `moves`,
    the text of each legal move by its action, and `outside`; others have no legal action. Every
    agent's info has `illegal`, whether the last action was not legal. Where a turn has several
    actions, or actions are vectors, all is as in `OneSeat`. No game of ours has moves at the same
    moment, so there is no parallel form.
    """

    def __init__(
        self,
        game: str,
        options: str = "",
        *,
        version: int | None = None,
        observation: str = "compact",
        reward: Reward = "win",
        illegal: Illegal = "lose",
        actions: str = MOVES,
        render_mode: str | None = None,
    ) -> None:
        """Makes the environment; the arguments are those of `OneSeat`.

        Raises:
            InputError: One of them is not possible.
        """
        super().__init__()
        self._batch = Batch(
            game,
            options,
            games=1,
            version=version,
            observation=observation,
            reward=reward,
            illegal=illegal,
            restarts=False,
        )
        self._acting = acting_for(self._batch, actions, illegal, observation)
        if render_mode is not None:
            need_mode(render_mode)
        self.metadata = {
            "name": f"{game}_v{self._batch.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self._batch.seats)]
        self.agents: list[str] = []
        self._spaces: dict[str, tuple[Space[NDArray[np.float32]], Space[Any]]] = {
            agent: (observation_space(self._batch.shape), action_space(self._acting))
            for agent in self.possible_agents
        }
        self._chance = np.random.default_rng()

    def observation_space(self, agent: str) -> Space[NDArray[np.float32]]:
        """What the agent may see."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> Space[Any]:
        """What it may do."""
        return self._spaces[agent][1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game; the same seed gives the same games. There are no options."""
        del options
        if seed is not None:
            self._chance = chance_from(seed)
        game_seed = int(self._chance.integers(_SEEDS))
        self._batch.reset(seeds=[game_seed])
        self._acting.begin(0, game_seed)
        self._is_replaced = False
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._look()
        self._show()

    def step(self, action: Any) -> None:  # noqa: ANN401 - as in OneSeat, or None
        """Makes a decision, or a part of it, of the agent that is to move.

        Who has its game behind it says None.

        Raises:
            IllegalMoveError: It is not legal, and that is refused; nothing has changed.
            OutOfTurnError: No game was begun, or all agents have its end behind them.
        """
        if not self.agents:
            raise OutOfTurnError("no game goes on", expected="reset")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        moves, replaced = self._acting.whole_moves([action])
        self._batch.step(moves)
        self._is_replaced = bool(replaced[0])
        self._cumulative_rewards[agent] = 0.0
        paid = self._batch.arrays.rewards[0]
        self.rewards = {each: float(reward) for each, reward in zip(self.agents, paid, strict=True)}
        if self._batch.over[0]:
            self.terminations = dict.fromkeys(self.agents, True)
        self._look()
        self._accumulate_rewards()
        self._show()

    def observe(self, agent: str) -> NDArray[np.float32]:
        """What this agent sees now."""
        return self._acting.observation(0, self.possible_agents.index(agent))

    def render(self) -> Any:  # noqa: ANN401 - it depends on the mode
        """What everybody at the table sees, as text, a vector picture or pixels."""
        if self.render_mode is None or self.render_mode == "human":
            return None  # nothing is wanted, or each step has shown it
        return self._picture()

    def close(self) -> None:
        """Nothing is held open."""

    def _look(self) -> None:
        """Whose turn it is, and what may be done."""
        turn = int(self._batch.arrays.to_move[0])
        if turn != OVER:
            self.agent_selection = self.possible_agents[turn]
        elif self.agents:
            self.agent_selection = self.agents[0]
        is_illegal = bool(self._batch.arrays.illegal[0]) or self._is_replaced
        self.infos = {
            agent: {
                **(self._acting.info(0) if seat == turn else self._acting.no_info()),
                "illegal": is_illegal,
            }
            for seat, agent in enumerate(self.agents)
        }

    def _picture(self) -> Any:  # noqa: ANN401 - it depends on the mode
        view = view_of(self._batch.position(0), None)
        return picture(self._batch.game, view, self.render_mode or "ansi")

    def _show(self) -> None:
        if self.render_mode == "human":
            self._picture()
