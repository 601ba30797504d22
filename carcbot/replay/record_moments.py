"""The moments of a match: before its first move, and after each."""

from dataclasses import dataclass, replace

from carcbot.games.contract import View
from carcbot.match.story import ply_of
from carcbot.messages.events import Moved
from carcbot.referee.journal import Recorded
from carcbot.replay.record import MatchRecord

__all__ = ["Moment", "moments_of"]


@dataclass(frozen=True, slots=True)
class Moment:
    """A position in a match, and what led to it.

    Attributes:
        number: How many moves were made.
        view: The position; in one seat's view of a match, what it could see of it.
        line: The last move's, with its times and analysis; None before the first.
        draws: What was drawn since the move before it, in order.
        plies: All draws and moves so far.
        before: The position in which the last move was made; before the first, the beginning.
    """

    number: int
    view: View
    line: Recorded | None
    draws: tuple[str, ...]
    plies: tuple[str, ...]
    before: View

    @property
    def event(self) -> Moved | None:
        """The last move; None before the first."""
        event = self.line.event if self.line else None
        return event if isinstance(event, Moved) else None


def moments_of(record: MatchRecord) -> list[Moment]:
    """All moments of a match; what is drawn behind the last move belongs to it if the game is over.

    Raises:
        InputError: A draw or move breaks the rules.
    """
    view = record.first_position()
    moments = [Moment(0, view, None, (), (), view)]
    plies: tuple[str, ...] = ()
    for line, change in zip(record.events, record.changes(), strict=True):
        ply = ply_of(line.event)
        plies += () if ply is None else (ply,)
        if isinstance(line.event, Moved):
            draws = plies[len(moments[-1].plies) : -1]
            moments.append(Moment(len(moments), change.after, line, draws, plies, change.before))
    end = record.last_position()
    if end.over:
        moments[-1] = replace(moments[-1], view=end, plies=plies)
    return moments
