"""A match, event by event: the one place where events are applied to a position or a view.

The referee, bots, records, pages and the conformance kit all follow matches by this; what differs
is what they begin with, and what they compare besides. It is nothing but the rules: no clock and no
chance, and the views that it hands out never change.
"""

from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from msgspec.structs import replace

from carcbot.errors import FileInputError, InputError
from carcbot.games.contract import CHANCE, OVER, State, View, view_of
from carcbot.messages.events import Drawn, Event, Moved, Out, Result, Started

__all__ = ["Change", "Story", "UntrueEventError", "as_seen", "begun", "digest_text", "ply_of"]

V = TypeVar("V", bound=View)
V_co = TypeVar("V_co", bound=View, covariant=True)


def digest_text(digest: int) -> str:
    """A digest as messages write it."""
    return f"{digest:016x}"


def ply_of(event: Event) -> str | None:
    """The text of the draw or move that an event is; None if it is neither."""
    if isinstance(event, Moved):
        return event.move
    return event.draw if isinstance(event, Drawn) else None


def as_seen(event: Event, ply: str, digest: str) -> Event:
    """The event for those who see this of its draw or move and then have this digest."""
    if isinstance(event, Drawn):
        return replace(event, draw=ply, digest=digest)
    if isinstance(event, Moved):
        return replace(event, move=ply, digest=digest)
    return replace(event, digest=digest)


class UntrueEventError(InputError):
    """An event that cannot be true where it stands; `where` says which.

    Attributes:
        seq: Its number.
        digest: What its digest would be, as messages write it, if only that is wrong; or empty.
    """

    code = "untrue_event"
    seq = 0
    digest = ""

    def in_file(self, name: str) -> FileInputError:
        """The same, for whoever has read the event in a file or from a table of this name."""
        return FileInputError(self.what, where=f"{name}, {self.where}", expected=self.expected)


@dataclass(frozen=True, slots=True)
class Change(Generic[V_co]):
    """An event, and what it changed.

    Attributes:
        event: The event.
        before: The view before it.
        after: The view after it; the same if it was neither a draw nor a move.
        ply: How many draws and moves there were, it included.
    """

    event: Event
    before: V_co
    after: V_co
    ply: int

    @property
    def turn(self) -> int:
        """Which turn of the game it belongs to, from 1."""
        return self.before.turn

    @property
    def step(self) -> str:
        """Which decision of the turn it made; empty if it is no move."""
        return self.before.step if isinstance(self.event, Moved) else ""

    @property
    def ends_turn(self) -> bool:
        """Whether that turn is over after it."""
        return self.after.over or self.after.turn != self.before.turn


class Story(Generic[V]):
    """A match up to its last event.

    Args:
        view: The position before the next event, or what somebody knows of it.
        match: Its name; empty if events of any match are meant.
        seq: The last event that the view knows of.
        digests: Whether the digests in events must be those of the view.

    Attributes:
        view: What is known now.
        seq: The last event.
        plies: What was drawn and moved, in order.
        is_over: Whether the result was told.
    """

    def __init__(self, view: V, match: str = "", *, seq: int = 0, digests: bool = False) -> None:
        self.view = view
        self.seq = seq
        self.plies: list[str] = []
        self.is_over = False
        self._match: Final = match
        self._digests: Final = digests

    def tell(self, event: Event) -> Change[V]:
        """Applies the next event.

        Raises:
            UntrueEventError: It cannot be true: its number or name, what it is about, whose move it
                is, the move or the draw itself, or the digest. The story is as it was.
        """
        self._check_place(event)
        self._check_seat(event)
        before = after = self.view
        ply = ply_of(event)
        if ply is not None:
            after = before.copy()
            try:
                after.apply(ply)
            except InputError as error:
                raise _untrue(event, str(error)) from error
        if self._digests and isinstance(event, Started | Drawn | Moved):
            self._check_digest(event, after)
        self.view = after
        self.seq = event.seq
        self.is_over = isinstance(event, Result)
        if ply is not None:
            self.plies.append(ply)
        return Change(event, before, after, len(self.plies))

    def _check_place(self, event: Event) -> None:
        """Whether an event of its kind and number can be next."""
        if event.seq != self.seq + 1:
            raise _untrue(event, "it is out of order", f"event {self.seq + 1}")
        if self._match and event.match != self._match:
            raise _untrue(event, f"it is of match {event.match}", f"match {self._match}")
        if isinstance(event, Started) != (self.seq == 0):
            if self.seq:
                raise _untrue(event, "the match has begun", "anything but the start")
            raise _untrue(event, "the match has not begun", "its start")
        if self.is_over:
            raise _untrue(event, "the match is over", "nothing after the result")

    def _check_seat(self, event: Event) -> None:
        """Whether it is about a seat that there is, and a move or a draw that is due."""
        view, due = self.view, self.view.to_move
        if isinstance(event, Moved | Out) and event.seat not in range(view.seats):
            raise _untrue(
                event, f"there is no seat {event.seat}", f"a seat from 0 to {view.seats - 1}"
            )
        if isinstance(event, Drawn | Moved):
            done = event.seat if isinstance(event, Moved) else CHANCE
            if done != due:
                raise _untrue(event, f"{_words(done)} is not due", _words(due))

    def _check_digest(self, event: Started | Drawn | Moved, after: V) -> None:
        true = digest_text(after.digest)
        if event.digest != true:
            error = _untrue(event, f"the digest {event.digest} is not true", true)
            error.digest = true
            raise error


def begun(event: Started, start: State, seat: int | None) -> Story[View]:
    """The story that begins with this event, before it is told.

    It is what the seat, or who has none, is told of the match; of a match that was over before
    anybody looked everything is told, and the digest shows it.

    Args:
        event: How the match begins.
        start: The position that its options mean.
        seat: Whose eyes see it.
    """
    view = view_of(start, seat)
    return Story(view if event.digest == digest_text(view.digest) else start)


def _words(due: int) -> str:
    """What is due, by `View.to_move`."""
    return {CHANCE: "a draw", OVER: "the result"}.get(due, f"a move of seat {due}")


def _untrue(event: Event, what: str, expected: str = "") -> UntrueEventError:
    error = UntrueEventError(what, where=f"event {event.seq}", expected=expected)
    error.seq = event.seq
    return error
