"""The short form of tests.proof.deadlines."""

import re
import subprocess
import sys

from tests.waiting import PATIENCE_S


def test_searches_end_in_time() -> None:
    """Of a hundred searches with tiny budgets none is late beyond what the machine does to all."""
    command = [
        sys.executable,
        "-m",
        "tests.proof.deadlines",
        "--searches",
        "100",
        "--slack",
        "0.05",
    ]
    result = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=PATIENCE_S
    )
    sys.stdout.write(result.stdout)
    assert result.returncode == 0, result.stdout + result.stderr
    told = dict(re.findall(r"^(.+?) {2,}(.+)$", result.stdout, flags=re.MULTILINE))
    assert told["searches"] == "100"
    assert told["over limit beyond the noise"] == "0"
