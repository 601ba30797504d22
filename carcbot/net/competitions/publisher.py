"""The pages and tables of competitions: made beside the referee, which never waits for them."""

import asyncio
import contextlib
import sys
from pathlib import Path
from typing import Final

import structlog

from carcbot.net.process.limited_process import LimitedProcess
from carcbot.net.process.process_limits import USUAL

__all__ = ["Publisher"]

_SETTLE_S: Final = 1.0
"""So long a page waits for what comes together with its first change: players enter in crowds."""
_REST_S: Final = 2.0
"""So long after a page was made the next one is made at the earliest."""
_REST: Final = 9
"""So many times as long as making it took: of a core the pages take a tenth."""
_LONGEST_S: Final = 300.0

_log = structlog.get_logger()


class Publisher:
    """Has `carcbot competition report` make the page of a competition anew.

    One process at a time does all of them, and rests: however much happens, a tenth of a core is
    all that they take from those who play. Those that are over come first, and without that rest.
    """

    def __init__(self) -> None:
        self._wanted: dict[Path, None] = {}
        self._hurry = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._is_closed = False

    def publish(self, folder: Path, *, is_over: bool = False) -> None:
        """The page of the competition in this folder is to be made anew, soon."""
        if is_over:
            self._wanted.pop(folder, None)
            self._wanted = {folder: None, **self._wanted}
            self._hurry.set()
        self._wanted[folder] = None
        if self._is_closed:
            return
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._work())

    async def close(self) -> None:
        """Makes no more pages; they are made when the referee is back."""
        self._is_closed = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        while self._wanted:
            await asyncio.sleep(_SETTLE_S)
            self._hurry.clear()
            folder = next(iter(self._wanted))
            del self._wanted[folder]
            clock = asyncio.get_running_loop().time
            begun_s = clock()
            if not await self._make(folder):
                self._wanted.setdefault(folder)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(_REST_S, _REST * (clock() - begun_s))):
                    await self._hurry.wait()

    @staticmethod
    async def _make(folder: Path) -> bool:
        """Whether it could be tried."""
        words = ("competition", "report", folder.name, "--folder", str(folder.parent.parent))
        command = (sys.executable, "-m", "carcbot", *words)
        report = LimitedProcess(command, USUAL)
        try:
            process = await report.start()
            async with asyncio.timeout(_LONGEST_S):
                code = await process.wait()
            if code:
                _log.warning("the page of a competition is not made", folder=str(folder), code=code)
        except TimeoutError:
            _log.warning("the page of a competition takes too long", folder=str(folder))
        except OSError as error:  # no processes or files are left just now
            _log.warning("the page of a competition waits", folder=str(folder), why=str(error))
            return False
        finally:
            await report.stop()
        return True
