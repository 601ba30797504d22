"""What a bot has to do, a file a topic."""

from importlib import import_module
from typing import Final

from carcbot.conform.stage import BOT

__all__ = ["BOT", "ONE_MATCH"]

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

ONE_MATCH: Final = BOT.part(
    "hello.first",
    "hello.protocol",
    "hello.requires",
    "hello.unknown-fields",
    "hello.unknown-games",
    "hello.newer-referee",
    "hello.defaults-said",
    "hello.other-limits",
    "frames.text",
    "frames.size",
    "frames.several-at-once",
    "ids.*",
    "limits.commands",
    "moves.one",
    "moves.seat-1",
    "moves.three-seats",
    "moves.five-seats",
    "moves.many",
    "moves.whole-game",
    "moves.whole-game-of-*",
    "moves.only-when-asked",
    "moves.not-for-others",
    "moves.once",
    "moves.other-seat-out",
    "moves.out-in-between",
    "clocks.*",
    "hears.unknown-message",
    "hears.ack-with-nulls",
    "unknown-fields.start-and-draw",
    "unknown-fields.move-and-ack",
    "unknown-fields.request",
    "defaults.*",
)
"""What a program has to do that plays one match and ends, as ``carcbot match`` starts it: nothing
of the lobby, of several matches, of lost connections, or of what comes after the result."""
