"""``carcbot replay stats``: figures of matches, by player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from carcbot.cli.replay.record_files import RECORD, Troubles, found, whole_record
from carcbot.cli.screen import progress

if TYPE_CHECKING:
    from carcbot.replay.match_figures import Figures

__all__ = ["stats"]

_NAME_WIDTH = 22


@click.command(epilog="Example: carcbot replay stats carcbot-referee/records")
@click.argument("files", metavar="FILE|FOLDER...", nargs=-1, required=True, type=RECORD)
@click.option("--json", "as_json", is_flag=True, help="Print sums of everything as JSON.")
def stats(*, files: tuple[Path, ...], as_json: bool) -> None:
    """Count turns, moves, choices, time and the game's own figures, for each player.

    Choices are the legal moves at each decision. The game's own figures are, for example, points by
    feature. Of a damaged record the intact part is counted.
    """
    from carcbot.replay.match_figures import figures_of, sums_of

    paths = found(files)
    figures: list[Figures] = []
    troubles = Troubles()
    with progress("records", len(paths)) as step:
        for path in paths:
            with troubles.noted(), whole_record(path) as record:
                if not troubles.is_repeat(record):
                    figures += figures_of(record)
            step()
    sums = sums_of(figures)
    if as_json:
        click.echo(msgspec.json.encode(sums).decode())
    elif sums:
        click.echo("\n".join(_table(sums)))
    troubles.tell()


def _table(sums: Sequence[Figures]) -> Iterator[str]:
    """A row for each figure, a column for each player."""
    widths = [max(len(each.player), 10) + 2 for each in sums]

    def row(name: str, values: Iterator[str]) -> str:
        cells = (f"{value:>{width}}" for value, width in zip(values, widths, strict=True))
        return f"{name:<{_NAME_WIDTH}}{''.join(cells)}"

    yield row("a match", (each.player for each in sums))
    yield row("matches", (str(each.matches) for each in sums))
    yield row(
        "choices a move",
        ("-" if each.branching is None else f"{each.branching:.1f}" for each in sums),
    )
    yield row("seconds a turn", (f"{each.seconds_a_turn:.3f}" for each in sums))
    names = dict.fromkeys(name for each in sums for name in each.names)
    for name in names:
        yield row(
            name, (f"{each.a_match(name):.1f}" if name in each.counts else "" for each in sums)
        )
