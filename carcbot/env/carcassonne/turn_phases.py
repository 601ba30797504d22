"""Turns in two phases as a way in which learners act: the tile first, and then a figure."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from carcbot.env.action_ways import whole_number
from carcbot.env.batch import NO_ACTION, WAIT, Batch, Illegal
from carcbot.env.carcassonne import action_vector
from carcbot.env.carcassonne.two_phases import TwoPhases, halves
from carcbot.errors import IllegalMoveError, NotationError

if TYPE_CHECKING:
    from carcbot import _native

__all__ = ["NumberedPhases", "VectorPhases"]

_FOLLOWS: Final = 19
"""What may follow a tile: nothing, or a meeple on each place of it (docs/environments.md)."""
_MORE_FOLLOWS: Final = {"inns_and_cathedrals": 18, "abbot": 3}
"""What an expansion adds to that."""


class _Phases:
    """What both ways have in common: the tiles that lie and wait for their figures."""

    def __init__(self, batch: Batch, illegal: Illegal, observation: str) -> None:
        """Acts in this batch.

        Args:
            batch: It.
            illegal: What becomes of an action that is not legal.
            observation: The kind of observations that the batch has.
        """
        self._batch = batch
        self._illegal = illegal
        self._has_planes = observation == "planes"
        self._laid: dict[int, str] = {}
        self._chance = [np.random.default_rng(0) for _ in range(batch.games)]

    @property
    def waiting(self) -> Collection[int]:
        """The games in which a tile lies."""
        return self._laid.keys()

    def begin(self, game: int, seed: int) -> None:
        """No tile lies there yet."""
        self._laid.pop(game, None)
        self._chance[game] = np.random.default_rng(seed)

    def whole_moves(self, actions: Sequence[Any]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Lays tiles, which wait, and makes whole moves of those that have waited."""
        moves = np.full(len(actions), WAIT, np.int64)
        replaced = np.zeros(len(actions), np.bool_)
        parts: dict[int, str | None] = {}
        for game in np.flatnonzero(~self._batch.over).tolist():
            phases = self._phases(game)
            part = self._meant(phases, game, actions[game])
            if part is None and self._illegal == "raise":
                raise IllegalMoveError(
                    f"the action of game {game} is not legal",
                    where=phases.state.text,
                    expected=f"one of the {len(phases.parts())} that info has",
                )
            if part is None and self._illegal == "random":
                replaced[game] = True
                part = str(self._chance[game].choice(np.array(phases.parts(), object)))
            parts[game] = part
        for game, part in parts.items():
            if part is None:
                moves[game] = NO_ACTION  # which loses
                self._laid.pop(game, None)
            elif game not in self._laid:
                self._laid[game] = part
            else:
                self._batch.choose(game, self._laid.pop(game) + part)
                moves[game] = NO_ACTION
        return moves, replaced

    def observation(self, game: int, seat: int) -> NDArray[np.float32]:
        """With the tile that is laid: among the planes, or as the position after it.

        Of that only who lays it has numbers; others see it with the figure.
        """
        laid = self._laid.get(game)
        is_mover = seat == int(self._batch.arrays.to_move[game])
        if laid is None or not (self._has_planes or is_mover):
            return self._batch.observation(game, seat)
        if self._has_planes:
            state = cast("_native.carcassonne.State", self._batch.position(game))
            return state.planes(laid, seat)
        number = list(self._batch.moves(game)).index(laid)
        seen: NDArray[np.float32] = self._batch.afterstates([game]).observations[number]
        return seen

    def _phases(self, game: int) -> TwoPhases:
        phases = TwoPhases(cast("_native.carcassonne.State", self._batch.position(game)))
        phases.laid = self._laid.get(game)
        return phases

    def _meant(self, phases: TwoPhases, game: int, action: Any) -> str | None:  # noqa: ANN401
        """The part of the turn that an action says; None if it is not legal."""
        raise NotImplementedError


class NumberedPhases(_Phases):
    """An action is a number: places of tiles come first, then what may follow a tile."""

    is_vector = False

    def __init__(self, batch: Batch, illegal: Illegal, observation: str) -> None:
        """Acts in this batch."""
        super().__init__(batch, illegal, observation)
        more = (count for name, count in _MORE_FOLLOWS.items() if name in batch.options)
        self._follows = _FOLLOWS + sum(more)
        self._places = batch.actions // self._follows
        self.size = self._places + self._follows

    def info(self, game: int) -> dict[str, Any]:
        """The mask of the parts that are legal now, and the text of each."""
        parts = self._parts(game)
        mask = np.zeros(self.size, np.int8)
        mask[list(parts)] = 1
        return {"action_mask": mask, "moves": parts}

    def info_of_all(self) -> dict[str, Any]:
        """The masks."""
        masks = [self.info(game)["action_mask"] for game in range(self._batch.games)]
        return {"action_mask": np.stack(masks)}

    def no_info(self) -> dict[str, Any]:
        """No action is legal."""
        return {"action_mask": np.zeros(self.size, np.int8), "moves": {}}

    def _parts(self, game: int) -> dict[int, str]:
        """The parts that are legal now and have numbers, by these."""
        laid, parts = self._laid.get(game), dict[int, str]()
        for move, action in self._batch.moves(game).items():
            if action == NO_ACTION:
                continue
            place, follow = divmod(action, self._follows)
            tile, figure = halves(move)
            if laid is None:
                parts[place] = tile
            elif tile == laid:
                parts[self._places + follow] = figure
        return parts

    def _meant(self, phases: TwoPhases, game: int, action: Any) -> str | None:  # noqa: ANN401
        del phases
        number = whole_number(action)
        return None if number is None else self._parts(game).get(number)


class VectorPhases(_Phases):
    """An action is the article's vector."""

    is_vector = True
    size = action_vector.LENGTH

    def info(self, game: int) -> dict[str, Any]:
        """The vectors of all parts that are legal now, a row for each, and their texts."""
        if self._batch.over[game]:
            return self.no_info()
        phases = self._phases(game)
        rows, texts = [], []
        for text in phases.parts():
            try:
                rows.append(action_vector.vector_of(phases, text))
            except NotationError:  # beyond the planes: it has no vector
                continue
            texts.append(text)
        vectors = np.array(rows, np.int8).reshape(len(rows), self.size)
        return {"action_vectors": vectors, "moves": texts}

    def info_of_all(self) -> dict[str, Any]:
        """The vectors of each game."""
        games = range(self._batch.games)
        return {"action_vectors": [self.info(game)["action_vectors"] for game in games]}

    def no_info(self) -> dict[str, Any]:
        """Nothing is legal."""
        return {"action_vectors": np.zeros((0, self.size), np.int8), "moves": []}

    def _meant(self, phases: TwoPhases, game: int, action: Any) -> str | None:  # noqa: ANN401
        del game
        try:
            return None if action is None else action_vector.part_with(phases, action)
        except IllegalMoveError:
            return None
