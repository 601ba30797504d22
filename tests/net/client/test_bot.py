"""A bot at a real referee: what it tells, how it goes, and what ends it."""

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from carcbot.bot.seated_match import SeatedMatch
from carcbot.bot.session import Think
from carcbot.bot.time_plan import LagMeter
from carcbot.errors import InputError
from carcbot.games import registry
from carcbot.messages.client import Open
from carcbot.messages.events import Moved
from carcbot.messages.parts import ClockSpec, Policy
from carcbot.messages.server import Analysed, Request
from carcbot.net.client import Bot
from carcbot.net.client.config import BotConfig, OpenTable
from carcbot.net.client.watcher import tables_at, watch
from carcbot.net.clock import now_ns
from carcbot.net.process.pool import WorkerPool
from carcbot.net.process.running_search import RunningSearch
from carcbot.net.server import RefereeServer
from carcbot.replay.record import MatchRecord
from tests.net.client.hosting import hosted, referee, token_of
from tests.waiting import PATIENCE_S, until

FAILING = "tests.net.process.own_agents:Clumsy"


def bot_of(server: RefereeServer, name: str, **settings: object) -> Bot:
    """A bot of an account."""
    config = BotConfig(url=server.url, **{"agent": "greedy", **settings})  # type: ignore[arg-type]
    return Bot(config, token_of(name), seed=1)


@pytest.mark.asyncio
async def test_what_it_tells(tmp_path: Path) -> None:
    """Its log has who it is, its table, its seat, who plays, and how it came out."""
    with capture_logs() as logs:
        async with hosted(tmp_path) as server:
            opened = OpenTable(options="seats=2,expansions=river")
            ann = bot_of(server, "ann", open=opened, count=1)
            bob = bot_of(server, "bob", count=1)
            await asyncio.gather(ann.run(), bob.run())
            assert (ann.played, bob.played) == (1, 1)
            for bot in (ann, bob):
                assert bot._thinking is not None
                unmeasured = LagMeter(over_network=True).margin_s
                assert bot._thinking.lag.margin_s != unmeasured, "its moves tell what they lose"
    told = [line["event"] for line in logs if line["log_level"] == "info"]
    assert any(line.startswith("connected to ws://") and line.endswith(" as ann") for line in told)
    assert "opened a table (seats=2,expansions=river), waiting for 1 more" in told
    assert told.count("sat down") == 2
    assert told.count("match begins: ann, bob") == 2
    ends = [line for line in logs if "(place " in line["event"]]
    assert len(ends) == 2
    assert all(line["match"] for line in ends)
    assert not [line for line in logs if line["log_level"] not in {"info", "debug"}]


@pytest.mark.asyncio
async def test_stopping_at_a_table(tmp_path: Path) -> None:
    """Who is asked to stop gets up from a table that has not begun."""
    async with hosted(tmp_path) as server:
        ann = bot_of(server, "ann", open=OpenTable(options="seats=2"))
        playing = asyncio.create_task(ann.run())
        await until(lambda: any("ann" in table.accounts for table in server.hall.tables.values()))
        ann.drain()
        await playing
        (table,) = await tables_at(server.url, token_of("eve"))
        assert table.seats == (None, None)
        assert ann.going_on == []


@pytest.mark.asyncio
async def test_stopping_in_a_match(tmp_path: Path) -> None:
    """Who is asked to stop in a match plays it to its end first."""
    async with hosted(tmp_path) as server:
        server.open_table(Open(1, "carcassonne", "seats=2"))
        bots = [bot_of(server, name, matches=2) for name in ("ann", "bob")]
        playing = [asyncio.create_task(bot.run()) for bot in bots]
        await until(lambda: all(bot.going_on for bot in bots))
        for bot in bots:
            bot.drain()
        await asyncio.gather(*playing)
        assert [bot.played for bot in bots] == [1, 1]


@pytest.mark.asyncio
async def test_a_second_connection(tmp_path: Path) -> None:
    """The older of two connections ends with an error that says why."""
    async with hosted(tmp_path) as server:
        older = bot_of(server, "ann")
        playing = asyncio.create_task(older.run())
        await until(lambda: older.session.is_welcome)
        newer = bot_of(server, "ann")
        other = asyncio.create_task(newer.run())
        with pytest.raises(InputError, match="ann connected again from elsewhere"):
            await playing
        newer.drain()
        await other


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("opened", "hint"),
    (
        (OpenTable(options="seats=9"), "such as seats=2"),
        (OpenTable("chess", "seats=2"), "carcassonne"),
    ),
)
async def test_a_table_that_cannot_be(tmp_path: Path, opened: OpenTable, hint: str) -> None:
    """A table that the referee refuses for ever ends the bot, with a hint."""
    async with hosted(tmp_path) as server:
        with pytest.raises(InputError, match="the referee refuses the table") as caught:
            await bot_of(server, "ann", open=opened).run()
        assert hint in caught.value.expected


@pytest.mark.asyncio
async def test_a_match_that_is_not(tmp_path: Path) -> None:
    """Who should play on in a match without having a seat there is told so."""
    async with hosted(tmp_path) as server:
        with pytest.raises(InputError, match="match abc: ann has no seat there"):
            await bot_of(server, "ann").run(until_over="abc")


@pytest.mark.asyncio
async def test_a_failing_agent(tmp_path: Path) -> None:
    """The first failure in a match is a warning, with match and seq; all are counted."""
    with capture_logs() as logs:
        async with hosted(tmp_path) as server:
            server.open_table(Open(1, "carcassonne", "seats=2"))
            ann, bob = bot_of(server, "ann", agent=FAILING, count=1), bot_of(server, "bob", count=1)
            await asyncio.gather(ann.run(), bob.run())
            assert ann.failures.not_own == ann.failures.moves > 30
            assert f"_lapses_total {ann.failures.not_own:.1f}\n" in ann._figures().decode()
            told = str(ann.failures)
            assert " moves were not its own: raised RuntimeError: a slip (" in told
            assert re.search(r"own_agents\.py, line \d+\)$", told)
            assert bob.failures.moves > 30
            assert bob.failures.not_own == 0
    (warning,) = [line for line in logs if line["log_level"] == "warning"]
    assert "raised RuntimeError: a slip" in warning["event"]
    assert warning["match"]
    assert warning["seq"] in {2, 4}


@pytest.mark.asyncio
@pytest.mark.parametrize("tells", (True, False))
async def test_the_record_says_whose_moves_they_were(tmp_path: Path, *, tells: bool) -> None:
    """Each move that an agent has not chosen is marked, also by a bot that tells no thoughts."""
    async with hosted(tmp_path) as server:
        server.open_table(Open(1, "carcassonne", "seats=2"))
        ann = bot_of(server, "ann", agent=FAILING, count=1, analysis=tells)
        await asyncio.gather(ann.run(), bot_of(server, "bob", count=1).run())
        (path,) = (tmp_path / "records").glob("*.jsonl*")
        record = MatchRecord.load(path)
    by = {
        (record.accounts[line.event.seat], line.analysis and line.analysis.by)
        for line in record.events
        if isinstance(line.event, Moved)
    }
    assert by == {("ann", "substitute"), ("bob", "agent")}


@pytest.mark.asyncio
async def test_a_match_for_agents_alone(tmp_path: Path) -> None:
    """Where no substitute may move the bot is out by the first failure, as if it had crashed."""
    async with hosted(tmp_path) as server:
        policy = Policy(substitutes=False)
        server.open_table(Open(1, "carcassonne", "seats=2", policy=policy))
        ann = bot_of(server, "ann", agent=FAILING, count=1)
        await asyncio.gather(ann.run(), bot_of(server, "bob", count=1).run())
        (path,) = (tmp_path / "records").glob("*.jsonl*")
        record = MatchRecord.load(path)
    assert ann.failures.not_own == 1
    assert record.result is not None
    assert record.result.reason == "crash"
    outs = dict(zip(record.accounts, (each.out for each in record.result.standings), strict=True))
    assert outs == {"ann": "crash", "bob": None}


class HeardPool(WorkerPool):
    """Workers, and what was asked of them."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.searches: list[RunningSearch] = []
        self.pondered: list[str] = []

    def start(self, *what: Any, **how: Any) -> RunningSearch:  # noqa: ANN401 - as that takes
        """Notes the search."""
        search = super().start(*what, **how)
        self.searches.append(search)
        return search

    def ponder(
        self, session: str, agent: str, position: str, plies: Sequence[str], seed: int
    ) -> bool:
        """Notes the position."""
        does = super().ponder(session, agent, position, plies, seed)
        if does:
            self.pondered.append(position)
        return does


@pytest.mark.asyncio
@pytest.mark.parametrize("ponder", (True, False))
async def test_pondering(tmp_path: Path, *, ponder: bool) -> None:
    """Who is set up for it thinks on while the other is to move, and its tree stays in step."""
    async with hosted(tmp_path) as server, HeardPool(2) as pool:
        match = server.open_table(Open(1, "carcassonne", "seats=2"))
        config = BotConfig(
            url=server.url,
            agent="champion",
            nodes=100,
            threads_per_move=2,
            ponder=ponder,
            table=match,
            seat=0,
            count=1,
        )
        ann = Bot(config, token_of("ann"), seed=1, pool=pool)
        await asyncio.gather(ann.run(), bot_of(server, "bob", count=1).run())
        decisions = [await search.decision() for search in pool.searches]
        (path,) = (tmp_path / "records").glob("*.jsonl*")
        events = [line.event for line in MatchRecord.load(path).events]
    moves = [event.seat for event in events if isinstance(event, Moved)]
    assert [each.kept for each in decisions] == [False] + [True] * (len(decisions) - 1)
    assert len(decisions) == moves.count(0) > 30
    movers = [registry.parse(position).to_move for position in pool.pondered]
    assert movers == [1] * (moves.count(1) if ponder else 0)


@pytest.mark.asyncio
async def test_a_referee_that_is_gone(tmp_path: Path) -> None:
    """After a signal a bot waits for its referee no longer than its seats are kept."""
    with capture_logs() as logs:
        clock = ClockSpec("per_move", move_us=1_000_000)
        async with referee(tmp_path, clock=clock, policy=Policy(grace_us=300_000)) as server:
            server.open_table(Open(1, "carcassonne", "seats=2"))
            bots = [bot_of(server, name, agent="mcts") for name in ("ann", "bob")]
            playing = [asyncio.create_task(bot.run()) for bot in bots]
            await until(lambda: all(bot.going_on for bot in bots))
        for bot in bots:
            bot.drain()
        await asyncio.wait_for(asyncio.gather(*playing), PATIENCE_S)
        assert all(bot.going_on for bot in bots)
    told = [line["event"] for line in logs]
    assert "the referee is gone for longer than it keeps seats" in told


@pytest.mark.asyncio
async def test_the_seat_that_is_kept_longest() -> None:
    """It waits for a referee that is gone as long as one of its seats is kept."""
    bot = Bot(BotConfig(url="ws://127.0.0.1:1/play", agent="greedy"), "token", seed=1)
    for match, grace_s in (("m1", 1), ("m2", 60), ("m3", 2)):
        seated = bot.session.matches.setdefault(match, SeatedMatch(match))
        seated.seq, seated.policy = 1, Policy(grace_us=grace_s * 1_000_000)
    assert not bot._is_given_up(), "nothing is lost"
    for gone_s, given_up in ((30, False), (61, True)):
        bot._link.lost_ns = now_ns() - gone_s * 10**9
        assert bot._is_given_up() == given_up


@pytest.mark.asyncio
async def test_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A request that comes while it thinks about another one of the match ends those thoughts."""
    asked: list[tuple[str, int]] = []

    async def choose(_bot: Bot, seated: SeatedMatch, asks: Any) -> None:  # noqa: ANN401 - private
        try:
            await asyncio.Event().wait()
        finally:
            asked.append((seated.match, asks.request.seq))

    monkeypatch.setattr(Bot, "_choose", choose)
    bot = Bot(BotConfig(url="ws://127.0.0.1:1/play", agent="greedy"), "token", seed=1)
    for match, seq in (("m1", 4), ("m2", 7), ("m1", 5)):
        await bot._carry_out([Think(SeatedMatch(match), Request(match, seq, 0, 0, 0))])
        await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert asked == [("m1", 4)]
    for task in bot._tasks.values():
        task.cancel()
    await asyncio.gather(*bot._tasks.values(), return_exceptions=True)


@pytest.mark.asyncio
async def test_thoughts_are_shown(tmp_path: Path) -> None:
    """Who watches sees what a bot thinks while it thinks: ever more nodes about one position."""
    async with hosted(tmp_path, clock=ClockSpec("per_move", 0, 2_500_000)) as server:
        match = server.open_table(Open(1, "carcassonne", "seats=2"))
        config = BotConfig(url=server.url, agent="mcts", table=match, count=1)
        bots = [Bot(config, token_of(name), seed=1) for name in ("ann", "bob")]
        running = [asyncio.create_task(bot.run()) for bot in bots]
        nodes: dict[int, list[int]] = {}
        async for each in watch(server.url, token_of("eve"), match):
            if isinstance(each, Analysed):
                nodes.setdefault(each.seq, []).append(each.analysis.nodes or 0)
                if len(nodes[each.seq]) == 3:
                    break
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        longest = max(nodes.values(), key=len)
        assert len(longest) == 3
        # the last one may come with the move, which may rest on what was told before it
        assert longest[0] < longest[1] <= longest[2]
        assert [bot.troubles for bot in bots] == [[], []]
