"""Records of every mode of chance are judged, and a crooked referee's signature helps nobody."""

import msgspec
import pytest

from carcbot.errors import FileInputError
from carcbot.messages.events import Drawn, Moved, Result, Started
from carcbot.messages.parts import ChanceMode
from carcbot.referee import journal_reader
from carcbot.referee.journal import Agreed, Committed, Line, Recorded, Revealed
from carcbot.replay.own_view import own_view, verify_own_view
from carcbot.replay.verification import GENUINE, verify
from tests.referee.hosts import raw
from tests.replay.records import PUBLIC, record_of, signed, text_of_match

KINDS: tuple[tuple[str, ChanceMode], ...] = (
    ("pot", "seed"),
    ("pot", "deck"),
    ("pot", "joint"),
    ("kuhn", "seed"),
    ("kuhn", "joint"),
)


@pytest.mark.parametrize(("game", "chance"), KINDS)
def test_genuine(game: str, chance: ChanceMode) -> None:
    """A true record is genuine, and so is what each seat may have of it."""
    record = record_of(signed(text_of_match(game, chance=chance)))
    assert verify(record, PUBLIC) == GENUINE
    for seat in range(2):
        assert verify_own_view(own_view(record, seat), "view", PUBLIC) == GENUINE


def lines_of(chance: ChanceMode) -> list[Line]:
    """The lines of a match without its signature."""
    read = journal_reader.read(text_of_match("pot", chance=chance), "m1")
    return [read.header, *read.early, *read.events]


@pytest.mark.parametrize(
    ("chance", "kind", "field", "value"),
    (
        ("joint", Agreed, "commitment", "0" * 64),
        ("joint", Committed, "commitment", "0" * 64),
        ("joint", Committed, "round", 1),
        ("joint", Committed, "seat", 5),
        ("joint", Revealed, "nonce", "0" * 64),
        ("joint", Started, "joint", None),
        ("joint", Started, "chance", "seed"),
        ("joint", Result, "seed", "0" * 64),
        ("deck", Started, "deck", ()),
        ("deck", Started, "chance", "seed"),
        ("deck", Drawn, "salt", ""),
        ("deck", Drawn, "salt", "0" * 64),
        ("deck", Drawn, "deck", ("0" * 64,)),
        ("deck", Result, "seed", "0" * 64),
        ("seed", Started, "chance", "deck"),
        ("seed", Started, "commitment", "0" * 64),
        ("seed", Drawn, "salt", "0" * 64),
        ("seed", Drawn, "match", "m2"),
        ("seed", Started, "match", "m2"),
        ("seed", Started, "rules", 2),
        ("seed", Started, "rated", True),
        ("seed", Started, "seat", 0),
        ("seed", Result, "match", "m2"),
    ),
)
def test_crooked_referee(chance: ChanceMode, kind: type, field: str, value: object) -> None:
    """What does not fit commitments and header is wrong, signed or not, and it is said where."""
    lines = lines_of(chance)
    for place, line in enumerate(lines):
        if isinstance(line, Recorded) and isinstance(line.event, kind):
            event = msgspec.structs.replace(line.event, **{field: value})
            lines[place] = msgspec.structs.replace(line, event=event)
            break
        if isinstance(line, kind):
            lines[place] = msgspec.structs.replace(line, **{field: value})
            break
    record = record_of(signed(raw(lines)))
    with pytest.raises(FileInputError, match=r"m1, (line|event) \d+"):
        verify(record, PUBLIC)


def test_what_is_wrong_first() -> None:
    """Of many things that cannot be, the first one is told, also where chance is wrong as well."""
    lines = lines_of("seed")
    places = [
        place
        for place, line in enumerate(lines)
        if isinstance(line, Recorded) and isinstance(line.event, Moved)
    ]
    for place in places[:-1]:
        line = lines[place]
        assert isinstance(line, Recorded)
        event = msgspec.structs.replace(line.event, digest="0" * 16)
        late = _with_another_draw(lines[place + 1 :])
        changed = [*lines[:place], msgspec.structs.replace(line, event=event), *late]
        with pytest.raises(FileInputError, match=f"m1, event {event.seq}: the digest"):
            verify(record_of(signed(raw(changed))), PUBLIC)


def _with_another_draw(lines: list[Line]) -> list[Line]:
    """The lines with something else in the first draw."""
    for place, line in enumerate(lines):
        if isinstance(line, Recorded) and isinstance(line.event, Drawn):
            draw = "1" if line.event.draw != "1" else "2"
            event = msgspec.structs.replace(line.event, draw=draw)
            return [*lines[:place], msgspec.structs.replace(line, event=event), *lines[place + 1 :]]
    return lines


def test_a_move_by_chance_where_none_is_due() -> None:
    """A move that the referee claims to have made for a seat while a draw was due is wrong."""
    lines = lines_of("seed")
    (place,) = [
        place
        for place, line in enumerate(lines)
        if isinstance(line, Recorded) and line.event.seq == 2
    ]
    line = lines[place]
    assert isinstance(line, Recorded)
    moved = Moved("m1", 2, 0, "take", 0, 0, 0, (0, 0), "0" * 16, "referee")
    lines[place] = msgspec.structs.replace(line, event=moved)
    with pytest.raises(
        FileInputError, match="m1, event 2: a move of seat 0 is not due; expected a draw"
    ):
        verify(record_of(signed(raw(lines))), PUBLIC)


def test_a_nonce_that_is_revealed_twice() -> None:
    """A seat reveals its nonce once."""
    lines = lines_of("joint")
    place = next(place for place, line in enumerate(lines) if isinstance(line, Revealed))
    lines.insert(place, lines[place])
    with pytest.raises(FileInputError, match=f"m1, line {place + 2}: revealed cannot be here"):
        verify(record_of(signed(raw(lines))), PUBLIC)
