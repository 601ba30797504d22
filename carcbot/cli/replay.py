"""``carcbot replay``: records of matches."""

from collections.abc import Iterator
from pathlib import Path

import click

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.public_key import PublicKey
from carcbot.errors import InputError
from carcbot.messages.events import Drawn, Moved, Out
from carcbot.referee.journal import Recorded
from carcbot.replay.record import MatchRecord
from carcbot.replay.verifying import verify as verify_record

__all__ = ["replay"]

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.group()
def replay() -> None:
    """Look at the records of matches, and check them."""


@replay.command(epilog="Example: carcbot replay show carcbot-matches/play-1a2b3c4d.jsonl")
@click.argument("file", type=_FILE)
def show(*, file: Path) -> None:
    """Show what happened in a match: every move with its time, and the result.

    The last line is the game as text, of which 'carcbot show' makes pictures.
    """
    record = MatchRecord.load(file)
    click.echo("\n".join(_page(record)))


@replay.command(epilog="Example: carcbot replay verify carcbot-matches/*.jsonl")
@click.argument("files", nargs=-1, required=True, type=_FILE)
@click.option(
    "--key", type=PublicKey(), default="", help="The referee's public key, as hex or in a file."
)
@click.pass_context
def verify(context: click.Context, *, files: tuple[Path, ...], key: str) -> None:
    """Check records: chain, signature, chance, rules, points, digests, clocks, standings.

    Each file gets a line. A record is genuine if it is signed with the key that you name: a
    referee prints its own when it starts, and says it in its hello. Without a key nobody vouches
    for a record, and whoever wrote it may have invented all of it.
    """
    wrong = 0
    for file in files:
        try:
            record = MatchRecord.load(file)
            signer = verify_record(record, key)
        except InputError as error:
            wrong += 1
            click.echo(f"wrong: {error}")
            continue
        end = record.result.reason if record.result else "it goes on"
        click.echo(f"true: {file}: {len(record.events)} events, {end}; {signer}")
    if wrong:
        context.exit(ExitCode.INPUT)


def _page(record: MatchRecord) -> Iterator[str]:
    header = record.lines.header
    yield f"{header.game}, {header.options}; match {header.match}, by {header.product}"
    clock = header.clock
    yield f"clock {clock.kind}: {clock.main_us / 1e6:g} s in all, {clock.move_us / 1e6:g} s a move"
    for seat, account in enumerate(record.accounts):
        yield f"seat {seat}: {account}"
    yield ""
    yield f"{'move':>4}  seat  {'draw':<5} {'move':<14} {'spent':>9} {'lag':>8} {'left':>9}  points"
    yield from _moves(record.events)
    result = record.result
    if result is None:
        yield "\nThe match goes on."
    else:
        yield f"\nresult: {result.reason}{': ' + result.text if result.text else ''}"
        for seat, standing in enumerate(result.standings):
            out = f", out: {standing.out}" if standing.out else ""
            yield f"{standing.place}. seat {seat} with {standing.points} points{out}"
    yield f"\n{record.game().text}"


def _moves(events: tuple[Recorded, ...]) -> Iterator[str]:
    number = 0
    draws: list[str] = []
    for line in events:
        match line.event:
            case Drawn():
                draws.append(line.event.draw)
            case Moved() as move:
                number += 1
                times = "".join(
                    f"{each / 1e6:>{width}.3f}"
                    for each, width in (
                        (move.spent_us, 10),
                        (move.lag_us, 9),
                        (move.remaining_us, 10),
                    )
                )
                by = "" if move.by == "player" else "  by the referee"
                points = " ".join(map(str, move.scores))
                what = f"{' '.join(draws):<5} {move.move:<14}"
                yield f"{number:>4}  {move.seat:<4}  {what}{times}  {points}{by}"
                draws.clear()
            case Out() as out:
                yield f"      seat {out.seat} is out: {out.why}"
            case _:
                pass
