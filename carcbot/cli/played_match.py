"""A match in the terminal, with a referee of its own: who plays, by which clock, and the end."""

import contextlib
import hashlib
import logging
import random
import secrets
import sys
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import click

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.log_setup import set_up_logging
from carcbot.cli.match_screen import MatchOnScreen, conclude, follow, sit
from carcbot.cli.screen import is_terminal
from carcbot.errors import OptionsError
from carcbot.games import registry
from carcbot.messages.events import Result
from carcbot.messages.parts import ClockSpec
from carcbot.net.client.agent_failures import AgentFailures
from carcbot.net.embedded import EmbeddedMatch
from carcbot.net.low_latency import set_up_low_latency
from carcbot.referee.clocks import UNHURRIED
from carcbot.search.agent import parse_agent
from carcbot.search.budget import Budget
from carcbot.search.own_agent import check_agent, is_own

__all__ = ["USUAL_S", "exit_code_of", "play_match"]

USUAL_S: Final = 0.25
"""An agent's seconds for a move, where nothing is said."""
_LONG_S: Final = 3600.0
"""A person may think for as long as it takes."""
_YOU: Final = "you"


def play_match(
    *,
    game: str,
    seats: int | None,
    options: str,
    person: int | None,
    agents: tuple[str, ...],
    seconds: float | None,
    nodes: int | None,
    folder: Path,
    seed: int | None,
    pace: float | None,
) -> ExitCode:
    """Plays a match and shows it; returns how the command ends.

    Args:
        game: The game's name.
        seats: How many play; the fewest, if neither this nor the options say it.
        options: Of the game, as text.
        person: The seat at which a person plays, if one does.
        agents: Who has the other seats, by turns; the game's usual ones, if it is nobody.
        seconds: On the clock for each move of an agent, instead of the usual.
        nodes: A limit of each search, instead of seconds.
        folder: For the record.
        seed: Of all draws; chosen if there is none.
        pace: Seconds between moves in the terminal.

    Raises:
        InputError: Something of that is not possible.
    """
    set_up_logging("text", logging.WARNING)
    if seed is None:
        seed = random.randrange(10**6)
    played = registry.get(game)
    if seats is None and "seats=" not in options:
        seats = played.seats[0]
    start = played.new(options, seats=seats)
    agents = agents or played.agents[: start.seats - (person is not None)]
    players = _players(agents, start.seats, person)
    for agent in agents:
        check_agent(agent, game)
    title = f"{played.title}, {start.seats} seats: {', '.join(dict.fromkeys(players))}; seed {seed}"
    match = EmbeddedMatch(
        game=game,
        options=start.options,
        agents=players if person is None else [_timed(each, seconds, nodes) for each in players],
        clock=_clock(agents, seconds, nodes) if person is None else UNHURRIED,
        name_and_seed=(f"play-{secrets.token_hex(4)}", _chance(title)),
        folder=folder,
        nodes=nodes or 0,
        own_s=None if person is None else seconds or USUAL_S,
        person=person,
        stays=is_terminal(sys.stdout),
    )
    table = MatchOnScreen(start, person)
    set_up_low_latency()
    events = match.events()
    with contextlib.closing(match), contextlib.closing(events):
        try:
            if person is None:
                follow(title, table, events, pace, match.pages)
            else:
                sit(title, table, events, match)
        except KeyboardInterrupt:
            click.echo("the match was broken off, and has no record", err=True)
            raise
        conclude(title, match, start, table)
        if match.stays:
            _keep_open(match)
    return exit_code_of(table.result, match.failures.values())


def exit_code_of(result: Result | None, failures: Iterable[AgentFailures]) -> ExitCode:
    """How a command ends whose match has this result, and whose agents have failed so."""
    if result is not None and result.reason == "referee_fault":
        return ExitCode.FAILED
    return ExitCode.AGENT_FAILED if any(each.failed for each in failures) else ExitCode.OK


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
    return f"{name}:{','.join([*kept, f'time={seconds or USUAL_S:g}'])}"


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
        seconds = max([USUAL_S, *(1.1 * each + 0.1 for each in needs if each)])
        counted = Budget(nodes=nodes)
        if len(ours) == len(agents) and all(agent.is_ended_by(counted) for agent in ours):
            seconds = _LONG_S
    return ClockSpec("per_move", move_us=round(seconds * 1e6))


def _chance(title: str) -> str:
    """The seed of the match's chance: the same for the same game."""
    return hashlib.sha256(title.encode()).hexdigest()
