"""Searches over any game: what they have in common."""



class Progress:
    """What a search knows so far."""

    @property
    def nodes(self) -> int:
        """Positions stored or looked at."""

    @property
    def leaves(self) -> int:
        """Evaluations made."""

    @property
    def simulations(self) -> int:
        """Random games begun from the tree."""

    @property
    def elapsed_ns(self) -> int:
        """Nanoseconds since the search began."""

    @property
    def memory(self) -> int:
        """Bytes of the tree."""

    @property
    def changes(self) -> int:
        """How often the best move changed."""

    @property
    def depth(self) -> int:
        """Complete iterations, or the longest line in the tree."""

    @property
    def best(self) -> int:
        """Number of the best move among legal_moves()."""

    @property
    def value(self) -> float:
        """Of the best move, in points for the seat to move."""

    @property
    def finished(self) -> bool:
        """Whether going on would change nothing."""

    @property
    def line(self) -> str:
        """How the game might go on."""

    @property
    def best_depth(self) -> int:
        """Of the iteration that found the best move, which may be incomplete."""

    @property
    def moves(self) -> list[tuple[int, float]]:
        """For each legal move its visits and the sum of their values."""

class Board:
    """Where a search shows its progress, in memory that is lent to it."""

    def __init__(self, memory: bytearray | memoryview) -> None: ...

    @staticmethod
    def bytes_for(moves: int) -> int:
        """The size of a board for positions with this many moves."""

    def read(self) -> Progress | None:
        """What was shown last, or None."""

    def clear(self) -> None:
        """Empties it and takes back a stop."""

    def stop(self) -> None:
        """Asks the search that shows its progress here to end."""

class Blackboard:
    """What workers tell each other, in memory that is lent to it."""

    def __init__(self, memory: bytearray | memoryview) -> None: ...

class Searcher:
    """A search and the position it is about."""

    def think(self, board: Board, blackboard: Blackboard | None = ..., search: int = ..., *, nodes: int = ..., simulations: int = ..., depth: int = ..., soft_at_ns: int = ..., hard_at_ns: int = ...) -> Progress:
        """
        Searches until a limit is reached or the board says stop; 0 is no limit. Times are those of CLOCK_MONOTONIC. Searches in depth about the same position, by the same
        settings, help each other if they have the blackboard and the number in common; a
        blackboard serves many searches, each with a number that none before it had.
        """

    def advance(self, text: str) -> None:
        """
        Makes a move or a draw, and keeps what is known of the position that follows.
        """

    @property
    def position(self) -> str:
        """The position in one line."""

    def root_all_as_first(self) -> list[tuple[int, float]]:
        """
        With RAVE, for each legal move the random games in which its seat made it at any time, and the sum of their rewards.
        """

def monotonic_ns() -> int:
    """The clock of soft_at_ns and hard_at_ns."""

def exact_log(x: float) -> float:
    """
    The natural logarithm as searches compute it: the same bits everywhere.
    """
