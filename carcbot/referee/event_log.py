"""The events of a match, each as every seat may see it, and as everybody at the table does."""

from typing import Final

import msgspec

from carcbot.games.contract import State, has_secrets, seen_ply, view_of
from carcbot.match.moments import Moments
from carcbot.match.story import as_seen, digest_text, ply_of
from carcbot.messages.events import Event, Started
from carcbot.messages.parts import Analysis
from carcbot.referee.journal import Recorded, Seen, Writer
from carcbot.referee.step import EVERYBODY, WATCHERS, Say, Step

__all__ = ["EventLog", "Spent"]


class Spent(msgspec.Struct, frozen=True, gc=False):
    """What a move took.

    Attributes:
        spent_us: From its request's sending to its arrival.
        lag_us: What of it is not billed.
        requested_ns: When its request was sent.
        arrived_ns: When it arrived.
        analysis: What the player thought.
    """

    spent_us: int = 0
    lag_us: int = 0
    requested_ns: int | None = None
    arrived_ns: int | None = None
    analysis: Analysis | None = None


_NOTHING_SPENT: Final = Spent()


class EventLog:
    """All events so far.

    Args:
        state: The position before the first one.
        moments: When a moment of its clock was.
        writer: Writes the journal.

    Attributes:
        seq: The number of the last event.
        has_secrets: Whether seats know different things, so that nobody is shown everything yet.
    """

    def __init__(self, state: State, moments: Moments, writer: Writer) -> None:
        self._writer: Final = writer
        self._moments: Final = moments
        self.has_secrets: Final = has_secrets(state)
        self._viewers: Final = (*range(state.seats), None)
        # one event that all see alike, or as each seat sees it, everybody, and last as it is
        self._views: list[Event | tuple[Event, ...]] = []
        self.seq = 0

    def since(self, last_seq: int, seat: int | None) -> list[Event]:
        """The events after this one as a seat sees them; None: as everybody at the table does."""
        return self._seen_from(len(self._viewers) - 1 if seat is None else seat, last_seq)

    def whole(self, last_seq: int) -> list[Event]:
        """The events after this one with everything in them: for nobody while it is played."""
        return self._seen_from(-1, last_seq)

    def _seen_from(self, place: int, last_seq: int) -> list[Event]:
        return [
            views[place] if isinstance(views, tuple) else views for views in self._views[last_seq:]
        ]

    def seen(self, state: State, ply: str) -> tuple[str, ...]:
        """What each seat sees of a draw or move that is about to be made, and everybody."""
        return tuple(seen_ply(state, ply, viewer) for viewer in self._viewers)

    def keep(
        self, event: Event, state: State, seen: tuple[str, ...] | None = None
    ) -> Event | tuple[Event, ...]:
        """Adds an event after which this is the position, and of which was seen this.

        Returns it, or if it is seen differently as each seat sees it, everybody, and as it is.
        """
        views: Event | tuple[Event, ...] = event
        if type(event) is Started:
            views = (*(self._view(event, state, viewer, "") for viewer in self._viewers), event)
        elif seen is not None:
            pairs = zip(self._viewers, seen, strict=True)
            views = (*(self._view(event, state, viewer, text) for viewer, text in pairs), event)
        self._views.append(views)
        self.seq += 1
        return views

    def record(
        self,
        step: Step,
        event: Event,
        state: State,
        now_ns: int,
        *,
        seen: tuple[str, ...] | None = None,
        spent: Spent = _NOTHING_SPENT,
    ) -> None:
        """The same, with a line for the journal and a message for everybody."""
        moments = self._moments
        requested_ns, arrived_ns = spent.requested_ns, spent.arrived_ns
        views = self.keep(event, state, seen)
        own: tuple[Seen, ...] = ()
        if self.has_secrets and type(views) is tuple:
            own = tuple(
                Seen(ply_of(each) or "", getattr(each, "digest", "")) for each in views[:-2]
            )
        line = Recorded(
            event,
            moments.us(now_ns),
            None if requested_ns is None else moments.us(requested_ns),
            None if arrived_ns is None else moments.us(arrived_ns),
            spent.analysis,
            own,
        )
        step.lines.append(self._writer.write(line))
        if type(views) is not tuple:
            step.says.append(Say(EVERYBODY, event))
            return
        step.says += [Say(seat, view) for seat, view in enumerate(views[:-2])]
        step.says.append(Say(WATCHERS, views[-2]))

    def _view(self, event: Event, state: State, viewer: int | None, text: str) -> Event:
        """An event that has led to this position, as a seat sees it, or everybody."""
        if self.has_secrets:
            event = as_seen(event, text, digest_text(view_of(state, viewer).digest))
        return msgspec.structs.replace(event, seat=viewer) if type(event) is Started else event
