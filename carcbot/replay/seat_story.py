"""A match replayed and checked as one of its seats saw it, event by event."""

from carcbot.errors import FileInputError, InputError
from carcbot.games import registry
from carcbot.games.contract import View, is_position, view_of
from carcbot.match.chance.check import BrokenPromiseError, check_chance
from carcbot.match.story import Story, UntrueEventError
from carcbot.messages.events import Event, Started
from carcbot.messages.parts import ClockSpec, Policy
from carcbot.replay.seats import Seats

__all__ = ["SeatStory"]


class SeatStory:
    """Takes the events of a match in order, and checks whether each can be true.

    That is: numbers without gaps, moves by the rules, digests, the arithmetic of the clocks, and
    who may move or be out by the policy; and where the seat sees the whole position, points and
    standings.

    Args:
        match: Its name.
        game: What is played.
        options: As text.
        seat: Who saw it.
        name: Of the file, for errors.

    Attributes:
        events: All so far.

    Raises:
        FileInputError: There is no such game.
    """

    def __init__(self, match: str, game: str, options: str, seat: int, name: str) -> None:
        self.events: list[Event] = []
        self._name = name
        try:
            view = view_of(registry.get(game).new(options), seat)
        except InputError as error:
            raise FileInputError(str(error), where=name) from error
        self._story = Story(view, match, digests=True)
        self._seats = Seats(view.seats, ClockSpec(), Policy(), self._need)

    @property
    def view(self) -> View:
        """What the seat knows now."""
        return self._story.view

    @property
    def is_over(self) -> bool:
        """Whether the match is."""
        return self._story.is_over

    def see(self, event: Event) -> None:
        """Applies the next event.

        Raises:
            FileInputError: The event cannot be true.
        """
        try:
            change = self._story.tell(event)
        except UntrueEventError as error:
            raise error.in_file(self._name) from error
        self.events.append(event)
        if isinstance(event, Started):
            self._seats = Seats(self.view.seats, event.clock, event.policy, self._need)
        self._seats.follow(change)

    def check_chance(self) -> None:
        """Checks whether chance has kept its promises so far.

        Raises:
            FileInputError: A promise was broken.
        """
        try:
            if self.events:
                check_chance(self.events, whole=is_position(self.view))
        except BrokenPromiseError as error:
            raise error.in_file(self._name) from error

    # ------------------------------------------------------------ inside

    def _need(self, what: str, said: object, true: object) -> None:
        if said != true:
            where = f"{self._name}, event {self._story.seq}"
            raise FileInputError(f"{what} {said} is not true", where=where, expected=f"{true}")
