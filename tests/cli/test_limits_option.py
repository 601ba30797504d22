"""A referee's limits as they are said on the command line."""

import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.limits_option import limits_of, process_limits_of
from carcbot.cli.main import run
from carcbot.net.process.process_limits import USUAL, ProcessLimits
from carcbot.net.settings import USUAL_LIMITS


def test_limits() -> None:
    """What is said counts, the last if it is said twice; all else is the usual."""
    assert limits_of(()) == USUAL_LIMITS
    limits = limits_of(("burst=9", "lobby_per_s=0.5", "lag_quota_us=0", "burst=800"))
    assert (limits.burst, limits.lobby_per_s, limits.lag_quota_us) == (800, 0.5, 0)
    assert limits.matches == USUAL_LIMITS.matches


def test_process_limits() -> None:
    """The same for what processes may take."""
    assert process_limits_of(()) == USUAL
    said = process_limits_of(("memory_mb=100", "cpu_s=0", "processes=9", "memory_mb=200"))
    assert said == ProcessLimits(memory_mb=200, cpu_s=0, files=USUAL.files, processes=9)


@pytest.mark.parametrize(
    ("arguments", "message"),
    (
        (("--limit", "cups=3"), "there is no limit 'cups'"),
        (("--limit", "burst=x"), "'x' cannot be burst"),
        (("--limit", "burst=0"), "'0' cannot be burst"),
        (("--limit", "matches=1.5"), "'1.5' cannot be matches"),
        (("--limit", "heartbeat_s=nan"), "'nan' cannot be heartbeat_s"),
        (("--limit", "burst"), "'' cannot be burst"),
        (("--process-limit", "memory=3"), "there is no limit 'memory'"),
        (("--process-limit", "cpu_s=-1"), "'-1' cannot be cpu_s"),
        (("--process-limit", "files=1.5"), "'1.5' cannot be files"),
        (("--process-limit", "files"), "'' cannot be files"),
        (("--most-clients", "0"), "most-clients"),
        (("--metrics", "9100"), "'9100' is no address for figures"),
    ),
)
def test_refused(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What cannot be is refused before anything is opened."""
    assert run(["serve", *arguments]) == ExitCode.INPUT
    assert message in capsys.readouterr().err
