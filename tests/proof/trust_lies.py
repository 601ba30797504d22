"""The lies that can be told about a match in its record, each with what has to be said of it."""

import random
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from carcbot.games import registry
from carcbot.match.chance.joint import joint_seed, nonce_commitment, round_secret
from carcbot.match.chance.numbers import commitment_of
from carcbot.match.chance.source import ChanceSource
from carcbot.messages.events import Drawn, Moved, Out, Result, Started
from carcbot.messages.parts import JointSeed
from carcbot.referee import journal
from carcbot.referee.journal import Agreed, Committed, Line, Recorded, Revealed, Seated
from carcbot.referee.signature import sign
from tests.proof.trust_records import (
    THIEF,
    Lie,
    event_at,
    numbered,
    places_of,
    signature_of,
    with_changes,
)
from tests.referee.hosts import raw
from tests.replay.records import KEY

if TYPE_CHECKING:
    from carcbot.games.contract import State

__all__ = ["lies"]

_ZEROS: Final = "0" * 64


def lies(lines: tuple[Line, ...], rng: random.Random) -> Iterator[Lie]:
    """Every lie about this match but those for which it has to be played anew."""
    yield from _commitments(lines, rng)
    yield from _draws(lines)
    yield from _order(lines)
    yield from _openings(lines, rng)
    yield from _moves(lines)
    yield from _signatures(lines)


def _other(rng: random.Random) -> str:
    return rng.randbytes(32).hex()


def _replaced(several: tuple[str, ...], place: int, other: str) -> tuple[str, ...]:
    return (*several[:place], other, *several[place + 1 :])


# ---------------------------------------------------------------- commitments


def _commitments(lines: tuple[Line, ...], rng: random.Random) -> Iterator[Lie]:
    """What was committed to is another thing afterwards."""
    sort = "commitment"
    (start,) = places_of(lines, Started)
    said = event_at(lines, start)
    yield Lie(sort, ", the header: the commitment ", with_changes(lines, 0, commitment=_other(rng)))
    named = ", event 1: the commitment "
    yield Lie(sort, named, with_changes(lines, start, commitment=_other(rng)))
    for place in range(len(said.deck)):
        deck = _replaced(said.deck, place, _other(rng))
        yield Lie(sort, ", event 1: the deck ", with_changes(lines, start, deck=deck))
    if said.deck:
        yield Lie(sort, ", event 1: the deck ", with_changes(lines, start, deck=said.deck[:-1]))
        turned = (*said.deck[1:], said.deck[0])
        yield Lie(sort, ", event 1: the deck ", with_changes(lines, start, deck=turned))
    for place in places_of(lines, Drawn):
        event = event_at(lines, place)
        deck = (_other(rng), *event.deck[1:])
        yield Lie(
            sort, f", event {event.seq}: the new deck ", with_changes(lines, place, deck=deck)
        )
    for place in places_of(lines, Agreed):
        named = f", line {place + 1}: agreed cannot be here"
        yield Lie(sort, named, with_changes(lines, place, commitment=_other(rng)))
        yield Lie(sort, named, with_changes(lines, place, round=1))
    for place in places_of(lines, Committed):
        line = lines[place]
        assert isinstance(line, Committed)
        (reveals,) = _reveals_of(lines, line.seat)
        named = f", line {reveals + 1}: revealed .*that the seat has committed to"
        yield Lie(sort, named, with_changes(lines, place, commitment=_other(rng)))
        other = _replaced(said.joint.commitments, line.seat, _other(rng))
        joint = msgspec.structs.replace(said.joint, commitments=other)
        yield Lie(sort, ", event 1: the joint seed ", with_changes(lines, start, joint=joint))


def _reveals_of(lines: Sequence[Line], seat: int) -> list[int]:
    return [
        place
        for place, line in enumerate(lines)
        if isinstance(line, Revealed) and line.seat == seat
    ]


# ---------------------------------------------------------------- draws


def _draws(lines: tuple[Line, ...]) -> Iterator[Lie]:
    """Something else was drawn, or moved by chance for a seat."""
    places = places_of(lines, Drawn)
    texts = {event_at(lines, place).draw for place in places}
    for place in places:
        event = event_at(lines, place)
        for text in sorted(texts - {event.draw})[:3]:
            yield Lie(
                "draw", f", event {event.seq}: the draw ", with_changes(lines, place, draw=text)
            )
    for place in places_of(lines, Moved):
        event = event_at(lines, place)
        if event.by == "referee":
            changed = with_changes(lines, place, move=f"{event.move}1")
            yield Lie("draw", f", event {event.seq}: the move ", changed)


# ---------------------------------------------------------------- order


def _order(lines: tuple[Line, ...]) -> Iterator[Lie]:
    """Lines are swapped, taken out, or there twice: as they were numbered, and numbered anew."""
    plies, outs = sorted(places_of(lines, Drawn) + places_of(lines, Moved)), places_of(lines, Out)
    for place in plies:
        seq = event_at(lines, place).seq
        gone = (*lines[:place], *lines[place + 1 :])
        twice = (*lines[: place + 1], *lines[place:])
        broken = f", line {place + 1}: event {seq + 1} is out of order"
        yield Lie("order", broken, gone)
        yield Lie("order", f", line {place + 2}: event {seq} is out of order", twice)
        # that somebody is out is the referee's word, and may be so one event sooner
        follows = next(at for at in range(place + 1, len(lines)) if at not in outs)
        if not _same(lines[place], lines[follows]):
            near = event_at(lines, follows).seq - 1
            yield Lie("order", f", event {near}: ", numbered(gone))
        if place + 1 in plies and not _same(lines[place], lines[place + 1]):
            swapped = (*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :])
            yield Lie("order", broken, swapped)
            yield Lie("order", f", event ({seq}|{seq + 1}): ", numbered(swapped))
        yield Lie("order", f", event {seq + 1}: ", numbered(twice))
    (start,), (end,) = places_of(lines, Started), places_of(lines, Result)
    late = (*lines[:start], lines[start + 1], lines[start], *lines[start + 2 :])
    yield Lie("order", ", event [01]: the match does not begin", numbered(late))
    yield Lie("order", ": a signature comes last, behind the result", lines[:-1])
    early = (*lines[: end - 1], lines[end], lines[end - 1])
    yield Lie("order", ": a signature comes last, behind the result", numbered(early))
    yield from _early_order(lines)


def _early_order(lines: tuple[Line, ...]) -> Iterator[Lie]:
    """The same with what happened before the match."""
    agreed = (*places_of(lines, Agreed), *places_of(lines, Committed), *places_of(lines, Revealed))
    for place in places_of(lines, Seated):
        gone = (*lines[:place], *lines[place + 1 :])
        yield Lie("order", "the seats |agreed cannot be here", gone)
    for place in sorted(agreed):
        line, after = lines[place], lines[place + 1]
        here = f", line {place + 1}: "
        gone = (*lines[:place], *lines[place + 1 :])
        twice = (*lines[: place + 1], *lines[place:])
        named = f"{here}committed cannot be here"
        if isinstance(line, Committed):
            named = f", line {min(places_of(lines, Revealed))}: revealed cannot be here"
        elif isinstance(line, Revealed):
            named = ", event 1: the joint seed "
        yield Lie("order", named, gone)
        yield Lie("order", f", line {place + 2}: ", twice)
        if type(line) is not type(after) and not isinstance(after, Recorded):
            swapped = (*lines[:place], after, line, *lines[place + 2 :])
            yield Lie("order", here, swapped)


def _same(one: Line, other: Line) -> bool:
    """Whether two events differ in nothing but their numbers: then nothing was changed."""
    assert isinstance(one, Recorded)
    assert isinstance(other, Recorded)
    return msgspec.structs.replace(one.event, seq=1) == msgspec.structs.replace(other.event, seq=1)


# ---------------------------------------------------------------- openings


def _openings(lines: tuple[Line, ...], rng: random.Random) -> Iterator[Lie]:
    """What was committed to is opened as something else."""
    sort = "opening"
    (start,), (end,) = places_of(lines, Started), places_of(lines, Result)
    said = event_at(lines, start)
    last = event_at(lines, end).seq
    yield Lie(sort, f", event {last}: the commitment ", with_changes(lines, end, seed=_other(rng)))
    yield Lie(sort, ", the header: the commitment ", with_changes(lines, 0, seed=_other(rng)))
    seed = _other(rng)
    changed = with_changes(lines, 0, seed=seed, commitment=commitment_of(bytes.fromhex(seed)))
    yield Lie(sort, "event 1: the commitment |agreed cannot be here", changed)
    yield Lie(sort, "event [0-9]+: the (draw|move|deck) ", _another_seed(lines, rng))
    places = [place for place in places_of(lines, Drawn) if event_at(lines, place).salt]
    for place in places:
        event = event_at(lines, place)
        for salt in (_other(rng), "", event_at(lines, rng.choice(places)).salt):
            if salt != event.salt:
                named = f", event {event.seq}: the salt "
                yield Lie(sort, named, with_changes(lines, place, salt=salt))
    for place in places_of(lines, Revealed):
        line = lines[place]
        assert isinstance(line, Revealed)
        other = _other(rng)
        joint = msgspec.structs.replace(
            said.joint, nonces=_replaced(said.joint.nonces, line.seat, other)
        )
        named = f", line {place + 1}: revealed cannot be here"
        revealed = with_changes(lines, place, nonce=other)
        yield Lie(sort, named, revealed)
        yield Lie(sort, named, with_changes(revealed, start, joint=joint))
        yield Lie(sort, ", event 1: the joint seed ", with_changes(lines, start, joint=joint))
        named = "event [0-9]+: the (draw|move) "
        yield Lie(sort, named, _another_nonce(lines, line.seat, rng))
    if said.joint:
        named = ", event 1: the joint seed "
        yield Lie(sort, named, with_changes(lines, start, joint=None))


def _draws_the_same(start: Started, seed: bytes, lines: Sequence[Line]) -> bool:
    """Whether the first draws come from this seed, too; then to claim it is no lie yet."""
    game = registry.get(start.game)
    state: State = game.new(start.options)
    source = ChanceSource(seed, game.deck if start.chance == "deck" else None)
    source.begin(state)
    first: str = event_at(lines, places_of(lines, Drawn)[0]).draw
    return source.draw(state).text == first


def _another_seed(lines: tuple[Line, ...], rng: random.Random) -> tuple[Line, ...]:
    """The same match, as if it had come from another secret, to which everything is committed."""
    (start,), (end,) = places_of(lines, Started), places_of(lines, Result)
    said = event_at(lines, start)
    while True:
        secret = rng.randbytes(32)
        opened, seed = secret, secret
        if said.joint:
            opened = round_secret(secret, 0)
            seed = joint_seed(said.match, 0, opened.hex(), said.joint.nonces)
        if not _draws_the_same(said, seed, lines):
            break
    lines = with_changes(lines, 0, seed=secret.hex(), commitment=commitment_of(secret))
    for place in places_of(lines, Agreed):
        lines = with_changes(lines, place, commitment=commitment_of(opened))
    lines = with_changes(lines, start, commitment=commitment_of(opened))
    return with_changes(lines, end, seed=opened.hex())


def _another_nonce(lines: tuple[Line, ...], seat: int, rng: random.Random) -> tuple[Line, ...]:
    """The same match, as if this seat had committed to another nonce from the beginning."""
    (start,), (end,) = places_of(lines, Started), places_of(lines, Result)
    said, opened = event_at(lines, start), event_at(lines, end).seed
    while True:
        nonce = _other(rng)
        nonces = _replaced(said.joint.nonces, seat, nonce)
        if not _draws_the_same(said, joint_seed(said.match, 0, opened, nonces), lines):
            break
    commitment = nonce_commitment(said.match, 0, seat, nonce)
    joint = JointSeed(0, _replaced(said.joint.commitments, seat, commitment), nonces)
    for place in (*places_of(lines, Committed), *places_of(lines, Revealed)):
        line = lines[place]
        if isinstance(line, Committed) and line.seat == seat:
            lines = with_changes(lines, place, commitment=commitment)
        if isinstance(line, Revealed) and line.seat == seat:
            lines = with_changes(lines, place, nonce=nonce)
    return with_changes(lines, start, joint=joint)


# ---------------------------------------------------------------- moves, and the signature


def _moves(lines: tuple[Line, ...]) -> Iterator[Lie]:
    """A move, its points, its clock."""
    for place in places_of(lines, Moved):
        event = event_at(lines, place)
        here = f", event {event.seq}: "
        points = tuple(each + 1 for each in event.scores)
        yield Lie("move", f"{here}the points ", with_changes(lines, place, scores=points))
        yield Lie("move", f"{here}the digest ", with_changes(lines, place, digest="0" * 16))
        if event.by == "player":
            yield Lie("move", here, with_changes(lines, place, move=f"{event.move}1"))
            later = event.spent_us + 1000
            yield Lie("move", f"{here}the time ", with_changes(lines, place, spent_us=later))
            changed = with_changes(lines, place, remaining_us=event.remaining_us + 1)
            yield Lie("move", f"{here}the time that is left ", changed)


def _signatures(lines: tuple[Line, ...]) -> Iterator[Lie]:
    """The record is true, and its signature is none, another's, or for something else."""
    text = raw(lines)
    true = signature_of(text)
    stolen = signature_of(text, THIEF)
    fewer = sign(text[:-2], bytes.fromhex(true.chain), KEY)
    longer = sign(text, bytes.fromhex(_ZEROS), KEY)
    by_nobody = "the signature: it was not made with the key that it names"
    for named, signature in (
        (by_nobody, msgspec.structs.replace(true, signature="0" * 128)),
        (by_nobody, msgspec.structs.replace(true, bytes=_ZEROS)),
        (by_nobody, msgspec.structs.replace(true, key=stolen.key)),
        (by_nobody, msgspec.structs.replace(stolen, key=true.key)),
        ("the signature: it is by the key", stolen),
        ("the signature: it is for another chain", msgspec.structs.replace(true, chain=_ZEROS)),
        ("the signature: it is for another chain", longer),
        ("the signature is for other bytes", fewer),
    ):
        written = text + journal.text_of(signature) + b"\n"
        yield Lie("signature", named, written=written)
    line = journal.text_of(true)
    for named, end in (
        ("this is not signed", b""),
        ("a signature comes last", (line + b"\n") * 2),
        ("something stands behind the signature", line + b"\nx"),
        ("this is not how a signature is written", line.replace(b":", b": ", 1) + b"\n"),
    ):
        yield Lie("signature", named, written=text + end)
