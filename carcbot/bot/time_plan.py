"""How a seat spreads its time over its turns: from a clock to the budget of one decision.

Two limits, as strong chess engines have them. `soft_s` is the plan: the time that is left, over
the turns that are left, and with the plan `early` a little more in the opening and the middle and
less late. A search that is sure ends before it, one whose best move keeps changing goes on beyond
it, but never beyond `hard_s`.
Where others may follow in the same turn, a decision gets half of what its turn has left of either,
so that there is something for the next one.
Both keep a margin for what the move costs on its way: the round trip and the lag of the event loop,
as measured. A machine that is busy with other things may let a process wait for a core: by how much
answers and alarms were late is measured as well, and that much of a clock is left alone.
"""

from dataclasses import dataclass

from carcbot.errors import OptionsError
from carcbot.search.budget import Budget

__all__ = ["Clock", "LagMeter", "budget_for", "reserved"]

_LEAST_MARGIN_S = 0.002
_UNMEASURED_MARGIN_S = 0.050
_MOST_RESERVE_S = 0.5
_LEAST_RESERVE_S = 0.04
"""So long a busy machine may give its turn to somebody else at the wrong moment."""
_LEAST_SOFT_S = 0.005
_LEAST_HARD_S = 0.001
_EAGER = 1.3
"""In the opening and the middle a decision gets more than its share: it matters for longer."""
_FRUGAL = 0.6
_OF_A_MOVE = 0.85
"""Time for one move cannot be saved; what the plan leaves is for a best move that changes late."""
_EVEN = 1.0
_LATE_PLIES = 10
_MOST_LATE = 7 / 8
"""A machine that is later than this part of a clock leaves a search nothing; it gets the rest."""

_LONGEST_LATE_S = 2.0
"""No process waits longer for a core: the machine has slept."""


@dataclass(frozen=True, slots=True)
class Clock:
    """What a seat has to play with.

    Attributes:
        remaining_s: For all its turns; None if there is no such limit.
        per_move_s: For the rest of this turn, without any other time; None if there is no such
            limit.
        increment_s: Comes back to `remaining_s` after each turn.
        free_s: For the rest of this turn, before anything is taken from `remaining_s`; it
            cannot be saved.
        spent_s: What this turn has taken from `remaining_s` already.
    """

    remaining_s: float | None = None
    per_move_s: float | None = None
    increment_s: float = 0.0
    free_s: float = 0.0
    spent_s: float = 0.0

    def __post_init__(self) -> None:
        if self.remaining_s is None and self.per_move_s is None:
            raise OptionsError("a clock without any time", expected="seconds for a move or in all")
        for name in self.__slots__:
            value = getattr(self, name)
            if value is not None and not value >= 0:
                raise OptionsError(f"{value} s is no time", where=f"the clock's {name}")


class LagMeter:
    """Measures the time that moves lose on their way, and says what to expect.

    Args:
        over_network: Whether the peer is on another machine; then, until something was measured,
            much is expected.
    """

    _KEPT = 256
    _LATE_KEPT = 64

    def __init__(self, *, over_network: bool) -> None:
        self._lags: list[float] = []
        self._late: list[float] = []
        self._unmeasured = _UNMEASURED_MARGIN_S if over_network else _LEAST_MARGIN_S

    def add(self, seconds: float) -> None:
        """A round trip together with the lag of the event loop."""
        self._lags.append(max(seconds, 0.0))
        del self._lags[: -self._KEPT]

    def was_late(self, seconds: float) -> None:
        """By how much something came late that this machine had to do at a certain moment."""
        self._late.append(min(max(seconds, 0.0), _LONGEST_LATE_S))
        del self._late[: -self._LATE_KEPT]

    @property
    def late_s(self) -> float:
        """The worst of late: the next may be as bad, and a game is lost by one."""
        return max(self._late, default=0.0)

    @property
    def margin_s(self) -> float:
        """The 99th percentile of the lags, but never less than two milliseconds."""
        if not self._lags:
            return self._unmeasured
        return max(sorted(self._lags)[-(-len(self._lags) * 99 // 100) - 1], _LEAST_MARGIN_S)


def reserved(left_s: float, late_s: float) -> float:
    """What of a clock may be thought with on a machine that may be late by so much."""
    return left_s - min(late_s, _MOST_LATE * left_s)


def budget_for(
    clock: Clock,
    turns_left: int,
    plies_left: int,
    margin_s: float,
    plan: str = "early",
    *,
    is_last: bool = True,
) -> Budget:
    """The budget of the next decision.

    Args:
        clock: The seat's.
        turns_left: Turns that the seat still has, this one included: `View.turns_left`.
        plies_left: Turns of all seats until the end of the game.
        margin_s: Time lost on the way, as `LagMeter.margin_s` says; at most a quarter of the
            budget.
        plan: ``early``, or ``even``: every turn gets its share.
        is_last: Whether no other decision can follow in this turn.
    """
    part = 1.0 if is_last else 0.5
    if clock.remaining_s is None:
        per_move = part * (clock.per_move_s or 0.0)
        margin = min(margin_s, per_move / 4)
        hard = max(per_move - margin, _LEAST_HARD_S)
        return Budget(soft_s=max(min(_OF_A_MOVE * per_move, hard), _LEAST_HARD_S), hard_s=hard)
    remaining = clock.remaining_s
    least = min(_LEAST_RESERVE_S, remaining / 2)
    reserve = min(max(remaining / 5, least), _MOST_RESERVE_S)
    usable = remaining - reserve
    anew = clock.increment_s + clock.free_s
    spent = clock.spent_s
    share = part * max((usable + spent) / max(turns_left, 1) + anew - spent, 0.0)
    margin = min(margin_s, share / 4)
    greed = _EVEN if plan == "even" else _FRUGAL if plies_left <= _LATE_PLIES else _EAGER
    # free time cannot be saved either
    soft = max(share * greed - margin, _OF_A_MOVE * part * clock.free_s - margin, _LEAST_SOFT_S)
    hard = min(3 * soft, 0.25 * usable + anew, part * (remaining + clock.free_s - margin))
    if clock.per_move_s is not None:
        per_move = part * clock.per_move_s
        hard = min(hard, per_move - min(margin_s, per_move / 4))
    hard = max(hard, _LEAST_HARD_S)
    return Budget(soft_s=min(soft, hard), hard_s=hard)
