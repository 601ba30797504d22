"""A match from its first event on, as the page tells it: events, points, thoughts, and pictures."""

from collections.abc import Iterable, Sequence

import msgspec

from carcbot.errors import InputError
from carcbot.games import registry
from carcbot.games.contract import PageFace, State
from carcbot.messages.events import Drawn, Event, Moved, Result
from carcbot.messages.parts import Analysis

__all__ = ["Story", "Thought", "face_of", "pictures_of", "story_of"]


class Thought(msgspec.Struct, frozen=True):
    """What a seat thought about the position after an event."""

    seq: int
    seat: int
    analysis: Analysis


class Story(msgspec.Struct, frozen=True):
    """A match without its pictures.

    Attributes:
        match: Its name.
        game: What is played.
        options: As text.
        seats: Who sits where; null is a free seat.
        over: Whether it has ended.
        events: All of them.
        points: After each event, and before the first one, the points on the table and those as if
            the game ended then.
        thoughts: What players thought, where everybody may know.
    """

    match: str
    game: str
    options: str
    seats: tuple[str | None, ...]
    over: bool
    events: tuple[Event, ...]
    points: tuple[tuple[list[int], list[int]], ...]
    thoughts: tuple[Thought, ...]


def face_of(game: str) -> PageFace:
    """How a game shows itself.

    Raises:
        InputError: Nobody can look at it in a browser.
    """
    face = registry.get(game).page
    if face is None:
        raise InputError(f"{game} has no pictures", expected="a game that can be shown")
    return face


def story_of(
    match: str,
    game: str,
    options: str,
    *,
    seats: Sequence[str | None],
    events: Sequence[Event],
    thoughts: Iterable[Thought] = (),
) -> Story:
    """The story that these events tell.

    Raises:
        InputError: They are against the rules, or the game cannot be shown.
    """
    face = face_of(game)
    points = [face.points(state) for state, _ in _positions(game, options, events)]
    over = bool(events) and isinstance(events[-1], Result)
    return Story(
        match, game, options, tuple(seats), over, tuple(events), tuple(points), tuple(thoughts)
    )


def pictures_of(game: str, options: str, events: Sequence[Event]) -> bytes:
    """A JSON list: what is to be seen before the first event and after each.

    Raises:
        InputError: The events are against the rules, or the game cannot be shown.
    """
    face = face_of(game)
    encode = msgspec.json.Encoder().encode
    positions = _positions(game, options, events)
    return b"[" + b",".join(encode(face.picture(state, last)) for state, last in positions) + b"]"


def _positions(
    game: str, options: str, events: Sequence[Event]
) -> Iterable[tuple[State, str | None]]:
    """The position before the first event and after each, with the last move up to it."""
    state = registry.get(game).new(options)
    last = None
    yield state, last
    for event in events:
        if isinstance(event, Drawn):
            state.apply(event.draw)
        elif isinstance(event, Moved):
            state.apply(event.move)
            last = event.move
        yield state, last
