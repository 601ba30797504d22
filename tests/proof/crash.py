"""Proof that a referee that is killed loses nothing that it has acknowledged.

Matches of all kinds go on at several tables while the referee is killed with `kill -9` and started
again, 200 times: while all play, while the seats of a table agree on its seed, while it starts and
brings its matches back, and before all players have come back. A kill counts only if there are
matches that it could harm.

In the end every move that was acknowledged must be in its match's record under the number that was
acknowledged; every player must have seen every event exactly once, and in order; every request must
have told what the journal has on the seat's clock; and every match must have ended in the very
position in which it would have ended without any of this: draws come from the match's seed, and
players always choose the same.

`python -m tests.proof.crash --kills 3` is the short form.
"""

import argparse
import asyncio
import itertools
import logging
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from carcbot.cli.log_setup import set_up_logging
from carcbot.errors import InputError
from carcbot.messages.events import Moved
from carcbot.referee import clocks
from carcbot.replay.record import MatchRecord
from carcbot.replay.verification import verify
from tests.ports import free_port
from tests.proof.hosts import TABLES, company
from tests.proof.players import SteadyPlayer, digest_without_cuts, token_of
from tests.waiting import PATIENCE_S

NAMES = ("a", "b", "c", "d")
SIX = (*NAMES, "e", "f")
EACH = "kill -9 of the referee while matches went on"
STARTING = "while it started"
RETURNING = "before all were back"
AGREEING = "while a seed was agreed on"
TOLD_AGAIN = "clocks told again after a connection was lost"
_MANY = 50
"""So many kills come at every kind of moment."""


class Referee:
    """A referee's process, which can be killed and started again.

    Args:
        folder: Where all its files lie.
        names: Who has an account.
        options: More words of its command.

    Attributes:
        port: Where it listens.
        command: What starts it.
        process: The one that runs, or ran last.
        start_s: How long it took to start.
    """

    def __init__(self, folder: Path, names: Sequence[str] = NAMES, *options: str) -> None:
        self.folder = folder
        self.port = free_port()
        tokens = folder / "tokens"
        tokens.touch(0o600)
        tokens.write_text("".join(f"{name} {token_of(name)}\n" for name in names))
        self.command = [
            sys.executable, "-m", "carcbot", "serve", "--port", str(self.port), "--folder",
            str(folder / "referee"), "--tokens", str(tokens), "--clock", "bank:600+10", *options,
        ]  # fmt: skip
        self.log = (folder / "log").open("ab")
        self.process: subprocess.Popen[bytes] | None = None
        self.start_s = 0.0

    @property
    def url(self) -> str:
        """Where it is."""
        return f"ws://127.0.0.1:{self.port}/play"

    async def start(self) -> None:
        """Starts it, and waits until it listens."""
        begin = time.monotonic()
        self.process = self.spawn()
        while not await self.listens():
            if self.process.poll() is not None:
                raise SystemExit(f"it does not start: see {self.folder}/log")
            await asyncio.sleep(0.01)
        self.start_s = time.monotonic() - begin

    async def listens(self) -> bool:
        """Whether it answers."""
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            return False
        # What the one before was just starting holds its port for a moment, but answers nothing,
        # and a socket that asks at a port that nobody has may by chance have it itself.
        try:
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            return (await reader.read(4)).startswith(b"HTTP")
        except OSError:
            return False
        finally:
            writer.close()

    def spawn(self) -> subprocess.Popen[bytes]:
        """Its process."""
        return subprocess.Popen(self.command, stdout=self.log, stderr=self.log)

    def end(self, how: signal.Signals) -> None:
        """Ends it, and waits until it is gone."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(30)


class Killer:
    """Kills a referee whose players play, and starts it again.

    Args:
        referee: Whom.
        players: All who play there.
        seed: Of the moments.

    Attributes:
        kills: How often there were matches to harm, and how often in which situation.
        agreeing: The tables at which a seed was made when it was killed.
        away_s: How long it was away in all.
    """

    def __init__(self, referee: Referee, players: Sequence[SteadyPlayer], seed: int) -> None:
        self.referee = referee
        self.players = players
        self.rng = random.Random(seed)
        self.kills = dict.fromkeys((EACH, STARTING, RETURNING, AGREEING), 0)
        self.agreeing: set[str] = set()
        self.away_s = 0.0
        self._turns = itertools.cycle(
            (self.in_play, self.while_they_agree, self.while_it_starts, self.before_all_are_back)
        )

    async def kill(self, kills: int) -> None:
        """Does so this often.

        Raises:
            SystemExit: The players do not go on.
        """
        while self.kills[EACH] < kills:
            await next(self._turns)()
            if sys.stderr.isatty():
                print(f"\r{self.kills[EACH]} of {kills} ", end="", file=sys.stderr)
        await self.until(lambda: self.agreeing <= self.begun, "what they agreed on a seed for")

    async def in_play(self) -> None:
        """All are connected, and matches go on."""
        await self.until(lambda: self.all_are_here and self.has_matches, "to play")
        await asyncio.sleep(self.rng.uniform(0.0, 0.2))
        self.count()
        await self.strike()

    async def while_they_agree(self) -> None:
        """At some table the seats make their seed."""
        await self.until(lambda: self.all_are_here and self.has_matches, "to play")
        await self.until(lambda: bool(self.agree_now), "to agree on a seed")
        await asyncio.sleep(self.rng.uniform(0.0, 0.003))
        self.agreeing |= self.agree_now
        self.count(AGREEING if self.agree_now else "")
        await self.strike()

    async def while_it_starts(self) -> None:
        """It is killed twice: the second time before anybody has come back."""
        await self.until(lambda: self.all_are_here and self.has_matches, "to play")
        self.count()
        self.referee.end(signal.SIGKILL)
        self.referee.process = self.referee.spawn()
        # most of a start goes by before any file is read
        end = time.monotonic() + self.referee.start_s * self.rng.uniform(0.5, 1.0)
        while not await self.referee.listens():
            if time.monotonic() > end:
                break
            await asyncio.sleep(0.005)
        if not any(player.is_here for player in self.players):
            self.count(STARTING)
        await self.strike()

    async def before_all_are_back(self) -> None:
        """It was killed just now, and some have come back."""
        await self.until(lambda: any(each.is_here for each in self.players), "to come back")
        self.count("" if self.all_are_here else RETURNING)
        await self.strike()

    def count(self, situation: str = "") -> None:
        """It is killed now: that counts if there are matches to harm."""
        if self.has_matches:
            self.kills[EACH] += 1
            if situation:
                self.kills[situation] += 1

    async def strike(self) -> None:
        """Kills it, whatever goes on, and starts it again."""
        begin = time.monotonic()
        self.referee.end(signal.SIGKILL)
        await self.referee.start()
        self.away_s += time.monotonic() - begin

    async def until(self, is_so: Callable[[], bool], what: str) -> None:
        """Waits for something that must come soon."""
        end = time.monotonic() + PATIENCE_S
        while not is_so():
            if time.monotonic() > end:
                raise SystemExit(f"WRONG: in {PATIENCE_S:.0f} s the players do not begin {what}")
            await asyncio.sleep(0.001)

    @property
    def all_are_here(self) -> bool:
        """Whether all players are connected."""
        return all(player.is_here for player in self.players)

    @property
    def has_matches(self) -> bool:
        """Whether a match goes on."""
        return any(
            seated.seq for player in self.players for seated in player.session.matches.values()
        )

    @property
    def agree_now(self) -> set[str]:
        """The tables at which somebody has heard of a seed that is made, and of no start yet."""
        matches = [seated for player in self.players for seated in player.session.matches.values()]
        agree = {
            seated.match for seated in matches if seated.joint_part is not None and not seated.seq
        }
        return agree - self.begun

    @property
    def begun(self) -> set[str]:
        """The matches of which somebody has seen the start."""
        return {match for player in self.players for match in player.starts}


async def play(folder: Path, kills: int, seed: int) -> tuple[Sequence[SteadyPlayer], Killer]:
    """Plays with a referee that is killed again and again."""
    # players who answer at once say more than others may
    referee = Referee(folder, SIX, "--limit", "commands_per_s=1e6", "--limit", "burst=1000000")
    await referee.start()
    players = company(referee.url, SIX, TABLES, matches=3)
    tasks = [asyncio.create_task(player.run()) for player in players]
    killer = Killer(referee, players, seed)
    try:
        await killer.kill(kills)
        close_all(players)
        await asyncio.wait_for(asyncio.gather(*tasks), 120)
        referee.end(signal.SIGTERM)
    finally:
        referee.end(signal.SIGKILL)
    return players, killer


def close_all(players: Sequence[SteadyPlayer]) -> None:
    """Tells the players to end when their matches have, and to begin none."""
    for player in players:
        player.is_closing = True


def judge(folder: Path, players: Sequence[SteadyPlayer]) -> tuple[dict[str, int], list[str]]:
    """Counts, and everything that is wrong."""
    wrong: list[str] = []
    counts: Counter[str] = Counter()
    records = {
        match: MatchRecord.load(folder / "referee" / "records" / f"{match}.jsonl")
        for match in {match for player in players for match in (*player.ended, *player.acked)}
    }
    on_clock = {match: clocks_after(record) for match, record in records.items()}
    for record in records.values():
        try:
            verify(record)
        except InputError as error:
            wrong.append(str(error))
    for player in players:
        name = player.session.account
        wrong += [f"{name}: {text}" for text in (*player.troubles, *untrue(player, records))]
        for request in player.asked:
            kept_us = on_clock[request.match][request.seq][request.seat]
            if request.remaining_us != kept_us:
                told = f"{request.remaining_us} us, not {kept_us}"
                wrong.append(f"{name}, {request.match}: after event {request.seq} it has {told}")
        asked = Counter((request.match, request.seq) for request in player.asked)
        counts["connections lost"] += player.cuts
        counts["events seen"] += sum(map(len, player.seen.values()))
        counts["moves acknowledged"] += sum(map(len, player.acked.values()))
        counts["clocks told"] += asked.total()
        counts[TOLD_AGAIN] += asked.total() - len(asked)
    counts["matches"] = len(records)
    headers = [record.lines.header for record in records.values()]
    kinds = {(each.options, each.chance, each.clock) for each in headers}
    counts["kinds of matches"] = len(kinds)
    return counts, wrong


def untrue(player: SteadyPlayer, records: dict[str, MatchRecord]) -> Iterator[str]:
    """What a player was told that the records do not know, or know otherwise."""
    for match, (result, digest) in player.ended.items():
        if player.seen[match] != list(range(1, len(records[match].events) + 1)):
            yield f"{match}: events seen are {player.seen[match]}"
        if digest != digest_without_cuts(player.starts[match], result):
            yield f"{match}: another last position than without crashes"
    for match, moves in player.acked.items():
        for seq, move in moves.items():
            event = records[match].events[seq - 1].event
            if not isinstance(event, Moved) or event.move != move:
                yield f"{match}: move {move} was acknowledged as event {seq}"


def clocks_after(record: MatchRecord) -> list[list[int]]:
    """What the journal has on the seats' clocks: at first, and after each event."""
    start_us = clocks.at_start(record.lines.header.clock)
    found = [[start_us] * len(record.accounts)]
    for line in record.events:
        now_us = list(found[-1])
        if isinstance(line.event, Moved):
            now_us[line.event.seat] = line.event.remaining_us
        found.append(now_us)
    return found


def report(counts: dict[str, int], wrong: list[str]) -> int:
    """Prints it all; 0 if nothing was lost, and there was some of everything to lose."""
    for what, count in counts.items():
        print(f"{what}: {count:,}")
    for text in wrong:
        print(f"WRONG: {text}")
    print(f"lost or doubled: {len(wrong)}")
    # a few kills may all come a moment too late for some of these
    is_short = counts.get(EACH, _MANY) < _MANY
    may_miss = (STARTING, RETURNING, AGREEING, TOLD_AGAIN) if is_short else ()
    missing = [what for what, count in counts.items() if not count and what not in may_miss]
    if missing:
        print(f"nothing is proved: there were no {', no '.join(missing)}")
    return 1 if wrong or missing else 0


def main() -> int:
    """Plays, judges, and prints; 0 if nothing was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    set_up_logging("text", logging.ERROR)
    with tempfile.TemporaryDirectory() as place:
        players, killer = asyncio.run(play(Path(place), arguments.kills, arguments.seed))
        counts, wrong = judge(Path(place), players)
    print(f"away each time: {killer.away_s / killer.kills[EACH]:.2f} s")
    return report(killer.kills | counts, wrong)


if __name__ == "__main__":
    sys.exit(main())
