"""Tests of carcbot.net.door.refusal_log: few lines, and none of what was left out is lost."""

import pytest
from structlog.testing import capture_logs

from carcbot.net.door.refusal_log import RefusalLog


def test_few_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty at once and then one a second, of each kind by itself; what is left out is counted."""
    now_s = 100.0
    monkeypatch.setattr("carcbot.net.door.refusal_log.now_ns", lambda: int(now_s * 1e9))
    refusals = RefusalLog()
    with capture_logs() as logs:
        for number in range(25):
            refusals.tell("refused", number=number)
        refusals.tell("cut", number=0)
    assert [line["number"] for line in logs if line["event"] == "refused"] == list(range(20))
    assert [line["event"] for line in logs[20:]] == ["cut"]
    now_s += 1.0
    with capture_logs() as logs:
        refusals.tell("refused", number=25)
        refusals.tell("refused", number=26)
    (line,) = logs
    assert (line["event"], line["number"], line["untold"]) == ("refused", 25, 5)
