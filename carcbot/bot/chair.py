"""One match as one of its seats knows it: rebuilt from events, and checked against every digest."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from carcbot.errors import InputError
from carcbot.games import registry
from carcbot.games.contract import View, is_position, view_of
from carcbot.match.chance.checking import BrokenPromiseError, check_chance
from carcbot.match.story import Story, UntrueError, digest_text
from carcbot.messages.events import Event, Moved, Out, Result, Started
from carcbot.messages.parts import ClockSpec, Policy
from carcbot.messages.server import Request, Sync

if TYPE_CHECKING:
    from carcbot.bot.pact import Pact

__all__ = ["Chair", "LostWayError"]


class LostWayError(Exception):
    """What is known here is not what the referee says.

    Attributes:
        digest: Of one's own view.
    """

    def __init__(self, digest: str) -> None:
        super().__init__(digest)
        self.digest = digest


class Chair:
    """A match that one plays in.

    Attributes:
        match: Its name.
        seat: One's own.
        seq: The last event.
        game: What is played.
        options: As text.
        clock: Of every seat.
        policy: What happens when a seat fails.
        lot: What tells this game from all others, and is the same when it is played again.
        result: How it ended.
        is_out: Whether one is out of it.
        request: What one was asked and has not answered.
        chosen: The move that was sent last, and for which request.
        is_lost: Whether the view is known to be wrong; until a sync comes nothing is done with it.
        was_begun_anew: Whether it was already tried to rebuild everything from the first event.
        pact: One's part in a joint seed.
        events: All that happened, while none is missing: what chance is judged by in the end.
    """

    def __init__(self, match: str) -> None:
        self.match = match
        self.seat = 0
        self.seq = 0
        self.game = ""
        self.options = ""
        self.clock = ClockSpec()
        self.policy = Policy()
        self.lot = match
        self.result: Result | None = None
        self.is_out = False
        self.request: Request | None = None
        self.chosen: tuple[int, str] | None = None
        self.is_lost = False
        self.was_begun_anew = False
        self.pact: Pact | None = None
        self.events: list[Event] = []
        self._story: Story[View] | None = None

    @property
    def view(self) -> View | None:
        """What one may know: the position itself in a game without secrets."""
        return self._story.view if self._story else None

    @property
    def plies(self) -> Sequence[str]:
        """All that was drawn and moved since the view was last begun anew, as one saw it."""
        return self._story.plies if self._story else ()

    def see(self, event: Event) -> bool:
        """Takes in an event; False if it is an old one, which changes nothing.

        Raises:
            LostWayError: It does not follow from what is known, or the digests differ.
        """
        if event.seq <= self.seq:
            return False
        if event.seq != self.seq + 1 and not isinstance(event, Started):
            raise LostWayError(self.digest)
        self.seq = event.seq
        if isinstance(event, Started):
            self.events = [event]
        elif self.events:
            self.events.append(event)
        if isinstance(event, Result):
            self.result = event
            self.request = None
        elif not self.is_lost:
            self._take_in(event)
        return True

    def resume(self, sync: Sync) -> None:
        """Goes on from what the referee says.

        Raises:
            LostWayError: That cannot be read here, or does not have the digest that it should have.
        """
        try:
            view = registry.parse_view(sync.view)
        except InputError as error:
            raise LostWayError(self.digest) from error
        self.seq = sync.seq
        self.game = sync.game
        self.options = sync.options
        self.clock = sync.clock
        self.policy = sync.policy
        self.seat = sync.seat if sync.seat is not None else self.seat
        self.is_out = sync.out[self.seat] is not None if self.seat < len(sync.out) else self.is_out
        self._story = Story(view, self.match, seq=sync.seq, digests=True)
        self.events = []
        self.is_lost = self.digest != sync.digest
        if self.is_lost:
            raise LostWayError(self.digest)

    def begin_anew(self) -> None:
        """Forgets everything, to be told it again from the first event."""
        self.seq = 0
        self._story = None
        self.is_lost = False
        self.request = None
        self.chosen = None
        self.was_begun_anew = True

    def broken_promise(self) -> str:
        """What was wrong with chance in a match that is over; empty if nothing was.

        If events are missing here because the referee was asked for a sync, nothing is said.
        """
        if self.view is None or self.is_lost or not self.events:
            return ""
        start = self.events[0]
        if self.pact and isinstance(start, Started) and not self.pact.is_kept(start):
            return "the joint seed is not made of what the seats have committed to"
        try:
            check_chance(self.events, whole=is_position(self.view))
        except BrokenPromiseError as error:
            return str(error)
        return ""

    @property
    def digest(self) -> str:
        """Of one's own view."""
        return digest_text(self._story.view.digest) if self._story else "0" * 16

    def _take_in(self, event: Event) -> None:
        if isinstance(event, Started):
            self._begin(event)
        elif isinstance(event, Moved) and event.seat == self.seat:
            self.request = None
        elif isinstance(event, Out):
            self.is_out = self.is_out or event.seat == self.seat
            if self.is_out:
                self.request = None
        if self._story is None:
            raise LostWayError(self.digest)
        try:
            self._story.tell(event)
        except UntrueError as error:
            self.is_lost = True
            raise LostWayError(error.digest or self.digest) from error

    def _begin(self, event: Started) -> None:
        self.game = event.game
        self.options = event.options
        self.clock = event.clock
        self.policy = event.policy
        self.lot = event.commitment
        self.seat = event.seat or 0
        try:
            view = view_of(registry.get(event.game).new(event.options), self.seat)
        except InputError as error:
            raise LostWayError(self.digest) from error
        self._story = Story(view, self.match, digests=True)
