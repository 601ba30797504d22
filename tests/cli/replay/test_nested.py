"""Files that are nested too deep are told as every other file that is no record."""

from pathlib import Path

import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.replay.packed import pack
from tests.cli.replay.conftest import Say
from tests.replay.records import NESTED


@pytest.mark.parametrize("kind", NESTED)
def test_nested(tmp_path: Path, say: Say, kind: str) -> None:
    """Every command says which file it is and goes on as it does with others, packed or not."""
    plain, packed = tmp_path / "deep.jsonl", tmp_path / "packed.jsonl.zst"
    plain.write_bytes(NESTED[kind])
    packed.write_bytes(pack(NESTED[kind]))
    for file in (plain, packed):
        for words in (
            ("verify", file),
            ("show", file),
            ("stats", file),
            ("html", file),
            ("png", file),
            ("gif", file),
            ("diff", file, file),
            ("rethink", file),
            ("extract", "moves", file),
        ):
            told = say(*words, code=ExitCode.INPUT)
            assert file.name in told, words
            assert "Traceback" not in told
            assert "bug" not in told
