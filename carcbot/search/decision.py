"""One agent, one position, one decision, in this process."""

from dataclasses import dataclass

from carcbot import _native
from carcbot.errors import OutOfTurnError
from carcbot.games import registry
from carcbot.games.contract import View
from carcbot.search.agent import Agent
from carcbot.search.budget import UNLIMITED, Budget
from carcbot.search.families import Searcher
from carcbot.search.thought import Thought, thought_of

__all__ = ["Blackboard", "Board", "SharedSearch", "board_for", "decide", "need_turn", "run"]

Blackboard = _native.search.Blackboard
Board = _native.search.Board
Progress = _native.search.Progress


@dataclass(frozen=True, slots=True)
class SharedSearch:
    """What searches in depth of one position share, so that they help each other.

    Attributes:
        blackboard: The memory that they share.
        search: A number that no other search on this blackboard has.
    """

    blackboard: Blackboard
    search: int


def board_for(moves: int) -> Board:
    """A board of one's own for positions with so many moves."""
    return Board(bytearray(Board.bytes_for(max(moves, 1))))


def run(
    searcher: Searcher,
    budget: Budget,
    board: Board,
    shared: SharedSearch | None = None,
    *,
    began_ns: int = 0,
) -> Progress:
    """Runs a search until a limit is reached or the board says stop.

    Seconds of the budget count from `began_ns`, a moment on the clock that all processes of the
    machine share; if that is 0 they do not count.
    """
    return searcher.think(
        budget,
        began_ns,
        board,
        shared.blackboard if shared else None,
        shared.search if shared else 0,
    )


def need_turn(view: View) -> None:
    """Raises OutOfTurnError unless the view's seat is to move."""
    if not view.legal_moves():
        wrong = "a draw is due, not a move" if view.to_move < 0 else "another seat is to move"
        raise OutOfTurnError(
            "the game is over" if view.over else wrong,
            where="the position",
            expected="one in which a seat is to move",
        )


def decide(
    agent: Agent,
    view: str,
    seed: int,
    budget: Budget = UNLIMITED,
    *,
    began_ns: int = 0,
) -> Thought:
    """The agent's decision for a view, as `View.text` writes it; `best` is its move.

    Seconds count only if the caller says when they began, for nothing here looks at a clock. The
    same view, agent, seed and limits give the same thought on every machine.

    Raises:
        AgentError: Nothing would ever end the search.
        InputError: The view is wrong, its seat is not to move, or it does not suit the agent.
    """
    limits = agent.limits(budget, is_timed=began_ns > 0)
    known = registry.parse_view(view)
    need_turn(known)
    moves = known.legal_moves()
    searcher = agent.searcher(view, seed)
    return thought_of(run(searcher, limits, board_for(len(moves)), began_ns=began_ns), moves)
