"""``carcbot replay pack``: records as small files."""

from __future__ import annotations

from pathlib import Path

import click

from carcbot.cli.replay.record_files import (
    RECORD,
    Troubles,
    begins_as_record,
    found,
    replace,
)
from carcbot.errors import FileInputError
from carcbot.replay.packed import SUFFIX, is_packed
from carcbot.replay.packed import pack as packed

__all__ = ["pack"]


@click.command(epilog="Example: carcbot replay pack carcbot-matches")
@click.argument("files", metavar="FILE|FOLDER...", nargs=-1, required=True, type=RECORD)
@click.option("--keep", is_flag=True, help="Keep the files as they are beside the packed ones.")
def pack(*, files: tuple[Path, ...], keep: bool) -> None:
    """Pack records with zstd, to about a quarter: FILE.jsonl becomes FILE.jsonl.zst.

    Nothing is lost: 'carcbot replay unpack' restores it byte for byte. Packed files stay as they
    are, and so do those with which a referee or a contest goes on.
    """
    from carcbot.replay.record import content_of

    troubles = Troubles()
    for file in found(files):
        if _is_in_use(file):
            click.echo(f"left {file}: a referee or a contest goes on with it", err=True)
            continue
        raw = content_of(file)
        if is_packed(raw):
            continue
        with troubles.noted():
            if not begins_as_record(raw):
                raise FileInputError(
                    "this is no record of a match, and stays as it is", where=str(file)
                )
            replace(file, file.with_name(file.name + SUFFIX), packed(raw), keep=keep)
    troubles.tell()


def _is_in_use(file: Path) -> bool:
    """Whether it is a journal of a match that is not over, or the games of a contest."""
    folder = file.resolve().parent
    is_journal = folder.name in {"open", "aside"} and (folder.parent / "lock").exists()
    return is_journal or (folder / "contest.json").exists()
