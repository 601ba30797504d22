"""How a learner says what it does: by whole moves, or in a way that its game has besides."""

from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from carcbot.env.batch import NO_ACTION, WAIT, Batch, Illegal
from carcbot.errors import OptionsError
from carcbot.games.option_text import quoted

__all__ = ["MOVES", "Acting", "Way", "WholeMoves", "acting_for", "text_of", "whole_number"]

_BEYOND: Final = 1 << 63
MOVES: Final = "moves"
"""The way of acting that every game has: an action is a whole move."""


def whole_number(action: Any) -> int | None:  # noqa: ANN401 - whatever a learner says
    """The number of an action, or of an array with that alone; None if it is no whole number."""
    if isinstance(action, np.ndarray) and action.size == 1:
        action = action.item()  # numpy's versions differ in what int() makes of it
    try:
        number = int(action)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if not isinstance(action, str) and number == action else None


def text_of(action: Any, info: dict[str, Any]) -> str | None:  # noqa: ANN401
    """An action in the notation of the game, by the info that it answers; None if not legal."""
    moves = info["moves"]
    if isinstance(action, str):
        # only whole moves are made by their texts
        texts = (*moves.values(), *info["outside"]) if "outside" in info else ()
        return action if action in texts else None
    if "action_vectors" in info:
        same = (at for at, row in enumerate(info["action_vectors"]) if np.array_equal(row, action))
        return next((str(moves[at]) for at in same), None)
    number = whole_number(action)
    return None if number is None else moves.get(number)


class Acting(Protocol):
    """How learners act in the games of a batch.

    Attributes:
        size: How many actions there are, or how many numbers an action has.
        is_vector: Whether an action is a row of zeros and ones; there is no mask of those.
    """

    size: int
    is_vector: bool

    @property
    def waiting(self) -> Collection[int]:
        """The games in which a turn has begun and goes on."""

    def begin(self, game: int, seed: int) -> None:
        """A game has begun anew; by the seed a move is drawn in place of an illegal one."""

    def whole_moves(self, actions: Sequence[Any]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """What the batch is to do, WAIT where a turn goes on; and which actions were not legal.

        Where a game is over the action is ignored. None is no action at all.

        Raises:
            IllegalMoveError: An action is not legal and that is refused; nothing has changed.
        """

    def info(self, game: int) -> dict[str, Any]:
        """What may be done now: `moves` as text, with `action_mask` or `action_vectors`.

        Of whole moves `outside` has those that have no action; they are made by their texts.
        """

    def info_of_all(self) -> dict[str, Any]:
        """The masks or vectors of all games, a row or an array for each."""

    def no_info(self) -> dict[str, Any]:
        """The `info` of who is not to move."""

    def observation(self, game: int, seat: int) -> NDArray[np.float32]:
        """What this seat sees of a game now."""


Way = Callable[[Batch, Illegal, str], Acting]
"""Makes it for a batch, by what becomes of illegal actions and the kind of observations."""


class WholeMoves:
    """The learner makes whole moves, by their numbers in the batch."""

    is_vector = False
    waiting: Collection[int] = ()

    def __init__(self, batch: Batch) -> None:
        """Acts in this batch, which itself does what is to be done with illegal moves."""
        self._batch = batch
        self.size = batch.actions

    def begin(self, game: int, seed: int) -> None:
        """Nothing is kept from move to move."""

    def whole_moves(self, actions: Sequence[Any]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """The actions themselves, or moves by their texts; a learner cannot wait."""
        numbers = [self._number(game, action) for game, action in enumerate(actions)]
        return np.asarray(numbers, np.int64), np.zeros(len(numbers), np.bool_)

    def _number(self, game: int, action: Any) -> int:  # noqa: ANN401 - a number, a text or None
        if isinstance(action, str):
            if action in self._batch.moves(game):
                self._batch.choose(game, action)
            return NO_ACTION
        number = whole_number(action)
        return NO_ACTION if number is None or number == WAIT or abs(number) >= _BEYOND else number

    def info(self, game: int) -> dict[str, Any]:
        """The mask of legal actions, the text of each, and the texts of moves without one."""
        moves = self._batch.moves(game)
        return {
            "action_mask": self._batch.arrays.masks[game].astype(np.int8),
            "moves": {action: text for text, action in moves.items() if action != NO_ACTION},
            "outside": [text for text, action in moves.items() if action == NO_ACTION],
        }

    def info_of_all(self) -> dict[str, Any]:
        """The masks."""
        return {"action_mask": self._batch.arrays.masks.astype(np.int8)}

    def no_info(self) -> dict[str, Any]:
        """No action is legal."""
        return {"action_mask": np.zeros(self.size, np.int8), "moves": {}, "outside": []}

    def observation(self, game: int, seat: int) -> NDArray[np.float32]:
        """The batch's own."""
        return self._batch.observation(game, seat)


def acting_for(batch: Batch, actions: str, illegal: Illegal, observation: str) -> Acting:
    """How learners of this batch act.

    Raises:
        OptionsError: Its game has no such way.
    """
    if actions == MOVES:
        return WholeMoves(batch)
    own = _own_ways(batch.game.name)
    if actions not in own:
        raise OptionsError(
            f"{batch.game.name} has no actions called {quoted(str(actions))}",
            where="actions",
            expected=" or ".join((MOVES, *own)),
        )
    return own[actions](batch, illegal, observation)


def _own_ways(game: str) -> Mapping[str, Way]:
    """The ways that a game has besides: `ACTIONS` of its folder here."""
    name = f"{__package__}.{game}"
    if find_spec(name) is None:
        return {}
    own: Mapping[str, Way] = import_module(name).ACTIONS
    return own
