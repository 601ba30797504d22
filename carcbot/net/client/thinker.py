"""How a bot chooses moves: budgets from clocks, decisions from workers."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from typing import Final

from carcbot.bot.decision_budget import budget_of
from carcbot.bot.seated_match import SeatedMatch
from carcbot.bot.time_plan import LagMeter
from carcbot.games.contract import CHANCE, OVER, View
from carcbot.messages.parts import Analysis
from carcbot.messages.server import Request
from carcbot.net.client.config import BotConfig
from carcbot.net.clock import now_ns
from carcbot.net.process.pool import WorkerPool
from carcbot.net.process.running_search import Decision, RunningSearch
from carcbot.search import own_agent
from carcbot.search.agent import parse_agent
from carcbot.search.budget import UNLIMITED, Budget
from carcbot.search.thought import Thought

__all__ = ["Thinker", "agent_text", "analysis_of", "analysis_with", "decision_seed"]

_TELLS_EVERY_S: Final = 0.5


class Thinker:
    """An agent on workers, which keeps its search from move to move in each match.

    Args:
        config: How the bot is set up.
        pool: The workers.
        most: What a decision may cost at most, besides what the config says.

    Attributes:
        agent: Who thinks, with no larger tree than it may have.
        lag: What moves lose on their way.
    """

    def __init__(self, config: BotConfig, pool: WorkerPool, most: Budget = UNLIMITED) -> None:
        self.agent = _with_memory(config.agent, config.memory_mb)
        self.lag = LagMeter(over_network=True)
        self._config = config
        self._pool = pool
        self._most = most.within(Budget(nodes=config.nodes or None))
        self._looked: dict[str, int] = {}

    async def decide(
        self,
        seated: SeatedMatch,
        view: View,
        request: Request,
        arrived_ns: int,
        tell: Callable[[Thought], Awaitable[None]] | None = None,
    ) -> tuple[Budget, Decision]:
        """The answer to a request that came at this moment, and what it was allowed to cost.

        Args:
            seated: Where it is asked.
            view: What its seat knows.
            request: What came.
            arrived_ns: When.
            tell: Is called now and then with what is thought so far.
        """
        begun_ns = now_ns()
        gone_s = (begun_ns - arrived_ns) / 1e9
        budget = budget_of(
            seated.clock,
            request,
            view,
            gone_s,
            self.lag.margin_s,
            agent=self.agent,
            late_s=self.lag.late_s,
        ).within(self._most)
        looked = self._looked.get(seated.match, 0)
        search = self._pool.start(
            self.agent,
            view.text,
            budget,
            seed=decision_seed(seated.game_key, request.seq, seated.seat),
            workers=self._config.threads_per_move,
            session=_session(seated),
            plies=seated.plies[looked:],
        )
        telling = asyncio.create_task(_tell(search, tell)) if tell else None
        try:
            decision = await search.decision()
        finally:
            if telling:
                telling.cancel()
        if budget.hard_s is not None:
            self.lag.was_late((now_ns() - begun_ns) / 1e9 - budget.hard_s)
        self._looked[seated.match] = len(seated.plies)
        return budget, decision

    def ponder(self, seated: SeatedMatch) -> None:
        """Thinks on until the next decision, where another seat is to move."""
        view, looked = seated.view, self._looked.get(seated.match)
        if view is None or looked is None or view.to_move in {seated.seat, CHANCE, OVER}:
            return
        plies = seated.plies[looked:]
        seed = decision_seed(seated.game_key, seated.seq, seated.seat)
        if self._pool.ponder(_session(seated), self.agent, view.text, plies, seed):
            self._looked[seated.match] = len(seated.plies)

    async def end(self, seated: SeatedMatch) -> None:
        """Forgets a match."""
        self._looked.pop(seated.match, None)
        await self._pool.end_session(_session(seated))


def _session(seated: SeatedMatch) -> str:
    """The name under which the search of a match is kept."""
    return f"{seated.match}:{seated.seat}"


async def _tell(search: RunningSearch, tell: Callable[[Thought], Awaitable[None]]) -> None:
    """Tells what is thought whenever that is something new, now and then, until it is cancelled."""
    told = 0
    while True:
        await asyncio.sleep(_TELLS_EVERY_S)
        thought = search.progress()
        if thought is not None and thought.nodes > told:
            told = thought.nodes
            await tell(thought)


def analysis_of(thought: Thought) -> Analysis:
    """A thought as it is shown to those who watch."""
    return Analysis(thought.value, thought.depth, thought.nodes, thought.line[:100])


def analysis_with(decision: Decision, *, tells: bool) -> Analysis | None:
    """What is said with a move: what was thought, if the bot tells, and whose the move is.

    That another had to choose it, because the agent failed, is said in any case; what that other
    thought is nothing that the agent thought.
    """
    if decision.is_substitute:
        return Analysis(by="substitute")
    return analysis_of(decision.thought) if tells else None


def agent_text(config: BotConfig) -> str:
    """The bot's agent as text, with all its own limits: it makes the same decisions again."""
    agent = _with_memory(config.agent, config.memory_mb)
    if own_agent.is_own(agent) or not config.nodes:
        return agent
    values = parse_agent(agent).values
    if "nodes" not in values or 0 < int(values["nodes"]) <= config.nodes:
        return agent
    return f"{agent}{',' if ':' in agent else ':'}nodes={config.nodes}"


def _with_memory(agent: str, megabytes: int) -> str:
    """The agent, with no larger tree than this."""
    if own_agent.is_own(agent):
        return agent
    parsed = parse_agent(agent)
    if int(parsed.values.get("memory", 0)) <= megabytes:
        return agent
    return f"{agent}{',' if ':' in agent else ':'}memory={megabytes}"


def decision_seed(game_key: str, seq: int, seat: int) -> int:
    """A seed for each decision, which is the same when the decision is made again.

    Args:
        game_key: The commitment of the match.
        seq: The last event before the decision.
        seat: Whose it is.
    """
    digest = hashlib.sha256(f"{game_key} {seq} {seat}".encode()).digest()
    return int.from_bytes(digest[:7])
