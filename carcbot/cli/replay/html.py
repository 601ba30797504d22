"""``carcbot replay html``: a match as a page that works without a network."""

from __future__ import annotations

from pathlib import Path

import click

from carcbot.cli.replay.record_files import FILE, name_for, whole_record, write

__all__ = ["html"]


@click.command(epilog="Example: carcbot replay html match.jsonl --output match.html")
@click.argument("file", type=FILE)
@click.option(
    "--output", type=FILE, metavar="FILE", help="The file to write.  [default: MATCH.html]"
)
def html(*, file: Path, output: Path | None) -> None:
    """Make a page of a match: one self-contained file for a browser.

    It is the page on which a referee shows its matches, and works offline. A moment of the match
    has an address of its own: match.html#move=40.
    """
    from carcbot.net.web.single_file import page_of

    with whole_record(file) as record:
        write(output or name_for(record, ".html"), page_of(record))
