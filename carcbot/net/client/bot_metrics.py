"""What a bot counts of itself, and how Prometheus reads it."""

from functools import partial
from typing import Final, get_args

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)

from carcbot.messages.events import Result
from carcbot.messages.parts import Reason

__all__ = ["BotMetrics"]

_NAMESPACE: Final = "carcbot_bot"
_BOUNDS_S: Final = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)


class BotMetrics:
    """All counts since the bot was started.

    Attributes:
        is_here: Whether it is connected and accepted.
        playing: In how many matches it plays now.
        connections: That it has made.
        lapses: Moves that its agent failed to choose.
        troubles: Contradictions that it has found in what the referee says.
        refused: Commands that the referee has not carried out, by code.
        move_s: What moves took, from the request until they were chosen.
    """

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        counter = partial(Counter, namespace=_NAMESPACE, registry=self._registry)
        gauge = partial(Gauge, namespace=_NAMESPACE, registry=self._registry)
        self._over = counter("matches_over", "Matches over, by reason.", ["reason"])
        self._places = counter("places", "Matches by the place it came in.", ["place"])
        # those that are known begin at 0, or the first of them would not be seen to rise
        for family, known in ((self._over, get_args(Reason)), (self._places, ("1", "2"))):
            for each in known:
                family.labels(each)
        self.refused = counter("refused", "Commands that the referee refused, by code.", ["code"])
        self.connections = counter("connections", "Connections that were made.")
        self.lapses = counter("lapses", "Moves that were not its agent's own, because that failed.")
        self.troubles = counter("troubles", "What was wrong with what the referee said.")
        self.move_s = Histogram(
            "move_seconds",
            "From a request to the move that was chosen for it.",
            namespace=_NAMESPACE,
            registry=self._registry,
            buckets=_BOUNDS_S,
        )
        self.is_here = gauge("connected", "Whether it is connected and was welcomed.")
        self.playing = gauge("matches_playing", "Matches in which it plays.")

    def over(self, result: Result, seat: int | None) -> None:
        """Counts a match that is over, and the place in which this bot came in."""
        self._over.labels(result.reason).inc()
        if seat is not None and seat < len(result.standings):
            self._places.labels(str(result.standings[seat].place)).inc()

    def text(self) -> bytes:
        """All of it, in Prometheus' text format."""
        return generate_latest(self._registry)
