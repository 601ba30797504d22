"""``carcbot play``: a game in the terminal, watched or played at a seat, to its score sheet."""

from __future__ import annotations

import contextlib
import hashlib
import logging
import random
import secrets
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.game_options import GAME, GameCommand, chosen_options
from carcbot.cli.screen import is_terminal
from carcbot.cli.values import Seconds, agent_names
from carcbot.errors import OptionsError
from carcbot.messages.parts import ClockSpec
from carcbot.net.low_latency import set_up_low_latency
from carcbot.search.budget import Budget

if TYPE_CHECKING:
    from carcbot.net.embedded import EmbeddedMatch

__all__ = ["play"]

_USUAL_S = 0.25
_LONG_S = 3600.0
_NO_CLOCK = ClockSpec("per_move", move_us=7 * 86_400_000_000)
"""A person may think for as long as it takes."""
_YOU = "you"


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
    show_default=False,
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
    shell_complete=agent_names,
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
    from carcbot.cli.log_setup import set_up_logging
    from carcbot.cli.match_screen import MatchOnScreen, conclude, follow, sit
    from carcbot.games import registry
    from carcbot.net.embedded import EmbeddedMatch
    from carcbot.search.own_agent import check_agent

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
                follow(title, table, events, pace, match.pages)
            else:
                sit(title, table, events, match)
        except KeyboardInterrupt:
            click.echo("the match was broken off, and has no record", err=True)
            raise
        conclude(title, match, start, table)
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
    from carcbot.search.agent import parse_agent
    from carcbot.search.own_agent import is_own

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
    from carcbot.search.agent import parse_agent
    from carcbot.search.own_agent import is_own

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
