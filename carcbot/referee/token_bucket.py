"""How many commands a client may send, and how often it may do wrong."""

__all__ = ["TokenBucket"]


class TokenBucket:
    """Fills with `rate` tokens a second up to `burst`; everything that is counted takes one.

    Args:
        rate: Tokens a second.
        burst: The most there can be, and how many there are at first.
        now_ns: Now.
    """

    def __init__(self, rate: float, burst: int, now_ns: int) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._tokens = float(burst)
        self._then_ns = now_ns

    def take(self, now_ns: int) -> float:
        """Takes a token and returns 0; or, if there is none, the seconds until there is one."""
        gained = (now_ns - self._then_ns) * self._rate / 1e9
        self._then_ns = now_ns
        self._tokens = min(self._tokens + gained, self._burst)
        if self._tokens < 1:
            return (1 - self._tokens) / self._rate
        self._tokens -= 1
        return 0.0

    def wait_s(self, now_ns: int) -> float:
        """The seconds until there is a token; 0 if there is one."""
        gained = (now_ns - self._then_ns) * self._rate / 1e9
        return max(1 - self._tokens - gained, 0.0) / self._rate

    def is_full(self, now_ns: int) -> bool:
        """Whether there are as many tokens as there can be."""
        return self._tokens + (now_ns - self._then_ns) * self._rate / 1e9 >= self._burst
