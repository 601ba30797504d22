"""Moments: inside a match they are of a monotonic clock, outside they are since 1970."""

from dataclasses import dataclass

__all__ = ["Moments"]


@dataclass(frozen=True, slots=True)
class Moments:
    """Tells when a moment of the monotonic clock was. Made once, where clocks may be looked at.

    A machine's calendar may be set back while matches go on; the moments of one of these never are.

    Attributes:
        epoch_us: Microseconds since 1970 when the monotonic clock shows 0.
    """

    epoch_us: int = 0

    @classmethod
    def when(cls, now_us: int, now_ns: int) -> "Moments":
        """By two looks at once: at the calendar, since 1970, and at the monotonic clock."""
        return cls(now_us - now_ns // 1000)

    def us(self, at_ns: int) -> int:
        """Microseconds since 1970 at a moment of the monotonic clock."""
        return self.epoch_us + at_ns // 1000

    def not_before(self, least_us: int, now_ns: int) -> "Moments":
        """The same, or later ones if it is not yet so late now."""
        return Moments(max(self.epoch_us, least_us - now_ns // 1000))
