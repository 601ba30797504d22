"""Tests of carcbot.net.door.slow_commands: whatever the database does, there is one answer."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from carcbot.errors import UnavailableError
from carcbot.match.moments import Moments
from carcbot.messages.client import Open, Tables
from carcbot.messages.competitions import Enter
from carcbot.messages.lobby import Capacity, Challenge, History, Lobby, Offered, Seek, Terms
from carcbot.messages.server import Ack, Error
from carcbot.net.clock import now_ns
from carcbot.net.door.arrivals import FairQueue
from carcbot.net.door.conduct import Conduct
from carcbot.net.door.gatekeeper import Gatekeeper
from carcbot.net.door.refusal_log import RefusalLog
from carcbot.net.door.slow_commands import SlowCommands
from carcbot.net.settings import USUAL_LIMITS
from carcbot.net.store.rows import Holder
from carcbot.referee.step import Refusal
from tests.net.door.parts import Socket, client_of, holder_of, messages_of
from tests.net.host.parts import HOUR, House, house
from tests.referee.hosts import LONG_POT


async def rounds() -> None:
    """What is due is done, and what follows from that at once."""
    for _ in range(4):
        await asyncio.sleep(0)


TERMS = Terms("pot", LONG_POT, HOUR)


class Keeper:
    """Keeps nothing; it can be away."""

    def __init__(self) -> None:
        self.is_away = False
        self.saved: list[tuple[int, int]] = []

    async def save(self, step: Any, now_us: int) -> None:  # noqa: ANN401 - only counted
        """Notes how many offers were to be kept and forgotten."""
        assert now_us
        if self.is_away:
            raise UnavailableError("it is away")
        self.saved.append((len(step.kept), len(step.gone)))

    async def history(self, asked: History) -> tuple[()]:
        """Nothing."""
        assert asked.limit
        if self.is_away:
            raise UnavailableError("it is away")
        return ()


class Desk:
    """What carries out slow commands, before a floor, with what it needs."""

    def __init__(self, here: House) -> None:
        self.here = here
        self.keeper = Keeper()
        self.greeted: list[object] = []
        greeting: Any = SimpleNamespace(greet=self._greet)
        competitions: Any = SimpleNamespace(carry_out=self._enter)
        here.floor.keeper = self.keeper  # type: ignore[assignment]  # it only looks like one
        self.slow = SlowCommands(
            greeting,
            Gatekeeper(here.floor, Conduct(), RefusalLog(), burst=10),
            here.floor,
            competitions,
            FairQueue(),
        )

    async def _greet(self, client: object, command: object) -> None:
        self.greeted.append(command)
        assert client

    @staticmethod
    def _enter(command: Enter, account: str) -> Ack:
        if command.competition == "cup":
            return Ack(command.id)
        raise Refusal("not_allowed", f"there is no such competition, {account}")

    async def told(self, holder: Holder | None, command: object) -> tuple[list[Any], Socket]:
        """What somebody is told who says this, and its socket."""
        client, socket = client_of(self.here.floor.outbox, holder)
        if holder:
            self.here.floor.guests[holder.account] = client
        await self.slow.carry_out(client, command, now_ns())  # type: ignore[arg-type]
        await rounds()
        return messages_of(socket), socket


@contextmanager
def desk(folder: Path) -> Iterator[Desk]:
    """The same for a while."""
    with house(folder) as here:
        yield Desk(here)


@pytest.mark.asyncio
async def test_kept_before_it_is_acknowledged(tmp_path: Path) -> None:
    """An offer is kept, then acknowledged, and then whom it is for hears of it."""
    with desk(tmp_path) as it:
        bob = it.here.guest("bob")
        (ack,), _ = await it.told(holder_of("ann"), Challenge(4, TERMS, to=("bob",)))
        (offer,) = it.here.floor.hall.lobby._offers
        assert it.keeper.saved == [(1, 0)]
        assert (ack.id, ack.offer) == (4, offer.offer)
        assert bob.talk == [Offered(offer)]


@pytest.mark.asyncio
async def test_what_cannot_be_kept(tmp_path: Path) -> None:
    """It is as if it had never been said, and nobody hears of it."""
    with desk(tmp_path) as it:
        bob = it.here.guest("bob")
        it.keeper.is_away = True
        (error,), _ = await it.told(holder_of("ann"), Challenge(4, TERMS, to=("bob",)))
        assert (error.code, error.id) == ("referee_fault", 4)
        assert not list(it.here.floor.hall.lobby._offers)
        assert not bob.talk
        (error,), _ = await it.told(holder_of("ann"), History(5))
        assert (error.code, error.id) == ("referee_fault", 5)


@pytest.mark.asyncio
async def test_who_meets(tmp_path: Path) -> None:
    """Those who seek the same meet as soon as the second one is kept."""
    with desk(tmp_path) as it:
        for name in ("ann", "bob"):
            it.here.guest(name)
            await it.told(holder_of(name), Seek(1, TERMS))
        await rounds()
        assert len(it.here.floor.hall.playing()) == 1


@pytest.mark.asyncio
async def test_scopes(tmp_path: Path) -> None:
    """Each kind of command needs its own scope, and who lacks it is told which."""
    with desk(tmp_path) as it:
        for command, scope in ((Tables(1), "watch"), (Seek(2, TERMS), "lobby"), (Lobby(3), "watch"),
                               (Enter(4, "cup"), "play"), (Capacity(5, 3), "play")):  # fmt: skip
            others = {"watch", "lobby", "play"} - {scope}
            (error,), _ = await it.told(holder_of("ann", *others), command)  # type: ignore[arg-type]
            assert error.code == "not_allowed", command
            assert f"scope {scope}" in error.text
            answer, _ = await it.told(holder_of("ann", scope), command)  # type: ignore[arg-type]
            assert isinstance(answer[0], Ack), command


@pytest.mark.asyncio
async def test_competitions(tmp_path: Path) -> None:
    """What a competition refuses is answered with its reason."""
    with desk(tmp_path) as it:
        (error,), _ = await it.told(holder_of("ann"), Enter(4, "no cup"))
        assert error == Error("not_allowed", "there is no such competition, ann", 4)


@pytest.mark.asyncio
async def test_strangers_are_greeted(tmp_path: Path) -> None:
    """Whatever a stranger says goes to who greets, and to nobody else."""
    with desk(tmp_path) as it:
        command = Open(1, "pot")
        messages, _ = await it.told(None, command)
        assert it.greeted == [command]
        assert not messages
        assert not it.here.floor.hall.tables


@pytest.mark.asyncio
async def test_a_bug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bug of ours is an answer, too; a stranger has to come again."""

    async def broken(*_: object) -> None:
        raise ZeroDivisionError

    with desk(tmp_path) as it:
        monkeypatch.setattr(SlowCommands, "_try", broken)
        (error,), socket = await it.told(holder_of("ann"), Seek(4, TERMS))
        assert (error.code, error.id, error.fatal) == ("referee_fault", 4, False)
        (error,), socket = await it.told(None, Seek(4, TERMS))
        assert (error.code, error.fatal) == ("referee_fault", True)
        assert socket.written[-1][0] == 0x88


@pytest.mark.asyncio
async def test_sent_away_while_it_waited(tmp_path: Path) -> None:
    """Who was sent away while it waited for its turn changes nothing any more."""
    with desk(tmp_path) as it:
        client, _ = client_of(it.here.floor.outbox, holder_of("ann"))
        client.close(4008)
        await it.slow.carry_out(client, Seek(4, TERMS), now_ns())
        await it.slow.carry_out(client, History(5), now_ns())
        assert not it.keeper.saved
        assert not list(it.here.floor.hall.lobby._offers)


@pytest.mark.asyncio
async def test_expired(tmp_path: Path) -> None:
    """All offers that have expired are given up, some at a time."""
    with desk(tmp_path) as it:
        for number in range(45):
            name = f"p{number}"
            it.here.guest(name)
            await it.told(holder_of(name), Challenge(1, TERMS, ("nobody",), expires_s=1))
        it.keeper.saved.clear()
        it.here.floor.hall.moments = Moments(10**15)
        await it.slow.expire()
        assert it.keeper.saved == [(0, 20), (0, 20), (0, 5), (0, 0)]
        assert not list(it.here.floor.hall.lobby._offers)
        assert USUAL_LIMITS.offers_in_all > 45
