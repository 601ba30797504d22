"""How much an agent may spend on one decision."""

from dataclasses import dataclass

from carcbot.errors import AgentError

__all__ = ["UNLIMITED", "Budget"]


_MOST = 1e9


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of one decision. Whichever is reached first ends the search; None is no limit.

    Attributes:
        soft_s: Seconds that are planned. A search that is sure ends earlier, one whose best move
            keeps changing takes longer.
        hard_s: Seconds after which the answer has to be there, whatever happens.
        nodes: Positions stored or looked at.
        simulations: Random games, or visits to the root.
        depth: Decisions ahead.
    """

    soft_s: float | None = None
    hard_s: float | None = None
    nodes: int | None = None
    simulations: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        for name in self.__slots__:
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


UNLIMITED = Budget()
"""No limit at all."""
