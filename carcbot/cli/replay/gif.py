"""``carcbot replay gif``: a match as a film."""

from __future__ import annotations

from pathlib import Path

import click

from carcbot.cli.replay.record_files import FILE, name_for, whole_record, write
from carcbot.cli.screen import progress
from carcbot.cli.values import Seconds

__all__ = ["gif"]


@click.command(epilog="Example: carcbot replay gif match.jsonl --speed 4 --output match.gif")
@click.argument("file", type=FILE)
@click.option("--speed", type=Seconds(0.1, 25), default=2.0, help="Moves a second.")
@click.option(
    "--width",
    type=click.IntRange(48, 2000),
    default=800,
    help="Width in pixels.",
)
@click.option(
    "--output", type=FILE, metavar="FILE", help="The file to write.  [default: MATCH.gif]"
)
def gif(*, file: Path, speed: float, width: int, output: Path | None) -> None:
    """Make a film of a match: its board after every move, as a GIF."""
    from carcbot.cli.replay.moment_pictures import svgs_of

    # imported here, so that all else works where the renderer could not be installed
    from carcbot.games.gif import gif as film
    from carcbot.games.png import png as rendered
    from carcbot.replay.record_moments import moments_of

    with whole_record(file) as record:
        moments = moments_of(record)
        pictures = []
        with progress("pictures", len(moments)) as step:
            for svg in svgs_of(record, moments, of_one_size=True):
                pictures.append(rendered(svg, width=width))
                step()
        place = output or name_for(record, ".gif")
        write(place, film(pictures, 1 / speed))
