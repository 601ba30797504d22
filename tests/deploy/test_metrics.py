"""Prometheus, its alerts and the dashboard, with a referee and a bot after two matches."""

import http.client
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.deploy.hosting import (
    CARCBOT,
    DEPLOY,
    Referee,
    find,
    get,
    has_ended,
    replaced,
    running,
)
from tests.ports import free_port
from tests.waiting import PATIENCE_S, wait_until

DASHBOARD: dict[str, Any] = json.loads((DEPLOY / "grafana" / "carcbot.json").read_text())
ALERTS = DEPLOY / "prometheus" / "alerts.yml"
QUERIES = sorted(
    {
        target["expr"].replace("$__rate_interval", "1m")
        for panel in DASHBOARD["panels"]
        for target in panel["targets"]
    }
)


def metrics_in(text: str) -> set[str]:
    """The metrics of ours that a query or a page of rules names."""
    return set(re.findall(r"\bcarcbot_[a-z_]+", text))


@dataclass(frozen=True)
class Prometheus:
    """Prometheus that reads a referee and a bot that have played two matches.

    Attributes:
        port: Where it is asked.
        page: What referee and bot tell.
    """

    port: int
    page: str

    @cached_property
    def metrics(self) -> set[str]:
        """What both tell, by the names of samples, whether there are any yet or not."""
        names = set()
        for name, kind in re.findall(r"^# TYPE (\S+) (\S+)$", self.page, flags=re.MULTILINE):
            ends = ("_bucket", "_sum", "_count") if kind == "histogram" else ("",)
            names |= {name + end for end in ends}
        return names

    def ask(self, query: str) -> list[Any]:
        """What a query finds."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            line.request("GET", f"/api/v1/query?{urlencode({'query': query})}")
            answer = json.loads(line.getresponse().read())
        finally:
            line.close()
        assert answer["status"] == "success", (query, answer)
        found: list[Any] = answer["data"]["result"]
        return found


@pytest.fixture(scope="module")
def prometheus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Prometheus]:
    """Prometheus with our folder as it is, but for the ports that it asks and its patience."""
    place = tmp_path_factory.mktemp("figures")
    folder = place / "prometheus"
    shutil.copytree(DEPLOY / "prometheus", folder)
    referee, port, log = Referee(place, free_port()), free_port(), place / "prometheus.log"
    figures = free_port()
    bots, targets, config = (folder / f"{name}.yml" for name in ("bots", "targets", "prometheus"))
    bots.write_text(replaced(bots.read_text(), ("[]", f'["127.0.0.1:{figures}"]')))
    address = f"127.0.0.1:{referee.port}"
    targets.write_text(replaced(targets.read_text(), ("127.0.0.1:8765", address)))
    config.write_text(replaced(config.read_text(), ("_interval: 15s", "_interval: 1s")))
    command = (
        find("prometheus"), f"--config.file={config}", f"--storage.tsdb.path={place / 'data'}",
        f"--web.listen-address=127.0.0.1:{port}",
    )  # fmt: skip
    usual = ("bot", "run", "--url", f"ws://127.0.0.1:{referee.port}/play", "--agent", "greedy")
    opens = ("--token-file", referee.token("ann"), "--open", "seats=2")
    once = ("--token-file", referee.token("bob"), "--count", "1")
    bot = (*CARCBOT, *usual, *opens, "--metrics", f"127.0.0.1:{figures}")
    with (
        referee.serving(),
        running(bot, referee.bot_log),
        running(command, log) as process,
    ):
        wait_until(lambda: "connected 1.0" in get(figures, "/metrics")[1], "the bot")
        ours = Prometheus(
            port, "".join(get(each, "/metrics")[1] for each in (referee.port, figures))
        )

        def listens() -> bool:
            assert process.poll() is None, log.read_text()
            return get(port, "/-/ready")[0] == 200

        wait_until(listens, "Prometheus")
        wait_until(lambda: len(ours.ask("up == 1")) == 2, "a first look at both")
        for count in (1, 2):  # a rate is there from the second match on
            with running((*CARCBOT, *usual, *once), referee.bot_log) as other:
                has_ended(other, referee.bot_log)
            for name in ("matches", "bot_matches"):
                query = f"carcbot_{name}_over_total == {count}"
                wait_until(partial(ours.ask, query), query)
        yield ours


def test_prometheus_reads_the_referee(prometheus: Prometheus) -> None:
    """Prometheus finds the referee by our configuration, and the match that was played there."""
    (over,) = prometheus.ask('carcbot_matches_over_total{reason="normal",job="carcbot"}')
    assert over["value"][1] == "2"
    moves = prometheus.ask("sum(carcbot_moves_total)")
    assert float(moves[0]["value"][1]) > 130


def test_dashboard_shows_every_metric(prometheus: Prometheus) -> None:
    """The dashboard shows each metric that there is, and none that there is not."""
    assert metrics_in("\n".join(QUERIES)) == prometheus.metrics


@pytest.mark.parametrize("query", QUERIES)
def test_dashboard_queries(prometheus: Prometheus, query: str) -> None:
    """Each query of the dashboard finds something after a match, if there was something to find."""
    found = prometheus.ask(query)
    rare = ("carcbot_faults", "carcbot_errors", "carcbot_closed", "carcbot_bot_refused")
    assert found or any(name in query for name in rare)


def test_dashboard_is_whole() -> None:
    """Panels do not overlap, have numbers of their own, and ask the source that one chooses."""
    taken = set()
    for panel in DASHBOARD["panels"]:
        place = panel["gridPos"]
        assert place["x"] + place["w"] <= 24
        for x in range(place["x"], place["x"] + place["w"]):
            for y in range(place["y"], place["y"] + place["h"]):
                assert (x, y) not in taken, panel["title"]
                taken.add((x, y))
        assert panel["datasource"]["uid"] == "${source}"
        assert panel["title"]
    numbers = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(set(numbers)) == len(numbers)
    (source,) = DASHBOARD["templating"]["list"]
    assert (source["name"], source["type"]) == ("source", "datasource")


def test_alerts_know_the_metrics(prometheus: Prometheus) -> None:
    """The alerts ask for metrics that there are, and a referee that is well sets none off."""
    assert metrics_in(ALERTS.read_text()) <= prometheus.metrics
    assert prometheus.ask('ALERTS{alertstate="firing"}') == []


@pytest.mark.parametrize(
    "arguments",
    (
        ("check", "config", DEPLOY / "prometheus" / "prometheus.yml"),
        ("check", "rules", ALERTS),
        ("test", "rules", Path(__file__).parent / "alerts_test.yml"),
    ),
    ids=lambda arguments: f"{arguments[0]}-{arguments[1]}",
)
def test_promtool(arguments: tuple[str | Path, ...]) -> None:
    """Prometheus' own tool finds no mistake, and alerts ring when they have to, and only then."""
    done = subprocess.run(
        [find("promtool"), *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_alert_was_tried() -> None:
    """The tests of the alerts have each of them ring once, and the page says what to do then."""
    names = set(re.findall(r"alert: (\w+)", ALERTS.read_text()))
    tried = (Path(__file__).parent / "alerts_test.yml").read_text()
    assert names == set(re.findall(r"alertname: (\w+)", tried))
    page = (DEPLOY / "metrics.md").read_text()
    told = [
        name
        for row in re.findall(r"^\| (`Carcbot.*?) \|", page, re.MULTILINE)
        for name in row.split(", ")
    ]
    assert sorted(told) == sorted(f"`{name}`" for name in names)
