"""Proof that a lobby lives on, whatever is killed: its referee, its bots, their connections.

Bots seek each other and play, minute after minute. Meanwhile the referee is killed with `kill -9`,
or stopped in a hurry, and started again on the same folder and database; bots are dropped in the
middle of everything and come back knowing nothing; connections are cut. With `--postgres` the
database is a PostgreSQL server, and all its connections are cut again and again too.

In the end every match of which any bot heard that it began is either over, with a record that is
verified, or still open. The ratings in the database are what comes of the records, one after the
other in the order in which the matches ended. And the referee has not grown: its memory, open files
and child processes in the second half are those of the first.

`python -m tests.proof.soak --minutes 0.4` is the short form.
"""

import argparse
import asyncio
import contextlib
import logging
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from carcbot.bot.session import Told, Wish
from carcbot.cli.logging import set_up_logging
from carcbot.errors import InputError
from carcbot.messages.lobby import Capacity, OfferOver, Seek, Terms
from carcbot.net.store.store import Store
from carcbot.referee.ratings import Ratings, pool_of
from carcbot.replay.record import MatchRecord
from carcbot.replay.verifying import verify
from tests.net.store.postgres import serve_postgres
from tests.proof.crash import NAMES, Referee
from tests.proof.hostile import memory_mb
from tests.proof.hostile_cases import open_files
from tests.proof.players import SteadyPlayer, token_of

if TYPE_CHECKING:
    from collections.abc import Callable

TERMS = (Terms("pot", "seats=2"), Terms("pot", "seats=3"), Terms("carcassonne", "seats=2"))
BAR_MB = 16.0
BAR_FILES = 4
_CAPACITY = 3
_CALM_S = 4.0


class SeekingPlayer(SteadyPlayer):
    """Finds its matches in the lobby, and has never more than one offer of its own there.

    Attributes:
        told: What became of its offers.
    """

    def __init__(self, url: str, name: str, seed: int) -> None:
        super().__init__(url, name, matches=_CAPACITY, token=token_of(name))
        self.rng = random.Random(f"{name} {seed}")
        self.told: Counter[str] = Counter()
        self._asked_s = 0.0

    async def think(self, seq: int) -> None:  # noqa: ARG002 - as in the class above
        """Takes a little time, so that much is going on whenever something is killed."""
        await asyncio.sleep(self.rng.random() * 0.02)

    async def _look(self) -> None:
        """Seeks whenever it has waited long enough; offers expire by themselves."""
        connection = -1
        while True:
            if self.is_here and not self.is_closing:
                if self.cuts != connection:
                    connection = self.cuts
                    await self._send(Capacity(self.session.number(), _CAPACITY))
                if len(self.session.chairs) < _CAPACITY:
                    terms = self.rng.choice(TERMS)
                    await self._send(Seek(self.session.number(), terms, expires_s=10))
            await asyncio.sleep(0.3 + self.rng.random())

    def _note(self, wish: Wish) -> None:
        if isinstance(wish, Told) and isinstance(wish.message, OfferOver):
            self.told[wish.message.outcome] += 1
        super()._note(wish)


@dataclass(slots=True)
class Life:
    """What has happened.

    Attributes:
        begun: Matches of which a bot heard that they began.
        moves: Moves that were acknowledged, for each match by event.
        counts: How often what was done.
        samples: Of the referee: memory, files and children, at the same age of each of its lives.
        wrong: What must never be.
    """

    begun: set[str] = field(default_factory=set)
    moves: dict[str, dict[int, str]] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    samples: list[tuple[float, int, int]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def bury(self, player: SeekingPlayer) -> None:
        """Keeps what a bot that is dropped has seen."""
        self.begun.update(player.seen)
        for match, moves in player.acked.items():
            self.moves.setdefault(match, {}).update(moves)
        self.counts["matches seen to their end"] += len(player.ended)
        self.counts["connections lost"] += max(player.cuts, 0)
        self.counts.update({f"offers {outcome}": n for outcome, n in player.told.items()})
        name = player.session.account
        self.wrong += [f"{name}: {trouble}" for trouble in player.troubles]


class Town:
    """A referee and its bots."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.rng = random.Random(seed)
        self.referee = Referee(folder)
        self.cut_database: Callable[[], None] | None = None
        self.life = Life()
        self.players: dict[str, tuple[SeekingPlayer, asyncio.Task[None]]] = {}

    def come(self, name: str) -> None:
        """A bot comes and knows nothing."""
        player = SeekingPlayer(self.referee.url, name, self.rng.randrange(2**32))
        self.players[name] = (player, asyncio.create_task(player.run()))

    async def drop(self, name: str) -> None:
        """A bot is killed."""
        player, task = self.players.pop(name)
        await player.cut()
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        self.life.bury(player)

    async def live(self, minutes: float) -> Life:
        """Lives so long, and ends in order."""
        await self.referee.start()
        for name in NAMES:
            self.come(name)
        end = time.monotonic() + minutes * 60
        while time.monotonic() < end:
            await asyncio.sleep(_CALM_S)
            self.sample()
            until = time.monotonic() + self.rng.random() * 6
            while time.monotonic() < min(until, end):
                await self.harm_a_bot()
                if self.cut_database is not None and self.rng.random() < 0.5:
                    self.life.counts["cuts of the database"] += 1
                    await asyncio.to_thread(self.cut_database)
                await asyncio.sleep(self.rng.random() * 2)
            await self.harm_the_referee()
        await self.close()
        return self.life

    def sample(self) -> None:
        """Measures the referee."""
        process = self.referee.process
        assert process is not None
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        found = (memory_mb(process.pid), open_files(process.pid), len(children))
        self.life.samples.append(found)

    async def harm_a_bot(self) -> None:
        """Cuts a connection, or kills a bot."""
        name = self.rng.choice(NAMES)
        player, task = self.players[name]
        if task.done():
            self.life.wrong.append(f"{name} has ended by itself: {task.exception()!r}")
        if task.done() or self.rng.random() < 0.4:
            self.life.counts["bots killed"] += 1
            await self.drop(name)
            self.come(name)
        elif player.is_here:
            self.life.counts["connections cut"] += 1
            await player.cut()

    async def harm_the_referee(self) -> None:
        """Kills it or stops it in a hurry, and starts it again."""
        if self.rng.random() < 0.8:
            self.life.counts["kill -9 of the referee"] += 1
            self.referee.end(signal.SIGKILL)
        else:
            self.life.counts["stops of the referee"] += 1
            process = self.referee.process
            assert process is not None
            process.send_signal(signal.SIGTERM)
            await asyncio.sleep(0.2)
            process.send_signal(signal.SIGTERM)
            await asyncio.to_thread(process.wait, 30)
        await asyncio.sleep(self.rng.random())
        await self.referee.start()

    async def close(self) -> None:
        """Nobody seeks any more; what can end does; then everybody goes."""
        for player, _ in self.players.values():
            player.is_closing = True
        for _ in range(300):
            await asyncio.sleep(0.1)
            if not any(player.session.chairs for player, _ in self.players.values()):
                break
        for name in NAMES:
            await self.drop(name)
        process = self.referee.process
        assert process is not None
        process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            await asyncio.to_thread(process.wait, 5)
        if process.poll() is None:  # a match goes on: it does not wait for that
            process.send_signal(signal.SIGTERM)
        if await asyncio.to_thread(process.wait, 30):
            self.life.wrong.append(f"the referee ended with {process.returncode}")


def judge_records(folder: Path, life: Life) -> dict[str, MatchRecord]:
    """Looks for every match that began; the records by match."""
    records = {}
    for path in sorted((folder / "referee" / "records").glob("*.jsonl")):
        try:
            record = MatchRecord.load(path)
            verify(record)
        except InputError as error:
            life.wrong.append(f"the record of {path.stem}: {error}")
            continue
        records[path.stem] = record
    still_open = {path.stem for path in (folder / "referee" / "open").glob("*.jsonl")}
    life.counts["matches begun"] = len(life.begun)
    life.counts["records"] = len(records)
    life.counts["matches still open"] = len(still_open)
    life.wrong += [f"{match} is lost" for match in sorted(life.begun - set(records) - still_open)]
    for match, moves in life.moves.items():
        life.counts["moves acknowledged"] += len(moves)
        if match in records:
            events = [line.event for line in records[match].events]
            for seq, move in moves.items():
                if getattr(events[seq - 1], "move", None) != move:
                    life.wrong.append(f"{match}: event {seq} is not {move}")
    return records


async def judge_ratings(database: str, records: dict[str, MatchRecord], life: Life) -> None:
    """Makes all ratings again from the records, and compares."""
    async with Store.open(database) as store:
        rows = [row for row in await store.matches(10**9) if row.ended_us is not None]
        kept = {(each.pool, each.account): each for each in await store.ratings()}
    if {row.name for row in rows} != set(records):
        life.wrong.append("the matches that are over are not those with records")
    ratings = Ratings()
    for row in sorted(rows, key=lambda row: row.ended_us or 0):
        record = records.get(row.name)
        result = record.result if record else None
        if result is None or not result.standings or row.pool is None:
            continue
        accounts = [seat.account for seat in row.seats]
        if row.pool != pool_of(row.game, len(accounts)):
            life.wrong.append(f"{row.name} counts in {row.pool}")
        ratings.count(row.pool, accounts, [standing.place for standing in result.standings])
        if [standing.points for standing in result.standings] != [s.points for s in row.seats]:
            life.wrong.append(f"{row.name} has other points in the database")
    for made in ratings.all():
        there = kept.pop((made.pool, made.account), None)
        if there is None or there.games != made.games:
            life.wrong.append(f"{made.account} in {made.pool}: {there}, not {made}")
        elif abs(there.mu - made.mu) > 1e-6 or abs(there.sigma - made.sigma) > 1e-6:
            life.wrong.append(f"{made.account} in {made.pool}: {there.mu}, not {made.mu}")
    life.wrong += [f"{account} has a rating in {pool} from nowhere" for pool, account in kept]


def judge_leaks(life: Life) -> None:
    """Compares the second half of all samples with the first."""
    half = len(life.samples) // 2
    if half < 2:
        return
    first, second = life.samples[:half], life.samples[half:]
    for place, (what, most) in enumerate(
        (("MB of memory", BAR_MB), ("files open", BAR_FILES), ("children", 0))
    ):
        before, after = (
            statistics.median(each[place] for each in part) for part in (first, second)
        )
        print(f"{what}: {before:.0f} in the first half, {after:.0f} in the second (bar: +{most})")
        if after > before + most:
            life.wrong.append(f"more {what}: {after:.0f} after {before:.0f}")


def main() -> int:
    """Lives, judges, and prints; 0 if nothing was lost and nothing leaks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="with PostgreSQL, which is cut too")
    arguments = parser.parse_args()
    set_up_logging("text", logging.ERROR)
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        town = Town(folder, arguments.seed)
        database = f"sqlite:///{folder / 'referee' / 'lobby.db'}"
        if arguments.postgres:
            server = stack.enter_context(serve_postgres())
            name = server.new_database()
            database = server.url(name)
            town.cut_database = partial(server.disconnect, name)
            town.referee.command += ["--database", database]
        life = asyncio.run(town.live(arguments.minutes))
        records = judge_records(folder, life)
        asyncio.run(judge_ratings(database, records, life))
    judge_leaks(life)
    for what, count in sorted(life.counts.items()):
        print(f"{what}: {count:,}")
    for text in life.wrong[:30]:
        print(f"WRONG: {text}")
    print(f"wrong: {len(life.wrong)}")
    return 1 if life.wrong or not records else 0


if __name__ == "__main__":
    sys.exit(main())
