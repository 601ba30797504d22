"""The events of a match, each as every seat may see it."""

from typing import Final

import msgspec

from carcbot.games.contract import State, has_secrets, seen_ply, view_of
from carcbot.match.story import digest_text, ply_of
from carcbot.messages.events import Drawn, Event, Out, Result, Started
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
        epoch_us: Microseconds since 1970 when the monotonic clock shows 0.
        writer: Writes the journal.

    Attributes:
        seq: The number of the last event.
    """

    def __init__(self, state: State, epoch_us: int, writer: Writer) -> None:
        self._seats: Final = range(state.seats)
        self._writer: Final = writer
        self._epoch_us: Final = epoch_us
        self._secrets: Final = has_secrets(state)
        # one event that all see alike, or as each seat sees it and last as it is
        self._views: list[Event | tuple[Event, ...]] = []
        self.seq = 0

    @property
    def has_secrets(self) -> bool:
        """Whether those who watch see what players may not, and so have to see it later."""
        return self._secrets

    def since(self, last_seq: int, seat: int | None) -> list[Event]:
        """The events after this one as a seat sees them, or those who watch."""
        place = len(self._seats) if seat is None else seat
        return [
            views[place] if isinstance(views, tuple) else views for views in self._views[last_seq:]
        ]

    def seen(self, state: State, ply: str) -> tuple[str, ...] | None:
        """What each seat sees of a draw or move that is made, if they see different things."""
        if not self._secrets:
            return None
        return tuple(seen_ply(state, ply, seat) for seat in self._seats)

    def keep(
        self, event: Event, state: State, seen: tuple[str, ...] | None = None
    ) -> Event | tuple[Event, ...]:
        """Adds an event after which this is the position, and seats have seen this of it.

        Returns it, or if seats see it differently each one's view of it.
        """
        views: Event | tuple[Event, ...] = event
        if type(event) is Started:
            views = (*(self._for_seat(event, state, seat, None) for seat in self._seats), event)
        elif seen is not None:
            views = (*(self._for_seat(event, state, i, text) for i, text in enumerate(seen)), event)
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
        epoch_us = self._epoch_us
        requested_ns, arrived_ns = spent.requested_ns, spent.arrived_ns
        views = self.keep(event, state, seen)
        line = Recorded(
            event,
            epoch_us + now_ns // 1000,
            None if requested_ns is None else epoch_us + requested_ns // 1000,
            None if arrived_ns is None else epoch_us + arrived_ns // 1000,
            spent.analysis,
            self._seen(views[:-1]) if self._secrets and type(views) is tuple else (),
        )
        step.lines.append(self._writer.write(line))
        if type(views) is not tuple:
            step.says.append(Say(EVERYBODY, event))
            return
        step.says += [Say(seat, view) for seat, view in enumerate(views[:-1])]
        step.says.append(Say(WATCHERS, event))

    def _seen(self, views: tuple[Event, ...]) -> tuple[Seen, ...]:
        """What only each seat sees of an event, of which these are the views."""
        parts = []
        for view in views:
            if isinstance(view, Out | Result):
                return ()
            parts.append(Seen(ply_of(view) or "", view.digest))
        return tuple(parts)

    def _for_seat(self, event: Event, state: State, seat: int, text: str | None) -> Event:
        changes: dict[str, object] = {}
        if self._secrets:
            changes["digest"] = digest_text(view_of(state, seat).digest)
        if isinstance(event, Started):
            changes["seat"] = seat
        elif text is not None:
            changes["draw" if isinstance(event, Drawn) else "move"] = text
        return msgspec.structs.replace(event, **changes)
