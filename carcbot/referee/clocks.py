"""The arithmetic of clocks: no clock of the world is ever looked at here.

A seat's clock is a number of microseconds, its main time. `time_for` says how long a move may take
with it, `after` what is left of it after one.
"""

from carcbot.errors import OptionsError
from carcbot.messages.parts import ClockSpec

__all__ = ["USUAL", "LagAccount", "after", "at_start", "check", "time_for"]

USUAL = ClockSpec("bank", main_us=60_000_000, move_us=1_000_000)
"""A second for each move, and a minute for those that take longer."""

_LONGEST_US = 30 * 86400 * 1_000_000


def check(spec: ClockSpec) -> None:
    """Raises OptionsError if nobody could play with this clock."""
    needs_main = spec.kind in {"sudden_death", "fischer", "delay"}
    needs_move = spec.kind in {"per_move", "bank"}
    for name, value, of, needed in (
        ("main_us", spec.main_us, "all moves", needs_main),
        ("move_us", spec.move_us, "each move", needs_move),
    ):
        if value > _LONGEST_US or (needed and not value):
            raise OptionsError(
                f"{value / 1e6:.0f} s for {of} is too long" if value else f"no seconds for {of}",
                where=f"{name} of the clock {spec.kind}",
                expected=f"{'more than' if needed else 'from'} 0 s, up to {_LONGEST_US // 10**6} s",
            )


def at_start(spec: ClockSpec) -> int:
    """The main time that a seat begins with."""
    return 0 if spec.kind == "per_move" else spec.main_us


def time_for(spec: ClockSpec, main_us: int) -> int:
    """How long a move may take with so much main time."""
    if spec.kind == "per_move":
        return spec.move_us
    if spec.kind == "bank":
        return main_us + spec.move_us
    return main_us


def after(spec: ClockSpec, main_us: int, billed_us: int) -> int:
    """The main time after a move; below 0 if the move took longer than it may."""
    if billed_us > time_for(spec, main_us):
        return -1
    match spec.kind:
        case "per_move":
            return 0
        case "sudden_death":
            return main_us - billed_us
        case "fischer":
            return main_us - billed_us + spec.move_us
        case "delay" | "bank":
            return main_us - max(billed_us - spec.move_us, 0)


class LagAccount:
    """What a seat may still be credited for its lag in one match.

    Args:
        quota_us: The most that lies in it, and what it begins with.
        per_move_us: The most that is credited at once.
        refill_us: What every move brings back.
        left_us: What lies in it, if not all.
    """

    def __init__(
        self, quota_us: int, per_move_us: int, refill_us: int, left_us: int | None = None
    ) -> None:
        self._quota_us = quota_us
        self._per_move_us = per_move_us
        self._refill_us = refill_us
        self.left_us = quota_us if left_us is None else left_us

    def most(self, lag_us: int) -> int:
        """What would be credited for this lag if the move took long enough."""
        return max(0, min(lag_us, self._per_move_us, self.left_us))

    def pay(self, credit_us: int) -> None:
        """Takes what was credited for a move, and puts in what every move brings."""
        self.left_us = min(self.left_us - credit_us + self._refill_us, self._quota_us)
