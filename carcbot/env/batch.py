"""Many games at once, played by the native core into arrays of the caller.

A batch holds N games of the same options. Each call of `Batch.step` makes one decision in every
game, lets chance draw until the next one is due, and writes what that needs: observations, masks of
legal actions, rewards, whose turn it is, and what has ended. Nothing is allocated and nothing is
copied, and the interpreter is free meanwhile.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import index
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from carcbot import _native
from carcbot.env.arrays import Arrays, fault_of, need_shapes, new_arrays, shapes_of
from carcbot.errors import OptionsError, UnknownGameError
from carcbot.games import registry
from carcbot.games.contract import OVER, Game, State
from carcbot.games.option_text import quoted

__all__ = [
    "NO_ACTION",
    "WAIT",
    "Afterstates",
    "Batch",
    "Illegal",
    "Masks",
    "Reward",
    "learned_games",
]

NO_ACTION: Final = -1
"""In place of an action: the move has none, for it lies outside of what actions reach."""
WAIT: Final = -2
"""In place of an action: the game waits, and nothing happens there."""
_MOST: Final = (1 << 31) - 1
"""No count of games or threads is greater, nor any version."""
Reward = Literal["win", "difference", "gain"]
"""What a step pays to each seat.

``win``: at the end 1 to the winner and -1 to the other; of n seats the losers share the -1, and
winners who share a victory share it out evenly. ``difference``: at the end a seat's points beyond
those of the best other. ``gain``: points won or lost since the step before.
"""
Illegal = Literal["raise", "lose", "random"]
"""What becomes of an action that is not legal: an IllegalMoveError, and no game changes; the seat
loses at once, for 100 points where points are paid; or a random legal move is made."""
Which = Sequence[int] | NDArray[np.int64] | NDArray[np.bool_] | None
"""Some games, by their numbers or as a mask; None is all."""
Masks = Literal["bytes", "bits"]
"""How legal actions are told: a byte for each action, or a bit, as `numpy.packbits` makes them."""


@dataclass(frozen=True, slots=True)
class Afterstates:
    """What follows from every legal move of some games; those of a game stand side by side.

    Attributes:
        offsets: Where the moves of each game begin, and after the last game their number.
        actions: The action of each, NO_ACTION for a move that has none.
        observations: What the seat that moves sees after it.
        scores: Points of each seat then.
        over: Whether the move ends the game.
    """

    offsets: NDArray[np.int64]
    actions: NDArray[np.int32]
    observations: NDArray[np.float32]
    scores: NDArray[np.int32]
    over: NDArray[np.uint8]


class Batch:
    """Games of the same options, played side by side; all begin anew at once.

    Attributes:
        game: The game that is played.
        options: Its options, as text.
        seats: How many play in each game.
        games: How many games there are.
        actions: How many actions there are: numbers from 0.
        version: That of the environment's name.
        shape: That of one observation.
        names: What each place of its first dimension is.
        arrays: What is written, as it was given; without that, as numpy's.
    """

    def __init__(
        self,
        game: str,
        options: str = "",
        *,
        games: int,
        seed: int = 0,
        version: int | None = None,
        observation: str = "compact",
        reward: Reward = "win",
        illegal: Illegal = "raise",
        restarts: bool = True,
        threads: int = 1,
        masks: Masks = "bytes",
        arrays: Arrays | None = None,
    ) -> None:
        """Begins the games.

        Args:
            game: Its name.
            options: Those of the game, as text; what is not named has its default.
            games: How many.
            seed: What all chance comes from: game i has the seed that `seeds_from` says.
            version: That of the environment's name; the newest, if none is named.
            observation: A kind of them that the game has.
            reward: What a step pays.
            illegal: What becomes of an illegal action.
            restarts: Whether a game that ends begins anew in the same step. Otherwise steps leave
                it alone until it is reset.
            threads: How many share the work. What happens does not depend on it.
            masks: How they tell of legal actions. Bits are an eighth of the memory, which counts
                where there are many games: then the caches hold more of them.
            arrays: Where to write; without them numpy's are made.

        Raises:
            UnknownGameError: There is no such game.
            OptionsError: An option is not possible, or the game cannot be learned, or the arrays
                cannot be written to or do not have the right numbers.
        """
        self.game: Game[State] = registry.get(game)
        core = _core_of(self.game)
        self.options = self.game.new(options).options
        self.seats = self.game.new(self.options).seats
        for name, number in (("games", games), ("threads", threads), ("version", version or 0)):
            if isinstance(number, bool) or not isinstance(number, int | np.integer):
                raise OptionsError(f"{number!r} {name}", where=name, expected="a whole number")
            if abs(int(number)) > _MOST:
                raise OptionsError(f"{number} {name}", where=name, expected="a smaller number")
        words = {"observation": observation, "reward": reward, "illegal": illegal, "masks": masks}
        for name, word in words.items():
            if not isinstance(word, str):
                raise OptionsError(f"{word!r} is no text", where=name, expected="a name")
        if games < 1:
            raise OptionsError(f"{games!r} games", where="games", expected="a number from 1")
        self.games = int(games)
        self._restarts = bool(restarts)
        self._every_game = np.arange(self.games)
        self.version: int = core.versions() - 1 if version is None else int(version)
        actions, shape, names = core.encoding(self.options, observation, self.version)
        self.actions: int = actions
        self.shape: tuple[int, ...] = tuple(shape)
        self.names: tuple[str, ...] = tuple(names)
        shapes = shapes_of(
            self.games, self.seats, self.shape, actions if masks == "bytes" else -(-actions // 8)
        )
        if not isinstance(arrays, Arrays | None):
            raise OptionsError(f"{arrays!r}", where="arrays", expected="an Arrays, or None")
        self.arrays = new_arrays(shapes) if arrays is None else arrays
        given = self.arrays
        if (fault := fault_of(given)) is not None:
            raise fault
        need_shapes(given, shapes)
        self._core = core.Batch(
            options=self.options,
            observation=observation,
            version=self.version,
            games=self.games,
            reward=reward,
            illegal=illegal,
            restarts=self._restarts,
            threads=int(threads),
            mask_kind=masks,
            observations=given.observations,
            masks=given.masks,
            rewards=given.rewards,
            scores=given.scores,
            to_move=given.to_move,
            ended=given.ended,
            illegal_moves=given.illegal,
        )
        self._later = _sequence_of(seed)
        self.reset(seed=seed)

    def _numbers(self, which: Which) -> NDArray[np.int64]:
        if which is None:
            return self._every_game
        numbers = np.asarray(which)
        if numbers.dtype == np.bool_:
            if numbers.shape != (self.games,):
                raise OptionsError(
                    f"a mask of shape {numbers.shape}",
                    where="which games",
                    expected=f"one of {self.games}, or the games' numbers",
                )
            return np.flatnonzero(numbers)
        return _whole(numbers, "which games")

    def reset(
        self,
        which: Which = None,
        *,
        seed: int | None = None,
        seeds: ArrayLike | None = None,
    ) -> None:
        """Begins games anew.

        Args:
            which: The games, by their numbers or as a mask like `over`; without it all.
            seed: What their seeds come from, as `seeds_from` says. Without that they are new ones,
                which come from the seed of the batch.
            seeds: The seed of each instead. A game is the same for the same seed in every batch.

        Raises:
            OptionsError: There is no such game, a seed is negative or too large, or both are said.
        """
        if seed is not None and seeds is not None:
            raise OptionsError("a seed and seeds", where="reset", expected="one of the two")
        games = self._numbers(which)
        if seeds is None:
            source = self._later.spawn(1)[0] if seed is None else _sequence_of(seed)
            seeds = _generated(source, len(games))
        self._core.reset(games, _checked_seeds(seeds))

    def step(self, actions: ArrayLike) -> None:
        """Makes a decision in every game that is not over, but where the action is WAIT.

        Where a move was chosen that is made all the same.

        Raises:
            IllegalMoveError: An action is not legal, and that is not allowed; no game has changed.
            OptionsError: They are no whole numbers.
        """
        try:
            self._core.step(_whole(np.asarray(actions), "actions"))
        except BaseException:
            self._core.forget_choices()
            raise

    def choose(self, game: int, move: str) -> None:
        """The next step makes this move in a game, whatever action stands there.

        So a move that has no action can be made as well. A step that is refused forgets it.

        Raises:
            InputError: It is not a legal move.
        """
        if not isinstance(move, str):
            raise OptionsError(f"{move!r} is no text", where="move", expected="a legal move")
        self._core.choose(game, move)

    def sample(self, which: Which = None) -> NDArray[np.int64]:
        """A random legal action for some games, or for all; NO_ACTION where there is none.

        The others wait, so that it can be given to `step` as it is.
        """
        if which is None:
            actions = np.empty(self.games, np.int64)
            self._core.sample(None, actions)
        else:
            actions = np.full(self.games, WAIT, np.int64)
            self._core.sample(self._numbers(which), actions)
        return actions

    def afterstates(self, which: Which = None, *, seed: int = 0) -> Afterstates:
        """The positions after all legal moves of some games, or of all; before chance draws again.

        In a game with secrets they follow from a position drawn by this seed from those that the
        seat to move holds for possible: nobody sees here what he does not know.
        """
        return Afterstates(*self._core.afterstates(self._numbers(which), _checked_seed(seed)))

    def put(self, game: int, position: State) -> None:
        """Puts a game into a position of the same options.

        Raises:
            OptionsError: It is of another game, its options are others, or the game is over there
                and games begin anew.
        """
        if self._restarts and position.over:
            raise OptionsError(
                "the game is over there", where="position", expected="one that goes on"
            )
        try:
            self._core.put(game, position)
        except TypeError as error:
            if isinstance(position, type(self.position(0))):
                raise
            raise OptionsError(
                "it is of another game", where="position", expected=f"one of {self.game.name}"
            ) from error

    def position(self, game: int) -> State:
        """A copy of the whole position of a game: for who runs the batch, not for who learns."""
        position: State = self._core.state(game)
        return position

    def plies(self, game: int) -> list[str]:
        """All draws and moves of a game since it began, hidden ones too: for who runs the batch.

        Raises:
            OutOfTurnError: It was put into a position.
        """
        return list(self._core.plies(game))

    def moves(self, game: int) -> dict[str, int]:
        """Every legal move as text, with its action or NO_ACTION, in the order of afterstates."""
        return dict(self._core.moves(game))

    def observation(self, game: int, seat: int) -> NDArray[np.float32]:
        """What this seat sees of a game now."""
        numbers: NDArray[np.float32] = self._core.observation(game, seat)
        return numbers

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which games are over; none where they restart."""
        over: NDArray[np.bool_] = np.asarray(self.arrays.to_move) == OVER
        return over


def _whole(numbers: NDArray[Any], where: str) -> NDArray[np.int64]:
    """The numbers as the core takes them; what is no whole number would be cut to one."""
    if numbers.dtype.kind not in "iu" and numbers.size:
        raise OptionsError(f"{numbers.dtype} numbers", where=where, expected="whole numbers")
    if numbers.ndim != 1:
        raise OptionsError(
            f"an array of shape {numbers.shape}", where=where, expected="whole numbers in a row"
        )
    if numbers.dtype.kind == "u":  # what is too large would come to be negative
        numbers = np.minimum(numbers, np.iinfo(np.int64).max)
    return numbers.astype(np.int64, copy=False)


def _checked_seeds(seeds: ArrayLike) -> NDArray[np.uint64]:
    """Seeds as the core takes them, each looked at by itself: an array would round some of them."""
    if isinstance(seeds, np.ndarray) and seeds.dtype == np.uint64 and seeds.ndim == 1:
        return seeds
    try:
        given: Any = seeds
        return np.array([index(each) for each in given], np.uint64)
    except (OverflowError, TypeError, ValueError) as error:
        raise OptionsError(
            f"seeds that are no numbers: {error}",
            where="seeds",
            expected="whole numbers from 0, below 2 to the power of 64",
        ) from error


def _checked_seed(seed: int) -> int:
    return int(_checked_seeds([seed])[0])


def seeds_from(seed: int, count: int) -> NDArray[np.uint64]:
    """As many seeds as there are games, all different, and unlike those of another seed.

    Raises:
        OptionsError: It is no seed.
    """
    return _generated(_sequence_of(seed), count)


def _sequence_of(seed: int) -> np.random.SeedSequence:
    try:
        number = index(seed)
    except TypeError:
        number = -1
    if number < 0:
        raise OptionsError(
            f"{seed!r} is no seed", where="seed", expected="a whole number from 0 on"
        )
    return np.random.SeedSequence(number)


def _generated(source: np.random.SeedSequence, count: int) -> NDArray[np.uint64]:
    seeds: NDArray[np.uint64] = source.generate_state(count, np.uint64)  # type: ignore[assignment]  # as it was asked for
    return seeds


def learned_games() -> tuple[str, ...]:
    """The games that have numbers for learners, by name."""
    return tuple(
        name for name in registry.native_names() if hasattr(getattr(_native, name), "Batch")
    )


def _core_of(game: Game[State]) -> Any:  # noqa: ANN401 - modules of games have no common type
    """The part of the native core that plays batches of this game."""
    if game.name not in learned_games():
        raise UnknownGameError(
            f"{quoted(game.name)} has no numbers for learners",
            where="the game",
            expected="one of " + " ".join(learned_games()),
        )
    return getattr(_native, game.name)
