"""A match from its first event on, as the page tells it: events, points, thoughts, and pictures."""

from collections.abc import Iterable, Sequence

import msgspec

from carcbot.errors import InputError
from carcbot.games import registry
from carcbot.games.contract import PageFace, SheetLine, View, is_position, seen_ply, turns_over
from carcbot.match.story import Story, ply_of
from carcbot.messages.events import Event, Moved, Result
from carcbot.messages.parts import Analysis

__all__ = ["PageStory", "Thought", "face_of", "pictures_of", "story_of"]


class Thought(msgspec.Struct, frozen=True):
    """What a seat thought about the position after an event."""

    seq: int
    seat: int
    analysis: Analysis


class PageStory(msgspec.Struct, frozen=True):
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
        turns: At the same moments, how many turns were over.
        thoughts: What players thought, where everybody may know.
        hints: Whether those who sit there may ask what a bot would do.
        hides: Whether something is hidden from who is told, until the match is over.
        sheet: Of a match that is over: where the points come from that each seat has, or would have
            had if the game had ended then.
        picture: What is to be seen after the last event, so that a page has something to show.
        marked: Events whose draw or move everybody saw with a mark (``!``), which who knows all is
            told without: the row was reset, or a card did not fit.
    """

    match: str
    game: str
    options: str
    seats: tuple[str | None, ...]
    over: bool
    events: tuple[Event, ...]
    points: tuple[tuple[list[int], list[int]], ...]
    turns: tuple[int, ...]
    thoughts: tuple[Thought, ...]
    hints: bool = False
    hides: bool = False
    sheet: list[SheetLine] = []
    picture: dict[str, object] | None = None
    marked: tuple[int, ...] = ()


def face_of(game: str) -> PageFace:
    """How a game shows itself.

    Raises:
        InputError: Nobody can look at it in a browser.
    """
    face = registry.get(game).page
    if face is None:
        raise InputError(f"{game} has no page in a browser", expected="a game that has one")
    return face


def story_of(
    match: str,
    game: str,
    beginning: View,
    *,
    seats: Sequence[str | None],
    events: Sequence[Event],
    thoughts: Iterable[Thought] = (),
    hints: bool = False,
    hides: bool = False,
) -> PageStory:
    """The story that these events tell.

    Args:
        match: Its name.
        game: What is played.
        beginning: What is known before the first event by whoever has seen them so.
        seats: Who sits where.
        events: All of them.
        thoughts: What players thought.
        hints: Whether players may ask what a bot would do.
        hides: Whether something is hidden until the match is over.

    Raises:
        InputError: They are against the rules, or the game cannot be shown.
    """
    face = face_of(game)
    points, turns, picture, last = [], [], None, beginning
    marked = []
    for number, (view, move) in enumerate(_positions(beginning, events)):
        points.append(face.points(view))
        turns.append(turns_over(view))
        if number and _has_mark(last, events[number - 1]):
            marked.append(events[number - 1].seq)
        last = view
        if number == len(events):
            picture = face.picture(view, move)
    over = bool(events) and isinstance(events[-1], Result)
    return PageStory(
        match,
        game,
        beginning.options,
        tuple(seats),
        over,
        tuple(events),
        tuple(points),
        tuple(turns),
        tuple(thoughts),
        hints,
        hides,
        face.sheet(last) if over else [],
        picture,
        tuple(marked),
    )


def pictures_of(game: str, beginning: View, events: Sequence[Event]) -> bytes:
    """A JSON list: what is to be seen before the first event and after each.

    Args:
        game: What is played.
        beginning: What is known before the first event by whoever has seen them so.
        events: All of them.

    Raises:
        InputError: The events are against the rules, or the game cannot be shown.
    """
    face = face_of(game)
    encode = msgspec.json.Encoder().encode
    positions = _positions(beginning, events)
    return b"[" + b",".join(encode(face.picture(view, last)) for view, last in positions) + b"]"


def _has_mark(before: View, event: Event) -> bool:
    """Whether everybody saw a mark that is not in the event, as where all of it is known."""
    ply = ply_of(event)
    return bool(ply and is_position(before) and "!" in seen_ply(before, ply, None))


def _positions(beginning: View, events: Sequence[Event]) -> Iterable[tuple[View, str | None]]:
    """The position before the first event and after each, with the last move up to it."""
    last = None
    yield beginning, last
    for change in map(Story(beginning).tell, events):
        if isinstance(change.event, Moved):
            last = change.event.move
        yield change.after, last
