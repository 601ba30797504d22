"""Tests of carcbot.net.referee.journals."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from carcbot.errors import FileInputError
from carcbot.net.referee.journals import Journals

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
