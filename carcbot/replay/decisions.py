"""The decisions of a match, as they can be made again."""

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import merge
from operator import attrgetter

from carcbot.games.contract import is_position
from carcbot.match.story import Story
from carcbot.messages.events import Moved
from carcbot.replay.record import MatchRecord

__all__ = ["RecordedDecision", "recorded_decisions"]


@dataclass(frozen=True, slots=True)
class RecordedDecision:
    """A decision of a player, with what that player knew then.

    Attributes:
        number: Of the move.
        seq: The last event before it.
        seat: The seat that decided.
        position: What the seat knew, as `View.text` writes it.
        plies: The plies that it saw since its last decision, or since the match began.
        move: The move that it made.
    """

    number: int
    seq: int
    seat: int
    position: str
    plies: tuple[str, ...]
    move: str


def recorded_decisions(record: MatchRecord) -> Iterator[RecordedDecision]:
    """All decisions of players, in order; moves that the referee made for a player are left out.

    Of what one seat saw of a game with secrets these are the decisions of that seat.

    Raises:
        InputError: A draw or move breaks the rules, or it is not known what the seats saw of it.
    """
    start = record.first_position()
    seats = range(start.seats)
    if record.seat is not None and not is_position(start):
        seats = range(record.seat, record.seat + 1)
    return merge(*(_decisions_of_seat(seat, record) for seat in seats), key=attrgetter("seq"))


def _decisions_of_seat(seat: int, record: MatchRecord) -> Iterator[RecordedDecision]:
    seen = record.seen_by(seat)
    story = Story(seen.first_position())
    number = looked = 0
    for line, known in zip(record.events, seen.events, strict=True):
        view = story.view
        story.tell(known.event)
        event = line.event
        if not isinstance(event, Moved):
            continue
        number += 1
        if event.by == "player" and event.seat == seat:
            # what a seat sees of its own move begins with the move
            made = [move for move in view.legal_moves() if event.move.startswith(move)]
            move = max(made, key=len, default=event.move)
            plies = tuple(story.plies[looked:-1])
            yield RecordedDecision(number, event.seq - 1, seat, view.text, plies, move)
            looked = len(story.plies) - 1
