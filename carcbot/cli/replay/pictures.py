"""The pictures of a match's moments, as files show them."""

from collections.abc import Iterator, Sequence

from carcbot import _native
from carcbot.errors import FileInputError
from carcbot.games.carcassonne.board_of import board_of, last_cell
from carcbot.games.carcassonne.drawing import board_svg
from carcbot.games.contract import View
from carcbot.replay.moments import Moment
from carcbot.replay.record import MatchRecord

__all__ = ["svgs_of"]


def svgs_of(
    record: MatchRecord, moments: Sequence[Moment], *, of_one_size: bool = False
) -> Iterator[str]:
    """A picture of each moment as SVG; if wanted, each with room for all that comes.

    Raises:
        FileInputError: There are no pictures of the game.
    """
    room = board_of(_drawable(record, moments[-1].view)).extent() if of_one_size else None
    for moment in moments:
        board = board_of(_drawable(record, moment.view), last=last_cell(moment.plies))
        yield board_svg(board, extent=room)


def _drawable(record: MatchRecord, view: View) -> _native.carcassonne.State:
    if not isinstance(view, _native.carcassonne.State):
        raise FileInputError(
            f"there are no pictures of {record.lines.header.game}",
            where=record.name,
            expected="carcassonne",
        )
    return view
