"""``carcbot replay unpack``: packed records as they were."""

from __future__ import annotations

from pathlib import Path

import click

from carcbot.cli.replay.record_files import RECORD, found, replace
from carcbot.errors import FileInputError
from carcbot.replay.packed import SUFFIX, is_packed
from carcbot.replay.packed import unpack as unpacked

__all__ = ["unpack"]


@click.command(epilog="Example: carcbot replay unpack match.jsonl.zst")
@click.argument("files", metavar="FILE|FOLDER...", nargs=-1, required=True, type=RECORD)
@click.option("--keep", is_flag=True, help="Keep the packed files too.")
def unpack(*, files: tuple[Path, ...], keep: bool) -> None:
    """Unpack records: FILE.jsonl.zst becomes FILE.jsonl. Other files stay as they are."""
    from carcbot.replay.record import content_of

    for file in found(files):
        raw = content_of(file)
        if not is_packed(raw):
            continue
        if file.suffix != SUFFIX:
            raise FileInputError(
                "what is packed has the name of what is not",
                where=str(file),
                expected=f"a name that ends with {SUFFIX}",
            )
        replace(file, file.with_suffix(""), unpacked(raw, str(file)), keep=keep)
