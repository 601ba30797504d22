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
from carcbot.messages.parts import ChanceMode
from carcbot.referee.journal import Recorded
from carcbot.replay.record import MatchRecord
from carcbot.replay.verifying import GENUINE, verify
from tests.referee.hosts import parsed, raw
from tests.replay.records import PUBLIC, record_of, signed, text_of_match

KINDS = (("pot", "seats=2,ones=3"), ("kuhn", ""))


def trouble(text: bytes) -> str:
    """Where something is wrong in a file; fails if nothing is found."""
    with pytest.raises(FileInputError) as caught:
        verify(MatchRecord.read(text, "m1"), PUBLIC)
    return caught.value.where


@pytest.mark.parametrize(("game", "options"), KINDS)
def test_every_byte(game: str, options: str) -> None:
    """Each byte of the file that is changed, taken out or doubled is found, with its line."""
    true = signed(text_of_match(game, options))
    assert verify(record_of(true), PUBLIC) == GENUINE
    last = true.count(b"\n")
    rng = random.Random(1)
    tried = 0
    for place in range(len(true)):
        line = true.count(b"\n", 0, place) + 1
        byte = true[place : place + 1]
        other = bytes([byte[0] ^ 1 << rng.randrange(8)])
        for instead in (other, b"", byte * 2):
            changed = true[:place] + instead + true[place + 1 :]
            if changed == true or (instead != other and place % 3):
                continue
            tried += 1
            where = trouble(changed)
            named = re.search(r"^m1(?:, line (\d+)|, the signature|)$", where)
            assert named, where
            if named[1] is None:
                assert line in {1, last}, (where, line)
            else:
                assert int(named[1]) in {line, line + 1}, (where, line)
    assert tried > 5000


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


def test_forged_events() -> None:
    """A record made anew from its content, with a chain that fits, is only its maker's word.

    Whoever has the referee's key named finds that out, whatever else was changed or not.
    """
    text = text_of_match("pot")
    thief = Ed25519PrivateKey.from_private_bytes(b"thief" * 6 + b"!!")
    assert trouble(signed(text, thief)) == "m1, the signature"
    lines = [parsed(line) for line in text.splitlines(keepends=True)]
    assert raw(lines) == text
    for place, line in enumerate(lines):
        if isinstance(line, Recorded):
            later = msgspec.structs.replace(line, sent_us=line.sent_us + 1)
            forged = [*lines[:place], later, *lines[place + 1 :]]
            assert trouble(signed(raw(forged), thief)) == "m1, the signature"


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
