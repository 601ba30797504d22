"""``carcbot replay``: records of matches."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.public_key import PublicKey
from carcbot.cli.telling import clock_in_words, player, ranking
from carcbot.errors import InputError
from carcbot.messages.events import Drawn, Moved, Out
from carcbot.referee.journal import Recorded
from carcbot.replay.record import MatchRecord, NoRecordError
from carcbot.replay.verifying import verify as verify_record

__all__ = ["replay"]

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.group()
def replay() -> None:
    """Look at the records of matches, and check them."""


@replay.command(epilog="Example: carcbot replay show carcbot-matches/play-1a2b3c4d.jsonl")
@click.argument("files", nargs=-1, required=True, type=_FILE)
def show(*, files: tuple[Path, ...]) -> None:
    """Show what happened in matches: every move with its time, and the result.

    The last line of each is the game as text; 'carcbot show FILE' makes pictures of it.
    """
    for number, file in enumerate(files):
        page = "\n".join(_page(MatchRecord.load(file)))
        click.echo(f"\n\n{page}" if number else page)


@replay.command(epilog="Example: carcbot replay verify carcbot-matches/*.jsonl")
@click.argument("files", nargs=-1, required=True, type=_FILE)
@click.option(
    "--key", type=PublicKey(), default="", help="The referee's public key, as hex or in a file."
)
@click.pass_context
def verify(context: click.Context, *, files: tuple[Path, ...], key: str) -> None:
    """Check records: chain, signature, chance, rules, points, digests, clocks, standings.

    Each file gets a line: ok; unfinished, if all is right but the match goes on; wrong, if
    something in it is not true; or unreadable, if it is no record at all. A record is genuine if it
    is signed with the key that you name: a referee prints its own when it starts, and says it in
    its hello. Without a key nobody vouches for a record, and whoever wrote it may have invented
    all of it.
    """
    verdicts = [_verdict(file, key) for file in files]
    for word, text in verdicts:
        click.echo(f"{word}: {text}")
    if any(word in {"wrong", "unreadable"} for word, _ in verdicts):
        context.exit(ExitCode.INPUT)


def _verdict(file: Path, key: str) -> tuple[str, str]:
    """A word for a record, and what there is to say of it."""
    try:
        record = MatchRecord.load(file)
        signer = verify_record(record, key)
    except NoRecordError as error:
        return "unreadable", str(error)
    except InputError as error:
        return "wrong", str(error)
    events = f"{file}: {len(record.events)} events"
    if record.result is None:
        return "unfinished", f"{events}, the match goes on; {signer}"
    return "ok", f"{events}, {record.result.reason}; {signer}"


def _page(record: MatchRecord) -> Iterator[str]:
    header = record.lines.header
    names = record.accounts
    yield f"{header.game}, {header.options}; match {header.match}, by {header.product}"
    yield f"clock: {clock_in_words(header.clock)}"
    for seat, account in enumerate(names):
        yield f"seat {seat}: {account}"
    yield ""
    yield f"{'move':>4}  seat  {'draw':<5} {'move':<14} {'spent':>9} {'lag':>8} {'left':>9}  points"
    yield from _moves(record.events, names)
    result = record.result
    if result is None:
        yield "\nThe match goes on."
    else:
        yield f"\nresult: {result.reason}{': ' + result.text if result.text else ''}"
        yield from ranking(result, names)
    yield f"\n{record.game().text}"


def _moves(events: tuple[Recorded, ...], names: Sequence[str]) -> Iterator[str]:
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
                yield f"      {player(names, out.seat)} is out: {out.why}"
            case _:
                pass
