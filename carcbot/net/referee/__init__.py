"""The referee's way to the world: sockets, journals, timers and signals.

What happens at a table is decided in `carcbot.referee`, which knows none of these.
"""

from carcbot.net.referee.server import RefereeServer
from carcbot.net.referee.settings import Settings

__all__ = ["RefereeServer", "Settings"]
