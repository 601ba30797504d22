"""Who watches over a service: what systemd is told by the protocol of ``sd_notify``.

That is a datagram of ``NAME=VALUE`` lines to the socket that the environment names. Where it names
none, nobody is told anything.
"""

import asyncio
import contextlib
import socket
from collections.abc import MutableMapping
from typing import Self

__all__ = ["Supervisor"]


class Supervisor:
    """Tells whoever watches over this process that it is ready, lives, and stops.

    As long as the context lasts it says that it lives, twice in the time after which it would be
    taken for dead. That comes from the event loop, so a loop that hangs is found out.

    Args:
        address: Of the socket: a path, or ``@`` and an abstract name; empty if nobody watches.
        watchdog_s: After how many seconds of silence the process is taken for dead; 0 is never.
    """

    def __init__(self, address: str = "", watchdog_s: float = 0.0) -> None:
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._watchdog_s = watchdog_s
        self._beating: asyncio.Task[None] | None = None

    @classmethod
    def of(cls, environment: MutableMapping[str, str], pid: int) -> Self:
        """Who watches over the process with this number, as its environment says.

        What says so is taken out of the environment: it is not meant for programs started here.
        """
        address = environment.pop("NOTIFY_SOCKET", "")
        watchdog_us = environment.pop("WATCHDOG_USEC", "")
        meant = environment.pop("WATCHDOG_PID", str(pid))
        is_watched = watchdog_us.isdecimal() and meant == str(pid)
        return cls(address, int(watchdog_us) / 1e6 if is_watched else 0.0)

    async def __aenter__(self) -> Self:
        self._tell("READY=1")
        if self._address and self._watchdog_s:
            self._beating = asyncio.create_task(self._beat())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)

    def stopping(self, why: str) -> None:
        """It takes its leave, which may take a while."""
        self._tell("STOPPING=1", f"STATUS={why}")

    async def _beat(self) -> None:
        while True:
            self._tell("WATCHDOG=1")
            await asyncio.sleep(self._watchdog_s / 2)

    def _tell(self, *lines: str) -> None:
        if not self._address:
            return
        # who does not listen any more has no use for it
        with (
            contextlib.suppress(OSError),
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line,
        ):
            line.setblocking(False)  # noqa: FBT003 - so it is called
            line.sendto("\n".join(lines).encode(), self._address)
