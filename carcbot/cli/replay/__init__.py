"""``carcbot replay``: records of matches, a file a command."""

from typing import Final

import click

from carcbot.cli.lazy_group import LazyGroup

__all__ = ["COMMANDS", "replay"]

COMMANDS: Final = {
    "show": "Show what happened in matches: every move with its time, and the result.",
    "verify": "Check records: chain, signature, chance, rules, points, digests, clocks, standings.",
    "diff": "Tell how two records differ, and at which event.",
    "extract": "Extract part of a record.",
    "stats": "Count turns, moves, choices, time and the game's own figures, for each player.",
    "rethink": "Let a search think again about each move of a match, and say where it decides"
    " differently.",
    "html": "Make a page of a match: one self-contained file for a browser.",
    "png": "Draw the board of a match, at its end or after a move.",
    "gif": "Make a film of a match: its board after every move, as a GIF.",
    "pack": "Pack records with zstd, to about a quarter: FILE.jsonl becomes FILE.jsonl.zst.",
    "unpack": "Unpack records: FILE.jsonl.zst becomes FILE.jsonl.",
}
"""What the help page says of each command, in its order; its own page begins with the same."""


@click.group(cls=LazyGroup, package="carcbot.cli.replay", sentences=COMMANDS)
def replay() -> None:
    """Look at the records of matches, and check them.

    A record may be packed as zstd (FILE.jsonl.zst): every command takes both. If a record is
    damaged, cut off or older, its intact part is shown, and the last line says what is wrong and
    where.
    """
