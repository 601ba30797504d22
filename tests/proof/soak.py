"""Proof that a lobby lives on, whatever is killed: its referee, its bots, their connections.

Bots seek each other and play, minute after minute, and viewers come and go. Among the bots are some
as a host runs them, in processes of their own: two `carcbot bot run` with workers, and one with
`--stdio`. Storms and calm take turns. In a storm the referee is killed with `kill -9`, or stopped
in a hurry, every few seconds, and started again on the same folder and database; with `--postgres`
the database is a PostgreSQL server, and all its connections are cut again and again too. In both
bots are dropped in the middle of everything and come back knowing nothing, connections are cut, and
the bots' processes are killed with `kill -9`, or stopped.

In the end every match of which any bot heard that it began is either over, with a record that is
verified, or still open. The ratings in the database are what comes of the records, one after the
other in the order in which the matches ended. The bots in processes of their own have lived through
the referee's ends: they have ended only when they were made to, they have played, and no process
that they had started was left behind. And in calm, when nobody harms the referee, it does not grow:
see `soak_leaks`. With `--leaks` it is one that leaks on purpose, and the proof has to fail.

`python -m tests.proof.soak --minutes 0.1` is the short form: it goes on until everybody has played,
however slow the machine is, and judges no growth, of which a calm of seconds tells nothing.
"""

import argparse
import asyncio
import contextlib
import logging
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from carcbot.cli.log_setup import set_up_logging
from carcbot.errors import InputError
from carcbot.net.store.store import Store
from carcbot.referee.ratings import Ratings, pool_of
from carcbot.replay.record import MatchRecord
from carcbot.replay.verification import verify
from tests.net.store.postgres import serve_postgres
from tests.proof.crash import NAMES, Referee
from tests.proof.players import token_of
from tests.proof.soak_guests import DAEMONS, VIEWERS, Daemon, SeekingPlayer, Viewer, daemons
from tests.proof.soak_leaks import Sample, leaks, look_at

if TYPE_CHECKING:
    from collections.abc import Callable

_STORM_S = 120.0
_CALM_S = 240.0
_SAMPLES = 80
"""Of each calm."""
_REPLACED = 4002
"""How a connection is closed whose account has a newer one."""
_LAST_S = 20.0
"""So long what goes on may go on in the end."""
_ALL_PLAY_S = 240.0
"""So long after the last calm it may take until everybody has played."""
_LIFE_S = 4.0
"""What a referee has in a storm before anything is harmed."""


@dataclass(slots=True)
class Life:
    """What has happened.

    Attributes:
        begun: Matches of which a bot heard that they began.
        moves: Moves that were acknowledged, for each match by event.
        counts: How often what was done.
        calms: Samples of the referee, through each calm.
        restarts_us: When it was started again, in microseconds since 1970.
        wrong: What must never be.
    """

    begun: set[str] = field(default_factory=set)
    moves: dict[str, dict[int, str]] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    calms: list[list[Sample]] = field(default_factory=list)
    restarts_us: list[int] = field(default_factory=list)
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
    """A referee and its guests."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.rng = random.Random(seed)
        self.referee = Referee(folder)
        with (folder / "tokens").open("a") as tokens:
            tokens.writelines(f"{name} {token_of(name)}\n" for name in (*DAEMONS, *VIEWERS))
        self.records = folder / "referee" / "records"
        self.cut_database: Callable[[], None] | None = None
        self.life = Life()
        self.players: dict[str, tuple[SeekingPlayer, asyncio.Task[None]]] = {}
        self.viewers = [
            Viewer(self.referee.url, name, self.rng.randrange(2**32)) for name in VIEWERS
        ]
        self.daemons = daemons(self.referee.url, folder)
        self._ends: set[asyncio.Task[None]] = set()
        self._gone = 0

    @property
    def came(self) -> int:
        """How many connections there were."""
        here = sum(player.came for player, _ in self.players.values())
        return self._gone + here + sum(each.came for each in self.viewers)

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
        self._gone += player.came
        self.life.bury(player)

    async def live(self, minutes: float) -> Life:
        """Lives so long, and ends in order."""
        await self.referee.start()
        for name in NAMES:
            self.come(name)
        for daemon in self.daemons.values():
            daemon.start()
        viewing = [asyncio.create_task(viewer.run()) for viewer in self.viewers]
        rounds = max(round(minutes * 60 / (_STORM_S + _CALM_S)), 1)
        part = minutes * 60 / rounds / (_STORM_S + _CALM_S)
        for _ in range(rounds):
            await self.storm(_STORM_S * part)
            await self.calm(_CALM_S * part)
        await self._all_play()
        for task in viewing:
            task.cancel()
        await asyncio.gather(*viewing, return_exceptions=True)
        await self.close()
        return self.life

    async def storm(self, seconds: float) -> None:
        """The referee is killed again and again, and everybody else is harmed meanwhile."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            await asyncio.sleep(min(_LIFE_S, seconds / 2))
            until = time.monotonic() + self.rng.random() * 6
            while time.monotonic() < min(until, end):
                await self.harm_a_bot()
                self.harm_a_daemon(0.1)
                if self.cut_database is not None and self.rng.random() < 0.5:
                    self.life.counts["cuts of the database"] += 1
                    await asyncio.to_thread(self.cut_database)
                await asyncio.sleep(self.rng.random() * 2)
            await self.harm_the_referee()

    async def calm(self, seconds: float) -> None:
        """Bots and viewers come and go, and the referee is looked at."""
        begin = time.monotonic()
        samples: list[Sample] = []
        self.life.calms.append(samples)
        while (now := time.monotonic()) < begin + seconds:
            process = self.referee.process
            assert process is not None
            matches = await asyncio.to_thread(self._matches)
            samples.append(look_at(process.pid, now - begin, came=self.came, matches=matches))
            await self.harm_a_bot()
            self.harm_a_daemon(0.05)
            await asyncio.sleep(max(seconds / _SAMPLES, 0.3))

    def _matches(self) -> int:
        return sum(1 for _ in self.records.glob("*.jsonl"))

    async def harm_a_bot(self) -> None:
        """Cuts a connection, or kills a bot."""
        name = self.rng.choice(NAMES)
        player, task = self.players[name]
        # where the hello of its life before comes only after its own, it has to go
        if task.done() and player.link.close_code != _REPLACED:
            code = player.link.close_code
            self.life.wrong.append(f"{name} has ended by itself: {code}, {task.exception()!r}")
        if task.done() or self.rng.random() < 0.4:
            self.life.counts["bots killed"] += 1
            await self.drop(name)
            self.come(name)
        elif player.is_here:
            self.life.counts["connections cut"] += 1
            await player.cut()

    def harm_a_daemon(self, chance: float) -> None:
        """Perhaps kills or stops a bot that is a process of its own; it is started again."""
        for daemon in self.daemons.values():
            if daemon.is_ending:
                continue
            trouble = daemon.look()
            if trouble:
                self.life.wrong.append(trouble)
            if trouble or self.rng.random() < chance:
                how = signal.SIGKILL if self.rng.random() < 0.5 else signal.SIGTERM
                ending = asyncio.create_task(self._end_daemon(daemon, how))
                self._ends.add(ending)
                ending.add_done_callback(self._ends.discard)

    async def _end_daemon(
        self, daemon: Daemon, how: signal.Signals, *, patience_s: float = 2.0, again: bool = True
    ) -> None:
        self.life.counts[f"{how.name} for bots' processes"] += 1
        trouble = await daemon.end(how, patience_s)
        if trouble:
            self.life.wrong.append(trouble)
        if again:
            daemon.start()

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
        self.life.restarts_us.append(time.time_ns() // 1000)
        await asyncio.sleep(self.rng.random())
        await self.referee.start()

    async def _stop_daemon(self, daemon: Daemon) -> None:
        """Stops it when its matches are over."""
        await self._end_daemon(daemon, signal.SIGTERM, patience_s=_LAST_S, again=False)

    async def _all_play(self) -> None:
        """Waits until the bots in processes of their own were all there, and have played."""
        until = time.monotonic() + _ALL_PLAY_S
        while time.monotonic() < until:
            self.harm_a_daemon(0.0)
            idle = {f'"{name}"'.encode() for name in DAEMONS}
            for record in self.records.glob("*.jsonl"):
                text = record.read_bytes()
                idle -= {name for name in idle if name in text}
            if not idle and all(each.most >= each.processes for each in self.daemons.values()):
                return
            await asyncio.sleep(0.2)

    async def _all_over(self) -> None:
        """Waits until the players have no matches any more, but not for ever."""
        until = time.monotonic() + _LAST_S
        while time.monotonic() < until:
            await asyncio.sleep(0.1)
            if not any(player.session.matches for player, _ in self.players.values()):
                return

    async def close(self) -> None:
        """Nobody seeks any more; what can end does; then everybody goes."""
        await asyncio.gather(*self._ends)
        for player, _ in self.players.values():
            player.is_closing = True
        *thinkers, program = self.daemons.values()
        await asyncio.gather(self._all_over(), *map(self._stop_daemon, thinkers))
        for name in NAMES:
            await self.drop(name)
        await self._stop_daemon(program)  # it ends at once, whatever it plays
        process = self.referee.process
        assert process is not None
        process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            await asyncio.to_thread(process.wait, 5)
        if process.poll() is None:  # a match goes on: it does not wait for that
            process.send_signal(signal.SIGTERM)
        if await asyncio.to_thread(process.wait, 30):
            self.life.wrong.append(f"the referee ended with {process.returncode}")
        self.life.counts["viewers welcomed"] = sum(each.came for each in self.viewers)
        self.life.counts["frames seen by viewers"] = sum(each.saw for each in self.viewers)
        for daemon in self.daemons.values():
            self.life.counts["starts of bots' processes"] += daemon.starts
            if daemon.most < daemon.processes:
                self.life.wrong.append(f"{daemon.name} was never more than {daemon.most} processes")


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
    for made in ratings.best():
        there = kept.pop((made.pool, made.account), None)
        if there is None or there.games != made.games:
            life.wrong.append(f"{made.account} in {made.pool}: {there}, not {made}")
        elif abs(there.mu - made.mu) > 1e-6 or abs(there.sigma - made.sigma) > 1e-6:
            life.wrong.append(f"{made.account} in {made.pool}: {there.mu}, not {made.mu}")
    life.wrong += [f"{account} has a rating in {pool} from nowhere" for pool, account in kept]


def judge_daemons(records: dict[str, MatchRecord], life: Life) -> None:
    """Looks whether the bots in processes of their own have played, and over the referee's ends."""
    for name in DAEMONS:
        played = [record for record in records.values() if name in record.accounts]
        over = [record for record in played if _spans(record, life.restarts_us)]
        life.counts[f"matches of {name}"] = len(played)
        life.counts["matches of bots' processes over an end of the referee"] += len(over)
        if not played:
            life.wrong.append(f"{name} has played nothing")


def _spans(record: MatchRecord, moments_us: list[int]) -> bool:
    """Whether the match went on at one of these moments."""
    first, last = record.events[0].sent_us, record.events[-1].sent_us
    return any(first < moment < last for moment in moments_us)


def judge_leaks(life: Life, *, judges: bool) -> None:
    """Says what became of the referee through each calm; one at least was to be long enough."""
    is_judged = not judges
    for number, samples in enumerate(life.calms, 1):
        told, wrong = leaks(samples)
        print(f"calm {number}, the referee: {'; '.join(told)}")
        if judges:
            life.wrong += [f"calm {number}: {text}" for text in wrong]
        is_judged |= any(text.startswith("megabytes") for text in told)
    if not is_judged:
        life.wrong.append("no calm was long enough to judge memory")


def main() -> int:
    """Lives, judges, and prints; 0 if nothing was lost and nothing leaks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="with PostgreSQL, which is cut too")
    parser.add_argument("--leaks", action="store_true", help="with a referee that leaks: it fails")
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
        if arguments.leaks:
            town.referee.command[2] = "tests.proof.soak_leaking"
        life = asyncio.run(town.live(arguments.minutes))
        records = judge_records(folder, life)
        judge_daemons(records, life)
        asyncio.run(judge_ratings(database, records, life))
    judge_leaks(life, judges=arguments.minutes * 60 >= _STORM_S + _CALM_S)
    for what, count in sorted(life.counts.items()):
        print(f"{what}: {count:,}")
    for text in life.wrong[:30]:
        print(f"WRONG: {text}")
    print(f"wrong: {len(life.wrong)}")
    return 1 if life.wrong or not records else 0


if __name__ == "__main__":
    sys.exit(main())
