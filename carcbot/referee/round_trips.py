"""How long messages take to a client and back."""

from collections import deque

__all__ = ["RoundTrips"]

_KEPT = 8
_MOST_OPEN = 4


class RoundTrips:
    """The last pings of a connection and when their pongs came.

    The shortest of them counts as the lag: a client that is busy, or slow on purpose, answers late,
    but nobody answers earlier than the way takes.

    Args:
        now_ns: When the connection began.

    Attributes:
        heard_ns: When the last pong came; before that, when the first ping
            was sent.
        lag_us: What is credited at most for a move; 0 until something was measured.
    """

    def __init__(self, now_ns: int) -> None:
        self._trips: deque[int] = deque(maxlen=_KEPT)
        self._open: dict[bytes, int] = {}
        self._count = 0
        self.lag_us = 0
        self.heard_ns = now_ns

    def ping(self) -> bytes:
        """What the next ping carries."""
        self._count += 1
        return b"%d" % self._count

    def sent(self, payload: bytes, now_ns: int) -> None:
        """A ping has left, with this in it: its way begins now."""
        if payload == b"1":
            self.heard_ns = now_ns
        self._open[payload] = now_ns
        if len(self._open) > _MOST_OPEN:
            del self._open[next(iter(self._open))]

    def pong(self, payload: bytes, arrived_ns: int) -> bool:
        """A pong came; returns whether it answers a ping of ours, else it means nothing."""
        sent_ns = self._open.pop(payload, None)
        if sent_ns is None:
            return False
        self.heard_ns = arrived_ns
        self._trips.append(max(arrived_ns - sent_ns, 0) // 1000)
        self.lag_us = min(self._trips)
        return True
