"""What a bot has to do, a file a topic."""

from importlib import import_module

from carcbot.net.conform.bot_checks.book import BOT

__all__ = ["BOT"]

# Each of these modules adds its checks to the book, and this is the order in which they are listed.
for _topic in (
    "greeting",
    "framing",
    "playing",
    "hearing",
    "resuming",
    "refusing",
    "desyncing",
    "sitting",
    "meeting",
    "competing",
    "joining",
    "draining",
    "replaying",
):
    import_module(f"{__name__}.{_topic}")
