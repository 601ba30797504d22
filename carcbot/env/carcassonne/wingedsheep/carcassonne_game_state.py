"""What is known of a game at a moment."""

from dataclasses import dataclass
from enum import Enum

from carcbot.env.carcassonne.wingedsheep.objects.coordinate import CoordinateWithSide, MeepleType

__all__ = ["CarcassonneGameState", "GamePhase", "PlacedMeeple", "Tile"]


class GamePhase(Enum):
    """Which half of a turn it is."""

    TILES = "tiles"
    MEEPLES = "meeples"


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile.

    Attributes:
        description: Its kind, of which `carcbot.games.carcassonne.tiles.tile_kinds` tells more.
        turns: By how many quarters it is turned clockwise.
    """

    description: str
    turns: int = 0


@dataclass(frozen=True, slots=True)
class PlacedMeeple:
    """A figure on the board."""

    meeple_type: MeepleType
    coordinate_with_side: CoordinateWithSide


@dataclass(frozen=True, slots=True)
class CarcassonneGameState:
    """A picture of a game, which does not change as the game goes on.

    Attributes:
        players: How many play.
        current_player: Whose turn it is.
        phase: Which half of it.
        board: 30 rows of 30 tiles, None where there is none.
        next_tile: The tile in hand; in the meeple phase the one just laid, None at the end.
        deck: How many tiles of each kind are left; their order is nobody's knowledge.
        scores: The points of each player, final ones at the end.
        meeples: What each player has left of them, and so on.
        placed_meeples: The figures of each player on the board.
    """

    players: int
    current_player: int
    phase: GamePhase
    board: tuple[tuple[Tile | None, ...], ...]
    next_tile: Tile | None
    deck: dict[str, int]
    scores: tuple[int, ...]
    meeples: tuple[int, ...]
    big_meeples: tuple[int, ...]
    abbots: tuple[int, ...]
    placed_meeples: tuple[tuple[PlacedMeeple, ...], ...]

    def get_tile(self, row: int, column: int) -> Tile | None:
        """The tile at this place of the board; None where there is none, or no board."""
        rows = range(len(self.board))
        return self.board[row][column] if row in rows and column in rows else None
