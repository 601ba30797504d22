"""Tests that the sample bots keep the protocol, check by check."""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterable
from typing import Any

import pytest

from carcbot.conform.bot_checks.competition import CUP
from tests.samples.hosting import SAMPLES, TERMS
from tests.waiting import PATIENCE_S

# what a bot need not do, and these do not: they check no digests, and play one game if not told
NOT_DONE = ("desync.", "sync.", "joint.", "transcript.", "moves.whole-game-of-")
# what they do if they are told to, as they are in the other tests
TO_BE_TOLD = ("tables.", "lobby.", "competitions.")


def conform(
    sample: str,
    *arguments: str,
    only: str = "",
    without: Iterable[str] = (),
    games: Iterable[str] = (),
) -> dict[str, Any]:
    """What the kit says of a sample."""
    stdio = ("--stdio",) if sample == "bash" else ()
    command = shlex.join((*SAMPLES[sample], *arguments))
    done = subprocess.run(
        [
            *(sys.executable, "-m", "carcbot", "conform", "bot", "--json"),
            *stdio, "--jobs", "4", "--start-within", str(PATIENCE_S), "--only", only, command,
            *(f"--without={each}" for each in without),
            *(f"--game={each}" for each in games),
        ],
        env=os.environ | {"NO_PROXY": "*"},
        capture_output=True,
        text=True,
        check=False,
        timeout=10 * PATIENCE_S,
    )  # fmt: skip
    told: dict[str, Any] = json.loads(done.stdout)
    return told


@pytest.mark.parametrize("sample", SAMPLES)
def test_conforms(sample: str) -> None:
    """A sample passes every check of the kit that is about what it does without being told."""
    told = conform(sample, without=TO_BE_TOLD)
    failed = [f"{each['name']}: {each}" for each in told["checks"] if each["verdict"] == "failed"]
    assert not failed, "\n".join(failed)
    skipped = [each["name"] for each in told["checks"] if each["verdict"] == "skipped"]
    assert all(name.startswith(NOT_DONE) for name in skipped), skipped


def test_conforms_in_thurn_and_taxis() -> None:
    """The one in JavaScript plays a whole game of it as well, told what its seat sees."""
    told = conform("node", only="whole-game-of-thurn", games=("thurn_and_taxis",))
    assert told["passed"] == len(told["checks"]) == 1, told


@pytest.mark.parametrize("sample", SAMPLES)
def test_conforms_when_it_sits_down(sample: str) -> None:
    """With --sit it passes those about tables as well."""
    told = conform(sample, "--sit", only="tables.")
    assert told["passed"] == len(told["checks"]) >= 4, told


@pytest.mark.parametrize("sample", SAMPLES)
def test_conforms_when_it_enters(sample: str) -> None:
    """With --enter it passes all about competitions."""
    told = conform(sample, "--enter", CUP, only="competitions.")
    assert told["passed"] == len(told["checks"]) >= 10, told


@pytest.mark.parametrize("sample", SAMPLES)
def test_conforms_when_it_seeks(sample: str) -> None:
    """With --seek it passes those about the lobby, but for challenges, which it does not answer."""
    told = conform(sample, "--seek", TERMS, only="lobby.")
    failed = [f"{each['name']}: {each}" for each in told["checks"] if each["verdict"] == "failed"]
    assert not failed, "\n".join(failed)
    skipped = [each["name"] for each in told["checks"] if each["verdict"] == "skipped"]
    assert all(name.startswith("lobby.challenge-") for name in skipped), skipped
    assert told["passed"] >= 10
