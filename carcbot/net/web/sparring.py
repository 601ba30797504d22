"""Bots that play against a person at a page: ordinary client processes that the referee starts."""

import asyncio
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from carcbot.bot.process_limits import ProcessLimits
from carcbot.errors import AgentError
from carcbot.net.limited import Limited
from carcbot.net.store.accounts import new_token
from carcbot.referee.course import HOUSE

if TYPE_CHECKING:
    from carcbot.net.referee.tokens import Tokens
    from carcbot.net.store.store import Store

__all__ = ["Sparring"]

_LONGEST_S = 6 * 3600.0

_log = structlog.get_logger()


class Sparring:
    """Starts bots for the seats of a match, and ends them with it.

    Args:
        tokens: Where the bots' tokens are added.
        store: Where their accounts are, if there is a database.
        most: How many there may be at once.
        limits: What each of their processes may take.
    """

    def __init__(
        self, tokens: "Tokens", store: "Store | None", most: int, limits: ProcessLimits
    ) -> None:
        self._tokens = tokens
        self._store = store
        self._most = most
        self._limits = limits
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def check_room(self, wanted: int) -> None:
        """Looks whether so many more bots may play.

        Raises:
            AgentError: They may not.
        """
        if len(self._tasks) + wanted > self._most:
            raise AgentError(
                f"{len(self._tasks)} bots play here already, and {wanted} more would be too many",
                expected=f"at most {self._most} at once: wait until a match is over",
            )

    async def call(
        self,
        url: str,
        match: str,
        agents: Mapping[int, str],
        seated: Sequence[str | None],
        now_us: int,
    ) -> None:
        """Has a bot take each of these seats.

        Args:
            url: Where the referee is.
            match: The match.
            agents: Who plays, by seat: presets, with their limits.
            seated: The accounts that have the match's seats; a bot of a seat that is taken plays
                for the account that has it.
            now_us: Since 1970.

        Raises:
            InputError: The database cannot be used.
        """
        for seat, agent in agents.items():
            account = seated[seat] or self._free_name(agent.partition(":")[0])
            if self._store is not None and await self._store.account(account) is None:
                await self._store.add_account(account, "house", now_us)
            run = self._run(account, url, match, seat, agent)
            self._tasks[account] = asyncio.create_task(run)

    async def close(self) -> None:
        """Ends all of them."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _free_name(self, agent: str) -> str:
        """An account of this agent that does not play now; the same ones are used again."""
        number = 1
        while f"{HOUSE}{agent[:28]}-{number}" in self._tasks:
            number += 1
        return f"{HOUSE}{agent[:28]}-{number}"

    async def _run(self, account: str, url: str, match: str, seat: int, agent: str) -> None:
        token = new_token()
        self._tokens.add(account, token)
        try:
            with tempfile.TemporaryDirectory(prefix="carcbot-") as folder:
                config = Path(folder) / "bot.toml"
                lines = (f'url = "{url}"', f'agent = "{agent}"', f'table = "{match}"')
                text = "\n".join([*lines, f"seat = {seat}", "count = 1", ""])
                await asyncio.to_thread(config.write_text, text)
                await self._play(config, token, match, seat)
        finally:
            self._tokens.remove(token)
            del self._tasks[account]

    async def _play(self, config: Path, token: str, match: str, seat: int) -> None:
        command = (sys.executable, "-m", "carcbot", "bot", "run", str(config), "--log", "json")
        bot = Limited(command, self._limits)
        try:
            process = await bot.start(env=os.environ | {"CARCBOT_TOKEN": token})
            async with asyncio.timeout(_LONGEST_S):
                await process.wait()
        except TimeoutError:
            _log.warning("a bot plays for too long", match=match, seat=seat)
        finally:
            await bot.stop()
