"""What an event loop cannot see."""

from collections.abc import Sequence


class Arrivals:
    """
    Notes when data arrived at sockets that are about to be read, by the system's stamps.
    """

    def __init__(self) -> None:
        """Nothing is watched at first."""

    def watch(self, socket: int) -> None:
        """
        Has the system stamp what it receives for a socket, given by its number.
        """

    def forget(self, socket: int) -> None:
        """The socket is going to be closed: its number may be another's next."""

    def note(self, sockets: Sequence[int]) -> None:
        """
        Notes when the first unread data of each arrived; leaves out those not watched.
        """

    def take(self, socket: int) -> int:
        """
        When the data arrived that was noted last, in nanoseconds of CLOCK_MONOTONIC; 0 if nothing was noted since this was asked last.
        """

def send(socket: int, data: bytes) -> int:
    """Sends what the system takes at once: how many bytes."""

def send_timed(socket: int, data: bytes) -> tuple[int, int]:
    """
    The same, and when the system had them, in nanoseconds of CLOCK_MONOTONIC. What this thread had to wait for while it sent them does not count.
    """
