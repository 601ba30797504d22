"""The decisions of a match, as questions that can be asked again."""

from collections.abc import Iterator
from dataclasses import dataclass

from carcbot.messages.events import Drawn, Moved
from carcbot.replay.record import MatchRecord

__all__ = ["Question", "questions_of"]


@dataclass(frozen=True, slots=True)
class Question:
    """A position in which a player has moved.

    Attributes:
        number: Of the move.
        seq: The last event before it.
        seat: Whose it was.
        position: As `State.text` writes it.
        plies: What has happened since the same seat was asked last, or the match began.
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

    Raises:
        InputError: What was drawn or moved is against the rules.
    """
    state = record.beginning()
    plies: list[str] = []
    asked = [0] * len(state.scores())
    number = 0
    for line in record.events:
        event = line.event
        if isinstance(event, Drawn):
            state.apply(event.draw)
            plies.append(event.draw)
        elif isinstance(event, Moved):
            number += 1
            if event.by == "player":
                since = tuple(plies[asked[event.seat] :])
                asked[event.seat] = len(plies)
                yield Question(number, event.seq - 1, event.seat, state.text, since, event.move)
            state.apply(event.move)
            plies.append(event.move)
