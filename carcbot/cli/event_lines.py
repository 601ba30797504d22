"""Tables and the events of a match in words: a line for each."""

from collections.abc import Iterator, Sequence

import click

from carcbot.cli.words import clock_in_words, player, ranking, told_lines
from carcbot.errors import InputError
from carcbot.games import registry
from carcbot.games.contract import View
from carcbot.games.terminal import TurnTeller, face_of
from carcbot.match.story import Story, begun, ply_of
from carcbot.messages.events import Drawn, Event, Moved, Out, Result, Started
from carcbot.messages.parts import TableInfo
from carcbot.messages.server import Presence
from carcbot.net.client.watcher import Watched, tables_at
from carcbot.net.client.watcher import watch as events_of

__all__ = ["Teller", "listed", "tell"]


async def tell(url: str, token: str, match: str | None, ca_file: str) -> None:
    """Prints a line for each event of a match; without one, of the only one in progress.

    Args:
        url: Where the referee is.
        token: Of the account that watches.
        match: Its name. Without it, and without a single match in progress, tables are listed.
        ca_file: Certificates of authorities to be trusted too.
    """
    if match is None:
        tables = await tables_at(url, token, ca_file)
        playing = [table.match for table in tables if table.state == "playing"]
        if len(playing) != 1:
            click.echo("\n".join(listed(tables)))
            return
        match = playing[0]
        click.echo(f"match {match}, the only one that goes on")
    teller = Teller()
    async for event in events_of(url, token, match, ca_file):
        for line in (teller.line(event), *told_lines(teller.turn(event))):
            if line:
                click.echo(line)


def listed(tables: Sequence[TableInfo]) -> Iterator[str]:
    """All tables, the matches in progress first."""
    if not tables:
        yield "no match goes on, and no table is open"
    for table in sorted(tables, key=lambda each: each.state != "playing"):
        who = ", ".join(name or "(free)" for name in table.seats)
        state = f"playing, event {table.seq}" if table.state == "playing" else "open"
        yield f"{table.match}  {state}: {who}"
        yield f"    {_terms(table)}"


def _terms(said: TableInfo | Started) -> str:
    """What is played, and by which clock."""
    rated = ", rated" if said.rated else ""
    return f"{said.game}, {said.options}; {clock_in_words(said.clock)}{rated}"


class Teller:
    """Puts what happens into words; it knows who plays, and follows games that tell turns."""

    def __init__(self) -> None:
        self._names: Sequence[str] = ()
        self._story: Story[View] | None = None
        self._turns: TurnTeller

    def turn(self, event: Watched) -> str:
        """The turn that the event ends as a sentence; empty while it goes on.

        Games without words for turns have none, and neither have those whose rules are not known
        here, or are of another version.

        Raises:
            InputError: The event cannot be true.
        """
        if isinstance(event, Started):
            self._follow(event)
        if self._story is None or not isinstance(event, Event):
            return ""
        change, ply = self._story.tell(event), ply_of(event)
        return "" if ply is None else self._turns.tell(change.before, ply, change.after)

    def _follow(self, event: Started) -> None:
        try:
            game = registry.get(event.game)
            start = game.new(event.options)
        except InputError:
            return
        face = face_of(game)
        if face.say_turn and game.rules == event.rules:
            self._turns = TurnTeller(face, lambda seat: player(event.seats, seat))
            self._story = begun(event, start, None)

    def line(self, event: Watched) -> str:
        """The line of an event; empty if there is nothing to tell."""
        line = ""
        match event:
            case Started():
                self._names = event.seats
                who = ", ".join(player(self._names, seat) for seat in range(len(self._names)))
                line = f"{_terms(event)}: {who}"
            case Drawn():
                line = f"{event.seq:>4}  draw  {event.draw}"
            case Moved():
                line = self._move(event)
            case Out(seat=seat):
                then = ", a house bot plays on" if event.house else ""
                line = f"{event.seq:>4}  {player(self._names, seat)} is out: {event.why}{then}"
            case Result():
                end = f"result: {event.reason} {event.text}".rstrip()
                line = "\n".join([end, *ranking(event, self._names)])
            case Presence(seat=seat):
                back_s = event.grace_us / 1e6
                comes = "is back" if event.here else f"went, {back_s:g} s to come back"
                line = f"      {player(self._names, seat)} {comes}"
            case _:
                pass
        return line

    def _move(self, event: Moved) -> str:
        longest = max(len(player(self._names, seat)) for seat in range(len(event.scores)))
        who = player(self._names, event.seat).ljust(longest)
        points = " ".join(map(str, event.scores))
        by = "" if event.by == "player" else "  by the referee"
        spent = f"{event.spent_us / 1e6:8.3f} s"
        return f"{event.seq:>4}  {who}  {event.move:<16}{spent}  {points}{by}"
