"""Kuhn poker, a toy with a hidden card."""

from collections.abc import Sequence


def new_game(options: str) -> State:
    """The position before the first draw."""

def parse_position(text: str) -> State:
    """The position that State.text wrote."""

class State:
    """A position. Cheap to copy; changed only by apply()."""

    @property
    def options(self) -> str:
        """The game's options as text."""

    @property
    def seats(self) -> int:
        """How many seats play."""

    @property
    def to_move(self) -> int:
        """The seat to move, CHANCE (-1) or OVER (-2)."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""

    def legal_moves(self) -> list[str]:
        """Every legal move once; empty at chance nodes and at the end."""

    def outcomes(self) -> list[tuple[str, int]]:
        """What chance can do, with weights; empty elsewhere."""

    def apply(self, text: str) -> None:
        """Makes a move, or at a chance node a draw."""

    def copy(self) -> State:
        """An independent copy."""

    def __copy__(self) -> State: ...

    def __deepcopy__(self, memo: object) -> State: ...

    def scores(self) -> list[int]:
        """Points of each seat; final ones when the game is over."""

    def ranking(self) -> list[int]:
        """Place of each seat, 1 the best; ties share a place."""

    @property
    def digest(self) -> int:
        """64 bits: equal positions have equal digests."""

    def turns_left(self, seat: int) -> int:
        """An estimate of the decisions that the seat still has."""

    def value_bounds(self, seat: int) -> tuple[int, int]:
        """Bounds of the seat's final score."""

    @property
    def text(self) -> str:
        """The position in one line."""

    def __repr__(self) -> str: ...

    def canonical_move(self, text: str) -> str:
        """The one way in which legal_moves() writes this move."""

    def perft(self, draws: Sequence[str], depth: int) -> int:
        """
        The number of sequences of `depth` moves when chance gives these draws.
        """

    def play_randomly(self, seed: int) -> None:
        """Plays to the end with random draws and moves."""

    def seen(self, text: str, seat: int) -> str:
        """What this seat sees of a draw or a move that is about to be made."""

    def view(self, seat: int) -> View:
        """What this seat may know."""

    def determinize(self, seat: int, seed: int) -> State:
        """
        A position drawn uniformly from those that the seat cannot tell from this one.
        """

def parse_view(text: str) -> View:
    """The view that View.text wrote."""

class View:
    """What one seat may know."""

    @property
    def to_move(self) -> int:
        """The seat to move, CHANCE (-1) or OVER (-2)."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""

    def scores(self) -> list[int]:
        """Points of each seat; final ones when the game is over."""

    @property
    def text(self) -> str:
        """The view in one line."""

    @property
    def digest(self) -> int:
        """64 bits: equal views have equal digests."""

    def copy(self) -> View:
        """An independent copy."""

    def apply(self, text: str) -> None:
        """Takes in what State.seen told of a draw or a move."""
