"""A record in forms for other programs: lines of moves, and tables."""

import csv
import io
from collections.abc import Iterable, Iterator

from carcbot.games.contract import is_position
from carcbot.messages.parts import Analysis
from carcbot.replay.record import MatchRecord
from carcbot.replay.record_moments import Moment, moments_of

__all__ = ["csv_of", "moves_of", "table_of"]

_COLUMNS = (
    "match", "move", "turn", "step", "seat", "account", "draws", "text", "by", "possible",
    "requested_us", "received_us", "spent_us", "lag_us", "remaining_us",
    "score", "depth", "nodes", "line",
)  # fmt: skip


def moves_of(record: MatchRecord) -> str:
    """A line for each move: its number, the seat, the move, and what was drawn for it.

    Raises:
        InputError: A draw or move breaks the rules.
    """
    lines = []
    for moment in moments_of(record)[1:]:
        if moment.event is not None:
            words = (str(moment.number), str(moment.event.seat), moment.event.move, *moment.draws)
            lines.append(" ".join(words))
    return "".join(f"{line}\n" for line in lines)


def csv_of(records: Iterable[MatchRecord]) -> str:
    """A table with a row for each move (RFC 4180, with the names of the columns first).

    Raises:
        InputError: A draw or move breaks the rules.
    """
    text = io.StringIO()
    rows = csv.writer(text)
    heads, lines = table_of(records)
    rows.writerow(heads)
    rows.writerows(lines)
    return text.getvalue()


def table_of(records: Iterable[MatchRecord]) -> tuple[list[str], list[list[object]]]:
    """The names of the columns, and a row for each move of all these matches.

    The columns ``points_0``, ``points_1`` and so on are the points on the table after the move;
    ``possible`` is how many moves there were to choose from, if that can be known; ``score`` to
    ``line`` are what the player said that it thought. What is not known is None, as the points of
    seats that a match has not.

    Raises:
        InputError: A draw or move breaks the rules.
    """
    rows = [list(_row(record, moment)) for record in records for moment in moments_of(record)[1:]]
    width = max(map(len, rows), default=len(_COLUMNS))
    heads = [*_COLUMNS, *(f"points_{seat}" for seat in range(width - len(_COLUMNS)))]
    return heads, [[*row, *[None] * (width - len(row))] for row in rows]


def _row(record: MatchRecord, moment: Moment) -> Iterator[object]:
    line, event = moment.line, moment.event
    if line is None or event is None:
        return
    thought = line.analysis or Analysis()
    yield from (record.lines.header.match, moment.number)
    yield from (moment.before.turn, moment.before.step, event.seat)
    yield record.accounts[event.seat]
    yield " ".join(moment.draws)
    possible = len(moment.before.legal_moves()) if is_position(moment.before) else None
    yield from (event.move, event.by, possible)
    yield from (line.requested_us, line.received_us)
    yield from (event.spent_us, event.lag_us, event.remaining_us)
    yield from (thought.score, thought.depth, thought.nodes, " ".join(thought.line))
    yield from event.scores
