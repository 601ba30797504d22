"""``carcbot replay extract``: parts of a record, for other programs and for its players."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from carcbot.cli.replay.record_files import (
    FILE,
    RECORD,
    Troubles,
    found,
    whole_record,
    write,
)
from carcbot.cli.values import Choice
from carcbot.errors import FileInputError, OptionsError

if TYPE_CHECKING:
    from carcbot.replay.record import MatchRecord

__all__ = ["extract"]

_TEXTS = ("moves", "csv", "game")


@click.command(
    epilog="Examples: carcbot replay extract csv match.jsonl --output match.csv;"
    " carcbot replay extract csv carcbot-referee/records --output all.csv"
)
@click.argument("what", type=Choice((*_TEXTS, "view")))
@click.argument("files", metavar="FILE|FOLDER...", nargs=-1, required=True, type=RECORD)
@click.option(
    "--seat", type=click.IntRange(0, 5), help="The seat whose view it is, counted from 0."
)
@click.option(
    "--output", type=FILE, metavar="FILE", help="A file to write; otherwise it is printed."
)
def extract(*, what: str, files: tuple[Path, ...], seat: int | None, output: Path | None) -> None:
    """Extract part of a record.

    Of several records their parts, one behind the other.

    'moves' has a line for each move: its number, the seat, the move and what was drawn for it; an
    empty line stands between matches. 'csv' has the same as one table, with clocks, points and
    thoughts. 'game' is the game as one line of text. 'view' is the part of one record that one
    --seat may have, without the secrets of others: 'carcbot replay verify' checks it by itself.
    """
    if (seat is None) == (what == "view"):
        raise OptionsError(
            "a view is some seat's, and nothing else is", where="--seat", expected="it with 'view'"
        )
    paths = found(files)
    if seat is not None and len(paths) > 1:
        raise OptionsError(
            f"{len(paths)} records have no view together", where="view", expected="one file"
        )
    records: list[MatchRecord] = []
    troubles = Troubles()
    for path in paths:
        with troubles.noted(), whole_record(path) as record:
            if not troubles.is_repeat(record):
                records.append(record)
    if records:
        content = _text_of(records, what).encode() if seat is None else _view(records[0], seat)
        if output is None:
            click.echo(content, nl=False)
        else:
            write(output, content)
    troubles.tell()


def _view(record: MatchRecord, seat: int) -> bytes:
    from carcbot.replay.own_view import is_own_view, own_view

    if seat not in range(len(record.accounts)):
        raise FileInputError(
            f"nobody sits on seat {seat}",
            where=record.name,
            expected=f"a seat from 0 to {len(record.accounts) - 1}",
        )
    if is_own_view(record.raw):
        raise FileInputError(
            "this is the view of one seat already", where=record.name, expected="a whole record"
        )
    return own_view(record, seat)


def _text_of(records: Sequence[MatchRecord], what: str) -> str:
    from carcbot.replay.move_lists import csv_of, moves_of

    match what:
        case "moves":
            return "\n".join(map(moves_of, records))
        case "csv":
            return csv_of(records)
        case _:
            return "".join(f"{record.game().text}\n" for record in records)
