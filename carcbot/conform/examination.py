"""Putting a referee or a bot through all its checks."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Final

from carcbot.conform.cup import prepare_cup
from carcbot.conform.drivers import Driver
from carcbot.conform.kit import PATIENCE_S, Check, During, Outcome, run_checks
from carcbot.conform.referee_under_test import Referee
from carcbot.conform.server_checks.shutdown import set_out
from carcbot.conform.stage import Bots, Stage
from carcbot.conform.visit import Visit
from carcbot.conform.wire import Address

__all__ = ["examine_bot", "examine_server"]

_SHARED_BY: Final = 3
"""How many accounts take part in what checks share: each of them needs all of these."""


async def examine_server(
    address: Address,
    tokens: Sequence[str],
    checks: Sequence[Check[Visit]],
    tell: Callable[[Outcome], None],
    *,
    patience_s: float = PATIENCE_S,
    drain: Callable[[], Awaitable[None]] | None = None,
) -> Mapping[str, Outcome]:
    """What comes of these checks of the referee at an address.

    Args:
        address: Where it is.
        tokens: Of accounts that nobody else uses: what they play is given up.
        checks: Which.
        tell: Is told of every outcome as soon as it is there.
        patience_s: How long they wait for what must come.
        drain: Tells the referee to stop when its matches are over, for the checks about that, which
            come last; without it they are skipped.

    Raises:
        FailedError: Nobody is there, or it says no hello.
        InputError: The address is impossible, or nobody is trusted who vouches for it.
    """
    referee = await Referee.at(address, tokens, patience_s)
    room = len(tokens)
    outcomes: dict[str, Outcome] = {}

    async def share(during: During, prepare: Callable[[Visit], Awaitable[object]]) -> None:
        """Makes those checks that share what goes on, never two of them at once."""
        chosen = [check for check in checks if check.during == during]
        async with referee.sharing(prepare) as lend:
            outcomes.update(
                await run_checks(chosen, min(room, _SHARED_BY), lend, tell, patience_s=patience_s)
            )

    await share("contest", prepare_cup)
    usual = [check for check in checks if not check.during]
    outcomes |= await run_checks(usual, room, referee.lend, tell, patience_s=patience_s)
    await share("draining", partial(set_out, drain=drain))
    return {check.name: outcomes[check.name] for check in checks}


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
