"""``carcbot replay``: records of matches, a file a command."""

import click

from carcbot.cli.lazy import LazyGroup

__all__ = ["COMMANDS", "replay"]

COMMANDS = (
    "show",
    "verify",
    "diff",
    "extract",
    "stats",
    "rethink",
    "html",
    "png",
    "gif",
    "pack",
    "unpack",
)


@click.group(cls=LazyGroup, package="carcbot.cli.replay", names=COMMANDS)
def replay() -> None:
    """Look at the records of matches, and check them.

    A record may be packed as zstd (FILE.jsonl.zst): every command takes both. Where a record is
    broken, cut off or older, what is whole is shown, and the last line says what is wrong where.
    """
