"""Bots that play against a person at a page: ordinary client processes that the referee starts."""

import asyncio
import tempfile
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from carcbot.errors import InputError
from carcbot.net.host.bot_launcher import BotLauncher
from carcbot.referee.match_course import HOUSE

if TYPE_CHECKING:
    from carcbot.net.store.store import Store

__all__ = ["Bots", "Opponents"]

_LONGEST_S = 6 * 3600.0

_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Bots:
    """Those that are to come to a match.

    Attributes:
        match: Its name.
        agents: Who plays, by seat: presets, with their limits.
        accounts: For whom each of them plays, by seat.
    """

    match: str
    agents: Mapping[int, str]
    accounts: Mapping[int, str]


class Opponents:
    """Starts bots for the seats of a match, and ends them with it.

    A bot's account is set aside before anything is waited for, so that no other request gets it, or
    the last place, meanwhile.

    Args:
        launcher: Starts the bots.
        store: Where their accounts are, if there is a database.
        most: How many there may be at once.

    Attributes:
        most: The same.
    """

    def __init__(self, launcher: BotLauncher, store: "Store | None", most: int) -> None:
        self._launcher = launcher
        self._store = store
        self.most = most
        self._taken: dict[str, str] = {}  # accounts, and the match of each that has one
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def has_room(self, wanted: int) -> bool:
        """Whether so many more bots may play here now."""
        return len(self._taken) + wanted <= self.most

    def count(self, match: str) -> int:
        """How many bots a match has here."""
        return sum(of == match for of in self._taken.values())

    def set_aside(self, agents: Mapping[int, str]) -> Mapping[int, str]:
        """An account for a bot of each of these seats, which nobody else gets.

        To be used up by `call`, or given back.

        Args:
            agents: Who plays, by seat: presets, with their limits.

        Raises:
            InputError: So many bots may not play here now.
        """
        if not self.has_room(len(agents)):
            raise InputError(
                f"{len(self._taken)} bots play here already, and {len(agents)} more would be too"
                " many",
                expected=f"at most {self.most} at once: wait until a match is over",
            )
        return {seat: self._take(agent.partition(":")[0]) for seat, agent in agents.items()}

    def set_aside_again(
        self, agents: Mapping[int, str], seated: Sequence[str | None]
    ) -> Mapping[int, str]:
        """The same for bots that come back, and so have places: those of before, if they had any.

        Args:
            agents: Who plays, by seat.
            seated: The accounts that have the match's seats. A bot of a seat that is taken plays
                for the account that has it, if no other does.
        """
        accounts = {}
        for seat, agent in agents.items():
            account = seated[seat] or self._take(agent.partition(":")[0])
            if seated[seat] is None or account not in self._taken:
                self._taken.setdefault(account, "")
                accounts[seat] = account
        return accounts

    def give_back(self, accounts: Iterable[str]) -> None:
        """No bots were called for these accounts, nor will be."""
        for account in accounts:
            if account not in self._tasks:
                self._taken.pop(account, None)

    async def call(self, bots: Bots, now_us: int, left: Callable[[str], None]) -> None:
        """Has all of these bots come, or none; their accounts were set aside.

        Args:
            bots: Who is to come where.
            now_us: Since 1970.
            left: Is told the match when a bot of it has ended by itself, for whatever reason.

        Raises:
            InputError: Meanwhile their table was taken away.
            UnavailableError: The database cannot be used.
        """
        match, accounts = bots.match, bots.accounts
        self._taken |= dict.fromkeys(accounts.values(), match)
        try:
            for account in accounts.values():
                if self._store is not None and await self._store.account(account) is None:
                    await self._store.add_account(account, "house", now_us)
        except BaseException:  # also who asked may have gone
            self.give_back(accounts.values())
            raise
        if any(self._taken.get(account) != match for account in accounts.values()):
            raise InputError("the bots took too long to come", expected="another try")
        for seat, account in accounts.items():
            self._start(account, self._run(bots, seat, left))

    def end(self, match: str) -> None:
        """Ends the bots of a match, or has none come that were to."""
        for account in [each for each, of in self._taken.items() if of == match]:
            task = self._tasks.get(account)
            if task is None:
                del self._taken[account]
            else:
                task.cancel()

    async def gone(self, match: str) -> None:
        """Ends the bots of a match, and waits until their places are free."""
        accounts = [each for each, of in self._taken.items() if of == match]
        tasks = [self._tasks[each] for each in accounts if each in self._tasks]
        self.end(match)
        if tasks:
            await asyncio.wait(tasks)

    async def close(self) -> None:
        """Ends all of them."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _take(self, agent: str) -> str:
        """An account of this agent that nobody has now; the same ones are used again."""
        number = 1
        while (account := f"{HOUSE}{agent[:28]}-{number}") in self._taken:
            number += 1
        self._taken[account] = ""
        return account

    def _start(self, account: str, run: Coroutine[None, None, None]) -> None:
        """Starts a bot. Its account is free when it has ended, and also if it never began."""

        def over(_: asyncio.Task[None]) -> None:
            del self._tasks[account], self._taken[account]

        task = self._tasks[account] = asyncio.create_task(run)
        task.add_done_callback(over)

    async def _run(self, bots: Bots, seat: int, left: Callable[[str], None]) -> None:
        match, agent, url = bots.match, bots.agents[seat], self._launcher.url
        try:
            with tempfile.TemporaryDirectory(prefix="carcbot-") as folder:
                config = Path(folder) / "bot.toml"
                lines = (f'url = "{url}"', f'agent = "{agent}"', f'table = "{match}"')
                text = "\n".join([*lines, f"seat = {seat}", "count = 1", ""])
                await asyncio.to_thread(config.write_text, text)
                async with asyncio.timeout(_LONGEST_S):
                    account = bots.accounts[seat]
                    await self._launcher.play(account, str(config), "--log", "json")
        except TimeoutError:
            _log.warning("a bot plays for too long", match=match, seat=seat)
        except OSError as error:  # no more processes or files, or a disk that is full
            _log.warning("a bot cannot be started", match=match, seat=seat, error=str(error))
        left(match)
