"""``carcbot replay html``: a match as a page that works without a network."""

from pathlib import Path

import click

from carcbot.cli.replay.files import FILE, whole_record, write
from carcbot.net.web.alone import page_of

__all__ = ["html"]


@click.command(epilog="Example: carcbot replay html match.jsonl --output match.html")
@click.argument("file", type=FILE)
@click.option("--output", type=FILE, metavar="FILE", help="Where.  [default: MATCH.html]")
def html(*, file: Path, output: Path | None) -> None:
    """Make a page of a match: one file with everything in it, to be looked at in a browser.

    It is the page on which a referee shows its matches, and asks nobody for anything. A moment of
    the match has an address of its own: match.html#move=40.
    """
    with whole_record(file) as record:
        write(output or Path(f"{record.lines.header.match}.html"), page_of(record))
