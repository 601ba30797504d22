"""The lobby over real websockets, with a real database: offers, ratings, history, scopes."""

import asyncio
import socket
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest

from carcbot.errors import UnavailableError
from carcbot.messages import client, lobby
from carcbot.messages.lobby import Terms
from carcbot.messages.parts import Analysis, ClockSpec
from carcbot.net.host.room import Room
from carcbot.net.settings import USUAL_LIMITS, Settings
from carcbot.net.store.store import Store
from carcbot.replay.record import MatchRecord
from carcbot.replay.verification import verify
from tests.net.town import NAMES, TERMS, Guest, hosted, seek
from tests.net.visitor import hello
from tests.net.visitor import hosted as hosted_at_page
from tests.waiting import until


@pytest.mark.asyncio
async def test_seek_to_result(tmp_path: Path) -> None:
    """Two seeks become a match; its result changes both ratings, and history tells of it."""
    async with hosted(tmp_path) as town:
        ann, bob = await town.come("ann"), await town.come("bob")
        mine = await ann.say(seek())
        assert mine["offer"]
        view = (await bob.say(lobby.Lobby(1)))["lobby"]
        assert [offer["by"] for offer in view["offers"]] == ["ann"]
        assert [each["account"] for each in view["online"]] == ["ann", "bob"]
        assert view["ratings"] == []
        await bob.say(seek())
        over = await ann.type("offer_over")
        assert over["outcome"] == "matched"
        assert over["offer"] == mine["offer"]
        result = (await asyncio.gather(ann.play(), bob.play()))[0]
        start = next(frame for frame in ann.told if frame["type"] == "start")
        assert (start["match"], start["rated"]) == (over["match"], True)
        assert start["seats"][start["seat"]] == "ann"
        view = (await bob.say(lobby.Lobby(1, "pot/2")))["lobby"]
        assert view["offers"] == []
        ratings = {each["account"]: each for each in view["ratings"]}
        assert {each["games"] for each in ratings.values()} == {1}
        places = [each["place"] for each in result["standings"]]
        first, second = (ratings[name]["rating"] for name in start["seats"])
        assert (first > second) == (places[0] < places[1])
        assert (first == second) == (places[0] == places[1])
        record = tmp_path / "records" / f"{over['match']}.jsonl"
        for _ in range(100):
            if record.exists():
                break
            await asyncio.sleep(0.02)
        verify(MatchRecord.load(record))
        (played,) = (await bob.say(lobby.History(1, "ann")))["history"]
        assert (played["match"], played["pool"]) == (over["match"], "pot/2")
        assert [seat["account"] for seat in played["seats"]] == start["seats"]
        assert [seat["place"] for seat in played["seats"]] == places
    async with hosted(tmp_path) as town:
        ann = await town.come("ann")
        view = (await ann.say(lobby.Lobby(1)))["lobby"]
        assert {each["games"] for each in view["ratings"]} == {1}


@pytest.mark.asyncio
async def test_rated_table(tmp_path: Path) -> None:
    """Who never seeks plays rated all the same: at a table that was opened so."""
    async with hosted(tmp_path) as town:
        ann, bob = await town.come("ann"), await town.come("bob")
        opened = client.Open(1, "pot", "seats=2", ClockSpec("per_move", 0, 5_000_000), rated=True)
        match = (await ann.say(opened))["match"]
        (table,) = (await bob.say(client.Tables(1)))["tables"]
        assert table["rated"] is True
        for guest in (ann, bob):
            await guest.say(client.Sit(1, match))
        await asyncio.gather(ann.play(), bob.play())
        view = (await bob.say(lobby.Lobby(1, "pot/2")))["lobby"]
        assert {each["account"]: each["games"] for each in view["ratings"]} == {"ann": 1, "bob": 1}
        played: list[dict[str, Any]] = []
        while not played:
            await asyncio.sleep(0.02)
            played = (await bob.say(lobby.History(1, "ann")))["history"]
        assert played[0]["pool"] == "pot/2"


@pytest.mark.asyncio
async def test_offers_outlive_the_referee(tmp_path: Path) -> None:
    """A seek and a challenge are there after a restart, and become matches then."""
    async with hosted(tmp_path) as town:
        ann, cid = await town.come("ann"), await town.come("cid")
        await ann.say(seek())
        await cid.say(lobby.Challenge(1, TERMS, ("ann",), expires_s=600))
    async with hosted(tmp_path) as town:
        ann = await town.come("ann")
        offered = await ann.type("offered")
        assert offered["offer"]["by"] == "cid"
        bob = await town.come("bob")
        await bob.say(seek())
        assert (await ann.type("offer_over"))["outcome"] == "matched"
        assert (await ann.type("start"))["seats"]
        cid = await town.come("cid")
        await ann.say(lobby.Accept(1, offered["offer"]["offer"]))
        assert (await cid.type("offer_over"))["outcome"] == "matched"
        assert set((await cid.type("start"))["seats"]) == {"ann", "cid"}
    async with hosted(tmp_path) as town:
        assert await town.store.offers() == []
        assert len(town.server.hall.playing()) == 2


@pytest.mark.asyncio
async def test_offers_do_not_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A referee that dies before its database knows that offers became a match makes no other."""

    async def lost(store: Store, name: str) -> None:
        """What was to be written is not when the process dies."""

    with monkeypatch.context() as patched:
        patched.setattr(Store, "remove_offer", lost)
        async with hosted(tmp_path) as town:
            ann, bob = await town.come("ann"), await town.come("bob")
            await ann.say(seek())
            await bob.say(seek())
            assert (await ann.type("offer_over"))["outcome"] == "matched"
    async with hosted(tmp_path) as town:
        assert town.server.hall.lobby.offers() == ()
        ann = await town.come("ann")
        assert (await ann.say(lobby.Lobby(1)))["lobby"]["offers"] == []
        assert len(town.server.hall.playing()) == 1
    async with hosted(tmp_path) as town:
        assert await town.store.offers() == []


@pytest.mark.asyncio
async def test_challenge(tmp_path: Path) -> None:
    """A challenge that is declined says why; one that is cancelled or expires is over too."""
    async with hosted(tmp_path) as town:
        ann, bob = await town.come("ann"), await town.come("bob")
        first = (await ann.say(lobby.Challenge(1, TERMS, ("bob",))))["offer"]
        assert (await bob.type("offered"))["offer"]["offer"] == first
        await bob.say(lobby.Decline(1, first, "busy", "not now"))
        over = await ann.type("offer_over")
        assert over == {
            "type": "offer_over", "offer": first, "outcome": "declined", "by": "bob",
            "reason": "busy", "text": "not now",
        }  # fmt: skip
        second = (await ann.say(lobby.Challenge(1, TERMS, ("bob",))))["offer"]
        await ann.say(lobby.Cancel(1, second))
        over = await bob.until(lambda frame: frame.get("offer") == second)
        assert (over["outcome"], over["by"]) == ("cancelled", "ann")
        error = await bob.say(lobby.Accept(1, second))
        assert error["code"] == "unknown_offer"
        assert await town.store.offers() == []


@pytest.mark.asyncio
async def test_capacity(tmp_path: Path) -> None:
    """Nobody gets a second match who takes one; the next begins when the first is over."""
    async with hosted(tmp_path) as town:
        ann, bob, cid = [await town.come(name) for name in NAMES]
        await ann.say(lobby.Capacity(1, 1))
        await ann.say(seek())
        await ann.say(seek())
        await bob.say(seek())
        await ann.type("start")
        await cid.say(seek())
        assert len(town.server.hall.playing()) == 1
        match = town.server.hall.playing()[0].match
        error = await ann.say(lobby.Accept(1, "none"))
        assert error["type"] == "error"
        await bob.say(client.Resign(1, match))
        await cid.type("start")
        assert {tuple(sorted(t.players)) for t in town.server.hall.playing()} == {("ann", "cid")}


@pytest.mark.asyncio
async def test_scopes(tmp_path: Path) -> None:
    """A token does what it is for, and nothing else."""
    async with hosted(tmp_path, {"ann": {"watch"}, "bob": {"play"}, "cid": {"lobby"}}) as town:
        ann, bob, cid = [await town.come(name) for name in NAMES]
        for guest, allowed in ((ann, "watch"), (bob, "play"), (cid, "lobby")):
            for scope, command in (
                ("watch", client.Tables(1)),
                ("watch", lobby.History(1)),
                ("play", client.Open(1, "pot")),
                ("lobby", seek()),
            ):
                answer = await guest.say(command)
                assert (answer["type"] == "ack") == (scope == allowed), (guest.name, answer)
                if scope != allowed:
                    assert (answer["code"], scope in answer["text"]) == ("not_allowed", True)


@pytest.mark.asyncio
@pytest.mark.parametrize("chat", (False, True))
async def test_chat(tmp_path: Path, chat: bool) -> None:  # noqa: FBT001 - a case
    """Players talk only where the host wants it, and only at their own table."""
    async with hosted(tmp_path, chat=chat) as town:
        ann, bob, cid = [await town.come(name) for name in NAMES]
        await ann.say(seek())
        await bob.say(seek())
        match = (await ann.type("start"))["match"]
        await bob.type("start")
        answer = await ann.say(lobby.Chat(1, match, "hello"))
        if not chat:
            assert answer["code"] == "not_allowed"
            return
        said = await bob.type("chat")
        assert said == {"type": "chat", "match": match, "account": "ann", "text": "hello"}
        assert (await cid.say(lobby.Chat(1, match, "me too")))["code"] == "not_seated"
        await ann.say(client.Resign(1, match))
        await bob.type("result")
        assert (await ann.say(lobby.Chat(1, match, "well played")))["code"] == "match_over"


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", ("analysis", "chat"))
async def test_talk_costs_nobody_his_place(tmp_path: Path, kind: str) -> None:
    """Who reads late misses old talk, but stays, hears the newest, and sees the whole match.

    It is more than everything together that may wait for a reader, in the referee and the system.
    """
    async with hosted(tmp_path, chat=True) as town:
        ann, bob, cid = [await town.come(name) for name in NAMES]
        terms = Terms("pot", "seats=2", ClockSpec("per_move", 0, 600_000_000))
        await ann.say(seek(terms))
        await bob.say(seek(terms))
        start = await ann.type("start")
        match = start["match"]
        talker, other = (ann, bob) if start["seats"][0] == "ann" else (bob, ann)
        seq = (await talker.type("request"))["seq"]
        await cid.say(client.Watch(1, match))
        readers = (other, cid) if kind == "chat" else (cid,)
        lines = [each.socket._response.connection for each in readers]
        for line in lines:
            assert line is not None
            assert line.transport is not None
            line.transport.pause_reading()
            own = line.transport.get_extra_info("socket")
            own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        for number in range(190):  # as many as may be said at once
            thought = Analysis(depth=number, line=("x" * 64,) * 100)
            said: client.Command = client.Analyse(1, match, seq, thought)
            if kind == "chat":
                said = lobby.Chat(1, match, f"{number} ".ljust(500, "\N{GRINNING FACE}"))
            assert (await talker.say(said))["type"] == "ack"
        await asyncio.sleep(0.2)  # until those who watch get theirs
        for line in lines:
            assert line is not None
            assert line.transport is not None
            line.transport.resume_reading()
        await talker.say(client.Resign(1, match))
        for reader in readers:
            await reader.type("result")
            heard = [each for each in reader.told if each["type"] == kind]
            assert 0 < len(heard) < 190
            order = [
                each["analysis"]["depth"] if kind == "analysis" else int(each["text"].split()[0])
                for each in heard
            ]
            assert order == sorted(order)


MANY = 150
CHALLENGE = lobby.Challenge(1, TERMS, ("ann",), expires_s=86_400)
OFTEN = msgspec.structs.replace(
    USUAL_LIMITS, queue_bytes=4096, offers=MANY, lobby_burst=MANY + 10, heartbeat_s=60.0
)


def does_not_read(client_socket: aiohttp.ClientWebSocketResponse) -> asyncio.Transport:
    """Lets a client read nothing, and its system hardly anything, until its transport resumes."""
    connection = client_socket._response.connection
    assert connection is not None
    assert connection.transport is not None
    connection.transport.pause_reading()
    own = connection.transport.get_extra_info("socket")
    own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    return connection.transport


def challenges_of(guest: Guest) -> list[str]:
    """The challenges that somebody was told of, in that order."""
    return [each["offer"]["offer"] for each in guest.told if each["type"] == "offered"]


@pytest.mark.asyncio
async def test_challenged_by_many_while_away(tmp_path: Path) -> None:
    """Who comes is told of all challenges that wait, however many, and of none that is over."""
    async with hosted_at_page(Settings(tmp_path, port=0, limits=OFTEN)) as visitor:
        bob = Guest(await visitor.greeted(name="bob"), "bob")
        *offers, last = [(await bob.say(CHALLENGE))["offer"] for _ in range(MANY)]
        ann = Guest(await visitor.connect(), "ann")
        line = does_not_read(ann.socket)
        await ann.socket.send_json(hello("ann"))
        await until(lambda: len(visitor.server.hall.lobby.online()) == 2)
        await bob.say(lobby.Cancel(1, last))
        line.resume_reading()
        await ann.until(lambda _: offers[-1] in challenges_of(ann))
        assert (await ann.say(client.Tables(1)))["type"] == "ack"
        assert challenges_of(ann) == offers


@pytest.mark.asyncio
async def test_challenged_by_many(tmp_path: Path) -> None:
    """Who reads late is not told of all challenges, but of the newest, and stays."""
    async with hosted_at_page(Settings(tmp_path, port=0, limits=OFTEN)) as visitor:
        ann = Guest(await visitor.greeted(), "ann")
        line = does_not_read(ann.socket)
        bob = Guest(await visitor.greeted(name="bob"), "bob")
        offers = [(await bob.say(CHALLENGE))["offer"] for _ in range(MANY)]
        line.resume_reading()
        assert (await ann.say(client.Tables(1)))["type"] == "ack"
        told = challenges_of(ann)
        assert 0 < len(told) < MANY
        assert told == [each for each in offers if each in told]


KUHN = Terms("kuhn", "", ClockSpec("per_move", 0, 5_000_000))


@pytest.mark.asyncio
@pytest.mark.parametrize("error", (UnavailableError, RuntimeError))
async def test_nobody_can_be_looked_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    """Who comes while the database is away, or there is a bug, is told so, and to come again."""

    async def holder(*_: object, **__: object) -> None:
        raise error("it is away")

    async with hosted(tmp_path) as town:
        with monkeypatch.context() as patched:
            patched.setattr(Store, "holder", holder)
            async with (
                aiohttp.ClientSession() as session,
                session.ws_connect(town.server.url) as socket,
            ):
                await socket.receive_json()
                hello = client.ClientHello(1, "test/1", town.tokens["ann"])
                await socket.send_str(msgspec.json.encode(hello).decode())
                said = await socket.receive_json()
                assert (said["code"], said["fatal"], said["id"]) == ("referee_fault", True, 1)
                assert said["text"]
                await socket.receive()
                assert socket.close_code == 1001
        ann = await town.come("ann")
        with monkeypatch.context() as patched:
            patched.setattr(Store, "matches", holder)
            said = await ann.say(lobby.History(1))
            assert said["code"] == "referee_fault"
        assert (await ann.say(lobby.History(1)))["type"] == "ack"


@pytest.mark.asyncio
async def test_a_name_that_no_database_takes(tmp_path: Path) -> None:
    """A mistake of who asks is told as such, and not as a fault of the referee's."""
    async with hosted(tmp_path) as town:
        ann = await town.come("ann")
        said = await ann.say(lobby.History(1, "a\0b"))
        assert (said["code"], said["text"]) == (
            "not_allowed",
            "'a\\x00b' is no text; expected text without NUL",
        )


@pytest.mark.asyncio
async def test_revoked(tmp_path: Path) -> None:
    """A token that was revoked while the referee runs opens nothing more."""
    async with hosted(tmp_path) as town:
        await town.come("ann")
        (token,) = await town.store.tokens("ann")
        await town.store.revoke(token.id, 2)
        with pytest.raises(AssertionError, match="bad_token"):
            await town.come("ann")


@pytest.mark.asyncio
async def test_answered_before_it_is_paired(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However slow the database is, an offer is acknowledged before it is paired.

    And one that cannot be kept is as if it had never been made.
    """
    save = Store.save_offer
    slow = asyncio.Event()

    async def save_offer(store: Store, name: str, by: str, text: str, created_us: int) -> None:
        if by == "ann":
            await slow.wait()
        if by == "cid":
            raise UnavailableError("the disk is full")
        await save(store, name, by, text, created_us)

    monkeypatch.setattr(Store, "save_offer", save_offer)
    async with hosted(tmp_path) as town:
        ann, bob, cid = [await town.come(name) for name in NAMES]
        answer = asyncio.create_task(ann.say(seek()))
        assert (await cid.say(seek()))["code"] == "referee_fault"
        await bob.say(seek())
        assert town.server.hall.playing() == []
        slow.set()
        mine = (await answer)["offer"]
        assert not [frame for frame in ann.told if frame["type"] == "offer_over"]
        assert (await ann.type("offer_over"))["offer"] == mine
        assert set((await bob.type("start"))["seats"]) == {"ann", "bob"}
        assert town.server.hall.lobby.offers() == ()


@pytest.mark.asyncio
async def test_when_a_match_began(tmp_path: Path) -> None:
    """History tells when a match began, not only when it ended."""
    async with hosted(tmp_path) as town:
        ann, bob = await town.come("ann"), await town.come("bob")
        await ann.say(seek())
        await bob.say(seek())
        await ann.type("start")
        await asyncio.sleep(0.2)
        await asyncio.gather(ann.play(), bob.play())
        played: list[dict[str, Any]] = []
        while not played:
            await asyncio.sleep(0.02)
            played = (await bob.say(lobby.History(1, "ann")))["history"]
        assert played[0]["ended_us"] - played[0]["began_us"] >= 100_000


@pytest.mark.asyncio
async def test_an_alarm_waits_without_haste(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An alarm waits for who said something before it, whose offer the database still writes.

    It does not ask all the time: the database's own threads need this process, too.
    """
    save, slow = Store.save_offer, asyncio.Event()
    asked = 0
    has_unheard = Room.has_unheard

    async def save_offer(store: Store, name: str, by: str, text: str, created_us: int) -> None:
        await slow.wait()
        await save(store, name, by, text, created_us)

    def counted(room: Room, until_ns: int) -> bool:
        nonlocal asked
        asked += 1
        return has_unheard(room, until_ns)

    monkeypatch.setattr(Store, "save_offer", save_offer)
    monkeypatch.setattr(Room, "has_unheard", counted)
    async with hosted(tmp_path) as town:
        guests = [await town.come(name) for name in NAMES[:2]]
        opened = client.Open(1, "pot", "seats=2", ClockSpec("per_move", 0, 200_000))
        match = (await guests[0].say(opened))["match"]
        for guest in guests:
            await guest.say(client.Sit(1, match, guests.index(guest)))
        start = await guests[0].type("request")
        mover = guests[start["seat"]]
        await mover.socket.send_str(msgspec.json.encode(seek(KUHN)).decode())
        await asyncio.sleep(0.05)
        move = client.Move(2, match, start["seq"], "pass")
        await mover.socket.send_str(msgspec.json.encode(move).decode())
        await asyncio.sleep(0.6)  # the alarm has rung long ago
        assert 0 < asked < 1000
        slow.set()
        assert (await mover.until(lambda frame: frame.get("id") == 2))["type"] in {"ack", "error"}
