"""A referee's limits as they are said on the command line."""

import pytest

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.limits_option import limits_of
from carcbot.cli.main import run
from carcbot.net.referee.settings import USUAL_LIMITS


def test_limits() -> None:
    """What is said counts, the last if it is said twice; all else is the usual."""
    assert limits_of(()) == USUAL_LIMITS
    limits = limits_of(("burst=9", "lobby_per_s=0.5", "lag_quota_us=0", "burst=800"))
    assert (limits.burst, limits.lobby_per_s, limits.lag_quota_us) == (800, 0.5, 0)
    assert limits.matches == USUAL_LIMITS.matches


@pytest.mark.parametrize(
    ("arguments", "message"),
    (
        (("--limit", "cups=3"), "there is no limit 'cups'"),
        (("--limit", "burst=x"), "'x' cannot be burst"),
        (("--limit", "burst=0"), "'0' cannot be burst"),
        (("--limit", "matches=1.5"), "'1.5' cannot be matches"),
        (("--limit", "heartbeat_s=nan"), "'nan' cannot be heartbeat_s"),
        (("--limit", "burst"), "'' cannot be burst"),
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
