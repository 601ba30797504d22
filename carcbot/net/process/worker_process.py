"""One worker as the pool sees it: a process, a socket, and the task that it is at."""

import asyncio
import contextlib
import os
import signal
import socket
import sys

import msgspec

from carcbot.errors import InternalError
from carcbot.net.process.limited_process import until_gone
from carcbot.net.process.process_limits import ProcessLimits
from carcbot.net.process.shared_boards import above_standard
from carcbot.net.process.worker_messages import (
    Answer,
    Forget,
    Load,
    Task,
    decode_answer,
    encode,
)

__all__ = ["WorkerGoneError", "WorkerProcess"]

_START_S = 30.0
_LOAD_S = 60.0
"""What takes longer to load is loaded in the time of its first move."""
_READING_BYTES = 16 * 1024
"""What is read at once: for the 256 KiB that are usual memory is mapped and unmapped each time."""


class WorkerGoneError(Exception):
    """The process ended before it answered."""


class WorkerProcess:
    """A process that thinks.

    Attributes:
        number: Its place in the pool, and that of its board.
        process: What runs.
    """

    def __init__(
        self,
        number: int,
        process: asyncio.subprocess.Process,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self.number = number
        self.process = process
        self._reader = reader
        self._writer = writer

    @classmethod
    async def start(
        cls, number: int, boards: int, count: int, limits: ProcessLimits
    ) -> "WorkerProcess":
        """Starts a process and waits until it is ready.

        Args:
            number: Its place in the pool.
            boards: The descriptor of the boards' file.
            count: How many boards there are.
            limits: What a user's own agent may take.
        """
        ours, inherited = socket.socketpair()
        with inherited, socket.socket(fileno=above_standard(inherited.fileno())) as theirs:
            reader, writer = await asyncio.open_connection(sock=ours)
            try:
                process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    "-P",  # what lies in the folder we happen to be in is none of our modules
                    "-m",
                    "carcbot.net.process.worker",
                    *(str(each) for each in (theirs.fileno(), boards, count, number)),
                    msgspec.json.encode(limits).decode(),
                    pass_fds=(theirs.fileno(), boards),
                    stdin=asyncio.subprocess.DEVNULL,
                    start_new_session=True,  # what an own agent starts goes with it
                    # what a user's own agent prints is not for our caller's stdout
                    stdout=2 if sys.stderr is not None else asyncio.subprocess.DEVNULL,
                )
            except BaseException:
                writer.close()
                raise
        if hasattr(writer.transport, "max_size"):  # asyncio's own can be told what they read
            writer.transport.max_size = _READING_BYTES
        worker = cls(number, process, reader, writer)
        try:
            async with asyncio.timeout(_START_S):
                await worker.answer(0)
        except (WorkerGoneError, TimeoutError) as error:
            await worker.kill()
            raise InternalError(
                "a worker process does not start", where=f"worker {number}"
            ) from error
        except asyncio.CancelledError:
            await worker.kill()
            raise
        return worker

    @property
    def pid(self) -> int:
        """The process's number."""
        return self.process.pid

    async def load(self, number: int, agent: str) -> None:
        """Has the worker load a user's own agent. If that fails its first task will tell of it."""
        self.order(Load(number, agent))
        with contextlib.suppress(WorkerGoneError, TimeoutError):
            async with asyncio.timeout(_LOAD_S):
                await self.answer(number)

    def order(self, message: Task | Load | Forget) -> None:
        """Tells the worker something. If it is gone, whoever waits for its answer will know."""
        self._writer.write(encode(message))

    async def answer(self, number: int) -> Answer:
        """The answer to the task of this number; WorkerGoneError if there will be none.

        Late answers to earlier tasks, for which nobody waits any more, are passed over.
        """
        try:
            while (line := await self._reader.readline()).endswith(b"\n"):
                answer = decode_answer(line)
                if answer.number == number:
                    return answer
        except (OSError, ValueError, msgspec.MsgspecError):
            pass
        raise WorkerGoneError

    def end(self) -> None:
        """Ends the process, and what it has started, at once; `kill` also waits for its end."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self._writer.close()

    async def kill(self) -> None:
        """Ends the process at once. Who cancels this waits all the same until it is gone."""
        self.end()
        await until_gone(self.process)
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()
