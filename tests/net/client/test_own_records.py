"""Tests of carcbot.net.client.own_records."""

import stat
from pathlib import Path

from carcbot.net.client.own_records import OwnRecords


def test_only_for_its_owner(tmp_path: Path) -> None:
    """What a bot knows and thinks is for its user alone; lines of a match are added to one file."""
    for number in (1, 2):
        records = OwnRecords(tmp_path / "own")
        records.add("ann", "m1", {"line": "event", "number": number})
        records.close()
    (file,) = (tmp_path / "own").iterdir()
    assert file.read_text().count('"line":"event"') == 2
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
