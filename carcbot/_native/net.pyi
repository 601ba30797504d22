"""What an event loop cannot see."""



class Arrivals:
    """
    Notes when data arrives at sockets, whatever the thread that reads them is doing.
    """

    def __init__(self) -> None:
        """Starts a thread, which ends with the object."""

    def watch(self, socket: int) -> None:
        """Watches a socket, by its number, until it is closed."""

    def take(self, socket: int) -> int:
        """
        When the data that was just read arrived, in nanoseconds of CLOCK_MONOTONIC; 0 if it has only just come. To be asked after every reading.
        """
