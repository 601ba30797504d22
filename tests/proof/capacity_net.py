"""Random schedules of a lobby over a real referee: websockets, a database, accounts that come back.

One referee serves all schedules, each with its own accounts. Their connections are lost at any
moment, also while offers of theirs wait, and between a command and its ack: then nobody knows what
was carried out, and an offer may be there whose name its owner never heard. Such offers expire.
"""

import asyncio
import contextlib
import random
from collections import Counter
from pathlib import Path
from typing import Any, Final

import aiohttp
import msgspec

from carcbot.messages.client import ClientHello, Command, Resign, Resume
from carcbot.messages.lobby import Accept, Cancel, Capacity, Challenge, Decline, Seek, Terms
from carcbot.net.server import RefereeServer
from carcbot.net.settings import USUAL_LIMITS, Settings
from carcbot.net.store.store import Store
from carcbot.net.store.tokens import Tokens

__all__ = ["play_over_net"]

_MATCHES: Final = 3
_NAMES: Final = ("a", "b", "c")
_STEPS: Final = 25
_AT_ONCE: Final = 10
_SHORT_S: Final = 2
"""After this an offer expires whose ack is lost."""


class Caller:
    """One account, whose connections come and go.

    Attributes:
        name: Of the account.
        offers: Those that it has made.
        over: How often it was told of the end of each.
        playing: Where it plays.
        may: Its capacity.
        unsure: Offers that may have been made: the connection was lost before the ack came.
        strange: Offers of whose end it heard without knowing them. One that another made to it may
            have ended while it came, and what is said of that waits until it is written.
        missed: Offers that waited when the connection was lost: their ends may not be heard.
        wrong: What must never be.
    """

    def __init__(self, http: aiohttp.ClientSession, url: str, name: str) -> None:
        self.name = name
        self.offers: set[str] = set()
        self.over: Counter[str] = Counter()
        self.known: set[str] = set()
        self.playing: set[str] = set()
        self.may = _MATCHES
        self.began = 0
        self.unsure = 0
        self.missed: set[str] = set()
        self.strange: set[str] = set()
        self.wrong: list[str] = []
        self._http, self._url = http, url
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._reading: asyncio.Task[None] | None = None
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._id = 1
        self._wanted: dict[int, int] = {}
        self._resuming: dict[int, str] = {}

    async def come(self) -> None:
        """Connects, and resumes what goes on."""
        await self.go()
        self._socket = await self._http.ws_connect(self._url)
        self._reading = asyncio.create_task(self._read(self._socket))
        self.may = _MATCHES
        answer = await self.say(ClientHello(1, "x/1", f"token-of-{self.name}"))
        for ref in answer["welcome"]["seats"]:
            await self.say(Resume(1, ref["match"], ref["seq"]))

    async def go(self) -> None:
        """Closes the connection."""
        self.missed |= self.offers - set(self.over)
        if self._socket is not None and self._reading is not None:
            await self._socket.close()
            self._reading.cancel()
            with contextlib.suppress(asyncio.CancelledError, aiohttp.ClientError):
                await self._reading
            self._socket = None
        # what came on the last moment is known by now
        self.missed |= self.offers - set(self.over)
        self._answers.clear()
        self._wanted.clear()
        self._resuming.clear()

    async def cut(self) -> None:
        """Loses the connection as a network does."""
        if self._socket is not None:
            connection = self._socket._response.connection
            if connection is not None and connection.transport is not None:
                connection.transport.abort()
        await self.go()

    async def say_and_lose(self, command: Command, wait_s: float) -> None:
        """Says something, and loses the connection before the answer, or just behind it."""
        answer = await self._send(command)
        await asyncio.sleep(wait_s)
        if isinstance(command, Seek | Challenge) and not answer.done():
            self.unsure += 1
        await self.cut()

    async def say(self, command: Command) -> dict[str, Any]:
        """Says something; the answer."""
        found: dict[str, Any] = await asyncio.wait_for(await self._send(command), 30)
        return found

    async def _send(self, command: Command) -> "asyncio.Future[dict[str, Any]]":
        assert self._socket is not None
        self._id += 1
        if isinstance(command, Capacity):
            self._wanted[self._id] = command.matches
        if isinstance(command, Resume):
            self._resuming[self._id] = command.match
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._answers[self._id] = answer
        command = msgspec.structs.replace(command, id=self._id)
        await self._socket.send_str(msgspec.json.encode(command).decode())
        return answer

    @property
    def is_here(self) -> bool:
        """Whether it has a connection."""
        return self._socket is not None

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for frame in socket:
            said = frame.json()
            if said.get("id") in self._answers:
                if said.get("welcome"):  # matches that end before they are resumed are not heard of
                    self.playing.clear()
                if (resumed := self._resuming.pop(said["id"], None)) and said["type"] == "ack":
                    self.playing.add(resumed)
                if said.get("offer"):
                    self.offers.add(said["offer"])
                self.may = self._wanted.pop(said["id"], self.may)
                self._answers.pop(said["id"]).set_result(said)
            elif said["type"] == "offered":
                self.known.add(said["offer"]["offer"])
            elif said["type"] == "offer_over":
                self._note_end(said)
            elif said["type"] == "start":
                self._note_start(said)
            elif said["type"] == "result":
                self.playing.discard(said["match"])

    def _note_end(self, said: dict[str, Any]) -> None:
        self.over[said["offer"]] += 1
        if said["offer"] not in self.offers | self.known:
            self.strange.add(said["offer"])

    def _note_start(self, said: dict[str, Any]) -> None:
        self.playing.add(said["match"])
        self.began += 1
        if len(set(said["seats"])) < len(said["seats"]):
            self.wrong.append(f"{said['seats']} have a seat twice")
        if len(self.playing) > self.may:
            self.wrong.append(f"{self.name} plays {len(self.playing)} and wants {self.may}")


async def _schedule(server: RefereeServer, http: aiohttp.ClientSession, seed: int) -> list[Caller]:
    """One schedule of three accounts, all of whom act at the same time."""
    callers = [Caller(http, server.url, f"{name}{seed}") for name in _NAMES]
    terms = Terms("pot", f"seats=2,ones={seed % 9 + 1},twos={seed // 9 % 9 + 1}")
    everything: set[str] = set()
    await asyncio.gather(*(_act(each, callers, terms, everything, seed) for each in callers))
    await _end(server, callers)
    began = [each.began for each in callers]
    for _ in range(_MATCHES):
        await callers[0].say(Seek(1, terms))
        await callers[1].say(Seek(1, terms))
    await asyncio.sleep(0.2)
    for each, before in zip(callers[:2], began, strict=False):
        if each.began - before != _MATCHES:
            each.wrong.append(f"{each.name} is seated {each.began - before} times at last")
    return callers


async def _end(server: RefereeServer, callers: list[Caller]) -> None:
    """Ends all offers and matches; nobody has a seat then."""
    for each in callers:
        if not each.is_here:
            await each.come()
    for each in callers:
        await each.say(Capacity(1, 0))
        await _take_back(each)
        for match in sorted(each.playing):
            await each.say(Resign(1, match))
    await asyncio.sleep(0.2)
    await _expire(server, callers)
    for each in callers:
        refs = server.hall.seats_of(each.name)
        if refs:
            each.wrong.append(f"{each.name} still sits at {refs}")
        await each.say(Capacity(1, _MATCHES))


async def _take_back(caller: Caller) -> None:
    """Cancels all offers of an account of whose end it has not heard."""
    for offer in sorted(caller.offers - set(caller.over)):
        answer = await caller.say(Cancel(1, offer))
        if answer["type"] == "ack":
            caller.missed.discard(offer)  # it was there, so its end comes now
        elif offer not in caller.missed:
            caller.wrong.append(f"{caller.name} has lost {offer}")


async def _expire(server: RefereeServer, callers: list[Caller]) -> None:
    """Waits until the offers are gone whose names their owners never heard."""
    names = {each.name for each in callers}
    for _ in range(100):
        if not any(each.by in names for each in server.hall.lobby._offers):
            return
        await asyncio.sleep(0.1)
    callers[0].wrong.append("offers do not expire")


async def _act(
    caller: Caller, callers: list[Caller], terms: Terms, everything: set[str], seed: int
) -> None:
    """What one account does."""
    rng = random.Random(f"{seed} {caller.name}")
    await caller.come()
    for _ in range(_STEPS):
        roll = rng.random()
        if roll < 0.08 or not caller.is_here:
            await (caller.go() if rng.random() < 0.5 else caller.cut())
            await asyncio.sleep(rng.random() * 0.01)
            await caller.come()
            continue
        is_lost = roll < 0.2
        command = _command(caller, callers, terms, everything, rng)
        if is_lost and isinstance(command, Seek | Challenge):
            command = msgspec.structs.replace(command, expires_s=_SHORT_S)
        if isinstance(command, Accept):
            caller.known.add(command.offer)
        if is_lost:
            await caller.say_and_lose(command, rng.choice((0.0, rng.random() * 0.01)))
            await caller.come()
            continue
        answer = await caller.say(command)
        if answer["type"] == "ack" and answer.get("offer"):
            everything.add(answer["offer"])


def _command(
    caller: Caller, callers: list[Caller], terms: Terms, everything: set[str], rng: random.Random
) -> Command:
    """Something that an account may say."""
    offers = [*everything, "none"]
    others = tuple(each.name for each in callers if each is not caller)
    commands: list[Command] = [
        Seek(1, terms),
        Challenge(1, terms, rng.choice(((), (rng.choice(others),)))),
        Accept(1, rng.choice(offers)),
        Accept(1, rng.choice(offers)),
        Decline(1, rng.choice(offers)),
        Cancel(1, rng.choice(offers)),
    ]
    if caller.playing:
        commands.append(Resign(1, rng.choice(sorted(caller.playing))))
    command = rng.choice(commands)
    return Capacity(1, rng.randrange(_MATCHES + 1)) if rng.random() < 0.1 else command


async def _play(folder: Path, schedules: int, seed: int) -> tuple[Counter[str], list[str]]:
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    tokens = Tokens()
    names = [f"{name}{seed + each}" for name in _NAMES for each in range(schedules)]
    async with Store.open(f"sqlite:///{folder / 'lobby.db'}") as store:
        for name in names:
            tokens.add(name, f"token-of-{name}")
            await store.add_account(name, "bot", 1)
        limits = msgspec.structs.replace(
            USUAL_LIMITS, matches=_MATCHES, commands_per_s=1e6, burst=10**6
        )
        settings = Settings(folder, port=0, limits=limits, most_strangers=1000)
        async with (
            RefereeServer(settings, tokens, store=store) as server,
            aiohttp.ClientSession() as http,
        ):
            for begin in range(0, schedules, _AT_ONCE):
                batch = range(begin, min(begin + _AT_ONCE, schedules))
                done = await asyncio.gather(
                    *(_schedule(server, http, seed + each) for each in batch)
                )
                for callers in done:
                    for each in callers:
                        counts["offers"] += len(each.offers)
                        counts["offers of unknown name"] += each.unsure
                        counts["offers left alone"] += len(each.missed)
                        counts["seats taken"] += each.began
                        wrong += each.wrong + _ends_of(each, callers)
                        await each.go()
            counts["matches"] = counts["seats taken"] // 2
        left = await store.offers()
        if left:
            wrong.append(f"{len(left)} offers are left in the database")
    return counts, wrong


def _ends_of(caller: Caller, callers: list[Caller]) -> list[str]:
    """Which offers of an account have not exactly one end; one may have come while it was away."""
    early = caller.strange & caller.offers
    made = {offer for each in callers for offer in each.offers}
    nobodys = caller.strange - made
    wrong = [f"{caller.name} hears of the end of {offer} before its ack" for offer in sorted(early)]
    if len(nobodys) > sum(each.unsure for each in callers):
        wrong.append(f"{caller.name} hears of the ends of {nobodys}, which nobody made")
    return wrong + [
        f"{caller.name} heard {caller.over[offer]} ends of {offer}"
        for offer in sorted(caller.offers | caller.strange)
        if caller.over[offer] != 1 and (caller.over[offer] or offer not in caller.missed)
    ]


def play_over_net(folder: Path, schedules: int, seed: int) -> tuple[Counter[str], list[str]]:
    """Plays so many schedules; what happened, and what must never be."""
    return asyncio.run(_play(folder, schedules, seed))
