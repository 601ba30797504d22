"""Bots that meet in the lobby: seeks, challenges, policies that change, places that come free."""

import asyncio
import itertools
from collections import Counter
from functools import partial
from pathlib import Path

import msgspec
import pytest

from carcbot.bot.policy import AcceptPolicy, Wanted
from carcbot.bot.session import Session
from carcbot.games import registry
from carcbot.messages import lobby
from carcbot.messages.client import Command
from carcbot.messages.lobby import Terms
from carcbot.messages.parts import FEATURES, ClockSpec, Policy
from carcbot.messages.server import Ack, Error, ServerHello
from carcbot.net.client.bot import Bot
from carcbot.net.client.config import BotConfig
from carcbot.net.client.matchmaking import Matchmaking
from carcbot.net.client.seat_finder import Room
from carcbot.net.server import RefereeServer
from carcbot.net.settings import USUAL_LIMITS
from carcbot.replay.record import MatchRecord
from carcbot.replay.verification import GENUINE, verify
from tests.games.random_games import OPTION_SETS
from tests.net.client.hosting import NAMES, hosted, token_of
from tests.net.town import Guest, Town
from tests.waiting import PATIENCE_S, until

POT = Wanted("pot", "seats=2", "per_move", 0.0, 2.0)
QUICK = BotConfig(agent="random", sit=False)


def bot(server: RefereeServer, name: str, **wishes: object) -> Bot:
    """A bot that moves at random, and sits at no table that others open."""
    config = msgspec.structs.replace(QUICK, url=server.url, **wishes)
    return Bot(config, token_of(name), seed=1)


async def guest(server: RefereeServer, name: str, stack: list[Town]) -> Guest:
    """Somebody who speaks the protocol by hand."""
    town = Town(server, None, {name: token_of(name)})  # type: ignore[arg-type]
    stack.append(town)
    return await town.come(name)


@pytest.mark.asyncio
@pytest.mark.parametrize("chance", ("seed", "deck", "joint"))
async def test_seekers_meet(tmp_path: Path, chance: str) -> None:
    """Two bots that seek the same play as many matches as they want, and stop."""
    async with hosted(tmp_path) as server:
        wish = msgspec.structs.replace(POT, chance=chance)
        bots = [bot(server, name, seek=(wish,), count=3, matches=2) for name in ("ann", "bob")]
        await asyncio.wait_for(asyncio.gather(*(each.run() for each in bots)), PATIENCE_S)
        assert [each.played for each in bots] == [3, 3]
        assert [each.troubles for each in bots] == [[], []]
        assert server.hall.lobby.offers() == ()
        assert server.hall.playing() == []
        records = [MatchRecord.load(file) for file in (tmp_path / "records").glob("*.jsonl")]
        assert len(records) == 3
        for record in records:
            assert verify(record, server.key) == GENUINE
            assert record.lines.header.chance == chance


@pytest.mark.asyncio
@pytest.mark.parametrize("game", registry.names())
async def test_every_game(tmp_path: Path, game: str) -> None:
    """Bots that seek a game meet in it, and it has a rating pool of its own."""
    options = OPTION_SETS[game][0]
    seats = registry.get(game).new(options).seats
    pool = f"{game}/{seats}"
    async with hosted(tmp_path) as server:
        wish = Wanted(game, options, "per_move", 0.0, 60.0)
        names = NAMES[:seats]
        bots = [bot(server, name, seek=(wish,), count=1) for name in names]
        await asyncio.gather(*(each.run() for each in bots))
        (record,) = [MatchRecord.load(file) for file in (tmp_path / "records").glob("*.jsonl")]
        assert verify(record, server.key) == GENUINE
        assert (record.lines.header.game, record.lines.header.rated) == (game, True)
        assert record.result is not None
        assert [each.out for each in record.result.standings] == [None] * seats
        towns: list[Town] = []
        eve = await guest(server, "eve", towns)
        view = (await eve.say(lobby.Lobby(1)))["lobby"]
        rated = sorted((each["pool"], each["account"], each["games"]) for each in view["ratings"])
        assert rated == [(pool, name, 1) for name in names]
        assert (await eve.say(lobby.Lobby(1, "another/2")))["lobby"]["ratings"] == []
        for town in towns:
            await town.close()


@pytest.mark.asyncio
async def test_capacity(tmp_path: Path) -> None:
    """A bot with several seeks never plays more matches than it says."""
    async with hosted(tmp_path) as server:
        wishes = tuple(
            msgspec.structs.replace(POT, options=f"seats=2,ones={ones}") for ones in (4, 6, 8)
        )
        one = bot(server, "ann", seek=wishes, matches=2, count=12)
        other = bot(server, "bob", seek=wishes, matches=3, count=12)
        running = asyncio.gather(one.run(), other.run())
        seen: Counter[int] = Counter()
        while not running.done():
            seen[server.hall.shares.seats("ann")] += 1
            await asyncio.sleep(0.001)
        await running
        assert max(seen) <= 2
        assert one.played == other.played == 12


class Wishes:
    """A bot's matchmaking before a referee that only listens.

    Args:
        room: How many matches it may play.
        seeks: How many kinds of matches it wants.
    """

    def __init__(self, room: Room, seeks: int) -> None:
        self.said: list[Command] = []
        self.session = Session("test/1", "token", lambda: "0" * 64)
        self.session.hello = ServerHello("x/1", {}, USUAL_LIMITS, features=FEATURES)
        kinds = [msgspec.structs.replace(POT, options=f"ones={ones}") for ones in range(seeks)]
        config = msgspec.structs.replace(QUICK, seek=tuple(kinds))
        self.meeting = Matchmaking(config, self.session, self._say, lambda: room)

    async def _say(self, command: Command) -> None:
        self.said.append(command)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("room", "seeks", "at_once"),
    ((Room(4, 4, 9), 4, 4), (Room(4, 4, 4), 4, 4), (Room(4, 4, 3), 4, 3), (Room(2, 2, 3), 4, 2)),
)
async def test_no_more_than_are_left(room: Room, seeks: int, at_once: int) -> None:
    """Who seeks more than it still wants to play says that it has room for no more than that."""
    wishes = Wishes(room, seeks)
    await wishes.meeting.look()
    assert [each.matches for each in wishes.said if isinstance(each, lobby.Capacity)] == [at_once]


@pytest.mark.asyncio
async def test_a_lobby_that_is_not_shown() -> None:
    """Who could not be told what is in the lobby asks once more, and seeks nothing before."""
    wishes = Wishes(Room(1, 1, 1), 1)
    for times in (1, 2):
        for _ in range(2):
            await wishes.meeting.look()
        asked = [each for each in wishes.said if isinstance(each, lobby.Lobby)]
        assert len(asked) == times
        assert wishes.meeting.refused(Error("referee_fault", "not now", asked[-1].id))
    assert not [each for each in wishes.said if isinstance(each, lobby.Seek)]
    await wishes.meeting.look()
    number = wishes.said[-1].id
    view = lobby.LobbyView((), (), ())
    await wishes.meeting.answered(Ack(number, lobby=view))
    assert len([each for each in wishes.said if isinstance(each, lobby.Seek)]) == 1


@pytest.mark.asyncio
async def test_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot whose seeks could all be met in one moment plays no more matches than it wants."""
    monkeypatch.setattr("carcbot.net.client.bot._LOOKS_EVERY_S", 3.0)  # as if it were busy
    async with hosted(tmp_path) as server:
        wishes = tuple(
            msgspec.structs.replace(POT, options=f"seats=2,ones={ones}") for ones in (2, 3, 4, 6)
        )
        one = bot(server, "ann", seek=wishes, matches=2, count=3)
        running = asyncio.create_task(one.run())
        await until(lambda: len(server.hall.lobby.offers()) == len(wishes))
        other = asyncio.create_task(bot(server, "bob", seek=wishes, matches=4).run())
        await asyncio.wait_for(running, PATIENCE_S)
        assert one.played == 3
        other.cancel()
        await asyncio.gather(other, return_exceptions=True)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("accept", "outcome", "reason"),
    (
        (AcceptPolicy(), "matched", None),
        (AcceptPolicy(games=("carcassonne",)), "declined", "game"),
        (AcceptPolicy(min_move_s=3.0), "declined", "clock"),
        (AcceptPolicy(min_rating=1501), "declined", "rating"),
        (AcceptPolicy(min_rating=1500), "matched", None),
        (AcceptPolicy(block=("bob",)), "declined", "opponent"),
        (None, None, None),
    ),
)
async def test_challenges(
    tmp_path: Path, accept: AcceptPolicy | None, outcome: str | None, reason: str | None
) -> None:
    """A challenge is accepted or declined as the policy says, with the reason."""
    async with hosted(tmp_path) as server:
        towns: list[Town] = []
        mine = bot(server, "ann", accept=accept, seek=(POT,) if accept is None else ())
        running = asyncio.create_task(mine.run())
        await until(lambda: mine.session.is_welcome)
        bob = await guest(server, "bob", towns)
        terms = Terms("pot", "seats=2", ClockSpec("per_move", 0, 2_000_000), Policy())
        terms = terms if accept is not None else msgspec.structs.replace(terms, rated=False)
        await bob.say(lobby.Challenge(1, terms, ("ann",)))
        over = await bob.type("offer_over")
        assert over["outcome"] == (outcome or "declined")
        assert over.get("reason") == (reason if accept is not None else "later")
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        for town in towns:
            await town.close()


@pytest.mark.asyncio
async def test_blocked(tmp_path: Path) -> None:
    """Whom a bot blocks it does not meet as one who seeks either; after another policy it does."""
    async with hosted(tmp_path) as server:
        accept = AcceptPolicy(block=("bob",))
        mine = bot(server, "ann", seek=(POT,), accept=accept, count=1)
        running = [asyncio.create_task(mine.run())]
        await until(lambda: len(server.hall.lobby.offers()) == 1)
        running.append(asyncio.create_task(bot(server, "bob", seek=(POT,), count=1).run()))
        await until(lambda: len(server.hall.lobby.offers()) == 2)
        await asyncio.sleep(0.2)
        assert server.hall.playing() == []
        mine.reconfigure(msgspec.structs.replace(mine.config, accept=AcceptPolicy()))
        await asyncio.wait_for(asyncio.gather(*running), PATIENCE_S)
        assert mine.played == 1


@pytest.mark.asyncio
async def test_other_wishes(tmp_path: Path) -> None:
    """After a change of its policy the bot takes back what it sought, and seeks something else."""
    async with hosted(tmp_path) as server:
        mine = bot(server, "ann", seek=(POT,))
        running = asyncio.create_task(mine.run())
        await until(lambda: len(server.hall.lobby.offers()) == 1)
        other = msgspec.structs.replace(POT, rated=False)
        mine.reconfigure(msgspec.structs.replace(mine.config, seek=(other,)))
        await until(lambda: [o.terms.rated for o in server.hall.lobby.offers()] == [False])
        mine.drain()
        await asyncio.wait_for(running, PATIENCE_S)
        assert server.hall.lobby.offers() == ()


@pytest.mark.asyncio
async def test_told_to_end_as_it_seeks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that is to end before it hears of its seek leaves none in the lobby."""
    async with hosted(tmp_path) as server:
        mine = bot(server, "ann", seek=(POT,))
        send = mine._link.send

        async def send_and_drain(command: Command) -> None:
            await send(command)
            if isinstance(command, lobby.Seek):
                mine.drain()

        monkeypatch.setattr(mine._link, "send", send_and_drain)
        await asyncio.wait_for(mine.run(), PATIENCE_S)
        assert server.hall.lobby.offers() == ()


@pytest.mark.asyncio
async def test_earlier_life(tmp_path: Path) -> None:
    """A bot that comes back after a kill or a lost connection seeks once, not twice."""
    async with hosted(tmp_path) as server:
        for _ in range(3):
            mine = bot(server, "ann", seek=(POT,))
            running = asyncio.create_task(mine.run())
            await until(partial(getattr, mine.session, "is_welcome"))
            await until(lambda: len(server.hall.lobby.offers()) == 1)
            await asyncio.sleep(0.1)
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
        mine = bot(server, "ann", seek=(POT,))
        running = asyncio.create_task(mine.run())
        await until(lambda: mine.session.is_welcome)
        names = set()
        for _ in itertools.repeat(None, 3):
            await until(lambda: len(server.hall.lobby.offers()) == 1)
            names.add(server.hall.lobby.offers()[0].offer)
            server._floor.guests["ann"].close(1001)
            await asyncio.sleep(0.1)
            await until(lambda: mine.session.is_welcome and "ann" in server._floor.guests)
            await asyncio.sleep(1.2)
            await until(lambda: len(server.hall.lobby.offers()) == 1)
        assert len(names) <= 2
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


@pytest.mark.asyncio
async def test_impossible_wish(tmp_path: Path) -> None:
    """What the referee refuses for good is sought once; other wishes go on."""
    async with hosted(tmp_path) as server:
        bad = msgspec.structs.replace(POT, options="seats=77")
        mine = bot(server, "ann", seek=(bad, POT))
        running = asyncio.create_task(mine.run())
        await until(lambda: len(server.hall.lobby.offers()) == 1)
        assert server.hall.lobby.offers()[0].terms.options.startswith("seats=2")
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
