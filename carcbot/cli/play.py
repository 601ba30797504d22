"""``carcbot play``: a game in the terminal, watched or played at a seat, to its score sheet."""

from __future__ import annotations

import contextlib
import logging
import random
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.game_options import GAME, GameCommand
from carcbot.cli.late_imports import at_once
from carcbot.cli.seconds import Seconds
from carcbot.errors import OptionsError, UnavailableError
from carcbot.messages.parts import ClockSpec

if at_once():
    import hashlib
    import secrets

    from carcbot.cli.ask_move import ask
    from carcbot.cli.game_options import chosen_options
    from carcbot.cli.log_setup import set_up_logging
    from carcbot.cli.picture import picture_of, sheet_of
    from carcbot.cli.screen import is_terminal, other_screen, redraw, size
    from carcbot.games import registry
    from carcbot.games.contract import State, View, view_of
    from carcbot.games.game_text import GameRecord
    from carcbot.match.story import Story, digest_text
    from carcbot.messages.events import Event, Moved, Out, Started
    from carcbot.messages.server import Request
    from carcbot.net.client.watcher import Watched
    from carcbot.net.embedded import EmbeddedMatch
    from carcbot.net.low_latency import set_up_low_latency
    from carcbot.replay.record import MatchRecord
    from carcbot.search.agent import parse_agent
    from carcbot.search.budget import Budget
    from carcbot.search.own_agent import check_agent, is_own

__all__ = ["PicturePace", "play"]

_WHOLE_GAME = 60.0
_PATIENCE = 90.0
_TURNS_WITH_ADVICE = 5
_USUAL_S = 0.25
_LONG_S = 3600.0
_NO_CLOCK = ClockSpec("per_move", move_us=7 * 86_400_000_000)
"""A person may think for as long as it takes."""
_YOU = "you"


@dataclass(frozen=True, slots=True)
class Turn:
    """A move, with what was drawn for it, and the points on the table after it."""

    number: int
    seat: int
    draws: tuple[str, ...]
    move: str
    scores: tuple[int, ...]

    def __str__(self) -> str:
        points = " ".join(f"{points:>3}" for points in self.scores)
        drawn = " ".join(self.draws)
        return f"{self.number:>4}  seat {self.seat}  {drawn:<3} {self.move:<14}{points}"


class MatchOnScreen:
    """A match as a player or a viewer sees it."""

    def __init__(self, start: State, seat: int | None) -> None:
        self._start = start
        self._story: Story[View] = Story(view_of(start, seat))
        self._told = 0

    @property
    def view(self) -> View:
        """What one knows."""
        return self._story.view

    @property
    def plies(self) -> Sequence[str]:
        """All draws and moves, as one saw them."""
        return self._story.plies

    def see(self, event: Event) -> Turn | None:
        """Takes in what happened; the turn that it was, if a seat has moved."""
        if isinstance(event, Started) and event.digest != digest_text(self.view.digest):
            # over before anybody looked: then all of it is told
            self._story = Story(self._start)
        change = self._story.tell(event)
        if not isinstance(event, Moved):
            return None
        draws, self._told = tuple(self.plies[self._told : -1]), change.ply
        return Turn(change.turn, event.seat, draws, event.move, event.scores)


class PicturePace:
    """Paces the pictures of a match.

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
        """Whether it is too late for the next picture."""
        return self._clock() - self._start > self._patience

    def wait(self) -> None:
        """Waits until the next picture is due, unless it is late already."""
        now = self._clock()
        self._due = max(self._due + self._seconds, now)
        if not self.is_late:
            self._sleep(self._due - now)


@click.command(
    cls=GameCommand,
    epilog="Examples: 'carcbot play --seats 3 --agent greedy --agent random',"
    " 'carcbot play --seat 0'",
)
@GAME
@click.option("--seats", type=click.IntRange(1, 6), help="How many play.  [default: the fewest]")
@click.option(
    "--options",
    "text",
    default="",
    metavar="LIST",
    help="Of the game, as NAME=VALUE,...; each has an option of its own besides.",
)
@click.option(
    "--seat",
    type=click.IntRange(0, 5),
    help="Play at this seat yourself, counted from 0; agents have the others.",
)
@click.option(
    "--agent",
    "agents",
    multiple=True,
    metavar="AGENT",
    help="Who plays: one of 'carcbot agents', or MODULE:CLASS. May be given more than once; if"
    " there are more seats than agents, they take turns at them.  [default: as 'carcbot games"
    " GAME' tells]",
)
@click.option(
    "--time",
    "seconds",
    type=Seconds(0.005, 3600),
    help="Seconds on the clock for each move of an agent."
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
    help="A folder for the record of the match.",
)
@click.option("--seed", type=int, help="The same seed gives the same draws; chosen if not given.")
@click.option(
    "--pace",
    type=Seconds(0, 60),
    metavar="SECONDS",
    help="Seconds between moves in the terminal; by default the game takes a minute.",
)
def play(
    *,
    game: str,
    seats: int | None,
    text: str,
    seat: int | None,
    agents: tuple[str, ...],
    seconds: float | None,
    nodes: int | None,
    folder: Path,
    seed: int | None,
    pace: float | None,
) -> None:
    """Watch a match between agents, or play against them.

    They play over the match protocol, with a referee that this command starts. In a terminal the
    position is drawn anew after every move; where there is none, each move is a line. At the end
    come the position, what the points came from, the ranking, the game as text, and where the
    record of the match lies. The match can be watched in a browser as well; on a terminal that page
    stays open until Ctrl-C, and people can play there.

    In a game with secrets those who watch see what everybody at the table sees, and a seat what it
    may know; at the end all is laid open.
    """
    set_up_logging("text", logging.WARNING)
    if seed is None:
        seed = random.randrange(10**6)
    played = registry.get(game)
    options = chosen_options(text)
    if seats is None and "seats=" not in options:
        seats = played.seats[0]
    start = played.new(options, seats=seats)
    agents = agents or played.agents[: start.seats - (seat is not None)]
    players = _players(agents, start.seats, seat)
    for agent in agents:
        check_agent(agent, game)
    title = f"{played.title}, {start.seats} seats: {', '.join(dict.fromkeys(players))}; seed {seed}"
    match = EmbeddedMatch(
        game=game,
        options=start.options,
        agents=players if seat is None else [_timed(each, seconds, nodes) for each in players],
        clock=_clock(agents, seconds, nodes) if seat is None else _NO_CLOCK,
        name_and_seed=(f"play-{secrets.token_hex(4)}", _chance(title)),
        folder=folder,
        nodes=nodes or 0,
        own_s=None if seat is None else seconds or _USUAL_S,
        person=seat,
        stays=is_terminal(sys.stdout),
    )
    table = MatchOnScreen(start, seat)
    set_up_low_latency()
    events = match.events()
    with contextlib.closing(match), contextlib.closing(events):
        try:
            if seat is None:
                _follow(title, table, _turns(table, events), pace, match.pages)
            else:
                _sit(title, table, events, match)
        except KeyboardInterrupt:
            click.echo("the match was broken off, and has no record", err=True)
            raise
        _conclude(title, match, _whole(match, start, table))
        if not match.record.is_file():
            raise _no_record(folder)
        click.echo(f"\nThe record of the match: {match.record}")
        if match.stays:
            _keep_open(match)
    if any(each.failed for each in match.failures.values()):
        click.get_current_context().exit(ExitCode.AGENT_FAILED)


def _players(agents: Sequence[str], seats: int, person: int | None) -> list[str]:
    """Who plays at each seat.

    Raises:
        OptionsError: There is no such seat, or there are too many agents.
    """
    if person is not None and person >= seats:
        raise OptionsError(
            f"there is no seat {person}", where="--seat", expected=f"one from 0 to {seats - 1}"
        )
    free = [seat for seat in range(seats) if seat != person]
    if len(agents) > len(free):
        raise OptionsError(
            f"{len(agents)} agents cannot take {len(free)} seats",
            where="--agent",
            expected=f"at most {len(free)} of them, or more --seats",
        )
    players = [_YOU] * seats
    for number, seat in enumerate(free):
        players[seat] = agents[number % len(agents)]
    return players


def _timed(agent: str, seconds: float | None, nodes: int | None) -> str:
    """An agent that a clock does not hurry: with a limit of its own."""
    if agent == _YOU or is_own(agent):
        return agent
    parsed = parse_agent(agent)
    if "time" not in parsed.values or (parsed.is_ended_by(Budget(nodes=nodes)) and not seconds):
        return agent
    own = parsed.budget.hard_s
    if own and (seconds is None or own <= seconds):
        return agent
    name, _, rest = agent.partition(":")
    kept = [part for part in rest.split(",") if part and not part.startswith("time=")]
    return f"{name}:{','.join([*kept, f'time={seconds or _USUAL_S:g}'])}"


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


def _turns(table: MatchOnScreen, events: Iterable[Watched | Request]) -> Iterator[Turn]:
    """The moves of a match as they are made."""
    for event in events:
        if isinstance(event, Out):
            click.echo(f"seat {event.seat} is out: {event.why}", err=True)
        if isinstance(event, Event) and (turn := table.see(event)):
            yield turn


def _sit(
    title: str, table: MatchOnScreen, events: Iterable[Watched | Request], match: EmbeddedMatch
) -> None:
    """Shows the moves as lines, and asks for those of one's own seat."""
    click.echo(f"{title}\nYou have seat {match.person}; Ctrl-C ends the match.")
    game = registry.get(match.game)
    for event in events:
        if isinstance(event, Started):
            click.echo(f"in a browser: {match.pages[0]}")
        if isinstance(event, Request):
            match.move(event.seq, ask(game, table.view, table.plies))
        for turn in _turns(table, (event,)):
            click.echo(turn)


def _follow(
    title: str,
    table: MatchOnScreen,
    turns: Iterator[Turn],
    seconds: float | None,
    pages: Sequence[str],
) -> None:
    """Shows the moves as they are made: pictures on a terminal, else lines."""
    if not is_terminal(sys.stdout):
        click.echo(title)
        for number, turn in enumerate(turns):
            if number == 0:
                click.echo(f"in a browser: {pages[0]}")
            click.echo(turn)
        return
    length = "about a minute; --pace 0 is faster; " if seconds is None else ""
    left = sum(table.view.turns_left(seat) for seat in range(table.view.seats))
    pace = PicturePace(left, seconds)
    with other_screen():
        for turn in turns:
            if not pace.is_late:
                beginning = turn.number <= _TURNS_WITH_ADVICE
                advice = [f"({length}Ctrl-C ends the match)"] if beginning else []
                advice.append(f"in a browser: {pages[0]}")
                _draw([title, *advice, str(turn)], table)
            pace.wait()


def _draw(head: Sequence[str], table: MatchOnScreen) -> None:
    """A picture of the position after a move."""
    columns, rows = size(sys.stdout)
    picture = picture_of(table.view, table.plies, columns, rows - len(head))
    redraw([*head, *picture], rows)


def _no_record(folder: Path) -> UnavailableError:
    return UnavailableError("the record could not be written there", where=str(folder))


def _whole(match: EmbeddedMatch, start: State, table: MatchOnScreen) -> GameRecord[State]:
    """The game with everybody's secrets.

    Raises:
        UnavailableError: It has secrets, and the record could not be written.
    """
    game = registry.get(match.game)
    if game.has_secrets:
        if not match.record.is_file():
            raise _no_record(match.folder)
        return MatchRecord.load(match.record).game()
    record = GameRecord(game, start.options)
    for ply in table.plies:
        record.apply(ply)
    return record


def _conclude(title: str, match: EmbeddedMatch, record: GameRecord[State]) -> None:
    """The end of the game, as it stays on the terminal."""
    state = record.state
    picture = picture_of(state, record.plies, size(sys.stdout)[0])
    click.echo("\n".join(["", title, "", *picture, ""]), color=True)
    click.echo("\n".join([*sheet_of(state), ""]))
    places = sorted(zip(state.ranking(), range(state.seats), state.scores(), strict=True))
    for place, seat, points in places:
        click.echo(f"{place}. seat {seat} with {points} points: {match.agents[seat]}")
    for agent, failures in match.failures.items():
        if failures.not_own:
            click.echo(f"{agent}: {failures}")
    click.echo(f"\nThe game as text:\n{record.text}")
    click.echo("Keep that line in a file: 'carcbot show FILE --ply 40' shows any moment of it.")
