"""One match as one of its seats knows it: rebuilt from events, and checked against every digest."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from carcbot.errors import InputError
from carcbot.games import registry
from carcbot.games.contract import View, is_position, view_of
from carcbot.match.chance.check import BrokenPromiseError, check_chance
from carcbot.match.story import Story, UntrueEventError, digest_text
from carcbot.messages.events import Event, Moved, Out, Result, Started
from carcbot.messages.parts import Analysis, ClockSpec, Policy
from carcbot.messages.server import Request, Sync

if TYPE_CHECKING:
    from carcbot.bot.joint_seed import JointSeedPart

__all__ = ["OutOfSyncError", "SeatedMatch"]


class OutOfSyncError(Exception):
    """What the bot knows contradicts what the referee says.

    Attributes:
        digest: Of the bot's view.
    """

    def __init__(self, digest: str) -> None:
        super().__init__(digest)
        self.digest = digest


class SeatedMatch:
    """A match in which the bot has a seat.

    Attributes:
        match: Its name.
        seat: One's own.
        seq: The last event.
        game: What is played.
        options: As text.
        clock: Of every seat.
        policy: What happens when a seat fails.
        game_key: The commitment of the match, or its name: the same when it is played again.
        result: How it ended.
        is_out: Whether the seat is out.
        request: The request that is not answered yet.
        chosen: The request that was answered last, by which move, and what is said of that.
        gives_up: Whether no move can be found: it resigns where it is asked.
        is_lost: Whether the view is known to be wrong; it is not used until a sync comes.
        was_restarted: Whether everything was already rebuilt from the first event once.
        joint_part: The seat's part in a joint seed.
        events: All events, as long as none is missing: chance is checked by them in the end.
    """

    def __init__(self, match: str) -> None:
        self.match = match
        self.seat = 0
        self.seq = 0
        self.game = ""
        self.options = ""
        self.clock = ClockSpec()
        self.policy = Policy()
        self.game_key = match
        self.result: Result | None = None
        self.is_out = False
        self.request: Request | None = None
        self.chosen: tuple[int, str, Analysis | None] | None = None
        self.gives_up = False
        self.is_lost = False
        self.was_restarted = False
        self.joint_part: JointSeedPart | None = None
        self.events: list[Event] = []
        self._story: Story[View] | None = None

    @property
    def view(self) -> View | None:
        """What the seat may know; in a game without secrets, the position itself."""
        return self._story.view if self._story else None

    @property
    def plies(self) -> Sequence[str]:
        """All draws and moves since the view was last rebuilt, as the seat saw them."""
        return self._story.plies if self._story else ()

    def see(self, event: Event) -> bool:
        """Applies an event; False if it is an old one, which changes nothing.

        Raises:
            OutOfSyncError: It does not follow from what is known, or the digests differ.
        """
        if event.seq <= self.seq:
            return False
        if event.seq != self.seq + 1 and not isinstance(event, Started):
            raise OutOfSyncError(self.digest)
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
        """Continues from a sync of the referee.

        Raises:
            OutOfSyncError: It cannot be read here, or its digest is not the one that it tells.
        """
        try:
            view = registry.parse_view(sync.view)
        except InputError as error:
            raise OutOfSyncError(self.digest) from error
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
            raise OutOfSyncError(self.digest)

    def restart(self) -> None:
        """Forgets everything, before the referee sends it again from the first event."""
        self.seq = 0
        self._story = None
        self.is_lost = False
        self.request = None
        self.chosen = None
        self.was_restarted = True

    def broken_promise(self) -> str:
        """What was wrong with chance in a match that is over; empty if nothing was.

        If events are missing here because the referee was asked for a sync, nothing is said.
        """
        if self.view is None or self.is_lost or not self.events:
            return ""
        start = self.events[0]
        if self.joint_part and isinstance(start, Started) and not self.joint_part.is_kept(start):
            return "the joint seed is not made of what the seats have committed to"
        try:
            check_chance(self.events, whole=is_position(self.view))
        except BrokenPromiseError as error:
            return str(error)
        return ""

    @property
    def digest(self) -> str:
        """Of the bot's view."""
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
            raise OutOfSyncError(self.digest)
        try:
            self._story.tell(event)
        except UntrueEventError as error:
            self.is_lost = True
            raise OutOfSyncError(error.digest or self.digest) from error

    def _begin(self, event: Started) -> None:
        self.game = event.game
        self.options = event.options
        self.clock = event.clock
        self.policy = event.policy
        self.game_key = event.commitment
        self.seat = event.seat or 0
        try:
            view = view_of(registry.get(event.game).new(event.options), self.seat)
        except InputError as error:
            raise OutOfSyncError(self.digest) from error
        self._story = Story(view, self.match, digests=True)
