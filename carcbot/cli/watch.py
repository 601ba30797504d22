"""``carcbot watch``: a match at a referee, as it is played."""

import asyncio
import logging
import os

import click

from carcbot.cli.logging import set_up_logging
from carcbot.errors import OptionsError
from carcbot.messages.events import Drawn, Moved, Out, Result, Started
from carcbot.net.client.watching import watch as events_of

__all__ = ["watch"]


@click.command(epilog="Example: CARCBOT_TOKEN=... carcbot watch 3f9a0c11d2e4")
@click.argument("match")
@click.option(
    "--url",
    default="ws://127.0.0.1:8765/play",
    show_default=True,
    help="Where the referee is.",
)
def watch(*, match: str, url: str) -> None:
    """Watch a match from its first event to its result, a line for each.

    It needs an account at the referee: the token is in the environment, in CARCBOT_TOKEN. Games
    with secrets cannot be watched. When the connection is lost it comes back, and misses nothing.
    """
    set_up_logging("text", logging.WARNING)
    token = os.environ.get("CARCBOT_TOKEN", "")
    if not token:
        raise OptionsError(
            "there is no token", where="the environment", expected="one in CARCBOT_TOKEN"
        )
    asyncio.run(_watch(url, token, match))


async def _watch(url: str, token: str, match: str) -> None:
    async for event in events_of(url, token, match):
        line = ""
        match event:
            case Started():
                line = f"{event.game}, {event.options}: {', '.join(event.seats)}"
            case Drawn():
                line = f"{event.seq:>4}  draw    {event.draw}"
            case Moved():
                points = " ".join(map(str, event.scores))
                spent = event.spent_us / 1e6
                line = (
                    f"{event.seq:>4}  seat {event.seat}  {event.move:<16}{spent:8.3f} s  {points}"
                )
            case Out():
                line = f"{event.seq:>4}  seat {event.seat}  is out: {event.why}"
            case Result():
                ends = [
                    f"{each.place}. seat {seat} with {each.points} points"
                    for seat, each in enumerate(event.standings)
                ]
                line = "\n".join([f"result: {event.reason} {event.text}".rstrip(), *ends])
            case _:
                continue
        click.echo(line)
