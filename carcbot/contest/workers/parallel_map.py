"""A map over tasks, computed by a team of workers."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

from carcbot.contest.workers.workplace import WorkerDied, Workplace
from carcbot.errors import InternalError

__all__ = ["parallel_map"]

_TRIES: Final = 3

Task = TypeVar("Task")
Answer = TypeVar("Answer")


def parallel_map(
    place: Workplace, size: int, work: Callable[[Task], Answer], tasks: Iterable[Task]
) -> Iterator[Answer]:
    """The answers to all tasks, in the order of the tasks.

    A task whose worker dies is given to another.

    Args:
        place: Where workers are.
        size: How many work at once.
        work: What they do, as `Workplace.team` wants it.
        tasks: What is to be done.

    Raises:
        InternalError: Every worker that was given a task has died.
        Exception: What the work has raised.
    """
    to_do = deque((number, task, 1) for number, task in enumerate(tasks))
    idle = list(range(size))
    at_work: dict[int, tuple[int, Task, int]] = {}
    found: dict[int, Answer] = {}
    due = 0
    with place.team(work, size) as team:
        while to_do or at_work:
            while to_do and idle:
                worker = idle.pop()
                at_work[worker] = to_do.popleft()
                team.give(worker, at_work[worker][1])
            for worker, answer in team.wait():
                number, task, tries = at_work.pop(worker)
                idle.append(worker)
                if not isinstance(answer, WorkerDied):
                    found[number] = answer
                elif tries < _TRIES:
                    to_do.appendleft((number, task, tries + 1))
                else:
                    raise InternalError(
                        f"cannot be done: the process {answer.how}", where=f"task {number}"
                    )
            while due in found:
                yield found.pop(due)
                due += 1
