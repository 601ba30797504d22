"""``carcbot replay rethink``: what a search does in the positions of a match."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from carcbot.cli.exit_code import ExitCode
from carcbot.cli.replay.record_files import FILE, whole_record
from carcbot.cli.screen import progress
from carcbot.cli.values import Seconds, agent_names
from carcbot.cli.words import player
from carcbot.errors import AgentError, OptionsError
from carcbot.messages.events import Started
from carcbot.search.budget import Budget

if TYPE_CHECKING:
    from carcbot.net.process.blocking_pool import BlockingPool
    from carcbot.net.process.running_search import Decision
    from carcbot.replay.decisions import RecordedDecision
    from carcbot.replay.record import MatchRecord

__all__ = ["rethink"]

_LONG_S: Final = 3600.0
"""No decision takes as long that something else limits."""


@click.command(epilog="Example: carcbot replay rethink match.jsonl --agent mcts --time 1")
@click.argument("file", type=FILE)
@click.option(
    "--agent",
    metavar="AGENT",
    shell_complete=agent_names,
    help="The agent.  [default: the one that played, if the record says so]",
)
@click.option("--time", "seconds", type=Seconds(0.005, 3600), help="Seconds for each decision.")
@click.option("--nodes", type=click.IntRange(1), help="Nodes for each decision.")
@click.option("--seat", type=click.IntRange(0, 5), help="Only the moves of this seat.")
@click.option(
    "--all", "tells_all", is_flag=True, help="Also list the moves where it decides the same."
)
def rethink(
    *,
    file: Path,
    agent: str | None,
    seconds: float | None,
    nodes: int | None,
    seat: int | None,
    tells_all: bool,
) -> None:
    """Let a search think again about each move of a match, and say where it decides differently.

    The records of 'carcbot play' name the agent of each seat. Where nodes, simulations or depth
    limited them, the same carcbot makes the same moves again. The search gets what the seat knew
    then, and nothing else.
    """
    from carcbot.net.process.blocking_pool import BlockingPool
    from carcbot.replay.decisions import recorded_decisions

    with whole_record(file) as record:
        agents = _agents(record, agent)
        if seat is not None and seat >= len(agents):
            raise OptionsError(
                f"there is no seat {seat}", where="--seat", expected=f"0 to {len(agents) - 1}"
            )
        asked = [
            each
            for each in recorded_decisions(record)
            if seat in {None, each.seat} and agents[each.seat]
        ]
        budgets = {
            each: _budget(each, seconds, nodes) for each in {agents[at.seat] for at in asked}
        }
        others, not_own = 0, Counter[str]()
        with BlockingPool(1, agent or "") as pool, progress("moves", len(asked)) as step:
            for question in asked:
                name = agents[question.seat]
                decision = _decide(pool, record, question, name, budgets[name])
                others += decision.move != question.move
                not_own[name] += decision.is_substitute
                if tells_all or decision.move != question.move:
                    click.echo(_told(record, question, decision))
                step()
        click.echo(f"{len(asked)} moves: {len(asked) - others} the same, {others} others")
        for name, count in (+not_own).items():
            click.echo(f"{name} failed: {count} of these moves are not its own", err=True)
        if +not_own:
            click.get_current_context().exit(ExitCode.AGENT_FAILED)


def _agents(record: MatchRecord, agent: str | None) -> list[str]:
    """Who thinks at each seat; nobody where a person did."""
    from carcbot.search.own_agent import check_agent

    if agent is not None:
        check_agent(agent, record.lines.header.game)
        return [agent] * len(record.accounts)
    agents = list(record.lines.header.agents)
    if len(agents) != len(record.accounts):
        raise AgentError(
            "this record does not say who thought", where=record.name, expected="--agent AGENT"
        )
    return agents


def _budget(agent: str, seconds: float | None, nodes: int | None) -> Budget:
    """What an agent may spend on a decision.

    Raises:
        AgentError: It would think for ever.
    """
    from carcbot.search.agent import parse_agent
    from carcbot.search.own_agent import is_own

    said = Budget(hard_s=seconds, nodes=nodes)
    if is_own(agent) or seconds:
        return said
    if not parse_agent(agent).is_ended_by(said):
        raise AgentError(
            f"{agent} was limited by its clock alone, and would think for ever",
            where="the budget",
            expected="--time SECONDS or --nodes NODES",
        )
    # Who plays by a clock does not think where there is only one move, and so has other numbers of
    # chance for the next one: here there is a clock, too.
    return Budget(hard_s=_LONG_S, nodes=nodes)


def _decide(
    pool: BlockingPool, record: MatchRecord, question: RecordedDecision, agent: str, budget: Budget
) -> Decision:
    """The decision, with the seed and the tree that the player of a bot has."""
    from carcbot.net.client.thinker import decision_seed

    first = record.events[0].event
    game_key = first.commitment if isinstance(first, Started) else ""
    return pool.decide(
        agent,
        question.position,
        budget,
        seed=decision_seed(game_key, question.seq, question.seat),
        session=f"seat {question.seat}",
        plies=question.plies,
    )


def _told(record: MatchRecord, question: RecordedDecision, decision: Decision) -> str:
    who = player(record.accounts, question.seat)
    same = "the same" if decision.move == question.move else f"now {decision.move}"
    thought = f"worth {decision.thought.value:.1f} points"
    return f"move {question.number}  {who}  {question.move}: {same}, {thought}"
