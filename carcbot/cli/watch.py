"""``carcbot watch``: a match at a referee, as it is played."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

import click

from carcbot.cli.late_imports import at_once
from carcbot.cli.tls_options import CA_FILE
from carcbot.errors import OptionsError

if at_once():
    import asyncio

    from carcbot.cli.log_setup import set_up_logging
    from carcbot.cli.words import clock_in_words, player, ranking
    from carcbot.messages.events import Drawn, Moved, Out, Result, Started
    from carcbot.messages.parts import TableInfo
    from carcbot.messages.server import Presence
    from carcbot.net.client.watcher import Watched, tables_at
    from carcbot.net.client.watcher import watch as events_of

__all__ = ["Teller", "listed", "watch"]


@click.command(
    epilog="Example: CARCBOT_TOKEN=... carcbot watch 3f9a0c11d2e4\n\n"
    "An account has one connection. Watching with the token of a bot that plays takes the"
    " connection away from the bot: use an account of its own, such as 'carcbot serve --account"
    " eve'."
)
@click.argument("match", required=False)
@click.option(
    "--url",
    default="ws://127.0.0.1:8765/play",
    show_default=True,
    help="The address of the referee.",
)
@CA_FILE
def watch(*, match: str | None, url: str, ca_file: str | None) -> None:
    """Watch a match, a line for each event from first to last.

    MATCH is its name, which the log of a bot has as match=NAME. Without it the only match in
    progress is watched; if there is another number of them, they and the open tables are listed.

    It needs an account at the referee: the token is in the environment, in CARCBOT_TOKEN. When the
    connection is lost it comes back, and misses nothing.
    """
    set_up_logging("text")
    token = os.environ.get("CARCBOT_TOKEN", "")
    if not token:
        raise OptionsError(
            "there is no token", where="the environment", expected="one in CARCBOT_TOKEN"
        )
    asyncio.run(_watch(url, token, match, ca_file or ""))


async def _watch(url: str, token: str, match: str | None, ca_file: str) -> None:
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
        line = teller.line(event)
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
    """Puts what happens into words; it knows who plays."""

    def __init__(self) -> None:
        self._names: Sequence[str] = ()

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
