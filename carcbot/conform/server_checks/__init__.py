"""What a referee has to do, a file a topic."""

from importlib import import_module

from carcbot.conform.visit import SERVER

__all__ = ["SERVER"]

# Each of these modules adds its checks to the book, and this is the order in which they are listed.
for _topic in (
    "hello",
    "frames",
    "commands",
    "tables",
    "moves",
    "events",
    "lost_connections",
    "watchers",
    "resignations",
    "clocks",
    "limits",
    "seeks",
    "challenges",
    "lobby",
    "ratings",
    "entries",
    "rounds",
    "joint_seeds",
    "transcripts",
    "shutdown",
):
    import_module(f"{__name__}.{_topic}")
