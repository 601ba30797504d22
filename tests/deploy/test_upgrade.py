"""A new version in the place of an old one, while a match goes on."""

import signal
from pathlib import Path

from tests.deploy.hosting import Referee, get, has_ended
from tests.deploy.own_agents import PATIENT
from tests.waiting import wait_until


def test_stop_at_once(referee: Referee) -> None:
    """Stopped at once by two signals and started again, the match goes on to its end."""
    with referee.serving() as old, referee.match(PATIENT) as bots:
        wait_until(lambda: referee.moves > 20, "a match that goes on")
        old.send_signal(signal.SIGTERM)
        wait_until(lambda: get(referee.port, "/readyz")[0] == 503, "that it drains")
        old.send_signal(signal.SIGTERM)
        has_ended(old, referee.log)
        assert not referee.records
        assert referee.moves > 20
        with referee.serving() as new:
            for bot in bots:
                has_ended(bot, referee.bot_log)
            new.send_signal(signal.SIGTERM)
            has_ended(new, referee.log)
    (record,) = referee.records
    assert referee.result_of(record) == "normal"
    assert "connected again" in referee.bot_log.read_text()


def test_drain(referee: Referee) -> None:
    """One signal: it says that it drains, lives, plays what goes on to the end, and is gone."""
    with referee.serving("--drain", "60") as process, referee.match(PATIENT) as bots:
        wait_until(lambda: referee.moves > 20, "a match that goes on")
        process.send_signal(signal.SIGTERM)
        wait_until(lambda: get(referee.port, "/readyz")[0] == 503, "that it drains")
        status, text = get(referee.port, "/readyz")
        assert (status, text) == (503, "draining: no new matches begin\n")
        assert get(referee.port, "/healthz")[0] == 200
        for bot in bots:
            has_ended(bot, referee.bot_log)
        has_ended(process, referee.log)
    (record,) = referee.records
    assert referee.result_of(record) == "normal"
    assert get(referee.port, "/healthz")[0] == 0


def test_drain_has_an_end(referee: Referee, tmp_path: Path) -> None:
    """What has not ended after the time for it is not waited for, and goes on afterwards."""
    with referee.serving("--drain", "0") as old, referee.match(PATIENT) as bots:
        wait_until(lambda: referee.moves > 20, "a match that goes on")
        old.send_signal(signal.SIGTERM)
        has_ended(old, referee.log)
        assert not list((tmp_path / "referee" / "records").iterdir())
        with referee.serving():
            for bot in bots:
                has_ended(bot, referee.bot_log)
    (record,) = referee.records
    assert referee.result_of(record) == "normal"
