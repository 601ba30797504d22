"""A match in the terminal: watched as it is played, or played at a seat, to its score sheet."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import click

from carcbot.cli.ask_move import ask
from carcbot.cli.picture import picture_of, sheet_of
from carcbot.cli.screen import is_terminal, other_screen, redraw, size
from carcbot.cli.words import outcome, ranking, told_lines
from carcbot.errors import UnavailableError
from carcbot.games import registry
from carcbot.games.contract import State, View, view_of
from carcbot.games.game_text import GameRecord
from carcbot.games.terminal import TurnTeller, face_of
from carcbot.match.story import Story, begun
from carcbot.messages.events import Event, Moved, Out, Result, Started
from carcbot.messages.server import Request
from carcbot.net.client.watcher import Watched
from carcbot.net.embedded import EmbeddedMatch
from carcbot.replay.record import MatchRecord

__all__ = ["MatchOnScreen", "PicturePace", "conclude", "follow", "sit", "tell_places"]

_WHOLE_GAME = 60.0
_PATIENCE = 90.0
_TURNS_WITH_ADVICE = 5


@dataclass(frozen=True, slots=True)
class Turn:
    """A move, with what was drawn for it, and the points on the table after it."""

    number: int
    seat: int
    draws: tuple[str, ...]
    move: str
    scores: tuple[int, ...]
    told: str = ""
    """The whole turn in words, if this move ends it and the game has words for turns."""

    def __str__(self) -> str:
        points = " ".join(f"{points:>3}" for points in self.scores)
        drawn = " ".join(self.draws)
        return f"{self.number:>4}  seat {self.seat}  {drawn:<3} {self.move:<14}{points}"


class MatchOnScreen:
    """A match as a player or a viewer sees it.

    Attributes:
        result: How it ended; None as long as it goes on.
    """

    def __init__(self, start: State, seat: int | None) -> None:
        self.result: Result | None = None
        self._start = start
        self._seat = seat
        self._story: Story[View] = Story(view_of(start, seat))
        self._told = 0
        self._teller = TurnTeller(face_of(registry.game_of(start.text)))

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
        if isinstance(event, Started):
            self._story = begun(event, self._start, self._seat)
        if isinstance(event, Result):
            self.result = event
        known = len(self.plies)
        change = self._story.tell(event)
        told = ""
        if len(self.plies) > known:
            told = self._teller.tell(change.before, self.plies[-1], change.after)
        if not isinstance(event, Moved):
            return None
        draws, self._told = tuple(self.plies[self._told : -1]), change.ply
        return Turn(change.turn, event.seat, draws, event.move, event.scores, told)


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


def _turns(table: MatchOnScreen, events: Iterable[Watched | Request]) -> Iterator[Turn]:
    """The moves of a match as they are made."""
    for event in events:
        if isinstance(event, Out):
            click.echo(f"seat {event.seat} is out: {event.why}", err=True)
        if isinstance(event, Event) and (turn := table.see(event)):
            yield turn


def _lines(turn: Turn) -> list[str]:
    """A move, and the whole turn behind it that it ends."""
    return [str(turn), *told_lines(turn.told)]


def sit(
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
            click.echo("\n".join(_lines(turn)))


def follow(
    title: str,
    table: MatchOnScreen,
    events: Iterable[Watched | Request],
    seconds: float | None,
    pages: Sequence[str],
) -> None:
    """Shows the moves as they are made: pictures on a terminal, else lines."""
    turns = _turns(table, events)
    if not is_terminal(sys.stdout):
        click.echo(title)
        for number, turn in enumerate(turns):
            if number == 0:
                click.echo(f"in a browser: {pages[0]}")
            click.echo("\n".join(_lines(turn)))
        return
    length = "about a minute; --pace 0 is faster; " if seconds is None else ""
    left = sum(table.view.turns_left(seat) for seat in range(table.view.seats))
    pace = PicturePace(left, seconds)
    told: list[str] = []
    with other_screen():
        for turn in turns:
            told = told_lines(turn.told) or told  # the last turn, while the next one is made
            if not pace.is_late:
                beginning = turn.number <= _TURNS_WITH_ADVICE
                advice = [f"({length}Ctrl-C ends the match)"] if beginning else []
                advice.append(f"in a browser: {pages[0]}")
                _draw([title, *advice, str(turn), *told], table)
            pace.wait()


def _draw(head: Sequence[str], table: MatchOnScreen) -> None:
    """A picture of the position after a move."""
    columns, rows = size(sys.stdout)
    picture = picture_of(table.view, table.plies, columns, rows - len(head))
    redraw([*head, *picture], rows)


def _no_record(match: EmbeddedMatch) -> UnavailableError:
    return UnavailableError("the record could not be written there", where=str(match.folder))


def _whole(match: EmbeddedMatch, start: State, table: MatchOnScreen) -> GameRecord[State]:
    """The game with everybody's secrets.

    Raises:
        UnavailableError: It has secrets, and the record could not be written.
    """
    game = registry.get(match.game)
    if game.has_secrets:
        if not match.record.is_file():
            raise _no_record(match)
        return MatchRecord.load(match.record).game()
    record = GameRecord(game, start.options)
    for ply in table.plies:
        record.apply(ply)
    return record


def tell_places(result: Result, agents: Sequence[str]) -> None:
    """Who came in where, and why if the match ended early: then points alone do not say it."""
    if result.reason != "normal":
        click.echo(outcome(result))
    click.echo("\n".join(ranking(result, agents)))


def conclude(title: str, match: EmbeddedMatch, start: State, table: MatchOnScreen) -> None:
    """The end of the game, as it stays on the terminal, and where its record is.

    Raises:
        UnavailableError: The record could not be written.
    """
    record = _whole(match, start, table)
    state = record.state
    picture = picture_of(state, record.plies, size(sys.stdout)[0])
    click.echo("\n".join(["", title, "", *picture, ""]), color=True)
    click.echo("\n".join([*sheet_of(state), ""]))
    if table.result is not None:
        tell_places(table.result, match.agents)
    for agent, failures in match.failures.items():
        if failures.not_own:
            click.echo(f"{agent}: {failures}")
    click.echo(f"\nThe game as text:\n{record.text}")
    click.echo("Keep that line in a file: 'carcbot show FILE --ply 40' shows any moment of it.")
    if not match.record.is_file():
        raise _no_record(match)
    click.echo(f"\nThe record of the match: {match.record}")
