"""Moves that an agent should have chosen and has not, for it failed."""

from dataclasses import dataclass

from carcbot.net.workers import Decision

__all__ = ["Lapses"]


@dataclass(slots=True)
class Lapses:
    """What became of the moves that an agent was asked for.

    Attributes:
        moves: How many there were.
        not_own: How many somebody else had to choose, because it failed.
        first: How it failed at first: ``"raised ValueError: oops"``.
    """

    moves: int = 0
    not_own: int = 0
    first: str = ""

    def note(self, decision: Decision) -> str:
        """Counts a decision; returns how the agent failed, or nothing if the move is its own."""
        self.moves += 1
        # a decision without a fault fell back because there was next to no time: nobody failed
        if not decision.fallback or not decision.faults:
            return ""
        fault = decision.faults[0]
        why = fault.what if fault.kind not in {"died", "late"} else f"its process: {fault.what}"
        why = why.splitlines()[0] if why else fault.kind
        self.not_own += 1
        self.first = self.first or why
        return why

    def add(self, other: "Lapses") -> None:
        """Counts those of another seat as well."""
        self.moves += other.moves
        self.not_own += other.not_own
        self.first = self.first or other.first

    def __str__(self) -> str:
        return f"{self.not_own} of {self.moves} moves were not its own: {self.first}"
