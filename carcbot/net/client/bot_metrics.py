"""What a bot counts of itself, and how Prometheus reads it."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from typing import Final, get_args

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from carcbot.messages.events import Result
from carcbot.messages.parts import Reason

__all__ = ["BotMetrics"]

_BOUNDS_S: Final = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)


class BotMetrics(Collector):
    """All counts since the bot was started.

    Attributes:
        is_here: Whether it is connected and accepted.
        playing: In how many matches it plays now.
        connections: That it has made.
        failures: Moves that its agent failed to choose.
        troubles: Contradictions that it has found in what the referee says.
    """

    def __init__(self) -> None:
        self.is_here = False
        self.playing = 0
        self.connections = 0
        self.failures = 0
        self.troubles = 0
        self._over: Counter[str] = Counter()
        self._places: Counter[str] = Counter()
        self._refused: Counter[str] = Counter()
        self._buckets = [0] * (len(_BOUNDS_S) + 1)
        self._thought_s = 0.0
        self._registry = CollectorRegistry()
        self._registry.register(self)

    # ------------------------------------------------------------ counting

    def over(self, result: Result, seat: int | None) -> None:
        """Counts a match that is over, and the place in which this bot came in."""
        self._over[result.reason] += 1
        if seat is not None and seat < len(result.standings):
            self._places[str(result.standings[seat].place)] += 1

    def refused(self, code: str) -> None:
        """Counts a command that the referee has not carried out."""
        self._refused[code] += 1

    def moved(self, seconds: float) -> None:
        """Counts a move, and how long after its request it was chosen."""
        self._thought_s += seconds
        self._buckets[bisect_left(_BOUNDS_S, seconds)] += 1

    # ------------------------------------------------------------ reading

    def text(self) -> bytes:
        """All of it, in Prometheus' text format."""
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """All of it, as metrics."""
        # those that are known begin at 0, or the first of them would not be seen to rise
        for name, label, known, counts, what in (
            ("matches_over", "reason", get_args(Reason), self._over, "Matches over, by reason"),
            ("places", "place", ("1", "2"), self._places, "Matches by the place it came in"),
            ("refused", "code", (), self._refused, "Commands that the referee refused, by code"),
        ):
            family = CounterMetricFamily(f"carcbot_bot_{name}", f"{what}.", labels=[label])
            for key, count in (dict.fromkeys(known, 0) | counts).items():
                family.add_metric([key], count)
            yield family
        for name, count, what in (
            ("connections", self.connections, "Connections that were made"),
            ("lapses", self.failures, "Moves that were not its agent's own, because that failed"),
            ("troubles", self.troubles, "What was wrong with what the referee said"),
        ):
            yield CounterMetricFamily(f"carcbot_bot_{name}", f"{what}.", value=count)
        counted, buckets = 0, []
        for bound_s, count in zip(_BOUNDS_S, self._buckets, strict=False):
            counted += count
            buckets.append((str(bound_s), counted))
        buckets.append(("+Inf", counted + self._buckets[-1]))
        yield HistogramMetricFamily(
            "carcbot_bot_move_seconds",
            "From a request to the move that was chosen for it.",
            buckets=buckets,
            sum_value=self._thought_s,
        )
        for name, value, what in (
            ("connected", float(self.is_here), "Whether it is connected and was welcomed"),
            ("matches_playing", self.playing, "Matches in which it plays"),
        ):
            yield GaugeMetricFamily(f"carcbot_bot_{name}", f"{what}.", value=value)
