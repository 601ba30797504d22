"""The worst of what was measured lately."""

from collections import deque

__all__ = ["RecentWorst"]


class RecentWorst:
    """The largest value of a while, whoever looks at it and how often.

    Args:
        window_ns: How long a value counts.
    """

    def __init__(self, window_ns: int) -> None:
        self._window_ns = window_ns
        # values that may still become the largest: each is smaller than those before it
        self._values: deque[tuple[int, float]] = deque()

    def add(self, now_ns: int, value: float) -> None:
        """Takes in a value."""
        while self._values and self._values[-1][1] <= value:
            self._values.pop()
        self._values.append((now_ns, value))
        self._drop_old(now_ns)

    def at(self, now_ns: int) -> float:
        """The largest value that counts now; 0 if there is none."""
        self._drop_old(now_ns)
        return self._values[0][1] if self._values else 0.0

    def _drop_old(self, now_ns: int) -> None:
        while self._values and now_ns - self._values[0][0] > self._window_ns:
            self._values.popleft()
