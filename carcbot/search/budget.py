"""How much may be spent on one decision: the face of the native core's `Budget`."""

from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta, field
from msgspec.structs import astuple, replace

from carcbot.errors import AgentError

__all__ = ["UNLIMITED", "Budget"]


_MOST = 10**9
_Seconds = Annotated[float, Meta(gt=0, le=_MOST)]
_Number = Annotated[int, Meta(gt=0, le=_MOST)]
_N = TypeVar("_N", int, float)
_LEAST_LEFT_S = 1e-4


class Budget(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Limits of one decision. Whichever is reached first ends the search; None is no limit.

    In files `hard_s` is called ``time_s``.

    Attributes:
        soft_s: Planned seconds. A search ends earlier if it is sure, and later if its best move
            keeps changing.
        hard_s: Seconds after which there has to be an answer, whatever happens.
        nodes: Positions stored or looked at.
        simulations: Random games, or visits to the root.
        depth: Decisions ahead.
    """

    soft_s: _Seconds | None = None
    hard_s: _Seconds | None = field(default=None, name="time_s")
    nodes: _Number | None = None
    simulations: _Number | None = None
    depth: _Number | None = None

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if value is not None and not 0 < value <= _MOST:
                raise AgentError(
                    f"{value} is no limit",
                    where=f"the budget's {name}",
                    expected=f"more than 0 and no more than {_MOST:g}",
                )

    def within(self, other: "Budget") -> "Budget":
        """The smaller of each pair of limits."""
        return Budget(*map(_least, astuple(self), astuple(other)))

    def most_workers(self, wanted: int) -> int:
        """How many workers it is enough for: each needs a node and a simulation at least."""
        return min(wanted, self.nodes or wanted, self.simulations or wanted)

    def part(self, number: int, workers: int) -> "Budget":
        """The budget of one of so many workers, who divide nodes and simulations among them."""
        return replace(
            self,
            nodes=self.nodes and (self.nodes + number) // workers,
            simulations=self.simulations and (self.simulations + number) // workers,
        )

    def after(self, gone_s: float) -> "Budget":
        """What is left so many seconds later, always a little."""
        return replace(
            self,
            soft_s=self.soft_s and max(self.soft_s - gone_s, _LEAST_LEFT_S),
            hard_s=self.hard_s and max(self.hard_s - gone_s, _LEAST_LEFT_S),
        )

    def ends_ns(self, began_ns: int) -> int:
        """The deadline of a decision that began at this moment; 0 is none."""
        return 0 if self.hard_s is None else began_ns + max(round(self.hard_s * 1e9), 1)


def _least(one: _N | None, other: _N | None) -> _N | None:
    """The smaller of two limits."""
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


UNLIMITED = Budget()
"""No limit at all."""
