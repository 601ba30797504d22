"""Every byte of a record counts, and every event: whatever is changed is found, and said where."""

import contextlib
import copy
import json
import random
import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from carcbot.errors import FileInputError, InputError
from carcbot.messages.events import Out
from carcbot.messages.parts import ChanceMode
from carcbot.referee.journal import Line, Recorded
from carcbot.replay.judgement import judge_content
from carcbot.replay.record import MatchRecord
from carcbot.replay.verification import verify
from tests.referee.hosts import parsed, raw
from tests.replay.records import PUBLIC, numbered, signed, text_of_match

KINDS = (("pot", "seats=2,ones=3"), ("kuhn", ""))
SMALL = {f"{game} {options}".rstrip(): text_of_match(game, options) for game, options in KINDS}
LARGE = {
    "a whole game": text_of_match("carcassonne", "seats=2"),
    "committed decks": text_of_match("carcassonne", "seats=2", chance="deck"),
    "a joint seed": text_of_match("pot", "seats=3", chance="joint"),
    "a joint seed and secrets": text_of_match("kuhn", chance="joint"),
    "analysis": text_of_match("pot", "seats=2,ones=9", thinks=True),
}


def trouble(text: bytes) -> str:
    """Where something is wrong in a file; fails if nothing is found."""
    with pytest.raises(FileInputError) as caught:
        verify(MatchRecord.read(text, "m1"), PUBLIC)
    return caught.value.where


def check_change(true: bytes, changed: bytes, place: int) -> None:
    """A record that was changed there is not good, and it is told where, to a line."""
    line, last = true.count(b"\n", 0, place) + 1, true.count(b"\n")
    verdict = judge_content(changed, "m1", PUBLIC)
    assert not verdict.is_good, (verdict, line)
    named = re.match(r"m1(?:, line (\d+)|, the signature|): ", verdict.text)
    assert named, verdict
    if named[1] is None:
        assert line in {1, last}, (verdict, line)
    else:
        assert int(named[1]) in {line, line + 1}, (verdict, line)


@pytest.mark.parametrize("text", SMALL.values(), ids=SMALL)
def test_every_byte(text: bytes) -> None:
    """Each byte of the file that is changed, taken out or doubled is found, with its line."""
    true = signed(text)
    assert judge_content(true, "m1", PUBLIC).text.endswith("; genuine")
    rng = random.Random(1)
    tried = 0
    for place in range(len(true)):
        byte = true[place : place + 1]
        other = bytes([byte[0] ^ 1 << rng.randrange(8)])
        for instead in (other, b"", byte * 2):
            changed = true[:place] + instead + true[place + 1 :]
            if changed == true or (instead != other and place % 3):
                continue
            tried += 1
            check_change(true, changed, place)
    assert tried > 5000


@pytest.mark.parametrize("text", LARGE.values(), ids=LARGE)
def test_bytes_of_every_line(text: bytes) -> None:
    """The same in larger records, at some places of each line and at its end."""
    true = signed(text)
    assert judge_content(true, "m1", PUBLIC).text.endswith("; genuine")
    rng = random.Random(2)
    begin = 0
    for line in true.splitlines(keepends=True):
        end = begin + len(line)
        for place in (*rng.sample(range(begin, end), 3), end - 1):
            byte = true[place : place + 1]
            instead = rng.choice((bytes([byte[0] ^ 1 << rng.randrange(8)]), b"", byte * 2))
            changed = true[:place] + instead + true[place + 1 :]
            check_change(true, changed, place)
        begin = end


def mutations(lines: list[bytes], others: list[bytes], at: int) -> Iterator[list[bytes]]:
    """The lines without one, with it doubled, with it and the next swapped, another's."""
    yield lines[:at] + lines[at + 1 :]
    yield [*lines[:at], lines[at], *lines[at:]]
    yield [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
    yield [*lines[:at], others[at], *lines[at + 1 :]]


@pytest.mark.parametrize(("game", "options"), (*KINDS, ("carcassonne", "seats=2")))
def test_every_event(game: str, options: str) -> None:
    """Each line that is gone, doubled, swapped or out of another match is found, with its place."""
    one, other = (signed(text_of_match(game, options, seed)) for seed in (1, 2))
    lines, others = one.splitlines(keepends=True), other.splitlines(keepends=True)
    shorter = min(len(lines), len(others)) - 2
    for at in range(1, shorter):
        for changed in mutations(lines, others, at):
            if changed == lines:
                continue
            where = trouble(b"".join(changed))
            named = re.fullmatch(r"m1, line (\d+)", where)
            assert named, where
            assert at + 1 <= int(named[1]) <= at + 2


def later(line: Line) -> Line:
    """What happened, a microsecond later."""
    if not isinstance(line, Recorded):
        return line
    stamps = {name: getattr(line, name) for name in ("sent_us", "requested_us", "received_us")}
    moved = {name: stamp + 1 for name, stamp in stamps.items() if stamp is not None}
    return msgspec.structs.replace(line, **moved)


def test_forged_events() -> None:
    """A record made anew from its content, with a chain that fits, is only its maker's word.

    Whoever has the referee's key named finds that out, whatever else was changed or not.
    """
    text = text_of_match("pot")
    thief = Ed25519PrivateKey.from_private_bytes(b"thief" * 6 + b"!!")
    assert trouble(signed(text, thief)) == "m1, the signature"
    lines = [parsed(line) for line in text.splitlines(keepends=True)]
    assert raw(lines) == text
    for place in range(len(lines)):
        forged = [*lines[:place], *map(later, lines[place:])]
        assert trouble(signed(raw(forged), thief)) == "m1, the signature"


def is_out(line: Line) -> bool:
    """Whether somebody is out there."""
    return isinstance(line, Recorded) and isinstance(line.event, Out)


@pytest.mark.parametrize(
    ("game", "options"), (("pot", "seats=3,ones=9,twos=5,threes=5"), ("kuhn", ""))
)
def test_forged_order(game: str, options: str) -> None:
    """Events that a forger leaves out, doubles or swaps, and numbers and signs anew, are found.

    Unless they might as well have happened so: somebody may be out a moment earlier or later.
    """
    true = [parsed(line) for line in text_of_match(game, options).splitlines(keepends=True)]
    first = next(place for place, line in enumerate(true) if isinstance(line, Recorded))
    for at in range(first, len(true) - 1):
        gone, doubled, swapped = (
            [*true[:at], *true[at + 1 :]],
            [*true[: at + 1], *true[at:]],
            [*true[:at], true[at + 1], true[at], *true[at + 2 :]],
        )
        for lines in (gone, doubled, swapped):
            try:
                text = signed(raw(numbered(lines)))
            except InputError:
                continue  # as the result is not the last any more
            verdict = judge_content(text, "m1", PUBLIC)
            may_be = lines is swapped and any(map(is_out, true[at : at + 2]))
            assert verdict.word == "wrong" or may_be, (at, verdict)


EXTREMES: tuple[object, ...] = (
    -1,
    0,
    5,
    6,
    10**18,
    10**30,
    1.5,
    "",
    "x",
    "0" * 64,
    None,
    [],
    {},
    True,
)


def others_of(value: Any, instead: object) -> Iterator[Any]:  # noqa: ANN401 - any JSON
    """The value with each of its parts, and itself, replaced."""
    yield instead
    keys: Iterable[Any] = value if isinstance(value, dict) else ()
    if isinstance(value, list):
        keys = range(len(value))
    for key in keys:
        for other in others_of(value[key], instead):
            changed = copy.copy(value)
            changed[key] = other
            yield changed


@pytest.mark.parametrize(("game", "chance"), (("pot", "seed"), ("kuhn", "joint"), ("pot", "deck")))
def test_hostile_values(game: str, chance: ChanceMode) -> None:
    """Whatever a forger writes into a line, and chains and signs anew, breaks nothing."""
    lines = text_of_match(game, chance=chance).splitlines()
    judged = 0
    for at in {*range(9), len(lines) - 1}:
        for instead in EXTREMES:
            for changed in others_of(json.loads(lines[at]), instead):
                texts = [*lines[:at], json.dumps(changed).encode(), *lines[at + 1 :]]
                try:
                    text = signed(raw([parsed(each) for each in texts]))
                except (msgspec.DecodeError, ValueError, InputError):
                    continue  # there is no such line, which every reader says
                judged += 1
                with contextlib.suppress(InputError):
                    verify(MatchRecord.read(text, "m1"))
    assert judged > 100
