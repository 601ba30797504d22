"""``carcbot replay extract``: parts of a record, for other programs and for its players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from carcbot.cli.replay.record_files import FILE, whole_record, write
from carcbot.errors import FileInputError, OptionsError

if TYPE_CHECKING:
    from carcbot.replay.record import MatchRecord

__all__ = ["extract"]

_TEXTS = ("moves", "csv", "game")


@click.command(epilog="Example: carcbot replay extract csv match.jsonl --output match.csv")
@click.argument("what", type=click.Choice((*_TEXTS, "view")))
@click.argument("file", type=FILE)
@click.option(
    "--seat", type=click.IntRange(0, 5), help="The seat whose view it is, counted from 0."
)
@click.option(
    "--output", type=FILE, metavar="FILE", help="A file to write; otherwise it is printed."
)
def extract(*, what: str, file: Path, seat: int | None, output: Path | None) -> None:
    """Extract part of a record.

    'moves' has a line for each move: its number, the seat, the move and what was drawn for it.
    'csv' has the same as a table, with clocks, points and thoughts. 'game' is the game as one line
    of text. 'view' is the part of the record that one --seat may have, without the secrets of
    others: 'carcbot replay verify' checks it by itself.
    """
    from carcbot.replay.own_view import own_view

    if (seat is None) == (what == "view"):
        raise OptionsError(
            "a view is some seat's, and nothing else is", where="--seat", expected="it with 'view'"
        )
    with whole_record(file) as record:
        if seat is None:
            content = _text_of(record, what).encode()
        elif seat in range(len(record.accounts)):
            content = own_view(record, seat)
        else:
            raise FileInputError(
                f"nobody sits on seat {seat}",
                where=str(file),
                expected=f"a seat from 0 to {len(record.accounts) - 1}",
            )
        if output is None:
            click.echo(content, nl=False)
        else:
            write(output, content)


def _text_of(record: MatchRecord, what: str) -> str:
    from carcbot.replay.move_lists import csv_of, moves_of

    match what:
        case "moves":
            return moves_of(record)
        case "csv":
            return csv_of(record)
        case _:
            return f"{record.game().text}\n"
