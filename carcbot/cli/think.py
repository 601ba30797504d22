"""``carcbot think``: what an agent thinks of a position, while it thinks."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import signal
import sys
from typing import TYPE_CHECKING

import click

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.late_imports import at_once
from carcbot.cli.seconds import Seconds
from carcbot.errors import AgentError, OptionsError

if at_once():
    import asyncio

    from carcbot.cli.arguments import read
    from carcbot.cli.screen import is_terminal
    from carcbot.games import registry
    from carcbot.games.contract import Game, State, View, is_position, view_of
    from carcbot.games.game_text import GameRecord
    from carcbot.net.process.pool import WorkerPool
    from carcbot.net.process.running_search import Decision, RunningSearch
    from carcbot.search.agent import parse_agent
    from carcbot.search.budget import Budget
    from carcbot.search.decision import need_turn
    from carcbot.search.own_agent import check_agent, is_own, plays_game
    from carcbot.search.thought import Thought

if TYPE_CHECKING:
    from rich.console import Console, Group

__all__ = ["think"]

_USUAL = "mcts"
_USUAL_S = 5.0
_REFRESH_S = 0.1


@dataclasses.dataclass(frozen=True, slots=True)
class _Question:
    agent: str
    view: View
    budget: Budget
    seed: int
    workers: int
    rows: int


@click.command(
    epilog="Example: carcbot think docs/pictures/game.txt --ply 41 --agent heyden-star25-f5\n\n"
    "Ctrl-C ends the search early; what was found out by then is shown."
)
@click.argument("position")
@click.option(
    "--ply",
    type=click.IntRange(0),
    metavar="N",
    help="Think about a game's position after N plies.",
)
@click.option(
    "--agent",
    help="Who thinks; 'carcbot agents' lists them."
    f"  [default: {_USUAL}; in games that it does not play, as 'carcbot games GAME' tells]",
)
@click.option(
    "--time",
    "seconds",
    type=Seconds(0.001, 86400),
    help="Seconds to think; 5 if nothing else limits the search.",
)
@click.option("--sims", type=click.IntRange(1), help="Simulations after which the search ends.")
@click.option("--nodes", type=click.IntRange(1), help="Nodes after which the search ends.")
@click.option("--depth", type=click.IntRange(1), help="Decisions ahead, for searches in depth.")
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of the agent.")
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    default=os.cpu_count() or 1,
    show_default="one a core",
    help="Processes that share the work. Only one gives the same nodes every time.",
)
@click.option(
    "--moves",
    "rows",
    type=click.IntRange(1),
    default=12,
    show_default=True,
    help="How many moves are shown.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON, for programs.")
def think(
    *,
    position: str,
    ply: int | None,
    agent: str | None,
    seconds: float | None,
    sims: int | None,
    nodes: int | None,
    depth: int | None,
    seed: int,
    workers: int,
    rows: int,
    as_json: bool,
) -> None:
    """Let an agent think about a position, and make its move.

    POSITION is a position, a game or what a seat may know as text, a file that holds one, a match
    record, or - for standard input; of a game its last position counts, or the one after --ply. The
    agent is told what the seat to move may know, and no more. A table shows what
    is known of each move: how often it was looked at, and what it is worth in points for the seat
    to move, or at most.
    """
    given = read(position)
    if isinstance(given, GameRecord):
        given = given.state if ply is None else given.position(ply)
    elif ply is not None:
        raise OptionsError("a position has no plies", where="--ply", expected="a game")
    seen = view_of(given, given.to_move) if is_position(given) and given.to_move >= 0 else given
    need_turn(seen)
    agent = agent or _usual_agent(registry.game_of(seen.text))
    limits = Budget(hard_s=seconds, nodes=nodes, simulations=sims, depth=depth)
    budget = _budget_that_ends(agent, limits)
    question = _Question(agent, seen, budget, seed, workers, rows)
    decision = asyncio.run(_ask(question, live=not as_json and is_terminal(sys.stdout)))
    if as_json:
        click.echo(json.dumps(_facts(question, decision), indent=2))
    else:
        _conclude(question, decision)
    if decision.agent_failed:
        click.get_current_context().exit(ExitCode.AGENT_FAILED)


def _usual_agent(game: Game[State]) -> str:
    """Who thinks where nobody is named: the same in all games that it can play."""
    return next(each for each in (_USUAL, *game.agents) if plays_game(each, game.name))


def _budget_that_ends(agent: str, budget: Budget) -> Budget:
    """The budget if something in it ends the agent; the usual time if nothing is in it."""
    check_agent(agent)
    ours = None if is_own(agent) else parse_agent(agent)
    for option, name, value in (
        ("--sims", "sims", budget.simulations),
        ("--depth", "depth", budget.depth),
    ):
        if ours and value is not None and name not in ours.values:
            raise AgentError(
                f"{option} means nothing to {agent}",
                where="the options",
                expected="--sims for trees and flat Monte Carlo, --depth for searches in depth",
            )
    limits = budget.within(ours.budget) if ours else budget
    if limits.hard_s is not None or (ours and ours.is_ended_by(budget)):
        return budget
    return budget.within(Budget.of_time(_USUAL_S))


async def _ask(question: _Question, *, live: bool) -> Decision:
    async with WorkerPool(question.workers) as pool:
        search = pool.start(
            question.agent,
            question.view.text,
            question.budget,
            seed=question.seed,
            workers=question.workers,
        )
        with contextlib.suppress(NotImplementedError):  # where there are no signals
            asyncio.get_running_loop().add_signal_handler(signal.SIGINT, search.stop)
        if live:
            await _show_live(question, search)
        return await search.decision()


async def _show_live(question: _Question, search: RunningSearch) -> None:
    from rich.live import Live  # noqa: PLC0415 - it takes longer to import than a quick search

    answer = asyncio.ensure_future(search.decision())
    with Live(console=_console(), transient=True, auto_refresh=False) as screen:
        while not answer.done():
            await asyncio.wait((answer,), timeout=_REFRESH_S)
            thought = search.progress()
            if thought is not None:
                screen.update(_picture(question, thought), refresh=True)


def _console() -> Console:
    from rich.console import Console  # noqa: PLC0415

    return Console(highlight=False)


def _picture(question: _Question, thought: Thought) -> Group:
    from rich.console import Group  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    table = Table(box=None, pad_edge=False)
    table.add_column("move", no_wrap=True)
    for name in ("value", "visits", "share"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("")
    # a search that prunes knows no more of other moves than what they cannot be better than
    bounds = not is_own(question.agent) and parse_agent(question.agent).family.bounds_rest
    sign = "≤" if bounds else ""
    for move in thought.ranked()[: question.rows]:
        seen = move.visits > 0
        table.add_row(
            move.move,
            f"{sign if move.move != thought.best else ''}{move.value:+.2f}" if seen else "",
            f"{move.visits:,}" if seen else "",
            f"{move.share:.1%}" if seen else "",
            "█" * round(20 * move.share),
        )
    hidden = len(thought.moves) - question.rows
    more = [f"and {hidden} moves more"] if hidden > 0 else []
    return Group(
        _headline(question, thought), "", table, *more, "", "line  " + " ".join(thought.line)
    )


def _headline(question: _Question, thought: Thought) -> str:
    rate = thought.nodes / thought.seconds if thought.seconds else 0
    return (
        f"{question.agent}, seat {question.view.to_move}, {thought.workers} worker"
        f"{'s' if thought.workers > 1 else ''}: {thought.seconds:.1f} s, depth {thought.depth},"
        f" {thought.nodes:,} nodes ({rate:,.0f}/s)"
    )


def _conclude(question: _Question, decision: Decision) -> None:
    _console().print(_picture(question, decision.thought))
    for fault in decision.faults:
        click.echo(f"worker {fault.worker}: {fault.kind}: {fault.what}", err=True)
    if decision.agent_failed:
        click.echo(f"{question.agent} failed: this is not its own move", err=True)
    elif decision.is_substitute:
        click.echo(f"{question.agent} had no time: this is not its own move", err=True)
    elif decision.fallback:
        click.echo("no search had anything to say in that time; one ply had to do", err=True)
    click.echo(f"\nmove  {decision.move}{_why(question, decision)}")


def _why(question: _Question, decision: Decision) -> str:
    """By what the move was chosen, where another one has a better value."""
    seen = {each.move: each.value for each in decision.thought.moves if each.visits}
    if decision.fallback or is_own(question.agent) or decision.move not in seen:
        return ""
    agent = parse_agent(question.agent)
    final = str(agent.values.get("final", "best-value"))
    if (
        not agent.family.adds_up
        or final == "best-value"
        or seen[decision.move] == max(seen.values())
    ):
        return ""
    return f"  (chosen by {'value and visits' if final == 'secure' else 'visits'})"


def _facts(question: _Question, decision: Decision) -> dict[str, object]:
    thought = dataclasses.asdict(decision.thought)
    return {
        "position": question.view.text,
        "agent": question.agent,
        "seed": decision.seed,
        "move": decision.move,
        "fallback": decision.fallback,
        "faults": [dataclasses.asdict(fault) for fault in decision.faults],
        **thought,
    }
