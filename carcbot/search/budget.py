"""How much may be spent on one decision: the face of the native core's `Budget`."""

from typing import Annotated

import msgspec
from msgspec import Meta, field
from msgspec.structs import replace

from carcbot.errors import AgentError

__all__ = ["UNLIMITED", "Budget"]


_MOST = 10**9
_Seconds = Annotated[float, Meta(gt=0, le=_MOST)]
_Number = Annotated[int, Meta(gt=0, le=_MOST)]
_LEAST_LEFT_S = 1e-4


class Budget(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Limits of one decision. Whichever is reached first ends the search; None is no limit.

    In files `hard_s` is called ``time_s``.

    Attributes:
        soft_s: Seconds that are planned. A search that is sure ends earlier, one whose best move
            keeps changing takes longer.
        hard_s: Seconds after which the answer has to be there, whatever happens.
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

    @classmethod
    def of_time(cls, seconds: float) -> "Budget":
        """All of a time: the search ends when it is over, or nothing more would come of it."""
        return cls(hard_s=seconds)

    def within(self, other: "Budget") -> "Budget":
        """The smaller of each pair of limits."""

        def least(name: str) -> float | None:
            limits = [getattr(self, name), getattr(other, name)]
            return min((limit for limit in limits if limit is not None), default=None)

        nodes, simulations, depth = (least(name) for name in ("nodes", "simulations", "depth"))
        return Budget(
            soft_s=least("soft_s"),
            hard_s=least("hard_s"),
            nodes=None if nodes is None else int(nodes),
            simulations=None if simulations is None else int(simulations),
            depth=None if depth is None else int(depth),
        )

    def shared_by(self, workers: int) -> "Budget":
        """What each of so many may spend who begin together: the numbers are divided up."""
        return replace(
            self,
            nodes=self.nodes and -(-self.nodes // workers),
            simulations=self.simulations and -(-self.simulations // workers),
        )

    def after(self, gone_s: float) -> "Budget":
        """What is left of it so many seconds later, which is never nothing."""
        return replace(
            self,
            soft_s=self.soft_s and max(self.soft_s - gone_s, _LEAST_LEFT_S),
            hard_s=self.hard_s and max(self.hard_s - gone_s, _LEAST_LEFT_S),
        )

    def ends_ns(self, began_ns: int) -> int:
        """When the answer has to be there if the decision began at this moment; 0 is never."""
        return 0 if self.hard_s is None else began_ns + max(round(self.hard_s * 1e9), 1)


UNLIMITED = Budget()
"""No limit at all."""
