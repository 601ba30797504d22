"""``carcbot play``: a game in the terminal, from the first tile to the score sheet."""

import contextlib
import hashlib
import logging
import random
import secrets
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from carcbot import _native
from carcbot.cli.logging import set_up_logging
from carcbot.cli.reading import Seconds
from carcbot.cli.screen import (
    colour_of,
    is_terminal,
    other_screen,
    redraw,
    size,
    speaks_unicode,
)
from carcbot.errors import FileInputError, OptionsError
from carcbot.games.carcassonne import CARCASSONNE
from carcbot.games.carcassonne.board import Board
from carcbot.games.carcassonne.board_of import around_last, board_of, last_cell
from carcbot.games.carcassonne.score_sheet import score_sheet
from carcbot.games.carcassonne.terminal import render
from carcbot.games.record import GameRecord
from carcbot.messages.events import Drawn, Moved, Out
from carcbot.messages.parts import ClockSpec
from carcbot.net.client.watching import Watched
from carcbot.net.embedded import EmbeddedMatch
from carcbot.net.prompt import be_prompt
from carcbot.search.agent import parse_agent
from carcbot.search.budget import Budget
from carcbot.search.own_agent import check_agent, is_own

__all__ = ["Pace", "play"]

_WHOLE_GAME = 60.0
_PATIENCE = 90.0
_LINES_BESIDE_THE_BOARD = 9  # headlines, coordinates, tile in hand, and a line between them
_ROWS_OF_A_TILE = 3
_TURNS_WITH_ADVICE = 5
_STRONG = ("heyden-star25-f5", "mcts:final=max-robust")
_USUAL_S = 0.25
_LONG_S = 3600.0

Record = GameRecord[_native.carcassonne.State]


@dataclass(frozen=True, slots=True)
class Turn:
    """A move, with what was drawn for it, and the points on the table after it."""

    number: int
    seat: int
    draws: tuple[str, ...]
    move: str
    scores: tuple[int, ...]

    def __str__(self) -> str:
        tile = self.draws[-1]
        # a tile that could not be laid was put aside, and another one drawn
        aside = f" ({', '.join(self.draws[:-1])} aside)" if len(self.draws) > 1 else ""
        points = " ".join(f"{points:>3}" for points in self.scores)
        return f"{self.number:>4}  seat {self.seat}  {tile:<3} {self.move:<14}{points}{aside}"


class Pace:
    """When the next picture is due.

    The default pace is such that a game takes about a minute. Where the terminal is slow, pictures
    are left out, so that every game ends within two minutes; a pace that was asked for is kept.
    """

    def __init__(
        self,
        turns: int,
        seconds: float | None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._seconds = _WHOLE_GAME / max(turns, 1) if seconds is None else seconds
        self._patience = _PATIENCE if seconds is None else float("inf")
        self._clock = clock
        self._sleep = sleep
        self._start = clock()
        self._due = self._start

    @property
    def is_late(self) -> bool:
        """Whether there is no time left for pictures."""
        return self._clock() - self._start > self._patience

    def wait(self) -> None:
        """Waits until the next picture is due; not at all if that one is late."""
        now = self._clock()
        self._due = max(self._due + self._seconds, now)
        if not self.is_late:
            self._sleep(self._due - now)


@click.command(
    epilog="Examples: 'carcbot play --seats 3 --expansions river+abbot',"
    " 'carcbot play --agent greedy --agent random'"
)
@click.option(
    "--seats", type=click.IntRange(2, 6), default=2, show_default=True, help="How many play."
)
@click.option(
    "--expansions",
    default="",
    metavar="LIST",
    help="What to add: any of river, inns_and_cathedrals and abbot, with a + between them.",
)
@click.option(
    "--agent",
    "agents",
    multiple=True,
    metavar="AGENT",
    default=_STRONG,
    show_default=" and ".join(_STRONG),
    help="Who plays: one of 'carcbot agents', or MODULE:CLASS. May be given more than once; if"
    " there are more seats than agents, they take turns at them.",
)
@click.option(
    "--time",
    "seconds",
    type=Seconds(0.005, 3600),
    help="Seconds on the clock for each move."
    f"  [default: {_USUAL_S}, or more if an agent's own limits need it]",
)
@click.option(
    "--nodes",
    type=click.IntRange(1),
    help="Nodes instead of seconds, so that the same seed gives the same game.",
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("carcbot-matches"),
    show_default=True,
    help="Where the record of the match goes.",
)
@click.option("--seed", type=int, help="The same seed gives the same draws; chosen if not given.")
@click.option(
    "--pace",
    type=Seconds(0, 60),
    metavar="SECONDS",
    help="Time from move to move in the terminal; by default the game takes a minute.",
)
def play(
    *,
    seats: int,
    expansions: str,
    agents: tuple[str, ...],
    seconds: float | None,
    nodes: int | None,
    folder: Path,
    seed: int | None,
    pace: float | None,
) -> None:
    """Watch a match between agents.

    They play over the match protocol, through a referee that this command starts beside them. In a
    terminal the board is drawn anew after every move; where there is none, each move is a line. At
    the end come the board, the score sheet, the ranking, the game as text, and where the record of
    the match lies. The match can be watched in a browser as well; on a terminal that page stays
    open until Ctrl-C, and people can play there.
    """
    set_up_logging("text", logging.WARNING)
    if seed is None:
        seed = random.randrange(10**6)
    record = GameRecord(CARCASSONNE, {"expansions": expansions}, seats=seats)
    players = [agents[seat % len(agents)] for seat in range(seats)]
    for agent in agents:
        check_agent(agent)
    if len(agents) > seats:
        raise OptionsError(
            f"{len(agents)} agents cannot take {seats} seats",
            where="--agent",
            expected=f"at most {seats} of them, or more --seats",
        )
    title = f"Carcassonne, {seats} seats: {', '.join(dict.fromkeys(players))}; seed {seed}"
    match = EmbeddedMatch(
        game=CARCASSONNE.name,
        options=record.state.options,
        agents=players,
        clock=_clock(agents, seconds, nodes),
        lot=(f"play-{secrets.token_hex(4)}", _chance(title)),
        folder=folder,
        nodes=nodes or 0,
        stays=is_terminal(sys.stdout),
    )
    be_prompt()
    events = match.events()
    with contextlib.closing(match), contextlib.closing(events):
        turns = _turns(record, events)
        try:
            _follow(title, record, turns, pace, match.pages)
        except KeyboardInterrupt:
            click.echo("the match was broken off, and has no record", err=True)
            raise
        _conclude(title, match, record)
        if not match.record.is_file():
            raise FileInputError("the record could not be written there", where=str(folder))
        click.echo(f"\nThe record of the match: {match.record}")
        if match.stays:
            _keep_open(match)


def _keep_open(match: EmbeddedMatch) -> None:
    """Lets people look at the match in a browser, and play there, until Ctrl-C."""
    with contextlib.suppress(KeyboardInterrupt):
        click.echo(f"\nIn a browser: {match.pages[0]}\nCtrl-C closes the page.")
        threading.Event().wait()


def _clock(agents: Sequence[str], seconds: float | None, nodes: int | None) -> ClockSpec:
    """The time of each move: what was asked for, or else what the agents' own limits need."""
    if seconds is None:
        ours = [parse_agent(agent) for agent in agents if not is_own(agent)]
        needs = [agent.budget.hard_s or 0.0 for agent in ours]
        seconds = max([_USUAL_S, *(1.1 * each + 0.1 for each in needs if each)])
        counted = Budget(nodes=nodes)
        if len(ours) == len(agents) and all(agent.is_ended_by(counted) for agent in ours):
            seconds = _LONG_S
    return ClockSpec("per_move", move_us=round(seconds * 1e6))


def _chance(title: str) -> str:
    """The seed of the match's chance: the same for the same game."""
    return hashlib.sha256(title.encode()).hexdigest()


def _turns(record: Record, events: Iterator[Watched]) -> Iterator[Turn]:
    """The moves of a match as they are made; the record grows with them."""
    number = 0
    draws: list[str] = []
    for event in events:
        match event:
            case Drawn():
                draws.append(record.apply(event.draw))
            case Moved():
                number += 1
                move = record.apply(event.move)
                yield Turn(number, event.seat, tuple(draws), move, event.scores)
                draws.clear()
            case Out():
                click.echo(f"seat {event.seat} is out: {event.why}", err=True)
            case _:
                pass


def _follow(
    title: str,
    record: Record,
    turns: Iterator[Turn],
    seconds: float | None,
    pages: Sequence[str],
) -> None:
    """Shows the moves as they are made: pictures on a terminal, else lines."""
    if not is_terminal(sys.stdout):
        click.echo(title)
        for turn in turns:
            if turn.number == 1:
                click.echo(f"in a browser: {pages[0]}")
            click.echo(turn)
        return
    length = "about a minute; --pace 0 is faster; " if seconds is None else ""
    pace = Pace(sum(record.state.bag().values()), seconds)
    with other_screen():
        for turn in turns:
            if not pace.is_late:
                beginning = turn.number <= _TURNS_WITH_ADVICE
                advice = [f"({length}Ctrl-C ends the match)"] if beginning else []
                advice.append(f"in a browser: {pages[0]}")
                _draw([title, *advice], record, turn)
            pace.wait()


def _draw(head: Sequence[str], record: Record, turn: Turn) -> None:
    """A picture of the board after a move; of one that is too high, the part around the move."""
    columns, rows = size(sys.stdout)
    tiles = (rows - _LINES_BESIDE_THE_BOARD - len(turn.scores)) // _ROWS_OF_A_TILE
    board = board_of(record.state, last=last_cell(record.plies))
    part = around_last(board, max(tiles, 1))
    above, below = part.extent()[1] - board.extent()[1], board.extent()[3] - part.extent()[3]
    hidden = [f"+{above} rows north"] * (above > 0) + [f"+{below} rows south"] * (below > 0)
    line = "  ".join([str(turn), *hidden])
    redraw([*head, line, *_picture(part, columns).splitlines()], rows)


def _picture(board: Board, columns: int) -> str:
    return render(
        board,
        colour=colour_of("auto", sys.stdout),
        unicode=speaks_unicode(sys.stdout),
        width=columns,
    )


def _conclude(title: str, match: EmbeddedMatch, record: Record) -> None:
    """The end of the game, as it stays on the terminal."""
    state = record.state
    board = board_of(state, last=last_cell(record.plies))
    click.echo("\n".join(["", title, "", _picture(board, size(sys.stdout)[0])]), color=True)
    click.echo(score_sheet(state))
    places = sorted(zip(state.ranking(), range(state.seats), state.scores(), strict=True))
    for place, seat, points in places:
        click.echo(f"{place}. seat {seat} with {points} points: {match.agents[seat]}")
    for agent, lapses in match.lapses.items():
        if lapses.not_own:
            click.echo(f"{agent}: {lapses}")
    click.echo(f"\nThe game as text:\n{record.text}")
    click.echo("Keep that line in a file: 'carcbot show FILE --ply 40' shows any moment of it.")
