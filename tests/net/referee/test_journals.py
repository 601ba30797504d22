"""Tests of carcbot.net.referee.journals."""

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from carcbot.errors import FileInputError
from carcbot.net.referee.journals import Journals
from tests.replay.records import signed, text_of_match

KEY = Ed25519PrivateKey.generate()
HOLDER = """
import sys, time
from pathlib import Path
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from carcbot.net.referee.journals import Journals
journals = Journals(Path(sys.argv[1]), fsync=False, key=Ed25519PrivateKey.generate())
print("ready", flush=True)
time.sleep(60)
"""


def test_one_referee_a_folder(tmp_path: Path) -> None:
    """A second referee is refused while the first one lives, and told who that is."""
    first = Journals(tmp_path, fsync=False, key=KEY)
    with pytest.raises(FileInputError, match=f"another referee .* process {os.getpid()}"):
        Journals(tmp_path, fsync=False, key=KEY)
    first.close()
    Journals(tmp_path, fsync=False, key=KEY).close()


def test_killed_referee_leaves_no_lock(tmp_path: Path) -> None:
    """The folder of a referee that was killed is free at once."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    with pytest.raises(FileInputError, match=str(process.pid)):
        Journals(tmp_path, fsync=False, key=KEY)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    Journals(tmp_path, fsync=False, key=KEY).close()


def mode_of(path: Path) -> int:
    """What the owner, the group and others may do with it."""
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("packs", (False, True))
def test_secrets_are_hidden(tmp_path: Path, *, packs: bool) -> None:
    """What is to be drawn is for one user alone; a finished record is for all that umask lets."""
    before = os.umask(0o022)
    try:
        journals = Journals(tmp_path, fsync=False, key=KEY, packs=packs)
        journals.append("m", [b"{}\n"])
        assert mode_of(tmp_path / "open") == 0o700
        assert mode_of(tmp_path / "open" / "m.jsonl") == 0o600
        record = journals.put_away("m")
        journals.close()
    finally:
        os.umask(before)
    assert mode_of(record) == 0o644
    assert mode_of(tmp_path / "records") == 0o755


def test_older_folder_is_mended(tmp_path: Path) -> None:
    """Where an older carcbot let others read journals, they cannot any more."""
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o755)
    older = tmp_path / "open" / "m.jsonl"
    older.write_bytes(signed(text_of_match("pot")))
    older.chmod(0o644)
    journals = Journals(tmp_path, fsync=False, key=KEY)
    assert [name for name, _ in journals.unfinished()] == ["m"]
    journals.close()
    assert mode_of(tmp_path / "open") == 0o700
    assert mode_of(older) == 0o600
