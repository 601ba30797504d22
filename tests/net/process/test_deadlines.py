"""The short form of tests.proof.deadlines."""

import re
import subprocess
import sys

from tests.waiting import PATIENCE_S


def test_searches_end_in_time() -> None:
    """However busy the machine, none of a hundred searches goes on as if its budget were not tiny.

    How late they are to the millisecond is what the whole proof judges.
    """
    command = [
        sys.executable,
        "-m",
        "tests.proof.deadlines",
        "--searches",
        "100",
        "--slack",
        "1",
    ]
    result = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=PATIENCE_S
    )
    sys.stdout.write(result.stdout)
    assert result.returncode == 0, result.stdout + result.stderr
    told = dict(re.findall(r"^(.+?) {2,}(.+)$", result.stdout, flags=re.MULTILINE))
    assert told["searches"] == "100"
    assert told["over limit beyond the noise"] == "0"
