"""The fifty positions on which searches are compared; they lie in positions.txt beside this file.

Heyden 2009 used fifty too, with the tile to lay already drawn: of the beginning, the middle and the
end, some with a clear lead and some without hope. Hers are pictures that cannot be read any more,
so these are our own, from games between agents of different strength: carcbot.lab.make_positions
makes the file anew.

A line of the file is ``name | stage | lead | position``.
"""

from dataclasses import dataclass
from importlib.resources import files

from carcbot.errors import InternalError
from carcbot.games.carcassonne import CARCASSONNE
from carcbot.games.contract import State

__all__ = [
    "OPENING_TILES",
    "STAGES",
    "TILES_LEFT_AT_THE_END",
    "Position",
    "lead_of",
    "load",
    "stage_of",
]

STAGES = ("opening", "middle", "end")
OPENING_TILES = 15
"""An opening has at most so many tiles on the table, the start tile among them."""
TILES_LEFT_AT_THE_END = 12
"""At the end there are at most so many tiles left, the one in hand among them."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position with the tile to lay in hand.

    Attributes:
        name: ``"opening-07"``.
        stage: One of STAGES.
        lead: Points on the table of the seat to move, less those of the other.
        text: As `State.text` writes it.
    """

    name: str
    stage: str
    lead: int
    text: str

    @property
    def line(self) -> str:
        """The line of the file."""
        return f"{self.name} | {self.stage} | {self.lead:+d} | {self.text}"


def load() -> tuple[Position, ...]:
    """All positions, in the order of the file: openings, middles, ends."""
    lines = files("carcbot.lab").joinpath("positions.txt").read_text(encoding="ascii").splitlines()
    positions = []
    for line in lines:
        name, stage, lead, text = line.split(" | ")
        positions.append(Position(name, stage, int(lead), text))
    return tuple(positions)


def stage_of(text: str) -> str:
    """The stage of the game that the position is in."""
    state = CARCASSONNE.parse(text)
    if state.hand is None:
        raise InternalError("a stage was asked of a position without a tile in hand", where=text)
    if sum(state.bag().values()) + 1 <= TILES_LEFT_AT_THE_END:
        return "end"
    return "opening" if len(state.tiles()) <= OPENING_TILES else "middle"


def lead_of(state: State) -> int:
    """Points on the table of the seat to move, less those of the other of two seats."""
    scores = state.scores()
    return scores[state.to_move] - scores[1 - state.to_move]
