"""Putting a referee or a bot through all its checks."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from carcbot.net.conform.driving import Driver
from carcbot.net.conform.kit import PATIENCE_S, Check, Outcome, run_checks
from carcbot.net.conform.stage import Bots, Stage
from carcbot.net.conform.visit import Referee, Visit

__all__ = ["examine_bot", "examine_server"]


async def examine_server(
    url: str,
    tokens: Sequence[str],
    checks: Sequence[Check[Visit]],
    tell: Callable[[Outcome], None],
    *,
    patience_s: float = PATIENCE_S,
    drain: Callable[[], Awaitable[None]] | None = None,
) -> Mapping[str, Outcome]:
    """What comes of these checks of the referee at an address.

    Args:
        url: ``ws://HOST:PORT/play``.
        tokens: Of accounts that nobody else uses: what they play is given up.
        checks: Which.
        tell: Is told of every outcome as soon as it is there.
        patience_s: How long they wait for what must come.
        drain: Tells the referee to stop when its matches are over, for the checks about that, which
            come last; without it they are skipped.

    Raises:
        FailedError: Nobody is there, or it says no hello.
        InputError: The address is impossible.
    """
    referee = await Referee.at(url, tokens)
    room = len(tokens)
    usual = [check for check in checks if not check.drains]
    last = [check for check in checks if check.drains]
    outcomes = dict(await run_checks(usual, room, referee.lend, tell, patience_s=patience_s))
    async with referee.draining(drain) as lend:
        outcomes |= await run_checks(last, room, lend, tell, patience_s=patience_s)
    return outcomes


async def examine_bot(
    driver: Driver,
    games: Sequence[str],
    checks: Sequence[Check[Stage]],
    tell: Callable[[Outcome], None],
    *,
    jobs: int,
    patience_s: float = PATIENCE_S,
) -> Mapping[str, Outcome]:
    """What comes of these checks of a bot.

    Args:
        driver: Where the bot comes from.
        games: What it plays.
        checks: Which.
        tell: Is told of every outcome as soon as it is there.
        jobs: How many of them at once.
        patience_s: How long they wait for what must come.

    Raises:
        AgentError: It cannot be started.
    """
    return await run_checks(checks, jobs, Bots(driver, games).lend, tell, patience_s=patience_s)
