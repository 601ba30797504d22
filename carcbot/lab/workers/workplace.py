"""What a workplace is: it has teams of workers, who are given tasks and answer each.

Workers of a team are known by their numbers, from 0. Whatever happens to the process that stands
behind a number, the number stays: a process that dies is replaced, and what it was given is
forgotten. So whoever gives tasks keeps a list of them.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol, TypeVar

__all__ = ["Gone", "Team", "Workplace"]

Task = TypeVar("Task")
Answer = TypeVar("Answer")
Task_contra = TypeVar("Task_contra", contravariant=True)
Answer_co = TypeVar("Answer_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Gone:
    """A worker died, and answers nothing of what it was given.

    Attributes:
        how: In words that follow "the process".
    """

    how: str


class Team(Protocol[Task_contra, Answer_co]):
    """Workers that do the same work."""

    def give(self, worker: int, task: Task_contra) -> None:
        """Gives a worker a task to do after those that it has. Never waits."""

    def wait(self) -> Sequence[tuple[int, Answer_co | Gone]]:
        """Waits until workers have something to tell: each an answer to its oldest task.

        Somebody has to have a task.

        Raises:
            Exception: What the work itself has raised.
        """


class Workplace(Protocol):
    """Where workers are."""

    @property
    def cores(self) -> int:
        """How many workers may think there at once."""

    def team(
        self, work: Callable[[Task], Answer], size: int
    ) -> AbstractContextManager[Team[Task, Answer]]:
        """A team of so many, which ends with its context, in the middle of whatever it does.

        Args:
            work: What each does with a task. It travels to the workers, as tasks and answers do: a
                function of a module, or a `functools.partial` of one.
            size: How many there are.
        """
