"""``carcbot replay pack``: records as small files."""

from pathlib import Path

import click

from carcbot.cli.replay.files import RECORD, found, replace
from carcbot.replay.packing import SUFFIX, is_packed
from carcbot.replay.packing import pack as packed
from carcbot.replay.record import content_of

__all__ = ["pack"]


@click.command(epilog="Example: carcbot replay pack carcbot-matches")
@click.argument("files", metavar="FILE|FOLDER...", nargs=-1, required=True, type=RECORD)
@click.option("--keep", is_flag=True, help="Keep the files as they are beside the packed ones.")
def pack(*, files: tuple[Path, ...], keep: bool) -> None:
    """Pack records with zstd, to about a quarter: FILE.jsonl becomes FILE.jsonl.zst.

    Nothing is lost: what 'carcbot replay unpack' makes of it is the same, byte for byte. What is
    packed already stays as it is.
    """
    for file in found(files):
        raw = content_of(file)
        if not is_packed(raw):
            replace(file, file.with_name(file.name + SUFFIX), packed(raw), keep=keep)
