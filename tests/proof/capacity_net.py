"""Random schedules of a lobby over a real referee: websockets, a database, accounts that come back.

One referee serves all schedules, each with its own accounts.
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
from carcbot.net.referee import RefereeServer, Settings
from carcbot.net.referee.settings import USUAL_LIMITS
from carcbot.net.referee.tokens import Tokens
from carcbot.net.store.store import Store

__all__ = ["play_over_net"]

_MATCHES: Final = 3
_NAMES: Final = ("a", "b", "c")
_STEPS: Final = 25
_AT_ONCE: Final = 10


class Caller:
    """One account, whose connections come and go.

    Attributes:
        name: Of the account.
        offers: Those that it has made.
        over: How often it was told of the end of each.
        playing: Where it plays.
        may: Its capacity.
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
        self.wrong: list[str] = []
        self._http, self._url = http, url
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._reading: asyncio.Task[None] | None = None
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._id = 1
        self._wanted: dict[int, int] = {}

    async def come(self) -> None:
        """Connects, and resumes what goes on."""
        await self.go()
        self._socket = await self._http.ws_connect(self._url)
        self._reading = asyncio.create_task(self._read(self._socket))
        self.may = _MATCHES
        answer = await self.say(ClientHello(1, "x/1", f"token-of-{self.name}"))
        refs = {ref["match"]: ref["seq"] for ref in answer["welcome"]["seats"]}
        self.playing = set(refs)
        for match, seq in refs.items():
            if (await self.say(Resume(1, match, seq)))["type"] == "error":
                self.playing.discard(match)

    async def go(self) -> None:
        """Loses the connection."""
        if self._socket is not None and self._reading is not None:
            await self._socket.close()
            self._reading.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._reading
            self._socket = None

    async def say(self, command: Command) -> dict[str, Any]:
        """Says something; the answer."""
        assert self._socket is not None
        self._id += 1
        if isinstance(command, Capacity):
            self._wanted[self._id] = command.matches
        answer = asyncio.get_running_loop().create_future()
        self._answers[self._id] = answer
        command = msgspec.structs.replace(command, id=self._id)
        await self._socket.send_str(msgspec.json.encode(command).decode())
        found: dict[str, Any] = await asyncio.wait_for(answer, 30)
        return found

    @property
    def is_here(self) -> bool:
        """Whether it has a connection."""
        return self._socket is not None

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for frame in socket:
            said = frame.json()
            if said.get("id") in self._answers:
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
            self.wrong.append(f"{self.name} hears of the end of {said['offer']} before its ack")

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
        for offer in sorted(each.offers):
            if not each.over[offer]:
                await each.say(Cancel(1, offer))
        for match in sorted(each.playing):
            await each.say(Resign(1, match))
    await asyncio.sleep(0.2)
    for each in callers:
        refs = server.hall.seats_of(each.name)
        if refs:
            each.wrong.append(f"{each.name} still sits at {refs}")
        await each.say(Capacity(1, _MATCHES))


async def _act(
    caller: Caller, callers: list[Caller], terms: Terms, everything: set[str], seed: int
) -> None:
    """What one account does."""
    rng = random.Random(f"{seed} {caller.name}")
    await caller.come()
    for _ in range(_STEPS):
        roll = rng.random()
        if roll < 0.06 or not caller.is_here:
            # who is away hears of no end, so only who has no offers goes
            if not caller.offers - set(caller.over):
                await caller.go()
                await asyncio.sleep(rng.random() * 0.01)
            await caller.come()
            continue
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
        if rng.random() < 0.1:
            command = Capacity(1, rng.randrange(_MATCHES + 1))
        if isinstance(command, Accept):
            caller.known.add(command.offer)
        answer = await caller.say(command)
        if answer["type"] == "ack" and answer.get("offer"):
            everything.add(answer["offer"])


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
                for each in (caller for callers in done for caller in callers):
                    counts["offers"] += len(each.offers)
                    counts["seats taken"] += each.began
                    wrong += each.wrong + _ends_of(each)
                    await each.go()
            counts["matches"] = counts["seats taken"] // 2
        left = await store.offers()
        if left:
            wrong.append(f"{len(left)} offers are left in the database")
    return counts, wrong


def _ends_of(caller: Caller) -> list[str]:
    """Which offers of an account have not exactly one end."""
    return [
        f"{caller.name} heard {caller.over[offer]} ends of {offer}"
        for offer in sorted(caller.offers)
        if caller.over[offer] != 1
    ]


def play_over_net(folder: Path, schedules: int, seed: int) -> tuple[Counter[str], list[str]]:
    """Plays so many schedules; what happened, and what must never be."""
    return asyncio.run(_play(folder, schedules, seed))
