"""What a process may take that runs a user's own code."""

from typing import Annotated, Final

import msgspec
from msgspec import Meta

__all__ = ["USUAL", "ProcessLimits"]


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
