"""What a referee has to do, a file a topic."""

from importlib import import_module

from carcbot.net.conform.server_checks.book import SERVER

__all__ = ["SERVER"]

# Each of these modules adds its checks to the book, and this is the order in which they are listed.
for _topic in (
    "greeting",
    "framing",
    "wording",
    "tables",
    "playing",
    "events",
    "resuming",
    "watching",
    "leaving",
    "clocks",
    "limits",
    "seeking",
    "challenging",
    "gathering",
    "rating",
    "entering",
    "contesting",
    "joining",
    "replaying",
    "draining",
):
    import_module(f"{__name__}.{_topic}")
