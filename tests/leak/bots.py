"""A real bot at the viewer's seat of a match over the wire, and what it writes down of it."""

import asyncio
import contextlib
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import aiohttp
import pytest

from carcbot.games.contract import State
from carcbot.messages.client import Open
from carcbot.net.client import Bot
from carcbot.net.client.config import BotConfig
from carcbot.net.process.pool import WorkerPool
from carcbot.net.server import RefereeServer
from carcbot.referee import journal_reader
from tests.leak.comparing import check_same_texts
from tests.leak.twins import DEALT_GAMES, MATCH, Match, NoTwinsError, Twins, dealt_draws, twin_of
from tests.leak.wire import CLOCK, POLICY, SEATED, Ear, Text, next_round, referee, still_world
from tests.waiting import PATIENCE_S, until

__all__ = ["check_a_bot"]

_MOST_PLIES: Final = 40
_MOST_DEALT_PLIES: Final = 150
"""The same where twins are dealt, and not every match has a card soon that only its seat knows."""
_LOT: Final = 1
_MOST_LOTS: Final = 5
"""So many matches are tried until one has a twin."""

Choose = Callable[[State, int], str | None]
"""What another seat does in a position after so many plies; None to stop."""


def check_a_bot(folder: Path, game: str, options: str, seat: int, agent: str) -> Twins:
    """Has a bot play a match and its twin, and compares all that it writes down.

    The commitments to the seeds are made equal, for from these a bot takes its own chance.

    Raises:
        LeakError: It has seen or decided something else.
    """
    with pytest.MonkeyPatch.context() as patch:
        still_world(patch)
        for room in ("match_course", "hall"):
            patch.setattr(f"carcbot.referee.{room}.commitment_of", lambda _: "0" * 64)
        pair, one, other = asyncio.run(_both(folder, _Visit(game, options, seat, agent)))
    check_same_texts(f"seat {seat}", pair, _lines(one, pair), _lines(other, pair))
    return pair


@dataclass(frozen=True, slots=True)
class _Visit:
    """A bot's, to matches of this game."""

    game: str
    options: str
    seat: int
    agent: str

    async def play(self, folder: Path, lot: int, choose: Choose, pool: WorkerPool) -> None:
        """Plays until there is nothing more to do for the others."""
        async with referee(folder, lot) as server, aiohttp.ClientSession() as http:
            assert server.open_table(Open(1, self.game, self.options, CLOCK, POLICY)) == MATCH
            table = server.hall.tables[MATCH]
            bot = self._bot(server.url, folder / "own", pool)
            playing = asyncio.create_task(bot.run())
            others = {}
            for seat in range(table.state.seats):
                if seat != self.seat:
                    others[seat] = Ear(f"seat {seat}", f"token-of-{SEATED[seat]}", {})
                    await others[seat].come(http, server, "198.51.100.1")
                    await others[seat].say("sit", match=MATCH, seat=seat)
            await until(lambda: table.has_begun)
            await _follow(server, self.seat, others, choose)
            seq, matches = table.seq, bot.session.matches
            await until(lambda: MATCH not in matches or matches[MATCH].seq >= seq)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            for ear in others.values():
                await ear.go()
        assert bot.failures.not_own == 0

    def _bot(self, url: str, records: Path, pool: WorkerPool) -> Bot:
        config = BotConfig(
            url=url, agent=self.agent, table=MATCH, seat=self.seat, records=str(records)
        )
        return Bot(config, f"token-of-{SEATED[self.seat]}", seed=1, pool=pool, warns=False)


async def _both(folder: Path, visit: _Visit) -> tuple[Twins, Path, Path]:
    """A match in which the others move at random, its twin, and where the bot has played both."""
    most = _MOST_DEALT_PLIES if visit.game in DEALT_GAMES else _MOST_PLIES

    def at_random(lot: int) -> Choose:
        def choose(state: State, count: int) -> str | None:
            # not from one stream: how often this is asked depends on how soon the bot has moved
            rng = random.Random(f"{lot} {count}")
            return rng.choice(state.legal_moves()) if count < most else None

        return choose

    def as_in(match: Match) -> Choose:
        def choose(state: State, count: int) -> str | None:
            ply = match.plies[count] if count < len(match.plies) else None
            # else a bot that knows more has gone another way, which its record tells
            return ply if ply in state.legal_moves() else None

        return choose

    async with asyncio.timeout(PATIENCE_S), WorkerPool(1) as pool:
        for lot in range(_LOT, _LOT + _MOST_LOTS):
            first = folder / f"first-{lot}"
            await visit.play(first, lot, at_random(lot), pool)
            # the bot may have gone on while the others stopped
            one = Match(lot, _plies_in(first)[:most])
            with contextlib.suppress(NoTwinsError):
                pair = twin_of(visit.game, visit.options, visit.seat, one)
                break
        else:
            raise NoTwinsError(f"{_MOST_LOTS} matches hide nothing")
        folders = folder / "one", folder / "other"
        for match, place in zip((pair.one, pair.other), folders, strict=True):
            with dealt_draws(pair, match):
                await visit.play(place, match.lot, as_in(match), pool)
        return pair, *folders


async def _follow(server: RefereeServer, seat: int, others: dict[int, Ear], choose: Choose) -> None:
    table = server.hall.tables[MATCH]
    while not table.result:
        seq, mover = table.seq, table.state.to_move
        if mover != seat:
            move = choose(table.state, seq - 1)
            if move is None:
                return
            answer = await others[mover].say("move", match=MATCH, seq=seq, move=move)
            assert answer["type"] == "ack", answer
            continue
        is_enough = choose(table.state, seq - 1) is None
        while table.seq == seq:
            await next_round()
        if is_enough:
            return


def _plies_in(folder: Path) -> tuple[str, ...]:
    """What was drawn and moved, as the referee's journal has it."""
    (path,) = [*(folder / "open").glob("*.jsonl"), *(folder / "records").glob("*.jsonl")]
    events = [line.event for line in journal_reader.read(path.read_bytes(), path.name).events]
    plies = (getattr(event, "draw", None) or getattr(event, "move", None) for event in events)
    return tuple(ply for ply in plies if ply)


def _lines(folder: Path, pair: Twins) -> Sequence[Text]:
    """What the bot has written down while the twins were the same to it."""
    (path,) = (folder / "own").iterdir()
    known = len(pair.one.plies) + 1
    lines = []
    for text in path.read_text().splitlines():
        line = json.loads(text)
        line.pop("seconds", None)  # which no clock of ours tells
        if line.get("event", line)["seq"] <= known and "result" not in text:
            lines.append(("the bot's record", json.dumps(line)))
    return lines
