"""Workers on a Ray cluster. Only this module imports Ray, which is an extra of the package.

A worker is a queue here, of which one task at a time is a task of Ray's: it runs wherever a core is
free, and goes to another machine the next time. So machines may come and go.
"""

import logging
import os
import secrets
import socket
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from tempfile import TemporaryDirectory
from typing import Any, Final, Generic, TypeVar

import ray
from ray.exceptions import RayError, RayTaskError

from carcbot import __version__
from carcbot.contest.workers.workplace import WorkerDied
from carcbot.errors import InputError, OptionsError

__all__ = ["RayCluster", "RayTeam", "connected", "started"]

_STORE_BYTES: Final = 100 * 2**20
"""What our tasks and answers take is little; this is near the least that Ray takes."""
_ANSWERS_IN_S: Final = 10.0
_QUIET: Final[Mapping[str, Any]] = {"logging_level": logging.ERROR, "log_to_driver": False}

Task = TypeVar("Task")
Answer = TypeVar("Answer")


@contextmanager
def started(cores: int) -> Iterator["RayCluster"]:
    """A cluster of this machine alone, which ends with the context and leaves nothing behind.

    Args:
        cores: How many it has.
    """
    # Others on this machine may not use it. Ray itself would keep a token in the home folder.
    os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
    with TemporaryDirectory(prefix="carcbot-ray-", ignore_cleanup_errors=True) as folder:
        ray.init(
            "local",
            num_cpus=cores,
            object_store_memory=_STORE_BYTES,
            include_dashboard=False,
            _temp_dir=folder,
            **_QUIET,
        )
        try:
            yield RayCluster("local")
        finally:
            ray.shutdown()


@contextmanager
def connected(address: str) -> Iterator["RayCluster"]:
    """The cluster at an address, as long as the context lasts.

    Args:
        address: As `ray.init` takes it.

    Raises:
        OptionsError: There is none, or one with another version of Ray.
    """
    try:
        _knock(address)
        ray.init(address, **_QUIET)
    except (OSError, RayError, RuntimeError, ValueError) as error:
        raise OptionsError(
            f"no cluster at {address!r}: {_first_line(error)}",
            where="--ray",
            expected="local, or where a cluster is: auto or HOST:PORT on one of its machines,"
            " ray://HOST:PORT elsewhere",
        ) from error
    try:
        yield RayCluster(address)
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Raises OSError if nobody listens there; Ray would try for minutes, and print its tries."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), _ANSWERS_IN_S).close()


class RayCluster:
    """A cluster to which we are connected.

    Args:
        address: Where it is.
    """

    def __init__(self, address: str) -> None:
        self._address = address

    @property
    def cores(self) -> int:
        """How many workers may think there at once, as many machines as it has now."""
        resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
        return max(1, int(resources.get("CPU", 1)))

    def team(self, work: Callable[[Task], Answer], size: int) -> "closing[RayTeam[Task, Answer]]":
        """A team of which so many work at once, if the cluster has as many free cores."""
        return closing(RayTeam(work, size, self._address))


class RayTeam(Generic[Task, Answer]):
    """So many workers, each with one task on the cluster.

    Args:
        work: What they do with a task.
        size: How many there are.
        address: Of the cluster, for errors.
    """

    def __init__(self, work: Callable[[Task], Answer], size: int, address: str) -> None:
        self._work = ray.put(work)
        self._address = address
        self._given: list[deque[Task]] = [deque() for _ in range(size)]
        self._running: dict[ray.ObjectRef[Answer], int] = {}

    def give(self, worker: int, task: Task) -> None:
        """Gives a worker another task, after those that it has."""
        self._given[worker].append(task)
        if len(self._given[worker]) == 1:
            self._begin(worker)

    def wait(self) -> list[tuple[int, Answer | WorkerDied]]:
        """Waits until workers answer.

        Raises:
            InputError: A machine of the cluster cannot do our work.
        """
        running = list(self._running)
        ray.wait(running)
        over, _ = ray.wait(running, num_returns=len(running), timeout=0)
        return [(self._running[each], self._taken(each)) for each in over]

    def close(self) -> None:
        """Ends all of them."""
        for running in self._running:
            ray.cancel(running, force=True)

    def _begin(self, worker: int) -> None:
        running = _do.remote(__version__, self._work, self._given[worker][0])
        self._running[running] = worker

    def _taken(self, over: "ray.ObjectRef[Answer]") -> Answer | WorkerDied:
        """The answer of a task that is over; the worker goes on to its next one."""
        worker = self._running.pop(over)
        given = self._given[worker]
        try:
            answer: Answer = ray.get(over)
        except RayTaskError as error:
            raise self._reason(error) from error
        except RayError as error:
            given.clear()
            return WorkerDied(f"is lost: {_first_line(error)}")
        given.popleft()
        if given:
            self._begin(worker)
        return answer

    def _reason(self, error: RayTaskError) -> Exception:
        """What the work raised; or that it could not even begin."""
        cause: Exception = error.cause
        if isinstance(cause, _CannotWorkError | ImportError):
            return InputError(
                f"a machine of the cluster cannot play: {_first_line(cause)}",
                where=self._address,
                expected=f"carcbot {__version__} and Python alike on each of its machines",
            )
        return cause


class _CannotWorkError(Exception):
    """The machine has another carcbot."""


@ray.remote(num_cpus=1, max_retries=0)
def _do(version: str, work: Callable[[Any], Any], task: Any) -> Any:  # noqa: ANN401 - as in Team
    """A task on the cluster."""
    if version != __version__:
        raise _CannotWorkError(f"it has carcbot {__version__}")
    return work(task)


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
