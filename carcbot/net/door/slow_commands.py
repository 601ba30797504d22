"""Commands that may have to wait for the database or their turn: the hello, and the lobby's."""

import asyncio
from typing import Final

import msgspec
import structlog

from carcbot.errors import InputError, UnavailableError
from carcbot.messages.client import (
    Command,
    CompetitionCommand,
    EntryCommand,
    QueryCommand,
)
from carcbot.messages.lobby import Capacity, History
from carcbot.messages.server import Ack, Error
from carcbot.net.competitions import Competitions as Hosted
from carcbot.net.door.arrivals import FairQueue
from carcbot.net.door.connection import Connection
from carcbot.net.door.gatekeeper import Gatekeeper
from carcbot.net.door.greeting import Greeting
from carcbot.net.host.floor import Floor
from carcbot.net.host.lobby_queue import LobbyQueue
from carcbot.referee.commands import Answer
from carcbot.referee.step import Refusal

__all__ = ["SlowCommands"]

_EXPIRE_AT_ONCE: Final = 20
_REST_S: Final = 0.01

_log = structlog.get_logger()


class SlowCommands:
    """Carries out what takes some waiting; each is answered, whatever comes of it.

    Args:
        greeting: Finds out who comes.
        gatekeeper: Refuses what somebody may not ask for.
        floor: Where commands go.
        competitions: Where those go that are about one.
        fair_queue: Whose turn it is where many want something of the loop at once.
    """

    def __init__(
        self,
        greeting: Greeting,
        gatekeeper: Gatekeeper,
        floor: Floor,
        competitions: Hosted,
        fair_queue: FairQueue,
    ) -> None:
        self._greeting = greeting
        self._gatekeeper = gatekeeper
        self._floor = floor
        self._competitions = competitions
        self._fair_queue = fair_queue
        self._lobby_queue = LobbyQueue()

    async def carry_out(self, client: Connection, command: Command, arrived_ns: int) -> None:
        """Carries out what may need the database; whatever comes of it, there is an answer."""
        try:
            await self._try(client, command, arrived_ns)
        except Exception:  # noqa: BLE001 - no bug of ours may end a connection without a word
            _log.exception("referee fault", account=client.account, address=client.address)
            error = Error("referee_fault", "the referee is broken", command.id)
            if client.holder is not None:
                client.put(error)
            else:
                client.close(1001, msgspec.structs.replace(error, fatal=True))

    async def _try(self, client: Connection, command: Command, arrived_ns: int) -> None:
        holder = client.holder
        if holder is None:
            await self._greeting.greet(client, command)
            return
        scope = "watch" if isinstance(command, QueryCommand) else "lobby"
        if isinstance(command, EntryCommand | Capacity):
            scope = "play"
        if scope not in holder.scopes:
            self._gatekeeper.refuse_scope(client, command, scope)
            return
        try:
            if isinstance(command, History):  # the database takes long
                async with self._lobby_queue.turn():
                    if not client.is_closing:  # it may have been sent away while it waited
                        await self._carry_out_in_lobby(client, holder.account, command, arrived_ns)
            else:
                await self._fair_queue.wait()  # one in a round of the loop, of what all ask for
                if not client.is_closing:
                    await self._carry_out_in_lobby(client, holder.account, command, arrived_ns)
        except UnavailableError:
            _log.exception("the lobby's database fails", account=holder.account)
            text = "the lobby's database cannot be used just now: try again"
            client.put(Error("referee_fault", text, command.id))
        except InputError as error:  # text that no database takes, as a name with a NUL in it
            client.put(Error("not_allowed", str(error), command.id))

    async def _carry_out_in_lobby(
        self, client: Connection, account: str, command: Command, arrived_ns: int
    ) -> None:
        if isinstance(command, History):
            found = await self._floor.keeper.history(command)
            client.put(Ack(command.id, history=found))
            return
        if isinstance(command, CompetitionCommand):
            try:
                client.put(self._competitions.carry_out(command, account))
            except Refusal as refusal:
                client.put(Error(refusal.code, refusal.text, command.id))
            return
        answer = self._floor.carry_out(client, account, command, arrived_ns)
        if answer is not None:
            await self._finish_in_lobby(client, account, answer)

    async def _finish_in_lobby(self, client: Connection, account: str, answer: Answer) -> None:
        """Keeps what has changed, then says it, then looks who has met."""
        step = answer.lobby
        if step is None:
            return
        lobby = self._floor.hall.lobby
        lobby.hold(step)
        try:
            await self._floor.keeper.save(step, self._floor.now_us())
            if step.kept or step.gone:
                await self._fair_queue.wait()  # many were written together, and are said in turn
        except Exception:
            lobby.undo(step, account)
            raise
        finally:
            lobby.let_go(step)
        client.put(answer.ack)
        self._floor.matchmaker.whisper(step.says)
        self._floor.matchmaker.pair()

    async def expire(self) -> None:
        """Gives up offers that have expired, some at a time."""
        lobby = self._floor.hall.lobby
        while True:
            now_us = self._floor.now_us()
            step = lobby.wake(now_us, _EXPIRE_AT_ONCE)
            self._floor.matchmaker.whisper(step.says)
            try:
                await self._floor.keeper.save(step, now_us)
            except UnavailableError:
                _log.exception("offers that have expired are still in the lobby's database")
            if not step.gone:
                return
            await asyncio.sleep(_REST_S)
