"""Tests of carcbot.net.door.frame_meter: heads are read however the bytes come."""

from random import Random

import pytest

from carcbot.net.door.frame_meter import FrameMeter


def frame(size: int, opcode: int, *, is_final: bool = True, mask: bool = True) -> bytes:
    """A frame as RFC 6455 has it, with a payload that looks like heads without a mask."""
    head = bytes([opcode | (0x80 if is_final else 0)])
    flag = 0x80 if mask else 0
    if size < 126:
        head += bytes([flag | size])
    elif size < 1 << 16:
        head += bytes([flag | 126]) + size.to_bytes(2)
    else:
        head += bytes([flag | 127]) + size.to_bytes(8)
    return head + (b"\x00\x05\x01\x02" if mask else b"") + b"\x01" * size


SIZES = (0, 1, 5, 124, 125, 126, 127, 128, 131, 250, 4000, 65535, 65536, 70000)


@pytest.mark.parametrize("seed", range(40))
def test_follows(seed: int) -> None:
    """Every frame that ends no message is noted, in its part; one without a mask ends it all."""
    draws = Random(seed)
    raw, ends = b"", []
    for _ in range(30):
        is_final = draws.random() < 0.5
        raw += frame(draws.choice(SIZES), draws.choice((0, 1, 2)), is_final=is_final)
        if not is_final:
            ends.append(len(raw))
    fragments: list[int] = []
    bare: list[int] = []
    frames = FrameMeter(lambda: fragments.append(1), lambda: bare.append(1))
    at = 0
    while at < len(raw):
        step = draws.choice((1, 2, 3, 7, 132, 133, 256, 5000))
        assert frames.follow(raw[at : at + step])
        at += step
        assert len(fragments) >= sum(end <= at for end in ends)
    assert len(fragments) == len(ends)
    assert not bare
    rest = frame(3, 1, mask=False)
    assert not all(frames.follow(rest[at : at + 1]) for at in range(2))
    assert bare == [1]


@pytest.mark.parametrize("size", SIZES)
def test_whole_frames(size: int) -> None:
    """A frame that comes as a whole leaves nothing behind, whatever its size."""
    bare: list[int] = []
    frames = FrameMeter(lambda: None, lambda: bare.append(1))
    short = []
    for raw in (frame(size, 1), frame(4, 1), frame(4, 1) + frame(4, 1)):
        assert frames.follow(raw)
        short.append(frames.was_short)
    assert short == [size <= 125, True, False]
    assert not frames.follow(frame(4, 1, mask=False))
