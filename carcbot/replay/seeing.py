"""A match made again as one of its seats saw it, event by event."""

from carcbot.errors import FileInputError, InputError
from carcbot.games import registry
from carcbot.games.contract import State, View, is_position, view_of
from carcbot.match.chance.checking import BrokenPromiseError, check_chance
from carcbot.match.story import digest_text
from carcbot.messages.events import Drawn, Event, Moved, Out, Result, Started
from carcbot.messages.parts import ClockSpec, Policy
from carcbot.referee.standings import standings_of
from carcbot.replay.seats import Seats

__all__ = ["Seeing"]


class Seeing:
    """Takes in the events of a match from the first one on, and looks whether each can be true.

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
        view: What the seat knows now.
        events: All so far.

    Raises:
        FileInputError: There is no such game.
    """

    def __init__(self, match: str, game: str, options: str, seat: int, name: str) -> None:
        self.events: list[Event] = []
        self._match = match
        self._name = name
        try:
            state = registry.get(game).new(options)
            self.view: State | View = view_of(state, seat)
        except InputError as error:
            raise FileInputError(str(error), where=name) from error
        self._count = state.seats
        self._seats = Seats(self._count, ClockSpec(), Policy(), self._need)

    @property
    def is_over(self) -> bool:
        """Whether the match is."""
        return bool(self.events) and isinstance(self.events[-1], Result)

    def see(self, event: Event) -> None:
        """Takes in the next event.

        Raises:
            FileInputError: It cannot be true.
        """
        seq = len(self.events) + 1
        if event.seq != seq or event.match != self._match:
            raise FileInputError(f"event {event.seq} is out of order", where=self._where(seq))
        self.events.append(event)
        self._seats.follow(event)
        match event:
            case Started():
                self._seats = Seats(self._count, event.clock, event.policy, self._need)
            case Drawn():
                self._apply(event.draw)
            case Moved():
                self._move(event)
            case Out():
                self._check_seat(event.seat)
                self._seats.out(event, self.view.to_move)
            case Result():
                self._end(event)
        if isinstance(event, Started | Drawn | Moved):
            self._need("the digest", event.digest, digest_text(self.view.digest))

    def check_chance(self) -> None:
        """Looks whether chance has kept its promises so far.

        Raises:
            FileInputError: It has not.
        """
        try:
            if self.events:
                check_chance(self.events, whole=is_position(self.view))
        except BrokenPromiseError as error:
            raise FileInputError(
                error.text, where=self._where(error.seq), expected=error.expected
            ) from error

    # ------------------------------------------------------------ inside

    def _where(self, seq: int) -> str:
        return f"{self._name}, event {seq}"

    def _need(self, what: str, said: object, true: object) -> None:
        if said != true:
            raise FileInputError(
                f"{what} {said} is not true",
                where=self._where(len(self.events)),
                expected=f"{true}",
            )

    def _apply(self, ply: str) -> None:
        try:
            self.view.apply(ply)
        except InputError as error:
            raise FileInputError(str(error), where=self._where(len(self.events))) from error

    def _check_seat(self, seat: int) -> None:
        if seat not in range(self._count):
            self._need("the seat", seat, f"one from 0 to {self._count - 1}")

    def _move(self, event: Moved) -> None:
        """A move with its clock and the points after it."""
        self._check_seat(event.seat)
        self._need("the seat", event.seat, self.view.to_move)
        self._seats.move(event)
        self._apply(event.move)
        if is_position(self.view):
            self._need("the points", list(event.scores), self.view.scores())

    def _end(self, event: Result) -> None:
        if is_position(self.view):
            self._need("the game's being over", self.view.over, event.reason == "normal")
            counts = event.reason not in {"abort", "referee_fault"}
            seats = self._seats
            true = standings_of(self.view, seats.whys, seats.outs) if counts else ()
            self._need("the standings", event.standings, true)
        self._seats.end(event)
