"""One match at a real referee, and all that is said to everybody there.

Moves, questions and nonsense go over real websockets and real HTTP, in one order; time stands still
and names, tokens and nonces are no chance, so that the same match twice gives the same bytes.
"""

import asyncio
import contextlib
import hashlib
import itertools
import secrets
import sys
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, Final

import aiohttp
import msgspec
import pytest
from cryptography.hazmat.primitives import serialization as pem

from carcbot import _native
from carcbot.errors import InputError
from carcbot.games.contract import State, view_of
from carcbot.match.chance.joint import nonce_commitment
from carcbot.messages.client import Open
from carcbot.messages.parts import ClockSpec, Policy
from carcbot.net.process.pool import WorkerPool
from carcbot.net.process.running_search import RunningSearch
from carcbot.net.server import RefereeServer
from carcbot.net.settings import USUAL_LIMITS, Settings
from carcbot.net.store.tokens import Tokens
from carcbot.net.web import page_tables
from carcbot.referee.table import Table
from carcbot.search.budget import Budget
from tests.leak.twins import MATCH, Match, Twins, dealt_draws, nonce_of, seed_of
from tests.replay.records import KEY
from tests.waiting import PATIENCE_S

__all__ = [
    "CLOCK",
    "LAST",
    "POLICY",
    "SEATED",
    "Ear",
    "Said",
    "Text",
    "heard",
    "next_round",
    "referee",
    "still_world",
]

SEATED: Final = ("ann", "bob", "cid", "dan", "fay", "gus")
CLOCK: Final = ClockSpec("per_move", 0, 86_400_000_000)
POLICY: Final = Policy(illegal_moves=1000, grace_us=3_600_000_000, nonce_us=3_600_000_000)
_LIMITS: Final = msgspec.structs.replace(
    USUAL_LIMITS, burst=10**6, lobby_burst=10**6, frame_bytes=8192, queue_bytes=1 << 20
)
_WATCHING: Final = ("watcher", "guest", "neighbour")
"""An account, a guest, and a guest at the viewer's address, who may be the viewer."""
_PAGES: Final = (
    "/api/lobby",
    f"/api/matches/{MATCH}",
    f"/api/matches/{MATCH}/pictures",
    f"/records/{MATCH}.jsonl",
)
"""What tells of a match that goes on, or could."""
_POSTED: Final[dict[str, object]] = {
    "/api/hint": {"match": MATCH},
    "/api/draft": {"match": MATCH, "moves": ()},
}
"""What whoever is to decide may ask for besides."""
_OTHER_PAGES: Final = ("/api/site", f"/table/{MATCH}", "/metrics", "/readyz", "/key")
_HINT: Final = Budget(simulations=40)
_SOME_TIME_NS: Final = time.monotonic_ns()
_SOME_DATE_NS: Final = 1_790_000_000_000_000_000

Text = tuple[str, str]
"""What was asked over HTTP, or nothing, and what was told."""
Said = dict[str, list[Text]]
"""By who heard it, everything in order."""

LAST: Final = "the last move is made"
"""Stands in there before what ends the match: after that nothing is a secret."""


class _CountedPool(WorkerPool):
    """Workers whose thoughts are counted and not timed, so that they are the same again."""

    def start(self, agent: str, position: str, *_: object, **more: Any) -> RunningSearch:  # noqa: ANN401
        return super().start(agent, position, _HINT, **more)


async def next_round() -> None:
    """Returns when the event loop has looked at all that has come."""
    await asyncio.sleep(0)


def still_world(patch: pytest.MonkeyPatch) -> None:
    """Time stands still, and whatever is drawn outside of matches comes in one order."""
    numbers = itertools.count()

    def token(size: int) -> str:
        return hashlib.sha256(b"token %d" % next(numbers)).hexdigest()[: 2 * size]

    for name, module in sorted(sys.modules.items()):
        is_ours = name.startswith("carcbot.") and not name.startswith("carcbot.net.process")
        if is_ours and hasattr(module, "now_ns"):
            patch.setattr(module, "now_ns", lambda: _SOME_TIME_NS)
    send = _native.net.send
    patch.setattr(_native.net, "send_timed", lambda to, data: (send(to, data), _SOME_TIME_NS))
    patch.setattr(time, "time_ns", lambda: _SOME_DATE_NS)
    patch.setattr(secrets, "token_hex", token)
    patch.setattr(secrets, "token_urlsafe", token)
    patch.setattr(page_tables, "WorkerPool", _CountedPool)
    patch.setattr("carcbot.net.web.site._LOBBY_S", -1.0)  # nothing is told as it was just now
    patch.setattr("carcbot.net.server._LOOK_NS", 10**15)  # how late the loop comes
    patch.setattr("carcbot.net.host.outbox._LATER_S", 0.0)
    patch.setattr("carcbot.net.host.outbox._SETTLE_S", 0.0)


class Ear:
    """Somebody with a connection, who keeps every frame."""

    def __init__(self, name: str, token: str, said: Said) -> None:
        self.name = name
        self.token = token
        self.heard = said.setdefault(name, [])
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._count = 0
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._reading: asyncio.Task[None] | None = None

    async def come(self, http: aiohttp.ClientSession, server: RefereeServer, address: str) -> None:
        """Connects, and says hello."""
        self._socket = await http.ws_connect(server.url, headers={"X-Forwarded-For": address})
        self._reading = asyncio.create_task(self._read(self._socket))
        features = ["digest", "joint", "pictures"]
        answer = await self.say("hello", product="x/1", token=self.token, features=features)
        assert answer["type"] == "ack", answer

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for frame in socket:
            self.heard.append(("", frame.data))
            message = frame.json()
            waiting = self._waiting.pop(message.get("id", 0), None)
            if waiting is not None:
                waiting.set_result(message)

    async def say(self, kind: str, **fields: object) -> dict[str, Any]:
        """Says something; returns its answer."""
        self._count += 1
        answer = asyncio.get_running_loop().create_future()
        self._waiting[self._count] = answer
        await self.say_text(msgspec.json.encode({"type": kind, "id": self._count, **fields}))
        return dict(await asyncio.wait_for(answer, PATIENCE_S))

    async def say_text(self, text: bytes) -> None:
        """Says what may be nonsense."""
        assert self._socket is not None
        await self._socket.send_str(text.decode())

    async def go(self) -> None:
        """Goes."""
        if self._socket is not None and self._reading is not None:
            await self._socket.close()
            await self._reading


class _Match:
    """A match that is played and asked about."""

    def __init__(
        self,
        server: RefereeServer,
        http: aiohttp.ClientSession,
        twins: Twins,
        match: Match,
        said: Said,
    ) -> None:
        self._server = server
        self._http = http
        self._twins = twins
        self._match = match
        self._said = said
        self._ears: dict[str, Ear] = {}
        self._at: dict[str, str] = {}
        self._addresses = itertools.count()
        self._seats = next(iter(twins.states()))[0].seats
        self._viewer = f"seat {twins.viewer}"
        self._words = sorted({*twins.one.plies, *twins.other.plies, "?", "nonsense", "-"})

    async def play(self) -> None:
        """All of it, from the opening up to where the twins part."""
        seats = [f"seat {seat}" for seat in range(self._seats)]
        for name, account in zip(seats, SEATED, strict=False):
            await self._come(name, f"token-of-{account}")
        await self._come("watcher", "token-of-eve")
        await self._come("guest", await self._click())
        await self._come("neighbour", await self._click(), self._viewer)
        command = Open(1, self._twins.game, self._twins.options, CLOCK, POLICY, self._twins.chance)
        assert self._server._floor.open_table(command, hints=True) == MATCH
        for name in _WATCHING:
            await self._ears[name].say("watch", match=MATCH)
        for seat, name in enumerate(seats):
            await self._ears[name].say("sit", match=MATCH, seat=seat)
        if self._twins.chance == "joint":
            await self._agree(seats)
        await self._come_to_rest()
        states = [pair[self._match is self._twins.other] for pair in self._twins.states()]
        for at, ply in enumerate(self._match.plies):
            state = states[at]
            if state.to_move < 0:
                continue
            await self._come_to_rest()
            assert self._table.state.text == state.text
            await self._think_aloud(state)
            await self._ask_about_everything(state.to_move)
            if states[-1].over and at == len(self._match.plies) - 1:
                for told in self._said.values():
                    told.append((LAST, ""))
            mover = self._ears[f"seat {state.to_move}"]
            answer = await mover.say("move", match=MATCH, seq=self._table.seq, move=ply)
            assert answer["type"] == "ack", answer
        await self._come_to_rest()
        if not self._table.result:
            assert self._table.state.text == states[-1].text
            await self._ask_about_everything(self._table.state.to_move)
            await self._ask_pages("anonymous", "", _OTHER_PAGES)
            await self._come_again()
            await self._come_to_rest()

    @property
    def _table(self) -> Table:
        return self._server.hall.tables[MATCH]

    # ------------------------------------------------------------ who is there

    async def _come(self, name: str, token: str, beside: str = "") -> None:
        """Somebody comes, from the address of another one if that is named."""
        ear = self._ears[name] = Ear(name, token, self._said)
        self._at[name] = self._at.get(beside or name, f"198.51.100.{len(self._ears)}")
        await ear.come(self._http, self._server, self._at[name])

    async def _come_again(self) -> None:
        """Those who must not know are cut off, and are told everything again from the beginning."""
        for name in (self._viewer, *_WATCHING):
            if name in self._ears:
                await self._ears[name].go()
                await self._come(name, self._ears[name].token)
                await self._ears[name].say(
                    "resume" if name == self._viewer else "watch", match=MATCH
                )

    async def _click(self) -> str:
        """A token that anybody gets."""
        url = f"{self._server.page}api/guest"
        async with self._http.post(url, json={"plays": False}) as response:
            return str((await response.json())["token"])

    async def _agree(self, seats: Sequence[str]) -> None:
        """All add their parts to the seed."""
        for seat, name in enumerate(seats):
            commitment = nonce_commitment(MATCH, 0, seat, nonce_of(seat))
            await self._ears[name].say("commit", match=MATCH, round=0, commitment=commitment)
        for seat, name in enumerate(seats):
            await self._ears[name].say("reveal", match=MATCH, round=0, nonce=nonce_of(seat))

    async def _come_to_rest(self) -> None:
        """Waits until everybody has heard all that was said so far."""
        async with asyncio.timeout(PATIENCE_S):
            while not self._is_sent():
                await next_round()
        for ear in self._ears.values():
            await ear.say("tables")

    def _is_sent(self) -> bool:
        """Whether nothing waits that will be sent by itself."""
        outbox = self._server._floor.outbox
        return not (outbox._is_due or outbox._is_due_later or outbox._later or outbox._settling)

    # ------------------------------------------------------------ what is asked

    async def _ask_about_everything(self, mover: int) -> None:
        """The viewer and those who watch ask for all that there is, and say what is impossible."""
        viewer = self._twins.viewer
        asking = {"anonymous": ""} | {name: self._ears[name].token for name in _WATCHING}
        if viewer is not None:
            asking[self._viewer] = self._ears[self._viewer].token
            await self._try_at_seat(self._ears[self._viewer], is_due=viewer == mover)
        for name in _WATCHING:
            ear = self._ears[name]
            for kind in ("watch", "resume", "resign", "leave", "lobby"):
                await ear.say(kind, match=MATCH)
            await ear.say("move", match=MATCH, seq=self._table.seq, move=self._words[0])
        for name, token in asking.items():
            await self._ask_pages(name, token, _PAGES)

    async def _think_aloud(self, state: State) -> None:
        """Whoever is to move says what it thinks, and so what it knows."""
        if state.to_move != self._twins.viewer:
            words = view_of(state, state.to_move).text.split(" ")
            mine = {"line": [word[:60] for word in words]}
            mover = self._ears[f"seat {state.to_move}"]
            answer = await mover.say("analysis", match=MATCH, seq=self._table.seq, analysis=mine)
            assert answer["type"] == "ack", answer

    async def _try_at_seat(self, ear: Ear, *, is_due: bool) -> None:
        seq = self._table.seq
        for word in self._words:
            if not (is_due and self._is_move(word)):
                await ear.say("move", match=MATCH, seq=seq, move=word)
        await ear.say("move", match=MATCH, seq=seq + 1, move=self._words[0])
        await ear.say("move", match=MATCH, seq=seq)
        await ear.say("desync", match=MATCH, seq=seq, digest="0" * 16)
        await ear.say("analysis", match=MATCH, seq=seq, analysis={"score": 1.0})
        await ear.say("resume", match=MATCH, last_seq=seq // 2)
        for kind in ("watch", "leave", "chat"):
            await ear.say(kind, match=MATCH, text="what have you got?")
        await ear.say("history")

    def _is_move(self, word: str) -> bool:
        """Whether the viewer would move with this word."""
        try:
            view_of(self._table.state, self._twins.viewer).canonical_move(word)
        except InputError:
            return False
        return True

    async def _ask_pages(self, name: str, token: str, pages: Sequence[str]) -> None:
        """Asks for pages over HTTP, with a token or without, and at last what players ask."""
        told = self._said.setdefault(name, [])
        for path in (*pages, *_POSTED):
            method, body = ("POST" if path in _POSTED else "GET"), _POSTED.get(path)
            # packed, a text is as long as what it says allows
            headers = {"Accept-Encoding": "identity"}
            if token:
                headers["Authorization"] = f"Bearer {token}"
            # others ask from anywhere, for an address may not ask as often as this
            number = next(self._addresses)
            elsewhere = f"203.0.{number // 250}.{number % 250}"
            headers["X-Forwarded-For"] = self._at[name] if name == "neighbour" else elsewhere
            url = self._server.page.removesuffix("/") + path
            async with self._http.request(method, url, json=body, headers=headers) as response:
                text = await response.text()
                heads = sorted(
                    f"{key}: {value}"
                    for key, value in response.headers.items()
                    if key not in {"Date", "Etag"}  # of today, and of the text
                )
                told.append((f"{method} {path} headers", f"{response.status} {heads}"))
                told.append((f"{method} {path}", text))


def _give_key(folder: Path) -> None:
    """Makes a referee's folder, with the key by which all of these sign."""
    folder.mkdir(parents=True)
    key = folder / "key"
    key.touch(0o600)
    key.write_bytes(
        KEY.private_bytes(pem.Encoding.PEM, pem.PrivateFormat.PKCS8, pem.NoEncryption())
    )


@contextlib.asynccontextmanager
async def referee(
    folder: Path, lot: int, veil_turns: int | None = None
) -> AsyncIterator[RefereeServer]:
    """A referee that draws by this lot, with an account for each seat and one to watch."""
    tokens = Tokens()
    for name in (*SEATED, "eve"):
        tokens.add(name, f"token-of-{name}")
    _give_key(folder)
    settings = Settings(
        folder, port=0, guests=True, behind_proxy=True, limits=_LIMITS, veil_turns=veil_turns
    )
    async with RefereeServer(settings, tokens, lambda: (MATCH, seed_of(lot).hex())) as server:
        yield server


def heard(folder: Path, twins: Twins, match: Match, *, veil_turns: int | None = None) -> Said:
    """Everything that anybody was told of a match."""
    said: Said = {}

    async def main() -> None:
        async with (
            asyncio.timeout(PATIENCE_S),
            referee(folder, match.lot, veil_turns) as server,
            aiohttp.ClientSession() as http,
        ):
            await _Match(server, http, twins, match, said).play()

    with pytest.MonkeyPatch.context() as patch, dealt_draws(twins, match):
        still_world(patch)
        asyncio.run(main())
    return said
