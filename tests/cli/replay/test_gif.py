"""Tests of ``carcbot replay gif``."""

from pathlib import Path

from PIL import Image

from tests.cli.replay.conftest import TEXT, Say


def test_gif(record: Path, say: Say) -> None:
    """A frame for each moment, all of one size and as long as asked, the last one longer."""
    lines = TEXT.splitlines(keepends=True)
    record.write_bytes(b"".join(lines[:24]))
    place = record.with_name("m1.gif")
    assert say("gif", record, "--speed", 4, "--width", 200, "--output", place) == f"wrote {place}\n"
    with Image.open(place) as film:
        moves = sum(b'"type":"move"' in line for line in lines[:24])
        assert getattr(film, "n_frames", 1) == moves + 1
        times = []
        frames = set()
        for number in range(moves + 1):
            film.seek(number)
            times.append(film.info["duration"])
            frames.add(film.convert("RGB").tobytes())
        assert times == [250] * moves + [4000]
        assert len(frames) == moves + 1
        assert film.width == 200
