"""``carcbot replay png``: a moment of a match as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from carcbot.cli.replay.record_files import FILE, moment_of, name_for, whole_record, write

__all__ = ["png"]


@click.command(epilog="Example: carcbot replay png match.jsonl --move 40 --output board.png")
@click.argument("file", type=FILE)
@click.option(
    "--move",
    type=click.IntRange(0),
    help="The move after which the board is drawn.  [default: the last one]",
)
@click.option(
    "--width",
    type=click.IntRange(48, 4000),
    default=1000,
    help="Width in pixels.",
)
@click.option(
    "--output", type=FILE, metavar="FILE", help="The file to write.  [default: MATCH.png]"
)
def png(*, file: Path, move: int | None, width: int, output: Path | None) -> None:
    """Draw the board of a match, at its end or after a move."""
    from carcbot.cli.replay.moment_pictures import svgs_of

    # imported here, so that all else works where the renderer could not be installed
    from carcbot.games.png import png as rendered

    with whole_record(file) as record:
        (svg,) = svgs_of(record, [moment_of(record, move)])
        place = output or name_for(record, ".png")
        write(place, rendered(svg, width=width))
