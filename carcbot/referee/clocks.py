"""The arithmetic of clocks: no clock of the world is ever looked at here.

A seat's clock is a number of microseconds, its main time, and how many its turn has been billed so
far. Each decision is billed when it is made; what a clock gives for a move it gives for a turn,
however many decisions that has. `time_for` says how long a decision may take, `after` what is left
of the main time after it, `back` what comes back to it at the end of the turn.
"""

from carcbot.errors import OptionsError
from carcbot.messages.parts import ClockSpec

__all__ = ["UNHURRIED", "USUAL", "LagAccount", "after", "at_start", "back", "check", "time_for"]

USUAL = ClockSpec("bank", main_us=60_000_000, move_us=1_000_000)
"""A second for each turn, and a minute for those that take longer."""

UNHURRIED = ClockSpec("per_move", move_us=7 * 86_400_000_000)
"""A week for each move: none, where somebody plays for himself."""

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


def time_for(spec: ClockSpec, main_us: int, turn_us: int = 0) -> int:
    """How long a decision may take.

    Args:
        spec: The clock.
        main_us: The seat's main time.
        turn_us: What the decisions before it in the same turn were billed.
    """
    if spec.kind not in {"bank", "per_move"}:
        return main_us
    free_us = spec.move_us - turn_us if turn_us < spec.move_us else 0  # of what each turn has
    return main_us + free_us if spec.kind == "bank" else free_us


def after(
    spec: ClockSpec, main_us: int, billed_us: int, turn_us: int = 0, *, ends: bool = True
) -> int:
    """The main time after a decision; below 0 if that took longer than it may.

    Args:
        spec: The clock.
        main_us: The main time before it.
        billed_us: What the decision is billed.
        turn_us: What the decisions before it in the same turn were billed.
        ends: Whether the turn ends with it.
    """
    left_us = time_for(spec, main_us, turn_us) - billed_us
    if left_us < 0:
        return -1
    if spec.kind == "bank":
        return min(main_us, left_us)
    if spec.kind == "per_move":
        return 0
    return left_us + (back(spec, turn_us + billed_us) if ends else 0)


def back(spec: ClockSpec, turn_us: int) -> int:
    """What comes back to the main time when a turn ends that was billed so much in all."""
    if spec.kind == "fischer":
        return spec.move_us
    return min(turn_us, spec.move_us) if spec.kind == "delay" else 0


class LagAccount:
    """What a seat may still be credited for its lag in one match.

    Args:
        quota_us: The most that lies in it, and what it begins with.
        per_move_us: The most that is credited at once.
        refill_us: What every move brings back. Lag is that of messages, so it is counted for each
            decision, however many a turn has.

    Attributes:
        left_us: What lies in it.
    """

    def __init__(self, quota_us: int, per_move_us: int, refill_us: int) -> None:
        self._quota_us = quota_us
        self._per_move_us = per_move_us
        self._refill_us = refill_us
        self.left_us = quota_us

    def most(self, lag_us: int) -> int:
        """What would be credited for this lag if the move took long enough."""
        return max(0, min(lag_us, self._per_move_us, self.left_us))

    def pay(self, credit_us: int) -> None:
        """Takes what was credited for a move, and puts in what every move brings."""
        self.left_us = min(self.left_us - credit_us + self._refill_us, self._quota_us)
