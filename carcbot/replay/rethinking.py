"""The decisions of a match, as questions that can be asked again."""

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import merge
from operator import attrgetter

from carcbot.games.contract import is_position
from carcbot.match.story import Story
from carcbot.messages.events import Moved
from carcbot.replay.record import MatchRecord

__all__ = ["Question", "questions_of"]


@dataclass(frozen=True, slots=True)
class Question:
    """A moment in which a player has moved, as that player saw it.

    Attributes:
        number: Of the move.
        seq: The last event before it.
        seat: Whose it was.
        position: What the seat knew, as `View.text` writes it.
        plies: What it has seen since it was asked last, or the match began.
        move: What it did.
    """

    number: int
    seq: int
    seat: int
    position: str
    plies: tuple[str, ...]
    move: str


def questions_of(record: MatchRecord) -> Iterator[Question]:
    """Every decision that a player has made, in order; not what the referee chose instead.

    Of what one seat saw of a game with secrets these are the decisions of that seat.

    Raises:
        InputError: What was drawn or moved is against the rules, or it is not known what the seats
            saw of it.
    """
    start = record.beginning()
    seats = range(start.seats)
    if record.seat is not None and not is_position(start):
        seats = range(record.seat, record.seat + 1)
    return merge(*(_questions_to(seat, record) for seat in seats), key=attrgetter("seq"))


def _questions_to(seat: int, record: MatchRecord) -> Iterator[Question]:
    seen = record.seen_by(seat)
    story = Story(seen.beginning())
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
            yield Question(number, event.seq - 1, seat, view.text, plies, move)
            looked = len(story.plies) - 1
