"""The moments of a match: before its first move, and after each."""

from dataclasses import dataclass

from carcbot.games import registry
from carcbot.games.contract import State
from carcbot.messages.events import Drawn, Moved
from carcbot.referee.journal import Recorded
from carcbot.replay.record import MatchRecord

__all__ = ["Moment", "moments_of"]


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a match, and what led to it.

    Attributes:
        number: How many moves were made.
        state: The position.
        line: The last move's, with its times and analysis; None before the first.
        draws: What was drawn since the move before it, in order.
        plies: All draws and moves so far.
        before: The position in which the last move was made; before the first, the beginning.
    """

    number: int
    state: State
    line: Recorded | None
    draws: tuple[str, ...]
    plies: tuple[str, ...]
    before: State

    @property
    def event(self) -> Moved | None:
        """The last move; None before the first."""
        event = self.line.event if self.line else None
        return event if isinstance(event, Moved) else None


def moments_of(record: MatchRecord) -> list[Moment]:
    """All moments of a match; what was drawn behind the last move is in none.

    Raises:
        InputError: What was drawn or moved is against the rules.
    """
    header = record.lines.header
    state: State = registry.get(header.game).new(header.options)
    moments = [Moment(0, state.copy(), None, (), (), state.copy())]
    plies: list[str] = []
    draws: list[str] = []
    for line in record.events:
        event = line.event
        if isinstance(event, Drawn):
            state.apply(event.draw)
            draws.append(event.draw)
            plies.append(event.draw)
        elif isinstance(event, Moved):
            before = state.copy()
            state.apply(event.move)
            plies.append(event.move)
            number = len(moments)
            moments.append(Moment(number, state.copy(), line, tuple(draws), tuple(plies), before))
            draws.clear()
    return moments
