"""Tests of ``carcbot replay png``."""

import io
from pathlib import Path

import pytest
from PIL import Image

from carcbot.cli.exit_code import ExitCode
from tests.cli.replay.conftest import Say
from tests.replay.records import text_of_match


def test_png(record: Path, say: Say) -> None:
    """The board after a move is drawn as wide as asked; later boards are others."""
    pictures = []
    for move in (0, 40, 71):
        place = record.with_name(f"{move}.png")
        say("png", record, "--move", move, "--width", 300, "--output", place)
        pictures.append(place.read_bytes())
        assert Image.open(io.BytesIO(pictures[-1])).width == 300
    assert len(set(pictures)) == 3
    last = record.with_name("last.png")
    say("png", record, "--width", 300, "--output", last)
    assert last.read_bytes() == pictures[-1]


def test_a_small_game(tmp_path: Path, say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that draws nothing has its table written; one without a page is told so."""
    monkeypatch.chdir(tmp_path)
    record = tmp_path / "pot.jsonl"
    record.write_bytes(text_of_match("pot"))
    assert "pot" in say("html", record, code=ExitCode.INPUT)
    assert list(tmp_path.iterdir()) == [record]
    for command in ("png", "gif"):
        say(command, record)
    assert {file.suffix for file in tmp_path.iterdir()} == {".jsonl", ".png", ".gif"}
