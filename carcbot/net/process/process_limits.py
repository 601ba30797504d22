"""What a process may take that runs a user's own code, and how one holds itself to that.

Workers and the command line import it when they start, so it needs little.
"""

import math
import os
import resource
import signal
import sys
from collections.abc import Iterator
from typing import Annotated, Final

import msgspec
from msgspec import Meta

__all__ = [
    "KIB",
    "USUAL",
    "ProcessLimits",
    "allowed",
    "apply_limits",
    "end_group_with_me",
    "end_with_parent",
    "lift_cpu_limit",
]

KIB: Final = 1024
_PR_SET_PDEATHSIG: Final = 1


class ProcessLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Limits of each process; 0 is no limit beyond those of its parent.

    Attributes:
        memory_mb: Megabytes of addresses.
        cpu_s: Seconds of computing: of a program in all, of an agent for each move.
        files: Files at once.
        processes: Processes and threads of its user, all others of that user among them, for so the
            system counts; root is not held to it.
    """

    memory_mb: Annotated[int, Meta(ge=0, le=16_777_216)] = 8192
    cpu_s: Annotated[int, Meta(ge=0, le=31_536_000)] = 86_400
    files: Annotated[int, Meta(ge=0, le=1_048_576)] = 256
    processes: Annotated[int, Meta(ge=0, le=4_194_304)] = 4096


USUAL: Final = ProcessLimits()


def allowed(limits: ProcessLimits, spent_s: int = 0) -> Iterator[tuple[int, int]]:
    """The limits by the system's number of each, and none above our own limits."""
    is_held = sys.platform != "darwin"  # that knows no limit of addresses
    for what, most in (
        (resource.RLIMIT_AS, limits.memory_mb * KIB * KIB * is_held),
        (resource.RLIMIT_CPU, limits.cpu_s and limits.cpu_s + spent_s),
        (resource.RLIMIT_NOFILE, limits.files),
        (resource.RLIMIT_NPROC, limits.processes),
    ):
        hard = resource.getrlimit(what)[1]
        if most:
            yield what, most if hard == resource.RLIM_INFINITY else min(most, hard)


def apply_limits(limits: ProcessLimits) -> None:
    """Sets the limits of this process, and of all that it starts.

    Calling it again gives the same computing time once more.
    """
    spent = resource.getrusage(resource.RUSAGE_SELF)
    for what, most in allowed(limits, math.ceil(spent.ru_utime + spent.ru_stime)):
        hard = resource.getrlimit(what)[1] if what == resource.RLIMIT_CPU else most
        resource.setrlimit(what, (most, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def lift_cpu_limit() -> None:
    """Lifts the limit of computing time that was set before, as far as the system allows."""
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))


def end_with_parent() -> None:
    """Asks Linux to kill this process when the thread that has started it is gone."""
    if sys.platform == "linux":
        import ctypes  # noqa: PLC0415 - see above

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def end_group_with_me() -> None:
    """Has all processes of this one's group killed when it is gone, however it came to its end.

    It leads that group. What it has started may outlive it otherwise, for whom the system kills
    cannot end anybody himself.
    """
    import subprocess  # noqa: PLC0415 - see above

    end, _life = os.pipe()  # the other end is closed when this process is gone
    subprocess.Popen(
        ("/bin/sh", "-c", f"read -r _; kill -KILL -{os.getpid()}"),
        stdin=end,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    os.close(end)
