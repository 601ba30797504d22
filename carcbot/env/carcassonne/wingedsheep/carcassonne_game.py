"""A game in the way that the article plays it."""

import random
import sys
from collections.abc import Collection
from operator import index
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from carcbot.env.carcassonne import action_vector
from carcbot.env.carcassonne.planes import BOARD_SIDE
from carcbot.env.carcassonne.two_phases import TwoPhases
from carcbot.env.carcassonne.wingedsheep.carcassonne_game_state import (
    CarcassonneGameState,
    GamePhase,
    PlacedMeeple,
    Tile,
)
from carcbot.env.carcassonne.wingedsheep.objects.actions.action import (
    Action,
    MeepleAction,
    PassAction,
    TileAction,
)
from carcbot.env.carcassonne.wingedsheep.objects.coordinate import (
    Coordinate,
    CoordinateWithSide,
    MeepleType,
    Side,
)
from carcbot.env.carcassonne.wingedsheep.tile_sets.supplementary_rules import SupplementaryRule
from carcbot.env.carcassonne.wingedsheep.tile_sets.tile_sets import TileSet
from carcbot.env.pictures import drawn_text
from carcbot.errors import IllegalMoveError, InternalError, OptionsError, OutOfTurnError
from carcbot.games.carcassonne import CARCASSONNE
from carcbot.games.contract import CHANCE
from carcbot.games.random_plies import draw

__all__ = ["CarcassonneGame"]

_BOARD = range(BOARD_SIDE)
_Kind = TypeVar("_Kind", TileSet, SupplementaryRule)


def _members(kind: type[_Kind], given: Collection[_Kind | str], where: str) -> list[_Kind]:
    """What is given, by itself or by its value as text."""
    try:
        return [kind(each) for each in given]
    except ValueError as error:
        raise OptionsError(
            str(error),
            where=where,
            expected=" ".join(f"{kind.__name__}.{each.name}" for each in kind),
        ) from error


class CarcassonneGame:
    """A game of Carcassonne, one action after the other.

    The rules are those of the house, with what the article says of the River: its bends turn to one
    side and the other by turns, and all tiles of the base game follow it.

    Args:
        players: How many play, 2 to 6; six only with Inns & Cathedrals.
        tile_sets: What the game is made of; the base game has to be among it.
        supplementary_rules: What is played besides; without farmers nobody may stand on a field.
        seed: Of the order of tiles. Without one it is drawn from the module `random`, so that
            `random.seed` makes a program's games the same every time.

    Raises:
        OptionsError: The game cannot be played so.
    """

    def __init__(
        self,
        players: int = 2,
        tile_sets: Collection[TileSet] = tuple(TileSet),
        supplementary_rules: Collection[SupplementaryRule] = tuple(SupplementaryRule),
        *,
        seed: int | None = None,
    ) -> None:
        tile_sets = _members(TileSet, tile_sets, "tile_sets")
        supplementary_rules = _members(
            SupplementaryRule, supplementary_rules, "supplementary_rules"
        )
        if TileSet.BASE not in tile_sets:
            raise OptionsError(
                "there is no game without the base game", where="tile_sets", expected="TileSet.BASE"
            )
        expansions = [each.value for each in TileSet if each in tile_sets and each != TileSet.BASE]
        if SupplementaryRule.ABBOTS in supplementary_rules:
            expansions.append("abbot")
        options: dict[str, object] = {"expansions": expansions} if expansions else {}
        if SupplementaryRule.FARMERS not in supplementary_rules:
            options["farm_scoring"] = "off"
        if TileSet.THE_RIVER in tile_sets:
            options |= {"river_rule": "strict", "river_start_tile": "kept"}
        if seed is not None and index(seed) < 0:
            raise OptionsError(f"the seed {seed}", where="seed", expected="a number from 0")
        self._start = CARCASSONNE.new(options, seats=index(players))
        self._chance = random.Random(random.getrandbits(64) if seed is None else index(seed))
        self._phases = TwoPhases(self._start)
        self.reset()

    def reset(self) -> None:
        """Begins another game, with tiles in another order."""
        self._phases = TwoPhases(self._start.copy())
        self._draw()

    def step(self, player: int, action: Action) -> None:
        """Makes this action, which is one of those that are possible.

        Raises:
            IllegalMoveError: It is not.
            OutOfTurnError: It is somebody else's turn, or the game is over.
        """
        if not self.is_finished() and player != self.get_current_player():
            raise OutOfTurnError(
                f"it is not the turn of player {player}",
                expected=f"an action of player {self.get_current_player()}",
            )
        text = getattr(action, "text", "")
        if text not in self._phases.parts() or self._action(text) != action:
            if self.is_finished():
                raise OutOfTurnError("the game is over", expected="reset")
            raise IllegalMoveError(
                f"{action!r} is not possible", expected="one of get_possible_actions()"
            )
        self._phases.make(text)
        self._draw()

    def render(self) -> None:
        """Shows the board on the terminal; the tile just laid lies there when its turn is over."""
        sys.stdout.write(drawn_text(CARCASSONNE, self._phases.state, sys.stdout) + "\n")

    def is_finished(self) -> bool:
        """Whether the game is over."""
        return self._phases.state.over

    def get_current_player(self) -> int:
        """Whose turn it is; when the game is over, whose it would be."""
        state = self._phases.state
        return state.turn % state.seats if state.over else state.to_move

    def get_possible_actions(self) -> list[Action]:
        """Every action that is possible now; none when the game is over.

        Rotations of a tile that look the same are one action.
        """
        return [self._action(text) for text in self._phases.parts()]

    @property
    def state(self) -> CarcassonneGameState:
        """What is known of the game now."""
        state, laid = self._phases.state, self._phases.laid
        tiles = {Coordinate.of_cell(x, y): Tile(kind, turns) for x, y, kind, turns in state.tiles()}
        if laid is not None:
            tile = self._action_of_tile(laid)
            tiles[tile.coordinate] = Tile(tile.tile, tile.tile_rotations)
        small, big, abbots = zip(*state.supplies(), strict=True)
        standing: list[list[PlacedMeeple]] = [[] for _ in range(state.seats)]
        for x, y, seat, figure, on, at in state.figures():
            where = CoordinateWithSide(Coordinate.of_cell(x, y), Side(action_vector.place_at(at)))
            kind = MeepleType(action_vector.figure_name(figure, on))
            standing[seat].append(PlacedMeeple(kind, where))
        return CarcassonneGameState(
            players=state.seats,
            current_player=self.get_current_player(),
            phase=GamePhase.TILES if laid is None else GamePhase.MEEPLES,
            board=tuple(tuple(tiles.get(Coordinate(r, c)) for c in _BOARD) for r in _BOARD),
            next_tile=None if state.hand is None else Tile(state.hand),
            deck=state.bag(),
            scores=tuple(state.scores()),
            meeples=small,
            big_meeples=big,
            abbots=abbots,
            placed_meeples=tuple(map(tuple, standing)),
        )

    def planes(self, player: int = 0) -> NDArray[np.float32]:
        """The state as the article's planes, 117 of 30 by 30 for two players.

        `carcbot.env.carcassonne.planes` has their names. They follow the board, so that its middle
        is theirs; those of this player come first.
        """
        return self._phases.state.planes(self._phases.laid, player)

    def vector(self, action: Action) -> NDArray[np.int8]:
        """A possible action as the article's 81 numbers, with the rows and columns of the planes.

        Raises:
            NotationError: It lies beyond them.
            IllegalMoveError: It is not possible now.
        """
        if action.text not in self._phases.parts():
            raise IllegalMoveError(
                "the action is not possible now",
                where=str(action),
                expected="one of get_possible_actions()",
            )
        return action_vector.vector_of(self._phases, action.text)

    def action(self, vector: ArrayLike) -> Action:
        """The possible action that has this vector.

        Raises:
            IllegalMoveError: There is none.
        """
        return self._action(action_vector.part_with(self._phases, vector))

    def _draw(self) -> None:
        """Draws until somebody can lay a tile, or the game is over."""
        state = self._phases.state
        while self._phases.laid is None and state.to_move == CHANCE:
            state.apply(draw(state, self._chance))

    def _action(self, text: str) -> Action:
        if self._phases.laid is None:
            return self._action_of_tile(text)
        part = action_vector.part_of(self._phases, text)
        if part.cell is None or part.figure is None:
            return PassAction(text=text)
        figure = MeepleType(action_vector.FIGURES[part.figure])
        side = Side.CENTER if part.place is None else Side(action_vector.PLACES[part.place])
        where = CoordinateWithSide(Coordinate.of_cell(*part.cell), side)
        return MeepleAction(figure, where, remove=part.place is None, text=text)

    def _action_of_tile(self, text: str) -> TileAction:
        x, y, rotation = action_vector.placement_of(text)
        tile = self._phases.state.hand
        if tile is None:
            raise InternalError("a tile is laid, and none is in hand", where=text)
        return TileAction(tile, Coordinate.of_cell(x, y), rotation, text=text)
