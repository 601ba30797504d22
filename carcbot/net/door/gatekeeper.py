"""What clients say: how much of it, and of what kind, is listened to."""

from typing import Final, get_args

import structlog
from aiohttp import WSMessage, WSMsgType

from carcbot.messages import codec
from carcbot.messages.client import (
    Command,
    Desync,
    Leave,
    LobbyCommand,
    Open,
    QueryCommand,
    Resume,
    Sit,
)
from carcbot.messages.parts import ErrorCode
from carcbot.messages.server import Error
from carcbot.net.clock import now_ns
from carcbot.net.door.conduct import Conduct, retry_after
from carcbot.net.door.connection import Connection
from carcbot.net.door.refusal_log import RefusalLog
from carcbot.net.host.floor import Floor

__all__ = ["Gatekeeper"]

_MOST_FAULTS: Final = 20
_AWAITING: Final = frozenset(get_args(QueryCommand | LobbyCommand))
_COSTLY: Final = _AWAITING | {Open, Sit, Leave, Resume, Desync}
"""Each costs more than a move: the database is asked, all tables are looked at, a line is written
that may have to reach the disk, or all that has happened is said again."""

_log = structlog.get_logger()


class Gatekeeper:
    """Hears what clients say, as far as they keep to the limits, and sends away who does not.

    Args:
        floor: Where commands go.
        conduct: Remembers how accounts have behaved.
        refusal_log: Where it is told of strangers.
        burst: How many commands somebody may be refused in a row.
    """

    def __init__(
        self, floor: Floor, conduct: Conduct, refusal_log: RefusalLog, *, burst: int
    ) -> None:
        self._floor = floor
        self._conduct = conduct
        self._refusal_log = refusal_log
        self._burst = burst

    def hear(self, client: Connection, frame: bytes, arrived_ns: int) -> Command | None:
        """Does what a frame asks for; returns the command if that takes some waiting."""
        if client.is_closing:
            return None
        command = codec.decode_command(frame)
        wait_s = client.bucket.take(arrived_ns)
        if not wait_s and type(command) in _COSTLY:
            wait_s = client.lobby_bucket.take(arrived_ns)
        if wait_s:
            self._refuse_fast(client, command, wait_s)
            return None
        if client.refused:
            client.refused -= 1
        if isinstance(command, codec.Malformed):
            client.faults += 1
            if client.faults > _MOST_FAULTS:
                self.close_at_fault(client, command.code, command.text)
            else:
                client.put(Error(command.code, command.text, command.id))
            return None
        holder = client.holder
        if holder is None or type(command) in _AWAITING:
            return command
        if "play" not in holder.scopes:
            self.refuse_scope(client, command, "play")
            return None
        self._floor.carry_out(client, holder.account, command, arrived_ns)
        return None

    def hear_ping(self, client: Connection, message: WSMessage, arrived_ns: int) -> None:
        """Answers a ping, or notes a pong; one that answers nothing takes a token, as pings do."""
        if client.is_closing:
            return
        is_ping, payload = message.type is WSMsgType.PING, bytes(message.data)
        if not is_ping and client.trips.pong(payload, arrived_ns):
            return
        if client.bucket.take(arrived_ns):
            self._count_refused(client)
        elif is_ping:
            client.pong(payload)

    def hear_fragment(self, client: Connection) -> None:
        """Each takes a token, as commands do: the message that it is of may never be whole."""
        if not client.is_closing and client.bucket.take(client.arrived_ns):
            self._count_refused(client)

    def _count_refused(self, client: Connection) -> None:
        """Sends away who is too fast for too long."""
        client.refused += 1
        if client.refused > self._burst:
            self.close_at_fault(client, "too_fast", "far too many commands", 4005)

    def _refuse_fast(
        self, client: Connection, command: Command | codec.Malformed, wait_s: float
    ) -> None:
        self._count_refused(client)
        if client.is_closing:
            return
        text = "you may say no more than the limits in the hello allow"
        match = getattr(command, "match", None)
        client.put(Error("too_fast", text, command.id, match, retry_after(wait_s)))

    @staticmethod
    def refuse_scope(client: Connection, command: Command, scope: str) -> None:
        """Tells that a token does not allow this."""
        text = f"your token is not for this: it lacks the scope {scope}"
        client.put(Error("not_allowed", text, command.id, getattr(command, "match", None)))

    def close_at_fault(
        self, client: Connection, code: ErrorCode, text: str, close_code: int = 4000
    ) -> None:
        """Sends away a client that does not speak the protocol; its seats are out for that."""
        client.close(close_code, Error(code, text, fatal=True))
        account = client.account
        if account is None:
            self._refusal_log.tell("sent away", address=client.address, code=code, text=text)
            return
        _log.warning(
            "sent away",
            account=account,
            address=client.address,
            code=code,
            text=text,
            seats=self._floor.seats_of(account),
        )
        self._conduct.note_offence(account, now_ns())
        if self._floor.guests.get(account) is client:
            self._floor.fail(account)
