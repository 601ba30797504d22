"""Moves that an agent failed to choose."""

from dataclasses import dataclass

from carcbot.net.process.running_search import Decision

__all__ = ["AgentFailures"]


@dataclass(slots=True)
class AgentFailures:
    """Counts the moves that an agent was asked for, and those that it failed to choose.

    Attributes:
        moves: How many there were.
        not_own: How many were chosen for it, because it failed or its machine was too busy.
        failed: At how many of those it failed.
        first: Why the first was not its own: ``"raised ValueError: oops (mine.py, line 7)"``.
    """

    moves: int = 0
    not_own: int = 0
    failed: int = 0
    first: str = ""

    def note(self, decision: Decision) -> str:
        """Counts a decision; returns why the move is not the agent's own, or nothing if it is."""
        self.moves += 1
        if not decision.is_substitute:
            return ""
        fault = decision.faults[0]
        why = fault.what if fault.kind not in {"died", "late"} else f"its process: {fault.what}"
        why = why.splitlines()[0] if why else fault.kind
        self.not_own += 1
        self.failed += decision.agent_failed
        self.first = self.first or why
        return why

    def add(self, other: "AgentFailures") -> None:
        """Adds the counts of another seat."""
        self.moves += other.moves
        self.not_own += other.not_own
        self.failed += other.failed
        self.first = self.first or other.first

    def __str__(self) -> str:
        return f"{self.not_own} of {self.moves} moves were not its own: {self.first}"
