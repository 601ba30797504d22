"""What the referee counts of itself, and how Prometheus reads it.

Counting happens on the way of every move, so it is additions to plain numbers; they become metrics
only when somebody asks.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Final, get_args

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from carcbot.messages.codec import CLOSE_CODES
from carcbot.messages.events import Event, Moved, Out, Result, Started
from carcbot.messages.parts import ErrorCode, Reason, Why

__all__ = ["Gauges", "RefereeMetrics"]

_USUAL_CODES: Final = range(1000, 1016)
"""Those of all websockets; which others a client makes up is of no interest."""
_BOUNDS_US: Final = (50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 250_000)

Gauges = Callable[[], dict[str, tuple[str, float]]]
"""Tells what there is at the moment: for each name what it means, and how much."""


class RefereeMetrics(Collector):
    """Everything that was counted since the referee started.

    Args:
        gauges: Tells what there is at the moment.
    """

    def __init__(self, gauges: Gauges) -> None:
        self._gauges = gauges
        self._began: Counter[str] = Counter()
        self._over: Counter[str] = Counter()
        self._outs: Counter[str] = Counter()
        self._moves: Counter[str] = Counter()
        self._errors: Counter[str] = Counter()
        self._closed: Counter[int | str] = Counter()
        self._connections = 0
        self._resumed = 0
        self._lag_us = 0
        self._buckets = [0] * (len(_BOUNDS_US) + 1)
        self._busy_us = 0
        self._registry = CollectorRegistry()
        self._registry.register(self)

    # ------------------------------------------------------------ counting

    def events(self, events: Iterable[Event]) -> None:
        """Counts what happened in matches."""
        for event in events:
            if type(event) is Moved:
                self._moves[event.by] += 1
                self._lag_us += event.lag_us
            elif type(event) is Started:
                self._began[event.game] += 1
            elif type(event) is Out:
                self._outs[event.why] += 1
            elif type(event) is Result:
                self._over[event.reason] += 1

    def answered(self, arrived_ns: Iterable[int], sent_ns: int) -> None:
        """Counts how long moves took here, from their arrival until all players were answered."""
        for moment_ns in arrived_ns:
            busy_us = (sent_ns - moment_ns) // 1000
            self._busy_us += busy_us
            self._buckets[bisect_left(_BOUNDS_US, busy_us)] += 1

    def error(self, code: str) -> None:
        """Counts a command that was refused."""
        self._errors[code] += 1

    def connected(self) -> None:
        """Counts a connection."""
        self._connections += 1

    def resumed(self) -> None:
        """Counts a seat that was taken again."""
        self._resumed += 1

    def closed(self, code: int) -> None:
        """Counts a connection that has ended, by the code of who ended it."""
        self._closed[code if code in CLOSE_CODES or code in _USUAL_CODES else "other"] += 1

    # ------------------------------------------------------------ reading

    def text(self) -> bytes:
        """All of it, in Prometheus' text format."""
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """All of it, as metrics."""
        # those that are known begin at 0, or the first of them would not be seen to rise
        for name, label, known, counts, what in (
            ("matches_begun", "game", (), self._began, "Matches that have begun"),
            ("matches_over", "reason", get_args(Reason), self._over, "Matches over, by reason"),
            ("moves", "by", ("player", "referee"), self._moves, "Moves made, by whom"),
            ("faults", "why", get_args(Why), self._outs, "Players who were out, by reason"),
            ("errors", "code", get_args(ErrorCode), self._errors, "Commands refused, by code"),
            ("closed", "code", tuple(CLOSE_CODES), self._closed, "Connections closed, by code"),
        ):
            family = CounterMetricFamily(f"carcbot_{name}", f"{what}.", labels=[label])
            for key, count in (dict.fromkeys(known, 0) | counts).items():
                family.add_metric([str(key)], count)
            yield family
        for name, value, what in (
            ("connections", self._connections, "Connections that were made"),
            ("resumes", self._resumed, "Seats that were taken again after a connection was lost"),
            ("lag_credit_seconds", self._lag_us / 1e6, "Lag that was credited to players"),
        ):
            yield CounterMetricFamily(f"carcbot_{name}", f"{what}.", value=value)
        counted, buckets = 0, []
        for bound_us, count in zip(_BOUNDS_US, self._buckets, strict=False):
            counted += count
            buckets.append((str(bound_us / 1e6), counted))
        buckets.append(("+Inf", counted + self._buckets[-1]))
        yield HistogramMetricFamily(
            "carcbot_move_seconds",
            "What a move took here, from its arrival until all players were answered.",
            buckets=buckets,
            sum_value=self._busy_us / 1e6,
        )
        for name, (what, value) in self._gauges().items():
            yield GaugeMetricFamily(f"carcbot_{name}", f"{what}.", value=value)
