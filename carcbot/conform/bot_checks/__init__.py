"""What a bot has to do, a file a topic."""

from importlib import import_module

from carcbot.conform.bot_book import BOT

__all__ = ["BOT"]

# Each of these modules adds its checks to the book, and this is the order in which they are listed.
for _topic in (
    "hello",
    "frames",
    "moves",
    "news",
    "lost_connections",
    "refusals",
    "digests",
    "tables",
    "lobby",
    "competition",
    "joint_seeds",
    "shutdown",
    "transcripts",
):
    import_module(f"{__name__}.{_topic}")
