"""``carcbot replay show``: what happened in matches, as a table, a picture or a film."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from carcbot.cli.replay.film_keys import KEYS, Film
from carcbot.cli.replay.keyboard import Keyboard, keyboard
from carcbot.cli.replay.record_files import RECORD, Troubles, found, moment_of, whole_record
from carcbot.cli.screen import is_terminal, other_screen, redraw, size
from carcbot.cli.values import Seconds
from carcbot.cli.words import clock_in_words, outcome, player, ranking, told_lines
from carcbot.errors import OptionsError
from carcbot.games.contract import is_position
from carcbot.match.story import ply_of
from carcbot.messages.events import Drawn, Moved, Out

if TYPE_CHECKING:
    from carcbot.replay.record import MatchRecord
    from carcbot.replay.record_moments import Moment

__all__ = ["show"]

_LINES_OF_A_FILM = 4


@click.command(epilog="Example: carcbot replay show --play 2 carcbot-matches/play-1a2b3c4d.jsonl")
@click.argument("files", metavar="FILE|FOLDER...", nargs=-1, required=True, type=RECORD)
@click.option("--step", is_flag=True, help="Step through it with keys: they are on the screen.")
@click.option(
    "--play",
    "speed",
    type=Seconds(0.1, 100),
    metavar="SPEED",
    help="Play it, with so many moves a second.",
)
@click.option(
    "--move", type=click.IntRange(0), help="Show the board after this move, or begin there."
)
@click.option("--features", is_flag=True, help="Show where the points came from, not the board.")
def show(
    *, files: tuple[Path, ...], step: bool, speed: float | None, move: int | None, features: bool
) -> None:
    """Show what happened in matches: every move with its time, and the result.

    The last line of each is the game as text; of one seat's view, where others had secrets, what it
    knew in the end. With --move or --features it is the position after a move; with --step or
    --play a film of the match, in which keys step, jump, change the speed and flip to the scores by
    feature.
    """
    from carcbot.replay.record_moments import moments_of

    paths = found(files)
    if not (step or speed or features or move is not None):
        troubles = Troubles()
        between = ""
        for file in paths:
            with troubles.noted(), whole_record(file) as record:
                page = "\n".join(_page(record))
                click.echo(f"{between}{page}")
                between = "\n\n"
        troubles.tell()
        return
    if len(paths) > 1:
        raise OptionsError(
            f"{len(paths)} records are too many to look at",
            where="--step, --play, --move and --features",
            expected="one",
        )
    with whole_record(paths[0]) as record:
        moment = moment_of(record, move)
        if step or speed:
            moments = moments_of(record)
            at = moment.number if move is not None else 0
            film = Film(len(moments) - 1, at, speed or 1.0, plays=speed is not None)
            film.shows_scores = features
            _run(film, record, moments)
        else:
            click.echo("\n".join(_moment_lines(record, moment, shows_scores=features)), color=True)


def _run(film: Film, record: MatchRecord, moments: Sequence[Moment]) -> None:
    """Shows the film on a terminal; where there is none, a line for each move."""
    if not (is_terminal(sys.stdout) and is_terminal(sys.stdin)):
        for moment in moments[film.at + 1 :]:
            if film.plays:
                time.sleep(1 / film.speed)
            click.echo(_headline(record, moment))
        return
    with keyboard(sys.stdin.fileno()) as keys, other_screen():
        _watch(film, record, moments, keys)


def _watch(film: Film, record: MatchRecord, moments: Sequence[Moment], keys: Keyboard) -> None:
    while not film.ended:
        columns, rows = size(sys.stdout)
        lines = _moment_lines(
            record, moments[film.at], shows_scores=film.shows_scores, room=(columns, rows)
        )
        going = f"plays, {film.speed:g} moves a second" if film.plays else "stands still"
        jump = f"   jump to {film.typed}" if film.typed else ""
        redraw([KEYS[:columns], f"{going}{jump}", *lines], rows)
        pressed = keys.keys(film.wait_s)
        for key in pressed:
            film.press(key)
        if not pressed and film.plays:
            film.go_on()


def _moment_lines(
    record: MatchRecord,
    moment: Moment,
    *,
    shows_scores: bool,
    room: tuple[int, int] | None = None,
) -> list[str]:
    """A headline, and the board or the scores."""
    from carcbot.cli.picture import picture_of, sheet_of

    columns = room[0] if room else size(sys.stdout)[0]
    rows = room[1] - _LINES_OF_A_FILM if room else None
    if shows_scores:
        return [_headline(record, moment), "", *sheet_of(moment.view)]
    return [_headline(record, moment), "", *picture_of(moment.view, moment.plies, columns, rows)]


def _headline(record: MatchRecord, moment: Moment) -> str:
    """The move that led there."""
    event = moment.event
    if event is None:
        return f"before move 1 of {', '.join(record.accounts)}"
    drawn = f"{' '.join(moment.draws)}  " if moment.draws else ""
    points = " ".join(map(str, moment.view.scores()))
    by = "" if event.by == "player" else ", by the referee"
    who = player(record.accounts, event.seat)
    return f"move {moment.number}  {who}  {drawn}{event.move}{by}  points {points}"


def _page(record: MatchRecord) -> Iterator[str]:
    header = record.lines.header
    names = record.accounts
    yield f"{header.game}, {header.options}; match {header.match}, by {header.product}"
    yield f"clock: {clock_in_words(header.clock)}"
    for seat, account in enumerate(names):
        agent = f", {header.agents[seat]}" if any(header.agents[seat : seat + 1]) else ""
        yield f"seat {seat}: {account}{agent}"
    yield ""
    yield f"{'move':>4}  seat  {'draw':<5} {'move':<14} {'spent':>9} {'lag':>8} {'left':>9}  points"
    yield from _moves(record, names)
    result = record.result
    if result is None:
        yield "\nThe match goes on."
    else:
        yield f"\n{outcome(result)}"
        yield from ranking(result, names)
    end = record.last_position()
    yield f"\n{record.game().text if is_position(end) else end.text}"


def _moves(record: MatchRecord, names: Sequence[str]) -> Iterator[str]:
    """A line for each move, and for each turn in words, in games that have words for turns."""
    from carcbot.games import registry
    from carcbot.games.terminal import TurnTeller, face_of

    game = registry.get(record.header.game)
    turns = TurnTeller(face_of(game), lambda seat: player(names, seat))
    number = 0
    draws: list[str] = []
    for line, change in zip(record.events, record.changes(), strict=True):
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
        if ply := ply_of(line.event):
            yield from told_lines(turns.tell(change.before, ply, change.after))
