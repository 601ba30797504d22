"""Tests of carcbot.replay.packed: what was packed comes out, nothing bad of bad files."""

import random

import pytest
import zstandard

from carcbot.errors import FileInputError
from carcbot.replay.packed import is_packed, pack, unpack, whole_of
from tests.replay.records import text_of_match

TEXT = text_of_match("carcassonne", "seats=2")


def test_round_trip() -> None:
    """What was packed comes out byte for byte, and is much smaller; what was not stays as it is."""
    packed = pack(TEXT)
    assert is_packed(packed)
    assert not is_packed(TEXT)
    assert unpack(packed, "x") == TEXT
    assert unpack(TEXT, "x") == TEXT
    assert unpack(pack(b""), "x") == b""
    assert len(packed) < len(TEXT) / 2


def test_packed_by_others() -> None:
    """Frames of other levels, and without size or checksum, are unpacked as well."""
    for level in (-5, 1, 19):
        compressor = zstandard.ZstdCompressor(level=level, write_content_size=False)
        stream = compressor.compressobj()
        assert unpack(stream.compress(TEXT) + stream.flush(), "x") == TEXT


def test_bombs() -> None:
    """What would fill the memory ends in an error that says how much is allowed."""
    bomb = zstandard.compress(bytes(300_000_000))
    assert len(bomb) < 50_000
    with pytest.raises(FileInputError, match=r"x: too much comes out .* at most 268435456 bytes"):
        unpack(bomb, "x")
    assert unpack(pack(bytes(1000)), "x", 1000) == bytes(1000)
    with pytest.raises(FileInputError, match="at most 999 bytes"):
        unpack(pack(bytes(1000)), "x", 999)


def test_a_window_that_is_too_large() -> None:
    """A file that asks for gigabytes before it says anything gets none."""
    parameters = zstandard.ZstdCompressionParameters(window_log=27)
    stream = zstandard.ZstdCompressor(compression_params=parameters).compressobj()
    with pytest.raises(FileInputError, match="cannot be unpacked"):
        unpack(stream.compress(TEXT) + stream.flush(), "x")


def test_broken() -> None:
    """A file that is cut off anywhere, changed anywhere, or too long is refused, with its name."""
    packed = pack(TEXT)
    for size in (4, 5, 9, 100, len(packed) // 2, len(packed) - 5, len(packed) - 1):
        with pytest.raises(FileInputError, match=r"^x: this packed file is cut off"):
            unpack(packed[:size], "x")
    for more in (b"\n", packed, b"\x28\xb5"):
        with pytest.raises(FileInputError, match="behind the packed record"):
            unpack(packed + more, "x")
    cut = (pack(TEXT[:size]) for size in range(len(TEXT)))
    whole_slices = next(packed for packed in cut if len(packed) % 256 == 0)
    with pytest.raises(FileInputError, match="behind the packed record"):
        unpack(whole_slices + b"\n", "x")
    rng = random.Random(1)
    for _ in range(300):
        place = rng.randrange(4, len(packed))
        changed = bytearray(packed)
        changed[place] ^= 1 << rng.randrange(8)
        try:
            text = unpack(bytes(changed), "x")
        except FileInputError:
            continue
        assert text == TEXT


def test_what_is_whole() -> None:
    """Of a file that is cut off, a beginning comes out."""
    packed = pack(TEXT)
    part = whole_of(packed[: len(packed) // 2])
    assert 0.2 < len(part) / len(TEXT) < 0.8
    assert TEXT.startswith(part)
    assert whole_of(packed) == TEXT
