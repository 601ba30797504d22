"""Putting a referee or a bot through all its checks."""

from collections.abc import Callable, Mapping, Sequence

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
) -> Mapping[str, Outcome]:
    """What comes of these checks of the referee at an address.

    Args:
        url: ``ws://HOST:PORT/play``.
        tokens: Of accounts that nobody else uses: what they play is given up.
        checks: Which.
        tell: Is told of every outcome as soon as it is there.
        patience_s: How long they wait for what must come.

    Raises:
        FailedError: Nobody is there, or it says no hello.
        InputError: The address is impossible.
    """
    referee = await Referee.at(url, tokens)
    return await run_checks(checks, len(tokens), referee.lend, tell, patience_s=patience_s)


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
