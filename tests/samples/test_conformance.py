"""Tests that the sample bots keep the protocol, check by check."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence

import pytest

from carcbot.conform.bot_checks import BOT
from carcbot.conform.bot_checks.competition import CUP
from carcbot.conform.drivers import Driver, Started
from carcbot.conform.examination import examine_bot
from carcbot.conform.kit import Outcome, Talk
from carcbot.games import USUAL_GAME
from carcbot.net.client.config import BotConfig
from carcbot.net.client.stdio import StdioBot
from tests.samples.hosting import SAMPLES, TERMS
from tests.waiting import PATIENCE_S

# what a bot need not do, and these do not: they check no digests, and play one game if not told
NOT_DONE = (
    "sync.",
    "joint.",
    "moves.whole-game-of-",
    *(
        "transcript." + each
        for each in ("deck", "hidden-cards", "joint-seed", "mistakes", "three-seats-one-resigns")
    ),
)
# what they do if they are told to, as they are in the other tests
TO_BE_TOLD = ("tables.", "lobby.", "competitions.")
JOBS = 12
"""Checks at once: they mostly wait."""


class WithLines:
    """A sample that speaks in lines, on a websocket of this process: a check starts nothing else.

    Args:
        words: The sample and its arguments.
    """

    host = "127.0.0.1"
    port = 0
    comes_in_s = PATIENCE_S

    def __init__(self, words: tuple[str, ...]) -> None:
        self._words = words

    @contextlib.asynccontextmanager
    async def running(self, url: str, token: str, talk: Talk) -> AsyncIterator[asyncio.Future[int]]:
        """Has it there as long as the context lasts."""
        del talk
        bot = StdioBot(BotConfig(url=url, stdio=self._words), token, seed=1)
        task = asyncio.create_task(bot.run())
        try:
            yield asyncio.get_running_loop().create_future()
        finally:  # also where the check is skipped
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


async def conform(
    sample: str,
    *arguments: str,
    only: str = "",
    without: Iterable[str] = (),
    games: Sequence[str] = (USUAL_GAME,),
) -> Mapping[str, Outcome]:
    """What the kit says of a sample, by the names of its checks."""
    words = (*SAMPLES[sample], *arguments)
    driver: Driver = WithLines(words) if sample == "bash" else Started(words, comes_in_s=PATIENCE_S)
    left_out = {check.name for pattern in without for check in BOT.chosen(pattern)}
    checks = [check for check in BOT.chosen(only) if check.name not in left_out]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NO_PROXY", "*")
        return await examine_bot(
            driver, games, checks, lambda _: None, jobs=JOBS, patience_s=PATIENCE_S
        )


def named(outcomes: Mapping[str, Outcome], verdict: str) -> dict[str, Outcome]:
    """Those with this verdict."""
    return {name: each for name, each in outcomes.items() if each.verdict == verdict}


@pytest.mark.asyncio
@pytest.mark.parametrize("sample", SAMPLES)
async def test_conforms(sample: str) -> None:
    """A sample passes every check of the kit that is about what it does without being told."""
    outcomes = await conform(sample, without=(*TO_BE_TOLD, *NOT_DONE))
    assert len(named(outcomes, "passed")) == len(outcomes) > 120, outcomes


@pytest.mark.asyncio
async def test_conforms_in_thurn_and_taxis() -> None:
    """The one in JavaScript plays a whole game of it as well, told what its seat sees."""
    outcomes = await conform("node", only="whole-game-of-thurn", games=("thurn_and_taxis",))
    assert len(named(outcomes, "passed")) == len(outcomes) == 1, outcomes


@pytest.mark.asyncio
@pytest.mark.parametrize("sample", SAMPLES)
async def test_conforms_when_it_sits_down(sample: str) -> None:
    """With --sit it passes those about tables as well."""
    outcomes = await conform(sample, "--sit", only="tables.")
    assert len(named(outcomes, "passed")) == len(outcomes) >= 4, outcomes


@pytest.mark.asyncio
@pytest.mark.parametrize("sample", SAMPLES)
async def test_conforms_when_it_enters(sample: str) -> None:
    """With --enter it passes all about competitions."""
    outcomes = await conform(sample, "--enter", CUP, only="competitions.")
    assert len(named(outcomes, "passed")) == len(outcomes) >= 10, outcomes


@pytest.mark.asyncio
@pytest.mark.parametrize("sample", SAMPLES)
async def test_conforms_when_it_seeks(sample: str) -> None:
    """With --seek it passes those about the lobby, but for challenges, which it does not answer."""
    outcomes = await conform(sample, "--seek", TERMS, only="lobby.")
    assert named(outcomes, "failed") == {}
    skipped = named(outcomes, "skipped")
    assert all(name.startswith("lobby.challenge-") for name in skipped), skipped
    assert len(named(outcomes, "passed")) >= 10
