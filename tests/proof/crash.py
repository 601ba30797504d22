"""Proof that a referee that is killed loses nothing that it has acknowledged.

Matches go on at several tables while the referee is killed with `kill -9` at random moments and
started again, 200 times. In the end every move that was acknowledged must be in its match's record
under the number that was acknowledged; every player must have seen every event exactly once, and in
order; and every match must have ended in the very position in which it would have ended without
any of this: draws come from the match's seed, and players always choose the same.

`python -m tests.proof.crash --kills 10` is the short form.
"""

import argparse
import asyncio
import logging
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from carcbot.cli.logging import set_up_logging
from carcbot.messages.events import Moved
from carcbot.replay.record import MatchRecord
from carcbot.replay.verifying import verify
from tests.proof.players import SteadyPlayer, digest_without_cuts

NAMES = ("a", "b", "c", "d")


def token_of(name: str) -> str:
    """What proves that one is this account; long enough for a file."""
    return f"token-of-{name}-0123456789abcdef"


class Referee:
    """A referee's process, which can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.create_server(("127.0.0.1", 0)) as server:
            self.port = server.getsockname()[1]
        tokens = folder / "tokens"
        tokens.touch(0o600)
        tokens.write_text("".join(f"{name} {token_of(name)}\n" for name in NAMES))
        self.command = [
            sys.executable, "-m", "carcbot", "serve", "--port", str(self.port), "--folder",
            str(folder / "referee"), "--tokens", str(tokens), "--clock", "bank:600+10",
        ]  # fmt: skip
        self.log = (folder / "log").open("ab")
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it is."""
        return f"ws://127.0.0.1:{self.port}/play"

    async def start(self) -> None:
        """Starts it, and waits until it listens."""
        self.process = self.spawn()
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
            except OSError:
                if self.process.poll() is not None:
                    raise SystemExit(f"it does not start: see {self.folder}/log") from None
                await asyncio.sleep(0.01)
                continue
            writer.close()
            return

    def spawn(self) -> subprocess.Popen[bytes]:
        """Its process."""
        return subprocess.Popen(self.command, stdout=self.log, stderr=self.log)

    def end(self, how: signal.Signals) -> None:
        """Ends it, and waits until it is gone."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(30)


async def play(folder: Path, kills: int, seed: int) -> tuple[list[SteadyPlayer], float]:
    """Plays with a referee that is killed again and again; how long it was away in all."""
    rng = random.Random(seed)
    referee = Referee(folder)
    await referee.start()
    players = [
        SteadyPlayer(
            referee.url,
            name,
            opens="seats=4" if name == "a" else "",
            matches=3,
            token=token_of(name),
        )
        for name in NAMES
    ]
    tasks = [asyncio.create_task(player.run()) for player in players]
    away = 0.0
    for kill in range(kills):
        await all_back_and_playing(players)
        await asyncio.sleep(rng.uniform(0.0, 0.2))
        begin = time.monotonic()
        referee.end(signal.SIGKILL)
        await referee.start()
        away += time.monotonic() - begin
        if sys.stderr.isatty():
            print(f"\r{kill + 1} of {kills} ", end="", file=sys.stderr)
    await close_all(players)
    await asyncio.wait_for(asyncio.gather(*tasks), 120)
    referee.end(signal.SIGTERM)
    return players, away


async def close_all(players: list[SteadyPlayer]) -> None:
    """Tells the players to end when their matches have, and those to go who have none."""
    for player in players:
        player.is_closing = True
    await asyncio.sleep(1.0)  # what was begun by then goes on to its end
    for player in players:
        if not any(chair.seq for chair in player.session.chairs.values()):
            await player.link.close()


async def all_back_and_playing(players: list[SteadyPlayer]) -> None:
    """Waits until all players are connected and a match goes on, so that there is much to lose."""
    for _ in range(1000):
        playing = any(chair.seq for chair in players[0].session.chairs.values())
        if playing and all(player.is_here for player in players):
            return
        await asyncio.sleep(0.005)


def judge(folder: Path, players: list[SteadyPlayer]) -> tuple[dict[str, int], list[str]]:
    """Counts, and everything that is wrong."""
    wrong: list[str] = []
    counts = {"matches": 0, "moves acknowledged": 0, "events seen": 0, "connections lost": 0}
    for player in players:
        name = player.session.account
        counts["connections lost"] += player.cuts
        wrong += [f"{name}: {trouble}" for trouble in player.troubles]
        for match, (result, digest) in player.ended.items():
            record = MatchRecord.load(folder / "referee" / "records" / f"{match}.jsonl")
            events = [line.event for line in record.events]
            verify(record)
            if player.seen[match] != list(range(1, len(events) + 1)):
                wrong.append(f"{name}, {match}: events seen are {player.seen[match]}")
            if digest != digest_without_cuts(*player.games[match], result):
                wrong.append(f"{name}, {match}: another last position than without crashes")
            counts["events seen"] += len(player.seen[match])
        for match, moves in player.acked.items():
            record = MatchRecord.load(folder / "referee" / "records" / f"{match}.jsonl")
            for seq, move in moves.items():
                event = record.events[seq - 1].event
                if not isinstance(event, Moved) or event.move != move:
                    wrong.append(f"{name}, {match}: move {move} was acknowledged as event {seq}")
            counts["moves acknowledged"] += len(moves)
    counts["matches"] = len({match for player in players for match in player.ended})
    return counts, wrong


def report(counts: dict[str, int], wrong: list[str]) -> int:
    """Prints it all; 0 if nothing was lost, and there was something to lose."""
    for what, count in counts.items():
        print(f"{what}: {count:,}")
    for text in wrong:
        print(f"WRONG: {text}")
    print(f"lost or doubled: {len(wrong)}")
    return 1 if wrong or not counts["matches"] else 0


def main() -> int:
    """Plays, judges, and prints; 0 if nothing was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    set_up_logging("text", logging.ERROR)
    with tempfile.TemporaryDirectory() as place:
        players, away = asyncio.run(play(Path(place), arguments.kills, arguments.seed))
        counts, wrong = judge(Path(place), players)
    print(f"kill -9 of the referee: {arguments.kills}, {away / arguments.kills:.2f} s away each")
    return report(counts, wrong)


if __name__ == "__main__":
    sys.exit(main())
