"""Games in which one seat is a learner's, and others play the rest: what environments step."""

from collections.abc import Sequence
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from carcbot.env.action_ways import MOVES, acting_for
from carcbot.env.batch import NO_ACTION, Batch, Illegal, Reward
from carcbot.env.other_seats import RANDOM, Chooser, Opponent, makers
from carcbot.errors import OptionsError, OutOfTurnError
from carcbot.games.contract import OVER, View, view_of

__all__ = ["ANY_SEAT", "Seat", "SeatGames", "chance_from"]

ANY_SEAT: Final = "random"
"""In place of a seat: another one may be drawn for each game."""
Seat = int | Literal["random"]
_SEEDS: Final = 2**63


def chance_from(seed: int | None) -> np.random.Generator:
    """Where the chance of games comes from, by a seed or anew each time.

    Raises:
        OptionsError: The seed is none.
    """
    try:
        return np.random.default_rng(seed)
    except (TypeError, ValueError) as error:
        raise OptionsError(
            f"the seed {seed!r}: {error}", where="seed", expected="one from 0"
        ) from error


def _seed_of_seat(seed: int, place: int) -> int:
    """The seed of somebody's own agent in a game with this seed, without a draw from its chance."""
    return int(np.random.default_rng((seed, place)).integers(_SEEDS))


class SeatGames:
    """A batch of games of which one seat each is the learner's.

    A step is a decision of the learner's and all that happens until its next one. Games that are
    over wait until they are begun anew.

    Attributes:
        batch: The games.
        acting: How the learner acts in them.
        seats: The learner's seat in each.
        rewards: What the last step paid to it, the first one also what the beginning did.
        illegal: Whether its last action was not legal.
    """

    def __init__(
        self,
        game: str,
        options: str,
        *,
        games: int,
        seat: Seat,
        opponents: Opponent | Sequence[Opponent] = RANDOM,
        version: int | None = None,
        observation: str = "compact",
        reward: Reward = "win",
        illegal: Illegal = "lose",
        actions: str = MOVES,
    ) -> None:
        """Makes games that are still to be begun; the arguments are those of the environments."""
        self.batch = Batch(
            game,
            options,
            games=games,
            version=version,
            observation=observation,
            reward=reward,
            illegal=illegal,
            restarts=False,
        )
        self.acting = acting_for(self.batch, actions, illegal, observation)
        if seat != ANY_SEAT and seat not in range(self.batch.seats):
            raise OptionsError(
                f"there is no seat {seat!r}",
                where="seat",
                expected=f"one from 0 to {self.batch.seats - 1}, or {ANY_SEAT!r}",
            )
        self._seat = seat
        self._makers = makers(opponents, self.batch.seats - 1, game)
        self._choosers: list[list[Chooser | None]] = [[] for _ in range(games)]
        self._chance = [np.random.default_rng(0) for _ in range(games)]
        self.seats = np.zeros(games, np.int64)
        self.rewards = np.zeros(games, np.float32)
        self.illegal = np.zeros(games, np.bool_)
        self._before = np.zeros(games, np.float32)
        self._has_begun = np.zeros(games, np.bool_)

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which games are over."""
        return self.batch.over

    def begin(self, which: Sequence[int], chance: Sequence[np.random.Generator]) -> None:
        """Begins games anew, and plays them to the learner's first decision.

        Args:
            which: The games.
            chance: For each of them where its seed, its seat and its opponents' seeds come from.
        """
        for game, generator in zip(which, chance, strict=True):
            seed = int(generator.integers(_SEEDS))
            self._chance[game] = np.random.default_rng(seed)
            drawn = int(generator.integers(self.batch.seats))
            self.seats[game] = drawn if self._seat == ANY_SEAT else self._seat
            self.rewards[game] = 0
            self.illegal[game] = False
            self._choosers[game] = [
                maker and maker(_seed_of_seat(seed, place))
                for place, maker in enumerate(self._makers)
            ]
            self.batch.reset([game], seeds=[seed])
            self.acting.begin(game, seed)
        begun = np.asarray(which, np.int64)
        self._has_begun[begun] = True
        self._play_others(begun)
        self._before[begun] = self.rewards[begun]
        self.rewards[begun] = 0

    def step(self, actions: Sequence[Any]) -> None:
        """Makes the learner's decision, or a part of it, in every game but those that are over.

        Raises:
            IllegalMoveError: An action is not legal and that is refused; no game has changed.
            OutOfTurnError: A game was not begun, or an opponent has failed in it.
            OptionsError: There are more or fewer actions than games.
        """
        if len(actions) != self.batch.games:
            raise OptionsError(
                f"{len(actions)} actions", where="actions", expected=f"{self.batch.games} of them"
            )
        self._need_begun()
        stepped = np.flatnonzero(~self.over)
        if (self.batch.arrays.to_move[stepped] != self.seats[stepped]).any():
            raise OutOfTurnError(
                "another seat is to move: an opponent has failed in this game",
                expected="reset",
            )
        moves, replaced = self.acting.whole_moves(actions)
        self.batch.step(moves)
        self.illegal[:] = self.batch.arrays.illegal.astype(np.bool_) | replaced
        self.rewards[:] = self._before
        self._before[:] = 0
        self._take_rewards(stepped)
        self._play_others(stepped)

    def view(self, game: int) -> View:
        """What the learner knows of a game.

        Raises:
            OutOfTurnError: A game was not begun.
        """
        self._need_begun()
        return view_of(self.batch.position(game), int(self.seats[game]))

    def observation(self, game: int) -> NDArray[np.float32]:
        """What the learner sees of a game, as numbers."""
        return self.acting.observation(game, int(self.seats[game]))

    def _need_begun(self) -> None:
        if not self._has_begun.all():
            raise OutOfTurnError("a game was not begun", expected="reset before anything else")

    def _take_rewards(self, games: NDArray[np.int64]) -> None:
        self.rewards[games] += self.batch.arrays.rewards[games, self.seats[games]]

    def _play_others(self, games: NDArray[np.int64]) -> None:
        """Plays these games on until the learner is to move or they are over."""
        while True:
            turns = self.batch.arrays.to_move[games]
            games = games[(turns != OVER) & (turns != self.seats[games])]
            if not len(games):
                return
            turns = self.batch.arrays.to_move[games]
            places = (turns - self.seats[games] - 1) % self.batch.seats
            drawn = [
                int(game)
                for game, place in zip(games, places, strict=True)
                if self._choosers[game][place] is None
            ]
            actions = self.batch.sample(drawn)
            for game, place in zip(games, places, strict=True):
                if (chooser := self._choosers[game][place]) is not None:
                    view = view_of(self.batch.position(game), int(self.batch.arrays.to_move[game]))
                    self.batch.choose(game, chooser(view, int(self._chance[game].integers(_SEEDS))))
                    actions[game] = NO_ACTION
                elif actions[game] == NO_ACTION:  # all its moves lie beyond the window
                    moves = list(self.batch.moves(game))
                    self.batch.choose(game, moves[self._chance[game].integers(len(moves))])
            self.batch.step(actions)
            self._take_rewards(games)
