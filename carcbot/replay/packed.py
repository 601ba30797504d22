"""Records packed with zstd. They may come from anybody, so they are unpacked with care.

A packed record is one frame of zstd (RFC 8878) with a checksum, and nothing behind it. What counts,
for the chain, the signature and everything else, are the bytes that come out.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from carcbot.errors import FileInputError

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

__all__ = [
    "MOST_BYTES",
    "SUFFIX",
    "is_packed",
    "pack",
    "packed_record",
    "record_path",
    "unpack",
    "whole_of",
]

SUFFIX: Final = ".zst"
"""The ending of a packed record's name, after that of the record."""
MOST_BYTES: Final = 256 * 1024 * 1024
"""How much may come out; the longest matches of ours have less than one percent of it."""

_MAGIC: Final = b"\x28\xb5\x2f\xfd"
_PACKS: Final[Mapping[int, int]] = {
    zstd.CompressionParameter.compression_level: 9,
    zstd.CompressionParameter.checksum_flag: 1,
}
_UNPACKS: Final[Mapping[int, int]] = {zstd.DecompressionParameter.window_log_max: 23}
"""A window of at most 8 MiB."""
_BLOCK: Final = 8 * 1024
# Four bytes are a block of at most 128 KiB, so this much makes no more than 8 MiB at once.
_SLICE: Final = 256


def is_packed(raw: bytes) -> bool:
    """Whether a file is packed, whatever its name."""
    return raw.startswith(_MAGIC)


def pack(raw: bytes) -> bytes:
    """The packed file, in small blocks, so that much can be read of a file that is cut off."""
    stream = zstd.ZstdCompressor(options=_PACKS)
    stream.set_pledged_input_size(len(raw))
    blocks = [raw[at : at + _BLOCK] for at in range(0, len(raw), _BLOCK)]
    parts = [stream.compress(block, stream.FLUSH_BLOCK) for block in blocks]
    return b"".join((*parts, stream.flush()))


def record_path(folder: Path, match: str) -> Path | None:
    """Where the record of a match lies in a folder, as it is or packed; None if there is none."""
    plain = folder / f"{match}.jsonl"
    return next((path for path in (plain, Path(f"{plain}{SUFFIX}")) if path.exists()), None)


def packed_record(folder: Path, match: str) -> tuple[bytes, float] | None:
    """The packed record of a match, however it lies in a folder, and when it was written.

    None if there is none.
    """
    path = record_path(folder, match)
    if path is None:
        return None
    raw = path.read_bytes()
    return (raw if is_packed(raw) else pack(raw)), path.stat().st_mtime


def unpack(raw: bytes, name: str, most: int = MOST_BYTES) -> bytes:
    """The unpacked file; one that is not packed is returned as it is.

    Args:
        raw: All of the file.
        name: Of it, for errors.
        most: How many bytes may come out; unpacking stops there, before the memory is full.

    Raises:
        FileInputError: It is cut off, broken, or too large.
    """
    if not is_packed(raw):
        return raw
    return b"".join(_unpacked(raw, name, most))


def whole_of(raw: bytes, most: int = MOST_BYTES) -> bytes:
    """As much as can be unpacked of a file that is cut off or damaged, up to so many bytes."""
    parts = []
    try:
        for part in _unpacked(raw, "", most):
            parts.append(part)  # noqa: PERF402 - what comes before the error counts
    except FileInputError:
        pass
    return b"".join(parts)


def _unpacked(raw: bytes, name: str, most: int) -> Iterator[bytes]:
    frame = zstd.ZstdDecompressor(options=_UNPACKS)
    size = 0
    for at in range(0, len(raw), _SLICE):
        try:
            part = frame.decompress(raw[at : at + _SLICE])
        except zstd.ZstdError as error:
            raise FileInputError(
                f"cannot be unpacked: {error}", where=name, expected="a whole file of zstd"
            ) from error
        size += len(part)
        if size > most:
            raise FileInputError(
                "too much comes out of this packed file",
                where=name,
                expected=f"at most {most} bytes",
            )
        yield part
        if frame.eof:
            if frame.unused_data or at + _SLICE < len(raw):
                raise FileInputError("something stands behind the packed record", where=name)
            return
    raise FileInputError("this packed file is cut off", where=name, expected="a whole file of zstd")
