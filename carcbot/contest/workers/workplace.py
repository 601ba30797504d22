"""What a workplace is: it has teams of workers, who are given tasks and answer each.

Workers of a team are known by their numbers, from 0. The number stays when its process dies and is
replaced; the tasks of a dead process are forgotten, so whoever gives tasks keeps a list of them.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol, TypeVar

__all__ = ["Team", "WorkerDied", "Workplace"]

Task = TypeVar("Task")
Answer = TypeVar("Answer")
Task_contra = TypeVar("Task_contra", contravariant=True)
Answer_co = TypeVar("Answer_co", covariant=True)


@dataclass(frozen=True, slots=True)
class WorkerDied:
    """A worker died, and will answer none of its tasks.

    Attributes:
        how: In words that follow "the process".
    """

    how: str


class Team(Protocol[Task_contra, Answer_co]):
    """Workers that all do the same work."""

    def give(self, worker: int, task: Task_contra) -> None:
        """Gives a worker another task, after those that it has. Never waits."""

    def wait(self) -> Sequence[tuple[int, Answer_co | WorkerDied]]:
        """Waits until workers have something to tell: each an answer to its oldest task.

        Somebody has to have a task.

        Raises:
            Exception: What the work itself has raised.
        """


class Workplace(Protocol):
    """Where workers are."""

    @property
    def cores(self) -> int:
        """How many workers can compute there at once."""

    def team(
        self, work: Callable[[Task], Answer], size: int
    ) -> AbstractContextManager[Team[Task, Answer]]:
        """A team of this size, which ends with its context, even in the middle of a task.

        Args:
            work: What each does with a task. It travels to the workers, as tasks and answers do: a
                function of a module, or a `functools.partial` of one.
            size: How many there are.
        """
