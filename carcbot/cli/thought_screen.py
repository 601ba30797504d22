"""What an agent knows of each move, in the terminal, while it thinks and afterwards."""

import asyncio
import contextlib
import signal
from dataclasses import dataclass

import click
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table

from carcbot.games.contract import View
from carcbot.net.process.pool import WorkerPool
from carcbot.net.process.running_search import Decision, RunningSearch
from carcbot.search.agent import parse_agent
from carcbot.search.budget import Budget
from carcbot.search.own_agent import is_own
from carcbot.search.thought import Thought

__all__ = ["Question", "ask", "conclude"]

_REFRESH_S = 0.1


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: of whom, about what, within which limits, and how many moves are shown."""

    agent: str
    view: View
    budget: Budget
    seed: int
    workers: int
    rows: int


def ask(question: Question, *, live: bool) -> Decision:
    """What the agent decides; if it is looked at live, a table shows what it knows meanwhile."""
    return asyncio.run(_ask(question, live=live))


async def _ask(question: Question, *, live: bool) -> Decision:
    async with WorkerPool(question.workers, agent=question.agent) as pool:
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


async def _show_live(question: Question, search: RunningSearch) -> None:
    answer = asyncio.ensure_future(search.decision())
    with Live(console=Console(highlight=False), transient=True, auto_refresh=False) as screen:
        while not answer.done():
            await asyncio.wait((answer,), timeout=_REFRESH_S)
            thought = search.progress()
            if thought is not None:
                screen.update(_picture(question, thought), refresh=True)


def _picture(question: Question, thought: Thought) -> Group:
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


def _headline(question: Question, thought: Thought) -> str:
    rate = thought.nodes / thought.seconds if thought.seconds else 0
    return (
        f"{question.agent}, seat {question.view.to_move}, {thought.workers} worker"
        f"{'s' if thought.workers > 1 else ''}: {thought.seconds:.1f} s, depth {thought.depth},"
        f" {thought.nodes:,} nodes ({rate:,.0f}/s)"
    )


def conclude(question: Question, decision: Decision) -> None:
    """Shows the move, and what it was chosen by."""
    Console(highlight=False).print(_picture(question, decision.thought))
    for fault in decision.faults:
        click.echo(f"worker {fault.worker}: {fault.kind}: {fault.what}", err=True)
    if decision.agent_failed:
        click.echo(f"{question.agent} failed: this is not its own move", err=True)
    elif decision.is_substitute:
        click.echo(f"{question.agent} had no time: this is not its own move", err=True)
    elif decision.fallback:
        click.echo("no search had anything to say in that time; one ply had to do", err=True)
    click.echo(f"\nmove  {decision.move}{_why(question, decision)}")


def _why(question: Question, decision: Decision) -> str:
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
