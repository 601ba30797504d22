"""The proofs of referee, pages and contests in their short forms: what is lost, not how fast."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import PATIENCE_S


@pytest.mark.parametrize(
    "arguments",
    (
        ("crash", "--kills", "6"),
        ("network", "--matches", "3"),
        ("trust", "--records", "1", "--tries", "12"),
        ("records", "--records", "600", "--matches", "6", "--least", "0"),
        # no speed is judged by the short forms: a busy machine may be as slow as it likes
        ("clock", "--short"),
        ("load", "--short"),
        ("stdio", "--short"),
        ("round_robin", "--short"),
        ("capacity", "--schedules", "200", "--over-net", "3"),
        ("scale", "--short"),
        ("viewers", "--short"),
        ("soak", "--minutes", "0.3"),
        ("hostile", "--short"),
        ("redraw", "--short"),
    ),
    ids=lambda arguments: arguments[0],
)
def test_short_form(arguments: tuple[str, ...]) -> None:
    """Nothing is lost or doubled, no game is lost on time, and no manipulation is missed."""
    name, *rest = arguments
    command = [sys.executable, "-m", f"tests.proof.{name}", *rest]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=10 * PATIENCE_S
    )
    sys.stdout.write(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr


def test_list() -> None:
    """`make proof` lists the proofs, each with what it is a proof of, and none of their helpers."""
    command = [sys.executable, "-m", "tests.proof"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    _, *lines = done.stdout.splitlines()
    listed = dict(line.split(maxsplit=1) for line in lines)
    folder = Path(__file__).parent.parent / "proof"
    assert listed.keys() == {
        path.stem for path in folder.glob("*.py") if "argparse" in path.read_text()
    }
    assert listed["load"].startswith("Proof of how many moves a referee can take")
