"""The short forms of the proofs of referee and pages: what is lost, not how long it takes."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "arguments",
    (
        ("crash", "--kills", "6"),
        ("network", "--matches", "3"),
        ("chance", "--records", "1", "--tries", "40"),
        ("records", "--records", "600", "--matches", "6", "--least", "0"),
        # timing is judged by the full forms; here a busy machine may add what it likes
        ("clock", "--moves", "40", "--runs", "1", "--games", "2", "--slack", "1000"),
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
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=180)
    sys.stdout.write(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr


def test_load() -> None:
    """Matches are played to their ends under load, and every figure is there."""
    command = [sys.executable, "-m", "tests.proof.load", "--runs", "1", "--seconds", "0.5"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    sys.stdout.write(done.stdout)
    for name in ("null, raw", "null, referee", "carcassonne, raw", "carcassonne, referee"):
        (line,) = (line for line in done.stdout.splitlines() if line.startswith(name))
        rate = float(line.removeprefix(name).split("/s")[0].replace(",", ""))
        assert rate > 100
